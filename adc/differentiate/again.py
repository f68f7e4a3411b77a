"""A derivative as a program like any other: what either mode differentiates once more."""

from __future__ import annotations

from dataclasses import replace

from adc.ir.copying import with_own_variables
from adc.ir.declarations import Container
from adc.ir.enums import Role
from adc.ir.names import NameSource
from adc.ir.program import Program
from adc.ir.walking import computes, names_in

#: What a derivative's own containers are to who differentiates it: arguments, and locals.
_TAKEN = {Role.SEED: Role.INPUT, Role.TANGENT_IN: Role.INPUT}
_OWN = dict.fromkeys((Role.ADJOINT, Role.TANGENT, Role.TAPE), Role.LOCAL)
#: What a derivative hands back.
_GIVEN = frozenset({Role.GRADIENT, Role.TANGENT_OUT, Role.VALUE})


def as_primal(program: Program) -> Program:
    """`program` with the roles of a source's function: seeds are inputs, gradients are returned.

    A gradient that is added to what the caller passes is an argument that is written in place.
    A source's own program stays as it is.
    """
    roles = {c.name: _role(program, c) for c in program.containers}
    if all(roles[c.name] == c.role for c in program.containers):
        return program
    returned = [c.name for c in program.containers if c.role in _GIVEN]
    returned = [name for name in returned if roles[name] == Role.OUTPUT]
    return replace(
        program,
        containers=tuple(replace(c, role=roles[c.name], of="") for c in program.containers),
        parameters=tuple(p for p in program.parameters if p.name not in returned),
        returns=tuple(dict.fromkeys((*program.returns, *returned))),
    )


def as_routine(program: Program) -> Program:
    """A derivative of a routine as a routine like any other: its arguments stay where they are."""
    containers = (replace(c, role=_role(program, c), of="") for c in program.containers)
    body = with_own_variables(program.body, NameSource(names_in(program)).fresh, set())
    return replace(program, containers=tuple(containers), body=body)


def _role(program: Program, container: Container) -> Role:
    if container.role not in _GIVEN:
        return _TAKEN.get(container.role) or _OWN.get(container.role) or container.role
    set_here = any(s.container == container.name and s.op != "+=" for s in computes(program.body))
    return Role.OUTPUT if set_here else Role.INOUT
