"""One of the file's functions lowered by itself, for all calls that pass it what looks alike."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import sympy

from adc.diagnostics import Span
from adc.frontends import surface
from adc.ir import shapes
from adc.ir.call import Call
from adc.ir.declarations import Container, Parameter
from adc.ir.dtypes import DType
from adc.ir.enums import ParameterKind, Role
from adc.ir.expressions import index_names
from adc.ir.node import Body
from adc.ir.nodes import Loop, While
from adc.ir.program import Program
from adc.ir.shapes import Shape, substitute, symbol
from adc.ir.walking import walk_nodes
from adc.lowering.attempts import best_lowered
from adc.lowering.context import Context, containers_read
from adc.lowering.control.returns import collect_returns
from adc.lowering.finishing import Results, finished, result_container
from adc.lowering.inlining import open_scope
from adc.lowering.integers.width import check_widths
from adc.lowering.routines.patterns import EXTENT, Formal, Kind, NotKeptError, Pattern
from adc.lowering.told import Told
from adc.lowering.values import Array, Integer, Value, View, anywhere, of_view, places

#: Which symbols of a routine, by their place, its work or memory depends on.
Sized = dict[str, tuple[int, ...]]


@dataclass(frozen=True)
class Returned:
    """A value that the function returns: the container that has it, an OUTPUT or an array that was
    passed, and its shape by the routine's symbols; whether it is one of Python's numbers (`weak`),
    or may be (`either`)."""

    container: str
    shape: Shape
    dtype: DType
    weak: bool
    either: bool = False


@dataclass(frozen=True)
class Alone:
    """A function as a program. `symbols` and `containers` are what the pattern's symbols and the
    formals are called there; `sized` are the symbols that the amount of its work or memory
    depends on."""

    program: Program
    pattern: Pattern
    symbols: dict[str, str]
    containers: dict[str, str]
    returned: tuple[Returned, ...]
    sized: frozenset[str]
    #: Whether it is for calls on branches; None where that makes no difference to it.
    on_branch: bool | None = None


def lowered_alone(
    cx: Context, function: surface.Function, name: str, pattern: Pattern, sized: Sized,
    captured: Mapping[str, Value],
) -> Alone:  # fmt: skip
    """`function`, called in `cx` with arguments of the `pattern`, as the program `name`; `sized`
    are the symbols that matter to the size of routines that are there already, `captured` what it
    takes from around it.

    AdcError or NotKeptError where it is no routine.
    """

    contexts: list[Context] = []

    def context(ranges: bool, ways: bool) -> Context:
        contexts.append(_context(cx, function, ranges, ways))
        return contexts[-1]

    def lowered(own: Context) -> Alone:
        return _lowered(own, function, name, pattern, sized, captured)

    found = best_lowered(context, lowered, cx.warnings)
    asked = any(own.asked_branch for own in contexts)
    return replace(found, on_branch=cx.called_on_branch if asked else None)


def _context(cx: Context, function: surface.Function, ranges: bool, ways: bool) -> Context:
    """A fresh context in which the names of the module mean what they do in `cx`."""
    above = (*cx.above, *(s.function.name for s in cx.scopes))
    return Context(
        cx.module, cx.warnings, globals=_globals(cx), hiding=cx.hiding, reserved=cx.reserved,
        lower_body=cx.lower_body, evaluator=cx.evaluator, keep=cx.keep, above=above,
        on_branch=cx.called_on_branch, span=function.span, ranges=ranges, ways=ways,
        told=Told(room=cx.told.room, boxes=cx.told.boxes), slopes=cx.slopes,
    )  # fmt: skip


def _globals(cx: Context) -> dict[str, Value]:
    """What does not depend on the caller."""
    shared = {key for _, key in cx.module.shared} | {cx.module.stop}
    return {n: v for n, v in cx.globals.items() if n not in shared and not depends(v)}


def depends(value: Value) -> bool:
    """Whether the value of a module's name is made of sizes and integer arguments."""
    if isinstance(value, Array) and not value.shape:
        return bool(index_names(value.at(())))
    return isinstance(value, Integer) and bool(value.value.free_symbols)


def _lowered(
    own: Context, function: surface.Function, name: str, pattern: Pattern,
    sized: Sized, captured: Mapping[str, Value],
) -> Alone:  # fmt: skip
    symbols = _declare_symbols(own, pattern)
    integers = frozenset(f.name for f in pattern.formals if f.kind is Kind.INTEGER)
    constant = frozenset(f.name for f in pattern.formals if isinstance(f.constant, Integer))
    body = open_scope(own, function, integers | constant)
    own.scope.names.update(captured)
    containers = _declare(own, function, pattern, symbols)
    if own.lower_body is None:
        raise NotKeptError
    own.lower_body(own, body)
    refuse_uncertain(own, containers)
    returned = _results(own, set(containers.values()), function.stays)
    parameters = _parameters(own, function, pattern, symbols, containers)
    returns = tuple(r.container for r in returned if r.container not in containers.values())
    results = Results(returns, ("",) * len(returns))
    program = replace(finished(own, function, parameters, results), name=name)
    check_widths(program)
    return Alone(program, pattern, symbols, containers, returned, sized_by(program, sized))


# -- on entry --------------------------------------------------------------------------------------


def _declare_symbols(own: Context, pattern: Pattern) -> dict[str, str]:
    """Names for the pattern's symbols: the parameter's, or for extents the caller's."""
    names: dict[str, str] = {}
    for canonical, value in pattern.values.items():
        names[canonical] = own.user_name(_stem(canonical, value, pattern))
    own.symbols = set(names.values())
    used = {n for f in pattern.formals for e in f.shape for n in shapes.names(e)}
    used -= {f"?{f.key}" for f in pattern.formals if f.signed}
    own.prover.nonnegative |= {symbol(names[n]) for n in used}
    for formal in pattern.formals:
        for extent in called(formal.shape, names):
            if not extent.is_Symbol:
                own.prover.assume(extent)
    for fact in sorted(pattern.facts, key=sympy.default_sort_key):
        (known,) = called((fact,), names)
        if not own.prover.nonneg(known):
            own.assume(known, ">=", sympy.Integer(0), "what is passed", own.span)
    return names


def _stem(canonical: str, value: sympy.Expr, pattern: Pattern) -> str:
    if not canonical.startswith(EXTENT):
        return next(f.name for f in pattern.formals if f"?{f.key}" == canonical)
    if value.is_Symbol:
        return str(value.name)
    owners = (
        f"{f.name}_{axis + 1}"
        for f in pattern.formals
        for axis, extent in enumerate(f.shape)
        if extent == symbol(canonical)
    )
    return next(owners, "extent")


def called(shape: Shape, names: dict[str, str]) -> Shape:
    """`shape` with the pattern's symbols under their names in the routine."""
    return tuple(substitute(e, {old: symbol(new) for old, new in names.items()}) for e in shape)


def _declare(
    own: Context, function: surface.Function, pattern: Pattern, symbols: dict[str, str]
) -> dict[str, str]:
    """Binds the parameters; the containers of arrays and numbers, by what they are passed for."""
    containers: dict[str, str] = {}
    bound: dict[str, Value] = {}
    for formal in pattern.formals:
        value: Value
        if formal.kind is Kind.CONSTANT:
            value = formal.known
        elif formal.kind is Kind.SAME:
            value = bound[formal.same]
        elif formal.kind is Kind.INTEGER:
            value = Integer(symbol(symbols[f"?{formal.key}"]))
        else:
            name = containers[formal.key] = own.user_name(formal.name)
            value = _container(own, name, formal, called(formal.shape, symbols), function.span)
        table = own.globals if formal.shared else own.scope.names
        table[formal.shared or formal.name] = bound[formal.key] = value
    return containers


def _container(own: Context, name: str, formal: Formal, shape: Shape, span: Span) -> Array:
    assert formal.dtype is not None
    own.containers[name] = Container(name, formal.dtype, shape, Role.INPUT, span=span)
    view = View(name, shape, places(len(shape)))
    stable = not shape and not own.fortran
    return of_view(view, formal.dtype, weak=formal.weak, stable=stable)


def _parameters(
    own: Context, function: surface.Function, pattern: Pattern, symbols: dict[str, str],
    containers: dict[str, str],
) -> tuple[Parameter, ...]:  # fmt: skip
    """Extents that only shapes tell, then the arguments in order."""
    extents = [n for n in symbols if n.startswith(EXTENT)]
    found = [Parameter(symbols[n], ParameterKind.SIZE) for n in extents]
    sizes = {n for c in containers.values() for e in own.containers[c].shape for n in _names(e)}
    spans = {p.name: p.span for p in function.parameters}
    for formal in pattern.formals:
        span = spans.get(formal.name, function.span)
        if formal.kind is Kind.INTEGER:
            name = symbols[f"?{formal.key}"]
            size = name in sizes and not formal.signed
            kind = ParameterKind.SIZE if size else ParameterKind.INTEGER
            found.append(Parameter(name, kind, span))
        elif formal.key in containers:
            kind = ParameterKind.ARRAY if formal.shape else ParameterKind.SCALAR
            found.append(Parameter(containers[formal.key], kind, span))
    return tuple(found)


def _names(extent: sympy.Expr) -> frozenset[str]:
    return shapes.names(extent)


# -- at the end ------------------------------------------------------------------------------------


def refuse_uncertain(own: Context, containers: dict[str, str]) -> None:
    """NotKeptError where a caller would have to know more than the routine's program says."""
    if (
        own.misfit
        or own.stopped
        or own.prologue.body
        or own.types.loose.keys() & set(containers.values())
    ):
        raise NotKeptError


def _results(own: Context, formals: set[str], stays: bool) -> tuple[Returned, ...]:
    found: list[Returned] = []
    for position, value in enumerate(collect_returns(own.scope)):
        earlier = [r.container for r in found]
        if not isinstance(value, Array) or value.boxed or _is_uncertain(own, value, stays):
            raise NotKeptError
        if not _names(sympy.Tuple(*value.shape)) <= own.symbols:
            raise NotKeptError
        if value.shape and value.view is not None and value.view.container in earlier:
            raise NotKeptError
        either = not value.weak and own.types.may_be_pythons(anywhere(value))
        name = _place(own, value, position, earlier, formals)
        found.append(Returned(name, value.shape, value.dtype, value.weak, either))
    return tuple(found)


def _is_uncertain(own: Context, value: Array, stays: bool) -> bool:
    """Whether more is known of `value` than its type and its elements: what it may share memory
    with, or be on some path. Integers, and what is no data, are expressions of the caller where a
    call is written out; those of adc's own functions that stay are data."""
    read = containers_read(value)
    seen = [n for n, c in own.containers.items() if c.role != Role.LOCAL]
    copies = {copy for source in seen for copy in own.watched.get(source, {})}
    unsure = read & {*own.stretched, *own.merged, *own.defaults, *copies}
    loose = own.types.origin(anywhere(value)) is not None
    # Beside numbers of single precision it counts whether one is Python's own.
    single = any(c.dtype is DType.FLOAT32 for c in own.containers.values())
    loose = loose or (single and own.types.is_of_two_kinds(anywhere(value)))
    known = not value.shape and ((value.dtype.is_integer and not stays) or not read)
    return bool(value.ways) or bool(unsure) or loose or known


def _place(own: Context, value: Array, position: int, earlier: list[str], formals: set[str]) -> str:
    """The container of a value: one that was passed where it is returned as a whole."""
    view = value.view
    inside = view is not None and bool(value.shape) and view.container in formals
    name = result_container(own, value, position, earlier)
    if inside and view is not None and name != view.container:
        raise NotKeptError  # a part of what was passed
    return name


def sized_by(program: Program, known: Sized) -> frozenset[str]:
    """The symbols of `program` in shapes, bounds of loops and domains, and in what it passes to
    routines (`known`) for such."""
    exprs = [e for c in program.containers for e in c.shape]
    exprs += _bounds(program.body)
    for node in walk_nodes(program.body):
        if isinstance(node, Call):
            exprs += [node.given[k] for k in known[node.routine]]
    used = frozenset[str]().union(*(shapes.names(e) for e in exprs)) if exprs else frozenset()
    return used & set(program.symbols)


def _bounds(body: Body) -> list[sympy.Expr]:
    found: list[sympy.Expr] = []
    for node in walk_nodes(body):
        if isinstance(node, Loop):
            found += [node.start, node.stop]
        elif isinstance(node, While) and node.limit is not None:
            found.append(node.limit)
        domains = [e.domain for e in node.evaluated] + [w.domain for w in node.writes]
        found += [bound for domain in domains for d in domain for bound in (d.start, d.stop)]
    return found
