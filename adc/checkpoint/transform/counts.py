"""How often a While inside other loops has run, where its steps are stored.

The adjoint runs as many steps back as its loop has made. Inside a loop that is not run again that
number is one of each iteration around it, and a value that the reverse sweep needs like any other.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from adc.checkpoint.transform.frame import Frame
from adc.checkpoint.transform.pairs import Pair, pairs
from adc.ir.declarations import Container
from adc.ir.dtypes import DType
from adc.ir.enums import Role, Update, When
from adc.ir.expressions import Expr, Need, Read
from adc.ir.node import Access, Body, Node
from adc.ir.nodes import Compute, ReverseWhile, While
from adc.ir.walking import map_body


def with_kept_counts(frame: Frame, stored: Collection[str]) -> Frame:
    """`frame` with the counts of the `stored` While loops inside other loops as values that the
    reverse sweep needs."""
    for pair in pairs(frame):
        if pair.loop.label in stored and pair.around and isinstance(pair.loop, While):
            frame = _with_kept_count(frame, pair, pair.loop)
    return frame


def _with_kept_count(frame: Frame, pair: Pair, loop: While) -> Frame:
    made, needed = (_count(frame, f"{loop.trips}_{word}") for word in ("made", "back"))
    label = frame.labels.fresh(f"{loop.label}_made")
    count = _assignment(label, made, Read(loop.trips, (), DType.INT64))
    again = Need(made.name, (), DType.INT64, label, When.AFTER)
    begin = _assignment(frame.labels.fresh(f"{loop.label}_back"), needed, again)

    def forward(node: Node) -> Body:
        return (node, count) if node.label == loop.label and isinstance(node, While) else (node,)

    def back(node: Node) -> Body:
        if not isinstance(node, ReverseWhile) or node.var != pair.adjoint.var:
            return (node,)
        return (begin, replace(node, trips=needed.name))

    program = replace(
        frame.forward,
        containers=(*frame.forward.containers, made, needed),
        body=map_body(frame.forward.body, forward),
    )
    return replace(frame, forward=program, reverse=map_body(frame.reverse, back))


def _count(frame: Frame, stem: str) -> Container:
    return Container(frame.fresh.fresh(stem), DType.INT64, (), Role.LOCAL)


def _assignment(label: str, target: Container, expr: Expr) -> Compute:
    return Compute(label, Access(target.name, ()), Update.ASSIGN, expr)
