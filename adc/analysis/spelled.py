"""What an access touches, in isl's notation: spelled once for all programs that hold its like."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple, Protocol

import sympy

from adc.analysis.affine import NotAffineError, Notation, isl_name
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
VARIABLE = re.compile(r"\bv_\w+")


def renamed(text: str, names: Mapping[str, str]) -> str:
    return VARIABLE.sub(lambda match: names.get(match.group(), match.group()), text)


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
        try:
            left = notation.spell(counted(guard.left, loops), variables)
            right = notation.spell(counted(guard.right, loops), variables)
        except NotAffineError:
            exact = False
            continue
        guards.append(f"{left} {guard.relation} {right}")
    return tuple(ranges), tuple(guards), exact


def _range(notation: Notation, loops: tuple[Header, ...]) -> tuple[str, ...]:
    """Constraints on the variable of the last loop; none where they are not affine."""
    loop = loops[-1]
    seen = frozenset(other.var for other in loops)
    var = isl_name(loop.var)
    try:
        start = notation.spell(counted(loop.start, loops), seen)
        stop = notation.spell(counted(loop.stop, loops), seen)
    except NotAffineError:
        return ()
    if abs(loop.step) == 1:
        rising = loop.step > 0
        return (f"{start} <= {var} < {stop}" if rising else f"{stop} < {var} <= {start}",)
    value = f"{start} + {loop.step} * {var}"
    return (f"{var} >= 0", f"{value} < {stop}" if loop.step > 0 else f"{stop} < {value}")


def _domain(
    notation: Notation, dims: tuple[Dim, ...], loops: tuple[Header, ...]
) -> tuple[list[str], bool]:
    """Constraints on a domain's variables; False where one had to be left out."""
    constraints: list[str] = []
    exact = True
    variables = frozenset(loop.var for loop in loops)
    for dim in dims:
        variables |= {dim.var}
        try:
            start = notation.spell(counted(dim.start, loops), variables)
            stop = notation.spell(counted(dim.stop, loops), variables)
        except NotAffineError:
            exact = False
            continue
        constraints.append(f"{start} <= {isl_name(dim.var)} < {stop}")
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
