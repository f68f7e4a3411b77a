"""Which tests end a loop that iterates to a tolerance."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from adc.diagnostics import AdcError, Span
from adc.ir import build
from adc.ir.build import COMPARISONS, const_value
from adc.ir.dtypes import DType
from adc.ir.enums import Update
from adc.ir.expressions import Apply, Const, Expr, Read, reads
from adc.ir.names import NameSource
from adc.ir.node import Access, Body, Node
from adc.ir.nodes import Branch, Compute, While
from adc.ir.walking import map_body, walk_nodes, written_in

_OPPOSITE = {"lt": "ge", "le": "gt", "gt": "le", "ge": "lt"}


@dataclass(frozen=True)
class Test:
    """A comparison that asks for a smaller change; `label` is the node that it decides on, in front
    of which its value is what counts."""

    label: str
    goes_on: Expr


def flags_of(loop: While) -> frozenset[str]:
    """The booleans that the loop goes by, and sets itself."""
    own = set(written_in(loop.body))
    found = {r.container for r in reads(loop.condition) if r.dtype is DType.BOOL}
    return frozenset(found & own)


def leaves(arm: Body, flags: Iterable[str]) -> bool:
    """Whether `arm` ends the loop."""
    return any(
        isinstance(n, Compute)
        and n.container in flags
        and isinstance(n.expr, Const)
        and not const_value(n.expr)
        for n in arm
    )


# -- values of booleans ----------------------------------------------------------------------------


def defined(body: Body) -> dict[str, Expr]:
    """The scalars that one statement of `body` alone assigns, and what it does."""
    found: dict[str, list[Compute | None]] = {}
    for node in walk_nodes(body):
        for write in node.writes:
            plain = isinstance(node, Compute) and node.op == Update.ASSIGN and not node.domain
            own = node if plain and not write.target.index else None
            found.setdefault(write.container, []).append(own)  # type: ignore[arg-type]
    return {name: s[0].expr for name, s in found.items() if len(s) == 1 and s[0] is not None}


def resolved(expr: Expr, known: Mapping[str, Expr]) -> Expr:
    """`expr`, or if it is a boolean's value, what that was set to."""
    while isinstance(expr, Read) and expr.dtype is DType.BOOL and expr.container in known:
        expr = known[expr.container]
    return expr


# -- the tests -------------------------------------------------------------------------------------


def tests_of(loop: While) -> list[Test]:
    """The tests of `loop` that compare a change with a tolerance."""
    flags, known = flags_of(loop), defined(loop.body)
    moving = frozenset(written_in(loop.body))
    found = []
    for node in walk_nodes(loop.body):
        parts: Iterator[Apply] = iter(())
        if isinstance(node, Compute) and node.container in flags:
            parts = demands(node.expr, True, known)
        elif isinstance(node, Branch) and leaves(node.then, flags):
            parts = demands(node.condition, False, known)
        elif isinstance(node, Branch) and leaves(node.orelse, flags):
            parts = demands(node.condition, True, known)
        asked = [p for p in parts if is_change(p, moving)]
        if asked:
            goes_on: Expr = asked[0]
            for other in asked[1:]:
                goes_on = build.apply("and", goes_on, other)
            found.append(Test(node.label, goes_on))
    return found


def demands(expr: Expr, holds: bool, known: dict[str, Expr]) -> Iterator[Apply]:
    """The comparisons that all hold where `expr` does (or does not)."""
    expr = _connective(resolved(expr, known))
    if not isinstance(expr, Apply):
        return
    if expr.op == "not":
        yield from demands(expr.args[0], not holds, known)
    elif expr.op == ("and" if holds else "or"):
        for part in expr.args:
            yield from demands(part, holds, known)
    elif expr.op in COMPARISONS:
        if holds:
            yield expr
        elif expr.op in _OPPOSITE:
            yield Apply(_OPPOSITE[expr.op], expr.args, DType.BOOL)


def _connective(expr: Expr) -> Expr:
    """`where(a, True, b)` as `a or b`, `where(a, b, False)` as `a and b`: the second is evaluated
    where it counts alone."""
    if not isinstance(expr, Apply) or expr.op != "where" or expr.dtype is not DType.BOOL:
        return expr
    condition, then, orelse = expr.args
    if isinstance(then, Const) and const_value(then):
        return Apply("or", (condition, orelse), DType.BOOL)
    if isinstance(orelse, Const) and not const_value(orelse):
        return Apply("and", (condition, then), DType.BOOL)
    return expr


def is_change(test: Apply, moving: frozenset[str]) -> bool:
    """Whether what a loop computes is compared in floating point."""
    compares = test.op in _OPPOSITE and test.args[0].dtype.is_float
    return compares and any(r.container in moving for r in reads(test))


def tolerance_of(test: Expr, loop: While) -> Expr | None:
    """The tolerance in `test`: what does not change in the loop and bounds the change, be it by
    itself or as a factor; None where that is not to be seen."""
    if not isinstance(test, Apply):
        return None
    if test.op == "and":
        found = (tolerance_of(part, loop) for part in test.args)
        return next((t for t in found if t is not None), None)
    left, right = test.args
    bound = right if test.op in ("gt", "ge") else left
    return fixed_part(bound, frozenset(written_in(loop.body)), defined(loop.body))


def fixed_part(bound: Expr, moving: frozenset[str], known: dict[str, Expr]) -> Expr | None:
    if isinstance(bound, Read) and bound.container in moving and bound.container in known:
        bound = known[bound.container]
    if not any(r.container in moving for r in reads(bound)):
        return bound if not any(r.index for r in reads(bound)) else None
    if isinstance(bound, Apply) and bound.op == "mul":
        found = (fixed_part(part, moving, known) for part in bound.args)
        return next((t for t in found if t is not None), None)
    return None


# -- what is kept of them --------------------------------------------------------------------------


def with_open(loop: While, tests: Iterable[Test], name: str, labels: NameSource) -> While:
    """`loop`, which leaves in the boolean `name` whether the last test asked for more."""
    asked = {test.label: test.goes_on for test in tests}

    def visit(node: Node) -> Body:
        if node.label not in asked:
            return (node,)
        label, target = labels.fresh(f"{node.label}_open"), Access(name, ())
        note = Compute(label, target, Update.ASSIGN, asked[node.label], (), node.span)
        return note, node

    return replace(loop, body=map_body(loop.body, visit))


def no_test(span: Span | None) -> AdcError:
    return AdcError.of(
        "ADC0631", "no test that ends this loop compares a change with a tolerance", span,
        help="end it by such a test, as `while change > 1e-10`, or leave the comment out",
    )  # fmt: skip


def no_tolerance(span: Span | None) -> AdcError:
    return AdcError.of(
        "ADC0631", "the tolerance of the test that ends this loop is not to be seen", span,
        help="say it in the comment: `fixed-point u tolerance 1e-10`",
    )  # fmt: skip
