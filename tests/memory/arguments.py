"""The arguments of a generated function, made from its manifest."""

from __future__ import annotations

import ctypes
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

Arrays = Mapping[str, np.ndarray]


@dataclass(frozen=True)
class Held:
    """One argument: the value that is passed, and the array behind it if there is one."""

    name: str
    role: str
    of: str
    value: Any
    array: np.ndarray | None = None


def number(text: object, sizes: Mapping[str, int]) -> int:
    """A manifest's formula at `sizes`."""
    return int(eval(str(text), {"__builtins__": {}, "min": min, "max": max}, dict(sizes)))


def held_arguments(
    manifest: Mapping[str, Any],
    sizes: Mapping[str, int],
    inputs: Mapping[str, Any] | None,
    seeds: Arrays,
) -> list[Held]:
    """What a call is made with, in the order of the prototype; every array is new.

    Without `inputs` they are random between 0.5 and 1.5; seeds that are missing are ones.
    """
    return [_held(a, sizes, inputs, seeds) for a in manifest["arguments"]]


def _held(
    argument: Mapping[str, Any],
    sizes: Mapping[str, int],
    inputs: Mapping[str, Any] | None,
    seeds: Arrays,
) -> Held:
    name, role, dtype = argument["name"], argument["role"], np.dtype(argument["dtype"])
    of = argument.get("of") or name
    shape = tuple(number(extent, sizes) for extent in argument["shape"])
    if role == "size" or (dtype.kind == "i" and not argument["shape"]):
        return Held(name, "size", of, ctypes.c_int64(sizes[name]))
    if role in ("input", "inout"):
        content = _random(name, shape) if inputs is None else inputs[name]
        if role == "input" and not argument["shape"]:
            scalar = np.ctypeslib.as_ctypes_type(dtype)(dtype.type(content).item())
            return Held(name, role, of, scalar)
        array = np.array(content, dtype)
    elif role == "seed":
        array = np.array(seeds.get(name, seeds.get(of, np.ones(shape))), dtype)
    else:
        array = np.full(shape, np.nan if dtype.kind == "f" else 0, dtype)
    assert array.shape == shape, f"{name}: {array.shape} is given, {shape} is wanted"
    return Held(name, role, of, ctypes.c_void_p(array.ctypes.data), array)


def _random(name: str, shape: tuple[int, ...]) -> np.ndarray:
    return np.random.default_rng(zlib.crc32(name.encode())).uniform(0.5, 1.5, shape)
