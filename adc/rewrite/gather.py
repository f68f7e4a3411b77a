"""Gather form: sums that shift what they add become one sum for each element of their target.

The adjoint of a stencil adds to its neighbours, one statement for each point of the stencil:

    v_bar[i]     += f(i)    for i in [a, b)
    v_bar[i + 1] += g(i)    for i in [a, b)

A statement's points have no order, so its variables may be shifted: the second is
`v_bar[i] += g(i - 1)` for `i` in [a + 1, b + 1). Where all terms reach an element, the *core*, one
statement adds them all, in one pass over memory, and its iterations are apart:

    v_bar[i] += f(i) + g(i - 1)    for i in [a + 1, b)

Where zeros come first, it assigns them. Terms that share a factor share it in the sum, too.
Of arrays of several axes the outermost goes first. What is left of each term, below and above the
core, stays a statement of its own, in which the other axes are as they were; along the last axis
the few elements at an edge that are reached by the same terms get one sum of these.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import sympy

from adc.ir.build import is_zero
from adc.ir.enums import Update
from adc.ir.expressions import Apply, substitute_expr, walked
from adc.ir.names import NameSource
from adc.ir.node import Access, Body, Dim, Domain, Node
from adc.ir.nodes import NOTE, Compute, Heading, Mark
from adc.ir.program import Program
from adc.ir.shapes import IntLike, maximum, minimum, names, substitute, symbol
from adc.ir.walking import labels_in, written_in
from adc.rewrite.factors import summed

#: Of at most this many places where terms begin, or end, the edges are cut into parts, and of at
#: most this many operations in all terms: each part writes most of them out.
_MOST_PLACES, _MOST_OPERATIONS = 4, 24


@dataclass(frozen=True)
class _Term:
    """A statement that gives or adds one value to each element of a box: its target's index has a
    variable and a shift at each of `axes`, and what is the same for all points elsewhere."""

    compute: Compute
    axes: tuple[int, ...]

    @property
    def is_zero(self) -> bool:
        return self.compute.op == Update.ASSIGN and is_zero(self.compute.expr)

    def dim(self, axis: int) -> Dim:
        """The variable at `axis` of the target."""
        own = names(self.compute.target.index[axis])
        return next(d for d in self.compute.domain if d.var in own)

    def shift(self, axis: int) -> sympy.Expr:
        return self.compute.target.index[axis] - symbol(self.dim(axis).var)

    def range(self, axis: int) -> tuple[sympy.Expr, sympy.Expr]:
        """The target's positions along `axis`: the first, and the one after the last."""
        dim, shift = self.dim(axis), self.shift(axis)
        return dim.start + shift, dim.stop + shift

    def substituted(self, values: dict[str, IntLike], domain: Domain) -> _Term:
        target, expr = self.compute.target, self.compute.expr
        index = tuple(substitute(e, values) for e in target.index)
        target = Access(target.container, index)
        expr = substitute_expr(expr, values)
        return replace(self, compute=replace(self.compute, target=target, expr=expr, domain=domain))

    def unshifted(self, axis: int) -> _Term:
        """The same sums, with a variable at `axis` that is the target's position itself."""
        dim, shift = self.dim(axis), self.shift(axis)
        if shift == 0:
            return self
        own = Dim(dim.var, dim.start + shift, dim.stop + shift)
        domain = tuple(own if d is dim else d for d in self.compute.domain)
        return self.substituted({dim.var: symbol(dim.var) - shift}, domain)

    def within(self, axis: int, start: sympy.Expr, stop: sympy.Expr) -> _Term:
        """The sums into positions from `start` up to `stop` along `axis`, which has no shift."""
        dim = self.dim(axis)
        part = Dim(dim.var, start, stop)
        domain = tuple(part if d is dim else d for d in self.compute.domain)
        return replace(self, compute=replace(self.compute, domain=domain))

    def like(self, other: _Term) -> _Term:
        """The same sums with the variables of `other`, whose ranges are the same."""
        table = {self.dim(a).var: other.dim(a).var for a in self.axes}
        values: dict[str, IntLike] = {old: symbol(new) for old, new in table.items()}
        return self.substituted(values, other.compute.domain)


def gather(program: Program) -> Program:
    """`program` with sums into shifted elements of one array joined, where that is exact."""
    found = _Gathering(program)
    body = found.body(program.body)
    return program if body is program.body else program.with_body(body)


class _Gathering:
    def __init__(self, program: Program) -> None:
        self.program = program
        self.labels = NameSource(labels_in(program.body))

    def body(self, body: Body) -> Body:
        """`body` rewritten; itself where there is nothing to join."""
        inside = [self.inside(node) for node in body]
        groups = self.groups(inside)
        moved = {id(term.compute) for group in groups for term in group[1:]}
        firsts = {id(group[0].compute): group for group in groups}
        result: list[Node] = []
        for node in inside:
            if id(node) in firsts:
                result += self.joined(firsts[id(node)])
            elif id(node) not in moved:
                result.append(node)
        same = len(result) == len(body) and all(a is b for a, b in zip(result, body, strict=True))
        return body if same else tuple(result)

    def inside(self, node: Node) -> Node:
        new = tuple(map(self.body, node.parts))
        same = all(a is b for a, b in zip(new, node.parts, strict=True))
        return node if same else node.with_parts(new)

    # -- which statements --------------------------------------------------------------------------

    def groups(self, body: Sequence[Node]) -> list[list[_Term]]:
        """The terms that can be joined, each group in its order."""
        private = self.private(body)
        found: list[list[_Term]] = []
        taken: set[int] = set()
        for at, node in enumerate(body):
            first = self.term(node, private) if id(node) not in taken else None
            if first is None:
                continue
            group = [first, *self.further(first, body[at + 1 :], private)]
            shifted = any(len({term.shift(axis) for term in group}) > 1 for axis in first.axes)
            if shifted or (first.is_zero and len(group) > 1):
                found.append(group)
                taken |= {id(term.compute) for term in group}
        return found

    def further(
        self, first: _Term, after: Sequence[Node], private: frozenset[str]
    ) -> Iterator[_Term]:
        """The statements of `after` that can be run at the place of `first`, and add to the same
        elements but for constant shifts: all of one source line, whichever a zero is of."""
        target = first.compute.container
        line = None if first.is_zero else _line(first.compute)
        written: set[str] = set()
        for node in after:
            if isinstance(node, (Heading, Mark)):
                return
            term = self.term(node, private)
            free = term is not None and not written & {u.container for u in term.compute.uses}
            if term and free and _akin(first, term) and line in (None, _line(node)):
                line = _line(node)
                yield term
            elif target in node.mentioned_inside and not (term and _apart(first, term)):
                return
            else:
                written.update(written_in((node,)))

    def term(self, node: Node, private: frozenset[str]) -> _Term | None:
        """`node` as a term, None where it is none."""
        if not isinstance(node, Compute) or node.op not in (Update.ASSIGN, Update.ADD):
            return None
        variables = set(node.variables)
        read = {u.container for u in node.uses}
        bounded = any(names(b) & variables for d in node.domain for b in (d.start, d.stop))
        dtype = self.program[node.container].dtype
        if bounded or node.blank or node.container in read or read & private:
            return None
        if not dtype.is_float or node.expr.dtype != dtype:
            return None
        index = node.target.index
        axes = tuple(k for k, e in enumerate(index) if names(e) & variables)
        own = [names(index[k]) & variables for k in axes]
        distinct = len(set().union(*own)) == len(own) == len(variables)
        if not axes or not distinct or any(len(o) != 1 for o in own):
            return None
        shifts = (index[k] - symbol(next(iter(o))) for k, o in zip(axes, own, strict=True))
        return _Term(node, axes) if all(s.is_Integer for s in shifts) else None

    def private(self, body: Sequence[Node]) -> frozenset[str]:
        """Arrays that one source line alone makes and reads here: they become scalars where its
        statements stay in one loop, so no other statement may need them whole."""
        local = set(written_in(tuple(body))) - set(self.program.passed)
        lines: dict[str, set[object]] = {}
        for node in body:
            line = _line(node) if isinstance(node, Compute) else "elsewhere"
            for name in node.mentioned_inside & local:
                lines.setdefault(name, set()).add(line)
        return frozenset(n for n, found in lines.items() if len(found) == 1)

    # -- the sum -----------------------------------------------------------------------------------

    def joined(self, group: Sequence[_Term]) -> Iterator[Node]:
        """The statement for the core, and those for the edges, one axis after the other."""
        terms: list[_Term] = list(group)
        edges: list[list[_Term]] = []
        for axis in terms[0].axes:
            if _differ(terms, axis):
                terms = [term.unshifted(axis) for term in terms]
                edges.append(_edges(terms, axis))
                terms = [term.within(axis, *_core(terms, axis)) for term in terms]
        core, told = _sum(terms).compute, group[group[0].is_zero].compute
        yield replace(core, span=told.span, note=told.note)
        seen = {core.label}
        # No element is at the edges of two axes. Those of the inner ones are in the core's rows,
        # which then are loops of one range, and can be one loop.
        for level, found in reversed(list(enumerate(edges))):
            if level == 0 and found:
                yield Heading("the edges, which not all of these terms reach", NOTE)
            for edge in found:
                compute, label = edge.compute, edge.compute.label
                if label in seen:
                    compute = compute.with_label(self.labels.fresh(label))
                yield replace(compute, span=told.span)
                seen.add(label)


def _edges(terms: Sequence[_Term], axis: int) -> list[_Term]:
    """What of `terms`, which have no shift at `axis`, lies beside the core there."""
    start, stop = _core(terms, axis)
    last = axis == terms[0].axes[-1]
    parts = _parts(terms, axis) if last else None
    if parts is not None:
        return list(map(_sum, parts))
    found = _begun([*_below(terms, axis, start), *_above(terms, axis, start, stop)])
    return found if last else _joined_rows(found)


def _sum(terms: Sequence[_Term]) -> _Term:
    """One statement for `terms`, which reach the same positions."""
    first = terms[0]
    added = [t.like(first).compute.expr for t in terms if not t.is_zero]
    return replace(first, compute=replace(first.compute, expr=summed(added))) if added else first


def _joined_rows(edges: Sequence[_Term]) -> list[_Term]:
    """`edges` with those of the same rows joined along these."""
    result: list[_Term] = []
    left = list(edges)
    while left:
        first = left[0]
        *outer, axis = first.axes
        same = [t for t in left if all(t.range(k) == first.range(k) for k in outer)]
        terms = [_upright(term) for term in same]
        parts = _parts(terms, axis) if outer and _differ(terms, axis) else None
        if parts is None:
            result.append(left.pop(0))
            continue
        start, stop = _core(terms, axis)
        result.append(_sum([term.within(axis, start, stop) for term in terms]))
        result += map(_sum, parts)
        left = [t for t in left if t not in same]
    return result


def _upright(term: _Term) -> _Term:
    """`term` with no shift at any axis."""
    for axis in term.axes:
        term = term.unshifted(axis)
    return term


def _begun(edges: Sequence[_Term]) -> list[_Term]:
    """`edges` with sums in the place of the zeros that they alone of all are added to exactly."""
    result = list(edges)
    for zero in edges:
        same = [t for t in result if not t.is_zero and _same_elements(zero, t)]
        if zero.is_zero and same:
            sum_ = replace(same[0].compute, op=Update.ASSIGN)
            result[result.index(zero)] = replace(same[0], compute=sum_)
            result.remove(same[0])
    return result


def _same_elements(one: _Term, two: _Term) -> bool:
    return all(
        one.shift(axis) == two.shift(axis) == 0 and one.range(axis) == two.range(axis)
        for axis in one.axes
    )


def _akin(first: _Term, other: _Term) -> bool:
    """Whether `other` adds to the same elements as `first`, but for constant shifts."""
    one, two = first.compute, other.compute
    if one.container != two.container or first.axes != other.axes or two.op != Update.ADD:
        return False
    fixed = [k for k in range(len(one.target.index)) if k not in first.axes]
    if any(one.target.index[k] != two.target.index[k] for k in fixed):
        return False
    ends = (
        (a - b).is_Integer
        for axis in first.axes
        for a, b in zip(first.range(axis), other.range(axis), strict=True)
    )
    return all(ends)


def _apart(first: _Term, other: _Term) -> bool:
    """Whether the two write other elements: those of other rows."""
    one, two = first.compute.target, other.compute.target
    fixed = [k for k in range(len(one.index)) if k not in {*first.axes, *other.axes}]
    between = [one.index[k] - two.index[k] for k in fixed if one.container == two.container]
    return any(d.is_Integer and d != 0 for d in between)


def _line(node: Node) -> tuple[str, int] | None:
    return (node.span.file, node.span.line) if node.span else None


def _differ(terms: Sequence[_Term], axis: int) -> bool:
    """Whether the terms shift what they add differently along `axis`, or reach other positions."""
    return len({(term.shift(axis), *term.range(axis)) for term in terms}) > 1


def _core(terms: Sequence[_Term], axis: int) -> tuple[sympy.Expr, sympy.Expr]:
    """The positions along `axis` that all `terms` reach; none where the end is not above the
    start."""
    starts, stops = zip(*(term.range(axis) for term in terms), strict=True)
    return max(starts, key=lambda e: e - starts[0]), min(stops, key=lambda e: e - stops[0])


def _parts(terms: Sequence[_Term], axis: int) -> list[list[_Term]] | None:
    """The positions along `axis` beside the core, in parts, with the terms that reach each of them;
    None where they are too many.

    A part lies between two of the places where terms begin or end. Where the terms' ranges are
    longer than they are apart from each other, those that lie both above the beginning of one term
    and below the end of another are empty.
    """
    starts = _ascending([term.range(axis)[0] for term in terms])
    stops = _ascending([term.range(axis)[1] for term in terms])
    work = sum(isinstance(e, Apply) for t in terms for e in walked(t.compute.expr))
    if max(len(starts), len(stops)) > _MOST_PLACES or work > _MOST_OPERATIONS:
        return None
    result = []
    for above, start in enumerate(starts):
        for below, stop in enumerate(stops):
            last = above == len(starts) - 1
            first = maximum(start, stops[below - 1]) if below else start
            end = stop if last else minimum(starts[above + 1], stop)
            reaching = [
                term.within(axis, first, end)
                for term in terms
                if (term.range(axis)[0] - start) <= 0 <= (term.range(axis)[1] - stop)
            ]
            if reaching and not (last and not below):
                result.append(reaching)
    return result


def _ascending(ends: Sequence[sympy.Expr]) -> list[sympy.Expr]:
    """`ends`, which are integers apart, in their order, each once."""
    return sorted(set(ends), key=lambda e: int(e - ends[0]))


def _below(terms: Sequence[_Term], axis: int, start: sympy.Expr) -> Iterator[_Term]:
    """What of each term lies below the core."""
    for term in terms:
        first, stop = term.range(axis)
        if first != start:
            yield term.within(axis, first, minimum(start, stop))


def _above(
    terms: Sequence[_Term], axis: int, start: sympy.Expr, stop: sympy.Expr
) -> Iterator[_Term]:
    """What of each term lies above the core, and is not below its start."""
    for term in terms:
        _, last = term.range(axis)
        if last != stop:
            yield term.within(axis, maximum(start, stop), last)
