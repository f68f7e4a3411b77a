"""Loops that are checkpointed: run again from snapshots of their state, not stored step by step.

The forward sweep keeps the state before some steps (a segment's beginning); the reverse sweep
brings the state back, runs the segment again on containers of its own (`v_again`), with its values
stored as in any forward sweep, and reverses it (Griewank & Walther, Evaluating Derivatives, 2nd
ed., chapter 12). The pair of re-run segment and its adjoint is a small frame, planned like the
whole; what it reads from outside the loop remains a Need of the frame around it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from dataclasses import replace

from adc.analysis.extents import trips
from adc.checkpoint.configuration import CheckpointSchedule, Configuration
from adc.checkpoint.plan import CheckpointFacts, Decision, PlanRow, size_of, where
from adc.checkpoint.transform.counts import with_kept_counts
from adc.checkpoint.transform.draft import CheckpointedLoop, Draft
from adc.checkpoint.transform.frame import Frame
from adc.checkpoint.transform.inner import outward, segment_frame, stepped_again
from adc.checkpoint.transform.pairs import Pair, pairs
from adc.checkpoint.transform.segment import Segment, bounded
from adc.checkpoint.transform.state import needed_by, sliced, state_of
from adc.checkpoint.transform.uses import uses_in
from adc.ir.declarations import Container
from adc.ir.enums import Role
from adc.ir.node import Body, Node, Statement
from adc.ir.nodes import Loop, ReverseWhile, While
from adc.ir.shapes import integer
from adc.ir.walking import map_body, walk_nodes, written_in

#: Snapshots of a loop whose number of steps shows only at its end, where nothing else is said.
WHILE_SLOTS = 30

#: Plans the small frame of a segment: (frame, configuration inside) -> draft, Needs still in place.
PlanInner = Callable[[Frame, Configuration], Draft]


def with_checkpoints(
    frame: Frame, configuration: Configuration, plan_inner: PlanInner, on_host: bool = False,
    stored: Collection[str] = (),
) -> tuple[Frame, list[CheckpointedLoop]]:  # fmt: skip
    """`frame` with the loops checkpointed that `configuration` names, and those that cannot be
    stored; of While loops those may be that are among `stored`. `on_host`: the snapshots of loops
    that no other loop is around go there."""
    frame = with_kept_counts(frame, stored)
    checkpointed: list[CheckpointedLoop] = []
    done: set[str] = set()
    for pair in pairs(frame):
        if pair.loop.label in stored:
            continue
        schedule = schedule_of(frame, pair, configuration, stored)
        if schedule is None or pair.loop.label in done:
            continue
        outermost = not pair.around and not frame.outer
        loop = checkpoint_loop(frame, pair, schedule, plan_inner, on_host and outermost)
        frame = loop.frame
        checkpointed.append(loop)
        done |= {n.label for n in walk_nodes(pair.loop.body) if isinstance(n, (Loop, While))}
    return frame, checkpointed


def schedule_of(
    frame: Frame, pair: Pair, configuration: Configuration, stored: Collection[str] = ()
) -> CheckpointSchedule | None:
    """What `configuration` says of a loop. A While that is not `stored`, and any loop around one,
    is run again step by step: how much memory storing it would take shows only when it has ended.
    """
    chosen = configuration.loops.get(frame.sources.get(pair.loop.label, pair.loop.label))
    if isinstance(pair.loop, While):
        return chosen or CheckpointSchedule(slots=WHILE_SLOTS)
    if endless(frame, pair):
        asked = chosen or CheckpointSchedule()
        return replace(asked, length=1, slots=asked.slots or WHILE_SLOTS)
    if any(_is_open(frame, n, stored) for n in walk_nodes(pair.adjoint.body)):
        return replace(chosen, length=1) if chosen else CheckpointSchedule()
    if any(pair.loop in inner.around and endless(frame, inner) for inner in pairs(frame)):
        return replace(chosen, length=1) if chosen else CheckpointSchedule()
    return chosen


def _is_open(frame: Frame, node: Node, stored: Collection[str]) -> bool:
    """Whether it is the adjoint of a While that is not `stored`."""
    if not isinstance(node, ReverseWhile):
        return False
    return not any(p.adjoint.var == node.var and p.loop.label in stored for p in pairs(frame))


def endless(frame: Frame, pair: Pair) -> bool:
    """Whether a loop changes what the reverse sweep uses, and nothing bounds its trips (a While
    around it counts them): no tape holds what each of its steps stores."""
    key = ("endless", pair.loop.var)
    if key not in frame.known:
        frame.known[key] = _is_endless(frame, pair)
    return bool(frame.known[key])


def _is_endless(frame: Frame, pair: Pair) -> bool:
    if not isinstance(pair.loop, Loop) or bounded(frame, trips(pair.loop), pair.around) is not None:
        return False
    changed = written_in((pair.loop,))
    return any(u.need.container in changed for u in uses_in(frame.reverse))


def note_checkpoints(draft: Draft, loop: CheckpointedLoop) -> None:
    """The rows of a checkpointed loop: its snapshots, and what was decided inside."""
    names = ", ".join(draft.frame.originals.get(n, n) for n in loop.state)
    total = sum((size_of(s) for s in loop.snapshots), integer(0))
    on_host = any(s.role is Role.HOST for s in loop.snapshots)
    staged = on_host and loop.schedule.staged
    kept = ", kept in the host's memory" * on_host + " and copied beside the steps" * staged
    draft.rows.append(
        PlanRow(
            names,
            Decision.CHECKPOINT,
            total,
            where=where(loop.primal.span),
            why=why_checkpointed(loop) + kept,
            loop=draft.frame.sources.get(loop.primal.label, loop.primal.label),
            slots=loop.schedule.slots,
            segment_steps=loop.schedule.length,
            on_host=on_host,
            staged=staged,
        )
    )
    draft.rows.extend(r for r in loop.inner.rows if r not in draft.rows)


def checkpoint_facts(draft: Draft, loop: CheckpointedLoop) -> CheckpointFacts:
    state, host_state = integer(0), integer(0)
    for name, snapshot in zip(loop.state, loop.snapshots, strict=True):
        size = size_of(draft.frame.forward[name])
        on_host = snapshot.role is Role.HOST
        state, host_state = (state, host_state + size) if on_host else (state + size, host_state)
    held = (Decision.STORE, Decision.CHECKPOINT)
    tape = sum((r.bytes for r in loop.inner.rows if r.decision in held), integer(0))
    names = tuple(draft.frame.originals.get(n, n) for n in loop.state)
    label = draft.frame.sources.get(loop.primal.label, loop.primal.label)
    snapshots = frozenset(s.name for s in loop.snapshots)
    idle = not any(isinstance(n, Statement) for n in walk_nodes(loop.adjoint.body))
    return CheckpointFacts(label, state, tape, names, snapshots, host_state, idle)


def why_checkpointed(loop: CheckpointedLoop) -> str:
    steps = "one step" if loop.schedule.length == 1 else f"{loop.schedule.length} steps"
    if isinstance(loop.primal, While) or loop.schedule.slots:
        return f"{max(loop.schedule.slots, 1)} snapshots, {steps} run again at a time"
    return f"a snapshot every {steps.removeprefix('one ')}, run again from there"


# -- one of them -----------------------------------------------------------------------------------


def checkpoint_loop(
    frame: Frame, pair: Pair, schedule: CheckpointSchedule, plan_inner: PlanInner, on_host: bool
) -> CheckpointedLoop:
    """`frame` with one loop run again in reverse from snapshots, those of arrays `on_host` or
    beside them."""
    loop = pair.loop
    relevant = sliced(loop.body, needed_by(pair.adjoint, loop.body))
    state = state_of(frame.forward, pair, relevant)
    table = {name: name_again(frame, name) for name in written_in(loop.body)}
    copies = tuple(
        replace(frame.forward[old], name=new, role=Role.LOCAL, of=old) for old, new in table.items()
    )
    segment = replace(Segment.of(frame, pair, schedule), on_host=on_host)
    inner = plan_inner(segment_frame(frame, segment, copies, table, state), schedule.inner)
    snapshots = tuple(segment.snapshot(frame, frame.forward[name]) for name in state)
    if schedule.staged:
        segment = segment.staged(frame, snapshots)
    kept = [(frame.forward[n], s) for n, s in zip(state, snapshots, strict=True)]
    back = [(frame_copy(copies, table[n]), s) for n, s in zip(state, snapshots, strict=True)]
    forward_loop = segment.forward(frame, segment.saves(frame, kept, segment.place))
    turn = outward(frame.forward, inner)
    step, temporaries = stepped_again(frame, segment, relevant, state, table)
    reverse_loop = segment.reverse(frame, back, turn, step)
    added = added_containers(
        frame, inner, (*copies, *snapshots, *segment.staging.values(), *temporaries)
    )
    forward = replace(
        frame.forward,
        containers=tuple(dict.fromkeys((*frame.forward.containers, *added))),
        body=replaced(frame.forward.body, loop.label, forward_loop),
    )
    reverse = replaced(frame.reverse, pair.adjoint.label, reverse_loop)
    new = replace(frame, forward=forward, reverse=reverse)
    return CheckpointedLoop(new, loop, pair.adjoint, state, snapshots, inner, schedule, pair.around)


def name_again(frame: Frame, name: str) -> str:
    """The name of a container that `name` is computed again in; of one that is so itself, the
    first one's with a number."""
    stem = re.sub(r"_again(_\d+)?$", "", name) if frame.forward[name].of else name
    return frame.fresh.fresh(f"{stem}_again")


def frame_copy(copies: tuple[Container, ...], name: str) -> Container:
    return next(c for c in copies if c.name == name)


def added_containers(
    frame: Frame, inner: Draft, more: tuple[Container, ...]
) -> tuple[Container, ...]:
    """The containers that the segment brings along, as its planning left them."""
    known = {c.name for c in frame.forward.containers}
    inside = tuple(c for c in inner.forward.containers if c.name not in known)
    named = {c.name for c in inside}
    return (*inside, *inner.tapes, *(c for c in more if c.name not in named))


def replaced(body: Body, label: str, new: Node) -> Body:
    def visit(node: Node) -> Body:
        return (new,) if getattr(node, "label", "") == label else (node,)

    return map_body(body, visit)
