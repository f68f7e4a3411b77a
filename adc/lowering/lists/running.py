"""Lists of which only data tell the length, as what is asked of them: the last items and how many.

`errors.append(e)` in a loop that data ends becomes `errors_last = e; errors_length += 1`. Where the
function returns such a list, or an array of it, there is nothing to return: an `Undefined` stands
for it, of which nothing may be asked. Items that the list may not have (`errors[-1]` of an empty
one) are not read so: Python raises an IndexError there. A list of which anything else is asked
stays a list, and so do all where such a list is all that is returned, or more is after it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from adc.diagnostics import Span
from adc.frontends import surface
from adc.frontends.names import walk
from adc.ir.names import NameSource
from adc.lowering.context import Context
from adc.lowering.control.jumps import assign
from adc.lowering.learned import VariableKey, key_of, rewritten_for
from adc.lowering.liveness import appended
from adc.lowering.values import Builtin, Undefined, Value

Body = tuple[surface.Statement, ...]

#: Of a list as many last items are kept at most.
MOST_LAST = 3
#: More items than a list is ever known to have: those of one that no path comes to.
_ENDLESS = 10**9
#: Functions of NumPy that make an array of a list.
_ARRAYS = ("array", "asarray", "stack", "vstack")


class RunningListError(Exception):
    """The length of a list turned out to be up to data."""

    def __init__(self, key: VariableKey) -> None:
        super().__init__(key)
        self.key = key


class ReturnedListError(Exception):
    """A list of which only the last items were kept is returned, and cannot be left out."""


def run_instead(cx: Context, name: str) -> None:
    """Raises RunningListError where the function asks nothing of the list `name` but what may be
    kept without it."""
    function = cx.scope.function
    if cx.learned.whole_lists or key_of(function, name) in cx.learned.running_lists:
        return
    if cx.evaluate(surface.Name("len", function.span)) == Builtin("len") and _rewritten(
        function, name, ()
    ):
        raise RunningListError(key_of(function, name))


def without_left_out(cx: Context, values: list[Value], span: Span) -> list[Value]:
    """What is returned, but for the lists at its end that are left out; the rest keeps its
    place."""
    kept = list(values)
    if kept and left_out(kept[0]) and all(map(left_out, kept)):
        raise ReturnedListError
    while kept and (name := left_out(kept[-1])):
        cx.warn(
            "ADC0126", f"the list `{name}`, whose length data decide, is left out of what is "
            "returned", span, help="return nothing of it to be rid of this note",
        )  # fmt: skip
        kept.pop()
    if any(map(left_out, kept)):
        raise ReturnedListError
    return kept


def left_out(value: Value) -> str:
    """The name of the list that `value` stands for; "" for any other value."""
    return value.left_out if isinstance(value, Undefined) else ""


def handed_on(cx: Context, expr: surface.Expr) -> surface.Expr:
    """`expr` that is returned; where it names a list that is left out, what says so."""
    value = cx.scope.names.get(expr.name) if isinstance(expr, surface.Name) else None
    name = left_out(value) if value is not None else ""
    return surface.NoneValue(expr.span, left_out=name) if name else expr


def with_running_lists(
    function: surface.Function, listed: Iterable[VariableKey], taken: Iterable[str]
) -> surface.Function:
    """`function` with its `listed` lists as their last items and their lengths."""
    return rewritten_for(function, listed, lambda f, name: _rewritten(f, name, taken))


def _rewritten(
    function: surface.Function, name: str, taken: Iterable[str]
) -> surface.Function | None:
    uses = sum(
        isinstance(n, surface.Name) and n.name == name for n in walk(function.body, inside=True)
    )
    names = {n.name for n in walk(function) if isinstance(n, surface.Name)}
    fresh = NameSource(set(taken) | names)
    made = _Rewriter(name, fresh)
    try:
        body, _ = made.body(function.body, 0)
    except _OtherUseError:
        return None
    if made.uses != uses or any(p.name == name for p in function.parameters):
        return None
    return replace(function, body=body)


class _OtherUseError(Exception):
    """A list is asked for what is not kept of it."""


@dataclass
class _Rewriter:
    """Rewrites the statements about the list `name`; `uses` counts how often they mention it. The
    integers that go with a body say how many items the list has at least."""

    name: str
    fresh: NameSource
    uses: int = 0
    loops: int = 0
    length: str = ""
    last: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.length = self.fresh.fresh(f"{self.name}_length")
        self.last = [self.fresh.fresh(f"{self.name}_last") for _ in range(MOST_LAST)]

    # -- statements --------------------------------------------------------------------------------

    def body(self, body: Body, least: int) -> tuple[Body, int]:
        result: list[surface.Statement] = []
        for statement in body:
            made, least = self.statement(statement, least)
            result += made
        return tuple(result), least

    def statement(self, node: surface.Statement, least: int) -> tuple[Body, int]:
        added = appended(node)
        if added is not None and added[0].name == self.name:
            self.uses += 1
            return self.pushed(self.expression(added[1], least), node.span), least + 1
        match node:
            case surface.Assign() if self.is_own(node.targets):
                return self.begun(node, least)
            case surface.If():
                return self.branch(node, least)
            case surface.For():
                arguments = tuple(self.expression(a, least) for a in node.arguments)
                body = self.looped(node.body, least)
                return (replace(node, arguments=arguments, body=body),), least
            case surface.While() if node.counted is None:
                condition = self.expression(node.condition, least)
                inside = max(least, known(self.name, node.condition, True))
                body = self.looped(node.body, inside)
                if not any(isinstance(n, surface.Break) for n in walk(node.body)):
                    least = max(least, known(self.name, node.condition, False))
                return (replace(node, condition=condition, body=body),), least
            case surface.Return():
                values = node.values and tuple(self.returned(v, least) for v in node.values)
                return (replace(node, values=values),), _ENDLESS
            case surface.Break() | surface.Continue() | surface.Raise():
                return (node,), _ENDLESS
            case surface.Assign():
                return (replace(node, value=self.expression(node.value, least)),), least
            case surface.AugmentedAssign():
                return (replace(node, value=self.expression(node.value, least)),), least
            case surface.Assert():
                return (replace(node, condition=self.expression(node.condition, least)),), least
        return (node,), least

    def looped(self, body: Body, least: int) -> Body:
        self.loops += 1
        made, _ = self.body(body, least)
        self.loops -= 1
        return made

    def branch(self, node: surface.If, least: int) -> tuple[Body, int]:
        condition = self.expression(node.condition, least)
        then, after = self.body(node.then, max(least, known(self.name, node.condition, True)))
        orelse, other = self.body(node.orelse, max(least, known(self.name, node.condition, False)))
        return (replace(node, condition=condition, then=then, orelse=orelse),), min(after, other)

    def is_own(self, targets: tuple[surface.Expr, ...]) -> bool:
        return len(targets) == 1 and (
            isinstance(targets[0], surface.Name) and targets[0].name == self.name
        )

    def begun(self, node: surface.Assign, least: int) -> tuple[Body, int]:
        """`xs = [a, b]`, before any loop."""
        value, span = node.value, node.span
        if not isinstance(value, surface.Sequence) or not value.is_list or self.loops:
            raise _OtherUseError
        if any(isinstance(item, surface.Starred) for item in value.items):
            raise _OtherUseError
        self.uses += 1
        nothing: surface.Expr = surface.Number("nan", "float", span)
        result: list[surface.Statement] = []
        zero = surface.Number("0", "int", span)
        items = [self.expression(item, least) for item in value.items]
        if items:  # what stands for items that there are not has the type of the others
            first = self.fresh.fresh(f"{self.name}_item")
            result = [assign(first, items[0], span)]
            items[0] = nothing = surface.Name(first, span)
        result += [assign(name, nothing, span) for name in self.last]
        result.append(assign(self.length, zero, span))
        for item in items:
            result += self.pushed(item, span)
        return tuple(result), len(items)

    def pushed(self, value: surface.Expr, span: Span) -> Body:
        """One more item at the end."""
        item = self.fresh.fresh(f"{self.name}_item")
        before = (surface.Name(name, span) for name in self.last)
        moves = tuple(
            assign(new, old, span) for new, old in zip(self.last[1:], before, strict=False)
        )
        count = surface.Name(self.length, span)
        one = surface.Binary("+", count, surface.Number("1", "int", span), span)
        return (
            assign(item, value, span),
            *reversed(moves),
            assign(self.last[0], surface.Name(item, span), span),
            assign(self.length, one, span),
        )

    # -- expressions -------------------------------------------------------------------------------

    def returned(self, value: surface.Expr, least: int) -> surface.Expr:
        """What is returned: for the list itself, or an array of it, what says so."""
        listed = value
        if isinstance(value, surface.Call) and not value.keywords and len(value.arguments) == 1:
            made = value.function
            if isinstance(made, surface.Attribute) and made.name in _ARRAYS:
                listed = value.arguments[0]
        if isinstance(listed, surface.Name) and listed.name == self.name:
            self.uses += 1
            return surface.NoneValue(value.span, left_out=self.name)
        return self.expression(value, least)

    def expression(self, expr: surface.Expr, least: int) -> surface.Expr:
        """`expr` with what it asks of the list."""
        match expr:
            case surface.Call() if _is_length(expr, self.name):
                self.uses += 1
                return surface.Name(self.length, expr.span)
            case surface.Subscript() if isinstance(expr.value, surface.Name) and (
                expr.value.name == self.name
            ):
                at = _from_end(expr)
                if not 0 < at <= min(least, MOST_LAST):
                    raise _OtherUseError
                self.uses += 1
                return surface.Name(self.last[at - 1], expr.span)
            case surface.Logical():
                return self.logical(expr, least)
            case surface.Unary():
                return replace(expr, operand=self.expression(expr.operand, least))
            case surface.Binary():
                left, right = self.expression(expr.left, least), self.expression(expr.right, least)
                return replace(expr, left=left, right=right)
            case surface.Compare():
                return replace(expr, operands=self.all_of(expr.operands, least))
            case surface.Call():
                return replace(expr, arguments=self.all_of(expr.arguments, least))
            case surface.Sequence():
                return replace(expr, items=self.all_of(expr.items, least))
        return expr

    def all_of(self, parts: tuple[surface.Expr, ...], least: int) -> tuple[surface.Expr, ...]:
        return tuple(self.expression(part, least) for part in parts)

    def logical(self, expr: surface.Logical, least: int) -> surface.Expr:
        """`and` and `or`, of which an operand is come to where those before it hold, or do not."""
        operands: list[surface.Expr] = []
        for operand in expr.operands:
            operands.append(self.expression(operand, least))
            least = max(least, known(self.name, operand, expr.op == "and"))
        return replace(expr, operands=tuple(operands))


def _is_length(expr: surface.Expr, name: str) -> bool:
    """Whether `expr` is `len(xs)`."""
    if not isinstance(expr, surface.Call) or len(expr.arguments) != 1 or expr.keywords:
        return False
    function, listed = expr.function, expr.arguments[0]
    called = isinstance(function, surface.Name) and function.name == "len"
    return called and isinstance(listed, surface.Name) and listed.name == name


def _from_end(expr: surface.Subscript) -> int:
    """k of `xs[-k]`; 0 for any other subscript."""
    index = expr.items[0] if len(expr.items) == 1 else None
    if not isinstance(index, surface.Unary) or index.op != "-":
        return 0
    number = index.operand
    whole = isinstance(number, surface.Number) and number.kind == "int" and number.text.isdigit()
    return int(number.text) if whole and isinstance(number, surface.Number) else 0


def known(name: str, condition: surface.Expr, holds: bool) -> int:
    """How many items the list `name` has at least where `condition` holds, or does not."""
    if isinstance(condition, surface.Unary) and condition.op == "not":
        return known(name, condition.operand, not holds)
    if isinstance(condition, surface.Logical) and (condition.op == "and") is holds:
        return max(known(name, operand, holds) for operand in condition.operands)
    if not isinstance(condition, surface.Compare) or len(condition.ops) != 1:
        return 0
    left, right = condition.operands
    if not _is_length(left, name) or not isinstance(right, surface.Number):
        return 0
    if not right.text.isdigit():
        return 0
    op = condition.ops[0] if holds else _OPPOSITE.get(condition.ops[0], "")
    return {">": int(right.text) + 1, ">=": int(right.text), "==": int(right.text)}.get(op, 0)


_OPPOSITE = {"<": ">=", "<=": ">", "!=": "=="}
