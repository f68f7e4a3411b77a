"""Integers of kinds 1 and 2, which adc computes with as with others where only their values count.

That is so of tables: variables of a routine that DATA or initial values give and nothing changes,
and constants. A variable that is computed, passed on, or asked for its kind or its bits would be
another one with 32 bits.
"""

from __future__ import annotations

from typing import Any

from adc.frontends.fortran import tree
from adc.frontends.fortran.constants import integer_constant
from adc.frontends.fortran.facts import Facts
from adc.frontends.fortran.kinds import Typed
from adc.frontends.fortran.symbol import Scope
from adc.frontends.fortran.usage import names_in, walk
from adc.ir.dtypes import DType

#: Functions of the values alone: what they give has another type, or fits into 32 bits.
_OF_VALUES = frozenset((
    "abs", "dble", "dfloat", "float", "int", "max", "maxval", "min", "minval", "mod", "modulo",
    "real", "sign", "size", "sum",
))  # fmt: skip


def typed_table(name: str, facts: Facts, scope: Scope, storage: str) -> Typed | None:
    """The type of `name` where it is such an integer, and is only read for its values."""
    spec, unit = facts.type, scope.unit
    if spec is None or spec.base != "integer" or spec.kind is None:
        return None
    if integer_constant(spec.kind, scope) not in (1, 2):
        return None
    given = storage == "constant" or (storage == "local" and _is_given(facts))
    if not given or unit.kind == "module" or unit.contains or facts.overlaid is not None:
        return None
    nodes = walk((unit.declarations, unit.body))
    only_read = not any(_else_than_read(node, name) for node in nodes)
    return Typed("integer", DType.INT32) if only_read else None


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
