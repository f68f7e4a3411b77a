"""Arguments of Fortran's procedures at positions that the source computes: `call inc(x(:, k))`.

What is passed is the array itself: the call is run on a branch of a loop over the axis, where the
variable of the loop is the position (`picks.py`). So the procedure may change the argument, and
what the position was computed from, and may reach the same elements in another way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager

from adc.lowering.context import Context
from adc.lowering.store import materialise
from adc.lowering.values import Array, Items, Value, of_view


def with_arguments(
    cx: Context,
    procedure: bool,
    arguments: Callable[[], Sequence[Value]],
    call: Callable[[Sequence[Value]], Value],
) -> Value:
    """The value that `call` makes of the `arguments`, which are evaluated first; `procedure` tells
    whether it is one of the source's, or of a library's."""
    if not cx.fortran:
        return call(arguments())
    with ExitStack() as lent:
        with _lent(cx, lent if procedure else None):
            given = arguments()
        if not procedure:
            return call(given)
        with _lent(cx, None):
            return _settled(cx, call(given))


@contextmanager
def _lent(cx: Context, lent: ExitStack | None) -> Iterator[None]:
    outer, cx.told.lent = cx.told.lent, lent
    try:
        yield
    finally:
        cx.told.lent = outer


def _settled(cx: Context, value: Value) -> Value:
    """A function's value, which is used behind the branches that it is made on."""
    if isinstance(value, Items):
        return Items(tuple(_settled(cx, item) for item in value.items))
    if not isinstance(value, Array) or value.in_memory:
        return value
    return of_view(materialise(cx, value, "value"), value.dtype, weak=value.weak)
