"""Private working copies of arguments that the caller must find untouched."""

from __future__ import annotations

from dataclasses import replace

from adc.differentiate.names import copy
from adc.ir.enums import Role
from adc.ir.names import NameSource
from adc.ir.node import Node
from adc.ir.program import Program
from adc.ir.walking import rename_in_body


def work_on_copies(
    program: Program, names: tuple[str, ...], fresh: NameSource, labels: NameSource
) -> Program:
    """`program` with each argument in `names` copied to a local on entry and used there."""
    table = {name: fresh.fresh(f"{name}_work") for name in names}
    if not table:
        return program
    containers = []
    copies: list[Node] = []
    for container in program.containers:
        if container.name in table:
            local = replace(container, name=table[container.name], role=Role.LOCAL, of="")
            original = replace(container, role=Role.INPUT)
            containers += [original, local]
            copies.append(copy(labels.fresh(f"{local.name}_init"), local, original, fresh))
        else:
            containers.append(container)
    returns = tuple(table.get(n, n) for n in program.returns)
    body = (*copies, *rename_in_body(program.body, table))
    return replace(program, containers=tuple(containers), body=body, returns=returns)
