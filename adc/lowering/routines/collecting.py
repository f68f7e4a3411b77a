"""The routines that a finished program calls, under names that the source has for them."""

from __future__ import annotations

from dataclasses import replace

from adc.ir.call import Call, calls_in
from adc.ir.external import External
from adc.ir.node import Body, Node
from adc.ir.program import Program
from adc.ir.walking import map_body, names_in
from adc.lowering.routines.store import Store


def with_routines(program: Program, store: Store) -> Program:
    """`program` with the routines of `store` that it leads to, in the order of their calls."""
    found: dict[str, Program] = {}
    callers: dict[str, set[str]] = {}

    def visit(caller: Program) -> None:
        for call in calls_in(caller.body):
            taken = callers.setdefault(call.routine, set())
            taken.update(names_in(caller))
            for program in with_derivatives(call.routine, store):
                callers[program.name] = taken
                if program.name not in found:
                    found[program.name] = program
                    visit(program)

    visit(program)
    if not found:
        return program
    names = _names(program.name, callers)
    routines = tuple(
        replace(r, name=names[r.name], body=_renamed(r.body, names), external=_named(r, names))
        for r in found.values()
    )
    return replace(program, body=_renamed(program.body, names), routines=routines)


def with_derivatives(name: str, store: Store) -> tuple[Program, ...]:
    """The routine `name`; with a library's, those that are its derivatives."""
    routine = store.derived.get(name)
    if routine is None or routine.external is None:
        return (store.by_name[name].program,)
    named = filter(None, (routine.external.tangent, routine.external.adjoint))
    return (routine, *(store.derived[other] for other in named))


def _named(routine: Program, names: dict[str, str]) -> External | None:
    external = routine.external
    if external is None:
        return None
    tangent, adjoint = (names.get(n, "") for n in (external.tangent, external.adjoint))
    return replace(external, tangent=tangent, adjoint=adjoint)


def _names(main: str, callers: dict[str, set[str]]) -> dict[str, str]:
    """A name for each routine: the function's own, where none of its callers has it for anything
    else; the second one of a function is `name_2`."""
    names: dict[str, str] = {}
    for key, taken in callers.items():
        stem, number = key.partition("%")[0], 1
        name = stem
        while name in taken or name == main or name in names.values():
            number += 1
            name = f"{stem}_{number}"
        names[key] = name
    return names


def _renamed(body: Body, names: dict[str, str]) -> Body:
    def visit(node: Node) -> Body:
        return (replace(node, routine=names[node.routine]),) if isinstance(node, Call) else (node,)

    return map_body(body, visit)
