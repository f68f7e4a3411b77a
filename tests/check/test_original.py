"""Runs of the user's own source: what `adc check` takes from them, and what keeps them from being
taken. The reference of these tests is what the sources say by hand."""

import shutil
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import adc
from adc.check import original as original_module
from adc.check.comparison import compare_with_original
from adc.check.gfortran import UnavailableError, in_order
from adc.check.original import Inputs, Original, Reference
from adc.check.report import CheckReport
from adc.check.vectors import read_draws
from adc.observer import Silent
from adc.options import Request
from adc.pipeline import front_half
from tests.check.smoothing import PASSED, SMOOTHING, compared, reference_of
from tests.emit_files.kernels import built, compile_and_run

# -- Python: the smoothing kernel of the IR against texts ------------------------------------------


def test_draws_are_apart(draws):
    assert len(draws) == 3
    assert all({"input:u", "direction:r", "output:u", "output:energy"} <= set(d) for d in draws)
    assert not np.array_equal(draws[0]["input:u"], draws[1]["input:u"])


def test_agreement(tmp_path, draws):
    report = compared(tmp_path, SMOOTHING, draws)
    assert (report.verdict, report.notes) == ("pass", ())
    assert report.original.startswith("Python 3")
    assert [f.name for f in report.figures] == ["python_value", "python_difference"]
    assert all(f.passes for f in report.figures)


@pytest.mark.parametrize(
    ("old", "new", "verdict", "reason"),
    [
        ("2.0 *", "2.001 *", "wrong", " in the generated code, "),
        ("u[:-2]", "u[2:]", "wrong", " in the generated code, "),
        ("np.sum(u * u)", "np.sum(u * u) if r > 9 else np.nan", "wrong", ", nan where the"),
        ("np.sum(u * u)", "u * u", "wrong", "`energy` has the shape (7,)"),
        ("np.sum(u * u)", "None", "wrong", "returns nothing for `energy`"),
        ("np.sum(u * u)", "1j * np.sum(u * u)", "wrong", "`energy` is complex"),
        ("return np.sum(u * u)", "c.append(1)\n    return np.sum(u * u) * (1 if len(c) < 4 else "
         "1 + 1e-3 * (-1) ** len(c))\n\nc = []", "inconclusive", "do not settle"),
    ],
    ids=["value", "view", "nan", "shape", "none", "complex", "state"],
)  # fmt: skip
def test_disagreement(tmp_path, draws, old, new, verdict, reason):
    assert old in SMOOTHING
    report = compared(tmp_path, SMOOTHING.replace(old, new), draws)
    assert (report.verdict, report.exit_status) == (verdict, 4)
    assert reason in report.reason


def test_a_slope_counts(tmp_path, draws):
    """The values are the same at the inputs of the check, and nowhere else."""
    drawn = [float(d["input:r"][0]) for d in draws]
    text = SMOOTHING + f"    + min((r - c for c in {drawn}), key=abs)\n"
    text = text.replace("np.sum(u * u)\n    +", "np.sum(u * u) +")
    report = compared(tmp_path, text, draws)
    assert report.verdict == "wrong"
    assert "energy has the tangent" in report.reason and " along r, differences" in report.reason
    assert [f.passes for f in report.figures] == [True, False]


def test_a_written_argument_counts(tmp_path, draws):
    text = SMOOTHING.replace("    return", "    energy = np.sum(u * u)\n    u[2] = 0.5\n    return")
    report = compared(tmp_path, text.replace("return np.sum(u * u)", "return energy"), draws)
    assert (
        report.verdict == "wrong" and "u[2] is " in report.reason and "0.5 where" in report.reason
    )


def test_memory_that_is_never_set_is_no_misreading(tmp_path, draws):
    """What `np.empty` holds is anything: nobody can read that wrongly."""
    first = "    np.full(300, 7.0)\n    v = np.empty(300)\n    for t"
    text = SMOOTHING.replace("    for t", first).replace(
        "np.sum(u * u)", "np.sum(u * u) + v[7] + 7"
    )
    report = compared(tmp_path, text, draws)
    assert report.verdict == "inconclusive"
    assert report.reason == "the source leaves energy to what memory happens to hold"


def test_tangents_next_to_memory_that_is_never_set_are_no_misreading(tmp_path, draws):
    """The factor is zero at the inputs that are drawn, but not around them."""
    first = "    np.full(300, 7.0)\n    v = np.empty(300)\n    for t"
    factors = "".join(f" * (r - {float(d['input:r'][0])!r})" for d in draws)
    text = SMOOTHING.replace("    for t", first).replace(
        "np.sum(u * u)", f"np.sum(u * u) + v[7]{factors}"
    )
    report = compared(tmp_path, text, draws)
    assert report.verdict == "inconclusive"
    assert report.reason == "the source leaves energy to what memory happens to hold"


def test_what_is_wrong_already_stays_so(tmp_path, draws):
    before = CheckReport("wrong", "the adjoint", "smoothing_grad")
    folder = tmp_path / "check"
    folder.mkdir()
    text = SMOOTHING.replace("2.0 *", "2.5 *")
    report = compare_with_original(before, reference_of(tmp_path, text), draws, folder)
    assert report.reason == "the adjoint"
    assert not report.figures[0].passes


NOT_RUN = {
    "no module": (
        "from no_such_module_at_all import f\n", "    u = f(u)\n", "cannot import: No module named",
    ),
    "an exception": ("", "    u[9] = 1.0\n", "at line 4 raises IndexError: index 9"),
    "at import": ("1 / 0\n", "", "at line 1 raises ZeroDivisionError"),
    "exit": ("import sys\nsys.exit('not me')\n", "", "raises SystemExit: not me"),
    "hard exit": ("import os\nos._exit(3)\n", "", "ends with the status 3"),
    "a crash": ("import os\nos.abort()\n", "", "ended by SIGABRT"),
    "input": ("input()\n", "", "raises EOFError"),
    "no function": ("", "    pass\n\ndel smoothing\n\ndef other(u, T, r):\n", "AttributeError"),
    "depth": ("", "    smoothing(u, T, r)\n", "raises RecursionError"),
    "odd text": ("raise RuntimeError('\\x1b[3mred\\n' + 'x' * 999)\n", "", "?[3mred"),
}  # fmt: skip


@pytest.mark.parametrize("name", NOT_RUN)
def test_what_cannot_run_says_why(tmp_path, draws, name):
    head, first, reason = NOT_RUN[name]
    lines = SMOOTHING.strip("\n").split("\n")
    text = (
        head + "\n".join([*lines[:3], first.rstrip("\n"), *lines[3:]])
        if first
        else head + SMOOTHING
    )
    with pytest.raises(UnavailableError) as caught:
        compared(tmp_path, text, draws)
    assert reason in str(caught.value), str(caught.value)
    assert "\n" not in str(caught.value) and len(str(caught.value)) < 300


def test_a_source_that_never_ends(tmp_path, draws, monkeypatch):
    monkeypatch.setattr(original_module, "_HARD_SECONDS", 1.5)
    with pytest.raises(UnavailableError, match=r"does not come to an end within 1.5 s"):
        compared(
            tmp_path,
            "import subprocess\nsubprocess.Popen(['sleep', '77'])\nwhile True: pass",
            draws,
        )


def test_a_source_that_is_slow(tmp_path, draws, monkeypatch):
    """Values are compared; there is no time for differences, and a note says so."""
    monkeypatch.setattr(original_module, "_SOFT_SECONDS", 0.3)
    slow = SMOOTHING.replace("    return", "    time.sleep(0.1)\n    return")
    report = compared(tmp_path, f"import time\n{slow}", draws)
    assert report.verdict == "pass"
    assert [f.remark for f in report.figures] == ["ok", "not compared"]
    [note] = report.notes
    assert note == "differences of the source itself are left out: it takes too long"


def test_an_exception_at_other_inputs(tmp_path, draws):
    """The source fails in later draws only: what was compared counts, the rest is told."""
    text = SMOOTHING.replace(
        "    for t", "    calls.append(0)\n    assert len(calls) < 3\n    for t"
    )
    report = compared(tmp_path, text + "\ncalls = []\n", draws)
    assert report.verdict == "pass"
    assert report.figures[0].passes and not report.figures[1].compared
    assert "raises AssertionError" in report.notes[0]


def test_effects_stay_in_a_folder_of_their_own(tmp_path, draws, capfd, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "beside.py").write_text("FACTOR = 2.0\n")
    text = (
        "import sys\nfrom beside import FACTOR\nopen('left', 'w').write('x')\n"
        + SMOOTHING.replace("    return", "    print(u, file=sys.stderr)\n    print(u)\n    return")
    )  # fmt: skip
    assert compared(tmp_path, text.replace("2.0 *", "FACTOR *"), draws).verdict == "pass"
    assert capfd.readouterr() == ("", "")
    assert {p.name for p in tmp_path.iterdir()} == {"beside.py", "smoothing.py", "check"}


def test_annotations_that_python_cannot_evaluate(tmp_path, draws):
    text = SMOOTHING.replace("(u, T, r)", "(u: float64[N], T: int, r: nothing.known)")
    assert compared(tmp_path, text, draws).verdict == "pass"


def test_further_arguments_have_their_defaults(tmp_path, draws):
    text = SMOOTHING.replace("(u, T, r)", "(u, order=2, *, r, T, name='x')")
    assert compared(tmp_path, text, draws).verdict == "pass"
    text = SMOOTHING.replace("(u, T, r)", "(u, T, r, /)")
    (tmp_path / "again").mkdir()
    assert compared(tmp_path / "again", text, draws).verdict == "pass"


def test_what_stands_around_a_function_is_given_arguments_by_position(tmp_path, draws):
    around = """
from functools import wraps

def looked_at(function):
    @wraps(function)
    def first(*args, **kwargs):
        assert args[0].ndim == 1 and len(args) == 2
        return function(*args, **kwargs)
    return first

"""
    text = SMOOTHING.replace("def smoothing(u, T, r)", "@looked_at\ndef smoothing(u, T, *, r)")
    assert "@looked_at" in text
    head, _, rest = text.partition("@looked_at")
    assert compared(tmp_path, head + around + "@looked_at" + rest, draws).verdict == "pass"


# -- single precision ------------------------------------------------------------------------------

SCALED = """
import numpy as np

def smoothing(u, T, r):
    v = np.array(u, dtype=np.float32)
    for t in range(T):
        v[1:-1] = v[1:-1] + r * v[1:-1] * (v[:-2] - 2.0 * v[1:-1] + v[2:])
    u[:] = v
    return np.sum(v * v)
"""


@pytest.fixture(scope="module")
def single_draws(tmp_path_factory):
    folder = built("smoothing", dtype="float32").write(tmp_path_factory.mktemp("single"))
    assert compile_and_run(folder, "N=5", "T=4", f"--save={folder / 'saved'}").returncode == 0
    return read_draws(folder / "saved")


@pytest.mark.parametrize(
    ("old", "new", "limit", "verdict"),
    [
        ("np.float32", "np.float32", 1e-9, "pass"),
        ("np.float32", "'float32'", 1e-4, "pass"),
        ("2.0 *", "2.001 *", 1e-4, "wrong"),
    ],
    ids=["promoted", "as it stands", "wrong"],
)
def test_single_precision(tmp_path, single_draws, old, new, limit, verdict):
    """In double where that can be had, else as the source has it, and then a note says so."""
    assert old in SCALED
    reference = reference_of(tmp_path, SCALED.replace(old, new))
    reference = replace(reference, primal=built("smoothing", dtype="float32").primal)
    (tmp_path / "check").mkdir()
    report = compare_with_original(PASSED, reference, single_draws, tmp_path / "check")
    assert report.verdict == verdict, report
    assert report.figures[0].limit == limit
    assert bool(report.notes) == (limit == 1e-4)


# -- Fortran: the shim -----------------------------------------------------------------------------


def run_fortran(folder, texts, request, inputs, sizes):
    """What the routine leaves behind at one set of inputs, by name, flat in memory's order."""
    paths = []
    for name, text in texts.items():
        (folder / name).write_text(text)
        paths.append(str(folder / name))
    asked = Request(tuple(paths), **request)
    front = front_half(asked, Silent())
    assert front.calling is not None
    reference = Reference(
        asked.sources, front.primal, front.wrt, front.of, sizes, front.calling,
        asked.defines, asked.includes,
    )  # fmt: skip
    (folder / "run").mkdir()
    original = Original(reference, folder / "run")
    original.prepare()
    values = {n: np.array(v, dtype=float).ravel() for n, v in inputs.items()}
    [found] = original.evaluate([Inputs(values)], [(0, "", 0.0)]).values()
    return {name: value.tolist() for name, value in found.items()}


def test_common_module_and_kinds(tmp_path):
    """COMMON that units divide in different ways, module variables (also allocatable and renamed),
    logical, character and integer arguments, an external function in another file."""
    texts = {
        "use.f90": """
subroutine s(n, mode, flag, a, y)
  use store, only: table, scale => factor
  implicit none
  integer, intent(in) :: n
  character, intent(in) :: mode
  logical(1), intent(in) :: flag
  real(8), intent(inout) :: a(n, 0:2)
  real(8), intent(out) :: y
  real(8) :: p, q(3)
  integer :: k
  common /both/ p, q
  real(8), external :: weight
  if (mode == 'm') a(1, 0) = a(1, 0)*weight(n)
  if (flag) a(n, 2) = 7.0d0
  y = p + q(3) + scale*table(2)
  do k = 1, 3
    q(k) = q(k)*a(1, 0)
  end do
end subroutine s
program main
  call no_such_routine()
end program main
""",
        "weight.f": """
      REAL*8 FUNCTION WEIGHT(N)
      INTEGER N
      REAL*8 X, Y, Z(2)
      COMMON /BOTH/ X, Y, Z
      WEIGHT = N + X + Z(1)
      END
""",
        "store.F90": """
module store
  implicit none
  real(8) :: factor = 2.0d0
  real(8), allocatable :: table(:)
contains
  subroutine fill()
    table = FILLING
  end subroutine fill
end module store
""",
    }
    request = {"function": "s", "wrt": ("a",), "of": ("y",), "defines": ("FILLING=1.5d0",)}
    inputs = {
        "flag": 1, "a": [1, 2, 3, 4, 5, 6], "p": 10, "q": [20, 30, 40], "factor": 3,
        "table": [5, 6],
    }  # fmt: skip
    sizes = {"n": 2, "mode": ord("m"), "table_1": 2}
    found = run_fortran(tmp_path, texts, request, inputs, sizes)
    factor = 2 + 10 + 30  # n + x + z(1), and z(1) is q(2)
    assert found["a"] == [factor, 2, 3, 4, 5, 7]
    assert found["y"] == [10 + 40 + 3 * 6]
    assert found["q"] == [20 * factor, 30 * factor, 40 * factor]


def test_assumed_shape_and_optional_outside_of_modules(tmp_path):
    text = """
function total(a, b, c) result(r)
  implicit none
  real(8), intent(in) :: a(:, :)
  real(8), intent(in), optional :: b
  real(8), intent(in), value :: c
  real(8) :: r(2)
  r = [sum(a(:, size(a, 2))), c]
  if (present(b)) r(1) = r(1) + b
end function total
"""
    inputs = {"a": [1, 2, 3, 4, 5, 6], "b": 100, "c": 9}
    request = {"wrt": ("a",), "of": ("r",)}
    found = run_fortran(tmp_path, {"t.f90": text}, request, inputs, {"a_1": 3, "a_2": 2})
    assert found == {"r": [4 + 5 + 6 + 100, 9]}


def test_single_precision_is_promoted(tmp_path):
    text = "subroutine f(x, y)\n real :: x, y, w\n y = 0.1*x\n if (x > 5) y = y*w\nend\n"
    (tmp_path / "f.f90").write_text(text)
    asked = Request((str(tmp_path / "f.f90"),), wrt=("x",), of=("y",))
    front = front_half(asked, Silent())
    reference = Reference(asked.sources, front.primal, ("x",), ("y",), {}, front.calling)
    found = {}
    for promoted, unset, x in ((True, False, 3.0), (False, False, 3.0), (False, True, 6.0)):
        original = Original(reference, tmp_path, promoted=promoted, unset=unset)
        original.prepare()
        values = {"x": np.array([x]), "y": np.zeros(1)}
        [outputs] = original.evaluate([Inputs(values)], [(0, "", 0.0)]).values()
        found[promoted, unset] = outputs["y"][0]
    assert found[True, False] == 0.1 * 3.0
    assert found[False, False] == float(np.float32(0.1) * np.float32(3.0))
    assert np.isnan(found[False, True])


def test_conversions_to_a_kind_by_its_number_stay_single(tmp_path):
    text = """
subroutine f(n, a, y)
  implicit none
  integer :: n, i
  real(kind=4) :: a(n), y
  complex(kind=4) :: z
  z = 1
  do i = 1, n
    z = z*cmplx(cos(a(i)), -sin(a(i)), kind=4)
  end do
  y = real(z, kind=4)
end subroutine f
"""
    (tmp_path / "f.f90").write_text(text)
    report = adc.check(str(tmp_path / "f.f90"), wrt="a", of="y")
    assert report.verdict == "pass", report.reason
    assert any("single precision" in note for note in report.notes)


def test_messages_are_long_enough_for_what_is_written(tmp_path):
    text = """
subroutine f(x, note)
  real(8), intent(inout) :: x
  character(len=*), intent(inout) :: note
  if (x > 1) write (note, '(a, 20i9)') 'too large', (i, i = 1, 20)
  x = 2*x
end subroutine f
"""
    request = {"wrt": ("x",), "of": ("x",)}
    assert run_fortran(tmp_path, {"f.f90": text}, request, {"x": 3.0}, {}) == {"x": [6.0]}


def test_integers_that_are_never_set_begin_as_in_the_generated_code(tmp_path):
    text = "subroutine f(x, y)\n real(8) :: x, y\n integer :: k(3)\n if (x > 9) k = 1\n"
    (tmp_path / "f.f90").write_text(text + " y = x + k(2)\nend\n")
    asked = Request((str(tmp_path / "f.f90"),), wrt=("x",), of=("y",))
    front = front_half(asked, Silent())
    reference = Reference(asked.sources, front.primal, ("x",), ("y",), {}, front.calling)
    original = Original(reference, tmp_path, unset=True)
    original.prepare()
    values = {"x": np.array([3.0]), "y": np.zeros(1)}
    [outputs] = original.evaluate([Inputs(values)], [(0, "", 0.0)]).values()
    assert outputs["y"][0] == 3.0


def test_module_procedure_with_an_internal_one(tmp_path):
    texts = {
        "m.f90": """
module m
  use numbers
  implicit none
  private
  public :: f
contains
  subroutine f(x, y)
    real(dp), intent(in) :: x(:)
    real(dp), intent(out) :: y(size(x))
    y = twice(x)
  contains
    function twice(z) result(t)
      real(dp), intent(in) :: z(:)
      real(dp) :: t(size(z))
      t = 2*z
    end function twice
  end subroutine f
end module m
""",
        "numbers.f90": "module numbers\n  integer, parameter :: dp = 8\nend module numbers\n",
    }
    request = {"wrt": ("x",), "of": ("y",)}
    found = run_fortran(tmp_path, texts, request, {"x": [1, 2]}, {"x_1": 2})
    assert found == {"y": [2, 4]}


FORTRAN_NOT_RUN = {
    "private": (
        "module m\n implicit none\n real(8), private :: k\ncontains\n subroutine f(x, y)\n"
        "  real(8) :: x, y\n  y = k*x\n end subroutine\nend module\n", "'k'"),
    "bounds": (
        "subroutine f(x, k, y)\n integer :: i, k\n real(8) :: x(3), y, w(3)\n do i = 1, 2*k\n"
        "  w(i) = x(i)\n end do\n y = w(1)\nend subroutine\n", "above upper bound of 3"),
    "a module that is not there": (
        "subroutine f(x, y)\n real(8) :: x, y\n y = x\nend subroutine\n"
        "subroutine other\n use netcdf\nend subroutine\n", "gfortran cannot compile f.f90: "),
    "a stop": (
        "subroutine f(x, y)\n real(8) :: x, y\n if (x > 0) stop 3\n y = x\nend subroutine\n",
        "ends with the status 3"),
}  # fmt: skip


@pytest.mark.parametrize("name", FORTRAN_NOT_RUN)
def test_fortran_that_cannot_run_says_why(tmp_path, name):
    text, reason = FORTRAN_NOT_RUN[name]
    inputs = {"x": [1, 2, 3] if "x(3)" in text else 1, "k": 2}

    request = {"function": "f", "wrt": ("x",), "of": ("y",)}
    given = {n: v for n, v in inputs.items() if f" {n}" in text}

    def run():
        return run_fortran(tmp_path, {"f.f90": text}, request, given, {})

    with pytest.raises(UnavailableError) as caught:
        run()
    assert reason in str(caught.value)


def test_no_gfortran(tmp_path, monkeypatch):
    monkeypatch.setenv("FC", "gfortran-99")
    text = "subroutine f(x, y)\n real(8) :: x, y\n y = x\nend subroutine\n"
    with pytest.raises(UnavailableError, match="`gfortran-99` is not installed"):
        run_fortran(tmp_path, {"f.f90": text}, {"wrt": ("x",), "of": ("y",)}, {"x": 1}, {})


def test_files_in_the_order_of_their_modules(tmp_path):
    texts = {
        "a.f90": "subroutine s\n use B, only: x\n use, intrinsic :: iso_c_binding\nend\n",
        "b.f90": "module b\n use :: c\nend module b\n",
        "c.F": "      MODULE C\n      END MODULE\n",
        "d.f90": "program p\n use a\nend program\n",
    }
    for name, text in texts.items():
        (tmp_path / name).write_text(text)
    found = in_order([str(tmp_path / name) for name in texts])
    assert [Path(p).name for p in found] == ["c.F", "b.f90", "a.f90", "d.f90"]


def test_gfortran_is_here():
    """Without it these tests would show nothing."""
    assert shutil.which("gfortran")
