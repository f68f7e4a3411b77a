"""What is computed with at once, for which None is a TypeError: the call stops with it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adc.frontends import surface
from adc.lowering.callsite import CallSite
from adc.lowering.control.flagging import flag, raised
from adc.lowering.promotion import is_literal_bool
from adc.lowering.values import Array, Nothing, Value

if TYPE_CHECKING:
    from adc.lowering.context import Context

#: The modules whose functions change no fields.
MODULES = frozenset({"np", "numpy", "math"})
#: Functions of numbers, which raise a TypeError for None.
_FUNCTIONS = frozenset({
    "abs", "fabs", "sqrt", "exp", "log", "sin", "cos", "tan", "float", "int", "hypot",
    "max", "min", "maximum", "minimum",
})  # fmt: skip


def is_of_numbers(function: surface.Expr, hidden: frozenset[str]) -> bool:
    """Whether it is one of Python's or NumPy's functions that take no None; the names `hidden` are
    others."""
    name = function
    if isinstance(name, surface.Attribute):
        name = name.value
        if not isinstance(name, surface.Name) or name.name not in MODULES:
            return False
    if not isinstance(name, surface.Name) or name.name in hidden:
        return False
    return isinstance(function, (surface.Name, surface.Attribute)) and function.name in _FUNCTIONS


def number(name: surface.Name, flag: str) -> surface.Expr:
    """The value of `name`, at which the call stops where the variable `flag` tells that it is
    None."""
    asked = surface.Intrinsic("adc.operand", name.span, "python")
    return surface.Call(asked, (name, surface.Name(flag, name.span)), (), name.span)


def _operand(cx: Context, site: CallSite) -> Value:
    value, none = site.arguments
    if not isinstance(none, Array):
        raise site.error("what is None on some paths is no number here", help="ask for None before")
    if is_literal_bool(none) is not False:
        told = raised(cx, "TypeError", "what is computed with is None here", site.span)
        flag(cx, none.at(()), told, site.span)
    return value


def _never_none(cx: Context, site: CallSite) -> Value:
    """Refuses None where a handler of `try` would go on, and no test tells it (see
    `frontends/python/none_errors.py`)."""
    (value,) = site.arguments
    if isinstance(value, Nothing):
        raise site.error(
            "this is None, for which a handler goes on", help="ask for None before the `try`"
        )
    return value


TABLE = {"adc.operand": _operand, "adc.never_none": _never_none}
