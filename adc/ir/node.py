"""What every node of a program answers about itself: the access protocol.

A node *holds* bodies, each with variables that it binds there; it *evaluates* expressions over a
domain, *reads* and *writes* elements, and uses integer expressions. Passes ask these questions
and no others of nodes whose meaning they do not need: a new kind of node answers them once, here,
and no pass has to learn of it. A `Statement` is a node that holds nothing: it does its work at its
place, reading before it writes.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import ClassVar, NamedTuple, Self

import sympy

from adc.diagnostics import InternalError, Span
from adc.ir.declarations import Container
from adc.ir.enums import Update
from adc.ir.expressions import (
    Expr,
    Index,
    IntValue,
    Need,
    Read,
    map_index,
    rename_containers,
    transform,
    walk,
)
from adc.ir.shapes import entries, names


@dataclass(frozen=True)
class Dim:
    """A domain variable running over `start <= var < stop`, step 1.

    Bounds may use sizes, enclosing loops' variables and the domain's earlier variables.
    """

    var: str
    start: sympy.Expr
    stop: sympy.Expr


Domain = tuple[Dim, ...]


@dataclass(frozen=True)
class Access:
    container: str
    index: Index


class Evaluated(NamedTuple):
    """An expression and the domain for whose points it is evaluated."""

    expr: Expr
    domain: Domain = ()


@dataclass(frozen=True)
class Use:
    """Elements `container[index]` for all points of `domain` that a node reads."""

    container: str
    index: Index = ()
    domain: Domain = ()


@dataclass(frozen=True)
class Write:
    """Elements `target` for all points of `domain` that a node writes; with `op` other than `=`
    what it writes depends on them or on others of them."""

    target: Access
    domain: Domain = ()
    op: Update = Update.ASSIGN

    @property
    def container(self) -> str:
        return self.target.container

    @property
    def use(self) -> Use:
        """The same elements, read."""
        return Use(self.target.container, self.target.index, self.domain)


class Scoped(NamedTuple):
    """An integer expression of a node, the variables of the node's own that it may use, and what
    it is, for messages."""

    value: sympy.Expr
    variables: tuple[str, ...] = ()
    what: str = ""


class Node(ABC):
    """A node of a program's tree. All are frozen dataclasses with a `label` ("" for none, unique
    in a program) and a `span`."""

    label: str
    span: Span | None
    #: Whether what the node evaluates is a condition, of type bool.
    decides: ClassVar[bool] = False
    #: Whether the node must have a label, so that others can name it.
    needs_label: ClassVar[bool] = False

    def with_label(self, label: str) -> Self:
        return replace(self, label=label)  # type: ignore[type-var]

    # -- what it holds -----------------------------------------------------------------------------

    @property
    def parts(self) -> tuple[Body, ...]:
        """The bodies that the node holds."""
        return ()

    def with_parts(self, new: tuple[Body, ...]) -> Self:
        """The node with its bodies replaced, in the order of `parts`."""
        if new:
            raise InternalError(f"{self.title} holds no bodies", self.span)
        return self

    @property
    def bound(self) -> tuple[tuple[str, ...], ...]:
        """The variables that the node binds in each of its parts."""
        return tuple(() for _ in self.parts)

    # -- what it reads -----------------------------------------------------------------------------

    @property
    def evaluated(self) -> tuple[Evaluated, ...]:
        """The expressions that the node itself evaluates."""
        return ()

    def with_evaluated(self, new: Sequence[Expr]) -> Self:
        """The node with other expressions, in the order of `evaluated`."""
        if new:
            raise InternalError(f"{self.title} evaluates nothing", self.span)
        return self

    def transformed(self, f: Callable[[Expr], Expr]) -> Self:
        """The node with `f` applied, bottom-up, to every part of what it evaluates."""
        old = self.evaluated
        new = [transform(e.expr, f) for e in old]
        changed = any(n is not o.expr for n, o in zip(new, old, strict=True))
        return self.with_evaluated(new) if changed else self

    @property
    def counted(self) -> tuple[str, ...]:
        """The scalar containers that the node takes a number of iterations from."""
        return ()

    @cached_property
    def uses(self) -> tuple[Use, ...]:
        """What the node's expressions read, Needs and subscripts' arrays included, each once, in
        their order."""
        return tuple(
            dict.fromkeys(
                use
                for expr, domain in self.evaluated
                for e in walk(expr)
                for use in _uses_of(e, domain)
            )
        )

    @cached_property
    def reads(self) -> tuple[Use, ...]:
        """All that the node itself reads: `uses`, what it adds to, what it is counted by, and the
        arrays that the subscripts of what it writes, and its integers, are read from."""
        added = (w.use for w in self.writes if w.op == Update.ADD)
        placed = (u for w in self.writes for i in w.target.index for u in entries_read(i, w.domain))
        domains = [e.domain for e in self.evaluated] + [w.domain for w in self.writes]
        own = {d.var: d for domain in domains for d in domain}
        bounds = (
            use
            for value, variables, _ in self.integers
            for use in entries_read(value, tuple(own[v] for v in variables if v in own))
        )
        counted = (Use(c) for c in self.counted)
        return tuple(dict.fromkeys((*self.uses, *added, *placed, *bounds, *counted)))

    # -- what it writes ----------------------------------------------------------------------------

    @property
    def writes(self) -> tuple[Write, ...]:
        """What the node itself writes."""
        return ()

    @cached_property
    def mentioned(self) -> frozenset[str]:
        """The containers that the node itself reads or writes."""
        return frozenset(u.container for u in self.reads) | {w.container for w in self.writes}

    @cached_property
    def mentioned_inside(self) -> frozenset[str]:
        """The containers that the node, or anything that it holds, reads or writes."""
        held = (node.mentioned_inside for part in self.parts for node in part)
        return self.mentioned.union(*held)

    # -- integers and names ------------------------------------------------------------------------

    @property
    def variables(self) -> tuple[str, ...]:
        """The variables that the node binds, in its parts or in domains of its own."""
        return tuple(dict.fromkeys(v for part in self.bound for v in part))

    @property
    def integers(self) -> tuple[Scoped, ...]:
        """The node's own integer expressions, outside of those that it evaluates."""
        return ()

    def with_integers(self, f: Callable[[sympy.Expr], sympy.Expr]) -> Self:
        """The node with `f` applied to all of its integers, in what it evaluates too."""
        new = self.map_own_integers(f)
        exprs = tuple(map_index(e.expr, f) for e in new.evaluated)
        return new.with_evaluated(exprs) if exprs else new

    def map_own_integers(self, f: Callable[[sympy.Expr], sympy.Expr]) -> Self:
        """The node with `f` applied to `integers`."""
        del f
        return self

    def renamed(self, table: Mapping[str, str]) -> Self:
        """The node with containers renamed wherever it names them."""
        exprs = tuple(rename_containers(e.expr, dict(table)) for e in self.evaluated)
        return self.with_evaluated(exprs) if exprs else self

    def with_index_prefixes(self, prefixes: Mapping[str, Index]) -> Self:
        """The node with `prefixes`, by container, before the index of every access."""

        def prefixed(e: Expr) -> Expr:
            if isinstance(e, (Read, Need)) and e.container in prefixes:
                return replace(e, index=(*prefixes[e.container], *e.index))
            return e

        return self.transformed(prefixed)

    @property
    def title(self) -> str:
        """What messages and graphs call the node."""
        return self.label or type(self).__name__.lower()

    def check(self, containers: Mapping[str, Container]) -> None:
        """Raises InternalError where the node breaks a rule that only its own kind has."""
        del containers


Body = tuple[Node, ...]


class Statement(Node):
    """A node that holds nothing, and does its work at its place: it reads, then it writes."""

    note: str

    needs_label: ClassVar[bool] = True

    @property
    @abstractmethod
    def writes(self) -> tuple[Write, ...]: ...

    @property
    def differentiated(self) -> tuple[Evaluated, ...]:
        """What the statement has derivatives by, of what it evaluates."""
        return self.evaluated

    def with_note(self, note: str) -> Self:
        """The statement with a comment beside its source line."""
        return replace(self, note=note)  # type: ignore[type-var]


def entries_read(value: sympy.Expr, domain: Domain = ()) -> tuple[Use, ...]:
    """The elements of integer arrays that stand in `value`, as what is read."""
    return tuple(Use(e.container, e.index, domain) for e in entries(value))


def _uses_of(expr: Expr, domain: Domain) -> Iterator[Use]:
    """What `expr` itself reads, not what is below it."""
    if isinstance(expr, (Read, Need)):
        yield Use(expr.container, expr.index, domain)
        for i in expr.index:
            yield from entries_read(i, domain)
    elif isinstance(expr, IntValue):
        yield from entries_read(expr.value, domain)


def domain_integers(domain: Domain) -> tuple[Scoped, ...]:
    """The bounds of `domain`, each with the variables before it."""
    return tuple(
        Scoped(bound, tuple(d.var for d in domain[:k]), f"the bounds of {dim.var}")
        for k, dim in enumerate(domain)
        for bound in (dim.start, dim.stop)
    )


def map_domain(domain: Domain, f: Callable[[sympy.Expr], sympy.Expr]) -> Domain:
    return tuple(Dim(d.var, f(d.start), f(d.stop)) for d in domain)


def map_access(access: Access, f: Callable[[sympy.Expr], sympy.Expr]) -> Access:
    return Access(access.container, tuple(f(i) for i in access.index))


def renamed_access(access: Access, table: Mapping[str, str]) -> Access:
    return Access(table.get(access.container, access.container), access.index)


def prefixed_access(access: Access, prefixes: Mapping[str, Index]) -> Access:
    return Access(access.container, (*prefixes.get(access.container, ()), *access.index))


def used_dims(write: Write) -> Domain:
    """The domain variables that the target's index uses (all but a reduction's)."""
    used = frozenset[str]().union(*(names(i) for i in write.target.index))
    return tuple(d for d in write.domain if d.var in used)


def unused_variables(write: Write) -> tuple[str, ...]:
    """The variables of the domain that the target's index does not use."""
    used = used_dims(write)
    return tuple(d.var for d in write.domain if d not in used)
