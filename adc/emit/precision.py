"""A program in double precision: what the self-check differentiates by differences."""

from __future__ import annotations

from dataclasses import replace

from adc.ir.declarations import Container
from adc.ir.dtypes import DType
from adc.ir.expressions import Apply, Const, Expr, Read, children, reads, transform
from adc.ir.nodes import While
from adc.ir.program import Program
from adc.ir.walking import expressions_in, map_expressions, walk_nodes


def in_double(program: Program) -> Program:
    """`program` with every float32 a float64; literals keep their spelling."""
    return converted(program, DType.FLOAT32, DType.FLOAT64) if is_single(program) else program


def is_single(program: Program) -> bool:
    """Whether float32 occurs in the program or in its routines, other than in constants."""
    functions = (program, *program.routines)
    if any(c.dtype is DType.FLOAT32 for f in functions for c in f.containers):
        return True
    return any(_is_single(e) for f in functions for _, e, _ in expressions_in(f.body))


def _is_single(expr: Expr) -> bool:
    """Whether a value of `expr` that data decides is a float32."""
    if isinstance(expr, Apply) and expr.dtype is DType.FLOAT32 and reads(expr):
        return True
    return any(map(_is_single, children(expr)))


def converted(program: Program, old: DType, new: DType) -> Program:
    """`program` with the element type `new` wherever `old` stood."""

    def container(c: Container) -> Container:
        return replace(c, dtype=new) if c.dtype is old else c

    def expression(e: Expr) -> Expr:
        if isinstance(e, (Const, Read, Apply)) and e.dtype is old:
            return replace(e, dtype=new)
        return e

    body = map_expressions(program.body, lambda e: transform(e, expression))
    routines = tuple(converted(routine, old, new) for routine in program.routines)
    containers = tuple(map(container, program.containers))
    return replace(program, containers=containers, body=body, routines=routines)


def ends_however_rounded(program: Program) -> bool:
    """Whether no loop of `program` is ended by data alone: one that looks for the last place of 1
    does not end where numbers are rounded upwards."""
    bodies = (part.body for part in (program, *program.routines))
    nodes = (node for body in bodies for node in walk_nodes(body))
    return not any(isinstance(node, While) and node.limit is None for node in nodes)
