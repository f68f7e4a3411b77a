"""A program unit -> a function of the surface tree: what is declared on entry, what is returned."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from adc.diagnostics import Diagnostic, Span
from adc.frontends import surface
from adc.frontends.fortran import shared_integers, tree
from adc.frontends.fortran.allocated import asked_for, note_allocations, without_array
from adc.frontends.fortran.allocated_lows import extent
from adc.frontends.fortran.constants import integer_constant
from adc.frontends.fortran.counters import without_counters
from adc.frontends.fortran.effects import (
    handed_by_storage,
    integers_changed,
    is_own_logical,
    names_changed,
)
from adc.frontends.fortran.endings import with_stops
from adc.frontends.fortran.entry_extents import is_vector
from adc.frontends.fortran.families import check_family, left_by_others
from adc.frontends.fortran.first_calls import set_by_first_call
from adc.frontends.fortran.fixed import literal
from adc.frontends.fortran.given_anew import may_end
from adc.frontends.fortran.goto_loops import Counting
from adc.frontends.fortran.handed_out import (
    callers_filled,
    callers_own,
    handed_out,
    handed_through,
    may_hand_out,
)
from adc.frontends.fortran.hosts import is_hosted
from adc.frontends.fortran.inactive import without_source
from adc.frontends.fortran.jumps import structured
from adc.frontends.fortran.library import BLOCK_SIZES, MESSAGES, OWN, is_library
from adc.frontends.fortran.overlaid import (
    keeps_overlaid,
    overlaid_storage,
    set_by_overlays,
    storage_name,
)
from adc.frontends.fortran.routine import (
    WHOLE,
    Routine,
    Shared,
    names_in,
    unsupported,
    walk,
)
from adc.frontends.fortran.saved import check_once, keeps_nothing
from adc.frontends.fortran.selections import selected
from adc.frontends.fortran.symbols import Sources, Symbol
from adc.frontends.fortran.texts import check_texts
from adc.frontends.fortran.to_assignments import of_length, store
from adc.frontends.fortran.to_calls import function_call
from adc.frontends.fortran.to_expressions import element, expression, initial
from adc.frontends.fortran.to_statements import body
from adc.frontends.moved import at
from adc.frontends.terms import intrinsic, number
from adc.ir.blank_notes import SAVED, SAVED_ANEW
from adc.ir.dtypes import DType

#: What is added to the name of a complex value for the pairs of reals that it is to the caller.
_PAIRS = "%pairs"
VARIABLES = ("local", "result", "dummy", "common", "module")


@dataclass
class Translation:
    """All functions that a routine needs, and what they share."""

    sources: Sources
    warnings: list[Diagnostic]
    shared: Shared = field(default_factory=Shared)
    functions: dict[str, surface.Function] = field(default_factory=dict)

    def add(
        self, name: str, unit: tree.Unit, head: bool = False, fixed: Mapping[str, str] | None = None
    ) -> None:
        """The function `name` for `unit`, and those that it calls; `fixed` are texts of its
        dummies."""
        if name in self.functions:
            return
        if unit.error is not None:
            raise unit.error
        routine = self.routine(unit)
        routine.fixed = fixed or {}
        routine.site = site = self.shared.sites.get(name)
        made = function(routine, name, head)
        self.functions[name] = made if site is None else at(made, site)
        for called, callee in routine.called.items():
            given = self.sources.given(callee.name) if is_library(callee) else None
            if given is not None:
                routine.warn("ADC0170", *_instead(callee.name, given.span))
            self.add(called, callee)

    def routine(self, unit: tree.Unit) -> Routine:
        scope = self.sources.scope(unit)
        return Routine(self.sources, unit, scope, self.shared, self.warnings, function_call)


def _instead(name: str, span: Span) -> tuple[str, Span, str]:
    """The warning that a given routine is not the one that is called, and what to do."""
    if name in MESSAGES:
        return (
            f"the given `{name}` is left out: only a fatal error ends the call", span,
            "check that it does nothing else but write messages",
        )  # fmt: skip
    if name == BLOCK_SIZES:
        return (
            f"the given `{name}` is left out: the sizes of blocks of LAPACK 3.11 are taken", span,
            "check that it has the same ones, where a result depends on them",
        )  # fmt: skip
    return (
        f"the given `{name}` is left out: the machine constants of IEEE arithmetic are taken",
        span, "check that it has the same ones",
    )  # fmt: skip


def function(r: Routine, name: str, head: bool) -> surface.Function:
    """The unit's function. `head`: the one that is differentiated, whose dummies have their types
    from a signature; the others see their arguments as they declare them."""
    span = r.unit.span
    shared_integers.carried(r, r.unit)
    note_allocations(r)
    out, through = handed_out(r, r.unit), handed_through(r, r.unit)  # which it knows from here on
    statements = structured(selected(with_stops(r, without_counters(r))), Counting(r))
    made = body(r, statements)
    check_texts(r, statements)
    if made and made[-1] == surface.Leave(WHOLE, made[-1].span):
        made = made[:-1]
    ends = any(isinstance(n, tree.Return | tree.Stop) for n in walk(statements))
    if ends or may_end(r, statements):
        made = (surface.Block(WHOLE, made, span),)
    used = with_definitions(r, names_in(statements)) - without_source(r, statements)
    used |= set_by_overlays(r, used)
    check_family(r, used, variables(r, used) if r.unit.family else [])
    given, own, values = associations(r, head), locals_of(r, used), initial_values(r, used)
    if head:
        given, made = [*given, *callers_own(r)], (*made, *callers_filled(r, asked_for(r)))
        own = with_pairs(r, own)
    constants = array_constants(r, r.constants, {})
    freed = [
        without_array(r, name, r.unit.span)
        for name in sorted(asked_for(r) & (used | out) - through)
    ]
    entry = [*constants, *given, *overlaid_storage(r), *parts(r), *own, *freed, *r.entry, *values]
    returned = results(r, head)
    if returned:
        made = (*made, surface.Return(returned, span))
    parameters = tuple(
        surface.Parameter(d.name, None, None if head else default(d), d.span)
        for d in r.scope.arguments
        if d.name not in r.fixed and (head or d.name not in out)
    )
    if not head:
        parameters = (*parameters, *shared_integers.parameters(r))
    elemental = "elemental" in r.unit.prefixes
    return surface.Function(
        name, parameters, (*entry, *made), span, elemental=elemental,
        ranks=_ranks(r) if elemental else (), written_out=is_library(r.unit),
    )  # fmt: skip


def _ranks(r: Routine) -> tuple[tuple[str, int], ...]:
    """The dummies of an elemental procedure that are arrays, components of its dummies, and how
    many dimensions they have."""
    return tuple((d.name, len(d.bounds)) for d in r.scope.arguments if d.bounds)


def with_definitions(r: Routine, used: set[str]) -> set[str]:
    """The names `used`, and what the statement functions among them are made of."""
    found, pending = set(used), sorted(used)
    while pending:
        symbol = r.scope.symbols.get(pending.pop())
        definition = symbol.definition if symbol is not None else None
        if definition is not None:
            arguments = (
                definition.target.arguments if isinstance(definition.target, tree.Apply) else ()
            )
            more = names_in(definition.value) - names_in(arguments) - found
            found |= more
            pending += sorted(more)
    return found


def default(dummy: Symbol) -> surface.Expr | None:
    return surface.NoneValue(dummy.span) if dummy.optional else None


def results(r: Routine, head: bool) -> tuple[surface.Expr, ...]:
    """The function's value, then the integers that go back to the caller."""
    found: list[surface.Expr] = []
    result = r.scope.result
    if result is not None:
        pairs = _PAIRS if head and result.base == "complex" else ""
        found.append(surface.Name(f"{result.name}{pairs}", r.unit.span))
    if not head:
        changed = integers_changed(r, r.unit)
        found += [surface.Name(d.name, d.span) for d in r.scope.arguments if d.name in changed]
        out = may_hand_out(r, r.unit)
        found += [surface.Name(d.name, d.span) for d in r.scope.arguments if d.name in out]
        found += shared_integers.returned(r, r.unit, r.unit.span)
    return tuple(found)


# -- entry -----------------------------------------------------------------------------------------


def associations(r: Routine, head: bool) -> list[surface.Statement]:
    """What dummies stand for, after integers that bounds may use."""
    if head:
        return of_caller(r)
    made: list[surface.Statement] = []
    scalars = {  # that the routine sets: they stand for the caller's own
        d.name for d in r.scope.arguments if d.bounds is None
    } & names_changed(r, r.unit)
    for dummy in r.scope.arguments:
        if is_hosted(dummy, r.scope) or is_unused(r.unit, dummy.name):
            continue
        if dummy.name in handed_out(r, r.unit):
            continue
        if dummy.base == "character" and dummy.bounds is None:
            whole = of_length(dummy, surface.Name(dummy.name, dummy.span), dummy.span)
            made.append(assigned(dummy, whole))
        if dummy.dtype is None or (dummy.base == "integer" and dummy.bounds is None):
            continue
        if is_library(r.unit) and dummy.name not in scalars:
            if dummy.bounds is None:
                name, span = surface.Name(dummy.name, dummy.span), dummy.span
                dtype = surface.String(dummy.element, span)
                made.append(assigned(dummy, intrinsic(f"{OWN}number", (name, dtype), span)))
            continue
        extents = None if dummy.bounds is None else declared_extents(r, dummy)
        shape = () if dummy.bounds is None else extents
        only = only_elements(r, dummy)
        made.append(surface.Associate(dummy.name, dummy.element, None, shape, dummy.span, only))
    return made


def is_unused(unit: tree.Unit, name: str) -> bool:
    """Whether a dummy is nowhere used, so that its type and its shape mean nothing: callers may
    pass anything for it."""
    return not unit.contains and name not in names_in((unit.declarations, unit.body))


def of_caller(r: Routine) -> list[surface.Statement]:
    """What stands for dummies of the routine itself: values that are fixed while compiling, complex
    numbers for the pairs of reals that callers have."""
    made: list[surface.Statement] = [
        assigned(d, literal(d, r.fixed[d.name]))
        for d in r.scope.arguments if d.name in r.fixed
    ]  # fmt: skip
    for dummy in r.scope.arguments:
        if dummy.base == "complex":
            name, span = dummy.name, dummy.span
            made.append(surface.Associate(name, dummy.element, None, None, span, pairs=True))
        elif is_vector(dummy):
            shape, only = declared_extents(r, dummy), only_elements(r, dummy)
            made.append(surface.Associate(dummy.name, dummy.element, None, shape, dummy.span, only))
    return made


def only_elements(r: Routine, dummy: Symbol) -> bool:
    """Whether the routine uses single elements of an array alone, or hands it to procedures that
    declare its extents anew: what is declared of it behind the last of them need not be there, as
    compilers have it."""
    if dummy.bounds is None or dummy.name in r.scope.usage.cut:
        return False
    calls = (n for n in walk(r.scope.body) if isinstance(n, tree.Call | tree.Apply))
    handed = {id(a) for call in calls for a in handed_by_storage(r, call)}
    return not any(
        isinstance(n, tree.Name) and n.name == dummy.name and id(n) not in handed
        for n in walk(r.scope.body)
    )


def parts(r: Routine) -> list[surface.Statement]:
    """The variables that are parts of what other units see as one array: COMMON by storage; and
    complex ones of modules, which callers have as pairs of reals."""
    made: list[surface.Statement] = []
    for name, symbol in r.parts.items():
        found, span = r.shared.part(symbol), symbol.span
        source: surface.Expr = surface.Name(storage_name(r, symbol), span)
        extents = None
        if found is not None:
            source = surface.From(source, (number(found[1], span),), span)
            extents = () if symbol.bounds is None else declared_extents(r, symbol)
        pairs = symbol.base == "complex"
        made.append(surface.Associate(name, symbol.element, source, extents, span, pairs=pairs))
    return made


def declared_extents(r: Routine, symbol: Symbol) -> tuple[surface.Expr | None, ...] | None:
    """Reversed extents; None for the last where the size is assumed; None for an assumed shape."""
    assert symbol.bounds is not None
    if any(b.upper is None and not b.star for b in symbol.bounds):
        return None
    found: list[surface.Expr | None] = []
    for number_, bound in enumerate(symbol.bounds):
        last = number_ == len(symbol.bounds) - 1
        if bound.star or (last and symbol.storage == "dummy" and one(bound)):
            found.append(None)
        else:
            found.append(one_extent(r, symbol, bound))
    return tuple(reversed(found))


def one(bound: tree.Bounds) -> bool:
    """The `x(1)` of Fortran 66 that means what `x(*)` does."""
    upper = bound.upper
    return bound.lower is None and isinstance(upper, tree.Number) and upper.text == "1"


def one_extent(r: Routine, symbol: Symbol, bound: tree.Bounds) -> surface.Expr:
    if bound.upper is None:
        raise unsupported(f"this bound of `{symbol.name}`", bound.span, "give the extent")
    with r.elsewhere(symbol.scope):
        low: surface.Expr = surface.Number("1", "int", bound.span)
        if bound.lower is not None:
            known = integer_constant(bound.lower, r.scope)
            low = expression(r, bound.lower) if known is None else number(known, bound.span)
        return extent(low, expression(r, bound.upper), bound.span)


def locals_of(r: Routine, used: set[str]) -> list[surface.Statement]:
    """The variables of the routine; names stand for integers and own logicals."""
    made = shared_integers.begun(r)
    kept = kept_variables(r, used)
    for symbol in variables(r, used):
        if symbol.storage not in ("local", "result") or symbol.base == "character":
            continue
        if symbol.overlaid:
            continue
        if symbol.name in kept:
            check_saved(r, symbol)
        if symbol.bounds is not None and any(b.upper is None for b in symbol.bounds):
            if not symbol.allocatable:
                raise unsupported(f"the shape of `{symbol.name}`", symbol.span, "give its extents")
            continue
        if symbol.base == "integer" and symbol.bounds is None:
            made.append(assigned(symbol, surface.Number("0", "int", symbol.span)))
            continue
        if is_own_logical(r, symbol):
            made.append(assigned(symbol, surface.Boolean(False, symbol.span)))
            continue
        assert symbol.dtype is not None
        extents = () if symbol.bounds is None else declared_extents(r, symbol)
        shape = tuple(e for e in extents or () if e is not None)
        saved = symbol.name in kept
        word = SAVED if r.shared.first_call or not symbol.saved else SAVED_ANEW
        declared = surface.Declare(
            symbol.name, symbol.element, shape, symbol.span, word if saved else ""
        )
        made.append(declared)
    return made


def with_pairs(r: Routine, own: list[surface.Statement]) -> list[surface.Statement]:
    """`own` with a complex value of the routine itself as the pairs of reals that callers get."""
    result, found = r.scope.result, list(own)
    if result is None or result.base != "complex" or result.dtype is None:
        return found
    for number_, made in enumerate(own):
        if isinstance(made, surface.Declare) and made.name == result.name:
            real, span = result.dtype.value, made.span
            extents = (*made.extents, number(2, span))
            source = surface.Name(made.name, span)
            found[number_ : number_ + 1] = [
                surface.Declare(made.name, real, extents, span),
                surface.Associate(f"{made.name}{_PAIRS}", real, source, None, span),
                surface.Associate(made.name, made.dtype, None, None, span, pairs=True),
            ]
    return found


def assigned(symbol: Symbol, value: surface.Expr) -> surface.Assign:
    return surface.Assign((surface.Name(symbol.name, symbol.span),), value, symbol.span)


def array_constants(
    r: Routine, used: dict[str, Symbol], done: dict[str, Symbol]
) -> list[surface.Statement]:
    """The array constants `used`, each set behind those that its value is made of."""
    made: list[surface.Statement] = []
    for name, symbol in used.items():
        if name in done:
            continue
        done[name] = symbol
        if symbol.dtype is None:
            way_out = "write its elements where they are used"
            raise unsupported("a constant array of this type", symbol.span, way_out)
        r.constants = {}
        shape = tuple(e for e in declared_extents(r, symbol) or () if e is not None)
        value = filled(r, symbol, initial(r, symbol), symbol.span)
        made += array_constants(r, r.constants, done)
        made.append(surface.Declare(name, symbol.element, shape, symbol.span))
        made.append(value)
    return made


def variables(r: Routine, used: set[str]) -> list[Symbol]:
    """The variables that the body mentions, in the order of their declarations."""
    names = [n for n in r.scope.declared() if n in used]
    names += sorted(used - set(names))
    if r.scope.result is not None and r.scope.result.name not in names:
        names.append(r.scope.result.name)
    found = []
    for name in names:
        symbol = r.scope.symbols.get(name) or r.symbol(name, r.unit.span)
        if is_hosted(symbol, r.scope):
            continue
        if symbol.storage in VARIABLES and r.meaning(name) is None:
            found.append(symbol)
    return found


def kept_variables(r: Routine, used: set[str]) -> frozenset[str]:
    """The saved variables whose changes a later call may see, as far as the statements tell; those
    of the target begin anew where each of its calls is as the first."""
    found = variables(r, used)
    saved = [s for s in found if s.saved]
    settled = set_by_first_call(r) if saved else frozenset()
    changed = names_changed(r, r.unit) if saved else ()
    check_once(r.scope, [s for s in saved if s.name in changed])
    kept = {
        s.name
        for s in saved
        if s.name in changed and s.name not in settled and not keeps_nothing(s, r.scope)
    }
    if r.shared.first_call and r.unit is r.shared.target:
        r.shared.begins_anew |= bool(kept)
        kept = set()
    return frozenset([
        *kept,
        *left_by_others(r, found),
        *(s.name for s in found if s.overlaid and keeps_overlaid(r, s.name)),
    ])  # fmt: skip


def check_saved(r: Routine, symbol: Symbol) -> None:
    """Whether a later call reads what a saved variable of reals keeps is asked of its elements
    where all statements are known; one of another type must not change."""
    if symbol.base not in ("real", "complex") or symbol.allocatable:
        way_out = "make it an argument, or remove SAVE or its initial value"
        if symbol.saved and not r.shared.first_call:
            way_out = "take each call as the first one, where it begins anew: `--first-call`"
        raise unsupported(
            f"the variable `{symbol.name}`, which keeps its value from call to call,",
            symbol.span,
            way_out,
        )


def initial_values(r: Routine, used: set[str]) -> list[surface.Statement]:
    """`=` and DATA of variables that do not change."""
    made: list[surface.Statement] = []
    kept = kept_variables(r, used)
    for symbol in variables(r, used):
        if symbol.storage not in ("local", "result") or symbol.name in kept:
            continue
        if symbol.base == "character" and symbol.bounds is not None:
            continue  # nothing reads it
        made += initial_value(r, symbol)
    return made


def initial_value(r: Routine, symbol: Symbol) -> Iterator[surface.Statement]:
    if symbol.init is not None:
        yield filled(r, symbol, initial(r, symbol), symbol.span)
    for target, value in symbol.data:
        yield data_item(r, symbol, target, expression(r, value))


def filled(r: Routine, symbol: Symbol, value: surface.Expr, span: Span) -> surface.Statement:
    if symbol.storage != "constant":
        return store(r, symbol, value, span, span)
    whole = surface.Subscript(
        surface.Name(r.own_name(symbol), span), (surface.Ellipsis(span),), span, exact=True
    )
    return surface.Assign((whole,), value, span)


def data_item(
    r: Routine, symbol: Symbol, target: tree.Expr, value: surface.Expr
) -> surface.Statement:
    if isinstance(target, tree.Apply):
        return surface.Assign((element(r, target, symbol),), value, target.span)
    return filled(r, symbol, value, target.span)


__all__ = ["DType", "Translation", "function", "intrinsic"]
