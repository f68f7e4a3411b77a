"""What a name that adc does not know may have been meant to be."""

from __future__ import annotations

import difflib
import math
from collections.abc import Iterable

import numpy as np

from adc.frontends.places import installed_in, is_readable
from adc.ops import by_full_name

#: How alike two names must be: a slip of one or two letters, not another word.
_ALIKE = 0.65
_MORE_LETTERS = 2


def close_name(name: str, candidates: Iterable[str], owner: object = None) -> str:
    """The candidate that `name` is a slip of, "" where there is none.

    Where `owner` (a module, a type) has something of this name, it is spelled as it was meant, and
    what looks like it means something else: `sort` is no `sqrt`.
    """
    if owner is not None and hasattr(owner, name.rpartition(".")[2]):
        return ""
    found = difflib.get_close_matches(name, list(candidates), 1, _ALIKE)
    slip = found and abs(len(found[0]) - len(name)) <= _MORE_LETTERS
    return found[0] if slip else ""


def owner_of_name(full: str) -> object:
    """NumPy, math or the module of NumPy that `full` (`numpy.linalg.norm`) is in; else None."""
    package, *path = full.split(".")[:-1]
    owner: object = {"numpy": np, "math": math}.get(package)
    for part in path:
        owner = getattr(owner, part, None)
    return owner


def instead_of(full: str) -> str:
    """What to write for `full`, which adc has not under this name."""
    name = full.removeprefix("numpy.")
    special = f"scipy.special.{name}"
    if name != full and special in by_full_name() and not hasattr(np, name):
        return f"NumPy has no such function: use `{special}`"
    if full.startswith("scipy.constants."):
        return "write its number, or make it an argument"
    return _INSTEAD.get(full, "`adc ops` lists the functions that are supported")


#: What to write for what NumPy has and adc has not.
_INSTEAD = {
    "numpy.append": "make an array of the final size and assign its parts",
    "numpy.argpartition": "sort instead: `np.argsort(x)` is a partition at each position",
    "numpy.random": "draw before the kernel, and pass what is drawn as an argument",
    "numpy.frompyfunc": "use `np.vectorize`, whose results are numbers",
    "numpy.matrix": "use arrays, and `@` for products",
    "numpy.asmatrix": "use arrays, and `@` for products",
    "scipy.integrate.dblquad": "use `integrate.quad` twice, or `integrate.fixed_quad`",
    "scipy.ndimage.label": "label before the kernel, and pass the labels as an argument",
    "scipy.interpolate.griddata": "find the triangles before the kernel, and pass their weights",
    "scipy.interpolate.interp2d": "use `interpolate.RegularGridInterpolator`",
    "scipy.signal.find_peaks": "find the peaks before the kernel, and pass their positions",
    "scipy.signal.argrelextrema": "find the peaks before the kernel, and pass their positions",
    "scipy.spatial.cKDTree": "find the neighbours before the kernel, and pass their positions",
    "scipy.spatial.KDTree": "find the neighbours before the kernel, and pass their positions",
    "scipy.special.hyp2f1": "write its series as a loop",
    "scipy.special.hyp1f1": "write its series as a loop",
    "numpy.vectorize": "call the function on whole arrays, or in a loop over a range",
}


def way_to(module: str) -> str:
    """What helps where a package that could be read lies elsewhere, or NumPy has what a module
    gives; "" for any other module."""
    package = module.split(".")[0]
    if package == "random":
        return (
            "draw by `g = np.random.default_rng(seed)`, as in `g.normal(0.0, s)`, or before the"
            " kernel, and pass what is drawn as an argument"
        )
    if not is_readable(package):
        return ""
    folder = installed_in(package) or "DIR"
    named = f"`--python-path {folder}`"
    return f"name the folder that `{package}` lies in, {named}, or make the result an argument"
