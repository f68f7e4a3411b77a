"""Runs the user's function under NumPy in a process of its own: SOURCE FUNCTION IN.npz OUT.npz.

IN holds `order` (the arguments' names), `of` (per dependent: an argument's name, or
`return:POSITION`), `steps`, each argument as `x:NAME` and each direction as `d:NAME`. OUT gets,
per dependent, `y:K` at the inputs and per independent and step `p:NAME:STEP:K` and
`m:NAME:STEP:K`, the values on either side. This file imports NumPy and nothing of adc.
"""

import os
import runpy
import sys
from typing import Any

import numpy as np


def evaluate(
    function: Any, order: list[str], inputs: dict[str, np.ndarray], of: list[str]
) -> list[np.ndarray]:
    """The dependents after one call on copies of `inputs`."""
    given = {name: inputs[name].copy() if inputs[name].shape else inputs[name][()].item()
             for name in order}  # fmt: skip
    result = function(*(given[name] for name in order))
    returned = result if isinstance(result, tuple) else (result,)
    found = []
    for name in of:
        value = returned[int(name[7:])] if name.startswith("return:") else given[name]
        found.append(np.array(value, dtype=np.float64))
    return found


def main(source: str, name: str, input_path: str, output_path: str) -> None:
    """Evaluates at the inputs and around them, and writes what came out."""
    with np.load(input_path, allow_pickle=False) as data:
        order, of = [str(n) for n in data["order"]], [str(n) for n in data["of"]]
        inputs = {n: data["x:" + n] for n in order}
        directions = {n: data["d:" + n] for n in order if "d:" + n in data.files}
        steps = data["steps"]
    sys.path.insert(0, os.path.dirname(os.path.abspath(source)))
    function = runpy.run_path(source)[name]
    results: dict[str, Any] = {}
    for k, value in enumerate(evaluate(function, order, inputs, of)):
        results[f"y:{k}"] = value
    for n, direction in directions.items():
        for s, step in enumerate(steps):
            for sign, word in ((1.0, "p"), (-1.0, "m")):
                moved = {**inputs, n: inputs[n] + sign * step * direction}
                for k, value in enumerate(evaluate(function, order, moved, of)):
                    results[f"{word}:{n}:{s}:{k}"] = value
    np.savez(output_path, **results)


if __name__ == "__main__":
    with np.errstate(all="ignore"):
        main(*sys.argv[1:])
