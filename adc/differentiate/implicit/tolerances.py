"""How exact the loops of a program are that solve equations, and what its source searches for: what
a check of it can ask for."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from adc.differentiate.implicit.iteration import BOUNDS
from adc.differentiate.implicit.stopping import defined
from adc.ir.build import const_value
from adc.ir.declarations import Container
from adc.ir.enums import Role
from adc.ir.expressions import Apply, Const, Expr, IntValue, Read, walk
from adc.ir.program import Program
from adc.ir.walking import expressions_in

#: What an argument that is a tolerance is where nobody says.
USUAL = 1e-10
#: A derivative is as exact as so many times the tolerance, and as this at the least.
_MARGIN, _LEAST = 1e3, 1e-2

#: The largest step of differences, relative to what moves.
LARGEST_STEP = 2.0**-5
#: Where a tangent and its differences are no further apart than the tolerance explains, they agree
#: if they are as near as this, in proportion: else differences say nothing.
NEAR = 1e-3

#: The lowest and the highest value of an argument.
Settings = Mapping[str, tuple[float, float]]


@dataclass(frozen=True)
class Exactness:
    """The largest tolerance of a program's loops, 0 where there are none; `arguments` are those of
    its arguments that are tolerances, and what they are where nobody says. The source `searched`
    to such a tolerance for what adc then finds to the last digits, as if by steps of Newton's. What
    is `halved` are intervals, to this tolerance at best: values change by no less than that."""

    tolerance: float
    arguments: dict[str, tuple[float, float]]
    searched: float = 0.0
    halved: float = 0.0

    def limit(self, usual: float) -> float:
        """What a relative error may be that is `usual` at most where no loop solves anything."""
        return max(usual, min(_LEAST, _MARGIN * max(self.tolerance, self.halved)))

    @property
    def of_solvers(self) -> Exactness:
        """How exact a derivative is that iterates: what halves intervals iterates for none."""
        return replace(self, halved=0.0)

    @property
    def unsure(self) -> float:
        """The part of the largest value by which differences may be off: by what their largest
        steps make of the tolerance, where intervals are halved."""
        return max(self.limit(0.0), 2.0 * self.halved / LARGEST_STEP)

    @property
    def of_source(self) -> Exactness:
        """How exact the source itself is."""
        return replace(self, tolerance=max(self.tolerance, self.searched))


def exactness(primal: Program, settings: Settings) -> Exactness:
    """That of `primal`, whose arguments are within `settings` as far as these say."""
    found: list[float] = []
    arguments: dict[str, tuple[float, float]] = {}
    for solver in primal.routines:
        if solver.implicit is None:
            continue
        least, most = BOUNDS[solver[solver.implicit.states[0]].dtype]
        numbers = []
        for part in _parts(solver.implicit.tolerance, primal, defined(primal.body)):
            if isinstance(part, Container):
                arguments[part.name] = (max(USUAL, least),) * 2
                numbers.append(settings.get(part.name, arguments[part.name])[1])
            else:
                numbers.append(part)
        asked = min((n for n in numbers if n > 0), default=most)
        found.append(max(asked if solver.implicit.given else min(asked, most), least))
    searched = halved = 0.0
    for program in (primal, *primal.routines):
        known = defined(program.body)
        for tolerance, own in _searched(program):
            named = (c for c in _parts(tolerance, program, known) if isinstance(c, Container))
            arguments |= {c.name: (USUAL, USUAL) for c in named}
            worth = _worth(tolerance, known, {**arguments, **settings})
            if own:
                halved = max(halved, worth)
            else:
                searched = max(searched, worth)
    return Exactness(max(found, default=0.0), arguments, searched, halved)


def _searched(program: Program) -> Iterator[tuple[Expr, bool]]:
    """The tolerances to which searches find what they look for, and whether the program itself
    finds no more than that: a value that moves as a root does, and is what the search found."""
    for _, expr, _ in expressions_in(program.body):
        applied = [e for e in walk(expr) if isinstance(e, Apply)]
        own = [e.args[0] for e in applied if e.op == "follows"]
        yield from ((e.args[1], e in own) for e in applied if e.op == "held")


def _worth(expr: Expr, known: Mapping[str, Expr], settings: Settings) -> float:
    """The largest value of a tolerance; 1 where nothing tells."""
    if isinstance(expr, Const):
        return abs(float(const_value(expr)))
    if isinstance(expr, IntValue) and expr.value.is_Integer:
        return abs(float(expr.value))
    if isinstance(expr, Read) and expr.container in settings:
        return settings[expr.container][1]
    if isinstance(expr, Read) and expr.container in known:
        return _worth(known[expr.container], known, settings)
    if isinstance(expr, Apply) and expr.op in ("mul", "cast", "sqrt"):
        found = math.prod(_worth(a, known, settings) for a in expr.args)
        return math.sqrt(found) if expr.op == "sqrt" else found
    return 1.0


def _parts(
    expr: Expr, primal: Program, known: Mapping[str, Expr]
) -> Iterator[Container | float]:  # fmt: skip
    """The numbers, and the arguments, that are factors of a tolerance."""
    if isinstance(expr, Const):
        yield abs(float(const_value(expr)))
    elif isinstance(expr, Read):
        container = primal.by_name.get(expr.container)
        if container is not None and container.role == Role.INPUT and not container.shape:
            yield container
        elif expr.container in known:
            yield from _parts(known[expr.container], primal, known)
    elif isinstance(expr, Apply) and expr.op in ("mul", "cast", "pow", "sqrt"):
        for part in expr.args[:1] if expr.op == "pow" else expr.args:
            yield from _parts(part, primal, known)
