"""The process `adc`: its streams, its exit status."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from adc.cli.app import adc

MAIN = "from adc.cli.app import main; main()"
KERNEL = 'def f(x: "float64[N]"):\n    return x[0] * x[0]\n'


def run(*words: str, **streams: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", MAIN, *words]
    return subprocess.run(command, text=True, timeout=120, **streams)  # type: ignore[call-overload]


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no /dev/full here")
@pytest.mark.parametrize("words", [["ops"], ["--help"], ["explain", "ADC0603", "--json"]])
def test_output_that_nobody_can_keep(words: list[str]) -> None:
    with open("/dev/full", "w") as full:
        result = run(*words, stdout=full, stderr=subprocess.PIPE)
    assert result.returncode == 1
    assert result.stderr == "adc: cannot print the result: no space left on device\n"


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no /dev/full here")
def test_a_refusal_that_nobody_can_keep() -> None:
    with open("/dev/full", "w") as full:
        assert run("grad", "missing.py", "--wrt", "x", stdout=full, stderr=full).returncode == 1
        assert run("grad", "--wrt", "x", stdout=full, stderr=full).returncode == 2


def test_a_reader_that_goes_hears_nothing() -> None:
    with subprocess.Popen(
        [sys.executable, "-c", MAIN, "ops"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as running:
        assert running.stdout is not None and running.stderr is not None
        running.stdout.close()
        assert running.stderr.read() == b""
    assert running.returncode in (0, 1)  # click's own status where nobody reads


def test_closed_streams(tmp_path: Path) -> None:
    (tmp_path / "k.py").write_text(KERNEL)
    command = f'exec {sys.executable} -c "{MAIN}" grad k.py --wrt x --of return >&- 2>&-'
    assert subprocess.run(command, shell=True, cwd=tmp_path, timeout=120).returncode == 0
    assert (tmp_path / "out" / "manifest.json").exists()


@pytest.mark.parametrize("encoding", ["utf-8:strict", "ascii:strict"])
def test_a_folder_whose_name_is_no_text(tmp_path: Path, encoding: str) -> None:
    (tmp_path / "k.py").write_text(KERNEL)
    folder = os.fsdecode(b"out\xff")
    environment = {**os.environ, "PYTHONIOENCODING": encoding}
    result = run("grad", "k.py", "--wrt", "x", "-o", folder, cwd=tmp_path, env=environment)
    assert result.returncode == 0
    assert (tmp_path / folder / "manifest.json").exists()


@pytest.mark.parametrize(
    "words",
    [
        ["grad", "k.py", "--wrt", "x", "-o", ""],
        ["grad", "k.py", "--wrt", "x", "--depfile", " "],
        ["plan", "k.py", "--wrt", "x", "--plot", ""],
        ["grad", "", "--wrt", "x"],
        ["grad", "k.py", "--wrt", "x", "--machine", ""],
        ["calibrate", "-o", ""],
    ],
)
def test_an_empty_path_is_refused(words: list[str]) -> None:
    result = CliRunner().invoke(adc, words, prog_name="adc")
    assert result.exit_code == 2
    assert "a path is missing" in result.stderr
