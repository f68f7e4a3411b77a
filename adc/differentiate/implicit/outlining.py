"""Loops that solve an equation become routines, with all that they use for arguments."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from adc.diagnostics import AdcError
from adc.differentiate.implicit.stopping import (
    no_test,
    no_tolerance,
    tests_of,
    tolerance_of,
    with_open,
)
from adc.ir import build
from adc.ir.call import Call
from adc.ir.declarations import Container, Parameter
from adc.ir.dtypes import DType
from adc.ir.enums import FLAGS, READ_ONLY, ParameterKind, Role, Update
from adc.ir.expressions import Expr, Read, index_names
from adc.ir.implicit import LIMIT, Implicit
from adc.ir.names import NameSource
from adc.ir.node import Access, Body, Dim, Node, Write
from adc.ir.nodes import Compute, While
from adc.ir.operation import Section
from adc.ir.program import Program
from adc.ir.shapes import integer, names, symbol
from adc.ir.walking import labels_in, map_body, mentioned_in, names_in, walk_nodes, written_in


def with_solvers(program: Program) -> Program:
    """`program` with a call of a routine for each loop that the source marks; AdcError ADC0631
    where no test ends such a loop at a tolerance."""
    if not any(isinstance(n, While) and n.marked for n in walk_nodes(program.body)):
        return program
    refuse_nested(program.body)
    taken = NameSource({program.name, *(r.name for r in program.routines)})
    labels, fresh = NameSource(labels_in(program.body)), NameSource(names_in(program))
    made = _Outlining(program, taken, labels, fresh)
    body = map_body(program.body, made.visit)
    return replace(
        program, body=body, routines=(*program.routines, *made.routines),
        containers=(*program.containers, *made.locals),
    )  # fmt: skip


def refuse_nested(body: Body) -> None:
    """ADC0631 for a marked loop inside of another one."""
    for outer in (n for n in walk_nodes(body) if isinstance(n, While) and n.marked):
        for node in walk_nodes(outer.body):
            if isinstance(node, While) and node.marked:
                raise AdcError.of(
                    "ADC0631", "this loop stands in another one that a comment says to solve"
                    " something", node.marked.directive.span,
                    help="leave one of the two comments out",
                )  # fmt: skip


@dataclass
class _Outlining:
    program: Program
    taken: NameSource
    labels: NameSource
    fresh: NameSource
    routines: list[Program] = field(default_factory=list)
    locals: list[Container] = field(default_factory=list)

    def visit(self, node: Node) -> Body:
        return (self.call(node),) if isinstance(node, While) and node.marked else (node,)

    def call(self, loop: While) -> Call:
        """The call of the routine that `loop` becomes."""
        routine = self.routine(loop)
        self.routines.append(routine)
        open_ = Container(self.fresh.fresh("open"), DType.BOOL, (), Role.LOCAL, span=loop.span)
        self.locals.append(open_)
        assert routine.implicit is not None
        outside = {routine.implicit.open: open_.name}
        sections = {c.name: whole(c, self.fresh) for c in routine.containers}
        return Call(
            loop.label,
            tuple(sections[n] for n in routine.passed if routine[n].role != Role.OUTPUT),
            tuple(
                written(sections[n], outside.get(n, n))
                for n in routine.passed if routine[n].role not in READ_ONLY
            ),
            loop.span,
            f"solves for {', '.join(loop.marked.directive.names) if loop.marked else ''}",
            routine.name,
            tuple(symbol(name) for name in routine.symbols),
        )  # fmt: skip

    def routine(self, loop: While) -> Program:
        assert loop.marked is not None
        fresh, labels = NameSource(names_in(self.program)), NameSource(labels_in((loop,)))
        tests = tests_of(loop)
        if not tests:
            raise no_test(loop.span)
        tolerance = self.tolerance(loop, [t.goes_on for t in tests])
        found = Container(fresh.fresh("open"), DType.BOOL, (), Role.OUTPUT, span=loop.span)
        first = Compute(
            labels.fresh("open"), Access(found.name, ()), Update.ASSIGN, build.zero(DType.BOOL)
        )
        directive = loop.marked.directive
        implicit = Implicit(
            directive.equation, loop.marked.states, found.name, loop.trips, tolerance,
            directive.tolerance is not None, directive.limit or LIMIT,
        )  # fmt: skip
        body = (first, with_open(replace(loop, marked=None), tests, found.name, labels))
        containers = (*self.formals(loop), found)
        data = [c for c in containers if c.role not in (Role.OUTPUT, Role.LOCAL)]
        parameters = (*self.symbols(body), *(Parameter(c.name, _kind(c)) for c in data))
        stem = f"{self.program.name}_{'_'.join(directive.names)}"
        return Program(
            self.taken.fresh(stem), parameters, containers, body, span=directive.span,
            source=self.program.source, implicit=implicit,
        )  # fmt: skip

    def tolerance(self, loop: While, tests: list[Expr]) -> Expr:
        """What the comment says, or the source's own."""
        assert loop.marked is not None
        said = loop.marked.directive.tolerance
        if said is not None:
            return build.const(said, self.program[loop.marked.states[0]].dtype)
        found = [t for t in (tolerance_of(test, loop) for test in tests) if t is not None]
        if not found:
            raise no_tolerance(loop.span)
        return found[0]

    def formals(self, loop: While) -> tuple[Container, ...]:
        """What the loop uses: what nothing else of the program mentions is its own."""
        rest = mentioned_in(
            map_body(self.program.body, lambda n: () if n.label == loop.label else (n,))
        )
        inside, own = mentioned_in((loop,)), set(written_in((loop,)))

        def formal(c: Container) -> Container:
            if c.name == loop.trips:
                role = Role.OUTPUT
            elif c.name not in own:
                role = Role.INPUT
            else:
                alone = c.role == Role.LOCAL and c.name not in rest
                role = Role.LOCAL if alone else Role.INOUT
            return replace(c, role=role, raises=() if c.role in FLAGS else c.raises)

        return tuple(formal(c) for c in self.program.containers if c.name in inside)

    def symbols(self, body: Body) -> Iterator[Parameter]:
        sizes = {p.name: p.kind for p in self.program.parameters}
        for name in sorted(free_names(body) | set(self.program.symbols)):
            yield Parameter(name, sizes.get(name, ParameterKind.INTEGER))


def _kind(container: Container) -> ParameterKind:
    return ParameterKind.ARRAY if container.shape else ParameterKind.SCALAR


def free_names(body: Body) -> set[str]:
    """The integer names of `body` that it does not bind itself."""
    used: set[str] = set()
    bound: set[str] = set()
    for node in walk_nodes(body):
        bound |= set(node.variables)
        for value, _, _ in node.integers:
            used |= names(value)
        for expr, _ in node.evaluated:
            used |= index_names(expr)
    return used - bound


def whole(container: Container, fresh: NameSource) -> Section:
    """All of `container`."""
    dims = tuple(Dim(fresh.fresh("e"), integer(0), e) for e in container.shape)
    index = tuple(symbol(d.var) for d in dims)
    return Section(Read(container.name, index, container.dtype), dims)


def written(section: Section, name: str) -> Write:
    """The same elements of the container `name`, written."""
    assert isinstance(section.expr, Read)
    return Write(Access(name, section.expr.index), section.domain)
