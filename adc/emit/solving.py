"""The sizes of a call solved from the shapes of its arrays, once, when the wrapper is written."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import sympy

from adc.emit.interface import Argument
from adc.ir.shapes import names, symbol
from adc.ir.shapes_text import python_text


@dataclass(frozen=True)
class Equation:
    """What `place` spells, the length of an axis of an argument, is `extent`."""

    place: str
    extent: sympy.Expr


@dataclass(frozen=True)
class Solution:
    """`steps` gives each size in order as an expression; `unsolved` no shape tells."""

    steps: tuple[tuple[str, str], ...]
    unsolved: tuple[str, ...]


#: Spells the length of an argument's axis, and an integer expression with such texts in it.
Place = Callable[[Argument, int], str]
Spelling = Callable[[sympy.Expr], str]


def python_place(argument: Argument, axis: int) -> str:
    """NumPy's spelling, for the IR's order of axes."""
    return f"{argument.name}.shape[{axis}]"


def solve_sizes(
    sizes: Sequence[str],
    known: Sequence[str],
    arrays: Sequence[Argument],
    place: Place = python_place,
    spell: Spelling = python_text,
) -> Solution:
    """Each of `sizes` from the extents of `arrays`; `known` are integer arguments.

    Extents are inverted where they are affine in one size that is not known yet, again and again,
    then all that is left at once. Divisions round: the caller compares all shapes afterwards.
    """
    equations = [Equation(place(a, k), e) for a in arrays for k, e in enumerate(a.shape)]
    found: dict[str, sympy.Expr] = {}
    while step := _single(equations, sizes, {*found, *known}):
        found[step[0]] = step[1]
    missing = [s for s in sizes if s not in found]
    found |= _together(equations, missing, {*found, *known})
    unsolved = tuple(s for s in sizes if s not in found)
    return Solution(tuple((name, spell(value)) for name, value in found.items()), unsolved)


def _single(
    equations: list[Equation], sizes: Sequence[str], known: set[str]
) -> tuple[str, sympy.Expr] | None:
    """The first size that one equation alone gives, plain extents (`N`) before others."""
    candidates = []
    for equation in equations:
        unknown = names(equation.extent) - known
        if len(unknown) != 1 or not unknown <= set(sizes):
            continue
        name = next(iter(unknown))
        inverse = _inverse(equation, name)
        if inverse is not None:
            candidates.append((not equation.extent.is_Symbol, name, inverse))
    if not candidates:
        return None
    _, name, inverse = min(candidates, key=lambda c: c[0])
    return name, inverse


def _inverse(equation: Equation, name: str) -> sympy.Expr | None:
    """The size `name` from an extent `a*name + b` with a non-zero integer `a`."""
    unknown = symbol(name)
    slope = sympy.diff(equation.extent, unknown) if _polynomial(equation.extent) else None
    if slope is None or not slope.is_Integer or slope == 0:
        return None
    rest = sympy.expand(equation.extent - slope * unknown)
    # A place is a symbol named like `A.shape[0]`, which prints as it is.
    return (symbol(equation.place) - rest) / slope


def _polynomial(extent: sympy.Expr) -> bool:
    return bool(extent.is_polynomial(*extent.free_symbols)) if extent.free_symbols else True


def _together(
    equations: list[Equation], missing: list[str], known: set[str]
) -> dict[str, sympy.Expr]:
    """Sizes that only several equations determine, such as N + M and N - M."""
    unknowns = [symbol(name) for name in missing]
    usable = [e for e in equations if _linear(e.extent, unknowns, known)]
    if not missing or not usable:
        return {}
    rows, right = sympy.linear_eq_to_matrix([e.extent - symbol(e.place) for e in usable], unknowns)
    chosen = _independent_rows(rows)
    if len(chosen) < len(missing):
        return {}
    solved = rows[chosen, :].LUsolve(right[chosen, :])
    return {name: sympy.expand(value) for name, value in zip(missing, solved, strict=True)}


def _linear(extent: sympy.Expr, unknowns: list[sympy.Symbol], known: set[str]) -> bool:
    """Whether `extent` is a sum of integer multiples of `unknowns` and of something known."""
    present = [u for u in unknowns if u in extent.free_symbols]
    if not present or not _polynomial(extent):
        return False
    if not names(extent) <= known | {u.name for u in unknowns}:
        return False
    return all(sympy.diff(extent, u).is_Integer for u in present)


def _independent_rows(rows: sympy.Matrix) -> list[int]:
    """The first rows that span the row space, in order."""
    return [int(pivot) for pivot in rows.T.rref()[1]]
