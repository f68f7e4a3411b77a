"""Values that are killed before the reverse sweep uses them, put on tapes.

A temporary that is private to the iterations of its loops is expanded; of anything else what a
killing statement overwrites is saved before it, and restored in reverse.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property

from adc.analysis.accesses import Polyhedra
from adc.checkpoint.plan import Decision, size_of
from adc.checkpoint.transform.draft import CheckpointedLoop, Draft, note
from adc.checkpoint.transform.expand import expand, private_loops
from adc.checkpoint.transform.save_restore import (
    Saved,
    SavedLoop,
    insert_restores,
    insert_saves,
    saved,
    saved_loop,
)
from adc.checkpoint.transform.uses import Availability, Use, uses_in
from adc.ir.declarations import Container
from adc.ir.node import Body, Node
from adc.ir.nodes import Loop
from adc.ir.walking import labels_in, map_body


def killed_uses(draft: Draft) -> dict[str, list[Use]]:
    """The uses whose values are killed before the reverse sweep, by container."""
    return by_container(
        use for use in uses_in(draft.reverse) if not draft.availability.available(use)
    )


def expand_private(draft: Draft) -> None:
    """Give temporaries that are private to their loops' iterations a slot per iteration.

    What becomes of one temporary is its own accesses' affair, so that all are expanded together.
    """
    private: dict[str, tuple[Loop, ...]] = {}
    uses = by_container(uses_in(draft.reverse))
    for container in killed_uses(draft):
        if container not in draft.frame.pinned:
            loops = private_loops(draft.forward, draft.availability, container, uses[container])
            if loops:
                private[container] = loops
    while private:
        forward, reverse = expand(draft.forward, draft.reverse, private, draft.frame.outer)
        trial = Availability(Polyhedra(forward))
        inside = by_container(uses_in(reverse))
        lost = {c for c in private if not all(trial.available(u) for u in inside[c])}
        if not lost:
            break
        private = {c: loops for c, loops in private.items() if c not in lost}
    else:
        return
    draft.forward, draft.reverse = forward, reverse
    draft.look(trial)
    for c in private:
        note(draft, uses[c][0], Decision.STORE, size_of(forward[c]), why="one slot per iteration")


def by_container(uses: Iterable[Use]) -> dict[str, list[Use]]:
    found: dict[str, list[Use]] = {}
    for use in uses:
        found.setdefault(use.need.container, []).append(use)
    return found


@dataclass
class Saves:
    """What is saved of one frame, by label and container: of the statement that kills it, or of
    the checkpointed loop before which it is saved."""

    draft: Draft
    statements: dict[tuple[str, str], Saved] = field(default_factory=dict)
    loops: dict[tuple[str, str], SavedLoop] = field(default_factory=dict)

    @cached_property
    def around(self) -> dict[str, CheckpointedLoop]:
        """The checkpointed loop around each forward statement that is inside one."""
        found: dict[str, CheckpointedLoop] = {}
        for loop in self.draft.checkpointed:
            for label in labels_in((loop.primal,)):
                found.setdefault(label, loop)
        return found

    def add(self, use: Use, killer: str) -> None:
        """Save what the statement `killer` overwrites of `use`, if it is not yet saved."""
        loop = self.around.get(killer)
        key = (loop.primal.label if loop else "", use.need.container)
        if (killer, key[1]) in self.statements or key in self.loops:
            return
        if loop is not None:
            tape, why = self.before(loop, key), "saved before a loop overwrites it"
        else:
            tape, why = self.at(killer, key[1]), "saved before it is overwritten"
        self.draft.tapes.append(tape)
        self.draft.restored.add(use.need.container)
        note(self.draft, use, Decision.STORE, size_of(tape), why=why)

    def before(self, loop: CheckpointedLoop, key: tuple[str, str]) -> Container:
        self.loops[key] = saved_loop(self.draft.forward, self.draft.frame, loop, key[1])
        return self.loops[key].tape

    def at(self, killer: str, container: str) -> Container:
        placed = self.draft.availability.polyhedra.placed[killer]
        made = saved(self.draft.forward, placed, self.draft.frame, container)
        self.statements[killer, container] = made
        return made.tape


def store_overwritten(draft: Draft) -> None:
    """Save what killing statements overwrite, and restore it in reverse."""
    saves = Saves(draft)
    for uses in killed_uses(draft).values():
        for use in uses:
            for dependence in draft.availability.kills(use).dependences:
                saves.add(use, dependence.source)
    forward, reverse = around_loops(draft, list(saves.loops.values()))
    draft.forward = draft.forward.with_body(insert_saves(forward, saves.statements))
    draft.reverse, captures = insert_restores(draft.forward, reverse, saves.statements, draft.frame)
    draft.tapes.extend(captures)


def around_loops(draft: Draft, saves: list[SavedLoop]) -> tuple[Body, Body]:
    """Both sweeps with values saved before loops of the forward sweep, and put back after these
    loops' adjoints."""

    def forward(node: Node) -> Body:
        before = [s.save for s in saves if s.loop == node.label]
        return (*before, node)

    def reverse(node: Node) -> Body:
        after = [s.restore for s in saves if s.adjoint == node.label]
        return (node, *after)

    return map_body(draft.forward.body, forward), map_body(draft.reverse, reverse)
