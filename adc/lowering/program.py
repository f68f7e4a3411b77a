"""A function of the surface tree, with the types of its arguments, as a Program."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

import sympy

from adc.diagnostics import AdcError, Diagnostic
from adc.frontends import surface
from adc.frontends.names import bound_names
from adc.frontends.rules import Rule
from adc.frontends.types import ArgumentType, Signature
from adc.ir import shapes
from adc.ir.declarations import Container, Parameter
from adc.ir.dtypes import DType
from adc.ir.enums import ParameterKind, Role
from adc.ir.program import Program
from adc.lowering.asked_slopes import Slopes
from adc.lowering.attempts import best_lowered
from adc.lowering.complex.pairs import halves
from adc.lowering.context import Context
from adc.lowering.control.exchanges import with_exchanges
from adc.lowering.elementwise import literal
from adc.lowering.expressions import evaluate
from adc.lowering.finishing import declare_results, finished
from adc.lowering.fortran.integer_storage import carry_integers
from adc.lowering.inlining import open_scope
from adc.lowering.integers.formulas import check_formulas
from adc.lowering.integers.width import check_widths
from adc.lowering.measured import warn_of_measured
from adc.lowering.module_names import global_names
from adc.lowering.objects.handing_back import hand_back
from adc.lowering.positions.tables import settle_unique
from adc.lowering.routines import Policy, Store, keeper, with_routines
from adc.lowering.splitting import with_shallow_expressions
from adc.lowering.statements import lower_body
from adc.lowering.store import store
from adc.lowering.told import Told
from adc.lowering.values import (
    Complex,
    Integer,
    Value,
    View,
    of_view,
    places,
)


def lower(
    module: surface.Module,
    function_name: str,
    signature: Signature,
    warnings: list[Diagnostic],
    inline: str = "auto",
    rules: Sequence[Rule] = (),
    room: int = 0,
    slopes: Slopes | None = None,
    sizes: Mapping[str, int] = MappingProxyType({}),
    forms: bool = False,
) -> Program:
    """The function `function_name` of `module` as a Program, its callees written out in it or, as
    `inline` says ("auto", "all", "none"), beside it as routines. Calls of what `rules` are of stay
    calls of libraries' routines. Arrays whose length nothing but data tell have `room` for so many
    elements, where it is not 0. `slopes` tells the tangents of what the function minimises. Where
    only one of several cases can be had it is that of `sizes`. Where paths return results of
    several `forms`, all but the largest end with an error code; they are refused otherwise.

    Raises AdcError (ADC02xx) for what has no exact meaning in the IR.
    """
    symbols = {n for kind in signature.values() for e in kind.shape for n in shapes.names(e)}
    module = with_shallow_expressions(module, reserved_names(module) | symbols)
    function = module.find(function_name)
    if function is None:
        raise AdcError.of("ADC0208", f"there is no function `{function_name}`")
    warn_of_measured(module, function, warnings)
    externals = {rule.name: rule for rule in rules}
    policy = Policy(module, function, inline)
    if policy.any:
        before = list(warnings)
        try:
            return lowered_with(
                Store(policy, externals, room=room, sizes=sizes, slopes=slopes, forms=forms),
                function, signature, warnings,
            )  # fmt: skip
        except AdcError:  # told of as if no call were kept
            warnings[:] = before
            policy = Policy(module, function, "all")
    return lowered_with(
        Store(policy, externals, room=room, sizes=sizes, slopes=slopes, forms=forms), function,
        signature, warnings,
    )  # fmt: skip


def lowered_with(
    store: Store, function: surface.Function, signature: Signature, warnings: list[Diagnostic]
) -> Program:
    """The function, with the routines that are kept."""

    def context(ranges: bool, ways: bool) -> Context:
        return Context(
            store.policy.module, warnings, lower_body=lower_body, evaluator=evaluate,
            span=function.span, ranges=ranges, ways=ways,
            keep=keeper(store),
            told=Told(room=store.room, sizes=store.sizes, forms=store.forms), slopes=store.slopes,
        )  # fmt: skip

    program = best_lowered(context, lambda cx: lowered(cx, function, signature), warnings)
    return with_routines(program, store)


def lowered(cx: Context, function: surface.Function, signature: Signature) -> Program:
    """The whole function in a fresh context."""
    module = cx.module
    cx.reserved = reserved_names(module)
    declare_sizes(cx, function, signature)
    global_names(cx)
    integers = frozenset(n for n, kind in signature.items() if is_symbol(kind))
    body = open_scope(cx, _with_exchanges(cx, function, signature), integers)
    declare_arguments(cx, function, signature)
    declare_stop(cx)
    lower_body(cx, body)
    hand_back(cx, function)
    check_formulas(cx)
    carry_integers(cx)
    settle_unique(cx)
    pairs = [name for name, kind in signature.items() if kind.pairs]
    results = declare_results(cx, function, pairs)
    program = finished(cx, function, parameters(cx, function, signature), results, pairs)
    check_widths(program)
    return program


def _with_exchanges(
    cx: Context, function: surface.Function, signature: Signature
) -> surface.Function:
    """`function` with copies of the arguments that it exchanges, if an attempt has found that it
    has to be written so."""
    if cx.fortran:
        return function
    arrays = [n for n, kind in signature.items() if len(kind.shape) > kind.pairs]
    written = with_exchanges(function, arrays, cx.reserved | cx.taken)
    cx.told.exchanges = written is not function
    return written if cx.learned.exchanges else function


def reserved_names(module: surface.Module) -> frozenset[str]:
    """Every name that the source uses: names that adc makes keep away from them."""
    names = {n for f in module.functions for n in bound_names(f)}
    names |= {p.name for f in module.functions for p in f.parameters}
    names |= {n for a in module.constants for t in a.targets if isinstance(t, surface.Name)
              for n in (t.name,)}  # fmt: skip
    return frozenset(names)


# -- names on entry --------------------------------------------------------------------------------


def is_symbol(kind: ArgumentType) -> bool:
    """Whether an argument is an integer symbol and not a container."""
    return kind.shape == () and kind.dtype.is_integer


def size_names(function: surface.Function, signature: Signature) -> list[str]:
    """The symbols of the shapes that are not below 0, in order of first appearance."""
    found: dict[str, None] = {}
    for parameter in function.parameters:
        for extent in signature[parameter.name].shape:
            for atom in in_order(extent):
                found[atom] = None
    return [n for n in found if n not in signature or not signature[n].signed]


def in_order(extent: sympy.Expr) -> list[str]:
    return sorted(shapes.names(extent))


def declare_sizes(cx: Context, function: surface.Function, signature: Signature) -> None:
    """Sizes are non-negative, and so are the extents of arguments."""
    sizes = size_names(function, signature)
    integers = [n for n, kind in signature.items() if is_symbol(kind)]
    cx.symbols = {*sizes, *integers}
    cx.taken |= cx.symbols
    cx.prover.nonnegative |= {shapes.symbol(n) for n in sizes}
    for kind in signature.values():
        for extent in kind.shape:
            if not extent.is_Symbol:
                cx.prover.assume(extent)


def declare_arguments(cx: Context, function: surface.Function, signature: Signature) -> None:
    for parameter in function.parameters:
        kind, name = signature[parameter.name], parameter.name
        if is_symbol(kind):
            bind_argument(cx, name, Integer(shapes.symbol(name)))
            continue
        cx.taken.add(name)
        span = parameter.span
        cx.containers[name] = Container(
            name, kind.dtype, kind.shape, Role.INPUT, span=span, unique=kind.unique
        )
        if kind.pairs:
            bind_argument(cx, name, complex_argument(name, kind))
            continue
        view = View(name, kind.shape, places(len(kind.shape)))
        stable = kind.shape == () and not cx.fortran
        bind_argument(cx, name, of_view(view, kind.dtype, weak=kind.weak, stable=stable))


def complex_argument(name: str, kind: ArgumentType) -> Complex:
    """Complex numbers whose parts are every other one of the reals in the container `name`."""
    parts = halves(View(name, kind.shape, places(len(kind.shape))))
    stable = len(kind.shape) == 1
    return Complex(tuple(of_view(v, kind.dtype, weak=kind.weak, stable=stable) for v in parts))


def declare_stop(cx: Context) -> None:
    """The flag that tells of a stop: all functions see it, and it begins as false."""
    if not cx.module.stop:
        return
    name = cx.new_name("stopped")
    cx.containers[name] = Container(name, DType.BOOL, (), Role.STOP, span=cx.span)
    view = View(name, (), ())
    cx.globals[cx.module.stop] = of_view(view, DType.BOOL)
    store(cx, view, DType.BOOL, literal("False", DType.BOOL), cx.span)


def bind_argument(cx: Context, name: str, value: Value) -> None:
    shared = dict(cx.module.shared)
    if name in shared:
        cx.globals[shared[name]] = value
    if name not in shared or not cx.fortran:
        cx.scope.names[name] = value


def parameters(
    cx: Context, function: surface.Function, signature: Signature
) -> tuple[Parameter, ...]:
    """Sizes known from shapes alone (they have no span), then the arguments in order.

    An integer argument that names a size is a size in its own place among the arguments.
    """
    sizes = size_names(function, signature)
    own = {p.name for p in function.parameters}
    result = [Parameter(name, ParameterKind.SIZE) for name in sizes if name not in own]
    for parameter in function.parameters:
        kind = signature[parameter.name]
        if is_symbol(kind):
            what = ParameterKind.SIZE if parameter.name in sizes else ParameterKind.INTEGER
        else:
            what = ParameterKind.ARRAY if kind.shape else ParameterKind.SCALAR
        result.append(Parameter(parameter.name, what, parameter.span))
    return tuple(result)
