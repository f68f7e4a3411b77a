"""Nodes that do nothing once what stood in them is gone."""

from __future__ import annotations

from adc.ir.node import Body, Node
from adc.ir.nodes import Branch, Loop, Replay, ReverseWhile, Snapshot
from adc.ir.program import Program
from adc.ir.walking import is_silent, map_body, walk_nodes


def without_empty(program: Program) -> Program:
    """`program` without loops, branches and replays that hold nothing, and without the snapshots
    that no replay takes up any more.

    A While counts even where its body is empty: whether that is needed is for liveness to say.
    """
    while True:
        replayed = {n.loop for n in walk_nodes(program.body) if isinstance(n, Replay)}

        def visit(node: Node, replayed: set[str] = replayed) -> Body:
            if isinstance(node, Snapshot) and node.loop not in replayed:
                return ()
            return () if is_empty(node) else (node,)

        body = map_body(program.body, visit)
        if body == program.body:
            return program
        program = program.with_body(body)


def is_empty(node: Node) -> bool:
    """Whether nothing that does anything stands in a Loop, a ReverseWhile, a Branch or a Replay."""
    if not isinstance(node, (Loop, ReverseWhile, Branch, Replay)):
        return False
    return all(is_silent(n) for part in node.parts for n in part)
