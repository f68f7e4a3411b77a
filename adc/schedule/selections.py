"""What is chosen between values, once both are at hand.

`c ? a[i] : 0` loads an element for some iterations only, which compilers make vectors of with
loads under masks, if at all. Where `a[i]` is there whatever `c` says, and cheap, it is computed
in each iteration, and the choice is one between two numbers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

import sympy

from adc.ir.declarations import Container
from adc.ir.expressions import Apply, Expr, Read, reads, transform, walked
from adc.ir.shapes import names, symbol
from adc.schedule.arena import non_negative
from adc.schedule.tree import UNBOUNDED, Declare, For, Node, Statement, Tree, parts, with_parts

#: What is no dearer to compute than to pass over.
_CHEAP = frozenset((
    "add", "sub", "mul", "div", "neg", "zmul", "zdiv", "zscale", "abs", "where",
    "lt", "le", "gt", "ge", "eq", "ne", "not", "isnan", "and", "or",
))  # fmt: skip
#: What computes only those of its values that it needs.
_PARTIAL = frozenset(("where", "and", "or"))


@dataclass(frozen=True)
class Whole(Apply):
    """`where`, `and` or `or`, all of whose values are computed."""


#: A subscript and the extent that it stays below.
Position = tuple[sympy.Expr, sympy.Expr]


def with_selections(
    tree: Tree, containers: Iterable[Container], given: frozenset[str], sizes: frozenset[str]
) -> Tree:
    """`tree` with each `where`, `and` and `or` in a loop made Whole, as far as the elements in it
    are known to be there and its scalars to be set.

    `given` are the scalars that are set from the first, `sizes` the symbols that are 0 or more.
    """
    return _Selections({c.name: c for c in containers}, sizes).tree(tree, (), given)


@dataclass
class _Selections:
    containers: Mapping[str, Container]
    sizes: frozenset[str]

    def tree(self, tree: Tree, loops: tuple[For, ...], given: frozenset[str]) -> Tree:
        """`loops` are those around, outermost first."""
        result: list[Node] = []
        for node in tree:
            if isinstance(node, (Statement, Declare)) and loops:
                node = replace(node, expr=self.selected(node, loops, given))
            around = (*loops, node) if isinstance(node, For) else loops
            inner = tuple(self.tree(part, around, given) for part in parts(node))
            result.append(with_parts(node, inner) if inner else node)
            if isinstance(node, Declare):
                given |= {node.name}
        return tuple(result)

    def selected(
        self, node: Statement | Declare, loops: tuple[For, ...], given: frozenset[str]
    ) -> Expr:
        if not any(_is_partial(e) for e in walked(node.expr)):
            return node.expr
        always = [read for read, certain in loaded(node.expr) if certain]
        within = {p for read in always for p in self.positions(read.container, read.index)}
        if isinstance(node, Statement):
            within.update(self.positions(node.target.container, node.target.index))
        given |= {read.container for read in always if not read.index}

        def there(read: Read) -> bool:
            if not read.index:
                return read.container in given
            found = self.positions(read.container, read.index)
            return all(p in within or self.is_within(p, loops) for p in found)

        def visit(expr: Expr) -> Expr:
            if not isinstance(expr, Apply) or not _is_partial(expr):
                return expr
            if expr.op == "where" and not expr.dtype.is_float:
                return expr
            loads = [read for value in expr.args[1:] for read in reads(value)]
            if not any(r.index for r in loads) or not all(map(_is_cheap, expr.args[1:])):
                return expr
            return Whole(expr.op, expr.args, expr.dtype) if all(map(there, loads)) else expr

        return transform(node.expr, visit)

    def positions(self, name: str, index: tuple[sympy.Expr, ...]) -> Iterator[Position]:
        return zip(index, self.containers[name].shape, strict=True)

    def is_within(self, position: Position, loops: tuple[For, ...]) -> bool:
        """Whether the subscript is from 0 to its extent in all iterations of `loops`."""
        subscript, extent = position
        return self.is_counted(subscript, loops) and self.is_counted(extent - 1 - subscript, loops)

    def is_counted(self, value: sympy.Expr, loops: tuple[For, ...]) -> bool:
        """Whether `value` is 0 or more in all iterations: at the end of each loop, from the
        innermost outwards, at which it is least."""
        return any(self.is_affine_counted(v, loops) for v in _no_more_than(sympy.expand(value)))

    def is_affine_counted(self, value: sympy.Expr, loops: tuple[For, ...]) -> bool:
        k = next((k for k in range(len(loops))[::-1] if loops[k].var in names(value)), None)
        if k is None:
            return non_negative(value, self.sizes)
        loop, var = loops[k], symbol(loops[k].var)
        if loop.stop == UNBOUNDED or loop.count is not None or loop.step < 1:
            return False
        slope = value.coeff(var, 1)
        rest = sympy.expand(value - slope * var)
        if not slope.is_Integer or loop.var in names(rest):
            return False
        end = loop.start if slope > 0 else loop.stop - 1
        return self.is_counted(rest + slope * end, loops[:k])


def _no_more_than(value: sympy.Expr) -> Iterator[sympy.Expr]:
    """Expressions without Max and Min that are nowhere above `value`."""
    found = next(iter(sorted(value.atoms(sympy.Max, sympy.Min), key=str)), None)
    if found is None:
        yield value
        return
    factor = value.coeff(found, 1)
    rest = sympy.expand(value - factor * found)
    if factor.is_Integer and not rest.has(found) and (factor > 0) == isinstance(found, sympy.Max):
        for one in found.args:
            yield from _no_more_than(sympy.expand(rest + factor * one))


def _is_partial(expr: Expr) -> bool:
    return isinstance(expr, Apply) and not isinstance(expr, Whole) and expr.op in _PARTIAL


def _is_cheap(value: Expr) -> bool:
    return all(e.op in _CHEAP for e in walked(value) if isinstance(e, Apply))


def loaded(expr: Expr, certain: bool = True) -> Iterator[tuple[Read, bool]]:
    """What is read in `expr`, each with whether it is read whatever the data are."""
    if isinstance(expr, Read):
        yield expr, certain
    if isinstance(expr, Apply):
        for k, arg in enumerate(expr.args):
            yield from loaded(arg, certain and (k == 0 or not _is_partial(expr)))
