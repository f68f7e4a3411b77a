"""A reversed program as one Program, to be verified and printed, and made into its parts again."""

from __future__ import annotations

from dataclasses import replace

from adc.analysis.activity import activity
from adc.diagnostics import InternalError
from adc.differentiate.gradient import Reversed
from adc.differentiate.names import labels_of, names_of
from adc.ir.build import is_zero
from adc.ir.declarations import Container
from adc.ir.enums import Role
from adc.ir.levels import SOURCE_ROLES
from adc.ir.node import Body, Node
from adc.ir.nodes import Heading
from adc.ir.program import Program
from adc.ir.walking import computes, mentioned_in

#: What heads the parts of a reverse sweep, in order; the last one only where there is something.
INITIAL, REVERSE, CLOSING = (
    Heading("Adjoints: the seeds, and zero"),
    Heading("Reverse sweep, nothing decided about memory"),
    Heading("Gradients: added to what the caller passes"),
)


def whole_program(reversed_: Reversed) -> Program:
    """Primal, seeds, reverse sweep and what ends it, one after the other."""
    primal, closing = reversed_.primal, reversed_.closing
    body = (
        *primal.body,
        INITIAL,
        *reversed_.initial,
        REVERSE,
        *reversed_.reverse,
        *((CLOSING, *closing) if closing else ()),
    )
    containers = (*primal.containers, *reversed_.new, *value_container(reversed_))
    return replace(primal, parameters=reversed_.parameters, containers=containers, body=body)


def value_container(reversed_: Reversed) -> tuple[Container, ...]:
    """What `--value` hands the scalar dependent back in: planning writes it."""
    if not reversed_.value or not reversed_.value_name:
        return ()
    source = reversed_.primal[reversed_.value_of]
    return (Container(reversed_.value_name, source.dtype, (), Role.VALUE, of=source.name),)


def reversed_from(program: Program, value: bool) -> Reversed:
    """The Reversed that `whole_program` made `program` of; `value` as it was asked for there.

    Raises InternalError where the headings that divide the sweeps are missing.
    """
    body, initial, sweep, closing = divided(program.body)
    before, after = mentioned_in(body), mentioned_in((*initial, *sweep, *closing))
    new = {c.name: c for c in program.containers if is_new(c, before, after)}
    primal = replace(
        program,
        containers=tuple(c for c in program.containers if c.name not in new),
        parameters=tuple(p for p in program.parameters if p.name not in new),
        body=body,
    )
    given = [new[p.name] for p in program.parameters if p.name in new]
    gradients = [c for c in given if c.role == Role.GRADIENT]
    result = next((c for c in given if c.role == Role.VALUE), None)
    of = tuple(dict.fromkeys(new[name].of for name in seeded(initial)))
    return Reversed(
        primal,
        initial,
        sweep,
        closing,
        tuple(c for c in new.values() if c is not result),
        program.parameters,
        tuple(c.name for c in gradients),
        activity(primal, tuple(c.of for c in gradients), of),
        value,
        result.of if result else "",
        result.name if result else "",
        names_of(program),
        labels_of(program),
    )


def divided(body: Body) -> tuple[Body, Body, Body, Body]:
    """Primal, seeds, reverse sweep, end: what stands before, between and after the headings."""
    first, second = last(body, INITIAL), last(body, REVERSE)
    if not 0 <= first < second:
        raise InternalError("it has no reverse sweep that waits for decisions")
    third = last(body, CLOSING)
    end = third if third > second else len(body)
    return body[:first], body[first + 1 : second], body[second + 1 : end], body[end + 1 :]


def last(body: Body, heading: Node) -> int:
    """The position of the last `heading`; -1 where there is none."""
    return max((k for k, node in enumerate(body) if node == heading), default=-1)


def is_new(container: Container, before: frozenset[str], after: frozenset[str]) -> bool:
    """Whether `container` came with the reversal: the primal, which names those `before`, does not
    use it, and it has a role of derivatives, or is a local of those that are named `after`."""
    if container.name in before:
        return False
    local = container.role == Role.LOCAL and container.name in after
    return local or container.role not in SOURCE_ROLES


def seeded(initial: Body) -> list[str]:
    """The adjoints that begin with something other than zero."""
    return [s.container for s in computes(initial) if not is_zero(s.expr)]
