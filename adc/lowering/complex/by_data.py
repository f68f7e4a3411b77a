"""Numbers whose type data decide: real where all of the eigenvalues are, complex elsewhere.

What a complex reading gives for both is read as complex: `w.real`, `np.abs(w)`, sums and products.
Where the types part (an order, a square root, what is returned) the numbers have to be real, which
the generated function checks: it is never the real part of a complex number that is taken there.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from adc.diagnostics import Span
from adc.lowering import elementwise
from adc.lowering.callsite import CallSite
from adc.lowering.complex.arithmetic import Real, as_complex, zero_like
from adc.lowering.complex.calls import HOLDING, LINEAR
from adc.lowering.complex.powers import known_exponent
from adc.lowering.complex.types import TYPES, complex_type
from adc.lowering.context import Context
from adc.lowering.masks.complex import SelectedComplex
from adc.lowering.numpy.written import call_written
from adc.lowering.undecided import ByData
from adc.lowering.values import Array, Complex, Items, Method, Selected, Value

Call = Callable[[Context, CallSite], Value]
Binary = Callable[[Context, str, Value, Value, Span], Value]

#: Functions of elements that are the same for real numbers but for infinite ones, of which the real
#: reading counts.
_OF_ELEMENTS = frozenset({
    f"numpy.{name}" for name in (
        "exp", "sin", "cos", "sinh", "cosh", "square", "negative", "conj", "conjugate", "add",
        "subtract", "multiply", "divide", "true_divide",
    )
})  # fmt: skip
#: Functions that give the same for both, or something real.
_ALIKE = LINEAR | {
    "abs", "sum", "len", *(f"numpy.{name}" for name in (
        "real", "imag", "abs", "absolute", "isnan", "isinf", "isfinite", "equal", "not_equal",
        "shape", "size", "ndim", "prod", "cumprod", "einsum", "linalg.solve",
        "linalg.inv", "linalg.matrix_power", "array", "asarray", "allclose", "isclose",
    )),
}  # fmt: skip
#: What makes complex numbers of them.
_MAKING = frozenset({"numpy.array", "numpy.asarray", "numpy.astype"})


def by_data(*values: Value) -> bool:
    """Whether data decide the type of some of `values`, or of what tuples and lists hold."""
    return any(
        isinstance(v, ByData) or (isinstance(v, Items) and by_data(*v.items)) for v in values
    )


def concerns(site: CallSite) -> bool:
    """Whether a call is of such numbers, or asks whether they are real."""
    if site.name in TABLE and any(isinstance(v, (Complex, ByData)) for v in site.arguments):
        return True
    return site.name not in HOLDING and by_data(*site.arguments, *site.keywords.values())


def made(cx: Context, site: CallSite, im: Array) -> Array:
    """Whether some of the imaginary parts `im` are not zero: what the type is decided by."""
    found = call_written(cx, site, "adc_some_imaginary", im)
    assert isinstance(found, Array)
    return found


def real_numbers(cx: Context, value: ByData, span: Span) -> Array | Selected:
    """The numbers as real ones, which the generated function checks that they are."""
    site = CallSite("numpy.linalg.eig", (), {}, (), span)
    for decided in value.decided:
        call_written(cx, site, "adc_real_alone", decided)
    return value.numbers.re


def either(cx: Context, value: Value, span: Span) -> Value:
    """`value` where only a real number will do."""
    if isinstance(value, ByData):
        return real_numbers(cx, value, span)
    if isinstance(value, Items) and by_data(*value.items):
        return replace(value, items=tuple(either(cx, v, span) for v in value.items))
    return value


def _read(value: Value, as_complex: bool) -> Value:
    """The complex, or the real reading of what data decide."""
    if isinstance(value, ByData):
        return value.numbers if as_complex else value.numbers.re
    if isinstance(value, Items):
        return replace(value, items=tuple(_read(v, as_complex) for v in value.items))
    return value


def _decided(*values: Value) -> tuple[Array, ...]:
    found: list[Array] = []
    for value in values:
        inner = value.decided if isinstance(value, ByData) else ()
        inner = _decided(*value.items) if isinstance(value, Items) else inner
        found += [d for d in inner if not any(d is known for known in found)]
    return tuple(found)


def _wrapped(result: Value, given: tuple[Value, ...]) -> Value:
    """`result`, a number of the type that `given` have together."""
    surely = any(map(_is_surely_complex, given))
    if surely or not isinstance(result, (Complex, SelectedComplex)):
        return result
    return ByData((result, *_decided(*given)))


def _is_surely_complex(value: Value) -> bool:
    if isinstance(value, Items):
        return any(map(_is_surely_complex, value.items))
    return isinstance(value, (Complex, SelectedComplex))


def _chosen(
    cx: Context, number: Value, plain: Value, given: tuple[Value, ...], span: Span | None
) -> Value:
    """`number`, but where the type is real the real reading `plain`: of infinite numbers, and of
    quotients by zero, a complex reading makes NaN."""
    if not isinstance(number, Complex) or not isinstance(plain, Array):
        return _wrapped(number, given)
    if any(map(_is_surely_complex, given)):
        return number
    real, decided = Real(cx, span), _decided(*given)
    tests: list[Value] = [*decided]
    test = decided[0] if len(decided) == 1 else elementwise.logical(cx, "or", tests, span)
    plain = elementwise.in_dtype(plain, number.re.dtype)
    parts = (real.where(test, number.re, plain), real.where(test, number.im, zero_like(plain)))
    return ByData((Complex(parts), *decided))


# -- what is done with them ------------------------------------------------------------------------


def binary(cx: Context, op: str, left: Value, right: Value, span: Span, plain: Binary) -> Value:
    """`left op right`, the type of one of which data decide."""
    power = known_exponent(right) if op == "**" else None
    whole = power is not None and power == int(power)
    if op not in ("+", "-", "*", "/", "@") and not (whole and not by_data(right)):
        return plain(cx, op, either(cx, left, span), either(cx, right, span), span)
    given = (left, right)
    one, two = (_read(v, as_complex=True) for v in given)
    number = plain(cx, op, one, two, span)
    if op == "@" or any(map(_is_surely_complex, given)):
        return _wrapped(number, given)
    one, two = (_read(v, as_complex=False) for v in given)
    return _chosen(cx, number, plain(cx, op, one, two, span), given, span)


def compared(cx: Context, op: str, left: Value, right: Value, span: Span, plain: Binary) -> Value:
    """`left op right`: only whether they are equal is asked of complex numbers."""
    if op in ("==", "!=") and not isinstance(left, Items) and not isinstance(right, Items):
        return plain(cx, op, _read(left, as_complex=True), _read(right, as_complex=True), span)
    return plain(cx, op, either(cx, left, span), either(cx, right, span), span)


def signed(cx: Context, value: ByData, plain: Callable[[Value], Value]) -> Value:
    return _chosen(cx, plain(value.numbers), plain(value.numbers.re), (value,), None)


def call(cx: Context, site: CallSite, plain: Call) -> Value:
    """A call with numbers whose type data decide."""
    given = (*site.arguments, *site.keywords.values())
    if site.name in TABLE:
        return TABLE[site.name](cx, site)
    asked = site.keywords.get("dtype") or (site.arguments[1:] or (None,))[0]
    if site.name in TYPES or (site.name in _MAKING and complex_type(asked) is not None):
        return plain(cx, _reading(site, as_complex=True))
    if "dtype" in site.keywords or "out" in site.keywords:
        return plain(cx, _real(cx, site))
    if site.name in _OF_ELEMENTS:
        number, other = (plain(cx, _reading(site, as_complex)) for as_complex in (True, False))
        return _chosen(cx, number, other, given, site.span)
    if site.name in _ALIKE or (site.name == "numpy.linalg.norm" and _is_of_magnitudes(site)):
        return _wrapped(plain(cx, _reading(site, as_complex=True)), given)
    if site.name in ("numpy.angle", "cmath.phase"):
        return plain(cx, _with_zeros(cx, site))
    return plain(cx, _real(cx, site))


def _reading(site: CallSite, as_complex: bool) -> CallSite:
    return replace(
        site, arguments=tuple(_read(v, as_complex) for v in site.arguments),
        keywords={k: _read(v, as_complex) for k, v in site.keywords.items()},
    )  # fmt: skip


def _real(cx: Context, site: CallSite) -> CallSite:
    return replace(
        site, arguments=tuple(either(cx, v, site.span) for v in site.arguments),
        keywords={k: either(cx, v, site.span) for k, v in site.keywords.items()},
    )  # fmt: skip


def _with_zeros(cx: Context, site: CallSite) -> CallSite:
    """The call with imaginary parts that are 0.0, of no sign, where the type is real."""
    (value, *others) = site.arguments
    if not isinstance(value, ByData) or not isinstance(value.numbers, Complex):
        return _real(cx, site)
    chosen = _chosen(cx, value.numbers, value.numbers.re, (value,), site.span)
    assert isinstance(chosen, ByData)
    return replace(site, arguments=(chosen.numbers, *others))


def _is_of_magnitudes(site: CallSite) -> bool:
    """Whether a norm is of a vector, or Frobenius'."""
    value = site.arguments[0] if site.arguments else None
    vector = isinstance(value, ByData) and len(value.shape) == 1
    return vector or (len(site.arguments) == 1 and "ord" not in site.keywords)


# -- questions -------------------------------------------------------------------------------------


def _numbers(cx: Context, site: CallSite) -> Complex:
    value = site.bind("x")["x"]
    value = value.numbers if isinstance(value, ByData) else value
    return value if isinstance(value, Complex) else as_complex(cx, value, site.span)


def _is_real(cx: Context, site: CallSite) -> Value:
    """`np.isreal(z)`, `np.iscomplex(z)`: by each element."""
    im = _numbers(cx, site).im
    op = "eq" if site.name == "numpy.isreal" else "ne"
    return Real(cx, site.span).test(op, im, zero_like(im))


def _real_if_close(cx: Context, site: CallSite) -> Value:
    """`np.real_if_close(z)`: real numbers where all imaginary parts are rounding."""
    value = _numbers(cx, site)
    near = call_written(cx, site, "adc_far_from_real", value.im)
    assert isinstance(near, Array)
    return _chosen(cx, value, value.re, (ByData((value, near)),), site.span)


#: What these are of complex numbers; of real ones they are text of adc's own.
TABLE: dict[str, Call] = {
    "numpy.isreal": _is_real, "numpy.iscomplex": _is_real, "numpy.real_if_close": _real_if_close,
}  # fmt: skip


# -- elements and attributes -----------------------------------------------------------------------


def elements(value: ByData, read: Callable[[Value], Value]) -> Value:
    """What `read` gives of the numbers: elements, or an attribute."""
    return _wrapped(read(value.numbers), (value,))


def each(value: ByData, item: Callable[[Complex, int], Complex]) -> Items:
    """The elements along the first axis."""
    count = range(int(value.shape[0]))
    return Items(tuple(value.of(item(value.numbers, k)) for k in count))


def stored(cx: Context, value: Value, in_complex: bool, span: Span) -> Value:
    """`value` as it is stored into an array of complex, or of real numbers."""
    return _read(value, as_complex=True) if in_complex else either(cx, value, span)


def attribute(
    cx: Context, owner: ByData, name: str, span: Span, plain: Callable[[Value], Value]
) -> Value:
    """`owner.name`; a method is taken of the numbers as they are."""
    if name in ("real", "imag", "T", "mT", "shape", "size", "ndim"):
        return elements(owner, plain)
    found = plain(owner.numbers) if name not in ("dtype", "itemsize", "flat") else None
    if isinstance(found, Method):
        return replace(found, owner=owner)
    return plain(real_numbers(cx, owner, span))
