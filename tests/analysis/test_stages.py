"""What going outwards from a use finds: the same as one question about everything, and as a run."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np
import pytest

from adc.analysis.accesses import Polyhedra, Sink
from adc.analysis.flow import Found, at_once, last_writes, more_writes, next_writes, staged
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
from tests.analysis.traces import Trace, traced
from tests.differentiate.programs import M, N, T, array, c, i, j, loop, program, put, r, t
from tests.proof.cases import load_cases
from tests.proof.compiled import compile_case

HEAD = """\
program f(N: size, x: array, a: array)
input x: float64[N]
inout a: float64[4*N + 9]
local s: float64
local n0: int64
local n1: int64
local n2: int64

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
    """The sinks of `p` for which both ways of asking do not agree; where a condition on data
    decides of writes, going outwards may tell more."""
    polyhedra = Polyhedra(p)
    asked = [(sink, reverse) for sink in sinks_of(p) for reverse in (False, True)]
    answers = [(staged(polyhedra, *each), at_once(polyhedra, *each)) for each in asked]

    def agree(container: str, told: Found, whole: Found) -> bool:
        if any(writer.placed.doubt for writer in polyhedra.writers(container).all):
            return told[0].keys() <= whole[0].keys() and told[1] <= whole[1]
        return told == whole

    pairs = zip(asked, answers, strict=True)
    return [(each, pair) for each, pair in pairs if not agree(each[0].container, *pair)]


class Writer:
    """Writes programs of nests over `a` and `s`, in the IR's text form; a half of what a `doubtful`
    one has is under conditions on data."""

    def __init__(self, seed: int, doubtful: bool = False) -> None:
        self.random = random.Random(seed)
        self.doubtful = doubtful
        self.count = 0
        self.whiles = 0
        self.counted: list[str] = []

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
            if self.doubtful and around and depth < 4 and kind < 0.5:
                lines += self.doubt(around, depth)
            elif kind < 0.45 and depth < 3:
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

    def doubt(self, around: tuple[str, ...], depth: int) -> list[str]:
        """A branch on data, with both arms or one, or a While, or back through an earlier one."""
        indent, kind = "    " * depth, self.random.random()
        if kind < 0.4 and self.whiles < 3:
            var, trips = f"w{self.count}", f"n{self.whiles}"
            self.whiles += 1
            tested = f"x[{var}] + x[{around[-1]}] > 2.0 and s > -1.0"
            head = f"{indent}{self.label('W')}: while {tested} as {var} to N into {trips}:"
            found = [head, *self.body((*around, var), depth + 1, 3)]
            self.counted.append(trips)
            return found
        if kind < 0.5 and self.counted:
            var, trips = f"w{self.count}", self.random.choice(self.counted)
            head = f"{indent}{self.label('W')}: reverse while {var} from {trips}:"
            return [head, *self.body((*around, var), depth + 1, 2)]
        tested = f"x[{self.random.choice(around)}] > 1.0"
        head = f"{indent}{self.label('B')}: if {tested}:"
        found = [head, *self.body(around, depth + 1, 2)]
        if kind < 0.8:
            found += [f"{indent}else:", *self.body(around, depth + 1, 2)]
        return found

    def index(self, around: tuple[str, ...]) -> str:
        terms = [str(self.random.randint(0, 2))]
        if around and self.random.random() < 0.8:
            terms.append(self.random.choice(("", "", "2*")) + self.random.choice(around))
        return " + ".join(terms)

    def statement(self, around: tuple[str, ...]) -> str:
        label = self.label("S")
        kind = self.random.random()
        if kind < (0.4 if self.doubtful else 0.2):
            return f"{label}: s = a[{self.index(around)}]"
        if kind < (0.5 if self.doubtful else 0.4):
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


def told_and_seen(
    found: Program, runs: Sequence[Trace]
) -> Iterator[tuple[Sink, set[str | None], set[str | None]]]:
    """What of each read is told, and what runs show: the writers of its value, then those that
    next destroy it; None for none."""
    polyhedra = Polyhedra(found)
    for label, read, dims in all_reads(found):
        sink = Sink("r", label, read.container, read.index, dims)
        use = (label, read.container, read.index)
        for flow, shown in (
            (last_writes(polyhedra, [sink]), [run.made.get(use, set()) for run in runs]),
            (next_writes(polyhedra, [sink]), [run.destroyed.get(use, set()) for run in runs]),
        ):
            told = {d.source for d in flow.dependences} | ({None} if flow.unmatched else set())
            yield sink, told, set().union(*shown)


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
    for sink, told, seen in told_and_seen(found, runs):
        assert told >= seen, sink
        assert told == seen or not certain or not seen, sink
        sources = {d.source for d in last_writes(polyhedra, [sink]).dependences}
        for known in (set(sorted(sources)[::2]), set(sorted(sources)[1:])):
            assert more_writes(polyhedra, sink, known) | known == sources, sink


@pytest.mark.parametrize("seed", range(16))
def test_what_runs_show_is_found_under_conditions_on_data(seed: int) -> None:
    found = Writer(seed, doubtful=True).program()
    drawn = random.Random(seed)
    runs = [
        traced(
            found,
            {"N": size},
            {"x": [drawn.choice((0.6, 1.5)) for _ in range(size)], "a": np.ones(4 * size + 9)},
        )
        for size in SIZES
        for _ in range(4)
    ]
    for sink, told, seen in told_and_seen(found, runs):
        assert told >= seen, sink


BESIDE = """\
L1: for t in range(0, N):
    S1: s = 1.0
    B1: if x[t] > 1.0:
        S2: s = 2.0
        S3: a[0] = s
        S4: s = 3.0
    else:
        S5: a[1] = s
    S6: a[2] = s
    W1: while s < a[t] as w to N into n0:
        S7: a[3] = s
        S8: s = a[w]
        B2: if x[w] > 1.0:
            S9: s = 4.0
        S10: s = s + 1.0
    S11: s = 5.0
"""


#: Of some uses in it, what they see and what destroys that.
SEEN = {
    "S3": ({"S2"}, {"S4"}),
    "S5": ({"S1"}, {"S8", "S11"}),
    "S6": ({"S1", "S4"}, {"S8", "S11"}),
    "W1": ({"S1", "S4", "S10"}, {"S8", "S9", "S10", "S11"}),
    "S7": ({"S1", "S4", "S10"}, {"S8"}),
    "S10": ({"S8", "S9"}, {"S10"}),
}


def test_what_leads_to_a_use_leads_to_what_is_beside_it() -> None:
    """In the same arm, or the same iteration of a While, which its test is not in."""
    polyhedra = Polyhedra(parse_program(HEAD + BESIDE))
    for label, (made, killed) in SEEN.items():
        sink = Sink("r", label, "s", ())
        for flow, sources in ((last_writes, made), (next_writes, killed)):
            found = flow(polyhedra, [sink])
            assert {d.source for d in found.dependences} == sources, label
            assert not found.unmatched, label


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
        asked = [question.asked(*each)[0] for each in question.asked_of()]
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
