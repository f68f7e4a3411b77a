"""The legs of `test_adding.py`, in a process whose `adc` has one more row.

python added.py FOLDER LEG...: prints each leg's name, what it has to say, and `ok` or what failed.
"""

from __future__ import annotations

import ctypes
import importlib.util
import subprocess
import sys
import tempfile
import traceback
from dataclasses import replace
from pathlib import Path

import numpy as np
from click.testing import CliRunner, Result

import adc
from adc import interpret
from adc.cli.app import adc as command
from adc.emit.c import C
from adc.ir.dtypes import DType
from adc.ir.expressions import Read
from adc.ir.text import program_text
from adc.ir.text_parser import parse_program
from adc.ops import ALL_OPS
from adc.options import Request
from adc.pipeline import compile_request
from tests.emit import test_operations
from tests.emit.native import FLAGS
from tests.ops import test_ranges, test_rules
from tests.readings.reference import agree
from tests.readings.table import text

ROW = ALL_OPS["log_expit"]
#: SciPy's function as its own documents define it, where SciPy is not installed.
SCIPY = """
import numpy as np

def log_expit(x):
    return -np.logaddexp(0, -x)
"""
PYTHON = """
from scipy.special import log_expit

def f(x: "{dtype}[N]"):
    y = log_expit(x) * x
    for t in range(3):
        y = log_expit(y - x)
    return y
"""
FORTRAN = """
subroutine f(n, x, y)
  implicit none
  integer, intent(in) :: n
  real({kind}), intent(in) :: x(n)
  real({kind}), intent(out) :: y(n)
  real({kind}) :: log_expit
  integer :: i
  do i = 1, n
    y(i) = log_expit(x(i))*x(i)
  end do
end subroutine f
"""
FAR = np.array([800.0, -800.0, 40.0, -40.0, 0.0])


def written(name: str, source: str) -> str:
    path = Path(tempfile.mkdtemp()) / name
    path.write_text(source)
    return str(path)


def invoke(*arguments: str) -> Result:
    result = CliRunner().invoke(command, list(arguments), prog_name="adc")
    assert result.exit_code == 0, result.output
    return result


def rules() -> None:
    for dtype in (DType.FLOAT64, DType.FLOAT32):
        test_rules.test_partials_agree_with_finite_differences((ROW, 0), dtype)
    test_rules.test_what_a_partial_does_not_name_may_be_nan((ROW, 0))
    test_rules.test_rows_are_well_formed(ROW)
    (partial,) = test_rules.forms(ROW, 0, DType.FLOAT64)
    slopes = test_rules.evaluate(partial, {"x": FAR})
    with np.errstate(over="ignore"):
        np.testing.assert_allclose(slopes, 1 / (1 + np.exp(FAR)), rtol=1e-14)


def ranges() -> None:
    test_ranges.test_values_of_one_operand_lie_in_the_range(ROW)
    x = Read("x", (), DType.FLOAT64)
    assert ROW.range(x, test_ranges.Range(-1.0, 1.0)).finite


def code() -> None:
    """The function itself, in both floating types, at zeros, infinities and NaN."""
    cases = [(ROW, DType.FLOAT64), (ROW, DType.FLOAT32)]
    functions = [test_operations.function_of(*case) for case in cases]
    helpers = C.support_text(*functions)
    assert "adc_log_expitf(float x)" in helpers
    headers = [f"#include <{h}>" for h in C.includes(helpers, *functions)]
    source = written("f.c", "\n".join([*headers, helpers, *functions]))
    library = source + ".so"
    subprocess.run(["gcc", *FLAGS, source, "-o", library, "-lm"], check=True)
    for case in cases:
        test_operations.test_c_computes_what_numpy_does(case, ctypes.CDLL(library))


def python() -> None:
    """Both modes and both types give C that compiles without a warning."""
    for mode in ("grad", "jvp"):
        for dtype in ("float64", "float32"):
            path = written("kernel.py", PYTHON.format(dtype=dtype))
            compiles(Request((path,), mode=mode, wrt=("x",)))


def compiles(request: Request) -> None:
    files = compile_request(request).files
    name = next(n for n in files if n.endswith((f"_{request.mode}.c",)))
    folder = Path(tempfile.mkdtemp())
    for file, content in files.items():
        (folder / file).write_text(content)
    assert "adc_log_expit" in files[name] and "adc_expit" in files[name]
    flags = ["-std=c11", "-Wall", "-Wextra", "-Werror", "-c"]
    subprocess.run(["gcc", *flags, name, "-o", "f.o"], cwd=folder, check=True)


def readings() -> None:
    """The interpreter, on what is read, against CPython: values, tangent and adjoint."""
    modules = {} if importlib.util.find_spec("scipy") else {"scipy": "", "scipy.special": SCIPY}
    for imports, call in (
        ("import scipy.special", "scipy.special.log_expit(x) * s"),
        ("from scipy.special import log_expit as g", "g(x) + g(s)"),
        ("import scipy.special as sp", "np.exp(sp.log_expit(x)) * x"),
    ):
        head = f"import numpy as np\n{imports}\ndef f(x: 'float64[N]', s: float):\n"
        agree(text(head + f"    return {call}\n", modules=modules))
        agree(text(head + f"    return {call}\n", modules=modules, inputs={"x": FAR}))


def fortran() -> None:
    """The routine's values are those of the function, and its derivatives compile."""
    for kind, dtype in ((8, np.float64), (4, np.float32)):
        path = written("kernel.f90", FORTRAN.format(kind=kind))
        request = Request((path,), wrt=("x",), of=("y",))
        compiles(request)
        compiles(replace(request, mode="jvp"))
        inputs = {"x": FAR.astype(dtype), "y": np.zeros(5, dtype)}
        found = interpret.run(compile_request(request).primal, {"n": 5}, inputs)["y"]
        assert found.dtype == dtype
        np.testing.assert_allclose(found, -np.logaddexp(0, -FAR) * FAR, rtol=1e-6)


def check() -> None:
    for dtype in ("float64", "float32"):
        path = written("kernel.py", PYTHON.format(dtype=dtype))
        result = invoke("check", path, "--wrt", "x", "--against-python")
    print(result.output)


def shown() -> None:
    """The IR's text form has the operation's name, and is read back."""
    primal = compile_request(
        Request((written("kernel.py", PYTHON.format(dtype="float64")),), wrt=("x",))
    ).primal
    printed = program_text(primal, spans=False)
    assert "log_expit(" in printed
    assert program_text(parse_program(printed), spans=False) == printed


def check_fortran() -> None:
    """Without the original: no library has the function here."""
    for kind in (8, 4):
        path = written("kernel.f90", FORTRAN.format(kind=kind))
        request = ("--wrt", "x", "--of", "y", "--no-against-python")
        result = invoke("check", path, "--function", "f", *request)
    print(result.output)


def ops() -> None:
    print(invoke("ops", "log_expit").output)


def run(leg: str) -> None:
    print(f"== {leg}")
    try:
        globals()[leg]()
        print("ok")
    except Exception:
        print(traceback.format_exc())


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    assert Path(adc.__file__).is_relative_to(folder), adc.__file__
    if importlib.util.find_spec("scipy") is None:
        package = folder / "scipy"
        package.mkdir()
        (package / "__init__.py").write_text("")
        (package / "special.py").write_text(SCIPY)
    for leg in sys.argv[2:]:
        run(leg)
