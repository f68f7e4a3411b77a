"""What must hold of loops that data ends, and of the snapshots of a loop's state."""

from __future__ import annotations

from collections import Counter
from typing import TypeVar

from adc.diagnostics import InternalError
from adc.ir.dtypes import DType
from adc.ir.expressions import Expr, Need, Read, walk
from adc.ir.levels import Level
from adc.ir.nodes import (
    Body,
    Branch,
    Compute,
    Heading,
    Loop,
    Program,
    Replay,
    ReverseWhile,
    Snapshot,
    While,
    computes,
    parts,
    walk_nodes,
)
from adc.ir.shapes import names

Kind = TypeVar("Kind", Snapshot, Replay)


def check_counts(program: Program, level: Level) -> None:
    """Iterations are counted in a 64-bit scalar, which the While itself does not look at.

    In a primal, a container counts for one While, no statement writes it, and what reads it is a
    copy of it: a derivative then needs the copy.
    """
    whiles = [n for n in walk_nodes(program.body) if isinstance(n, While)]
    for node in walk_nodes(program.body):
        if isinstance(node, (While, ReverseWhile)):
            _check_count(program, node)
    for loop in whiles:
        mentioned = _read_in(loop.condition).union(*(_mentioned(n) for n in walk_nodes(loop.body)))
        if loop.trips in mentioned:
            raise InternalError(f"{loop.label}: {loop.trips} is used before it counts", loop.span)
    if level.once:
        _check_only_copied(program.body, Counter(loop.trips for loop in whiles))


def _check_count(program: Program, node: While | ReverseWhile) -> None:
    count = program.by_name.get(node.trips)
    if count is None or count.shape or count.dtype is not DType.INT64 or count.role == "input":
        raise InternalError(f"{node.label}: {node.trips} cannot count trips", node.span)


def _check_only_copied(body: Body, counts: Counter[str]) -> None:
    for name, number in counts.items():
        if number > 1:
            raise InternalError(f"{name} counts the trips of {number} loops")
    for node in walk_nodes(body):
        if isinstance(node, Compute) and node.target.container in counts:
            raise InternalError(f"{node.label}: writes the count {node.container}", node.span)
        if isinstance(node, Compute):
            read = set() if isinstance(node.expr, Read) else _read_in(node.expr)
        elif isinstance(node, (Branch, While)):
            read = _read_in(node.condition)
        else:
            continue
        if read & counts.keys():
            raise InternalError(f"{node.label}: reads a count without copying it", node.span)


def _read_in(expr: Expr) -> set[str]:
    return {e.container for e in walk(expr) if isinstance(e, (Read, Need))}


def _mentioned(node: object) -> set[str]:
    if isinstance(node, Compute):
        return {node.target.container} | _read_in(node.expr)
    return {node.trips} if isinstance(node, (While, ReverseWhile)) else set()


def check_stages(program: Program, level: Level) -> None:
    """Kinds of nodes, marks and blanks stand only where the level has them."""
    for node in walk_nodes(program.body):
        if isinstance(node, level.without):
            where, what = getattr(node, "label", ""), f"a {type(node).__name__}"
        elif isinstance(node, Heading):
            where, what = "", "" if level.marks or not is_mark(node) else f"the mark {node.text}"
        else:
            blank = isinstance(node, Compute) and node.blank and not level.blanks
            where, what = getattr(node, "label", ""), "a blank" if blank else ""
        if what:
            told = f"{where}: {what}" if where else what
            fault = f"{told} is not for a program that is {level.name}"
            raise InternalError(fault, getattr(node, "span", None))


def is_mark(node: Heading) -> bool:
    """Whether `node` stands for where a statement's adjoint begins, and heads nothing."""
    return node.level == 0 and node.text.startswith("@")


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
    nodes = [n for n in body if not isinstance(n, Heading)]
    for position, node in enumerate(nodes):
        if isinstance(node, (Snapshot, Replay)):
            around = (Loop, While) if isinstance(node, Snapshot) else (Loop, ReverseWhile)
            if position or not isinstance(owner, around):
                raise InternalError(f"{node.label} does not begin a loop", node.span)
        for part in parts(node):
            _check_first(part, node)


CHECKS_OF_LOOPS = (check_counts, check_stages, check_snapshots)
