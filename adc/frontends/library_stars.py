"""Which names `from module import *` binds, of modules of Python's and NumPy's own."""

from __future__ import annotations

import builtins
from functools import cache
from importlib import import_module

#: The modules that are asked: importing them does nothing else.
_NAMES = """
    __future__ abc cmath collections copy dataclasses enum fractions functools itertools math
    numbers numpy numpy.linalg operator statistics time typing warnings
"""
_ASKED = frozenset(_NAMES.split())
#: Names of Python's that some release of these modules exports, too.
_NUMPYS = """
    abs all any bool bytes complex divmod float int long max min object pow round str sum
"""
_SHADOWED = {"numpy": frozenset(_NUMPYS.split()), "math": frozenset(["pow"])}


@cache
def exported(module: str) -> frozenset[str] | None:
    """The names, in the release that runs adc; None of modules that adc does not ask."""
    if module not in _ASKED:
        return None
    found = import_module(module)
    public = [n for n in dir(found) if not n.startswith("_")]
    return frozenset(getattr(found, "__all__", public))


def may_export(module: str, name: str, as_written: bool = False) -> bool:
    """Whether `from module import *` may bind a name; any one, of a module that adc has not, but
    for those that a file binds itself where it is taken `as_written`."""
    names = exported(module)
    return name in names if names is not None else not (as_written or name.startswith("_"))


def shadowed(module: str) -> frozenset[str]:
    """Python's own names that `from module import *` hides, in any release of a library; all of
    them, of a module that adc has not."""
    own, names = frozenset(dir(builtins)), exported(module)
    return own if names is None else _SHADOWED.get(module, own & names)
