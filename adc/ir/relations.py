"""Relations of sizes as people write them: `M >= 1 or steps <= 0`, not a maximum of both slacks."""

from __future__ import annotations

import sympy

from adc.ir.declarations import Assumption

#: `left relation right`.
Relation = tuple[sympy.Expr, str, sympy.Expr]


def alternatives(assumption: Assumption) -> tuple[Relation, ...]:
    """The relations of which at least one holds where `assumption` does, and only there.

    What asks for enough of something comes before what only excuses (`steps <= 0`).
    """
    left, relation, right = assumption.left, assumption.relation, assumption.right
    if not (isinstance(left, sympy.Max) and relation == ">=" and right == 0):
        return ((left, relation, right),)
    found = [not_negative(slack) for slack in left.args]
    return tuple(sorted(found, key=lambda r: (r[1] == "<=", sympy.default_sort_key(r[0]))))


def not_negative(slack: sympy.Expr) -> Relation:
    """`slack >= 0` without minus signs, a number alone on the right. The lesser of an expression
    and its negative is not negative where they are zero."""
    if isinstance(slack, sympy.Min) and len(slack.args) == 2 and sum(slack.args) == 0:
        left, right = balanced(min(slack.args, key=sympy.default_sort_key))
        return (right, "==", left) if left.is_number else (left, "==", right)
    positive, negative = balanced(slack)
    return (negative, "<=", positive) if positive.is_number else (positive, ">=", negative)


def balanced(expr: sympy.Expr) -> tuple[sympy.Expr, sympy.Expr]:
    """`a` and `b` with `expr == a - b`, both written without a leading minus."""
    positive, negative = sympy.Integer(0), sympy.Integer(0)
    for term in sympy.Add.make_args(expr):
        if term.could_extract_minus_sign():
            negative -= term
        else:
            positive += term
    return positive, negative
