"""Small programs, each of which has a known way to go silently wrong."""

from tests.proof.traps import (
    aliasing,
    branches,
    changing,
    closures,
    computed_positions,
    constants,
    factored,
    functions,
    iterations,
    kinds,
    lengths,
    library,
    lists,
    masks,
    misfits,
    odd_nests,
    orders,
    overwrites,
    places,
    positions,
    singular,
    states,
    turns,
    unique_positions,
    while_loops,
)
from tests.proof.traps.registry import TRAPS

__all__ = [
    "TRAPS", "aliasing", "branches", "changing", "closures", "computed_positions", "constants",
    "factored", "functions", "iterations", "kinds", "lengths", "library", "lists", "masks",
    "misfits", "odd_nests", "orders", "overwrites", "places", "positions", "singular", "states",
    "turns", "unique_positions", "while_loops",
]  # fmt: skip
