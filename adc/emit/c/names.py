"""Names that the user may have and C may not, and what they become."""

from __future__ import annotations

from collections.abc import Iterable

from adc.emit.c.reserved import is_reserved
from adc.ir.nodes import NameSource, Program
from adc.schedule.tree import Scheduled, part_variables, walk


def spellings(names: Iterable[str], taken: Iterable[str] = (), entry: str = "") -> dict[str, str]:
    """What each of `names` is called in C: itself, or with an underscore where C has the word.

    `taken` are names in use; `entry` is the generated function, whose helpers begin with its name.
    """
    names, taken = list(names), frozenset(taken)
    own = tuple(f"{stem}_" for stem in (entry, entry.upper()) if stem)

    def refused(name: str) -> bool:
        return name in taken or name == entry or name.startswith(own) or is_reserved(name)

    source = NameSource(taken | {n for n in names if not refused(n)})
    table: dict[str, str] = {}
    for name in names:
        spelled = name
        while refused(spelled):
            spelled = _changed(spelled, own)
        table[name] = spelled if spelled == name else source.fresh(spelled)
    return table


def _changed(name: str, own: tuple[str, ...]) -> str:
    """`int_` for `int`; what is reserved for its beginning gets another one: `x__int`."""
    ended = name.rstrip("_") + "_"
    if not name.endswith("_") and not ended.startswith(own) and not is_reserved(ended):
        return ended
    return f"x_{name}"


def program_spellings(program: Program, entry: str = "") -> dict[str, str]:
    """The C names of parameters and containers; the same for the header as for the text."""
    names = [p.name for p in program.parameters] + [c.name for c in program.containers]
    return spellings(dict.fromkeys(names), entry=entry)


def all_spellings(scheduled: Scheduled, entry: str) -> dict[str, str]:
    """The C names of everything, loop variables too."""
    table = program_spellings(scheduled.program, entry)
    variables = [v for n in walk(scheduled.tree) for own in part_variables(n) for v in own]
    found = dict.fromkeys([*(c.name for c in scheduled.containers), *variables])
    new = [name for name in found if name not in table]
    table.update(spellings(new, set(table.values()), entry))
    return table
