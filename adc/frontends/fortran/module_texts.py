"""Characters of modules that `--fix scheme=upwind` gives: they are read as constants.

A module's character that selects is set by the program before it calls the routine. With its text
known it is a PARAMETER to the routine and to all that this calls, which may not change it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from adc.diagnostics import AdcError
from adc.frontends.calling import Setting
from adc.frontends.fortran import tree
from adc.frontends.fortran.character_constants import characters
from adc.frontends.fortran.units import LazyUnit


def fix_module_texts(
    files: list[tree.File], dummies: frozenset[str], texts: Mapping[str, str]
) -> tuple[Setting, ...]:
    """Makes constants of the modules' characters that `texts` name, of those that are none of the
    routine's `dummies`; what a caller has to set. Raises ADC0301 where several modules have one."""
    settings = []
    for name, text in texts.items():
        found = [] if name in dummies else [u for u in _modules(files) if _declares(u, name)]
        if len(found) > 1:
            listed = ", ".join(f"`{u.name}`" for u in found)
            raise AdcError.of(
                "ADC0301", f"`--fix` names `{name}`, a character of several modules: {listed}",
                found[1].span, help="give the files of one of them alone",
            )  # fmt: skip
        for unit in found:
            unit.fix({**unit.fixed, name: text})
            settings.append(Setting(unit.name, name, text))
    return tuple(settings)


def _modules(files: list[tree.File]) -> Iterator[LazyUnit]:
    units = (u for file in files for u in file.units)
    yield from (u for u in units if isinstance(u, LazyUnit) and u.kind == "module")


def _declares(unit: LazyUnit, name: str) -> bool:
    """Whether `unit` has a character variable `name` of a length that its text tells."""
    if not any(name in line for line in unit.lines()):
        return False
    return any(e.name == name for d in unit.stated.declarations for e in characters(d))


__all__ = ["fix_module_texts"]
