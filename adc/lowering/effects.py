"""What functions change that a library calls as often as it likes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from adc.frontends import surface
from adc.ir.enums import Role
from adc.lowering.binding import stem_of
from adc.lowering.callsite import CallSite
from adc.lowering.context import Context, containers_written
from adc.lowering.values import Bound, Items, Keywords, Record, UserFunction, Value, Vectorised

#: What a library may call: functions, methods and objects of the source's classes.
_CALLABLE = (UserFunction, Vectorised, Bound, Record)


#: Why a library's calls must change nothing.
_AS_OFTEN = "calls the function as often as it likes"


def _may_be_called(value: Value) -> bool:
    if isinstance(value, (Items, Keywords)):
        return any(map(_may_be_called, value.items))
    return isinstance(value, _CALLABLE)


def _lasting(cx: Context) -> frozenset[str]:
    """The containers that the source's names may stand for: not adc's own flags, of which each call
    may set one that the program then ends by."""
    own = (Role.STOP, Role.MISFIT)
    return frozenset(name for name, c in cx.containers.items() if c.role not in own)


def foreseen(cx: Context, exprs: Iterable[surface.Expr]) -> list[Value]:
    """What `exprs` are, which are still to be evaluated: nothing that they do is done here."""
    before = cx.snapshot()
    values = [cx.evaluate(expr) for expr in exprs]
    cx.restore(before)
    return values


@contextmanager
def without_effects(
    cx: Context,
    site: CallSite,
    *functions: Value,
    why: str = _AS_OFTEN,
) -> Iterator[None]:
    """Lowers a call of one of `functions` (of any, if none is named) by a library; ADC0220 where
    that changes something which is there before, for `why`: how often it is called, or when, is the
    library's own affair."""
    if cx.fortran or (functions and not any(map(_may_be_called, functions))):
        yield
        return
    with noting_changes(cx) as changed:
        yield
    if changed:
        raise site.error(
            f"`{site.short}` {why}, and each call changes {changed[0]}",
            help="compute that after the call, of what it gives",
        )


@contextmanager
def noting_changes(cx: Context) -> Iterator[list[str]]:
    """Gives a list, in which is then, in words, something that was there before and that the
    statements lowered inside change; it stays empty where they change nothing."""
    found: list[str] = []
    bound = [dict(scope.names) for scope in cx.scopes]
    known, start = _lasting(cx), len(cx.body)
    yield found
    changed = sorted(known & containers_written(cx.body, start))
    for before, scope in zip(bound, cx.scopes, strict=False):
        now = scope.names
        changed += [
            stem_of(n) for n, v in before.items() if n in now and now[n] is not v and now[n] != v
        ]
    if changed:
        found.append(next((f"`{name}`" for name in changed if name.isidentifier()), "an object"))
