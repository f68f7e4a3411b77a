"""Two products that differ in a transposition alone as one: `A@B + A@B.T` is `A@(B + B.T)`.

The adjoint of `A.T @ A` is such a pair. The call adds the transpose while it packs B, so the sum
of both takes no memory; it differs from the two products by rounding.
"""

from __future__ import annotations

from dataclasses import replace

from adc.ir.expressions import reads
from adc.schedule.tree import LibraryCall, Node, Operation, Tree, parts, with_parts


def with_symmetric(tree: Tree) -> Tree:
    """`tree` with neighbouring products of a matrix and of its transpose as one."""
    result: list[Node] = []
    for node in tree:
        before = result[-1] if result else None
        joined = _joined(before, node)
        if joined is not None:
            result[-1] = joined
        else:
            result.append(with_parts(node, tuple(with_symmetric(part) for part in parts(node))))
    return tuple(result)


def _joined(first: Node | None, second: Node) -> LibraryCall | None:
    """One call for both; None where they are not the two products of a square matrix."""
    if not isinstance(first, LibraryCall) or not isinstance(second, LibraryCall):
        return None
    if first.operation is not Operation.MATRIX_MATRIX or first.operation is not second.operation:
        return None
    if (first.scale, first.extents) != (second.scale, second.extents):
        return None
    rows, columns, inner = first.extents
    *factors, result = first.operands
    *others, same = second.operands
    read = {o.container for o in factors} | {r.container for r in reads(first.scale)}
    if result != same or result.container in read:
        return None
    for at, square in ((0, rows == inner), (1, columns == inner)):
        one, other = factors[at], others[at]
        turned = replace(other, transposed=not other.transposed)
        if square and one == turned and not one.both and factors[1 - at] == others[1 - at]:
            operands = list(first.operands)
            operands[at] = replace(one, transposed=False, both=True)
            return replace(first, operands=tuple(operands))
    return None
