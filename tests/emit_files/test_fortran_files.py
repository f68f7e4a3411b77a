"""What the files say and the wrapper takes where the source is Fortran; names from a pattern."""

import json
import subprocess

import numpy as np
import pytest

from adc.diagnostics import AdcError, Span
from adc.emit import Facts
from adc.emit.naming import entry_name
from adc.emit.quoting import Quoter
from adc.ir.text_parser import parse_program
from tests.emit_files.fortran import needs_gfortran
from tests.emit_files.kernels import KERNELS, built, of_primal
from tests.emit_files.test_build import make, run
from tests.emit_files.test_files import OPTIONS
from tests.emit_files.test_wrapper import loaded

CASES = [(name, options) for name in KERNELS for options in OPTIONS]


def fortran(name, **options):
    return built(name, language="fortran", **options)


@pytest.mark.parametrize(("name", "options"), CASES)
def test_lines_are_short_and_end_cleanly(name, options):
    for file, text in fortran(name, **options).files.items():
        for number, line in enumerate(text.splitlines(), start=1):
            assert len(line) <= 100 or file == "manifest.json", f"{file}:{number}"
            assert line == line.rstrip(), f"{file}:{number}"
        assert text.endswith("\n") and not text.endswith("\n\n"), file
        assert file == "manifest.json" or "under any licence or none" in " ".join(
            text.replace("!", " ").replace("#", " ").replace("*", " ").split()
        ), file


def test_the_module_is_one_of_the_files():
    files = fortran("gemm", name_pattern="%_b").files
    assert list(files) == [
        "gemm_b.c", "gemm_b.h", "gemm_b_check.c", "gemm_b.py", "gemm_b_mod.f90", "Makefile",
        "gemm_b.pc", "CMakeLists.txt", "manifest.json",
    ]  # fmt: skip
    assert "gemm_b_mod.f90" in json.loads(files["manifest.json"])["files"]
    assert not any("gemm_grad" in text.lower() for text in files.values())


def test_shapes_are_fortrans():
    files = fortran("gemm").files
    arguments = json.loads(files["manifest.json"])["arguments"]
    found = {a["name"]: (a["shape"], a["order"]) for a in arguments}
    assert found["A"] == (["NK", "NI"], "F")
    assert found["C_seed"] == (["NJ", "NI"], "F")
    assert found["B_bar"] == (["NJ", "NK"], "F")
    header = " ".join(files["gemm_grad.h"].replace("*", " ").split())
    assert "column-major as in Fortran, the first index fastest" in header
    assert "A float64(NK, NI) in argument of the source" in header
    assert "last index fastest" not in header


def test_python_keeps_its_order():
    files = built("gemm").files
    assert "gemm_grad_mod.f90" not in files
    assert "ortran" not in "".join(files.values())
    found = json.loads(files["manifest.json"])["arguments"]
    assert {a["order"] for a in found} == {"C"}


# -- the Python wrapper ----------------------------------------------------------------------------


@pytest.fixture(scope="module")
def gemm(tmp_path_factory):
    folder = fortran("gemm", value=True).write(tmp_path_factory.mktemp("gemm"))
    words = ["make", "-s", "libgemm_grad.so", "CFLAGS=-O1", "OPENMP=0", "BLAS=none"]
    subprocess.run(words, cwd=folder, check=True)
    return loaded(folder, "gemm_grad")


def arrays():
    rng = np.random.default_rng(3)
    shapes = ((7, 5), (3, 5), (7, 3), (7, 5))
    return [np.asfortranarray(rng.random(shape)) for shape in shapes]


def test_wrapper_takes_and_gives_fortrans_order(gemm):
    c, a, b, seed = arrays()
    result = gemm(1.5, 0.25, c, a, b, C_seed=seed)
    np.testing.assert_allclose(result.C_out, 1.5 * b @ a + 0.25 * c)
    np.testing.assert_allclose(result.A, 1.5 * b.T @ seed)
    np.testing.assert_allclose(result.B, 1.5 * seed @ a.T)
    for array in (result.C_out, result.C, result.A, result.B):
        assert array.flags.f_contiguous and not array.flags.c_contiguous


def test_wrapper_refuses_rows_first(gemm):
    c, a, b, seed = arrays()
    with pytest.raises(ValueError, match="A must be Fortran-contiguous"):
        gemm(1.5, 0.25, c, np.ascontiguousarray(a), b, C_seed=seed)
    with pytest.raises(ValueError, match=r"has the shape \(5, 3\)"):
        gemm(1.5, 0.25, c, np.asfortranarray(a.T), b, C_seed=seed)
    with pytest.raises(ValueError, match=r"B has the shape \(7, 4\), but \(NJ, NK\) is \(7, 3\)"):
        gemm(1.5, 0.25, c, a, np.asfortranarray(np.ones((7, 4))), C_seed=seed)


def test_wrapper_starts_accumulation_in_fortrans_order(tmp_path):
    folder = fortran("gemm", accumulate=True).write(tmp_path)
    words = ["make", "-s", "libgemm_grad.so", "CFLAGS=-O1", "OPENMP=0", "BLAS=none"]
    subprocess.run(words, cwd=folder, check=True)
    call = loaded(folder, "gemm_grad")
    c, a, b, seed = arrays()
    begin = np.asfortranarray(np.full((3, 5), 2.0))
    result = call(1.5, 0.25, c, a, b, C_seed=seed, A_bar=begin)
    np.testing.assert_allclose(result.A, 2 + 1.5 * b.T @ seed)
    assert result.A.flags.f_contiguous
    with pytest.raises(ValueError, match="A_bar must be Fortran-contiguous"):
        call(1.5, 0.25, c, a, b, C_seed=seed, A_bar=np.ones((3, 5)))


def test_arrays_of_one_axis_are_of_both_orders(tmp_path):
    folder = fortran("scaled", seed="ones", name_pattern="Grad_of_%").write(tmp_path)
    words = ["make", "-s", "libGrad_of_scaled.so", "CFLAGS=-O1", "OPENMP=0"]
    subprocess.run(words, cwd=folder, check=True)
    result = loaded(folder, "Grad_of_scaled")(np.arange(6.0), np.ones(3))
    np.testing.assert_array_equal(result.w, [1.0, 5.0, 9.0])


# -- building --------------------------------------------------------------------------------------


@needs_gfortran
def test_make_builds_the_module_where_it_can(tmp_path):
    folder = fortran("smoothing", name_pattern="%_b").write(tmp_path)
    before = {p.name for p in folder.iterdir()}
    assert make(folder, "OPENMP=0").returncode == 0
    there = {p.name for p in folder.iterdir()}
    assert {"smoothing_b_mod.o", "smoothing_b_mod.mod", "libsmoothing_b.so"} <= there
    assert "Nothing to be done" in make(folder, "fortran").stdout
    make(folder, "clean")
    assert {p.name for p in folder.iterdir()} == before
    without = make(folder, "OPENMP=0", "FC=no-such-compiler")
    assert without.returncode == 0 and "libsmoothing_b.a" in without.stdout
    assert not (folder / "smoothing_b_mod.o").exists()
    assert make(folder, "fortran", "FC=no-such-compiler").returncode != 0
    strict = make(folder, "fortran", "FFLAGS=-Wall -Wextra -Werror -std=f2018")
    assert strict.returncode == 0 and "-O2" not in strict.stdout


def test_make_checks_a_fortran_source(tmp_path):
    folder = fortran("scaled").write(tmp_path)
    checked = make(folder, "check", "OPENMP=0")
    assert checked.returncode == 0, checked.stdout + checked.stderr


@pytest.mark.slow
@needs_gfortran
def test_cmake_builds_the_module(tmp_path):
    folder = fortran("gemm").write(tmp_path)
    for words in (("cmake", "-S", ".", "-B", "b"), ("cmake", "--build", "b")):
        done = run(folder, *words)
        assert done.returncode == 0, done.stdout + done.stderr
    assert (folder / "b" / "gemm_grad_modules" / "gemm_grad_mod.mod").exists()


# -- names from a pattern --------------------------------------------------------------------------


def test_patterns():
    assert entry_name("solve", "grad") == "solve_grad"
    assert entry_name("solve", "grad", "%_b") == "solve_b"
    assert entry_name("solve", "jvp", "d%") == "dsolve"


@pytest.mark.parametrize(
    ("pattern", "language", "reason"),
    [
        ("%", "python", "its own name"),
        ("Solve", "fortran", "its own name"),
        ("%-b", "python", "no identifier"),
        ("1%", "python", "no identifier"),
        ("% b", "python", "no identifier"),
        ("%é", "python", "no identifier"),
        ("_%", "fortran", "begins with a letter"),
        ("while", "fortran", "another use"),
        ("lambda", "python", "another use"),
        ("memcpy", "python", "another use"),
        ("adc_%", "python", "another use"),
        ("%" * 13, "python", "more than 63"),
    ],
)
def test_patterns_that_give_no_name(pattern, language, reason):
    with pytest.raises(AdcError, match="the pattern") as caught:
        entry_name("solve", "grad", pattern, language)
    assert caught.value.diagnostics[0].code == "ADC0608"
    assert reason in caught.value.diagnostics[0].message


@pytest.mark.parametrize("pattern", ["%_primal", "%_tangent", "%_PRIMAL", "%_body", "%_tangent_ws"])
def test_patterns_that_meet_names_of_the_self_check(tmp_path, pattern):
    kernel = built("scaled", name_pattern=pattern)
    folder = kernel.write(tmp_path)
    checked = make(folder, "check", "OPENMP=0", "CFLAGS=-O1 -Wall -Wextra -Werror")
    assert checked.returncode == 0, checked.stdout + checked.stderr


# -- quotations ------------------------------------------------------------------------------------


def test_continuations_are_joined():
    free = ["x = a + &  ! first", "  ! in between", "    & b*c"]
    fixed = ["      x = a +", "c     in between", "     1    b*c"]
    quoter = Quoter({"f.f90": free, "g.F": fixed})
    assert quoter.quote(Span("dir/f.f90", 1, 1, 3)) == "x = a + b*c"
    assert quoter.quote(Span("g.F", 1, 1, 3)) == "x = a + b*c"
    assert quoter.quote(Span("f.f90", 3)) == "& b*c"


# -- names that Python reserves --------------------------------------------------------------------

KEYWORDS = """\
program decay(is: size, in: integer, lambda: scalar, def: array, lambda_: array) -> total
input lambda: float64
input def: float64[in, is]
input lambda_: float64[is]
output total: float64

S1: total = 0.0
S2: total += lambda*def[i, j]*lambda_[j] for i in 0:in, j in 0:is
"""


def test_arguments_with_names_that_python_reserves(tmp_path):
    facts = Facts("decay", ("lambda", "def"), ("total",), sources=("decay.f",), language="fortran")
    folder = of_primal(parse_program(KEYWORDS), facts).write(tmp_path)
    words = ["make", "-s", "libdecay_grad.so", "CFLAGS=-O1 -Wall -Werror", "OPENMP=0"]
    subprocess.run(words, cwd=folder, check=True)
    call = loaded(folder, "decay_grad")
    matrix = np.asfortranarray(np.arange(6.0).reshape(2, 3))
    weights = np.array([1.0, 2.0])
    result = call(3, 2.0, matrix, weights)
    assert result._fields == ("lambda_", "def_")
    np.testing.assert_allclose(result.lambda_, weights @ matrix.sum(axis=1))
    np.testing.assert_allclose(result.def_, 2.0 * np.outer(weights, np.ones(3)))
    with pytest.raises(ValueError, match=r"def_ has the shape \(2, 3\), but \(is_, in_\) is"):
        call(4, 2.0, matrix, weights)
