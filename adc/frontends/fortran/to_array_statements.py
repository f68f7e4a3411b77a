"""WHERE, FORALL and DO CONCURRENT -> the surface tree."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from adc.diagnostics import Span
from adc.frontends import surface
from adc.frontends.fortran import tree
from adc.frontends.fortran.constants import integer_constant
from adc.frontends.fortran.effects import changes
from adc.frontends.fortran.routine import Construct, Routine, names_in, unsupported, walk
from adc.frontends.fortran.symbols import Symbol
from adc.frontends.fortran.to_assignments import Body, assigned_symbol, assignment, left_by
from adc.frontends.fortran.to_expressions import element, expression, position
from adc.frontends.terms import intrinsic, minus, number, plus

#: Translates the statements of a body.
Translate = Callable[[Routine, tree.Body], Body]


def where(
    r: Routine, statement: tree.Where, outer: surface.Expr | None = None
) -> list[surface.Statement]:
    """Masked assignments. Each mask is evaluated before the assignments that it governs; that of a
    single assignment in it."""
    made: list[surface.Statement] = []
    if outer is None and len(statement.branches) == 1:
        mask, inner, _ = statement.branches[0]
        if mask is not None and len(inner) == 1 and isinstance(inner[0], tree.Assign):
            return masked(r, inner, expression(r, mask))
    pending = outer  # where no mask has held so far
    ended = ended_by_data(r, statement)
    for mask, inner, span in statement.branches:
        test = pending
        if mask is not None:
            held = hold(r, expression(r, mask), span, made, ended)
            test = held if pending is None else both(pending, held, span)
            rest = surface.Unary("not", held, span)
            pending = rest if pending is None else both(pending, rest, span)
        assert test is not None
        kept = isinstance(test, (surface.Name, surface.Subscript))
        made += masked(r, inner, test if kept else hold(r, test, span, made, ended))
    return made


def hold(
    r: Routine, value: surface.Expr, span: Span, made: list[surface.Statement],
    ended: tuple[tree.Apply, int] | None = None,
) -> surface.Expr:  # fmt: skip
    """A name for the value of a mask; `ended` is a section as long as it and the dimension that it
    cuts, where data tell how long that is: then it is the same part of an array as large as that
    dimension."""
    name = surface.Name(r.fresh("mask"), span)
    if ended is None:
        made.append(surface.Assign((name,), value, span))
        return name
    section, dimension = ended
    symbol = r.symbol(section.name, span)
    whole = surface.Name(r.key(symbol), span)
    extent = intrinsic("size", (whole, number(dimension + 1, span)), span)
    made.append(surface.Declare(name.name, "bool", (extent,), span))
    with r.at_place():
        cut = position(r, symbol, dimension, section.arguments[dimension])
    part = surface.Subscript(name, (cut,), span, exact=True)
    made.append(surface.Assign((part,), value, span))
    return part


def ended_by_data(r: Routine, statement: tree.Where) -> tuple[tree.Apply, int] | None:
    """A section in the first mask whose bounds the routine computes, of one dimension of an array,
    and that dimension; None where there is none."""
    for node in walk(statement.branches[0][0]):
        if not isinstance(node, tree.Apply):
            continue
        cut = [(d, a) for d, a in enumerate(node.arguments) if isinstance(a, tree.Section)]
        scalars = all(isinstance(a, (tree.Section, tree.Number)) for a in node.arguments)
        if len(cut) == 1 and scalars and r.symbol(node.name, node.span).bounds is not None:
            dimension, section = cut[0]
            if any(_is_computed(r, n) for n in names_in((section.start, section.stop))):
                return node, dimension
    return None


def _is_computed(r: Routine, name: str) -> bool:
    """Whether it is an integer that statements give its value, and no loop."""
    symbol = r.symbol(name, r.unit.span)
    looped = any(isinstance(n, tree.Do) and n.var == name for n in walk(r.scope.body))
    return symbol.base == "integer" and symbol.storage in ("local", "result") and not looped


def both(a: surface.Expr, b: surface.Expr, span: Span) -> surface.Expr:
    return surface.Logical("and", (a, b), span)


def masked(r: Routine, inner: tree.Body, mask: surface.Expr) -> list[surface.Statement]:
    made: list[surface.Statement] = []
    for statement in inner:
        if isinstance(statement, tree.Where):
            made += where(r, statement, mask)
            continue
        if not isinstance(statement, tree.Assign):
            raise unsupported("this statement in a WHERE", statement.span, "assign to arrays only")
        span = statement.span
        symbol = assigned_symbol(r, statement.target)
        if symbol.bounds is None:
            raise unsupported("a scalar in a WHERE", span, "assign to arrays only")
        if isinstance(statement.target, tree.Apply):
            target = element(r, statement.target, symbol)
        else:
            name = surface.Name(r.key(symbol), statement.target.span)
            target = surface.Subscript(name, (surface.Ellipsis(span),), name.span, exact=True)
        value = intrinsic("masked", (expression(r, statement.value), target, mask), span)
        made.append(surface.Assign((target,), value, span))
    return made


def forall(r: Routine, statement: tree.Forall, body: Translate) -> list[surface.Statement]:
    """DO CONCURRENT as loops; FORALL with all right-hand sides first, where that may matter. The
    indices are names of their own: variables of the same names keep their values."""
    indices = {i.var: surface.Name(r.fresh(i.var), i.span) for i in statement.indices}
    with r.meaning_of(dict(indices)):
        made, test = settled_mask(r, statement)
        if statement.concurrent:
            return [*made, *concurrent(r, statement, test, body)]
        for part in statement.body:
            made += one_assignment(r, statement, part, test)
        return made


def settled_mask(
    r: Routine, statement: tree.Forall
) -> tuple[list[surface.Statement], surface.Expr | None]:
    """The mask for one set of indices, and what comes before. A mask that the body changes is
    worked out beforehand for all of them (Fortran 2018, 10.2.4.2.3 and 11.1.7.4.2)."""
    if statement.mask is None:
        return [], None
    test, span = expression(r, statement.mask), statement.mask.span
    changed = {n for node in walk(statement.body) for n in changes(r, r.scope, node)}
    if not names_in(statement.mask) & changed:
        return [], test
    declared, flag = table(r, statement, "mask", "bool", span)
    return [declared, *nested(r, statement, None, (surface.Assign((flag,), test, span),))], flag


def concurrent(
    r: Routine, statement: tree.Forall, test: surface.Expr | None, body: Translate
) -> Body:
    r.constructs.append(Construct(statement.name, is_loop=True))
    inner = body(r, statement.body)
    construct = r.constructs.pop()
    inner = left_by(construct.cycle_block, inner, statement.span)
    return nested(r, statement, test, inner)


def one_assignment(
    r: Routine, statement: tree.Forall, part: tree.Statement, test: surface.Expr | None
) -> list[surface.Statement]:
    span = part.span
    if isinstance(part, tree.Forall):
        raise unsupported("a FORALL in a FORALL", span, "give all indices to one FORALL")
    if not isinstance(part, tree.Assign) or not isinstance(part.target, tree.Apply):
        raise unsupported("this statement in a FORALL", span, "assign to elements only")
    symbol = assigned_symbol(r, part.target)
    if not reads(r, part, symbol):
        return list(nested(r, statement, test, (assignment(r, part),)))
    if symbol.dtype is None:
        raise unsupported("this FORALL", span, "assign to numbers")
    if any(isinstance(a, tree.Section) for a in part.target.arguments):
        return through_copy(r, statement, part, test)
    declared, place = table(r, statement, "values", symbol.element, span)
    fill = surface.Assign((place,), expression(r, part.value), span)
    move = surface.Assign((element(r, part.target, symbol),), place, span)
    return [declared, *nested(r, statement, test, (fill,)), *nested(r, statement, test, (move,))]


def reads(r: Routine, part: tree.Assign, symbol: Symbol) -> bool:
    """Whether the assignment may read other elements of the array than it writes."""
    assert isinstance(part.target, tree.Apply)
    read = (part.value, part.target.arguments)
    called = (n for n in walk(read) if isinstance(n, tree.Apply))
    shared = symbol.storage in ("module", "common")
    if shared and any(r.symbol(n.name, n.name_span).unit is not None for n in called):
        # by the standard the function sees the array as it was, but compilers overlook it
        raise unsupported(
            f"a function in a FORALL that assigns to `{symbol.name}`, which it may read,",
            part.span, "write it as loops",
        )  # fmt: skip
    return symbol.name in names_in(read)


def through_copy(
    r: Routine, statement: tree.Forall, part: tree.Assign, test: surface.Expr | None
) -> list[surface.Statement]:
    """Assignments to sections, made in a copy of the array, which then takes its place."""
    span = part.span
    assert isinstance(part.target, tree.Apply)
    symbol = assigned_symbol(r, part.target)
    if symbol.bounds and symbol.bounds[-1].star:
        raise unsupported("this FORALL over an assumed-size array", span, "write it as loops")
    target = element(r, part.target, symbol)
    held = surface.Name(r.fresh("values"), span)
    copied = surface.Assign((held,), intrinsic("copy", (target.value,), span), span)
    inner = surface.Assign((replace(target, value=held),), expression(r, part.value), span)
    whole = surface.Subscript(target.value, (surface.Ellipsis(span),), span, exact=True)
    moved = surface.Assign((whole,), held, span)
    return [copied, *nested(r, statement, test, (inner,)), moved]


def table(
    r: Routine, statement: tree.Forall, stem: str, dtype: str, span: Span
) -> tuple[surface.Declare, surface.Subscript]:
    """An array with an element for each set of indices, and the element of the current ones."""
    name = r.fresh(stem)
    extents, position = [], []
    for index in statement.indices:
        low, high = expression(r, index.start), expression(r, index.stop)
        if step_of(r, index) < 0:
            low, high = high, low
        extents.append(plus(minus(high, low, span), 1, span))
        position.append(minus(index_name(r, index), low, span))
    place = surface.Subscript(surface.Name(name, span), tuple(position), span, exact=True)
    return surface.Declare(name, dtype, tuple(extents), span), place


def step_of(r: Routine, index: tree.Triplet) -> int:
    step = 1 if index.step is None else integer_constant(index.step, r.scope)
    if not step:
        raise unsupported("a step that is no constant", index.span, "write the step as a number")
    return step


def index_name(r: Routine, index: tree.Triplet) -> surface.Name:
    found = r.meaning(index.var)
    assert isinstance(found, surface.Name)
    return found


def nested(r: Routine, statement: tree.Forall, test: surface.Expr | None, inner: Body) -> Body:
    """Loops over the indices around `inner`, where `test` holds; the first index runs innermost,
    as memory lies in Fortran."""
    if test is not None:
        inner = (surface.If(test, inner, (), test.span),)
    for index in statement.indices:
        step = step_of(r, index)
        span = index.span
        start, stop = expression(r, index.start), expression(r, index.stop)
        end = plus(stop, 1 if step > 0 else -1, span)
        inner = (
            surface.For(index_name(r, index).name, (start, end, number(step, span)), inner, span),
        )
    return inner
