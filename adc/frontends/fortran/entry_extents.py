"""Dummies of the routine itself that elements of integer arguments are bounds of: `v(0:mi(2), *)`.

No size of the generated function tells such an extent. What the caller passes is a vector of the
elements, as in memory, and the routine gives it the extents that it declares, as it does where one
of its own procedures is called.
"""

from __future__ import annotations

from adc.frontends.fortran import tree
from adc.frontends.fortran.symbols import Scope, Symbol
from adc.frontends.fortran.usage import walk


def is_vector(symbol: Symbol) -> bool:
    """Whether the array is passed as a vector of its elements."""
    if symbol.storage != "dummy" or not symbol.bounds or symbol.base == "complex":
        return False
    if symbol.allocatable or symbol.pointed:
        return False
    open_ones = [b for b in symbol.bounds if b.upper is None and not b.star]
    return not open_ones and any(_has_entry(b, symbol.scope) for b in symbol.bounds)


def _has_entry(bounds: tree.Bounds, scope: Scope) -> bool:
    """Whether an element of an integer argument is in a bound."""
    for node in walk((bounds.lower, bounds.upper)):
        if not isinstance(node, tree.Apply):
            continue
        found = scope.lookup(node.name, node.span)
        sections = any(isinstance(a, (tree.Section, tree.Keyword)) for a in node.arguments)
        if found.storage == "dummy" and found.base == "integer" and found.bounds and not sections:
            return True
    return False
