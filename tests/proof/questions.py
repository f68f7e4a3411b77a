"""The questions that passes ask before they move anything, and the answers that would let them.

A pass is legal by what it is told of dependences. `dropped` gives one such question the answer of
someone who overlooks the dependence, for the n-th time that it matters or always; a program that
holds the dependence then has to come out wrong. Where none does, the question asks for nothing, or
programs are missing.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any
from unittest import mock

from adc.analysis import meetings
from adc.analysis.meetings import NEVER, Touch
from adc.ir.node import Node
from adc.rewrite import (
    beginnings,
    copies,
    direct,
    forwarding,
    gather,
    rotation,
    slots,
    states,
    triangles,
    turns,
)
from adc.schedule import (
    divisors,
    fusion,
    invariants,
    lifetimes,
    locals,
    parallel,
    reciprocals,
    regions,
    row_blocks,
    rows,
    scratch,
    shared,
    swaps,
    takeover,
)
from adc.schedule.accesses import AccessKind
from adc.schedule.tree import Statement

#: What is answered instead, of the answer and the arguments; the answer itself where that lets
#: nothing more happen.
Lie = Callable[..., Any]
#: What of the arguments says which dependence it is that they ask for.
Key = Callable[..., Hashable]


def _same_objects(*arguments: Any) -> Hashable:
    """Dependences between nodes, whichever comes first."""
    return frozenset(map(id, arguments))


def _pair(one: Touch, other: Touch, *_: Any) -> Hashable:
    return frozenset((id(t.placed.node), t.container, t.index, t.op) for t in (one, other))


@dataclass(frozen=True)
class Question:
    """A function that is asked as `owner.name`; `lie` makes its answers permissive.

    `passes` are those that ask it; with `blas`, where matrix products are calls.
    """

    owner: Any
    name: str
    lie: Lie
    passes: tuple[str, ...]
    key: Key = _same_objects
    blas: bool = False


@dataclass
class Asked:
    """The dependences that a question was asked for, so that its answer mattered, in their order;
    and how often it was dropped. What tells them apart by identity is kept."""

    keys: dict[Hashable, int] = field(default_factory=dict)
    dropped: int = 0
    kept: list[Any] = field(default_factory=list)

    def number(self, key: Hashable, arguments: Any) -> int:
        self.kept.append(arguments)
        return self.keys.setdefault(key, len(self.keys))


@contextmanager
def dropped(question: Question, number: int | None = None) -> Iterator[Asked]:
    """Answers `question` wrongly, always or for one dependence: the one with `number` of those for
    which its answer matters, in the order in which they are asked for."""
    asked = Asked()
    true = vars(question.owner)[question.name]
    get = true.__get__ if hasattr(true, "attrname") else None

    def answer(*arguments: Any, **named: Any) -> Any:
        found = get(*arguments) if get else true(*arguments, **named)
        lie = question.lie(found, *arguments)
        if lie == found:
            return found
        if number in (None, asked.number(question.key(*arguments), arguments)):
            asked.dropped += 1
            return lie
        return found

    with mock.patch.object(question.owner, question.name, property(answer) if get else answer):
        yield asked


def _always(value: Any) -> Lie:
    return lambda found, *_: value


def _without(part: str) -> Lie:
    return lambda found, *_: found._replace(**{part: False})


def _none(found: Any, *_: Any) -> Any:
    return type(found)()


def _one_step(turn: turns._Turn, *_: Any) -> Hashable:
    return turn.copy.label


_STATES, _TURNS = ("states_in_tapes",), ("in_turns",)

REWRITTEN: Mapping[str, Question] = {
    "iterations before": Question(meetings, "meeting", _without("earlier"), ("domains",), _pair),
    "the same iteration": Question(meetings, "meeting", _without("same"), ("domains",), _pair),
    "iterations after": Question(meetings, "meeting", _without("later"), ("domains",), _pair),
    "any iterations": Question(meetings, "meeting", _always(NEVER), ("domains",), _pair),
    "sums alone change places": Question(Touch, "clashes", _always(False), ("domains",), _pair),
    "a temporary's operands": Question(
        forwarding, "meeting", _without("same"), ("domains",), _pair
    ),
    "all of a temporary": Question(forwarding, "covers", _always(True), ("domains",), _pair),
    "values of a temporary": Question(forwarding, "plain", _always(True), ("domains",)),
    "ranges that always hold": Question(triangles, "at_least", _always(True), ("domains",)),
    "sources of copies": Question(copies, "written_in", _none, ("without_copies",)),
    "whole copies": Question(copies, "covers", _always(True), ("without_copies",)),
    "operands of a beginning": Question(beginnings, "written_in", _none, ("begin_late",)),
    "readers past others": Question(beginnings, "_are_apart", _always(True), ("begin_late",)),
    "what is said of a beginning": Question(Node, "mentioned_inside", _none, ("begin_late",)),
    "what is said of a restore": Question(Node, "mentioned_inside", _none, ("saved_once",)),
    "zeros before": Question(rotation, "_zero_before", _always(True), ("zeros_first",)),
    "zeros of the iteration": Question(rotation, "_names", _none, ("zeros_first",)),
    "what is said of zeros": Question(Node, "mentioned_inside", _none, ("zeros_first",)),
    "operands of what is passed on": Question(direct, "written_in", _none, ("direct_sums",)),
    "elements that are passed on": Question(direct, "_is_over", _always(True), ("direct_sums",)),
    "all of what is passed on": Question(direct, "covers", _always(True), ("direct_sums",)),
    "operands of a sum": Question(gather, "written_in", _none, ("gather",)),
    "the same elements": Question(gather, "_akin", _always(True), ("gather",)),
    "what is said of a sum": Question(Node, "mentioned_inside", _none, ("gather",)),
    "elements that are kept first": Question(states, "meeting", _without("same"), _STATES, _pair),
    "all that a step changes": Question(states, "all_within", _always(True), _STATES),
    "operands of a state": Question(slots, "meeting", _without("same"), _STATES, _pair),
    "all of a state's temporary": Question(slots, "covers", _always(True), _STATES, _pair),
    "values of a state's temporary": Question(slots, "plain", _always(True), _STATES),
    "all of what becomes a state": Question(slots, "all_within", _always(True), _STATES),
    "whole copies of states": Question(slots, "covers_all", _always(True), _STATES),
    "readers of what a step keeps": Question(
        turns._Turn, "stands_for_it", _always(True), _TURNS, _one_step
    ),
    "all of what a step makes": Question(turns._Made, "_makes_all", _always(True), _TURNS),
    "all of what a step keeps": Question(turns, "_runs_through", _always(True), _TURNS),
}


def _born(found: Any, uses: Sequence[locals.Use]) -> Any:
    """Where the scalar would begin if nothing but its first access counted."""
    first = uses[0]
    begins = first.kind == AccessKind.WRITE and isinstance(first.node, Statement)
    return first.path if begins and not first.kind.startswith("call") else found


def _to_the_end(found: int, run: Sequence[Any], *_: Any) -> int:
    return max(found, len(run))


#: Those of the scheduler; its passes cannot be told from each other.
SCHEDULED: Mapping[str, Question] = {
    "the order of loops": Question(fusion, "commute", _always(True), ()),
    "iterations of joined loops": Question(fusion, "apart", _always(True), ()),
    "ranges of joined loops": Question(fusion, "same", _always(True), ()),
    "variables of joined loops": Question(fusion, "variables", _none, ()),
    "values between statements": Question(shared, "_intact", _to_the_end, ()),
    "scalars that change": Question(invariants, "written", _none, ()),
    "operands that change": Question(invariants, "_is_fixed", _always(True), ()),
    "divisors that are written": Question(divisors, "written", _none, ()),
    "divisors that change": Question(divisors, "_is_fixed", _always(True), ()),
    "values that decide": Question(reciprocals, "only_smooth", _always(True), ()),
    "elements that are scalars": Question(locals, "_birth", _born, ()),
    "elements written before": Question(regions, "covered", _always(True), ()),
    "buffers that begin anew": Question(lifetimes, "begins_anew", _always(True), ()),
    "rows of several products": Question(row_blocks, "sharing", _always("apart"), (), blas=True),
    "the order of products": Question(row_blocks, "commute", _always(True), (), blas=True),
    "ranges of products": Question(row_blocks, "same", _always(True), (), blas=True),
    "rows that begin anew": Question(rows, "begins_anew", _always(True), ()),
    "one row in an iteration": Question(rows, "_one_row", _always(True), ()),
    "rows on threads": Question(rows, "_stay_apart", _always(True), ()),
    "elements that are taken over": Question(takeover, "element_by_element", _always(True), ()),
    "iterations that take over": Question(takeover, "begin_anew", _always(True), ()),
    "gradients that have begun": Question(scratch._Choice, "apart", _always(True), ()),
    "arrays in one gradient": Question(scratch._Choice, "free", _always(True), ()),
    "iterations on threads": Question(parallel, "apart", _always(True), ()),
    "flags on threads": Question(parallel, "_is_flag", _always(True), ()),
    "all of what changes places": Question(swaps, "all_within", _always(True), ()),
    "memory of what changes places": Question(lifetimes, "swapped", _none, ()),
}
