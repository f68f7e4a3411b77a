"""What a caller of a routine has to know: its module, the kinds of its arguments, the layout of
COMMON blocks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from adc.frontends.calling import Calling, Part, Passed, Stretch
from adc.frontends.fortran import tree
from adc.frontends.fortran.alternates import DUMMY
from adc.frontends.fortran.fixed_variables import HELD
from adc.frontends.fortran.kinds import kind_of
from adc.frontends.fortran.parts import Parts
from adc.frontends.fortran.routine import Shared
from adc.frontends.fortran.symbols import Scope, Storage, Symbol

#: Behind the name of a routine, as the owner of what it saves; a number where several have it.
MARK = "%"
#: How many texts there are along each axis of an array of them, or in all.
_FEW, _MANY = 30, 10_000


def calling(
    head: tree.Unit, scope: Scope, known: Mapping[str, tuple[str, Symbol]], shared: Shared,
    texts: Mapping[str, str], parts: Parts,
) -> Calling:  # fmt: skip
    """How `head` is called; `known` are its COMMON and module variables by key, with the names of
    their arguments; `texts` those of its character dummies that are fixed."""
    host, unset = scope.host, shared.handed_out.known[id(head)][0]
    while host is not None and host.unit.kind == "module" and host.host is not None:
        host = host.host  # of a submodule, which callers do not see
    dummies = [
        replace(
            passed(s.name, s, parts), text=texts.get(s.name), room=_room(s), unset=s.name in unset
        )
        for s in scope.arguments
        if s.name != DUMMY
    ]
    variables = [
        replace(
            passed(name, symbol, parts),
            begins=_begins(shared.lows.get(key, set())),
            unset=shared.made.get(key, (None, False))[1],
            dropped=key in shared.made and key in shared.dropped,
        )
        for key, (name, symbol) in known.items()
    ]
    result = scope.result
    return Calling(
        head.name,
        host.unit.name if host is not None and host.unit.kind == "module" else "",
        (*dummies, *variables),
        passed(result.name, result, parts) if result is not None else None,
        tuple(_blocks({key: name for key, (name, _) in known.items()}, shared.storage)),
        wholes=parts.wholes(head, [symbol for _, symbol in known.values()]),
        dummies=dummies_of(head),
        answers=tree.ANSWERS in head.prefixes,
        inside=host.unit.name if host is not None and host.unit.kind != "module" else "",
    )


def dummies_of(head: tree.Unit) -> tuple[str, ...]:
    """The names of the dummies in their order; `*` for alternate returns."""
    names = [a.name for a in head.stated.arguments if a.name != DUMMY]
    for place in getattr(head, "stars", ()):
        names.insert(place, "*")
    return tuple(names)


def _room(symbol: Symbol) -> tuple[int, ...]:
    """How many texts an array of them holds for a routine that does not look at them: of an
    assumed shape it has the axes, of any other one as many texts as a check may need."""
    if symbol.base != "character" or symbol.bounds is None:
        return ()
    return (_FEW,) * len(symbol.bounds) if _assumed_shape(symbol) else (_MANY,)


def _begins(lows: set[tuple[int | None, ...]]) -> tuple[int, ...]:
    """The lower bounds that ALLOCATEs agree on."""
    given = next(iter(lows)) if len(lows) == 1 else ()
    return tuple(1 if low is None else low for low in given)


def passed(name: str, symbol: Symbol, parts: Parts | None = None) -> Passed:
    """How `symbol` is passed; `parts` knows the components of derived types."""
    attributes = {
        "optional": symbol.optional,
        "value": symbol.value,
        "allocatable": symbol.allocatable,
        "pointer": symbol.pointed and not (parts and parts.path(symbol)),
        "intent(out)": symbol.allocatable and symbol.intent == "out",  # which callers free
    }
    dummy = symbol.storage == "dummy"
    parts = None if symbol.storage == "common" else parts  # records of COMMON are declared anew
    saved = symbol.storage == "module" and MARK in symbol.owner
    return Passed(
        name,
        "saved" if saved else symbol.storage,
        symbol.base,
        kind_of(symbol),
        symbol.original or symbol.name,
        symbol.owner,
        symbol.allocatable,
        dummy and _assumed_shape(symbol),
        tuple(a for a, given in attributes.items() if given and dummy),
        path=parts.path(symbol) if parts is not None else (),
        lows=parts.lows(symbol) if parts is not None else (),
        pointer=_is_pointer(symbol, parts),
    )


def _is_pointer(symbol: Symbol, parts: Parts | None) -> bool:
    component = parts.component(symbol) if parts is not None else None
    return symbol.pointed if component is None else component.pointer


def _assumed_shape(symbol: Symbol) -> bool:
    return any(b.upper is None and not b.star for b in symbol.bounds or ())


def _part(symbol: Symbol) -> Part | None:
    """Where in a record of COMMON a variable is."""
    record, position = symbol.scope.declarations.records.get(symbol.original, (None, 0))
    return Part(position, record.rank, record.members) if record is not None else None


def _blocks(
    names: Mapping[str, str], storage: Storage
) -> Iterator[tuple[str, tuple[Stretch, ...]]]:
    blocks: dict[str, list[Stretch]] = {}
    for segment in storage.segments:
        symbol = segment.symbol
        key = f"{segment.block or 'blank%'}%{symbol.name}"
        held = symbol.name.removesuffix(HELD) if symbol.name.endswith(HELD) else ""
        found = Stretch(
            names.get(key, ""), symbol.base, segment.kind, segment.declared, held, _part(symbol)
        )
        blocks.setdefault(segment.block, []).append(found)
    yield from ((name, tuple(stretches)) for name, stretches in blocks.items())
