"""NumPy's products, sums and extremes of sizes, as in `np.zeros(np.prod(x.shape))`.

NumPy's result is an `np.int64`, and an `Integer` is a number of Python's: what is computed with
either has the same values and types as long as nothing has less than double precision, and nobody
asks for the class.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import sympy

from adc.frontends import surface
from adc.frontends.names import walk
from adc.ir import shapes
from adc.ir.dtypes import DType
from adc.lowering.callsite import CallSite
from adc.lowering.context import Context
from adc.lowering.integers.exact import integer_binary
from adc.lowering.values import Builtin, Integer, Items, Type, Value

_OF_SIZES: dict[str, Callable[..., sympy.Expr]] = {
    "numpy.prod": sympy.Mul, "numpy.sum": sympy.Add,
    **dict.fromkeys(("numpy.max", "numpy.amax"), shapes.maximum),
    **dict.fromkeys(("numpy.min", "numpy.amin"), shapes.minimum),
}  # fmt: skip
_OF_TWO = {
    "numpy.add": "+", "numpy.subtract": "-", "numpy.multiply": "*", "numpy.floor_divide": "//",
    "numpy.mod": "%", "numpy.remainder": "%", "numpy.power": "**",
}  # fmt: skip
#: What names a narrow type, or asks for a class.
_TELLING = re.compile(
    r"32|16|int8|uint|single|half|short|byte|intc|complex64|isinstance|^type$|__class__"
)
#: The same as a text: `"f4"`, `"i"`.
_CODE = re.compile(r"[<>=|]?(?:[efFhHiIlLbB]|[fiu][1248]|c8)")


def of_sizes(cx: Context, site: CallSite) -> Integer | None:
    """The value of a call on a tuple or list of sizes, or on two of them; None where it is to be
    computed as any other."""
    if site.name in _OF_TWO:
        return _of_two(cx, site)
    join = _OF_SIZES.get(site.name)
    if join is None or len(site.arguments) != 1 or set(site.keywords) - {"dtype"}:
        return None
    (sizes,) = site.arguments
    asked = site.keywords.get("dtype")
    if not isinstance(sizes, Items) or not (asked is None or _is_int64(asked)):
        return None
    numbers = [i.value for i in sizes.items if isinstance(i, Integer)]
    # Of nothing NumPy's product is 1.0, but for the type that is asked for.
    known = bool(numbers) or (site.name == "numpy.prod" and asked is not None)
    if len(numbers) < len(sizes.items) or not known or may_be_told(cx):
        return None
    return Integer(sympy.expand(join(*numbers)))


def _of_two(cx: Context, site: CallSite) -> Integer | None:
    numbers = [v.value for v in site.arguments if isinstance(v, Integer)]
    if site.keywords or len(numbers) != 2 or len(site.arguments) != 2 or may_be_told(cx):
        return None
    if site.name == "numpy.power" and not _is_small(*numbers):
        return None
    found = integer_binary(cx, _OF_TWO[site.name], numbers[0], numbers[1], site.span)
    return found if isinstance(found, Integer) else None


def _is_small(base: sympy.Expr, exponent: sympy.Expr) -> bool:
    """Whether this power of numbers is what Python gives: NumPy's has 64 bits, and where the
    exponent is negative there is none."""
    known = base.is_Integer and exponent.is_Integer and 0 <= exponent <= 62
    return bool(known) and abs(int(base) ** int(exponent)) < 2**63


def _is_int64(value: Value) -> bool:
    if isinstance(value, Type):
        return value.dtype is DType.INT64
    return isinstance(value, Builtin) and value.name in ("int", "numpy.int64", "numpy.int_")


def may_be_told(cx: Context) -> bool:
    """Whether the source may tell an `np.int64` from an integer of Python's."""
    narrow = (DType.FLOAT32, DType.INT32)
    if any(c.dtype in narrow for c in cx.containers.values()):
        return True
    return any(map(_tells, walk((*cx.module.functions, *cx.module.constants), inside=True)))


def _tells(node: Any) -> bool:
    if isinstance(node, surface.Compare) and {"is", "is not"} & set(node.ops):
        # What NumPy's number is compared with gives a truth value of NumPy's.
        return any(isinstance(v, surface.Boolean) for v in node.operands)
    if isinstance(node, surface.String):
        return bool(_TELLING.search(node.value) or _CODE.fullmatch(node.value))
    name = getattr(node, "name", "")
    return isinstance(name, str) and _TELLING.search(name) is not None
