"""Integer expressions as Python and as C text keep their value."""

import itertools
import subprocess

import pytest

from adc.emit.integers import c_text, python_text
from adc.ir.shapes import evaluate, floordiv, floormod, integer, maximum, minimum, symbol

N, M = symbol("N"), symbol("M")
EXPRESSIONS = [
    N + 4,
    2 * N,
    floordiv(N, 2) - 2,
    -floordiv(N, 2),
    floordiv(-N, 3),
    3 * floordiv(N + M, 2) * M,
    floormod(N, 3) + 1,
    2 * floormod(N, 4),
    minimum(N, M),
    maximum(N, M, 3) + 1,
    N**2 * M,
    (N - 1) * (M + 2),
    N * (N + 1) / 2,
    8 * N * M + 64 * floordiv(N * M + 7, 8),
    floordiv(floordiv(N, 2), M),
    floordiv(N, 2) ** 2,
    integer(3),
    -N,
    M - 2 * N,
]
VALUES = list(itertools.product((0, 1, 5, 8), (1, 3, 4)))


@pytest.mark.parametrize(
    ("expr", "text"),
    [(N + 4, "N + 4"), (2 * N, "2*N"), (floordiv(N, 2) - 2, "N//2 - 2"), (integer(3), "3")],
)
def test_reads_like_the_source(expr, text):
    assert python_text(expr) == text


@pytest.mark.parametrize("expr", EXPRESSIONS)
def test_python_text_has_the_value(expr):
    for n, m in VALUES:
        expected = evaluate(expr, {"N": n, "M": m})
        assert eval(python_text(expr), {}, {"N": n, "M": m}) == expected


def test_c_text_has_the_value(tmp_path):
    rows = "\n".join(f'printf("%ld ", (long)({c_text(e, {"N": "n[0]"})}));' for e in EXPRESSIONS)
    source = f"""
#include <stdio.h>
static long floor_div(long a, long b) {{ return a/b - (a%b != 0 && (a < 0) != (b < 0)); }}
static long floor_mod(long a, long b) {{ return a - b*floor_div(a, b); }}
static void all(const long *n, long M) {{ {rows} }}
int main(void) {{
    const long cases[][2] = {{ {", ".join(f"{{{n}, {m}}}" for n, m in VALUES)} }};
    for (int k = 0; k < {len(VALUES)}; ++k) all(cases[k], cases[k][1]);
    return 0;
}}"""
    (tmp_path / "t.c").write_text(source)
    subprocess.run(
        ["gcc", "-std=c11", "-Wall", "-Werror", "t.c", "-o", "t"], cwd=tmp_path, check=True
    )
    output = subprocess.run([tmp_path / "t"], check=True, capture_output=True, text=True).stdout
    expected = [evaluate(e, {"N": n, "M": m}) for n, m in VALUES for e in EXPRESSIONS]
    assert [int(word) for word in output.split()] == expected
