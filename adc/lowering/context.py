"""What lowering has built so far, and where it is in the source."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

import sympy

from adc.diagnostics import AdcError, Diagnostic, InternalError, Severity, Span
from adc.frontends import surface
from adc.frontends.types import MOST_AXES
from adc.ir import shapes
from adc.ir.declarations import Assumption, Container, Raised
from adc.ir.dtypes import DType
from adc.ir.enums import Role, Update
from adc.ir.expressions import Expr, reads
from adc.ir.node import Access, Dim, Node
from adc.ir.nodes import Compute
from adc.ir.shapes import Shape, symbol
from adc.ir.spelling import spelled
from adc.ir.walking import written_in
from adc.lowering.asked_slopes import Slopes
from adc.lowering.callsite import CallSite
from adc.lowering.control.regions import Clause, Region
from adc.lowering.control.returns import EARLY_RESULT
from adc.lowering.filled import Fillings
from adc.lowering.integers.prover import Prover
from adc.lowering.integers.quotients import without_quotients
from adc.lowering.learned import NOTHING, Learned
from adc.lowering.naming import numbered, plain_stem
from adc.lowering.objects.entries import Entries
from adc.lowering.objects.references import refers, stale
from adc.lowering.objects.shared_arrays import Prologue
from adc.lowering.path_types import PathTypes
from adc.lowering.random_state import NO_STATES, RandomStates
from adc.lowering.refusals import raise_changed, raise_default, raise_merged, raise_stale
from adc.lowering.scopes import Opened, Scope, Storage
from adc.lowering.told import Told
from adc.lowering.values import (
    Array,
    Grown,
    Undefined,
    UserFunction,
    Value,
    View,
    anywhere,
    in_heap,
    places,
)

#: source container -> container of its copy -> the merged name, and where it is merged.
Watches = dict[str, dict[str, tuple[str, Span | None]]]

#: The value of a call of the function, which is emitted; None where it is to be written out.
Keep = Callable[["Context", surface.Function, CallSite, UserFunction | None], Value | None]

_DOMAIN_STEMS = ("i", "j", "k", "l", "m", "n", "p", "q")


@dataclass(frozen=True)
class Check:
    """One of `clause` must not be negative where `region` is run; `what` asks for it, at `span`."""

    region: Region
    clause: Clause
    what: str
    span: Span | None


@dataclass(frozen=True)
class Cause:
    """Why the variable `name` is no expression: "assigned", "paths" or "loop", and where."""

    kind: str
    name: str
    span: Span | None


class TableChangedError(Exception):
    """The source changes an integer array that was taken for one that it does not."""

    def __init__(self, container: str) -> None:
        super().__init__(container)
        self.container = container


@dataclass
class Context:
    """The mutable state of one lowering. `body` is the statement list being filled."""

    module: surface.Module
    warnings: list[Diagnostic]
    globals: dict[str, Value] = field(default_factory=dict)
    #: The last star import of a module that adc does not read: it may hide Python's own names.
    hiding: surface.Import | None = None
    reserved: frozenset[str] = frozenset()
    taken: set[str] = field(default_factory=set)
    containers: dict[str, Container] = field(default_factory=dict)
    body: list[Node] = field(default_factory=list)
    assumptions: list[Assumption] = field(default_factory=list)
    prover: Prover = field(default_factory=Prover)
    scopes: list[Scope] = field(default_factory=list)
    #: Lowers a function's body in the innermost scope; set by `adc.lowering.program`.
    lower_body: Callable[[Context, tuple[surface.Statement, ...]], None] | None = None
    #: Gives the value of an expression; set with it.
    evaluator: Callable[[Context, surface.Expr], Value] | None = None
    #: Keeps a call of the file's own function where it can be kept; None where none is.
    keep: Keep | None = None
    #: Tells the tangents of statements; None where nothing does.
    slopes: Slopes | None = None
    #: The functions that lead to this one, which is lowered by itself, by name.
    above: tuple[str, ...] = ()
    #: Whether what is lowered by itself is called on a branch, and whether that has mattered.
    on_branch: bool = False
    asked_branch: bool = False
    span: Span | None = None
    #: Whether a `while` that counts may become a loop over a range, and whether one has.
    ranges: bool = True
    ranged: bool = False
    #: Whether a name that branches bind to several arrays is one of them, not a copy.
    ways: bool = False
    #: How many calls of the file's functions have been written out.
    calls: int = 0
    #: The open loops and arms of branches, outermost first.
    regions: list[Region] = field(default_factory=list)
    told: Told = field(default_factory=Told)
    storage: dict[str, Storage] = field(default_factory=dict)  #: of Fortran's reals and complex
    #: What is to be checked where open loops' bodies and arms are run.
    checks: list[Check] = field(default_factory=list)
    #: The boolean that such a check sets where it fails; "" where there is none.
    misfit: str = ""
    #: The integer that tells of an exception that the source raises, and all these by place.
    stopped: str = ""
    raised: dict[tuple[Span, str, str], Raised] = field(default_factory=dict)
    #: What the prover knows only inside the innermost loop or branch: see `known_inside`.
    inside: list[sympy.Expr] = field(default_factory=list)
    #: The symbols of shapes and integer arguments: what an assumption may speak of.
    symbols: set[str] = field(default_factory=set)
    #: What sizes and integer arguments select, by its definition.
    defined: dict[sympy.Expr, shapes.Defined] = field(default_factory=dict)
    #: Of which size each of these is the number of binary digits.
    digits: dict[sympy.Expr, sympy.Expr] = field(default_factory=dict)
    #: First place of an in-place write, by container.
    written: dict[str, Span | None] = field(default_factory=dict)
    #: Integer arrays that subscripts are read from, and where first.
    tables: dict[str, Span | None] = field(default_factory=dict)
    learned: Learned = NOTHING
    #: Functions of Fortran as they are written for what is learned, each with what is live in it.
    opened: dict[tuple[int, Learned], Opened] = field(default_factory=dict)
    #: The call that may give None, for it is asked about where it is assigned.
    optional_call: object = None
    optional_items: object = None
    #: Operands of the arithmetic that is being evaluated: of a call, None is an error there.
    operands: tuple[object, ...] = ()
    #: How many bodies of loops have been written out: see `adc.lowering.control.written_out`.
    written_out: int = 0
    #: Containers that merge buffers which the caller or another name can see.
    merged: dict[str, tuple[str, Span | None]] = field(default_factory=dict)
    #: Arrays that a `def` makes once, as the default of the parameter that stands here.
    defaults: dict[str, surface.Parameter] = field(default_factory=dict)
    prologue: Prologue = field(default_factory=Prologue)
    random: RandomStates = NO_STATES
    importing: int = 0  # what the module does once: `adc.lowering.objects.shared_values`
    #: Why a scalar in a container is no expression: see `adc.lowering.integers.expressions`.
    causes: dict[str, Cause] = field(default_factory=dict)
    #: For a container, those that may hold a copy of it where Python has one and the same buffer.
    watched: Watches = field(default_factory=dict)
    #: Arrays full of a number where a path has the number itself: `adc.lowering.numbers_on_paths`.
    stretched: Fillings = field(default_factory=dict)
    #: Lists that are items of others: they may not become longer.
    frozen: set[object] = field(default_factory=set)
    #: What `d.keys()`, `d.values()` and `d.items()` gave, by its `id`, and what gives it anew.
    entries: dict[int, tuple[Value, Entries]] = field(default_factory=dict)
    #: Arrays of lists that grow in open loops, at whose ends their lengths are known.
    growing: list[str] = field(default_factory=list)
    #: How many parts of objects have been called by a name: see `adc.lowering.objects.heap`.
    heaped: dict[str, int] = field(default_factory=dict)
    #: The fields of objects that the caller has, and what these are on entry.
    given: dict[str, Value] = field(default_factory=dict)
    #: The cells of objects that nothing reads any more.
    swept: set[str] = field(default_factory=set)
    #: Floating arrays and numbers that are integers on some path.
    types: PathTypes = field(default_factory=PathTypes)

    # names

    @property
    def fortran(self) -> bool:
        """Whether Fortran's rules of types and arguments hold."""
        return self.module.language == "fortran"

    @property
    def scope(self) -> Scope:
        return self.scopes[-1]

    def evaluate(self, expr: surface.Expr) -> Value:
        """The value of `expr`; statements that it needs first are emitted."""
        if self.evaluator is None:
            raise InternalError("nothing evaluates expressions")
        return self.evaluator(self, expr)

    def user_name(self, stem: str) -> str:
        """A fresh name for something the source calls `stem`."""
        return self._fresh(stem, frozenset())

    def new_name(self, stem: str) -> str:
        """A fresh name that is none of the source's."""
        return self._fresh(stem, self.reserved)

    def _fresh(self, stem: str, avoid: frozenset[str]) -> str:
        called = self.scope.function.name if len(self.scopes) > 1 else ""
        names = numbered(plain_stem(stem, called))
        name = next(n for n in names if n not in self.taken and n not in avoid)
        self.taken.add(name)
        return name

    def domain_symbol(self, position: int) -> sympy.Symbol:
        stem = _DOMAIN_STEMS[position % len(_DOMAIN_STEMS)]
        return symbol(self.new_name(stem))

    # containers and statements

    def new_container(self, name: str, dtype: DType, shape: Shape) -> View:
        """A local container under a fresh name made by `user_name` or `new_name`.

        An extent that changes with an open loop is allocated at its largest.
        """
        if len(shape) > MOST_AXES:
            raise AdcError.of(
                "ADC0216", f"an array has at most {MOST_AXES} axes, and this one {len(shape)}",
                self.span, help="join axes into one",
            )  # fmt: skip
        extents = tuple(self.extent(self.largest(n)) for n in shape)
        if any(shapes.entries(n) for n in shape):
            self.told.partial.append(name)
        self.containers[name] = Container(name, dtype, extents, Role.LOCAL, span=self.span)
        return View(name, shape, places(len(shape)))

    def largest(self, formal: sympy.Expr) -> sympy.Expr:
        """An upper bound of an extent over the open loops, free of their variables."""
        bound = self._bound(formal)
        if bound is None:
            raise AdcError.of(
                "ADC0235",
                f"no bound is known for the extent `{spelled(formal)}` of a temporary array",
                self.span,
                help="use bounds that are affine in the loop variables",
            )
        return bound

    def of_sizes(self, expr: sympy.Expr) -> bool:
        """Whether only sizes and integer arguments are in `expr`, no elements of arrays."""
        return shapes.names(expr) <= self.symbols and not shapes.entries(expr)

    def _bound(self, formal: sympy.Expr) -> sympy.Expr | None:
        """Something that `formal` never exceeds; of a minimum, what is known of either side; of a
        maximum, what is known of all sides."""
        formal = self.told.longest.get(formal, formal)
        if self.of_sizes(formal):
            return formal
        least = self.prover.lower_extreme(-formal)
        if least is not None and self.of_sizes(least):
            return -least
        larger = without_quotients(self.prover, formal, self.symbols)
        if larger is not None:
            return self._bound(larger)
        formal = shapes.inward(formal)
        if not isinstance(formal, (sympy.Min, sympy.Max)):
            return None
        parts = formal.args
        known = [bound for part in parts if (bound := self._bound(part)) is not None]
        whole = isinstance(formal, sympy.Min) or len(known) == len(parts)
        return formal.func(*known) if known and whole else None

    def extent(self, formal: sympy.Expr) -> sympy.Expr:
        """A view's extent as a number: formally negative ones mean zero."""
        return formal if self.prover.nonneg(formal) else shapes.maximum(0, formal)

    def emit(
        self, target: View, position: tuple[sympy.Expr, ...], op: Update, expr: Expr,
        domain: tuple[Dim, ...], note: str = "",
    ) -> None:  # fmt: skip
        access = Access(target.container, target.at(position))
        self.body.append(Compute("", access, op, expr, domain, self.span, note))
        self._note_type(target.container, expr)

    def _note_type(self, container: str, expr: Expr) -> None:
        """What the container's type is on which path, where the source itself does not write."""
        made = self.containers[container]
        if not self.fortran:
            self.types.note_sign(container, expr, always=not self.regions and not made.shape)
        if not made.shape and not self.fortran:
            self.types.note_choice(container, expr, always=not self.regions)
        if made.dtype is DType.BOOL or container in self.written or self.fortran:
            return
        if made.shape:
            self.types.note(container, expr)
        else:
            self.types.note_number(container, expr, always=not self.regions)

    @contextmanager
    def block(self, merging: bool = False) -> Iterator[list[Node]]:
        """Collects the statements of a nested body, which changes objects only where the paths are
        `merging` afterwards."""
        outer, self.body = self.body, []
        before = self.scope.heap if self.scopes and not merging else None
        try:
            yield self.body
            names = self.scope.names if before else {}
            if before and any(names.get(name) != value for name, value in before.items()):
                raise_changed(self.span)
        finally:
            self.body = outer

    def will_write(self, container: str, span: Span | None) -> None:
        """An in-place write by the source: checks merged names and sets the argument's role."""
        if container in self.tables:
            raise TableChangedError(container)
        if container in self.defaults:
            raise_default(self.defaults[container], span)
        self.prologue.refuse_write(container, span)
        if container in self.merged:
            raise_merged(container, *self.merged[container], span)
        for copy, (name, where) in self.watched.get(container, {}).items():
            if self.is_live(copy):
                raise_merged(container, name, where, span)
        self._give_up(container, span)
        if container in self.stretched:
            self.stretched[container] = replace(self.stretched[container], zero=False)
        self.written.setdefault(container, span)
        if self.containers[container].role == Role.INPUT:
            self.containers[container] = replace(self.containers[container], role=Role.INOUT)

    def _give_up(self, container: str, span: Span | None) -> None:
        """Names of copies that do not see what `container`, which is written, holds then."""
        for scope in self.scopes:
            for name, value in list(scope.names.items()):
                if not stale(value, container):
                    continue
                if name in scope.live or in_heap(name):
                    raise_stale(name, isinstance(value, Grown), span)
                scope.names[name] = Undefined(
                    "is made of an array that has been changed since", "take a copy of it before",
                    span,
                )  # fmt: skip

    def is_live(self, container: str) -> bool:
        """Whether a name that is read later, here or in a caller, stands for `container`, or a
        caller's statement uses it. What a function returns early it does not change any more."""
        return any(container in scope.taken for scope in self.scopes[:-1]) or any(
            refers(value, container)
            for scope in self.scopes
            for name, value in scope.names.items()
            if (name in scope.live and not name.startswith(EARLY_RESULT)) or in_heap(name)
        )

    # relations

    def assume(
        self, left: sympy.Expr, relation: str, right: sympy.Expr, reason: str,
        span: Span | None = None, raised: Raised | None = None,
    ) -> None:  # fmt: skip
        """Record a relation of sizes to be checked at run time, and use it from here on. Where it
        does not hold the source raises `raised`, if that is given."""
        if not (shapes.names(left) | shapes.names(right)) <= self.symbols:
            return
        new = Assumption(left, relation, right, reason, span or self.span, raised)
        key = (left, relation, right, raised)
        if all((a.left, a.relation, a.right, a.raised) != key for a in self.assumptions):
            self.assumptions.append(new)
        difference = {"==": right - left, "<=": right - left, "<": right - left - 1}
        self.prover.assume(difference.get(relation, left - right - (1 if relation == ">" else 0)))
        if relation == "==":
            self.prover.assume(left - right)

    @property
    def in_branch(self) -> bool:
        self.asked_branch |= not any(region.arm for region in self.regions)
        return self.called_on_branch

    @property
    def called_on_branch(self) -> bool:
        """The same, for a call: nothing of this function depends on that yet."""
        return self.on_branch or any(region.arm for region in self.regions)

    @property
    def arms(self) -> int:
        """How many arms of branches are around what is lowered."""
        return sum(region.arm for region in self.regions)

    @contextmanager
    def within(self, region: Region) -> Iterator[Region]:
        self.regions.append(region)
        try:
            yield region
        finally:
            self.regions.pop()

    def check(self, new: Check) -> None:
        """Have `new` checked at the start of its region."""
        if all((c.region, c.clause) != (new.region, new.clause) for c in self.checks):
            self.checks.append(new)

    def assume_inside(self, fact: sympy.Expr) -> None:
        """Use `fact >= 0`, which holds where the open loops run and the open branches are taken."""
        fact = sympy.expand(fact)
        if fact.free_symbols and fact not in self.prover.facts:
            self.prover.assume(fact)
            self.inside.append(fact)

    @contextmanager
    def known_inside(self) -> Iterator[None]:
        """A loop or a branch: what is assumed inside for its own sake is forgotten at its end."""
        before = list(self.inside)
        try:
            yield
        finally:
            self.prover.forget(set(self.inside).difference(before))
            self.inside = before

    def warn(self, code: str, message: str, span: Span | None, help: str = "") -> None:
        new = Diagnostic(code, message, span, help=help, severity=Severity.WARNING)
        if new not in self.warnings:
            self.warnings.append(new)

    def watch(self, source: str, copy: str, name: str, span: Span | None) -> None:
        """`copy` holds what may be one buffer with `source` in Python: writes are watched."""
        self.watched.setdefault(source, {})[copy] = (name, span)
        self.pass_on(source, copy, name, span)

    def pass_on(self, source: str, copy: str, name: str, span: Span | None) -> None:
        """What `source` may be one buffer with, `copy` may be, too."""
        for copies in list(self.watched.values()):
            if source in copies:
                copies[copy] = (name, span)

    def rename_watches(self, old: str, new: str) -> None:
        """The container `old` is called `new` from here on."""
        renamed = {old: new}
        self.watched = {
            renamed.get(source, source): {renamed.get(c, c): w for c, w in copies.items()}
            for source, copies in self.watched.items()
        }

    def unwatch(self, copy: str) -> None:
        """`copy` holds fresh values from here on."""
        for copies in self.watched.values():
            copies.pop(copy, None)

    def join_watches(self, other: Watches) -> None:
        """Watch what is watched on either of two paths."""
        for source, copies in other.items():
            self.watched[source] = copies | self.watched.get(source, {})

    # going back

    def snapshot(self) -> Context:
        """A copy to go back to with `restore`."""
        return replace(
            self, taken=set(self.taken), containers=dict(self.containers), body=list(self.body),
            assumptions=list(self.assumptions), prover=self.prover.copy(),
            scopes=[*self.scopes[:-1], self.scope.copy()], written=dict(self.written),
            merged=dict(self.merged), defaults=dict(self.defaults), warnings=list(self.warnings),
            watched=copy_watches(self.watched), stretched=dict(self.stretched),
            types=self.types.copy(), defined=dict(self.defined), checks=list(self.checks),
            growing=list(self.growing),
        )  # fmt: skip

    def restore(self, saved: Context) -> None:
        fresh = saved.snapshot()
        for name in (
            "taken", "containers", "assumptions", "prover", "written", "merged", "defaults",
            "watched", "stretched", "types", "defined", "checks", "misfit", "stopped",
            "growing", "written_out", "random",
        ):  # fmt: skip
            setattr(self, name, getattr(fresh, name))
        self.containers |= self.prologue.containers
        self.merged |= self.prologue.names
        self.types.loose |= self.prologue.loose
        self.stretched |= self.prologue.stretched
        self.taken |= self.prologue.taken
        self.body[:] = fresh.body
        self.warnings[:] = fresh.warnings
        for table in ("names", "scalars", "owned"):
            setattr(self.scopes[-1], table, getattr(fresh.scopes[-1], table))


def copy_watches(watched: Watches) -> Watches:
    return {source: dict(copies) for source, copies in watched.items()}


def containers_read(value: Array) -> set[str]:
    """The containers that the elements of `value` come from."""
    return {r.container for r in reads(anywhere(value))}


def containers_written(body: list[Node], start: int) -> set[str]:
    return set(written_in(tuple(body[start:])))
