"""Python's truth: conditions, `and`, `or`, `not`, and choices between two values.

`and` and `or` hand on one of their operands; only where nothing but its truth is asked for, in a
condition, does the truth of each operand do instead.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

import sympy

from adc.diagnostics import AdcError, Span
from adc.frontends import surface
from adc.ir import build
from adc.ir.dtypes import DType
from adc.ir.expressions import Apply, Const, reads
from adc.ir.node import Node
from adc.ir.nodes import Branch
from adc.lowering import elementwise
from adc.lowering.absent.unread import are_texts, said
from adc.lowering.broadcasting import is_one, show_shape
from adc.lowering.context import Context, containers_written
from adc.lowering.control.chosen_shapes import OtherShapesError
from adc.lowering.control.misfits import guarded_value
from adc.lowering.control.raising import lower_raising_if
from adc.lowering.control.size_cases import noted, one_case
from adc.lowering.fortran.evaluation_order import check_order
from adc.lowering.integers.conditions import integer_compare, picked, settled_condition, when
from adc.lowering.lengths.paths import met
from adc.lowering.merging import note_kinds, own_test, same_value, several
from adc.lowering.objects.classes import member
from adc.lowering.objects.heap import token_of
from adc.lowering.objects.record_types import RecordType
from adc.lowering.precisions import refuse_two
from adc.lowering.promotion import is_literal_bool
from adc.lowering.store import materialise
from adc.lowering.values import (
    Array,
    Complex,
    Integer,
    Items,
    Keywords,
    Nothing,
    Record,
    Selected,
    Text,
    Value,
    of_view,
    scalar,
)


def one_truth(value: Value, span: Span) -> Array:
    """`value` as a single truth value."""
    known = known_truth(value)
    if known is not None:
        return elementwise.literal(str(known), DType.BOOL)
    array = elementwise.truth(value, span)
    if array.shape and not all(n == 1 for n in array.shape):
        raise AdcError.of(
            "ADC0226", "the truth of an array with more than one element is ambiguous", span,
            help="use `.any()` or `.all()`, or `np.where` for a choice by element",
        )  # fmt: skip
    if array.shape:
        zeros = tuple(sympy.Integer(0) for _ in array.shape)
        return scalar(array.at(zeros), weak=array.weak)
    return array


def known_truth(value: Value) -> bool | None:
    """The truth of None, of a literal, a text or a tuple; None for what is known at run time."""
    if isinstance(value, Nothing):
        return False
    if isinstance(value, (Record, RecordType)):
        asked = ("__bool__", "__len__")
        own = isinstance(value, Record) and any(member(value.type.classes, n) for n in asked)
        return None if own else True
    if isinstance(value, (Items, Keywords)):
        return bool(value.items)
    if isinstance(value, Text):
        return bool(value.value)
    if isinstance(value, Integer):
        return bool(value.value != 0) if value.value.is_Integer else None
    expr = value.at(()) if isinstance(value, Array) and not value.shape else None
    return bool(build.const_value(expr)) if isinstance(expr, Const) else None


def truth(cx: Context, value: Value, span: Span) -> Array:
    """What `bool(value)` gives: True and False of Python, which count as 1 and 0."""
    if isinstance(value, Integer):
        return integer_compare(cx, "!=", value.value, sympy.Integer(0))
    return replace(one_truth(value, span), weak=True)


def condition(cx: Context, expr: surface.Expr) -> Value:
    """The value of `expr` where only its truth is asked for."""
    if cx.fortran:
        return cx.evaluate(expr)
    if isinstance(expr, surface.Logical):
        return _joined(cx, expr, handing_on=False)
    value = cx.evaluate(expr)
    if isinstance(value, Integer) or known_truth(value) is not None:
        return truth(cx, value, expr.span)
    return value


def negation(cx: Context, expr: surface.Unary) -> Value:
    """`not operand`."""
    value = condition(cx, expr.operand)
    known = is_literal_bool(value)
    if known is not None:
        return elementwise.literal(str(not known), DType.BOOL)
    test = value if cx.fortran else one_truth(value, expr.span)
    inner = test.at(()) if isinstance(test, Array) and not test.shape else None
    if isinstance(inner, Apply) and inner.op == "not":
        return scalar(inner.args[0], weak=not cx.fortran)
    result = elementwise.logical(cx, "not", [test], expr.span)
    return result if cx.fortran else replace(result, weak=True)


def logical(cx: Context, expr: surface.Logical) -> Value:
    """`and` and `or` as values."""
    return _joined(cx, expr, handing_on=not cx.fortran)


def _joined(cx: Context, expr: surface.Logical, handing_on: bool) -> Value:
    """`and`/`or`; Fortran's on arrays evaluate both sides."""
    operand_of = Context.evaluate if handing_on else condition
    starts = [len(cx.body)]
    result = operand_of(cx, expr.operands[0])
    for place, operand in enumerate(expr.operands[1:], start=1):
        starts.append(len(cx.body))
        if isinstance(result, Array) and result.shape and cx.fortran:
            right = cx.evaluate(operand)
            check_order(cx, expr.operands[: place + 1], [result, right], starts)
            result = elementwise.logical(cx, expr.op, [result, right], expr.span)
            continue
        test = truth(cx, result, expr.span)
        known = is_literal_bool(test)
        if known is not None and known == (expr.op == "or"):
            return result
        if known is not None:
            result = operand_of(cx, operand)
            continue
        test, right = evaluated_if(cx, test, expr.op, operand, partial(operand_of, cx, operand))
        if cx.fortran:
            check_order(cx, expr.operands[: place + 1], [result, right], starts)
        result = (
            _decided(cx, expr, test, result, right)
            if handing_on
            else and_or(cx, expr.op, test, right, expr.span)
        )
    return result


def chained(
    cx: Context,
    expr: surface.Compare,
    compare: Callable[[str, Value, Value], Value],
    first: list[Value],
) -> Value:
    """`a < b < c …`, `first` being the values of a and b: c is evaluated where a < b holds, and
    so on. `compare` compares two values."""
    before = first[1]
    result = compare(expr.ops[0], *first)

    def further(op: str, operand: surface.Expr) -> Value:
        nonlocal before
        left, before = before, cx.evaluate(operand)
        return compare(op, left, before)

    for op, operand in zip(expr.ops[1:], expr.operands[2:], strict=True):
        test = truth(cx, result, expr.span)
        known = is_literal_bool(test)
        if known is not None and not known:
            return result
        if known is not None:
            result = further(op, operand)
            continue
        test, right = evaluated_if(cx, test, "and", operand, partial(further, op, operand))
        result = and_or(cx, "and", test, right, expr.span)
    return result


def evaluated_if(
    cx: Context, test: Array, op: str, operand: surface.Expr, evaluated: Callable[[], Value]
) -> tuple[Array, Value]:
    """`test`, and what `evaluated` gives for `operand`, the right side of `test and …` or
    `test or …`: it must not have effects, and statements that it needs run only where it is
    evaluated."""
    before = frozenset(cx.containers)
    with cx.block() as needed, when(cx, test, op == "and") as region:
        right = evaluated()
    right = guarded_value(cx, region, needed, right)
    if needed:
        refuse_effects(cx, needed, operand, before)
        test = settled_condition(cx, test, operand.span)
        sides = (needed, []) if op == "and" else ([], needed)
        cx.body.append(Branch(test.at(()), tuple(sides[0]), tuple(sides[1]), operand.span))
    return test, right


def _decided(cx: Context, expr: surface.Logical, test: Array, left: Value, right: Value) -> Value:
    """The operand that `left and right` or `left or right` hands on; `test` is the left's truth."""
    if all(isinstance(v, Array) and v.dtype is DType.BOOL and not v.shape for v in (left, right)):
        weak = all(isinstance(v, Array) and v.weak for v in (left, right))
        return replace(and_or(cx, expr.op, test, right, expr.span), weak=weak)
    pair = (right, left) if expr.op == "and" else (left, right)
    return choice(cx, test, *pair, expr.span)


def refuse_effects(
    cx: Context, needed: list[Node], operand: surface.Expr, known: frozenset[str]
) -> None:
    """Statements of an operand that may not be evaluated: harmless if they fill temporaries, none
    of the containers `known` before, but for the states of random numbers, on which nothing else
    depends."""
    changed = containers_written(needed, 0) & known - cx.random.containers
    if any(container in cx.written for container in changed):
        raise AdcError.of(
            "ADC0223", "a call that writes its arguments may not be reached here", operand.span,
            help="put the call on a line of its own under an `if`",
        )  # fmt: skip


def and_or(cx: Context, op: str, left: Value, right: Value, span: Span) -> Array:
    """Short-circuit on scalars, written with `where` so that only what is needed is evaluated."""
    first, second = one_truth(left, span), one_truth(right, span)
    known = is_literal_bool(first)
    if known is not None:
        return second if known == (op == "and") else first
    behind = is_literal_bool(second)
    if behind is not None and behind == (op == "or"):
        return second  # what stands before it has been evaluated, and changes nothing
    a, b = first.at(()), second.at(())
    constant = Const("False" if op == "and" else "True", DType.BOOL)
    weak = first.weak and second.weak
    if not reads(b):
        return scalar(build.apply(op, a, b), weak=weak)
    expr = build.where(a, b, constant) if op == "and" else build.where(a, constant, b)
    return scalar(expr, weak=weak)


def conditional(cx: Context, expr: surface.Conditional) -> Value:
    """`then if condition else orelse`: only one of the two is evaluated."""
    decided = condition(cx, expr.condition)
    known = is_literal_bool(decided)
    if known is not None:
        return cx.evaluate(expr.then if known else expr.orelse)
    test = one_truth(decided, expr.condition.span)
    statement = surface.If(expr.condition, (), (), expr.span)
    kept = one_case(cx, statement, test)
    if kept is not statement:  # in place of the other arm stands an exception
        lower_raising_if(cx, test, bool(kept.then), kept.then or kept.orelse, expr.span)
        return cx.evaluate(expr.orelse if kept.then else expr.then)
    before = frozenset(cx.containers)
    with cx.block() as for_then, when(cx, decided, True) as region:
        then = cx.evaluate(expr.then)
    then = guarded_value(cx, region, for_then, then)
    with cx.block() as for_orelse, when(cx, decided, False) as region:
        orelse = cx.evaluate(expr.orelse)
    orelse = guarded_value(cx, region, for_orelse, orelse)
    with noted(cx, statement, test, ({"": then}, {"": orelse})):
        longer = _of_two_lengths(cx, (then, orelse), (for_then, for_orelse), expr.span)
        if longer is not None:
            then = orelse = longer
        elif _one_in_memory(then, orelse):
            then = _in_memory(cx, then, for_then)
            orelse = _in_memory(cx, orelse, for_orelse)
        if for_then or for_orelse:
            refuse_effects(cx, [*for_then, *for_orelse], expr, before)
            settled = settled_condition(cx, test, expr.span)
            cx.body.append(Branch(settled.at(()), tuple(for_then), tuple(for_orelse), expr.span))
            return choice(cx, settled, then, orelse, expr.span)
        return choice(cx, test, then, orelse, expr.span)


def _of_two_lengths(
    cx: Context, values: tuple[Value, Value], bodies: tuple[list[Node], list[Node]], span: Span
) -> Value | None:
    """The one of two arrays of different lengths, which data may decide, that is evaluated; None
    where they are none."""
    names = cx.scope.names
    sides = [(dict(names), body) for body in bodies]
    found = met(cx, "chosen", values, sides, span)
    cx.scope.names = names
    if found is not None:
        arrays = [v.array if isinstance(v, Selected) else v for v in values]
        _note_choice(cx, found.array, arrays, span)
    return found


def _one_in_memory(then: Value, orelse: Value) -> bool:
    """Whether one of two arrays is in memory, where another name may see what is written to it."""
    return (
        isinstance(then, Array)
        and isinstance(orelse, Array)
        and (bool(then.shape and orelse.shape) or then.boxed or orelse.boxed)
        and (then.in_memory or orelse.in_memory)
    )


def _in_memory(cx: Context, value: Value, body: list[Node]) -> Value:
    """`value` in memory, put there by the statements `body` where it is computed."""
    if not isinstance(value, Array) or value.in_memory:
        return value
    with cx.block() as more:
        view = materialise(cx, value, "chosen")
    body += more
    return of_view(view, value.dtype, weak=value.weak, boxed=value.boxed)


def refuse_choice(cx: Context, then: Value, orelse: Value, span: Span) -> None:
    """ADC0212 where one of two objects is chosen that something changes."""
    tokens = [token_of(cx, value) for value in (then, orelse)]
    if tokens[0] is not tokens[1]:
        raise AdcError.of(
            "ADC0212", "one of several objects, which something changes, is not supported", span,
            help="write an `if`, and use the object in its branches",
        )  # fmt: skip


def choice(cx: Context, test: Array, then: Value, orelse: Value, span: Span) -> Value:
    """The one of two values that `test` picks: both have one shape, the other is not evaluated."""
    refuse_choice(cx, then, orelse, span)
    if same_value(then, orelse) and not isinstance(then, Array):
        return then
    if are_texts((then, orelse)):
        return said(span)
    chosen = None if cx.fortran else picked(cx, test.at(()), [then, orelse], "chosen")
    if isinstance(chosen, Integer):
        return chosen
    if isinstance(then, Items) and isinstance(orelse, Items):
        return _choice_of_items(cx, test, then, orelse, span)
    if isinstance(then, Record) and isinstance(orelse, Record):
        return _choice_of_objects(cx, test, then, orelse, span)
    if isinstance(then, Complex) and isinstance(orelse, Complex):
        parts = zip(then.items, orelse.items, strict=True)
        return Complex(tuple(choice(cx, test, a, b, span) for a, b in parts))
    if not cx.fortran:
        refuse_two(cx, "this", (then, orelse), span)
        _refuse_other_shapes(then, orelse, span)
        if _one_in_memory(then, orelse):
            return _choice_of_arrays(cx, test, then, orelse, span)
    return note_kinds(
        cx, elementwise.where(cx, [test, then, orelse], span, weak_ok=True), (then, orelse), span
    )


def _choice_of_arrays(cx: Context, test: Array, then: Value, orelse: Value, span: Span) -> Value:
    """Python hands on the array itself: what is written to the value is written to that one."""
    one = several(cx, own_test(cx, test.at(())), then, orelse)
    if one is not None:
        return one
    value = elementwise.where(cx, [test, then, orelse], span, weak_ok=True)
    made = materialise(cx, value, "chosen")
    boxed = isinstance(then, Array) and isinstance(orelse, Array) and (then.boxed or orelse.boxed)
    chosen = of_view(made, value.dtype, boxed=boxed)
    _note_choice(cx, chosen, (then, orelse), span)
    return chosen


def _note_choice(cx: Context, chosen: Array, parts: Sequence[Value], span: Span) -> None:
    """Nothing may write to `chosen` or to the one of `parts` that it is."""
    assert chosen.view is not None
    made = chosen.view.container
    for source in (v for part in parts if isinstance(part, Array) for v in part.stored):
        assert source.view is not None
        cx.merged[made] = ("the choice", span)
        cx.watch(source.view.container, made, "the choice", span)


def _choice_of_items(cx: Context, test: Array, then: Items, orelse: Items, span: Span) -> Value:
    if len(then.items) != len(orelse.items) or replace(then, items=()) != replace(orelse, items=()):
        raise AdcError.of(
            "ADC0212", "the two tuples of this choice have different lengths", span,
            help="give both the same number of items",
        )  # fmt: skip
    pairs = zip(then.items, orelse.items, strict=True)
    return replace(then, items=tuple(choice(cx, test, a, b, span) for a, b in pairs))


def _choice_of_objects(cx: Context, test: Array, then: Record, orelse: Record, span: Span) -> Value:
    if then.type != orelse.type or then.type.kind == "enum":
        raise AdcError.of(
            "ADC0212", "data choose one of two objects here, of different classes or members", span,
            help="write an `if`, and use the object in its branches",
        )  # fmt: skip
    pairs = zip(then.items, orelse.items, strict=True)
    return replace(then, items=tuple(choice(cx, test, a, b, span) for a, b in pairs))


def _refuse_other_shapes(then: Value, orelse: Value, span: Span) -> None:
    """Python hands on one value as it is; nothing is stretched to the shape of the other."""
    shapes = [v.shape if isinstance(v, Array) else () for v in (then, orelse)]
    same_rank = len(shapes[0]) == len(shapes[1])
    if same_rank and all(is_one(a) == is_one(b) for a, b in zip(*shapes, strict=True)):
        return
    shown = " and ".join(show_shape(s) for s in shapes)
    error = OtherShapesError.of(
        "ADC0212", f"this is one of two values of different shapes: {shown}", span,
        help="give both one shape, or choose under an `if` by names of their own",
    )  # fmt: skip
    assert isinstance(error, OtherShapesError)
    error.one_number = () in shapes
    raise error
