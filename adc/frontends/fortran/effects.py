"""Which actual argument a dummy has, and what calls change."""

from __future__ import annotations

from collections.abc import Iterator

from adc.diagnostics import AdcError, Note, Span
from adc.frontends.fortran import tree
from adc.frontends.fortran.hosts import host_routine, is_hosted
from adc.frontends.fortran.library import is_library
from adc.frontends.fortran.routine import Routine, names_in, walk
from adc.frontends.fortran.symbols import Scope, Symbol


def paired(
    r: Routine, unit: tree.Unit, arguments: tuple[tree.Argument, ...], span: Span
) -> list[tuple[Symbol, tree.Argument]]:
    """Each dummy with its actual argument; optional ones that are not given are left out."""
    dummies = r.sources.scope(unit).arguments
    by_name = {d.name: d for d in dummies}
    positional = [a for a in arguments if not isinstance(a, tree.Keyword)]
    if len(positional) > len(dummies):
        raise wrong(unit, f"takes {len(dummies)} arguments", span)
    found: dict[str, tree.Argument] = {d.name: a for d, a in zip(dummies, positional, strict=False)}
    for given in arguments:
        if isinstance(given, tree.Keyword):
            if given.name not in by_name or given.name in found:
                raise wrong(unit, f"does not take `{given.name}` here", given.span)
            found[given.name] = given.value
    missing = [d.name for d in dummies if d.name not in found and not d.optional]
    if missing:
        raise wrong(unit, f"needs the argument `{missing[0]}`", span)
    return [(d, found[d.name]) for d in dummies if d.name in found]


def wrong(unit: tree.Unit, what: str, span: Span) -> AdcError:
    notes = () if is_library(unit) else (Note("it is defined here", unit.span),)
    return AdcError.of(
        "ADC0229", f"`{unit.name}` {what}", span, help="match the call with the definition",
        notes=notes,
    )  # fmt: skip


def integers_changed(r: Routine, unit: tree.Unit) -> set[str]:
    """The scalar integer dummies of `unit` that it, or what it calls, assigns to."""
    changed = names_changed(r, unit)
    return {
        d.name for d in r.sources.scope(unit).arguments
        if d.base == "integer" and d.bounds is None and not d.value and d.intent != "in"
    } & changed  # fmt: skip


def names_changed(r: Routine, unit: tree.Unit) -> frozenset[str]:
    """The names in `unit` of what it, or what it calls, assigns to."""
    scope = r.sources.scope(unit)
    return r.shared.changes.of(
        unit, lambda: frozenset(n for node in walk(scope.body) for n in changes(r, scope, node))
    )


def changed_by_calls(r: Routine) -> frozenset[str]:
    """The names in the routine of what the procedures that it calls assign to."""
    known = r.shared.handed
    if id(r.unit) not in known:
        calls = (n for n in walk(r.scope.body) if isinstance(n, (tree.Call, tree.Apply)))
        known[id(r.unit)] = frozenset(n for c in calls for n in changed_by_call(r, r.scope, c))
    return known[id(r.unit)]


def seen_by_called(r: Routine, body: tree.Body) -> set[str]:
    """The names of what procedures that `body` calls, or these call, may change without being given
    it, and of the functions: variables of modules and COMMON blocks, and of the routine itself
    where one is inside of it."""
    called = {s.name: s.unit for s in named_in(r.scope, body) if s.unit is not None}
    if not called:
        return set()
    scopes = (r.sources.scope(unit) for unit in called.values())
    inside = any(host_routine(scope) is r.scope for scope in scopes)
    seen = (
        s.name for s in named_in(r.scope, r.scope.body)
        if s.storage in ("module", "common") or inside or s.saved or r.hosted(s)
    )  # fmt: skip
    return {*called, *seen}


def named_in(scope: Scope, node: object) -> Iterator[Symbol]:
    """The meanings of the names that occur below `node`, so far as they have one."""
    for name in sorted(names_in(node)):
        try:
            yield scope.lookup(name, scope.unit.span)
        except AdcError:
            continue  # left to whoever reads its statement


def is_own_logical(r: Routine, symbol: Symbol) -> bool:
    """Whether the symbol is a logical that no other unit sees or changes."""
    own = symbol.storage in ("local", "result") and not r.hosted(symbol)
    plain = symbol.base == "logical" and symbol.bounds is None and not symbol.allocatable
    return own and plain and symbol.name not in changed_by_calls(r)


def changes(r: Routine, scope: Scope, node: object) -> Iterator[str]:
    """The names that one statement or reference assigns to."""
    match node:
        case tree.Assign(tree.Name(name) | tree.Apply(name)) | tree.Do(name):
            yield name
        case tree.InputOutput():
            yield from node.looped
            file = node.unit if isinstance(node.unit, (tree.Name, tree.Apply)) else None
            if file and scope.lookup(file.name, file.span).base == "character":  # an internal file
                yield file.name
        case tree.Allocate():
            yield from (name for name, _, _ in node.items)
        case tree.Call() | tree.Apply():
            yield from changed_by_call(r, scope, node)


def is_beyond(r: Routine, scope: Scope, node: tree.Call | tree.Apply) -> bool:
    """Whether the node calls an inactive subroutine whose source adc cannot read, as that of one
    that no file has."""
    if not isinstance(node, tree.Call) or node.name.partition("%")[0] not in r.shared.inactive:
        return False
    try:
        unit = scope.lookup(node.name, node.span).unit
        if unit is not None:
            names_changed(r, unit)
            r.sources.scope(unit).arguments  # noqa: B018 (which are read here)
        return unit is None
    except AdcError:
        return True


def changed_by_call(r: Routine, scope: Scope, node: tree.Call | tree.Apply) -> Iterator[str]:
    try:
        symbol = scope.lookup(node.name, node.span)
    except AdcError:
        if node.name.partition("%")[0] in r.shared.inactive:  # of a module that is not given
            return
        raise
    if symbol.storage == "intrinsic" and node.name == "move_alloc":
        yield from (a.name for a in node.arguments if isinstance(a, tree.Name))
    if symbol.storage != "procedure" or symbol.unit is None or is_beyond(r, scope, node):
        return
    changed = names_changed(r, symbol.unit)
    for dummy, actual in paired(r, symbol.unit, node.arguments, node.span):
        match actual:
            case tree.Name(name) | tree.Apply(name) if dummy.name in changed and not dummy.value:
                yield name


def handed_by_storage(r: Routine, node: tree.Call | tree.Apply) -> Iterator[tree.Argument]:
    """The arguments of a call of which the procedure takes storage alone, with extents of its own
    (Fortran 2018, 15.5.2.11)."""
    if node.name.partition("%")[0] in r.shared.inactive:
        return
    symbol = r.scope.lookup(node.name, node.span)
    if symbol.storage != "procedure" or symbol.unit is None or is_library(symbol.unit):
        return
    for dummy, actual in paired(r, symbol.unit, node.arguments, node.span):
        if dummy.bounds and not any(b.upper is None and not b.star for b in dummy.bounds):
            yield actual


# -- functions with effects ------------------------------------------------------------------------


def with_effects(
    r: Routine, scope: Scope, node: object, seen: frozenset[int] = frozenset()
) -> bool:
    """Whether `node` calls a function that changes more than its own locals, so that it must be
    called exactly once; `seen` are units that are looked at already."""
    called = [n for n in walk(node) if isinstance(n, (tree.Apply, tree.Call))]
    units = [scope.lookup(n.name, n.span).unit for n in called]
    return any(has_effects(r, u, seen) for u in units if u is not None and id(u) not in seen)


def has_effects(r: Routine, unit: tree.Unit, seen: frozenset[int]) -> bool:
    scope = r.sources.scope(unit)
    named = (scope.lookup(name, unit.span) for name in names_changed(r, unit))
    if any(outlives(symbol, scope) for symbol in named):
        return True
    return with_effects(r, scope, scope.body, seen | {id(unit)})


def outlives(symbol: Symbol, scope: Scope) -> bool:
    """Whether others than the unit of `scope` see what it assigns to the variable."""
    return symbol.storage not in ("local", "result") or symbol.saved or is_hosted(symbol, scope)
