"""Names that some paths set and others do not: beside each a flag, which is looked at before reads.

Python raises an UnboundLocalError where such a name is read without a value, and so does the call
here. Where an expression may leave the name unread (`a and x`, `x if a else y`, functions inside),
nothing is rewritten.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from adc.frontends import surface
from adc.frontends.names import names_of, target_names, walk
from adc.ir.names import NameSource
from adc.lowering.absent.returned import placeholder
from adc.lowering.context import Context
from adc.lowering.control.first_trips import first_trip_key
from adc.lowering.control.jumps import assign
from adc.lowering.learned import VariableKey, key_of, rewritten_for
from adc.lowering.liveness import assigned
from adc.lowering.values import Array, Integer, Value

Body = tuple[surface.Statement, ...]

#: In these an operand, or all that is inside, may not be evaluated.
_LAZY = (surface.Logical, surface.Conditional, surface.Lambda, surface.Define, surface.Lifted)
_KNOWN = (
    surface.Assign, surface.AugmentedAssign, surface.Evaluate, surface.Return, surface.Assert,
    surface.Break, surface.Continue, surface.Raise, surface.Pass, surface.LeftOut,
)  # fmt: skip


class MaybeUnsetError(Exception):
    """A name that is read has a value on some paths only; one that begins as a `number`, "float" or
    "int", where a loop would read it before the loop has told what it is."""

    def __init__(self, key: VariableKey, number: str = "") -> None:
        super().__init__(key)
        self.key = key
        self.number = number


def flag_instead(cx: Context, name: str) -> None:
    """Raises MaybeUnsetError where a flag may tell whether `name` has a value."""
    function = cx.scope.function
    key = key_of(function, name)
    if cx.fortran or key in dict(cx.learned.unset_numbers):
        return
    if key in cx.learned.maybe_unset:
        raise MaybeUnsetError(key, "float")
    if _rewritten(function, name, (), "") is not None:
        raise MaybeUnsetError(key)


def flag_in_loop(cx: Context, name: str) -> None:
    """The same of a name that nothing has set so far, which an open loop may do: it both reads and
    sets it."""
    if all(region.arm for region in cx.regions):
        return
    inside = [
        n for n in walk(cx.scope.function.body) if isinstance(n, (surface.For, surface.While))
    ]
    loops = [n for n in inside if name in assigned(n.body) and _mentions(n.body, name)]
    if loops:  # what the first iteration makes of it the others have
        cx.told.first_trips.add(first_trip_key(loops[-1]))
        flag_instead(cx, name)


def found_whole(cx: Context, name: str, values: Sequence[Value | None]) -> None:
    """Raises MaybeUnsetError where `name`, which began as a floating number for want of a value, is
    an integer on some path."""
    key = key_of(cx.scope.function, name)
    if dict(cx.learned.unset_numbers).get(key) == "float" and any(map(_is_whole, values)):
        raise MaybeUnsetError(key, "int")


def _is_whole(value: Value | None) -> bool:
    scalar = isinstance(value, Array) and not value.shape and value.dtype.is_integer
    return scalar or isinstance(value, Integer)


def with_set_flags(
    function: surface.Function, listed: Iterable[VariableKey], numbers: Mapping[VariableKey, str],
    taken: Iterable[str],
) -> surface.Function:  # fmt: skip
    """`function` with a flag for each of its `listed` names, some of which are `numbers`."""

    def rewrite(function: surface.Function, name: str) -> surface.Function | None:
        return _rewritten(function, name, taken, numbers.get(key_of(function, name), ""))

    return rewritten_for(function, listed, rewrite)


def _rewritten(
    function: surface.Function, name: str, taken: Iterable[str], number: str
) -> surface.Function | None:
    if name not in assigned(function.body) or any(p.name == name for p in function.parameters):
        return None
    nodes = list(walk(function.body))
    chosen = [id(_chosen(n)) for n in nodes]
    lazy = [_evaluated_later(n) for n in nodes if isinstance(n, _LAZY) and id(n) not in chosen]
    loops = [n for n in nodes if isinstance(n, (surface.For, surface.While))]
    if any(_mentions(n, name) for n in lazy) or any(_own(n) == name for n in loops):
        return None
    if any(isinstance(n, surface.While) and _mentions(n.condition, name) for n in loops):
        return None
    names = {n.name for n in nodes if isinstance(n, surface.Name)}
    flag = NameSource(set(taken) | names).fresh(f"{name}_is_set")
    try:
        body, _ = _Flagged(name, flag).body(function.body, False)
    except _OtherStatementError:
        return None
    span = function.span
    nothing = placeholder(number == "int", span) if number else surface.NoneValue(span, unread=True)
    begin = (assign(name, nothing, span), assign(flag, surface.Boolean(False, span), span))
    return replace(function, body=(*begin, *body))


class _OtherStatementError(Exception):
    """A statement that does something else with names."""


def _chosen(node: object) -> surface.Conditional | None:
    """The conditional expression that is all that a statement gives to a name, or returns."""
    value: object = None
    if isinstance(node, surface.Assign) and len(node.targets) == 1:
        value = node.value if isinstance(node.targets[0], surface.Name) else None
    elif isinstance(node, surface.Return) and node.values is not None and len(node.values) == 1:
        value = node.values[0]
    return value if isinstance(value, surface.Conditional) else None


def _as_branch(node: surface.Statement, name: str) -> surface.Statement:
    """A statement whose value is a choice, of which an arm reads the name, as an `if`."""
    value = _chosen(node)
    if value is None or not _mentions((value.then, value.orelse), name):
        return node
    arms: list[surface.Statement] = []
    for arm in (value.then, value.orelse):
        if isinstance(node, surface.Assign):
            arms.append(replace(node, value=arm))
        elif isinstance(node, surface.Return):
            arms.append(replace(node, values=(arm,)))
    return surface.If(value.condition, (arms[0],), (arms[1],), node.span)


def _evaluated_later(node: object) -> object:
    """The part of a lazy expression that may not be evaluated."""
    if isinstance(node, surface.Conditional):
        return (node.then, node.orelse)
    return node.operands[1:] if isinstance(node, surface.Logical) else node


def _mentions(node: object, name: str) -> bool:
    return any(isinstance(n, surface.Name) and n.name == name for n in walk(node, inside=True))


def _own(loop: surface.For | surface.While) -> str:
    if isinstance(loop, surface.For):
        return loop.target
    return loop.counted.target if loop.counted else loop.counter


@dataclass(frozen=True)
class _Flagged:
    """Rewrites statements; the truth that goes with a body says whether `name` surely is set."""

    name: str
    flag: str

    def body(self, body: Body, known: bool) -> tuple[Body, bool]:
        result: list[surface.Statement] = []
        for written in body:
            statement = _as_branch(written, self.name)
            made, known = self.statement(statement, known)
            result += made
        return tuple(result), known

    def statement(self, node: surface.Statement, known: bool) -> tuple[Body, bool]:
        match node:
            case surface.If():
                checks = self.checks((node.condition,), known)
                known = known or bool(checks)
                then, after = self.body(node.then, known)
                orelse, other = self.body(node.orelse, known)
                return (*checks, replace(node, then=then, orelse=orelse)), after and other
            case surface.For():
                checks = self.checks(node.arguments, known)
                known = known or bool(checks)
                body, _ = self.body(node.body, known)
                return (*checks, replace(node, body=body)), known
            case surface.While():
                body, _ = self.body(node.body, known)
                return (replace(node, body=body),), known
        if not isinstance(node, _KNOWN):
            own = isinstance(node, surface.Define) and node.function.name == self.name
            if own or _mentions(node, self.name):
                raise _OtherStatementError
            return (node,), known
        return self.plain(node, known)

    def plain(self, node: surface.Statement, known: bool) -> tuple[Body, bool]:
        sets = isinstance(node, surface.Assign) and self.name in names_of(node)
        parts: tuple[object, ...] = (node,)
        if isinstance(node, surface.Assign):
            stores = [t for t in node.targets if not target_names(t)]
            if len(stores) < len(node.targets) and sets and stores:
                raise _OtherStatementError
            parts = (node.value, *stores)
        checks = self.checks(parts, known)
        known = known or bool(checks)
        if not sets:
            return (*checks, node), known
        raised = surface.Boolean(True, node.span)
        return (*checks, node, assign(self.flag, raised, node.span)), True

    def checks(self, parts: tuple[object, ...], known: bool) -> Body:
        """What raises Python's exception where `parts` read the name without a value."""
        reads = [n for n in walk(parts) if isinstance(n, surface.Name) and n.name == self.name]
        if known or not reads:
            return ()
        span = reads[0].span
        text = f"cannot access local variable '{self.name}' where it is not associated with a value"
        unset = surface.Unary("not", surface.Name(self.flag, span), span)
        return (surface.If(unset, (surface.Raise("UnboundLocalError", text, span),), (), span),)
