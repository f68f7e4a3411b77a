"""SymPy's minima and maxima, without a step of theirs that is wrong.

To drop arguments of a maximum that a number exceeds, SymPy takes the largest number in any maximum
inside its arguments. That inside a minimum says nothing: `Max(0, Min(1, N), Min(M, Max(2, K)))`
loses `Min(1, N)`, and is 0 instead of 1 at N = 1, M = 0 (SymPy 1.14; minima alike). SymPy builds
minima and maxima anew in whatever it does, so the step is left out there, for all of this process.
What comes out is right in either case, and then less simple.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import sympy
from sympy.core.sorting import ordered
from sympy.functions.elementary.miscellaneous import MinMaxBase

_collapse = MinMaxBase._collapse_arguments.__func__


def _sound_collapse(cls: Any, args: Iterable[sympy.Expr], **assumptions: Any) -> Any:
    known = list(args)
    if any(a.is_number for a in known) and any(_misleads(cls, a) for a in known):
        return list(ordered(known))
    return _collapse(cls, known, **assumptions)


def _misleads(cls: Any, argument: sympy.Expr) -> bool:
    """Whether a `cls` with a number is inside `argument`, which SymPy would take for a bound."""
    return isinstance(argument, (sympy.Min, sympy.Max)) and any(
        _misleads(cls, inner) or (isinstance(inner, cls) and any(a.is_number for a in inner.args))
        for inner in argument.args
    )


def make_sound() -> None:
    """Leaves the step out from now on."""
    MinMaxBase._collapse_arguments = classmethod(_sound_collapse)
