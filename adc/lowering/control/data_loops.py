"""Loops whose last value is data (`do i = 1, nint(t)`, `for i in range(int(t))`): a `while` that
counts.

How often such a loop runs is settled before its first iteration (Fortran 2018, 11.1.7.4.3), and so
is the bound here. The counter stays an expression of the count (`counters`). Python's variable is
not the counter: what the body binds it to has no effect on the next iteration, and after the loop
it has the value of the last one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from adc.diagnostics import InternalError
from adc.frontends import surface
from adc.frontends.names import walk
from adc.ir.names import NameSource
from adc.lowering.control.bodies import Body, fresh_names, rewritten
from adc.lowering.control.counters import step_of
from adc.lowering.learned import LoopKey
from adc.lowering.liveness import assigned, used

Counting = Callable[[surface.For, NameSource], Body]


class DataLoopError(Exception):
    """DO loops end where data says."""

    def __init__(self, *keys: LoopKey) -> None:
        super().__init__(*keys)
        self.keys = frozenset(keys)


class BoundedLoopError(Exception):
    """A loop over a range ends where data says, and not later than where sizes do."""

    def __init__(self, key: LoopKey) -> None:
        super().__init__(key)
        self.key = key


def key_of(loop: surface.For) -> LoopKey:
    return loop.target, str(loop.span)


def may_count(loop: surface.For) -> bool:
    """Whether the loop's step is a number."""
    step = arguments_of(loop)[2]
    return isinstance(step.operand if isinstance(step, surface.Unary) else step, surface.Number)


def arguments_of(loop: surface.For) -> tuple[surface.Expr, surface.Expr, surface.Expr]:
    """The first value, the last one, and the step."""
    zero, one = (surface.Number(text, "int", loop.span) for text in ("0", "1"))
    start, stop, step = [*loop.arguments, one][:3] if len(loop.arguments) > 1 else (
        zero, loop.arguments[0], one
    )  # fmt: skip
    return start, stop, step


def with_data_loops(
    function: surface.Function, loops: frozenset[LoopKey], taken: Iterable[str], fortran: bool,
    bounded: bool = False,
) -> surface.Function:  # fmt: skip
    """`function` with those of its loops that `loops` names as `while`s, or `bounded` by sizes."""
    counting = _bounding if bounded else _counting if fortran else _ranging
    fresh = fresh_names(function, taken)

    def change(statement: surface.Statement, before: Body) -> Body:
        del before
        ends = isinstance(statement, surface.For) and key_of(statement) in loops
        return counting(statement, fresh) if ends else (statement,)  # type: ignore[arg-type]

    return replace(function, body=rewritten(function.body, change))


def is_alike_in_its_place(loop: surface.For | surface.While) -> bool:
    """Whether `in_its_place` tells what `with_data_loops` would: in a loop that jumps leave, what
    is counted behind the jump is no counter any more."""
    if isinstance(loop, surface.For) or loop.counted is None:
        return isinstance(loop, surface.For)
    changed = assigned(loop.body) | {loop.counted.target}
    top = set(map(id, loop.body))
    steps = [
        step_of(s)
        for s in walk(loop.body)
        if isinstance(s, (surface.Assign, surface.AugmentedAssign)) and id(s) not in top
    ]
    return not any(step and not used(step.size) & changed for step in steps)


def in_its_place(
    loop: surface.For | surface.While, function: surface.Function, taken: Iterable[str]
) -> Body:
    """The statements that stand for a DO loop that data end where `function` has no jumps any more:
    one that jumps leave is a `while` on a flag there, and any that data end becomes one."""
    ranged = loop if isinstance(loop, surface.For) else loop.counted
    if ranged is None:
        raise InternalError("a loop without a range ends where data says", loop.span)
    fresh = fresh_names(replace(function, body=(*function.body, loop)), taken)
    bound, start, made = _counting(replace(ranged, body=loop.body), fresh)
    assert isinstance(made, surface.While)
    flag: surface.Expr = surface.Name(fresh.fresh("go"), loop.span)
    if isinstance(loop, surface.While):
        flag = loop.condition
    goes_on = surface.Assign((flag,), made.condition, loop.span)
    left = isinstance(loop, surface.While)
    again = surface.If(flag, (goes_on,), (), loop.span) if left else goes_on
    return (bound, start, goes_on, replace(made, condition=flag, body=(*made.body, again)))


def _counting(loop: surface.For, fresh: NameSource) -> Body:
    """`i` begins one step before the first value and advances at the head of each iteration, so
    that CYCLE does not pass over it."""
    start, stop, step = loop.arguments
    span = loop.span
    up = not isinstance(step, surface.Unary)
    counter, bound = surface.Name(loop.target, span), surface.Name(fresh.fresh("bound"), span)
    behind = surface.Binary("-", start, step, span)
    ahead = surface.Binary("+", counter, step, span)
    test = surface.Compare(("<" if up else ">",), (ahead, bound), span)
    advance = surface.Assign((counter,), whole(ahead), span)
    return (
        surface.Assign((bound,), whole(stop), span),
        surface.Assign((counter,), whole(behind), span),
        surface.While(test, (advance, *loop.body), span),
    )


def _ranging(loop: surface.For, fresh: NameSource) -> Body:
    """The same of Python: the counter is a variable of its own."""
    start, stop, step = arguments_of(loop)
    span = loop.span
    up = not isinstance(step, surface.Unary)
    counter, bound = (surface.Name(fresh.fresh(n), span) for n in ("count", "bound"))
    ahead = surface.Binary("+", counter, step, span)
    test = surface.Compare(("<" if up else ">",), (ahead, bound), span)
    return (
        surface.Assign((bound,), stop, span),
        surface.Assign((counter,), surface.Binary("-", start, step, span), span),
        surface.While(
            test,
            (
                surface.Assign((counter,), ahead, span),
                surface.Assign((surface.Name(loop.target, span),), counter, span),
                *loop.body,
            ),
            span,
        ),
    )


def _bounding(loop: surface.For, fresh: NameSource) -> Body:
    """The loop over all that the range may have, of which those iterations are run that it has."""
    span = loop.span
    at, bound = (surface.Name(fresh.fresh(n), span) for n in ("at", "bound"))
    most = surface.Call(surface.Intrinsic("adc.room", span, "python"), (bound,), (), span)
    start, stop, _ = arguments_of(loop)
    given = (most,) if len(loop.arguments) == 1 else (start, most)
    bind = surface.Assign((surface.Name(loop.target, span),), at, span)
    test = surface.Compare(("<",), (at, bound), span)
    each = surface.If(test, (bind, *loop.body), (), span)
    return (
        surface.Assign((bound,), stop, span),
        replace(loop, target=at.name, arguments=given, body=(each,)),
    )


def whole(value: surface.Expr) -> surface.Expr:
    """The value as a Fortran integer holds it."""
    return surface.Call(surface.Intrinsic("int", value.span), (value,), (), value.span)
