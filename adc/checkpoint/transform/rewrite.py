"""Rewriting bodies: the accesses to one container, integer symbols, whole copies of statements."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import sympy

from adc.ir.expressions import Expr, Index, Need
from adc.ir.names import NameSource
from adc.ir.node import Body, Node
from adc.ir.nodes import Mark
from adc.ir.shapes import substitute
from adc.ir.walking import map_body, rename_in_body


def with_prefixes(body: Body, prefixes: Mapping[str, Index]) -> Body:
    """`body` with `prefixes`, by container, before the index of every access (of Needs too)."""
    if not prefixes:
        return body
    return map_body(body, lambda node: (node.with_index_prefixes(prefixes),))


def substitute_in_body(body: Body, values: Mapping[str, sympy.Expr]) -> Body:
    """`body` with integer symbols replaced in every index, bound and expression."""
    if not values:
        return body
    table = dict(values)

    def of(expr: sympy.Expr) -> sympy.Expr:
        return substitute(expr, table)

    return map_body(body, lambda node: (node.with_integers(of),))


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
        if isinstance(node, Mark):
            return (replace(node, point=points.get(node.point, node.point)),)
        if not node.evaluated:
            return (node.renamed(containers),)
        return (node.transformed(in_expr),)

    return map_body(body, visit)
