"""A function of the surface tree, with the types of its arguments, as a Program."""

from __future__ import annotations

from dataclasses import replace

import sympy

from adc.diagnostics import AdcError, Diagnostic
from adc.frontends import surface
from adc.frontends.names import bound_names
from adc.frontends.types import ArgumentType, Signature
from adc.ir import shapes
from adc.ir.declarations import Container, Parameter
from adc.ir.dtypes import DType
from adc.ir.enums import ParameterKind, Role
from adc.ir.node import Body, Node
from adc.ir.nodes import Compute
from adc.ir.program import Program
from adc.ir.walking import is_silent, map_body, walk_nodes
from adc.lowering.assumptions import essential, joined
from adc.lowering.binding import is_whole
from adc.lowering.context import Context, refuse_number
from adc.lowering.elementwise import literal
from adc.lowering.expressions import evaluate
from adc.lowering.inlining import open_scope
from adc.lowering.misfits import with_misfit
from adc.lowering.module_names import global_names
from adc.lowering.promotion import as_array
from adc.lowering.returns import collect_returns
from adc.lowering.splitting import with_shallow_expressions
from adc.lowering.statements import lower_body
from adc.lowering.store import materialise, store
from adc.lowering.values import (
    Array,
    Integer,
    Value,
    View,
    describe,
    of_view,
    places,
)
from adc.lowering.width import check_widths


def lower(
    module: surface.Module,
    function_name: str,
    signature: Signature,
    warnings: list[Diagnostic],
) -> Program:
    """The function `function_name` of `module` as a Program, its callees inlined.

    Raises AdcError (ADC02xx) for what has no exact meaning in the IR.
    """
    symbols = {n for kind in signature.values() for e in kind.shape for n in shapes.names(e)}
    module = with_shallow_expressions(module, reserved_names(module) | symbols)
    function = module.find(function_name)
    if function is None:
        raise AdcError.of("ADC0208", f"there is no function `{function_name}`")
    return best_lowered(module, function, signature, warnings)


def best_lowered(
    module: surface.Module, function: surface.Function, signature: Signature,
    warnings: list[Diagnostic],
) -> Program:  # fmt: skip
    """The function lowered in the way that gives the simplest program; where that is refused, in
    others: names that stand for several arrays as one of them, a `while` as it is written."""
    first: AdcError | None = None
    before, ranges, ways = len(warnings), True, False
    while True:
        cx = Context(
            module, warnings, lower_body=lower_body, evaluator=evaluate, span=function.span,
            ranges=ranges, ways=ways,
        )  # fmt: skip
        try:
            return lowered(cx, function, signature)
        except AdcError as error:
            code = error.diagnostics[0].code
            # A bound that is none is of a loop that the source does not have.
            first = first or (error if code != "ADC0227" or not cx.ranged else None)
            if code == "ADC0211" and not ways:
                ways = True
            elif cx.ranged:
                ranges, ways = False, False
            else:
                raise (first or error) from None
        del warnings[before:]


def lowered(cx: Context, function: surface.Function, signature: Signature) -> Program:
    """The whole function in a fresh context."""
    module = cx.module
    cx.reserved = reserved_names(module)
    declare_sizes(cx, function, signature)
    global_names(cx)
    integers = frozenset(n for n, kind in signature.items() if is_symbol(kind))
    body = open_scope(cx, function, integers)
    declare_arguments(cx, function, signature)
    declare_stop(cx)
    lower_body(cx, body)
    returns = declare_results(cx, function)
    program = finished(cx, function, parameters(cx, function, signature), returns)
    check_widths(program)
    return program


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
    """The symbols of the shapes, in order of first appearance."""
    found: dict[str, None] = {}
    for parameter in function.parameters:
        for extent in signature[parameter.name].shape:
            for atom in in_order(extent):
                found[atom] = None
    return list(found)


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
        cx.containers[name] = Container(name, kind.dtype, kind.shape, Role.INPUT, span=span)
        view = View(name, kind.shape, places(len(kind.shape)))
        stable = kind.shape == () and not cx.fortran
        bind_argument(cx, name, of_view(view, kind.dtype, weak=kind.weak, stable=stable))


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
    else:
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


# -- results ---------------------------------------------------------------------------------------


def declare_results(cx: Context, function: surface.Function) -> tuple[str, ...]:
    """A container for each returned value, in order."""
    returns: list[str] = []
    values = collect_returns(cx.scope)
    for position, value in enumerate(values):
        if not isinstance(value, (Array, Integer)):
            raise AdcError.of(
                "ADC0231",
                f"`{function.name}` returns {describe(value)}",
                function.span,
                help="return arrays and numbers",
            )
        refuse_number(cx, value, "its shape", function.span)
        returns.append(result_container(cx, as_array(value), position, returns))
    return tuple(returns)


def result_container(cx: Context, value: Array, position: int, earlier: list[str]) -> str:
    """The container that holds `value` after the call: its own where it is a whole one."""
    view = value.view
    if view is not None and is_whole(cx, view):
        container = cx.containers[view.container]
        if container.role == Role.LOCAL and container.name not in earlier:
            cx.containers[container.name] = replace(container, role=Role.OUTPUT)
            return container.name
        if container.shape and container.role in (Role.INPUT, Role.INOUT):
            return container.name
    made = materialise(cx, value, f"return_{position}")
    cx.containers[made.container] = replace(cx.containers[made.container], role=Role.OUTPUT)
    return made.container


# -- the end ---------------------------------------------------------------------------------------


def finished(
    cx: Context,
    function: surface.Function,
    arguments: tuple[Parameter, ...],
    returns: tuple[str, ...],
) -> Program:
    used = {p.name for p in arguments} | set(returns) | mentioned(tuple(cx.body))
    body = labelled(without_blanks(with_misfit(cx, tuple(cx.body)), used))
    names = [p.name for p in arguments if p.kind in (ParameterKind.SCALAR, ParameterKind.ARRAY)]
    locals_ = [n for n in cx.containers if n in used and n not in names]
    return Program(
        function.name,
        arguments,
        tuple(cx.containers[n] for n in (*names, *locals_)),
        body,
        returns,
        essential(joined(cx.assumptions), cx.prover.nonnegative),
        cx.module.file,
        function.span,
    )


def mentioned(body: Body) -> set[str]:
    found: set[str] = set()
    for node in walk_nodes(body):
        if not (isinstance(node, Compute) and node.blank):
            found |= node.mentioned
    return found


def without_blanks(body: Body, used: set[str]) -> Body:
    """`body` without the blanks of variables that are not `used`."""

    def visit(node: Node) -> Body:
        return (
            ()
            if isinstance(node, Compute) and node.blank and node.container not in used
            else (node,)
        )

    return map_body(body, visit)


def labelled(body: Body) -> Body:
    """`body` with labels S1, S2, … in the order of the source; B1, B2, … for blanks."""
    numbers = {letter: iter(range(1, 10**9)) for letter in "SB"}
    table = {}
    for node in walk_nodes(body):
        if not is_silent(node):
            letter = "B" if isinstance(node, Compute) and node.blank else "S"
            table[id(node)] = f"{letter}{next(numbers[letter])}"

    def visit(nodes: Body) -> Body:
        result: list[Node] = []
        for node in nodes:
            new = node.with_parts(tuple(visit(part) for part in node.parts))
            if not is_silent(node):
                new = new.with_label(table[id(node)])
            result.append(new)
        return tuple(result)

    return visit(body)
