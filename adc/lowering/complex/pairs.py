"""Complex numbers as they lie in memory: pairs of reals along a last axis."""

from __future__ import annotations

import sympy

from adc.lowering.values import View, places


def halves(pairs: View) -> tuple[View, View]:
    """The real and the imaginary parts in an array of pairs."""
    *shape, _ = pairs.shape
    index = places(len(shape))
    re, im = (pairs.select(tuple(shape), (*index, sympy.Integer(k))) for k in (0, 1))
    return re, im
