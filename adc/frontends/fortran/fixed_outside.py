"""Variables of modules and COMMON that `--fix scheme=upwind` gives, and those that routines save
(`--fix first=.false.`, see `saved_arguments`): they are read as constants.

A variable that selects is set by the program before it calls the routine. With its value known it
is a PARAMETER to the routine and to all that this calls, which may not change it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from adc.diagnostics import AdcError
from adc.frontends.calling import Calling, Setting
from adc.frontends.fortran import tree
from adc.frontends.fortran.fixed_variables import (
    initial_base,
    is_in_common,
    is_literal,
    scalars,
)
from adc.frontends.fortran.units import LazyUnit


def fix_outside(
    files: list[tree.File], dummies: frozenset[str], texts: Mapping[str, str]
) -> tuple[Setting, ...]:
    """Makes constants of the modules' and COMMON variables that `texts` name, of those that are
    none of the routine's `dummies`; what a caller has to set. Raises ADC0301 where several modules
    have one, or where the value is none of its type."""
    settings = []
    for name, text in texts.items():
        if name in dummies:
            continue
        bases = [(u, _base(u, name, text)) for u in _modules(files)]
        found = [(u, base) for u, base in bases if base]
        if len(found) > 1:
            listed = ", ".join(f"`{u.name}`" for u, _ in found)
            raise AdcError.of(
                "ADC0301", f"`--fix` names `{name}`, a variable of several modules: {listed}",
                found[1][0].span, help="give the files of one of them alone",
            )  # fmt: skip
        shared = [] if found else [u for u in _all(files) if _has_in_common(u, name)]
        for unit in (*(u for u, _ in found), *shared):
            unit.fix({**unit.fixed, name: text})
        settings += [Setting(u.name, name, text, base) for u, base in found]
        settings += [Setting("", name, text)] if shared else []
        kept = [] if found or shared else list(_keeping(files, name, text))
        for unit in kept:
            unit.fix({**unit.fixed, name: text})
        settings += [Setting("", name, text, saved=True)] if kept else []
    return tuple(settings)


def with_settings(calling: Calling, settings: tuple[Setting, ...]) -> Calling:
    """`calling` with what has to be set. Raises ADC0301 where a variable of COMMON that is fixed
    has no place of its own there in all units."""
    held = {s.held for _, stretches in calling.blocks for s in stretches}
    for one in settings:
        if not (one.module or one.saved) and one.name not in held:
            raise AdcError.of(
                "ADC0301", f"`--fix` names `{one.name}` of COMMON, which the routine does not use,"
                " or which has other names or neighbours in other units", None,
                help="leave it out, or declare the block in the same way in all units",
            )  # fmt: skip
    return replace(calling, settings=settings)


def _modules(files: list[tree.File]) -> Iterator[LazyUnit]:
    yield from (u for u in _units(u for file in files for u in file.units) if u.kind == "module")


def _all(files: list[tree.File]) -> Iterator[LazyUnit]:
    pending: list[tree.Unit] = [u for file in files for u in file.units]
    for unit in pending:  # which grows on the way
        pending += [*unit.contains, *(u for u in unit.family if u not in pending)]
    yield from _units(pending)


def _units(units: Iterable[tree.Unit]) -> Iterator[LazyUnit]:
    yield from (u for u in units if isinstance(u, LazyUnit))


def _base(unit: LazyUnit, name: str, text: str) -> str:
    """The type of the scalar `name` that the module `unit` has, of those that can be fixed; ""
    where it has none. Raises ADC0301 for a value of another type."""
    if not any(name in line for line in unit.lines()) or _has_in_common(unit, name):
        return ""
    declared = (d for d in unit.stated.declarations if isinstance(d, tree.TypeDeclaration))
    found = next(((d, e) for d in declared for e in scalars(d) if e.name == name), None)
    if found is None:
        return ""
    base = found[0].type.base
    if not is_literal(base, text):
        raise AdcError.of(
            "ADC0301", f"`--fix` gives `{name}` the value `{text}`, which is no {base}",
            found[1].span, help="write digits, or `.true.` or `.false.`",
        )  # fmt: skip
    return base


def _keeping(files: list[tree.File], name: str, text: str) -> Iterator[LazyUnit]:
    """The routines that save an integer or a logical of this name, for which `text` is a value."""
    for unit in _all(files):
        if unit.kind in ("subroutine", "function") and any(name in line for line in unit.lines()):
            base = initial_base(unit.stated.declarations, name)
            if base and name not in unit.dummies and is_literal(base, text):
                yield unit


def _has_in_common(unit: LazyUnit, name: str) -> bool:
    """Whether `unit` lists the scalar `name` in a COMMON block."""
    if not any(name in line for line in unit.lines()):
        return False
    return is_in_common(unit.stated.declarations, name)


__all__ = ["fix_outside", "with_settings"]
