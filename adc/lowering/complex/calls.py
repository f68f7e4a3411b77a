"""Calls of functions that take or make complex numbers; what is not listed here is refused."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import sympy

from adc.diagnostics import Span
from adc.ir.dtypes import DType
from adc.lowering import elementwise, limits
from adc.lowering.callsite import CallSite
from adc.lowering.complex import arithmetic, functions, powers, questions
from adc.lowering.complex import written as complex_written
from adc.lowering.complex.arithmetic import Real, as_complex, is_complex, made, refused, zero_like
from adc.lowering.complex.stores import put_both
from adc.lowering.complex.types import TYPES, complex_type
from adc.lowering.context import Context
from adc.lowering.numpy import dtypes
from adc.lowering.numpy import fft as numpy_fft
from adc.lowering.numpy.ufuncs import is_ufunc, with_output
from adc.lowering.numpy.written import call_as
from adc.lowering.promotion import as_array, cast_array
from adc.lowering.values import (
    Array,
    Builtin,
    Complex,
    Grown,
    Integer,
    Items,
    Nothing,
    Type,
    Value,
)

Handler = Callable[[Context, CallSite], Value]
Call = Callable[[Context, CallSite], Value]

#: What takes values by reference, whatever they are.
HOLDING = frozenset({
    "dict", "adc.entries", "list", "tuple", "zip", "enumerate", "reversed", "copy.copy",
    "copy.deepcopy",
})  # fmt: skip


def concerns(site: CallSite) -> bool:
    """Whether complex numbers, or their types, are among the arguments."""
    if site.name in HOLDING:
        return False
    given = (*site.arguments, *site.keywords.values())
    if any(isinstance(v, Builtin) and v.name in TYPES for v in given):
        return True
    place = _MAKING.get(site.name, len(given))  # where a text is a type, as in `astype("complex")`
    if any(complex_type(v) is not None for v in site.arguments[place : place + 1]):
        return True
    return any(map(_holds, given)) or complex_type(site.keywords.get("dtype")) is not None


def _holds(value: Value) -> bool:
    if isinstance(value, Items):
        return any(map(_holds, value.items))
    return isinstance(value, Complex)


def call_complex(cx: Context, site: CallSite, call: Call) -> Value:
    """The value of a call that `concerns` complex numbers."""
    site = with_output(site)
    if "out" in site.keywords and is_ufunc(site.name):
        return _into_output(cx, site, call)
    own = _OF_COMPLEX.get(site.name) or TABLE.get(site.name)
    if own is not None:
        return own(cx, site)
    if site.name in _OF_SHAPE:
        (value,) = site.bind("a").values()
        assert isinstance(value, (Complex, Items))
        return call(cx, replace(site, arguments=(_part(value, 0),), keywords={}))
    if site.name in numpy_fft.TABLE and site.name not in _PARTWISE:
        return numpy_fft.TABLE[site.name](cx, site)
    if site.name == "numpy.linalg.norm":
        return _norm(cx, site, call)
    if site.name in complex_written.TEXTS:
        return complex_written.call_text(cx, site)
    if site.name == "numpy.einsum":
        return complex_written.einsum(cx, site, products_of_parts, call)
    if site.name in _BILINEAR:
        return _bilinear(cx, site, call)
    if site.name in _MAKING:
        return _of_type(cx, site, call)
    spec = _PARTWISE.get(site.name)
    if spec is not None:
        return partwise(cx, site, spec, call)
    raise refused(f"`{site.short}`", site.span)


def _into_output(cx: Context, site: CallSite, call: Call) -> Value:
    """The call without `out=`, its result put there; that is its value."""
    given = site.keywords["out"]
    keywords = {name: v for name, v in site.keywords.items() if name != "out"}
    if not isinstance(given, Complex) or not given.re.is_shared or keywords:
        raise refused(f"`{site.short}` with these arguments", site.span, help="assign the result")
    result = as_complex(cx, call(cx, replace(site, keywords=keywords)), site.span)
    put_both(cx, given, result.re, result.im, site.span)
    return given


# -- part by part ----------------------------------------------------------------------------------


def _part(value: Value, number: int) -> Value:
    """The real (0) or the imaginary part (1) of all numbers in `value`."""
    if isinstance(value, Complex):
        return value.items[number]
    if isinstance(value, Items):
        return replace(value, items=tuple(_part(v, number) for v in value.items))
    if number == 0:
        return value
    return Integer(sympy.Integer(0)) if isinstance(value, Integer) else _zeros(value)


def _zeros(value: Value) -> Value:
    return zero_like(value) if isinstance(value, Array) else value


@dataclass(frozen=True)
class Spec:
    """A function that is linear in the arguments at the places `values`, and as many places as it
    has; `names` are what else may be given by name."""

    values: tuple[int, ...]
    count: int
    names: frozenset[str] = frozenset()


def _spec(values: int, others: int = 0, names: str = "") -> Spec:
    return Spec(tuple(range(values)), values + others, frozenset(names.split()))


#: Functions that are linear in all that is complex.
_PARTWISE = {
    **dict.fromkeys(("numpy.sum", "numpy.mean"), _spec(1, 1, "axis keepdims")),
    "numpy.cumsum": _spec(1, 1, "axis"), "numpy.diff": _spec(1, 2, "n axis"),
    "numpy.trace": _spec(1, 3, "offset axis1 axis2"), "numpy.reshape": _spec(1, 8),
    "numpy.transpose": _spec(1, 8, "axes"), "numpy.permute_dims": _spec(1, 1, "axes"),
    "numpy.swapaxes": _spec(1, 2, "axis1 axis2"), "numpy.ravel": _spec(1),
    "numpy.moveaxis": _spec(1, 2, "source destination"), "numpy.flatten": _spec(1),
    "numpy.squeeze": _spec(1, 1, "axis"), "numpy.expand_dims": _spec(1, 1, "axis"),
    "numpy.flip": _spec(1, 1, "axis"), "numpy.flipud": _spec(1), "numpy.fliplr": _spec(1),
    "numpy.roll": _spec(1, 2, "shift axis"), "numpy.pad": _spec(1, 2, "pad_width mode"),
    "numpy.tile": _spec(1, 1, "reps"), "numpy.repeat": _spec(1, 2, "repeats axis"),
    "numpy.broadcast_to": _spec(1, 1, "shape"), "numpy.atleast_1d": _spec(1),
    "numpy.atleast_2d": _spec(1), "numpy.diag": _spec(1, 1, "k"),
    "numpy.diagonal": _spec(1, 3, "offset axis1 axis2"), "numpy.tril": _spec(1, 1, "k"),
    "numpy.triu": _spec(1, 1, "k"), "numpy.copy": _spec(1),
    "numpy.ascontiguousarray": _spec(1), "numpy.take": _spec(1, 2, "indices axis"),
    **dict.fromkeys(
        ("numpy.concatenate", "numpy.concat", "numpy.stack"), _spec(1, 1, "axis")
    ),
    **dict.fromkeys(
        ("numpy.hstack", "numpy.vstack", "numpy.dstack", "numpy.column_stack", "numpy.block"),
        _spec(1),
    ),
    "numpy.delete": _spec(1, 2, "obj axis"), "numpy.matrix_transpose": _spec(1),
    "numpy.gradient": _spec(1, 1, "axis"), "numpy.interp": Spec((2,), 3),
    "numpy.trapezoid": _spec(1, 1, "x dx axis"), "numpy.trapz": _spec(1, 1, "x dx axis"),
    "numpy.append": _spec(2, 1, "axis"), "numpy.where": Spec((1, 2), 3),
    "numpy.positive": _spec(1), "numpy.fft.fftshift": _spec(1, 1, "axes"),
    "numpy.fft.ifftshift": _spec(1, 1, "axes"), "scipy.fft.fftshift": _spec(1, 1, "axes"),
    "scipy.fft.ifftshift": _spec(1, 1, "axes"),
    "scipy.fftpack.fftshift": _spec(1, 1, "axes"), "scipy.fftpack.ifftshift": _spec(1, 1, "axes"),
}  # fmt: skip


def partwise(cx: Context, site: CallSite, spec: Spec, call: Call) -> Value:
    """The function of the real parts, and of the imaginary parts."""
    names = [n for n in site.keywords if n not in spec.names]
    others = [v for k, v in enumerate(site.arguments) if k not in spec.values]
    if names or len(site.arguments) > spec.count or any(map(_holds, others)):
        raise refused(f"`{site.short}` with these arguments", site.span)
    parts = []
    for number in (0, 1):
        given = tuple(
            _part(v, number) if k in spec.values else v for k, v in enumerate(site.arguments)
        )
        parts.append(as_array(call(cx, replace(site, arguments=given)), site.span))
    return _joined(cx, parts[0], parts[1], site.span)


def _joined(cx: Context, re: Array, im: Array, span: Span) -> Complex:
    """Both parts as they are, views included, where they have one type."""
    same = re.dtype is im.dtype and re.weak == im.weak and re.dtype.is_float
    return Complex((re, im)) if same else made(cx, re, im, span)


#: What depends on the shape alone.
_OF_SHAPE = frozenset({"len", "numpy.shape", "numpy.size", "numpy.ndim"})
_BILINEAR = frozenset({
    "numpy.dot", "numpy.matmul", "numpy.inner", "numpy.outer", "numpy.kron", "numpy.vdot",
    "numpy.convolve", "numpy.tensordot", "numpy.linalg.outer",
})  # fmt: skip

#: Functions that are linear in each of their arguments that is complex.
LINEAR = _BILINEAR | _PARTWISE.keys()


def _bilinear(cx: Context, site: CallSite, call: Call) -> Value:
    """Products of arrays, by those of their parts."""
    if len(site.arguments) < 2 or any(map(_holds, site.arguments[2:])):
        raise refused(f"`{site.short}` with these arguments", site.span)
    if "dtype" in site.keywords or any(map(_holds, site.keywords.values())):
        raise refused(f"`{site.short}` with these arguments", site.span)
    left, right = (as_complex(cx, _array(cx, v, site, call), site.span) for v in site.arguments[:2])
    if site.name == "numpy.vdot":
        left = arithmetic.conjugate(cx, left, site.span)
    return products_of_parts(cx, site, left, right, call)


def products_of_parts(
    cx: Context, site: CallSite, first: Value, second: Value, call: Call
) -> Complex:
    """A function that is linear in its first two arguments, by that of real numbers."""
    left, right = (as_complex(cx, v, site.span) for v in (first, second))
    real = Real(cx, site.span)

    def of(a: Array, b: Array) -> Array | None:
        if arithmetic.is_zero(a) or arithmetic.is_zero(b):
            return None
        given = (a, b, *site.arguments[2:])
        return as_array(call(cx, replace(site, arguments=given)), site.span)

    one, other = of(left.re, right.re), of(left.im, right.im)
    across, back = of(left.re, right.im), of(left.im, right.re)
    re = _both(one, other, real.sub) if one is not None else other and real.neg(other)
    im = _both(across, back, real.add) if across is not None else back
    some = re if re is not None else im
    if some is None:
        raise refused(f"`{site.short}` of zeros", site.span, help="leave it out")
    re, im = (zero_like(some) if part is None else part for part in (re, im))
    return functions.strong(made(cx, re, im, site.span))


def _both(
    one: Array, other: Array | None, combine: Callable[[Array, Array], Array]
) -> Array:  # fmt: skip
    return one if other is None else combine(one, other)


def _norm(cx: Context, site: CallSite, call: Call) -> Value:
    """A norm that asks for magnitudes alone: not those of matrices but for Frobenius'."""
    bound = site.bind("x", "ord axis keepdims")
    value = bound["x"]
    of_vectors = isinstance(value, Complex) and len(value.shape) == 1
    plain = isinstance(bound.get("ord", Nothing()), Nothing)
    if not isinstance(value, Complex) or not (of_vectors or plain):
        raise refused("this norm", site.span)
    size = replace(functions.magnitude(cx, value, site.span), weak=False)
    return call(cx, replace(site, arguments=(size, *site.arguments[1:])))


def _array(cx: Context, value: Value, site: CallSite, call: Call) -> Value:
    """A list as the array that NumPy makes of it."""
    if not isinstance(value, Items):
        return value
    return call(cx, CallSite("numpy.array", (value,), {}, (site.span,), site.span))


# -- arrays of a type ------------------------------------------------------------------------------

#: Functions that make arrays of a type which is asked for, and where it may stand.
_MAKING = {
    **dict.fromkeys(("numpy.zeros", "numpy.ones", "numpy.empty"), 1),
    **dict.fromkeys(("numpy.zeros_like", "numpy.ones_like", "numpy.empty_like"), 1),
    "numpy.full": 2, "numpy.full_like": 2, "numpy.array": 1, "numpy.asarray": 1,
    "numpy.asanyarray": 1, "numpy.astype": 1, "numpy.eye": 3, "numpy.identity": 1,
}  # fmt: skip


def _of_type(cx: Context, site: CallSite, call: Call) -> Value:
    """An array of a type that is asked for; of the type of what is given where none is."""
    place = _MAKING[site.name]
    given, asked = list(site.arguments), site.keywords.get("dtype")
    if len(given) > place:
        asked = given[place]
    dtype = complex_type(asked)
    if asked is not None and dtype is None:
        raise refused("a conversion to real ones", site.span, help="take the real part: `z.real`")
    if site.name in ("numpy.array", "numpy.asarray", "numpy.asanyarray", "numpy.astype"):
        return _converted(cx, site, given[0], dtype, call)
    if dtype is None:
        likes = (v for v in (*given, *site.keywords.values()) if isinstance(v, Complex))
        dtype = next(likes).re.dtype
    parts = []
    for number in (0, 1):
        of_type = Type(dtype)
        full = number if site.name.startswith("numpy.full") else 0
        arguments = tuple(
            of_type if k == place else _part(v, full if k == 1 else 0) for k, v in enumerate(given)
        )
        keywords = {k: _part(v, full if k == "fill_value" else 0) for k, v in site.keywords.items()}
        keywords = keywords if len(given) > place else keywords | {"dtype": of_type}
        found = as_array(call(cx, replace(site, arguments=arguments, keywords=keywords)), site.span)
        parts.append(zero_like(found) if number and site.name in _REAL_ONES else found)
    return Complex((parts[0], parts[1]))


#: What makes ones: their imaginary parts are zeros.
_REAL_ONES = frozenset({"numpy.ones", "numpy.ones_like", "numpy.eye", "numpy.identity"})


def _converted(cx: Context, site: CallSite, value: Value, dtype: DType | None, call: Call) -> Value:
    """`np.array(z, dtype=complex)`, `np.asarray(z)`, `x.astype(complex)`: a copy, but for what is
    as `asarray` asks for it."""
    copying = site.keywords.get("copy")
    if set(site.keywords) - {"dtype", "copy"} or not (
        copying is None or site.flag(copying, "copy")
    ):
        raise refused(f"`{site.short}` with these arguments", site.span)
    itself = copying is None and site.name in ("numpy.asarray", "numpy.asanyarray")
    if itself and isinstance(value, Complex) and dtype in (None, value.re.dtype):
        return value
    found = _part(value, 0), _part(value, 1)
    if isinstance(value, Items):
        name = "numpy.array"
        found = tuple(
            call(cx, CallSite(name, (part,), {}, (site.span,), site.span)) for part in found
        )  # type: ignore[assignment]
    re, im = (as_array(part, site.span) for part in found)
    whole = functions.strong(made(cx, re, im, site.span))
    parts = (cast_array(p, dtype or p.dtype) for p in (whole.re, whole.im))
    return Complex(tuple(Array(p.shape, p.dtype, p.at) for p in parts))


def _complex(cx: Context, site: CallSite) -> Value:
    """`complex(a)`, `complex(a, b)`, `np.complex128(a)`: scalars."""
    weak = site.name == "complex"
    bound = site.bind("" if weak else "x", "real imag" if weak else "")
    given = list(bound.values()) or [Integer(sympy.Integer(0))]
    if is_complex(*given) and len(given) > 1:
        raise refused("`complex` of two numbers, one of them complex,", site.span)
    dtype = TYPES[site.name]
    if isinstance(given[0], Complex):
        re, im = given[0].re, given[0].im
    else:
        re = as_array(given[0], site.span)
        im = as_array(given[1], site.span) if len(given) > 1 else zero_like(re)
    if weak and (re.shape or im.shape):
        raise site.error("`complex` takes numbers", help="write `a + 1j*b`, or `.astype(complex)`")
    parts = (cast_array(elementwise.in_dtype(p, dtype), dtype) for p in (re, im))
    return Complex(tuple(replace(p, weak=weak, stable=p.stable) for p in parts))


# -- functions -------------------------------------------------------------------------------------


def _of_one(function: Callable[[Context, Complex, Span], Complex]) -> Handler:
    def call(cx: Context, site: CallSite) -> Value:
        (value,) = site.bind("x").values()
        return functions.strong(function(cx, as_complex(cx, value, site.span), site.span))

    return call


def _of_two(function: Callable[[Context, Value, Value, Span], Complex]) -> Handler:
    def call(cx: Context, site: CallSite) -> Value:
        left, right = site.bind("x1 x2").values()
        return functions.strong(function(cx, left, right, site.span))

    return call


def _magnitude(cx: Context, site: CallSite) -> Value:
    (value,) = site.bind("x").values()
    found = functions.magnitude(cx, as_complex(cx, value, site.span), site.span)
    return found if site.name == "abs" else replace(found, weak=False)


def _angle(cx: Context, site: CallSite) -> Value:
    bound = site.bind("z", "deg")
    value = as_complex(cx, bound["z"], site.span)
    found = replace(functions.angle(cx, value, site.span), weak=False)
    if not site.flag(bound.get("deg"), "deg"):
        return found
    real = Real(cx, site.span)
    return real.mul(found, real.div(real.number(180.0, found), _pi(found.dtype)))


def _pi(dtype: DType) -> Array:
    return elementwise.literal("pi", dtype, weak=False)


def _phase(cx: Context, site: CallSite) -> Value:
    (value,) = site.bind("x").values()
    return functions.angle(cx, as_complex(cx, value, site.span), site.span)


def _conjugate(cx: Context, site: CallSite) -> Value:
    (value,) = site.bind("x").values()
    if isinstance(value, Complex):
        return arithmetic.conjugate(cx, value, site.span)
    array = site.array(value)
    if array.dtype is DType.BOOL:
        raise site.error(f"`{site.short}` of truth values gives integers of 8 bits",
                         help="leave it out")  # fmt: skip
    weak = array.weak and site.name == "array.conjugate"  # the method of a number of Python's own
    return Array(array.shape, array.dtype, array.at, weak, stable=array.stable)


def real_part(cx: Context, site: CallSite) -> Value:
    (value,) = site.bind("val").values()
    return value.re if isinstance(value, Complex) else site.array(value)


def imaginary_part(cx: Context, site: CallSite) -> Value:
    (value,) = site.bind("val").values()
    return value.im if isinstance(value, Complex) else zero_like(site.array(value))


def _is_complex_object(cx: Context, site: CallSite) -> Value:
    (value,) = site.bind("x").values()
    if not isinstance(value, (Complex, Array, Integer, Items, Grown)):
        raise site.error(f"`{site.short}` takes numbers or an array")
    answer = _holds(value) == (site.name == "numpy.iscomplexobj")
    return elementwise.literal(str(answer), DType.BOOL)


def _square(cx: Context, value: Complex, span: Span) -> Complex:
    value = arithmetic.kept_parts(cx, value)
    return arithmetic.product(cx, value, value, span)


def _reciprocal(cx: Context, value: Complex, span: Span) -> Complex:
    return arithmetic.quotient(cx, Integer(sympy.Integer(1)), value, span)


def _added(cx: Context, left: Value, right: Value, span: Span) -> Complex:
    return arithmetic.total(cx, "add", left, right, span)


def _subtracted(cx: Context, left: Value, right: Value, span: Span) -> Complex:
    return arithmetic.total(cx, "sub", left, right, span)


def _sum_of_items(cx: Context, site: CallSite) -> Value:
    """Python's own `sum`."""
    bound = site.bind("iterable", "start")
    values, found = bound["iterable"], bound.get("start", Integer(sympy.Integer(0)))
    if isinstance(values, Complex):
        return call_as(cx, site, "adc_complex_sum")
    assert isinstance(values, Items)
    for value in values.items:
        found = arithmetic.total(cx, "add", found, value, site.span)
    return found


#: What these functions of real numbers are of complex ones.
_OF_COMPLEX: dict[str, Handler] = {
    "abs": _magnitude, "sum": _sum_of_items,
    "numpy.abs": _magnitude, "numpy.absolute": _magnitude,
    "numpy.exp": _of_one(functions.exponential), "numpy.log": _of_one(functions.logarithm),
    "numpy.sqrt": _of_one(functions.square_root), "numpy.sin": _of_one(functions.sine),
    "numpy.cos": _of_one(functions.cosine), "numpy.sinh": _of_one(functions.hyperbolic_sine),
    "numpy.cosh": _of_one(functions.hyperbolic_cosine), "numpy.square": _of_one(_square),
    "numpy.negative": _of_one(arithmetic.negated), "numpy.reciprocal": _of_one(_reciprocal),
    "numpy.add": _of_two(_added), "numpy.subtract": _of_two(_subtracted),
    "numpy.multiply": _of_two(arithmetic.product), "numpy.divide": _of_two(arithmetic.quotient),
    "numpy.true_divide": _of_two(arithmetic.quotient), "numpy.power": _of_two(powers.power),
    "pow": _of_two(powers.power),
    "numpy.equal": questions.equal, "numpy.not_equal": questions.equal,
    "hasattr": questions.has_attribute_of, "numpy.isnan": questions.any_part("isnan", "or"),
    "numpy.isinf": questions.any_part("isinf", "or"),
    "numpy.isfinite": questions.any_part("isfinite", "and"),
    **dtypes.TABLE, "numpy.finfo": limits.TABLE["numpy.finfo"],
}  # fmt: skip

#: Functions that know complex numbers and real ones.
TABLE: dict[str, Handler] = {
    **dict.fromkeys(TYPES, _complex),
    "numpy.real": real_part, "numpy.imag": imaginary_part, "numpy.angle": _angle,
    "numpy.conj": _conjugate, "numpy.conjugate": _conjugate, "array.conjugate": _conjugate,
    "numpy.iscomplexobj": _is_complex_object, "numpy.isrealobj": _is_complex_object,
    "cmath.exp": _of_one(functions.exponential), "cmath.sqrt": _of_one(functions.square_root),
    "cmath.log": _of_one(functions.logarithm), "cmath.phase": _phase,
}  # fmt: skip
