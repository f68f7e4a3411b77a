"""What going outwards from a use finds: the same as one question about everything, and as a run."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
import pytest

from adc.analysis.accesses import Polyhedra, Sink
from adc.analysis.flow import at_once, last_writes, more_writes, next_writes, staged
from adc.analysis.questions import Question
from adc.analysis.remainders import Remainder
from adc.ir.declarations import Assumption
from adc.ir.enums import When
from adc.ir.nodes import Compute
from adc.ir.program import Program
from adc.ir.shapes import integer
from adc.ir.text_parser import parse_program
from adc.ir.verify import verify
from adc.ir.walking import walk_nodes
from adc.simplify.tapes import all_reads
from tests.analysis.traces import traced
from tests.differentiate.programs import M, N, T, array, c, i, j, loop, program, put, r, t
from tests.proof.cases import load_cases
from tests.proof.compiled import compile_case

HEAD = """\
program f(N: size, x: array, a: array)
input x: float64[N]
inout a: float64[4*N + 9]
local s: float64

"""
#: What a run of these sizes shows is all that there is to be seen.
SIZES = range(7)


def sinks_of(p: Program) -> list[Sink]:
    """All that `p` reads, and all that it writes, before and after that."""
    sinks = [Sink("r", label, r.container, r.index, dims) for label, r, dims in all_reads(p)]
    for node in walk_nodes(p.body):
        if isinstance(node, Compute):
            target = node.target
            sinks += [
                Sink("w", node.label, target.container, target.index, node.domain, when)
                for when in When
            ]
    return sinks


def differing(p: Program) -> list[object]:
    """The sinks of `p` for which both ways of asking do not agree."""
    polyhedra = Polyhedra(p)
    asked = [(sink, reverse) for sink in sinks_of(p) for reverse in (False, True)]
    answers = [(staged(polyhedra, *each), at_once(polyhedra, *each)) for each in asked]
    return [(each, pair) for each, pair in zip(asked, answers, strict=True) if pair[0] != pair[1]]


class Writer:
    """Writes programs of nests over `a` and `s`, in the IR's text form."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.count = 0

    def program(self) -> Program:
        lines = self.body((), 0, self.random.choice((2, 3)))
        found = parse_program(HEAD + "\n".join(lines) + "\n")
        verify(found, "planned")
        return found

    def label(self, letter: str) -> str:
        self.count += 1
        return f"{letter}{self.count}"

    def body(self, around: tuple[str, ...], depth: int, most: int) -> list[str]:
        lines = []
        for _ in range(self.random.randint(1, most)):
            kind = self.random.random()
            if kind < 0.45 and depth < 3:
                lines += self.loop(around, depth)
            elif kind < 0.55 and around:
                lines += self.branch(around, depth)
            else:
                lines.append("    " * depth + self.statement(around))
        return lines

    def loop(self, around: tuple[str, ...], depth: int) -> list[str]:
        var = f"t{self.count}"
        starts = ["0", "1", *around]
        stops = ["N", "N - 1", *(f"{v} + 1" for v in around)]
        step = self.random.choice((None, None, None, 2))
        bounds = f"{self.random.choice(starts)}, {self.random.choice(stops)}"
        text = f"range({bounds}{f', {step}' if step else ''})"
        back = self.random.choice(("", "", " backwards"))
        head = "    " * depth + f"{self.label('L')}: for {var} in {text}{back}:"
        return [head, *self.body((*around, var), depth + 1, 3)]

    def branch(self, around: tuple[str, ...], depth: int) -> list[str]:
        tested = self.random.choice((f"{{{around[-1]}}} < {{2}}", "x[0] > 1.0"))
        head = "    " * depth + f"{self.label('B')}: if {tested}:"
        return [head, *self.body(around, depth + 1, 2)]

    def index(self, around: tuple[str, ...]) -> str:
        terms = [str(self.random.randint(0, 2))]
        if around and self.random.random() < 0.8:
            terms.append(self.random.choice(("", "", "2*")) + self.random.choice(around))
        return " + ".join(terms)

    def statement(self, around: tuple[str, ...]) -> str:
        label = self.label("S")
        kind = self.random.random()
        if kind < 0.2:
            return f"{label}: s = a[{self.index(around)}]"
        if kind < 0.4:
            var = f"i{self.count}"
            extra = self.random.choice(("", " + 1", *(f" + {v}" for v in around)))
            return f"{label}: a[{var}{extra}] = s for {var} in {self.random.choice(('0', '1'))}:N"
        op = self.random.choice(("=", "=", "+="))
        return f"{label}: a[{self.index(around)}] {op} a[{self.index(around)}] + s"


@pytest.mark.parametrize("name", ["gramschmidt", "limiter", "lu", "syrk"])
def test_the_stages_say_what_the_whole_question_says(name: str) -> None:
    compiled = compile_case(load_cases()[name])
    assert differing(compiled.gradient) == []


@pytest.mark.parametrize("seed", range(12, 24))
def test_the_stages_say_it_of_any_program(seed: int) -> None:
    assert differing(Writer(seed).program()) == []


@pytest.mark.parametrize("seed", range(40, 60))
def test_what_is_found_is_what_runs_show(seed: int) -> None:
    """All that a run shows is found; where nothing depends on data, runs show all that is found."""
    found = Writer(seed).program()
    polyhedra = Polyhedra(found)
    certain = all(placed.certain for placed in polyhedra.placed.values())
    runs = [
        traced(found, {"N": size}, {"x": np.linspace(x, 2.0, size), "a": np.ones(4 * size + 9)})
        for size in SIZES
        for x in ((1.0,) if certain else (0.5, 1.5))
        if size or certain
    ]
    for label, read, dims in all_reads(found):
        sink = Sink("r", label, read.container, read.index, dims)
        use = (label, read.container, read.index)
        for flow, shown in (
            (last_writes(polyhedra, [sink]), [run.made.get(use, set()) for run in runs]),
            (next_writes(polyhedra, [sink]), [run.destroyed.get(use, set()) for run in runs]),
        ):
            told = {d.source for d in flow.dependences} | ({None} if flow.unmatched else set())
            seen = set().union(*shown)
            assert told >= seen, use
            assert told == seen or not certain or not seen, use
        sources = {d.source for d in last_writes(polyhedra, [sink]).dependences}
        for known in (set(sorted(sources)[::2]), set(sorted(sources)[1:])):
            assert more_writes(polyhedra, sink, known) | known == sources, use


def test_what_one_write_surely_covers_is_no_question(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Remainder, "after", None)
    p = program(
        "p", [array("A", N), array("B", N)], [put(r("A", 0), c("1.0")), put(r("B", 0), r("A", 0))]
    )
    sink = Sink("r", p.body[1].label, "A", p.body[0].target.index)  # type: ignore[attr-defined]
    (dependence,) = last_writes(Polyhedra(p), [sink]).dependences
    assert (dependence.source, dependence.together) == (p.body[0].label, ())


def test_what_lies_further_than_a_sure_write_is_no_question() -> None:
    """Programs that differ in it alone ask the same, and so the answer is known."""
    write, use = put(r("A", i), c("1.0"), (i, 1, N)), put(r("B", i), r("A", i), (i, 2, N))
    far = put(r("A", i), r("B", i), (i, 0, N))
    for before in ([], [far]):
        p = program("p", [array("A", N), array("B", N)], [*before, write, use])
        sink = Sink("r", use.label, "A", (i,), use.domain)
        question = Question(Polyhedra(p), sink, False)
        asked = [question.asked(s, question.unknown(s, ()))[0] for s in question.stages]
        step = question.use.all.after(asked[0])
        assert [seen.part for seen in step.seen] == [0] and step.rest is None
        assert len(asked) == 1 + len(before)


def test_what_is_known_of_the_sizes_of_other_writes_counts() -> None:
    """The first write in a step is the last one of all only if the loop after it does not run."""
    first, over = put(r("A", 0), c("1.0")), put(r("A", 0), c("2.0"))
    use = put(r("B", 0), r("A", 0))
    steps = loop(t, 0, T, first, loop(j, 0, M, over))
    p = program("p", [array("A", N), array("B", N)], [steps, use])
    sink = Sink("r", use.label, "A", use.target.index)
    for known, sources in (((), {first.label, over.label}), ((M,), {over.label})):
        facts = tuple(Assumption(size, ">=", integer(1)) for size in known)
        found, _ = staged(Polyhedra(replace(p, assumptions=facts)), sink, False)
        assert set(found) == sources
