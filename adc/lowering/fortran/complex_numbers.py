"""Complex numbers of Fortran: operators, conversions and intrinsics (Fortran 2018, 10.1.5.2, 16.9).

The values are those of `values.Complex`, the formulas those of Python's complex numbers, with
Fortran's types: an integer takes the real type that it meets, and of two kinds the wider one is
the result's. What a call gives is no variable.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from adc.diagnostics import AdcError, Span
from adc.ir.dtypes import DType
from adc.lowering import elementwise
from adc.lowering.callsite import CallSite
from adc.lowering.complex import arithmetic, functions
from adc.lowering.complex import powers as complex_powers
from adc.lowering.complex.arithmetic import Real, as_complex, made, zero_like
from adc.lowering.complex.calls import Spec, partwise, products_of_parts
from adc.lowering.context import Context
from adc.lowering.fortran import transformational
from adc.lowering.promotion import as_array, cast_array, kind
from adc.lowering.values import Array, Complex, Integer, Value

Handler = Callable[[Context, CallSite], Value]
Call = Callable[[Context, CallSite], Value]

#: The type of the parts of each type of complex numbers.
PARTS = {"complex64": DType.FLOAT32, "complex128": DType.FLOAT64}


def refused(what: str, span: Span | None, *, help: str = "") -> AdcError:
    """ADC0119: `what` of complex numbers is not supported."""
    way_out = help or "compute it of the real and the imaginary part: `real(z)`, `aimag(z)`"
    return AdcError.of("ADC0119", f"{what} of complex numbers is not supported", span, help=way_out)


# -- operators -------------------------------------------------------------------------------------


def operands(left: Value, right: Value, span: Span) -> tuple[Value, Value]:
    """Two operands, of which integers are reals of the kind that they meet."""
    dtypes = {v.re.dtype if isinstance(v, Complex) else as_array(v, span).dtype
              for v in (left, right)}  # fmt: skip
    if DType.BOOL in dtypes:
        raise AdcError.of(
            "ADC0213", "arithmetic of a logical is not defined", span,
            help="use .and., .or. and .not. for logicals",
        )  # fmt: skip
    dtype = DType.FLOAT64 if DType.FLOAT64 in dtypes else DType.FLOAT32
    first, second = (
        v if isinstance(v, Complex) else cast_array(as_array(v, span), dtype) for v in (left, right)
    )
    return first, second


def binary(cx: Context, op: str, left: Value, right: Value, span: Span) -> Value:
    """`left op right`, one of them complex."""
    if op == "**":
        return power(cx, left, right, span)
    return complex_powers.binary(cx, op, *operands(left, right, span), span)


def compare(cx: Context, op: str, left: Value, right: Value, span: Span) -> Value:
    if op not in ("==", "!="):
        raise refused(f"`{op}`", span, help="compare magnitudes: `abs(z)`")
    return arithmetic.compared(cx, op, *operands(left, right, span), span)


def power(cx: Context, base: Value, exponent: Value, span: Span) -> Value:
    """Powers with integers by products where these are known or loops run to them; any other one is
    exp(w log z), and 0 of 0 where the exponent's real part is positive."""
    if isinstance(base, Complex) and not isinstance(exponent, Complex):
        known = complex_powers.known_exponent(exponent)
        plain = known is not None and abs(known) <= complex_powers.MOST_FACTORS
        if plain and (known == 0.5 or known == int(known or 0)):
            return complex_powers.power(cx, _widened(base, exponent, span), exponent, span)
        if isinstance(exponent, Integer):
            return complex_powers.by_count(cx, base, exponent.value, span)
    z, w = arithmetic.operands(cx, [*operands(base, exponent, span)], span)
    z, w = arithmetic.kept_parts(cx, z), arithmetic.kept_parts(cx, w)
    real = Real(cx, span)
    log = functions.logarithm(cx, z, span)
    found = functions.exponential(cx, arithmetic.product(cx, w, log, span), span)
    at_zero = _both(cx, real.test("eq", z.re, real.number(0.0, z.re)),
                    real.test("eq", z.im, real.number(0.0, z.im)), span)  # fmt: skip
    vanishes = _both(cx, at_zero, real.test("gt", w.re, real.number(0.0, w.re)), span)
    found = _either(real, vanishes, as_complex(cx, zero_like(found.re), span), found)
    if isinstance(exponent, Complex) or kind(as_array(exponent, span).dtype) == 2:
        return found
    # An integer: the derivative at 0 is not 0 where it is 1, and 0**0 is 1.
    one = as_complex(cx, real.number(1.0, w.re), span)
    for number, value in ((1.0, z), (0.0, one)):
        found = _either(real, real.test("eq", w.re, real.number(number, w.re)), value, found)
    return found


def _widened(base: Complex, exponent: Value, span: Span) -> Complex:
    """`base` in double precision where the exponent is."""
    if isinstance(exponent, Integer) or as_array(exponent, span).dtype is not DType.FLOAT64:
        return base
    return Complex(tuple(cast_array(p, DType.FLOAT64) for p in (base.re, base.im)))


def _both(cx: Context, one: Array, other: Array, span: Span) -> Array:
    return elementwise.logical(cx, "and", [one, other], span)


def _either(real: Real, test: Array, one: Complex, other: Complex) -> Complex:
    return Complex((real.where(test, one.re, other.re), real.where(test, one.im, other.im)))


# -- conversions -----------------------------------------------------------------------------------


def constant(cx: Context, site: CallSite) -> Value:
    """`(a, b)`: of the wider kind of its parts, of which integers are default reals."""
    given = [as_array(v, site.span) for v in site.arguments]
    double = any(v.dtype is DType.FLOAT64 for v in given)
    return _of_parts(cx, site, DType.FLOAT64 if double else DType.FLOAT32)


def to_complex(dtype: DType) -> Handler:
    """`cmplx(x)`, `cmplx(x, y)`, in the kind that is asked for whatever is given."""

    def call(cx: Context, site: CallSite) -> Value:
        if site.keywords or not 1 <= len(site.arguments) <= 2:
            raise site.error("`cmplx` takes a complex number, or one or two real ones")
        return _of_parts(cx, site, dtype)

    return call


def _of_parts(cx: Context, site: CallSite, dtype: DType) -> Complex:
    given = [
        v if isinstance(v, Complex) else transformational.array_of(cx, site, v)
        for v in site.arguments
    ]
    first = given[0]
    if isinstance(first, Complex) and len(given) == 1:
        return Complex(tuple(cast_array(p, dtype) for p in (first.re, first.im)))
    parts = []
    for value in given:
        if isinstance(value, Complex) or value.dtype is DType.BOOL:
            raise site.error("`cmplx` takes a complex number, or one or two real ones")
        parts.append(cast_array(value, dtype))
    im = parts[1] if len(parts) == 2 else zero_like(parts[0])
    return functions.strong(made(cx, parts[0], im, site.span))


def to_real(default: DType) -> Handler:
    """`real(z)` of the kind of z; of anything else a real of type `default`."""

    def call(cx: Context, site: CallSite) -> Value:
        (value,) = site.bind("a").values()
        if isinstance(value, Complex):
            return _copied(value.re)
        return cast_array(transformational.array_of(cx, site, value), default)

    return call


def imaginary_part(cx: Context, site: CallSite) -> Value:
    del cx
    return _copied(_complex(site).im)


def real_part(cx: Context, site: CallSite) -> Value:
    del cx
    return _copied(_complex(site).re)


def conjugate(cx: Context, site: CallSite) -> Value:
    return functions.strong(arithmetic.conjugate(cx, _complex(site), site.span))


def _complex(site: CallSite) -> Complex:
    (value,) = site.bind("z").values()
    if not isinstance(value, Complex):
        raise site.error(f"`{name_of(site)}` takes a complex number", help="convert it: `cmplx(…)`")
    return value


def _copied(part: Array) -> Array:
    return replace(part, view=None, ways=(), weak=False)


def name_of(site: CallSite) -> str:
    return site.name.removeprefix("fortran.")


# -- functions -------------------------------------------------------------------------------------


def _of_one(function: Callable[[Context, Complex, Span], Complex]) -> Handler:
    def call(cx: Context, site: CallSite) -> Value:
        return functions.strong(function(cx, _complex(site), site.span))

    return call


def _tangent(sine: Callable[..., Complex], cosine: Callable[..., Complex]) -> Handler:
    def call(cx: Context, site: CallSite) -> Value:
        value = arithmetic.kept_parts(cx, _complex(site))
        parts = sine(cx, value, site.span), cosine(cx, value, site.span)
        return functions.strong(arithmetic.quotient(cx, *parts, site.span))

    return call


def _magnitude(cx: Context, site: CallSite) -> Value:
    return replace(functions.magnitude(cx, _complex(site), site.span), weak=False)


#: Functions of complex numbers: generic names, and those that gfortran has beside the standard's.
_FUNCTIONS: dict[str, Handler] = {
    "abs": _magnitude, "exp": _of_one(functions.exponential), "log": _of_one(functions.logarithm),
    "sqrt": _of_one(functions.square_root), "sin": _of_one(functions.sine),
    "cos": _of_one(functions.cosine), "sinh": _of_one(functions.hyperbolic_sine),
    "cosh": _of_one(functions.hyperbolic_cosine),
    "tan": _tangent(functions.sine, functions.cosine),
    "tanh": _tangent(functions.hyperbolic_sine, functions.hyperbolic_cosine),
}  # fmt: skip
_SPECIFIC = ("abs", "exp", "log", "sqrt", "sin", "cos")


def _spec(values: int, count: int, names: str = "") -> Spec:
    return Spec(tuple(range(values)), count, frozenset(names.split()))


#: Functions that are linear in all that is complex.
_PARTWISE = {
    "sum": _spec(1, 3, "dim mask"), "transpose": _spec(1, 1), "reshape": _spec(1, 3),
    "spread": _spec(1, 3, "dim ncopies"), "cshift": _spec(1, 3, "shift dim"),
    "merge": _spec(2, 3, "mask"), "array": _spec(1, 1), "copy": _spec(1, 1),
}  # fmt: skip
_OF_SHAPE = frozenset({"size", "shape", "present", "allocated", "epsilon", "tiny", "huge"})


def _masked(cx: Context, site: CallSite, call: Call) -> Value:
    """What an element keeps or takes under WHERE, in the type of what it is an element of."""
    new, old, mask = site.arguments
    if not isinstance(old, Complex):
        assert isinstance(new, Complex)
        return call(cx, replace(site, arguments=(new.re, old, mask)))
    return partwise(cx, site, _spec(2, 3), call)


def _fitting(cx: Context, site: CallSite, call: Call) -> Value:
    old, new = site.arguments
    shapes = [v.re if isinstance(v, Complex) else v for v in (old, new)]
    call(cx, replace(site, arguments=tuple(shapes)))
    return new


def _product(cx: Context, site: CallSite, call: Call) -> Value:
    given = (
        v if isinstance(v, Complex) else transformational.array_of(cx, site, v)
        for v in site.arguments
    )
    first, second = given
    left, right = operands(first, second, site.span)
    if name_of(site) == "dot_product" and isinstance(left, Complex):
        left = arithmetic.conjugate(cx, left, site.span)
    return products_of_parts(cx, site, left, right, call)


def call_complex(cx: Context, site: CallSite, call: Call) -> Value:
    """The value of an intrinsic that has complex numbers among its arguments."""
    name = name_of(site)
    if site.name in TABLE:
        return TABLE[site.name](cx, site)
    if name in _FUNCTIONS:
        return _FUNCTIONS[name](cx, site)
    if name in _OF_SHAPE or name in ("float32", "float64", "int", "nint"):
        value = site.arguments[0]
        assert isinstance(value, Complex)
        return call(cx, replace(site, arguments=(_copied(value.re), *site.arguments[1:])))
    if name in _PARTWISE:
        return partwise(cx, site, _PARTWISE[name], call)
    if name == "masked":
        return _masked(cx, site, call)
    if name == "fits":
        return _fitting(cx, site, call)
    if name in ("matmul", "dot_product") and len(site.arguments) == 2 and not site.keywords:
        return _product(cx, site, call)
    raise refused(f"`{name}`", site.span)


#: Functions that know complex numbers and real ones.
TABLE: dict[str, Handler] = {
    f"fortran.{name}": handler
    for name, handler in {
        "complex": constant,
        "cmplx": to_complex(DType.FLOAT32), "dcmplx": to_complex(DType.FLOAT64),
        **{name: to_complex(dtype) for name, dtype in PARTS.items()},
        "real": to_real(DType.FLOAT32), "real of 8 bytes": to_real(DType.FLOAT64),
        "realpart": real_part,
        **dict.fromkeys(("aimag", "dimag", "imag", "imagpart"), imaginary_part),
        **dict.fromkeys(("conjg", "dconjg"), conjugate),
        **{prefix + n: _FUNCTIONS[n] for n in _SPECIFIC for prefix in ("c", "cd", "z")},
    }.items()
}  # fmt: skip
