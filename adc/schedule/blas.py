"""Operations as calls of a library: matrix products whose operands are matrices as BLAS knows them,
and Fourier transforms."""

from __future__ import annotations

from dataclasses import dataclass

import sympy

from adc.diagnostics import InternalError
from adc.ir.declarations import Container
from adc.ir.dtypes import DType
from adc.ir.expressions import Index, Read
from adc.ir.node import Domain, Node
from adc.ir.shapes import names, substitute, symbol
from adc.ops.library import Fourier, MatrixProduct
from adc.schedule.nests import nest
from adc.schedule.transforms import transform
from adc.schedule.tree import LibraryCall, Operand, Operation, Tree

_AXES = 2
_TYPES = (DType.FLOAT64, DType.FLOAT32)


@dataclass(frozen=True)
class Products:
    """Products of `containers` as calls: those among `library`'s operations."""

    containers: dict[str, Container]
    library: frozenset[Operation]

    def has(self, operation: Node) -> bool:
        """Whether `operation` is a product, or a transform, that is a call."""
        if isinstance(operation, Fourier):
            return self.transform(operation) is not None
        return isinstance(operation, MatrixProduct) and self.call(operation) is not None

    def tree(self, operation: MatrixProduct | Fourier) -> Tree:
        """The call, after zeros where a product assigns. InternalError where there is none."""
        product = operation if isinstance(operation, MatrixProduct) else None
        call = self.call(product) if product else self.transform(operation)
        cleared = product.cleared() if product else ()
        if call is None:
            raise InternalError(f"no call for {operation.label}", operation.span)
        return (*(new for c in cleared for new in nest(c)), call)

    def transform(self, operation: Node) -> LibraryCall | None:
        """The call of a transform; None where the library has none."""
        if not isinstance(operation, Fourier) or Operation.FOURIER not in self.library:
            return None
        return transform(operation, self.containers)

    def call(self, product: MatrixProduct) -> LibraryCall | None:
        """The call that adds `product` to its result; None where the library has none."""
        if not self.library or product.factors[0].expr.dtype not in _TYPES:
            return None
        found = matrix_matrix(product, self.containers) or matrix_vector(product, self.containers)
        return found if found is not None and found.operation in self.library else None


def matrix_matrix(product: MatrixProduct, containers: dict[str, Container]) -> LibraryCall | None:
    """`C[i, j] += alpha*A[i, k]*B[k, j]`, in any transposition, as a call."""
    if len(product.domain) != 3 or len(product.result.domain) != _AXES:
        return None
    views = _views(product, containers)
    if views is None or len(views.c.variables) != _AXES:
        return None
    row, column = views.c.variables
    (inner,) = (d.var for d in product.inner)
    a, b = (views.one, views.two) if row in views.one.variables else (views.two, views.one)
    if set(a.variables) != {row, inner} or set(b.variables) != {inner, column}:
        return None
    operands = (
        a.operand(transposed=a.variables != (row, inner)),
        b.operand(transposed=b.variables != (inner, column)),
        views.c.operand(),
    )
    return _call(product, Operation.MATRIX_MATRIX, operands, (row, column, inner))


def matrix_vector(product: MatrixProduct, containers: dict[str, Container]) -> LibraryCall | None:
    """`y[i] += alpha*A[i, k]*x[k]`, A transposed or not, as a call."""
    if len(product.domain) != 2 or len(product.result.domain) != 1:
        return None
    views = _views(product, containers)
    if views is None:
        return None
    (row,), (inner,) = views.c.variables, (d.var for d in product.inner)
    a, x = views.one, views.two
    if len(a.variables) != _AXES:
        a, x = x, a
    if set(a.variables) != {row, inner} or x.variables != (inner,):
        return None
    operands = (a.operand(transposed=a.variables != (row, inner)), x.operand(), views.c.operand())
    return _call(product, Operation.MATRIX_VECTOR, operands, (row, inner))


def _call(
    product: MatrixProduct,
    operation: Operation,
    operands: tuple[Operand, ...],
    variables: tuple[str, ...],
) -> LibraryCall:
    length = {d.var: d.stop - d.start for d in product.domain}
    extents = tuple(length[v] for v in variables)
    compute = product.compute(product.label)
    return LibraryCall(compute, operation, product.alpha, operands, extents)


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


@dataclass(frozen=True)
class _Views:
    """The factors and the result of a product."""

    one: _View
    two: _View
    c: _View


def _views(product: MatrixProduct, containers: dict[str, Container]) -> _Views | None:
    found = [
        _view(s.expr.container, s.expr.index, containers, product.domain)
        for s in product.factors
        if isinstance(s.expr, Read)
    ]
    target = product.result.target
    found.append(_view(target.container, target.index, containers, product.domain))
    views = [v for v in found if v is not None]
    return _Views(*views) if len(views) == 3 else None


def _view(
    name: str, index: Index, containers: dict[str, Container], domain: Domain
) -> _View | None:
    """The matrix whose rows stand one after the other in memory, or the vector of even steps, that
    `index` runs through; None where it is neither."""
    shape = containers[name].shape
    variables = {d.var for d in domain}
    found: list[tuple[int, str]] = []
    for axis, position in enumerate(index):
        own = sorted(names(position) & variables)
        if not own:
            continue
        if len(own) > 1 or names(position - symbol(own[0])) & variables:
            return None
        found.append((axis, own[0]))
    in_order = tuple(v for _, v in found)
    if not found or len(found) > _AXES or len(set(in_order)) < len(found):
        return None
    if len(found) == _AXES and [axis for axis, _ in found] != [len(shape) - 2, len(shape) - 1]:
        return None
    after = found[0][0] + 1
    leading = sympy.Mul(*shape[after:])
    origin = tuple(substitute(e, {d.var: d.start for d in domain}) for e in index)
    return _View(name, origin, in_order, leading)
