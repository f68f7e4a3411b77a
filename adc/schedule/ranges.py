"""Within what integer arguments are kept, so that no bound, subscript or count overflows.

A symbol that is computed with may be as large as LARGEST in magnitude; a sum of few such symbols
fits 64 bits. What multiplies symbols is bounded by a polynomial in their magnitudes, in which a
loop's variable counts as the sum of its bounds; that is compared in floating point.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

import sympy

from adc.ir.expressions import Apply, Const, Expr, IntValue, Read, walk
from adc.ir.relations import alternatives
from adc.ir.shapes import Defined, names
from adc.schedule.arena import non_negative
from adc.schedule.scheduled import Scheduled
from adc.schedule.tree import (
    UNBOUNDED,
    Copy,
    Declare,
    Fill,
    For,
    If,
    Keep,
    LibraryCall,
    Node,
    Rewind,
    RoutineCall,
    Statement,
    Tree,
    part_variables,
    parts,
)

#: The largest magnitude of a symbol that is computed with.
LARGEST = 2**40
#: The largest magnitude of what products of symbols add up to.
LARGEST_PRODUCT = 4 * 10**18
#: Up to this factor a single symbol cannot overflow, nor can a product that counts elements.
_SMALL_FACTOR, _SMALL_COUNT = 2**20, 16

#: Coefficients by product of symbols, which are in alphabetical order.
Monomial = tuple[str, ...]
Polynomial = dict[Monomial, int]


@dataclass
class Ranges:
    """What a function computes of its symbols: which it computes with, and their products.

    `computed` are in order of first appearance; `products` bound every integer expression, but
    for what the symbols' own bounds suffice for. `defined` are those of the names in products that
    stand for an expression.
    """

    computed: dict[str, None] = field(default_factory=dict)
    products: Polynomial = field(default_factory=dict)
    defined: dict[str, Defined] = field(default_factory=dict)


def ranges_of(scheduled: Scheduled) -> Ranges:
    """What `scheduled` computes of its sizes and integer arguments."""
    routines = {r.program.name: r for r in scheduled.routines}
    found = _Finder({}, Ranges(), frozenset(scheduled.program.symbols), routines)
    for assumption in scheduled.assumptions:
        for left, _, right in alternatives(assumption):
            found.integers((left, right), always=True)
    found.function(scheduled)
    counted = [_sorted_symbols(c.shape) for c in scheduled.containers]
    products = {
        m: factor
        for m, factor in found.ranges.products.items()
        if factor > _SMALL_COUNT or not any(_divides(m, whole) for whole in counted)
    }
    return replace(found.ranges, products=_largest(products))


@dataclass
class _Finder:
    """Walks a function; `known` are polynomials of expressions outside all loops. In a routine
    `given` are those of its own symbols."""

    known: dict[sympy.Expr, Polynomial]
    ranges: Ranges
    symbols: frozenset[str]
    routines: Mapping[str, Scheduled]
    given: Mapping[str, Polynomial] = field(default_factory=dict)
    walked: list[tuple[str, Mapping[str, Polynomial]]] = field(default_factory=list)

    def function(self, scheduled: Scheduled) -> None:
        for container in scheduled.containers:
            self.integers(container.shape)
        self.tree(scheduled.tree, {})

    def routine(self, node: RoutineCall, variables: dict[str, Polynomial]) -> None:
        """What the routine computes of the values that the call gives."""
        callee = self.routines[node.routine]
        values = (self.polynomial(e, variables) for e in node.given)
        given = dict(zip(callee.program.symbols, values, strict=True))
        if (node.routine, given) not in self.walked:
            self.walked.append((node.routine, given))
            inside = _Finder({}, self.ranges, self.symbols, self.routines, given, self.walked)
            inside.function(callee)

    def tree(self, tree: Tree, variables: dict[str, Polynomial]) -> None:
        for node in tree:
            self.integers(_integers(node), variables, always=isinstance(node, (For, Keep, Rewind)))
            for expr in _values(node):
                self.value(expr, variables)
            if isinstance(node, RoutineCall):
                self.routine(node, variables)
            for names_, part in zip(part_variables(node), parts(node), strict=True):
                own = {name: self.variable(node, name, variables) for name in names_}
                self.tree(part, variables | own)

    def variable(self, node: Node, name: str, outer: dict[str, Polynomial]) -> Polynomial:
        """The magnitude of a variable of `node`: a sum of bounds, or a number of steps."""
        if isinstance(node, For) and node.stop != UNBOUNDED and node.count is None:
            ends = [self.polynomial(e, outer) for e in (node.start, node.stop)]
            return _sum([*ends, {(): abs(node.step)}])
        if isinstance(node, Rewind) and name == node.var:
            return _sum([self.polynomial(node.step, outer), {(): 1}])
        return {(): LARGEST}

    def value(self, expr: Expr, variables: dict[str, Polynomial]) -> None:
        for part in walk(expr):
            if isinstance(part, Read):
                self.integers(part.index, variables)
            elif isinstance(part, IntValue):
                self.integers((part.value,), variables)
            elif isinstance(part, Apply) and part.dtype.is_integer:
                self.note(self.arithmetic(part, variables))

    def arithmetic(self, expr: Expr, variables: dict[str, Polynomial]) -> Polynomial:
        """Of a value that is made of integers; what is read from memory counts as nothing."""
        if isinstance(expr, IntValue):
            return self.polynomial(expr.value, variables)
        if isinstance(expr, Const):
            return {(): 1}
        if not (isinstance(expr, Apply) and expr.dtype.is_integer) or expr.op == "cast":
            return {}
        arguments = [self.arithmetic(a, variables) for a in expr.args]
        return _product(arguments) if expr.op == "mul" else _sum(arguments)

    def integers(
        self,
        exprs: Iterable[sympy.Expr],
        variables: dict[str, Polynomial] | None = None,
        always: bool = False,
    ) -> None:
        """Notes expressions; a symbol alone is computed with only where that is so `always`."""
        for expr in exprs:
            for defined in sorted(expr.atoms(Defined), key=str):
                self.integers((defined.definition,), always=True)
            if expr.is_Integer or (expr.is_Symbol and not always):
                continue
            self.note(self.polynomial(expr, variables or {}))

    def note(self, polynomial: Polynomial) -> None:
        for monomial, factor in sorted(_folded(polynomial).items()):
            self.ranges.computed |= dict.fromkeys(n for n in monomial if n in self.symbols)
            if len(monomial) > 1 or (monomial and factor > _SMALL_FACTOR):
                before = self.ranges.products.get(monomial, 0)
                self.ranges.products[monomial] = max(factor, before)

    def polynomial(self, expr: sympy.Expr, variables: dict[str, Polynomial]) -> Polynomial:
        if variables and not names(expr).isdisjoint(variables):
            return self.fresh(expr, variables)
        if expr not in self.known:
            self.known[expr] = self.fresh(expr, {})
        return self.known[expr]

    def fresh(self, expr: sympy.Expr, variables: dict[str, Polynomial]) -> Polynomial:
        if isinstance(expr, Defined):
            return self.definition(expr, variables)
        if expr.is_Symbol:
            own = self.given.get(expr.name, {(expr.name,): 1})
            return variables.get(expr.name, own)
        if expr.is_Rational:
            return {(): abs(int(expr.p))}
        inner = [self.polynomial(a, variables) for a in expr.args]
        most = _most(expr)
        if most is not None:
            for each in inner:
                self.note(each)
            return {(): most}
        if expr.is_Mul:
            return _product(inner)
        if expr.is_Pow:
            times = int(expr.exp) if expr.exp.is_Integer else 1
            return _product([inner[0]] * times) if times > 0 else {(): 1}
        return _sum(inner)  # of a minimum, a quotient and a remainder, too: each is at most that

    def definition(self, expr: Defined, variables: dict[str, Polynomial]) -> Polynomial:
        """What an expression adds up to; its name where that is some large constant, which says
        nothing of what a call computes (a power of two is the sum of all that it may be made of),
        and no larger than a size may be. In a routine, the symbols are not the caller's."""
        found = self.polynomial(expr.definition, variables)
        if self.given or found.keys() != {()} or not _SMALL_FACTOR < found[()] <= LARGEST:
            return found
        self.ranges.defined[expr.name] = expr
        return {(expr.name,): 1}


def _most(expr: sympy.Expr) -> int | None:
    """The constant that `expr` is at most, where it is a minimum that is not negative."""
    if not isinstance(expr, sympy.Min):
        return None
    bounds = [int(a) for a in expr.args if a.is_Integer]
    return min(bounds) if bounds and non_negative(expr, frozenset()) else None


def _integers(node: Node) -> Iterator[sympy.Expr]:
    """The integer expressions of `node` itself."""
    if isinstance(node, For):
        yield from (node.start, node.stop) if node.stop != UNBOUNDED else (node.start,)
    elif isinstance(node, (Keep, Rewind)):
        yield node.step
    elif isinstance(node, Statement):
        yield from node.target.index
    elif isinstance(node, (Fill, Copy)):
        yield from (*node.prefix, node.count)
        if isinstance(node, Copy):
            yield from node.source_prefix
    elif isinstance(node, LibraryCall):
        yield from (e for o in node.operands for e in (*o.origin, o.leading, *o.steps))
        yield from node.extents
    elif isinstance(node, RoutineCall):
        yield from node.given
        yield from (e for place in node.places for e in (*place.origin, *place.extents))


def _values(node: Node) -> Iterator[Expr]:
    """The values that `node` itself computes."""
    if isinstance(node, For):
        yield from (e for e in (node.test, node.count) if e is not None)
    elif isinstance(node, If):
        yield node.condition
    elif isinstance(node, (Statement, Declare)):
        yield node.expr
    elif isinstance(node, LibraryCall):
        yield node.scale
    elif isinstance(node, RoutineCall):
        yield from node.values


# -- polynomials -----------------------------------------------------------------------------------


def _sum(terms: Iterable[Polynomial]) -> Polynomial:
    total: Polynomial = {}
    for term in terms:
        for monomial, factor in term.items():
            total[monomial] = total.get(monomial, 0) + factor
    return total


def _product(factors: Iterable[Polynomial]) -> Polynomial:
    total: Polynomial = {(): 1}
    for polynomial in factors:
        found: Polynomial = {}
        for a, m in total.items():
            for b, n in polynomial.items():
                key = tuple(sorted((*a, *b)))
                found[key] = found.get(key, 0) + m * n
        total = _folded(found)
    return total


def _folded(polynomial: Polynomial) -> Polynomial:
    """With each product of symbols inside the first larger one that it divides."""
    kept: Polynomial = {}
    for monomial, factor in sorted(polynomial.items(), key=lambda item: (-len(item[0]), item[0])):
        around = next((m for m in kept if len(monomial) > 1 and _divides(monomial, m)), monomial)
        kept[around] = kept.get(around, 0) + factor
    return kept


def _largest(products: Polynomial) -> Polynomial:
    """Without what another product bounds."""
    return {
        m: factor
        for m, factor in products.items()
        if not any(o != m and _divides(m, o) and factor <= f for o, f in products.items())
    }


def _divides(monomial: Monomial, whole: Monomial) -> bool:
    rest = list(whole)
    for name in monomial:
        if name not in rest:
            return False
        rest.remove(name)
    return True


def _sorted_symbols(shape: Iterable[sympy.Expr]) -> Monomial:
    return tuple(sorted(e.name for e in shape if e.is_Symbol))
