"""Names of the derivative's containers: bars and dots, as in Griewank & Walther."""

from __future__ import annotations

from dataclasses import replace

from adc.ir.expressions import Read
from adc.ir.nodes import (
    Access,
    Compute,
    Container,
    Dim,
    Loop,
    NameSource,
    Program,
    walk_nodes,
)
from adc.ir.shapes import Shape, integer, symbol


def names_of(program: Program) -> NameSource:
    """A source of names that are new to `program`."""
    return NameSource(taken_names(program), fixed_names(program))


def fixed_names(program: Program) -> set[str]:
    """The names of containers and parameters."""
    return {c.name for c in program.containers} | {p.name for p in program.parameters}


def taken_names(program: Program) -> set[str]:
    """Every name that a new container or variable must not take."""
    names = fixed_names(program)
    for node in walk_nodes(program.body):
        if isinstance(node, Compute):
            names |= {d.var for d in node.domain}
        elif isinstance(node, Loop):
            names.add(node.var)
    return names


def whole(shape: Shape, fresh: NameSource) -> tuple[tuple[Dim, ...], tuple]:  # type: ignore[type-arg]
    """A domain over every element of `shape`, outside all loops, and the index that it gives."""
    variables = fresh.variables(len(shape))
    dims = tuple(Dim(v, integer(0), e) for v, e in zip(variables, shape, strict=True))
    return dims, tuple(symbol(v) for v in variables)


def fill(label: str, container: Container, value: object, fresh: NameSource) -> Compute:
    """`container[…] = value` for a scalar expression `value`."""
    dims, index = whole(container.shape, fresh)
    return Compute(label, Access(container.name, index), "=", value, dims)  # type: ignore[arg-type]


def copy(
    label: str, target: Container, source: Container, fresh: NameSource, op: str = "="
) -> Compute:
    """`target[…] = source[…]` of two containers of one shape."""
    dims, index = whole(target.shape, fresh)
    return Compute(
        label, Access(target.name, index), op, Read(source.name, index, source.dtype), dims
    )


def derived(container: Container, name: str, role: str) -> Container:
    return replace(container, name=name, role=role, of=container.name)
