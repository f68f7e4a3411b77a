"""`while i < n: …; i += 1` as the loop over a range that it is.

Where the counter and its bound are integers, the bound does not change and nothing leaves the loop
early, the number of iterations is known before the first one: the counter is the variable of a
`for`, and an expression also when the loop has ended.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from adc.diagnostics import Span
from adc.frontends import surface
from adc.frontends.names import walk
from adc.ir.names import NameSource
from adc.lowering.control.bodies import Body, fresh_names, rewritten
from adc.lowering.control.counters import Step, bind, name, step_of
from adc.lowering.control.doubling import doubled_bound, without_doubling
from adc.lowering.control.jumps import has
from adc.lowering.liveness import assigned, used

_MIRRORED = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}
_JUMPS = (surface.Break, surface.Continue, surface.Return)


def with_ranges(
    function: surface.Function, integers: frozenset[str], taken: Iterable[str], bounding: bool
) -> surface.Function:
    """`function` with such loops as loops over ranges. `integers` are the names that stand for
    expressions of sizes and integer arguments on entry. `bounding`: a `while` that data end, and a
    count as well, is one over that range as long as its condition holds."""
    if not any(isinstance(n, surface.While) for n in walk(function.body)):
        return function
    whole = whole_names(function.body, integers)
    fresh = fresh_names(function, taken)
    return replace(
        function, body=rewritten(function.body, _Rewriter(whole, fresh, bounding).change)
    )


@dataclass(frozen=True)
class _Rewriter:
    whole: frozenset[str]
    fresh: NameSource
    bounding: bool

    def change(self, statement: surface.Statement, before: Body) -> Body:
        if not isinstance(statement, surface.While):
            return (statement,)
        return self.doubled(statement, before) or self.loop(statement)

    def doubled(self, loop: surface.While, before: Body) -> Body:
        """The assignment that a loop of doublings is, if it is one."""
        bound = doubled_bound(loop)
        if bound is None or not is_whole(bound, self.whole):
            return ()
        made = without_doubling(loop, before)
        return () if made is None else (made,)

    def loop(self, loop: surface.While) -> Body:
        for step in map(step_of, loop.body):
            found = None if step is None else self.header(step, loop)
            if step is not None and found is not None:
                return self.made(step, *found, loop)
        return self.bounded(loop) if self.bounding else (loop,)

    def bounded(self, loop: surface.While) -> Body:
        """A loop of which one test counts: that range is all that there may be iterations of."""
        condition = loop.condition
        if not isinstance(condition, surface.Logical) or condition.op != "and":
            return (loop,)
        for step in filter(None, map(step_of, loop.body)):
            for test in condition.operands:
                found = self.header(step, replace(loop, condition=test), leaving=True)
                if found is not None and step.op == "+" and not has(loop.body, surface.Continue):
                    return self.as_long_as(step, *found, loop)
        return (loop,)

    def as_long_as(
        self, step: Step, op: str, bound: surface.Expr, size: int, loop: surface.While
    ) -> Body:
        span, fresh = loop.span, self.fresh
        room, variable = (fresh.fresh(f"{step.name}_{word}") for word in ("room", "now"))
        most: surface.Expr = surface.Binary("-", bound, name(step.name, span), span)
        if op == "<=":
            most = surface.Binary("+", most, surface.Number("1", "int", span), span)
        counted = surface.For(variable, (name(room, span),), (), span)
        return (bind(room, most, span), replace(loop, counted=counted))

    def header(
        self, step: Step, loop: surface.While, leaving: bool = False
    ) -> tuple[str, surface.Expr, int] | None:
        """The comparison, the bound and the size of the step; None where it is no plain count.
        `leaving`: the loop may end earlier."""
        size = literal(step.size)
        found = compared(step.name, loop.condition)
        jumps = not leaving and any(has(loop.body, j) for j in _JUMPS)
        if found is None or size == 0 or loop.counted or jumps:
            return None
        op, bound = found
        if (step.op == "+") != (op in ("<", "<=")) or step.name not in self.whole:
            return None
        changed = [s for s in loop.body if step.name in assigned((s,))]
        if len(changed) != 1 or used(bound) & assigned(loop.body):
            return None
        return (op, bound, size) if is_whole(bound, self.whole) else None

    def made(
        self, step: Step, op: str, bound: surface.Expr, size: int, loop: surface.While
    ) -> Body:
        """The loop over `range(i, bound, size)`, and what the counter is behind it."""
        span, fresh = loop.span, self.fresh
        begin, end, variable = (
            fresh.fresh(f"{step.name}_{word}") for word in ("start", "end", "now")
        )
        one = surface.Number("1", "int", span)
        if op in ("<=", ">="):
            bound = surface.Binary("+" if op == "<=" else "-", bound, one, span)
        stride: surface.Expr = surface.Number(str(size), "int", span)
        signed = stride if step.op == "+" else surface.Unary("-", stride, span)
        body: list[surface.Statement] = [bind(step.name, name(variable, span), span)]
        for statement in loop.body:
            if step_of(statement) == step:
                moved = surface.Binary(step.op, name(variable, span), stride, span)
                body.append(bind(step.name, moved, statement.span))
            else:
                body.append(statement)
        arguments = (name(begin, span), name(end, span), signed)
        last = _last(step, name(begin, span), name(end, span), size, span)
        return (
            bind(begin, name(step.name, span), span),
            bind(end, bound, span),
            surface.For(variable, arguments, tuple(body), span),
            bind(step.name, last, span),
        )


def _last(
    step: Step, begin: surface.Expr, end: surface.Expr, size: int, span: Span
) -> surface.Expr:
    """The counter when the loop has ended: the first value that is not before the end."""
    up = step.op == "+"
    way = surface.Binary("-", end, begin, span) if up else surface.Binary("-", begin, end, span)
    value = end
    if size > 1:
        number = surface.Number(str(size), "int", span)
        more = surface.Binary("+", way, surface.Number(str(size - 1), "int", span), span)
        trips = surface.Binary("//", more, number, span)
        value = surface.Binary(step.op, begin, surface.Binary("*", number, trips, span), span)
    runs = surface.Compare(("<" if up else ">",), (begin, end), span)
    return surface.Conditional(runs, value, begin, span)


def compared(counter: str, condition: surface.Expr) -> tuple[str, surface.Expr] | None:
    """`op` and bound where the condition is `counter op bound` or the same the other way round."""
    if not isinstance(condition, surface.Compare) or len(condition.ops) != 1:
        return None
    (op,), (left, right) = condition.ops, condition.operands
    if op not in _MIRRORED:
        return None
    if isinstance(left, surface.Name) and left.name == counter:
        return op, right
    if isinstance(right, surface.Name) and right.name == counter:
        return _MIRRORED[op], left
    return None


# -- integers --------------------------------------------------------------------------------------


def whole_names(body: Body, integers: frozenset[str]) -> frozenset[str]:
    """The names that hold nothing but integers: those of `integers`, and those that the body binds
    to integers alone."""
    bindings = list(_bindings(body))
    whole = integers | {n for n, _ in bindings}
    while True:
        wrong = {n for n, value in bindings if value is None or not is_whole(value, whole)}
        if not wrong & whole:
            return whole
        whole -= wrong


def _bindings(body: Body) -> Iterator[tuple[str, surface.Expr | None]]:
    """Every name that is bound, and to what; None where that is not seen from its text."""
    for node in walk(body):
        if isinstance(node, surface.Assign):
            for target in node.targets:
                yield from _bound(target, node.value)
        elif isinstance(node, surface.For):
            yield node.target, surface.Number("0", "int", node.span)
        elif isinstance(node, surface.AugmentedAssign) and isinstance(node.target, surface.Name):
            yield node.target.name, surface.Binary(node.op, node.target, node.value, node.span)


def _bound(
    target: surface.Expr, value: surface.Expr | None
) -> Iterator[tuple[str, surface.Expr | None]]:
    """What an assignment of `value` binds the names in `target` to."""
    if isinstance(target, surface.Name):
        yield target.name, value
    elif isinstance(target, surface.Sequence):
        parts: list[surface.Expr | None] = [None] * len(target.items)
        if isinstance(value, surface.Sequence) and len(value.items) == len(parts):
            parts = list(value.items)
        elif isinstance(value, surface.Attribute) and value.name == "shape":
            parts = [surface.Attribute(value.value, "size", value.span)] * len(parts)
        for item, part in zip(target.items, parts, strict=True):
            yield from _bound(item, part)


def is_whole(expr: surface.Expr, whole: frozenset[str]) -> bool:
    """Whether `expr` is an integer of sizes and of the names `whole`, by its text."""
    match expr:
        case surface.Number():
            return expr.kind == "int"
        case surface.Name():
            return expr.name in whole
        case surface.Unary():
            return expr.op in ("+", "-") and is_whole(expr.operand, whole)
        case surface.Binary():
            both = is_whole(expr.left, whole) and is_whole(expr.right, whole)
            return expr.op in ("+", "-", "*", "//", "%") and both
        case surface.Attribute():
            return expr.name in ("size", "ndim")
        case surface.Subscript():
            owner = expr.value
            return isinstance(owner, surface.Attribute) and owner.name == "shape"
        case surface.Call():
            return isinstance(expr.function, surface.Name) and expr.function.name == "len"
    return False


def literal(expr: surface.Expr) -> int:
    """The number that a literal integer stands for; 0 for anything else."""
    whole = isinstance(expr, surface.Number) and expr.kind == "int"
    return int(expr.text) if whole and expr.text.isdecimal() else 0  # type: ignore[union-attr]
