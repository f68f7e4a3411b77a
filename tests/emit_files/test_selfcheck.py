"""The self-check passes on what is right and fails on every fault seeded into the C files."""

import json
import re
import subprocess
from dataclasses import replace

import numpy as np
import pytest
from click.testing import CliRunner

from adc.check.vectors import read_vectors, write_vectors
from adc.cli.app import adc
from adc.emit import CheckDefaults, Facts
from adc.ir.declarations import Parameter
from adc.ir.enums import ParameterKind, Update
from adc.ir.expressions import Apply, Const
from adc.ir.nodes import Compute
from adc.ir.program import Program
from adc.ir.shapes import integer
from tests.emit_files.kernels import (
    F64,
    KERNELS,
    REQUESTS,
    N,
    array,
    built,
    compile_and_run,
    dim,
    i,
    of_primal,
    read,
    statement,
)

SANITIZERS = "-g -fsanitize=address,undefined -fno-sanitize-recover=all"
OPTIONS = {
    "gradient": {},
    "value": {"value": True},
    "accumulate": {"accumulate": True, "seed": "ones"},
    "single": {"dtype": "float32", "value": True},
    "tangent": {"mode": "jvp"},
    "single tangent": {"mode": "jvp", "dtype": "float32", "value": True},
}


@pytest.mark.slow
@pytest.mark.parametrize("options", OPTIONS.values(), ids=OPTIONS)
@pytest.mark.parametrize("name", KERNELS)
def test_passes(tmp_path, name, options):
    folder = built(name, **options).write(tmp_path)
    done = compile_and_run(folder, flags=SANITIZERS if name == "smoothing" else "")
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.endswith("\npass\n")


@pytest.mark.slow
@pytest.mark.parametrize("flags", ["-O2", "-O3", "-O3 -fopenmp"])
@pytest.mark.parametrize("mode", ["grad", "jvp"])
def test_optimised_builds_have_no_warnings(tmp_path, mode, flags):
    folder = built("gemm", mode=mode, value=True).write(tmp_path)
    done = compile_and_run(folder, flags=flags)
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize(
    ("sizes", "verdict"),
    [
        (("N=1", "T=1"), "pass"),
        (("N=0", "T=0"), "inconclusive: the gradient with respect to r is zero"),
        (("N=0", "T=9"), "inconclusive: the gradient with respect to r is zero"),
    ],
)
def test_edge_sizes(tmp_path, sizes, verdict):
    """Where no step changes anything, u alone has a gradient: that is right, and proves no r."""
    done = compile_and_run(built("smoothing").write(tmp_path), *sizes, flags=SANITIZERS)
    assert f"\n{verdict}" in done.stdout, done.stdout + done.stderr
    assert done.returncode == (verdict != "pass") and not done.stderr


def test_nothing_to_differentiate_is_inconclusive(tmp_path):
    done = compile_and_run(built("scaled").write(tmp_path), "N=0", "M=0")
    assert done.returncode == 1
    assert "inconclusive: the gradient is zero everywhere" in done.stdout
    assert "NAME=LOW:HIGH" in done.stdout


# -- faults ----------------------------------------------------------------------------------------

#: Kernel, options, the function that is damaged, C that runs at its end, and what the check says.
FAULTS = {
    "flipped sign": ("smoothing", {}, "grad", "r_bar[0] = -r_bar[0];", "dot-product"),
    "one element": ("gemm", {}, "grad", "B_bar[NK*NJ - 1] *= 1.0 + 1e-7;", "dot-product"),
    "a swapped index": ("gemm", {}, "grad", "A_bar[0] = A_bar[NK];", "dot-product"),
    "an output not written": ("gemm", {}, "grad", "alpha_bar[0] = 0.0/0.0;", "alpha"),
    "wrong tangent": ("scaled", {}, "tangent", "return_0_dot[1] *= 1.0001;", "differences give"),
    "tangent not written": ("scaled", {}, "tangent", "return_0_dot[1] = 0.0/0.0;",
                            "differences give"),
    "a changed argument": ("gemm", {}, "grad", "((double *)(uintptr_t)C)[0] = 1.5;",
                           "changed an argument"),
    "a changed seed": ("gemm", {}, "grad", "((double *)(uintptr_t)C_seed)[0] = 1.5;",
                       "changed an argument"),
    "state": ("scaled", {}, "grad", "static int calls; w_bar[0] += calls++;", "in a call"),
    "an error": ("scaled", {}, "grad", "return SCALED_GRAD_ENOMEM;", "SCALED_GRAD_ENOMEM"),
    "a wrong value": ("smoothing", {"value": True}, "grad", "value[0] *= 0.5;",
                      "of the output value"),
    "a wrong output": ("scaled", {"value": True}, "grad", "return_0[1] = 0.0;",
                       "of the output return_0"),
    "an output left alone": ("smoothing", {"value": True}, "grad", "u[2] = 0.0/0.0;",
                             "of the output u"),
    "written, not added": ("gemm", {"accumulate": True}, "grad", "beta_bar[0] -= 1.0;", "beta"),
    "a wrong exported tangent": ("smoothing", {"mode": "jvp"}, "jvp", "energy_dot[0] *= 1.001;",
                                 "differences give"),
    "single precision": ("gemm", {"dtype": "float32"}, "grad", "alpha_bar[0] *= 1.0f + 1e-2f;",
                 "dot-product"),
}  # fmt: skip


def damage(folder, name, function, code):
    """Puts `code` before the last statement of `NAME_FUNCTION_ws`."""
    [path] = [p for p in folder.glob("*.c") if f"int {name}_{function}_ws(" in p.read_text()]
    whole = path.read_text()
    start = whole.index(f"int {name}_{function}_ws(")
    end = whole.index("    return 0;\n}", start)
    path.write_text(f"{whole[:end]}    {{ {code} }}\n{whole[end:]}")


@pytest.mark.slow
@pytest.mark.parametrize("fault", FAULTS)
def test_faults_are_found(tmp_path, fault):
    name, options, function, code, reason = FAULTS[fault]
    folder = built(name, **options).write(tmp_path)
    damage(folder, name, function, code)
    done = compile_and_run(folder)
    assert done.returncode == 1, done.stdout
    assert "\nwrong: " in done.stdout
    assert reason in done.stdout.splitlines()[-1]


@pytest.mark.parametrize(
    ("options", "code"),
    [({}, "alpha_bar[0] *= 1.0 + 1e-11;"), ({"dtype": "float32"}, "alpha_bar[0] *= 1.0f + 1e-4f;")],
    ids=["double", "single"],
)
def test_what_may_be_rounding_is_inconclusive(tmp_path, options, code):
    folder = built("gemm", **options).write(tmp_path)
    damage(folder, "gemm", "grad", code)
    done = compile_and_run(folder)
    assert done.returncode == 1, done.stdout
    assert "\ninconclusive: the gradient with respect to alpha is off by" in done.stdout


def test_memory_that_the_workspace_happens_to_hold(tmp_path):
    """Something read before it is written is the NaN that the workspace begins with."""
    folder = built("gemm").write(tmp_path)
    path = folder / "gemm_grad.c"
    whole = path.read_text()
    call = "    gemm_grad_sweeps("
    assert call in whole
    stale = f"    const double stale = ((const double *)workspace)[0];\n{call}"
    path.write_text(whole.replace(call, stale, 1))
    damage(folder, "gemm", "grad", "A_bar[0] += stale;")
    done = compile_and_run(folder)
    assert done.returncode == 1
    assert "\nwrong: " in done.stdout


# -- points where a derivative does not exist ------------------------------------------------------


def pointwise(op: str) -> Program:
    """y[i] := maximum(x[i], 0), or another function of one element."""
    x = read("x", i)
    operands = (x, Const("0.0", F64)) if op == "maximum" else (x,)
    return Program(
        "pointwise",
        (Parameter("N", ParameterKind.SIZE), Parameter("x", ParameterKind.ARRAY)),
        (array("x", "input", N), array("y", "output", N)),
        (statement("S1", "y", (i,), Update.ASSIGN, Apply(op, operands, F64), dim(i, N)),),
        returns=("y",),
        source="pointwise.py",
    )


def check_pointwise(folder, op, *arguments):
    facts = Facts("pointwise", ("x",), ("y",), sources=("pointwise.py",))
    of_primal(pointwise(op), facts).write(folder)
    done = compile_and_run(folder, "--json", *arguments)
    return json.loads(done.stdout), done.returncode


def test_a_subgradient_at_a_kink_passes(tmp_path):
    inputs = tmp_path / "inputs"
    write_vectors(inputs, {"x": np.array([0.0, 1.0, -2.0, 0.0, 3.0])})
    report, status = check_pointwise(tmp_path, "maximum", f"--inputs={inputs}")
    assert status == 0
    assert report["kinks"] == 2 * report["draws"]


@pytest.mark.parametrize(("op", "argument"), [("sqrt", "x=-1:-0.5"), ("log", "x=0")])
def test_values_that_are_not_finite_are_inconclusive(tmp_path, op, argument):
    report, status = check_pointwise(tmp_path, op, argument)
    assert status == 1
    assert report["verdict"] == "inconclusive"
    assert "not finite" in report["reason"]
    assert all(f["value"] is None or f["value"] > 0 for f in report["figures"][:1])
    assert report["figures"][0]["remark"] in ("not compared", "not finite")
    assert report["norms"] == {"x": None}


def test_what_is_no_number_is_not_printed_as_zero(tmp_path):
    facts = Facts("pointwise", ("x",), ("y",), sources=("pointwise.py",))
    of_primal(pointwise("sqrt"), facts).write(tmp_path)
    done = compile_and_run(tmp_path, "x=-1:-0.5")
    assert done.stdout.count("not compared") == 3 and " ok" not in done.stdout
    assert re.search(r"norm of the gradient +-  x\n", done.stdout)


def test_a_zero_gradient_is_inconclusive(tmp_path):
    report, status = check_pointwise(tmp_path, "maximum", "x=-2:-1")
    assert (report["verdict"], status) == ("inconclusive", 1)


# -- its command line ------------------------------------------------------------------------------


def test_saves_what_it_used(tmp_path):
    saved = tmp_path / "saved"
    folder = built("gemm").write(tmp_path)
    done = compile_and_run(folder, "NI=3", "alpha=2", f"--save={saved}")
    assert done.returncode == 0
    vectors = read_vectors(saved)
    assert vectors["input:alpha"].tolist() == [2.0]
    a, b, c = (vectors[f"input:{n}"] for n in "ABC")
    product = a.reshape(3, 5) @ b.reshape(5, 6)
    expected = 2.0 * product + vectors["input:beta"][0] * c.reshape(3, 6)
    np.testing.assert_allclose(vectors["output:C"].reshape(3, 6), expected, rtol=1e-14)
    np.testing.assert_allclose(
        vectors["tangent:alpha"].reshape(3, 6), vectors["direction:alpha"][0] * product, rtol=1e-14
    )


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("Q=1",), "do not understand Q=1"),
        (("NI=x",), "do not understand NI=x"),
        (("alpha=2:1",), "do not understand alpha=2:1"),
        (("NI=-1",), "NI may not be negative"),
        (("--inputs=missing",), "missing does not fit"),
    ],
)
def test_refuses_what_it_does_not_know(tmp_path, arguments, message):
    done = compile_and_run(built("gemm").write(tmp_path), *arguments)
    assert done.returncode == 2
    assert message in done.stderr


def test_defaults_of_the_request_are_built_in(tmp_path):
    defaults = CheckDefaults({"N": 11, "T": 7}, {"r": (0.25, 0.25)})
    folder = built("smoothing", check=defaults).write(tmp_path)
    saved = tmp_path / "saved"
    done = compile_and_run(folder, "--json", f"--save={saved}")
    assert json.loads(done.stdout)["sizes"] == {"N": 11, "T": 7}
    assert read_vectors(saved)["input:r"].tolist() == [0.25]


def test_square_inputs_are_diagonally_dominant(tmp_path):
    square = replace(
        pointwise("sqrt"),
        containers=(array("x", "input", N, N), array("y", "output", N)),
        body=(
            Compute(
                "S1",
                statement("S", "y", (i,), Update.ASSIGN, read("x")).target,
                Update.ASSIGN,
                read("x", i, integer(0)),
                (dim(i, N),),
            ),
        ),
    )  # fmt: skip
    facts = Facts("pointwise", ("x",), ("y",), sources=("pointwise.py",))
    of_primal(square, facts).write(tmp_path)
    saved = tmp_path / "saved"
    assert compile_and_run(tmp_path, f"--save={saved}").returncode == 0
    x = read_vectors(saved)["input:x"].reshape(5, 5)
    assert np.all(2 * np.abs(np.diag(x)) > np.abs(x).sum(axis=1))
    assert not np.allclose(x, x.T)


@pytest.mark.parametrize("name", ["call", "measure", "bytes"])
def test_functions_may_have_names_of_the_checks_own(name, tmp_path):
    primal = replace(KERNELS["smoothing"](), name=name)
    wrt, of = REQUESTS["smoothing"]
    folder = of_primal(primal, Facts(name, wrt, of, sources=(primal.source,))).write(tmp_path)
    words = [
        "gcc",
        "-std=c11",
        "-fsyntax-only",
        "-Wall",
        "-Wextra",
        "-Werror",
        f"{name}_grad_check.c",
    ]
    done = subprocess.run(words, cwd=folder, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_positions_that_bound_others(tmp_path):
    """What may be drawn for positions is said by functions of integers, too."""
    source = tmp_path / "kernel.py"
    source.write_text(
        'import numpy as np\ndef f(x: "float64[n]", i: "int64[3]"):\n'
        "    return np.sum(x[i[0] : i[1] + 1] ** 2) + x[i[2]]\n",
        "utf-8",
    )
    done = CliRunner().invoke(adc, ["grad", str(source), "--wrt", "x", "-o", str(tmp_path)])
    assert done.exit_code == 0, done.output
    words = ["gcc", "-std=c11", "-fsyntax-only", "-Wall", "-Wextra", "-Werror", "f_grad_check.c"]
    built = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True)
    assert built.returncode == 0, built.stderr
