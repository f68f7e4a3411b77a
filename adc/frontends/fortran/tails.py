"""GOTOs into the midst of loops: what they lead to, once more behind them.

A GOTO to a label of the routine's own statements may lead to a copy of what follows the label, up
to where that goes elsewhere for good (node splitting; Aho, Lam, Sethi, Ullman, "Compilers", 9.7.6).
Copies stand at the end, or where the statements after the last of the jumps have gone elsewhere,
too: nothing runs into them, and jumps to them are forward ones. Which jumps get one is found by
trial: those that leave the fewest jumps without structure, and of these the shortest copy.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from adc.frontends.fortran import tree
from adc.frontends.fortran.nested import bodies, targets, with_bodies, within

#: More copies than that make no routine readable.
MOST_COPIES = 12
#: How many times as many statements there may be with copies.
MOST_TIMES = 4
#: How many copies one may need.
_DEPTH = 4
_ENDS = (tree.Return, tree.Stop, tree.Goto)

#: The jumps that are left over in the statements.
LeftOver = Callable[[tree.Body], int]


@dataclass(frozen=True)
class Copied:
    """Statements with one copy more, of `size` statements; `left` jumps have no structure."""

    body: tree.Body
    left: int
    size: int


def with_tails(body: tree.Body, left_over: LeftOver) -> tree.Body | None:
    """`body`, all of a routine, with copies by which no jump is left over; None where these
    do not help."""
    most = MOST_TIMES * len(within(body))
    left, body = left_over(body), _ended(body)
    for _ in range(MOST_COPIES):
        found = [Copied(made, left_over(made), size) for made, size in _candidates(body)]
        best = min(found, key=lambda c: (c.left, c.size), default=None)
        if best is None or best.left >= left or len(within(best.body)) > most:
            return None
        body, left = best.body, best.left
        if not left:
            return body
    return None


def _ended(body: tree.Body) -> tree.Body:
    """`body` with a RETURN where it comes to its end."""
    if body and isinstance(body[-1], _ENDS):
        return body
    return (*body, tree.Return(body[-1].span))


def _candidates(body: tree.Body) -> Iterator[tuple[tree.Body, int]]:
    """`body` with a copy of what one label leads to, for the jumps from behind the label or for
    those from in front of it, or with copies of all that leave the routine; and how long these
    are."""
    leaving = body
    for label in [s.label for s in body if s.label]:
        for back in (False, True):
            made = _with_copy(body, label, back)
            if made is not None:
                yield made
        further = _with_further(body, label)
        if further is not None:
            yield further
        if not any(map(targets, _tail(body, label))):
            leaving = (_with_copy(leaving, label, back=True) or (leaving, 0))[0]
    yield leaving, len(within(leaving)) - len(within(body))


def _with_copy(body: tree.Body, label: int, back: bool) -> tuple[tree.Body, int] | None:
    """`body` with a copy for the jumps to `label` that go `back`, or for the others, and how long
    it is; None where there are none."""
    place = next(k for k, s in enumerate(body) if s.label == label)
    part = range(place, len(body)) if back else range(place)
    jumping = {k for k in part if label in targets(body[k]) and _plain(body[k])}
    tail = _tail(body, label)
    return (_copied(body, label, tail, jumping), len(within(tail))) if jumping else None


def _plain(statement: tree.Statement) -> bool:
    """Whether there is nothing in `statement` that no jump may leave."""
    return not any(isinstance(s, (tree.Forall, tree.Where)) for s in within((statement,)))


def _with_further(body: tree.Body, label: int) -> tuple[tree.Body, int] | None:
    """`body` with a copy for the jumps back to `label`, and with copies for those that jump back
    from the first one; None where these jump back no further."""
    wanted, made = [label], body
    for number in range(_DEPTH):
        found = _with_copy(made, wanted[number], back=True)
        if found is None:
            return None
        made = found[0]
        for target in sorted(set().union(*map(targets, _tail(body, wanted[number])))):
            if target not in wanted and _is_back(body, target, wanted[number]):
                wanted.append(target)
        if len(wanted) == number + 1:
            return (made, len(within(made)) - len(within(body))) if number else None
    return None


def _is_back(body: tree.Body, target: int, label: int) -> bool:
    """Whether `target` is no label in the tail of `label`, from where a copy would jump back."""
    own = {s.label for s in within(_tail(body, label))}
    return target not in own and any(s.label == target for s in body)


def _tail(body: tree.Body, label: int) -> tree.Body:
    """The statements from `label` to the first that goes elsewhere for good."""
    place = next(k for k, s in enumerate(body) if s.label == label)
    end = next(k for k in range(place, len(body)) if isinstance(body[k], _ENDS))
    return body[place : end + 1]


def _copied(body: tree.Body, label: int, tail: tree.Body, jumping: set[int]) -> tree.Body:
    own = [s.label for s in within(tail) if s.label]
    highest = max(s.label for s in within(body))
    names = {old: highest + number for number, old in enumerate(own, 1)}
    copy = tuple(_renamed(s, names, labelled=True) for s in tail)
    one = {label: names[label]}
    changed = [_renamed(s, one) if k in jumping else s for k, s in enumerate(body)]
    behind = len(body)
    if any(map(targets, tail)):  # it may go back: as little as can be is in the loop
        behind = next(k for k in range(max(jumping), behind) if isinstance(body[k], _ENDS)) + 1
    return (*changed[:behind], *copy, *changed[behind:])


def _renamed(
    statement: tree.Statement, names: dict[int, int], labelled: bool = False
) -> tree.Statement:
    """`statement` with GOTOs to other labels, and where `labelled` its labels renamed, too."""
    if isinstance(statement, tree.Goto):
        statement = replace(statement, target=names.get(statement.target, statement.target))
    if labelled and statement.label:
        statement = replace(statement, label=names[statement.label])
    if not bodies(statement):
        return statement
    return with_bodies(statement, lambda b: tuple(_renamed(s, names, labelled) for s in b))
