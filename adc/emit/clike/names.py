"""Names that the user may have and C may not, and what they become."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from adc.emit.reserved import is_reserved, is_taken_function
from adc.ir.names import NameSource
from adc.ir.program import Program
from adc.schedule.scheduled import Scheduled
from adc.schedule.tree import part_variables, walk

#: Names of the function's own: its last argument and variables of the entries.
OWN_NAMES = (
    "workspace", "workspace_bytes", "workspace_next", "ranges", "result", "error", "peak_bytes",
)  # fmt: skip

#: What the names of the functions that one program becomes end with.
_OWN_ENDINGS = ("", "_ws", "_workspace_bytes", "_refused", "_body", "_sweeps", "_layout", "_check")

#: The same of a routine.
_ROUTINE_ENDINGS = ("", "_layout", "_workspace_bytes")

#: Whether a language means something else by a word.
Reserved = Callable[[str], bool]


def spellings(
    names: Iterable[str],
    taken: Iterable[str] = (),
    entry: str = "",
    reserved: Reserved = is_reserved,
) -> dict[str, str]:
    """What each of `names` is called in C: itself, or with an underscore where C has the word.

    What is reserved for its beginning gets another one, `x__int`: of three letters two at most can
    begin the names of the function's helpers.

    `taken` are names in use; `entry` is the generated function, whose helpers begin with its name.
    """
    names, taken = list(names), frozenset(taken)
    own = tuple(f"{stem}_" for stem in (entry, entry.upper()) if stem)

    def meant_otherwise(name: str) -> bool:
        return name == entry or name.startswith(own) or reserved(name)

    kept = {n for n in names if n not in taken and not meant_otherwise(n)}
    source = NameSource(taken | kept)
    table: dict[str, str] = {}
    for name in names:
        if name in kept:
            table[name] = name
            continue
        candidates = (name.rstrip("_") + "_", *(f"{letter}_{name}" for letter in "xyz"))
        table[name] = source.fresh(next(c for c in candidates if not meant_otherwise(c)))
    return table


def program_spellings(
    program: Program, entry: str = "", reserved: Reserved = is_reserved
) -> dict[str, str]:
    """The C names of parameters and containers; the same for the header as for the text."""
    names = [p.name for p in program.parameters] + [c.name for c in program.containers]
    return spellings(dict.fromkeys(names), entry=entry, reserved=reserved)


def all_spellings(
    scheduled: Scheduled, entry: str, reserved: Reserved = is_reserved
) -> dict[str, str]:
    """The C names of everything, loop variables too."""
    table = program_spellings(scheduled.program, entry, reserved)
    variables = [v for n in walk(scheduled.tree) for own in part_variables(n) for v in own]
    found = dict.fromkeys([*(c.name for c in scheduled.containers), *variables])
    new = [name for name in found if name not in table]
    table.update(spellings(new, set(table.values()), entry, reserved))
    return table


def routine_names(
    scheduled: Scheduled, entry: str, *, alone: bool, reserved: Reserved = is_reserved
) -> dict[str, str]:
    """What the routines of `scheduled` are called: as in the source, where the file is theirs and
    `entry`'s `alone` and nothing else has the name; else that behind the name of `entry`.
    """
    taken = {*OWN_NAMES, *(entry + ending for ending in _OWN_ENDINGS)}
    taken.update(all_spellings(scheduled, entry, reserved).values())
    for routine in scheduled.routines:
        taken.update(all_spellings(routine, "", reserved).values())
        if routine.program.external is not None:
            taken.add(routine.program.external.symbol)
    found: dict[str, str] = {}
    for routine in scheduled.routines:
        found[routine.program.name] = _routine_name(routine, entry, alone, taken, reserved)
        taken |= {found[routine.program.name] + ending for ending in _ROUTINE_ENDINGS}
    return found


def _routine_name(
    routine: Scheduled, entry: str, alone: bool, taken: set[str], reserved: Reserved
) -> str:
    name = re.sub(r"\W", "_", routine.program.name, flags=re.ASCII)
    name = f"call_{name}" if routine.program.external is not None else name
    clashes = name.lower().startswith(f"{entry}_".lower()) or name[:1].isdigit()
    if not alone or clashes or reserved(name) or is_taken_function(name) or _is_taken(name, taken):
        name = f"{entry}_{name}"
    stem, number = name, 1
    while _is_taken(name, taken):
        number += 1
        name = f"{stem}_{number}"
    return name


def _is_taken(name: str, taken: set[str]) -> bool:
    return any(name + ending in taken for ending in _ROUTINE_ENDINGS)
