"""Places among a few statements order instances as places in the whole program do."""

from __future__ import annotations

import itertools
import random

from adc.analysis.order import Place, padded, relative_places
from adc.analysis.placement import place
from adc.ir.expressions import Apply
from adc.ir.node import Body
from adc.ir.nodes import Loop
from tests.differentiate.programs import N, branch, c, loop, op, put, r, symbol


def time_of(place: Place, values: dict[str, int]) -> tuple[int, ...]:
    """When the instance runs that `values` gives by the loops' variables."""
    return tuple(e if isinstance(e, int) else e[1] * values[e[0]] for e in place)


def random_body(rng: random.Random, depth: int, names: itertools.count) -> Body:  # type: ignore[type-arg]
    found = []
    for _ in range(rng.randint(1, 3)):
        kind = rng.choice("clb") if depth else "c"
        if kind == "c":
            found.append(put(r("s"), c("0.0")))
        elif kind == "l":
            var = symbol(f"v{next(names)}")
            found.append(loop(var, 0, N, *random_body(rng, depth - 1, names)))
        else:
            then, orelse = (random_body(rng, depth - 1, names) for _ in range(2))
            found.append(branch(condition(), then, orelse))
    return tuple(found)


def condition() -> Apply:
    return op("lt", r("s"), c("1.0"))


def test_order_of_some_is_their_order_among_all() -> None:
    rng = random.Random(3)
    for _ in range(60):
        placed = {p.label: p for p in place(random_body(rng, 3, itertools.count()))}
        chosen = rng.sample(sorted(placed), min(len(placed), 4))
        relative = relative_places({label: placed[label].schedule for label in chosen})
        for a, b in itertools.permutations(chosen, 2):
            values = {v: rng.randint(1, 3) for x in (a, b) for v in placed[x].variables}
            others = {v: rng.randint(1, 3) for v in values}
            whole = [
                time_of(padded(placed[a].schedule, 9), values),
                time_of(padded(placed[b].schedule, 9), others),
            ]
            short = [time_of(padded(relative[a], 9), values),
                     time_of(padded(relative[b], 9), others)]  # fmt: skip
            if whole[0] != whole[1]:
                assert (whole[0] < whole[1]) == (short[0] < short[1])


def test_condition_comes_before_a_loop_that_counts_down() -> None:
    down = Loop("v", N, symbol("M"), -1, (put(r("s"), c("0.0")),), label="down")
    tested = branch(condition(), (down,))
    first, inner = relative_places({p.label: p.schedule for p in place((tested,))}).values()
    for value in (-3, 0, 3):
        assert time_of(padded(first, 9), {}) < time_of(padded(inner, 9), {"v": value})


def test_only_what_tells_apart_is_kept() -> None:
    assert relative_places({"a": (4, ("t", 1), 2, ("i", 1), 7)}) == {"a": (("t", 1), ("i", 1))}
    both = relative_places({"a": (4, ("t", 1), 2), "b": (4, ("t", 1), 9)})
    assert both == {"a": (("t", 1), 0), "b": (("t", 1), 1)}
    assert relative_places({"": (1, 2), "a": (1, 2)}) == {"": (), "a": ()}
    branches = relative_places({"a": (1, 2), "b": (1,), "c": (1, 2, 0, 5), "d": (1, 3)})
    assert branches == {"b": (0,), "a": (1,), "c": (2,), "d": (3,)}
    inside = relative_places({"a": (("t", 1), 2, 1), "b": (("t", 1), 2, 0, 7), "c": (("t", 1), 3)})
    assert inside == {"a": (("t", 1), 1), "b": (("t", 1), 0), "c": (("t", 1), 2)}
