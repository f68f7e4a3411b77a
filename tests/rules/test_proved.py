"""Gradients over calls of a library: against the original, the tangent and the interpreter."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from adc.check.external_rules import checked_rules
from adc.cli.request import build_request
from adc.diagnostics.sources import SourceCache
from adc.frontends.rules import read_rules
from adc.interpret import run
from adc.pipeline import Compiled, compile_request
from tests.rules.libraries import HERE, built, copied, drawn, loaded
from tests.test_rejects import run_adc

pytestmark = pytest.mark.skipif(not shutil.which("gfortran"), reason="gfortran is not installed")

FORTRAN = {
    "march": ("t,s", "q"),
    "orbit": ("a,x", "e,x"),
    "same": ("t,c", "e"),
    "either": ("x", "e"),
    "sheet": ("w,u", "e"),
    "outer": ("a,z", "e"),
    "idle": ("x", "e,s"),
    "parts": ("a,x,r", "r"),
}
PYTHON = {"levels": "t,s,q", "ring": "x,a", "plate": "u,w"}
FEW = {"march", "ring", "sign"}


def rest(names: Any) -> list[Any]:
    """All of `names`, those that prove what others do in the long run."""
    return [n if n in FEW else pytest.param(n, marks=pytest.mark.long) for n in names]


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built(tmp_path_factory.mktemp("library"))


@pytest.fixture
def found(library: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The library, which the environment leads to."""
    monkeypatch.setenv("LDFLAGS", f"-L{library.parent}")
    monkeypatch.setenv("RULED_LIBRARY", str(library))
    return library


def checked(folder: Path, *words: str) -> str:
    result = run_adc(["check", *words, "--against-python"], folder, {})
    assert result.exit_code == 0, result.stdout + result.stderr
    assert "pass" in result.stdout
    return result.stdout


@pytest.mark.parametrize("name", rest(FORTRAN))
def test_fortran(name: str, found: Path, tmp_path: Path) -> None:
    folder = copied(tmp_path, "programs.f90", "library.rules")
    wrt, of = FORTRAN[name]
    told = checked(folder, "programs.f90", "--function", name, "--wrt", wrt, "--of", of)
    assert "run by gfortran" in told


@pytest.mark.parametrize("name", rest(PYTHON))
def test_python(name: str, found: Path, tmp_path: Path) -> None:
    folder = copied(tmp_path, "programs.py", "library.rules", "ruled.py")
    assert "NumPy" in checked(folder, "programs.py", "--function", name, "--wrt", PYTHON[name])


@pytest.mark.long
@pytest.mark.parametrize(
    "options",
    [
        ("--strategy", "recompute"), ("--strategy", "store"), ("--schedule", "source"),
        ("--value",), ("--accumulate",), ("--size", "n=50,steps=64", "--mem-limit", "9000"),
        ("--no-inline",),
    ],
    ids=" ".join,
)  # fmt: skip
def test_plans(options: tuple[str, ...], found: Path, tmp_path: Path) -> None:
    folder = copied(tmp_path, "programs.f90", "library.rules")
    for name in ("march", "orbit", "outer"):
        wrt, of = FORTRAN[name]
        own = options if name == "march" or "--size" not in options else ()
        checked(folder, "programs.f90", "--function", name, "--wrt", wrt, "--of", of, *own)


# -- the interpreter -------------------------------------------------------------------------------


def compiled(source: Path, **given: Any) -> Compiled:
    for name in ("wrt", "of"):
        given[name] = (tuple(given[name].split(",")),)
    return compile_request(build_request("grad", SourceCache(), sources=(str(source),), **given))


@pytest.mark.parametrize("name", FORTRAN)
def test_interpreted(name: str, found: Path, tmp_path: Path) -> None:
    """The planned gradient, run by the interpreter, is what differences of the primal give."""
    folder = copied(tmp_path, "programs.f90", "library.rules")
    wrt, of = FORTRAN[name][0], FORTRAN[name][1].split(",")[0]
    made = compiled(folder / "programs.f90", function=name, wrt=wrt, of=of, seed="ones")
    sizes = dict.fromkeys(made.primal.symbols, 3)
    routines = loaded(found, made.gradient) | loaded(found, made.primal)
    inputs = drawn(made.primal, sizes)

    def primal(moved: dict[str, np.ndarray]) -> float:
        return float(np.sum(run(made.primal, sizes, moved, library=routines)[of]))

    given = {c.name: inputs[c.name] for c in made.gradient.containers if c.name in inputs}
    gradient = run(made.gradient, sizes, given, library=routines)
    for independent in wrt.split(","):
        way = np.random.default_rng(5).standard_normal(inputs[independent].shape)
        step = 1e-6
        ends = [
            primal({**inputs, independent: inputs[independent] + side * step * way})
            for side in (1, -1)
        ]
        slope = (ends[0] - ends[1]) / (2 * step)
        np.testing.assert_allclose(np.sum(gradient[f"{independent}_bar"] * way), slope, rtol=1e-6)


# -- what is written -------------------------------------------------------------------------------


def test_files(tmp_path: Path) -> None:
    """A static library; the generated C has no warnings; Makefile and CMake link the library."""
    built(tmp_path, static=True)
    folder = copied(tmp_path, "programs.f90", "library.rules")
    words = [
        "grad",
        "programs.f90",
        "--function",
        "sheet",
        "--wrt",
        "w,u",
        "--of",
        "e",
        "-o",
        "out",
    ]
    result = run_adc([*words, "--depfile", "out.d"], folder, {})
    assert result.exit_code == 0, result.stderr
    out = folder / "out"
    text = (out / "sheet_grad.c").read_text()
    assert " *   rows_, rowsb_  linked by -lruled -lgfortran" in text
    assert "static void call_rowsb_(" in text and "void rowsb_(const int32_t *m" in text
    flags = ["-std=c11", "-Wall", "-Wextra", "-Werror", "-fopenmp"]
    for name in ("sheet_grad.c", "sheet_grad_check.c"):
        subprocess.run(["cc", *flags, "-c", name, "-o", "x.o"], cwd=out, check=True)
    done = subprocess.run(
        ["make", "-s", "check", f"LDFLAGS=-L{folder}"], cwd=out, capture_output=True, text=True
    )
    assert done.returncode == 0 and "pass" in done.stdout, done.stdout + done.stderr
    assert "-lruled -lgfortran" in (out / "CMakeLists.txt").read_text()
    assert "Libs.private: -lruled -lgfortran -lm" in (out / "sheet_grad.pc").read_text()
    assert "library.rules" in (folder / "out.d").read_text()


def test_empty_arrays(found: Path, tmp_path: Path) -> None:
    """Routines are called for arrays without elements, too."""
    folder = copied(tmp_path, "programs.f90", "library.rules")
    words = ("--function", "orbit", "--wrt", "a,x", "--of", "e")
    result = run_adc(["grad", "programs.f90", *words, "-o", "out"], folder, {})
    assert result.exit_code == 0, result.stderr
    subprocess.run(["make", "-s", "liborbit_grad.so"], cwd=folder / "out", check=True)
    script = (
        "import numpy as np; from orbit_grad import orbit_grad\n"
        "a, x = orbit_grad(0, 2, 0.5, np.zeros(0), 0.0); assert a == 0.0 and x.shape == (0,)"
    )
    run_python(script, folder / "out", found)


def run_python(script: str, folder: Path, library: Path) -> None:
    import os
    import sys

    environment = {**os.environ, "LD_LIBRARY_PATH": str(library.parent)}
    subprocess.run([sys.executable, "-c", script], cwd=folder, check=True, env=environment)


# -- wrong rules -----------------------------------------------------------------------------------

#: What is written in the place of what in a file, and what is said of it.
FAULTS = {
    "sign": ("library.f90", "tb = tb + (-0.012d0", "tb = tb + (0.012d0", "adjoint is not its"),
    "set": ("library.f90", "sb = sb + (0.8d0", "sb = (0.8d0", "`eosb_` does not add to `s_bar`"),
    "tangent": ("library.f90", "rhod = 0.8d0*sd", "rhod = 0.7d0*sd", "tangent is not its"),
    "added": ("library.f90", "xb = y*(yb", "xb = xb + y*(yb", "`expob_` adds to `x_bar`"),
    "left": ("library.f90", "  rho = 1000", "  rho(2:) = 1000", "`eos_` adds to `rho`, or leaves"),
    "input": ("library.c", "y[i] = a*x", "y[i] = *(double *)x = a*x", "`pairs` changes `x`"),
    "crash": ("library.c", "*a_bar += ", "*(double *)0 += ", "does not come back"),
    "nothing": ("library.f90", "xb = y*(yb + 2*y*rb)/2", "xb = sqrt(-y)", "adjoint is not its"),
    "swapped": ("library.rules", "t, s, rho_bar", "s, t, rho_bar", "adjoint is not its"),
}


def faulty(folder: Path, fault: str) -> str:
    """Builds the library with a fault, in `folder`; what is said of it."""
    from tests.rules import libraries

    copied(folder, "library.f90", "library.c", "programs.f90", "library.rules")
    text = (folder / "library.f90").read_text()
    (folder / "library.f90").write_text(
        text.replace("  y = exp", "  print *, sum(x)\n  y = exp", 1)
    )
    name, right, wrong, told = FAULTS[fault]
    text = (folder / name).read_text()
    assert right in text
    (folder / name).write_text(text.replace(right, wrong, 1))
    libraries.built(folder, source=folder)
    return told


@pytest.mark.parametrize("fault", rest(FAULTS))
def test_a_wrong_rule_is_found(fault: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Faults in a library's own derivatives, and in what a rule says, are found by the rule's own
    check."""
    told = faulty(tmp_path, fault)
    monkeypatch.setenv("LDFLAGS", f"-L{tmp_path}")
    rules = read_rules({str(tmp_path / "library.rules"): None}).externals
    found = [f.wrong for f in checked_rules(rules, tmp_path) if f.wrong]
    assert len(found) == 1 and told in found[0], found


def test_right_rules_pass(found: Path, tmp_path: Path) -> None:
    rules = read_rules({str(HERE / "library.rules"): None}).externals
    for finding in checked_rules(rules, tmp_path):
        assert not finding.wrong and not finding.note
        assert len(finding.figures) == 2


@pytest.mark.long
def test_a_wrong_rule_is_a_wrong_derivative(tmp_path: Path) -> None:
    faulty(tmp_path, "set")
    words = ["check", "programs.f90", "--function", "march", "--wrt", "t,s", "--of", "q"]
    result = run_adc(words, tmp_path, {"LDFLAGS": f"-L{tmp_path}"})
    assert result.exit_code == 4
    assert "the rule of `eos` is wrong" in result.stdout
