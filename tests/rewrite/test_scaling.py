"""Scaled matrices that products alone read: which go, and which must stay."""

from __future__ import annotations

from pathlib import Path

import pytest

from adc.observer import Silent
from adc.options import Request
from adc.pipeline import front_half
from adc.rewrite.scaling import scaled_products

#: Each is a body; the array `t` holds what is scaled.
GONE = {
    "vector": "t = a * A\n    return t @ x",
    "sign": "t = -A\n    return t @ x",
    "constant": "t = 2.0 * A * a\n    return x @ t",
    "transposed": "t = a * A.T\n    return t @ x + x @ t",
    "twice": "t = a * A\n    return (t @ B) @ x + t @ x",
    "square": "t = a * A\n    return t @ t @ x",
    "in a loop": "y = x\n    for k in range(3):\n        t = a*A\n        y = t @ y\n    return y",
}
STAYS = {
    "active": "t = b * A\n    return t @ x",
    "by an element": "t = x[0] * A\n    return t @ x",
    "read elsewhere": "t = a * A\n    return t @ x + t[0]",
    "returned": "t = a * A\n    y = t @ x\n    return t",
    "part": "t = np.zeros_like(A)\n    t[1:] = a * A[1:]\n    return t @ x",
    "written again": "t = a * A\n    t[0, 0] = 1.0\n    return t @ x",
    "source written": "B = A.copy()\n    t = a * B\n    B[0] = x\n    return t @ x + B[0]",
    "number written": "c = a\n    t = c * A\n    c = c + 1.0\n    return t @ x * c",
    "sum": "t = a + A\n    return t @ x",
    "under a condition": "t = a * A\n    y = x\n    if a > 0.5:\n        y = t @ x\n    return y",
}


def arrays_left(body: str, folder: Path, *kept: str) -> set[str]:
    """The arrays of two axes that the primal still writes."""
    file = folder / "f.py"
    file.write_text(
        "import numpy as np\n\n\ndef f(A: 'float64[N,N]', B: 'float64[N,N]', x: 'float64[N]', "
        f"a: float, b: float):\n    {body}\n"
    )
    front = front_half(Request((str(file),), wrt=("A", "x", "b"), of=("return",)), Silent())
    program = scaled_products(front.primal, front.wrt, front.of, kept)
    written = {w.container for n in program.body for part in ((n,), *n.parts) for m in part
               for w in m.writes}  # fmt: skip
    return {name for name in written if len(program[name].shape) == 2}


@pytest.mark.parametrize("name", GONE)
def test_products_read_the_source(name: str, tmp_path: Path) -> None:
    left = arrays_left(GONE[name], tmp_path)
    assert not {n for n in left if not n.startswith("product")}


@pytest.mark.parametrize("name", STAYS)
def test_what_else_needs_it_keeps_it(name: str, tmp_path: Path) -> None:
    assert "t" in arrays_left(STAYS[name], tmp_path)


def test_what_the_user_names_stays(tmp_path: Path) -> None:
    assert "t" in arrays_left(GONE["vector"], tmp_path, "t")
