"""Random inputs: asymmetric, away from special values, and conditioned as a case asks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from tests.proof.cases import ArgType, Case, argument_types

Arrays = dict[str, np.ndarray]


def draw_inputs(case: Case, rng: np.random.Generator, dtype: str = "") -> Arrays:
    """Values of arrays and floating scalars (0-d arrays); `dtype` overrides the type of floats."""
    result = {}
    for name, kind in argument_types(case).items():
        if kind.extents or not kind.is_integer:
            result[name] = draw(kind, case.sizes, case.inputs.get(name, {}), rng, dtype)
    return result


def draw(
    kind: ArgType, sizes: Mapping[str, int], hint: Mapping[str, Any], rng: np.random.Generator,
    dtype: str = "",
) -> np.ndarray:  # fmt: skip
    shape = kind.shape(sizes)
    if "values" in hint:
        values = np.array(hint["values"], dtype=np.float64)
        assert values.shape == shape, f"{values.shape} given, {shape} wanted"
    elif hint.get("kind") == "distinct":
        values = rng.permutation(np.arange(hint["low"], hint["high"]))[: int(np.prod(shape))]
    else:
        values = rng.uniform(hint.get("low", 0.25), hint.get("high", 1.5), shape)
        values = CONDITION[hint.get("kind", "any")](values)
    dtype = kind.dtype if kind.is_integer else dtype or kind.dtype
    return np.array(values, dtype=dtype, order="C")


def _dominant(a: np.ndarray) -> np.ndarray:
    """`a` with a diagonal that outweighs its row; still without any symmetry."""
    weight = 1.0 + np.arange(min(a.shape, default=0)) / 7.0
    a = a.copy()
    a[range(len(weight)), range(len(weight))] += weight + max(a.shape, default=0)
    return a


def _spd(a: np.ndarray) -> np.ndarray:
    """A symmetric positive definite lower triangle; the upper one is left arbitrary."""
    n = a.shape[0]
    spd = a @ a.T + n * np.eye(n)
    return np.tril(spd) + np.triu(a, 1)


CONDITION = {"any": lambda a: a, "dominant": _dominant, "spd": _spd}


def draw_directions(arrays: Arrays, names: tuple[str, ...], rng: np.random.Generator) -> Arrays:
    """A random direction for each array in `names`."""
    return {n: rng.uniform(-1.0, 1.0, arrays[n].shape).astype(arrays[n].dtype) for n in names}
