"""Loops that data end and that walk along an axis: `for i in range(m): y[i] = …`.

An iteration behind the end of the axis would be an error of the source. So the loop is one over
positions on the axis, of which those are run that the range has, and a range that goes beyond it
makes the call fail before the first iteration: what is stored of each iteration has a bound that
sizes tell, and the iterations may be independent. (A `while` on a count has neither.)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import chain

import sympy

from adc.frontends import surface
from adc.frontends.names import walk
from adc.ir import build
from adc.ir.dtypes import DType
from adc.ir.expressions import Expr, IntValue
from adc.ir.names import NameSource
from adc.lowering.callsite import CallSite
from adc.lowering.context import Context
from adc.lowering.control.bodies import Body, fresh_names, rewritten
from adc.lowering.control.counters import step_of
from adc.lowering.control.data_loops import DataLoopError, arguments_of, key_of, whole
from adc.lowering.control.misfits import fail_where
from adc.lowering.learned import LoopKey, Walk
from adc.lowering.liveness import assigned, target_names
from adc.lowering.promotion import as_array, convert
from adc.lowering.values import Array, Integer, Text, Value

_ENDS = (
    surface.Break, surface.Continue, surface.Return, surface.Raise, surface.Assert, surface.Leave,
    surface.Block, surface.Refused, surface.While,
)  # fmt: skip


#: Fortran's functions that ask what an argument is, not for its value, or not always for it.
_INQUIRIES = frozenset({
    "allocated", "associated", "digits", "epsilon", "huge", "is_contiguous", "kind", "lbound",
    "len", "maxexponent", "merge", "minexponent", "precision", "present", "radix", "range",
    "shape", "size", "storage_size", "tiny", "ubound",
})  # fmt: skip


class WalkedLoopError(Exception):
    """A loop over a range that data end walks along an axis."""

    def __init__(self, key: LoopKey, walk: Walk) -> None:
        super().__init__(key)
        self.found = (key, walk)


def walk_of(cx: Context, loop: surface.For) -> Walk | None:
    """The axis, of an extent that sizes tell, that `loop` surely walks along, from a position that
    sizes tell and by ones; None where there is none."""
    if not _may_walk(loop):
        return None
    first = _start(cx, loop)
    for found in walks(loop.body, loop.target, cx.fortran):
        array = cx.scope.names.get(found.name, cx.globals.get(found.name))
        end = _end_of(cx, array, found.axis, found.offset)
        names = (cx.scope.names.get(n, cx.globals.get(n)) for n in found.before)
        if end is not None and all(map(is_position, names)) and _begins(cx, first, found.offset):
            return found
    return None


def _may_walk(loop: surface.For) -> bool:
    """Whether `loop` goes by ones, and each iteration runs to its end and counts nothing."""
    _, _, step = arguments_of(loop)
    if not isinstance(step, surface.Number) or step.text != "1":
        return False
    if any(isinstance(n, _ENDS) for n in walk(loop.body)) or any(map(step_of, loop.body)):
        return False
    return loop.target not in assigned(loop.body)


def _start(cx: Context, loop: surface.For) -> Value | None:
    first, _, _ = arguments_of(loop)
    called = any(isinstance(n, surface.Call) for n in walk(first))
    return None if called else cx.evaluate(first)


def _begins(cx: Context, first: Value | None, offset: int) -> bool:
    """Whether sizes tell the range's `first` value, and that it is on the axis or behind it."""
    if not isinstance(first, Integer) or not cx.of_sizes(first.value):
        return False
    return cx.prover.nonneg(first.value + offset)


def _end_of(cx: Context, array: Value | None, axis: int, offset: int) -> sympy.Expr | None:
    """The first value of the variable that is behind the axis; None where data decide."""
    if not isinstance(array, Array) or axis >= len(array.shape):
        return None
    extent = array.shape[axis]
    return extent - offset if cx.of_sizes(extent) else None


# -- what every iteration reads or writes ----------------------------------------------------------


def walks(
    body: Body, target: str, fortran: bool, *tests: surface.Expr
) -> Iterator[Walk]:  # fmt: skip
    """The elements at `target` and constant distances that each iteration of `body`, run to its
    end, surely reads or writes, and what is evaluated of `tests`, of variables that stay what they
    are."""
    rebound, sure = _rebound(body), _Sure(fortran)
    parts = (sure.within(*tests), *map(sure.of, body))
    for expr in chain.from_iterable(parts):
        if not isinstance(expr, surface.Subscript) or not isinstance(expr.value, surface.Name):
            continue
        if expr.value.name not in rebound:
            every = _along(expr, expr.value.name, target, fortran)
            yield from (found for found in every if not rebound & set(found.before))


def _along(
    access: surface.Subscript, name: str, target: str, fortran: bool
) -> Iterator[Walk]:  # fmt: skip
    if any(isinstance(i, (surface.Ellipsis, surface.NoneValue)) for i in access.items):
        return
    before: frozenset[str] | None = frozenset()
    for axis, item in enumerate(access.items):
        offset = _offset(item, target)
        if offset is not None and before is not None:
            yield Walk(name, axis, offset, tuple(sorted(before)))
        before = before if fortran else _with_names(before, item)


def _with_names(known: frozenset[str] | None, item: surface.Expr) -> frozenset[str] | None:
    """The names `known` with those that have to be positions for a subscript to take one axis; None
    where it may take others, as masks of several axes do."""
    match item:
        case surface.Slice() | surface.Number(kind="int"):
            return known
        case surface.Name(name=name):
            return None if known is None else known | {name}
        case surface.Binary(op="+" | "-" | "*" | "//" | "%", left=left, right=right):
            return _with_names(_with_names(known, left), right)
        case surface.Unary(op="+" | "-", operand=operand):
            return _with_names(known, operand)
    return None


def is_position(value: Value | None) -> bool:
    """Whether a subscript that is `value` takes one axis."""
    return isinstance(value, Integer) or (isinstance(value, Array) and value.dtype.is_integer)


def _offset(item: surface.Expr, target: str) -> int | None:
    """`offset`, where `item` is `target + offset`."""
    match item:
        case surface.Name(name=name) if name == target:
            return 0
        case surface.Binary(op="+", left=surface.Number(kind="int", text=text), right=rest):
            inner = _offset(rest, target)
            return None if inner is None else inner + int(text)
        case surface.Binary(
            op="+" | "-" as op, left=rest, right=surface.Number(kind="int", text=text)
        ):
            inner = _offset(rest, target)
            return None if inner is None else inner + (int(text) if op == "+" else -int(text))
    return None


@dataclass(frozen=True)
class _Sure:
    """The expressions that are evaluated, or assigned to, whenever a statement is run.

    An element that a procedure of Fortran's is given stands for storage from there on, none of
    which need be there.
    """

    fortran: bool

    def of(self, statement: surface.Statement) -> Iterator[surface.Expr]:
        match statement:
            case surface.Assign(targets=targets, value=value):
                yield from self.within(value, *targets)
            case surface.AugmentedAssign(target=target, value=value):
                yield from self.within(target, value)
            case surface.If(condition=condition):
                yield from self.within(condition)
            case surface.Evaluate(value=value):
                yield from self.within(value)

    def within(self, *exprs: surface.Expr) -> Iterator[surface.Expr]:
        for expr in exprs:
            yield expr
            match expr:
                case surface.Unary(operand=operand):
                    yield from self.within(operand)
                case surface.Binary(left=left, right=right):
                    yield from self.within(left, right)
                case surface.Compare(operands=(first, second, *_)):
                    yield from self.within(first, second)
                case surface.Logical(operands=(first, *_)) | surface.Conditional(condition=first):
                    yield from self.within(first)
                case surface.Subscript(value=value, items=items):
                    single = (i for i in items if not isinstance(i, surface.Slice))
                    yield from self.within(value, *single)
                case surface.Call(function=function, arguments=given):
                    own = isinstance(function, surface.Intrinsic)
                    if own and function.name in _INQUIRIES:  # type: ignore[union-attr]
                        continue
                    if own or not self.fortran:
                        yield from self.within(*given)


def _rebound(body: Body) -> set[str]:
    """The names that `body` may give other arrays."""
    found: set[str] = set()
    for node in walk(body):
        if isinstance(node, surface.Assign):
            bound = (t for t in node.targets if not isinstance(t, surface.Subscript))
            found.update(n for t in bound for n in target_names(t))
        elif isinstance(node, (surface.Declare, surface.Associate)):
            found.add(node.name)
        elif isinstance(node, surface.AugmentedAssign) and isinstance(node.target, surface.Name):
            found.add(node.target.name)
    return found


# -- the loop in its place -------------------------------------------------------------------------


def with_walked_loops(
    function: surface.Function, known: frozenset[tuple[LoopKey, Walk]], taken: Iterable[str],
    fortran: bool,
) -> surface.Function:  # fmt: skip
    """`function` with those of its loops `known` to walk along an axis as loops along it."""
    walks, fresh = dict(known), fresh_names(function, taken)

    def change(statement: surface.Statement, before: Body) -> Body:
        del before
        found = walks.get(key_of(statement)) if isinstance(statement, surface.For) else None
        return walking(statement, found, fresh, fortran) if found else (statement,)  # type: ignore[arg-type]

    return replace(function, body=rewritten(function.body, change))


def walking(loop: surface.For, found: Walk, fresh: NameSource, fortran: bool) -> Body:
    """The statements that stand for `loop`: those of its iterations that there are, of all along
    the axis. Fortran's variable is one step behind the last value in the end."""
    span = loop.span
    at, bound = (surface.Name(fresh.fresh(n), span) for n in ("at", "bound"))
    first, stop, _ = arguments_of(loop)
    axis = surface.Number(str(found.axis), "int", span)
    offset: surface.Expr = surface.Number(str(abs(found.offset)), "int", span)
    if found.offset < 0:
        offset = surface.Unary("-", offset, span)
    key = surface.String(loop.target, span)
    given = (bound, first, surface.Name(found.name, span), axis, offset, key)
    end = surface.Call(surface.Intrinsic("adc.walked", span, "python"), given, (), span)
    variable = surface.Name(loop.target, span)
    each = surface.If(
        surface.Compare(("<",), (at, bound), span),
        (surface.Assign((variable,), at, span), *loop.body), (), span,
    )  # fmt: skip
    made: Body = (
        surface.Assign((bound,), whole(stop) if fortran else stop, span),
        replace(loop, target=at.name, arguments=(first, end), body=(each,)),
    )
    if not fortran:
        return made
    behind = surface.Call(surface.Intrinsic("max", span), (first, bound), (), span)
    return (*made, surface.Assign((variable,), behind, span))


def _walked(cx: Context, site: CallSite) -> Value:
    """Where the axis ends that a loop walks along: (the end of the range, its first value, array,
    axis, offset, the loop's variable). The call fails where the range goes beyond it. Raises
    DataLoopError where, in this call of the function, the loop does not walk along an axis."""
    bound, first, array, axis, offset, target = site.arguments
    assert isinstance(axis, Integer) and isinstance(offset, Integer) and isinstance(target, Text)
    end = _end_of(cx, array, int(axis.value), int(offset.value))
    if end is None or not _begins(cx, first, int(offset.value)):
        raise DataLoopError((target.value, str(site.span)))
    assert isinstance(first, Integer)
    stop = convert(as_array(bound, site.span).at(()), DType.INT64)
    beyond: Expr = build.compare("gt", stop, IntValue(end))
    if not cx.prover.nonneg(end - first.value):
        beyond = build.apply("and", build.compare("lt", IntValue(first.value), stop), beyond)
    fail_where(cx, beyond, f"a position on an axis of {end + offset.value}", site.span)
    return Integer(end)


CALLS = {"adc.walked": _walked}
