"""How often a `while` that data end may run: `while i < n and err > tol: …; i += 1`.

The number of iterations shows only where such a loop ends, but a test may bound it, and so does an
axis that it goes along: an iteration behind its end is an error of the source. What is stored of
each iteration then has an extent that is known before the first one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import sympy

from adc.diagnostics import AdcError, Span
from adc.frontends import surface
from adc.frontends.names import walk
from adc.frontends.passed import Passed
from adc.ir import build, shapes
from adc.ir.dtypes import DType
from adc.ir.expressions import IntValue, Read
from adc.ir.nodes import While
from adc.lowering.context import Context
from adc.lowering.control.after_loops import Bounds, kept_count
from adc.lowering.control.bodies import Body, rewritten
from adc.lowering.control.counters import Step, name, step_of
from adc.lowering.control.jumps import has
from adc.lowering.control.misfits import fail_where
from adc.lowering.control.ranges import compared, literal
from adc.lowering.control.stepped_loops import is_whole
from adc.lowering.control.walked_axes import is_position, walks
from adc.lowering.liveness import assigned, used
from adc.lowering.values import Array, Builtin, Integer, Value

_MAGNITUDES = ("abs", "fabs", "absolute")
_OPPOSITE = {"<": ">=", "<=": ">", ">": "<=", ">=": "<"}


def with_limits(function: surface.Function, fortran: bool) -> surface.Function:
    """`function` with the most iterations of its `while` loops that their tests tell, as the
    source's text has it."""
    loops = [n for n in walk(function.body) if isinstance(n, surface.While)]
    if not loops:
        return function
    renamed = _with_other_names(function) if fortran else frozenset[str]()

    def change(statement: surface.Statement, before: Body) -> Body:
        del before
        if not isinstance(statement, surface.While) or statement.counted is not None:
            return (statement,)
        if has(statement.body, surface.Continue) or (fortran and _calls(statement)):
            return (statement,)
        passed = tuple(_passed(statement, renamed, fortran))
        most, partly = _most(statement, renamed)
        return (replace(statement, most=most, partly=partly, passed=passed),)

    return replace(function, body=rewritten(function.body, change))


def bounds_of(cx: Context, loop: surface.While, trips: sympy.Symbol) -> Bounds:
    """The iterations of a `while` whose number `trips` shows at its end, with the most that there
    may be: an expression of sizes and of loop variables, if its text tells one and not data."""
    of_test = _by_test(cx, loop)
    least: list[sympy.Expr] = []
    for found in (of_test, *(_by_axis(cx, p, loop.span) for p in loop.passed)):
        if found is not None and not any(_is_less(cx, other, found) for other in least):
            least = [e for e in least if not _is_less(cx, found, e)] + [found]
    limit = sympy.Min(*least) if least else None
    surely = limit is None or (limit == of_test and not loop.partly)
    return Bounds(sympy.Integer(0), trips, 1, limit, surely)


def fail_beyond(cx: Context, span: Span) -> None:
    """The call fails where the loop at `span`, which has just been lowered, has come to its limit
    and would go on."""
    made = next(n for n in reversed(cx.body) if isinstance(n, While) and n.span == span)
    assert made.limit is not None
    trips = Read(kept_count(cx, made), (), DType.INT64)
    reached = build.compare("ge", trips, IntValue(made.limit))
    what = f"{made.limit} iterations"
    fail_where(cx, build.apply("and", made.condition, reached), what, span)


def _is_less(cx: Context, one: sympy.Expr, other: sympy.Expr) -> bool:
    return cx.prover.nonneg(other - one)


def _by_test(cx: Context, loop: surface.While) -> sympy.Expr | None:
    """The most iterations that a test allows, as far as sizes and loop variables tell."""
    if loop.most is None or not all(_is_told(cx, e) for e in _leaves(loop.most)):
        return None
    called = (n.function for n in walk((loop.condition, loop.body)) if isinstance(n, surface.Call))
    if not all(isinstance(_known(cx, f), Builtin) for f in called if _is_magnitude(f)):
        return None
    value = cx.evaluate(loop.most)
    if not isinstance(value, Integer) or shapes.entries(value.value):
        return None
    return shapes.maximum(value.value + 1, 1) if loop.partly else value.value


def _by_axis(cx: Context, passed: Passed, span: Span) -> sympy.Expr | None:
    """The most iterations on the axis, and the one behind it that fails. From a position that data
    tell all of it may be ahead; Python's positions may be negative."""
    array, first = (_known(cx, name(n, span)) for n in (passed.array, passed.counter))
    if not isinstance(array, Array) or passed.axis >= len(array.shape):
        return None
    if not all(is_position(_known(cx, name(n, span))) for n in passed.before):
        return None
    room = array.shape[passed.axis]
    if not cx.of_sizes(room):
        return None
    if isinstance(first, Integer) and cx.prover.nonneg(first.value + passed.offset):
        room -= first.value + passed.offset
    elif first is not None and is_whole(first):
        room *= 1 if cx.fortran else 2
    else:
        return None
    ahead = shapes.floordiv(room + passed.step - 1, passed.step)
    return shapes.maximum(ahead, sympy.Integer(0)) + 1


def _with_other_names(function: surface.Function) -> frozenset[str]:
    """The names of what ASSOCIATE gives other names, too, by which it may change."""
    made = (n for n in walk(function.body) if isinstance(n, surface.Associate))
    return frozenset(name for n in made if n.source is not None for name in used(n.source))


def _calls(loop: surface.While) -> bool:
    """Whether it calls procedures, which may change what they are given and what is shared."""
    calls = (n for n in walk((loop.condition, loop.body)) if isinstance(n, surface.Call))
    return any(not isinstance(n.function, surface.Intrinsic) for n in calls)


def _most(loop: surface.While, renamed: frozenset[str]) -> tuple[surface.Expr | None, bool]:
    """The most iterations by the first test that bounds them; and whether one more is made, in
    part."""
    for step in filter(None, map(step_of, loop.body)):
        for test, partly in _tests_of(loop):
            found = compared(step.name, test)
            if found is not None and _bounds(step, *found, loop, renamed):
                return _room(step, *found, loop.span), partly
    return None, False


def _passed(loop: surface.While, renamed: frozenset[str], fortran: bool) -> Iterator[Passed]:
    """The elements that every iteration that is run to its end has, by counters that step up."""
    for step in filter(None, map(step_of, loop.body)):
        if step.op != "+" or literal(step.size) < 1 or not _is_only(step, loop, renamed):
            continue
        for found in walks(loop.body, step.name, fortran, loop.condition):
            yield Passed(*found, step.name, literal(step.size))


def _tests_of(loop: surface.While) -> Iterator[tuple[surface.Expr, bool]]:
    """What must hold for another iteration; and whether one more is made, in part, if not."""
    for test in _tests(loop.condition, True):
        yield test, False
    for statement in loop.body:
        match statement:
            case surface.If(condition=condition, then=(*_, surface.Break() | surface.Return())):
                for test in _tests(condition, False):
                    yield test, True


def _tests(condition: surface.Expr, wanted: bool) -> Iterator[surface.Expr]:
    """The tests that must hold where the condition is as `wanted`: those that are made before any
    that may fail."""
    match condition:
        case surface.Unary(op="not", operand=operand):
            yield from _tests(operand, not wanted)
        case surface.Logical(op=op, operands=operands) if (op == "and") == wanted:
            for operand in operands:
                yield from _tests(operand, wanted)
                if any(map(_may_fail, walk(operand))):
                    return
        case surface.Compare(ops=ops, operands=operands) if wanted:
            for op, left, right in zip(ops, operands, operands[1:], strict=False):
                yield surface.Compare((op,), (left, right), condition.span)
        case surface.Compare(ops=(op,), operands=operands) if op in _OPPOSITE:
            yield surface.Compare((_OPPOSITE[op],), operands, condition.span)


def _may_fail(node: object) -> bool:
    match node:
        case surface.Call(function=function):
            return not isinstance(function, surface.Intrinsic) and not _is_magnitude(function)
        case surface.Binary(op=op):
            return op in ("//", "%")
    return isinstance(node, surface.Subscript)


def _is_magnitude(function: surface.Expr) -> bool:
    """Whether a function is `abs` or `np.abs`, as far as its name tells."""
    match function:
        case surface.Name(name=last) | surface.Attribute(value=surface.Name(), name=last):
            return last in _MAGNITUDES
    return False


def _bounds(
    step: Step, op: str, bound: surface.Expr, loop: surface.While, renamed: frozenset[str]
) -> bool:
    """Whether `counter op bound` fails some time, for each iteration takes `step` once."""
    way = ("<", "<=") if step.op == "+" else (">", ">=")
    stays = not used(bound) & (assigned(loop.body) | renamed)
    return _is_only(step, loop, renamed) and op in way and literal(step.size) > 0 and stays


def _is_only(step: Step, loop: surface.While, renamed: frozenset[str]) -> bool:
    """Whether nothing but `step` changes the counter."""
    changed = [s for s in loop.body if step.name in assigned((s,))]
    return len(changed) == 1 and step.name not in renamed


def _room(step: Step, op: str, bound: surface.Expr, span: Span) -> surface.Expr:
    """How many values the counter has before the bound, not above 0 if there are none."""
    size = literal(step.size)
    ends = (bound, name(step.name, span))
    left, right = ends if step.op == "+" else ends[::-1]
    room: surface.Expr = surface.Binary("-", left, right, span)
    # Rounded up; one more where the bound itself is a value.
    more = size if op in ("<=", ">=") else size - 1
    if more:
        room = surface.Binary("+", room, surface.Number(str(more), "int", span), span)
    if size > 1:
        room = surface.Binary("//", room, surface.Number(str(size), "int", span), span)
    return room


def _leaves(expr: surface.Expr) -> Iterator[surface.Expr]:
    """What the arithmetic of an expression begins with."""
    match expr:
        case surface.Binary(op="+" | "-" | "*" | "//", left=left, right=right):
            yield from _leaves(left)
            yield from _leaves(right)
        case surface.Unary(op="+" | "-", operand=operand):
            yield from _leaves(operand)
        case _:
            yield expr


def _is_told(cx: Context, leaf: surface.Expr) -> bool:
    """Whether it is an integer of sizes, or the length of an array."""
    match leaf:
        case surface.Number(kind="int"):
            return True
        case surface.Name():
            return isinstance(_known(cx, leaf), Integer)
        case surface.Attribute(value=surface.Name() as owner, name="size"):
            return isinstance(_known(cx, owner), Array)
        case surface.Subscript(
            value=surface.Attribute(value=surface.Name() as owner, name="shape"),
            items=(surface.Number(kind="int"),),
        ):
            return isinstance(_known(cx, owner), Array)
        case surface.Call(function=surface.Name(name="len") as called, arguments=(of,)):
            own = _known(cx, called) == Builtin("len")
            return own and isinstance(of, surface.Name) and isinstance(_known(cx, of), Array)
    return False


def _known(cx: Context, found: surface.Expr) -> Value | None:
    """What a name stands for; None where it has no value."""
    try:
        return cx.evaluate(found)
    except AdcError:
        return None
