"""Requests that adc refuses: the exact text and exit status of each.

A folder in tests/rejects/ holds the sources, `command` (one line: what follows `adc`) and
`expected`, which `make golden` writes anew; `environment` may set variables (NAME=value). A request
that is done with a warning counts, too: its exit status is 0. What stands in `advised/` belongs to
tests/test_advice.py.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from adc.cli.app import adc
from adc.diagnostics.catalogue import CATALOGUE
from tests.golden_files import Golden

REJECTS = Path(__file__).parent / "rejects"
FOLDERS = sorted(p for p in REJECTS.iterdir() if p.is_dir())


def run_adc(arguments: list[str], folder: Path, more: dict[str, str]) -> Result:
    """In this process: starting a hundred interpreters would take longer than the work."""
    old = Path.cwd()
    environment: dict[str, str | None] = {"ADC_DEBUG": None, "COLUMNS": None, **more}
    os.chdir(folder)
    try:
        return CliRunner().invoke(adc, arguments, prog_name="adc", env=environment)
    finally:
        os.chdir(old)


def command_of(folder: Path) -> list[str]:
    lines = (folder / "command").read_text(encoding="utf-8").splitlines()
    (line,) = [line for line in lines if line and not line.startswith("#")]
    return shlex.split(line)


def environment_of(folder: Path) -> dict[str, str]:
    path = folder / "environment"
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    return {name: value for name, _, value in (line.partition("=") for line in lines)}


def contents(folder: Path) -> dict[str, bytes]:
    files = (p for p in sorted(folder.rglob("*")) if p.is_file())
    return {str(p.relative_to(folder)): p.read_bytes() for p in files}


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda p: p.name)
def test_reject(folder: Path, tmp_path: Path, golden: Golden) -> None:
    work = tmp_path / "work"
    shutil.copytree(folder, work, ignore=shutil.ignore_patterns("advised"))
    (work / "out").mkdir(exist_ok=True)
    (work / "out" / "keep.txt").write_text("stays as it is\n")
    before = contents(work)
    result = run_adc(command_of(folder), work, environment_of(folder))
    assert "Traceback" not in result.stderr + result.stdout
    assert result.exit_code != 70, result.stderr
    if result.exit_code == 0:
        assert re.search(r"^(warning|note)\[", result.stderr, re.MULTILINE), (
            "the request was accepted without a word"
        )
    else:
        assert result.stdout == ""
        assert contents(work) == before, "a failed run changed its folder"
    text = f"{result.stderr}exit status {result.exit_code}\n"
    golden.check(folder / "expected", text)


def test_every_code_has_an_example() -> None:
    seen = set()
    for folder in FOLDERS:
        path = folder / "expected"
        expected = path.read_text(encoding="utf-8") if path.exists() else ""
        seen |= set(re.findall(r"^(?:error|warning|note)\[(ADC\d{4})\]", expected, re.MULTILINE))
    missing = {code for code in CATALOGUE if code not in seen}
    assert not missing, f"no example in tests/rejects for {sorted(missing)}"
