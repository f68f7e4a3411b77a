"""What a device cannot do at the same time, and where the host waits for it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from adc.diagnostics import Span
from adc.diagnostics.citing import file_name
from adc.ir.enums import Role
from adc.ir.expressions import Expr, reads
from adc.ir.nodes import NOTE
from adc.schedule import Scheduled
from adc.schedule.in_memory import fetches
from adc.schedule.read_rows import OTHERWISE
from adc.schedule.tree import (
    Comment,
    Declare,
    For,
    If,
    Launch,
    LibraryCall,
    Node,
    Operation,
    Refuse,
    Spread,
    Statement,
    Tree,
    parts,
    walk,
)
from adc.schedule.wavefronts import TOLD

_TOLD = {
    Spread.ALONE: "one thread runs this loop: nothing in it can run at the same time",
    Spread.BLOCK: "one block runs this loop: what can run at the same time in it is short",
}
_ROWS = "one thread runs this loop {}: where they do, threads share it"
_LINES = "a launch for each line across the rows: each element needs some from before it"
_SORTED = "what is added at positions that are read is in order of sorted keys ({}, {})"
_POSITIONS = "subscripts"
_WAITS = "the host waits for the device here: data decide what is run"


@dataclass(frozen=True)
class Remark:
    """`place` is `kernel.py:15`; a few of one kind at one place are one."""

    place: str
    text: str


def remarks(scheduled: Scheduled, cited: Mapping[str, str]) -> list[Remark]:
    """Remarks on what the host starts, in its order; some files are called as `cited` says."""
    passed = (c.name for c in scheduled.containers if not c.shape and c.role is Role.INPUT)
    found = dict.fromkeys(_remarks(scheduled.tree, frozenset(passed)))
    return [replace(each, place=_shown(each.place, cited)) for each in found]


def section(scheduled: Scheduled, cited: Mapping[str, str]) -> str:
    """The section of `adc plan`; empty where there is nothing to say."""
    found = remarks(scheduled, cited)
    width = max((len(r.place) for r in found), default=0)
    lines = [f"  {r.place:<{width}}  {r.text}" for r in found]
    return "\n".join(["On the device", *lines]) if found else ""


def payload(scheduled: Scheduled, cited: Mapping[str, str]) -> list[dict[str, Any]]:
    return [{"where": r.place, "text": r.text} for r in remarks(scheduled, cited)]


def _remarks(tree: Tree, host: frozenset[str]) -> Iterator[Remark]:
    """`host` are the scalars that the host computes itself."""
    for before, node in zip((None, *tree), tree, strict=False):
        if isinstance(node, Declare):
            host |= {node.name}
        if isinstance(node, Launch):
            if node.spread in _TOLD:
                places = [_place(n) for n in _loops(node.body)]
                otherwise = Comment(OTHERWISE, NOTE) in node.body
                text = _ROWS.format(OTHERWISE) if otherwise else _TOLD[node.spread]
                yield from (Remark(p, text) for p in places if p)
            continue
        if isinstance(before, Comment) and before.text == TOLD:
            yield Remark(_place(node), _LINES)
        if isinstance(node, LibraryCall) and node.operation is Operation.SORTED_SUM:
            keys, terms, _ = (o.container for o in node.operands)
            yield Remark(_line(node.span), _SORTED.format(keys, terms))
        if isinstance(node, Refuse):
            yield Remark(_POSITIONS, _WAITS)
        asked = _condition(node)
        unknown = asked is not None and any(r.container not in host for r in reads(asked))
        if unknown or fetches(node):
            yield Remark(_place(node), _WAITS)
        for part in parts(node):
            yield from _remarks(part, host)


def _loops(tree: Tree) -> Iterator[For]:
    """The loops in `tree` that are in no other."""
    for node in tree:
        if isinstance(node, For):
            yield node
        else:
            for part in parts(node):
                yield from _loops(part)


def _condition(node: Node) -> Expr | None:
    if isinstance(node, If):
        return node.condition
    return node.test if isinstance(node, For) else None


def _place(node: Node) -> str:
    """The line of the source; that of the first statement inside where the node has none. Empty
    for sums of a few parts, which no line asks for."""
    spans = (n.span for n in walk((node,)) if isinstance(n, (For, If, Statement, Declare)))
    span: Span | None = next((s for s in spans if s is not None), None)
    return _line(span)


def _line(span: Span | None) -> str:
    return f"{span.file}:{span.line}" if span else ""


def _shown(place: str, cited: Mapping[str, str]) -> str:
    path, colon, line = place.rpartition(":")
    return f"{file_name(path, cited)}:{line}" if colon else place
