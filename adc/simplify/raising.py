"""Statements raised to the operations of the library that they are."""

from __future__ import annotations

from collections.abc import Callable

from adc.analysis.products import product_of
from adc.ir.node import Body, Node
from adc.ir.nodes import Compute
from adc.ir.program import Program
from adc.ir.walking import map_body
from adc.ops.library import MatrixProduct


def raise_products(
    program: Program, wanted: Callable[[MatrixProduct], bool] = lambda _: True
) -> Program:
    """`program` with accumulations that are matrix products, and `wanted`, as such."""

    def visit(node: Node) -> Body:
        product = product_of(node) if isinstance(node, Compute) else None
        return (node,) if product is None or not wanted(product) else (product,)

    return program.with_body(map_body(program.body, visit))
