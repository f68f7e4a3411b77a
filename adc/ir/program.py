"""Programs: what is declared, and a body of nodes."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, TypeGuard

from adc.diagnostics import InternalError, Span
from adc.ir.declarations import Assumption, Container, Parameter, Raised
from adc.ir.enums import FLAGS, PASSED, SYMBOLS, ParameterKind, Role
from adc.ir.external import External
from adc.ir.implicit import Implicit
from adc.ir.node import Body, Node
from adc.ir.nodes import Branch


@dataclass(frozen=True)
class Program:
    """One function. `returns` are the containers that the source returns, in order; `returned_as`
    what they are called in the dictionary or object that it returns, "" where they have no name.
    Containers that are `pairs` hold complex numbers for the caller, and have both parts of each
    along their last axis. `lengths` are returned containers of which the source returns the first
    elements alone, and the integers, returned behind all values of the source's, of how many.

    `routines` are the functions that its body calls, and that these call, in any order: programs
    without routines of their own. One that is `external` has no body: a library has it; one that
    is `implicit` solves an equation, whose solution is what is differentiated.
    """

    name: str
    parameters: tuple[Parameter, ...]
    containers: tuple[Container, ...]
    body: Body
    returns: tuple[str, ...] = ()
    assumptions: tuple[Assumption, ...] = ()
    source: str = ""
    span: Span | None = None
    routines: tuple[Program, ...] = ()
    external: External | None = None
    implicit: Implicit | None = None
    returned_as: tuple[str, ...] = field(default=(), compare=False)
    pairs: tuple[str, ...] = field(default=(), compare=False)
    lengths: tuple[tuple[str, str], ...] = field(default=(), compare=False)

    @cached_property
    def by_name(self) -> dict[str, Container]:
        return {c.name: c for c in self.containers}

    def __getitem__(self, name: str) -> Container:
        return self.by_name[name]

    @property
    def returned(self) -> tuple[str, ...]:
        """The containers of what the source itself returns."""
        return self.returns[: len(self.returns) - len(self.lengths)]

    @cached_property
    def symbols(self) -> tuple[str, ...]:
        """Sizes and integer arguments, in the order of the parameters."""
        return tuple(p.name for p in self.parameters if p.kind in SYMBOLS)

    @cached_property
    def passed(self) -> tuple[str, ...]:
        """The containers that the caller passes: the parameters, then what else it gets to see."""
        data = (ParameterKind.SCALAR, ParameterKind.ARRAY)
        listed = [p.name for p in self.parameters if p.kind in data]
        rest = [c.name for c in self.containers if c.role in PASSED]
        known = set(rest)
        ordered = [n for n in self.returns if n in known] + rest
        return tuple(dict.fromkeys(listed + ordered))

    def routine(self, name: str) -> Program:
        """The routine `name`, with the routines that it may call beside it."""
        if name not in self._routines_by_name:
            raise InternalError(f"{self.name} has no routine {name}")
        return self._routines_by_name[name]

    @cached_property
    def memo(self) -> dict[object, Any]:
        """What has been worked out about this very program: a routine keeps it under all
        programs that bring it along."""
        return {}

    @cached_property
    def _routines_by_name(self) -> dict[str, Program]:
        found = {r.name: replace(r, routines=self.routines) for r in self.routines}
        for routine in self.routines:
            found[routine.name].__dict__["memo"] = routine.memo
        return found

    @property
    def stop(self) -> str:
        """The container that tells whether the source stopped the program; "" where none does."""
        return self._flag(Role.STOP)

    @property
    def misfit(self) -> str:
        """The container that tells whether a statement was left out that the sizes do not fit;
        "" where none can be."""
        return self._flag(Role.MISFIT)

    @property
    def noconv(self) -> str:
        """The container that tells whether an iteration did not converge; "" where none can."""
        return self._flag(Role.NOCONV)

    @property
    def flags(self) -> frozenset[str]:
        """The containers that tell whether a call has failed."""
        return frozenset(c.name for c in self.containers if c.role in FLAGS)

    @cached_property
    def raised(self) -> tuple[Raised, ...]:
        """The exceptions of the source that a call may tell of, by their codes."""
        found = [r for c in self.containers for r in c.raises]
        found += [a.raised for a in self.assumptions if a.raised is not None]
        return tuple(sorted(set(found), key=lambda raised: raised.code))

    def _flag(self, role: Role) -> str:
        return next((c.name for c in self.containers if c.role == role), "")

    def checks_sizes(self, node: Node) -> TypeGuard[Branch]:
        """Whether `node` is a Branch that is there for the sizes: its other arm sets the flag of a
        misfit itself, and nothing that follows there matters."""
        return isinstance(node, Branch) and any(
            w.container == self.misfit for n in node.orelse for w in n.writes
        )

    def with_body(self, body: Body) -> Program:
        return replace(self, body=body)

    def with_containers(self, *new: Container) -> Program:
        return replace(self, containers=self.containers + new)
