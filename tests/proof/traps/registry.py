"""A trap is one function; its name, its arguments and its text are read off it."""

from __future__ import annotations

import textwrap
from dataclasses import replace
from typing import Any

from tests.proof.cases import Case, function_of

TRAPS: dict[str, Case] = {}

N7: dict[str, int] = {"N": 7}
SMALL = ({"N": 1}, {"N": 0}, {"N": 2})


def trap(source: str, wrt: str, of: str = "return", **facts: Any) -> None:
    """Registers the program `source`; `wrt` and `of` are comma-separated."""
    text = "import math\n\nimport numpy as np\n\n\n" + textwrap.dedent(source).lstrip("\n")
    case = Case(name="", source=text, wrt=tuple(wrt.split(",")), of=tuple(of.split(",")), **facts)
    name = function_of(case).name
    assert name not in TRAPS, name
    TRAPS[name] = replace(case, name=name)
