"""Whether what a call has written are other elements than those that a value is computed from."""

from __future__ import annotations

import sympy

from adc.diagnostics import AdcError, Span
from adc.ir import shapes
from adc.ir.expressions import reads
from adc.ir.node import Node, Write
from adc.ir.walking import walk_nodes
from adc.lowering.context import Context, containers_read, containers_written
from adc.lowering.values import Array, Held, Selected, Undefined, Value


def check_changed(cx: Context, values: list[Value], span: Span, start: int) -> None:
    """AdcError ADC0223 where the last of `values`, of `span`, whose statements begin at `start`,
    has changed what one before it is computed from."""
    changed = containers_written(cx.body, start)
    earlier = [v for v in values[:-1] if changed and changed & _computed_from(v)]
    if not all(are_apart(v, cx.body[start:]) for v in earlier):
        raise AdcError.of(
            "ADC0223",
            "a call in this expression changes an array that the expression reads before it", span,
            help="put the call on a line of its own",
        )  # fmt: skip


def _computed_from(value: Value) -> set[str]:
    """Containers whose later change would change a value that is already taken."""
    if isinstance(value, Held):
        return {c for v in value.items for c in _computed_from(v)}
    if isinstance(value, Undefined) and value.value is not None:
        return _computed_from(value.value)
    if isinstance(value, Selected):
        both = containers_read(value.array) | containers_read(value.mask)
        return set() if value.own else both
    if not isinstance(value, Array) or (value.view is not None and value.is_shared):
        return set()
    probe = tuple(shapes.symbol(f"?probe{axis}") for axis in range(value.rank))
    return {r.container for r in reads(value.at(probe))}


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
