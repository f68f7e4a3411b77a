"""Loops that share a range become one loop, where that changes nothing.

In the source's order only loops of one of its lines are joined, so that the text keeps its steps.
Two loops may be joined if, for every container that both touch and one
of them writes, each iteration works on a slice of its own, the same one in both loops
(`adc.schedule.accesses.apart`); then what an iteration of the second reads, the same iteration of
the first has written. Sums into one container may be interleaved as well: only their rounding
changes.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from enum import Enum

from adc.diagnostics import Span
from adc.ir.nodes import NOTE
from adc.ir.shapes import same
from adc.schedule.accesses import AccessKind, Slot, Touch, apart, kinds, slots_of, touched, touches
from adc.schedule.locals import births
from adc.schedule.parallel import is_parallel, sums_apart
from adc.schedule.renaming import renamed, variables
from adc.schedule.tree import (
    Comment,
    Declare,
    For,
    If,
    Node,
    Statement,
    Tree,
    parts,
    walk,
    with_parts,
)

#: How far back a loop is looked for that takes another in.
_REACH = 40


@dataclass(frozen=True)
class Rule:
    """Which loops may be joined: those that are `related`, neighbours alone or (`anywhere`) all
    that may be moved together in one body. `known` are the pairs that were tried, by identity."""

    related: Callable[[Node, Node], bool]
    anywhere: bool = False
    known: dict[tuple[int, int, bool], tuple[For, For, For | None]] = field(default_factory=dict)


class Joining(Enum):
    """Which neighbouring loops are joined, beside those of one source line."""

    NO_OTHERS = "no others"
    #: those of several lines, where a temporary array becomes a scalar by it
    FOR_SCALARS = "for scalars"
    #: those of several lines that work on one array
    FOR_ARRAYS = "for arrays"


def fused(
    tree: Tree,
    temporary: frozenset[str] = frozenset(),
    joining: Joining = Joining.NO_OTHERS,
) -> Tree:
    """`tree` with neighbouring loops joined, at every depth; `temporary` are local containers.

    Loops that would run in parallel or in vector registers alone, but not joined, stay apart,
    unless they are of one line and joining them makes a temporary array a scalar.
    """
    counts = Counter(t.container for t in touches(tree) if t.container in temporary)
    tree = _fused(tree, counts, Rule(_one_line))
    if joining is Joining.NO_OTHERS:
        return tree
    rule = Rule(_one_array, anywhere=True)
    return _told(_fused(tree, counts, rule, joining is Joining.FOR_SCALARS), tree)


def all_joined(tree: Tree) -> Tree:
    """`tree` with all its loops joined that may be; not those in them."""
    return _joined(tree, Rule(lambda one, other: True, anywhere=True))


def _fused(tree: Tree, counts: Counter[str], rule: Rule, needed: bool = False) -> Tree:
    """The same by `rule`; if `needed`, only where that makes scalars."""
    inside = (tuple(_fused(p, counts, rule, needed) for p in parts(n)) for n in tree)
    tree = tuple(with_parts(n, new) for n, new in zip(tree, inside, strict=True))
    found: list[Node] = []
    for run in (tree,) if rule.anywhere else _runs(tree, rule):
        careful = _joined(run, rule)
        eager = careful if rule.anywhere else _joined(run, rule, eager=True)
        if needed and careful != run and _scalars(careful, counts) <= _scalars(run, counts):
            careful = run
        better = eager != careful and _scalars(eager, counts) > _scalars(careful, counts)
        found += eager if better else careful
    return tuple(found)


def _runs(tree: Tree, rule: Rule) -> list[Tree]:
    """Neighbouring loops that are related together, everything else alone."""
    runs: list[Tree] = []
    for node in tree:
        if runs and isinstance(node, For) and rule.related(runs[-1][-1], node):
            runs[-1] = (*runs[-1], node)
        else:
            runs.append((node,))
    return runs


def _scalars(tree: Tree, counts: Counter[str]) -> int:
    """How many of the temporaries that live in `tree` alone need no memory in it."""
    own = Counter(t.container for t in touches(tree))
    inside = frozenset(name for name, count in own.items() if count == counts[name])
    return len(births(tree, inside))


def _joined(tree: Tree, rule: Rule, *, eager: bool = False) -> Tree:
    """Each loop joined with the last one before it that takes it, if one of the two may move;
    joined ones may take others in turn."""
    once = _joined_once(tree, rule, eager)
    return once if once == tree or not rule.anywhere else _joined(once, rule, eager=eager)


def _joined_once(tree: Tree, rule: Rule, eager: bool) -> Tree:
    found: list[Node] = []
    for node in tree:
        place = _place(found, node, rule, eager)
        if place is not None:
            found[place[0]] = place[1]
            continue
        lower = _lower(found, node, rule, eager) if rule.anywhere else None
        if lower is not None:
            del found[lower[0]]
        found.append(node if lower is None else lower[1])
    return tuple(found)


def _place(found: list[Node], node: Node, rule: Rule, eager: bool) -> tuple[int, For] | None:
    """The loop before `node` that takes it in where that loop stands, with its place."""
    for position in reversed(range(len(found))[-_REACH:]):
        joined = joined_with(found[position], node, rule, eager=eager)
        if joined is not None:
            return position, joined
        if isinstance(found[position], Comment) or not commute(found[position], node):
            return None
    return None


def _lower(found: list[Node], node: Node, rule: Rule, eager: bool) -> tuple[int, For] | None:
    """The loop before `node` that can move down to it, with its place; so the last ones of the
    forward sweep meet the first ones of the reverse sweep."""
    if not isinstance(node, For):
        return None
    for position in reversed(range(len(found))[-_REACH:]):
        between = found[position + 1 :]
        joined = joined_with(found[position], node, rule, eager=eager)
        if joined is not None and all(commute(found[position], n) for n in between):
            return position, joined
        last = found[position]
        if isinstance(last, Comment) and last.level == NOTE:
            return None
    return None


def _told(tree: Tree, before: Tree) -> Tree:
    """`tree` with a heading that says so where all of a sweep has moved into the next one."""
    was_empty = {one for one, _ in _empty_sweeps(before)}
    text = {
        one: f"{_title(one)}: in the loops of the {_title(two).lower()}"
        for one, two in _empty_sweeps(tree)
        if one not in was_empty
    }
    return tuple(
        replace(n, text=text[n]) if isinstance(n, Comment) and n in text else n for n in tree
    )


def _empty_sweeps(tree: Tree) -> list[tuple[Comment, Comment]]:
    """The headings that another follows at once, and these."""
    pairs = itertools.pairwise(tree)
    return [
        (one, two)
        for one, two in pairs
        if isinstance(one, Comment) and isinstance(two, Comment) and one.level == two.level == 1
    ]


def _title(heading: Comment) -> str:
    return heading.text.partition(":")[0]


def commute(first: Node, second: Node) -> bool:
    """Whether the order of the two makes no difference but in rounding."""
    if touched(first).isdisjoint(touched(second)):
        return True
    one, two = kinds(first), kinds(second)
    alike = (frozenset((AccessKind.READ,)), frozenset((AccessKind.ADD,)))
    meeting = {n for n in one if n in two and one[n] | two[n] not in alike}
    return not meeting or not _in_one_slot(first, second, meeting)


def _in_one_slot(first: Node, second: Node, names: set[str]) -> bool:
    """Whether the two may meet in a slot of one of the containers `names`."""
    own = [t for t in touches((first,)) if t.container in names]
    other = [t for t in touches((second,)) if t.container in names]
    slots = slots_of((*own, *other))
    return not set(slots[: len(own)]).isdisjoint(slots[len(own) :])


def joined_with(first: Node, second: Node, rule: Rule, *, eager: bool = False) -> For | None:
    """The one loop that does what `first` and then `second` do, or None."""
    if not (isinstance(first, For) and isinstance(second, For)):
        return None
    key = (id(first), id(second), eager)
    if key not in rule.known:
        rule.known[key] = (first, second, _joined_pair(first, second, rule, eager))
    return rule.known[key][2]


def _joined_pair(first: For, second: For, rule: Rule, eager: bool) -> For | None:
    if first.sequential or second.sequential:
        return None
    if not (same(first.start, second.start) and same(first.stop, second.stop)):
        return None
    if not rule.related(first, second):
        return None
    if first.var != second.var and first.var in variables(second.body):
        return None  # the inner loop of that name would capture the renamed variable
    body = renamed(second.body, second.var, first.var)
    shared = sharing(first.var, first.body, body)
    waits = shared == "sums" or (shared == "sums into scalars" and not rule.anywhere)
    if shared == "conflict" or (waits and not eager and _innermost(first.body + body)):
        return None
    loop = replace(first, body=_joined(first.body + body, rule, eager=eager))
    alone = is_parallel(first) or is_parallel(second)
    stays = is_parallel(loop) or (rule.anywhere and bool(sums_apart(loop)))
    return loop if eager or not alone or stays else None


def sharing(var: str, first: Tree, second: Tree) -> str:
    """How two bodies over `var` meet: "apart", in "sums" into the same elements or, where that is
    all, "sums into scalars", or in "conflict"."""
    one, two = list(touches(first)), list(touches(second))
    slots = slots_of((*one, *two), frozenset((var,)))
    groups: dict[Slot, list[Touch]] = {}
    for touch, slot in zip((*one, *two), slots, strict=True):
        groups.setdefault(slot, []).append(touch)
    in_both = set(slots[: len(one)]).intersection(slots[len(one) :])
    found = "apart"
    for slot, together in groups.items():
        if (
            slot not in in_both
            or all(t.kind == AccessKind.READ for t in together)
            or apart(together, var)
        ):
            continue
        if any(t.kind != AccessKind.ADD for t in together):
            return "conflict"
        elements = found == "sums" or any(t.index for t in together)
        found = "sums" if elements else "sums into scalars"
    return found


def _innermost(body: Tree) -> bool:
    """Joined sums into shifted elements wait for each other; apart they run in vector registers."""
    return not any(isinstance(n, For) for n in walk(body))


def _one_line(first: Node, second: Node) -> bool:
    line = _line(first)
    return line is not None and line == _line(second)


def _one_array(first: Node, second: Node) -> bool:
    """Whether both work on one array."""
    return not _arrays(first).isdisjoint(_arrays(second))


def _arrays(node: Node) -> frozenset[str]:
    """The arrays that `node` touches; a node remembers them."""
    known: frozenset[str] | None = node.__dict__.get("_arrays")
    if known is None:
        known = frozenset(t.container for t in touches((node,)) if t.index)
        node.__dict__["_arrays"] = known
    return known


def _line(node: Node) -> tuple[str, int] | None:
    """The source line of all statements in `node`; None where there is more than one or none."""
    spans: set[Span | None] = set()
    for inner in walk((node,)):
        if isinstance(inner, (Statement, Declare)):
            spans.add(inner.span)
        elif not isinstance(inner, (For, Comment, If)):
            return None
    lines = {(s.file, s.line) for s in spans if s}
    return lines.pop() if len(lines) == 1 and None not in spans else None
