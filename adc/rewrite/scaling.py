"""Matrices scaled for a product alone: `(alpha*A) @ x` is `alpha*(A @ x)`, as libraries have it.

A source that reads `alpha * A @ B` makes an array of `alpha*A` first. Where nothing but products
reads it, they read `A` itself, and the number is the factor that a product's call takes. This is
done before differentiation, so that no adjoint of the scaled array is made either. A factor that
carries a derivative stays: its adjoint is a sum over the array, and would be one over the product.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import sympy

from adc.analysis.activity import activity
from adc.analysis.products import product_of
from adc.ir.enums import Update
from adc.ir.expressions import Apply, Expr, Read, reads, substitute_expr, transform
from adc.ir.node import Body, Node
from adc.ir.nodes import Compute
from adc.ir.program import Program
from adc.ir.shapes import symbol
from adc.ir.walking import walk_nodes, written_in


def scaled_products(
    program: Program, wrt: Iterable[str], of: Iterable[str], kept: Collection[str] = ()
) -> Program:
    """The primal `program` with products that read scaled arrays at their source; arrays in `kept`
    stay as they are."""
    return _scaled(program, kept, activity(program, wrt, of).active_containers())


def scaled_operands(program: Program) -> Program:
    """The same for a program in which nothing is differentiated any more: what is scaled by numbers
    that carried a derivative as well."""
    return _scaled(program, (), ())


def _scaled(program: Program, kept: Collection[str], active: Collection[str]) -> Program:
    body = _Scaling(program, frozenset(kept), active).body(program.body)
    return program if body is program.body else program.with_body(body)


@dataclass(frozen=True)
class _Scaling:
    program: Program
    kept: frozenset[str]
    active: Collection[str]

    @cached_property
    def writers(self) -> Counter[str]:
        """How often nodes of the program write to each container."""
        return Counter(w.container for n in walk_nodes(self.program.body) for w in n.writes)

    def body(self, body: Body) -> Body:
        result = list(body)
        for k, node in enumerate(result):
            new = tuple(map(self.body, node.parts))
            if any(a is not b for a, b in zip(new, node.parts, strict=True)):
                result[k] = node.with_parts(new)
        for node in body:
            if isinstance(node, Compute) and self.is_scaled(node):
                result = self.inlined(result, node)
        same = len(result) == len(body) and all(a is b for a, b in zip(result, body, strict=True))
        return body if same else tuple(result)

    def is_scaled(self, node: Compute) -> bool:
        """Whether `node` makes all of an array that is another times a number, once and for all."""
        name = node.container
        if node.op != Update.ASSIGN or node.blank or name in self.kept:
            return False
        if name in {*self.program.passed, *self.program.returns} or not _covers(node, self.program):
            return False
        scalars = [r for r in reads(node.expr) if not r.index]
        arrays = [r for r in reads(node.expr) if r.index]
        if len(arrays) != 1 or any(r.container in self.active for r in scalars):
            return False
        if arrays[0].container == name or arrays[0].dtype is not node.expr.dtype:
            return False
        return _is_multiple(node.expr) and self.writers[name] == 1

    def inlined(self, body: Sequence[Node], scaled: Compute) -> list[Node]:
        """`body` with the products that read what `scaled` makes reading its source; unchanged
        where something else reads it, or the source is written in between."""
        at = next((k for k, node in enumerate(body) if node is scaled), None)
        if at is None:
            return list(body)
        name = scaled.container
        places = [k for k, n in enumerate(body) if name in n.mentioned_inside and k != at]
        here = {n.label for n in body if isinstance(n, Compute)}
        if not self.mentioning(name) <= here or not places or places[0] < at:
            return list(body)
        made_of = {r.container for r in reads(scaled.expr)}
        if made_of & set(written_in(tuple(body[at : places[-1] + 1]))):
            return list(body)
        new = {k: _reading_source(body[k], scaled) for k in places}
        if any(product is None for product in new.values()):
            return list(body)
        return [new.get(k) or node for k, node in enumerate(body) if k != at]

    def mentioning(self, name: str) -> set[str]:
        """The labels of all nodes that say anything of `name`."""
        return {n.label for n in walk_nodes(self.program.body) if name in n.mentioned}


def _reading_source(node: Node, scaled: Compute) -> Node | None:
    """The product `node` with the expression of `scaled` for its elements; None if it is none."""
    if not isinstance(node, Compute) or node.container == scaled.container:
        return None
    variables = [str(e) for e in scaled.target.index]

    def visit(expr: Expr) -> Expr:
        if isinstance(expr, Read) and expr.container == scaled.container:
            return substitute_expr(scaled.expr, dict(zip(variables, expr.index, strict=True)))
        return expr

    new = replace(node, expr=transform(node.expr, visit))
    return new if product_of(node) is not None and product_of(new) is not None else None


def _is_multiple(expr: Expr) -> bool:
    """Whether `expr` is an element times numbers."""
    if isinstance(expr, Apply) and expr.op in ("mul", "neg"):
        return all(_is_multiple(a) for a in expr.args)
    return not isinstance(expr, Apply)


def _covers(node: Compute, program: Program) -> bool:
    dims = {symbol(d.var): d for d in node.domain}
    found = [dims.get(e) for e in node.target.index]
    extents = program[node.container].shape
    whole = zip(found, extents, strict=True)
    return len(dims) == len(extents) == len(set(node.target.index)) and all(
        dim is not None and dim.start == sympy.Integer(0) and dim.stop == extent
        for dim, extent in whole
    )
