"""Arrays and numbers of the module that are made of literals: worked out by NumPy itself.

Nothing of the source is run: a short list of functions is called with what literals, and constants
worked out before, give them. The results are constants of the program, to the last bit.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import NormalDist
from typing import Any

import numpy as np
import sympy

from adc.diagnostics import Span
from adc.frontends import surface
from adc.frontends.names import walk
from adc.frontends.python.arrays import CONSTRUCTORS
from adc.ir import build
from adc.ir.dtypes import DType
from adc.ir.enums import Update
from adc.ir.expressions import Expr
from adc.ir.node import Access, Dim
from adc.ir.nodes import Compute
from adc.lowering.boxes import note_box
from adc.lowering.context import Context
from adc.lowering.elementwise import literal
from adc.lowering.numpy.vocabulary import star_names
from adc.lowering.plain_values import ModuleArray
from adc.lowering.values import (
    Array,
    Builtin,
    Integer,
    Type,
    Value,
    View,
    of_view,
)
from adc.ops.special import gammaln

#: As many elements are written into the program; larger arrays are better passed.
MOST_ELEMENTS = 256
#: No literal that a function is called with may be larger: it may be an extent.
_LARGEST = 10_000

_MATH = """
    factorial comb perm gcd lcm sqrt exp log log10 log2 sin cos tan asin acos atan atan2 sinh
    cosh tanh gamma lgamma erf erfc floor ceil trunc pow hypot radians degrees fabs isqrt
"""
METHODS = frozenset({
    "reshape", "ravel", "flatten", "copy", "astype", "transpose", "sum", "prod", "dot", "min",
    "max", "cumsum", "repeat",
})  # fmt: skip
ATTRIBUTES = frozenset({"T", "size", "ndim", "shape"})
LIMITS = frozenset({"eps", "tiny", "max", "min", "resolution", "smallest_normal"})
FUNCTIONS: dict[str, Any] = (
    {f"numpy.{name}": getattr(np, name) for name in CONSTRUCTORS.split()}
    | {f"math.{name}": getattr(math, name) for name in _MATH.split()}
    | {
        "numpy.finfo": np.finfo,
        "numpy.iinfo": np.iinfo,
        "numpy.polynomial.legendre.leggauss": np.polynomial.legendre.leggauss,
        "numpy.polynomial.hermite.hermgauss": np.polynomial.hermite.hermgauss,
        "numpy.polynomial.chebyshev.chebgauss": np.polynomial.chebyshev.chebgauss,
    }
)


def _normal_quantile(share: float) -> float:
    """The quantile of the standard normal distribution below which this share of it lies."""
    return NormalDist().inv_cdf(share)


def _normal_share(limit: float) -> float:
    """The share of the standard normal distribution below a limit: erfc(-x/sqrt(2))/2."""
    return math.erfc(-limit / math.sqrt(2.0)) / 2.0


#: Functions of SciPy of one number; within a few units in the last place of what SciPy gives.
_OF_ONE: dict[str, Callable[[float], float]] = {
    "scipy.stats.norm.ppf": _normal_quantile, "scipy.special.ndtri": _normal_quantile,
    "scipy.stats.norm.cdf": _normal_share, "scipy.special.ndtr": _normal_share,
    "scipy.special.erf": math.erf, "scipy.special.erfc": math.erfc,
    "scipy.special.gamma": math.gamma, "scipy.special.gammaln": gammaln,
}  # fmt: skip
PYTHON: dict[str, Any] = {
    "int": int, "float": float, "bool": bool, "abs": abs, "round": round, "len": len, "min": min,
    "max": max, "sum": sum, "range": range, "list": list, "tuple": tuple,
}  # fmt: skip
_NUMBERS = {
    "numpy.pi": np.pi, "numpy.e": np.e, "numpy.inf": np.inf, "numpy.nan": np.nan,
    "math.pi": math.pi, "math.e": math.e, "math.tau": math.tau, "math.inf": math.inf,
    "numpy.newaxis": None,
}  # fmt: skip
_OPERATORS: dict[str, Callable[[Any, Any], Any]] = {
    "+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.truediv,
    "//": operator.floordiv, "%": operator.mod, "**": operator.pow, "@": operator.matmul,
}  # fmt: skip


class _BeyondError(Exception):
    """Nothing that literals alone decide, or nothing on the list."""


def worked_out(cx: Context, constant: surface.Assign, known: Mapping[str, Any]) -> Any:
    """What NumPy makes of the constant's value, `known` being constants worked out before; None
    where that is beyond adc."""
    try:
        with np.errstate(all="ignore"):
            return _Worker(cx, known).value(constant.value)
    except Exception:  # whatever NumPy says of it, the source's import would say, too
        return None


@dataclass
class _Worker:
    cx: Context
    known: Mapping[str, Any]

    def value(self, expr: surface.Expr) -> Any:
        match expr:
            case surface.Number():
                return self._checked(int(expr.text) if expr.kind == "int" else float(expr.text))
            case surface.Boolean() | surface.String():
                return expr.value
            case surface.NoneValue():
                return None
            case surface.Unary(op="-"):
                return self._checked(-self.value(expr.operand))
            case surface.Binary():
                return self._binary(expr)
            case surface.Sequence():
                items = [self.value(item) for item in expr.items]
                return items if expr.is_list else tuple(items)
            case surface.Name() | surface.Attribute():
                return self._named(expr)
            case surface.Subscript():
                return self._checked(self.value(expr.value)[self._place(expr.items)])
            case surface.Call():
                return self._call(expr)
        raise _BeyondError

    def _binary(self, expr: surface.Binary) -> Any:
        left, right = self.value(expr.left), self.value(expr.right)
        if expr.op not in _OPERATORS:
            raise _BeyondError
        if expr.op == "**" and isinstance(left, int) and isinstance(right, int) and right > 64:
            raise _BeyondError
        for items, times in ((left, right), (right, left)):
            repeated = isinstance(items, (list, tuple)) and isinstance(times, int)
            if repeated and len(items) * times > _LARGEST:
                raise _BeyondError
        return self._checked(_OPERATORS[expr.op](left, right))

    def _place(self, items: tuple[surface.Expr, ...]) -> Any:
        found = tuple(self._slice(item) for item in items)
        return found[0] if len(found) == 1 else found

    def _slice(self, item: surface.Expr) -> Any:
        if isinstance(item, surface.Slice):
            parts = (item.start, item.stop, item.step)
            return slice(*(None if p is None else self.value(p) for p in parts))
        return self.value(item)

    def _named(self, expr: surface.Name | surface.Attribute) -> Any:
        if isinstance(expr, surface.Name) and expr.name in self.known:
            return self.known[expr.name]
        path = self._path(expr)
        if path in _NUMBERS:
            return _NUMBERS[path]
        if path in FUNCTIONS and isinstance(FUNCTIONS[path], type):
            return FUNCTIONS[path]  # a type, as in `dtype=np.float64`
        if isinstance(expr, surface.Name) and self._is_pythons(expr.name):
            return PYTHON[expr.name]
        if isinstance(expr, surface.Attribute) and expr.name in LIMITS:
            return self._limit(expr)
        if isinstance(expr, surface.Attribute) and expr.name in ATTRIBUTES:
            return self._checked(getattr(self._array(expr.value), expr.name))
        raise _BeyondError

    def _limit(self, expr: surface.Attribute) -> Any:
        """`np.finfo(float).eps`."""
        of = self.value(expr.value)
        if not isinstance(of, (np.finfo, np.iinfo)):
            raise _BeyondError
        return self._checked(getattr(of, expr.name))

    def _call(self, expr: surface.Call) -> Any:
        path = self._path(expr.function)
        if path in _OF_ONE:
            return self._of_one(path, expr)
        function = FUNCTIONS.get(path)
        if function is None and isinstance(expr.function, surface.Name):
            pythons = self._is_pythons(expr.function.name)
            function = PYTHON[expr.function.name] if pythons else None
        if function is None and isinstance(expr.function, surface.Attribute):
            if expr.function.name not in METHODS:
                raise _BeyondError
            function = getattr(self._array(expr.function.value), expr.function.name)
        rounds = getattr(function, "__name__", "") in ("round", "around")
        if function is None or (rounds and self.cx.module.unrounded):
            raise _BeyondError
        given = [self.value(a) for a in expr.arguments]
        named = {k.name: self.value(k.value) for k in expr.keywords}
        sizes = [v for v in (*given, *named.values()) if isinstance(v, (int, np.integer))]
        if any(abs(int(v)) > _LARGEST for v in sizes):
            raise _BeyondError
        return self._checked(function(*given, **named))

    def _of_one(self, path: str, expr: surface.Call) -> float:
        if len(expr.arguments) != 1 or expr.keywords:
            raise _BeyondError
        given = self.value(expr.arguments[0])
        if not isinstance(given, (int, float)):
            raise _BeyondError
        return _OF_ONE[path](float(given))

    def _array(self, expr: surface.Expr) -> np.ndarray:
        value = self.value(expr)
        if not isinstance(value, (np.ndarray, np.generic)):
            raise _BeyondError
        return np.asarray(value)

    def _is_pythons(self, name: str) -> bool:
        cx = self.cx
        found = cx.globals.get(name)
        own = found is None or isinstance(found, (Builtin, Type))
        return name in PYTHON and own and cx.hiding is None

    def _path(self, expr: surface.Expr) -> str:
        """`numpy.diag` for `np.diag`, by the module's imports; "" for anything else."""
        if isinstance(expr, surface.Attribute):
            inner = self._path(expr.value)
            return f"{inner}.{expr.name}" if inner else ""
        if isinstance(expr, surface.Name):
            imported = next((i for i in self.cx.module.imports if i.alias == expr.name), None)
            if imported is None:
                return self._from_all(expr.name)
            if not imported.certain or expr.name in self.known:
                return ""
            inner = "" if imported.name is None else f".{imported.name}"
            return imported.module + inner
        return ""

    def _from_all(self, name: str) -> str:
        """The path of a name that `from numpy import *` bound, as nothing has since."""
        found = self.cx.globals.get(name)
        for statement in self.cx.module.imports:
            names = star_names(statement.module) if statement.name == "*" else None
            if found is not None and names and statement.certain and names.get(name) == found:
                return f"{statement.module}.{name}"
        return ""

    @staticmethod
    def _checked(value: Any) -> Any:
        """`value`, unless it is too large to go on with."""
        if isinstance(value, np.ndarray) and value.size > _LARGEST:
            raise _BeyondError
        if isinstance(value, int) and abs(value) > 2**62:
            raise _BeyondError
        return value


# -- as values of the program ----------------------------------------------------------------------


def constant_of(made: Any, name: str, span: Span) -> Value | None:
    """What was worked out, as a value; None where adc has no such type, or it is too long."""
    if isinstance(made, (bool, np.bool_)):
        return literal(str(bool(made)), DType.BOOL)
    if isinstance(made, int):
        return Integer(sympy.Integer(made))
    if type(made) is float:
        return literal(repr(made), DType.FLOAT64)
    if not isinstance(made, (np.ndarray, np.generic)):
        return None
    array = np.asarray(made)
    dtype = next((d for d in DType if d.value == str(array.dtype)), None)
    if dtype is None or array.size > MOST_ELEMENTS:
        return None
    boxed = isinstance(made, np.ndarray) and not array.shape
    return ModuleArray(name, dtype, array.shape, tuple(array.ravel().tolist()), span, boxed)


def literal_array(cx: Context, statement: surface.Assign) -> ModuleArray | None:
    """The integer array that an assignment in a function makes of literals, where such arrays are
    taken for known; None for anything else."""
    target, value = statement.targets[0], statement.value
    if cx.fortran or not isinstance(value, surface.Call) or not isinstance(target, surface.Name):
        return None
    own = cx.scope.names.keys() | cx.scope.assigned
    if any(isinstance(n, surface.Name) and n.name in own for n in walk(value)):
        return None
    if not any(isinstance(argument, surface.Sequence) for argument in value.arguments):
        return None
    made = worked_out(cx, statement, {})
    found = None if made is None else constant_of(made, target.name, statement.span)
    if not isinstance(found, ModuleArray) or not found.dtype.is_integer or not found.shape:
        return None
    cx.told.literal_arrays = True
    return found if cx.learned.literals else None


def in_program(cx: Context, value: ModuleArray) -> Value:
    """The array in a container of its own, filled at the program's beginning; nothing may write to
    it."""
    if not value.shape and not value.boxed:
        expr = _element(value.values[0], value.dtype)
        return Array((), value.dtype, lambda _: expr, stable=True)
    if value.boxed:
        note_box(cx)
    made = cx.prologue
    key = value.name, value.span
    if key not in made.views:
        shape = tuple(map(sympy.Integer, value.shape))
        view = made.views[key] = cx.new_container(cx.user_name(value.name), value.dtype, shape)
        made.containers[view.container] = cx.containers[view.container]
        made.names[view.container] = cx.merged[view.container] = (value.name, value.span)
        made.body += _filled(cx, view, value)
    return of_view(made.views[key], value.dtype, boxed=value.boxed)


def table_of(cx: Context, numbers: tuple[int | float, ...], span: Span) -> Array:
    """What `in_program` makes of the numbers of a list of literals: floating if one of them is."""
    key = tuple(map(repr, numbers))
    if key not in cx.prologue.tables:
        dtype = DType.FLOAT64 if any(isinstance(n, float) for n in numbers) else DType.INT64
        made = ModuleArray("numbers", dtype, (len(numbers),), numbers, span)
        table = in_program(cx, replace(made, name=f"numbers{len(cx.prologue.tables) or ''}"))
        assert isinstance(table, Array)
        cx.prologue.tables[key] = table
    return cx.prologue.tables[key]


def known_integer(cx: Context, owner: surface.Expr, items: Sequence[object]) -> Value | None:
    """The element of `owner`, an array of integers that the module makes, at a position that is
    known; None for anything else."""
    if not isinstance(owner, surface.Name):
        return None
    made = cx.scope.names.get(owner.name, cx.globals.get(owner.name))
    if not isinstance(made, ModuleArray) or not made.dtype.is_integer:
        return None
    place = [int(i.value) for i in items if isinstance(i, Integer) and i.value.is_Integer]
    array = np.array(made.values).reshape(made.shape)
    fits = all(-n <= k < n for k, n in zip(place, made.shape, strict=False))
    if not fits or not len(place) == len(items) == array.ndim:
        return None
    return in_program(cx, replace(made, shape=(), values=(int(array[tuple(place)]),)))


def _filled(cx: Context, view: View, value: ModuleArray) -> list[Compute]:
    """The statements that give the array its elements: those that are most common first, all at
    once."""
    common = max(value.values, key=value.values.count, default=0)
    position = tuple(cx.domain_symbol(axis) for axis in range(len(value.shape)))
    cx.prologue.taken |= {view.container, *map(str, position)}
    domain = tuple(
        Dim(str(var), sympy.S.Zero, sympy.Integer(n))
        for var, n in zip(position, value.shape, strict=True)
    )
    found = [_put(view, position, common, value, domain)]
    for place, number in zip(np.ndindex(value.shape), value.values, strict=True):
        if _element(number, value.dtype) != _element(common, value.dtype):
            found.append(_put(view, tuple(map(sympy.Integer, place)), number, value))
    return found


def _put(
    view: View, place: tuple[sympy.Expr, ...], number: Any, value: ModuleArray,
    domain: tuple[Dim, ...] = (),
) -> Compute:  # fmt: skip
    target = Access(view.container, place)
    expr = _element(number, value.dtype)
    return Compute("", target, Update.ASSIGN, expr, domain, value.span)


def _element(number: Any, dtype: DType) -> Expr:
    if dtype is DType.BOOL:
        return build.const(bool(number), dtype)
    if math.copysign(1.0, number) < 0.0:
        return build.neg(build.const(-number, dtype))
    return build.const(number, dtype)
