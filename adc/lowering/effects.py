"""What functions change that a library calls as often as it likes."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from adc.ir.enums import Role
from adc.lowering.binding import stem_of
from adc.lowering.callsite import CallSite
from adc.lowering.context import Context, containers_written
from adc.lowering.values import Undefined, UserFunction, Value


def lasting(cx: Context) -> frozenset[str]:
    """The containers that the source's names may stand for: not adc's own flags, of which each call
    may set one that the program then ends by."""
    own = (Role.STOP, Role.MISFIT)
    return frozenset(name for name, c in cx.containers.items() if c.role not in own)


@contextmanager
def without_effects(cx: Context, site: CallSite, *functions: Value) -> Iterator[None]:
    """Lowers a call of one of `functions` by a library; ADC0220 where that changes something which
    is there before, for how often it is called is the library's own affair."""
    own = any(isinstance(f, UserFunction) for f in functions)
    names, known, start = dict(cx.scope.names), lasting(cx), len(cx.body)
    yield
    if not own or cx.fortran:
        return
    changed = sorted(known & containers_written(cx.body, start))
    now = cx.scope.names
    changed += [
        stem_of(n) for n, v in names.items()
        if n in now and now[n] is not v and now[n] != v and not isinstance(v, Undefined)
    ]  # fmt: skip
    if changed:
        raise site.error(
            f"`{site.short}` calls the function as often as it likes, and each call changes "
            f"`{changed[0]}`", help="compute that after the call, of what it gives",
        )  # fmt: skip
