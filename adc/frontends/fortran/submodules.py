"""Submodules: each procedure of one is the module's that has its interface, and sees the
submodule's own names and then the module's (Fortran 2018, 14.2.3)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from adc.diagnostics import AdcError
from adc.frontends.fortran import headings, openings, tree
from adc.frontends.fortran.line import Line
from adc.frontends.fortran.units import LazyUnit

_INTERFACE = re.compile(r"interface\b")
#: The headings and lines of what interfaces declare, by name.
Bodies = dict[str, tuple[headings.UnitHeading, list[Line]]]


def joined(files: Sequence[tree.File]) -> None:
    """Makes the submodules of `files` parts of the modules that these have."""
    units = [u for f in files for u in f.units if isinstance(u, LazyUnit)]
    inside = [u for u in units if u.kind == "submodule"]
    for module in [u for u in units if u.kind == "module" and u.parent is None]:
        _adopt(module, [(module, {})], inside)


def _adopt(parent: LazyUnit, above: list[tuple[LazyUnit, Bodies]], inside: list[LazyUnit]) -> None:
    """Joins `parent` with its submodules and theirs; `above` are the units that it is a part of and
    itself, the module first, with what their interfaces declare."""
    above = [*above[:-1], (parent, _taken_out(parent))]
    bodies = {name: body for _, own in above for name, body in own.items()}
    _give_headings(parent, bodies)
    module = above[0][0]
    path = module.name if parent is module else f"{module.name}:{parent.name}"
    for unit in [u for u in inside if u.within == path and u.kind == "submodule"]:
        unit.__dict__.update(kind="module", _heading=replace(unit._heading, kind="module"),
                             parent=parent)  # fmt: skip
        _adopt(unit, [*above, (unit, {})], inside)
        for owner, declared in above:
            own = tuple(u for u in unit.contains if u.name in declared and u not in owner.contains)
            owner.__dict__["contains"] = (*owner.contains, *own)


def _give_headings(unit: LazyUnit, bodies: Bodies) -> None:
    """What MODULE PROCEDURE opens in `unit`, with the dummies that its interface declares."""
    for inner in unit.contains:
        if not isinstance(inner, LazyUnit) or inner.kind != "procedure":
            continue
        if inner.name not in bodies:
            inner.__dict__.update(kind="subroutine", fault=_without_interface(inner))
            continue
        heading, lines = bodies[inner.name]
        own = replace(heading, span=inner.span)
        inner.__dict__.update(
            kind=own.kind, result=own.result, type=own.type, prefixes=own.prefixes, _heading=own,
            _lines=[*lines, *inner._lines],
        )  # fmt: skip


def _without_interface(unit: tree.Unit) -> AdcError:
    return AdcError.of(
        "ADC0164", f"the interface of `{unit.name}` is in no given file", unit.span,
        help="give the file of the module as well",
    )  # fmt: skip


def _taken_out(unit: LazyUnit) -> Bodies:
    """The bodies of interfaces that say MODULE, taken out of the lines of `unit`; a generic
    interface has their names instead."""
    bodies: Bodies = {}
    unit.__dict__["_lines"] = list(_without_bodies(unit._lines, bodies))
    return bodies


def _without_bodies(lines: Sequence[Line], bodies: Bodies) -> Iterator[Line]:
    inside = False
    heading: headings.UnitHeading | None = None
    depth = 0
    for line in lines:
        end = openings.end(line)
        if heading is None:
            if end is not None and end.what == "interface":
                inside = False
            inside = inside or bool(end is None and _INTERFACE.match(line.text))
            opened = openings.procedure(line) if inside and end is None else None
            if opened is None or "module" not in opened.prefixes:
                yield line
                continue
            heading, depth, bodies[opened.name] = opened, 1, (opened, [])
            text = f"module procedure {opened.name}"
            yield replace(line, text=text, places=(line.places[0],) * (len(text) + 1))
            continue
        depth += (openings.procedure(line) is not None) if end is None else -_closes(end)
        if not depth:
            heading = None
        elif not line.text.startswith("import"):
            bodies[heading.name][1].append(line)


def _closes(end: headings.End) -> bool:
    return end.what in ("", "subroutine", "function", "procedure")
