"""Sets of elements as boxes: bounds along each axis, as integer expressions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import reduce

import islpy as isl
import sympy

from adc.analysis.affine import name_of
from adc.ir.shapes import symbol

#: The least and the greatest position along an axis; None where there is no plain bound.
Ends = tuple[sympy.Expr | None, sympy.Expr | None]
#: Elements in more pieces than this are one box.
_PIECES = 4


def boxes(
    sets: Sequence[isl.Set], apart: bool, defined: Mapping[str, sympy.Expr]
) -> tuple[tuple[Ends, ...], ...]:
    """Boxes that hold all of `sets`: one for each piece of their union, or, unless `apart`, one.

    `defined` are the integers that stand for others, by their names.
    """
    elements = reduce(lambda a, b: a.union(b), sets).coalesce()
    pieces = [isl.Set.from_basic_set(piece) for piece in elements.get_basic_sets()]
    if not apart or len(pieces) > _PIECES:
        pieces = [elements]
    axes = range(elements.dim(isl.dim_type.set))
    found = (tuple(_ends(piece, axis, defined) for axis in axes) for piece in pieces)
    return tuple(dict.fromkeys(found))


def _ends(elements: isl.Set, axis: int, defined: Mapping[str, sympy.Expr]) -> Ends:
    try:
        low, high = elements.dim_min(axis), elements.dim_max(axis)
        return _expression(low, defined), _expression(high, defined)
    except isl.Error:  # no bound
        return None, None


def _expression(value: isl.PwAff, defined: Mapping[str, sympy.Expr]) -> sympy.Expr | None:
    """An affine form of sizes and variables of loops; None for another one."""
    pieces: list[isl.Aff] = []
    value.coalesce().foreach_piece(lambda _, aff: pieces.append(aff))
    if len(pieces) != 1:
        return None
    (form,) = pieces
    if form.dim(isl.dim_type.div) or not form.get_denominator_val().is_one():
        return None
    total = sympy.Integer(int(form.get_constant_val().to_python()))
    for k in range(form.dim(isl.dim_type.param)):
        factor = int(form.get_coefficient_val(isl.dim_type.param, k).to_python())
        name = form.get_dim_name(isl.dim_type.param, k)
        if factor and not name.startswith("v_"):
            return None
        total += factor * defined.get(name_of(name), symbol(name_of(name)))
    return total
