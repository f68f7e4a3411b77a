"""What a routine knows of its arguments: kinds, types, which extents are equal, and some signs.

Calls whose arguments look alike share a routine. Its symbols are called `?name` here, for integer
arguments, and `?:0`, `?:1`, … for extents; they get their names when the routine is made.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto

import sympy

from adc.ir import shapes
from adc.ir.dtypes import DType
from adc.ir.shapes import Shape, symbol
from adc.lowering.context import Context
from adc.lowering.elementwise import literal
from adc.lowering.promotion import is_literal_bool
from adc.lowering.values import Array, Builtin, Integer, Nothing, Text, Type, Value

#: What the symbols of extents begin with.
EXTENT = "?:"
#: Signs are asked for of so many integers, and of their distance to so many others.
_MOST_SIGNS = 8


class NotKeptError(Exception):
    """Something stands in the way of keeping a call; it is written out."""


@dataclass(frozen=True)
class Actual:
    """What is passed for the parameter `name`; `shared` is the name under which all functions see
    a variable that is no parameter, "" for parameters."""

    name: str
    value: Value
    shared: str = ""

    @property
    def key(self) -> str:
        """What no other argument of the call is called."""
        return key_of(self.name, self.shared)


def key_of(name: str, shared: str) -> str:
    return f"{shared} for all" if shared else name


class Kind(Enum):
    CONSTANT = auto()
    INTEGER = auto()
    SCALAR = auto()
    ARRAY = auto()
    #: The very array that another argument is.
    SAME = auto()


@dataclass(frozen=True)
class Formal:
    """What a routine knows of one argument: all calls of it agree in that."""

    name: str
    kind: Kind
    shared: str = ""
    dtype: DType | None = None
    weak: bool = False
    shape: Shape = ()
    constant: Value | bool | None = None
    same: str = ""
    #: An integer that shapes are made of, and that may be below 0.
    signed: bool = False

    @property
    def key(self) -> str:
        return key_of(self.name, self.shared)

    @property
    def known(self) -> Value:
        """The value of a constant."""
        if isinstance(self.constant, bool):
            return literal(str(self.constant), DType.BOOL)
        assert self.constant is not None
        return self.constant


@dataclass(frozen=True)
class Pattern:
    """`formals` in the order of the arguments; `values` are those of the routine's symbols at this
    call; `facts` are expressions of these symbols that are not negative here."""

    formals: tuple[Formal, ...]
    values: dict[str, sympy.Expr]
    facts: frozenset[sympy.Expr]


def pattern(cx: Context, actuals: Sequence[Actual], general: bool = False) -> Pattern:
    """What is known of `actuals`; in a `general` one numbers are integers like any other.
    NotKeptError where a routine cannot take one of them."""
    plain = [(a, _same(a, actuals) or _formal(a, general)) for a in actuals]
    values = {
        f"?{a.key}": a.value.value
        for a, formal in plain
        if formal.kind is Kind.INTEGER and isinstance(a.value, Integer)
    }
    integers = tuple(values)
    extents = Extents(cx, values)
    arrays = [a.value for a in actuals if isinstance(a.value, Array) and a.value.shape]
    for extent in (e for array in arrays for e in array.shape):
        extents.note(cx.extent(extent))
    fitted = tuple(extents.fitted(a, formal) for a, formal in plain)
    formals, values = in_order(_with_signs(cx, fitted, values), values)
    facts = _facts(cx, integers, values)
    return Pattern(formals, values, frozenset(facts))


def _with_signs(
    cx: Context, formals: tuple[Formal, ...], values: dict[str, sympy.Expr]
) -> tuple[Formal, ...]:
    """The same where integers that shapes are made of are `signed` if they may be below 0."""
    used = {n for f in formals for e in f.shape for n in shapes.names(e)}
    return tuple(
        replace(f, signed=True)
        if f.kind is Kind.INTEGER and f"?{f.key}" in used
        and not cx.prover.nonneg(values[f"?{f.key}"]) else f
        for f in formals
    )  # fmt: skip


def in_order(
    formals: tuple[Formal, ...], values: dict[str, sympy.Expr]
) -> tuple[tuple[Formal, ...], dict[str, sympy.Expr]]:
    """The same with extents numbered as they appear in the shapes."""
    seen = [n for f in formals for e in f.shape for n in sorted(shapes.names(e))]
    extents = dict.fromkeys(n for n in seen if n.startswith(EXTENT))
    names = {old: f"{EXTENT}{k}" for k, old in enumerate(extents)}
    table: dict[str, shapes.IntLike] = {old: symbol(new) for old, new in names.items()}
    renamed = (
        replace(f, shape=tuple(shapes.substitute(e, table) for e in f.shape)) for f in formals
    )
    kept = {n: v for n, v in values.items() if not n.startswith(EXTENT)}
    return tuple(renamed), kept | {new: values[old] for old, new in names.items()}


def _same(actual: Actual, actuals: Sequence[Actual]) -> Formal | None:
    """The formal of an array that an earlier argument is, too."""
    value = actual.value
    if not isinstance(value, Array) or not value.shape or value.view is None:
        return None
    for other in actuals:
        if other is actual:
            return None
        one = other.value
        if isinstance(one, Array) and (one.view, one.weak) == (value.view, value.weak):
            return Formal(actual.name, Kind.SAME, actual.shared, same=other.key)
    return None


def _formal(actual: Actual, general: bool) -> Formal:
    """All but the shape."""
    value, name, shared = actual.value, actual.name, actual.shared
    if isinstance(value, Integer) and value.value.is_Integer and not general:
        return Formal(name, Kind.CONSTANT, shared, constant=value)
    if isinstance(value, Integer):
        return Formal(name, Kind.INTEGER, shared)
    if isinstance(value, (Nothing, Text, Type, Builtin)):
        return Formal(name, Kind.CONSTANT, shared, constant=value)
    if not isinstance(value, Array) or value.ways or value.boxed:
        raise NotKeptError
    known = is_literal_bool(value)
    if known is not None and value.weak == literal(str(known), DType.BOOL).weak:
        return Formal(name, Kind.CONSTANT, shared, constant=known)
    if not value.shape and value.dtype.is_integer:
        raise NotKeptError
    kind = Kind.ARRAY if value.shape else Kind.SCALAR
    return Formal(name, kind, shared, value.dtype, value.weak)


class Extents:
    """Finds for extents of the caller what they are called in the routine."""

    def __init__(self, cx: Context, values: dict[str, sympy.Expr]) -> None:
        self.cx = cx
        #: Those of the routine's symbols, which this adds to.
        self.values = values
        self.fit = [name for name, value in values.items() if cx.prover.nonneg(value)]

    def note(self, extent: sympy.Expr) -> None:
        """Gives a plain extent a symbol: what is made of it is then told by that."""
        if extent.is_Symbol and self._equal(extent) is None:
            self._new(extent)

    def fitted(self, actual: Actual, formal: Formal) -> Formal:
        """`formal` with the shape of what is passed."""
        if formal.kind is not Kind.ARRAY:
            return formal
        assert isinstance(actual.value, Array)
        shape = tuple(self.named(self.cx.extent(e)) for e in actual.value.shape)
        return Formal(formal.name, formal.kind, formal.shared, formal.dtype, formal.weak, shape)

    def named(self, extent: sympy.Expr) -> sympy.Expr:
        """`extent` by symbols of the routine."""
        if extent.is_Integer:
            return extent
        found = self._equal(extent)
        if found is not None:
            return found
        found = self._made(extent)
        return self._new(extent) if found is None else found

    def _new(self, extent: sympy.Expr) -> sympy.Expr:
        name = f"{EXTENT}{sum(n.startswith(EXTENT) for n in self.values)}"
        self.values[name] = extent
        self.fit.append(name)
        return symbol(name)

    def _equal(self, extent: sympy.Expr) -> sympy.Expr | None:
        same = (n for n in self.fit if shapes.same(self.values[n], extent))
        return next((symbol(n) for n in same), None)

    def _made(self, extent: sympy.Expr) -> sympy.Expr | None:
        """`extent` as an expression of symbols that are there."""
        table = {
            v.name: symbol(n)
            for n in self.fit
            if (v := self.values[n]).is_Symbol and not isinstance(v, shapes.Defined)
        }
        if shapes.names(extent) <= table.keys() and not extent.atoms(shapes.Defined):
            return shapes.substitute(extent, dict(table))
        for name in self.fit:
            more = sympy.expand(extent - self.values[name])
            if more.is_Integer:
                return symbol(name) + more
        return None


def _facts(
    cx: Context, integers: tuple[str, ...], values: dict[str, sympy.Expr]
) -> Iterator[sympy.Expr]:
    """Signs of integer arguments, and which are at most, or below, others and extents."""
    for one in integers[:_MOST_SIGNS]:
        yield from _least(cx, symbol(one), values)
        for other in list(values)[:_MOST_SIGNS]:
            if other != one:
                yield from _least(cx, symbol(other) - symbol(one), values)


def _least(cx: Context, of: sympy.Expr, values: dict[str, sympy.Expr]) -> Iterator[sympy.Expr]:
    """`of` less 1, and `of`, where they are not negative."""
    value = shapes.substitute(of, dict(values))
    if cx.prover.nonneg(value):
        yield of
        if cx.prover.nonneg(value - 1):
            yield of - 1
