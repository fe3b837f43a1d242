"""Every file of the workspace, git's own included, with its mode and a hash of its content."""

from hashlib import sha256
from pathlib import Path

for path in sorted(Path().rglob("*")):
    mode = oct(path.lstat().st_mode)
    if path.is_symlink():
        print(mode, path.readlink(), path)
    elif path.is_file():
        print(mode, sha256(path.read_bytes()).hexdigest(), path)
