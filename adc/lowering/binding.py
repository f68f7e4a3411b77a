"""Names and their values: what an assignment binds, copies or stores."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, replace

from adc.diagnostics import AdcError, Span
from adc.ir import build
from adc.ir.dtypes import DType
from adc.ir.expressions import Apply, Const, Expr, IntValue, Read, reads, walk
from adc.ir.shapes import entries, same
from adc.ir.walking import rename_in_body
from adc.lowering.absent.unread import is_said
from adc.lowering.context import Cause, Context, containers_read
from adc.lowering.control.returns import RETURN
from adc.lowering.integers.conditions import compact, is_test_of_sizes
from adc.lowering.integers.folding import folded
from adc.lowering.integers.formulas import note_formula, rename_formula
from adc.lowering.integers.known import note_number
from adc.lowering.lengths.arrays import held_copy
from adc.lowering.lengths.creation import note_binding
from adc.lowering.lists.counted import Listed
from adc.lowering.masks.selections import copied
from adc.lowering.objects.heap import referred, token_of
from adc.lowering.objects.references import refers
from adc.lowering.positions.tables import integer_of
from adc.lowering.promotion import as_array, computed_integer
from adc.lowering.store import materialise, note_stretched, store
from adc.lowering.undecided import ByData
from adc.lowering.values import (
    Array,
    Bound,
    Complex,
    Grown,
    Held,
    Integer,
    Method,
    Selected,
    Undefined,
    Value,
    View,
    in_heap,
    of_view,
    places,
)


def stem_of(name: str) -> str:
    """The stem of the containers of the variable `name`; returned values are `return_0`, …, a field
    `s.u` that something sets is `s_u`."""
    if in_heap(name):
        return re.sub(r"\W+", "_", name).strip("_") or "item"
    name = re.sub(r"\.(re|im)a[lg]$", r"_\1", name)
    return f"return_{name.removeprefix(RETURN)}" if name.startswith(RETURN) else name


@dataclass(frozen=True)
class Before:
    """The state before a statement's right-hand side was evaluated."""

    statements: int
    containers: frozenset[str]

    @classmethod
    def of(cls, cx: Context) -> Before:
        return cls(len(cx.body), frozenset(cx.containers))


def bind(
    cx: Context, name: str, value: Value, span: Span | None, before: Before | None = None
) -> None:
    """`name = value`: views are bound, what is computed is stored under the variable's name.

    With `before`, an array that the statement itself has made is given the variable's name.
    """
    if isinstance(value, Undefined) and (value.unread or value.left_out or is_said(value)):
        cx.scope.names[name] = value
        return
    if isinstance(value, Undefined):
        raise AdcError.of("ADC0224", f"the value {value.reason}", span, help=value.help)
    if isinstance(value, Integer):
        cx.scope.names[name] = Integer(compact(cx, value.value, stem_of(name)))
        return
    if isinstance(value, ByData) and isinstance(value.numbers, Complex):
        bind_undecided(cx, name, value, span, before)
        return
    if isinstance(value, Complex):
        bind_complex(cx, name, value, span, before)
        return
    if id(value) in cx.entries:
        value = cx.entries[id(value)][1]
    if not isinstance(value, Array):
        cx.scope.names[name] = referred(cx, name, held(cx, name, value), bind, span)
        return
    if not value.is_shared:
        bind_scalar(cx, name, value, span, before)
    elif value.ways:
        cx.scope.names[name] = value
    elif value.view is not None:
        cx.scope.names[name] = named(cx, name, value, before)
    else:
        bind_computed(cx, name, value, span)


def bind_undecided(
    cx: Context, name: str, value: ByData, span: Span | None, before: Before | None
) -> None:
    """The numbers are bound, and what decides their type."""
    names = []
    for k, test in enumerate(value.decided):
        names.append(f"{name}.decided{k}")
        bind(cx, names[-1], test, span)
    bind_complex(cx, name, value.numbers, span, before)
    tests = tuple(cx.scope.names.pop(n) for n in names)
    cx.scope.names[name] = replace(value, items=(cx.scope.names[name], *tests))


def bind_complex(
    cx: Context, name: str, value: Complex, span: Span | None, before: Before | None
) -> None:
    """Each part is bound as if it were a variable, both as they were before either changes."""
    names, (real, imaginary) = cx.scope.names, complex_parts(name)
    current = names.pop(name, None)
    current = current.numbers if isinstance(current, ByData) else current
    if isinstance(current, Complex):
        names |= {real: current.re, imaginary: current.im}
    written = {c for (part, _), c in cx.scope.scalars.items() if part == real}
    written |= {cx.scope.owned[real]} if real in cx.scope.owned else set()
    im = settled(cx, value.im, written)
    bind(cx, real, value.re, span, before)
    bind(cx, imaginary, im, span, before)
    names = cx.scope.names
    names[name] = Complex((names.pop(real), names.pop(imaginary)))


def complex_parts(name: str) -> tuple[str, str]:
    """What the parts of the complex variable `name` are called."""
    return f"{name}.real", f"{name}.imag"


def bind_scalar(
    cx: Context, name: str, value: Array, span: Span | None, before: Before | None = None
) -> None:
    """Scalars are copied: literals and what no statement changes are bound as they are."""
    given = known_number(cx, value)
    value = known_integer(cx, given)
    expr = value.at(())
    if made_here(cx, value, before) and (name, value.dtype) not in cx.scope.scalars:
        bound = cx.scope.names[name] = named(cx, name, value, before)
        if bound.view and not name.startswith(RETURN):
            cx.scope.scalars[(name, value.dtype)] = bound.view.container
            cx.causes[bound.view.container] = Cause("assigned", name, span)
        return
    if (
        is_length(cx, expr)
        or is_literal(expr)
        or is_test_of_sizes(cx, expr)
        or of_a_table(cx, value)
        or value is not given
    ):
        cx.scope.names[name] = replace(value, stable=True)
        return
    if name.startswith(RETURN) and value.view is not None:
        cx.scope.names[name] = value
        return
    view = scalar_container(cx, name, value.dtype)
    warn_of_growth(cx, name, value, view, span)
    note_binding(cx, view.container, expr, by_statement=True)
    note_number(cx, view.container, expr)
    store(cx, view, value.dtype, value, span)
    cx.causes[view.container] = Cause("assigned", name, span)
    cx.scope.names[name] = of_view(view, value.dtype, weak=value.weak)


def known_number(cx: Context, value: Array) -> Array:
    """A number that is worked out of literals, as the literal that it is, where a length asks for
    it (`Learned.numbers`)."""
    found = folded(value.at(())) if cx.learned.numbers else None
    if found is None or not math.isfinite(found):
        return value
    size = build.const(abs(found), DType.FLOAT64)
    expr = build.apply("neg", size) if math.copysign(1.0, found) < 0 else size
    return replace(value, at=lambda p: expr)


def known_integer(cx: Context, value: Array) -> Array:
    """NumPy's integer that literals and sizes make, `np.floor(0.5 * 8.0).astype(int)`: as what it
    is, so that it may be a length."""
    expr = value.at(())
    found = computed_integer(expr) if isinstance(expr, Apply) else None
    if found is None or not cx.of_sizes(found):
        return value
    return replace(value, at=lambda _: IntValue(found), stable=True)


def is_length(cx: Context, expr: Expr) -> bool:
    """Whether `expr` is a length that nothing changes."""
    return isinstance(expr, Read) and expr.container in cx.told.capacity


def of_a_table(cx: Context, value: Array) -> bool:
    """Whether `value` is made of elements of integer arrays that nothing changes, and of these."""
    found = integer_of(cx, value)
    return found is not None and bool(entries(found))


def warn_of_growth(cx: Context, name: str, value: Array, view: View, span: Span | None) -> None:
    """An integer of Python that is multiplied again and again, or raised to what is no literal,
    may outgrow 64 bits."""
    if value.dtype is not DType.INT64 or not value.weak or cx.fortran:
        return
    products = [e for e in walk(value.at(())) if isinstance(e, Apply) and e.op in ("mul", "pow")]
    again = any(r.container == view.container for e in products for r in reads(e))
    if again or any(e.op == "pow" and grows(*e.args) for e in products):
        stem = stem_of(name)
        cx.warn(
            "ADC0238", f"the integer `{stem}` is kept in 64 bits and may outgrow them", span,
            help=f"let `{stem}` begin as a floating number, unless it stays below 2**63",
        )  # fmt: skip


def grows(base: Expr, exponent: Expr) -> bool:
    """Whether a power has no bound that the text shows: those of 1 and -1 stay what they are."""
    size = base.args[0] if isinstance(base, Apply) and base.op == "neg" else base
    unit = isinstance(size, Const) and build.const_value(size) == 1
    return not unit and not is_literal(exponent)


def made_here(cx: Context, value: Array, before: Before | None) -> bool:
    """Whether `value` is a scalar container that the statement itself has made."""
    if before is None or value.view is None:
        return False
    container = value.view.container
    return container not in before.containers and cx.containers[container].shape == ()


def held(cx: Context, name: str, value: Value) -> Value:
    """The items of a tuple, what a mask selects, or the owner of a method, kept from changing with
    what they are of."""
    if isinstance(value, Held) and token_of(cx, value) is not None:
        return value  # its parts are variables
    if isinstance(value, Held):
        return replace(value, items=tuple(held(cx, name, v) for v in value.items))
    if isinstance(value, Method | Bound):
        return replace(value, owner=held(cx, name, value.owner))  # type: ignore[arg-type]
    if isinstance(value, Selected):
        return held_copy(cx, value, stem_of(name))
    if not isinstance(value, Array) or value.stable or (value.is_shared and value.in_memory):
        return value
    if not value.is_shared and is_literal(value.at(())):
        return value
    view = materialise(cx, value, stem_of(name))
    number = not value.is_shared
    return of_view(view, value.dtype, weak=value.weak, stable=number, boxed=value.boxed)


def is_literal(expr: Expr) -> bool:
    if isinstance(expr, Apply) and expr.op == "neg":
        return isinstance(expr.args[0], Const)
    return isinstance(expr, Const)


def scalar_container(cx: Context, name: str, dtype: DType) -> View:
    """The one rank-0 container of the scalar variable `name` with this type."""
    known = cx.scope.scalars.get((name, dtype))
    if known is None:
        known = cx.user_name(stem_of(name))
        cx.new_container(known, dtype, ())
        cx.scope.scalars[(name, dtype)] = known
    return View(known, (), ())


def bind_computed(cx: Context, name: str, value: Array, span: Span | None) -> None:
    """A computed array: stored in place where the name alone owns a buffer that fits."""
    current = cx.scope.names.get(name)
    if isinstance(current, Array) and name in cx.scope.owned and reusable(cx, name, current, value):
        assert current.view is not None
        note_stretched(cx, current.view, value)
        store(cx, current.view, current.dtype, value, span)
        cx.unwatch(current.view.container)
        return
    view = materialise(cx, value, stem_of(name), user=True)
    note_formula(cx, view, value)
    cx.scope.names[name] = of_view(view, value.dtype, boxed=value.boxed)


def reusable(cx: Context, name: str, current: Array, value: Array) -> bool:
    """Whether the buffer of a name that a loop merges can take its new value."""
    view = current.view
    return (
        view is not None
        and view.container == cx.scope.owned[name]
        and current.shape == value.shape
        and current.boxed == value.boxed
        and current.dtype is value.dtype
        and not shared(cx, view.container, name)
        and not (view.container in cx.merged and (cx.ways or has_lists(cx)))
    )


def has_lists(cx: Context) -> bool:
    """Whether lists grow here: what is merged may be an item of one, where its new value is not."""
    return any(isinstance(value, Grown) for value in cx.scope.names.values())


def shared(cx: Context, container: str, name: str, live: frozenset[str] | None = None) -> bool:
    """Whether another name (of `live`, where given, or of a caller) stands for `container` too."""
    own, callers = cx.scope.names, [s.names for s in cx.scopes[:-1]]
    for other, value in own.items():
        if other != name and (live is None or other in live) and refers(value, container):
            return True
    return any(refers(v, container) for names in callers for v in names.values())


def named(cx: Context, name: str, value: Array, before: Before | None) -> Array:
    """`value`, its buffer renamed after the variable where this statement made the buffer."""
    view = value.view
    assert view is not None
    if before is None or view.container in before.containers or not is_whole(cx, view):
        return value
    if view.container in cx.prologue.names:
        return value  # it is the module's, though nothing has asked for it before
    if shared(cx, view.container, name):
        return value  # a call has kept it in an object, too
    new = cx.user_name(stem_of(name))
    table = {view.container: new}
    made = tuple(cx.body[before.statements :])
    cx.body[before.statements :] = list(rename_in_body(made, table))
    container = cx.containers.pop(view.container)
    cx.taken.discard(view.container)
    cx.containers[new] = replace(container, name=new)
    for record in (cx.written, cx.merged, cx.defaults, cx.stretched):
        if view.container in record:
            record[new] = record.pop(view.container)  # type: ignore[assignment]
    if view.container in cx.told.most:
        cx.told.most[new] = cx.told.most.pop(view.container)
    if view.container in cx.told.unknown_in:
        cx.told.unknown_in[new] = cx.told.unknown_in.pop(view.container)
    rename_formula(cx, view.container, new)
    cx.types.rename(view.container, new)
    cx.rename_watches(view.container, new)
    renamed = replace(view, container=new)
    return of_view(renamed, value.dtype, weak=value.weak, boxed=value.boxed)


def is_whole(cx: Context, view: View) -> bool:
    """Whether `view` is all of its container, as it lies."""
    shape = cx.containers[view.container].shape
    rank = len(shape)
    if len(view.shape) != rank or view.index != places(rank):
        return False
    return all(same(cx.extent(n), whole) for n, whole in zip(view.shape, shape, strict=True))


def settled(cx: Context, value: Value, written: set[str]) -> Value:
    """`value` kept from changing when the containers in `written` are."""
    if isinstance(value, Undefined) and value.value is not None:
        return replace(value, value=settled(cx, value.value, written))
    if isinstance(value, Held):
        return replace(value, items=tuple(settled(cx, v, written) for v in value.items))
    if isinstance(value, Listed):
        return value  # by reference
    if isinstance(value, Selected):
        changes = bool(containers_read(value.mask) & written)
        if not changes and not containers_read(value.array) & written:
            return value
        return copied(cx, value, "tmp", mask=changes)
    if isinstance(value, Array) and containers_read(value) & written:
        view = materialise(cx, value, "tmp")
        return of_view(view, value.dtype, weak=value.weak, boxed=value.boxed)
    return value


def as_scalar(value: Value, span: Span | None) -> Array | None:
    """`value` as a scalar, None where it is something else."""
    if isinstance(value, Integer):
        return as_array(value, span)
    return value if isinstance(value, Array) and value.shape == () else None
