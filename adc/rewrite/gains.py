"""What is won where a loop's variable becomes one of a statement's domain."""

from __future__ import annotations

from collections.abc import Iterator

import sympy

from adc.ir.enums import Update
from adc.ir.expressions import Index
from adc.ir.node import Body
from adc.ir.nodes import Compute
from adc.ir.shapes import names, symbol
from adc.ir.walking import walk_nodes


def gains(compute: Compute, var: str) -> bool:
    """Whether `compute`, rows or more, is better done for all values of `var` at once.

    So is a sum of products, which may be one of matrices; what touches elements again and again;
    and what would go down a column for each value.
    """
    own = {d.var for d in compute.domain}
    indices = [compute.target.index, *(use.index for use in compute.uses)]
    summed = own - _variables(compute.target.index)
    if compute.op == Update.ADD and summed:
        return True
    around = own | {var}
    again = len(around) > max(len(_variables(index) & around) for index in indices)
    return again or any(_down(index, var, own) for index in indices)


def goes_down(compute: Compute, var: str, other: str) -> bool:
    """Whether more of what `compute` touches goes along rows with `var` than with `other`."""
    indices = [compute.target.index, *(use.index for use in compute.uses)]
    return sum(_along(i, var) - _along(i, other) for i in indices) > 0


def _along(index: Index, var: str) -> int:
    """1 where `var` goes along a row of the array, -1 where it goes from row to row."""
    if any(var in names(e) for e in index[:-1]):
        return -1
    return int(bool(index) and index[-1].coeff(symbol(var), 1) in (1, -1))


def _down(index: Index, var: str, own: set[str]) -> bool:
    """Whether `index` goes through rows in a statement's own loops, and along them with `var`."""
    if len(index) < 2 or index[-1].coeff(symbol(var), 1) not in (1, -1):
        return False
    return bool(_variables(index[:-1]) & own)


def kept_apart(body: Body, var: str) -> bool:
    """Whether the iterations over `var` plainly work on slices of their own of what they write: a
    loop that can as well stay as it is."""
    found: dict[str, set[tuple[int, sympy.Expr]]] = {}
    written = {w.container for n in walk_nodes(body) for w in n.writes}
    for container, index, inner in _accesses(body):
        if container in written and index:
            keys = {
                (axis, e)
                for axis, e in enumerate(index)
                if var in names(e) and not names(e) & inner
            }
            found[container] = found.get(container, keys) & keys
    return all(found.values())


def _accesses(body: Body) -> Iterator[tuple[str, Index, set[str]]]:
    for node in walk_nodes(body):
        for use in (*node.uses, *(w.use for w in node.writes)):
            yield use.container, use.index, {d.var for d in use.domain}


def _variables(index: Index) -> frozenset[str]:
    return frozenset[str]().union(*(names(e) for e in index))
