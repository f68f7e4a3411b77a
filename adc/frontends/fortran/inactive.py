"""Calls that touch nothing differentiated (timers, logging): left out at the caller's word.

What `--inactive` names need not have a source. Where it has one, that must change nothing that
others see. A variable that nothing but such a call can have set must not be read.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from adc.diagnostics import AdcError
from adc.frontends.fortran import tree
from adc.frontends.fortran.effects import changes, is_beyond, with_effects
from adc.frontends.fortran.library import is_library
from adc.frontends.fortran.modules import is_intrinsic_module
from adc.frontends.fortran.reach import reached
from adc.frontends.fortran.routine import Routine, names_in, unsupported, walk
from adc.frontends.fortran.symbols import Scope, Sources


def is_inactive(r: Routine, statement: tree.Call) -> bool:
    return statement.name.partition("%")[0] in r.shared.inactive  # of a type: `name%as1`


def leave_out(r: Routine, statement: tree.Call) -> None:
    """Warns of a call that is left out; raises ADC0169 where what it does is needed."""
    if changes_others(r, statement):
        raise unsupported(
            f"leaving out `{statement.name}`, which changes variables of others,", statement.span,
            "leave it out of `--inactive`: its source is given",
        )  # fmt: skip
    for name in sorted(names_in(statement.arguments)):
        if is_set_by_it_alone(r, name) and (place := read_elsewhere(r, name)) is not None:
            raise unsupported(
                f"reading `{name}`, which only the inactive `{statement.name}` can have set,",
                place.span, "leave out what is made of it, or pass it as an argument",
            )  # fmt: skip
    r.warn(
        "ADC0170", f"the call of the inactive `{statement.name}` is left out of the generated code",
        statement.span, "check that it changes nothing that the routine reads",
    )  # fmt: skip


def changes_others(r: Routine, statement: tree.Call) -> bool:
    """Whether its source is given and changes what others see."""
    return has_source(r, statement) and with_effects(r, r.scope, statement)


#: Intrinsic subroutines that ask what time it is, or work outside of the program, and how many of
#: their arguments they only read.
_OUTSIDE = {
    "cpu_time": 0, "date_and_time": 0, "system_clock": 0, "flush": 1, "system": 1,
    "execute_command_line": 1,
}  # fmt: skip


def is_outside(r: Routine, statement: tree.Call) -> bool:
    """Whether it is one of these intrinsics."""
    if statement.name not in _OUTSIDE:
        return False
    return r.scope.procedure(statement.name, statement.span).storage == "intrinsic"


def leave_out_outside(r: Routine, statement: tree.Call) -> None:
    """Warns of such a call; raises ADC0169 where something is made of what it sets, but for
    output."""
    for name in sorted(names_in(statement.arguments[_OUTSIDE[statement.name] :])):
        symbol = r.symbol(name, statement.span)
        own = symbol.storage == "local" and not symbol.overlaid and not r.hosted(symbol)
        place = _read_of_outside(r, name)
        if not own or place is not None:
            raise unsupported(
                f"`{name}` from `{statement.name}`, which others than output may read,",
                statement.span if place is None else place.span,
                "leave the call to the program that calls the routine",
            )  # fmt: skip
    r.warn(
        "ADC0170", f"the call of `{statement.name}` is left out of the generated code",
        statement.span, "remove it to be rid of this note",
    )  # fmt: skip


def _read_of_outside(r: Routine, name: str) -> tree.Name | tree.Apply | None:
    """Where something else than output and these calls has to do with the variable `name`."""
    calls = (n for n in walk(r.scope.body) if isinstance(n, tree.Call) and is_outside(r, n))
    passed_over = {id(inner) for call in calls for inner in walk(call)}
    for node in reading(r, r.scope.body):
        named = isinstance(node, (tree.Name, tree.Apply)) and node.name == name
        if named and id(node) not in passed_over:
            return node  # type: ignore[return-value]
    return None


def without_source(r: Routine, body: tree.Body) -> set[str]:
    """The names of inactive subroutines that are called and that no given file has."""
    calls = (n for n in walk(body) if isinstance(n, tree.Call) and is_inactive(r, n))
    return {call.name for call in calls if not has_source(r, call)}


def has_source(r: Routine, statement: tree.Call) -> bool:
    try:
        unit = r.symbol(statement.name, statement.span).unit
        known = unit is not None and not is_library(unit)
        return known and not is_beyond(r, r.scope, statement)
    except AdcError:  # of a module that is not given
        return False


def is_set_by_it_alone(r: Routine, name: str) -> bool:
    """Whether `name` is a local variable that no other statement of the routine sets."""
    try:
        symbol = r.symbol(name, r.unit.span)
    except AdcError:  # a function without source among the arguments
        return False
    own = symbol.storage in ("local", "result") and not symbol.overlaid
    if not own or symbol.init is not None or symbol.data:
        return False
    active = (n for n in walk(r.scope.body) if not (isinstance(n, tree.Call) and is_inactive(r, n)))
    return not any(name in set(changes(r, r.scope, n)) for n in active)


def read_elsewhere(r: Routine, name: str) -> tree.Name | tree.Apply | None:
    """Where the routine reads `name`, other than in inactive calls and output."""
    for node in reading(r, r.scope.body):
        if isinstance(node, (tree.Name, tree.Apply)) and node.name == name:
            return node
    return None


def reading(r: Routine, body: tree.Body) -> Iterator[object]:
    """The nodes of `body` but for those in calls that are left out and in output."""
    passed_over = {id(inner) for node in walk(body) if is_left_out(r, node) for inner in walk(node)}
    return (node for node in walk(body) if id(node) not in passed_over)


def is_left_out(r: Routine, node: object) -> bool:
    return isinstance(node, tree.InputOutput) or (
        isinstance(node, tree.Call) and is_inactive(r, node)
    )


def modules_of(sources: Sources, head: Scope, names: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """The modules without source that `head` and what it calls use, and which of the subroutines
    `names` each of them has."""
    found: dict[str, tuple[str, ...]] = {}
    for scope in (s for s in reached(head) if s.unit.error is None):
        for use in scope.declarations.uses:
            if sources.module(use.module) is None and not is_intrinsic_module(use):
                listed = [original for _, original in use.names if original in names]
                own = listed if use.only else [n for n in names if not is_own(n, scope)]
                found[use.module] = tuple(dict.fromkeys((*found.get(use.module, ()), *own)))
    return found


def is_own(name: str, scope: Scope) -> bool:
    """Whether the unit itself says what `name` is."""
    return name in scope.declared()
