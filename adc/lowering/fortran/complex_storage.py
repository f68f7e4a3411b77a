"""Complex variables as the pairs of reals that they are in storage (Fortran 2018, 19.6.4): where an
array of reals is passed for a complex dummy argument, or the other way round, as FFTs and work
arrays have it.

A complex variable of the source's has one array for its real and one for its imaginary parts. One
that is passed for reals is learned (`PairsError`), and has one array of pairs in the next attempt.
"""

from __future__ import annotations

import sympy

from adc.frontends import surface
from adc.ir.dtypes import DType
from adc.ir.expressions import Index
from adc.lowering.complex.pairs import halves
from adc.lowering.context import Context
from adc.lowering.learned import VariableKey, key_of
from adc.lowering.scopes import Storage
from adc.lowering.values import Array, Complex, View, of_view, place

_TWO = sympy.Integer(2)


class PairsError(Exception):
    """A complex variable has to be an array of pairs: it is passed for reals."""

    def __init__(self, key: VariableKey) -> None:
        super().__init__(key)
        self.key = key


def are_pairs(cx: Context, name: str) -> bool:
    """Whether the complex variable `name` of the innermost function is an array of pairs."""
    return key_of(cx.scope.function, name) in cx.learned.pairs


def of_pairs(pairs: View, dtype: DType) -> Complex:
    """The complex array whose parts lie along the last axis of `pairs`."""
    return Complex(tuple(of_view(part, dtype) for part in halves(pairs)))


def note_parts(cx: Context, name: str, parts: Complex) -> None:
    """Notes whose parts these are, each in an array of its own."""
    for view in (parts.re.view, parts.im.view):
        if view is not None:
            cx.storage[view.container] = Storage(key_of(cx.scope.function, name))


def as_reals(
    cx: Context, value: Complex, start: Index | None, statement: surface.Associate
) -> tuple[Array, Index | None] | None:
    """The reals of a complex array from an element on; None where they do not lie in pairs."""
    one, two = value.re.view, value.im.view
    if one is None or two is None or statement.extents is None:
        return None
    if one.container != two.container:
        whose = [cx.storage.get(v.container) for v in (one, two)]
        keys = {storage.variable for storage in whose if storage is not None}
        if len(keys) == 1 and None not in whose and not (keys & cx.learned.pairs):
            raise PairsError(keys.pop())
        return None
    *rest, first = one.index
    *others, second = two.index
    if rest != others or sympy.expand(second - first) != 1:
        return None
    index = (*rest, sympy.expand(first + place(len(one.shape))))
    pairs = View(one.container, (*one.shape, _TWO), index)
    begin = (*start, sympy.Integer(0)) if start is not None else None
    return of_view(pairs, value.re.dtype), begin
