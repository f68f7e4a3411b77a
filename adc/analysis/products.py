"""Which Computes are products of matrices: the one place that knows them by their look."""

from __future__ import annotations

from adc.ir.build import const, is_one
from adc.ir.enums import Update
from adc.ir.expressions import Apply, Expr, Index, Read, index_names, reads
from adc.ir.node import Domain, Write
from adc.ir.nodes import Compute
from adc.ir.operation import Section
from adc.ir.shapes import names, symbol
from adc.ops.library import MatrixProduct

#: Variables from which on a product is more than what BLAS knows.
CONTRACTED = 4


def product_of(compute: Compute) -> MatrixProduct | None:
    """`C[i, j] += alpha*A[i, k]*B[k, j]` over a box as the operation that it is, whatever its axes.

    None for anything else, and where the product reads what it writes. Each variable stands alone
    in one subscript of two of the three arrays at least, as itself or a multiple, with an offset.
    """
    found = factors_of(compute)
    if found is None:
        return None
    alpha, *read = found
    indices = [e.index for e in read if isinstance(e, Read)]
    domains = [_section(index, compute.domain) for index in (*indices, compute.target.index)]
    one, two, target = domains
    if one is None or two is None or target is None:
        return None
    if any((d in one) + (d in two) + (d in target) < 2 for d in compute.domain):
        return None
    operands = tuple(Section(e, d) for e, d in zip(read, (one, two), strict=True))
    if not is_one(alpha):
        operands = (*operands, Section(alpha, ()))
    result = Write(compute.target, target, Update.ADD)
    return MatrixProduct(compute.label, operands, (result,), compute.span, compute.note)


def is_contraction(compute: Compute) -> bool:
    """Whether `compute` is a sum of products over more axes than matrices have: a box of four
    variables or more, which may share subscripts as in convolutions, each in two of the three
    arrays."""
    found = factors_of(compute) if len(compute.domain) >= CONTRACTED else None
    if found is None:
        return False
    used = [index_names(r) for r in found[1:]]
    used.append(frozenset(n for position in compute.target.index for n in names(position)))
    return all(sum(d.var in each for each in used) == 2 for d in compute.domain)


def factors_of(compute: Compute) -> tuple[Expr, Read, Read] | None:
    """The factor that does not vary and the two elements whose products `compute` sums up over a
    box; None for anything else, and where it reads what it writes."""
    if compute.op != Update.ADD or not compute.expr.dtype.is_float:
        return None
    variables = frozenset(d.var for d in compute.domain)
    if any((names(d.start) | names(d.stop)) & variables for d in compute.domain):
        return None
    if any(r.container == compute.container for r in reads(compute.expr)):
        return None
    return _factors(compute.expr, variables)


def _factors(expr: Expr, variables: frozenset[str]) -> tuple[Expr, Read, Read] | None:
    """`expr` as a factor that does not vary over the domain times two elements that do."""
    operands: list[Read] = []
    alpha: Expr = const(1, expr.dtype)
    waiting = [expr]
    while waiting:
        factor = waiting.pop()
        if not index_names(factor) & variables:
            alpha = factor if is_one(alpha) else Apply("mul", (factor, alpha), expr.dtype)
        elif isinstance(factor, Apply) and factor.op == "mul":
            waiting += factor.args
        elif isinstance(factor, Apply) and factor.op == "neg":
            waiting += factor.args
            alpha = Apply("neg", (alpha,), expr.dtype)
        elif isinstance(factor, Read):
            operands.append(factor)
        else:
            return None
    if len(operands) != 2:
        return None
    return alpha, operands[1], operands[0]


def _section(index: Index, domain: Domain) -> Domain | None:
    """The dimensions that `index` runs over, where each is one axis of the array."""
    variables = {d.var for d in domain}
    found: list[str] = []
    for position in index:
        own = names(position) & variables
        if not own:
            continue
        var = min(own)
        factor = position.coeff(symbol(var), 1)
        if not factor.is_Integer or names(position - factor * symbol(var)) & variables:
            return None
        if var in found:
            return None
        found.append(var)
    return tuple(d for d in domain if d.var in found)
