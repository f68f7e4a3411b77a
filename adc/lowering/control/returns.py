"""`return`: moved to the end of every path, then bound to names of its own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from adc.diagnostics import AdcError
from adc.frontends import surface
from adc.frontends.names import with_parts
from adc.ir.expressions import Apply, Const
from adc.lowering.absent.unread import is_said
from adc.lowering.scopes import Scope
from adc.lowering.values import Array, Complex, Held, Integer, Nothing, Text, Undefined, Value

#: The names that hold what is returned: no source can spell them.
RETURN = "return "
#: The names that hold what a `return` inside a loop returns begin so: no source can spell them.
EARLY_RESULT = "early_result%"

#: What the exception says that stands for a `return` without numbers.
NOTHING_RETURNED = "None is returned, where adc follows numbers and arrays alone"
#: The same of one whose results have another form than those of most worth.
OTHER_RETURNED = "what is returned has another form than on other paths"
_FUNCTIONS = (surface.Define, surface.Lambda, surface.Lifted)

Body = tuple[surface.Statement, ...]


def contains_return(body: Body) -> bool:
    for statement in body:
        if isinstance(statement, surface.Return):
            return True
        if isinstance(statement, surface.If) and (
            contains_return(statement.then) or contains_return(statement.orelse)
        ):
            return True
        if isinstance(statement, (surface.For, surface.While)) and contains_return(statement.body):
            return True
    return False


def tail_returns(body: Body) -> Body:
    """`body` with what follows an `if` that returns moved into its branches."""
    for number, statement in enumerate(body):
        if isinstance(statement, (surface.Return, surface.Raise)):
            return body[: number + 1]
        if isinstance(statement, (surface.For, surface.While)) and contains_return(statement.body):
            raise AdcError.of(
                "ADC0230", "`return` inside a loop is not supported", statement.span,
                help="keep the result in a variable and return it after the loop",
            )  # fmt: skip
        if isinstance(statement, surface.If) and contains_return((statement,)):
            rest = body[number + 1 :]
            then = tail_returns(_followed(statement.then, rest))
            orelse = tail_returns(_followed(statement.orelse, rest))
            return (*body[:number], replace(statement, then=then, orelse=orelse))
    return body


def _followed(branch: Body, rest: Body) -> Body:
    return branch if always_returns(branch) else branch + rest


def always_returns(body: Body) -> bool:
    if not body:
        return False
    last = body[-1]
    if isinstance(last, surface.If):
        return always_returns(last.then) and always_returns(last.orelse)
    leaves = (surface.Return, surface.Raise)
    return isinstance(last, leaves) or any(isinstance(s, leaves) for s in body)


def meant(name: str) -> str:
    """What messages call the variable `name`."""
    if name.startswith("&"):  # the cell of one: see `heap.py`
        return "an object or a list"
    returned = name.startswith((RETURN, EARLY_RESULT))
    return "what is returned" if returned else f"`{name.strip()}`"


def return_name(position: int) -> str:
    return f"{RETURN}{position}"


def collect_returns(scope: Scope) -> list[Value]:
    """What the function returns, in order; an error where only some paths return it."""
    found: list[Value] = []
    for position in range(len(scope.names)):
        value = scope.names.get(return_name(position))
        if value is None:
            break
        if isinstance(value, Undefined) and not value.left_out and not is_said(value):
            raise AdcError.of(
                "ADC0230", "some paths return a value and others do not", value.span,
                help="return the same number of values on every path",
            )  # fmt: skip
        found.append(value)
    return found


#: How results are put together: the axes of each, or "" for what is no number, below the keys of
#: dictionaries and the items of tuples.
Form = tuple[Any, ...]


def form_of(values: list[Value]) -> Form | None:
    """The form of what is returned; None where a value has none that is told here."""
    forms = [_form(value) for value in values]
    return None if None in forms else tuple(forms)


def is_constant(values: list[Value]) -> bool:
    """Whether only numbers of the source, texts and None are returned."""
    found = (v.items if isinstance(v, Held) else (v,) for v in values)
    return all(_is_constant(v) for items in found for v in items)


def _is_constant(value: Value) -> bool:
    if isinstance(value, Integer):
        return bool(value.value.is_number)
    if not isinstance(value, Array) or value.shape:
        return isinstance(value, (Nothing, Text))
    number = value.at(())
    if isinstance(number, Apply) and number.op == "neg":
        number = number.args[0]
    return isinstance(number, Const)


def _form(value: Value) -> Any:
    if isinstance(value, Integer):
        return 0
    if isinstance(value, Array):
        return value.rank
    if isinstance(value, (Nothing, Text)):
        return ""
    if isinstance(value, Complex):
        return value.re.rank
    if not isinstance(value, Held):
        return None
    inside = form_of(list(value.items))
    return None if inside is None else (getattr(value, "names", ()), inside)


def _worth(form: Any) -> tuple[int, int]:
    """How many numbers and arrays a form has, and how many axes."""
    if isinstance(form, int):
        return 1, form
    if isinstance(form, str):
        return 0, 0
    parts = [_worth(part) for part in form]
    return sum(n for n, _ in parts), sum(axes for _, axes in parts)


def _kinds(form: Any) -> Any:
    """The form without the axes of arrays."""
    return tuple(map(_kinds, form)) if isinstance(form, tuple) else 0 if form != "" else ""


def other_forms(found: Mapping[str, tuple[Form | None, bool]]) -> frozenset[str]:
    """The places of the `return`s whose results have another form than those with the most numbers
    and axes; `found` has the form of each, and whether it is constant. None where two forms have
    as many, or one differs by its axes alone and is no constant."""
    forms = {form for form, _ in found.values()}
    most = max((_worth(form) for form in forms if form is not None), default=(0, 0))
    best = [form for form in forms if form is not None and _worth(form) == most]
    if None in forms or len(best) != 1:
        return frozenset()
    others = {place: made for place, made in found.items() if made[0] != best[0]}
    if any(_kinds(form) == _kinds(best[0]) and not fixed for form, fixed in others.values()):
        return frozenset()
    return frozenset(others)


def with_nothing_refused(
    function: surface.Function, others: frozenset[str] = frozenset()
) -> tuple[surface.Function, surface.Return | None]:
    """The function with an exception in place of each `return` of None or a text, and of those at
    the places of `others` (`other_forms`), and the first of these, where it returns numbers
    otherwise: what has no derivative ends the call by a code."""
    found: list[surface.Return] = []

    def is_without(node: surface.Return) -> bool:
        return _is_without(node) or str(node.span) in others

    def visit(node: Any) -> Any:
        if isinstance(node, _FUNCTIONS):
            return node
        if isinstance(node, surface.Return):
            found.append(node)
            return _refused(node) if is_without(node) else node
        return with_parts(node, visit)

    body = tuple(map(visit, function.body))
    without = [r for r in found if is_without(r)]
    if not without or len(without) == len(found) or not always_returns(function.body):
        return function, None
    return replace(function, body=body), without[0]


def _refused(node: surface.Return) -> surface.Raise:
    said = NOTHING_RETURNED if _is_without(node) else OTHER_RETURNED
    return surface.Raise("NotImplementedError", said, node.span)


def _is_without(node: surface.Return) -> bool:
    """Whether only None and texts are returned."""
    values = node.values or (surface.NoneValue(node.span),)
    return all(
        isinstance(v, surface.String) or (isinstance(v, surface.NoneValue) and not v.left_out)
        for v in values
    )
