"""Loops that share a range become one loop, where that changes nothing.

In the source's order only loops of one of its lines are joined, so that the text keeps its steps.
Two loops may be joined if, for every container that both touch and one
of them writes, each iteration works on a slice of its own, the same one in both loops
(`adc.schedule.accesses.apart`); then what an iteration of the second reads, the same iteration of
the first has written. Sums into one container may be interleaved as well: only their rounding
changes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from enum import Enum

from adc.diagnostics import Span
from adc.ir.shapes import same
from adc.schedule.accesses import AccessKind, apart, by_container, touches
from adc.schedule.locals import births
from adc.schedule.parallel import is_parallel
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

Related = Callable[[Node, Node], bool]


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
    unless joining them makes a temporary array a scalar.
    """
    counts = Counter(t.container for t in touches(tree) if t.container in temporary)
    tree = _fused(tree, counts, _one_line)
    if joining is Joining.NO_OTHERS:
        return tree
    return _fused(tree, counts, _one_array, needed=joining is Joining.FOR_SCALARS)


def _fused(tree: Tree, counts: Counter[str], related: Related, needed: bool = False) -> Tree:
    """The same with loops that are `related`; if `needed`, only where that makes scalars."""
    inside = (tuple(_fused(p, counts, related, needed) for p in parts(n)) for n in tree)
    tree = tuple(with_parts(n, new) for n, new in zip(tree, inside, strict=True))
    found: list[Node] = []
    for run in _runs(tree, related):
        careful, eager = _joined(run, related), _joined(run, related, eager=True)
        if needed and careful != run and _scalars(careful, counts) <= _scalars(run, counts):
            careful = run
        better = eager != careful and _scalars(eager, counts) > _scalars(careful, counts)
        found += eager if better else careful
    return tuple(found)


def _runs(tree: Tree, related: Related) -> list[Tree]:
    """Neighbouring loops that are `related` together, everything else alone."""
    runs: list[Tree] = []
    for node in tree:
        if runs and isinstance(node, For) and related(runs[-1][-1], node):
            runs[-1] = (*runs[-1], node)
        else:
            runs.append((node,))
    return runs


def _scalars(tree: Tree, counts: Counter[str]) -> int:
    """How many of the temporaries that live in `tree` alone need no memory in it."""
    own = Counter(t.container for t in touches(tree))
    inside = frozenset(name for name, count in own.items() if count == counts[name])
    return len(births(tree, inside))


def _joined(tree: Tree, related: Related, *, eager: bool = False) -> Tree:
    """Each loop joined with the last one before it that takes it, if it may stand there."""
    found: list[Node] = []
    for node in tree:
        place = _place(found, node, related, eager)
        if place is None:
            found.append(node)
        else:
            found[place[0]] = place[1]
    return tuple(found)


def _place(found: list[Node], node: Node, related: Related, eager: bool) -> tuple[int, For] | None:
    for position in reversed(range(len(found))):
        joined = joined_with(found[position], node, related, eager=eager)
        if joined is not None:
            return position, joined
        if not commute(found[position], node):
            return None
    return None


def commute(first: Node, second: Node) -> bool:
    """Whether the order of the two makes no difference but in rounding."""
    one, two = by_container(touches((first,))), by_container(touches((second,)))
    for name in one:
        kinds = {t.kind for t in one[name] + two.get(name, [])}
        if name in two and kinds not in ({AccessKind.READ}, {AccessKind.ADD}):
            return False
    return True


def joined_with(first: Node, second: Node, related: Related, *, eager: bool = False) -> For | None:
    """The one loop that does what `first` and then `second` do, or None."""
    if not (isinstance(first, For) and isinstance(second, For)) or not related(first, second):
        return None
    if first.sequential or second.sequential:
        return None
    if not (same(first.start, second.start) and same(first.stop, second.stop)):
        return None
    if first.var != second.var and first.var in variables(second.body):
        return None  # the inner loop of that name would capture the renamed variable
    body = renamed(second.body, second.var, first.var)
    shared = sharing(first.var, first.body, body)
    if shared == "conflict" or (shared == "sums" and not eager and _innermost(first.body + body)):
        return None
    loop = replace(first, body=_joined(first.body + body, related, eager=eager))
    alone = is_parallel(first) or is_parallel(second)
    return loop if eager or not alone or is_parallel(loop) else None


def sharing(var: str, first: Tree, second: Tree) -> str:
    """How two bodies over `var` meet: "apart", in "sums" into the same elements, or "conflict"."""
    one, two = by_container(touches(first)), by_container(touches(second))
    found = "apart"
    for name in one:
        together = one[name] + two.get(name, [])
        if (
            name not in two
            or all(t.kind == AccessKind.READ for t in together)
            or apart(together, var)
        ):
            continue
        if any(t.kind != AccessKind.ADD for t in together):
            return "conflict"
        found = "sums"
    return found


def _innermost(body: Tree) -> bool:
    """Joined sums into shifted elements wait for each other; apart they run in vector registers."""
    return not any(isinstance(n, For) for n in walk(body))


def _one_line(first: Node, second: Node) -> bool:
    line = _line(first)
    return line is not None and line == _line(second)


def _one_array(first: Node, second: Node) -> bool:
    """Whether both are loops of domains that work on one array."""
    if not (isinstance(first, For) and isinstance(second, For)):
        return False
    arrays = ({t.container for t in touches((n,)) if t.index} for n in (first, second))
    return not frozenset.isdisjoint(*map(frozenset, arrays))


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
