"""Variables and arguments of Fortran: storage that names stand for (Fortran 2018, 15.5.2.11)."""

from __future__ import annotations

from dataclasses import replace

import sympy

from adc.diagnostics import AdcError, Span
from adc.frontends import surface
from adc.ir import shapes
from adc.ir.blank_notes import note_of
from adc.ir.dtypes import DType
from adc.ir.expressions import Index
from adc.ir.shapes import entries
from adc.lowering.binding import complex_parts, stem_of
from adc.lowering.context import Context
from adc.lowering.control.where_run import ask, equal_where_run
from adc.lowering.fortran.complex_numbers import PARTS
from adc.lowering.fortran.complex_storage import are_pairs, as_reals, note_parts, of_pairs
from adc.lowering.fortran.data_extents import bounded_instead
from adc.lowering.fortran.flat import flatten_instead
from adc.lowering.fortran.integer_storage import as_integers, declare_integers
from adc.lowering.indexing import require, whole_rows
from adc.lowering.integers.expressions import expression_of
from adc.lowering.store import materialise, without_value
from adc.lowering.values import (
    Array,
    Complex,
    Integer,
    Nothing,
    Sequenced,
    Value,
    View,
    describe,
    of_view,
    place,
)

#: The time that SymPy takes to reduce a fraction grows fast with it.
_MOST_TO_CANCEL = 200
Extents = tuple[sympy.Expr | None, ...]


def declare(cx: Context, statement: surface.Declare) -> None:
    """A new variable; its name is bound to its container for good, a complex one to two; that of
    one that all functions see in all of them."""
    try:
        shape = tuple(extent_of(cx, e) for e in statement.extents)
    except AdcError as error:
        if error.diagnostics[0].code == "ADC0227":
            bounded_instead(cx, statement.name)
        raise

    def variable(name: str, dtype: DType) -> Array:
        whole = statement.name if statement.dtype in PARTS else None
        note = note_of(statement.saved, whole)
        view = without_value(cx, cx.user_name(name), dtype, shape, note)
        made = of_view(View(view.container, shape, view.index), dtype)
        if dtype.is_float and whole is None:
            declare_integers(cx, statement, array_view(made), dtype)
        return made

    if statement.dtype not in PARTS:
        found = cx.scope.names[statement.name] = variable(statement.name, DType(statement.dtype))
        if any(key == statement.name for _, key in cx.module.shared):
            cx.globals[statement.name] = found
        return
    dtype = PARTS[statement.dtype]
    if are_pairs(cx, statement.name):
        shape = (*shape, sympy.Integer(2))
        both = variable(statement.name, dtype)
        cx.scope.names[statement.name] = of_pairs(array_view(both), dtype)
        return
    parts = (variable(stem_of(n), dtype) for n in complex_parts(statement.name))
    made = cx.scope.names[statement.name] = Complex(tuple(parts))
    note_parts(cx, statement.name, made)


def extent_of(cx: Context, expr: surface.Expr) -> sympy.Expr:
    return expression_of(cx, cx.evaluate(expr), "array bound", "ADC0227", expr.span).value


def associate(cx: Context, statement: surface.Associate) -> None:
    """A name for storage that is there already, seen in the declared type and shape."""
    source = statement.source or surface.Name(statement.name, statement.span)
    value = cx.evaluate(source)
    if isinstance(value, Nothing):
        return  # an optional argument that is not there
    array, start = (value.array, value.start) if isinstance(value, Sequenced) else (value, None)
    if isinstance(value, Sequenced) and value.count is not None and statement.extents is None:
        bounded_instead(cx, statement.name)
        raise AdcError.of(
            "ADC0229", f"`{statement.name}` gets a section whose bounds data decide, which is not "
            "supported for how it is used here", statement.span,
            help=f"give it an extent of its own, `{statement.name}(m)` of an argument `m`",
        )  # fmt: skip
    if statement.dtype not in PARTS:
        reals = as_reals(cx, array, start, statement) if isinstance(array, Complex) else None
        array, start = reals or (array, start)
        cx.scope.names[statement.name] = _associated(cx, statement, array, start)
        return
    if statement.pairs or _are_reals(array, statement):
        cx.scope.names[statement.name] = _of_pairs(cx, statement, array, start)
        return
    if not isinstance(array, Complex):
        what = f"{describe(array)} of real numbers" if isinstance(array, Array) else describe(array)
        raise mismatch(statement, f"{what} is passed")
    names, dtype = complex_parts(statement.name), PARTS[statement.dtype].value
    found = []
    for name, part in zip(names, array.items, strict=True):
        one = replace(statement, name=stem_of(name), dtype=dtype)
        found.append(_associated(cx, one, part, start, statement.name))
    cx.scope.names[statement.name] = Complex(tuple(found))


def _are_reals(array: Value, statement: surface.Associate) -> bool:
    """Whether reals are passed for complex numbers whose parts are such."""
    if not isinstance(array, Array) or isinstance(array, Integer) or array.view is None:
        return False
    sequence = statement.extents is not None and array.shape != ()
    return sequence and PARTS[statement.dtype] is array.dtype


def _of_pairs(
    cx: Context, statement: surface.Associate, array: Value, start: Index | None
) -> Complex:
    """Complex numbers whose parts are every other one of the reals in `array`."""
    extents = statement.extents
    if extents is not None:
        extents = (*extents, surface.Number("2", "int", statement.span))
    dtype = PARTS[statement.dtype].value
    statement = replace(statement, dtype=dtype, extents=extents)
    reals = whole_rows(_associated(cx, statement, array, start))
    return of_pairs(array_view(reals), reals.dtype)


def _associated(
    cx: Context, statement: surface.Associate, array: Value, start: Index | None, of: str = ""
) -> Array:
    """The elements of `array` from `start` on as the statement sees them, which may be one part
    `of` a complex variable."""
    if isinstance(array, Integer) or not isinstance(array, Array):
        raise mismatch(statement, f"{describe(array)} is passed")
    if array.view is None:
        view = materialise(cx, array, statement.name, user=True)
        array = of_view(view, array.dtype)
    if statement.extents and DType(statement.dtype).is_integer and array.dtype.is_float:
        array, start = as_integers(cx, array, start, statement)
    if array.dtype is not DType(statement.dtype):
        raise mismatch(statement, f"one of {array.dtype} is passed")
    if statement.extents is None:
        if start is not None:
            raise mismatch(statement, "an element is passed")
        return array
    if statement.extents == () and array.shape and start is None:
        raise mismatch(statement, f"an array with {array.rank} dimensions is passed")
    extents = tuple(
        None
        if e is None
        else declared_extent(cx, of or statement.name, e, statement.elements and number == 0)
        for number, e in enumerate(statement.extents)
    )
    if statement.elements and falls_short(cx, array, start, extents):
        extents = (None, *extents[1:])
    return in_sequence(cx, array, start, extents, statement.span, statement.elements)


def declared_extent(
    cx: Context, name: str, expr: surface.Expr, may_be_left_out: bool
) -> sympy.Expr | None:
    """An extent of the dummy argument `name`. Where data decide it and it `may_be_left_out`, None:
    the array is as long as what is left of the storage, and its subscripts are held against
    that."""
    value = cx.evaluate(expr)
    if may_be_left_out and not (isinstance(value, Integer) and not entries(value.value)):
        return None
    if not isinstance(value, Integer) or entries(value.value):
        flatten_instead(cx, name)
        bounded_instead(cx, name)
    return expression_of(cx, value, "array bound", "ADC0227", expr.span).value


def falls_short(cx: Context, array: Array, start: Index | None, extents: Extents) -> bool:
    """Whether `array` surely holds fewer elements from `start` on than `extents` say. Subscripts
    are held against what there is, so that one of those that lack is an error."""
    if None in extents:
        return False
    old = tuple(cx.extent(n) for n in array.shape)
    begin = start or tuple(sympy.Integer(0) for _ in old)
    declared = sympy.Mul(*(n for n in extents if n is not None))
    left = left_of(old, begin, array_view(array).lacks)
    return cx.prover.nonneg(sympy.expand(declared - left - 1))


def mismatch(statement: surface.Associate, what: str) -> AdcError:
    kind = "a scalar" if statement.extents == () else "an array"
    return AdcError.of(
        "ADC0229", f"`{statement.name}` is {kind} of {statement.dtype}, and {what}", statement.span,
        help="pass an argument of the declared type",
    )  # fmt: skip


def in_sequence(
    cx: Context, array: Array, start: Index | None, extents: Extents, span: Span,
    elements: bool = False,
) -> Array:  # fmt: skip
    """The elements of `array` from position `start` on, in order, in another shape.

    Axes are matched from the one that runs fastest (the last). What does not match axis by axis
    is counted through. Where single `elements` are used, the last row may be there in part.
    """
    view, kept = array_view(array), sympy.Integer(0)
    old = tuple(cx.extent(n) for n in view.shape)
    begin = start or tuple(sympy.Integer(0) for _ in old)
    index = list(begin)
    shape = list(extents)
    lacks = view.lacks
    i, j = len(old) - 1, len(shape) - 1
    while i >= 0 and j >= 0 and begin[i] == 0 and matches(cx, shape[j], old[i], j, i, span):
        if i == 0 and lacks != 0:
            break
        shape[j], index[i] = old[i], place(j)
        i, j = i - 1, j - 1
    if j >= 0 and i < 0:
        for axis in range(j + 1):
            one = sympy.Integer(1)
            require(cx, one - (shape[axis] if shape[axis] is not None else one), "extent", span)
            shape[axis] = shape[axis] if shape[axis] is not None else one
    elif j >= 0:
        if i < len(old) - 1 and lacks != 0:  # of whole rows alone
            old, lacks = (old[0] - 1, *old[1:]), sympy.Integer(0)
        if elements and shape[0] is None:
            shape[0], kept = _with_part(old[: i + 1], begin[: i + 1], shape[1 : j + 1], lacks)
        counted(cx, old[: i + 1], begin[: i + 1], index, shape, j, span, lacks - kept)
        kept *= sympy.Mul(*old[i + 1 :])
    found = tuple(n for n in shape if n is not None)
    return of_view(replace(view.select(found, tuple(index)), lacks=sympy.expand(kept)), array.dtype)


def _with_part(
    old: tuple[sympy.Expr, ...], begin: Index, known: list[sympy.Expr | None], lacks: sympy.Expr
) -> tuple[sympy.Expr, sympy.Expr]:
    """The extent of an assumed-size axis with a row that is there in part, and what that lacks."""
    left, slab = left_of(old, begin, lacks), sympy.Mul(*(n for n in known if n is not None))
    if slab == 1:
        return left, sympy.Integer(0)
    if left.count_ops() <= _MOST_TO_CANCEL and (rows := sympy.cancel(left / slab)).is_polynomial():
        return rows, sympy.Integer(0)
    rows = shapes.floordiv(left + slab - 1, slab)
    return rows, sympy.expand(rows * slab - left)


def array_view(array: Array) -> View:
    assert array.view is not None
    return array.view


def matches(
    cx: Context, new: sympy.Expr | None, old: sympy.Expr, j: int, i: int, span: Span
) -> bool:
    """Whether a new axis is an old one; unknown extents of inner axes are assumed to agree."""
    if new is None:
        return i == 0
    if cx.prover.equal(new, old):
        return True
    if new.is_number or old.is_number or j == 0 or i == 0:
        return False
    difference = sympy.expand(new - old)
    if cx.prover.nonneg(difference - 1) or cx.prover.nonneg(-difference - 1):
        return False
    if cx.in_branch or not (shapes.names(new) | shapes.names(old)) <= cx.symbols:
        return False
    equal_where_run(cx, new, old, "the leading extent of an argument", span)
    return True


def counted(
    cx: Context,
    old: tuple[sympy.Expr, ...],
    begin: Index,
    index: list[sympy.Expr],
    shape: list[sympy.Expr | None],
    last: int,
    span: Span,
    lacks: sympy.Expr,
) -> None:
    """Fills `index` for the outer old axes from a running number over the outer new ones, of which
    the storage may lack so many more (or, if negative, fewer) than it seems."""
    if shape[0] is None:
        shape[0] = rest_of(old, begin, shape[1 : last + 1], lacks)
    number: sympy.Expr = sympy.Integer(0)
    total: sympy.Expr = sympy.Integer(1)
    for axis in range(last, -1, -1):
        number += total * place(axis)
        total *= shape[axis]
    inner = len(old) - 1
    single = last == 0 and not cx.prover.nonneg(shape[0] + begin[inner] - old[inner] - 1)
    if len(old) == 1 or (single and cx.prover.nonneg(old[inner] - begin[inner] - shape[0])):
        enough(cx, old[inner] - begin[inner] - sympy.expand(total) - lacks, span)
        index[inner] = sympy.expand(begin[inner] + number)
        return
    stride: sympy.Expr = sympy.Integer(1)
    for axis in range(inner, -1, -1):
        number += stride * begin[axis]
        stride *= old[axis]
    offset = number.subs({place(a): 0 for a in range(last + 1)})
    enough(cx, sympy.expand(stride - offset - total - lacks), span)
    number = sympy.expand(number)
    for axis in range(inner, 0, -1):
        index[axis] = shapes.floormod(number, old[axis])
        number = shapes.floordiv(number, old[axis])
    index[0] = number


def rest_of(
    old: tuple[sympy.Expr, ...], begin: Index, known: list[sympy.Expr | None],
    lacks: sympy.Expr,
) -> sympy.Expr:  # fmt: skip
    """The extent of an assumed-size axis: what the storage holds, in whole slabs."""
    slab = sympy.Mul(*(n for n in known if n is not None))
    left = left_of(old, begin, lacks)
    return left if slab == 1 else shapes.floordiv(left, slab)


def left_of(old: tuple[sympy.Expr, ...], begin: Index, lacks: sympy.Expr) -> sympy.Expr:
    """How many elements the storage holds from `begin` on."""
    total: sympy.Expr = sympy.Integer(1)
    used: sympy.Expr = sympy.Integer(0)
    for axis in range(len(old) - 1, -1, -1):
        used += total * begin[axis]
        total *= old[axis]
    return sympy.expand(total - used - lacks)


def enough(cx: Context, slack: sympy.Expr, span: Span) -> None:
    """The storage must hold what the dummy argument declares: proved, assumed or refused."""
    slack = sympy.expand(slack)
    if cx.prover.nonneg(slack):
        return
    what = "an argument holds what is declared for it"
    if cx.prover.nonneg(-1 - slack) or not ask(cx, (slack,), what, span):
        raise AdcError.of(
            "ADC0231", "the argument is smaller than the array that it is passed for", span,
            help="pass an array of at least the declared size",
        )  # fmt: skip


__all__ = ["array_view", "associate", "declare", "in_sequence"]
