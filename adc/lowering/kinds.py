"""What Python asks of a value's kind, decided while compiling: `isinstance`, `np.isscalar`,
`callable`, `hasattr`, and the limits of types.

A value has the classes that it may have in a run of the source: an array with axes is an ndarray; a
number that NumPy computed may be one of its scalars, or an array without axes. Where these would
give different answers, adc does not guess.
"""

from __future__ import annotations

import collections.abc
import decimal
import fractions
import math
import numbers
import re
from abc import ABC
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Generic, Protocol

import numpy as np

from adc.diagnostics import AdcError, Span
from adc.frontends import surface
from adc.frontends.python.strangers import STRANGER
from adc.ir.dtypes import DType
from adc.ir.enums import Role
from adc.lowering.boxes import surely_number
from adc.lowering.callsite import CallSite
from adc.lowering.context import Context
from adc.lowering.elementwise import literal
from adc.lowering.objects.classes import BEYOND, is_beyond, member
from adc.lowering.objects.heap import known
from adc.lowering.objects.record_types import RecordType
from adc.lowering.objects.sentinels import is_sentinel
from adc.lowering.objects.slice_objects import is_slice
from adc.lowering.plain_values import IntegerRange
from adc.lowering.promotion import is_literal_bool
from adc.lowering.scopes import Scope
from adc.lowering.values import (
    Array,
    Builtin,
    Complex,
    Grown,
    Integer,
    Items,
    Keywords,
    Method,
    Namespace,
    Nothing,
    Record,
    Selected,
    Super,
    Text,
    Type,
    Undefined,
    UserFunction,
    Value,
    anywhere,
    describe,
)

_PYTHON = {DType.FLOAT64: float, DType.INT64: int, DType.BOOL: bool}
_NAMED = (
    float, int, bool, complex, str, bytes, list, tuple, dict, set, range, object, slice,
)  # fmt: skip
_BUILTIN: dict[str, type] = {c.__name__: c for c in _NAMED}
#: What members of enumerations are that are numbers or texts, too.
_MIXED: dict[str, type] = {"numbers": int, "texts": str}
#: The method by which a class of `collections.abc` knows its objects.
_TOLD_BY: dict[Any, str] = {
    collections.abc.Callable: "__call__", collections.abc.Iterable: "__iter__",
    collections.abc.Sized: "__len__", collections.abc.Container: "__contains__",
}  # fmt: skip
_CALLABLE = (type(lambda: None), type)
_MODULES: dict[str, object] = {
    "numpy": np, "numpy.ma": np.ma, "numbers": numbers, "collections.abc": collections.abc,
    "math": math, "typing": collections.abc, "decimal": decimal, "fractions": fractions,
}  # fmt: skip
#: What stands for masked arrays of NumPy's in adc's own text.
_MASKED = "adc_masked"
#: Packages whose classes no number or array of NumPy's is of.
_PACKAGES = """
    pandas xarray torch tensorflow dask sympy astropy pint unyt cupy jax networkx shapely cvxpy
    matplotlib PIL uncertainties awkward geopandas pyarrow polars datetime pathlib
"""
_STRANGERS = frozenset(_PACKAGES.split())
#: SciPy's, by its own spelling.
_SPARSE = re.compile(r"\w+_(matrix|array)|spmatrix|sparray|LinearOperator|SuperLU")


#: NumPy's types of floating and complex numbers, whose letters are the same everywhere.
_FLOATING = {np.dtype(code).type for code in np.typecodes["AllFloat"]}


class _Stranger:
    """A class of one of these packages."""


class _NotFollowed:
    """A class of the source's that adc does not follow."""


def is_kind_test(expr: surface.Call) -> bool:
    """Whether this may be Python's `isinstance(value, class)`."""
    named = isinstance(expr.function, surface.Name) and expr.function.name == "isinstance"
    return named and len(expr.arguments) == 2 and not expr.keywords


def isinstance_of(cx: Context, expr: surface.Call) -> Value:
    """`isinstance(value, class)`, decided."""
    value = cx.evaluate(expr.arguments[0])
    found = _classes(cx, expr.arguments[1])
    asked = tuple(c for c in found if isinstance(c, type))
    made = value.type if isinstance(value, (Record, Items)) and not is_slice(value) else None
    made = None if is_sentinel(value) else made
    if (made is not None or is_sentinel(value)) and _NotFollowed in found:
        raise _untold(value, expr.span)
    if made is not None and made.name == _MASKED and all(isinstance(c, type) for c in found):
        return literal(str(any(issubclass(np.ma.MaskedArray, c) for c in asked)), DType.BOOL)
    if (
        made is not None
        and made.home is not None
        and any(not isinstance(c, RecordType) or c.home is None for c in found)
    ):
        raise _untold(value, expr.span)  # NumPy's own class has other bases
    if made is not None:
        own = {c.name for c in made.classes}
        is_one = any(isinstance(c, RecordType) and c.name in own for c in found)
        if not is_one and is_beyond(made):
            raise _untold(value, expr.span)
        is_one = is_one or any(_is_of(value, made, c, expr.span) for c in asked)
        # A file that is read for its parts, or imports these, may register what is no subclass.
        elsewhere = bool(cx.module.others) and any(isinstance(c, RecordType) for c in found)
        if not is_one and (elsewhere or ".register(" in cx.module.text):
            raise _untold(value, expr.span)
        return literal(str(is_one), DType.BOOL)
    if not asked:  # nothing that is no object is one of a class of the file
        return literal("False", DType.BOOL)
    return _decided(cx, value, lambda own: issubclass(own, asked), expr.span)


def type_test(cx: Context, expr: surface.Compare) -> Value | None:
    """`type(x) is T` of what is no object of a class of the source, decided, with `==`, `is not`,
    `!=`, or `in` a tuple of classes; None for any other comparison."""
    if len(expr.ops) != 1 or expr.ops[0] not in _SAME_TYPE:
        return None
    left, right = expr.operands
    value = _asked_for_type(cx, left)
    if value is None and (value := _asked_for_type(cx, right)) is not None:
        left, right = right, left
    if value is None or (isinstance(value, (Record, Items)) and value.type is not None):
        return None
    other = _asked_for_type(cx, right)
    if other is not None:
        found = set(classes_of(cx, other))
        if len(found) != 1:
            return None
        asked: set[type | RecordType] = {*found}
    else:
        listed = right if isinstance(right, surface.Sequence) else None
        if (listed is not None) != (expr.ops[0] in ("in", "not in")):
            return None
        asked = set(_classes(cx, replace(listed, is_list=False) if listed else right))
    wanted = expr.ops[0] in ("is", "==", "in")
    return _decided(cx, value, lambda own: (own in asked) == wanted, expr.span)


#: How a type is compared with another.
_SAME_TYPE = ("is", "is not", "==", "!=", "in", "not in")


def _asked_for_type(cx: Context, expr: surface.Expr) -> Value | None:
    """The value whose type `type(value)` is; None for any other expression."""
    if not isinstance(expr, surface.Call) or len(expr.arguments) != 1 or expr.keywords:
        return None
    named = isinstance(expr.function, surface.Name) and expr.function.name == "type"
    if not named or cx.evaluate(expr.function) != Builtin("type"):
        return None
    return cx.evaluate(expr.arguments[0])


def type_name(cx: Context, expr: surface.Attribute) -> Text | None:
    """`type(x).__name__` and `type(x).__module__` of what is no object of a class of the source;
    None for any other attribute."""
    if expr.name not in ("__name__", "__module__"):
        return None
    value = _asked_for_type(cx, expr.value)
    if value is None or (isinstance(value, (Record, Items)) and value.type is not None):
        return None
    found = classes_of(cx, value)
    names = {getattr(own, expr.name) for own in found}
    of_booleans = np.bool_ in found and expr.name == "__name__"  # versions of NumPy differ
    if len(names) != 1 or of_booleans:
        raise _untold(value, expr.span)
    return Text(names.pop())


def letter(cx: Context, expr: surface.Attribute) -> Text | None:
    """`np.float16().dtype.char`, the letter of a type of NumPy's, be it one that adc does not have;
    None for any other attribute."""
    dtype = expr.value
    made = dtype.value if isinstance(dtype, surface.Attribute) and dtype.name == "dtype" else None
    if expr.name not in ("char", "kind") or not isinstance(made, surface.Call):
        return None
    if made.arguments or made.keywords or not isinstance(made.function, surface.Attribute):
        return None
    own = named_class(cx, made.function)
    if not isinstance(own, type) or own not in _FLOATING:
        return None
    return Text(str(getattr(np.dtype(own), expr.name)))


def _is_of(value: Value, made: RecordType, asked: type, span: Span) -> bool:
    """Whether an object is of a class of Python's: some of these look at its methods."""
    if isinstance(value, Items):
        return issubclass(tuple, asked)
    if made.kind in _MIXED:
        return issubclass(_MIXED[made.kind], asked)
    if "__subclasshook__" not in vars(asked) or asked is object:
        return issubclass(object, asked)
    method = _TOLD_BY.get(asked)
    if method is None:
        raise _untold(value, span)
    return member(made.classes, method) is not None


def _untold(value: Value, span: Span) -> AdcError:
    return AdcError.of(
        "ADC0213", f"adc cannot tell this of {describe(value)}", span,
        help="ask for the object's own class, or leave the test out",
    )  # fmt: skip


def _classes(cx: Context, expr: surface.Expr) -> tuple[type | RecordType, ...]:
    """The classes that the second argument of `isinstance` names."""
    if isinstance(expr, surface.Sequence) and not expr.is_list:
        return tuple(c for item in expr.items for c in _classes(cx, item))
    if isinstance(expr, surface.Binary) and expr.op in ("|", "+"):
        return (*_classes(cx, expr.left), *_classes(cx, expr.right))
    if isinstance(expr, surface.Intrinsic) and expr.name.startswith(STRANGER):
        return (_NotFollowed,)
    if (bound := _bound_at_top(cx, expr)) is not None:
        cx.scopes.append(Scope(surface.Function("<module>", (), (), bound.span)))
        try:
            return _classes(cx, bound.value)
        finally:
            cx.scopes.pop()
    found = named_class(cx, expr)
    if found is None:
        raise AdcError.of(
            "ADC0213", "adc does not know this class", expr.span,
            help="ask for a class of Python, NumPy or `numbers`: `isinstance(x, np.ndarray)`",
        )  # fmt: skip
    return (found,)


def _bound_at_top(cx: Context, expr: surface.Expr) -> surface.Assign | None:
    """Where the module binds a name to classes: `NUMBERS = (int, float)`."""
    if not isinstance(expr, surface.Name) or expr.name in cx.scope.names:
        return None
    bound = [
        c for c in cx.module.constants
        if any(isinstance(t, surface.Name) and t.name == expr.name for t in c.targets)
    ]  # fmt: skip
    listed = (surface.Sequence, surface.Binary, surface.Name, surface.Attribute)
    return bound[0] if len(bound) == 1 and isinstance(bound[0].value, listed) else None


def named_class(cx: Context, expr: surface.Expr) -> type | RecordType | None:
    """The class of Python, NumPy or the source that an expression names; None where adc knows
    none."""
    if isinstance(expr, surface.NoneValue):
        return type(None)
    made = _own_class(cx, expr)
    if made is not None:
        return made if made.kind not in ("numbers", "texts") else None
    if isinstance(expr, surface.Name):
        own = cx.scope.names.get(expr.name)
        if own is not None:  # the text of a library's function names Python's own
            return _BUILTIN.get(expr.name) if own == Builtin(expr.name) else None
        imported = _imported(cx, expr.name)
        if imported is not None:
            return _member(imported.module, imported.name or "")
        hidden = expr.name in cx.globals or cx.hiding is not None
        return None if hidden else _BUILTIN.get(expr.name)
    if isinstance(expr, surface.Attribute):
        module = _module(cx, expr.value)
        return _member(module, expr.name) if module else None
    return None


def _own_class(cx: Context, expr: surface.Expr) -> RecordType | None:
    """A class of the source's own, under a name or as `type(self)`."""
    if isinstance(expr, surface.Name):
        found = cx.scope.names.get(expr.name, cx.globals.get(expr.name))
    elif isinstance(expr, (surface.Call, surface.Attribute)) and not _module(cx, expr):
        found = cx.evaluate(expr)
    else:
        return None
    return found if isinstance(found, RecordType) else None


def _module(cx: Context, expr: surface.Expr) -> str:
    if isinstance(expr, surface.Name):
        imported = _imported(cx, expr.name)
        if imported is None or expr.name in cx.scope.names:
            return ""
        return imported.module if imported.name is None else f"{imported.module}.{imported.name}"
    if isinstance(expr, surface.Attribute):
        inner = _module(cx, expr.value)
        return f"{inner}.{expr.name}" if inner else ""
    return ""


def _imported(cx: Context, name: str) -> surface.Import | None:
    return next((i for i in cx.module.imports if i.alias == name and i.certain), None)


def _member(module: str, name: str) -> type | None:
    stranger = module.partition(".")[0] in _STRANGERS and name[:1].isupper()
    sparse = module.startswith("scipy.sparse") and _SPARSE.fullmatch(name) is not None
    dated = module == "datetime" and name in ("date", "time", "datetime", "timedelta")
    if stranger or sparse or dated:
        return _Stranger
    found = getattr(_MODULES.get(module), name, None)
    return found if isinstance(found, type) else None


# -- the classes of a value ------------------------------------------------------------------------


def classes_of(cx: Context, value: Value) -> tuple[type, ...]:
    """The classes of which `value` may be one in a run of the source; none where adc cannot
    tell."""
    if isinstance(value, Array):
        return _of_array(cx, value)
    if isinstance(value, Complex):
        return _of_complex(value)
    if is_slice(value):
        return (slice,)
    if is_sentinel(value):
        return (object,)
    if isinstance(value, Items):
        return (list if value.is_list else tuple,)
    if isinstance(value, UserFunction) and value.function.name.startswith("self."):
        return ()  # the object of a class that is read as a function
    plain: dict[type, type] = {
        Integer: int, IntegerRange: range, Nothing: type(None), Text: str,
        UserFunction: _CALLABLE[0],
        Builtin: _CALLABLE[0], Method: _CALLABLE[0], Type: type,
    }  # fmt: skip
    found = plain.get(type(value))
    return () if found is None else (found,)


def _of_complex(value: Complex) -> tuple[type, ...]:
    if value.shape:
        return (np.ndarray,)
    own = np.complex128 if value.re.dtype is DType.FLOAT64 else np.complex64
    return (own, complex) if value.re.weak else (own, np.ndarray)


def _of_array(cx: Context, value: Array) -> tuple[type, ...]:
    if value.shape:
        return (np.ndarray,)
    own: type = np.dtype(value.dtype.value).type
    container = cx.containers.get(value.view.container) if value.view is not None else None
    passed = container is not None and not container.shape and container.role == Role.INPUT
    pythons = _PYTHON.get(value.dtype, own)
    if value.dtype is DType.BOOL:
        # Python's own `and`, and functions such as `np.allclose`, make Python's of NumPy's.
        literal_one = value.weak and is_literal_bool(value) is not None
        return (bool,) if passed or literal_one else (bool, np.bool_, np.ndarray)
    found: tuple[type, ...] = (pythons, own) if value.weak or passed else (own, np.ndarray)
    origin = cx.types.origin(anywhere(value))
    if origin is not None:  # an integer, or a boolean, on some path
        found += (int, np.int64, *((bool, np.bool_) if origin.boolean else ()))
    return (*found, pythons) if cx.types.may_be_pythons(anywhere(value)) else found


def _decided(cx: Context, value: Value, test: Callable[[type], bool], span: Span) -> Value:
    found = classes_of(cx, value)
    answers = {test(own) for own in found}
    if len(answers) > 1 and isinstance(value, Array) and surely_number(cx, value, span):
        answers = {test(own) for own in found if own is not np.ndarray}
    if len(answers) != 1:
        raise AdcError.of(
            "ADC0213", f"adc cannot tell this of {describe(value)}", span,
            help="ask for a kind that holds for numbers and arrays alike, or leave the test out",
        )  # fmt: skip
    return literal(str(answers.pop()), DType.BOOL)


def _is_scalar(cx: Context, site: CallSite) -> Value:
    value = site.bind("element")["element"]
    numbers_of = (np.generic, numbers.Number, str, bytes)
    return _decided(cx, value, lambda own: issubclass(own, numbers_of), site.span)


def _is_iterable(cx: Context, site: CallSite) -> Value:
    """`np.iterable(y)`: an array without axes is not, for all that it has `__iter__`."""
    value = site.bind("y")["y"]
    if isinstance(value, Array):
        return literal(str(bool(value.shape)), DType.BOOL)
    if isinstance(value, (Items, Grown, Keywords, Selected)) and not is_slice(value):
        return literal("True", DType.BOOL)
    return _decided(cx, value, lambda own: hasattr(own, "__iter__"), site.span)


def _is_callable(cx: Context, site: CallSite) -> Value:
    value = site.bind("obj")["obj"]
    return _decided(cx, value, lambda own: own in _CALLABLE, site.span)


def _has_attribute(cx: Context, site: CallSite) -> Value:
    """`hasattr(value, name)`, decided."""
    bound = site.bind("obj name")
    name = bound["name"]
    if not isinstance(name, Text):
        raise site.error("the name of an attribute must be a literal", help="write the name")
    found = has_attribute(cx, bound["obj"], name.value, site.span)
    return literal(str(found), DType.BOOL)


def has_attribute(cx: Context, owner: Value, name: str, span: Span) -> bool:
    """Whether `owner` has an attribute of this name."""
    if isinstance(owner, (Record, RecordType)):
        kind = owner.type if isinstance(owner, Record) else owner
        if kind.home is not None and (
            name.startswith(("_", "adc_")) or member(kind.classes, name) is None
        ):
            raise _untold(owner, span)  # NumPy's own class has more
        if isinstance(owner, Record) and name in owner.names:
            item = owner.items[owner.names.index(name)]
            if not isinstance(item, Undefined):
                return True
            if not item.unset:
                known(item, span)
        has = member(kind.classes, name) is not None or hasattr(object, name)
        if not has and is_beyond(kind):
            raise _untold(owner, span)
        return has
    if isinstance(owner, Super):
        plain = (super, ABC, Generic, Protocol)  # bases that classes do not list
        if any(made.name == BEYOND for made in owner.classes) or (
            not hasattr(object, name) and any(hasattr(base, name) for base in plain)
        ):
            raise _untold(owner, span)
        return member(owner.classes, name) is not None or hasattr(object, name)
    if isinstance(owner, Namespace):  # by the NumPy that is there
        module = _MODULES.get(owner.name)
        if module is None or owner.name not in ("numpy", "math"):
            raise AdcError.of(
                "ADC0232", f"adc cannot tell what `{owner.name}` has", span, help="name it"
            )
        return hasattr(module, name)
    answer = _decided(cx, owner, lambda own: hasattr(own, name), span)
    return bool(is_literal_bool(answer))


def _type(cx: Context, site: CallSite) -> Value:
    """`type(x)` of an object."""
    value = site.bind("object")["object"]
    if not isinstance(value, (Record, Items)) or value.type is None or is_slice(value):
        raise site.error("adc tells the class of objects alone", help="use `isinstance`")
    return value.type


# -- the limits of types ---------------------------------------------------------------------------


def _no_name(cx: Context, site: CallSite) -> Value:
    raise site.error("`getattr` takes an object, the name of an attribute, and a default")


def _missing(cx: Context, site: CallSite) -> Value:
    """A package that may be missing is taken to be."""
    (name,) = site.arguments
    assert isinstance(name, Text)
    cx.warn(
        "ADC0126", f"`{name.value}` is taken to be missing: the handler of its import is read",
        site.span, help="remove the import, or see by `adc check` that both ways give the same",
    )  # fmt: skip
    return Nothing()


TABLE: dict[str, Callable[[Context, CallSite], Value]] = {
    "adc.missing": _missing,
    "numpy.isscalar": _is_scalar, "numpy.iterable": _is_iterable, "callable": _is_callable,
    "hasattr": _has_attribute,
    "type": _type, "getattr": _no_name,
}  # fmt: skip
