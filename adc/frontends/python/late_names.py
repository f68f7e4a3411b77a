"""Names whose value adc cannot tell: which functions are refused for them, and of which names it is
told only where a value is asked for, which some branch may never be."""

from __future__ import annotations

import builtins
from collections.abc import Mapping

from adc.diagnostics import AdcError, Note, Span
from adc.frontends import surface
from adc.frontends.names import assigned_names, free_names, walk


def check_settled(
    function: surface.Function, unsettled: Mapping[str, Note], instead: Mapping[str, str]
) -> dict[str, AdcError]:
    """What to say of the names that the function only reads, should it get there. Raises for a
    function that is such a name, or uses one in another way: what a call or an attribute means may
    be decided by its text alone."""
    uses = {name: use.span for name, use in free_names(function).items()}
    if function.name in unsettled:
        uses[function.name] = function.span
    found = {}
    for name in uses.keys() & unsettled.keys():
        if name != function.name and _is_read(name, function):
            found[name] = _error(name, unsettled[name].span or uses[name], unsettled, instead)
    for name, span in uses.items():
        if name in unsettled and name not in found:
            raise _error(name, span, unsettled, instead)
    return found


def _error(
    name: str, span: Span, unsettled: Mapping[str, Note], instead: Mapping[str, str]
) -> AdcError:
    once = f"bind `{name}` once, to a constant, or pass it: in the signature, `{name}: float64`"
    return AdcError.of(
        "ADC0123", f"adc cannot tell the value of `{name}`: it does not run the module", span,
        help=instead.get(name) or once, notes=(unsettled[name],),
    )  # fmt: skip


def _is_read(name: str, function: surface.Function) -> bool:
    """Whether all that is done with the name is to read its value."""
    if hasattr(builtins, name) or name in assigned_names(function.body):
        return False
    owners: list[object] = []
    for node in walk(function, inside=True):
        if isinstance(node, surface.Call):
            owners.append(node.function)
        elif isinstance(node, surface.Attribute):
            owners.append(node.value)
        elif isinstance(node, surface.LeftOut):
            owners.append(node.root)
        elif isinstance(node, surface.Function):
            owners += [p.default for p in node.parameters]
    return not any(isinstance(owner, surface.Name) and owner.name == name for owner in owners)
