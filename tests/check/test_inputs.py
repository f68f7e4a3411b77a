"""Inputs at which a check proves nothing: spoilt by rounding, outside of the primal's domain."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from adc.check import CheckReport, Subject, check
from adc.diagnostics import AdcError
from adc.options import Request
from adc.pipeline import compile_request

KERNELS = Path(__file__).parents[1] / "fortran" / "kernels"

#: Mathematically 2*x[0]*x[1]; what is added and taken away again is larger by 1e6.
CANCELLING = """
def f(x: "float64[N]"):
    s = 1e6*x[0]
    t = 3e5*x[1]
    return 2.0*x[0]*x[1] + (s*x[1])*0.3 - x[0]*t
"""
#: In steps of some thousandths, of which changes of x in the last place show nothing.
ABSORBED = """
import numpy as np

def f(x: "float64[N]"):
    return ((0.3 + 1e-13*np.exp(-x)) - 0.3)*1e13*(1.0 + x)**3
"""
#: What acts on itself is taken away from itself by the adjoint alone.
TO_ITSELF = """
import numpy as np

def f(x: "float64[N, 3]"):
    a = np.zeros_like(x)
    for i in range(x.shape[0]):
        d = x - x[i]
        a[i] = (np.sum(d**2, axis=1) + 1e-6)**-1.5 @ d
    return a
"""
#: NumPy adds in another order, and inputs have no part in what that changes.
SUMMED = """
import numpy as np

def f(x: "float64[N]"):
    t = np.sum(np.sqrt(np.arange(97) + 0.7))
    u = np.sum(np.sqrt(np.arange(97)[::-1] + 0.7))
    return x*(1.0 + 1e7*(t - u))*1.25
"""
#: Nothing but rounding is left.
CENTRED = """
import numpy as np

def f(x: "float64[N]"):
    return np.sum(x - np.mean(x))*3.0 + 0.0*np.sum(x*x)
"""
ROOT = """
import numpy as np

def f(x: "float64[N]", a: float):
    return a*np.sum(np.sqrt(x - 0.95))
"""
#: Below 0.95 the kernel goes another way.
BRANCH = """
import numpy as np

def f(x: "float64[N]", a: float):
    s = a
    for i in range(x.shape[0]):
        if x[i] < 0.95:
            s = s*np.sqrt(x[i] - 0.96)
        else:
            s = s*x[i]
    return s
"""
NOWHERE = """
import numpy as np

def f(x: "float64[N]"):
    return np.sum(np.log(-1.0 - x*x))
"""


#: Of use at its defaults alone; wherever it is left out, no factor `scale` is missed at 1.
DEFAULTS = """
from dataclasses import dataclass
import numpy as np

TOL = 2.0**-30

@dataclass
class Law:
    k: "float64[N]"
    damping: float = 0.013
    kind: int = 1
    deep: bool = False

def f(s: Law, x: "float64[N]", *, scale: float = 1.0, shift: float = -np.pi/2, tol: float = TOL,
      parts: int = 1, most: float = np.inf):
    if s.kind != 1 or s.deep:
        raise ValueError("no such law")
    total = np.sqrt(1e-8 - tol)*np.log(0.02 - s.damping)
    for i in range(parts):
        total = total + scale*np.sum(s.k*x**2)/np.log(shift + 1.7)
    if total > most:
        raise OverflowError
    return total
"""


#: What `a` changes is a hundred-thousandth of the terms that it is the sum of.
IN_SINGLE = """import numpy as np

def f(x: "float32[N]", a: "float32"):
    inverse = np.float32(1)/a
    return np.sum(x*a*(inverse + np.float32(1e-5)*a))
"""


def compiled(path: Path, text: str, wrt: tuple[str, ...], **more: Any) -> tuple[Subject, Request]:
    source = path / "f.py"
    source.write_text(text)
    return made(Request((str(source),), **{"wrt": wrt, "openmp": False, **more}))


def made(request: Request) -> tuple[Subject, Request]:
    result = compile_request(request)
    entry = json.loads(result.files["manifest.json"])["entry"]
    subject = Subject(result.files, entry, result.primal, result.wrt, result.of)
    return replace(subject, objects=result.objects, usual=result.usual), request


def faulty(subject: Subject, gradient: str, change: str = "*= 1.01") -> Subject:
    """The same with the gradient of one element of an array off, by a hundredth."""
    name = f"{subject.entry}.c"
    text = subject.files[name]
    body = re.compile(rf"^(static )?int {subject.entry}_(sweeps|ws)\(", re.MULTILINE)
    start = body.search(text)
    assert start
    end = re.compile(r"^    return [^;]*;\n}", re.MULTILINE).search(text, start.start())
    assert end
    changed = f"{text[: end.start()]}    {gradient} {change};\n{text[end.start() :]}"
    return replace(subject, files={**subject.files, name: changed})


def verdict(report: CheckReport) -> tuple[str, int]:
    return report.verdict, report.exit_status


def test_kinks_alone_prove_nothing(tmp_path: Path) -> None:
    text = "import numpy as np\n\ndef f(x: 'float64[N]'):\n    return np.sum(np.maximum(x, 0.5))\n"
    subject, request = compiled(tmp_path, text, ("x",))
    report = check(subject, replace(request, settings={"x": (0.5, 0.5)}))
    assert verdict(report) == ("inconclusive", 4)
    assert "all elements lie at a kink along x" in report.reason


def test_rounding_is_not_wrong(tmp_path: Path) -> None:
    subject, request = compiled(tmp_path, CANCELLING, ("x",))
    report = check(subject, request)
    assert verdict(report) == ("inconclusive", 4)
    assert "may be rounding" in report.reason


@pytest.mark.parametrize(("second", "named"), [("x**2", True), ("scale*x", False)])
def test_the_output_that_does_not_settle(tmp_path: Path, second: str, named: bool) -> None:
    """It is named where the others are not like that."""
    text = ABSORBED.replace("    return ", "    scale = ").replace("(1.0 + x)**3", "(1.0 + x)**3\n")
    text = f"{text}    other = {second}\n    return scale, other\n"
    subject, request = compiled(tmp_path, text, ("x",), of=("scale", "other"))
    report = check(subject, request)
    assert verdict(report) == ("inconclusive", 4)
    assert ", all of them of scale: these inputs" in report.reason or not named
    assert report.help.endswith("leave out of --of what rounding makes up: scale") == named
    wrong = faulty(subject, "((double *)x_bar)[0]", "*= 1.1")
    assert verdict(check(wrong, request)) == ("wrong", 4)


def test_rounding_excuses_no_wrong_gradient(tmp_path: Path) -> None:
    subject, request = compiled(tmp_path, CANCELLING, ("x",))
    report = check(faulty(subject, "x_bar[0]"), request)
    assert verdict(report) == ("wrong", 4)


@pytest.mark.parametrize(
    ("text", "reason", "change", "number", "misread"),
    [
        (ABSORBED, "badly conditioned", "*= 1.1", "1e13", "1.3e13"),
        (TO_ITSELF, "badly conditioned", "*= 1.01", "1e-6", "1.1e-6"),
        (SUMMED, "may differ from the source's by rounding", "*= 1.01", "1.25", "1.2625"),
    ],
)
def test_rounding_that_nudged_inputs_do_not_show(
    tmp_path: Path, text: str, reason: str, change: str, number: str, misread: str
) -> None:
    """Other directions of rounding do; and what is more wrong than that stays wrong: the gradient,
    and what all of the generated code has in common."""
    subject, request = compiled(tmp_path, text, ("x",))
    report = check(subject, request)
    assert verdict(report) == ("inconclusive", 4)
    assert reason in report.reason and "at which less cancels" in report.help
    wrong = faulty(subject, "((double *)x_bar)[0]", change)
    assert verdict(check(wrong, request)) == ("wrong", 4)
    files = {n: t.replace(number, misread) for n, t in subject.files.items()}
    report = check(replace(subject, files=files), request)
    assert verdict(report) == ("wrong", 4) and "reads the source wrongly" in report.reason


def test_a_gradient_that_cancels_in_single_precision(tmp_path: Path) -> None:
    """It is no better than its numbers, but not wrong; faults are: of the C text, which is right in
    double precision then, and of all that adc derives, which is not."""
    subject, request = compiled(tmp_path, IN_SINGLE, ("x", "a"))
    report = check(subject, request)
    assert verdict(report) == ("inconclusive", 4)
    assert "respect to a is off by" in report.reason
    assert "in single precision, and right in double" in report.reason
    assert verdict(check(faulty(subject, "a_bar[0]", "*= 2.0f"), request)) == ("wrong", 4)
    assert verdict(check(faulty(subject, "((float *)x_bar)[0]"), request)) == ("wrong", 4)
    alone, request = compiled(tmp_path, IN_SINGLE, ("a",))
    fault = re.compile(r"(adc_zmulf?\(inverse_bar, )-inverse/a\)")
    files = {n: fault.sub(r"\1-2*inverse/a)", text) for n, text in alone.files.items()}
    assert sum(files[n] != text for n, text in alone.files.items()) == 2
    report = check(replace(alone, files=files), request)
    assert verdict(report) == ("wrong", 4) and "dot-product" in report.reason


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_a_value_that_cancels(tmp_path: Path, dtype: str) -> None:
    """The gradient's function may add in another order than the primal; a fault is still one."""
    source = CENTRED.replace("float64", dtype)
    subject, request = compiled(tmp_path, source, ("x",), value=True, openmp=True)
    request = replace(request, sizes={"N": 100000})
    report = check(subject, request)
    assert verdict(report) == ("inconclusive", 4)
    assert "of the output value is" in report.reason
    assert "which may be rounding: these inputs are badly conditioned" in report.reason
    report = check(faulty(subject, "value[0]", "+= 1e6"), request)
    assert verdict(report) == ("wrong", 4) and "output value" in report.reason


def test_inputs_outside_of_the_domain_are_replaced(tmp_path: Path) -> None:
    subject, request = compiled(tmp_path, ROOT, ("x", "a"))
    report = check(subject, request)
    assert verdict(report) == ("pass", 0)
    low, high = report.ranges["x"]
    assert low >= 0.95
    assert f"x from {low:g} to {high:g}" in report.text()
    assert report.as_json()["ranges"]["x"] == [low, high]
    assert verdict(check(faulty(subject, "x_bar[0]"), request)) == ("wrong", 4)


def test_inputs_that_were_chosen_stay(tmp_path: Path) -> None:
    subject, request = compiled(tmp_path, ROOT, ("x", "a"))
    report = check(subject, replace(request, settings={"x": (0.1, 0.9)}))
    assert verdict(report) == ("inconclusive", 4)
    assert "not finite" in report.reason
    assert "x" not in report.ranges


def test_arguments_begin_at_their_defaults(tmp_path: Path) -> None:
    subject, request = compiled(tmp_path, DEFAULTS, ("x", "shift"))
    report = check(subject, request)
    assert verdict(report) == ("pass", 0) and not report.ranges
    assert report.sizes == {"N": 5, "s_kind": 1, "parts": 4}
    assert report.usual == ("s_damping", "s_deep", "scale", "shift", "tol", "most")
    told = "at the default first, then near it: s_damping, s_deep, scale, shift, tol, most"
    assert told in report.text()
    elsewhere = check(subject, replace(request, settings={"tol": (0.5, 0.5)}))
    assert verdict(elsewhere) == ("inconclusive", 4)
    assert verdict(check(faulty(subject, "x_bar[0]", "/= scale"), request)) == ("wrong", 4)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"sizes": {"s_deep": 1}}, "`s_deep` is given by --set, not by --size; help: write `--set"),
        ({"settings": {"parts": (7.0, 8.0)}}, "help: write `--size parts=7`"),
        ({"settings": {"s_deep": (0.5, 1.0)}}, "`s_deep` takes truth values from --set"),
    ],
)
def test_what_another_option_sets(tmp_path: Path, given: dict, message: str) -> None:
    subject, request = compiled(tmp_path, DEFAULTS, ("x",))
    with pytest.raises(AdcError) as raised:
        check(subject, replace(request, **given))
    found = raised.value.diagnostics[0]
    assert message in f"{found.message}; help: {found.help}"


def test_a_step_that_the_source_refuses(tmp_path: Path) -> None:
    """The differences end in an error of the source's: they say nothing of the gradient."""
    source = """import numpy as np

def f(x: "float64[N]"):
    if np.any(x > 1.4):
        raise ValueError("too large")
    return np.sum(x**2)
"""
    subject, request = compiled(tmp_path, source, ("x",))
    report = check(subject, replace(request, settings={"x": (1.39999999, 1.39999999)}))
    assert verdict(report) == ("inconclusive", 4)
    assert "a step along x leads to inputs where the primal returns an error" in report.reason
    inside = check(subject, replace(request, settings={"x": (1.0, 1.2)}))
    assert verdict(inside) == ("pass", 0)


def test_a_primal_that_is_nowhere_finite(tmp_path: Path) -> None:
    report = check(*compiled(tmp_path, NOWHERE, ("x",)))
    assert verdict(report) == ("inconclusive", 4)
    assert "not finite" in report.reason
    assert not report.ranges


@pytest.mark.long  # dear, and proves what others do
def test_other_inputs_do_not_excuse_what_was_wrong(tmp_path: Path) -> None:
    subject, request = compiled(tmp_path, BRANCH.replace("- 0.96", "+ 0.5"), ("x", "a"))
    assert verdict(check(subject, request)) == ("pass", 0)
    assert verdict(check(faulty(subject, "x_bar[0]"), request)) == ("wrong", 4)
    moved, request = compiled(tmp_path, BRANCH, ("x", "a"))
    report = check(moved, request)
    assert verdict(report) == ("pass", 0) and report.ranges["x"][0] >= 0.9


@pytest.mark.parametrize(
    ("files", "options", "fault"),
    [
        (
            ("column.F90", "column_constants.f90"),
            {"function": "mix", "wrt": ("u", "theta"), "of": ("u", "theta"),
             "defines": ("WITH_SURFACE_FLUX", "CRITICAL_RICHARDSON=0.4_wp")},
            "theta_bar[1]",
        ),
        (
            ("roe.f90",),
            {"function": "roe_step", "wrt": ("q", "gamma"), "of": ("q", "mass_out")},
            "((double *)q_bar)[4]",
        ),
        (
            ("ljones.f90",),
            {"function": "verlet", "wrt": ("x", "sigma_lj"), "of": ("x", "energy")},
            "((double *)x_bar)[4]",
        ),
    ],
)  # fmt: skip
def test_kernels_that_ask_for_care(files: tuple[str, ...], options: dict, fault: str) -> None:
    """Heights that do not rise, a gas without pressure, atoms on top of each other."""
    subject, request = made(Request(tuple(str(KERNELS / f) for f in files), **options))
    assert verdict(check(subject, request)) == ("pass", 0)
    report = check(faulty(subject, fault), request)
    assert verdict(report) == ("wrong", 4)
    assert "dot-product" in report.reason


ROOTS = """\
import numpy as np


def roots(x: "float64[N]", start: float):
    total = 0.0
    for i in range(x.shape[0]):
        y = start
        step = 1.0
        k = 0
        while abs(step) > 1e-8 and k < 50:
            step = (y * y - x[i]) / (2 * y)
            y = y - step
            k += 1
        total += y
    return total
"""


@pytest.mark.parametrize(("wrt", "wanted"), [("x,start", "pass"), ("start", "inconclusive")])
def test_a_gradient_that_is_rounding_beside_another(tmp_path: Path, wrt: str, wanted: str) -> None:
    """Where Newton's method begins has no bearing on the root, but for rounding."""
    subject, request = compiled(tmp_path, ROOTS, tuple(wrt.split(",")))
    report = check(subject, request)
    assert report.verdict == wanted, report.text()


def test_that_does_not_excuse_a_wrong_one(tmp_path: Path) -> None:
    subject, request = compiled(tmp_path, ROOTS, ("x", "start"))
    report = check(faulty(subject, "start_bar[0]"), request)
    assert verdict(report) == ("wrong", 4)
    assert "with respect to start fails the dot-product test" in report.reason
