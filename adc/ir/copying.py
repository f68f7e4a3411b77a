"""Statements once more, beside those that they are copies of; variables of a node's own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from adc.ir.node import Body, Domain, Node
from adc.ir.nodes import Compute, Loop, While
from adc.ir.operation import Operation, Section
from adc.ir.shapes import IntLike, substitute, symbol
from adc.ir.walking import is_silent, unknown


def copied(body: Body, label: Callable[[str], str], fresh: Callable[[str], str]) -> Body:
    """`body` with labels and variables of its own, as `label` and `fresh` make them of stems. The
    containers stay what they are."""
    result: list[Node] = []
    for node in body:
        names = {name: fresh(name) for name in node.variables}
        new = with_variables(node, names) if names else node
        new = new.with_parts(tuple(copied(part, label, fresh) for part in new.parts))
        result.append(new if is_silent(new) else new.with_label(label("S")))
    return tuple(result)


def with_own_variables(body: Body, fresh: Callable[[str], str], seen: set[str]) -> Body:
    """`body` where no two nodes bind a variable of one name, nor one of those `seen` before."""
    result: list[Node] = []
    for node in body:
        again = {name: fresh(name) for name in node.variables if name in seen}
        new = with_variables(node, again) if again else node
        seen.update(new.variables)
        parts = tuple(with_own_variables(part, fresh, seen) for part in new.parts)
        result.append(new.with_parts(parts))
    return tuple(result)


def with_variables(node: Node, names: Mapping[str, str]) -> Node:
    """`node` with other `names` of the variables that it binds."""
    symbols: dict[str, IntLike] = {old: symbol(new) for old, new in names.items()}

    def everywhere(inner: Node) -> Node:
        parts = tuple(tuple(everywhere(n) for n in part) for part in inner.parts)
        return inner.with_integers(lambda e: substitute(e, symbols)).with_parts(parts)

    def domain(dims: Domain) -> Domain:
        return tuple(replace(d, var=names.get(d.var, d.var)) for d in dims)

    node = everywhere(node)
    if isinstance(node, Compute):
        return replace(node, domain=domain(node.domain))
    if isinstance(node, (Loop, While)):
        return replace(node, var=names.get(node.var, node.var))
    if isinstance(node, Operation):
        operands = tuple(Section(o.expr, domain(o.domain)) for o in node.operands)
        results = tuple(replace(w, domain=domain(w.domain)) for w in node.results)
        return replace(node, operands=operands, results=results)
    raise unknown(node, "stand in a primal twice")
