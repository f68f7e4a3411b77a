"""The order of the tests, and the table that it comes from."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests import durations
from tests.proof import marks


def items(*nodeids: str) -> list[Any]:
    return [SimpleNamespace(nodeid=each) for each in nodeids]


def test_files_with_the_longest_test_come_first_and_stay_whole() -> None:
    given = items("a.py::one", "a.py::two", "b.py::one", "c.py::one", "c.py::two", "d.py::one")
    found = durations.longest_first(given, {"c.py": 9.0, "b.py": 2.5})
    assert [i.nodeid for i in found] == [
        "c.py::one", "c.py::two", "b.py::one", "a.py::one", "a.py::two", "d.py::one",
    ]  # fmt: skip
    assert durations.longest_first(given, {}) == given


@pytest.mark.parametrize("text", [None, "", "[1, 2]", "nonsense"])
def test_no_table_is_an_empty_one(tmp_path: Path, text: str | None) -> None:
    if text is not None:
        (tmp_path / "table").write_text(text)
    assert durations.kept(tmp_path / "table") == {}


def test_the_table_is_written_for_files_that_are_there(tmp_path: Path) -> None:
    table = tmp_path / "table"
    table.write_text(json.dumps({"tests/gone.py": 50.0, "tests/test_docs.py": 30.0}))
    recorder = durations.Recorder(table)
    for name, seconds in (("test_durations", 5.04), ("test_durations", 1.0), ("conftest", 0.1)):
        report: Any = SimpleNamespace(nodeid=f"tests/{name}.py::it", duration=seconds)
        recorder.pytest_runtest_logreport(report)
    recorder.pytest_sessionfinish()
    rows = json.loads(table.read_text())
    assert list(rows.items()) == [("tests/test_docs.py", 30.0), ("tests/test_durations.py", 5.0)]
    assert durations.kept(table) == rows


def test_the_kept_table_names_tests() -> None:
    rows = durations.kept()
    assert rows and list(rows.values()) == sorted(rows.values(), reverse=True)
    assert all((durations.TABLE.parent.parent / name).is_file() for name in rows)


@pytest.mark.parametrize(
    ("files", "share"),
    [
        (marks.HALVED, 0.5),
        (marks.QUARTERED, 0.75),
        (marks.EIGHTHED, 0.875),
        (marks.SIXTEENTHED, 0.9375),
    ],
)
def test_what_is_left_out_is_of_files_that_are_there(files: frozenset[str], share: float) -> None:
    root = Path(__file__).resolve().parent.parent
    assert all((root / name).is_file() for name in files)
    names = [f"{name}::test[{k}]" for name in sorted(files) for k in range(20)]
    assert abs(len(marks.left_out(names)) / len(names) - share) < 0.15


def test_files_are_shortened_in_one_way() -> None:
    assert not marks.HALVED & marks.QUARTERED
    assert not marks.EIGHTHED & (marks.HALVED | marks.QUARTERED)
    assert not marks.SIXTEENTHED & (marks.HALVED | marks.QUARTERED | marks.EIGHTHED)


def test_of_each_function_one_is_kept() -> None:
    file = next(iter(marks.EIGHTHED))
    names = [f"{file}::{name}[{k}]" for name in "abcdefgh" for k in range(3)]
    kept = set(names) - marks.left_out(names)
    assert {n.partition("[")[0] for n in kept} == {n.partition("[")[0] for n in names}
    assert not marks.left_out(["tests/test_traps.py::test", *(n for n in names if "[1]" in n)])
    assert not marks.left_out([f"tests/test_ir.py::test[{k}]" for k in range(20)])


def test_functions_that_are_left_out_are_there() -> None:
    root = Path(__file__).resolve().parent.parent
    for nodeid in marks.LONG:
        file, function = nodeid.split("::")
        assert f"def {function}(" in (root / file).read_text(), nodeid
    named = next(iter(marks.LONG))
    assert marks.left_out([named, f"{named}[1]", f"{named}_too"]) == {named, f"{named}[1]"}
