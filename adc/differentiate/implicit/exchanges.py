"""Steps after which states have changed places, as `u, v = v, u` has them: two make one without.

What such a step leaves as it is, such as the boundaries of u and of v, has changed places, too, so
that it is no element that keeps its value, and its derivative goes back and forth for ever. After
two steps it is back. Where the loop has taken an odd number of them, one more exchange is due.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

from adc.analysis.activity import overwrites_wholly
from adc.ir.call import Call
from adc.ir.enums import Role, Update
from adc.ir.expressions import Expr, Read
from adc.ir.node import Body, Statement
from adc.ir.nodes import Compute
from adc.ir.operation import in_loops
from adc.ir.program import Program
from adc.ir.walking import statements

#: The states whose elements a container may hold, by its name.
Origins = Mapping[str, frozenset[str]]


def exchanges(step: Program, states: Iterable[str]) -> bool:
    """Whether elements of a state may end in another one, and elements of that one in it."""
    own = tuple(states)
    found = origins(step, own)
    return any(a != b and a in found[b] and b in found[a] for a in own for b in own)


def origins(step: Program, states: Iterable[str]) -> Origins:
    """The states whose elements the states may hold after `step`, by copies alone."""
    found = {s: frozenset((s,)) for s in states}
    kept = tuple(found)
    top = {id(node) for node in step.body}
    for node in statements(step.body):
        for write in node.writes:
            new = copied_from(node, found)
            if id(node) not in top or not overwrites_wholly(step, write):
                new |= found.get(write.container, frozenset())
            found[write.container] = new
    return {s: found[s] for s in kept}


def copied_from(node: Statement, found: Origins) -> frozenset[str]:
    """The states whose elements `node` may copy."""
    if not isinstance(node, Compute) or node.op != Update.ASSIGN:
        return frozenset()
    read = [found.get(r.container, frozenset()) for r in _plain(node.expr)]
    return frozenset().union(*read)


def _plain(expr: Expr) -> Iterable[Read]:
    """The reads that may be all of `expr`."""
    if isinstance(expr, Read):
        return (expr,)
    parts = getattr(expr, "args", ())[1:] if getattr(expr, "op", "") == "where" else ()
    return tuple(r for part in parts for r in _plain(part))


def twice(step: Program, call: Callable[[Program], Call]) -> Program:
    """`step` and `step` again, as one program; `call` makes a call of it on its own arguments."""
    passed = tuple(c for c in step.containers if c.role != Role.LOCAL)
    both: Body = (call(step), call(step))
    whole = replace(step, containers=passed, body=both, routines=(*step.routines, step))
    return replace(in_loops(whole), routines=step.routines)
