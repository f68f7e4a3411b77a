"""Lists by comprehension, and `sum`, `min`, `max`, `any` and `all` of one, as calls of functions
that loop.

A comprehension has a scope of its own, as a function does: it becomes one, with the names that it
takes from where it stands as parameters.
"""

from __future__ import annotations

import re
from copy import deepcopy
from dataclasses import dataclass, replace

from adc.diagnostics import AdcError, Span
from adc.frontends import surface
from adc.frontends.names import assigned_names, free_names, starred, target_names, walk
from adc.frontends.python.generators import drawn_from
from adc.frontends.python.iteration import Body, Iteration, check_target, unrolled
from adc.frontends.python.products import OF_ITEMS, called, loop_over
from adc.frontends.python.source import Source

REDUCTIONS = ("sum", "min", "max", "any", "all", "next")
_DRAWN = ("zip", "enumerate", "map", "range")
_USING_UP = ("tuple", "list", "sorted")


@dataclass(frozen=True)
class Clause:
    """`for target in iterated if conditions`."""

    target: surface.Expr
    iterated: surface.Expr
    conditions: tuple[surface.Expr, ...]


def reduced(
    name: surface.Name,
    item: surface.Expr,
    clauses: tuple[Clause, ...],
    start: surface.Expr | None,
    span: Span,
    source: Source,
    whole: bool = False,
) -> surface.Expr:
    """The call that `name(item for …)` is; `min` and `max` take one clause without conditions. Of
    `any([item for …])` all items are made (`whole`)."""
    for clause in clauses:
        check_target(clause.target)
    if name.name == "next":
        body = _found(item, clauses, start, span, source)
    elif name.name in ("min", "max"):
        body = _extreme(name, item, clauses[0], source)
    elif name.name == "sum":
        body = _sum(item, clauses, start or surface.Number("0", "int", span), source)
    else:
        parts = (item, *((c.iterated, c.conditions) for c in clauses))
        whole = whole and any(isinstance(n, surface.Call) for n in walk(parts))
        body = (_truth_of_all if whole else _truth)(name.name == "any", item, clauses, source)
    return called_with(name.name, name, body, span, source)


def listed(
    item: surface.Expr, clauses: tuple[Clause, ...], span: Span, source: Source,
    own: surface.Name | None = None,
) -> surface.Expr:  # fmt: skip
    """The call that `[item for …]` is, or Python's `own` function of it; of several clauses the
    last is the innermost loop."""
    found = surface.Name(source.fresh("found"), item.span)
    append = surface.Attribute(found, "append", item.span)
    added = surface.Evaluate(surface.Call(append, (item,), (), item.span), item.span)
    begun = surface.Assign((found,), surface.Sequence((), True, item.span), item.span)
    body: Body = (added,)
    body = (begun, *_nested(body, clauses, item.span, source), surface.Return((found,), item.span))
    made = called_with("list", own, body, span, source)
    if not any(clause.conditions for clause in clauses):
        return made
    return surface.Call(surface.Intrinsic("adc.filtered", span, "python"), (made,), (), span)


def kept(
    item: surface.Expr, clauses: tuple[Clause, ...], own: surface.Name | None, span: Span,
    source: Source,
) -> surface.Expr:  # fmt: skip
    """The same as an argument of NumPy's functions, or of Python's `own`, where an array does as
    well: what data leave out is chosen by a mask."""
    made = listed(item, clauses, span, source)
    if len(clauses) != 1 or not clauses[0].conditions:
        return made
    chosen = _chosen(deepcopy(item), deepcopy(clauses[0]), own, span, source)
    function = surface.Intrinsic("adc.filtered", span, "python")
    alone = made.arguments if isinstance(made, surface.Call) else ()
    return surface.Call(function, (*alone, chosen), (), span)


def all_drawn(value: surface.Expr, source: Source, iterates: bool = False) -> surface.Expr:
    """What a generator, or something else that `iterates`, gives, as a list, where a function uses
    it up at once."""
    if not iterates and not drawn_from(value, source):
        return value
    item = surface.Name(source.fresh("item"), value.span)
    return listed(item, (Clause(item, value, ()),), value.span, source)


def reduced_draws(
    name: surface.Expr, drawn: surface.Expr, span: Span, source: Source
) -> surface.Expr | None:
    """`sum(g(x))` of a generator `g`, as `sum(v for v in g(x))`; `list(g(x))` and the like; and
    `next(iter(x))`."""
    first = _first_of(name, drawn, span, source)
    if first is not None:
        return first
    known = isinstance(name, surface.Name) and name.name in (*REDUCTIONS, *_USING_UP)
    if not isinstance(name, surface.Name) or not known or not drawn_from(drawn, source):
        return None
    item = surface.Name(source.fresh("item"), drawn.span)
    clauses = (Clause(item, drawn, ()),)
    if name.name == "list":
        return listed(item, clauses, span, source, name)
    if name.name in ("sum", "any", "all", "next"):
        return reduced(name, item, clauses, None, span, source)
    return surface.Call(name, (listed(item, clauses, span, source),), (), span)


def drawn_list(call: surface.Expr, source: Source) -> surface.Expr:
    """`list(zip(x, y))` and its like, with the comprehension that it is where only sizes tell how
    many items there are: what is given is read twice, so it calls nothing. Other calls as they
    are."""
    given = call.arguments if isinstance(call, surface.Call) and not call.keywords else ()
    if not isinstance(call, surface.Call) or len(given) != 1 or not source.in_function:
        return call
    name, drawn = call.function, given[0]
    if not isinstance(name, surface.Name) or name.name != "list" or name.name in source.locals:
        return call
    if not isinstance(drawn, surface.Call) or called(drawn) not in _DRAWN:
        return call
    inside = [n for n in walk(drawn.arguments) if isinstance(n, surface.Call)]
    if not drawn.arguments or not {called(n) for n in inside} <= {"range", "len", *OF_ITEMS}:
        return call
    item = surface.Name(source.fresh("item"), drawn.span)
    other = listed(item, (Clause(item, deepcopy(drawn), ()),), call.span, source, name)
    either = surface.Intrinsic("adc.drawn", call.span, "python")
    return surface.Call(either, (call, other), (), call.span)


def _chosen(
    item: surface.Expr, clause: Clause, own: surface.Name | None, span: Span, source: Source
) -> surface.Expr:
    """An array of all items, and one of what the conditions say of each, which selects."""
    items, tests = (surface.Name(source.fresh(n), span) for n in ("items", "tests"))
    test = clause.conditions[0]
    if len(clause.conditions) > 1:
        test = surface.Logical("and", clause.conditions, span)
    truth = surface.Name(source.fresh("truth"), span)
    nothing = surface.Number("0", "int", span)
    asked = surface.Conditional(
        test, surface.Boolean(True, span), surface.Boolean(False, span), span
    )
    body: Body = (
        surface.Assign((truth,), asked, span),
        _appended(tests, truth, span),
        _appended(items, surface.Conditional(truth, item, nothing, span), span),
    )
    loop = loop_of(body, replace(clause, conditions=()), span, source)
    begun = tuple(
        surface.Assign((name,), surface.Sequence((), True, span), span) for name in (items, tests)
    )
    array = surface.Intrinsic("numpy.array", span, "python")
    whole, mask = (surface.Call(array, (name,), (), span) for name in (items, tests))
    found = surface.Subscript(whole, (mask,), span)
    return called_with("list", own, (*begun, *loop, surface.Return((found,), span)), span, source)


def _appended(name: surface.Name, value: surface.Expr, span: Span) -> surface.Evaluate:
    append = surface.Attribute(name, "append", span)
    return surface.Evaluate(surface.Call(append, (value,), (), span), span)


def _nested(body: Body, clauses: tuple[Clause, ...], span: Span, source: Source) -> Body:
    """The loops of all clauses, the last the innermost."""
    for clause in reversed(clauses):
        body = loop_of(body, clause, span, source)
    return body


def loop_of(body: Body, clause: Clause, span: Span, source: Source) -> Body:
    check_target(clause.target)
    if isinstance(clause.iterated, surface.Sequence) and not starred(clause.iterated):
        body = _guarded(body, clause.conditions)
        bodies: list[Body] = [deepcopy(body) for _ in clause.iterated.items]
        return unrolled(source, clause.target, clause.iterated, bodies)
    check_apart(clause)
    guarded = _guarded(body, clause.conditions)
    return loop_over(source, clause.target, clause.iterated, guarded, span)


def called_with(
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
    check_apart(clause)
    bound = target_names(clause.target) | assigned_names(body)
    return Iteration(source, body, bound)


def check_apart(clause: Clause) -> None:
    """ADC0107 where a variable hides a name of what it runs over."""
    hidden = target_names(clause.target) & {n.name for n in _names(clause.iterated)}
    if hidden:
        name = min(hidden)
        raise AdcError.of(
            "ADC0107", f"`{name}` is two things in this comprehension", clause.iterated.span,
            help="give the variable of the comprehension another name",
        )  # fmt: skip


def _names(expr: surface.Expr) -> list[surface.Name]:
    function = surface.Function("", (), (surface.Evaluate(expr, expr.span),), expr.span)
    return list(free_names(function).values())


def _guarded(body: Body, conditions: tuple[surface.Expr, ...]) -> Body:
    for condition in reversed(conditions):
        body = (surface.If(condition, body, (), condition.span),)
    return body


def _sum(
    item: surface.Expr, clauses: tuple[Clause, ...], start: surface.Expr, source: Source
) -> Body:
    span = item.span
    total = surface.Name(source.fresh("total"), span)
    added = surface.Assign((total,), surface.Binary("+", total, item, span), span)
    begun = surface.Assign((total,), start, span)
    loop = _nested((added,), clauses, span, source)
    return (begun, *loop, surface.Return((total,), span))


def _extreme(name: surface.Name, item: surface.Expr, clause: Clause, source: Source) -> Body:
    """The first item, and each later one that is strictly beyond what there is."""
    span = item.span
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


def _first_of(
    name: surface.Expr, iterator: surface.Expr, span: Span, source: Source
) -> surface.Expr | None:
    """`next(iter(x))`, the first item of what loops run over; None where the names may be others.
    An IndexError stands for StopIteration."""
    if not isinstance(name, surface.Name) or not isinstance(iterator, surface.Call):
        return None
    if name.name != "next" or not source.in_function:
        return None
    own = isinstance(iterator.function, surface.Name) and iterator.function.name == "iter"
    if not own or len(iterator.arguments) != 1 or iterator.keywords:
        return None
    if re.search(r"\b(?:def\s+iter\b|iter\s*=[^=]|import.*\biter\b)", source.text):
        return None
    zero = surface.Number("0", "int", span)
    first = surface.Subscript(iterator.arguments[0], (zero,), span, exact=True)
    return called_with("next", name, (surface.Return((first,), span),), span, source)


def _found(
    item: surface.Expr, clauses: tuple[Clause, ...], default: surface.Expr | None, span: Span,
    source: Source,
) -> Body:  # fmt: skip
    """The first item; where there is none, `default`, which is evaluated before the loops."""
    loop = _nested((surface.Return((item,), span),), clauses, span, source)
    if default is None:
        return (*loop, surface.Raise("StopIteration", "", span))
    if isinstance(default, surface.NoneValue):
        return (*loop, surface.Return((default,), span))
    other = surface.Name(source.fresh("default"), span)
    return (surface.Assign((other,), default, span), *loop, surface.Return((other,), span))


def _truth(seeks: bool, item: surface.Expr, clauses: tuple[Clause, ...], source: Source) -> Body:
    """`any` ends at the first true item, `all` at the first false one."""
    span = item.span
    test = item if seeks else surface.Unary("not", item, span)
    found = surface.Return((surface.Boolean(seeks, span),), span)
    loop = _nested((surface.If(test, (found,), (), span),), clauses, span, source)
    return (*loop, surface.Return((surface.Boolean(not seeks, span),), span))


def _truth_of_all(
    seeks: bool, item: surface.Expr, clauses: tuple[Clause, ...], source: Source
) -> Body:
    """The same of a list, of which all items are made first: they may be what functions give that
    change something."""
    span, known = item.span, surface.Name(source.fresh("known"), item.span)
    test = item if seeks else surface.Unary("not", item, span)
    found = surface.Assign((known,), surface.Boolean(seeks, span), span)
    loop = _nested((surface.If(test, (found,), (), span),), clauses, span, source)
    begun = surface.Assign((known,), surface.Boolean(not seeks, span), span)
    return (begun, *loop, surface.Return((known,), span))
