"""Expressions of Fortran's arrays element by element: which shape they have, as far as the text
tells, and what their element at some position is.

`x(i:m) + y(j:n)*2` has the element `x(i + t) + y(j + t)*2` at position t. What reduces arrays in it
(`sum(a(1:m, 1:m))`) is computed before, in a loop of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import TypeGuard

from adc.frontends import surface
from adc.frontends.names import alike, walk, with_parts
from adc.frontends.terms import intrinsic, minus, number
from adc.ir import build
from adc.ir.names import NameSource
from adc.lowering.context import Context
from adc.lowering.fortran.complex_numbers import PARTS
from adc.lowering.fortran.selections import OF_ELEMENTS
from adc.lowering.liveness import operands
from adc.lowering.values import Array, Complex, Integer, UserFunction, scalar

Position = tuple[surface.Expr, ...]
#: Expressions that have for an element what they make of their operands' elements.
_WITH_OPERANDS = (surface.Unary, surface.Binary, surface.Compare, surface.Logical)
#: Functions of two truth values or numbers that are no operations of their own.
_OTHERS = frozenset({"eqv", "neqv", "conjg", "complex", "cmplx", "complex64", "complex128", "aimag",
                     "masked"})  # fmt: skip
REDUCTIONS = frozenset({
    "sum", "product", "maxval", "minval", "any", "all", "count", "dot_product", "norm2",
})  # fmt: skip


class NotByElementError(Exception):
    """An expression is not taken element by element."""


@dataclass(frozen=True)
class Axis:
    """An axis of a section: its elements are at `first + step*t`, t from 0 to before `count`."""

    first: surface.Expr
    step: int
    count: surface.Expr


@dataclass
class Elements:
    """Takes expressions apart; `before` are the statements that set what they need."""

    cx: Context
    fresh: NameSource
    before: list[surface.Statement] = field(default_factory=list)
    #: The axes of the sections met so far, by the identity of the subscript, which is kept with
    #: them: no other may take its place.
    axes: dict[int, tuple[surface.Expr, tuple[Axis, ...]]] = field(default_factory=dict)
    reduce: Callable[[Elements, surface.Call], surface.Expr] | None = None
    #: Calls a function of the source before the loops; None for what is none.
    call: Callable[[Elements, surface.Call], surface.Expr] | None = None

    # -- shapes ------------------------------------------------------------------------------------

    def rank(self, expr: surface.Expr) -> int:
        match expr:
            case surface.Number() | surface.Boolean() | surface.String():
                return 0
            case surface.Name():
                return self.rank_of_name(expr)
            case surface.Subscript(surface.Name() as owner, items):
                if any(isinstance(i, surface.Ellipsis) for i in items):
                    return self.rank_of_name(owner)
                if self.rank_of_name(owner) != len(items):
                    raise NotByElementError
                ranks = [1 if isinstance(i, surface.Slice) else self.rank(i) for i in items]
                if max(ranks) > 1:
                    raise NotByElementError
                return sum(ranks)
            case surface.Call(surface.Intrinsic(name), arguments) if not expr.keywords:
                if name in REDUCTIONS and _sections(arguments):
                    return 0
                if name in OF_ELEMENTS | _OTHERS:
                    return self.common_rank(arguments)
                return self.of_numbers(expr)
            case surface.Call(surface.Name()) if gives_number(self.cx, expr):
                return 0
            case surface.Call(surface.Name()) if is_elemental(self.cx, expr):
                return self.common_rank(_of_dummies(self.cx, expr))
            case _ if isinstance(expr, _WITH_OPERANDS):
                return self.common_rank(operands(expr))
        raise NotByElementError

    def common_rank(self, parts: tuple[surface.Expr, ...]) -> int:
        """The rank of arrays that are taken element by element together, 0 of numbers alone."""
        ranks = {rank for rank in map(self.rank, parts) if rank}
        if len(ranks) > 1:
            raise NotByElementError
        return max(ranks, default=0)

    def rank_of_name(self, name: surface.Name) -> int:
        value = self.cx.scope.names.get(name.name)
        if value is None and name.name in self.cx.globals:
            value = self.cx.evaluate(name)
        if isinstance(value, Integer):
            return 0
        if not isinstance(value, (Array, Complex)) or (isinstance(value, Array) and value.ways):
            raise NotByElementError
        return len(value.shape)

    def of_numbers(self, call: surface.Call) -> int:
        """The rank of a function that adc takes as a whole: 0, of arguments without sections."""
        known = isinstance(call.function, surface.Intrinsic) and call.function.name in _NUMBERS
        if not known or _sections(call.arguments):
            raise NotByElementError
        return 0

    def axes_of(self, expr: surface.Expr, rank: int) -> tuple[Axis, ...]:
        """The axes of the first array in `expr` with as many; checks that all others have the
        same extents."""
        found: list[tuple[Axis, ...]] = []
        for part in self.arrays(expr, rank):
            found.append(self.own_axes(part))
        first, *others = found
        for axes in others:
            for one, other in zip(first, axes, strict=True):
                self.check(one.count, other.count)
        return first

    def check(self, one: surface.Expr, other: surface.Expr) -> None:
        """Two extents have to be equal."""
        if not alike(one, other):
            span = other.span
            call = intrinsic("conforming", (one, other), span)
            self.before.append(surface.Evaluate(call, span))

    def arrays(self, expr: surface.Expr, rank: int) -> list[surface.Expr]:
        """The arrays with axes of which `expr` takes the elements."""
        match expr:
            case surface.Name() | surface.Subscript():
                return [expr] if self.rank(expr) else []
            case surface.Call(surface.Intrinsic(name), arguments):
                if name in REDUCTIONS or name not in OF_ELEMENTS | _OTHERS:
                    return []
                return [a for part in arguments for a in self.arrays(part, rank)]
            case surface.Call(surface.Name()) if is_elemental(self.cx, expr):
                given = _of_dummies(self.cx, expr)
                return [a for part in given for a in self.arrays(part, rank)]
            case _ if isinstance(expr, _WITH_OPERANDS):
                return [a for part in operands(expr) for a in self.arrays(part, rank)]
        return []

    def own_axes(self, expr: surface.Expr) -> tuple[Axis, ...]:
        if id(expr) in self.axes:
            return self.axes[id(expr)][1]
        owner = expr.value if isinstance(expr, surface.Subscript) else expr
        assert isinstance(owner, surface.Name)
        rank, span = self.rank_of_name(owner), expr.span
        whole = surface.Slice(None, None, number(1, span), span)
        items: tuple[surface.Expr, ...] = (whole,) * rank
        if isinstance(expr, surface.Subscript) and not _has_ellipsis(expr):
            items = expr.items
        made = []
        for at, item in enumerate(items):
            if isinstance(item, surface.Slice):
                extent = intrinsic("size", (owner, number(rank - at, item.span)), item.span)
                made.append(self.axis(item, extent))
            elif self.rank(item):
                made.append(self.axes_of(item, 1)[0])
        self.axes[id(expr)] = expr, tuple(made)
        return tuple(made)

    def axis(self, item: surface.Slice, extent: surface.Expr) -> Axis:
        """The axis of a section, whose bounds are evaluated once and before all."""
        step, span = _known(item.step), item.span
        if step < 0 and (item.start is None or item.stop is None):
            raise NotByElementError
        first = number(0, span) if item.start is None else self.held("first", item.start)
        stop = extent if item.stop is None else item.stop
        ends = (stop, first) if step > 0 else (first, stop)
        count = minus(*ends, span)
        if abs(step) > 1:
            more = surface.Binary("+", count, number(abs(step) - 1, span), span)
            count = surface.Binary("/", more, number(abs(step), span), span)
        return Axis(first, step, self.held("extent", count))

    def held(self, stem: str, value: surface.Expr) -> surface.Expr:
        """A name for `value` as it is now; a number as it is."""
        if isinstance(value, surface.Number):
            return value
        known = self.already_held(value)
        if known is not None:
            return known
        name = surface.Name(self.fresh.fresh(stem), value.span)
        whole = intrinsic("int", (value,), value.span)
        self.before.append(surface.Assign((name,), whole, value.span))
        return name

    def already_held(self, value: surface.Expr) -> surface.Expr | None:
        """The name of the same value, since which no function of the source has been called."""
        for statement in reversed(self.before):
            if any(isinstance(n, surface.Call) and isinstance(n.function, surface.Name)
                   for n in walk((statement, value))):  # fmt: skip
                break
            if isinstance(statement, surface.Assign):
                (held,) = statement.value.arguments if _is_whole(statement.value) else (None,)
                if held is not None and alike(held, value):
                    return statement.targets[0]
        return None

    # -- elements ----------------------------------------------------------------------------------

    def at(self, expr: surface.Expr, position: Position) -> surface.Expr:
        """The element of `expr` at `position`, which is not looked at for numbers."""
        match expr:
            case surface.Name():
                if not self.rank(expr):
                    return expr
                return surface.Subscript(expr, position, expr.span, exact=True)
            case surface.Subscript():
                return self.of_section(expr, position)
            case surface.Call(surface.Intrinsic(name), arguments):
                if name in REDUCTIONS and _sections(arguments):
                    assert self.reduce is not None
                    return self.reduce(self, expr)
                if name in OF_ELEMENTS | _OTHERS:
                    return replace(expr, arguments=tuple(self.at(a, position) for a in arguments))
                return expr
            case surface.Call(surface.Name()) if gives_number(self.cx, expr):
                assert self.call is not None
                return self.call(self, expr)
            case surface.Call(surface.Name()) if is_elemental(self.cx, expr):
                given = _of_dummies(self.cx, expr)
                changed = (
                    replace(k, value=self.at(k.value, position)) if k.value in given else k
                    for k in expr.keywords
                )
                return replace(expr, keywords=tuple(changed))
            case surface.Unary():
                return replace(expr, operand=self.at(expr.operand, position))
            case surface.Binary():
                left, right = self.at(expr.left, position), self.at(expr.right, position)
                return replace(expr, left=left, right=right)
            case surface.Compare() | surface.Logical():
                if isinstance(expr, surface.Logical) and any(map(_is_own, walk(expr.operands[1:]))):
                    raise NotByElementError  # which need not be called
                return replace(expr, operands=tuple(self.at(o, position) for o in expr.operands))
        return expr

    def of_section(self, expr: surface.Subscript, position: Position) -> surface.Expr:
        if not self.rank(expr):
            return replace(expr, items=tuple(self.at(i, ()) for i in expr.items))
        if _has_ellipsis(expr):
            return replace(expr, items=position)
        along, items = iter(zip(self.own_axes(expr), position, strict=True)), []
        for item in expr.items:
            if isinstance(item, surface.Slice):
                items.append(_place(*next(along)))
            elif self.rank(item):
                _, place = next(along)
                items.append(self.at(item, (place,)))
            else:
                items.append(self.at(item, ()))
        return replace(expr, items=tuple(items))

    def dtype(self, expr: surface.Expr) -> str:
        """The type of what `expr` computes of elements, as DECLARE has it."""
        found = self.cx.evaluate(expr)
        if isinstance(found, Complex):
            return next(name for name, part in PARTS.items() if part is found.re.dtype)
        return found.dtype.value if isinstance(found, Array) else "int64"

    def type_of(self, value: surface.Expr) -> str:
        """The type of the elements of `value`, found with a number in place of each variable."""
        names, cx = self.cx.scope.names, self.cx
        made: list[str] = []

        def numbers(node: surface.Expr) -> surface.Expr:
            owner = node.value if isinstance(node, surface.Subscript) else node
            if not isinstance(owner, surface.Name):
                if isinstance(node, surface.Call) and (is_reduction(node) or _is_own(node)):
                    raise NotByElementError
                return with_parts(node, numbers)  # type: ignore[no-any-return]
            found = cx.evaluate(owner)
            if isinstance(found, Integer):
                return node
            if not isinstance(found, (Array, Complex)):
                raise NotByElementError
            made.append(self.fresh.fresh("number"))
            names[made[-1]] = _number_like(found)
            return surface.Name(made[-1], node.span)

        try:
            return self.dtype(numbers(value))
        finally:
            for name in made:
                del names[name]


def _number_like(found: Array | Complex) -> Array | Complex:
    if isinstance(found, Array):
        return scalar(build.one(found.dtype))
    one, zero = build.one(found.re.dtype), build.zero(found.re.dtype)
    return Complex((scalar(one), scalar(zero)))


#: Functions with a number as their value.
_NUMBERS = REDUCTIONS | {"size", "lbound", "ubound", "huge", "tiny", "epsilon"}


def _place(axis: Axis, place: surface.Expr) -> surface.Expr:
    span = place.span
    if abs(axis.step) != 1:
        place = surface.Binary("*", place, number(abs(axis.step), span), span)
    if isinstance(axis.first, surface.Number) and axis.first.text == "0" and axis.step > 0:
        return place
    return surface.Binary("+" if axis.step > 0 else "-", axis.first, place, span)


def nest(
    axes: tuple[Axis, ...], position: Position, body: tuple[surface.Statement, ...],
    at: surface.Statement | surface.Expr,
) -> tuple[surface.Statement, ...]:  # fmt: skip
    """Loops over the axes around `body`; the last axis runs fastest, as memory lies."""
    zero, one = number(0, at.span), number(1, at.span)
    for axis, name in reversed(list(zip(axes, position, strict=True))):
        assert isinstance(name, surface.Name)
        body = (surface.For(name.name, (zero, axis.count, one), body, at.span),)
    return body


def is_reduction(node: surface.Call) -> bool:
    return isinstance(node.function, surface.Intrinsic) and node.function.name in REDUCTIONS


def _is_own(node: object) -> bool:
    """Whether a procedure of the source is called."""
    return isinstance(node, surface.Call) and isinstance(node.function, surface.Name)


def gives_number(cx: Context, call: surface.Call) -> bool:
    """Whether the value of the source's own function is a number, whatever its arguments are."""
    called = cx.evaluate(call.function)
    if not isinstance(called, UserFunction) or called.function.elemental:
        return False
    body = called.function.body
    returned = [n.values for n in walk(body) if isinstance(n, surface.Return)]
    names = {v[0].name for v in returned if v and len(v) == 1 and isinstance(v[0], surface.Name)}
    made = [n for n in walk(body) if isinstance(n, (surface.Declare, surface.Associate))]
    arrays = {n.name for n in made if n.extents != ()}
    numbers = {n.name for n in made} | {n for node in body for n in _begun(node)}
    return len(returned) == len(names) == 1 and names <= numbers - arrays


def _begun(statement: surface.Statement) -> Iterator[str]:
    """The integer or truth value that a routine begins with; arrays to be allocated do not."""
    literal = (surface.Number, surface.Boolean)
    if isinstance(statement, surface.Assign) and isinstance(statement.value, literal):
        yield from (t.name for t in statement.targets if isinstance(t, surface.Name))


def is_elemental(cx: Context, call: surface.Call) -> bool:
    called = cx.evaluate(call.function)
    if not isinstance(called, UserFunction) or call.arguments or not called.function.elemental:
        return False
    own = dict(called.function.ranks)
    if not all(_is_one(cx, k.value, own[k.name]) for k in call.keywords if k.name in own):
        raise NotByElementError
    return True


def _is_one(cx: Context, passed: surface.Expr, rank: int) -> bool:
    """Whether a component that is an array of `rank` dimensions is that of a single object."""
    value = cx.scope.names.get(passed.name) if isinstance(passed, surface.Name) else None
    return isinstance(value, Array) and value.rank == rank


def _of_dummies(cx: Context, call: surface.Call) -> tuple[surface.Expr, ...]:
    """What is passed for the dummies of an elemental function, which are numbers; others of its
    arguments are what it sees of its host."""
    called = cx.evaluate(call.function)
    assert isinstance(called, UserFunction)
    dummies = {n.name for n in called.function.body
               if isinstance(n, surface.Associate) and n.extents == ()}  # fmt: skip
    return tuple(k.value for k in call.keywords if k.name in dummies)


def _sections(node: object) -> bool:
    """Whether a section stands somewhere in `node`."""
    return any(isinstance(n, surface.Slice) for n in walk(node))


def _has_ellipsis(expr: surface.Subscript) -> bool:
    return any(isinstance(i, surface.Ellipsis) for i in expr.items)


def _known(step: surface.Expr | None) -> int:
    """The step of a section, which the frontend has made a number."""
    sign = -1 if isinstance(step, surface.Unary) else 1
    number = step.operand if isinstance(step, surface.Unary) else step
    return sign * int(number.text) if isinstance(number, surface.Number) else 1


def _is_whole(value: surface.Expr) -> TypeGuard[surface.Call]:
    """Whether `value` is what `held` assigns."""
    if not isinstance(value, surface.Call) or not isinstance(value.function, surface.Intrinsic):
        return False
    return value.function.name == "int" and len(value.arguments) == 1 and not value.keywords


__all__ = [
    "REDUCTIONS",
    "Axis",
    "Elements",
    "NotByElementError",
    "gives_number",
    "is_elemental",
    "is_reduction",
    "nest",
]
