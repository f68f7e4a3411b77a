"""Integers of kinds 1 and 2, which adc computes with as with others where only their values count.

That is so of tables: variables of a routine that DATA or initial values give and nothing changes,
and constants. A variable that is computed, passed on, or asked for its kind or its bits would be
another one with 32 bits. What is computed of such integers alone has their kind, too: it is read
only where it fits into that kind, so that nothing is cut off.
"""

from __future__ import annotations

import math
from typing import Any

from adc.frontends.fortran import tree
from adc.frontends.fortran.constants import extent, integer_constant
from adc.frontends.fortran.facts import Facts
from adc.frontends.fortran.kinds import Typed
from adc.frontends.fortran.symbol import Scope
from adc.frontends.fortran.usage import names_in, walk
from adc.ir.dtypes import DType

#: Functions of the values alone. What the first ones give has the kind of what they are given.
_OF_KIND = frozenset(("abs", "max", "maxval", "min", "minval", "mod", "modulo", "sign", "sum"))
_OF_VALUES = _OF_KIND | {"dble", "dfloat", "float", "int", "real", "size"}
_ARITHMETIC = ("+", "-", "*", "/", "**")


def typed_table(name: str, facts: Facts, scope: Scope, storage: str) -> Typed | None:
    """The type of `name` where it is such an integer, and is only read for its values."""
    unit = scope.unit
    if _kind(facts, scope) is None:
        return None
    given = storage == "constant" or (storage == "local" and _is_given(facts))
    if not given or unit.kind == "module" or unit.contains or facts.overlaid is not None:
        return None
    nodes = list(walk((unit.declarations, unit.body)))
    if any(_else_than_read(node, name) for node in nodes):
        return None
    short = Short(scope)
    cut_off = any(not short.is_whole(node) and name in names_in(node) for node in nodes)
    return None if cut_off else Typed("integer", DType.INT32)


def typed_unused(name: str, facts: Facts, scope: Scope, storage: str) -> Typed | None:
    """The type of `name` where it is such an integer in a common block that the unit does not use:
    it has no type to compute with, and its bytes for a length."""
    unit = scope.unit
    kind = _kind(facts, scope) if storage == "common" else None
    if kind is None or unit.kind == "module" or unit.contains or name in scope.usage.mentioned:
        return None
    return Typed("integer", None, kind)


def _kind(facts: Facts, scope: Scope) -> int | None:
    """1 or 2 where `facts` declare an integer of this kind."""
    spec = facts.type
    if spec is None or spec.base != "integer" or spec.kind is None:
        return None
    kind = integer_constant(spec.kind, scope)
    return kind if kind in (1, 2) else None


class Short:
    """Expressions of a unit that have only integers of kinds 1 and 2 in them: their kind, and a
    bound of their absolute values."""

    def __init__(self, scope: Scope) -> None:
        self.scope = scope

    def is_whole(self, node: Any) -> bool:
        """Whether what `node` computes of such integers alone fits into its kind, and is given to
        no function that would tell the kind."""
        if isinstance(node, tree.Apply) and node.name not in _OF_VALUES:
            arguments = [a.value if isinstance(a, tree.Keyword) else a for a in node.arguments]
            return self.of(node) is not None or not any(self.of(a) for a in arguments)
        if isinstance(node, tree.Constructor):
            return node.type is not None or not any(self.of(item) for item in node.items)
        computed = isinstance(node, (tree.Unary, tree.Binary, tree.Apply))
        found = self.of(node) if computed else None
        return found is None or found[1] < 2.0 ** (8 * found[0] - 1)

    def of(self, expr: Any) -> tuple[int, float] | None:
        """The kind and the bound of `expr`; None where it has another kind."""
        match expr:
            case tree.Unary() if expr.op != ".not.":
                return self.of(expr.operand)
            case tree.Binary() if expr.op in _ARITHMETIC:
                left, right = self.of(expr.left), self.of(expr.right)
                if left is None or right is None:
                    return None
                return max(left[0], right[0]), _bound(expr.op, left[1], right[1])
            case tree.Apply() if expr.name in _OF_KIND:
                return self._of_function(expr)
            case tree.Name() | tree.Apply():
                return self._of_variable(expr.name)
        return None

    def _of_function(self, expr: tree.Apply) -> tuple[int, float] | None:
        given = [self.of(a) for a in expr.arguments if not isinstance(a, tree.Keyword)]
        of_elements = expr.name in ("sum", "maxval", "minval")
        found = [g for g in (given[:1] if of_elements else given) if g is not None]
        if not found or (not of_elements and len(found) < len(given)):
            return None
        bound = max(bound for _, bound in found)
        if expr.name == "sum":
            bound *= self._count(expr.arguments[0])
        return max(kind for kind, _ in found), bound

    def _count(self, expr: Any) -> float:
        """How many elements of a table `expr` has at most; infinite for other arrays."""
        name = expr.name if isinstance(expr, (tree.Name, tree.Apply)) else ""
        facts = self.scope.declarations.get(name)
        sizes = [extent(bounds, self.scope) for bounds in (facts and facts.shape) or ()]
        known = [size for size in sizes if size is not None]
        return math.prod(known) if known and len(known) == len(sizes) else math.inf

    def _of_variable(self, name: str) -> tuple[int, float] | None:
        facts = self.scope.declarations.get(name)
        kind = None if facts is None else _kind(facts, self.scope)
        return None if facts is None or kind is None else (kind, _largest(facts, self.scope))


def _bound(op: str, left: float, right: float) -> float:
    if op == "/":
        return left
    if op == "**":
        return max(left, 1.0) ** min(right, 64.0)
    return left * right if op == "*" else left + right


def _largest(facts: Facts, scope: Scope) -> float:
    """A bound of the values that `facts` give: no number in their text is larger. Infinite where
    these are more than literals."""
    given = (facts.init, *(one.values for one in facts.sets))
    nodes = list(walk(tuple(part for part in given if part is not None)))
    if not all(isinstance(node, (tree.Number, tree.Unary, tree.Constructor)) for node in nodes):
        found = None if facts.init is None else integer_constant(facts.init, scope)
        return math.inf if found is None else abs(found)
    numbers = [integer_constant(node, scope) for node in nodes if isinstance(node, tree.Number)]
    return max((math.inf if number is None else number for number in numbers), default=math.inf)


def _is_given(facts: Facts) -> bool:
    return facts.init is not None or bool(facts.sets)


def _else_than_read(node: Any, name: str) -> bool:
    match node:
        case tree.Call():
            return name in names_in(node.arguments)
        case tree.Assign():
            return getattr(node.target, "name", "") == name
        case tree.Do() | tree.Triplet() | tree.ImpliedDo():
            return node.var == name
        case tree.InputOutput():
            return name in names_in((node.assigned, node.unit)) or name in node.looped
        case tree.Apply() if node.name != name and node.name not in _OF_VALUES:
            return any(_names(argument, name) for argument in node.arguments)
        case tree.PointTo() | tree.Allocate() | tree.Associate():
            return name in names_in(node)
    return False


def _names(argument: tree.Argument, name: str) -> bool:
    """Whether an argument is the variable itself, or an element or a section of it."""
    value = argument.value if isinstance(argument, tree.Keyword) else argument
    return isinstance(value, (tree.Name, tree.Apply)) and value.name == name
