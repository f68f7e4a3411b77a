"""Values such as the floating arguments of a function may have, by how it uses them.

They are only for examples of options: with them, loops have a number of iterations, and what is
between two numbers in steps has a length.
"""

from __future__ import annotations

from adc.frontends import surface
from adc.frontends.names import walk
from adc.lowering.control.counters import step_of
from adc.lowering.control.ranges import compared
from adc.lowering.liveness import used

_BEGIN, _END, _STEP = "0.0", "1.0", "0.1"
#: What the arguments of functions are that make points between two numbers.
_POINTS = {"arange": (_BEGIN, _END, _STEP), "linspace": (_BEGIN, _END)}


def likely_values(function: surface.Function) -> dict[str, str]:
    """Name -> value, of those names that end or step something, or that something is divided by."""
    found: dict[str, str] = {}
    for node in walk(function.body):
        match node:
            case surface.While():
                found |= _of_loop(node)
            case surface.Call() if len(node.arguments) > 1:
                roles = _POINTS.get(_last_name(node.function), ())
                for argument, value in zip(node.arguments, roles, strict=False):
                    found |= dict.fromkeys(sorted(used(argument)), value)
            case surface.Binary(op="/"):
                found = dict.fromkeys(sorted(used(node.right)), _STEP) | found
    return found


def _of_loop(loop: surface.While) -> dict[str, str]:
    """The names by which a `while` loop ends and steps."""
    found: dict[str, str] = {}
    for step in filter(None, map(step_of, loop.body)):
        ends = compared(step.name, loop.condition)
        if ends is not None:
            found |= dict.fromkeys(sorted(used(step.size)), _STEP)
            found |= dict.fromkeys(sorted(used(ends[1])), _END)
    return found


def _last_name(function: surface.Expr) -> str:
    return function.name if isinstance(function, surface.Name | surface.Attribute) else ""
