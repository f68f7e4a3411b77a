"""Statements of a function's body."""

from __future__ import annotations

from dataclasses import replace

from adc.diagnostics import AdcError, InternalError
from adc.frontends import surface
from adc.ir import shapes
from adc.ir.declarations import Assumption
from adc.ir.node import Node
from adc.ir.nodes import Branch
from adc.lowering.absent.unread import is_unread
from adc.lowering.assignments import lower_assign
from adc.lowering.binding import Before, bind
from adc.lowering.closures import closure, handed_out
from adc.lowering.context import Context, copy_watches
from adc.lowering.control.data_loops import DataLoopError
from adc.lowering.control.misfits import guard, pass_on
from adc.lowering.control.raising import (
    demanded,
    demanded_by,
    lower_failing,
    lower_raise,
    lower_raising_if,
    raises_always,
)
from adc.lowering.control.regions import Region
from adc.lowering.control.returns import RETURN, form_of, is_constant, return_name
from adc.lowering.control.size_cases import noted, one_case, rare_arm
from adc.lowering.control.where_run import ask, equal_where_run
from adc.lowering.expressions import evaluate, evaluate_all, lookup
from adc.lowering.filled import Fillings, joined
from adc.lowering.fortran.association import associate, declare
from adc.lowering.fortran.overlaps import check_overlaps
from adc.lowering.fortran.section_loops import by_loops, loops_instead
from adc.lowering.integers.assumptions import slacks
from adc.lowering.integers.conditions import settled_condition, when
from adc.lowering.lists.extended import append, extend, note_arranged
from adc.lowering.lists.running import handed_on
from adc.lowering.logic import condition as condition_of
from adc.lowering.logic import one_truth
from adc.lowering.loops import lower_loop
from adc.lowering.merging import merge_branches, new_views
from adc.lowering.objects.entries import refuse_entries
from adc.lowering.objects.heap import live_parts, swept, token_of
from adc.lowering.objects.held_parts import apart_on_both, put_together
from adc.lowering.objects.object_paths import matched
from adc.lowering.promotion import is_literal_bool
from adc.lowering.updates import lower_augmented
from adc.lowering.values import (
    Items,
    Nothing,
    Text,
    Value,
    View,
)  # fmt: skip


def lower_body(cx: Context, body: tuple[surface.Statement, ...]) -> None:
    """Emits the statements of `body` in order."""
    for statement in body:
        cx.span = statement.span
        live = cx.scope.live_after.get(id(statement), frozenset())
        cx.scope.live = live | live_parts(cx.scope.names)
        cx.scope.taken = []
        lower_statement(cx, statement)
        swept(cx, live)


def lower_statement(cx: Context, statement: surface.Statement) -> None:
    cx.told.statements += 1
    if cx.told.data_loops and cx.told.statements > cx.told.enough:
        raise DataLoopError(*cx.told.data_loops)
    if cx.fortran and not by_loops(cx, statement, lower_body):
        try:
            if isinstance(statement, surface.Assign):
                check_overlaps(cx, statement)
            lower_as_it_is(cx, statement)
        except AdcError as error:
            loops_instead(cx, statement, error)
            raise
    elif not cx.fortran:
        lower_as_it_is(cx, statement)


def lower_as_it_is(cx: Context, statement: surface.Statement) -> None:
    match statement:
        case surface.Assign():
            lower_assign(cx, statement)
        case surface.AugmentedAssign():
            lower_augmented(cx, statement)
        case surface.For() | surface.While():
            lower_loop(cx, statement, lower_body)
        case surface.If():
            lower_if(cx, statement)
        case surface.Return():
            lower_return(cx, statement)
        case surface.Assert():
            lower_assert(cx, statement)
        case surface.Raise():
            lower_raise(cx, statement)
        case surface.Define():
            cx.scope.names[statement.function.name] = closure(cx, statement.function)
        case surface.Refused():
            raise AdcError(list(statement.faults))
        case surface.LeftOut():
            leave_out(cx, statement)
        case surface.Evaluate():
            lower_evaluate(cx, statement)
        case surface.Pass():
            pass
        case surface.Declare():
            declare(cx, statement)
        case surface.Associate():
            associate(cx, statement)
        case surface.Break() | surface.Continue() | surface.Block() | surface.Leave():
            raise InternalError("a jump that no flag stands for", statement.span)


def leave_out(cx: Context, statement: surface.LeftOut) -> None:
    """Says so, where nothing hides the function that is meant."""
    if statement.what == "print" and cx.hiding is not None:
        lookup(cx, statement.root)  # raises: it may be anything
    for name in statement.empty:
        if not isinstance(lookup(cx, name), Nothing):
            raise AdcError.of(
                "ADC0126", f"this cannot be left out: `{name.name}`, which it draws with, is"
                " something of the source's own", name.span,
                help=f"leave `{name.name}` out of the call, or move what it does into the function",
            )  # fmt: skip
    if not statement.what:
        return
    way_out = "remove it to be rid of this note"
    if statement.what == "except":
        way_out = "where something that is tried raises what it handles, the results are other ones"
    elif statement.what.startswith("except "):
        way_out = "where such an exception is raised, the generated function returns its error"
    message = f"`{statement.what}` is left out of the generated code"
    cx.warn("ADC0126", message, statement.span, help=way_out)


# -- control flow ----------------------------------------------------------------------------------


def lower_if(cx: Context, statement: surface.If) -> None:
    condition = condition_of(cx, statement.condition)
    known = is_literal_bool(condition)
    if known is not None:
        lower_body(cx, statement.then if known else statement.orelse)
        return
    live = cx.scope.live
    truth = one_truth(condition, statement.condition.span)
    statement = one_case(cx, statement, truth)
    for holds, body, other in (
        (True, statement.then, statement.orelse), (False, statement.orelse, statement.then)
    ):  # fmt: skip
        if raises_always(body):
            lower_raising_if(cx, truth, holds, body, statement.span)
            lower_body(cx, other)
            return
    test = settled_condition(cx, truth, statement.span)
    sides: list[tuple[dict[str, Value], list[Node]]] = []
    regions: list[Region] = []
    names = dict(cx.scope.names)
    start, watched, known_before = cx.watched, [], frozenset(cx.containers)
    numbers_before, numbers_after = cx.stretched, list[Fillings]()
    for holds, body in ((True, statement.then), (False, statement.orelse)):
        cx.scope.names, cx.watched = dict(names), copy_watches(start)
        cx.stretched = dict(numbers_before)
        other = statement.orelse if holds else statement.then
        arm = when(cx, test, holds, stops(cx, other), truth)
        with (
            cx.block(merging=True) as collected, arm as region,
            rare_arm(cx, statement, truth, holds),
        ):  # fmt: skip
            lower_body(cx, body)
        sides.append((dict(cx.scope.names), collected))
        regions.append(region)
        watched.append(cx.watched)
        numbers_after.append(cx.stretched)
    cx.join_watches(watched[0])
    cx.stretched = joined(*numbers_after)
    cx.span = statement.span
    sides[1] = (matched(cx, sides[0][0], sides[1][0], live, statement.span), sides[1][1])
    views = new_views(names, sides[0][0], sides[1][0])
    numbers = [v.view for v in views if v.view and is_new_number(cx, v.view, known_before)]
    returned = {name for name in sides[0][0] if name.startswith(RETURN)}
    apart = apart_on_both(sides[0][0], sides[1][0], sorted(live | returned))
    both = live.union(*(taken.names for taken in apart.values()), live_parts(sides[0][0]))
    with noted(cx, statement, truth, (sides[0][0], sides[1][0])):
        ways = merge_branches(cx, sides[0], sides[1], both, statement.span, test.at(()))
    for name, taken in apart.items():
        cx.scope.names[name] = put_together(taken, cx.scope.names)
        for part in taken.names:
            del cx.scope.names[part]
    for region, (_, collected) in zip(regions, sides, strict=True):
        if ways or len(numbers) < len(views):
            pass_on(cx, region)
        guard(cx, region, collected, *numbers)
    if sides[0][1] or sides[1][1]:
        cx.body.append(Branch(test.at(()), tuple(sides[0][1]), tuple(sides[1][1]), statement.span))


def is_new_number(cx: Context, view: View, before: frozenset[str]) -> bool:
    """Whether `view` is a number in a container of its own, which is none of those `before`."""
    return view.container not in before and not cx.containers[view.container].shape


def stops(cx: Context, body: tuple[surface.Statement, ...]) -> bool:
    """Whether `body` ends by stopping the program: the call then returns an error."""
    last = body[-1] if body and cx.module.stop else None
    target = last.targets[0] if isinstance(last, surface.Assign) else None
    owner = target.value if isinstance(target, surface.Subscript) else None
    return isinstance(owner, surface.Name) and owner.name == cx.module.stop


def lower_return(cx: Context, statement: surface.Return) -> None:
    before = Before.of(cx)
    given = [handed_on(cx, value) for value in statement.values or ()]
    known = [cx.scope.names.get(v.name) for v in given if isinstance(v, surface.Name)]
    unread = next((v for v in known if v is not None and is_unread(v)), None)
    if unread is not None:  # nothing comes here
        cx.scope.names |= {return_name(position): unread for position in range(len(given))}
        return
    values = evaluate_all(cx, given)
    if len(cx.scopes) > 1:
        refuse_entries(cx.entries, values, statement.span)
    if len(values) == 1 and isinstance(values[0], Items) and token_of(cx, values[0]) is None:
        # What is called gives its caller a tuple with names, or of one item, or of none, as it is,
        # and a list that may be somebody else's.
        displayed = not values[0].is_list or isinstance(given[0], surface.Sequence)
        own = values[0].type or not displayed
        several = (len(values[0].items) > 1 and not own) or len(cx.scopes) == 1
        if several:
            cx.scope.returned.add("list" if values[0].is_list else "tuple")
            values = list(values[0].items)
    elif len(values) > 1:
        cx.scope.returned.add("tuple")
    if len(values) == 1 and isinstance(values[0], Nothing):
        values = []
    values = [handed_out(cx, value) for value in values]
    if len(cx.scopes) == 1:
        cx.told.returns[str(statement.span)] = form_of(values), is_constant(values)
    for position, value in enumerate(values):
        bind(cx, return_name(position), value, statement.span, before if len(values) == 1 else None)


def lower_evaluate(cx: Context, statement: surface.Evaluate) -> None:
    if append(cx, statement) or extend(cx, statement):
        return
    note_arranged(cx, statement)
    try:
        value = evaluate(cx, statement.value)
    except AdcError as error:
        raise _or_inactive(error, statement.value) from None
    if not isinstance(value, (Nothing, Text)) and not isinstance(statement.value, surface.Call):
        cx.warn("ADC0232", "this expression has no effect", statement.span, help="assign its value")


def _or_inactive(error: AdcError, value: surface.Expr) -> AdcError:
    """The error, which says how calls of what is not read are left out, where that is one."""
    function = value.function if isinstance(value, surface.Call) else value
    names: list[str] = []
    while isinstance(function, surface.Attribute):
        names.insert(0, function.name)
        function = function.value
    (first, *more) = error.diagnostics
    unread = first.code == "ADC0123" and "comes from" in first.message
    if more or not unread or not isinstance(value, surface.Call):
        return error
    if not isinstance(function, surface.Name) or first.span != function.span:
        return error
    path = ".".join([function.name, *names])
    help = f"{first.help}; where `{path}` only reports, leave it out: `--inactive {path}`"
    return replace(error, diagnostics=[replace(first, help=help)])


# -- assert ----------------------------------------------------------------------------------------


def lower_assert(cx: Context, statement: surface.Assert) -> None:
    """Relations of sizes become assumptions, checked at run time; of data, an error code."""
    condition = condition_of(cx, statement.condition)
    known = is_literal_bool(condition)
    if known:
        return
    if known is False:
        raise AdcError.of(
            "ADC0233", "this assertion never holds", statement.span, help="correct the shapes"
        )
    test = one_truth(condition, statement.condition.span)
    relations = demanded_by(test.at(()))
    if relations is None:
        lower_failing(cx, test.at(()), statement)
        return
    if demanded(cx, relations, statement):
        return
    for left, relation, right in relations:
        asserted(cx, Assumption(left, relation, right, "assert", statement.span))


def asserted(cx: Context, told: Assumption) -> None:
    """Assumed, or where data decides whether it is reached, checked."""
    left, relation, right = told.left, told.relation, told.right
    if not cx.regions and (shapes.names(left) | shapes.names(right)) <= cx.symbols:
        cx.assume(left, relation, right, told.reason, told.span)
    elif relation == "==":
        equal_where_run(cx, left, right, told.reason, told.span)
    elif ask(cx, clause := slacks(told), told.reason, told.span):
        if clause:  # one of which holds, it is not known which
            cx.assume_inside(shapes.maximum(*clause))
    else:
        raise AdcError.of(
            "ADC0233", "this assertion never holds", told.span, help="correct the shapes"
        )
