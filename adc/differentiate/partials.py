"""The derivative of one statement's expression with respect to each element that it reads."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from adc.analysis.activity import carrying_reads
from adc.analysis.ranges import Ranges, with_facts
from adc.diagnostics import InternalError
from adc.ir.build import add, apply, cast, is_one, one, scale, where, zero
from adc.ir.enums import Update
from adc.ir.expressions import Alternatives, Apply, Expr, Index, Need, Read, walk
from adc.ir.node import Dim, Statement, used_dims
from adc.ir.nodes import Compute
from adc.ops import partial
from adc.ops.ranges import Range

#: The conditions of enclosing `where`s, and whether what they guard is taken when they hold.
Guards = tuple[tuple[Expr, bool], ...]


@dataclass(frozen=True)
class Contribution:
    """`weight` times the derivative of the expression with respect to `container[index]`."""

    container: str
    index: Index
    value: Expr


def contributions(
    expr: Expr, active: frozenset[str], weight: Expr, result: Expr | None, ranges: Ranges
) -> list[Contribution]:
    """One contribution per distinct element that `expr` reads from an `active` container.

    `result` stands for the value of the whole expression, where it may be named. What a `where`
    does not take contributes a zero that is selected, not computed, and where a partial may be
    infinite or NaN by `ranges`, a weight of zero wins over it: 0 * inf never arises.
    """
    table: dict[tuple[str, Index], list[tuple[Guards, Expr]]] = {}
    for read, guards, value in _paths(expr, active, weight, (), result, ranges):
        table.setdefault((read.container, read.index), []).append((guards, value))
    return [Contribution(c, i, _sum(terms)) for (c, i), terms in table.items()]


def _sum(terms: list[tuple[Guards, Expr]]) -> Expr:
    """The sum of the terms whose guards hold: what one condition guards, or its opposite, stands in
    one choice, so that `f(x) if c else g(x)` has the adjoint `f'(x) if c else g'(x)`."""
    found: Expr | None = None
    while terms:
        guards, value = terms[0]
        if guards:
            condition, _ = guards[0]
            arms = [
                [(g[1:], v) for g, v in terms if g[:1] == ((condition, taken),)]
                for taken in (True, False)
            ]
            terms = [(g, v) for g, v in terms if not g or g[0][0] != condition]
            value = where(condition, *(_sum(a) if a else zero(value.dtype) for a in arms))
        else:
            terms = terms[1:]
        found = value if found is None else add(found, value)
    assert found is not None
    return found


def paths_to(
    expr: Expr,
    active: frozenset[str],
    weight: Expr,
    result: Expr | None,
    ranges: Ranges,
    read: Contribution,
) -> list[tuple[Guards, Expr]]:
    """The contributions to the element of `read` one by one, with the conditions of each."""
    return [
        (guards, value)
        for r, guards, value in _paths(expr, active, weight, (), result, ranges)
        if (r.container, r.index) == (read.container, read.index)
    ]


def selected(value: Expr, guards: Guards) -> Expr:
    """`value` where all of `guards` hold, else zero."""
    for condition, taken in reversed(guards):
        nothing = zero(value.dtype)
        value = where(condition, value, nothing) if taken else where(condition, nothing, value)
    return value


def _paths(
    expr: Expr,
    active: frozenset[str],
    weight: Expr,
    guards: Guards,
    result: Expr | None,
    ranges: Ranges,
) -> list[tuple[Read, Guards, Expr]]:
    """Each path from the root of `expr` to an active read, with the product of its partials."""
    if isinstance(expr, Read):
        return [(expr, guards, weight)] if expr.container in active and expr.dtype.is_float else []
    if not isinstance(expr, Apply):
        return []
    if expr.op == "where":
        condition, then, orelse = expr.args
        taken, other = (*guards, (condition, True)), (*guards, (condition, False))
        return _paths(then, active, weight, taken, None, ranges) + _paths(
            orelse, active, weight, other, None, ranges
        )
    found: list[tuple[Read, Guards, Expr]] = []
    for position, argument in enumerate(expr.args):
        if not any(r.container in active for r in carrying_reads(argument)):
            continue
        factor = partial_of(expr, position, result)
        if factor is None:
            continue
        guarded = not ranges.of(factor, facts_of(guards)).is_number
        scaled = cast(scaled_by(weight, factor, guarded), argument.dtype)
        found += _paths(argument, active, scaled, guards, None, ranges)
    return found


def refuse_needs(statement: Statement) -> None:
    """A Need names a value of another time, whose tangent or adjoint would be of that time, too:
    only programs without Needs are differentiated."""
    found = (e for expr, _ in statement.evaluated for e in walk(expr))
    if any(isinstance(e, (Need, Alternatives)) for e in found):
        raise InternalError(f"{statement.label} needs a value that is not in place", statement.span)


def ranges_at(ranges: Ranges, statement: Compute) -> Ranges:
    """`ranges` for the derivatives of `statement`.

    In a sum of products of elements (`C[i, j] += A[i, k]*B[k, j]`) a factor that is no number
    spoils the sum itself, and matrix products are to stay what they are: there what is in memory
    counts as a number.
    """
    sums = statement.op == Update.ADD and len(written_dims(statement)) < len(statement.domain)
    products = all(e.op in ("mul", "neg") for e in walk(statement.expr) if isinstance(e, Apply))
    return (ranges.trusting if sums and products else ranges).inside(statement)


def written_dims(statement: Compute) -> tuple[Dim, ...]:
    """The domain variables that the target's index uses (all but a reduction's)."""
    return used_dims(*statement.writes)


def facts_of(guards: Guards) -> Mapping[Expr, Range]:
    """What holds where all of `guards` do."""
    facts: Mapping[Expr, Range] = {}
    for condition, taken in guards:
        facts = with_facts(facts, condition, taken)
    return facts


def partial_of(expr: Apply, position: int, result: Expr | None) -> Expr | None:
    """The partial with its alternatives; None where it is identically zero."""
    options = partial(expr, position, result)
    if not options:
        return None
    return options[0] if len(options) == 1 else Alternatives(tuple(options))


def scaled_by(weight: Expr, factor: Expr, guarded: bool) -> Expr:
    """`factor * weight`, each alternative of `factor` on its own."""
    if isinstance(factor, Alternatives):
        options = tuple(scaled_by(weight, option, guarded) for option in factor.options)
        return Alternatives(options)
    if is_one(weight):
        return factor
    return scale(weight, cast(factor, weight.dtype), guarded)


def attained(expr: Expr, extremum: Expr) -> Expr:
    """1 where `expr` is the extremum of a reduction, else 0: its share before ties are split."""
    return where(apply("eq", expr, extremum), one(expr.dtype), zero(expr.dtype))
