"""ENTRY: the lines of one unit as those of several, one for each place where they begin."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from adc.frontends.fortran import headings, tree
from adc.frontends.fortran.blocks import nested
from adc.frontends.fortran.nested import within
from adc.frontends.fortran.selections import jumps_to

#: What control does not pass to the next statement from.
_ENDS = (tree.Return, tree.Stop, tree.Goto)
#: A label that no source can have: they have five digits.
_BEGIN = 10**6


def begun_at(items: Sequence[headings.Item], entry: headings.Entry | None) -> tuple[tree.Body, int]:
    """The statements that are run from `entry` on, from the first one on without it, of `items`,
    which are all of the unit; without those that control never comes to from there. In front of
    them, as many as the number says, what may define the unit's statement functions."""
    body: list[tree.Statement] = []
    own: list[headings.Item] = []
    first, several = 0, False
    for item in items:
        if not isinstance(item, headings.Entry):
            own.append(item)
            continue
        body, own, several = [*body, *nested(own)], [], True
        if entry is not None and item.span == entry.span:
            first = len(body)
    body += nested(own)
    if not several:
        return tuple(body), 0
    reached = reached_from(body, first)
    found = tuple(body[n] for n in sorted(reached))
    defining = () if entry is None else _defining(body[:first])
    if entry is None or not reached or min(reached) == first:
        return (*defining, *found), len(defining)
    head = tuple(body[n] for n in sorted(reached) if n < first)
    begin = tree.Continue(entry.span, _BEGIN)
    falls = first - 1 in reached and not isinstance(body[first - 1], _ENDS)
    back = (tree.Goto(_BEGIN, entry.span),) if falls else ()
    # what is in front of the entry comes behind the rest, which is read as the beginning
    rest = (begin, *found[len(head) :], tree.Return(entry.span), *head, *back)
    return (*defining, *rest), len(defining)


def _defining(body: Sequence[tree.Statement]) -> tree.Body:
    """What looks like the definition of a statement function at the head of a unit; assignments to
    elements of arrays look the same as long as nothing is known of names."""
    return tuple(itertools.takewhile(_looks_defining, body))


def _looks_defining(statement: tree.Statement) -> bool:
    return isinstance(statement, tree.Assign) and isinstance(statement.target, tree.Apply)


def reached_from(body: Sequence[tree.Statement], first: int) -> set[int]:
    """The numbers of the statements that control may come to from that of number `first`."""
    at = {
        label: number
        for number, statement in enumerate(body)
        for s in within((statement,))
        if (label := getattr(s, "label", 0))
    }
    reached: set[int] = set()
    pending = [first]
    while pending:
        number = pending.pop()
        if number in reached or number >= len(body):
            continue
        reached.add(number)
        statement = body[number]
        pending += [at[label] for label in jumps_to((statement,)) if label in at]
        if not isinstance(statement, _ENDS):
            pending.append(number + 1)
    return reached
