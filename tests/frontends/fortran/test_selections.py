"""Jumps that choose become SELECT CASEs that do the same: random programs, run before and after."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass

import pytest

from adc.frontends.fortran import tree
from adc.frontends.fortran.jumps import JUMPS, structured
from adc.frontends.fortran.nested import within
from adc.frontends.fortran.selections import selected
from tests.frontends.fortran.test_jumps import SPAN, Machine, Source, body

JOINED = "\n 90 e = 5"


@dataclass
class Chosen(Machine):
    """A machine with an integer variable `k`, which assignments to it count up."""

    k: int = 0

    def value(self, expr: tree.Expr) -> int:
        match expr:
            case tree.Name("k"):
                return self.k
            case tree.Binary("-", left, right):
                return self.value(left) - self.value(right)
            case tree.Number(text):
                return int(text)
        return super().value(expr)

    def statement(self, statement: tree.Statement) -> None:
        match statement:
            case tree.Assign(tree.Name("k")):
                self.k = (self.k + 2) % 7 - 1
            case tree.Select(selector, cases):
                chosen = self.value(selector)
                listed = [c for c in cases if c.ranges is not None]
                others = [c for c in cases if c.ranges is None]
                self.body(next((c.body for c in (*listed, *others) if takes(c, chosen)), ()))
                return
        super().statement(statement)


def takes(case: tree.Case, chosen: int) -> bool:
    def inside(item: tree.Expr | tree.Section) -> bool:
        if not isinstance(item, tree.Section):
            return chosen == int(getattr(item, "text", "0"))
        low, high = (int(getattr(e, "text", chosen)) for e in (item.start, item.stop))
        return low <= chosen <= high

    return case.ranges is None or any(map(inside, case.ranges))


def agree(before: tree.Body, after: tree.Body) -> None:
    for seed in range(5):
        for k in range(-1, 5):
            traces = [
                [t for t in Chosen(random.Random(seed), k=k).run(b) if not t.startswith("at")]
                for b in (before, after)
            ]
            least = min(map(len, traces))
            assert traces[0][:least] == traces[1][:least], k
            assert len(traces[0]) == len(traces[1]) or least > 20


def jumps_left(statements: tree.Body) -> int:
    return sum(isinstance(s, (*JUMPS, tree.Leave)) for s in within(statements))


#: Each becomes a SELECT CASE without jumps.
SELECTIONS = {
    "otherwise": "goto (10, 20), k\n a = 1\n goto 90\n 10 b = 2\n goto 90\n 20 d = 3",
    "first for all others": "goto (10, 20), k\n 10 b = 2\n goto 90\n 20 d = 3",
    "one label for several": "goto (10, 20, 10, 90), k\n a = 1\n goto 90\n 10 b = 2\n goto 90\n"
    " 20 d = 3",
    "otherwise runs on": "goto (10, 20), k\n a = 1\n 10 b = 2\n goto 90\n 20 d = 3",
    "each runs on": "goto (10, 20, 30), k\n a = 1\n 10 b = 2\n k = 1\n 20 d = 3\n k = 1\n 30 e = 4",
    "labels out of order": "goto (20, 30, 10), k\n goto 90\n 10 a = 1\n goto 90\n 20 b = 2\n"
    " goto 90\n 30 d = 3",
    "by sign": "if (k - 1) 10, 20, 30\n 10 a = 1\n goto 90\n 20 b = 2\n goto 90\n 30 d = 3",
    "by sign, running on": "if (k) 30, 10, 20\n 10 a = 1\n 30 b = 2\n goto 90\n 20 d = 3",
    "by sign, zero last": "if (k) 10, 30, 20\n 10 a = 1\n 30 b = 2\n goto 90\n 20 d = 3",
    "a row of tests": "if (k == 3) goto 10\n if (k == 1) goto 20\n if (k == 4) goto 10\n a = 1\n"
    " goto 90\n 10 b = 2\n goto 90\n 20 d = 3",
    "within another": "goto (10, 20), k\n a = 1\n goto 90\n 10 k = 1\n goto (11, 12), k\n b = 2\n"
    " goto 90\n 11 d = 3\n goto 90\n 12 e = 4\n goto 90\n 20 f = 3",
    "in a loop": "do 90 i = 1, n\n goto (10, 20), k\n a = 1\n goto 90\n 10 b = 2\n k = 3\n"
    " goto 90\n 20 d = 3",
}  # fmt: skip


@pytest.mark.parametrize("text", SELECTIONS.values(), ids=SELECTIONS)
def test_selections(text: str) -> None:
    before = body(text + JOINED)
    after = selected(before)
    agree(before, after)
    agree(before, structured(after))
    assert any(isinstance(s, tree.Select) for s in within(after)[:2])
    assert not jumps_left(after)


#: Something else jumps into a stretch.
ENTERED = {
    "from elsewhere": "if (c(1)) goto 20\n goto (10, 20), k\n a = 1\n goto 90\n 10 b = 2\n"
    " goto 90\n 20 d = 3",
    "from another stretch": "goto (10, 20), k\n a = 1\n if (c(1)) goto 20\n goto 90\n 10 b = 2\n"
    " goto 90\n 20 d = 3",
    "from behind": "goto (10, 20), k\n a = 1\n goto 90\n 10 b = 2\n goto 90\n 20 d = 3\n 90 e = 5\n"
    " if (c(1)) goto 10",
    "with a call in between": "goto (10, 20, 30), s(1)\n 10 b = 2\n 20 d = 3\n 30 e = 4",
}  # fmt: skip


@pytest.mark.parametrize("text", ENTERED.values(), ids=ENTERED)
def test_jumps_stay(text: str) -> None:
    before = body(text + (JOINED if " 90" not in text else ""))
    assert selected(before) == before


class Choosing(Source):
    """Random programs that go forward, with jumps that choose."""

    def statement(self, label: int, depth: int, near: list[int]) -> tree.Statement:
        ahead = [n for n in near if n > label]
        k = tree.Name("k", SPAN)
        if ahead and self.draws.random() < 0.3:

            def any_of() -> int:
                return self.draws.choice(ahead)

            kinds: list[Callable[[], tree.Statement]] = [
                lambda: tree.ComputedGoto(self.some(ahead), k, SPAN, label),
                lambda: tree.ArithmeticIf(k, (any_of(), any_of(), any_of()), SPAN, label),
                lambda: tree.Goto(self.draws.choice(ahead), SPAN, label),
            ]
            return self.draws.choice(kinds)()
        if self.draws.random() < 0.1:
            return tree.Assign(k, k, SPAN, label)
        return super().statement(label, depth, ahead)

    def some(self, labels: list[int]) -> tuple[int, ...]:
        return tuple(self.draws.choice(labels) for _ in range(self.draws.randrange(1, 5)))

    def jump(self, near: list[int]) -> tree.Statement:
        return super().jump(near) if near else tree.Return(SPAN)


def test_random_selections_do_the_same() -> None:
    made = 0
    for seed in range(200):
        before = Choosing(random.Random(seed)).program()
        after = selected(before)
        made += after != before
        agree(before, after)
        if seed % 4 == 0:
            agree(before, structured(after))
    assert made > 60, made
