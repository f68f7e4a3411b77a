"""Statements that are one operation on sections of arrays: a library's, or of a kind of its own.

A Compute says what happens to each element; an Operation has rules instead. Each kind is a class
that is registered under its keyword, and all that any stage of the compiler asks of it stands in
that class: what it means, its tangent, its adjoint, and the plain statements that it equals.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import ClassVar, Self

import numpy as np
import sympy

from adc.diagnostics import InternalError, Span
from adc.ir.declarations import Container
from adc.ir.dtypes import DType
from adc.ir.enums import Role, Update
from adc.ir.expressions import Const, Expr, Index, Need, Read
from adc.ir.extremes import ends, extreme
from adc.ir.names import NameSource
from adc.ir.node import (
    Access,
    Body,
    Domain,
    Evaluated,
    Node,
    Scoped,
    Statement,
    Write,
    domain_integers,
    map_access,
    map_domain,
    prefixed_access,
    renamed_access,
)
from adc.ir.nodes import Compute, Loop
from adc.ir.program import Program
from adc.ir.shapes import Shape, maximum, names, same
from adc.ir.walking import labels_in, map_body, mentioned_in, names_in, walk_nodes

#: A section of an array: an element over a domain, whose variables are its axes.
Section = Evaluated


@dataclass
class Making:
    """What a rule makes statements of and with.

    `operands` and `results` are the sections with the values that the operation was given and
    gave: Reads, where the rule's statements stand beside the operation, Needs in a reverse sweep.
    `program` is the one that has the operation.
    """

    operation: Operation
    program: Program
    operands: tuple[Section, ...]
    results: tuple[Section, ...]
    fresh_label: Callable[[str], str]
    fresh_name: Callable[[str], str]
    suffix: str = ""
    locals: list[Container] = field(default_factory=list)

    def compute(self, target: Access, op: Update, expr: Expr, domain: Domain = ()) -> Compute:
        return Compute(self.label(), target, op, expr, domain, self.operation.span)

    def label(self) -> str:
        """A label for a statement or a node around some."""
        return self.fresh_label(self.operation.label + self.suffix)

    def variables(self, count: int) -> tuple[str, ...]:
        """New variables."""
        return tuple(self.fresh_name("i") for _ in range(count))

    def local(self, name: str, dtype: DType, shape: Shape) -> Container:
        """A new local container; its name begins with `name`."""
        made = Container(self.fresh_name(name), dtype, shape, Role.LOCAL)
        self.locals.append(made)
        return made


@dataclass(frozen=True)
class Operation(Statement):
    """`results` become what the operation gives for the sections `operands`.

    All operands are read before any result is written; no container is both. Domains are boxes:
    bounds use sizes and the variables of enclosing loops alone. The elements of `operands` are
    Reads, or in programs that are being reversed Needs; an operand without axes may be any value.
    """

    label: str
    operands: tuple[Section, ...]
    results: tuple[Write, ...]
    span: Span | None = None
    note: str = ""

    keyword: ClassVar[str]
    #: Whether it may touch what is in the host's memory where a device does the work.
    reaches_host: ClassVar[bool] = False

    # -- the rules ---------------------------------------------------------------------------------

    @abstractmethod
    def meaning(self, *operands: np.ndarray) -> tuple[np.ndarray, ...]:
        """The results for arrays of the operands' shapes, in NumPy: what the interpreter runs."""

    @abstractmethod
    def tangent(
        self, dots: tuple[Section | None, ...], into: tuple[Write | None, ...], make: Making
    ) -> Body:
        """Statements that give the results' tangents by those of the operands, `dots`; None where
        one does not vary, or is not asked for. They run after the operation, whose operands and
        results (`make`) they may read, and write to `into` by the operation's own updates."""

    @abstractmethod
    def adjoint(
        self, bars: tuple[Section | None, ...], into: tuple[Write | None, ...], make: Making
    ) -> Body:
        """Statements that add to the operands' adjoints `into` what the results' adjoints `bars`
        give; None where one is not asked for. Forward values are in `make`; the adjoints of results
        that are assigned are cleared afterwards."""

    @abstractmethod
    def loops(self, make: Making) -> Body:
        """Plain statements that do the same: for back ends that have no call of it, and costs."""

    # -- the access protocol -----------------------------------------------------------------------

    @property
    def evaluated(self) -> tuple[Evaluated, ...]:
        return self.operands

    def with_evaluated(self, new: Sequence[Expr]) -> Self:
        pairs = zip(new, self.operands, strict=True)
        return replace(self, operands=tuple(Section(e, old.domain) for e, old in pairs))

    @property
    def writes(self) -> tuple[Write, ...]:
        return self.results

    @property
    def variables(self) -> tuple[str, ...]:
        domains = [o.domain for o in self.operands] + [w.domain for w in self.results]
        return tuple(dict.fromkeys(d.var for domain in domains for d in domain))

    @property
    def integers(self) -> tuple[Scoped, ...]:
        bounds = [s for o in self.operands for s in domain_integers(o.domain)]
        for write in self.results:
            own = tuple(d.var for d in write.domain)
            bounds += domain_integers(write.domain)
            bounds += [Scoped(i, own, "a result") for i in write.target.index]
        return tuple(bounds)

    def map_own_integers(self, f: Callable[[sympy.Expr], sympy.Expr]) -> Self:
        operands = tuple(Section(o.expr, map_domain(o.domain, f)) for o in self.operands)
        return replace(
            self,
            operands=operands,
            results=tuple(
                replace(w, target=map_access(w.target, f), domain=map_domain(w.domain, f))
                for w in self.results
            ),
        )

    def renamed(self, table: Mapping[str, str]) -> Self:
        return super().renamed(table)._with_targets(lambda a: renamed_access(a, table))

    def with_index_prefixes(self, prefixes: Mapping[str, Index]) -> Self:
        new = super().with_index_prefixes(prefixes)
        return new._with_targets(lambda a: prefixed_access(a, prefixes))

    def _with_targets(self, f: Callable[[Access], Access]) -> Self:
        return replace(self, results=tuple(replace(w, target=f(w.target)) for w in self.results))

    def check(self, containers: Mapping[str, Container]) -> None:
        read = {u.container for u in self.uses}
        written = [w.container for w in self.results]
        if read & set(written) or len(set(written)) < len(written):
            raise InternalError(f"{self.label}: operands and results share a container", self.span)
        for expr, domain in self.operands:
            if domain and not isinstance(expr, (Read, Need)):
                raise InternalError(f"{self.label}: an operand that is no section", self.span)
            self._check_box(domain)
        for write in self.results:
            self._check_box(write.domain)

    def fault(self, what: str) -> InternalError:
        """An error of adc's own: the operation `what`, as in "takes a matrix"."""
        return InternalError(f"{self.label}: {self.keyword} {what}", self.span)

    def check_extents(self, pairs: Iterable[tuple[sympy.Expr, sympy.Expr]]) -> None:
        """Raises InternalError unless the extents of each pair are the same."""
        for here, there in pairs:
            if not same(here, there):
                raise self.fault(f"has extents {here} and {there} that do not fit")

    def check_results(self, types: Collection[DType]) -> None:
        """Raises InternalError unless results are assigned, and `types` are one floating type."""
        if any(w.op == Update.ADD for w in self.results):
            raise self.fault("assigns its results")
        if len(set(types)) > 1 or not all(t.is_float for t in types):
            raise self.fault("needs numbers of one floating type")

    def _check_box(self, domain: Domain) -> None:
        own = {d.var for d in domain}
        if any((names(d.start) | names(d.stop)) & own for d in domain):
            raise InternalError(f"{self.label}: a section that is no box", self.span)


def extents(domain: Domain) -> tuple[sympy.Expr, ...]:
    """The number of values of each variable of a box."""
    return tuple(d.stop - d.start for d in domain)


#: The kinds of operations, by the keyword under which the text form has them.
KINDS: dict[str, type[Operation]] = {}


def register(kind: type[Operation]) -> type[Operation]:
    """Makes `kind` known to the text form's reader: all that a new kind of statement takes."""
    if kind.keyword in KINDS:
        raise InternalError(f"two kinds of operations are called {kind.keyword}")
    KINDS[kind.keyword] = kind
    return kind


@contextmanager
def registered(kind: type[Operation]) -> Iterator[None]:
    """`kind` is known inside."""
    register(kind)
    try:
        yield
    finally:
        del KINDS[kind.keyword]


def values_of(
    operation: Operation, containers: Mapping[str, Container]
) -> tuple[tuple[Section, ...], tuple[Section, ...]]:
    """The sections of the operands, and of the results as they are after the operation."""
    results = tuple(
        Section(Read(w.container, w.target.index, containers[w.container].dtype), w.domain)
        for w in operation.results
    )
    return operation.operands, results


def with_sections(program: Program) -> Program:
    """`program` with operations on a value that is neither a section nor a constant as the plain
    statements that they equal: an operation's rules differentiate by sections alone."""
    return in_loops(
        program, lambda node: all(isinstance(o.expr, (Read, Const)) for o in node.operands)
    )


def in_loops(program: Program, kept: Callable[[Operation], bool] = lambda _: False) -> Program:
    """`program` with operations as the plain statements that they equal, but for those `kept`.

    Arrays that these work in are as large as any iteration of the loops around asks for.
    """
    labels, fresh = NameSource(labels_in(program.body)), NameSource(names_in(program))
    found: list[Container] = []

    def visit(node: Node) -> Body:
        if not isinstance(node, Operation) or kept(node):
            return (node,)
        given = values_of(node, program.by_name)
        make = Making(node, program, *given, labels.fresh, fresh.fresh)
        body = node.loops(make)
        found.extend(make.locals)
        return body

    if not any(isinstance(n, Operation) for n in walk_nodes(program.body)):
        return program
    body = map_body(program.body, visit)
    return program.with_containers(*(_of_all_iterations(c, body) for c in found)).with_body(body)


def _of_all_iterations(local: Container, body: Body) -> Container:
    """`local` with extents that no variable of the loops around its uses in `body` is in."""
    shape = local.shape
    for loop in reversed(_loops_around(local.name, body) if shape else []):
        bounds = ends(loop.start, loop.stop, loop.step)
        shape = tuple(
            maximum(0, extreme(e, loop.var, *bounds)) if loop.var in names(e) else e for e in shape
        )
    return local if shape == local.shape else replace(local, shape=shape)


def _loops_around(name: str, body: Body) -> list[Loop]:
    """The loops around the first statement that mentions `name`, the outermost one first."""
    found: list[Loop] = []
    while holder := next((n for n in body if name in n.mentioned_inside), None):
        found += [holder] if isinstance(holder, Loop) else []
        body = next((part for part in holder.parts if name in mentioned_in(part)), ())
    return found
