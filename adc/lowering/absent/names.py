"""Names that are None on one path and a number or an array on another: a value and a flag.

`best = None` becomes `best = nan; best_is_none = True`, any other assignment is followed by
`best_is_none = best is None`, which its kind decides, and `best is None` elsewhere is the flag.
Python raises a TypeError where it computes with None. Here a NaN comes of it, and the call stops
where none would be seen: in comparisons and for integers, which are positions that no array has.
Where None could be used without that (`if best:`, `y = best`, a call `f(best)`), nothing is
rewritten, unless the source has asked before.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from adc.diagnostics import AdcError, Span
from adc.frontends import surface
from adc.frontends.names import bound_names, names_of, walk, with_parts
from adc.ir.names import NameSource
from adc.lowering.absent.numbers import is_of_numbers, number
from adc.lowering.absent.returned import (
    MaybeReturned,
    OptionalResultError,
    called_optional,
    of_function,
    placeholder,
    returns_alike,
    several_returned,
    stopped_at_none,
)
from adc.lowering.callsite import CallSite
from adc.lowering.control.returns import NOTHING_RETURNED, RETURN
from adc.lowering.learned import MaybeNone, OptionalResult
from adc.lowering.values import Builtin, Cell, Integer, Namespace, Nothing, Record, Value

if TYPE_CHECKING:
    from adc.lowering.context import Context

Body = tuple[surface.Statement, ...]
Names = frozenset[str]


#: What stands for a function where it is a field that may be None, of whichever class.
FIELD = ("", "")


class MaybeNoneError(Exception):
    """A name turned out to be None on some path only."""

    def __init__(self, found: MaybeNone) -> None:
        super().__init__(found)
        self.found = found


def key_of(function: surface.Function) -> tuple[str, str]:
    return function.name, str(function.span)


def found_none(cx: Context, name: str, values: Sequence[Value | None], span: Span | None) -> None:
    """Raises MaybeNoneError where `name`, of `values` on different paths, is None on one of them;
    ADC0212 where that was known already."""
    if not any(isinstance(v, Nothing) for v in values):
        return
    key = key_of(cx.scope.function)
    count = several_returned(cx.scope.function) if name.startswith(RETURN) else 0
    if count and len(cx.scopes) > 1 and of_function(cx, cx.scope.function) is None:
        raise OptionalResultError(OptionalResult(*key, count=count))
    whole = any(isinstance(v, Integer) for v in values)
    field = _field_of(cx, name)
    new = MaybeNone(FIELD, field, whole) if field else MaybeNone(key, name, whole)
    if all(o.function != new.function or o.name != new.name for o in cx.learned.maybe_none):
        raise MaybeNoneError(new)
    name = name.strip()
    if cx.fortran:
        raise AdcError.of(
            "ADC0212", f"`{name}` is allocated on some paths only, and used where that goes on"
            " unseen", span, help="allocate it on all of them, or with the same extents",
        )  # fmt: skip
    raise AdcError.of(
        "ADC0212", f"`{name}` is None on some paths only, and used where that goes on unseen",
        span, help=f"ask `{name} is not None` before, or begin with a number",
    )  # fmt: skip


def check_named(cx: Context, name: str, value: Value, span: Span) -> Value:
    """Raises MaybeNoneError where `name` is bound to what a call gives on some paths only, and that
    was not known. The `value`, of a tuple that of which a call stops where it is None."""
    if isinstance(value, MaybeReturned):
        new = MaybeNone(key_of(cx.scope.function), name, value.whole)
        if all(o.function != new.function or o.name != name for o in cx.learned.maybe_none):
            raise MaybeNoneError(new)
    return stopped_at_none(cx, value, span)


def _field_of(cx: Context, name: str) -> str:
    """The field of an object whose value is the variable `name`; "" where it is none."""
    for cell in cx.scope.names.values():
        if isinstance(cell, Cell) and isinstance(cell.form, Record) and cell.form.type.classes:
            for field, part in zip(cell.form.names, cell.parts, strict=True):
                if part.strip() == name.strip():
                    return field
    return ""


def _unless_none(cx: Context, site: CallSite) -> Value:
    """The first argument, or where that is None the second, which stands for it."""
    value, instead = site.arguments
    return instead if isinstance(value, Nothing) else value


def hidden_functions(cx: Context, function: surface.Function) -> Names:
    """The names of Python's functions and of modules that are something else in `function`."""
    known = {
        n for n, v in cx.globals.items()
        if (isinstance(v, Builtin) and v.name.rpartition(".")[2] == n)
        or (isinstance(v, Namespace) and v.name in ("numpy", "math"))
    }  # fmt: skip
    return frozenset((cx.globals.keys() - known) | bound_names(function))


def with_flags(
    function: surface.Function, listed: Iterable[MaybeNone], taken: Iterable[str], called: bool,
    hidden: Names, optional: Names = frozenset(),
) -> surface.Function:  # fmt: skip
    """`function` with a flag for each of its `listed`; as it is where one is used as None. Of one
    that is `called` by others the results may be asked about. `hidden`: see `hidden_functions`;
    functions of the names `optional` return None on some paths."""
    own = {o.name: o for o in listed if o.function == key_of(function)}
    if not own or own.keys() & {p.name for p in function.parameters}:
        return function
    fresh = NameSource(set(taken) | {n.name for n in walk(function) if isinstance(n, surface.Name)})
    flags = {name: fresh.fresh(f"{name}_is_none") for name in own}
    try:
        made = FlagRewriter(own, flags, hidden, optional, function if called else None)
        body, _ = made.body(function.body, frozenset())
    except UsedAsNoneError:
        return function
    return replace(function, body=body)


class UsedAsNoneError(Exception):
    """Something is done with what may be None that Python does without complaint."""


#: What `x is None` may be spelled with, and where it is then true.
_NONE_ASKED = ("is", "is not", "==", "!=")
_SAME = ("is", "==")
#: Statements in whose parts a name is just read.
_JUMPS = (surface.Break, surface.Continue, surface.Return, surface.Raise, surface.Leave)
_INSIDE = (surface.Lifted, surface.Lambda, surface.Define)


@dataclass(frozen=True)
class FlagRewriter:
    """What of a body is rewritten; `known` are the names that are certainly not None."""

    own: dict[str, MaybeNone]
    flags: dict[str, str]
    hidden: Names
    optional: Names
    #: What all this is the body of, if calls of it may come to give None on some paths.
    function: surface.Function | None

    # -- statements --------------------------------------------------------------------------------

    def body(self, body: Body, known: Names | None) -> tuple[Body, Names | None]:
        """The rewritten statements, and what is known after them; None if nothing comes after."""
        result: list[surface.Statement] = []
        for statement in body:
            made, known = self.statement(statement, known if known is not None else frozenset())
            result += made
        return tuple(result), known

    def statement(self, node: surface.Statement, known: Names) -> tuple[Body, Names | None]:
        match node:
            case surface.Assign() if isinstance(node.value, surface.NoneValue):
                alone = [replace(node, targets=(target,)) for target in node.targets]
                made = [self.assignment(one, known) for one in alone]
                return tuple(s for one, _ in made for s in one), known - self._bound((node,))
            case surface.Assign():
                return self.assignment(node, known)
            case surface.AugmentedAssign():
                value = self.operand(node.value, known)
                target = self.target(node.target, known)
                held = self.operand(target, known) if isinstance(target, surface.Name) else target
                asked = () if held is target else (surface.Evaluate(held, node.span),)
                return (*asked, replace(node, value=value, target=target)), known
            case surface.If():
                return self.branch(node, known)
            case surface.For():
                return self.counted(node, known)
            case surface.Block():
                body, _ = self.body(node.body, known)
                return (replace(node, body=body),), known - self._bound(node.body)
            case surface.While() if node.counted is None:
                kept = known - self._bound(node.body)
                condition = self.test(node.condition, kept)
                inside = kept | self.facts(node.condition, True)
                body, _ = self.body(node.body, inside)
                return (replace(node, condition=condition, body=body),), kept
            case surface.Return():
                values = node.values and tuple(self.computed(v, known) for v in node.values)
                return (*self.checked(node, known), replace(node, values=values)), None
            case surface.Assert():
                test = self.test(node.condition, known)
                return (replace(node, condition=test),), known | self.facts(node.condition, True)
            case surface.Evaluate():
                return (replace(node, value=self.expression(node.value, known)),), known
        if any(isinstance(n, surface.Name) and n.name in self.own for n in walk(node)):
            raise UsedAsNoneError
        self._refuse_captures(node)
        return (node,), None if isinstance(node, _JUMPS) else known

    def checked(self, node: surface.Return, known: Names) -> Body:
        """Raises where None is returned to a caller who may ask for it, and cannot."""
        asked = [
            value for value in node.values or () if isinstance(value, surface.Name)
            if value.name in self.own and value.name not in known
        ]  # fmt: skip
        if asked and self.function is not None:
            count = 1 if returns_alike(self.function) else several_returned(self.function)
            if count:
                raise OptionalResultError(OptionalResult(*key_of(self.function), count=count))
        return tuple(
            surface.If(surface.Name(self.flags[value.name], value.span), (
                surface.Raise("NotImplementedError", NOTHING_RETURNED, value.span),
            ), (), value.span)
            for value in asked
        )  # fmt: skip

    def branch(self, node: surface.If, known: Names) -> tuple[Body, Names | None]:
        then, after = self.body(node.then, known | self.facts(node.condition, True))
        orelse, other = self.body(node.orelse, known | self.facts(node.condition, False))
        if after is None or other is None:
            both = other if after is None else after
        else:
            both = after & other
        condition = self.test(node.condition, known)
        return (replace(node, condition=condition, then=then, orelse=orelse),), both

    def counted(self, node: surface.For, known: Names) -> tuple[Body, Names | None]:
        if node.target in self.own:
            raise UsedAsNoneError
        kept = known - self._bound(node.body)
        arguments = tuple(self.computed(a, known) for a in node.arguments)
        body, _ = self.body(node.body, kept)
        return (replace(node, arguments=arguments, body=body),), kept

    def assignment(self, node: surface.Assign, known: Names) -> tuple[Body, Names | None]:
        targets = tuple(self.target(t, known) for t in node.targets)
        bound = self._bound((node,))
        called = self._of_call(node, known)
        if called is not None:
            return (called,), known - bound
        pairs = _pairs(node)
        if pairs is not None and any(isinstance(v, surface.NoneValue) for _, v in pairs):
            value = self._with_placeholders(node, pairs, known)
            at_none = [t for t, v in pairs if isinstance(v, surface.NoneValue)]
            none = {t.name for t in at_none if isinstance(t, surface.Name)}
        else:
            value, none = self.expression(node.value, known), set()
        made: list[surface.Statement] = [replace(node, targets=targets, value=value)]
        made += [self._flagged(name, name in none, node.span) for name in sorted(bound)]
        return tuple(made), (known - bound) | (bound - none)

    def _of_call(self, node: surface.Assign, known: Names) -> surface.Assign | None:
        """The assignment of a name and its flag, by a call that gives None on some paths."""
        target, span = node.targets[0], node.span
        if len(node.targets) > 1 or not called_optional(node.value, self.optional):
            return None
        if isinstance(target, surface.Sequence):
            return self._of_items(node, target, known)
        if not isinstance(target, surface.Name):
            return None
        if target.name not in self.own:
            return None
        both = (target, surface.Name(self.flags[target.name], span))
        given = (
            self.expression(node.value, known), placeholder(self.own[target.name].whole, span)
        )  # fmt: skip
        asked = surface.Intrinsic("adc.with_flag", span, "python")
        value = surface.Call(asked, given, (), span)
        return surface.Assign((surface.Sequence(both, False, span),), value, span)

    def _of_items(
        self, node: surface.Assign, target: surface.Sequence, known: Names
    ) -> surface.Assign | None:
        """The same of several names, by a call that gives a tuple."""
        span = node.span
        both: list[surface.Expr] = []
        given = [self.expression(node.value, known)]
        for name in target.items:
            if not isinstance(name, surface.Name):
                return None
            own = self.own.get(name.name)
            both += [name] if own is None else [name, surface.Name(self.flags[name.name], span)]
            given.append(surface.NoneValue(span) if own is None else placeholder(own.whole, span))
        if len(both) == len(target.items):
            return None
        asked = surface.Intrinsic("adc.with_flags", span, "python")
        value = surface.Call(asked, tuple(given), (), span)
        return surface.Assign((surface.Sequence(tuple(both), False, span),), value, span)

    def _with_placeholders(
        self, node: surface.Assign, pairs: list[tuple[surface.Expr, surface.Expr]], known: Names
    ) -> surface.Expr:
        """The value of an assignment with a number for each None that a flag tells of."""
        values: list[surface.Expr] = []
        for target, value in pairs:
            optional = isinstance(target, surface.Name) and self.own.get(target.name)
            if isinstance(value, surface.NoneValue) and optional:
                values.append(placeholder(optional.whole, value.span))
            else:
                values.append(self.expression(value, known))
        if isinstance(node.value, surface.Sequence):
            return replace(node.value, items=tuple(values))
        return values[0]

    def _flagged(self, name: str, none: bool, span: Span) -> surface.Assign:
        """The flag after an assignment."""
        asked = surface.Compare(("is",), (surface.Name(name, span), surface.NoneValue(span)), span)
        value = surface.Boolean(True, span) if none else asked
        return surface.Assign((surface.Name(self.flags[name], span),), value, span)

    def target(self, target: surface.Expr, known: Names) -> surface.Expr:
        if isinstance(target, (surface.Name, surface.Starred)):
            return target
        if isinstance(target, surface.Sequence):
            return replace(target, items=tuple(self.target(t, known) for t in target.items))
        return self.expression(target, known)

    # -- expressions -------------------------------------------------------------------------------

    def expression(self, node: Any, known: Names) -> Any:
        """`node`, in which each name that may be None is computed with at once, or asked about."""
        match node:
            case surface.Name() if node.name in self.own and node.name not in known:
                raise UsedAsNoneError
            case surface.Compare():
                flag = self._asked(node)
                if flag is not None:
                    return flag
                if {"is", "is not", "in", "not in", "==", "!="} & set(node.ops):
                    return self._equal(node, known)
                return self._parts(node, known, self.operand)
            case surface.Binary():
                return self._parts(node, known, self.operand)
            case surface.Subscript():
                return self._parts(node, known, self.computed)
            case surface.Unary():
                inner = self.test if node.op == "not" else self.operand
                return self._parts(node, known, inner)
            case surface.Attribute():
                return replace(node, value=self.computed(node.value, known))
            case surface.Call(surface.Intrinsic("adc.some")):  # with a flag beside it
                return self._parts(node, known, self.computed)
            case surface.Call() if is_of_numbers(node.function, self.hidden):
                arguments = tuple(self.operand(a, known) for a in node.arguments)
                made = self._parts(replace(node, arguments=()), known, self.computed)
                return replace(made, arguments=arguments)
            case surface.Logical() | surface.Conditional():
                return self._decided(node, known)
        self._refuse_captures(node, below=False)
        return self._parts(node, known, self.expression)

    def _equal(self, node: surface.Compare, known: Names) -> surface.Expr:
        """A comparison for which None is no TypeError: `best == v` is `v is None` where `best` is
        None."""
        unsure = [
            o for o in node.operands
            if isinstance(o, surface.Name) and o.name in self.own and o.name not in known
        ]  # fmt: skip
        if not unsure or len(node.ops) != 1 or node.ops[0] not in ("==", "!="):
            return self._parts(node, known, self.expression)
        name, (left, right) = unsure[0].name, node.operands
        other = right if left is unsure[0] else left
        asked = surface.Compare(
            ("is" if node.ops[0] == "==" else "is not",), (other, surface.NoneValue(node.span)),
            node.span,
        )  # fmt: skip
        return surface.Conditional(
            surface.Name(self.flags[name], node.span), self.expression(asked, known),
            self._equal(node, known | {name}), node.span,
        )  # fmt: skip

    def computed(self, node: Any, known: Names) -> Any:
        """An operand, for which None is a TypeError."""
        return node if isinstance(node, surface.Name) else self.expression(node, known)

    def operand(self, node: Any, known: Names) -> Any:
        """The same where something would come of what is None: the call stops there."""
        if not isinstance(node, surface.Name) or node.name not in self.own.keys() - known:
            return self.computed(node, known)
        return number(node, self.flags[node.name])

    def test(self, node: Any, known: Names) -> Any:
        return self.expression(node, known)

    def _decided(self, node: surface.Logical | surface.Conditional, known: Names) -> surface.Expr:
        """An expression of which parts are only looked at if others hold or do not."""
        if isinstance(node, surface.Conditional):
            yes, no = (known | self.facts(node.condition, t) for t in (True, False))
            return replace(
                node, condition=self.test(node.condition, known),
                then=self.expression(node.then, yes), orelse=self.expression(node.orelse, no),
            )  # fmt: skip
        operands = []
        for operand in node.operands:
            operands.append(self.test(operand, known))
            known = known | self.facts(operand, node.op == "and")
        return replace(node, operands=tuple(operands))

    def _asked(self, node: surface.Compare) -> surface.Expr | None:
        """The flag that `x is None` and `x is not None` ask for, and `x == None` does."""
        name = self._compared(node)
        if name is None:
            return None
        flag = surface.Name(self.flags[name], node.span)
        return flag if node.ops[0] in _SAME else surface.Unary("not", flag, node.span)

    def _compared(self, node: surface.Expr) -> str | None:
        """The name that is compared with None."""
        if not isinstance(node, surface.Compare) or len(node.ops) != 1:
            return None
        left, right = node.operands
        if isinstance(left, surface.NoneValue):
            left, right = right, left
        if not isinstance(left, surface.Name) or not isinstance(right, surface.NoneValue):
            return None
        return left.name if node.ops[0] in _NONE_ASKED and left.name in self.own else None

    def facts(self, test: surface.Expr, truth: bool) -> Names:
        """The names that are not None where `test` is `truth`."""
        if isinstance(test, surface.Unary) and test.op == "not":
            return self.facts(test.operand, not truth)
        if isinstance(test, surface.Logical):
            found = [self.facts(o, truth) for o in test.operands]
            if (test.op == "and") == truth:
                return frozenset().union(*found)
            return frozenset.intersection(*found)
        name = self._compared(test)
        if name is None or not isinstance(test, surface.Compare):
            return frozenset()
        return frozenset({name} if (test.ops[0] not in _SAME) == truth else ())

    def _parts(self, node: Any, known: Names, inner: Callable[[Any, Names], Any]) -> Any:
        """`node` with all below it rewritten."""
        if isinstance(node, _INSIDE):
            return node
        return with_parts(node, lambda part: self._parts_of(part, known, inner))

    def _parts_of(self, value: Any, known: Names, inner: Callable[[Any, Names], Any]) -> Any:
        if isinstance(value, tuple):
            return self._parts(value, known, inner)
        return inner(value, known) if type(value).__module__ == surface.__name__ else value

    # -- names -------------------------------------------------------------------------------------

    def _bound(self, body: Body) -> Names:
        bound: set[str] = set()
        for node in walk(body):
            if isinstance(node, surface.Assign):
                bound |= names_of(node)
        return frozenset(bound & self.own.keys())

    def _refuse_captures(self, node: Any, below: bool = True) -> None:
        """What a function inside sees may be None when it is called."""
        for inner in walk(node) if below else (node,):
            if isinstance(inner, _INSIDE):
                used = {n.name for n in walk(inner.function.body) if isinstance(n, surface.Name)}
                if self.own.keys() & (used | inner.function.captures):
                    raise UsedAsNoneError


def _pairs(node: surface.Assign) -> list[tuple[surface.Expr, surface.Expr]] | None:
    """The targets of an assignment with their values, where these can be told one by one."""
    value, first = node.value, node.targets[0]
    if isinstance(value, surface.NoneValue):
        return [(first, value)]
    if len(node.targets) != 1 or not isinstance(value, surface.Sequence):
        return None
    if not isinstance(first, surface.Sequence) or len(first.items) != len(value.items):
        return None
    if any(isinstance(i, surface.Starred) for i in (*first.items, *value.items)):
        return None
    return list(zip(first.items, value.items, strict=True))


TABLE = {"adc.unless_none": _unless_none}
