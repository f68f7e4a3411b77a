"""The least number of arrays that any gradient of a small program can hold at once.

Nothing of adc is in here: the program is Python text, read by `ast`, and the reverse mode is that
of a textbook. Arrays are all of one shape and count as units; scalars are free. What a gradient
holds is a set of *contents*: values of the program's variables, and adjoints with some of their
contributions added up, one for each variable. A search over these sets finds the
smallest size with which the gradient of every input can be had. Inputs stand beside it, and are
read only; the value of the program is not asked for.

What takes a set of contents to the next is what a careful person would write in C:

* a *pass* over the elements, which reads all that is held, keeps as many scalars as it likes, and
  writes any number of arrays. Values of elementwise statements are computed again wherever they
  are used, so only what passes start from has to be held. With `in_place` arrays that die in a
  pass hold what it writes, for each element is read before it is written.
* a *product* of matrices, written to an array that holds nothing else, or added to an adjoint that
  is there already. It reads other elements than it writes, so it never writes over what it reads.
  With `formed` its factors may be elementwise functions of what is held, computed as it goes; else
  they are arrays, as a library wants them.
* letting go of what is held.

Sums are scalars once the passes that they take can be made. With `scratch` the gradients' arrays
hold anything before their sums begin: as all arrays have one shape and hold nothing at first, which
one is a gradient's makes no difference then, and what counts is how much is held. Without it they
are there for gradients alone. Without `again` each product of the forward sweep is made once.

Left out are inverses (`P` from `P + A`), contents that are neither value nor adjoint, and products
row by row over a spare row.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations


@dataclass(frozen=True)
class Model:
    """What the search may do beyond choosing orders and making elementwise values again."""

    in_place: bool = True
    scratch: bool = True
    again: bool = True
    formed: bool = True


@dataclass(frozen=True)
class Statement:
    """`target = expr`, `target = left @ right` or `target = np.sum(expr)`; `None` is returned."""

    kind: str
    target: str | None
    expr: ast.expr
    factors: tuple[str, ...] = ()


@dataclass(frozen=True)
class Contribution:
    """What the adjoint of `of`'s result adds to that of `to`. `needs` are the values it takes;
    `place` tells the two factors of a product apart, and is None elsewhere."""

    of: Statement
    to: str
    needs: frozenset[str]
    place: int | None = None


@dataclass(frozen=True)
class Straight:
    """A straight-line program: inputs and statements, the last of which returns a sum."""

    inputs: tuple[str, ...]
    statements: tuple[Statement, ...]

    @classmethod
    def of(cls, text: str) -> Straight:
        function = next(n for n in ast.parse(text).body if isinstance(n, ast.FunctionDef))
        return cls(tuple(a.arg for a in function.args.args), tuple(map(_read, function.body)))

    @cached_property
    def scalars(self) -> frozenset[str]:
        return frozenset(s.target for s in self.statements if s.kind == "sum" and s.target)

    @cached_property
    def arrays(self) -> tuple[str, ...]:
        made = (s.target for s in self.statements if s.target and s.kind != "sum")
        return (*self.inputs, *made)

    @cached_property
    def contributions(self) -> dict[str, frozenset[Contribution]]:
        """By what they are added to. What the returned value does not depend on has none."""
        found: dict[str, list[Contribution]] = {}
        for statement in reversed(self.statements):
            if statement.target is None or statement.target in found:
                for each in _contributions(statement):
                    found.setdefault(each.to, []).append(each)
        return {name: frozenset(some) for name, some in found.items()}


def _read(node: ast.stmt) -> Statement:
    target = None
    if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
        target = node.targets[0].id
    assert isinstance(node, (ast.Assign, ast.Return)) and node.value is not None
    value = node.value
    if isinstance(value, ast.BinOp) and isinstance(value.op, ast.MatMult):
        factors = (_factor(value.left), _factor(value.right))
        return Statement("product", target, value, factors)
    assert not any(isinstance(n, ast.MatMult) for n in ast.walk(value)), "one line, one product"
    if isinstance(value, ast.Call) and _called(value) == "sum":
        return Statement("sum", target, value.args[0])
    return Statement("elementwise", target, value)


def _factor(expr: ast.expr) -> str:
    """`A` of `A` and of `A.T`."""
    name = expr.value if isinstance(expr, ast.Attribute) else expr
    assert isinstance(name, ast.Name)
    return name.id


def _called(call: ast.Call) -> str:
    assert isinstance(call.func, ast.Attribute)
    return call.func.attr


def names_in(expr: ast.expr) -> frozenset[str]:
    return frozenset(n.id for n in ast.walk(expr) if isinstance(n, ast.Name)) - {"np"}


def partial_needs(expr: ast.expr, name: str) -> frozenset[str]:
    """The names whose values the derivative of `expr` by `name` takes."""
    if name not in names_in(expr) or isinstance(expr, ast.Name):
        return frozenset()
    if isinstance(expr, ast.BinOp):
        found = partial_needs(expr.left, name) | partial_needs(expr.right, name)
        if isinstance(expr.op, ast.Mult):
            for one, other in ((expr.left, expr.right), (expr.right, expr.left)):
                found |= names_in(other) if name in names_in(one) else frozenset()
        else:
            assert isinstance(expr.op, ast.Add)
        return found
    assert isinstance(expr, ast.Call) and _called(expr) == "sin"
    return names_in(expr.args[0]) | partial_needs(expr.args[0], name)


def _contributions(statement: Statement) -> Iterator[Contribution]:
    if statement.kind == "product":
        left, right = statement.factors
        yield Contribution(statement, left, frozenset((right,)), 0)
        yield Contribution(statement, right, frozenset((left,)), 1)
        return
    for name in sorted(names_in(statement.expr)):
        yield Contribution(statement, name, partial_needs(statement.expr, name))


@dataclass(frozen=True)
class Rule:
    """What makes `gives` where all of `needs` is at hand; a product's adjoint and `factors`."""

    gives: int
    needs: int
    factors: int = 0


@dataclass
class Search:
    """Whether `room` arrays beside the inputs are enough.

    A set of contents is an integer: a bit for each variable's value, one for each contribution to
    an adjoint, and one for each product, set once it is made. Adjoints are groups of bits.
    """

    program: Straight
    model: Model
    room: int
    bits: dict[object, int] = field(default_factory=dict)

    def bit(self, thing: object) -> int:
        return self.bits.setdefault(thing, 1 << len(self.bits))

    def value(self, names: Iterable[str]) -> int:
        """The bits of values; inputs are always there."""
        return _union(self.bit(n) for n in names if n not in self.program.inputs)

    def adjoint(self, name: str) -> int:
        return _union(map(self.bit, self.program.contributions.get(name, ())))

    @cached_property
    def groups(self) -> list[int]:
        """What is one array each: the values, the adjoints; those that have room of their own are
        not among them."""
        names = [n for n in self.program.arrays if n not in self.program.inputs]
        adjoints = self.program.arrays if self.model.scratch else names
        found = [*(self.bit(n) for n in names), *map(self.adjoint, adjoints)]
        return [mask for mask in found if mask]

    @cached_property
    def own(self) -> int:
        """What takes none of the room: scalars, notes, and gradients without `scratch`."""
        names = {*self.program.scalars, *(() if self.model.scratch else self.program.inputs)}
        scalars = self.value(self.program.scalars)
        notes = _union(self.bit(("made", s.target)) for s in self.program.statements)
        return _union(map(self.adjoint, names)) | scalars | notes

    @cached_property
    def passes(self) -> list[Rule]:
        """What is at hand in a pass of what else is, in an order in which once is enough."""
        statements = [s for s in self.program.statements if s.kind != "product"]
        found = [
            Rule(self.bit(s.target), self.value(names_in(s.expr))) for s in statements if s.target
        ]
        for each in reversed(statements):
            found += [Rule(r.gives, r.needs | r.factors) for r in self.backwards(each)]
        return found

    @cached_property
    def products(self) -> list[Rule]:
        found = []
        for each in self.program.statements:
            if each.kind == "product" and each.target:
                note = 0 if self.model.again else self.bit(("made", each.target))
                found.append(Rule(self.bit(each.target) | note, 0, self.value(each.factors)))
                found += self.backwards(each)
        return found

    def backwards(self, statement: Statement) -> Iterator[Rule]:
        """The contributions of a statement, once the adjoint of its result is complete."""
        target = statement.target
        if target is None or target in self.program.contributions:
            complete = self.adjoint(target) if target else 0
            for each in _contributions(statement):
                yield Rule(self.bit(each), complete, self.value(each.needs))

    @cached_property
    def goal(self) -> int:
        return _union(map(self.adjoint, self.program.inputs))

    @cached_property
    def free(self) -> int:
        own = 0 if self.model.scratch else len(self.program.inputs)
        return self.room - own

    def taken(self, state: int) -> int:
        return sum(1 for mask in self.groups if state & mask)

    def at_hand(self, state: int) -> int:
        for rule in self.passes:
            if not rule.needs & ~state:
                state |= rule.gives
        return state

    def succeeds(self) -> bool:
        todo, seen = [0], {0}
        if self.free < 0:
            return False
        while todo:
            state = todo.pop()
            there = self.at_hand(state)
            if not self.goal & ~there:
                return True
            for follower in self.followers(state, there):
                if follower not in seen:
                    seen.add(follower)
                    todo.append(follower)
        return False

    def followers(self, state: int, there: int) -> Iterator[int]:
        yield from self.after_products(state | there & self.own, there)
        if self.model.in_place:
            yield from self.after_passes(there)
            return
        kept = state | there & self.own
        for mask in self.groups:
            if there & mask and self.taken(kept | mask) <= self.free:
                yield kept | there & mask
            if state & mask:
                yield kept & ~mask

    def after_passes(self, there: int) -> Iterator[int]:
        """What a pass may leave: as much as there is room for, or an array less for a product."""
        can = [there & mask for mask in self.groups if there & mask]
        for count in {min(self.free - spare, len(can)) for spare in (0, 1)}:
            for some in combinations(can, max(count, 0)):
                yield there & self.own | _union(some)

    def after_products(self, state: int, there: int) -> Iterator[int]:
        source = there if self.model.formed else state
        for rule in self.products:
            if (rule.needs | rule.factors) & ~source or not rule.gives & ~there:
                continue
            if rule.gives & state & self.own and not self.model.again:
                continue  # made before
            new = state | rule.gives
            for mask in self.groups:  # what is at hand of the adjoint that it is added to
                if mask & rule.gives:
                    new |= there & mask
            if self.taken(new) <= self.free:
                yield new


def _union(masks: Iterable[int]) -> int:
    result = 0
    for mask in masks:
        result |= mask
    return result


def least_arrays(text: str, model: Model | None = None) -> int:
    """The least number of arrays that a gradient holds at once, inputs and results among them."""
    program = Straight.of(text)
    room = len(program.inputs)
    while not Search(program, model or Model(), room).succeeds():
        room += 1
    return len(program.inputs) + room
