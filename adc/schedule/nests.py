"""From one Compute to its loop nest: the order of the loops."""

from __future__ import annotations

from adc.diagnostics import InternalError
from adc.ir.build import const
from adc.ir.enums import EXTREMA, Update
from adc.ir.expressions import Apply, Expr, Index, Read, reads
from adc.ir.node import Access, Dim
from adc.ir.nodes import Compute
from adc.ir.shapes import names, symbol
from adc.schedule.tree import For, Statement, Tree

#: How an innermost loop's steps through an array count: in single elements, or from row to row.
_ALONG_ROW, _ACROSS_ROWS = 1, -3
#: A write moves twice the memory of a read; a sum in a register moves none, which is as good as
#: a row.
_WRITE = 2


def nest(compute: Compute) -> Tree:
    """The loops of `compute`; a `max=` or `min=` reduction first fills its target with -inf (inf).

    Raises InternalError for what no order of points can compute.
    """
    if compute.op in EXTREMA:
        return _reduction(compute)
    _check_order_free(compute)
    statement = Statement(
        compute.target, compute.op, compute.expr, compute.span, compute.note, compute.label
    )
    return _wrap(loop_order(compute), (statement,))


def _check_order_free(compute: Compute) -> None:
    """`+=` over a variable that the target's index lacks must not read what it accumulates in."""
    target = compute.target
    missing = {d.var for d in compute.domain} - _index_names(target)
    if compute.op == Update.ASSIGN and missing:
        raise InternalError(f"{compute.label} writes one element at several points", compute.span)
    if missing and any(Access(r.container, r.index) == target for r in reads(compute.expr)):
        raise InternalError(f"{compute.label} reads what it accumulates in", compute.span)


def _reduction(compute: Compute) -> Tree:
    """The target filled, then improved point by point, within the same outer loops if possible."""
    kept = tuple(d for d in compute.domain if d.var in _index_names(compute.target))
    dropped = {d.var for d in compute.domain} - {d.var for d in kept}
    if any((names(d.start) | names(d.stop)) & dropped for d in kept):
        raise InternalError(f"{compute.label} reduces over a bound of its result", compute.span)
    first, update = _reduction_statements(compute)
    order = loop_order(compute)
    outer, inner = order[: len(kept)], order[len(kept) :]
    if set(outer) == set(kept):
        return _wrap(outer, (first, *_wrap(inner, (update,))))
    return _wrap(kept, (first,)) + _wrap(order, (update,))


def _reduction_statements(compute: Compute) -> tuple[Statement, Statement]:
    target, dtype = compute.target, compute.expr.dtype
    op = "maximum" if compute.op == Update.MAX else "minimum"
    so_far = Read(target.container, target.index, dtype)
    better = Apply(op, (so_far, compute.expr), dtype)
    return (
        Statement(
            target, Update.ASSIGN, _identity(compute), compute.span, compute.note, compute.label
        ),
        Statement(target, Update.ASSIGN, better, compute.span),
    )


def _identity(compute: Compute) -> Expr:
    """The result over no points: -inf for a maximum; for integers the type's smallest."""
    dtype = compute.expr.dtype
    lowest = compute.op == Update.MAX
    if dtype.is_float:
        return const("-inf" if lowest else "inf", dtype)
    bits = 8 * dtype.itemsize - 1
    return const(-(2**bits) if lowest else 2**bits - 1, dtype)


def _wrap(dims: tuple[Dim, ...], body: Tree) -> Tree:
    for dim in reversed(dims):
        body = (For(dim.var, dim.start, dim.stop, body),)
    return body


def loop_order(compute: Compute) -> tuple[Dim, ...]:
    """The domain's dimensions, outermost first.

    Innermost is the variable that walks along the rows of most arrays; outside it come the
    target's variables in the order of its index, so that outer iterations write disjoint rows,
    then the variables that are summed over. A bound's variables stay outside it.
    """
    domain = compute.domain
    if len(domain) < 2:
        return domain
    inner = _innermost(compute)
    written = [n for position in compute.target.index for n in sorted(names(position))]
    rank = {d.var: len(written) + k for k, d in enumerate(domain)}
    rank.update({var: k for k, var in reversed(list(enumerate(written)))})
    waiting = sorted((d for d in domain if d is not inner), key=lambda d: rank[d.var])
    ordered: list[Dim] = []
    while waiting:
        left = {d.var for d in waiting}
        ready = next(d for d in waiting if not (names(d.start) | names(d.stop)) & left)
        ordered.append(ready)
        waiting.remove(ready)
    return (*ordered, inner)


def _innermost(compute: Compute) -> Dim:
    bounds = [names(d.start) | names(d.stop) for d in compute.domain]
    free = [d for d in compute.domain if not any(d.var in used for used in bounds)]
    return max(reversed(free), key=lambda d: _score(compute, d.var))


def _score(compute: Compute, var: str) -> int:
    target = compute.target.index
    summed = compute.op != Update.ASSIGN and not any(var in names(position) for position in target)
    score = _WRITE * (_ALONG_ROW if summed else steps(target, var))
    return score + sum(steps(r.index, var) for r in reads(compute.expr))


def steps(index: Index, var: str) -> int:
    """How good `var` is as the variable of an innermost loop, by one access at `index`."""
    if any(var in names(position) for position in index[:-1]):
        return _ACROSS_ROWS
    if not index or var not in names(index[-1]):
        return 0
    return _ALONG_ROW if index[-1].coeff(symbol(var), 1) in (1, -1) else 0


def _index_names(target: Access) -> set[str]:
    return {n for position in target.index for n in names(position)}
