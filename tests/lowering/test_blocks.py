"""Blocks that are left become `if`s and `break`s that do the same: random programs, executed."""

from __future__ import annotations

import contextlib
import itertools
import random
from collections.abc import Callable
from dataclasses import dataclass, field

import pytest

from adc.diagnostics import Span
from adc.frontends import surface
from adc.frontends.names import walk
from adc.lowering.control.blocks import without_blocks

SPAN = Span("k.f90", 1)
FUEL = 200
Body = tuple[surface.Statement, ...]


def name(text: str) -> surface.Name:
    return surface.Name(text, SPAN)


def put(target: str) -> surface.Statement:
    return surface.Assign((name(target),), surface.Number("1", "int", SPAN), SPAN)


def when(then: Body, orelse: Body = ()) -> surface.Statement:
    return surface.If(name("c"), then, orelse, SPAN)


def block(label: int, *body: surface.Statement) -> surface.Statement:
    return surface.Block(label, body, SPAN)


def loop(*body: surface.Statement) -> surface.Statement:
    return surface.For("i", (name("n"),), body, SPAN)


def leave(label: int) -> surface.Statement:
    return surface.Leave(label, SPAN)


def opened(*body: surface.Statement, taken: tuple[str, ...] = ()) -> Body:
    return without_blocks(surface.Function("f", (), body, SPAN), taken).body


# -- a machine for surface trees -------------------------------------------------------------------


@dataclass
class JumpError(Exception):
    """Control that goes elsewhere: "leave", "break" or "continue"."""

    what: str
    label: int = 0


class OutOfFuelError(Exception):
    """The program runs too long: what it did so far is compared."""


@dataclass
class Machine:
    """`c` and trip counts are drawn each time that they are asked for; flags are remembered."""

    draws: random.Random
    trace: list[str] = field(default_factory=list)
    flags: dict[str, bool] = field(default_factory=dict)

    def body(self, statements: Body) -> None:
        for statement in statements:
            self.statement(statement)

    def value(self, expr: surface.Expr) -> bool:
        if isinstance(expr, surface.Unary):
            return not self.value(expr.operand)
        assert isinstance(expr, surface.Name)
        return self.draws.random() < 0.4 if expr.name == "c" else self.flags[expr.name]

    def statement(self, statement: surface.Statement) -> None:
        match statement:
            case surface.Assign((surface.Name(target),), surface.Boolean(value)):
                self.flags[target] = value
            case surface.Assign((surface.Name(target),)):
                self.note(target)
            case surface.If(condition, then, orelse):
                self.body(then if self.value(condition) else orelse)
            case surface.For():
                trips = self.draws.randrange(4)
                self.loop(statement.body, lambda k: k < trips)
            case surface.While():
                self.loop(statement.body, lambda k: self.value(statement.condition))
            case surface.Block(label, inner):
                try:
                    self.body(inner)
                except JumpError as jump:
                    if (jump.what, jump.label) != ("leave", label):
                        raise
            case surface.Leave(label):
                raise JumpError("leave", label)
            case surface.Break() | surface.Continue():
                raise JumpError(type(statement).__name__.lower())
            case _:
                raise AssertionError(statement)

    def note(self, text: str) -> None:
        self.trace.append(text)
        if len(self.trace) >= FUEL:
            raise OutOfFuelError

    def loop(self, inner: Body, again: Callable[[int], bool]) -> None:
        for number in itertools.count():
            if not again(number):
                return
            self.note("round")
            try:
                self.body(inner)
            except JumpError as jump:
                if jump.what == "leave":
                    raise
                if jump.what == "break":
                    break


def steps(statements: Body, seed: int) -> list[str]:
    machine = Machine(random.Random(seed))
    with contextlib.suppress(OutOfFuelError):
        machine.body(statements)
    return machine.trace


def agree(before: Body) -> None:
    after = opened(*before)
    assert not any(isinstance(n, (surface.Block, surface.Leave)) for n in walk(after))
    for seed in range(10):
        assert steps(before, seed) == steps(after, seed), (before, after)


# -- examples --------------------------------------------------------------------------------------

EXAMPLES: dict[str, Body] = {
    "skip": (block(1, when((leave(1),)), put("a")), put("b")),
    "skip from the other branch": (block(1, when((put("a"),), (leave(1),)), put("b")), put("d")),
    "both branches": (block(1, when((leave(1),), (leave(1),)), put("a")), put("b")),
    "deep": (block(1, when((when((leave(1),)), put("a"))), put("b")), put("d")),
    "loop": (block(1, loop(put("a"), when((leave(1),)), put("b")), put("d")), put("e")),
    "two loops": (
        block(1, loop(loop(when((leave(1),)), put("a")), put("b")), put("d")), put("e")),
    "cycle": (loop(block(1, put("a"), when((leave(1),)), put("b")), put("d")),),
    "outer block": (
        block(1, block(2, when((leave(2),)), when((leave(1),)), put("a")), put("b")), put("d")),
    "outer block out of a loop": (
        block(1, loop(block(2, when((leave(2),)), when((leave(1),))), put("a")), put("b")),),
    "beside a break": (
        loop(block(1, when((surface.Break(SPAN),)), when((leave(1),)), put("a")), put("b")),),
    "behind the jump": (block(1, leave(1), put("a")), put("b")),
}  # fmt: skip


@pytest.mark.parametrize("before", EXAMPLES.values(), ids=EXAMPLES)
def test_examples(before: Body) -> None:
    agree(before)


def test_a_skip_needs_no_flag() -> None:
    """What follows moves into the other branch."""
    assert opened(block(1, when((leave(1),)), put("a")), put("b")) == (
        when((), (put("a"),)), put("b"),
    )  # fmt: skip


def test_leaving_a_last_loop_needs_no_flag() -> None:
    (found,) = opened(block(1, loop(put("a"), when((leave(1),)))))
    assert found == loop(put("a"), when((surface.Break(SPAN),)))


def test_flags_are_fresh() -> None:
    before = block(1, loop(when((leave(1),))), put("left"))
    flags = [
        n.targets[0].name
        for n in walk(opened(before, taken=("left_1",)))
        if isinstance(n, surface.Assign) and isinstance(n.value, surface.Boolean)
        and isinstance(n.targets[0], surface.Name)
    ]  # fmt: skip
    assert flags and not set(flags) & {"left", "left_1"}


def test_nothing_to_do() -> None:
    function = surface.Function("f", (), (loop(put("a")),), SPAN)
    assert without_blocks(function, ()) is function


# -- random programs -------------------------------------------------------------------------------


@dataclass
class Source:
    """Random nests of blocks, loops and IFs; each Leave is of a block around it."""

    draws: random.Random
    made: int = 0

    def body(self, depth: int, around: tuple[int, ...], in_loop: bool) -> Body:
        size = self.draws.randrange(1, 4)
        return tuple(self.statement(depth, around, in_loop) for _ in range(size))

    def statement(self, depth: int, around: tuple[int, ...], in_loop: bool) -> surface.Statement:
        self.made += 1
        number = self.made
        kinds: list[Callable[[], surface.Statement]] = [lambda: put(f"v{number}")]
        if around:
            kinds += 2 * [lambda: when((leave(self.draws.choice(around)),))]
            kinds.append(lambda: leave(self.draws.choice(around)))
        if in_loop:
            kinds.append(lambda: when((surface.Break(SPAN),)))
            kinds.append(lambda: when((surface.Continue(SPAN),)))
        if depth:
            kinds += 2 * [lambda: block(number, *self.body(depth - 1, (*around, number), in_loop))]
            kinds.append(lambda: loop(*self.body(depth - 1, around, True)))
            kinds.append(lambda: surface.While(name("c"), self.body(depth - 1, around, True), SPAN))
            kinds += 2 * [
                lambda: when(
                    self.body(depth - 1, around, in_loop), self.body(depth - 1, around, in_loop)
                )
            ]
        return self.draws.choice(kinds)()


def test_random_programs_do_the_same() -> None:
    with_flags = 0
    for seed in range(600):
        before = (block(0, *Source(random.Random(seed)).body(4, (0,), False)),)
        agree(before)
        with_flags += any(isinstance(n, surface.Boolean) for n in walk(opened(*before)))
    assert with_flags > 50
