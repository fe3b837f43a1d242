"""GitHub's own descriptions from npm, fetched once into a cache outside the source tree."""

from __future__ import annotations

import shutil
import subprocess
import tarfile
import tempfile
from pathlib import Path

CACHE = Path(__file__).resolve().parents[2] / "build" / "npm"
OPENAPI = ("@octokit/openapi@23.0.2", "package/generated/api.github.com.json")
WEBHOOKS = ("@octokit/webhooks-examples@7.6.1", "package/api.github.com/index.json")


def openapi_file() -> Path | None:
    return _fetched(*OPENAPI)


def webhooks_file() -> Path | None:
    return _fetched(*WEBHOOKS)


def _fetched(package: str, member: str) -> Path | None:
    """One file of one pinned package, or None where npm is missing or cannot reach it."""
    target = CACHE / package.replace("/", "_") / Path(member).name
    if target.exists():
        return target
    npm = shutil.which("npm")
    if npm is None:
        return None
    with tempfile.TemporaryDirectory() as folder:
        command = [npm, "pack", package, "--silent", "--pack-destination", folder]
        done = subprocess.run(command, capture_output=True, timeout=300, check=False)
        packed = sorted(Path(folder).glob("*.tgz"))
        if done.returncode or not packed:
            return None
        with tarfile.open(packed[0]) as archive:
            source = archive.extractfile(member)
            assert source is not None
            data = source.read()
    target.parent.mkdir(parents=True, exist_ok=True)
    part = target.with_suffix(f".{Path(folder).name}")
    part.write_bytes(data)
    part.replace(target)
    return target
