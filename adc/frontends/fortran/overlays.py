"""EQUIVALENCE: how far from each other the variables begin that share storage by it."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from adc.diagnostics import AdcError, Span
from adc.frontends.fortran import tree
from adc.frontends.fortran.constants import constant_shape, integer_constant, lower_bound
from adc.frontends.fortran.facts import name_of
from adc.frontends.fortran.symbol import Scope, Symbol


def offsets(names: tuple[str, ...], scope: Scope, itemsize: Callable[[Symbol], int]) -> list[int]:
    """Where each of `names`, which share storage, begins, in bytes from where the first one does.

    Raises ADC0177 where that is not told by constants, or told in two ways.
    """
    edges: dict[str, list[tuple[str, int, Span]]] = {name: [] for name in names}
    for one in scope.declarations.overlays:
        first = one[0]
        if name_of(first) not in edges:
            continue
        begin = _bytes(first, scope, itemsize)
        for element in one[1:]:
            distance = begin - _bytes(element, scope, itemsize)
            edges[name_of(first)].append((name_of(element), distance, element.span))
            edges[name_of(element)].append((name_of(first), -distance, element.span))
    found = {names[0]: 0}
    pending = [names[0]]
    while pending:
        name = pending.pop()
        for other, distance, span in edges[name]:
            if other not in found:
                pending.append(other)
            if found.setdefault(other, found[name] + distance) != found[name] + distance:
                raise refused(f"`{other}` would begin at two places", span, "remove one of them")
    return [found[name] for name in names]


#: What may share storage by EQUIVALENCE.
_KINDS = ("real", "complex", "real array", "complex array", "integer array")


def check_overlaid(name: str, span: Span, storage: str, unit: tree.Unit, kind: str) -> None:
    """Raises ADC0177 for what shares storage by EQUIVALENCE and is no storage of numbers, of `unit`
    or of COMMON; of modules `check_overlays` says more."""
    own = unit.kind in ("subroutine", "function") and not unit.contains
    known = storage == "module" or (storage in ("local", "common") and own)
    if not known or kind not in (*_KINDS, *(("integer",) if storage == "module" else ())):
        raise refused(
            f"`{name}` shares its storage by EQUIVALENCE", span,
            "use one variable, or two that do not share storage",
        )  # fmt: skip


def check_overlays(used: Iterable[Symbol]) -> None:
    """Raises ADC0177 where two variables of a module, of all that routines use, share storage, or
    one of them shares it with one that has an initial value: alone it is a variable like any other.
    """
    taken: dict[tuple[int, str], Symbol] = {}
    for symbol in used:
        name, told = symbol.original or symbol.name, symbol.scope.declarations
        group = told.overlaid.get(name, ()) if symbol.storage == "module" else ()
        for other in group:
            facts = told.facts[other]
            begun = other != name and (facts.init is not None or facts.sets)
            if begun or (id(symbol.scope), other) in taken:
                span = told.facts[name].overlaid or symbol.span
                what = "has an initial value" if begun else "is used, too"
                raise refused(
                    f"`{name}` of a module shares its storage by EQUIVALENCE with `{other}`, which"
                    f" {what}", span, "use one of the two, with the subscripts of that one",
                )  # fmt: skip
        taken[id(symbol.scope), name] = symbol


def _bytes(element: tree.Expr, scope: Scope, itemsize: Callable[[Symbol], int]) -> int:
    """How far the element is from the beginning of its variable."""
    symbol = scope.lookup(name_of(element), element.span)
    if isinstance(element, tree.Name):
        return 0
    assert isinstance(element, tree.Apply)
    subscripts = [_subscript(a, scope) for a in element.arguments]
    shape, bounds = constant_shape(symbol), symbol.bounds or ()
    if len(subscripts) not in (1, len(bounds)):
        raise refused(f"`{symbol.name}` has {len(bounds)} dimensions", element.span, "give as many")
    number, stride = 0, 1
    for subscript, bound, size in zip(subscripts, bounds, shape, strict=False):
        number += stride * (subscript - (lower_bound(bound, scope) or 0))
        stride *= size
    return number * itemsize(symbol)


def _subscript(argument: tree.Argument, scope: Scope) -> int:
    known = None
    if not isinstance(argument, tree.Section | tree.Keyword):
        known = integer_constant(argument, scope)
    if known is None:
        raise refused("a subscript in EQUIVALENCE must be a constant", argument.span, "write it")
    return known


def refused(message: str, span: Span, way_out: str) -> AdcError:
    return AdcError.of("ADC0177", message, span, help=way_out)
