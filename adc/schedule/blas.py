"""Matrix products: Computes that are one call of BLAS."""

from __future__ import annotations

from dataclasses import dataclass

import sympy

from adc.ir.build import const, is_one
from adc.ir.declarations import Container
from adc.ir.dtypes import DType
from adc.ir.enums import Update
from adc.ir.expressions import Apply, Expr, Index, Read, index_names, reads
from adc.ir.node import Dim
from adc.ir.nodes import Compute
from adc.ir.shapes import names, substitute, symbol
from adc.schedule.tree import LibraryCall, Operand, Operation

_AXES = 2


@dataclass(frozen=True)
class Products:
    """Finds the products of `containers` that are calls: those among `library`'s operations."""

    containers: dict[str, Container]
    library: frozenset[Operation]

    def call(self, compute: Compute) -> LibraryCall | None:
        found = matrix_product(compute, self.containers) if self.library else None
        return found if found is not None and found.operation in self.library else None


def matrix_product(compute: Compute, containers: dict[str, Container]) -> LibraryCall | None:
    """`C[i, j] += alpha*A[i, k]*B[k, j]` over a box, in any transposition, or with vectors.

    None for anything else, and where the product reads what it writes.
    """
    dims = {d.var: d for d in compute.domain}
    if compute.op != Update.ADD or len(dims) not in (2, 3) or not _is_box(compute.domain):
        return None
    if compute.expr.dtype not in (DType.FLOAT64, DType.FLOAT32):
        return None
    if any(r.container == compute.container for r in reads(compute.expr)):
        return None
    product = _factors(compute.expr, frozenset(dims))
    if product is None:
        return None
    views = [_view(r.container, r.index, containers, dims) for r in product.operands]
    target = _view(compute.container, compute.target.index, containers, dims)
    if target is None or None in views:
        return None
    one, two = (v for v in views if v is not None)
    return _arranged(compute, product.alpha, target, one, two, dims)


def _is_box(domain: tuple[Dim, ...]) -> bool:
    variables = {d.var for d in domain}
    return not any((names(d.start) | names(d.stop)) & variables for d in domain)


# -- the two factors -------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Product:
    alpha: Expr
    operands: tuple[Read, Read]


def _factors(expr: Expr, variables: frozenset[str]) -> _Product | None:
    """`expr` as two elements that vary over the domain times a factor that does not."""
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
    return _Product(alpha, (operands[1], operands[0]))


# -- the operands as matrices ----------------------------------------------------------------------


@dataclass(frozen=True)
class _View:
    """A part of a container that varies with one or two of the domain's variables, in order."""

    container: str
    origin: Index
    variables: tuple[str, ...]
    leading: sympy.Expr

    def operand(self, transposed: bool = False) -> Operand:
        return Operand(self.container, self.origin, self.leading, transposed)


def _view(
    name: str, index: Index, containers: dict[str, Container], dims: dict[str, Dim]
) -> _View | None:
    shape = containers[name].shape
    found: list[tuple[int, str]] = []
    for axis, position in enumerate(index):
        variables = sorted(names(position) & set(dims))
        if not variables:
            continue
        if len(variables) > 1 or names(position - symbol(variables[0])) & set(dims):
            return None
        found.append((axis, variables[0]))
    variables_in_order = tuple(v for _, v in found)
    if not found or len(found) > _AXES or len(set(variables_in_order)) < len(found):
        return None
    if len(found) == _AXES and [axis for axis, _ in found] != [len(shape) - 2, len(shape) - 1]:
        return None
    after = found[0][0] + 1
    leading = sympy.Mul(*shape[after:])
    origin = tuple(substitute(e, {v: dims[v].start for v in dims}) for e in index)
    return _View(name, origin, variables_in_order, leading)


def _arranged(
    compute: Compute, alpha: Expr, c: _View, one: _View, two: _View, dims: dict[str, Dim]
) -> LibraryCall | None:
    """The call, if the variables pair up as those of a product do."""
    length = {v: d.stop - d.start for v, d in dims.items()}
    extents: tuple[sympy.Expr, ...]
    if len(c.variables) == _AXES and len(dims) == 3:
        row, column = c.variables
        inner = next(v for v in dims if v not in c.variables)
        a, b = (one, two) if row in one.variables else (two, one)
        if set(a.variables) != {row, inner} or set(b.variables) != {inner, column}:
            return None
        second = b.operand(transposed=b.variables != (inner, column))
        operation, extents = Operation.MATRIX_MATRIX, (length[row], length[column], length[inner])
    elif len(c.variables) == 1 and len(dims) == 2:
        (row,) = c.variables
        inner = next(v for v in dims if v != row)
        a, b = (one, two) if len(one.variables) == _AXES else (two, one)
        if set(a.variables) != {row, inner} or b.variables != (inner,):
            return None
        second = b.operand()
        operation, extents = Operation.MATRIX_VECTOR, (length[row], length[inner])
    else:
        return None
    first = a.operand(transposed=a.variables != (row, inner))
    return LibraryCall(compute, operation, alpha, (first, second, c.operand()), extents)
