"""Small sizes and ranges for the self-check, where the request gives none.

Sizes are distinct, so that swapped axes show, and fall in order of first appearance (tall matrices
have full rank; a filter is smaller than what it filters): 5 for the last one, one more for each
before it. They grow together until every assumption between sizes holds, no extent is negative and
every sequential loop that sizes alone bound runs. Integer arguments begin at 4 and grow until
their loops make 4 trips; one that has a default has that where its loops make 2 at least, and one
that only selects what it is compared with. If growing together does not help, or elements outside
of arrays would be touched, sizes grow singly, each as far as one relation asks that
does not hold.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType

import sympy

from adc.emit.checkbounds import checks, overruns
from adc.emit.checkselections import selections
from adc.ir.declarations import Assumption
from adc.ir.dtypes import DType
from adc.ir.enums import ParameterKind
from adc.ir.nodes import Loop
from adc.ir.program import Program
from adc.ir.relations import alternatives
from adc.ir.shapes import entries, evaluate, names, symbol
from adc.ir.walking import walk_nodes

_LEAST_SIZE = 5
_LEAST_TRIPS = 4
_MOST = 12  # how far sizes and integer arguments may grow together
_LEAST_USUAL_TRIPS = 2
_MOST_USUAL = 64  # the largest default that a check takes
_MOST_SINGLY = 100  # how far one may grow for the sake of a relation
_MOST_NUMBER = 5000  # the largest number of the source's that one may become for its sake

#: From where elements are drawn: positive, away from zero and from one.
_FLOATING = (0.1, 0.9)
_RANGES = {DType.BOOL: (0.0, 1.0), DType.INT64: (0.0, 3.0), DType.INT32: (0.0, 3.0)}


def default_ranges(
    inputs: Iterable[tuple[str, DType]], given: dict[str, tuple[float, float]]
) -> list[tuple[float, float]]:
    """The lowest and the highest value of each input."""
    chosen = [given.get(name, _RANGES.get(dtype, _FLOATING)) for name, dtype in inputs]
    return [(float(low), float(high)) for low, high in chosen]


def default_sizes(
    primal: Program,
    given: dict[str, int],
    usual: Mapping[str, float] = MappingProxyType({}),
) -> dict[str, int]:
    """A number for every size and integer argument of `primal`; those of `given` stay. Integer
    arguments are what they are in `usual`, and what leads to what they select, where that suits
    the others."""
    usual = {**selections(primal, _LEAST_TRIPS), **usual}
    own = {
        p.name: int(usual[p.name])
        for p in primal.parameters
        if p.kind == ParameterKind.INTEGER
        and p.name in usual.keys() - given.keys()
        and abs(usual[p.name]) <= _MOST_USUAL
    }
    while own:
        values = _default_sizes(primal, {**own, **given})
        tried = _enlarged(primal, values, {**own, **given})
        few, values = min(((_short(primal, own, v), v) for v in tried), key=lambda f: len(f[0]))
        if not few and fits(primal, values) and not overruns(primal, values):
            return values
        own = {n: v for n, v in own.items() if few and n not in few}
    return _default_sizes(primal, given)


def _enlarged(
    primal: Program, values: dict[str, int], given: dict[str, int]
) -> Iterator[dict[str, int]]:
    """`values`, and what they are with larger sizes."""
    free = [p.name for p in primal.parameters if p.kind == ParameterKind.SIZE]
    yield values
    for growth in range(1, _LEAST_TRIPS):
        larger = {n: v + growth * (n in free and n not in given) for n, v in values.items()}
        if fits(primal, larger):
            yield larger


def _short(primal: Program, own: dict[str, int], values: dict[str, int]) -> set[str]:
    """Those of the arguments `own`, which have their defaults, that bound loops with too few trips
    for what goes from one to the next to show."""
    found: set[str] = set()
    for name in own:
        bounded = [n for n in _loops(primal) if name in names(n.start) | names(n.stop)]
        trips = [_trips(loop, values) for loop in bounded]
        if any(t is not None and t < _LEAST_USUAL_TRIPS for t in trips):
            found.add(name)
    return found


def _default_sizes(primal: Program, given: dict[str, int]) -> dict[str, int]:
    first = _first_sizes(primal, given)
    values = _with_trips(primal, _grown(primal, first, given), given)
    if not (fits(primal, values) and not overruns(primal, values)):
        mended = _mended(primal, _with_trips(primal, first, given), given)
        if fits(primal, mended):
            return mended
    return values


def _grown(primal: Program, values: dict[str, int], given: dict[str, int]) -> dict[str, int]:
    """`values`, grown together until they fit."""
    values = dict(values)
    for _ in range(_MOST):
        if fits(primal, values):
            break
        for name in values:
            values[name] += name not in given
        values = _equalised(primal, values, given)
    return values


def _with_trips(primal: Program, values: dict[str, int], given: dict[str, int]) -> dict[str, int]:
    """`values` with integer arguments that give their loops some trips."""
    values = dict(values)
    for name in (p.name for p in primal.parameters if p.kind == ParameterKind.INTEGER):
        if name not in given:
            values[name] = _integer_argument(primal, name, values)
    return values


def _mended(primal: Program, values: dict[str, int], given: dict[str, int]) -> dict[str, int]:
    """`values`, of which single ones grow until all holds that is asked of them, if it can."""
    values = dict(values)
    for _ in range(_MOST * len(values)):
        wanted = next((w for w in _wanted(primal, values) if not _holds(w, values)), None)
        step = None if wanted is None else _least_growth(wanted, values, given)
        if step is None:
            break
        name, value = step
        values[name] = value
    return values


def _wanted(primal: Program, values: dict[str, int]) -> Iterator[Assumption]:
    """What is asked of sizes: assumptions, extents, loops that run, arrays that hold what is
    touched."""
    zero = sympy.Integer(0)
    yield from _relations(primal)
    for container in primal.containers:
        yield from (Assumption(e, ">", zero) for e in container.shape if _known(e, values))
    for loop in _loops(primal):
        if _trips(loop, values) is not None:
            relation = "<" if loop.step > 0 else ">"
            yield Assumption(loop.start, relation, loop.stop)
    for overrun in overruns(primal, values):
        yield Assumption(overrun.extent, ">", sympy.Integer(overrun.position))


def _least_growth(
    wanted: Assumption, values: dict[str, int], given: dict[str, int]
) -> tuple[str, int] | None:
    """The argument that has to grow least for the relation to hold, and to which value."""
    used = names(wanted.left) | names(wanted.right)
    free = [name for name in reversed(list(values)) if name in used and name not in given]
    for growth in range(1, _MOST_SINGLY):
        for name in free:
            if _holds(wanted, {**values, name: values[name] + growth}):
                return name, values[name] + growth
    for number in sorted(_numbers(wanted)):
        for name in free:
            if number > values[name] and _holds(wanted, {**values, name: number}):
                return name, number
    return None


def _numbers(wanted: Assumption) -> set[int]:
    """What a relation to a number of the source's may ask for."""
    found = wanted.left.atoms(sympy.Integer) | wanted.right.atoms(sympy.Integer)
    return {abs(int(n)) + more for n in found for more in (0, 1) if abs(n) <= _MOST_NUMBER}


def _first_sizes(primal: Program, given: dict[str, int]) -> dict[str, int]:
    sizes = [
        p.name for p in primal.parameters if p.kind == ParameterKind.SIZE and p.name not in given
    ]
    values = {name: _LEAST_SIZE + len(sizes) - 1 - k for k, name in enumerate(sizes)}
    integers = {p.name: _LEAST_TRIPS for p in primal.parameters if p.kind == ParameterKind.INTEGER}
    chosen = {**integers, **values, **given}
    return _equalised(primal, {s: chosen[s] for s in primal.symbols}, given)


def _equalised(primal: Program, values: dict[str, int], given: dict[str, int]) -> dict[str, int]:
    """`values` with equalities between sizes solved for a symbol that nobody fixed."""
    values = dict(values)
    for assumption in _relations(primal):
        equality = next((r for r in alternatives(assumption) if r[1] == "=="), None)
        if equality is None or _holds(assumption, values):
            continue
        for name in reversed(primal.symbols):
            solved = None if name in given else _solved(Assumption(*equality), name, values)
            if solved is not None and solved >= 0:
                values[name] = solved
                break
    return values


def _solved(assumption: Assumption, name: str, values: dict[str, int]) -> int | None:
    """The integer that the equality asks of the symbol `name`, the others being as they are."""
    difference = assumption.left - assumption.right
    if name not in names(difference):
        return None
    others = {symbol(n): v for n, v in values.items() if n != name}
    difference, unknown = sympy.expand(difference.subs(others)), symbol(name)
    if difference.is_polynomial(unknown) and sympy.degree(difference, unknown) == 1:
        root = -difference.coeff(unknown, 0) / difference.coeff(unknown, 1)
        return int(root) if root.is_Integer else None
    tried = sorted(range(_MOST_SINGLY), key=lambda v: abs(v - values[name]))
    return next((v for v in tried if _holds(assumption, {**values, name: v})), None)


def _holds(assumption: Assumption, values: dict[str, int]) -> bool:
    """Whether sizes keep to it; what elements of arrays decide may be so."""
    if entries(assumption.left) or entries(assumption.right):
        return True
    left, right = evaluate(assumption.left, values), evaluate(assumption.right, values)
    return {
        "==": left == right,
        "<=": left <= right,
        "<": left < right,
        ">=": left >= right,
        ">": left > right,
    }[assumption.relation]


def _relations(primal: Program) -> tuple[Assumption, ...]:
    """What is checked of sizes on entry, and where data decides whether it is asked for."""
    return (*primal.assumptions, *checks(primal))


def fits(primal: Program, values: dict[str, int]) -> bool:
    """Whether assumptions hold, extents are positive and loops over sizes run."""
    extents = [e for c in primal.containers for e in c.shape if _known(e, values)]
    loops = [t for t in (_trips(loop, values) for loop in _loops(primal)) if t is not None]
    return (
        all(_holds(a, values) for a in _relations(primal))
        and all(evaluate(e, values) > 0 for e in extents)
        and all(trips > 0 for trips in loops)
    )


def _loops(primal: Program) -> list[Loop]:
    return [n for n in walk_nodes(primal.body) if isinstance(n, Loop)]


def _known(expr: sympy.Expr, values: dict[str, int]) -> bool:
    return names(expr) <= set(values)


def _trips(loop: Loop, values: dict[str, int]) -> int | None:
    """How often the loop runs; None where its bounds depend on other loops, or on data."""
    if entries(loop.start) or entries(loop.stop):
        return None
    if not (_known(loop.start, values) and _known(loop.stop, values)):
        return None
    return len(range(evaluate(loop.start, values), evaluate(loop.stop, values), loop.step))


def _integer_argument(primal: Program, name: str, values: dict[str, int]) -> int:
    """The least number from 4 on that gives every loop it bounds 4 trips; 4 if none does."""
    bounded = [n for n in _loops(primal) if name in names(n.start) | names(n.stop)]
    for candidate in range(_LEAST_TRIPS, _LEAST_TRIPS + _MOST):
        trips = [_trips(loop, {**values, name: candidate}) for loop in bounded]
        if all(t is None or t >= _LEAST_TRIPS for t in trips):
            return candidate
    return values[name]
