"""adc as a process: killed, run twice at once, without disk or compiler."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from tests.hostile.options import KERNEL

Command = Sequence[str]

MAIN = (sys.executable, "-c", "from adc.cli.app import main; main()")
GRAD = ("grad", "k.py", "--wrt", "x", "-o", "out", "--depfile", "out/f.d")
#: What an interrupted process may end with: done, interrupted, or ended by the signal.
_ENDS = {signal.SIGINT: (0, 130, -2), signal.SIGTERM: (0, -15), signal.SIGKILL: (0, -9)}


def start(folder: Path, *more: str, adc: Command = MAIN) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [*adc, *GRAD, *more], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def contents(folder: Path) -> dict[str, bytes]:
    """The files that people see: what a killed run has left hidden is removed by the next."""
    found = (p for p in sorted(folder.rglob("*")) if p.is_file())
    return {p.name: p.read_bytes() for p in found if ".adc-" not in str(p)}


def written(folder: Path, *more: str, adc: Command = MAIN) -> dict[str, bytes]:
    """What a run writes; it must succeed."""
    with start(folder, *more, adc=adc) as running:
        _, told = running.communicate()
    assert running.returncode == 0, told
    return contents(folder / "out")


class Interrupted:
    """Runs over an older output that are ended at random moments."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        (folder / "k.py").write_text(KERNEL)
        begin = time.monotonic()
        self.new = written(folder, "--value")
        self.seconds = time.monotonic() - begin
        self.old = written(folder)

    def fault(self, number: int) -> str:
        """What is wrong after run `number`, which gets a signal somewhere; empty for nothing."""
        chance = random.Random(number)
        name = chance.choice(list(_ENDS))
        before = contents(self.folder / "out")
        more = ["--value"] if before == self.old else []
        with start(self.folder, *more) as running:
            # Most of them near the end, where files are written.
            time.sleep(self.seconds * chance.choice([chance.random(), chance.uniform(0.8, 1.2)]))
            running.send_signal(name)
            try:
                _, told = running.communicate(timeout=60)
            except subprocess.TimeoutExpired:
                running.kill()
                return f"{name.name}: no end within 60 s"
        after = contents(self.folder / "out")
        if after not in (self.old, self.new):
            return f"{name.name}: files of two runs: {sorted(after)}"
        if running.returncode == 0 and after == before:
            return f"{name.name}: done, and nothing was written"
        if running.returncode not in _ENDS[name]:
            return f"{name.name}: exit status {running.returncode}: {told}"
        if "Traceback" in told and "adc/cli" in told and running.returncode == 130:
            return f"{name.name}: {told}"
        return ""


def two_at_once(folder: Path, adc: Command = MAIN) -> str:
    """Two runs into one folder: what one of them writes is there, whole."""
    (folder / "k.py").write_text(KERNEL)
    whole = []
    for more in ([], ["--value"]):
        whole.append(written(folder, *more, adc=adc))
    for path in (folder / "out").iterdir():
        path.unlink()
    runs = [start(folder, adc=adc), start(folder, "--value", adc=adc)]
    for running in runs:
        _, told = running.communicate()
        if running.returncode:
            return f"exit status {running.returncode}: {told}"
    if contents(folder / "out") not in whole:
        return "files of two runs"
    left = [p.name for p in (folder / "out").iterdir() if p.name.startswith(".")]
    return f"left {left}" if left else ""


@contextmanager
def small_disk(options: str) -> Iterator[Path | None]:
    """A file system of its own; None where nobody may mount one."""
    with tempfile.TemporaryDirectory() as place:
        command = ["mount", "-t", "tmpfs", "-o", options, "tmpfs", place]
        if os.geteuid() or subprocess.run(command, capture_output=True).returncode:
            yield None
            return
        try:
            yield Path(place)
        finally:
            subprocess.run(["umount", place], check=True)


def full_disk(options: str = "size=64k", adc: Command = MAIN) -> str | None:
    """A disk that is too small, or read-only (`ro`): refused, and left as it was; None where
    there is no such disk to be had."""
    with small_disk(options) as disk, tempfile.TemporaryDirectory() as other:
        if disk is None:
            return None
        (Path(other) / "k.py").write_text(KERNEL)
        if "ro" not in options:
            (disk / "ballast").write_bytes(bytes(40_000))
        before = contents(disk)
        command = [*adc, "grad", "k.py", "--wrt", "x", "-o", str(disk)]
        done = subprocess.run(command, cwd=other, capture_output=True, text=True)
        if done.returncode != 1 or not done.stderr.startswith("error[ADC0603]"):
            return f"exit status {done.returncode}: {done.stderr}"
        if contents(disk) != before or list(disk.glob(".adc-*")):
            return "something was left"
    return ""


def no_compiler(folder: Path, adc: Command = MAIN) -> str:
    """`check` says what is missing."""
    (folder / "k.py").write_text(KERNEL)
    for environment in ({"CC": "/nowhere/cc"}, {"PATH": "/nowhere"}, {"CC": "false"}):
        done = subprocess.run(
            [*adc, "check", "k.py", "--wrt", "x"],
            cwd=folder, env={**os.environ, **environment}, capture_output=True, text=True,
        )  # fmt: skip
        if done.returncode != 1 or not done.stderr.startswith("error[ADC05"):
            return f"{environment}: exit status {done.returncode}: {done.stderr}"
    return ""
