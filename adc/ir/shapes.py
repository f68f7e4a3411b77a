"""Integer expressions of sizes and loop variables: the only place that makes SymPy symbols.

A symbol made twice with different assumptions is two symbols to SymPy, and differentiating or
substituting by one of them silently misses the other. Every symbol of adc is therefore made by
`symbol`, with the one assumption that holds for sizes, integer arguments and loop variables alike.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from math import ceil, floor, prod
from typing import Any, TypeAlias

import sympy
from sympy.core.symbol import Str

from adc.ir.minmax import make_sound
from adc.ir.polynomials import difference, over_integer

IntLike: TypeAlias = int | sympy.Expr
Shape: TypeAlias = tuple[sympy.Expr, ...]

make_sound()

#: How many answers about expressions are kept: the same few are asked about over and over.
MEMORY = 2**16


@lru_cache(maxsize=None)
def symbol(name: str) -> sympy.Symbol:
    """The integer symbol called `name`: always this one object."""
    return sympy.Symbol(name, integer=True)


def integer(value: IntLike) -> sympy.Expr:
    """`value` as a SymPy integer expression."""
    return sympy.Integer(value) if isinstance(value, int) else value


class Defined(sympy.Symbol):  # type: ignore[misc]
    """A symbol that stands for `definition`, an expression of sizes and integer arguments alone.

    What arguments select has a name of its own in this way: to analysis it is one more integer
    that a call does not change, and what uses it does not grow with what it is made of. Two of
    them are equal if name and definition are.
    """

    __slots__ = ("definition",)
    definition: sympy.Expr

    def __new__(cls, name: str, definition: sympy.Expr) -> Defined:
        self: Defined = sympy.Symbol.__xnew__(cls, name, integer=True)
        self.definition = definition
        return self

    def __getnewargs_ex__(self) -> tuple[tuple[str, sympy.Expr], dict[str, bool]]:
        return (self.name, self.definition), {}

    def _hashable_content(self) -> tuple[object, ...]:
        return (*super()._hashable_content(), self.definition)


class Needed(Defined):
    """The bytes that the routine `routine` needs for its own arrays where its symbols are
    `arguments`: a function in generated text, `definition` everywhere else."""

    __slots__ = ("arguments", "routine")
    routine: str
    arguments: tuple[sympy.Expr, ...]

    def __new__(
        cls, routine: str, arguments: tuple[sympy.Expr, ...], definition: sympy.Expr
    ) -> Needed:
        self: Needed = super().__new__(cls, f"{routine}_workspace_bytes", definition)
        self.routine, self.arguments = routine, arguments
        return self

    def __getnewargs_ex__(self) -> tuple[tuple[object, ...], dict[str, bool]]:  # type: ignore[override]
        return (self.routine, self.arguments, self.definition), {}

    def _hashable_content(self) -> tuple[object, ...]:
        return (*super()._hashable_content(), self.arguments)


class wrap(sympy.Function):  # noqa: N801 - a function of the algebra, spelled as it is printed
    """`wrap(i, n)`: Python's subscript rule for one axis, `i + n` where `i < 0`, else `i`."""

    nargs = 2
    is_integer = True

    @classmethod
    def eval(cls, index: sympy.Expr, extent: sympy.Expr) -> sympy.Expr | None:
        if index.is_Integer and index >= 0:
            return index
        if index.is_Integer:
            return index + extent
        return None

    def _sympystr(self, printer: Any) -> str:
        """In messages: the subscript as it was written."""
        return str(printer.doprint(self.args[0]))


class choose(sympy.Function):  # noqa: N801 - spelled as it is printed
    """`choose(c, a, b)`: `a` where `c` is negative, else `b`."""

    nargs = 3
    is_integer = True

    @classmethod
    def eval(cls, slack: sympy.Expr, then: sympy.Expr, orelse: sympy.Expr) -> sympy.Expr | None:
        if slack.is_Integer:
            return then if slack < 0 else orelse
        return then if then == orelse else None

    def _sympystr(self, printer: Any) -> str:
        """In messages: Python's conditional expression."""
        slack, then, orelse = self.args
        less = sympy.Add(*(t for t in sympy.Add.make_args(slack) if t.as_coeff_Mul()[0] > 0))
        shown = (printer.doprint(e) for e in (then, less, less - slack, orelse))
        return "({} if {} < {} else {})".format(*shown)


class entry(sympy.Function):  # noqa: N801 - spelled as it is printed
    """`entry(idx, i, …)`: the element `idx[i, …]` of an integer array.

    A program that has one of `idx` never writes that array (`ir/verify.py`): what stands for an
    element is the same integer everywhere, like a symbol. To isl it is no affine function.
    """

    is_integer = True
    is_commutative = True

    @classmethod
    def eval(cls, *args: sympy.Basic) -> None:
        return None

    @classmethod
    def of(cls, container: str, index: tuple[sympy.Expr, ...]) -> entry:
        made: entry = cls(Str(container), *index)
        return made

    @property
    def container(self) -> str:
        return str(self.args[0])

    @property
    def index(self) -> tuple[sympy.Expr, ...]:
        return tuple(self.args[1:])

    def _sympystr(self, printer: Any) -> str:
        """In messages: the subscript as it was written."""
        return f"{self.container}[{', '.join(map(printer.doprint, self.index))}]"


class distinct(entry):  # noqa: N801 - spelled as it is printed
    """The element `idx[i]` of an array no two elements of which are equal: the same number where
    `i` is the same, another one where it is another."""


@lru_cache(maxsize=MEMORY)
def entries(expr: sympy.Expr) -> tuple[entry, ...]:
    """The elements of integer arrays in `expr`, those in subscripts of others included."""
    return tuple(sorted(expr.atoms(entry), key=sympy.default_sort_key))


def floordiv(a: IntLike, b: IntLike) -> sympy.Expr:
    """Python's `a // b` (rounds towards minus infinity)."""
    return sympy.floor(integer(a) / integer(b))


def floormod(a: IntLike, b: IntLike) -> sympy.Expr:
    """Python's `a % b` (takes the sign of `b`)."""
    return sympy.Mod(integer(a), integer(b))


@lru_cache(maxsize=MEMORY)
def fraction(expr: sympy.Expr) -> tuple[sympy.Expr, sympy.Expr]:
    """The numerator, without products of sums, and the denominator of `expr`."""
    found = over_integer(expr)
    if found is not None:
        return found
    numerator, denominator = sympy.fraction(sympy.together(expr))
    return sympy.expand(numerator), denominator


@lru_cache(maxsize=MEMORY)
def written(expr: sympy.Expr) -> str:
    """`expr` as SymPy writes it, which takes long."""
    return str(expr)


@lru_cache(maxsize=MEMORY)
def minimum(*values: IntLike) -> sympy.Expr:
    return sympy.Min(*(integer(v) for v in values))


@lru_cache(maxsize=MEMORY)
def maximum(*values: IntLike) -> sympy.Expr:
    return sympy.Max(*(integer(v) for v in values))


@lru_cache(maxsize=MEMORY)
def same(a: IntLike, b: IntLike) -> bool:
    """Whether `a` and `b` are equal for all values of their symbols, as far as expansion shows."""
    return bool(a == b or not difference(integer(a), integer(b)))


@lru_cache(maxsize=MEMORY)
def inward(expr: sympy.Expr) -> sympy.Expr:
    """`expr` as the minimum or maximum of sums, where it is the sum of one and of other terms:
    equal terms cancel there, as of `min(N, s + 2) - s`."""
    terms = sympy.expand(expr).as_ordered_terms()
    chosen = [t for t in terms if t.atoms(sympy.Min, sympy.Max)]
    if len(terms) == 1 or len(chosen) != 1:
        return expr
    factor, extreme = chosen[0].as_coeff_Mul()
    if not isinstance(extreme, (sympy.Min, sympy.Max)) or abs(factor) != 1:
        return expr
    func = extreme.func
    if factor < 0:
        func = sympy.Max if func is sympy.Min else sympy.Min
    rest = sympy.Add(*(t for t in terms if t is not chosen[0]))
    return func(*(sympy.expand(factor * a + rest) for a in extreme.args))


def substitute(expr: sympy.Expr, values: dict[str, IntLike]) -> sympy.Expr:
    """`expr` with the symbols named in `values` replaced, all at once."""
    used = _mentioned(expr)
    chosen = tuple((name, value) for name, value in values.items() if name in used)
    return _substituted(expr, chosen) if chosen else expr


@lru_cache(maxsize=MEMORY)
def _substituted(expr: sympy.Expr, values: tuple[tuple[str, IntLike], ...]) -> sympy.Expr:
    table = {symbol(name): integer(value) for name, value in values}
    for defined in expr.atoms(Defined):
        inner = substitute(defined.definition, dict(values))
        if isinstance(defined, Needed):
            arguments = tuple(substitute(a, dict(values)) for a in defined.arguments)
            table[defined] = Needed(defined.routine, arguments, inner)
        elif inner != defined.definition:
            table[defined] = inner
    return expr.subs(table, simultaneous=True) if len(table) > 1 else expr.subs(table)


def opened(expr: sympy.Expr) -> sympy.Expr:
    """`expr` with the definitions of symbols in place of those that have one."""
    while found := expr.atoms(Defined):
        expr = expr.subs({s: s.definition for s in found})
    return expr


@lru_cache(maxsize=MEMORY)
def _mentioned(expr: sympy.Expr) -> frozenset[str]:
    """The names in `expr` that may be replaced: also those of symbols that have a definition."""
    return names(expr).union(s.name for s in expr.free_symbols)


@lru_cache(maxsize=MEMORY)
def names(expr: sympy.Expr) -> frozenset[str]:
    """The names of the symbols in `expr`, and in the definitions of those that have one."""
    found: set[str] = set()
    for s in expr.free_symbols:
        found |= names(s.definition) if isinstance(s, Defined) else {s.name}
    return frozenset(found)


def evaluate(expr: IntLike, values: dict[str, int]) -> int:
    """The number that `expr` is when the symbols have `values`; KeyError names a missing one."""
    if isinstance(expr, int):
        return expr
    missing = names(expr).difference(values)
    if missing:
        raise KeyError(min(missing))
    return int(_value(expr, values, {}))


#: What each kind of node makes of its arguments' values. A quotient by 0 is 0: conditions hold such
#: quotients in cases that other parts of them exclude.
_MEANINGS: dict[type, Callable[..., int | Fraction]] = {
    sympy.Add: lambda *terms: sum(terms),
    sympy.Mul: lambda *factors: prod(factors),
    sympy.Pow: lambda base, exponent: (
        base**exponent if exponent >= 0 else Fraction(base) ** exponent if base else 0
    ),
    sympy.Min: min,
    sympy.Max: max,
    sympy.floor: floor,
    sympy.ceiling: ceil,
    sympy.Mod: lambda a, b: a % b if b else 0,
    sympy.Abs: abs,
    wrap: lambda index, extent: index if index >= 0 else index + extent,
    choose: lambda slack, then, orelse: then if slack < 0 else orelse,
}


def _value(
    expr: sympy.Expr, values: dict[str, int], known: dict[sympy.Expr, int | Fraction]
) -> int | Fraction:
    """`expr` in exact numbers; `known` are the parts already done.

    SymPy's own substitution proves on the way which argument of a maximum is the largest, which
    takes seconds where maxima are nested.
    """
    if expr.is_Symbol and not isinstance(expr, Defined):
        return int(values[expr.name])
    if expr.is_Integer:
        return int(expr)
    if expr.is_Rational:
        return Fraction(int(expr.p), int(expr.q))
    if isinstance(expr, entry):
        raise KeyError(expr.container)
    if expr not in known and isinstance(expr, Defined):
        known[expr] = _value(expr.definition, values, known)
    if expr not in known:
        parts = [_value(a, values, known) for a in expr.args]
        known[expr] = _MEANINGS[expr.func](*parts)
    return known[expr]
