"""Lists by comprehension, and `sum`, `min`, `max`, `any` and `all` of one, as calls of functions
that loop.

A comprehension has a scope of its own, as a function does: it becomes one, with the names that it
takes from where it stands as parameters.
"""

from __future__ import annotations

from copy import deepcopy
from dataclasses import dataclass

from adc.diagnostics import AdcError, Span
from adc.frontends import surface
from adc.frontends.names import assigned_names, free_names, target_names
from adc.frontends.python.iteration import Body, Iteration, check_target, unrolled
from adc.frontends.python.source import Source

REDUCTIONS = ("sum", "min", "max", "any", "all")


@dataclass(frozen=True)
class Clause:
    """`for target in iterated if conditions`."""

    target: surface.Expr
    iterated: surface.Expr
    conditions: tuple[surface.Expr, ...]


def reduced(
    name: surface.Name,
    item: surface.Expr,
    clause: Clause,
    start: surface.Expr | None,
    span: Span,
    source: Source,
) -> surface.Expr:
    """The call that `name(item for …)` is."""
    check_target(clause.target)
    if name.name in ("min", "max"):
        body = _extreme(name, item, clause, source)
    elif name.name == "sum":
        body = _sum(item, clause, start or surface.Number("0", "int", span), source)
    else:
        body = _truth(name.name == "any", item, clause, source)
    return _called(name.name, name, body, span, source)


def listed(
    item: surface.Expr, clauses: tuple[Clause, ...], span: Span, source: Source
) -> surface.Expr:
    """The call that `[item for …]` is; of several clauses the last is the innermost loop."""
    found = surface.Name(source.fresh("found"), item.span)
    append = surface.Attribute(found, "append", item.span)
    added = surface.Evaluate(surface.Call(append, (item,), (), item.span), item.span)
    begun = surface.Assign((found,), surface.Sequence((), True, item.span), item.span)
    body: Body = (added,)
    for clause in reversed(clauses):
        body = _loop(body, clause, item.span, source)
    body = (begun, *body, surface.Return((found,), item.span))
    return _called("list", None, body, span, source)


def _loop(body: Body, clause: Clause, span: Span, source: Source) -> Body:
    check_target(clause.target)
    if isinstance(clause.iterated, surface.Sequence):
        bodies: list[Body] = [deepcopy(body) for _ in clause.iterated.items]
        return unrolled(source, clause.target, clause.iterated, bodies)
    iteration = _iteration(body, clause, source)
    return iteration.loop(clause.target, iteration.elements(clause.iterated), span)


def _called(
    what: str, own: surface.Name | None, body: Body, span: Span, source: Source
) -> surface.Expr:
    """The call of the function with this `body`; what it uses of the function around it is passed
    under the same names."""
    title = source.fresh(f"{what}_of_items")
    bare = surface.Function(title, (), body, span)
    used = sorted(free_names(bare).keys() & source.locals)
    # What the comprehension itself binds hides a name outside of it, but for what it runs over.
    parameters = tuple(surface.Parameter(n, None, None, span) for n in used)
    function = surface.Function(title, parameters, body, span)
    passed = tuple(surface.Name(n, span) for n in used)
    return surface.Call(surface.Lifted(function, own, span), passed, (), span)


def _iteration(body: Body, clause: Clause, source: Source) -> Iteration:
    hidden = target_names(clause.target) & {n.name for n in _names(clause.iterated)}
    if hidden:
        name = min(hidden)
        raise AdcError.of(
            "ADC0107", f"`{name}` is two things in this comprehension", clause.iterated.span,
            help="give the variable of the comprehension another name",
        )  # fmt: skip
    bound = target_names(clause.target) | assigned_names(body)
    return Iteration(source, body, bound)


def _names(expr: surface.Expr) -> list[surface.Name]:
    function = surface.Function("", (), (surface.Evaluate(expr, expr.span),), expr.span)
    return list(free_names(function).values())


def _guarded(body: Body, conditions: tuple[surface.Expr, ...]) -> Body:
    for condition in reversed(conditions):
        body = (surface.If(condition, body, (), condition.span),)
    return body


def _sum(item: surface.Expr, clause: Clause, start: surface.Expr, source: Source) -> Body:
    span = item.span
    total = surface.Name(source.fresh("total"), span)
    added = surface.Assign((total,), surface.Binary("+", total, item, span), span)
    iteration = _iteration(_guarded((added,), clause.conditions), clause, source)
    begun = surface.Assign((total,), start, span)
    loop = iteration.loop(clause.target, iteration.elements(clause.iterated), span)
    return (begun, *loop, surface.Return((total,), span))


def _extreme(name: surface.Name, item: surface.Expr, clause: Clause, source: Source) -> Body:
    """The first item, and each later one that is strictly beyond what there is."""
    span = item.span
    if clause.conditions:
        raise AdcError.of(
            "ADC0107", f"`{name.name}` of a comprehension with `if` is not supported", span,
            help="write the loop: `for v in x:` with the condition in it",
        )  # fmt: skip
    best = surface.Name(source.fresh("best"), span)
    new = surface.Name(source.fresh("item"), span)
    relation = "<" if name.name == "min" else ">"
    body: Body = (
        surface.Assign((new,), item, span),
        surface.If(
            surface.Compare((relation,), (new, best), span),
            (surface.Assign((best,), new, span),), (), span,
        ),
    )  # fmt: skip
    iteration = _iteration(body, clause, source)
    elements = iteration.elements(clause.iterated)
    *before, loop = iteration.loop(clause.target, elements, span, start=1)
    one = surface.Number("1", "int", span)
    # Of an empty range there is no first item either, and no subscript that would say so.
    some = surface.Assert(surface.Compare((">=",), (elements.count, one), span), span)
    first = (some, *iteration.first(clause.target, elements))
    first = (*first, surface.Assign((best,), item, span))
    return (*before, *first, loop, surface.Return((best,), span))


def _truth(seeks: bool, item: surface.Expr, clause: Clause, source: Source) -> Body:
    """`any` ends at the first true item, `all` at the first false one."""
    span = item.span
    test = item if seeks else surface.Unary("not", item, span)
    found = surface.Return((surface.Boolean(seeks, span),), span)
    body = _guarded((surface.If(test, (found,), (), span),), clause.conditions)
    iteration = _iteration(body, clause, source)
    loop = iteration.loop(clause.target, iteration.elements(clause.iterated), span)
    return (*loop, surface.Return((surface.Boolean(not seeks, span),), span))
