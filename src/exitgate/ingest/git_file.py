"""One file as it stands in a revision, for what must not come from the agent's own work."""

from __future__ import annotations

from pathlib import Path, PurePosixPath

from exitgate.core.absence import Missing
from exitgate.ingest.git_process import GitFailed
from exitgate.ingest.git_proof import Forged, refuse_forged
from exitgate.ingest.git_view import View, clean_view, locate

MOST_BYTES = 1_048_576


def file_at(repo: Path, revision: str, path: str) -> bytes | Missing | None:
    """The file's bytes, None where the revision has no such file, Missing where git cannot say."""
    if not revision or revision.startswith("-") or "\0" in revision + path:
        return Missing("no base revision was given")
    place = locate(repo)
    if isinstance(place, Missing):
        return place
    try:
        with clean_view(place) as view:
            commit = view.ask_real("rev-parse", "--verify", "--quiet", f"{revision}^{{commit}}")
            listed = view.ask("ls-tree", "-z", commit.strip(), "--", path)
            if not listed.startswith((b"100644 blob ", b"100755 blob ")):
                return None
            blob = listed.split(b"\t", 1)[0].split()[-1].decode()
            refuse_forged(view, [commit.strip(), *_folders(view, commit.strip(), path), blob])
            return view.head_of(MOST_BYTES, "cat-file", "blob", blob)
    except Forged as error:
        return Missing(str(error))
    except (GitFailed, OSError, ValueError) as error:
        return Missing(f"{revision[:60]} is not in this clone ({type(error).__name__})")


def _folders(view: View, commit: str, path: str) -> list[str]:
    """The trees through which the file is found, from the top."""
    above = [str(folder) for folder in PurePosixPath(path).parents if str(folder) != "."]
    asked = [f"{commit}^{{tree}}", *(f"{commit}:{folder}" for folder in above)]
    return view.ask("rev-parse", *asked).decode().split()
