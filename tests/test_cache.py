"""What is kept between runs: the same answers with it and without it, whatever befalls the file."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from adc import cache
from adc.analysis.flow import forget
from adc.cli.app import adc
from adc.pipeline import compile_request
from tests.proof.cases import load_cases
from tests.proof.compiled import request_of

CASES = load_cases()


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path / "adc"


def files(name: str) -> dict[str, str]:
    """The case's files, by a process that remembers nothing."""
    case = CASES[name]
    assert case.path is not None
    forget()
    found = compile_request(request_of(case, case.path)).files
    cache.flush()
    return found


def kept(folder: Path) -> Path:
    return folder / "answers-1.sqlite"


def rows(path: Path) -> int:
    with sqlite3.connect(path) as database:
        (count,) = database.execute("SELECT count(*) FROM answers").fetchone()
    return int(count)


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """What isl is asked from now on."""
    from adc.analysis.remainders import Remainder

    found: list[object] = []
    original = Remainder._answered

    def answered(self: Remainder, stage: object) -> object:
        found.append(stage)
        return original(self, stage)  # type: ignore[arg-type]

    monkeypatch.setattr(Remainder, "_answered", answered)
    return found


@pytest.mark.parametrize("name", ["lu", "burgers", "limiter"])
def test_the_same_files_from_kept_answers(folder: Path, name: str, asked: list[object]) -> None:
    cold = files(name)
    assert asked and rows(kept(folder)) > 0
    asked.clear()
    assert files(name) == cold
    assert asked == []


def test_without_the_cache_nothing_is_read_or_written(folder: Path, asked: list[object]) -> None:
    cold = files("lu")
    before = kept(folder).read_bytes()
    asked.clear()
    cache.enable(False)
    try:
        assert files("lu") == cold
        assert files("burgers")
    finally:
        cache.enable(True)
    assert asked and kept(folder).read_bytes() == before


DAMAGES = {
    "empty": lambda whole: b"",
    "nonsense": lambda whole: b"nonsense " * 1000,
    "half": lambda whole: whole[: len(whole) // 2],
    "holes": lambda whole: whole[:4096] + bytes(len(whole) - 4096),
    "other answers": lambda whole: whole.replace(b"true", b"fals").replace(b"[[0", b"[[1"),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_file_changes_no_answer(folder: Path, damage: str) -> None:
    cold = files("lu")
    whole = kept(folder).read_bytes()
    cache.close()
    kept(folder).write_bytes(DAMAGES[damage](whole))
    cache.close()
    assert files("lu") == cold
    cache.close()
    assert files("lu") == cold


def test_a_file_that_another_run_holds(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cold = files("lu")
    cache.close()
    monkeypatch.setattr(cache, "PATIENCE", 0.01)
    holder = sqlite3.connect(kept(folder), isolation_level=None)
    holder.execute("BEGIN EXCLUSIVE")
    try:
        assert files("lu") == cold
    finally:
        holder.close()


def test_a_folder_in_the_place_of_the_file(folder: Path) -> None:
    kept(folder).mkdir(parents=True)
    cache.close()
    assert files("lu")


def test_no_folder_for_the_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    blocker = tmp_path / "file"
    blocker.write_text("")
    monkeypatch.setenv("XDG_CACHE_HOME", str(blocker))
    assert files("lu")
    assert cache.recall("anything") is None


def test_answers_that_were_not_used_for_longest_go(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cache, "MOST_ANSWERS", 40)
    monkeypatch.setattr(cache, "_today", lambda: 1)
    for number in range(40):
        cache.keep(f"question {number}", f"answer {number}")
    cache.flush()
    monkeypatch.setattr(cache, "_today", lambda: 2)
    assert cache.recall("question 7") == "answer 7"
    cache.keep("one more", "yes")
    cache.flush()
    assert rows(kept(folder)) == 30
    assert cache.recall("question 7") == "answer 7" and cache.recall("one more") == "yes"


def test_runs_that_write_at_once(folder: Path) -> None:
    text = (
        "from adc import cache\n"
        "for n in range(3000): cache.keep(f'{n}', f'answer to {n}')\n"
        "cache.flush()\n"
        "assert all(cache.recall(f'{n}') in (None, f'answer to {n}') for n in range(3000))\n"
    )
    root = str(Path(__file__).parent.parent)
    environment = {**os.environ, "PYTHONPATH": root}
    runs = [subprocess.Popen([sys.executable, "-c", text], env=environment) for _ in range(3)]
    assert [run.wait(60) for run in runs] == [0, 0, 0]
    assert rows(kept(folder)) > 0


def test_the_option_leaves_the_folder_alone(folder: Path, tmp_path: Path) -> None:
    case = CASES["lu"]
    arguments = ["grad", str(case.path), "--wrt", ",".join(case.wrt), "--of", ",".join(case.of)]
    try:
        for number, more in enumerate((["--no-cache"], [])):
            output = str(tmp_path / f"out{number}")
            forget()
            result = CliRunner().invoke(adc, [*arguments, *more, "-q", "-o", output])
            assert result.exit_code == 0, result.output
            cache.flush()
            assert folder.exists() == (not more)
    finally:
        cache.enable(True)
