"""What calls of a library make, and the fields of it that can be set: none of a number, and few of
an array."""

from __future__ import annotations

from collections.abc import Mapping

from adc.frontends import surface

#: Functions of NumPy and `math` that make a number of numbers.
_OF_NUMBERS = frozenset({
    "sqrt", "exp", "expm1", "log", "log10", "log1p", "log2", "sin", "cos", "tan", "arcsin",
    "arccos", "arctan", "arctan2", "asin", "acos", "atan", "atan2", "sinh", "cosh", "tanh",
    "radians", "degrees", "deg2rad", "rad2deg", "spacing", "power", "square", "abs", "absolute",
    "hypot", "float64", "float32", "int64", "int32",
})  # fmt: skip
_PLAIN = frozenset({"float", "int", "abs", "complex", "round"})
_VALUES = frozenset({"pi", "e", "inf", "nan", "newaxis"})
#: Functions of NumPy that make a new array of its own class.
_ARRAYS = frozenset({
    "array", "zeros", "ones", "full", "empty", "arange", "linspace", "logspace", "geomspace", "eye",
    "identity",
})  # fmt: skip
#: What of an array can be set.
_FIELDS = frozenset({
    "flat", "shape", "strides", "dtype", "real", "imag", "data", "flags", "base", "T",
})  # fmt: skip


def may_set(part: str, value: surface.Expr, names: Mapping[str, object]) -> bool:
    """Whether something that sets a field of the name `part`, "" for any, may set one of what the
    call `value` gives; `names` are those of its file."""
    if _is_number(value, names):
        return False
    if _of_library(value, names) in _ARRAYS:
        return not part or part in _FIELDS or part.startswith("__")
    return True


def _is_number(value: surface.Expr, names: Mapping[str, object]) -> bool:
    if isinstance(value, surface.Number):
        return True
    if isinstance(value, surface.Unary):
        return _is_number(value.operand, names)
    if isinstance(value, surface.Binary):
        return _is_number(value.left, names) and _is_number(value.right, names)
    if isinstance(value, surface.Attribute):
        return _member(value, names) in _VALUES
    if not isinstance(value, surface.Call) or value.keywords:
        return False
    called = value.function
    plain = isinstance(called, surface.Name) and called.name in _PLAIN - names.keys()
    known = plain or _of_library(value, names) in _OF_NUMBERS
    return known and all(_is_number(a, names) for a in value.arguments)


def _of_library(value: surface.Expr, names: Mapping[str, object]) -> str:
    """The function of NumPy or `math` that is called; "" for any other."""
    return _member(value.function, names) if isinstance(value, surface.Call) else ""


def _member(node: surface.Expr, names: Mapping[str, object]) -> str:
    root = node.value if isinstance(node, surface.Attribute) else node
    found = names.get(root.name) if isinstance(root, surface.Name) else None
    if not isinstance(found, surface.Import) or found.module not in ("numpy", "math"):
        return ""
    if isinstance(node, surface.Attribute):
        return "" if found.name else node.name
    return found.name or ""


__all__ = ["may_set"]
