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


def taken_names(program: Program) -> set[str]:
    """Every name that a new container or variable must not take."""
    names = {c.name for c in program.containers} | {p.name for p in program.parameters}
    for node in walk_nodes(program.body):
        if isinstance(node, Compute):
            names |= {d.var for d in node.domain}
        elif isinstance(node, Loop):
            names.add(node.var)
    return names


def whole(shape: Shape, fresh: NameSource) -> tuple[tuple[Dim, ...], tuple]:  # type: ignore[type-arg]
    """A domain that runs over every element of `shape`, and the index that it gives."""
    dims = []
    for axis, extent in enumerate(shape):
        stem = "ijklmn"[axis] if axis < 6 else f"i{axis}"
        dims.append(Dim(fresh.fresh(stem), integer(0), extent))
    return tuple(dims), tuple(symbol(d.var) for d in dims)


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
