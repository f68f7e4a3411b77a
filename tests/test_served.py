"""A served `adc` is the command `adc`: same output, status and files as a process of its own."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.served import served_adc

ROOT = Path(__file__).resolve().parent.parent
SOURCE = 'def f(a: "float64[n]"):\n    return (a * a).sum()\n'
CALLS = (
    "adc grad k.py --wrt a -o out",
    "adc grad k.py --wrt b",
    "adc grad --nonsense",
    "adc show k.py --stage ir | head -1",
    "cat k.py | adc show /dev/stdin --stage ir",
    "cd sub && adc plan ../k.py --wrt a --size n=40 --json && adc explain ADC0301 2>&1 >out.txt",
    "LIMIT=20KB; adc plan k.py --wrt a --size n=40000 --mem-limit $LIMIT || echo status $?",
    "ADC_DEBUG=1 PATH=/nowhere adc check k.py --wrt a",
)


def contents(folder: Path) -> dict[str, bytes]:
    files = (p for p in sorted(folder.rglob("*")) if p.is_file())
    return {str(p.relative_to(folder)): p.read_bytes() for p in files}


def outcome(command: str, folder: Path, binaries: Path) -> tuple[int, str, str, dict[str, bytes]]:
    """Status, both streams and the files afterwards of a command line that calls `adc`."""
    (folder / "sub").mkdir(parents=True)
    (folder / "k.py").write_text(SOURCE)
    environment = {**os.environ, "PATH": f"{binaries}:{os.environ['PATH']}"}
    environment["PYTHONPATH"] = str(ROOT)
    line = command.replace("PATH=/nowhere adc", f"PATH=/nowhere {binaries}/adc")
    done = subprocess.run(
        ["sh", "-c", line], cwd=folder, env=environment, capture_output=True, text=True, timeout=120
    )
    return done.returncode, done.stdout, done.stderr, contents(folder)


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with an `adc` that is a process of its own."""
    folder = tmp_path_factory.mktemp("alone")
    main = "from adc.cli import main; main()"
    (folder / "adc").write_text(f'#!/bin/sh\nexec {sys.executable} -c "{main}" "$@"\n')
    (folder / "adc").chmod(0o755)
    return folder


@pytest.mark.parametrize("command", CALLS)
def test_a_call_is_what_a_process_is(
    command: str, tmp_path: Path, served: Path, alone: Path
) -> None:
    assert outcome(command, tmp_path / "a", served) == outcome(command, tmp_path / "b", alone)


def test_one_call_leaves_nothing_to_the_next(tmp_path: Path, served: Path) -> None:
    """Each has the environment and the folder that it is called with."""
    outcome("cd sub && NO_COLOR=1 adc grad ../k.py --wrt a -o out", tmp_path / "a", served)
    status, _, told, files = outcome("adc grad k.py --wrt a -o out", tmp_path / "b", served)
    assert status == 0, told
    assert "out/f_grad.c" in files
    assert not any(name.startswith("sub/") for name in files)


def test_the_server_ends_though_a_forked_process_holds_its_input() -> None:
    with served_adc(loaded=False):
        pid = os.fork()
        if not pid:
            signal.pause()
    os.kill(pid, signal.SIGKILL)
    os.waitpid(pid, 0)
