"""One routine on its way to the surface tree: what its names are called there, and its loops."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

from adc.diagnostics import AdcError, Diagnostic, Severity, Span
from adc.frontends import surface
from adc.frontends.fortran import tree
from adc.frontends.fortran.hosts import is_hosted
from adc.frontends.fortran.least import Least
from adc.frontends.fortran.symbols import Scope, Segment, Sources, Storage, Symbol, own_storage
from adc.frontends.fortran.usage import names_in, walk

#: The block that RETURN leaves; those of the source have positive numbers.
WHOLE = -1
#: Numbers of blocks that EXIT and CYCLE make begin here.
FIRST_OWN = 10**6


@dataclass(frozen=True)
class Carried:
    """Integers of COMMON blocks and modules, by what all routines call them: those that a routine
    takes, that it gives back changed, that it knows, and that are its own variables."""

    taken: frozenset[str] = frozenset()
    changed: frozenset[str] = frozenset()
    known: frozenset[str] = frozenset()
    own: frozenset[str] = frozenset()


@dataclass
class Construct:
    """An open loop or named block: where EXIT and CYCLE go."""

    name: str
    is_loop: bool
    exit_block: int = 0
    cycle_block: int = 0


@dataclass
class Shared:
    """COMMON and module variables that routines use: what all of them call it -> variable."""

    storage: Storage = field(default_factory=lambda: Storage([], {}))
    symbols: dict[str, Symbol] = field(default_factory=dict)
    stopped: Span | None = None
    #: The units with a STOP.
    stopping: set[int] = field(default_factory=set)
    #: What all routines call the units, by the name in the surface tree.
    units: dict[str, tree.Unit] = field(default_factory=dict)
    #: Subroutines whose calls are left out.
    inactive: frozenset[str] = frozenset()
    #: The unit that is differentiated; whether its variables begin as in its first call, and
    #: whether that makes a difference.
    target: tree.Unit | None = None
    first_call: bool = False
    begins_anew: bool = False
    #: What called procedures save, where each call is as the first one: what all routines call it
    #: -> the procedure and the variable.
    saved: dict[str, tuple[Routine, Symbol]] = field(default_factory=dict)
    #: Saved variables that are read with their initial values, with units that change them.
    found_initial: list[tuple[Symbol, tree.Unit]] = field(default_factory=list)
    #: Lower bounds that ALLOCATEs give to arrays of modules.
    lows: dict[str, set[tuple[int | None, ...]]] = field(default_factory=dict)
    #: Where the routines of libraries are called, by their names in the surface tree.
    sites: dict[str, Span] = field(default_factory=dict)
    #: What variables of units share by EQUIVALENCE, by scope.
    overlays: dict[int, Storage] = field(default_factory=dict)
    #: The names that units change, by unit.
    changes: Least[frozenset[str]] = field(default_factory=lambda: Least(frozenset()))
    #: The names in units of what the procedures that they call change, by unit.
    handed: dict[int, frozenset[str]] = field(default_factory=dict)
    #: The dummies that units allocate, by unit: those that have no array before, and others.
    handed_out: Least[tuple[frozenset[str], frozenset[str]]] = field(
        default_factory=lambda: Least((frozenset(), frozenset()))
    )
    #: The integers that are handed from call to call, by unit; None as long as no one asked.
    integers: dict[int, Carried] | None = None
    #: Those of them that any unit changes.
    changing: frozenset[str] = frozenset()
    #: Where routines ask whether arrays are allocated, and where they free others': what stands
    #: there, and the declaration of the component that it is, None for other arrays; what is asked
    #: for also with the key of an array of a module, "" for a routine's own, None for others.
    asked: list[tuple[Span, Span | None, str | None]] = field(default_factory=list)
    #: ALLOCATEs of arrays of modules, by key; whether such a one is not allocated on entry.
    made: dict[str, tuple[Span, bool]] = field(default_factory=dict)
    #: The keys of arrays of modules that may be freed behind the last ALLOCATE.
    dropped: set[str] = field(default_factory=set)
    freed: list[tuple[Span, Span | None]] = field(default_factory=list)

    def key(self, symbol: Symbol) -> str:
        """What all routines call a COMMON or module variable, or the stretch of a COMMON block
        that it is a part of; "" for any other variable."""
        key = self.name_of(symbol)
        if symbol.storage == "common":
            self.symbols.setdefault(key, stretch(self.storage.place(symbol)[0]))
        elif symbol.storage == "module":
            self.symbols.setdefault(key, symbol)
        return key

    def name_of(self, symbol: Symbol) -> str:
        """The same; the variable need not be used."""
        if symbol.storage == "common":
            segment, _ = self.storage.place(symbol)
            return f"{segment.block or 'blank%'}%{segment.symbol.name}"
        return (
            f"{symbol.owner}%{symbol.original or symbol.name}" if symbol.storage == "module" else ""
        )

    def part(self, symbol: Symbol) -> tuple[Segment, int] | None:
        """The stretch of a COMMON block (or of the unit's own storage) in which `symbol` is one
        variable among others, and where it begins there; None for variables of their own."""
        if symbol.storage == "local" and symbol.overlaid:
            scope = symbol.scope
            if id(scope) not in self.overlays:
                self.overlays[id(scope)] = own_storage(scope)
            return self.overlays[id(scope)].place(symbol)
        if symbol.storage != "common":
            return None
        segment, offset = self.storage.place(symbol)
        if not segment.whole and symbol.base == "integer" and symbol.bounds is None:
            raise unsupported(
                f"the integer `{symbol.name}`, which shares storage with an array of another unit,",
                symbol.span, "declare the block in the same way in all units",
            )  # fmt: skip
        return None if segment.whole else (segment, offset)


def is_pairs(symbol: Symbol) -> bool:
    """Whether callers have a module's variable as pairs of reals."""
    return symbol.storage == "module" and symbol.base == "complex"


def stretch(segment: Segment) -> Symbol:
    """The variable for all of `segment`."""
    if segment.whole:
        return segment.symbol
    span = segment.symbol.span
    bounds = tree.Bounds(None, tree.Number(str(segment.count), "integer", span), False, span)
    return replace(segment.symbol, bounds=(bounds,))


FunctionCall = Callable[["Routine", tree.Apply, tree.Unit], surface.Expr]


@dataclass
class Routine:
    """The state of translating one unit."""

    sources: Sources
    unit: tree.Unit
    scope: Scope
    shared: Shared
    warnings: list[Diagnostic]
    #: Translates a call of a function of the sources (`to_calls`).
    function_call: FunctionCall
    #: Functions that are called, by the name they get in the surface tree.
    called: dict[str, tree.Unit] = field(default_factory=dict)
    #: What dummies of statement functions and indices of implied DOs stand for.
    meanings: list[dict[str, surface.Expr]] = field(default_factory=list)
    #: Whether a subscript or a loop's bound is read, where no element is meant of an empty array.
    placing: bool = False
    #: Names that hold the lower bounds of arrays, where these are no constants.
    lowers: dict[tuple[str, int], surface.Expr] = field(default_factory=dict)
    constructs: list[Construct] = field(default_factory=list)
    #: Array constants and initialised arrays that the routine has used.
    constants: dict[str, Symbol] = field(default_factory=dict)
    #: The texts of character dummies that are fixed while compiling.
    fixed: Mapping[str, str] = field(default_factory=dict)
    entry: list[surface.Statement] = field(default_factory=list)
    #: Where a library's routine is called; None for all others.
    site: Span | None = None
    #: The variables that the routine has used of COMMON blocks that others see as other variables,
    #: and complex ones of modules.
    parts: dict[str, Symbol] = field(default_factory=dict)
    #: The values of functions that are called in front of the statement, by their references.
    hoisted: dict[int, surface.Expr] = field(default_factory=dict)
    blocks: int = FIRST_OWN
    names: int = 0

    def symbol(self, name: str, span: Span) -> Symbol:
        """What `name` means; a dummy that the routine allocates is an array of its own."""
        found = self.scope.lookup(name, span)
        out, through = self.shared.handed_out.known.get(id(self.unit), ((), ()))
        if found.storage == "dummy" and (found.name in out or found.name in through):
            return replace(found, storage="local") if found.scope is self.scope else found
        return found

    def meaning(self, name: str) -> surface.Expr | None:
        for table in reversed(self.meanings):
            if name in table:
                return table[name]
        return None

    @contextmanager
    def meaning_of(self, table: dict[str, surface.Expr]) -> Iterator[None]:
        self.meanings.append(table)
        try:
            yield
        finally:
            self.meanings.pop()

    @contextmanager
    def at_place(self) -> Iterator[None]:
        outer, self.placing = self.placing, True
        try:
            yield
        finally:
            self.placing = outer

    @contextmanager
    def elsewhere(self, scope: Scope) -> Iterator[None]:
        """Expressions are those of another scope: no index or dummy of this one is known there."""
        outer = self.scope, self.meanings
        self.scope, self.meanings = scope, []
        try:
            yield
        finally:
            self.scope, self.meanings = outer

    def hosted(self, symbol: Symbol) -> bool:
        """Whether it is a variable of the routine that this one is inside of."""
        return is_hosted(symbol, self.home)

    def array_constant(self, symbol: Symbol) -> str:
        """The name of an array constant, which is a variable set on entry."""
        name = self.own_name(symbol)
        self.constants[name] = symbol
        return name

    def own_name(self, symbol: Symbol) -> str:
        """A name for `symbol` here that nothing of another scope has."""
        if symbol.scope is self.home:
            return symbol.name
        return f"{symbol.original}%{symbol.scope.unit.name}"

    @property
    def home(self) -> Scope:
        """The unit's own scope; `scope` is the one of the expression at hand."""
        return self.sources.scope(self.unit)

    def fresh(self, stem: str) -> str:
        """A name that no Fortran source can spell."""
        self.names += 1
        return f"{stem}%{self.names}"

    def new_block(self) -> int:
        self.blocks += 1
        return self.blocks

    def key(self, symbol: Symbol) -> str:
        """The name of a variable in the surface tree; COMMON and module variables have one for
        all routines, parts of what others see as one array have their own."""
        if symbol.base == "character" and symbol.bounds is not None:
            raise unsupported(  # what it holds is not followed
                f"the array of characters `{symbol.name}`, which is read,", symbol.span,
                "use scalar characters, or pass what it selects in integers",
            )  # fmt: skip
        if self.hosted(symbol) and self.scope is not self.home:
            own = self.home.lookup(symbol.name, symbol.span)
            if own.scope is not symbol.scope:
                raise unsupported(
                    f"a use of `{symbol.name}` of the host where it is hidden,", own.span,
                    "give the variable another name",
                )  # fmt: skip
        if self.shared.part(symbol) is not None or is_pairs(symbol):
            self.parts[symbol.name] = symbol
            return symbol.name
        found = self.shared.key(symbol) or symbol.name
        integers = (self.shared.integers or {}).get(id(self.unit), Carried())
        if found in self.shared.changing and found not in integers.known:
            raise unsupported(
                f"a use of the integer `{symbol.name}`, which other routines change, here,",
                self.unit.span, "pass it as an argument",
            )  # fmt: skip
        return found

    def warn(self, code: str, message: str, span: Span, help: str) -> None:
        new = Diagnostic(code, message, span, help=help, severity=Severity.WARNING)
        if new not in self.warnings:
            self.warnings.append(new)


def unsupported(what: str, span: Span, help: str) -> AdcError:
    return AdcError.of("ADC0169", f"{what} is not supported", span, help=help)


__all__ = [
    "FIRST_OWN",
    "WHOLE",
    "Carried",
    "Construct",
    "Routine",
    "Shared",
    "is_pairs",
    "names_in",
    "stretch",
    "unsupported",
    "walk",
]
