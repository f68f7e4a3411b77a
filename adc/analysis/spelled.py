"""What an access touches, in isl's notation: spelled once for all programs that hold its like."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple, Protocol

import sympy

from adc.analysis.affine import NotAffineError, Notation, isl_name, ordered
from adc.analysis.placement import Guard
from adc.analysis.remembered import MEMORY
from adc.ir.expressions import Index
from adc.ir.node import Dim
from adc.ir.shapes import substitute, symbol


class Range(Protocol):
    """What is to be known of a loop."""

    @property
    def var(self) -> str: ...
    @property
    def start(self) -> sympy.Expr: ...
    @property
    def stop(self) -> sympy.Expr: ...
    @property
    def step(self) -> int: ...


class Header(NamedTuple):
    """A loop without its body."""

    var: str
    start: sympy.Expr
    stop: sympy.Expr
    step: int


def header(loop: Range) -> Header:
    return Header(loop.var, loop.start, loop.stop, loop.step)


class Surroundings(NamedTuple):
    """The loops and guards around a statement."""

    loops: tuple[Header, ...]
    guards: tuple[Guard, ...]


@dataclass(frozen=True, eq=False)
class Spelled:
    """The elements that an access touches, in the names of its program.

    `ranges` are the constraints on the variable of each loop around its statement, `guards` further
    ones on its instances, and `inside` those on the variables of its domain and on the element
    `[a0, a1, …]`. They hold exactly what is touched, or more.
    """

    variables: tuple[str, ...]
    domain: tuple[str, ...]
    ranges: tuple[tuple[str, ...], ...]
    guards: tuple[str, ...]
    inside: tuple[str, ...]
    rank: int
    exact: bool

    @cached_property
    def around(self) -> tuple[str, ...]:
        """The constraints on the instances of its statement."""
        return (*(text for texts in self.ranges for text in texts), *self.guards)

    def relation(self, statement: str, container: str) -> str:
        """The map from instances, tuples `statement`, to elements, tuples `container`."""
        source = f"{statement}[{', '.join(self.variables)}]"
        return relation(source, container, self.rank, self.domain, (*self.around, *self.inside))


def relation(
    source: str, container: str, rank: int, domain: tuple[str, ...], where: tuple[str, ...]
) -> str:
    """The map from the tuple `source` to elements, in isl's notation."""
    condition = " and ".join(where) or "true"
    if domain:
        condition = f"exists {', '.join(domain)} : {condition}"
    elements = ", ".join(f"a{k}" for k in range(rank))
    text = f"{{ {source} -> {container}[{elements}] : {condition} }}"
    bound = {*IDENTIFIER.findall(source), *domain}
    used = set(IDENTIFIER.findall(condition)) - bound
    return "[" + ", ".join(sorted(used)) + "] -> " + text


#: Variables and parameters, in a program's names or by their numbers (`flow.py`).
IDENTIFIER = re.compile(r"\b(?:[vq]_\w+|u\d+)\b")
VARIABLE = re.compile(r"(\bv_\w+)")


def renamed(text: str, names: Mapping[str, str]) -> str:
    """`text` with its variables by other names."""
    return "".join(names.get(part, part) for part in _apart(text))


@lru_cache(maxsize=MEMORY)
def _apart(text: str) -> tuple[str, ...]:
    """The variables in `text`, and what stands between them."""
    return tuple(VARIABLE.split(text))


@lru_cache(maxsize=MEMORY)
def spelled(
    around: Surroundings, dims: tuple[Dim, ...], index: Index, shape: tuple[sympy.Expr, ...]
) -> Spelled:
    """`index` of an array of `shape`, over `dims`, in a statement that stands in `around`."""
    notation = Notation()
    loops = around.loops
    variables = frozenset([loop.var for loop in loops] + [d.var for d in dims])
    ranges, guards, exact = _instances(around)
    inside, domain_exact = _domain(notation, dims, loops)
    exact = exact and domain_exact
    for axis, (expr, extent) in enumerate(zip(index, shape, strict=True)):
        try:
            inside.append(notation.equation(f"a{axis}", counted(expr, loops), variables))
        except NotAffineError:
            exact = False
            inside.append(f"0 <= a{axis} < {notation.spell(extent, frozenset())}")
    names = tuple(isl_name(loop.var) for loop in loops)
    domain = tuple(isl_name(d.var) for d in dims)
    return Spelled(names, domain, ranges, guards, tuple(inside), len(index), exact)


@lru_cache(maxsize=MEMORY)
def _instances(
    around: Surroundings,
) -> tuple[tuple[tuple[str, ...], ...], tuple[str, ...], bool]:
    """Constraints on the variable of each loop, and further ones; False where one had to be left
    out."""
    notation = Notation()
    loops = around.loops
    ranges = [_range(notation, loops[: level + 1]) for level in range(len(loops))]
    exact = all(ranges)
    variables = frozenset(loop.var for loop in loops)
    guards: list[str] = []
    for guard in around.guards:
        left, right = counted(guard.left, loops), counted(guard.right, loops)
        try:
            guards.append(notation.comparison(left, guard.relation, right, variables))
        except NotAffineError:
            exact = False
    return tuple(ranges), tuple(guards), exact


def _range(notation: Notation, loops: tuple[Header, ...]) -> tuple[str, ...]:
    """Constraints on the variable of the last loop; none where they are not affine."""
    loop = loops[-1]
    seen = frozenset(other.var for other in loops)
    var = isl_name(loop.var)
    start, stop = counted(loop.start, loops), counted(loop.stop, loops)
    try:
        if loop.step == 1:
            return _between(notation, var, start, stop, seen)
        if loop.step == -1:
            return (
                *(f"{notation.spell(e, seen)} < {var}" for e in bounds(stop, sympy.Max)),
                *(f"{var} <= {notation.spell(e, seen)}" for e in bounds(start, sympy.Min)),
            )
        value = f"{notation.spell(start, seen)} + {loop.step} * {var}"
        end = notation.spell(stop, seen)
    except NotAffineError:
        return ()
    return (f"{var} >= 0", f"{value} < {end}" if loop.step > 0 else f"{end} < {value}")


def _between(
    notation: Notation, var: str, start: sympy.Expr, stop: sympy.Expr, seen: frozenset[str]
) -> tuple[str, ...]:
    """`start <= var < stop`."""
    return (
        *(f"{notation.spell(e, seen)} <= {var}" for e in bounds(start, sympy.Max)),
        *(f"{var} < {notation.spell(e, seen)}" for e in bounds(stop, sympy.Min)),
    )


def bounds(expr: sympy.Expr, extremum: type[sympy.Max] | type[sympy.Min]) -> list[sympy.Expr]:
    """The expressions whose `extremum` is `expr`. To be above a maximum is to be above all of them:
    one set, where isl makes one for each case of the maximum's value."""
    if isinstance(expr, extremum):
        return [b for arg in ordered(expr.args) for b in bounds(arg, extremum)]
    extrema = [arg for arg in expr.args if isinstance(arg, extremum)] if expr.is_Add else []
    if len(extrema) != 1:
        return [expr]
    return [expr - extrema[0] + b for b in bounds(extrema[0], extremum)]


def _domain(
    notation: Notation, dims: tuple[Dim, ...], loops: tuple[Header, ...]
) -> tuple[list[str], bool]:
    """Constraints on a domain's variables; False where one had to be left out."""
    constraints: list[str] = []
    exact = True
    variables = frozenset(loop.var for loop in loops)
    for dim in dims:
        variables |= {dim.var}
        start, stop = counted(dim.start, loops), counted(dim.stop, loops)
        try:
            constraints += _between(notation, isl_name(dim.var), start, stop, variables)
        except NotAffineError:
            exact = False
    return constraints, exact


def counted(expr: sympy.Expr, loops: Sequence[Range]) -> sympy.Expr:
    """`expr` with the variables of loops that step by more than one as `start + step * count`.

    Their tuple dimension counts the iterations: sets without divisibility constraints, on which
    isl's dataflow fails in places.
    """
    for loop in reversed(loops):
        if abs(loop.step) > 1:
            expr = substitute(expr, {loop.var: loop.start + loop.step * symbol(loop.var)})
    return expr
