"""Numbers, and arrays all of whose elements are computed alike: one expression stands for each."""

from __future__ import annotations

import sympy

from adc.analysis.activity import overwrites_wholly
from adc.differentiate.implicit.stopping import defined
from adc.ir.declarations import Container
from adc.ir.enums import Update
from adc.ir.expressions import Expr, Read, map_index
from adc.ir.node import Body, Node
from adc.ir.nodes import Compute
from adc.ir.program import Program
from adc.ir.shapes import IntLike, substitute, symbol
from adc.ir.walking import walk_nodes


def axes(rank: int) -> tuple[sympy.Symbol, ...]:
    """The subscripts of the element that an expression stands for."""
    return tuple(symbol(f"adc_axis_{axis}") for axis in range(rank))


def element(container: Container) -> Read:
    """The number in `container`, or its element at `axes`."""
    return Read(container.name, axes(len(container.shape)), container.dtype)


def computed(program: Program, node: Node) -> Expr | None:
    """What `node` assigns to a number, or to each element of an array, at `axes`; None for anything
    else."""
    if not isinstance(node, Compute) or node.op != Update.ASSIGN:
        return None
    if node.target.index != tuple(symbol(d.var) for d in node.domain):
        return None
    if not all(overwrites_wholly(program, write) for write in node.writes):
        return None
    own = axes(len(node.domain))
    values: dict[str, IntLike] = {d.var: a for d, a in zip(node.domain, own, strict=True)}
    return map_index(node.expr, lambda e: substitute(e, values)) if values else node.expr


def assigned_once(program: Program, body: Body) -> dict[str, Expr]:
    """The numbers and arrays that one statement of `body` alone assigns, and what it does."""
    writers: dict[str, list[Node]] = {}
    for node in walk_nodes(body):
        for write in node.writes:
            writers.setdefault(write.container, []).append(node)
    found = defined(body)
    for name, nodes in writers.items():
        value = computed(program, nodes[0]) if len(nodes) == 1 else None
        if value is not None:
            found[name] = value
    return found
