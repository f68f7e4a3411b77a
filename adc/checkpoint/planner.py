"""From a gradient with Needs to one without: decides where each forward value comes from.

This is the store-all planner: a value that is still intact is read where it is, a cheap one is
computed again, everything else is stored - by expansion where a temporary is private to the
iterations of its loops, else saved by the statements that overwrite it and put back in reverse.
The seam is `plan`: it takes a `Reversed` and gives a `Plan`.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import PurePath

import sympy

from adc.analysis.accesses import Polyhedra
from adc.checkpoint.assemble import Frame, assemble, caller_sees
from adc.checkpoint.expand import expand, private_loops
from adc.checkpoint.plan import Plan, PlanRow
from adc.checkpoint.policy import Policy
from adc.checkpoint.recompute import Recomputation
from adc.checkpoint.rollback import Saved, insert_restores, insert_saves, saved
from adc.checkpoint.uses import Intactness, Use, use_of, uses_in
from adc.differentiate.gradient import Reversed
from adc.differentiate.reverse import marked
from adc.ir.expressions import Alternatives, Apply, Expr, Need, Read, needs
from adc.ir.nodes import (
    Body,
    Branch,
    Compute,
    Container,
    Dim,
    Loop,
    Node,
    Program,
    map_body,
    parts,
)
from adc.ir.shapes import integer
from adc.ops import flops

#: What a value that has to be stored costs when alternatives are weighed, in flops.
STORED_FLOPS = 1000


@dataclass
class Decisions:
    """What has been decided so far about one frame (the forward sweep and its working copies)."""

    frame: Frame
    forward: Program
    reverse: Body
    rows: list[PlanRow] = field(default_factory=list)
    tapes: list[Container] = field(default_factory=list)
    policy: Policy = field(default_factory=Policy)

    def __post_init__(self) -> None:
        self.look()

    def look(self) -> None:
        """Work out the sets of the forward sweep as it is now."""
        self.intactness = Intactness(Polyhedra(self.forward))
        self.recomputation = Recomputation(
            self.intactness, self.frame.entry_copies, self.policy, self.frame.originals
        )


def plan(reversed_: Reversed, policy: Policy | None = None) -> Plan:
    """A gradient program without Needs, everything stored that is neither intact nor cheap.

    Arguments that the reverse sweep would have to write (to restore values) are worked on in
    private copies; which ones shows only when it is known what is saved.
    """
    policy = policy or Policy()
    policy.check_names(reversed_.primal)
    private: frozenset[str] = frozenset()
    while True:
        decisions = decide(Frame.of(reversed_, private), policy)
        clash = restored(decisions) & caller_sees(decisions.forward)
        if not clash:
            policy.check_rows(reversed_.primal, decisions.rows)
            return Plan(assemble(reversed_, decisions), tuple(decisions.rows))
        private |= clash


def restored(decisions: Decisions) -> frozenset[str]:
    """The containers that the reverse sweep puts saved values back into."""
    return frozenset(t.of for t in decisions.tapes)


def decide(frame: Frame, policy: Policy) -> Decisions:
    decisions = Decisions(frame, frame.forward, frame.reverse, policy=policy)
    decisions.reverse = choose_alternatives(decisions, decisions.reverse)
    decisions.reverse = recompute_cheap(decisions)
    expand_private(decisions)
    store_overwritten(decisions)
    decisions.reverse = read_in_place(decisions.reverse)
    return decisions


# -- alternatives ----------------------------------------------------------------------------------


def choose_alternatives(decisions: Decisions, body: Body) -> Body:
    """Each choice between equal values made: intact operands first, then cheap, then stored."""

    def visit(node: Node) -> Body:
        if isinstance(node, Compute):
            return (replace(node, expr=settle(decisions, node.expr, node.domain)),)
        if isinstance(node, Branch):
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
        if decisions.intactness.intact(use) and not copied:
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
        if isinstance(node, Branch):
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
    lost: dict[str, list[Use]] = {}
    for use in uses_in(decisions.reverse):
        if not decisions.intactness.intact(use):
            lost.setdefault(use.need.container, []).append(use)
    return lost


def expand_private(decisions: Decisions) -> None:
    """Give temporaries that are private to their loops' iterations a slot per iteration."""
    for container in lost_uses(decisions):
        uses = [u for u in uses_in(decisions.reverse) if u.need.container == container]
        loops = private_loops(decisions.forward, decisions.intactness, container, uses)
        if not loops:
            continue
        forward, reverse = expand(decisions.forward, decisions.reverse, container, loops)
        trial = Intactness(Polyhedra(forward))
        inside = [u for u in uses_in(reverse) if u.need.container == container]
        if not all(trial.intact(u) for u in inside):
            continue
        decisions.forward, decisions.reverse = forward, reverse
        decisions.look()
        note(decisions, uses[0], "store", size(forward[container]), why="one slot per iteration")


def store_overwritten(decisions: Decisions) -> None:
    """Save what overwriting statements destroy, and put it back in reverse."""
    saves: dict[str, Saved] = {}
    fresh, labels = decisions.frame.fresh, decisions.frame.labels
    for uses in lost_uses(decisions).values():
        for use in uses:
            for dependence in decisions.intactness.next_writes(use).dependences:
                if dependence.source in saves:
                    continue
                placed = decisions.intactness.polyhedra.placed[dependence.source]
                save = saved(decisions.forward, placed, fresh, labels)
                saves[dependence.source] = save
                decisions.tapes.append(save.tape)
                note(decisions, use, "store", size(save.tape), why="saved before it is overwritten")
    decisions.forward = decisions.forward.with_body(insert_saves(decisions.forward.body, saves))
    decisions.reverse, captures = insert_restores(
        decisions.forward, decisions.reverse, saves, fresh, labels
    )
    decisions.tapes.extend(captures)


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
        if isinstance(node, (Loop, Branch)) and not any(parts(node)):
            return ()
        if isinstance(node, Branch):
            return (replace(node, condition=plain(node.condition)),)
        return (node,)

    return map_body(body, visit)
