"""What must hold of loops that data ends, and of the snapshots of a loop's state."""

from __future__ import annotations

from collections import Counter
from typing import TypeVar

from adc.diagnostics import InternalError
from adc.ir.expressions import Read
from adc.ir.levels import Level
from adc.ir.node import Body, Statement
from adc.ir.nodes import Compute, Loop, Replay, ReverseWhile, Snapshot, While
from adc.ir.program import Program
from adc.ir.shapes import names
from adc.ir.walking import computes, is_silent, mentioned_in, walk_nodes

Kind = TypeVar("Kind", Snapshot, Replay)


def check_counts(program: Program, level: Level) -> None:
    """Iterations are counted in a 64-bit scalar, which the While itself does not look at.

    In a primal, a container counts for one While, no statement writes it, and what reads it is a
    copy of it: a derivative then needs the copy.
    """
    whiles = [n for n in walk_nodes(program.body) if isinstance(n, While)]
    for loop in whiles:
        used = {u.container for u in loop.uses} | mentioned_in(loop.body)
        if loop.trips in used:
            raise InternalError(f"{loop.label}: {loop.trips} is used before it counts", loop.span)
    if level.once:
        _check_only_copied(program.body, Counter(loop.trips for loop in whiles))


def _check_only_copied(body: Body, counts: Counter[str]) -> None:
    for name, number in counts.items():
        if number > 1:
            raise InternalError(f"{name} counts the trips of {number} loops")
    for node in walk_nodes(body):
        if isinstance(node, Statement):
            for write in node.writes:
                if write.container in counts:
                    message = f"{node.label}: writes the count {write.container}"
                    raise InternalError(message, node.span)
        copies = isinstance(node, Compute) and isinstance(node.expr, Read)
        if not copies and any(u.container in counts for u in node.uses):
            raise InternalError(f"{node.label}: reads a count without copying it", node.span)


def check_stages(program: Program, level: Level) -> None:
    """Kinds of nodes, and blanks, stand only where the level has them."""
    for node in walk_nodes(program.body):
        what = ""
        if isinstance(node, level.without):
            what = f"a {type(node).__name__}"
        elif isinstance(node, Compute) and node.blank and not level.blanks:
            what = "a blank"
        if what:
            told = f"{node.label}: {what}" if node.label else what
            fault = f"{told} is not for a program that is {level.name}"
            raise InternalError(fault, node.span)


def check_snapshots(program: Program, level: Level) -> None:
    """One Snapshot for each name of a loop, and at most one Replay, of as many slots; both begin
    the body of the loop whose steps they count. A state is loaded whole, from whatever slot."""
    kept = _by_loop([n for n in walk_nodes(program.body) if isinstance(n, Snapshot)])
    replays = _by_loop([n for n in walk_nodes(program.body) if isinstance(n, Replay)])
    for name, replay in replays.items():
        pair = kept.get(name)
        if pair is None or pair.slots != replay.slots:
            raise InternalError(f"{replay.label}: no snapshots of {name}", replay.span)
        for step in computes(replay.load):
            if any(replay.slot in names(i) for i in step.target.index):
                raise InternalError(f"{step.label}: loads a state by its slot", step.span)
    _check_first(program.body, None)


def _by_loop(nodes: list[Kind]) -> dict[str, Kind]:
    found: dict[str, Kind] = {}
    for node in nodes:
        if node.loop in found:
            raise InternalError(f"{node.label}: {node.loop} has another one", node.span)
        found[node.loop] = node
    return found


def _check_first(body: Body, owner: object) -> None:
    nodes = [n for n in body if not is_silent(n)]
    for position, node in enumerate(nodes):
        if isinstance(node, (Snapshot, Replay)):
            around = (Loop, While) if isinstance(node, Snapshot) else (Loop, ReverseWhile)
            if position or not isinstance(owner, around):
                raise InternalError(f"{node.label} does not begin a loop", node.span)
        for part in node.parts:
            _check_first(part, node)


CHECKS_OF_LOOPS = (check_counts, check_stages, check_snapshots)
