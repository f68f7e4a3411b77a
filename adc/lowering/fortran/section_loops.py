"""Statements on sections whose bounds data decide, as loops over their elements.

`y(2:m) = x(1:m - 1)*s` is written `y(2 + t) = x(1 + t)*s` for all t. Where the statement reads what
it writes, at other elements, the values go through an array of their own first: Fortran has all of
them before it writes any (Fortran 2018, 10.2.1.3). What reduces sections becomes a loop that
counts up before the statement. Statements are taken so once they are refused as they are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from adc.diagnostics import AdcError
from adc.frontends import surface
from adc.frontends.names import alike, walk
from adc.frontends.terms import intrinsic, number
from adc.ir.names import NameSource
from adc.lowering.context import Context, containers_read
from adc.lowering.control.bodies import fresh_names
from adc.lowering.control.counters import with_counters
from adc.lowering.control.data_loops import key_of
from adc.lowering.fortran.by_element import (
    Elements,
    NotByElementError,
    Position,
    is_reduction,
    nest,
)
from adc.lowering.fortran.complex_numbers import PARTS
from adc.lowering.fortran.own_calls import (
    HeldValues,
    called_before,
    extents_of,
    with_arguments,
)
from adc.lowering.fortran.passed_sections import with_storage_passed
from adc.lowering.liveness import Liveness
from adc.lowering.values import Array, Complex

LowerBody = Callable[[Context, tuple[surface.Statement, ...]], None]
#: Stands for all statements among those that become loops.
EVERY = "all sections"
#: What is refused of sections as they are.
_OF_SECTIONS = ("ADC0216", "ADC0220", "ADC0224", "ADC0229")
_ONE_BY_ONE = (surface.Assign, surface.If, surface.Evaluate)


class SectionLoopError(Exception):
    """A statement on sections, whose bounds data decide, has to be written as loops."""

    def __init__(self, key: str) -> None:
        super().__init__(key)
        self.key = key


def by_loops(cx: Context, statement: surface.Statement, lower_body: LowerBody) -> bool:
    """Lowers `statement` as loops, where that is how it has to be; False where it has not."""
    if not cx.learned.section_loops & {str(statement.span), EVERY}:
        return False
    known = cx.scope.by_data.get(id(statement))
    body = known[1] if known is not None else _written(cx, statement)
    if body is None:
        return False
    lower_body(cx, body)
    return True


def loops_instead(cx: Context, statement: surface.Statement, error: AdcError) -> None:
    """Raises SectionLoopError where loops may stand for a statement that is refused."""
    key = str(statement.span)
    tried = cx.learned.section_loops & {key, EVERY} or not cx.learned.picks
    if not tried and error.diagnostics[0].code in _OF_SECTIONS and _loops(cx, statement):
        raise SectionLoopError(key) from None


def with_section_loop(known: frozenset[str], key: str) -> frozenset[str]:
    """The statements that become loops, one of which turns out to be `key`; the third one stands
    for all, as each has cost an attempt."""
    return known | {key if len(known) < 2 else EVERY}


def _written(cx: Context, statement: surface.Statement) -> tuple[surface.Statement, ...] | None:
    """The loops, and what is live in and after each is noted."""
    made = _loops(cx, statement)
    if made is None:
        return None
    scope = cx.scope
    alone = replace(scope.function, body=made)
    body = with_counters(alone, cx.reserved | cx.taken | scope.assigned).body
    live = Liveness(body, scope.live_after.get(id(statement), frozenset()))
    scope.live_after.update(live.after)
    scope.live_inside.update(live.inside)
    scope.by_data[id(statement)] = statement, body
    scope.made_loops |= {key_of(n) for n in walk(body) if isinstance(n, surface.For)}
    return body


def _loops(cx: Context, statement: surface.Statement) -> tuple[surface.Statement, ...] | None:
    """The statements that stand for `statement`; None where it has no sections that loops may go
    along."""
    if not isinstance(statement, _ONE_BY_ONE):
        return None
    head = statement.condition if isinstance(statement, surface.If) else statement
    if not any(isinstance(n, surface.Slice) for n in walk(head)):
        return None
    passed = with_storage_passed(cx, statement)
    made = _by_element(cx, passed) or _with_values_held(cx, passed)
    return made or (None if passed is statement else (passed,))


def _by_element(cx: Context, statement: surface.Statement) -> tuple[surface.Statement, ...] | None:
    elements = _elements(cx, statement)
    try:
        match statement:
            case surface.If():
                statement = replace(statement, condition=elements.at(statement.condition, ()))
                return (*elements.before, statement)
            case surface.Assign((surface.Subscript() as target,)):
                return _assigned(elements, statement, target)
            case surface.Assign((surface.Name() as name,)) if not elements.rank_of_name(name):
                return _of_number(elements, statement)
            case surface.Evaluate(surface.Call() as call):
                made = replace(statement, value=with_arguments(elements, call))
                return (*elements.before, made) if elements.before else None
    except NotByElementError:
        pass
    return None


def _elements(cx: Context, statement: surface.Statement) -> Elements:
    taken = cx.reserved | cx.taken | cx.scope.assigned
    elements = Elements(cx, _names(cx, statement, taken))
    elements.reduce = _reduced
    elements.call = called_before
    return elements


def _with_values_held(
    cx: Context, statement: surface.Statement
) -> tuple[surface.Statement, ...] | None:
    """An assignment to a section, with what has no elements by number kept in arrays before: the
    values of the source's functions, and variables of which data select the elements."""
    if not isinstance(statement, surface.Assign):
        return None
    held = HeldValues(_elements(cx, statement))
    try:
        value = held.of(statement.value)
    except NotByElementError:
        return None
    return (*held.before, replace(statement, value=value)) if held.before else None


def _names(cx: Context, statement: surface.Statement, taken: frozenset[str]) -> NameSource:
    return fresh_names(replace(cx.scope.function, body=(*cx.scope.function.body, statement)), taken)


def _of_number(
    elements: Elements, statement: surface.Assign
) -> tuple[surface.Statement, ...] | None:
    value = statement.value
    if elements.rank(value):
        return None
    if isinstance(value, surface.Call) and isinstance(value.function, surface.Name):
        value = with_arguments(elements, value)
    else:
        value = elements.at(value, ())
    return (*elements.before, replace(statement, value=value)) if elements.before else None


def _assigned(
    elements: Elements, statement: surface.Assign, target: surface.Subscript
) -> tuple[surface.Statement, ...] | None:
    """An assignment to a section, or to an element."""
    if target.anew or not isinstance(target.value, surface.Name):
        return None
    rank = elements.rank(target)
    if not rank:
        return _of_number(elements, statement)
    if elements.rank(statement.value) not in (0, rank):
        raise NotByElementError
    span, cx = statement.span, elements.cx
    written = _containers(cx, target.value)
    if written & _read_in(cx, target.items):
        raise NotByElementError
    axes = elements.axes_of(target, rank)
    for part in elements.arrays(statement.value, rank):
        for one, other in zip(axes, elements.own_axes(part), strict=True):
            elements.check(one.count, other.count)
    position = _position(elements, rank, statement)
    value = elements.at(statement.value, position)
    inner: surface.Statement = replace(
        statement, targets=(elements.at(target, position),), value=value
    )
    if not written & _read_in(cx, _others(statement.value, target)):
        return (*elements.before, *nest(axes, position, (inner,), statement))
    _refuse_dummies(cx, statement.value, target.value, written)
    held = surface.Name(elements.fresh.fresh("values"), span)
    extents = extents_of(elements, target)
    declared = surface.Declare(held.name, elements.dtype(target.value), extents, span)
    kept = surface.Subscript(held, position, span, exact=True)
    first = surface.Assign((kept,), value, span)
    then = replace(statement, targets=(elements.at(target, position),), value=kept)
    return (
        *elements.before, declared, *nest(axes, position, (first,), statement),
        *nest(axes, position, (then,), statement),
    )  # fmt: skip


def _position(elements: Elements, rank: int, at: surface.Statement) -> Position:
    return tuple(surface.Name(elements.fresh.fresh("at"), at.span) for _ in range(rank))


# -- what is shared --------------------------------------------------------------------------------


def _containers(cx: Context, name: surface.Name) -> frozenset[str]:
    """Where the elements of the array `name` are; all that they are computed of."""
    value = cx.evaluate(name)
    parts = value.items if isinstance(value, Complex) else (value,)
    found: set[str] = set()
    for part in parts:
        if isinstance(part, Array):
            found |= {part.view.container} if part.view is not None else containers_read(part)
    return frozenset(found)


def _is_variable(cx: Context, name: surface.Name) -> bool:
    """Whether it names a variable of the function, or of a module or COMMON block."""
    return name.name in cx.scope.names or name.name in cx.globals


def _read_in(cx: Context, node: object) -> frozenset[str]:
    names = {n.name: n for n in walk(node) if isinstance(n, surface.Name)}
    known = [n for n in names.values() if _is_variable(cx, n)]
    return frozenset().union(*(_containers(cx, n) for n in known))


def _others(value: surface.Expr, target: surface.Subscript) -> tuple[surface.Expr, ...]:
    """What `value` reads but for the very elements that are written."""

    def parts(node: surface.Expr) -> Iterator[surface.Expr]:
        if isinstance(node, surface.Subscript) and alike(node, target):
            yield from node.items
        elif isinstance(node, (surface.Unary, surface.Binary, surface.Compare, surface.Logical)):
            fields = ("operand", "left", "right", "operands")
            for part in (getattr(node, f) for f in fields if hasattr(node, f)):
                for one in part if isinstance(part, tuple) else (part,):
                    yield from parts(one)
        elif isinstance(node, surface.Call) and not is_reduction(node):
            for argument in (*node.arguments, *(k.value for k in node.keywords)):
                yield from parts(argument)
        else:
            yield node

    return tuple(parts(value))


def _refuse_dummies(
    cx: Context, value: surface.Expr, target: surface.Name, written: frozenset[str]
) -> None:
    """What two dummy arguments share is no program's to read and write in one statement."""
    dummies = {p.name for p in cx.scope.function.parameters}
    for node in walk(value):
        if not isinstance(node, surface.Name) or node.name == target.name:
            continue
        shared = _is_variable(cx, node) and _containers(cx, node) & written
        if shared and {node.name, target.name} & dummies:
            raise NotByElementError


# -- reductions ------------------------------------------------------------------------------------


def _reduced(elements: Elements, call: surface.Call) -> surface.Expr:
    """A name for what a reduction of sections is, which is computed before."""
    assert isinstance(call.function, surface.Intrinsic)
    name, span = call.function.name, call.span
    value = call.arguments[0]
    if name == "dot_product":
        if elements.type_of(value) in PARTS:
            value = intrinsic("conjg", (value,), span)
        value = surface.Binary("*", value, call.arguments[1], span)
        name = "sum"
    elif len(call.arguments) != 1 or call.keywords:
        raise NotByElementError
    if name == "norm2":
        value, name = surface.Binary("*", value, value, span), "sum"
    rank = elements.rank(value)
    if not rank:
        raise NotByElementError
    axes = elements.axes_of(value, rank)
    position = tuple(surface.Name(elements.fresh.fresh("at"), span) for _ in range(rank))
    held = surface.Name(elements.fresh.fresh(name), span)
    one = elements.at(value, position)
    if name in _OF_TRUTHS:
        start, more = _counted(name, held, one)
    else:
        dtype = elements.type_of(value)
        start, more = _folded(name, dtype, held, one)
    elements.before.append(surface.Assign((held,), start, span))
    if name in _EXTREMES:  # of no elements it is what nothing is beyond
        zero = number(0, span)
        first = elements.at(value, (zero,) * rank)
        some = tuple(surface.Compare((">",), (axis.count, zero), span) for axis in axes)
        test = surface.Logical("and", some, span) if rank > 1 else some[0]
        begun = surface.Assign((held,), first, span)
        elements.before.append(surface.If(test, (begun,), (), span))
    elements.before += nest(axes, position, (more,), call)
    if call.function.name == "norm2":
        return intrinsic("sqrt", (held,), span)
    return held


_OF_TRUTHS = ("any", "all", "count")
_EXTREMES = ("maxval", "minval")


def _counted(
    name: str, held: surface.Name, one: surface.Expr
) -> tuple[surface.Expr, surface.Statement]:
    """How a reduction of truth values begins, and what an element adds."""
    span = held.span
    if name == "count":
        more = surface.Binary("+", held, number(1, span), span)
        step = surface.If(one, (surface.Assign((held,), more, span),), (), span)
        return number(0, span), step
    joined = surface.Logical("or" if name == "any" else "and", (held, one), span)
    return surface.Boolean(name == "all", span), surface.Assign((held,), joined, span)


def _folded(
    name: str, dtype: str, held: surface.Name, one: surface.Expr
) -> tuple[surface.Expr, surface.Statement]:
    """The same of numbers."""
    span, of_reals = held.span, dtype in ("float32", "float64")
    if not of_reals and (dtype not in ("int32", "int64", *PARTS) or name in _EXTREMES):
        raise NotByElementError

    def literal(value: int) -> surface.Expr:
        if dtype in PARTS:
            return intrinsic(dtype, (number(value, span),), span)
        if of_reals:
            return surface.Number(f"{value}.0", "float", span, dtype)
        return number(value, span)

    if name in _EXTREMES:
        op = "max" if name == "maxval" else "min"
        start: surface.Expr = intrinsic("huge", (literal(0),), span)
        start = surface.Unary("-", start, span) if op == "max" else start
        more: surface.Expr = intrinsic(op, (held, one), span)
    else:
        start = literal(0 if name == "sum" else 1)
        more = surface.Binary("+" if name == "sum" else "*", held, one, span)
    return start, surface.Assign((held,), more, span)
