"""Names that the user may have and C may not, and what they become."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from adc.emit.reserved import is_reserved
from adc.ir.names import NameSource
from adc.ir.program import Program
from adc.schedule.scheduled import Scheduled
from adc.schedule.tree import part_variables, walk

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
