"""Which arrays are allocated: `allocated(w)` of a routine's own arrays, which are None where they
are not. What takes an array of another routine from it can only be seen in the whole program."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from adc.diagnostics import AdcError, Note, Span
from adc.frontends import surface
from adc.frontends.fortran import tree
from adc.frontends.fortran.routine import Routine, Shared, walk


def asked_for(r: Routine) -> set[str]:
    """The routine's own allocatable arrays of which it asks whether they are allocated."""
    asked = {
        argument.name
        for node in walk(r.scope.body)
        if isinstance(node, tree.Apply) and node.name == "allocated"
        for argument in node.arguments
        if isinstance(argument, tree.Name)
    }
    symbols = [r.symbol(name, r.unit.span) for name in sorted(asked)]
    return {s.name for s in symbols if s.storage == "local" and s.allocatable and not r.hosted(s)}


def without_array(r: Routine, name: str, span: Span) -> surface.Assign:
    """The array of `asked_for` is not allocated from here on."""
    symbol = r.symbol(name, span)
    nothing = surface.NoneValue(span)
    return surface.Assign((surface.Name(symbol.name, span),), nothing, span)


def note_allocations(r: Routine) -> None:
    """Note where the routine asks whether something is allocated, and where it frees an array that
    may be another routine's: by DEALLOCATE, or as a dummy of INTENT(OUT)."""
    freed = [s.span for s in r.scope.arguments if s.allocatable and s.intent == "out"]
    for node in walk(r.scope.body):
        for name in node.names if isinstance(node, tree.Deallocate) else ():
            symbol = r.symbol(name, node.span)
            if symbol.storage != "local" or r.hosted(symbol):
                freed.append(node.span)
    asked = list(_asked(r.scope.body))
    r.shared.freed = r.shared.freed or next(iter(freed), None)
    r.shared.asked = r.shared.asked or next(iter(asked), None)


def _asked(node: Any) -> list[Span]:
    """Where `allocated` stands below `node`, but for the condition of `if (allocated(w))
    deallocate(w)`: whatever that is, `w` is not allocated behind it."""
    if isinstance(node, tuple):
        return [span for part in node for span in _asked(part)]
    if not tree.is_node(node):
        return []
    alone = isinstance(node, tree.If) and len(node.branches) == 1 and not node.orelse
    if alone and all(isinstance(s, tree.Deallocate) for s in node.branches[0][1]):
        return []
    own = isinstance(node, tree.Apply) and node.name == "allocated"
    below = [span for f in fields(node) for span in _asked(getattr(node, f.name))]
    return [node.span, *below] if own else below


def check_allocations(shared: Shared) -> None:
    """ADC0169 where one routine may free what another one asks for."""
    if shared.asked is not None and shared.freed is not None:
        raise AdcError.of(
            "ADC0169", "`allocated` where a routine frees an array that another one may have is not"
            " supported", shared.asked, help="keep a LOGICAL of your own, or free it where it is"
            " allocated", notes=(Note("an array is freed here", shared.freed),),
        )  # fmt: skip
