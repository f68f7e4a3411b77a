"""From a gradient with Needs to one without: decides where each forward value comes from.

This is the store-all planner: a value that is still intact is read where it is, a cheap one is
computed again, everything else is stored - by expansion where a temporary is private to the
iterations of its loops, else saved by the statements that overwrite it and put back in reverse.
The seam is `plan`: it takes a `Reversed` and gives a `Plan`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field, replace
from pathlib import PurePath

import sympy

from adc.analysis.accesses import Polyhedra
from adc.analysis.extents import trips
from adc.checkpoint.configuration import STORE_ALL, Choices, LoopChoice
from adc.checkpoint.plan import Plan, PlanRow, RerunFacts
from adc.checkpoint.policy import Policy
from adc.checkpoint.transform.assemble import Frame, assemble, caller_sees
from adc.checkpoint.transform.expand import expand, private_loops
from adc.checkpoint.transform.rebuild import configured
from adc.checkpoint.transform.recompute import Recomputation
from adc.checkpoint.transform.rewrite import written
from adc.checkpoint.transform.rollback import (
    Saved,
    SavedLoop,
    insert_restores,
    insert_saves,
    saved,
    saved_loop,
)
from adc.checkpoint.transform.segments import Rerun, bounded, run_again
from adc.checkpoint.transform.state import Pair, pairs
from adc.checkpoint.transform.uses import Intactness, Use, use_of, uses_in
from adc.differentiate.gradient import Reversed
from adc.ir.declarations import Container
from adc.ir.expressions import Alternatives, Apply, Expr, Need, Read, needs
from adc.ir.node import Body, Dim, Node
from adc.ir.nodes import Branch, Compute, Loop, ReverseWhile, While
from adc.ir.program import Program
from adc.ir.shapes import integer
from adc.ir.walking import map_body, marked, walk_nodes
from adc.ops import flops

#: What a value that has to be stored costs when alternatives are weighed, in flops.
STORED_FLOPS = 1000
#: Snapshots of a loop whose number of steps shows only at its end, where nothing else is said.
WHILE_SLOTS = 30


@dataclass
class Decisions:
    """What has been decided so far about one frame (the forward sweep and its working copies)."""

    frame: Frame
    forward: Program
    reverse: Body
    rows: list[PlanRow] = field(default_factory=list)
    tapes: list[Container] = field(default_factory=list)
    policy: Policy = field(default_factory=Policy)
    reruns: list[Rerun] = field(default_factory=list)
    #: The containers that the reverse sweep puts saved values back into.
    restored: set[str] = field(default_factory=set)
    #: The arrays that are made again element by element where they are used.
    inlined: frozenset[str] = frozenset()

    def __post_init__(self) -> None:
        self.look()

    def look(self, known: Intactness | None = None) -> None:
        """Work out the sets of the forward sweep as it is now; `known` are these, if at hand."""
        self.intactness = known or Intactness(Polyhedra(self.forward))
        self.recomputation = Recomputation(
            self.intactness,
            self.frame.entry_copies,
            self.policy,
            self.frame.originals,
            self.inlined,
        )


def plan(
    reversed_: Reversed,
    policy: Policy | None = None,
    choices: Choices = STORE_ALL,
    strict: bool = True,
) -> Plan:
    """A gradient program without Needs: the configuration `choices` made real.

    What these leave open is stored where it is neither intact nor cheap to compute again.

    Arguments that the reverse sweep would have to write (to restore values) are worked on in
    private copies; which ones shows only when it is known what is saved.

    If `strict`, raises AdcError ADC0405 where the configuration stores what the policy wants
    recomputed.
    """
    policy = policy or Policy()
    policy.check_names(reversed_.primal)
    private: frozenset[str] = frozenset()
    while True:
        decisions = decide(Frame.of(reversed_, private), policy, choices)
        clash = decisions.restored & caller_sees(decisions.forward)
        if not clash:
            if strict:
                policy.check_rows(reversed_.primal, decisions.rows)
            decisions.reverse = read_in_place(decisions.reverse)
            facts = tuple(rerun_facts(decisions, r) for r in decisions.reruns)
            return Plan(assemble(reversed_, decisions), tuple(decisions.rows), facts)
        private |= clash


def decide(frame: Frame, policy: Policy, choices: Choices = STORE_ALL) -> Decisions:
    """Both sweeps of `frame` with a decision for every Need; the Needs themselves remain, of
    values that are in their place by then."""
    inlined = inlinable(frame, policy, choices.inlined)
    frame, rows = configured(frame, policy, choices.rebuilt, inlined)
    frame, reruns = with_reruns(frame, policy, choices)
    decisions = Decisions(
        frame, frame.forward, frame.reverse, rows, policy=policy, reruns=reruns, inlined=inlined
    )
    for rerun in reruns:
        note_rerun(decisions, rerun)
    decisions.reverse = choose_alternatives(decisions, decisions.reverse)
    decisions.reverse = recompute_cheap(decisions)
    expand_private(decisions)
    store_overwritten(decisions)
    return decisions


def inlinable(frame: Frame, policy: Policy, names: Collection[str]) -> frozenset[str]:
    """Those of the arrays `names` whose elements have a cheap expression wherever the reverse
    sweep uses them, of what is still there; not those that `--recompute` wants as arrays."""
    wanted = frozenset(
        n
        for n in names
        if n in frame.forward.by_name and frame.originals.get(n, n) not in policy.recompute
    )
    while wanted:
        intactness = Intactness(Polyhedra(frame.forward))
        known = Recomputation(intactness, frame.entry_copies, policy, frame.originals, wanted)
        lost = {
            use.need.container
            for use in uses_in(frame.reverse)
            if use.need.container in wanted and known.expression(use) is None
        }
        if not lost:
            return wanted
        wanted -= lost
    return wanted


# -- loops that are run again ----------------------------------------------------------------------


def with_reruns(frame: Frame, policy: Policy, choices: Choices) -> tuple[Frame, list[Rerun]]:
    """`frame` with the loops that `choices` names, and those that cannot be stored, run again."""
    reruns: list[Rerun] = []
    done: set[str] = set()
    for pair in pairs(frame):
        choice = choice_of(frame, pair, choices)
        if choice is None or pair.loop.label in done:
            continue
        rerun = run_again(frame, pair, choice, lambda f, c: decide(f, policy, c))
        frame = rerun.frame
        reruns.append(rerun)
        done |= {n.label for n in walk_nodes(pair.loop.body) if isinstance(n, (Loop, While))}
    return frame, reruns


def choice_of(frame: Frame, pair: Pair, choices: Choices) -> LoopChoice | None:
    """What `choices` says of a loop. A While, and any loop around one, is run again step by step:
    how much memory storing it would take shows only when it has ended."""
    chosen = choices.loops.get(frame.sources.get(pair.loop.label, pair.loop.label))
    if isinstance(pair.loop, While):
        return chosen or LoopChoice(slots=WHILE_SLOTS)
    if endless(frame, pair):
        asked = chosen or LoopChoice()
        return replace(asked, length=1, slots=asked.slots or WHILE_SLOTS)
    if any(isinstance(n, ReverseWhile) for n in walk_nodes(pair.adjoint.body)):
        return replace(chosen, length=1) if chosen else LoopChoice()
    if any(pair.loop in inner.around and endless(frame, inner) for inner in pairs(frame)):
        return replace(chosen, length=1) if chosen else LoopChoice()
    return chosen


def endless(frame: Frame, pair: Pair) -> bool:
    """Whether a loop changes what the reverse sweep uses, and nothing bounds its trips (a While
    around it counts them): no tape holds what each of its steps stores."""
    if not isinstance(pair.loop, Loop) or bounded(frame, trips(pair.loop), pair.around) is not None:
        return False
    return any(u.need.container in written((pair.loop,)) for u in uses_in(frame.reverse))


def note_rerun(decisions: Decisions, rerun: Rerun) -> None:
    """The rows of a loop that is run again: its snapshots, and what was decided inside."""
    span = rerun.loop.span
    where = f"{PurePath(span.file).name}:{span.line}" if span else ""
    names = ", ".join(decisions.frame.originals.get(n, n) for n in rerun.state)
    total = sum((size(s) for s in rerun.snapshots), integer(0))
    decisions.rows.append(
        PlanRow(
            names,
            "checkpoint",
            total,
            where=where,
            why=why_rerun(rerun),
            loop=decisions.frame.sources.get(rerun.loop.label, rerun.loop.label),
            choice_slots=rerun.choice.slots,
            segment_steps=rerun.choice.length,
        )
    )
    decisions.rows.extend(r for r in rerun.inner.rows if r not in decisions.rows)


def rerun_facts(decisions: Decisions, rerun: Rerun) -> RerunFacts:
    state = sum((size(decisions.frame.forward[n]) for n in rerun.state), integer(0))
    tape = sum((r.bytes for r in rerun.inner.rows if r.decision == "store"), integer(0))
    tape += sum((r.bytes for r in rerun.inner.rows if r.decision == "checkpoint"), integer(0))
    names = tuple(decisions.frame.originals.get(n, n) for n in rerun.state)
    label = decisions.frame.sources.get(rerun.loop.label, rerun.loop.label)
    snapshots = frozenset(s.name for s in rerun.snapshots)
    return RerunFacts(label, state, tape, names, snapshots)


def why_rerun(rerun: Rerun) -> str:
    steps = "one step" if rerun.choice.length == 1 else f"{rerun.choice.length} steps"
    if isinstance(rerun.loop, While) or rerun.choice.slots:
        return f"{max(rerun.choice.slots, 1)} snapshots, {steps} run again at a time"
    return f"a snapshot every {steps.removeprefix('one ')}, run again from there"


# -- alternatives ----------------------------------------------------------------------------------


def choose_alternatives(decisions: Decisions, body: Body) -> Body:
    """Each choice between equal values made: intact operands first, then cheap, then stored."""

    def visit(node: Node) -> Body:
        if isinstance(node, Compute):
            return (replace(node, expr=settle(decisions, node.expr, node.domain)),)
        if isinstance(node, (Branch, While)):
            return (replace(node, condition=settle(decisions, node.condition, ())),)
        return (node,)

    return map_body(body, visit)


def settle(decisions: Decisions, expr: Expr, domain: tuple[Dim, ...]) -> Expr:
    if isinstance(expr, Apply):
        return replace(expr, args=tuple(settle(decisions, a, domain) for a in expr.args))
    if isinstance(expr, Alternatives):
        options = [settle(decisions, o, domain) for o in expr.options]
        return min(options, key=lambda o: price(decisions, o, domain))
    return expr


def price(decisions: Decisions, expr: Expr, domain: tuple[Dim, ...]) -> int:
    """Flops of `expr`, with what must be recomputed or stored for it."""
    total = flops(expr)
    for need in dict.fromkeys(needs(expr)):
        use = use_of(need, domain)
        if decisions.intactness.intact(use):
            continue
        again = decisions.recomputation.expression(use)
        total += STORED_FLOPS if again is None else flops(again)
    return total


# -- recompute -------------------------------------------------------------------------------------


def recompute_cheap(decisions: Decisions) -> Body:
    """Values on entry read from the argument itself; overwritten cheap values computed again."""
    found: dict[Use, Expr] = {}
    for use in uses_in(decisions.reverse):
        copied = decisions.recomputation.is_entry_copy(use)
        given_up = copied or use.need.container in decisions.inlined
        if decisions.intactness.intact(use) and not given_up:
            continue
        value = decisions.recomputation.expression(use)
        if value is not None:
            found[use] = value
            if not copied:
                note(decisions, use, "recompute", integer(0), flops(value))
    return replace_uses(decisions.reverse, found)


def replace_uses(body: Body, found: dict[Use, Expr]) -> Body:
    def visit(node: Node) -> Body:
        if isinstance(node, Compute):
            return (replace(node, expr=substituted(node.expr, node.domain, found)),)
        if isinstance(node, (Branch, While)):
            return (replace(node, condition=substituted(node.condition, (), found)),)
        return (node,)

    return map_body(body, visit)


def substituted(expr: Expr, domain: tuple[Dim, ...], found: dict[Use, Expr]) -> Expr:
    if isinstance(expr, Apply):
        return replace(expr, args=tuple(substituted(a, domain, found) for a in expr.args))
    if isinstance(expr, Need):
        return found.get(use_of(expr, domain), expr)
    return expr


# -- store -----------------------------------------------------------------------------------------


def lost_uses(decisions: Decisions) -> dict[str, list[Use]]:
    """The uses whose values are overwritten before the reverse sweep, by container."""
    return by_container(
        use for use in uses_in(decisions.reverse) if not decisions.intactness.intact(use)
    )


def expand_private(decisions: Decisions) -> None:
    """Give temporaries that are private to their loops' iterations a slot per iteration.

    What becomes of one temporary is its own accesses' affair, so that all are expanded together.
    """
    private: dict[str, tuple[Loop, ...]] = {}
    uses = by_container(uses_in(decisions.reverse))
    for container in lost_uses(decisions):
        if container not in decisions.frame.pinned:
            loops = private_loops(
                decisions.forward, decisions.intactness, container, uses[container]
            )
            if loops:
                private[container] = loops
    while private:
        forward, reverse = expand(
            decisions.forward, decisions.reverse, private, decisions.frame.outer
        )
        trial = Intactness(Polyhedra(forward))
        inside = by_container(uses_in(reverse))
        lost = {c for c in private if not all(trial.intact(u) for u in inside[c])}
        if not lost:
            break
        private = {c: loops for c, loops in private.items() if c not in lost}
    else:
        return
    decisions.forward, decisions.reverse = forward, reverse
    decisions.look(trial)
    for c in private:
        note(decisions, uses[c][0], "store", size(forward[c]), why="one slot per iteration")


def by_container(uses: Iterable[Use]) -> dict[str, list[Use]]:
    found: dict[str, list[Use]] = {}
    for use in uses:
        found.setdefault(use.need.container, []).append(use)
    return found


def store_overwritten(decisions: Decisions) -> None:
    """Save what overwriting statements destroy, and put it back in reverse."""
    saves: dict[str, Saved] = {}
    before_loops: dict[tuple[str, str], SavedLoop] = {}
    frame = decisions.frame
    fresh, labels = frame.fresh, frame.labels
    for uses in lost_uses(decisions).values():
        for use in uses:
            for dependence in decisions.intactness.next_writes(use).dependences:
                rerun = rerun_around(decisions, dependence.source)
                key = (rerun.loop.label if rerun else "", use.need.container)
                if dependence.source in saves or key in before_loops:
                    continue
                if rerun is not None:
                    loop_save = saved_loop(decisions.forward, frame, rerun, use.need.container)
                    before_loops[key] = loop_save
                    tape, why = loop_save.tape, "saved before a loop overwrites it"
                else:
                    placed = decisions.intactness.polyhedra.placed[dependence.source]
                    save = saved(decisions.forward, placed, frame)
                    saves[dependence.source] = save
                    tape, why = save.tape, "saved before it is overwritten"
                decisions.tapes.append(tape)
                decisions.restored.add(use.need.container)
                note(decisions, use, "store", size(tape), why=why)
    forward, reverse = around_loops(decisions, list(before_loops.values()))
    decisions.forward = decisions.forward.with_body(insert_saves(forward, saves))
    decisions.reverse, captures = insert_restores(decisions.forward, reverse, saves, fresh, labels)
    decisions.tapes.extend(captures)


def rerun_around(decisions: Decisions, label: str) -> Rerun | None:
    """The loop that is run again and holds the forward statement `label`."""
    for rerun in decisions.reruns:
        if any(getattr(n, "label", "") == label for n in walk_nodes((rerun.loop,))):
            return rerun
    return None


def around_loops(decisions: Decisions, saves: list[SavedLoop]) -> tuple[Body, Body]:
    """Both sweeps with values saved before loops of the forward sweep, and put back after these
    loops' adjoints."""

    def forward(node: Node) -> Body:
        before = [s.save for s in saves if s.loop == getattr(node, "label", "")]
        return (*before, node)

    def reverse(node: Node) -> Body:
        after = [s.restore for s in saves if s.adjoint == getattr(node, "label", "")]
        return (node, *after)

    return map_body(decisions.forward.body, forward), map_body(decisions.reverse, reverse)


def size(container: Container) -> sympy.Expr:
    """Bytes of a container, symbolic in the sizes."""
    return sympy.Mul(integer(container.dtype.itemsize), *container.shape)


def note(
    decisions: Decisions, use: Use, decision: str, size: sympy.Expr, cost: int = 0, why: str = ""
) -> None:
    """Add a row to the plan, once per array, decision and place."""
    node = decisions.intactness.polyhedra.placed[use.need.point].node
    where = f"{PurePath(node.span.file).name}:{node.span.line}" if node.span else ""
    name = decisions.frame.originals.get(use.need.container, use.need.container)
    row = PlanRow(name, decision, size, cost, where, why)
    same = (row.array, row.decision, row.where)
    if all((r.array, r.decision, r.where) != same for r in decisions.rows):
        decisions.rows.append(row)


# -- the end ---------------------------------------------------------------------------------------


def read_in_place(body: Body) -> Body:
    """Every Need that is left names a value that is in its place by now; marks are removed."""

    def plain(expr: Expr) -> Expr:
        if isinstance(expr, Apply):
            return replace(expr, args=tuple(plain(a) for a in expr.args))
        if isinstance(expr, Need):
            return Read(expr.container, expr.index, expr.dtype)
        return expr

    def visit(node: Node) -> Body:
        if isinstance(node, Compute):
            return (replace(node, expr=plain(node.expr)),)
        if marked(node):
            return ()
        if isinstance(node, (Loop, ReverseWhile, Branch)) and not any(node.parts):
            return ()
        if isinstance(node, (Branch, While)):
            return (replace(node, condition=plain(node.condition)),)
        return (node,)

    return map_body(body, visit)
