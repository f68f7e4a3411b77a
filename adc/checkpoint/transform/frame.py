"""The frame of a gradient: both sweeps on working copies, and what the caller sees of them."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field, replace
from typing import Any

from adc.differentiate.gradient import Reversed
from adc.differentiate.names import copy, fill
from adc.ir.declarations import Container
from adc.ir.enums import Role
from adc.ir.expressions import Read
from adc.ir.names import NameSource
from adc.ir.node import Body, Node
from adc.ir.nodes import Compute, Loop
from adc.ir.program import Program
from adc.ir.walking import labels_in, rename_in_body


@dataclass(frozen=True)
class Frame:
    """The forward sweep as a program of its own, and the reverse sweep on the same names.

    `entry_copies` are the labels of the copies that fill the working copies of arguments,
    `originals` the arguments by the names of their working copies.
    """

    forward: Program
    reverse: Body
    entry_copies: frozenset[str]
    originals: dict[str, str]
    fresh: NameSource
    labels: NameSource
    #: The loops around a frame that is one segment of a loop; none for the whole program's.
    outer: tuple[Loop, ...] = ()
    #: Variables around the frame that nothing bounds: they count a loop that data ends.
    open: frozenset[str] = frozenset()
    #: A segment's statements: their labels here -> their labels in the frame around it.
    points: dict[str, str] = field(default_factory=dict)
    #: The same to the labels in the primal.
    sources: dict[str, str] = field(default_factory=dict)
    #: Containers that a snapshot is loaded into: they keep their shape.
    pinned: frozenset[str] = frozenset()
    #: What was found of this frame, which does not change, and is asked for again.
    known: dict[Hashable, Any] = field(default_factory=dict, init=False, repr=False, compare=False)

    @classmethod
    def of(cls, reversed_: Reversed, private: frozenset[str]) -> Frame:
        """`private` names the caller's containers that need a working copy with `--value`."""
        primal = reversed_.primal
        fresh = NameSource(reversed_.fresh.taken, reversed_.fresh.fixed)
        labels = NameSource(reversed_.labels.taken | all_labels(primal.body))
        if reversed_.value:
            worked = private
        else:
            worked = frozenset(c.name for c in primal.containers if c.role == Role.INOUT)
        return framed(reversed_, worked, fresh, labels)


def framed(
    reversed_: Reversed, worked: frozenset[str], fresh: NameSource, labels: NameSource
) -> Frame:
    primal = reversed_.primal
    table: dict[str, str] = {}
    containers: list[Container] = []
    entry: list[Node] = []
    exits: list[Node] = []
    for container in primal.containers:
        container = seen_as(container, reversed_)
        containers.append(container)
        if container.name not in worked:
            continue
        local = replace(container, name=fresh.fresh(f"{container.name}_work"), role=Role.LOCAL)
        table[container.name] = local.name
        containers.append(local)
        if container.role != Role.OUTPUT:
            entry.append(copy(labels.fresh(f"{local.name}_init"), local, container, fresh))
        if reversed_.value:
            exits.append(copy(labels.fresh(f"{local.name}_out"), container, local, fresh))
    if reversed_.value and reversed_.value_of:
        exits += value_steps(reversed_, containers, table, fresh, labels)
    body = (*entry, *rename_in_body(primal.body, table), *exits)
    forward = replace(primal, containers=tuple(containers), body=body)
    return Frame(
        forward,
        rename_in_body(reversed_.reverse, table),
        frozenset(n.label for n in entry if isinstance(n, Compute)),
        {local: name for name, local in table.items()},
        fresh,
        labels,
    )


def seen_as(container: Container, reversed_: Reversed) -> Container:
    """Without `--value` the caller sees nothing of the primal: arguments in, the rest local."""
    if reversed_.value:
        return (
            replace(container, role=Role.LOCAL)
            if container.name == reversed_.value_of and (container.role == Role.OUTPUT)
            else container
        )
    role = {Role.INOUT: Role.INPUT, Role.OUTPUT: Role.LOCAL}.get(container.role, container.role)
    return replace(container, role=role)


def value_steps(
    reversed_: Reversed,
    containers: list[Container],
    table: dict[str, str],
    fresh: NameSource,
    labels: NameSource,
) -> list[Node]:
    """`value = ` the scalar dependent, where that is a result and not an argument."""
    if not reversed_.value_name:
        return []
    source = reversed_.primal[reversed_.value_of]
    value = Container(reversed_.value_name, source.dtype, (), Role.VALUE, of=source.name)
    containers.append(value)
    name = table.get(source.name, source.name)
    return [fill(labels.fresh("value"), value, Read(name, (), source.dtype), fresh)]


def caller_sees(program: Program) -> frozenset[str]:
    """Containers that the reverse sweep must not write."""
    return frozenset(
        c.name for c in program.containers if c.role in (Role.INPUT, Role.INOUT, Role.OUTPUT)
    )


def all_labels(body: Body) -> set[str]:
    return labels_in(body)
