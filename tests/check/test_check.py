"""`adc check` on rendered files: verdicts, samples, the source as reference, missing compilers."""

import json
import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from adc import resources
from adc.check import Subject, check
from adc.check.differences import STEPS, Samples, extrapolated, half_a_place, step_size
from adc.check.report import CheckReport, parsed
from adc.check.vectors import read_draws, read_vectors, write_vectors
from adc.diagnostics import AdcError, InternalError
from adc.emit.selfcheck import EMBEDDED
from adc.options import Request
from tests.emit_files.kernels import REQUESTS, built

SOURCE = """
import numpy as np

def smoothing(u, T, r):
    for t in range(T):
        u[1:-1] = u[1:-1] + r * u[1:-1] * (u[:-2] - 2.0 * u[1:-1] + u[2:])
    return np.sum(u * u)
"""


def subject(name, **options):
    made = built(name, **options)
    return Subject(made.files, made.facts.entry, made.primal, *REQUESTS[name])


@pytest.fixture(scope="module")
def smoothing():
    return subject("smoothing")


@pytest.fixture
def request_(tmp_path):
    source = tmp_path / "smoothing.py"
    source.write_text(SOURCE)
    return Request((str(source),), openmp=False)


def diagnostic(call):
    with pytest.raises(AdcError) as caught:
        call()
    assert caught.value.exit_status == 1
    [found] = caught.value.diagnostics
    assert found.help
    return found


def test_passes_and_reports(smoothing, request_):
    report = check(smoothing, request_)
    assert (report.verdict, report.exit_status, report.help) == ("pass", 0, "")
    assert report.sizes == {"N": 5, "T": 4}
    names = ["tangent_difference", "adjoint_tangent", "repeat"]
    assert [f.name for f in report.figures] == [*names, "python_value", "python_difference"]
    assert all(f.passes for f in report.figures)
    assert set(report.norms) == {"u", "r"}
    assert report.peak_bytes > report.workspace_bytes > 0
    assert "pass" in report.text().splitlines()
    assert json.loads(json.dumps(report.as_json(), allow_nan=False))["verdict"] == "pass"


def test_no_name_of_the_text_is_that_of_an_embedded_function():
    """`f_primal` and the like are called as the user's function is, which may be any name."""
    ends = "|".join(EMBEDDED)
    texts = sorted(resources.folder("templates").glob("c/check_*.j2"))
    assert texts
    for text in texts:
        found = re.findall(rf"\w+_(?:{ends})(?:_\w+)?(?=\()", text.read_text())
        assert not found, text.name


def test_says_by_what_matrices_are_multiplied(smoothing, request_):
    report = check(subject("gemm"), request_, against="translation")
    assert "products by the generated file itself" in report.text()
    assert report.as_json()["products"] == report.products != ""
    assert "products" not in check(smoothing, request_, against="translation").text()


def test_takes_sizes_and_ranges(smoothing, request_):
    chosen = replace(request_, sizes={"N": 8}, settings={"r": (0.25, 0.25)})
    report = check(smoothing, chosen)
    assert report.verdict == "pass" and report.sizes == {"N": 8, "T": 4}


def test_wrong_is_wrong(smoothing, request_):
    files = dict(smoothing.files)
    text = files["smoothing_grad.c"]
    end = text.index("    return 0;\n}", text.index("int smoothing_grad_ws("))
    files["smoothing_grad.c"] = f"{text[:end]}    r_bar[0] *= 1.01;\n{text[end:]}"
    report = check(replace(smoothing, files=files), request_)
    assert (report.verdict, report.exit_status) == ("wrong", 4)
    assert "with respect to r" in report.reason
    assert " over" in report.text()


def test_a_crash_is_wrong(smoothing, request_):
    files = dict(smoothing.files)
    files["smoothing_grad.c"] = files["smoothing_grad.c"].replace("return 0;", "__builtin_trap();")
    report = check(replace(smoothing, files=files), request_)
    assert (report.verdict, report.exit_status) == ("wrong", 4)
    assert "ended by SIG" in report.reason


@pytest.mark.parametrize(
    ("settings", "reason"),
    [
        ({"u": (1e200, 1e201)}, "energy is not finite"),
        ({"u": (0.0, 0.0)}, "zero everywhere"),
        ({"u": (0.5, 0.5)}, "the gradient with respect to r is zero at all inputs"),
    ],
)
def test_inconclusive_gives_the_option(smoothing, request_, settings, reason):
    report = check(smoothing, replace(request_, settings=settings))
    assert (report.verdict, report.exit_status) == ("inconclusive", 4)
    assert reason in report.reason
    assert "--set u=" in report.help and report.help in report.text()


def test_names_must_be_there(smoothing, request_):
    found = diagnostic(lambda: check(smoothing, replace(request_, sizes={"Q": 1})))
    assert (found.code, "`N`, `T`" in found.help) == ("ADC0504", True)
    found = diagnostic(lambda: check(smoothing, replace(request_, settings={"T": (1, 2)})))
    assert found.code == "ADC0504" and "--set" in found.message


def test_integer_arguments_may_be_set(smoothing, request_):
    report = check(smoothing, replace(request_, settings={"T": (6, 6), "u": (0.2, 0.8)}))
    assert report and report.sizes["T"] == 6
    both = replace(request_, settings={"T": (6, 6)}, sizes={"T": 7})
    assert diagnostic(lambda: check(smoothing, both)).code == "ADC0504"
    found = diagnostic(lambda: check(smoothing, replace(request_, settings={"T": (2.5, 2.5)})))
    assert found.code == "ADC0504"


def test_sizes_must_fit(smoothing, request_):
    found = diagnostic(lambda: check(smoothing, replace(request_, sizes={"N": -1})))
    assert found.code == "ADC0503" and "N may not be negative" in found.message


# -- compilers -------------------------------------------------------------------------------------


def test_missing_compilers(smoothing, request_, monkeypatch):
    monkeypatch.setenv("CC", "no-such-compiler -O2")
    found = diagnostic(lambda: check(smoothing, request_))
    assert found.code == "ADC0501" and "`no-such-compiler`" in found.message
    monkeypatch.delenv("CC")
    monkeypatch.setenv("PATH", "/nowhere")
    found = diagnostic(lambda: check(smoothing, request_))
    assert found.code == "ADC0501" and "a C compiler" in found.message


def test_a_compiler_that_refuses(smoothing, request_, monkeypatch):
    monkeypatch.setenv("CC", "gcc -no-such-flag")
    found = diagnostic(lambda: check(smoothing, request_))
    assert found.code == "ADC0502"
    assert any("no-such-flag" in note.message for note in found.notes)


# -- samples ---------------------------------------------------------------------------------------


def test_samples_are_the_inputs(smoothing, request_, tmp_path):
    u = np.linspace(0.2, 1.1, 9) ** 2
    np.savez(tmp_path / "in.npz", u=u, T=6, r=0.125)
    chosen = replace(request_, example=str(tmp_path / "in.npz"))
    report = check(smoothing, chosen)
    assert report.verdict == "pass" and report.sizes == {"N": 7, "T": 6}
    twice = check(smoothing, replace(chosen, settings={"u": (5.0, 6.0)}))
    assert twice.norms == report.norms


def test_some_samples_leave_the_rest_open(smoothing, request_, tmp_path):
    np.savez(tmp_path / "in.npz", r=0.125)
    report = check(smoothing, replace(request_, example=str(tmp_path / "in.npz")))
    assert report.verdict == "pass" and report.sizes == {"N": 5, "T": 4}


@pytest.mark.parametrize(
    ("samples", "message"),
    [
        ({"u": np.ones((3, 3))}, "has 2 axes, not 1"),
        ({"u": np.ones(5), "T": np.ones(2)}, "is no single integer"),
        ({"u": np.ones(5), "T": 2.5}, "is no single integer"),
    ],
)
def test_samples_must_fit(smoothing, request_, tmp_path, samples, message):
    np.savez(tmp_path / "in.npz", **samples)
    chosen = replace(request_, example=str(tmp_path / "in.npz"))
    found = diagnostic(lambda: check(smoothing, chosen))
    assert found.code == "ADC0503" and message in found.message


def test_samples_must_fit_each_other(request_, tmp_path):
    np.savez(tmp_path / "in.npz", x=np.ones(7))
    chosen = replace(request_, example=str(tmp_path / "in.npz"))
    found = diagnostic(lambda: check(subject("scaled"), chosen))
    assert found.code == "ADC0503" and "has the shape (7,), not (6,)" in found.message


# -- the source itself (more in test_original.py) --------------------------------------------------


def test_the_source_is_run_by_default(smoothing, request_):
    report = check(smoothing, request_)
    assert report.verdict == "pass" and report.original.startswith("Python 3")
    assert [f.name for f in report.figures][-2:] == ["python_value", "python_difference"]
    assert "source   run by Python 3" in report.text()


def test_or_left_alone(smoothing, request_):
    report = check(smoothing, request_, against="translation")
    assert (report.verdict, report.original, report.notes) == ("pass", "", ())


def test_a_source_that_fails(smoothing, request_):
    """A note by default, an error where the source has to run."""
    failing = "def smoothing(u, T, r):\n    raise ZeroDivisionError('on purpose')\n"
    Path(request_.sources[0]).write_text(failing)
    report = check(smoothing, request_)
    assert report.verdict == "pass"
    [note] = report.notes
    assert "rests on adc's translation alone: `smoothing.py` at line 2 raises" in note
    assert f"note: {note}" in report.text() and report.as_json()["notes"] == [note]
    found = diagnostic(lambda: check(smoothing, request_, against="source alone"))
    assert found.code == "ADC0505" and "on purpose" in found.message


def test_extrapolation_is_exact_for_polynomials():
    steps = np.array([[step_size(level)] for level in range(STEPS)])
    samples = Samples((2 + steps) ** 5, (2 - steps) ** 5, np.array([32.0]))
    value, error = extrapolated(samples, half_a_place(samples))
    np.testing.assert_allclose(value, [80.0], rtol=1e-12)
    assert error[0] < 1e-9


# -- what is no number -----------------------------------------------------------------------------


def test_nothing_compared_is_not_zero(smoothing, request_):
    """The primal overflows: no tangent and no gradient has been looked at."""
    report = check(smoothing, replace(request_, settings={"u": (1e200, 1e201)}))
    assert report.verdict == "inconclusive"
    own = {f.name: f for f in report.figures if not f.name.startswith("python")}
    assert {f.remark for f in own.values()} == {"not compared"}
    assert not any(f.passes for f in own.values())
    assert np.isnan([report.norms["u"], report.norms["r"]]).all()
    assert "0.0e+00  " not in report.text().split("primal against NumPy")[0]
    assert " -     1e-06  not compared" in report.text()
    facts = report.as_json()
    assert facts["norms"] == {"u": None, "r": None}
    assert facts["figures"][0]["value"] is None and not facts["figures"][0]["passes"]


def test_a_gradient_of_no_numbers(smoothing, request_):
    files = dict(smoothing.files)
    text = files["smoothing_grad.c"]
    end = text.index("    return 0;\n}", text.index("int smoothing_grad_ws("))
    files["smoothing_grad.c"] = f"{text[:end]}    r_bar[0] = 0.0 / 0.0;\n{text[end:]}"
    report = check(replace(smoothing, files=files), request_, against="translation")
    assert report.exit_status == 4
    assert np.isnan(report.norms["r"]) and report.norms["u"] > 0
    figure = next(f for f in report.figures if f.name == "adjoint_tangent")
    assert figure.remark == "not finite" and not figure.passes


# -- formats ---------------------------------------------------------------------------------------


def test_vectors_come_back(tmp_path):
    vectors = {"input:a": np.array([1.0, np.inf]), "empty": np.zeros(0), "m": np.ones((2, 2))}
    write_vectors(tmp_path / "v", vectors)
    found = read_vectors(tmp_path / "v")
    assert {n: a.tolist() for n, a in found.items()} == {
        "input:a": [1.0, np.inf], "empty": [], "m": [1.0] * 4
    }  # fmt: skip


def test_draws_come_back(tmp_path):
    """Of two draws with one number, the first was not taken."""
    with (tmp_path / "v").open("wb") as file:
        for draw, value in ((0, 1.0), (1, 2.0), (1, 3.0)):
            file.write(b"draw:%d 0\ninput:a 1\n" % draw + np.array([value]).tobytes())
    found = read_draws(tmp_path / "v")
    assert [d["input:a"].tolist() for d in found] == [[1.0], [3.0]]


def test_vectors_that_end_early(tmp_path):
    (tmp_path / "v").write_bytes(b"a 3\n12345678")
    with pytest.raises(InternalError, match="ends within the vector a"):
        read_vectors(tmp_path / "v")


def test_a_report_that_is_none():
    with pytest.raises(InternalError, match="no report"):
        parsed("Segmentation fault", "f_grad")


def test_a_number_that_is_not_finite_is_null():
    report = CheckReport("wrong", "", "f_grad", norms={"x": float("nan")})
    assert report.as_json()["norms"] == {"x": None}
