"""Random Fortran texts: some of them against gfortran, and the parts of the generator."""

from __future__ import annotations

import random
import shutil
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from tests.proof.inputs import draw_inputs
from tests.proof.marks import seeds_in_parts
from tests.textfuzz.fortran import original
from tests.textfuzz.fortran.examination import Examination
from tests.textfuzz.fortran.generator import Maker, generate
from tests.textfuzz.fortran.language import Fortran
from tests.textfuzz.fortran.original import Original, Server, build, remove, scratch
from tests.textfuzz.fortran.procedures import texts_of, words_of
from tests.textfuzz.fortran.program import Program
from tests.textfuzz.fortran.scope import Scope
from tests.textfuzz.fortran.smaller import smaller_programs
from tests.textfuzz.fortran.text import Form, block, line
from tests.textfuzz.language import language
from tests.textfuzz.outcome import INVALID, Outcome
from tests.textfuzz.worker import final_outcome

NEEDS_GFORTRAN = pytest.mark.skipif(
    shutil.which("gfortran") is None, reason="gfortran, the reference of Fortran, is not installed"
)


@NEEDS_GFORTRAN
@pytest.mark.parametrize("seeds", seeds_in_parts(6, 20, 60))
def test_random_programs(seeds: range) -> None:
    fortran = Fortran(searches=False)
    found = {s: final_outcome(fortran, fortran.draw(s)) for s in seeds}
    wrong = [f"{fortran.draw(s)}\n{o}" for s, o in found.items() if o.failed]
    assert not wrong, "\n\n".join(wrong)
    # A generator that only makes what is refused, trivial or invalid proves nothing.
    counts = Counter(o.kind for o in found.values())
    assert counts["proved"] >= len(seeds) // 2, str(counts)


def test_a_seed_gives_one_program() -> None:
    assert generate(11) == generate(11)
    assert generate(11).source != generate(12).source


@NEEDS_GFORTRAN
def test_an_integer_is_set_before_it_is_read() -> None:
    """What the right side of an assignment reads was set before: not by that assignment."""
    drawn = 0
    for seed in range(40):
        maker = Maker(random.Random(seed), seed)
        maker.program()
        for _ in range(20):
            for text in texts_of(maker.integer_assignment(Scope(), 1)):
                name, value = text.split(" = ", 1)
                assert name not in words_of(value), text
                drawn += 1
    assert drawn > 100


def test_programs_are_valid() -> None:
    """gfortran takes them, and its run-time checks have nothing to say."""
    fortran = language("fortran")
    programs = [generate(seed) for seed in range(200, 210)]
    library = fortran.libraries.of(programs[0])  # type: ignore[attr-defined]
    assert library.faults == {}
    for program in programs:
        examination = Examination(program, library, fortran.libraries.server)  # type: ignore[attr-defined]
        for sizes in ({}, *program.edges):
            case = examination.case({**program.sizes, **sizes})
            inputs = draw_inputs(case, examination.random)
            examination.run(examination.original, case, inputs)  # raises where a check fails


def program_of(text: str) -> Program:
    """A program of one subroutine `r1(n, a, s)`."""
    lines = tuple(line(each) for each in text.strip().splitlines())
    declared = (line("integer :: n, i"), line("real(8) :: a(n), s"))
    unit = block("subroutine r1(n, a, s)", (*declared, *lines), "end subroutine")
    arguments = ("n: int32", "a: float64(n)", "s: float64")
    return Program(1, Form(False), (unit,), "r1", arguments, ("a",), ("s",), {"n": 3}, whole=False)


@NEEDS_GFORTRAN
def test_a_reading_that_differs_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A fault planted in the front end: tangent and adjoint agree with it, gfortran does not."""
    from adc.ir import shapes
    from adc.lowering.fortran import operators

    program = program_of("s = sum(a)*((-7)/2 + n/2)")
    assert outcome(program).kind == "proved"
    monkeypatch.setattr(operators, "truncated", lambda cx, a, b: shapes.floordiv(a, b))
    assert outcome(program).symptom == ("WRONG", "value")


def outcome(program: Program) -> Outcome:
    fortran = language("fortran")
    fortran.libraries.drop()  # type: ignore[attr-defined]
    return final_outcome(fortran, program)


@NEEDS_GFORTRAN
@pytest.mark.parametrize("text", ["i = 4\ns = a(i)", "s = 0\n1 if (n > 0) goto 1\ns = a(1)"],
                         ids=["out of bounds", "without end"])  # fmt: skip
def test_a_run_that_fails_is_no_verdict(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(original, "SECONDS", 1)
    found = outcome(program_of(text))
    assert found.symptom == ("skipped", INVALID)
    assert outcome(program_of("s = a(1)**2")).kind == "proved"


@NEEDS_GFORTRAN
@pytest.mark.parametrize("text", ["max(a(1), root)", "a(1)*min(root, 2.0d0)"])
def test_what_the_standard_leaves_open_is_no_verdict(text: str) -> None:
    root = "sqrt(-1 - a(2)**2)"
    found = outcome(program_of(f"s = {text.replace('root', root)}"))
    assert found.symptom == ("skipped", "MAX or MIN of a NaN")
    assert outcome(program_of(f"s = {text.replace('root', 'a(2)')}")).kind == "proved"


@NEEDS_GFORTRAN
def test_programs_that_do_not_compile_leave_the_others_in_the_library() -> None:
    good, bad = program_of("s = 2*a(1)"), program_of("s = nothing(")
    other = replace(bad, seed=2, routine="r1")
    folder = scratch()
    try:
        library = build([replace(good, seed=1), other], folder)
        assert set(library.faults) == {2}
        call = Original(good, library, Server())
        arrays, _ = call(Sized({"n": 3}), {"a": np.array([3.0, 1.0, 1.0]), "s": np.zeros(())})
        assert arrays["s"] == 6.0
        call.server.stop()
    finally:
        remove(folder)


class Sized:
    """As much of a case as a call needs."""

    def __init__(self, sizes: dict[str, int]) -> None:
        self.sizes = sizes


def test_fixed_form_keeps_to_its_columns() -> None:
    programs = [p for p in map(generate, range(60)) if p.form.fixed]
    for text in "".join(p.source for p in programs).splitlines():
        assert len(text) <= 72, text
        assert text[:1] == "C" or text[:5].strip().isdigit() or text[:5] == "     ", text


def test_smaller_programs_lose_one_thing_at_a_time() -> None:
    program = program_of("do i = 1, n\ns = s + a(i)\nend do")
    texts = {p.source for p in smaller_programs(program)}
    assert program.source not in texts
    assert any("s + a(i)" not in t and "do i" in t for t in texts)
