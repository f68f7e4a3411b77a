"""Programs with parts of them moved into routines: what they mean stays the same."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace

from adc.ir.call import Call
from adc.ir.declarations import Container, Parameter
from adc.ir.enums import ParameterKind, Role
from adc.ir.expressions import Read, index_names
from adc.ir.names import NameSource
from adc.ir.node import Access, Body, Dim, Node, Write
from adc.ir.nodes import Compute
from adc.ir.operation import Section
from adc.ir.program import Program
from adc.ir.shapes import integer, names, symbol
from adc.ir.walking import is_silent, labels_in, mentioned_in, names_in, walk_nodes, written_in


@dataclass
class Outlining:
    """Makes routines of bodies of `program`; `routines` are those made so far."""

    program: Program
    labels: NameSource
    fresh: NameSource
    routines: list[Program] = field(default_factory=list)

    def call(self, body: Body) -> Call:
        """A call of a routine with `body`, all of whose containers are its arguments."""
        written = set(written_in(body))
        used = [c for c in self.program.containers if c.name in mentioned_in(body)]
        formals = tuple(self.formal(c, c.name in written) for c in used)
        symbols = sorted(free_names(body) | set(self.program.symbols))
        sizes = set(self.program.symbols)
        name = f"part_{len(self.routines)}"
        parameters = tuple(
            Parameter(s, ParameterKind.SIZE if s in sizes else ParameterKind.INTEGER)
            for s in symbols
        )
        parameters += tuple(
            Parameter(c.name, ParameterKind.ARRAY if c.shape else ParameterKind.SCALAR)
            for c in formals
        )
        self.routines.append(Program(name, parameters, formals, body))
        sections = {c.name: self.section(c) for c in formals}
        writes = tuple(
            Write(Access(c.name, sections[c.name].expr.index), sections[c.name].domain)  # type: ignore[attr-defined]
            for c in formals
            if c.role == Role.INOUT
        )
        given = tuple(symbol(s) for s in symbols)
        operands = tuple(sections[c.name] for c in formals)
        return Call(self.labels.fresh("call"), operands, writes, None, "", name, given)

    @staticmethod
    def formal(container: Container, written: bool) -> Container:
        role = Role.INOUT if written else Role.INPUT
        return Container(
            container.name, container.dtype, container.shape, role, unique=container.unique
        )

    def section(self, container: Container) -> Section:
        dims = tuple(Dim(self.fresh.fresh("i"), integer(0), e) for e in container.shape)
        index = tuple(symbol(d.var) for d in dims)
        return Section(Read(container.name, index, container.dtype), dims)


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


def outlined(program: Program, chosen: Callable[[Body], Iterable[tuple[int, int]]]) -> Program:
    """`program` with the stretches of its body, and of its loops' bodies, that `chosen` gives as
    calls of routines."""
    made = Outlining(program, NameSource(labels_in(program.body)), NameSource(names_in(program)))

    def visit(body: Body) -> Body:
        result: list[Node] = []
        at = 0
        for start, stop in chosen(body):
            result += body[at:start]
            part = tuple(n for n in body[start:stop] if not is_silent(n))
            result += [made.call(part)] if part else []
            at = stop
        result += body[at:]
        return tuple(
            n.with_parts(tuple(visit(p) for p in n.parts)) if n.parts else n for n in result
        )

    body = visit(program.body)
    return replace(program, body=body, routines=tuple(made.routines))


def every_part(body: Body) -> Iterable[tuple[int, int]]:
    """Each node that is more than one statement."""
    return [(k, k + 1) for k, node in enumerate(body) if node.parts]


def every_statement(body: Body) -> Iterable[tuple[int, int]]:
    """Each statement by itself."""
    return [(k, k + 1) for k, node in enumerate(body) if isinstance(node, Compute)]


def halves(body: Body) -> Iterable[tuple[int, int]]:
    """What comes first and what comes last, each as one."""
    middle = len(body) // 2
    return [(0, middle), (middle, len(body))]
