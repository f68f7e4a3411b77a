"""From a gradient with Needs to one without: decides where each forward value comes from.

What a configuration leaves open is decided for each Need by itself: a value that is still available
is read where it is, a cheap one is recomputed, everything else is stored - by expansion where a
temporary is private to the iterations of its loops, else saved by the statements that kill it and
restored in reverse. The seam is `plan`: it takes a `Reversed` and gives a `Plan`.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from adc.analysis.accesses import Polyhedra
from adc.checkpoint.configuration import STORE_ALL, Configuration
from adc.checkpoint.plan import Decision, Plan
from adc.checkpoint.policy import Policy
from adc.checkpoint.transform.assemble import assemble
from adc.checkpoint.transform.checkpointing import (
    checkpoint_facts,
    note_checkpoints,
    with_checkpoints,
)
from adc.checkpoint.transform.draft import Draft, note
from adc.checkpoint.transform.frame import Frame, caller_sees
from adc.checkpoint.transform.obeyed import check_names, check_rows
from adc.checkpoint.transform.rebuild import configured
from adc.checkpoint.transform.recompute import Recomputation
from adc.checkpoint.transform.storing import expand_private, store_overwritten
from adc.checkpoint.transform.uses import (
    Availability,
    Use,
    compared_in,
    sections_in,
    use_of,
    uses_in,
)
from adc.differentiate.gradient import Reversed
from adc.ir.expressions import Alternatives, Apply, Expr, Need, Read, needs
from adc.ir.node import Body, Dim, Node
from adc.ir.nodes import Branch, Loop, ReverseWhile
from adc.ir.shapes import integer
from adc.ir.walking import map_body, map_evaluated, marked
from adc.ops import flops
from adc.ops.bits import same_bits

#: What a value that has to be stored costs when alternatives are weighed, in flops.
STORED_FLOPS = 1000


def plan(
    reversed_: Reversed,
    policy: Policy | None = None,
    configuration: Configuration = STORE_ALL,
    strict: bool = True,
) -> Plan:
    """`configuration` made real: a gradient program without Needs.

    What it leaves open is stored where it is neither available nor cheap to compute again.

    Arguments that the reverse sweep would have to write (to restore values) are worked on in
    private copies; which ones shows only when it is known what is saved.

    If `strict`, raises AdcError ADC0405 where the configuration stores what the policy wants
    recomputed.
    """
    policy = policy or Policy()
    check_names(policy, reversed_.primal)
    private: frozenset[str] = frozenset()
    while True:
        draft = decide(Frame.of(reversed_, private), policy, configuration)
        clash = draft.restored & caller_sees(draft.forward)
        if not clash:
            if strict:
                check_rows(policy, reversed_.primal, draft.rows)
            draft.reverse = read_in_place(draft.reverse)
            facts = tuple(checkpoint_facts(draft, loop) for loop in draft.checkpointed)
            return Plan(assemble(reversed_, draft), tuple(draft.rows), facts)
        private |= clash


def decide(frame: Frame, policy: Policy, configuration: Configuration = STORE_ALL) -> Draft:
    """Both sweeps of `frame` with a decision for every Need; the Needs themselves remain, of
    values that are in their place by then."""
    recomputed = recomputable(frame, policy, configuration.recomputed)
    frame, rows = configured(frame, policy, configuration.rebuilt, recomputed)
    frame, checkpointed = with_checkpoints(
        frame,
        configuration,
        lambda inside, inner: decide(inside, policy, inner),
        policy.host_snapshots,
        policy.stored,
    )
    draft = Draft(
        frame,
        frame.forward,
        frame.reverse,
        rows,
        policy=policy,
        checkpointed=checkpointed,
        recomputed=recomputed,
    )
    for loop in checkpointed:
        note_checkpoints(draft, loop)
    draft.reverse = choose_alternatives(draft, draft.reverse)
    draft.reverse = recompute_cheap(draft)
    expand_private(draft)
    store_overwritten(draft)
    return draft


def recomputable(frame: Frame, policy: Policy, names: Collection[str]) -> frozenset[str]:
    """Those of the arrays `names` whose elements have a cheap expression wherever the reverse
    sweep uses them, of what is still there; not those that `--recompute` wants as arrays."""
    wanted = frozenset(
        n
        for n in names
        if n in frame.forward.by_name and frame.originals.get(n, n) not in policy.recompute
    )
    sections, tested = sections_in(frame.reverse), compared_in(frame.reverse)
    while wanted:
        availability = Availability(Polyhedra(frame.forward))
        known = Recomputation(availability, frame.entry_copies, policy, frame.originals, wanted)
        lost = {
            use.need.container
            for use in uses_in(frame.reverse)
            if use.need.container in wanted
            and (use in sections or not is_value(known.expression(use), use in tested))
        }
        if not lost:
            return wanted
        wanted -= lost
    return wanted


def is_value(again: Expr | None, tested: bool) -> bool:
    """Whether `again` may stand for a value; to the last bit where it is `tested` for equality."""
    return again is not None and (not tested or same_bits(again))


# -- alternatives ----------------------------------------------------------------------------------


def choose_alternatives(draft: Draft, body: Body) -> Body:
    """Each choice between equal values made: available operands first, then cheap, then stored."""

    return map_evaluated(body, lambda expr, domain: settle(draft, expr, domain))


def settle(draft: Draft, expr: Expr, domain: tuple[Dim, ...]) -> Expr:
    if isinstance(expr, Apply):
        return replace(expr, args=tuple(settle(draft, a, domain) for a in expr.args))
    if isinstance(expr, Alternatives):
        options = [settle(draft, o, domain) for o in expr.options]
        return min(options, key=lambda o: price(draft, o, domain))
    return expr


def price(draft: Draft, expr: Expr, domain: tuple[Dim, ...]) -> int:
    """Flops of `expr`, with what must be recomputed or stored for it."""
    total = flops(expr)
    for need in dict.fromkeys(needs(expr)):
        use = use_of(need, domain)
        if draft.availability.available(use):
            continue
        again = draft.recomputation.expression(use)
        total += STORED_FLOPS if again is None else flops(again)
    return total


# -- recompute -------------------------------------------------------------------------------------


def recompute_cheap(draft: Draft) -> Body:
    """Values on entry read from the argument itself; overwritten cheap values computed again."""
    found: dict[Use, Expr] = {}
    sections, tested = sections_in(draft.reverse), compared_in(draft.reverse)
    for use in uses_in(draft.reverse):
        copied = draft.recomputation.is_entry_copy(use)
        given_up = copied or use.need.container in draft.recomputed
        if draft.availability.available(use) and not given_up:
            continue
        value = draft.recomputation.expression(use)
        if use in sections and not isinstance(value, Need):
            continue
        if value is not None and is_value(value, use in tested):
            found[use] = value
            if not copied:
                note(draft, use, Decision.RECOMPUTE, integer(0), flops(value))
    return replace_uses(draft.reverse, found)


def replace_uses(body: Body, found: dict[Use, Expr]) -> Body:
    return map_evaluated(body, lambda expr, domain: substituted(expr, domain, found))


def substituted(expr: Expr, domain: tuple[Dim, ...], found: dict[Use, Expr]) -> Expr:
    if isinstance(expr, Apply):
        return replace(expr, args=tuple(substituted(a, domain, found) for a in expr.args))
    if isinstance(expr, Need):
        return found.get(use_of(expr, domain), expr)
    return expr


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
        if marked(node):
            return ()
        if isinstance(node, (Loop, ReverseWhile, Branch)) and not any(node.parts):
            return ()
        found = node.evaluated
        return (node.with_evaluated([plain(e.expr) for e in found]) if found else node,)

    return map_body(body, visit)
