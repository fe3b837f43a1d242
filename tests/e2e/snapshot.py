"""Every file of the workspace, git's own included, with its mode and a hash of its content."""

import hashlib
import os
import stat

for folder, folders, files in os.walk("."):
    folders.sort()
    for name in sorted(files):
        path = os.path.join(folder, name)
        status = os.lstat(path)
        if stat.S_ISREG(status.st_mode):
            with open(path, "rb") as file:
                content = hashlib.sha256(file.read()).hexdigest()
        else:
            content = os.readlink(path)
        print(oct(status.st_mode), content, path)
