"""Whether what a call has written are other elements than those that a value is computed from."""

from __future__ import annotations

import sympy

from adc.ir.expressions import reads
from adc.ir.node import Node, Write
from adc.ir.walking import walk_nodes
from adc.lowering.values import Array, Value


def are_apart(value: Value, body: list[Node]) -> bool:
    """Whether nothing in `body` writes an element that the scalar `value` is computed from: of each
    write of its container a subscript is another one, by a number that depends on nothing."""
    if not isinstance(value, Array) or value.shape:
        return False
    read = reads(value.at(()))
    writes = [w for node in walk_nodes(tuple(body)) for w in node.writes]
    return all(_differs(r.index, w) for r in read for w in writes if w.container == r.container)


def _differs(index: tuple[sympy.Expr, ...], write: Write) -> bool:
    """Variables of the write, and of loops around it, stand in no subscript that was read before:
    a difference with one in it is no number."""
    if len(index) != len(write.target.index):
        return False
    gaps = (sympy.expand(a - b) for a, b in zip(index, write.target.index, strict=True))
    return any(gap.is_Integer and gap != 0 for gap in gaps)
