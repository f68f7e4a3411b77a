"""Every operation's C against its NumPy meaning, also at zeros, infinities and NaN."""

from __future__ import annotations

import ctypes
import itertools
import subprocess
from pathlib import Path

import numpy as np
import pytest

from adc.emit.c import C
from adc.emit.clike.integers import IntegerText
from adc.emit.clike.values import C_TYPES, ValueText
from adc.ir import build
from adc.ir.dtypes import DType
from adc.ir.expressions import Apply, Read
from adc.ops import ALL_OPS, Operation, numpy_meaning
from tests.emit.native import FLAGS

F64, F32, I64, BOOL = DType.FLOAT64, DType.FLOAT32, DType.INT64, DType.BOOL
_ACCEPTED = {
    "float": (F64, F32),
    "number": (F64, F32, I64),
    "integer": (I64,),
    "bool": (BOOL,),
    "any": (F64, F32, I64),
}
#: What lowering asks of floating numbers only, also where it is given integers; negative powers
#: of these have no value.
_FLOATING = ("div", "pow", "isnan", "isinf", "isfinite")
CASES = [
    (operation, dtype)
    for operation in ALL_OPS.values()
    for dtype in _ACCEPTED[operation.accepts]
    if operation.name != "cast" and not (dtype is I64 and operation.name in _FLOATING)
]
FLOATS = (
    0.0, -0.0, np.inf, -np.inf, np.nan, 1.0, -1.0, 0.5, -0.5, 2.0, 0.3, 0.65, 0.7, -3.5, 11.99,
    1e-30, -1e-30, 20.0, -20.0, 87.0, -88.5, 700.0, -740.0, 800.0, -800.0, 1e30, -1e30,
)  # fmt: skip
INTEGERS = (0, 1, -1, 2, -2, 3, 7, -7, 100, 2**53 + 1)
#: Libraries of C and NumPy differ by some units in the last place.
RELATIVE = {F64: 4e-15, F32: 2e-6, I64: 0.0, BOOL: 0.0}
#: Also next to zeros of functions that are sums of larger terms.
_ABSOLUTE = {"lgamma": 1e-15, "gammaln": 1e-15, "digamma": 1e-15}
#: Of two zeros NumPy takes either.
_EITHER_ZERO = ("maximum", "minimum", "fmax", "fmin")


def node_of(operation: Operation, dtype: DType) -> Apply:
    kinds = [BOOL if name == "c" else dtype for name in operation.operands]
    return build.apply(
        operation.name,
        *(Read(n, (), k) for n, k in zip(operation.operands, kinds, strict=True)),
    )


def function_of(operation: Operation, dtype: DType) -> str:
    """`name(count, operands, result)` as C."""
    node = node_of(operation, dtype)
    spelled = ValueText(IntegerText({}), lambda read: f"{read.container}[i]")(node)
    arrays = [f"const {C_TYPES[a.dtype]} *{a.container}" for a in node.args if isinstance(a, Read)]
    return (
        f"void test_{operation.name}_{dtype}(int64_t n, {', '.join(arrays)}, "
        f"{C_TYPES[node.dtype]} *r)\n{{\n"
        f"    for (int64_t i = 0; i < n; i++)\n        r[i] = {spelled};\n}}\n"
    )


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> ctypes.CDLL:
    folder = tmp_path_factory.mktemp("operations")
    functions = [function_of(*case) for case in CASES]
    helpers = C.support_text(*functions)
    headers = [f"#include <{h}>" for h in C.includes(helpers, *functions)]
    (folder / "all.c").write_text("\n".join([*headers, "", helpers, *functions]))
    subprocess.run(["gcc", *FLAGS, "-O2", "all.c", "-o", "all.so", "-lm"], cwd=folder, check=True)
    return ctypes.CDLL(str(Path(folder) / "all.so"))


def operands_of(operation: Operation, dtype: DType) -> list[np.ndarray]:
    """All combinations of the special values, and random ones of the operation's domain."""
    rng = np.random.default_rng(5)
    values = FLOATS if dtype.is_float else (False, True) if dtype is BOOL else INTEGERS
    choices = [(False, True) if name == "c" else values for name in operation.operands]
    with np.errstate(over="ignore"):
        special = [np.array(c) for c in zip(*itertools.product(*choices), strict=True)]
        drawn = [rng.uniform(low, high, 40) for low, high in operation.domain]
        columns = [
            np.concatenate([s, d > 0.5 if s.dtype == bool else d])
            for s, d in zip(special, drawn, strict=True)
        ]
        kinds = [a.dtype.value for a in node_of(operation, dtype).args]
        return [c.astype(k) for c, k in zip(columns, kinds, strict=True)]


@pytest.mark.parametrize("case", CASES, ids=lambda c: f"{c[0].name}-{c[1]}")
def test_c_computes_what_numpy_does(case: tuple[Operation, DType], library: ctypes.CDLL) -> None:
    operation, dtype = case
    operands = operands_of(operation, dtype)
    with np.errstate(all="ignore"):
        expected = numpy_meaning(operation.name)(*operands)
    found = np.empty(operands[0].shape, dtype=node_of(operation, dtype).dtype.value)
    pointers = [ctypes.c_void_p(a.ctypes.data) for a in (*operands, found)]
    library[f"test_{operation.name}_{dtype}"](ctypes.c_int64(found.size), *pointers)
    assert found.dtype == expected.dtype
    absolute = _ABSOLUTE.get(operation.name, 0.0)
    np.testing.assert_allclose(found, expected, rtol=RELATIVE[dtype], atol=absolute)
    if dtype.is_float and found.dtype != bool and operation.name not in _EITHER_ZERO:
        zeros = (found == 0) & (expected == 0)
        np.testing.assert_array_equal(np.signbit(found)[zeros], np.signbit(expected)[zeros])
