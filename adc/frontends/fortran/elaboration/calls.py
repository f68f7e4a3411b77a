"""Operators that the source defines, and functions whose value has a derived type.

`a + b` is a reference of the function behind `operator(+)` (Fortran 2018, 10.1.6). A function of a
derived type is called as a subroutine in front of the statement, with an object of its own for the
value (`Hoisted`): its components are what the expression has instead.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from adc.diagnostics import AdcError, Span
from adc.frontends.fortran import tree
from adc.frontends.fortran.elaboration.kinds_of import Kind
from adc.frontends.fortran.elaboration.terms import Added
from adc.frontends.fortran.elaboration.types import Object, used_leaves

#: Operators that mean something for numbers and logicals.
_OWN = frozenset(
    [".eqv.", ".neqv.", ".or.", ".and.", ".not.", "==", "/=", "<", "<=", ">", ">=", "//", "+", "-",
     "*", "/", "**"]
)  # fmt: skip


@dataclass(frozen=True)
class Called:
    """A function of the sources and its actual arguments, as the source writes them."""

    unit: tree.Unit
    arguments: tuple[tree.Argument, ...]


@dataclass
class Hoisted:
    """Calls that go in front of a statement; `allowed` tells whether they may, here."""

    statements: list[tree.Statement] = field(default_factory=list)
    allowed: bool = True


def operands(expr: tree.Unary | tree.Binary) -> tuple[tree.Expr, ...]:
    return (expr.left, expr.right) if isinstance(expr, tree.Binary) else (expr.operand,)


def undefined(expr: tree.Unary | tree.Binary) -> AdcError | None:
    """What is wrong with an operator that no interface defines for its operands."""
    if expr.op in _OWN or expr.op in ("()", ","):
        return None
    return AdcError.of(
        "ADC0159", f"no interface of the given files defines the operator `{expr.op}` for these"
        " operands", expr.span, help="give the file that defines it, or call the function by name",
    )  # fmt: skip


def check_hoistable(unit: tree.Unit, result: Object, allowed: bool, span: Span) -> None:
    """Refuses values of derived types that no statement in front of this one can give."""
    if any(leaf.held is not None for leaf in used_leaves(result.type)):
        raise AdcError.of(
            "ADC0173", f"the function `{unit.name}` of a type with allocatable arrays is not"
            " supported here", span, help="make it a subroutine with the value as an argument",
        )  # fmt: skip
    if not allowed:
        raise AdcError.of(
            "ADC0173", f"the value of `{unit.name}`, of a derived type, here is not supported",
            span, help="assign it to a variable in a statement of its own first",
        )  # fmt: skip


def check_items(
    argument: tree.Argument, value: tree.Expr, kind: Callable[[tree.Expr], Kind | None]
) -> tree.Argument:
    """`argument`, whose value is no object; refuses an array constructor of objects."""
    items = value.items if isinstance(value, tree.Constructor) else ()
    kinds = [kind(item) for item in items if not isinstance(item, tree.ImpliedDo)]
    if any(k is not None and k.type is not None for k in kinds):
        raise AdcError.of(
            "ADC0173", "an array constructor of a derived type as an argument is not supported",
            value.span, help="set the elements of a variable, and pass that",
        )  # fmt: skip
    return argument


def temporary(unit: tree.Unit, result: Object, added: Added, span: Span) -> Object:
    """A new object for the value of a function."""
    name = added.names.fresh(unit.name)
    own = tuple(tree.Bounds(None, None, False, span) for _ in result.shape)
    words = (tree.Attribute("allocatable", span),) if own else ()
    for leaf in used_leaves(result.type):
        shape = (*(b for one in reversed(leaf.shapes) for b in one), *own)
        entity = tree.Entity(added.names.of((name, *leaf.path)), span, shape or None)
        added.declarations.append(tree.TypeDeclaration(leaf.last.spec, words, (entity,), span))
    return Object(name, result.type, own, frozenset(w.name for w in words), span)


def result_arguments(
    unit: tree.Unit, held: Object, added: Added, span: Span
) -> tuple[tree.Keyword, ...]:
    """The components of `held` as what the subroutine for a function answers into."""
    result = unit.result or unit.name
    return tuple(
        tree.Keyword(
            added.names.of((result, *leaf.path)),
            tree.Name(added.names.of((held.name, *leaf.path)), span), span,
        )
        for leaf in used_leaves(held.type)
    )  # fmt: skip
