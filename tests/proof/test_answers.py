"""What is kept of the compiler's answers, and when it is not."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from adc import pipeline
from tests.proof.answers import KEPT, Answers
from tests.proof.compiled import compile_case
from tests.proof.traps import TRAPS

CASE = TRAPS["recurrence"]


@pytest.fixture
def anew() -> Iterator[None]:
    Answers.forget(keeping=True)
    yield
    Answers.forget(keeping=True)


def test_one_request_is_answered_once(anew: None) -> None:
    assert compile_case(CASE) is compile_case(CASE)


def test_another_request_is_another_answer(anew: None) -> None:
    plain, valued = compile_case(CASE), compile_case(CASE, value=True)
    assert plain.files["manifest.json"] != valued.files["manifest.json"]


def test_a_kept_front_half_gives_the_same_files(anew: None) -> None:
    compile_case(CASE)
    behind = compile_case(CASE, value=True)
    Answers.forget(keeping=True)
    assert compile_case(CASE, value=True).files == behind.files


def test_a_changed_compiler_answers_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    compile_case(CASE)
    monkeypatch.setattr(pipeline, "back_half", None)
    with pytest.raises(TypeError):
        compile_case(CASE)


def test_few_answers_are_kept() -> None:
    answers: Answers[int] = Answers()
    for asked in (*range(KEPT), 0, KEPT):
        answers.of(asked, lambda asked=asked: asked)  # type: ignore[misc]
    assert len(answers.kept) == KEPT and 0 in answers.kept and 1 not in answers.kept
    Answers.every.remove(answers)


def test_an_error_is_no_answer(anew: None) -> None:
    answers: Answers[int] = Answers()
    for _ in range(2):
        with pytest.raises(ZeroDivisionError):
            answers.of("x", lambda: 1 // 0)
    Answers.every.remove(answers)
