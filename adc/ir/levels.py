"""The levels of the verifier: what a program may hold at each stage of its way, as data.

| level | reached by | beyond the rules that hold everywhere |
| --- | --- | --- |
| lowered | lowering | the source's roles; each variable once, counts only copied; blanks |
| built | settling blanks | as lowered, without blanks |
| differentiable | before either mode | any role; no reverse whiles, no snapshots |
| tangent | forward mode | any role; no Needs, no marks, no snapshots |
| reversed | reverse mode | Needs, alternatives and marks; reverse whiles; no snapshots |
| planned | planning, each simplifying pass | no Needs, no marks; snapshots and replays |
| scheduled | scheduling | a loop tree: `adc.schedule.verify` |

What either mode can differentiate is `differentiable`: a primal, or a derivative that was planned,
without what only runs backwards or brings a state back.
"""

from __future__ import annotations

from dataclasses import dataclass

from adc.ir.enums import COPIED, FLAGS, SOURCE_ARGUMENTS, Role
from adc.ir.nodes import Mark, Replay, ReverseWhile, Snapshot

#: The roles that a source's own containers have.
SOURCE_ROLES = SOURCE_ARGUMENTS | (FLAGS - {Role.NOCONV}) | {Role.OUTPUT, Role.LOCAL}
#: Those before planning: snapshots may be in the host's memory, and nothing else is.
UNPLANNED_ROLES = frozenset(Role) - COPIED
#: The kinds of nodes that only derivatives have.
DERIVED = (ReverseWhile, Snapshot, Replay, Mark)


@dataclass(frozen=True)
class Level:
    """What may stand in a program at one level.

    `roles` are those that containers may have, `without` the kinds of nodes that may not occur;
    `needs` and `blanks` say whether these may. Where `once`, no two loops or domains have
    a variable of one name, a container counts the trips of one While, and what reads that is a
    copy of it.
    """

    name: str
    roles: frozenset[Role] = frozenset(Role)
    without: tuple[type, ...] = ()
    needs: bool = False
    blanks: bool = False
    once: bool = False


#: How far a program has come, in order.
LEVELS = {
    level.name: level
    for level in (
        Level("lowered", SOURCE_ROLES, DERIVED, blanks=True, once=True),
        Level("built", SOURCE_ROLES, DERIVED, once=True),
        Level("differentiable", UNPLANNED_ROLES, without=DERIVED),
        Level("tangent", UNPLANNED_ROLES, without=(Snapshot, Replay, Mark)),
        Level("reversed", UNPLANNED_ROLES, without=(Snapshot, Replay), needs=True),
        Level("planned", without=(Mark,)),
    )
}
