"""Everything that a Python source can call or name without defining it."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace
from functools import cache

from adc.diagnostics import AdcError
from adc.frontends.library_stars import exported
from adc.ir.dtypes import DType
from adc.lowering import (
    arithmetic_errors,
    closures,
    comparisons,
    kinds,
    limits,
    python_builtins,
    reductions,
    reshaping,
    texts,
)
from adc.lowering.boxes import boxed_result, handed_on, of_method
from adc.lowering.callsite import CallSite
from adc.lowering.complex import by_data
from adc.lowering.complex import calls as complex_calls
from adc.lowering.complex.calls import call_complex, concerns
from adc.lowering.context import Context
from adc.lowering.control import clocks, stepped_loops, walked_axes
from adc.lowering.effects import without_effects
from adc.lowering.elementwise import literal
from adc.lowering.fortran import complex_numbers, data_extents, selections
from adc.lowering.fortran import intrinsics as fortran_intrinsics
from adc.lowering.indexing import subscript
from adc.lowering.lengths import creation as length_creation
from adc.lowering.lengths import stacks as length_stacks
from adc.lowering.lengths.calls import joins
from adc.lowering.lengths.creation import created, note_result
from adc.lowering.lists import iterated, of_arrays, ranges
from adc.lowering.lists import methods as list_methods
from adc.lowering.lists.calls import call_joining, call_with_lists, joins_lists
from adc.lowering.lists.growing import is_grown
from adc.lowering.masks import positions as mask_positions
from adc.lowering.masks.calls import call_selected
from adc.lowering.masks.subscripts import is_selected
from adc.lowering.numbers_on_paths import has_method, is_same_of_zeros, refuse_number
from adc.lowering.numpy import (
    array_methods,
    averages,
    eigen,
    factors,
    least_squares,
    norms,
    overwritten,
    pads,
    physical_constants,
    powers_of_two,
    random_numbers,
    scipy_functions,
    scipy_images,
    scipy_linear,
    slopes,
    solving,
    stacks,
    ufunc_methods,
    vectorised,
    written,
)
from adc.lowering.numpy import by_place as numpy_by_place
from adc.lowering.numpy import calculus as numpy_calculus
from adc.lowering.numpy import create as numpy_create
from adc.lowering.numpy import dtypes as dtype_functions
from adc.lowering.numpy import elementwise as numpy_elementwise
from adc.lowering.numpy import fft as numpy_fft
from adc.lowering.numpy import joins as numpy_joins
from adc.lowering.numpy import order as numpy_order
from adc.lowering.numpy import parts as numpy_parts
from adc.lowering.numpy import positions as numpy_positions
from adc.lowering.numpy import products as numpy_linalg
from adc.lowering.numpy import shapes as numpy_shapes
from adc.lowering.numpy import statistics as numpy_statistics
from adc.lowering.numpy import strided as numpy_strided
from adc.lowering.numpy import tables as numpy_tables
from adc.lowering.numpy import ufuncs as numpy_ufuncs
from adc.lowering.numpy.of_sizes import of_sizes
from adc.lowering.objects import copying, records, sentinels, slice_objects
from adc.lowering.plain_values import ABSTRACT_TYPES, FOREIGN_TYPES
from adc.lowering.store import put
from adc.lowering.values import (
    Array,
    Builtin,
    Dots,
    Held,
    Namespace,
    Nothing,
    Selected,
    Type,
    Value,
)

Handler = Callable[[Context, CallSite], Value]

_PACKAGES = (
    "numpy",
    "math",
    "cmath",
    "scipy",
    "numba",
    "collections",
    "dataclasses",
    "functools",
    "copy",
    "sys",
    "typing",
    "builtins",
    "itertools",
    "bisect",
    "operator",
)
#: What `from module import *` binds, where that is not the same as all that adc knows of it.
_HIDING = {"scipy.special": ("round",)}
_CONSTANTS = {
    f"{module}.{name}": text
    for module in ("numpy", "math")
    for name, text in (("pi", "pi"), ("e", "e"), ("inf", "inf"), ("nan", "nan"))
} | {
    "math.tau": "6.283185307179586", "numpy.euler_gamma": "0.5772156649015329",
    "sys.float_info.max": repr(sys.float_info.max), "sys.float_info.min": repr(sys.float_info.min),
    "sys.float_info.epsilon": repr(sys.float_info.epsilon),
} | physical_constants.CONSTANTS  # fmt: skip
_PYTHON_TYPES = {"float": DType.FLOAT64, "int": DType.INT64, "bool": DType.BOOL}
_TYPE_NAMES = {d.value: d for d in DType} | {
    "double": DType.FLOAT64, "single": DType.FLOAT32, "bool_": DType.BOOL, "int_": DType.INT64,
    "intp": DType.INT64,
}  # fmt: skip


def _fill(cx: Context, site: CallSite) -> Value:
    """`a.fill(x)`: every element of `a` in place."""
    bound = site.bind("a value")
    target = site.array(bound["a"])
    if target.view is None or not target.is_shared:
        raise site.error("`fill` needs an array in memory", help="fill a variable")
    cx.will_write(target.view.container, site.span)
    put(cx, target.view, target.dtype, site.array(bound["value"]), site.span)
    return Nothing()


@cache
def table() -> dict[str, Handler]:
    """All functions by full name."""
    return {
        **numpy_elementwise.TABLE, **numpy_create.TABLE, **numpy_shapes.TABLE,
        **numpy_linalg.TABLE, **solving.TABLE, **factors.TABLE, **eigen.TABLE,
        **least_squares.TABLE, **scipy_linear.TABLE, **reductions.TABLE, **norms.TABLE,
        **averages.TABLE, **numpy_joins.TABLE, **stacks.TABLE, **numpy_calculus.TABLE,
        **numpy_ufuncs.TABLE,
        **ufunc_methods.TABLE, **array_methods.TABLE, **pads.TABLE,
        **numpy_statistics.TABLE, **scipy_functions.TABLE, **scipy_images.TABLE,
        **numpy_tables.TABLE, **numpy_order.TABLE, **numpy_parts.TABLE,
        **numpy_strided.TABLE, **numpy_positions.TABLE,
        **numpy_by_place.TABLE, **mask_positions.TABLE, **written.TABLE, **copying.TABLE,
        **numpy_fft.TABLE, **complex_calls.TABLE, **python_builtins.TABLE, **kinds.TABLE,
        **limits.TABLE, **random_numbers.TABLE,
        **records.TABLE, **length_creation.CALLS, **clocks.CALLS, **stepped_loops.CALLS,
        **walked_axes.CALLS,
        **texts.TABLE,
        **powers_of_two.TABLE, **slopes.TABLE,
        **list_methods.TABLE, **arithmetic_errors.TABLE,
        **comparisons.TABLE, **slice_objects.TABLE, **sentinels.TABLE, **ranges.TABLE,
        **dtype_functions.TABLE, **iterated.TABLE,
        **fortran_intrinsics.TABLE,
        **{f"fortran.{name}": handler for name, handler in selections.TABLE.items()},
        **{f"fortran.{name}": handler for name, handler in data_extents.TABLE.items()},
        "adc.decorated": closures.decorated,
        "numba.vectorize": vectorised.vectorise_by_numba,
        "numpy.vectorize": vectorised.vectorise, "array.fill": _fill, "array.item": _item,
        **of_arrays.TABLE,
    }  # fmt: skip


@cache
def modules() -> frozenset[str]:
    """The modules of which adc knows members: packages, and what functions are in."""
    found = {name.rpartition(".")[0] for name in table()} - set(table())
    found |= {m.rpartition(".")[0] for m in found} | {"scipy.constants"}
    return frozenset(_PACKAGES) | {m for m in found if m.partition(".")[0] in _PACKAGES}


def _item(cx: Context, site: CallSite) -> Value:
    """`a.item()` of one element, or `a.item(2)`, in storage order, or `a.item(1, 0)`."""
    owner, *where = site.arguments
    if where and isinstance(owner, Array):
        if len(where) == 1:
            owner = reshaping.flat(cx, owner)
        items = [(position, site.span) for position in where]
        owner = subscript(cx, owner, list(items), site.span)
    kinds_of = {DType.BOOL: "bool", DType.INT64: "int", DType.INT32: "int"}
    name = kinds_of.get(owner.dtype, "float") if isinstance(owner, Array) else "float"
    return python_builtins.TABLE[name](cx, replace(site, arguments=(owner,)))


#: Methods of arrays, and the function of the same meaning that takes the array first.
METHODS = {
    name: f"numpy.{name}"
    for name in (
        "sum", "mean", "max", "min", "prod", "var", "std", "any", "all", "cumsum", "cumprod",
        "dot", "copy", "astype", "reshape", "transpose", "ravel", "flatten", "clip", "trace",
        "squeeze", "swapaxes", "diagonal", "round", "ptp", "repeat", "take", "argmax", "argmin",
        "argsort", "searchsorted", "nonzero", "conj",
    )
} | {"fill": "array.fill", "setflags": "array.setflags",
    "item": "array.item", "sort": "array.sort", "tolist": "array.tolist",
    "put": "numpy.put", "compress": "array.compress", "view": "array.view",
    "partition": "array.partition", "conjugate": "array.conjugate",
    "bit_length": "int.bit_length", "__len__": "len", "__abs__": "abs",
}  # fmt: skip


#: What a `for` runs over; called elsewhere, they are refused.
_LOOPS = (
    "enumerate", "zip", "reversed", "any", "all", "isinstance", "map", "getattr", "next",
)  # fmt: skip


@cache
def known_names() -> dict[str, Value]:
    """Python's own functions and types."""
    names: dict[str, Value] = {n: Builtin(n) for n in (*table(), *_LOOPS) if "." not in n}
    names |= {"Ellipsis": Dots()}
    return names | {n: Type(d, python=True) for n, d in _PYTHON_TYPES.items()}


def module_member(module: str, name: str) -> Value | None:
    """What `module.name` is; None where adc does not know it."""
    full = f"{module}.{name}"
    if full in modules() or full == "sys.float_info":
        return Namespace(full)
    if full in _CONSTANTS:
        return literal(_CONSTANTS[full], DType.FLOAT64)
    if module == "builtins":
        return known_names().get(name)
    if full == "numba.prange":
        return Builtin("range")  # to the interpreter it is
    if full == "numpy.newaxis":
        return Nothing()
    if module in ("numpy", "numba") and name in _TYPE_NAMES:
        return Type(_TYPE_NAMES[name])
    known = full in table() or full in ABSTRACT_TYPES | FOREIGN_TYPES or full == "numpy.issubdtype"
    return Builtin(full) if known else None


def is_known_module(module: str) -> bool:
    return module in modules()


def star_names(module: str) -> dict[str, Value | None] | None:
    """What `from module import *` binds, None for a name that adc does not know; None where adc
    does not know which names these are."""
    known = exported(module)
    if known is None and module != "scipy.special":
        return None
    members = (n for n in module_members(module) if n.isidentifier())
    names = {*(members if known is None else known), *_HIDING.get(module, ())}
    return {n: module_member(module, n) for n in sorted(names)}


def module_members(module: str) -> list[str]:
    """The names in `module` that adc knows, for suggestions."""
    prefix = f"{module}."
    known = [*table(), *_CONSTANTS, *(f"numpy.{n}" for n in _TYPE_NAMES)]
    return sorted(n.removeprefix(prefix) for n in known if n.startswith(prefix))


def call_builtin(cx: Context, site: CallSite) -> Value:
    """The value of a call of a function that adc knows."""
    return handed_on(cx, site, boxed_result(cx, site, _called(cx, site)))


def _called(cx: Context, site: CallSite) -> Value:
    handler = table().get(site.name)
    if handler is None:
        raise unknown(site)
    if ranges.concerns(site):
        return ranges.call(cx, site, call_builtin)
    if by_data.concerns(site):
        return by_data.call(cx, site, call_builtin)
    if overwritten.concerns(site):
        return overwritten.call(cx, site, call_builtin)
    holds = site.name in ("dict", "adc.entries")
    selects = not holds and is_selected(*site.arguments, *site.keywords.values())
    if concerns(site) and site.name.startswith("fortran."):
        return complex_numbers.call_complex(cx, site, call_builtin)
    if concerns(site) and not selects:
        return call_complex(cx, site, call_builtin)
    if is_grown(*site.arguments, *site.keywords.values()):
        return call_with_lists(cx, site, call_builtin)
    if joins_lists(site):
        return call_joining(cx, site, call_builtin)
    if selects and site.name.startswith("fortran."):
        return selections.call_selected(cx, site, call_builtin)
    if selects or joins(site) or length_stacks.stacks(site):
        return call_selected(cx, site, call_builtin)
    of_elements = site.name in numpy_elementwise.TABLE and site.name.startswith("numpy.")
    if of_elements or site.name in numpy_create.OF_ONE_ARRAY:
        site = numpy_create.with_arrays(cx, site)
    site = numpy_ufuncs.with_output(site)
    site = numpy_ufuncs.with_image_output(site)
    if "output" in site.keywords and site.name.startswith("scipy.ndimage."):
        return numpy_ufuncs.into_image(cx, site, call_builtin)
    if numpy_ufuncs.is_ufunc(site.name) and not {"dtype", "casting"}.isdisjoint(site.keywords):
        return numpy_ufuncs.typed(cx, site, call_builtin)
    if "out" in site.keywords or ("where" in site.keywords and numpy_ufuncs.is_ufunc(site.name)):
        return numpy_ufuncs.into_output(cx, site, call_builtin)
    elementwise = site.name in numpy_elementwise.TABLE or site.name in ("abs", "pow")
    if not elementwise and not is_same_of_zeros(cx, site):
        for value in (*site.arguments, *site.keywords.values()):
            refuse_number(cx, value, f"`{site.short}` of it", site.span)
    made = of_sizes(cx, site) or created(cx, site)
    if made is not None:
        return made
    if site.name.startswith("scipy."):
        with without_effects(cx, site, *site.arguments, *site.keywords.values()):
            return handler(cx, site)
    result = handler(cx, site)
    note_result(cx, site, result)
    return result


def unknown(site: CallSite) -> AdcError:
    """What to say of a function that adc does not have. Fortran's are no misspellings: the frontend
    knows the names of all intrinsic functions."""
    listed = "`adc ops` lists what is supported"
    intrinsic = site.name.removeprefix("fortran.")
    if intrinsic != site.name:
        message = f"the intrinsic `{intrinsic}` is not supported"
        return AdcError.of("ADC0227", message, site.span, help=listed)
    if site.name in ("map", "filter", "zip", "enumerate", "reversed"):
        listed = f"call it where its items are used: `for item in {site.name}(…):`"
    return AdcError.of("ADC0227", f"`{site.name}` is not supported", site.span, help=listed)


def call_method(cx: Context, owner: Array | Held | Selected, site: CallSite) -> Value:
    """`owner.name(…)`, as the function of the same meaning."""
    short = site.name
    site = replace(
        site, name=METHODS[site.name], arguments=(owner, *site.arguments),
        spans=(site.span, *site.spans),
    )  # fmt: skip
    if site.name not in numpy_elementwise.TABLE and not has_method(cx, site):
        refuse_number(cx, owner, f"`{short}` of it", site.span)
    return of_method(owner, short, call_builtin(cx, site))
