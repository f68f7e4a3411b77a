"""The end of a lowering: containers for what is returned, labels, and the Program."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace

import sympy

from adc.diagnostics import AdcError
from adc.frontends import surface
from adc.frontends.names import walk
from adc.ir import build, shapes
from adc.ir.declarations import Parameter
from adc.ir.enums import ParameterKind, Role, Update
from adc.ir.node import Access, Body, Dim, Node
from adc.ir.nodes import Compute
from adc.ir.program import Program
from adc.ir.walking import is_silent, map_body, walk_nodes
from adc.lowering.absent.unread import is_said
from adc.lowering.binding import is_whole
from adc.lowering.complex import by_data
from adc.lowering.complex.pairs import halves
from adc.lowering.context import Context
from adc.lowering.control.misfits import with_misfit
from adc.lowering.control.raising import with_raised
from adc.lowering.control.returns import collect_returns
from adc.lowering.integers.assumptions import essential, joined
from adc.lowering.lengths.arrays import counted
from adc.lowering.lists.as_items import array_of
from adc.lowering.lists.counted import as_now
from adc.lowering.lists.running import without_left_out
from adc.lowering.masks.complex import SelectedComplex
from adc.lowering.masks.selections import refused, zeroed
from adc.lowering.numbers_on_paths import refuse_number
from adc.lowering.objects.heap import resolved
from adc.lowering.promotion import as_array
from adc.lowering.store import materialise, store
from adc.lowering.undecided import is_number
from adc.lowering.values import (
    Array,
    Complex,
    Grown,
    Held,
    Integer,
    Keywords,
    Nothing,
    Record,
    Selected,
    Text,
    Value,
    View,
    describe,
    places,
)


@dataclass(frozen=True)
class Results:
    """The containers of what is returned, and what each is called in the one object or dictionary
    that is, "" where it has no name. Those that are `pairs` have complex numbers. Behind the values
    stand the integers that say how long those of `lengths` are."""

    containers: tuple[str, ...]
    names: tuple[str, ...]
    pairs: tuple[str, ...] = ()
    lengths: tuple[tuple[str, str], ...] = ()


def declare_results(
    cx: Context, function: surface.Function, given_pairs: Collection[str] = ()
) -> Results:
    """A container for each returned value, in order; of tuples and objects for each of their
    parts, but for a list that is an array: that one is returned. The arguments `given_pairs` are
    complex."""
    returns: list[str] = []
    pairs: list[str] = []
    lengths: dict[str, Array] = {}
    returned = without_left_out(cx, collect_returns(cx.scope), function.span)
    wholes = [resolved(cx, value) for value in returned]
    values = [as_now(cx, part) for whole in wholes for part in _parts(whole)]
    names = _names(wholes[0]) if len(wholes) == 1 else [""] * len(values)
    if len(function.outputs) == len(wholes):
        counts = zip(function.outputs, (len(_parts(whole)) for whole in wholes), strict=True)
        names = [part for name, n in counts for part in ([name] if n == 1 else [""] * n)]
    elif not any(names):
        written = {c.name for c in cx.containers.values() if c.role == Role.INOUT}
        called = zip(_variables(function, len(wholes), written), map(_parts, wholes), strict=True)
        names = [name if len(parts) == 1 else "" for name, parts in called for _ in parts]
    numbers = [not isinstance(v, (Text, Nothing)) and not is_said(v) for v in values]
    if any(numbers) and not all(numbers):
        cx.warn(
            "ADC0231", f"`{function.name}` returns texts or None beside its numbers, which are left"
            " out", function.span, help="count the results without them",
        )  # fmt: skip
        values = [v for v, number in zip(values, numbers, strict=True) if number]
        names = [n for n, number in zip(names, numbers, strict=True) if number]
    for position, given in enumerate(values):
        value = by_data.either(cx, given, function.span)
        if isinstance(value, Complex):
            for part in value.items:
                refuse_number(cx, part, "its shape", function.span)
            returns.append(complex_result(cx, value, position, given_pairs))
            pairs.append(returns[-1])
            continue
        if isinstance(value, SelectedComplex):
            whole, length = counted_complex(cx, value, function)
            returns.append(complex_result(cx, whole, position, given_pairs))
            pairs.append(returns[-1])
            lengths[returns[-1]] = length
            continue
        if isinstance(value, Selected):
            name, lengths[name] = counted_result(cx, value, position, returns, function)
            returns.append(name)
            continue
        if not isinstance(value, (Array, Integer)):
            raise AdcError.of(
                "ADC0231", f"`{function.name}` returns {describe(value)}", function.span,
                help="return arrays and numbers",
            )  # fmt: skip
        refuse_number(cx, value, "its shape", function.span)
        returns.append(result_container(cx, as_array(value), position, returns))
    lasting = [_length_container(cx, name, length) for name, length in lengths.items()]
    found = tuple(zip(lengths, lasting, strict=True))
    return Results((*returns, *lasting), tuple(names), tuple(pairs), found)


def _variables(function: surface.Function, count: int, written: Collection[str]) -> list[str]:
    """For each of `count` values the variable that all `return`s have in its place, or "" where
    that is none, is called as an argument that is `written` in place, or stands before, too."""
    found = [n.values or () for n in walk(function.body) if isinstance(n, surface.Return)]
    if any(len(values) != count for values in found):
        return [""] * count
    places = zip(*found, strict=True)
    named = [{v.name if isinstance(v, surface.Name) else "" for v in values} for values in places]
    alike = [names.pop() if len(names) == 1 else "" for names in named] or [""] * count
    return [n if n not in alike[:k] and n not in written else "" for k, n in enumerate(alike)]


def _names(whole: Value) -> list[str]:
    """For each of the parts of what is returned, the key or field that holds it, as far as it is
    one part and has a name."""
    if not isinstance(whole, (Keywords, Record)):
        return [""] * len(_parts(whole))
    found: list[str] = []
    for name, item in zip(whole.names, whole.items, strict=True):
        count = len(_parts(item))
        known = count == 1 and isinstance(name, str) and name.isidentifier()
        found += [str(name)] if known else [""] * count
    return found


def _parts(value: Value) -> list[Value]:
    if isinstance(value, Grown):
        return [array_of(value)]
    own = isinstance(value, Record) and value.type.home is not None  # NumPy has no parts of it
    own = own or is_number(value) or isinstance(value, SelectedComplex)
    if isinstance(value, Held) and not own:
        return [part for item in value.items for part in _parts(item)]
    return [value]


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


def counted_result(
    cx: Context, value: Selected, position: int, earlier: list[str], function: surface.Function
) -> tuple[str, Array]:
    """The container that has the elements of what a mask selects first, and zeros behind them; and
    how many there are. It is a new one: other results may have what is behind, too."""
    found, length = _counted(cx, value, function)
    return result_container(cx, zeroed(found), position, earlier), length


def counted_complex(
    cx: Context, value: SelectedComplex, function: surface.Function
) -> tuple[Complex, Array]:
    """The complex numbers that a mask selects, zeros behind them, and how many there are."""
    re, length = _counted(cx, value.re, function)
    im, _ = _counted(cx, value.im, function)
    return Complex((zeroed(re), zeroed(im))), length


def _counted(cx: Context, value: Selected, function: surface.Function) -> tuple[Selected, Array]:
    if not cx.learned.lengths:  # a reason to lower the function again
        raise refused(f"`{function.name}` returns what a mask selects", function.span)
    found = counted(cx, value, function.span)
    assert found.length is not None
    return found, found.length


def _length_container(cx: Context, name: str, length: Array) -> str:
    made = materialise(cx, length, f"{name}_length")
    cx.containers[made.container] = replace(cx.containers[made.container], role=Role.OUTPUT)
    return made.container


def complex_result(cx: Context, value: Complex, position: int, given_pairs: Collection[str]) -> str:
    """The container that holds complex numbers after the call, both parts of each beside one
    another: the one of `given_pairs` that they are, or a new one."""
    whole = _argument_of(cx, value)
    if whole in given_pairs:
        return whole
    two = sympy.Integer(2)
    made = cx.new_container(cx.new_name(f"return_{position}"), value.re.dtype, (*value.shape, two))
    for view, part in zip(halves(made), (value.re, value.im), strict=True):
        store(cx, view, part.dtype, part, None)
    cx.containers[made.container] = replace(cx.containers[made.container], role=Role.OUTPUT)
    return made.container


def _argument_of(cx: Context, value: Complex) -> str:
    """The argument that has these very numbers, as they lie; "" where none has."""
    views = [part.view for part in (value.re, value.im)]
    found = views[0].container if views[0] is not None else ""
    kept = cx.containers.get(found)
    if kept is None or kept.role not in (Role.INPUT, Role.INOUT) or len(kept.shape) < 2:
        return ""
    whole = View(found, kept.shape, places(len(kept.shape)))
    for view, own in zip(views, halves(whole), strict=True):
        if view is None or view.container != found or view.index != own.index:
            return ""
        extents = zip(view.shape, own.shape, strict=True)
        if not all(shapes.same(cx.extent(n), m) for n, m in extents):
            return ""
    return found


def _cleared(cx: Context, used: set[str]) -> Iterator[Node]:
    """Zeros for arrays of which no size tells how much is set: nothing reads what has no value."""
    for name in cx.told.partial:
        container = cx.containers.get(name)
        if container is None or name not in used:
            continue
        dims = tuple(Dim(cx.new_name("e"), sympy.Integer(0), n) for n in container.shape)
        target = Access(name, tuple(shapes.symbol(d.var) for d in dims))
        yield Compute("", target, Update.ASSIGN, build.zero(container.dtype), dims, container.span)


def finished(
    cx: Context,
    function: surface.Function,
    arguments: tuple[Parameter, ...],
    results: Results,
    pairs: Iterable[str] = (),
) -> Program:
    """The program; the arguments that are `pairs` hold complex numbers."""
    returns = results.containers
    used = {p.name for p in arguments} | set(returns) | mentioned(tuple(cx.body))
    begun: list[Node] = []
    for node in reversed(cx.prologue.body):
        inside = node.mentioned | mentioned((node,))
        if inside & used:
            begun.insert(0, node)
            used |= inside
    body = with_raised(cx, with_misfit(cx, (*begun, *_cleared(cx, used), *cx.body)))
    used |= {cx.stopped}
    body = labelled(without_blanks(body, used))
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
        returned_as=results.names,
        pairs=tuple(dict.fromkeys((*pairs, *results.pairs))),
        lengths=results.lengths,
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
