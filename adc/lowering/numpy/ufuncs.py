"""What NumPy's elementwise functions have beside a call: `out=`, `where=`, `outer`, `reduce`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import sympy

from adc.ir.dtypes import DType
from adc.lowering import elementwise, reductions, reshaping
from adc.lowering.broadcasting import broadcast_to
from adc.lowering.callsite import CallSite
from adc.lowering.context import Context
from adc.lowering.indexing import Item
from adc.lowering.numpy import elementwise as numpy_elementwise
from adc.lowering.numpy.create import array_operand
from adc.lowering.positions.gathers import added, has_list
from adc.lowering.positions.subscripts import has_table
from adc.lowering.promotion import kind, strong
from adc.lowering.refusals import PICKED, raise_merged
from adc.lowering.store import materialise, put
from adc.lowering.values import Array, Integer, Items, Nothing, Text, Type, Value, of_view
from adc.ops import by_full_name

Handler = Callable[[Context, CallSite], Value]

#: What is written like an elementwise function and is none.
_OTHERS = {"numpy.where", "numpy.fix", "numpy.round", "numpy.around", "numpy.astype", "numpy.sinc"}
#: What takes an output by position, too, behind so many arguments.
_INPUTS = {"numpy.matmul": 2, "numpy.dot": 2, "numpy.outer": 2, "numpy.clip": 3}
#: Whose `reduce` and `accumulate` are functions of their own.
_REDUCTIONS = {
    "add": "sum", "multiply": "prod", "maximum": "max", "minimum": "min", "logical_and": "all",
    "logical_or": "any",
}  # fmt: skip
_ACCUMULATIONS = {
    "add": "cumsum", "multiply": "cumprod", "maximum": "maximum.accumulate",
    "minimum": "minimum.accumulate",
}  # fmt: skip


def is_ufunc(name: str) -> bool:
    """Whether `name` is one of NumPy's functions of elements, in the form that adc has."""
    known = name.startswith("numpy.") and name in numpy_elementwise.TABLE
    return known and name not in _OTHERS and not name.startswith(("numpy.float", "numpy.int"))


def with_output(site: CallSite) -> CallSite:
    """The call with an output that is given by position, `np.add(a, b, out)`, by name."""
    known = by_full_name().get(site.name)
    inputs = _INPUTS.get(site.name, known.arity if known is not None else 0)
    if len(site.arguments) != inputs + 1 or "out" in site.keywords:
        return site
    of_elements = is_ufunc(site.name) and known is not None
    if not of_elements and site.name not in _INPUTS:
        return site
    *given, out = site.arguments
    named = {**site.keywords, "out": out}
    return replace(site, arguments=tuple(given), keywords=named, spans=site.spans[:inputs])


def into_output(cx: Context, site: CallSite, call: Handler) -> Value:
    """The call without `out=` and `where=`, its result put where these say; that is its value."""
    keywords = dict(site.keywords)
    given = keywords.pop("out", Nothing())
    mask = keywords.pop("where", Nothing()) if is_ufunc(site.name) else Nothing()
    site.refuse_no_mask()
    if isinstance(given, Items) and len(given.items) == 1:
        given = given.items[0]
    plain = replace(site, keywords=keywords)
    if isinstance(given, Nothing):
        if not isinstance(mask, Nothing):
            raise site.error("without `out=`, elements outside of `where=` have no value",
                             help="give `out=`, or write `np.where(condition, a, b)`")  # fmt: skip
        return call(cx, plain)
    if site.new_output and isinstance(given, Array) and not given.is_shared:
        return _as_number(cx, site, mask, call(cx, plain), given)
    given = _in_memory(cx, site, given)
    result = call(cx, plain)
    if not isinstance(result, Array):
        raise site.error(f"`out=` of `{site.short}` is not supported", help="assign the result")
    _check_output(cx, site, given, result)
    if not isinstance(mask, Nothing):
        result = _chosen(cx, site, mask, result, given)
    assert given.view is not None
    container = given.view.container
    for name, where in cx.watched.get(container, {}).values():
        if name == PICKED:  # the same expression may have read it already, in Python by a view
            raise_merged(container, name, where, site.span)
    cx.will_write(container, site.span)
    put(cx, given.view, given.dtype, result, site.span)
    return given


#: Which argument of SciPy's filters is `output`, and what follows `cval` behind it.
_OUTPUTS = {
    "laplace": (1, ""), "sobel": (2, ""), "prewitt": (2, ""),
    "convolve": (2, "origin"), "correlate": (2, "origin"), "uniform_filter": (2, "origin"),
    "convolve1d": (3, "origin"), "correlate1d": (3, "origin"), "uniform_filter1d": (3, "origin"),
    "gaussian_filter": (3, "truncate"), "gaussian_filter1d": (4, "truncate"),
    "gaussian_laplace": (2, ""), "gaussian_gradient_magnitude": (2, ""),
}  # fmt: skip


def with_image_output(site: CallSite) -> CallSite:
    """The call of a filter of SciPy's with its `output` that is given by position, and what stands
    behind it, by name."""
    module, _, short = site.name.rpartition(".")
    if module != "scipy.ndimage" or short not in _OUTPUTS:
        return site
    place, last = _OUTPUTS[short]
    names = ("output", "mode", "cval", last) if last else ("output", "mode", "cval")
    behind = site.arguments[place:]
    if not behind or len(behind) > len(names) or not site.keywords.keys().isdisjoint(names):
        return site
    named = {**site.keywords, **dict(zip(names, behind, strict=False))}
    return replace(site, arguments=site.arguments[:place], keywords=named, spans=site.spans[:place])


def into_image(cx: Context, site: CallSite, call: Handler) -> Value:
    """A filter of SciPy's with `output=`: its result put there, which is the value."""
    keywords = dict(site.keywords)
    given = keywords.pop("output")
    plain = replace(site, keywords=keywords)
    if isinstance(given, Nothing):
        return call(cx, plain)
    if isinstance(given, Type):
        dtype = site.dtype(given, DType.FLOAT64)
        if not dtype.is_float:
            raise site.error("images of integers are rounded on the way",
                             help="convert the result: `.astype(…)`")  # fmt: skip
        return elementwise.in_dtype(site.array(call(cx, plain)), dtype)
    read = [v for v in (*site.arguments, *keywords.values()) if isinstance(v, Array)]
    where = {w.view.container for v in read for w in v.stored if w.view is not None}
    if isinstance(given, Array) and any(w.view.container in where for w in given.stored):  # type: ignore[union-attr]
        raise site.error("`output` is an array that is read", help="give another array")
    return into_output(cx, replace(plain, keywords={**keywords, "out": given}), call)


def _as_number(cx: Context, site: CallSite, mask: Value, result: Value, given: Array) -> Array:
    """The result that `out=` puts into a new array without axes."""
    if not isinstance(result, Array) or result.shape:
        raise site.error("`out=` has fewer axes than the result", help="give it the result's shape")
    _check_output(cx, site, given, result)
    if isinstance(mask, Nothing):
        return elementwise.in_dtype(strong(result), given.dtype)
    return _chosen(cx, site, mask, result, given)


def _in_memory(cx: Context, site: CallSite, given: Value) -> Array:
    """The array that `out=` names, or a new one that nothing else sees."""
    if not isinstance(given, Array) or given.ways or not given.is_shared:
        raise site.error("`out=` must be one array", help="assign the result instead")
    if given.view is not None:
        return given
    return of_view(materialise(cx, given, "out"), given.dtype, boxed=given.boxed)


def _check_output(cx: Context, site: CallSite, given: Array, result: Array) -> None:
    """Elementwise results may be stretched and rounded into the array; others fit as they are."""
    if is_ufunc(site.name):
        if kind(result.dtype) > kind(given.dtype):
            raise site.error(
                f"an array of {given.dtype} cannot take a result of {result.dtype}",
                help="make the array floating (`dtype=np.float64`)",
            )
    elif result.dtype is not given.dtype or result.rank != given.rank:
        raise site.error(
            f"`out=` of `{site.short}` must have the result's type, {result.dtype}, and its axes",
            help="assign the result with `[...] =`",
        )


def _chosen(cx: Context, site: CallSite, mask: Value, result: Array, given: Array) -> Array:
    """The result where the mask holds, else what the array has."""
    condition = elementwise.truth(array_operand(cx, site, mask), site.span)
    shape, what = given.shape, f"`{site.short}`"
    parts = [broadcast_to(cx, v, shape, what, site.span) for v in (condition, strong(result))]
    return elementwise.in_dtype(
        elementwise.where(cx, [parts[0], elementwise.in_dtype(parts[1], given.dtype), given],
                          site.span),
        given.dtype,
    )  # fmt: skip


def _copyto(cx: Context, site: CallSite) -> Value:
    """`np.copyto(dst, src, where=)`: what is written is read whole before."""
    bound = site.bind("dst src", "casting where")
    if bound.get("casting", Text("same_kind")) not in (Text("same_kind"), Text("unsafe")):
        raise site.error("this `casting=` of `copyto` is not supported", help="leave it out")
    name = "numpy.positive"
    keywords = {"out": bound["dst"]} | {k: v for k, v in bound.items() if k == "where"}
    source = array_operand(cx, site, bound["src"])
    plain = replace(site, name=name, arguments=(source,), keywords=keywords)
    into_output(cx, plain, numpy_elementwise.TABLE[name])
    return Nothing()


def _outer(name: str) -> Handler:
    """`np.add.outer(a, b)`: the function of each element of `a` with each of `b`."""

    def call(cx: Context, site: CallSite) -> Value:
        bound = site.bind("A B")
        a, b = (strong(array_operand(cx, site, bound[key])) for key in ("A", "B"))
        rows = reshaping.expand_dims(a, tuple(range(a.rank, a.rank + b.rank)))
        pair = replace(site, name=name, arguments=(rows, b), keywords={})
        return numpy_elementwise.TABLE[name](cx, pair)

    return call


def _along_axis(table: dict[str, Handler], name: str) -> Handler:
    """`np.add.reduce` and `accumulate`: the function of arrays, along the first axis by default."""

    def call(cx: Context, site: CallSite) -> Value:
        keywords = dict(site.keywords)
        if len(site.arguments) < 2:
            keywords.setdefault("axis", Integer(sympy.Integer(0)))
        return table[name](cx, replace(site, name=name, keywords=keywords))

    return call


def _added_at(subtract: bool) -> Handler:
    """`np.add.at(a, indices, b)` and `np.subtract.at`, for positions that arrays or lists hold."""

    def call(cx: Context, site: CallSite) -> Value:
        bound = site.bind("a indices b")
        owner, given = bound["a"], bound["indices"]
        listed = given.items if isinstance(given, Items) and not given.is_list else (given,)
        items: list[Item] = [(item, site.span) for item in listed]
        if not isinstance(owner, Array) or not owner.dtype.is_float or not _listed(items):
            raise site.error(
                "only sums into elements of floating arrays, at positions that integer arrays "
                "or lists hold, are supported here",
                help="write `a[i] += b`, or a loop",
            )
        value = array_operand(cx, site, bound["b"])
        if kind(value.dtype) > kind(owner.dtype):
            raise site.error(
                f"an array of {owner.dtype} cannot take a result of {value.dtype}",
                help="convert what is added by `astype`",
            )
        added(cx, owner, items, value, subtract, site.span)
        return Nothing()

    return call


def _listed(items: list[Item]) -> bool:
    return has_table(items) or has_list(items)


def _pairs() -> list[str]:
    """The elementwise functions of two arrays, without their prefix."""
    found = [n for n, op in by_full_name().items() if op.arity == 2 and is_ufunc(n)]
    return [n.removeprefix("numpy.") for n in found]


def typed(cx: Context, site: CallSite, call: Handler) -> Value:
    """The call of a function of elements with `dtype=`, the type that it computes in, or
    `casting=`."""
    keywords = dict(site.keywords)
    given, casting = keywords.pop("dtype", Nothing()), keywords.pop("casting", Text("same_kind"))
    if casting not in (Text("same_kind"), Text("unsafe")):
        raise site.error(f"this `casting=` of `{site.short}` is not supported", help="leave it out")
    plain = replace(site, keywords=keywords)
    if isinstance(given, Nothing):
        return call(cx, plain)
    dtype = site.dtype(given, DType.FLOAT64)
    values = [strong(array_operand(cx, site, v)) for v in site.arguments]
    if not dtype.is_float and any(kind(v.dtype) > kind(dtype) for v in values):
        raise site.error(f"`dtype=` of `{site.short}` cannot be less than the arguments' type here",
                         help="convert the result by `astype`")  # fmt: skip
    cast = tuple(elementwise.in_dtype(v, dtype) for v in values)
    result = call(cx, replace(plain, arguments=cast))
    if not isinstance(result, Array) or result.dtype is not dtype:
        raise site.error(f"`dtype=` of `{site.short}` is not supported", help="leave it out")
    return result


TABLE: dict[str, Handler] = (
    {"numpy.add.at": _added_at(False), "numpy.subtract.at": _added_at(True)}
    | {f"numpy.{name}.outer": _outer(f"numpy.{name}") for name in _pairs()}
    | {
        f"numpy.{name}.reduce": _along_axis(reductions.TABLE, f"numpy.{other}")
        for name, other in _REDUCTIONS.items()
    }
    | {
        f"numpy.{name}.accumulate": _along_axis(reductions.TABLE, f"numpy.{other}")
        for name, other in _ACCUMULATIONS.items()
    }
    | {"numpy.copyto": _copyto}
)
