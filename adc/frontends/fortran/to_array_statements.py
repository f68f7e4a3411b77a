"""WHERE, FORALL and DO CONCURRENT -> the surface tree."""

from __future__ import annotations

from adc.diagnostics import Span
from adc.frontends import surface
from adc.frontends.fortran import tree
from adc.frontends.fortran.constants import integer_constant
from adc.frontends.fortran.routine import Construct, Routine, names_in, unsupported
from adc.frontends.fortran.to_expressions import element, expression, intrinsic, minus, number, plus
from adc.frontends.fortran.to_statements import assigned_symbol, assignment, body, left_by

Body = tuple[surface.Statement, ...]


def where(
    r: Routine, statement: tree.Where, outer: surface.Expr | None = None
) -> list[surface.Statement]:
    """Masked assignments. Each mask is evaluated before the assignments that it governs."""
    made: list[surface.Statement] = []
    pending = outer  # where no mask has held so far
    for mask, inner, span in statement.branches:
        test = pending
        if mask is not None:
            held = hold(r, expression(r, mask), span, made)
            test = held if pending is None else both(pending, held, span)
            rest = surface.Unary("not", held, span)
            pending = rest if pending is None else both(pending, rest, span)
        assert test is not None
        governed = hold(r, test, span, made) if not isinstance(test, surface.Name) else test
        made += masked(r, inner, governed)
    return made


def hold(
    r: Routine, value: surface.Expr, span: Span, made: list[surface.Statement]
) -> surface.Name:
    name = surface.Name(r.fresh("mask"), span)
    made.append(surface.Assign((name,), value, span))
    return name


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


def forall(r: Routine, statement: tree.Forall) -> list[surface.Statement]:
    """DO CONCURRENT as loops; FORALL with all right-hand sides first, where that may matter. The
    indices are names of their own: variables of the same names keep their values."""
    indices = {i.var: surface.Name(r.fresh(i.var), i.span) for i in statement.indices}
    with r.meaning_of(dict(indices)):
        return assignments(r, statement)


def assignments(r: Routine, statement: tree.Forall) -> list[surface.Statement]:
    if statement.concurrent:
        r.constructs.append(Construct(statement.name, is_loop=True))
        inner = body(r, statement.body)
        construct = r.constructs.pop()
        inner = left_by(construct.cycle_block, inner, statement.span)
        return list(nested(r, statement, inner))
    made: list[surface.Statement] = []
    for part in statement.body:
        if isinstance(part, tree.Forall):
            raise unsupported("a FORALL in a FORALL", part.span, "give all indices to one FORALL")
        if not isinstance(part, tree.Assign):
            raise unsupported("this statement in a FORALL", part.span, "assign to elements only")
        made += one_assignment(r, statement, part)
    return made


def one_assignment(
    r: Routine, statement: tree.Forall, part: tree.Assign
) -> list[surface.Statement]:
    symbol = assigned_symbol(r, part.target)
    read = names_in(part.value) | (names_in(statement.mask) if statement.mask else set())
    assert isinstance(part.target, tree.Apply)
    read |= {n for a in part.target.arguments for n in names_in(a)}
    if symbol.name not in read:
        return list(nested(r, statement, (assignment(r, part),)))
    if symbol.dtype is None:
        raise unsupported("this FORALL", part.span, "assign to numbers")
    span = part.span
    held = r.fresh("values")
    extents, position = [], []
    for index in statement.indices:
        step = step_of(r, index)
        low, high = expression(r, index.start), expression(r, index.stop)
        if step < 0:
            low, high = high, low
        extents.append(
            intrinsic("max", (plus(minus(high, low, span), 1, span), number(0, span)), span)
        )
        position.append(minus(index_name(r, index), low, span))
    place = surface.Subscript(surface.Name(held, span), tuple(position), span, exact=True)
    fill = surface.Assign((place,), expression(r, part.value), span)
    move = surface.Assign((element(r, part.target, symbol),), place, span)
    declared = surface.Declare(held, symbol.dtype.value, tuple(extents), span)
    if statement.mask is None:
        return [declared, *nested(r, statement, (fill,)), *nested(r, statement, (move,))]
    chosen = r.fresh("mask")
    flag = surface.Subscript(surface.Name(chosen, span), tuple(position), span, exact=True)
    test = surface.Assign((flag,), expression(r, statement.mask), span)
    flags = surface.Declare(chosen, "bool", tuple(extents), span)
    plain = tree.Forall(statement.indices, None, (), span)
    return [
        flags, declared, *nested(r, plain, (test,)),
        *nested(r, plain, (surface.If(flag, (fill,), (), span),)),
        *nested(r, plain, (surface.If(flag, (move,), (), span),)),
    ]  # fmt: skip


def step_of(r: Routine, index: tree.Triplet) -> int:
    step = 1 if index.step is None else integer_constant(index.step, r.scope)
    if not step:
        raise unsupported("a step that is no constant", index.span, "write the step as a number")
    return step


def index_name(r: Routine, index: tree.Triplet) -> surface.Name:
    found = r.meaning(index.var)
    assert isinstance(found, surface.Name)
    return found


def nested(r: Routine, statement: tree.Forall, inner: Body) -> Body:
    """Loops over the indices around `inner`, under the mask; the first index runs innermost, as
    memory lies in Fortran."""
    if statement.mask is not None:
        inner = (surface.If(expression(r, statement.mask), inner, (), statement.mask.span),)
    for index in statement.indices:
        step = step_of(r, index)
        span = index.span
        start, stop = expression(r, index.start), expression(r, index.stop)
        end = plus(stop, 1 if step > 0 else -1, span)
        inner = (
            surface.For(index_name(r, index).name, (start, end, number(step, span)), inner, span),
        )
    return inner
