"""When a self-check is built, and when one is taken that was built before."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from adc.check.build import build
from tests import kept_checks
from tests.proof.answers import Answers

TEXTS = {
    "f.c": "int f(void) { return 3; }\n",
    "f.h": "int f(void);\n",
    "f_check.c": '#include "f.h"\nint main(void) { return f(); }\n',
}


@pytest.fixture
def built() -> Iterator[list[Mapping[str, str]]]:
    """The texts that were built, as often as they were; `ask` is what keeps them."""
    Answers.forget(keeping=True)
    yield []
    Answers.forget(keeping=True)


def asked(
    built: list[Mapping[str, str]], folder: Path, files: Mapping[str, str] = TEXTS, **more: Any
) -> int:
    """What the self-check of `files` in a new folder returns."""

    def counted(files: Mapping[str, str], *words: Any, **options: Any) -> Path:
        built.append(files)
        return build(files, *words, **options)

    folder.mkdir()
    program = kept_checks.keeping(counted)(files, "f", folder, **{"openmp": False, **more})
    return subprocess.run([program]).returncode


def test_one_program_is_built_once(built: list[Any], tmp_path: Path) -> None:
    assert [asked(built, tmp_path / name) for name in "ab"] == [3, 3]
    assert len(built) == 1


def test_another_text_is_another_program(built: list[Any], tmp_path: Path) -> None:
    other = {**TEXTS, "f.c": "int f(void) { return 4; }\n"}
    assert [asked(built, tmp_path / "a"), asked(built, tmp_path / "b", other)] == [3, 4]
    assert built == [TEXTS, other]


def test_options_libraries_and_the_environment_are_asked_anew(
    built: list[Any], tmp_path: Path
) -> None:
    asked(built, tmp_path / "a")
    asked(built, tmp_path / "b", openmp=True)
    asked(built, tmp_path / "c", link=["-lm"])
    asked(built, tmp_path / "d", link=["-lm"])
    os.environ["ADC_TEST_OF_KEPT_CHECKS"] = "1"
    try:
        asked(built, tmp_path / "e")
    finally:
        del os.environ["ADC_TEST_OF_KEPT_CHECKS"]
    assert len(built) == 5


def test_what_does_not_compile_is_not_kept(built: list[Any], tmp_path: Path) -> None:
    wrong = {**TEXTS, "f.c": "int f(void) { return }\n"}
    for name in "ab":
        with pytest.raises(Exception, match="cannot compile"):
            asked(built, tmp_path / name, wrong)
    assert len(built) == 2


def test_where_a_test_changes_the_compiler_nothing_is_kept(
    built: list[Any], tmp_path: Path
) -> None:
    Answers.forget(keeping=False)
    assert [asked(built, tmp_path / name) for name in "ab"] == [3, 3]
    assert len(built) == 2
