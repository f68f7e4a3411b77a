"""Powers with literal exponents: what C computes of them, and that sources' signs do not hide
them."""

from __future__ import annotations

import ctypes
import subprocess
from pathlib import Path

import numpy as np
import pytest

from adc.emit.c import C
from adc.emit.clike.integers import IntegerText
from adc.emit.clike.values import C_TYPES, ValueText
from adc.ir import build
from adc.ir.dtypes import DType
from adc.ir.expressions import Const, Read
from adc.options import Request
from adc.pipeline import compile_request
from tests.emit.native import FLAGS

EXPONENTS = ("-4.5", "-3.5", "-2.5", "-2", "-1.5", "-1", "-0.5", "0.5", "1.5", "2", "2.5", "3.5")
KINDS = (DType.FLOAT64, DType.FLOAT32)
VALUES = (
    0.0, -0.0, np.inf, -np.inf, np.nan, 1.0, -1.0, 0.3, 2.0, 1e-30, -1e-30, 1e30, -1e30, 3.4e38,
    1e-45, -1e-45, 1e-38, 5e-324, 2.3e-308, 1e-205, 1e-130, 1e130, 1e205, 1.7e308, -1.7e308,
)  # fmt: skip


def function_of(exponent: str, dtype: DType, name: str) -> str:
    node = build.apply("pow", Read("x", (), dtype), Const(exponent, dtype))
    spelled, real = ValueText(IntegerText({}), lambda _: "x[i]")(node), C_TYPES[dtype]
    return (
        f"void {name}(int64_t n, const {real} *x, {real} *r)\n{{\n"
        f"    for (int64_t i = 0; i < n; i++)\n        r[i] = {spelled};\n}}\n"
    )


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> ctypes.CDLL:
    folder = tmp_path_factory.mktemp("powers")
    functions = [
        function_of(e, dtype, f"test_{number}_{dtype}")
        for number, e in enumerate(EXPONENTS)
        for dtype in KINDS
    ]
    helpers = C.support_text(*functions)
    headers = [f"#include <{h}>" for h in C.includes(helpers, *functions)]
    (folder / "all.c").write_text("\n".join([*headers, "", helpers, *functions]))
    subprocess.run(["gcc", *FLAGS, "-O2", "all.c", "-o", "all.so", "-lm"], cwd=folder, check=True)
    return ctypes.CDLL(str(Path(folder) / "all.so"))


@pytest.mark.parametrize("dtype", KINDS)
@pytest.mark.parametrize("number", range(len(EXPONENTS)), ids=EXPONENTS)
def test_powers_are_numpys_to_four_ulp(number: int, dtype: DType, library: ctypes.CDLL) -> None:
    drawn = np.exp(np.random.default_rng(7).uniform(-9, 9, 500))
    with np.errstate(all="ignore"):
        x = np.concatenate([VALUES, drawn]).astype(dtype.value)
        expected = x ** np.dtype(dtype.value).type(EXPONENTS[number])
    found = np.empty_like(x)
    pointers = [ctypes.c_void_p(a.ctypes.data) for a in (x, found)]
    library[f"test_{number}_{dtype}"](ctypes.c_int64(x.size), *pointers)
    limits = np.finfo(dtype.value)
    np.testing.assert_allclose(found, expected, rtol=4 * limits.eps, atol=limits.tiny)
    settled = (found == 0) & (expected == 0) | np.isinf(found)
    np.testing.assert_array_equal(np.signbit(found)[settled], np.signbit(expected)[settled])


PYTHON = 'def f(x: "float64[N]"):\n    return x ** {}\n'
FORTRAN = """\
subroutine f(n, x, y)
  integer, intent(in) :: n
  double precision, intent(in) :: x(n)
  double precision, intent(out) :: y(n)
  y = x**({})
end subroutine
"""


@pytest.mark.parametrize(
    ("name", "text", "exponent", "of"),
    [
        ("f.py", PYTHON, "(-1.5)", "return"),
        ("f.py", PYTHON, "-1.5", "return"),
        ("f.f90", FORTRAN, "-1.5d0", "y"),
    ],
)
def test_negated_literals_are_literals(
    name: str, text: str, exponent: str, of: str, tmp_path: Path
) -> None:
    (tmp_path / name).write_text(text.format(exponent))
    request = Request((str(tmp_path / name),), wrt=("x",), of=(of,), value=True)
    written = compile_request(request).files["f_grad.c"]
    assert "adc_half_power(x[i], -3)" in written and "-1.5*adc_half_power(x[i], -5)" in written
    assert "pow(x[i]," not in written
