"""The verifier of loop trees: what is scheduled passes, and each rule has a tree that breaks it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
import sympy

from adc.diagnostics import InternalError
from adc.ir.build import const, zero
from adc.ir.dtypes import DType
from adc.ir.enums import When
from adc.ir.expressions import IntValue, Need, Read
from adc.ir.node import Access
from adc.ir.shapes import symbol
from adc.schedule import Scheduled, Slot, schedule
from adc.schedule.parallel import over_threads
from adc.schedule.tree import (
    Copy,
    Declare,
    Fill,
    For,
    If,
    Keep,
    LibraryCall,
    Node,
    Parallel,
    Parallelism,
    Rewind,
    Statement,
    Tree,
    parts,
    walk,
    with_parts,
)
from adc.schedule.verify import verify_scheduled
from tests.emit.native import parsed

TEXT = """\
program p(N: size, n: integer, x: array, y: array, s: scalar, A: array, B: array)
inout x: float64[N]
inout y: float64[N]
inout s: float64
input A: float64[N, N]
input B: float64[N, N]
local trips: int64
local a: float64
local b: float64
local u: float64[N]
local v: float64[N, N]
tape x_snap: float64[3, N]

S1: u[i] = x[i] for i in 0:N
S2: v[i, j] = 0.0 for i in 0:N, j in 0:N
S3: v[i, j] += A[i, k]*B[k, j] for i in 0:N, j in 0:N, k in 0:N
S4: a = x[0]
L1: while a > 0.5 as t to n into trips:
    S5: a = 0.5*a
    S6: y[0] += v[0, 0]
B1: if a > 0.1:
    S7: y[i] += 2.0*u[i]*v[i, i] for i in 0:N
L2: for k in range(0, n):
    K1: snapshot L2 step k of n slot k_1 of 3:
        S8: x_snap[k_1, i] = x[i] for i in 0:N
    S9: x[i] = 2.0*x[i] for i in 0:N
L3: for k in range(0, n) backwards:
    K2: replay L2 step k slot k_2 of 3:
        S10: x[i] = x_snap[k_2, i] for i in 0:N
    advance r:
        S11: x[i] = 2.0*x[i] for i in 0:N
    save:
        S12: x_snap[k_2, i] = x[i] for i in 0:N
    S13: b = x[0]*x[0]
    S14: y[i] += b*x[i] for i in 0:N
S15: s += x[i] for i in 0:N
L4: reverse while t from trips:
    S16: y[0] += s
"""
F64 = DType.FLOAT64


@pytest.fixture(scope="module")
def sound() -> Scheduled:
    return schedule(parsed(TEXT), openmp=True, blas=True)


def first(scheduled: Scheduled, kind: type, **fields: Any) -> Any:
    """The first node of `kind` whose fields are so; a field given as True is any but None."""
    for node in walk(scheduled.tree):
        if isinstance(node, kind) and all(_fits(getattr(node, k), v) for k, v in fields.items()):
            return node
    raise AssertionError(f"no {kind.__name__} with {fields}")


def _fits(found: Any, wanted: Any) -> bool:
    return bool(found) if wanted is True else found == wanted


def swapped(scheduled: Scheduled, old: Node, *new: Node) -> Scheduled:
    """`scheduled` with other nodes in the place of the very node `old`."""

    def visit(tree: Tree) -> Tree:
        found: list[Node] = []
        for node in tree:
            inner = tuple(visit(part) for part in parts(node))
            found += new if node is old else [with_parts(node, inner)]
        return tuple(found)

    return replace(scheduled, tree=visit(scheduled.tree))


def test_what_is_scheduled_passes(sound: Scheduled) -> None:
    verify_scheduled(sound)
    kinds = {type(node) for node in walk(sound.tree)}
    assert {For, If, Keep, Rewind, Statement, Declare, Copy, Fill, LibraryCall} <= kinds
    assert sound.arena


def edit(kind: type, change: Callable[[Any], Node], **fields: Any) -> Any:
    def broken(sound: Scheduled) -> Scheduled:
        node = first(sound, kind, **fields)
        return swapped(sound, node, change(node))

    return broken


def read(name: str, *index: str) -> Read:
    return Read(name, tuple(map(symbol, index)), F64)


def mapped(kind: Parallelism = Parallelism.THREADS, **fields: Any) -> Callable[[For], For]:
    return lambda f: replace(f, parallel=Parallel(kind, **fields))


def around(inner: For) -> For:
    return replace(inner, var="outside", body=(inner,))


VECTOR, LANES = Parallelism.VECTOR, Parallelism.LANES
SETS_A = Statement(Access("a", ()), "=", const(1, F64))
UNKNOWN = symbol("unknown")
BROKEN: dict[str, tuple[Any, str]] = {
    "bound": (
        edit(For, lambda f: replace(f, stop=UNKNOWN), threaded=True),
        "unknown is not in scope",
    ),
    "step": (edit(For, lambda f: replace(f, step=0), threaded=True), "has the step 0"),
    "hidden size": (
        edit(For, lambda f: replace(f, var="N"), threaded=True),
        "loop variable N hides",
    ),
    "hidden array": (edit(For, lambda f: replace(f, var="u"), threaded=True), "variable u hides"),
    "hidden slot": (edit(Keep, lambda k: replace(k, slot="n")), "loop variable n hides another"),
    "condition": (
        edit(If, lambda i: replace(i, condition=IntValue(UNKNOWN))),
        "unknown is not in scope",
    ),
    "need": (
        edit(Statement, lambda s: replace(s, expr=Need("x", (), F64, "S1", When.AFTER))),
        "a need is left undecided",
    ),
    "container": (
        edit(Statement, lambda s: replace(s, expr=read("q"))),
        "q is not declared",
    ),
    "rank": (
        edit(Statement, lambda s: replace(s, target=Access("y", ()))),
        "y has 1 axes, not 0",
    ),
    "subscript": (
        edit(Statement, lambda s: replace(s, target=Access("y", (UNKNOWN,)))),
        "unknown is not in scope",
    ),
    "operator": (edit(Statement, lambda s: replace(s, op="*=")), r"unknown operator '\*='"),
    "test": (edit(For, lambda f: replace(f, test=read("q")), test=True), "q is not declared"),
    "count": (
        edit(For, lambda f: replace(f, stop=symbol("N")), count=True),
        "stops at another value than its count",
    ),
    "parallel while": (
        edit(For, over_threads, test=True),
        "is parallel, and only data ends it",
    ),
    "parallel snapshots": (
        edit(For, over_threads, sequential=True, test=None),
        "is parallel around a Keep",
    ),
    "threads and sums": (edit(For, mapped(sums=("a",)), threaded=True), "add to one scalar"),
    "sums": (edit(For, mapped(VECTOR, sums=("a",)), threaded=True), "does not only add to a"),
    "the largest": (
        edit(For, mapped(VECTOR, largest=("a",)), threaded=True),
        "does not find the maximum a",
    ),
    "threads and the smallest": (
        edit(For, mapped(smallest=("a",)), threaded=True),
        "add to one scalar",
    ),
    "sum of an array": (
        edit(For, mapped(VECTOR, sums=("y",)), threaded=True),
        "y is no scalar from outside",
    ),
    "lanes and sums": (edit(For, mapped(LANES, sums=("a",)), threaded=True), "adds to scalars"),
    "lanes of loops": (
        edit(
            For, lambda f: mapped(LANES)(replace(f, body=(replace(f, var="other"),))), threaded=True
        ),
        "is lanes around a For",
    ),
    "lanes and one scalar": (
        edit(For, lambda f: mapped(LANES)(replace(f, body=(*f.body, SETS_A))), threaded=True),
        "all lanes of the loop over",
    ),
    "work": (edit(For, mapped(work=UNKNOWN), threaded=True), "unknown is not in scope"),
    "private": (edit(For, mapped(private=("a",)), threaded=True), "what iterations have alone"),
    "not atomic": (
        edit(For, lambda f: replace(f, body=(*f.body, SETS_A)), threaded=True),
        "a is not as atomic as it must be",
    ),
    "needlessly atomic": (
        edit(For, lambda f: replace(f, body=(replace(f.body[0], atomic=True),)), threaded=True),
        "is not as atomic as it must be",
    ),
    "kept step": (edit(Keep, lambda k: replace(k, step=UNKNOWN)), "unknown is not in scope"),
    "kept steps": (edit(Keep, lambda k: replace(k, steps=UNKNOWN)), "unknown is not in scope"),
    "no slots": (edit(Keep, lambda k: replace(k, slots=0)), "0 snapshots of L2"),
    "other slots": (edit(Rewind, lambda r: replace(r, slots=2)), "no snapshots of L2"),
    "other loop": (edit(Rewind, lambda r: replace(r, loop="L9")), "no snapshots of L9"),
    "filled": (
        edit(Fill, lambda f: replace(f, prefix=(symbol("n"),) * 3)),
        "v has 2 axes, not 3",
    ),
    "fill's count": (edit(Fill, lambda f: replace(f, count=UNKNOWN)), "unknown is not in scope"),
    "copied": (edit(Copy, lambda c: replace(c, source="q")), "q is not declared"),
    "operand": (
        edit(LibraryCall, lambda m: replace(m, operands=(replace(m.operands[0], container="x"),))),
        "x has 1 axes, not 2",
    ),
    "rows": (
        edit(LibraryCall, lambda m: replace(m, extents=(UNKNOWN,))),
        "unknown is not in scope",
    ),
    "factor": (edit(LibraryCall, lambda m: replace(m, scale=read("q"))), "q is not declared"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_broken_trees_are_found(sound: Scheduled, name: str) -> None:
    broken, message = BROKEN[name]
    with pytest.raises(InternalError, match=message):
        verify_scheduled(broken(sound))


def test_a_declared_scalar_lives_where_it_is_declared(sound: Scheduled) -> None:
    inside = first(sound, Declare, name="b")
    outside = Statement(Access("s", ()), "=", read("b"))
    with pytest.raises(InternalError, match="b is used outside of its scope"):
        verify_scheduled(replace(sound, tree=(*sound.tree, outside)))
    late = swapped(sound, inside, Statement(Access("s", ()), "=", read("b")), inside)
    with pytest.raises(InternalError, match="b is used outside of its scope"):
        verify_scheduled(late)
    with pytest.raises(InternalError, match="b is declared again"):
        verify_scheduled(swapped(sound, inside, inside, inside))
    with pytest.raises(InternalError, match="y is declared and no scalar"):
        verify_scheduled(replace(sound, tree=(Declare("y", zero(F64), True), *sound.tree)))
    assert inside.constant
    written = Statement(Access("b", ()), "=", const(1, F64))
    with pytest.raises(InternalError, match="b is constant and written"):
        verify_scheduled(swapped(sound, inside, inside, written))


def test_a_loop_keeps_its_steps_once(sound: Scheduled) -> None:
    keep = first(sound, Keep)
    with pytest.raises(InternalError, match="the steps of L2 are kept at 2 places"):
        verify_scheduled(swapped(sound, keep, keep, replace(keep, slot="k_9", body=())))


def arena(*slots: Slot) -> Callable[[Scheduled], Scheduled]:
    return lambda sound: replace(sound, arena=(*sound.arena, *slots))


N = symbol("N")
ARENAS = {
    "q, which is no array": arena(Slot(("q",), 8 * N)),
    "a, which is no array": arena(Slot(("a",), sympy.Integer(8))),
    "u has 2 places": arena(Slot(("u",), 8 * N)),
    "x has 1 places in the arena": arena(Slot(("x",), 8 * N)),
    "has no place in the arena": lambda sound: replace(sound, arena=sound.arena[1:]),
    "unknown is not in scope": lambda sound: replace(
        sound, arena=(replace(sound.arena[0], bytes=UNKNOWN), *sound.arena[1:])
    ),
    "has 2 offsets": lambda sound: replace(
        sound, arena=(replace(sound.arena[0], offsets=(N, N)), *sound.arena[1:])
    ),
    "does not hold x": lambda sound: replace(
        sound, arena=(replace(sound.arena[0], last=("x",)), *sound.arena[1:])
    ),
    "the lifetime of": lambda sound: replace(sound, lifetimes={}),
}


@pytest.mark.parametrize("message", ARENAS)
def test_broken_arenas_are_found(sound: Scheduled, message: str) -> None:
    with pytest.raises(InternalError, match=message):
        verify_scheduled(ARENAS[message](sound))
