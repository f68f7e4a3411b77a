"""Derivatives divided by what never changes in a loop are multiplied by its reciprocal.

The reciprocal is computed once before the loop. That of a number near either end of its type's
range would overflow, or lose digits, where the quotient does not; such a number is brought nearer
to 1 first, by a scale that is 1 for all others:

    h_scale = where(abs(h) < 1e-200, 1e200, where(abs(h) > 1e200, 1e-200, 1.0))
    h_reciprocal = 1.0/(h*h_scale)
    for i in 0:N
        x_bar[i] /= h                    ->           x_bar[i] = x_bar[i]*h_reciprocal*h_scale

Zero, infinity and NaN as divisors give what they give in the quotient. As with literals
(`reciprocals.py`) the last digit may be another one, so only derivatives are divided so, and what
they are multiplied by.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from adc.diagnostics import Span
from adc.ir.build import apply, const, one
from adc.ir.declarations import Container
from adc.ir.dtypes import DType
from adc.ir.enums import Role
from adc.ir.expressions import Apply, Const, Expr, IntValue, Read, reads, walked
from adc.ir.names import NameSource
from adc.ir.nodes import NOTE
from adc.ir.shapes import names
from adc.schedule.accesses import written
from adc.schedule.tree import (
    Comment,
    Declare,
    For,
    Node,
    Statement,
    Tree,
    part_variables,
    parts,
    walk,
    with_parts,
)  # fmt: skip
from adc.schedule.work import few_trips

#: Below the first and above the second number divisors are scaled by the other of the two.
_ENDS = {DType.FLOAT64: ("1e-200", "1e200"), DType.FLOAT32: ("1e-20", "1e20")}
_TOLD = "to multiply by instead of dividing; scaled where a reciprocal might overflow"


def with_divisors(
    tree: Tree,
    containers: tuple[Container, ...],
    derivatives: frozenset[str],
    taken: frozenset[str],
) -> tuple[Tree, tuple[Container, ...]]:
    """`tree` with reciprocals of divisors before the loops that do not change them; `derivatives`
    are the containers that hold such, `taken` the names in use."""
    work = _Divisors(derivatives, NameSource(set(taken)), [])
    tree = work.tree(tree, {})
    return tree, (*containers, *work.new)


@dataclass(frozen=True)
class _Inverse:
    """The names of a divisor's reciprocal and scale."""

    reciprocal: Read
    scale: Read

    def quotient(self, op: str, value: Expr) -> Expr:
        """`value` divided, zero by whatever the divisor is if `op` is `zdiv`."""
        product = apply("zscale" if op == "zdiv" else "mul", value, self.reciprocal)
        return apply("mul", product, self.scale)


@dataclass
class _Divisors:
    derivatives: frozenset[str]
    fresh: NameSource
    new: list[Container]

    def tree(self, tree: Tree, known: dict[Expr, _Inverse]) -> Tree:
        """`tree`, before which the divisors in `known` have reciprocals, and are as they were."""
        result: list[Node] = []
        known = dict(known)
        for node in tree:
            if isinstance(node, For) and not few_trips(node):
                found = {d: span for d, span in self.fixed(node) if d not in known}
                result += [Comment(_TOLD, NOTE)] if found else []
                for divisor, span in found.items():
                    known[divisor] = self.inverse(divisor)
                    result += self.declared(divisor, known[divisor], span)
            kept = {d: i for d, i in known.items() if not _read(d) & written(node)}
            result.append(self.inside(node, kept))
            known = kept
        return tuple(result)

    def inside(self, node: Node, known: dict[Expr, _Inverse]) -> Node:
        if isinstance(node, (Statement, Declare)):
            target = node.name if isinstance(node, Declare) else node.target.container
            expr = self.divided(node.expr, target in self.derivatives, known)
            return node if expr is node.expr else replace(node, expr=expr)
        return with_parts(node, tuple(self.tree(part, known) for part in parts(node)))

    # -- which divisors ----------------------------------------------------------------------------

    def fixed(self, loop: For) -> Iterator[tuple[Expr, Span | None]]:
        """What divides derivatives in `loop` and never changes there, with its place."""
        inside = frozenset(v for n in walk((loop,)) for part in part_variables(n) for v in part)
        made = written(loop).union(n.name for n in walk(loop.body) if isinstance(n, Declare))
        for node in walk(loop.body):
            if isinstance(node, (Statement, Declare)):
                target = node.name if isinstance(node, Declare) else node.target.container
                for quotient in self.quotients(node.expr, target in self.derivatives):
                    if _is_fixed(quotient.args[1], made, inside):
                        yield quotient.args[1], node.span

    def quotients(self, expr: Expr, factor: bool) -> Iterator[Apply]:
        """The quotients in `expr` that are of derivatives, or factors of a derivative if `expr`
        is."""
        if not isinstance(expr, Apply):
            return
        if self.divides(expr, factor):
            yield expr
        for arg, inner in zip(expr.args, _factors(expr, factor), strict=True):
            yield from self.quotients(arg, inner)

    def divides(self, expr: Apply, factor: bool) -> bool:
        if expr.op not in ("div", "zdiv") or expr.dtype not in _ENDS:
            return False
        return factor or any(r.container in self.derivatives for r in reads(expr.args[0]))

    # -- what becomes of them ----------------------------------------------------------------------

    def divided(self, expr: Expr, factor: bool, known: dict[Expr, _Inverse]) -> Expr:
        """`expr` with products for the quotients by what is `known`."""
        if not known or not isinstance(expr, Apply):
            return expr
        inner = zip(expr.args, _factors(expr, factor), strict=True)
        args = tuple(self.divided(arg, f, known) for arg, f in inner)
        if self.divides(expr, factor) and expr.args[1] in known:
            return known[expr.args[1]].quotient(expr.op, args[0])
        same = all(a is b for a, b in zip(args, expr.args, strict=True))
        return expr if same else replace(expr, args=args)

    def inverse(self, divisor: Expr) -> _Inverse:
        read = reads(divisor)
        stem = read[0].container if read else "divisor"
        made = []
        for what in ("reciprocal", "scale"):
            name = self.fresh.fresh(f"{stem}_{what}")
            self.new.append(Container(name, divisor.dtype, (), Role.LOCAL))
            made.append(Read(name, (), divisor.dtype))
        return _Inverse(*made)

    def declared(self, divisor: Expr, inverse: _Inverse, span: Span | None) -> Iterator[Node]:
        dtype = divisor.dtype
        least, most = (const(end, dtype) for end in _ENDS[dtype])
        size = apply("abs", divisor)
        near = apply("where", apply("gt", size, most), least, one(dtype))
        scale = apply("where", apply("lt", size, least), most, near)
        yield Declare(inverse.scale.container, scale, True, span)
        scaled = apply("mul", divisor, inverse.scale)
        yield Declare(inverse.reciprocal.container, apply("div", one(dtype), scaled), True, span)


def _factors(expr: Apply, factor: bool) -> tuple[bool, ...]:
    """Which operands of `expr` are terms or factors of a derivative, if `expr` is."""
    if not factor or expr.op not in ("add", "sub", "neg", "mul", "zmul", "div", "zdiv"):
        return (False,) * len(expr.args)
    return (True,) if len(expr.args) == 1 else (True, expr.op not in ("div", "zdiv"))


def _read(expr: Expr) -> frozenset[str]:
    return frozenset(read.container for read in reads(expr))


def _is_fixed(divisor: Expr, made: frozenset[str], inside: frozenset[str]) -> bool:
    """Whether `divisor` is no literal and has one value where the scalars `made` and the variables
    `inside` change, which can be computed at any time."""
    for e in walked(divisor):
        if isinstance(e, Read) and (e.index or e.container in made or not e.dtype.is_float):
            return False
        if isinstance(e, IntValue) and (names(e.value) & inside or not e.value.is_polynomial()):
            return False
        if isinstance(e, Apply) and not e.dtype.is_float:
            return False
    return not all(isinstance(e, (Apply, Const)) for e in walked(divisor))
