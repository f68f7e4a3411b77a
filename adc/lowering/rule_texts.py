"""Derivatives that a rules file has as text in NumPy, as programs."""

from __future__ import annotations

from dataclasses import replace

from adc.diagnostics import AdcError, Diagnostic
from adc.frontends.rules import Rule
from adc.frontends.rules_text import DerivativeText
from adc.ir.declarations import Container
from adc.ir.enums import FLAGS, READ_ONLY, Role
from adc.ir.program import Program
from adc.ir.spelling import spelled
from adc.ir.walking import rename_in_body
from adc.lowering.program import lower

#: What a derivative's containers are to its program while nothing is differentiated.
_PLAIN = {
    Role.SEED: Role.INPUT, Role.TANGENT_IN: Role.INPUT, Role.TANGENT_OUT: Role.OUTPUT,
    Role.GRADIENT: Role.INOUT,
}  # fmt: skip


def with_bodies(rule: Rule) -> Rule:
    """`rule` with the programs of its texts. Raises AdcError for what the subset does not have, and
    for what a derivative does not do: write to what it reads, assume more than its rule says."""
    if rule.bodies or not rule.texts:
        return rule
    heads = {"tangent": rule.tangent, "adjoint": rule.adjoint}
    bodies = {}
    for kind, text in rule.texts.items():
        head = heads[kind]
        assert head is not None
        bodies[kind] = _lowered(rule, kind, text, head)
    return replace(rule, bodies=bodies)


def _lowered(rule: Rule, kind: str, text: DerivativeText, head: Program) -> Program:
    warnings: list[Diagnostic] = []
    found = lower(text.module, text.name, text.signature, warnings, "all")
    table = dict(zip(found.returns, text.returned, strict=True))
    body = rename_in_body(found.body, table)
    containers = {table.get(c.name, c.name): c for c in found.containers}
    _check_assumed(rule, kind, head, found)
    made = [_derived(c, containers.get(c.name), kind) for c in head.containers]
    known = {c.name for c in made}
    rest = [replace(c, name=n) for n, c in containers.items() if n not in known]
    return Program(
        head.name, head.parameters, (*made, *rest), body, source=found.source, span=found.span
    )


def _derived(head: Container, found: Container | None, kind: str) -> Container:
    """The container of the program for one of the rule's; ADC0621 where the text writes to what it
    only reads."""
    role = _PLAIN.get(head.role, head.role)
    if head.role in READ_ONLY and found is not None and found.role not in READ_ONLY:
        raise AdcError.of(
            "ADC0621", f"the text of the {kind} writes to `{head.name}`, which it only reads",
            head.span, help=f"work on a copy: `{head.name}.copy()`",
        )  # fmt: skip
    if found is not None and found.within:
        raise AdcError.of(
            "ADC0621", f"the text of the {kind} has subscripts from `{head.name}`, of which no rule"
            " says how large they are", head.span,
            help="name routines of the library for derivatives with such subscripts",
        )  # fmt: skip
    return replace(head, role=role)


def _check_assumed(rule: Rule, kind: str, head: Program, found: Program) -> None:
    """A derivative takes all that its routine takes."""
    name = f"the {kind} of `{rule.name}`"
    if any(c.role in FLAGS for c in found.containers) or found.routines:
        raise AdcError.of(
            "ADC0621", f"{name} may not come to its end for some arguments", head.span,
            help="have it set its derivatives for all that the routine takes",
        )  # fmt: skip
    for assumption in found.assumptions:
        left, right = spelled(assumption.left), spelled(assumption.right)
        told = f"`{left} {assumption.relation} {right}`"
        raise AdcError.of(
            "ADC0621", f"{name} is right only where {told}, which its rule does not say",
            assumption.span or head.span,
            help="write it for all shapes of the rule, or give the rule's arrays other shapes",
        )  # fmt: skip
