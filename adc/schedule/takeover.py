"""Arrays that are made in the place of others: each element where one was read for the last time.

    P_bar[i, j] = cos(P[i, j])

If nothing reads `P` later, `P_bar` may be the same memory: no iteration reads an element that
another one writes. That is so where every access to both arrays in a nest of loops has the same
subscripts, each variable of the nest stands alone in one of them, and all reads come first.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from adc.ir.declarations import Container
from adc.schedule.accesses import AccessKind, slice_keys, touches
from adc.schedule.lifetimes import Life, Lives, Loops
from adc.schedule.tree import Comment, Declare, For, If, Node, Statement, walk


@dataclass(frozen=True)
class Takeover:
    """That `new` begins in the place of `old`, which ends at that `moment`."""

    old: str
    new: str
    moment: int


def takeovers(found: Lives, arrays: Sequence[Container]) -> list[Takeover]:
    """All that may be, in the order of the program. `arrays` are the buffers, and the results."""
    lives = {**found.of, **found.results}
    ending: dict[int, list[Container]] = {}
    beginning: dict[int, list[Container]] = {}
    for container in arrays:
        life = lives.get(container.name)
        if life is None or not life.moments:
            continue
        beginning.setdefault(life.first, []).append(container)
        if container.name in found.of and life.first < life.last:
            ending.setdefault(life.last, []).append(container)
    return [
        Takeover(old.name, new.name, moment)
        for moment in sorted(beginning.keys() & ending.keys())
        for new in beginning[moment]
        for old in sorted(ending[moment], key=partial(_further, new))
        if may_take_over(found, moment, old, new)
    ]


def _further(new: Container, old: Container) -> bool:
    """Whether `new` is not made for `old`, as its adjoint is."""
    return new.of != old.name


def may_take_over(found: Lives, moment: int, old: Container, new: Container) -> bool:
    """Whether `new`, which begins at `moment`, may lie where `old` does, which ends there.

    Both begin anew in each iteration of the loops around: what holds in one holds in all.
    """
    if (old.dtype, old.shape) != (new.dtype, new.shape):
        return False
    life = found.of.get(new.name) or found.results[new.name]
    if new.name in found.of and life.last == moment:
        return False
    here = found.moments[moment]
    in_turn = begin_anew(here.home, found.of[old.name], life)
    return in_turn and element_by_element(here.node, old.name, new.name)


def begin_anew(around: Loops, *lives: Life) -> bool:
    """Whether no value of `lives` is left from one iteration of the loops `around` to the next."""
    return all(life.fresh.issuperset(around) for life in lives)


def element_by_element(node: Node, old: str, new: str) -> bool:
    """Whether `node` reads no element of `old` once that of `new` is written.

    The variables have one value each for every element, so two accesses to one element are in the
    same iteration of the loops around both, where the text's order is that of the program.
    """
    for inside in walk((node,)):
        if not isinstance(inside, (For, If, Statement, Declare, Comment)):
            return False
        if isinstance(inside, For) and (inside.test is not None or inside.count is not None):
            return False
    found = [t for t in touches((node,)) if t.container in (old, new)]
    first = next((k for k, t in enumerate(found) if t.container == new), len(found))
    if any(t.container == old for t in found[first:]):
        return False
    if any(t.kind != AccessKind.READ for t in found[:first]) or not 0 < first < len(found):
        return False
    one = found[0]
    if any((t.index, t.inner) != (one.index, one.inner) for t in found):
        return False
    return all(slice_keys(one, var) for var in one.inner)


# -- which of them ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class Classes:
    """Buffers in one place, one after the other: `members` in order, by the first's name; and the
    `lives` of all buffers, each of which ends before what takes over from it begins."""

    members: Mapping[str, tuple[str, ...]]
    lives: Mapping[str, Life]


def classes(found: Lives, wanted: Iterable[Takeover]) -> Classes:
    """As many of `wanted` as go together, of which an earlier one comes first. Each array takes
    over from one and hands over to one, so that those of a class follow each other."""
    lives = dict(found.of)
    members: dict[str, tuple[str, ...]] = {name: (name,) for name in lives}
    home = {name: name for name in lives}
    begun: set[str] = set()
    ended: set[str] = set()
    for each in wanted:
        if each.new not in lives or each.new in begun or each.old in ended:
            continue
        begun.add(each.new)
        ended.add(each.old)
        life = lives[each.old]
        lives[each.old] = replace(life, moments=life.moments & ~(1 << each.moment))
        first, others = home[each.old], members.pop(home[each.new])
        members[first] += others
        home.update(dict.fromkeys(others, first))
    return Classes(members, lives)
