"""Names of the derivative's containers: bars and dots, as in Griewank & Walther."""

from __future__ import annotations

from dataclasses import replace

from adc.ir.declarations import Container
from adc.ir.enums import Role, Update
from adc.ir.expressions import Read
from adc.ir.names import NameSource
from adc.ir.node import Access, Dim
from adc.ir.nodes import Compute
from adc.ir.program import Program
from adc.ir.shapes import Shape, integer, symbol
from adc.ir.walking import labels_in, names_in, rename_in_body


def names_of(program: Program) -> NameSource:
    """A source of names that are new to `program`."""
    return NameSource(names_in(program), fixed_names(program))


def fixed_names(program: Program) -> set[str]:
    """The names of containers and parameters."""
    return {c.name for c in program.containers} | {p.name for p in program.parameters}


def labels_of(program: Program) -> NameSource:
    """A source of labels that are new to `program`."""
    return NameSource(labels_in(program.body))


def make_way(program: Program) -> Program:
    """`program` with locals renamed that have the names of what is derived from its arguments and
    results (`A_bar`, `A_dot`, `A_seed`, `return_seed`): these belong to the generated function's
    interface."""
    known = {p.name for p in program.parameters} | {"return", *program.returns}
    known |= {f"return_{place}" for place in range(len(program.returns))}
    derived_names = {f"{name}_{kind}" for name in known for kind in ("bar", "dot", "seed")}
    fresh = NameSource(names_in(program) | derived_names)
    table = {
        c.name: fresh.fresh(f"{c.name}_local")
        for c in program.containers
        if c.name in derived_names | {"value"} and c.role in (Role.LOCAL, Role.STOP, Role.MISFIT)
    }
    if not table:
        return program
    containers = tuple(
        replace(c, name=table[c.name]) if c.name in table else c for c in program.containers
    )
    return replace(program, containers=containers, body=rename_in_body(program.body, table))


def interface_name(name: str, fresh: NameSource) -> str:
    """`name` itself unless an argument of the source has it."""
    if name in fresh.fixed:
        return fresh.fresh(name)
    fresh.taken.add(name)
    return name


def whole(shape: Shape, fresh: NameSource) -> tuple[tuple[Dim, ...], tuple]:  # type: ignore[type-arg]
    """A domain over every element of `shape`, outside all loops, and the index that it gives."""
    variables = fresh.variables(len(shape))
    dims = tuple(Dim(v, integer(0), e) for v, e in zip(variables, shape, strict=True))
    return dims, tuple(symbol(v) for v in variables)


def fill(label: str, container: Container, value: object, fresh: NameSource) -> Compute:
    """`container[…] = value` for a scalar expression `value`."""
    dims, index = whole(container.shape, fresh)
    return Compute(label, Access(container.name, index), Update.ASSIGN, value, dims)  # type: ignore[arg-type]


def copy(
    label: str, target: Container, source: Container, fresh: NameSource, op: Update = Update.ASSIGN
) -> Compute:
    """`target[…] = source[…]` of two containers of one shape."""
    dims, index = whole(target.shape, fresh)
    return Compute(
        label, Access(target.name, index), op, Read(source.name, index, source.dtype), dims
    )


def derived(container: Container, name: str, role: Role) -> Container:
    return replace(container, name=name, role=role, of=container.name)
