"""Arguments at positions that the source computes: copies, which go back after the call."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from adc.diagnostics import Span
from adc.lowering.context import Context, containers_written
from adc.lowering.indexing import Item, SliceValue
from adc.lowering.picks import computed
from adc.lowering.positions import gathered
from adc.lowering.values import Array, Sequenced, Value


@contextmanager
def putting_back(cx: Context, arguments: Sequence[Value]) -> Iterator[None]:
    """Puts those of the `arguments` back that the call inside has changed: in Fortran
    `call inc(x(:, k))` changes `x`."""
    arrays = [a.array if isinstance(a, Sequenced) else a for a in arguments]
    own = [a.view.container for a in arrays if isinstance(a, Array) and a.view is not None]
    lent = {c: cx.told.lent.pop(c) for c in own if c in cx.told.lent}
    before = len(cx.body)
    yield
    written = containers_written(cx.body, before) if lent else set()
    for container, put_back in lent.items():
        if container in written:
            put_back()


def with_settled_outer(
    cx: Context, owner: Array, items: list[Item], span: Span
) -> tuple[Array, list[Item]]:
    """`owner` and the subscripts of an element from which its storage is passed on; where those of
    outer axes are computed, what they select of it, and the others."""
    chosen = [k for k, (item, _) in enumerate(items) if computed(cx, item)]
    inner = chosen[-1] + 1 if chosen else 0
    if not chosen or inner == len(items):
        return owner, items
    whole = [(SliceValue(None, None, 1, where), where) for _, where in items[inner:]]
    return gathered(cx, owner, [*items[:inner], *whole], span, exact=True), items[inner:]
