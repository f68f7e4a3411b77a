"""Sources and a routine -> a module of the surface tree, with the types of its arguments."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

import sympy

from adc.diagnostics import AdcError, Diagnostic
from adc.frontends import surface
from adc.frontends.calling import Calling
from adc.frontends.fortran import tree
from adc.frontends.fortran.allocated import check_allocations
from adc.frontends.fortran.called import MARK, calling
from adc.frontends.fortran.cases import cases
from adc.frontends.fortran.constants import integer_constant
from adc.frontends.fortran.effects import names_changed
from adc.frontends.fortran.entry_extents import is_vector
from adc.frontends.fortran.families import check_found_initial
from adc.frontends.fortran.fixed import fixed_values, sized
from adc.frontends.fortran.inactive import modules_of
from adc.frontends.fortran.intrinsics import SUBROUTINES
from adc.frontends.fortran.library import is_plain
from adc.frontends.fortran.overlays import check_overlays
from adc.frontends.fortran.parts import Parts
from adc.frontends.fortran.routine import Carried, Shared, names_in, walk
from adc.frontends.fortran.saved_arguments import hand_in_saved
from adc.frontends.fortran.saved_by_callees import begun, share_saved
from adc.frontends.fortran.stops import STOPPED, ending_at_stops
from adc.frontends.fortran.symbols import Scope, Sources, Symbol, storage_of
from adc.frontends.fortran.to_functions import Translation, one
from adc.frontends.kernel import Kernel
from adc.frontends.types import ArgumentType, Signature
from adc.ir import shapes
from adc.ir.dtypes import DType


def translate(
    sources: Sources, head: tree.Unit, warnings: list[Diagnostic], texts: Mapping[str, str] = {},
    inactive: tuple[str, ...] = (), first_call: bool = False,
) -> Kernel:  # fmt: skip
    """`head` and what it calls, as functions; its arguments with their types and shapes. `texts`
    are what `--fix` gives dummies of `head` while compiling; `inactive` are
    subroutines whose calls are left out. With `first_call` each call is as the first one: what
    `head` saves begins with its initial values.

    Raises AdcError for what is not supported, at its line.
    """
    if head.error is not None:
        raise head.error
    scope = sources.scope(head)
    shared = Shared(
        storage_of(scope), inactive=frozenset(inactive), target=head, first_call=first_call
    )
    translation = Translation(sources, warnings, shared)
    fixed = fixed_values(head, scope, texts)
    kept = hand_in_saved(translation, head)
    share_saved(translation, head)
    translation.add(head.name, head, head=True, fixed=fixed)
    check_shared(shared)
    signature: Signature = {}
    parts = Parts(sources.elaboration)
    names = Naming({d.name for d in scope.arguments}, shared, parts)
    order = {f.file: number for number, f in enumerate(sources.files)}
    given = shared.symbols.keys() - shared.saved.keys()
    # Components of one variable are declared in one place.
    for key in sorted(given, key=lambda k: (declared_at(shared.symbols[k], order), k)):
        names.of_shared(key)
    for dummy in (d for d in scope.arguments if d.name not in fixed):
        signature[dummy.name] = argument_type(dummy, names)
    origins = {d.name: told for d in scope.arguments if (told := of_dummy(d, parts))}
    extra = []
    for name, symbol in names.variables():
        origins[name] = origin(symbol, parts.origin(symbol))
        signature[name] = argument_type(replace(symbol, name=name), names)
        extra.append(surface.Parameter(name, None, None, symbol.span))
    functions = translation.functions
    if shared.stopping - {id(head)}:
        functions = {name: ending_at_stops(f) for name, f in functions.items()}
    function = completed(functions[head.name], shared, head, names, extra)
    functions = {**functions, head.name: function}
    file = head.span.file
    text = next((f.text for f in sources.files if f.file == file), "")
    module = surface.Module(
        file, text, "fortran",
        tuple(functions.values()), (), (),
        shared=names.seen_by_all(),
        stop=STOPPED if translation.shared.stopped else "",
        others=tuple(f.file for f in sources.files if f.file != file),
    )  # fmt: skip
    called = calling(head, scope, names.known, shared, fixed, parts)
    chosen = cases(scope, fixed.keys(), names_changed(translation.routine(head), head))
    called = replace(with_missing(called, sources, scope, shared), kept=kept, cases=chosen)
    signature = sized(with_signs(scope, signature), scope, fixed)
    return Kernel(module, head.name, signature, origins, called)


def check_shared(shared: Shared) -> None:
    """Raises ADC0169 for what only all routines together tell."""
    check_allocations(shared)
    check_found_initial(shared)
    check_overlays(shared.symbols.values())


def with_missing(called: Calling, sources: Sources, scope: Scope, shared: Shared) -> Calling:
    """`called` with what no given file defines: what may do nothing, and what libraries have; and
    whether each call is as the first one."""
    inactive = shared.inactive
    missing = tuple(sorted(n for n in inactive if _is_missing(n, sources)))
    modules = modules_of(sources, scope, missing) if missing else {}
    names = {name.partition("%")[0] for name in shared.sites}
    names |= {unit.name for unit in shared.units.values() if is_plain(unit)}
    libraries = tuple(sorted(n for n in names if sources.given(n) is None))
    return replace(
        called,
        afresh=shared.begins_anew,
        stubs=missing,
        stub_modules=tuple(modules.items()),
        libraries=libraries,
    )


def _is_missing(name: str, sources: Sources) -> bool:
    return sources.given(name) is None and name not in SUBROUTINES


def completed(
    function: surface.Function, shared: Shared, head: tree.Unit, names: Naming,
    extra: list[surface.Parameter],
) -> surface.Function:  # fmt: skip
    """The function of `head` with COMMON and module variables as further parameters; the integers
    that are handed from call to call begin as these."""
    used = (shared.integers or {}).get(id(head), Carried()).taken
    span = head.span
    given = [
        surface.Assign((surface.Name(key, span),), surface.Name(name, span), span)
        for key, (name, _) in names.known.items()
        if key in used
    ]
    parameters = (*function.parameters, *extra)
    return replace(function, parameters=parameters, body=(*begun(shared), *given, *function.body))


#: How the generated function takes complex numbers.
_PAIRS = ", complex numbers as pairs of reals"


def of_dummy(symbol: Symbol, parts: Parts) -> str:
    """What a dummy is in the source, where its name does not tell."""
    return f"{symbol.name}{_PAIRS}" if symbol.base == "complex" else parts.origin(symbol)


def origin(symbol: Symbol, component: str) -> str:
    """Where a COMMON or module variable stands in the source, in words; `component` is how the
    source writes a component."""
    own = component or symbol.original or symbol.name
    if symbol.storage == "module" and MARK in symbol.owner:
        return f"{own} that {symbol.owner.partition(MARK)[0]} saves"
    if symbol.storage == "module":
        return f"{own} of module {symbol.owner}" + (_PAIRS if symbol.base == "complex" else "")
    return f"{own} of COMMON /{symbol.block}/" if symbol.block else f"{own} of blank COMMON"


@dataclass
class Naming:
    """Names of arguments and of the extents that only shapes tell; `known` are COMMON and module
    variables by key, with their names; `extents` are those of arrays that were asked for, by name
    and dimension, None while one is being found."""

    taken: set[str]
    shared: Shared
    parts: Parts
    known: dict[str, tuple[str, Symbol]] = field(default_factory=dict)
    extents: dict[tuple[str, int], sympy.Expr | None] = field(default_factory=dict)
    #: Sizes of their own, by variable and dimension.
    sizes: dict[tuple[str, int], sympy.Expr] = field(default_factory=dict)

    def fresh(self, stem: str) -> str:
        name, number = stem, 0
        while name in self.taken:
            number += 1
            name = f"{stem}_{number}"
        self.taken.add(name)
        return name

    def size_of(self, symbol: Symbol, dimension: int) -> sympy.Expr:
        """A size that only the caller knows; of arrays of a derived type one for all components."""
        place = self.parts.shared_dimension(symbol, dimension) or (symbol.name, dimension)
        if place not in self.sizes:
            stem = place[0].replace("%", "_")
            self.sizes[place] = shapes.symbol(self.fresh(f"{stem}_{place[1] + 1}"))
        return self.sizes[place]

    def of_shared(self, key: str) -> str:
        """A COMMON or module variable: its own name, or `block_name` where that is taken."""
        if key not in self.known:
            symbol = self.shared.symbols[key]
            own = symbol.original or symbol.name
            name = self.fresh(own if own not in self.taken else re.sub("%+", "_", key))
            self.known[key] = (name, symbol)
        return self.known[key][0]

    def seen_by_all(self) -> tuple[tuple[str, str], ...]:
        """What all functions see: the name in the function itself, and in all of them."""
        saved = (key for key in self.shared.saved if key in self.shared.symbols)
        own = ((self.fresh(re.sub("%+", "_", key)), key) for key in saved)
        return (*((name, key) for key, (name, _) in self.known.items()), *own)

    def variables(self) -> Iterator[tuple[str, Symbol]]:
        """What is shared, also what comes in while this goes on."""
        number = 0
        while number < len(self.known):
            yield list(self.known.values())[number]
            number += 1


def declared_at(symbol: Symbol, files: dict[str, int]) -> tuple[int, str, int, int]:
    """Sorts variables by where they are declared: file by file, what is included last."""
    span = symbol.span
    return files.get(span.file, len(files)), span.file, span.line, span.column


def _reached(shared: Shared) -> Iterator[tree.Unit]:
    yield from shared.units.values()
    yield from () if shared.target is None else (shared.target,)


def compared(symbol: Symbol, units: Iterable[tree.Unit] = ()) -> str:
    """The text that `symbol` has at first, or one that the routine or one of `units` compares it
    with; TEXT where there is none."""
    if isinstance(symbol.init, tree.String) and symbol.init.value.strip():
        return symbol.init.value.rstrip()
    for node in walk((symbol.scope.body, *(u.body for u in units))):
        parts: tuple[object, ...] = ()
        if isinstance(node, tree.Binary) and node.op in ("==", "/="):
            parts = (node.left, node.right)
        elif isinstance(node, tree.Select):
            parts = (node.selector, *(i for c in node.cases for i in c.ranges or ()))
        texts = [p.value for p in parts if isinstance(p, tree.String) and p.value.strip()]
        if texts and symbol.name in names_in(parts):
            return texts[0].rstrip()
    return "TEXT"


def with_signs(scope: Scope, signature: Signature) -> Signature:
    """The types where dummies that are bounds of axes whose lower bound is no constant, and nowhere
    an extent, may be below 0."""
    bounds = (
        b for d in scope.arguments for b in d.bounds or ()
        if b.lower is not None and integer_constant(b.lower, d.scope) is None
    )  # fmt: skip
    ends = {n for b in bounds for n in names_in((b.lower, b.upper))}
    ends -= {str(e) for kind in signature.values() for e in kind.shape}
    return {name: replace(kind, signed=name in ends) for name, kind in signature.items()}


def argument_type(symbol: Symbol, names: Naming) -> ArgumentType:
    """The type and the reversed shape of an argument of the generated function, which has pairs of
    reals for complex numbers, as they lie in memory (Fortran 2018, 19.6.5)."""
    if symbol.base == "character":
        if symbol.length == 1 and symbol.bounds is None:
            return ArgumentType(DType.INT64, span=symbol.span)
        what = "a string" if symbol.bounds is None else "an array of characters"
        known = symbol.storage == "dummy" or (symbol.storage == "module" and symbol.length)
        can_be_fixed = known and symbol.bounds is None and not names.parts.path(symbol)
        text = compared(symbol, _reached(names.shared)) if can_be_fixed else ""
        raise AdcError.of(
            "ADC0240", f"the argument `{symbol.name}` is {what}", symbol.span,
            help=(
                f"fix its text: `--fix {symbol.name}={text}`"
                if can_be_fixed
                else "remove it with what prints it, here and where it is passed on, or pass what "
                "it selects in integers"
            ),
        )  # fmt: skip
    if symbol.dtype is None:
        raise AdcError.of(
            "ADC0240", f"the argument `{symbol.name}` has no type that adc supports", symbol.span,
            help="differentiate a routine that takes numbers and arrays of numbers",
        )  # fmt: skip
    if symbol.base == "complex" and names.parts.path(symbol):
        raise AdcError.of(
            "ADC0240", f"the component `{names.parts.origin(symbol)}` of an argument is complex",
            symbol.span, help="pass it in an argument of its own",
        )  # fmt: skip
    pair = (sympy.Integer(2),) if symbol.base == "complex" else ()
    if symbol.bounds is None:
        dtype = DType.INT64 if symbol.base == "integer" else symbol.dtype
        return ArgumentType(dtype, pair, span=symbol.span)
    if is_vector(symbol):
        return ArgumentType(symbol.dtype, (names.size_of(symbol, 0),), span=symbol.span)
    shape = [extent(symbol, d, names) for d in range(len(symbol.bounds))]
    return ArgumentType(symbol.dtype, (*reversed(shape), *pair), span=symbol.span)


def extent(symbol: Symbol, dimension: int, names: Naming) -> sympy.Expr:
    """An extent in terms of integer arguments; a size of its own where only the caller knows."""
    key = (symbol.name, dimension)
    if key not in names.extents:
        names.extents[key] = None
        names.extents[key] = new_extent(symbol, dimension, names)
    found = names.extents[key]
    if found is None:
        raise AdcError.of(
            "ADC0227", f"the extents of `{symbol.name}` are made of themselves", symbol.span,
            help="declare the array with integer arguments",
        )  # fmt: skip
    return found


def new_extent(symbol: Symbol, dimension: int, names: Naming) -> sympy.Expr:
    assert symbol.bounds is not None
    bound = symbol.bounds[dimension]
    last = dimension == len(symbol.bounds) - 1
    assumed = bound.star or (last and symbol.storage == "dummy" and one(bound))
    if assumed or bound.upper is None:
        return names.size_of(symbol, dimension)
    upper = size_expression(bound.upper, symbol.scope, names)
    lower = (
        sympy.Integer(1)
        if bound.lower is None
        else size_expression(bound.lower, symbol.scope, names)
    )
    return sympy.expand(upper - lower + 1)


_OPERATORS = {
    "+": lambda a, b: a + b, "-": lambda a, b: a - b, "*": lambda a, b: a * b,
    "/": shapes.floordiv,
}  # fmt: skip


def size_expression(expr: tree.Expr, scope: Scope, names: Naming) -> sympy.Expr:
    """A bound as an integer expression of integer arguments."""
    known = integer_constant(expr, scope)
    if known is not None:
        return sympy.Integer(known)
    if isinstance(expr, tree.Name):
        symbol = scope.lookup(expr.name, expr.span)
        scalar = symbol.base == "integer" and symbol.bounds is None
        if scalar and symbol.storage == "dummy":
            return shapes.symbol(symbol.name)
        if scalar and names.shared.key(symbol) and names.shared.part(symbol) is None:
            return shapes.symbol(names.of_shared(names.shared.key(symbol)))
    if isinstance(expr, tree.Unary) and expr.op in "+-":
        value = size_expression(expr.operand, scope, names)
        return -value if expr.op == "-" else value
    if isinstance(expr, tree.Binary) and expr.op in _OPERATORS:
        a, b = (size_expression(e, scope, names) for e in (expr.left, expr.right))
        return sympy.expand(_OPERATORS[expr.op](a, b))
    if isinstance(expr, tree.Binary) and expr.op == "**":
        power = integer_constant(expr.right, scope)
        if power is not None and power >= 0:
            return sympy.expand(size_expression(expr.left, scope, names) ** power)
    if isinstance(expr, tree.Apply) and expr.name in ("max", "min") and expr.arguments:
        values = [
            size_expression(a, scope, names) for a in expr.arguments
            if not isinstance(a, (tree.Section, tree.Keyword))
        ]  # fmt: skip
        return (shapes.maximum if expr.name == "max" else shapes.minimum)(*values)
    if isinstance(expr, tree.Apply) and expr.name in ("size", "ubound"):
        inquired = inquiry(expr, scope, names)
        if inquired is not None:
            return inquired
    raise AdcError.of(
        "ADC0227", "this bound is no expression of integer arguments and constants", expr.span,
        help="declare the array with integer arguments",
    )  # fmt: skip


def inquiry(expr: tree.Apply, scope: Scope, names: Naming) -> sympy.Expr | None:
    """`size(a)`, `size(a, d)` or `ubound(a, d)` of another argument; None for anything else."""
    given = [a.value if isinstance(a, tree.Keyword) else a for a in expr.arguments]
    array = given[0] if given else None
    is_intrinsic = scope.lookup(expr.name, expr.span).storage == "intrinsic"
    if not is_intrinsic or len(given) > 2 or not isinstance(array, tree.Name):
        return None
    symbol = scope.lookup(array.name, array.span)
    if symbol.storage != "dummy":
        key = names.shared.key(symbol)
        if not key or names.shared.part(symbol) is not None:
            return None
        symbol = replace(symbol, name=names.of_shared(key))
    bounds = symbol.bounds or ()
    wanted = range(len(bounds))
    if len(given) == 2:
        number = None if isinstance(given[1], tree.Section) else integer_constant(given[1], scope)
        wanted = range(0) if number is None else range(number - 1, number)
    known = bool(wanted) and all(0 <= d < len(bounds) and not bounds[d].star for d in wanted)
    if expr.name == "ubound":
        known = known and len(given) == 2 and bounds[wanted[0]].lower is None
    if not known:
        return None
    return sympy.expand(sympy.prod([extent(symbol, d, names) for d in wanted]))


__all__ = ["STOPPED", "translate"]
