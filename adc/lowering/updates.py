"""`target op= value` of names, elements, fields and items: in place for arrays."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext

import sympy

from adc.diagnostics import AdcError, Span
from adc.frontends import surface
from adc.frontends.names import walk
from adc.ir.dtypes import DType
from adc.lowering import elementwise
from adc.lowering.absent.returned import computed_with, computing_with
from adc.lowering.absent.unread import is_said, said
from adc.lowering.assignments import each_way, elements, owner_of, put_elements, refuse_ways
from adc.lowering.binding import Before, bind
from adc.lowering.boxes import refuse_unsure
from adc.lowering.complex import by_data
from adc.lowering.complex.stores import stored_in
from adc.lowering.complex.values import (
    elements_of_complex,
    update_complex,
)
from adc.lowering.context import Context, containers_written
from adc.lowering.control.chosen_shapes import chosen_in_arms
from adc.lowering.effects import noting_changes
from adc.lowering.expressions import binary, evaluate, evaluate_all
from adc.lowering.indexing import Item, subscript
from adc.lowering.lengths.parts import in_memory
from adc.lowering.lists.counted import Listed, settable_number
from adc.lowering.lists.extended import note_added
from adc.lowering.lists.growing import check_alone, item_of_list
from adc.lowering.lists.items import item_of
from adc.lowering.lists.listed import check_item, is_of_arrays, settable
from adc.lowering.lists.methods import set_slice
from adc.lowering.lists.operands import beside_array
from adc.lowering.masks.complex import SelectedComplex
from adc.lowering.masks.selections import refused
from adc.lowering.masks.stores import by_mask, put_selected_complex, update_by_mask, update_selected
from adc.lowering.masks.subscripts import is_selected
from adc.lowering.numbers_on_paths import after_update, number_on_a_path
from adc.lowering.objects.changes import (
    changes_in_place,
    extended,
    kept_meanwhile,
    part_to_update,
    set_field,
    set_one_of,
)
from adc.lowering.objects.heap import has_changed, refuse_unchangeable, set_part
from adc.lowering.objects.special_methods import updated_object
from adc.lowering.positions.gathers import has_list
from adc.lowering.positions.subscripts import has_positions
from adc.lowering.positions.updates import UpdateOf, update_at
from adc.lowering.promotion import as_array
from adc.lowering.store import accumulate, put
from adc.lowering.subscripting import subscript_items
from adc.lowering.texts import makes_text
from adc.lowering.undecided import ByData
from adc.lowering.updated_places import read_in_place, refuse_moved, with_calls_made
from adc.lowering.values import (
    Array,
    Complex,
    Grown,
    Integer,
    Items,
    Keywords,
    Record,
    Selected,
    Text,
    Value,
    View,
    of_view,
)


def lower_augmented(cx: Context, statement: surface.AugmentedAssign) -> None:
    """`target op= value`: in place for arrays, a new value for numbers."""
    statement = with_calls_made(cx, statement)
    op, span, before = statement.op, statement.span, Before.of(cx)
    if updated_part(cx, statement) or _says_more(cx, statement):
        return
    if isinstance(statement.target, surface.Attribute):
        _update_property(cx, statement.target, op, statement.value, span)
        return
    read = read_in_place(cx, statement)
    with chosen_in_arms(cx, statement), computing_with(cx, statement.value):
        value = evaluate(cx, statement.value)
    refuse_moved(cx, read, before)
    if isinstance(statement.target, surface.Subscript):
        (value,) = computed_with(cx, [value], [statement.value])
        _update_elements(cx, statement.target, op, value, before, span)
        return
    if not isinstance(statement.target, surface.Name):
        raise AdcError.of(
            "ADC0213", "this cannot be updated", statement.target.span, help="update a name"
        )
    current = evaluate(cx, statement.target)
    _, value = computed_with(cx, [current, value], [statement.target, statement.value])
    if isinstance(current, ByData) and current.shape:
        raise AdcError.of(
            "ADC0213", "this update of what data make real or complex is not supported", span,
            help="assign the result: `w = w + …`",
        )  # fmt: skip
    if isinstance(current, Array) and current.is_shared:
        value = beside_array(cx, by_data.either(cx, value, span), current, span)
    if isinstance(current, Listed):
        note_added(cx, op, value, span, counted=True)
    if isinstance(current, Selected) and current.own:
        update_selected(cx, current, op, value, span)
        return
    if isinstance(current, SelectedComplex):
        put_selected_complex(cx, current, binary(cx, op, current, value, span), span)
        return
    if isinstance(current, Selected):
        refuse_shared(cx, statement.target.name, current, span)
    if isinstance(current, Array) and current.is_shared:
        refuse_unsure(cx, current, statement.target.name, span)
        update_array(cx, current, op, value, span)
        return
    if isinstance(current, Complex) and current.re.is_shared:
        array = _is_array(cx, value, current.re)
        update_complex(cx, current, binary(cx, op, current, value, span), span)
        for part in (current.re, current.im) if array else ():
            _is_array_by_now(cx, part)
        return
    if isinstance(current, Items) and current.is_list and extended(cx, current, op, value, span):
        return
    if isinstance(current, Grown) or (isinstance(current, Items) and current.is_list):
        note_added(cx, op, value, span)
        check_alone(cx, statement.target.name, current, span)
    bind(cx, statement.target.name, updated_value(cx, op, current, value, span), span)


def _says_more(cx: Context, statement: surface.AugmentedAssign) -> bool:
    """`message += "…"` of a text that is made of data, or where that is added to one."""
    target = statement.target
    current = cx.scope.names.get(target.name) if isinstance(target, surface.Name) else None
    if statement.op != "+" or current is None:
        return False
    if not is_said(current) and not isinstance(current, Text):
        return False
    if not isinstance(target, surface.Name) or not makes_text(statement.value):
        return False
    added = evaluate(cx, statement.value)
    known = isinstance(current, Text) and isinstance(added, Text)
    made = binary(cx, "+", current, added, statement.span) if known else said(statement.span)
    cx.scope.names[target.name] = made
    return True


def _update_property(
    cx: Context, target: surface.Attribute, op: str, given: surface.Expr, span: Span
) -> None:
    """`owner.name op= given` of a property that gives a number: what it gives is set anew."""
    current, value = evaluate_all(cx, [target, given])
    if isinstance(current, Array) and current.is_shared and _is_of_complex(cx, target):
        update_array(cx, current, op, value, span)
        return
    shared = isinstance(current, Array) and current.is_shared
    if not isinstance(current, (Array, Integer)) or shared:
        raise AdcError.of(
            "ADC0213", "this property is updated in place", target.span,
            help=f"write it out: `x.{target.name} = x.{target.name} {op} …`",
        )  # fmt: skip
    set_field(cx, target, binary(cx, op, current, value, span), span)


def _is_of_complex(cx: Context, target: surface.Attribute) -> bool:
    """Whether it is the real or the imaginary part of an array of complex numbers."""
    named = isinstance(target.value, surface.Name) and target.name in ("real", "imag")
    return named and isinstance(evaluate(cx, target.value), Complex)


def _update_elements(
    cx: Context, target: surface.Subscript, op: str, value: Value, before: Before, span: Span
) -> None:
    """`owner[items] op= value`, which was evaluated after what was there `before`."""
    whole, items = _place(cx, target, span)
    if isinstance(whole, (Array, Selected)) and not isinstance(whole, Listed):
        value = beside_array(cx, value, whole, span)
    if isinstance(whole, Complex):
        refuse_read_before(cx, stored_in(whole), before.statements, span)
        new = binary(cx, op, elements_of_complex(cx, whole, items, target), value, span)
        put_elements(cx, target, whole, items, new, span)
        return
    if isinstance(whole, Grown) and is_of_arrays(whole, items):
        owner: Array | Selected = whole.stored
    elif isinstance(whole, Grown):
        owner = settable(cx, whole, items, target.span)
        one = isinstance(items[0][0], Integer)
        # Which one data choose: all items are of one kind.
        at_first = of_view(whole.view(sympy.Integer(0)), whole.dtype, weak=whole.weak)
        item = item_of_list(cx, whole, items, target.span) if one else at_first
        check_item(cx, whole, binary(cx, op, item, value, span), span)
    else:
        counted = _settable(cx, whole, items, op, value, span)
        owner, items = in_memory(cx, counted or owner_of(cx, whole, target), items, span)
    if by_mask(owner, items):
        update_by_mask(cx, owner, items, op, value, before, span)
        return
    assert isinstance(owner, Array)
    one_by_one = has_list(items) or has_positions(cx, items)
    if one_by_one or owner.ways:
        refuse_read_before(cx, stored_in(owner), before.statements, span)
    if one_by_one:
        refuse_ways(owner, span)
        update_at(cx, owner, items, UpdateOf(op, value, update), target)
        return
    if owner.ways:
        found = subscript(cx, owner, items, span, target.exact)
        each_way(cx, found, lambda v, t: update(cx, v, t, op, value, span), span)
        return
    view, dtype = elements(cx, target, owner, items)
    if not view.shape:
        refuse_read_before(cx, {view.container}, before.statements, span)
    update(cx, view, dtype, op, value, span)


def _settable(
    cx: Context, whole: Value, items: list[Item], op: str, value: Value, span: Span
) -> Selected | None:
    """The numbers of a list that grows under a test, of which one is updated."""
    if not isinstance(whole, Listed) or whole.spec.shape or whole.array.view is None:
        return None
    view = whole.array.view.select((), (sympy.Integer(0),))
    item = of_view(view, whole.spec.dtype, weak=whole.spec.weak)  # all are of one kind
    return settable_number(cx, whole, items, binary(cx, op, item, value, span), span)


def _place(cx: Context, target: surface.Subscript, span: Span) -> tuple[Value, list[Item]]:
    """The owner and the subscripts. Python evaluates them before the value, which was evaluated by
    now: that makes no difference where they change nothing (ADC0223)."""
    calls = not cx.fortran and any(isinstance(n, surface.Call) for n in walk(target))
    noting: AbstractContextManager[list[str]] = noting_changes(cx) if calls else nullcontext([])
    with noting as changed:
        whole = evaluate(cx, target.value)
        items = subscript_items(cx, target)
    if changed:
        raise changes_in_place(changed[0], target.span)
    return whole, items


def refuse_shared(cx: Context, name: str, value: Selected, span: Span) -> None:
    """ADC0211 where another name stands for `value`, too, which gets a new value in its place."""
    others = [
        v for scope in cx.scopes for n, v in scope.names.items() if (n, scope) != (name, cx.scope)
    ]  # fmt: skip
    if any(v is value or (isinstance(v, Selected) and v.mask is value.mask) for v in others):
        raise AdcError.of(
            "ADC0211", f"`{name}` is updated, and another name stands for the same array", span,
            help=f"write `{name} = {name} + …`, which makes a new array",
        )  # fmt: skip


def refuse_read_before(cx: Context, containers: set[str], start: int, span: Span) -> None:
    """ADC0223 where the statements from `start` on write to what Python has read before them."""
    if containers & containers_written(cx.body, start):
        raise AdcError.of(
            "ADC0223", "a call changes the element that is read before it", span,
            help="put the call on a line of its own",
        )  # fmt: skip


def updated_part(cx: Context, statement: surface.AugmentedAssign) -> bool:
    """Lowers the update of a field or an item: arrays in place, numbers anew. False for any other
    target."""
    if _updated_slice(cx, statement):
        return True
    found = part_to_update(cx, statement.target)
    if found is None:
        return False
    owner, position, current, is_field = found
    op, span = statement.op, statement.span
    with chosen_in_arms(cx, statement), computing_with(cx, statement.value):
        value = evaluate(cx, statement.value)
    _, value = computed_with(cx, [current, value], [statement.target, statement.value])
    owner = kept_meanwhile(cx, owner, position, span)
    complex_array = isinstance(current, Complex) and current.re.is_shared
    selected = is_selected(current) and not isinstance(current, Listed)
    if selected and not isinstance(position, int):
        raise refused("an update of one of several parts that masks select is not supported", span)
    if not isinstance(position, int) and not complex_array:
        set_one_of(cx, owner, position, binary(cx, op, current, value, span), span)
        return True
    array = selected or complex_array or (isinstance(current, Array) and current.is_shared)
    frozen = isinstance(owner, Items) and not owner.is_list
    if frozen or (is_field and isinstance(owner, Record) and owner.type.frozen) or not array:
        refuse_unchangeable(cx, owner, span)
    if isinstance(current, SelectedComplex):
        put_selected_complex(cx, current, binary(cx, op, current, value, span), span)
    elif isinstance(current, Selected) and selected:
        _update_own(cx, current, op, value, span)
    elif isinstance(current, Complex) and complex_array:
        update_complex(cx, current, binary(cx, op, current, value, span), span)
    elif isinstance(current, Array) and array:
        refuse_unsure(cx, current, "", span)
        update_array(cx, current, op, value, span)
    elif isinstance(position, int) and not (
        isinstance(current, Items) and extended(cx, current, op, value, span)
    ):
        set_part(cx, owner, position, updated_value(cx, op, current, value, span), bind, span)
    return True


def _updated_slice(cx: Context, statement: surface.AugmentedAssign) -> bool:
    """`xs[i:j] op= value` of a list, whose items are replaced by those of what `op` makes of them;
    False for anything else."""
    target, span = statement.target, statement.span
    if not isinstance(target, surface.Subscript) or not isinstance(target.value, surface.Name):
        return False
    owner = evaluate(cx, target.value)
    alone = len(target.items) == 1 and isinstance(target.items[0], surface.Slice)
    if not alone or not isinstance(owner, Items) or not owner.is_list:
        return False
    items = subscript_items(cx, target)
    current = item_of(cx, owner, items, target.span)
    value = evaluate(cx, statement.value)
    if has_changed(cx, owner):
        raise AdcError.of(
            "ADC0223", "a call changes the list whose items are updated", span,
            help="put the call on a line of its own",
        )  # fmt: skip
    return set_slice(cx, owner, items, binary(cx, statement.op, current, value, span), span)


def _update_own(cx: Context, current: Selected, op: str, value: Value, span: Span) -> None:
    """`current op= value` of a copy of what a mask selects, which others may hold, too."""
    if not current.own:
        raise refused("an update of what a mask selects is not supported here", span,
                      "give it a name first: `b = a[m]`")  # fmt: skip
    update_selected(cx, current, op, value, span)


def updated_value(cx: Context, op: str, current: Value, value: Value, span: Span) -> Value:
    """What `current op= value` binds a name or a field to."""
    if isinstance(current, Keywords):
        raise AdcError.of(
            "ADC0213", f"a dictionary is updated in place by `{op}=`", span,
            help="write `p.update(…)`, or `p = p | …`, which makes a new one",
        )  # fmt: skip
    own = updated_object(cx, op, current, value, span) if isinstance(current, Record) else None
    return binary(cx, op, current, value, span) if own is None else own


def update_array(cx: Context, current: Array, op: str, value: Value, span: Span) -> None:
    """`current op= value` of an array, in place."""
    if current.ways:
        each_way(cx, current, lambda v, t: update(cx, v, t, op, value, span), span)
        return
    if current.view is None:
        raise AdcError.of(
            "ADC0232", "this array cannot be written", span, help="make a copy: `.copy()`"
        )
    container, known = current.view.container, elementwise.ARITHMETIC.get(op)
    filled = after_update(cx, current, known, value) if known else None
    cx.will_write(container, span)
    array = _is_array(cx, value, current)
    update(cx, current.view, current.dtype, op, value, span)
    if array:
        _is_array_by_now(cx, current)
    elif filled is not None:
        cx.stretched[container] = filled


def _is_array(cx: Context, value: Value, current: Array) -> bool:
    """Whether it is an array of the shape of `current` on all paths."""
    if isinstance(value, Complex):
        return _is_array(cx, value.re, current) or _is_array(cx, value.im, current)
    if not isinstance(value, Array) or not value.shape or value.rank != current.rank:
        return False
    alike = all((a == 1) == (b == 1) for a, b in zip(value.shape, current.shape, strict=True))
    return alike and not number_on_a_path(cx, value)


def _is_array_by_now(cx: Context, value: Array) -> None:
    """Notes that what an array was added to is one on all paths."""
    if value.view is not None:
        cx.stretched.pop(value.view.container, None)


def update(cx: Context, view: View, dtype: DType, op: str, value: Value, span: Span) -> None:
    """`view op= value` on stored elements."""
    if op not in elementwise.ARITHMETIC:
        result = binary(cx, op, of_view(view, dtype), value, span)
        put(cx, view, dtype, as_array(result, span), span)
        return
    accumulate(cx, view, dtype, elementwise.ARITHMETIC[op], as_array(value, span), span)
