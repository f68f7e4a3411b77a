"""Slopes that the primal itself computes: of a function that it minimises, for which a minimiser is
a root. Statements that lowering has just made are preceded by their tangents, by the rules of
forward mode, so that both derivatives of the program differentiate them like all others."""

from __future__ import annotations

from adc.analysis.activity import activity, overwrites_wholly
from adc.analysis.ranges import Ranges
from adc.diagnostics import AdcError
from adc.differentiate.forward import Tangents, prepared, tangents_of
from adc.differentiate.names import copy, fill
from adc.differentiate.routines import each_prepared
from adc.ir.build import zero
from adc.ir.copying import with_own_variables
from adc.ir.declarations import Container, Parameter
from adc.ir.enums import ParameterKind, Role
from adc.ir.names import NameSource
from adc.ir.node import Body, Node, Statement
from adc.ir.nodes import While
from adc.ir.program import Program
from adc.ir.walking import is_silent, labels_in, mentioned_in, walk_nodes, written_in
from adc.lowering.asked_slopes import Answer, Question


def slopes(asked: Question) -> Answer:
    """The statements asked about with their tangents, without labels as they came."""
    program = each_prepared(_program(asked), prepared)
    moved = tuple(at for at, _ in asked.moving)
    found = activity(program, moved, (asked.value,))
    active = found.active_containers() | {*moved}
    if asked.value not in active:
        return Answer(asked.body, (), None)
    # What only is read moves along the container that was asked for, everything else in a copy.
    ways = {at: program[way] for at, way in asked.moving}
    kept = {at: way for at, way in ways.items() if at not in written_in(program.body)}
    dots = kept | {
        c.name: Container(asked.fresh(f"{c.name}_dot"), c.dtype, c.shape, Role.LOCAL, span=c.span)
        for c in program.containers
        if c.name in active and c.name not in kept
    }
    fresh, labels = Names(asked), NameSource(labels_in(program.body))
    # Nothing is known of what stands around these statements.
    tangents = Tangents(
        program, found, dots, fresh, labels, tangents_of(program), known=Ranges({})
    )  # fmt: skip
    body = tangents.body(program.body)
    initial: list[Node] = [
        copy("S", dots[at], way, fresh) for at, way in ways.items() if at not in kept
    ]
    initial += [
        fill(labels.fresh("S"), dot, zero(dot.dtype), fresh)
        for name, dot in dots.items()
        if name not in moved and not _made_first(program, body, dot)
    ]
    new = [c for c in program.containers if c.name not in asked.containers]
    whole = _without_labels(with_own_variables((*initial, *body), asked.fresh, set()))
    made = (*new, *dots.values(), *tangents.locals)
    return Answer(whole, made, dots[asked.value].name, tangents.routines.made)


def _program(asked: Question) -> Program:
    """The statements as a program of their own, in which all have labels."""
    for node in walk_nodes(asked.body):
        if isinstance(node, While) and node.marked is not None:
            raise AdcError.of(
                "ADC0631", "a loop that solves an equation is part of what is minimised",
                node.marked.directive.span, help="leave the comment out",
            )  # fmt: skip
    others = sorted(asked.taken - asked.containers.keys())
    symbols = tuple(Parameter(name, ParameterKind.SIZE) for name in others)
    body = labelled(asked.body, NameSource())
    containers = tuple(asked.containers.values())
    return Program("slope", symbols, containers, body, routines=asked.routines)


class Names(NameSource):
    """Names that are new to what is lowered."""

    def __init__(self, asked: Question) -> None:
        super().__init__()
        self._fresh = asked.fresh

    def fresh(self, stem: str) -> str:
        return self._fresh(stem)

    def variables(self, count: int) -> list[str]:
        return [self._fresh("e") for _ in range(count)]


def _made_first(program: Program, body: Body, dot: Container) -> bool:
    """Whether the first statement that has to do with `dot` makes all of it."""
    for node in body:
        if dot.name not in mentioned_in((node,)):
            continue
        if not isinstance(node, Statement) or any(u.container == dot.name for u in node.uses):
            return False
        shown = program.with_containers(dot)
        return any(w.container == dot.name and overwrites_wholly(shown, w) for w in node.writes)
    return True


def labelled(body: Body, labels: NameSource) -> Body:
    """`body` with a label for each node that takes one."""
    result: list[Node] = []
    for node in body:
        new = node.with_parts(tuple(labelled(part, labels) for part in node.parts))
        result.append(new if is_silent(node) else new.with_label(labels.fresh("S")))
    return tuple(result)


def _without_labels(body: Body) -> Body:
    result: list[Node] = []
    for node in body:
        new = node.with_parts(tuple(_without_labels(part) for part in node.parts))
        result.append(new if is_silent(new) else new.with_label(""))
    return tuple(result)
