"""The image itself: small, quick, deaf to its surroundings, and nothing left behind."""

from __future__ import annotations

import json
import subprocess
import time
from pathlib import Path

from machine import BASE, IMAGE, Machine
from world import EXAMPLES

SAMPLE = EXAMPLES / "samples" / "outputs" / "claude.jsonl"
SAMPLE_NAME = "agent-output.jsonl"


def in_image(machine: Machine, script: str, *options: str) -> subprocess.CompletedProcess[str]:
    return machine.run("run", "--rm", *options, "--entrypoint", "sh", IMAGE, "-c", script)


def runner_folders(folder: Path) -> list[str]:
    """A runner's folders as GitHub mounts them, and the variables that name them."""
    for name in ("workspace", "temp", "files"):
        (folder / name).mkdir()
        (folder / name).chmod(0o777)
    (folder / "workspace" / SAMPLE_NAME).write_bytes(SAMPLE.read_bytes())
    (folder / "files" / "event.json").write_text(json.dumps({}))
    variables = {
        "GITHUB_WORKSPACE": "/github/workspace",
        "GITHUB_OUTPUT": "/github/files/output",
        "GITHUB_STEP_SUMMARY": "/github/files/summary",
        "GITHUB_EVENT_PATH": "/github/files/event.json",
        "GITHUB_EVENT_NAME": "push",
        "RUNNER_TEMP": "/github/temp",
        "INPUT_STATE": "none",
    }
    words = [word for item in variables.items() for word in ("--env", "=".join(item))]
    return ["--volume", f"{folder}:/github", "--workdir", "/github/workspace", *words]


def test_the_gates_own_work_takes_less_than_a_second(machine: Machine, tmp_path: Path) -> None:
    """Best of five, because other tests run at the same time."""
    options = runner_folders(tmp_path)
    output = tmp_path / "files" / "output"
    inside = (
        "for n in 1 2 3 4 5; do date +%s.%N; exitgate run > /github/files/log; date +%s.%N; done"
    )
    moments = [float(word) for word in in_image(machine, inside, *options).stdout.split()]
    work = min(end - start for start, end in zip(moments[::2], moments[1::2], strict=True))
    start = time.time()
    output.unlink()
    machine.run("run", "--rm", *options, IMAGE)
    whole = output.stat().st_mtime - start
    print(
        f"from container start to written outputs: {whole:.2f} s, the gate's own work {work:.2f} s"
    )
    assert "should_exit" in output.read_text()
    assert work < 1
    assert whole < 10


def test_it_needs_no_network_no_home_and_nothing_to_write_but_the_runners_files(
    machine: Machine, tmp_path: Path
) -> None:
    closed = ["--network", "none", "--read-only", "--env", "HOME=/nowhere"]
    workspace = ["--volume", f"{tmp_path / 'workspace'}:/github/workspace:ro"]
    options = runner_folders(tmp_path)
    done = machine.run("run", "--rm", *options, *workspace, *closed, IMAGE)
    said = (tmp_path / "files" / "output").read_text()
    assert "should_exit" in said
    assert "::warning" in done.stdout, "the decision file could not be written, and it says so"
    assert "ExitGate" in (tmp_path / "files" / "summary").read_text()
    assert sorted(path.name for path in (tmp_path / "workspace").iterdir()) == [SAMPLE_NAME]


def test_without_a_network_memory_is_lost_and_the_decision_is_not(
    machine: Machine, tmp_path: Path
) -> None:
    options = runner_folders(tmp_path)
    remote = {"INPUT_STATE": "branch", "INPUT_TOKEN": "t", "GITHUB_REPOSITORY": "octo/app"}
    remote |= {"GITHUB_SERVER_URL": "https://github.com", "GITHUB_REF_NAME": "main"}
    words = [word for item in remote.items() for word in ("--env", "=".join(item))]
    done = machine.run("run", "--rm", *options, *words, "--network", "none", IMAGE)
    assert "should_exit" in (tmp_path / "files" / "output").read_text()
    assert "::warning" in done.stdout


def test_two_builds_make_the_same_files(machine: Machine) -> None:
    """Layer digests also carry times; those are pinned by the release's SOURCE_DATE_EPOCH."""
    again = "localhost/exitgate:again"
    root = str(Path(__file__).parents[2])
    chosen = ["--build-arg", f"BASE={BASE}", "--pull=never"] if machine.engine == "podman" else []
    machine.run(
        *("build", "--no-cache", "--network", "host", *chosen),
        *("--target", "builder", "--tag", again, root),
    )
    listing = "cd /opt/exitgate && find . -type f -exec sha256sum {} + | sort -k 2; "
    listing += "find . -printf '%m %l %p\\n' | sort -k 2"
    first, second = (
        machine.run("run", "--rm", "--entrypoint", "sh", image, "-c", listing).stdout
        for image in (IMAGE, again)
    )
    machine.run("rmi", again)
    assert first == second
    assert "exitgate/gate.py" in first


def test_no_compiler_and_no_installer_is_left(machine: Machine) -> None:
    found = in_image(machine, "command -v gcc cc c++ make; ls /opt/exitgate/bin; exit 0").stdout
    assert "exitgate" in found
    assert in_image(machine, "ls -A /root/.cache /build 2> /dev/null; exit 0").stdout == ""
    assert not {"gcc", "cc", "c++", "make", "pip"} & {
        line.rpartition("/")[2] for line in found.split()
    }


def test_what_it_adds_to_its_base_is_small(machine: Machine) -> None:
    size = in_image(machine, "du -sm /opt/exitgate").stdout.split()[0]
    assert int(size) < 120


def test_modules_in_the_workspace_and_the_jobs_python_settings_are_not_ours(
    machine: Machine, tmp_path: Path
) -> None:
    options = runner_folders(tmp_path)
    for name in ("yaml.py", "json.py", "exitgate.py", "sitecustomize.py"):
        (tmp_path / "workspace" / name).write_text("raise SystemExit('an agent is in the gate')\n")
    settings = ["PYTHONPATH=/github/workspace", "PYTHONSTARTUP=/github/workspace/yaml.py"]
    words = [word for item in settings for word in ("--env", item)]
    done = machine.run("run", "--rm", *options, *words, IMAGE)
    assert "an agent is in the gate" not in done.stdout + done.stderr
    assert "should_exit" in (tmp_path / "files" / "output").read_text()


def test_a_workspace_of_another_user_is_readable_by_git(machine: Machine, tmp_path: Path) -> None:
    subprocess.run(["git", "init", "--quiet", str(tmp_path)], check=True)
    script = "chown -R 1001:1001 /w && git -C /w status --short"
    in_image(machine, script, "--volume", f"{tmp_path}:/w")
    in_image(machine, "chown -R 0:0 /w", "--volume", f"{tmp_path}:/w")


def test_the_bytecode_is_ready_and_matches(machine: Machine) -> None:
    script = "cd /opt/exitgate/lib/python3*/site-packages/exitgate && ls core/*.py | wc -l"
    script += " && ls core/__pycache__/*.pyc | wc -l"
    sources, compiled = in_image(machine, script).stdout.split()
    assert sources == compiled


def test_the_base_is_an_argument() -> None:
    text = (Path(__file__).parents[2] / "Dockerfile").read_text()
    assert "@sha256:" in text.split("ARG BASE=")[1].splitlines()[0]
    assert text.count("FROM ${BASE}") == 2
    assert BASE not in text
