"""What both derivatives of a loop that solves an equation are made of: routines that iterate."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from adc.differentiate.implicit.exchanges import exchanges, twice
from adc.differentiate.implicit.outlining import whole, written
from adc.differentiate.implicit.step import solving, step_of
from adc.differentiate.implicit.unknowns import Unknowns
from adc.ir import build
from adc.ir.build import apply, compare, const
from adc.ir.call import Call, gained_formals, given_formals
from adc.ir.declarations import Container, Parameter
from adc.ir.dtypes import DType
from adc.ir.enums import ParameterKind, Role, Update
from adc.ir.expressions import Expr, IntValue, Read
from adc.ir.names import NameSource
from adc.ir.node import Access, Body, Dim, Node
from adc.ir.nodes import NOTE, Branch, Compute, Heading, While
from adc.ir.program import Program
from adc.ir.shapes import integer, symbol
from adc.ir.walking import labels_in, names_in

#: Of each type: changes below this part of a value are rounding, and a tolerance is no larger than
#: the second number unless the source says so.
BOUNDS = {DType.FLOAT64: (1e-14, 1e-6), DType.FLOAT32: (1e-6, 1e-3)}


@dataclass
class Iterating:
    """Makes a routine that iterates the derivative of the step of `solver`.

    `states` are the active ones; `outs` further results that are asked for.
    """

    solver: Program
    active: frozenset[str]
    outs: frozenset[str]
    taken: set[str] = field(default_factory=set)
    locals: list[Container] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.implicit = solving(self.solver)
        self.states = tuple(s for s in self.implicit.states if s in self.active)
        self.fresh = NameSource(names_in(self.solver) | self.taken)
        self.labels = NameSource(labels_in(self.solver.body))
        self.span = self.solver.span
        self.step = step_of(self.solver, self.active, self.outs)
        self.once: Program | None = None
        if exchanges(self.step, self.implicit.states):
            self.once = self.step
            self.step = twice(self.step, lambda step: self.call(step, {}))
        self.unknowns = Unknowns(self.step, self.states, self.fresh, self.labels)
        self.locals += self.unknowns.locals
        self.tolerances = {
            s: self.scalar(f"{s}_tolerance", self.step[s].dtype) for s in self.states
        }

    # -- pieces ------------------------------------------------------------------------------------

    def local(self, name: str, like: Container) -> Container:
        """A new local of the type and shape of `like`."""
        found = _of(like, self.fresh.fresh(name))
        self.locals.append(found)
        return found

    def scalar(self, name: str, dtype: DType) -> Container:
        found = Container(self.fresh.fresh(name), dtype, (), Role.LOCAL, span=self.span)
        self.locals.append(found)
        return found

    def each(self, like: Container) -> tuple[tuple[Dim, ...], tuple]:  # type: ignore[type-arg]
        dims = tuple(Dim(self.fresh.fresh("e"), integer(0), e) for e in like.shape)
        return dims, tuple(symbol(d.var) for d in dims)

    def set(self, target: Container, make, op: Update = Update.ASSIGN) -> Compute:  # type: ignore[no-untyped-def]
        """`target[i] = make(i)` for every element."""
        dims, index = self.each(target)
        label = self.labels.fresh(f"{target.name}_set")
        return Compute(label, Access(target.name, index), op, make(index), dims, self.span)

    def copy(self, target: Container, source: Container) -> Compute:
        return self.set(target, lambda i: at(source, i))

    def largest(self, target: Container, like: Container, make) -> Compute:  # type: ignore[no-untyped-def]
        """The scalar `target` becomes the largest of `make(i)` over the elements of `like`."""
        dims, index = self.each(like)
        label, op = self.labels.fresh(f"{target.name}_max"), Update.MAX if dims else Update.ASSIGN
        return Compute(label, Access(target.name, ()), op, make(index), dims, self.span)

    def put(self, target: Container, value: Expr) -> Compute:
        label = self.labels.fresh(f"{target.name}_put")
        return Compute(label, Access(target.name, ()), Update.ASSIGN, value, (), self.span)

    def heading(self, text: str) -> Heading:
        return Heading(text, NOTE, span=self.span)

    # -- tolerances --------------------------------------------------------------------------------

    def measured(self) -> Body:
        """The tolerance of each state's derivative: the loop's own is of a change in the state."""
        return tuple(n for state in self.states for n in self._tolerance(state))

    def _tolerance(self, state: str) -> Body:
        dtype = self.step[state].dtype
        least, most = (const(value, dtype) for value in BOUNDS[dtype])
        target = self.tolerances[state]
        asked = build.cast(self.implicit.tolerance, dtype)
        if self.implicit.given:
            return (self.put(target, apply("maximum", asked, least)),)
        size = self.scalar(f"{state}_size", dtype)
        value = self.solver[state]
        scale = apply("maximum", at(size, ()), build.one(dtype))
        part = apply("minimum", apply("div", asked, scale), most)
        return (
            self.largest(size, value, lambda i: apply("abs", at(value, i))),
            self.put(target, apply("maximum", part, least)),
        )

    def allowed(
        self, state: str, sizes: Mapping[str, Container], root: bool = False,
        most: Container | None = None,
    ) -> Expr:  # fmt: skip
        """What `state`'s derivative may change by, where those of the states are as large as
        `sizes`: a part of its own, or of the largest one by rounding. It has to be well below the
        `most` that it has changed by, for what grows step by step changes little in the end, too.
        """
        tolerance: Expr = at(self.tolerances[state], ())
        tolerance = apply("sqrt", tolerance) if root else tolerance
        own, dtype = apply("mul", tolerance, at(sizes[state], ())), sizes[state].dtype
        if most is not None:
            own = apply("minimum", own, apply("mul", const(0.1, dtype), at(most, ())))
        first, *others = (build.cast(at(size, ()), dtype) for size in sizes.values())
        for size in others:
            first = apply("maximum", first, size)
        least, _ = BOUNDS[dtype]
        return apply("maximum", own, apply("mul", const(least, dtype), first))

    # -- calls and the routine ---------------------------------------------------------------------

    def call(self, routine: Program, places: Mapping[str, Container]) -> Call:
        """A call of `routine`, with `places` for its arguments, others under their own names."""
        sections = {}
        for c in (*given_formals(routine), *gained_formals(routine)):
            sections[c.name] = whole(places.get(c.name, c), self.fresh)
        return Call(
            self.labels.fresh("step"),
            tuple(sections[c.name] for c in given_formals(routine)),
            tuple(
                written(sections[c.name], places.get(c.name, c).name)
                for c in gained_formals(routine)
            ),
            self.span,
            "",
            routine.name,
            tuple(symbol(name) for name in routine.symbols),
        )  # fmt: skip

    def repeated(self, go: Container, body: Iterable[Node], limit: int) -> While:
        """`body` as long as it leaves `go` true, so many times at most."""
        trips = self.scalar("iterations", DType.INT64)
        return While(
            self.fresh.fresh("iteration"), at(go, ()), tuple(body), trips.name,
            integer(limit), self.span, self.labels.fresh("iterate"),
        )  # fmt: skip

    def where_run(self, body: Iterable[Node]) -> Branch:
        """`body`, if the loop ran at all."""
        count = Read(self.implicit.trips, (), DType.INT64)
        test = compare("gt", count, IntValue(integer(0), DType.INT64))
        return Branch(test, tuple(body), (), self.span, self.labels.fresh("run"))

    def where_odd(self, body: Iterable[Node]) -> Branch:
        """`body`, if the loop took an odd number of iterations."""
        count = Read(self.implicit.trips, (), DType.INT64)
        rest = apply("mod", count, IntValue(integer(2), DType.INT64))
        test = compare("eq", rest, IntValue(integer(1), DType.INT64))
        return Branch(test, tuple(body), (), self.span, self.labels.fresh("odd"))

    def routine(
        self, containers: Iterable[Container], body: Iterable[Node], name: str = ""
    ) -> Program:
        """The routine with these arguments (and the locals that were made)."""
        given = tuple(containers)
        data = [c for c in given if c.role not in (Role.OUTPUT, Role.LOCAL)]
        symbols = tuple(
            p for p in self.solver.parameters
            if p.kind in (ParameterKind.SIZE, ParameterKind.INTEGER)
        )  # fmt: skip
        kinds = (ParameterKind.SCALAR, ParameterKind.ARRAY)
        parameters = tuple(Parameter(c.name, kinds[bool(c.shape)]) for c in data)
        return replace(
            self.solver, name=name or self.solver.name, parameters=(*symbols, *parameters),
            containers=(*given, *self.locals), body=tuple(body), implicit=None, returns=(),
        )  # fmt: skip


def _of(like: Container, name: str) -> Container:
    return Container(name, like.dtype, like.shape, Role.LOCAL, span=like.span)


def at(container: Container, index: tuple) -> Read:  # type: ignore[type-arg]
    return Read(container.name, index if container.shape else (), container.dtype)


def any_of(tests: Iterable[Expr]) -> Expr:
    first, *rest = tests
    for test in rest:
        first = apply("or", first, test)
    return first
