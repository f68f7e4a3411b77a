"""GOTOs become blocks and loops that do the same: random programs, executed before and after."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field, replace

import pytest

from adc.diagnostics import AdcError, Span
from adc.frontends.fortran import tree
from adc.frontends.fortran.blocks import nested
from adc.frontends.fortran.dispatch import NEXT, dispatched
from adc.frontends.fortran.jumps import structured
from adc.frontends.fortran.nested import within
from adc.frontends.fortran.statements import read
from tests.frontends.fortran.lines import free
from tests.proof.marks import short_and_long

SPAN = Span("k.f90", 1)
FUEL = 300


def body(text: str) -> tree.Body:
    """Statements of `text`, one a line, a label in front."""
    items = []
    for line in text.strip().splitlines():
        head, _, rest = line.strip().partition(" ")
        label = int(head) if head.isdigit() else 0
        items.append(read(free(rest.strip() if label else line.strip(), label)))
    return nested(items)


# -- a machine for trees, with and without GOTOs ---------------------------------------------------


@dataclass
class JumpError(Exception):
    """Control that goes elsewhere: "goto", "leave", "exit", "cycle" or "return"."""

    what: str
    number: int = 0
    loop: str = ""


class OutOfFuelError(Exception):
    """The program runs too long: what it did so far is compared."""


@dataclass
class Machine:
    """Conditions `c(k)` are drawn, in turn; `trace` is what has been asked and assigned."""

    draws: random.Random
    trace: list[str] = field(default_factory=list)
    #: The integers that loops over parts have.
    parts: dict[str, int] = field(default_factory=dict)

    def run(self, statements: tree.Body) -> list[str]:
        try:
            self.body(statements)
        except OutOfFuelError:
            pass
        except JumpError as jump:
            assert jump.what == "return", jump
        return self.trace

    def note(self, text: str) -> None:
        self.trace.append(text)
        if len(self.trace) >= FUEL:
            raise OutOfFuelError

    def body(self, statements: tree.Body) -> None:
        at = 0
        while at < len(statements):
            try:
                self.statement(statements[at])
                at += 1
            except JumpError as jump:
                own = [k for k, s in enumerate(statements) if s.label == jump.number]
                if jump.what != "goto" or not own:
                    raise
                at = own[0]
                self.note(f"at {jump.number}")

    def value(self, expr: tree.Expr) -> int:
        """`c(k)` is 0 or 1 and `s(k)` -1 to 3, drawn each time that it is asked for."""
        if isinstance(expr, tree.Binary):
            left, right = self.value(expr.left), int(getattr(expr.right, "text", "0"))
            return {"==": left == right, "<": left < right, "<=": left <= right}[expr.op]
        if isinstance(expr, tree.Name):
            return self.parts[expr.name]
        assert isinstance(expr, tree.Apply)
        return self.draws.randrange(2) if expr.name == "c" else self.draws.randrange(-1, 4)

    def statement(self, statement: tree.Statement) -> None:
        match statement:
            case tree.Assign(tree.Name(name), tree.Number(text)) if name.startswith(NEXT):
                self.parts[name] = int(text)
            case tree.Assign(target):
                self.note(f"set {getattr(target, 'name', '')}")
            case tree.If(branches, orelse):
                for condition, inner, _ in branches:
                    if self.value(condition):
                        return self.body(inner)
                self.body(orelse)
            case tree.Do(var):
                self.loop(statement.body, statement.name, [var] * self.draws.randrange(1, 4))
            case tree.DoWhile():
                self.loop(statement.body, statement.name, [""] * FUEL)
            case tree.Select(selector, cases):
                chosen = self.value(selector) if len(cases) > 1 else 0
                self.body(next((c.body for c in cases if contains(c.ranges, chosen)), ()))
            case tree.Block(number, inner):
                try:
                    self.body(inner)
                except JumpError as jump:
                    if (jump.what, jump.number) != ("leave", number):
                        raise
            case _:
                self.jump(statement)

    def jump(self, statement: tree.Statement) -> None:
        match statement:
            case tree.Goto(target):
                raise JumpError("goto", target)
            case tree.Leave(number):
                raise JumpError("leave", number)
            case tree.Return():
                raise JumpError("return")
            case tree.Exit(loop):
                raise JumpError("exit", loop=loop)
            case tree.Cycle(loop):
                raise JumpError("cycle", loop=loop)
            case tree.ComputedGoto(targets, selector):
                chosen = self.value(selector)
                if 1 <= chosen <= len(targets):
                    raise JumpError("goto", targets[chosen - 1])
            case tree.ArithmeticIf(selector, targets):
                chosen = self.value(selector)
                raise JumpError("goto", targets[(chosen > 0) - (chosen < 0) + 1])
            case _:
                assert isinstance(statement, tree.Continue), statement

    def loop(self, inner: tree.Body, name: str, rounds: list[str]) -> None:
        for var in rounds:
            if var:
                self.note(f"round {var}")
            try:
                self.body(inner)
            except JumpError as jump:
                if jump.what not in ("exit", "cycle") or jump.loop not in ("", name):
                    raise
                if jump.what == "exit":
                    break


def contains(ranges: tuple[tree.Expr | tree.Section, ...] | None, chosen: int) -> bool:
    """Whether a CASE takes the value; CASE DEFAULT is the last of those looked at here."""
    if ranges is None:
        return True
    (only,) = ranges
    if isinstance(only, tree.Section):
        (low, high) = (int(getattr(e, "text", chosen)) for e in (only.start, only.stop))
        return low <= chosen <= high
    return chosen == int(getattr(only, "text", "0"))


def steps(statements: tree.Body, seed: int) -> list[str]:
    trace = Machine(random.Random(seed)).run(statements)
    return [t for t in trace if t.startswith(("set", "round"))]


def agree(before: tree.Body, after: tree.Body) -> None:
    for seed in range(12):
        one, other = steps(before, seed), steps(after, seed)
        least = min(len(one), len(other))
        if len(one) != len(other):
            assert least > FUEL // 8, (one, other)
        assert one[:least] == other[:least]


# -- examples --------------------------------------------------------------------------------------

STRUCTURED = {
    "skip": "if (c(1)) goto 10\n a = 1\n 10 b = 2",
    "if else": "if (c(1)) goto 10\n a = 1\n goto 20\n 10 b = 2\n 20 d = 3",
    "crossed": "if (c(1)) goto 10\n if (c(2)) goto 20\n a = 1\n 10 b = 2\n 20 d = 3",
    "cycle": "do 10 i = 1, n\n a = 1\n if (c(1)) goto 10\n b = 2\n 10 continue",
    "shared": "do 10 i = 1, n\n do 10 j = 1, m\n if (c(1)) goto 10\n b = 2\n 10 d = 3\n e = 4",
    "exit": "do i = 1, n\n a = 1\n if (c(1)) goto 30\n b = 2\n end do\n d = 3\n 30 e = 4",
    "two loops": "do i = 1, n\n do j = 1, m\n if (c(1)) goto 30\n b = 2\n end do\n a = 1\n"
    " end do\n 30 e = 4",
    "labelled end do": "do i = 1, n\n if (c(1)) goto 10\n a = 1\n 10 end do\n b = 1",
    "labelled end if": "if (c(1)) then\n if (c(2)) goto 10\n a = 1\n 10 end if\n b = 1",
    "labelled end select": "select case (k)\n case default\n if (c(2)) goto 10\n a = 1\n"
    " 10 end select\n b = 1",
    "again": "10 a = 1\n if (c(1)) goto 10\n b = 2",
    "again from an if": "10 continue\n if (c(1)) then\n a = 1\n goto 10\n end if\n b = 2",
    "again, skipping": "10 a = 1\n if (c(1)) goto 20\n b = 2\n 20 d = 3\n if (c(2)) goto 10",
    "again, leaving": "10 a = 1\n if (c(1)) goto 20\n b = 2\n goto 10\n 20 d = 3",
    "nested": "10 a = 1\n 20 b = 2\n if (c(1)) goto 20\n if (c(2)) goto 10\n d = 3",
    "two back": "10 a = 1\n 20 b = 2\n if (c(1)) goto 10\n if (c(2)) goto 20\n d = 3",
    "computed": "goto (10, 20, 10), s(1)\n a = 1\n goto 30\n 10 b = 2\n goto 30\n"
    " 20 d = 3\n 30 e = 1",
    "arithmetic": "if (s(2)) 10, 20, 30\n 10 a = 1\n goto 40\n 20 b = 2\n 30 d = 3\n 40 e = 1",
    "arithmetic, twice the same": "if (s(2)) 10, 20, 10\n 20 b = 2\n 10 a = 1",
    "arithmetic loop": "10 a = 1\n if (s(2)) 10, 20, 20\n 20 b = 2",
    "into a goto's loop": "goto 20\n 10 a = 1\n 20 b = 2\n if (c(1)) goto 10",
    "crossing": "10 a = 1\n if (c(1)) goto 30\n 20 b = 2\n if (c(2)) return\n d = 3\n"
    " if (c(3)) goto 10\n 30 e = 4\n if (c(4)) goto 20",
    "back to an end, from a loop": "if (c(1)) goto 20\n 10 a = 1\n return\n 20 b = 2\n"
    " do i = 1, n\n if (c(2)) goto 10\n d = 3\n end do\n if (c(3)) goto 20\n goto 10",
    "back to what goes back": "if (c(1)) goto 40\n 10 a = 1\n if (c(2)) goto 20\n return\n"
    " 20 b = 2\n return\n 30 d = 3\n goto 10\n 40 if (c(3)) goto 30\n e = 4\n goto 10",
    "return": "if (c(1)) goto 10\n a = 1\n 10 b = 2\n if (c(2)) return\n d = 3",
}


@pytest.mark.parametrize("text", STRUCTURED.values(), ids=STRUCTURED)
def test_structured(text: str) -> None:
    before = body(text)
    after = structured(before)
    left = (tree.Goto, tree.ComputedGoto, tree.ArithmeticIf)
    assert not any(isinstance(s, left) for s in within(after))
    agree(before, after)


REFUSED = {
    "into an if": ("goto 10\n if (c(1)) then\n 10 a = 1\n end if", "ADC0168"),
    "into a loop": ("goto 10\n do i = 1, n\n 10 a = 1\n end do", "ADC0168"),
    "into the other branch": (
        "if (c(1)) then\n goto 10\n else\n a = 1\n 10 b = 1\n end if", "ADC0168"),
    "no label": ("goto 10\n 20 a = 1", "ADC0167"),
    "label twice": ("if (c(1)) goto 10\n 10 a = 1\n 10 b = 1", "ADC0167"),
    "out of concurrent": (
        "do concurrent (i = 1:n)\n if (c(1)) goto 10\n end do\n 10 a = 1", "ADC0168"),
}  # fmt: skip


@pytest.mark.parametrize(("text", "code"), REFUSED.values(), ids=REFUSED)
def test_refused(text: str, code: str) -> None:
    with pytest.raises(AdcError) as caught:
        structured(body(text))
    (diagnostic,) = caught.value.diagnostics
    assert diagnostic.code == code
    assert diagnostic.span is not None and diagnostic.help


def test_nothing_to_do() -> None:
    before = body("do 10 i = 1, n\n a = 1\n 10 continue")
    assert structured(before) is before


# -- random programs -------------------------------------------------------------------------------


@dataclass
class Source:
    """Random programs of labels, loops, IFs and jumps; `allowed` says which labels may follow."""

    draws: random.Random
    labels: int = 0
    asked: int = 0

    def program(self) -> tree.Body:
        return self.block(0, [])

    def block(self, depth: int, around: list[int]) -> tree.Body:
        """Statements that each have a label: jumps go to labels of this body or of those around."""
        size = self.draws.randrange(2, 6)
        own = [self.labels + k + 1 for k in range(size)]
        self.labels += size
        return tuple(self.statement(label, depth, around + own) for label in own)

    def condition(self) -> tree.Expr:
        self.asked += 1
        number = tree.Number(str(self.asked), "integer", SPAN)
        return tree.Apply("c", (number,), SPAN, SPAN)

    def statement(self, label: int, depth: int, near: list[int]) -> tree.Statement:
        kinds: list[Callable[[], tree.Statement]] = [
            lambda: tree.Assign(tree.Name(f"v{label}", SPAN), self.condition(), SPAN, label),
            lambda: tree.If(((self.condition(), (self.jump(near),), SPAN),), (), SPAN, label),
        ]
        if depth < 2:
            kinds += [
                lambda: tree.If(
                    ((self.condition(), self.block(depth + 1, near), SPAN),),
                    self.block(depth + 1, near), SPAN, label,
                ),
                lambda: tree.Do(
                    f"i{label}", self.condition(), self.condition(), None,
                    self.block(depth + 1, near), SPAN, label,
                ),
            ]  # fmt: skip
        return self.draws.choice(kinds)()

    def jump(self, near: list[int]) -> tree.Statement:
        if self.draws.random() < 0.15:
            return tree.Return(SPAN)
        return tree.Goto(self.draws.choice(near), SPAN)


@pytest.mark.parametrize(("count", "least"), short_and_long((80, 10), (250, 31)))
def test_random_programs_do_the_same(count: int, least: int) -> None:
    parted = 0
    for seed in range(count):
        before = Source(random.Random(seed)).program()
        after = structured(before)
        assert not any(isinstance(s, tree.Goto) for s in within(after))
        agree(before, after)
        parted += is_parted(after)
    assert parted >= least, parted


def is_parted(body: tree.Body) -> bool:
    """Whether there is a loop over parts in `body`."""
    return any(
        isinstance(s, tree.Assign)
        and isinstance(s.target, tree.Name)
        and s.target.name.startswith(NEXT)
        for s in within(body)
    )


def test_any_labels_may_begin_parts() -> None:
    for seed in range(60):
        before = Source(random.Random(seed)).program()
        labels = [s.label for s in within(before) if s.label]
        chosen = random.Random(seed).sample(labels, len(labels) // 2)
        agree(before, structured(dispatched(before, frozenset(chosen))))


def test_forward_jumps_are_always_structured() -> None:
    class Forward(Source):
        def statement(self, label: int, depth: int, near: list[int]) -> tree.Statement:
            return super().statement(label, depth, [n for n in near if n > label])

        def jump(self, near: list[int]) -> tree.Statement:
            return super().jump(near) if near else tree.Return(SPAN)

    for seed in range(200):
        before = Forward(random.Random(seed)).program()
        agree(before, structured(before))


def test_random_jumps_in_one_body_do_the_same() -> None:
    """Flat programs whose jumps go anywhere: most are structured by copies."""

    class Flat(Source):
        def program(self) -> tree.Body:
            return self.block(2, [])

        def statement(self, label: int, depth: int, near: list[int]) -> tree.Statement:
            kind = self.draws.randrange(4)
            if kind:
                return super().statement(label, 2, near)
            later = [n for n in near if n > label]  # what always goes back may ask nothing
            return replace(self.jump(later) if later else tree.Return(SPAN), label=label)

    parted = 0
    for seed in range(300):
        before = Flat(random.Random(seed)).program()
        after = structured(before)
        agree(before, after)
        parted += is_parted(after)
    assert 0 < parted < 20, parted
