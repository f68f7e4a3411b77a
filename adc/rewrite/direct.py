"""Sums of products into an array that one statement passes on, added where that puts them.

    for i in ...:                            for i in ...:
        t[j] += B[j, k]*C[i, k]                  A[i, j] = 0
        A[i, j] = alpha*t[j]            ->       A[i, j] += alpha*B[j, k]*C[i, k]
        t[j] = 0

The adjoint of a row that a product reads is such an array. Without it nothing is carried from one
iteration to the next, so that the products of all of them are one. A sum times a number is the same
to rounding as the sum of what is multiplied by it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import sympy

from adc.analysis.activity import covers
from adc.analysis.products import product_of
from adc.ir.build import is_zero, zero
from adc.ir.enums import Update
from adc.ir.expressions import Apply, Expr, Read, reads, substitute_expr, transform
from adc.ir.names import NameSource
from adc.ir.node import Access, Body, Node
from adc.ir.nodes import Compute
from adc.ir.program import Program
from adc.ir.shapes import substitute, symbol
from adc.ir.walking import labels_in, walk_nodes, written_in
from adc.simplify.dead import drop_unused_containers

#: Where an element's subscripts begin and end, axis by axis.
Box = tuple[tuple[sympy.Expr, sympy.Expr], ...]


def direct_sums(program: Program) -> Program:
    """`program` without arrays that only hold sums of products for one statement."""
    mentions = _mentions(program)
    for container in program.containers:
        if container.shape and container.name not in {*program.passed, *program.returns}:
            found = _Sum(program, container.name, mentions.get(container.name, [])).without()
            if found is not program:
                program, mentions = found, _mentions(found)
    return program


def _mentions(program: Program) -> dict[str, list[Node]]:
    """For each container the nodes that say anything of it."""
    found: dict[str, list[Node]] = {}
    for node in walk_nodes(program.body):
        for name in node.mentioned:
            found.setdefault(name, []).append(node)
    return found


@dataclass(frozen=True)
class _Parts:
    """In one body: `sums` into an array, `passed`, the statement that reads it, and `cleared`,
    which then sets it to zero again, if anything does; outside `before`, zeros set before."""

    sums: tuple[Compute, ...]
    passed: Compute
    cleared: Compute | None
    before: tuple[Compute, ...]


@dataclass(frozen=True)
class _Sum:
    """The array `name` of the `program`, and the nodes that say anything of it."""

    program: Program
    name: str
    mentions: list[Node]

    def without(self) -> Program:
        """The program without the array, if it is one of these."""
        parts = self.parts()
        new = parts and self.passed_directly(parts)
        if not parts or not new:
            return self.program
        gone = {n.label for n in (*parts.sums, *parts.before)}
        gone |= {parts.cleared.label} if parts.cleared else set()

        def visit(body: Body) -> Body:
            found: list[Node] = []
            for node in body:
                if node is parts.passed:
                    found += new
                elif not isinstance(node, Compute) or node.label not in gone:
                    inner = tuple(map(visit, node.parts))
                    same = all(a is b for a, b in zip(inner, node.parts, strict=True))
                    found.append(node if same else node.with_parts(inner))
            return tuple(found)

        return drop_unused_containers(self.program.with_body(visit(self.program.body)))

    def parts(self) -> _Parts | None:
        """What is done with the array; None where that is anything else."""
        mentions = self.mentions
        found = [n for n in mentions if isinstance(n, Compute)]
        passing = [n for n in found if n.container != self.name]
        sums = [n for n in found if n.container == self.name and n.op == Update.ADD]
        zeros = [n for n in found if n.container == self.name and _is_zero_fill(n)]
        if len(found) < len(mentions) or len(passing) != 1 or not sums:
            return None
        if len(passing) + len(sums) + len(zeros) < len(found):
            return None
        (passed,) = passing
        body = next(b for b in _bodies(self.program.body) if any(n is passed for n in b))
        at = _place(body, passed)
        inside = [_place(body, n) for n in sums]
        if any(not 0 <= k < at for k in inside) or not self.unchanged(body, sums, passed):
            return None
        return self.zero(tuple(sums), passed, zeros, body)

    def unchanged(self, body: Body, sums: Sequence[Compute], passed: Compute) -> bool:
        """Whether `sums` may be made where `passed` is: nothing that they read is written in
        between, or by `passed`."""
        at = _place(body, passed)
        for each in sums:
            between = body[_place(body, each) + 1 : at]
            if ({*written_in(between), passed.container} - {self.name}) & set(each.mentioned):
                return False
        return True

    def zero(
        self, sums: tuple[Compute, ...], passed: Compute, zeros: Sequence[Compute], body: Body
    ) -> _Parts | None:
        """The parts, if the array is zero where the first of `sums` adds to it, and each of its
        elements that are added to is passed on once."""
        index = _read(passed, self.name)
        box = _box(passed, index) if index and len(index) == len(passed.domain) else None
        if box is None or not all(_is_over(n, box) for n in sums):
            return None
        first, at = _place(body, sums[0]), _place(body, passed)
        here = [z for z in zeros if _place(body, z) >= 0]
        if any(first < _place(body, z) < at for z in here):
            return None
        if len(zeros) == 1 and here and _place(body, here[0]) < first:
            same = _is_over(here[0], box) or self.is_whole(here[0])
            return _Parts(sums, passed, None, (here[0],)) if same else None
        before = [z for z in zeros if z not in here]
        if len(here) != 1 or _place(body, here[0]) < at or len(before) != 1:
            return None
        (cleared,), (begun,) = here, before
        outside = _place(self.program.body, begun)
        within = next(
            k for k, n in enumerate(self.program.body) if any(m is passed for m in walk_nodes((n,)))
        )
        if not 0 <= outside < within or not self.is_whole(begun):
            return None
        if set(written_in(body[at : _place(body, cleared)])) & set(cleared.mentioned):
            return None
        same = _is_over(cleared, box) or self.is_whole(cleared)
        return _Parts(sums, passed, cleared, (begun,)) if same else None

    def is_whole(self, node: Compute) -> bool:
        return covers(node.target.index, node.domain, self.program[self.name].shape)

    def passed_directly(self, parts: _Parts) -> Body | None:
        """The sums into what `passed` writes; None where they would be no products."""
        passed = parts.passed
        if passed.op not in (Update.ASSIGN, Update.ADD) or passed.blank:
            return None
        if not _is_multiple_of(passed.expr, self.name):
            return None
        index = _read(passed, self.name)
        assert index is not None
        found: list[Node] = []
        if passed.op == Update.ASSIGN:
            found.append(replace(passed, expr=zero(passed.expr.dtype)))
        labels = NameSource(labels_in(self.program.body))
        for each in parts.sums:
            table = dict(zip(map(str, index), each.target.index, strict=True))
            target = Access(
                passed.container, tuple(substitute(e, table) for e in passed.target.index)
            )
            expr = self.put(substitute_expr(passed.expr, table), each.expr)
            new = replace(each, target=target, op=Update.ADD, expr=expr)
            alike = expr.dtype is each.expr.dtype is passed.expr.dtype
            if not alike or product_of(each) is None or product_of(new) is None:
                return None
            found.append(new.with_label(labels.fresh(each.label)))
        return tuple(found)

    def put(self, expr: Expr, value: Expr) -> Expr:
        """`expr` with `value` for the element that it reads."""

        def visit(part: Expr) -> Expr:
            return value if isinstance(part, Read) and part.container == self.name else part

        return transform(expr, visit)


def _bodies(body: Body) -> Sequence[Body]:
    return [body, *(inner for n in walk_nodes(body) for inner in n.parts)]


def _place(body: Body, node: Node) -> int:
    """Where `node` stands in `body`; -1 if it does not."""
    return next((k for k, n in enumerate(body) if n is node), -1)


def _read(node: Compute, name: str) -> tuple[sympy.Expr, ...] | None:
    """The subscripts of the only element of `name` that `node` reads."""
    found = [r for r in reads(node.expr) if r.container == name]
    return found[0].index if len(found) == 1 else None


def _box(node: Compute, index: tuple[sympy.Expr, ...]) -> Box | None:
    """Where `index` begins and ends along each axis; None where its subscripts are other than
    variables of `node`, each of which has a range of its own."""
    dims = {symbol(d.var): d for d in node.domain}
    if len(set(index)) < len(index) or not all(e in dims for e in index):
        return None
    ends = tuple((dims[e].start, dims[e].stop) for e in index)
    return None if any(e.free_symbols & dims.keys() for pair in ends for e in pair) else ends


def _is_over(node: Compute, box: Box) -> bool:
    """Whether `node` writes the elements of `box`."""
    return _box(node, node.target.index) == box


def _is_multiple_of(expr: Expr, name: str) -> bool:
    """Whether `expr` is an element of `name` times numbers and elements of others."""
    if isinstance(expr, Apply) and expr.op == "neg":
        return _is_multiple_of(expr.args[0], name)
    if isinstance(expr, Apply) and expr.op == "mul":
        a, b = expr.args
        inside = [any(r.container == name for r in reads(part)) for part in (a, b)]
        return sum(inside) == 1 and _is_multiple_of(b if inside[1] else a, name)
    return isinstance(expr, Read) and expr.container == name


def _is_zero_fill(node: Compute) -> bool:
    return node.op == Update.ASSIGN and not node.blank and is_zero(node.expr)
