"""The examples in the tables of docs/numpy.md."""

from __future__ import annotations

import re
from pathlib import Path

from tests.readings.table import Reading

DOCUMENT = Path(__file__).resolve().parents[2] / "docs" / "numpy.md"
_HEAD = """\
import collections
import functools
import itertools
import math
import operator
import numpy as np
from scipy import constants
from scipy import fft, integrate, interpolate, linalg, ndimage, signal, special, stats
from scipy import optimize, sparse
from scipy.sparse.linalg import spsolve
from scipy.spatial import distance
from scipy.spatial.transform import Rotation


def f(x: "float64[N]", y: "float64[M]", A: "float64[N, N]", B: "float64[N, M]", q: "int64[N]",
      s: float, t: float, n: int, m: int):
"""


def examples() -> list[str]:
    """The code in the second column of each row, in order."""
    lines = DOCUMENT.read_text(encoding="utf-8").splitlines()
    rows = [line.split(" | ", 1)[1] for line in lines if line.startswith("| ") and "`" in line]
    return [code for row in rows for code in re.findall(r"`([^`]+)`", row)]


def refused() -> list[str]:
    """What the last table has in its first column, which is refused."""
    last = DOCUMENT.read_text(encoding="utf-8").rpartition("\n## ")[2]
    return re.findall(r"^\| `([^`]+)` \|", last, re.MULTILINE)


def reading(example: str) -> Reading:
    """An expression, or statements between semicolons."""
    statements = example.split("; ") if "return " in example else [f"return {example}"]
    body = "".join(f"    {statement}\n" for statement in statements)
    return Reading(_HEAD + body, smooth="np.sign" not in example)
