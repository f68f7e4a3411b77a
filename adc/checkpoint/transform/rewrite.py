"""Rewriting bodies: the accesses to one container, integer symbols, whole copies of statements."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import sympy

from adc.ir.expressions import Expr, Index, Need, Read, substitute_expr, transform
from adc.ir.names import NameSource
from adc.ir.node import Access, Body, Dim, Node
from adc.ir.nodes import Branch, Compute, Loop, Mark, ReverseWhile, While
from adc.ir.shapes import substitute
from adc.ir.walking import map_body, rename_in_body, walk_nodes


def with_prefixes(body: Body, prefixes: Mapping[str, Index]) -> Body:
    """`body` with `prefixes`, by container, before the index of every access (of Needs too)."""

    def in_expr(e: Expr) -> Expr:
        if isinstance(e, (Read, Need)) and e.container in prefixes:
            return replace(e, index=(*prefixes[e.container], *e.index))
        return e

    def visit(node: Node) -> Body:
        if isinstance(node, Compute):
            target = node.target
            if target.container in prefixes:
                target = replace(target, index=(*prefixes[target.container], *target.index))
            return (replace(node, target=target, expr=transform(node.expr, in_expr)),)
        if isinstance(node, (Branch, While)):
            return (replace(node, condition=transform(node.condition, in_expr)),)
        return (node,)

    return map_body(body, visit) if prefixes else body


def substitute_in_body(body: Body, values: Mapping[str, sympy.Expr]) -> Body:
    """`body` with integer symbols replaced in every index, bound and expression."""
    table = dict(values)

    def of(expr: sympy.Expr) -> sympy.Expr:
        return substitute(expr, table)

    def visit(node: Node) -> Body:
        if isinstance(node, Compute):
            target = Access(node.target.container, tuple(of(i) for i in node.target.index))
            domain = tuple(Dim(d.var, of(d.start), of(d.stop)) for d in node.domain)
            expr = substitute_expr(node.expr, table)
            return (replace(node, target=target, expr=expr, domain=domain),)
        if isinstance(node, Loop):
            return (replace(node, start=of(node.start), stop=of(node.stop)),)
        if isinstance(node, While):
            limit = None if node.limit is None else of(node.limit)
            return (replace(node, condition=substitute_expr(node.condition, table), limit=limit),)
        if isinstance(node, Branch):
            return (replace(node, condition=substitute_expr(node.condition, table)),)
        return (node,)

    return map_body(body, visit) if table else body


def written(body: Body) -> tuple[str, ...]:
    """The containers that `body` writes, in order."""
    found: dict[str, None] = {}
    for node in walk_nodes(body):
        if isinstance(node, Compute):
            found[node.target.container] = None
        elif isinstance(node, While):
            found[node.trips] = None
    return tuple(found)


def again(
    body: Body, containers: Mapping[str, str], labels: NameSource, suffix: str = "_again"
) -> tuple[Body, dict[str, str]]:
    """A copy of `body` on other containers, and the originals of its labels."""
    originals: dict[str, str] = {}

    def visit(node: Node) -> Body:
        if not node.label:
            return (node,)
        label = labels.fresh(node.label + suffix)
        originals[label] = node.label
        return (node.with_label(label),)

    return rename_in_body(map_body(body, visit), dict(containers)), originals


def with_points(body: Body, points: Mapping[str, str], containers: Mapping[str, str]) -> Body:
    """`body` with its Needs at other points and on other containers, marks renamed with them."""

    def in_expr(e: Expr) -> Expr:
        if isinstance(e, Need):
            name = containers.get(e.container, e.container)
            return replace(e, point=points.get(e.point, e.point), container=name)
        return e

    def visit(node: Node) -> Body:
        if isinstance(node, Compute):
            return (replace(node, expr=transform(node.expr, in_expr)),)
        if isinstance(node, (Branch, While)):
            return (replace(node, condition=transform(node.condition, in_expr)),)
        if isinstance(node, ReverseWhile):
            return (replace(node, trips=containers.get(node.trips, node.trips)),)
        if isinstance(node, Mark):
            return (replace(node, point=points.get(node.point, node.point)),)
        return (node,)

    return map_body(body, visit)
