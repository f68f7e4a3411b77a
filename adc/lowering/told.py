"""What conditions and slices tell of arrays while a function is lowered."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import sympy


@dataclass
class Told:
    """`tested` are the containers that the conditions of open arms read; `asked`, for booleans that
    conditions are kept in, those that they were made of. `longest` is what lengths that are read
    from tables never exceed, `partial` the arrays of such a length. `literal_arrays`: integer
    arrays are made of literals inside functions. `apart` are copies of rows at computed positions,
    which are put back (`fortran/rows.py`). `lent` are the copies of what computed positions select,
    by container, and how they are put back where a call changes them.
    """

    tested: list[frozenset[str]] = field(default_factory=list)
    asked: dict[str, frozenset[str]] = field(default_factory=dict)
    longest: dict[sympy.Expr, sympy.Expr] = field(default_factory=dict)
    partial: list[str] = field(default_factory=list)
    literal_arrays: bool = False
    apart: dict[str, Any] = field(default_factory=dict)
    lent: dict[str, Callable[[], None]] = field(default_factory=dict)
