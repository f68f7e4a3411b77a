"""Sizes that a Fortran routine requires to be equal: they are one argument.

Only shapes tell the extents of `x(:)` and `y(:)`, so that each has a size of its own. Where the
function asks for their being equal whatever it does (`y = y + x`, `y = x(1:n)`), both have the
first one's, or that of the integer argument.
"""

from __future__ import annotations

from dataclasses import replace

from adc.frontends.types import Signature
from adc.ir import shapes
from adc.ir.program import Program


def with_shared_sizes(program: Program, signature: Signature) -> Signature | None:
    """`signature` with one symbol for the sizes that `program` assumes to be equal; None where it
    assumes so of none that shapes alone tell."""
    arguments = [p.name for p in program.parameters if p.span is not None]
    ranks = {name: (name not in arguments, k) for k, name in enumerate(program.symbols)}
    same = {name: name for name in ranks}
    for assumption in program.assumptions:
        left, right = (str(side) for side in (assumption.left, assumption.right))
        if assumption.relation != "==" or left not in same or right not in same:
            continue
        first, second = sorted((same[left], same[right]), key=lambda name: ranks[name])
        if second not in arguments:
            same = {name: first if kept == second else kept for name, kept in same.items()}
    table = {
        shapes.symbol(name): shapes.symbol(kept) for name, kept in same.items() if name != kept
    }
    if not table:
        return None
    return {
        name: replace(kind, shape=tuple(extent.xreplace(table) for extent in kind.shape))
        for name, kind in signature.items()
    }
