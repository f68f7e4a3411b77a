"""The plan: what becomes of each forward value that the reverse sweep needs."""

from __future__ import annotations

from dataclasses import dataclass

import sympy


@dataclass(frozen=True)
class PlanRow:
    """One decision. `bytes` is an integer expression of the sizes; `where` names the place."""

    array: str
    decision: str
    bytes: sympy.Expr
    flops: sympy.Expr
    where: str
