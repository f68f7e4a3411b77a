"""Gradients as functions: against differences of the original, and what they take."""

from __future__ import annotations

import importlib
import inspect
import pickle
import subprocess
import sys
import threading
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.optimize import minimize

import adc
from tests.api import kernels

KERNELS = Path(kernels.__file__)
RNG = np.random.default_rng(7)
K, U = RNG.uniform(0.1, 0.3, 9), RNG.uniform(0.5, 1.5, 9)


def differences(f: Callable[..., Any], arguments: tuple[Any, ...], k: int) -> np.ndarray:
    """Central differences of `f`, which may overwrite what it is given, by argument `k`."""
    found = np.empty_like(arguments[k])
    for i in range(found.size):
        ends = []
        for h in (1e-6, -1e-6):
            moved = [a.copy() if isinstance(a, np.ndarray) else a for a in arguments]
            moved[k].flat[i] += h
            ends.append(f(*moved))
        found.flat[i] = (ends[0] - ends[1]) / 2e-6
    return found


@pytest.fixture(scope="module")
def heat() -> Callable[..., Any]:
    return adc.value_and_grad(KERNELS, function="heat", wrt="k,u")


def test_a_gradient_is_that_of_the_original(heat: Callable[..., Any]) -> None:
    k, u = K.copy(), U.copy()
    value, by_k, by_u = heat(4, k, u)
    assert np.array_equal(k, K) and np.array_equal(u, U)
    assert value == pytest.approx(kernels.heat(4, K, U.copy()), rel=1e-14)
    assert by_k == pytest.approx(differences(kernels.heat, (4, K, U), 1), rel=1e-6, abs=1e-8)
    assert by_u == pytest.approx(differences(kernels.heat, (4, K, U), 2), rel=1e-6)


def test_it_is_the_generated_wrapper_s(heat: Callable[..., Any]) -> None:
    ours, theirs = heat(4, K, U, dt=0.25), heat.generated(4, K, U, 0.25)
    assert type(ours) is type(theirs)
    for a, b in zip(ours, theirs, strict=True):
        assert np.array_equal(a, b)


def test_a_function_object_is_its_file(heat: Callable[..., Any]) -> None:
    found = adc.value_and_grad(kernels.heat, wrt=["k", "u"])
    assert found(3, K, U).k.tobytes() == heat(3, K, U).k.tobytes()


def test_grad_returns_gradients_alone() -> None:
    gradient = adc.grad(kernels.heat, wrt="u")
    assert gradient(2, K, U)._fields == ("u",)
    assert gradient(2, K, U).u == pytest.approx(differences(kernels.heat, (2, K, U), 2), rel=1e-6)


def test_a_tangent() -> None:
    tangent = adc.jvp(kernels.heat, wrt="u", value=True)
    direction = RNG.uniform(-1, 1, 9)
    found = tangent(2, K, U, u_dot=list(direction))
    assert found.return_0 == pytest.approx(kernels.heat(2, K, U.copy()))
    by_u = differences(kernels.heat, (2, K, U), 2)
    assert found.return_0_dot == pytest.approx(by_u @ direction, rel=1e-6)


def test_what_it_knows_of_the_source(heat: Callable[..., Any]) -> None:
    assert str(inspect.signature(heat)) == "(steps, k, u, dt=0.5)"
    assert heat.__name__ == "heat_grad"
    assert "dt: float64 (default: 0.5)" in (heat.__doc__ or "")
    assert "converted by a copy" in (heat.__doc__ or "")
    assert heat.manifest["wrt"] == ["k", "u"]
    assert (heat.folder / "heat_grad.c").exists()
    heat.free_workspace()
    assert heat(u=U, k=K, steps=2).k.tobytes() == heat(2, K, U, 0.5).k.tobytes()
    with pytest.raises(TypeError, match="heat_grad: missing a required argument: 'u'"):
        heat(2, K)


def test_kinds_and_names_of_parameters_are_the_source_s() -> None:
    found = adc.grad(kernels.weighted, wrt="x")
    assert str(inspect.signature(found)) == "(x, y, /, power=2, *, flag=True)"
    assert found(U, K).x == pytest.approx(2 * U * K)
    assert found(U, K, 3).x == pytest.approx(3 * U**2 * K)
    assert found(U, K, flag=False).x == pytest.approx(K)
    with pytest.raises(TypeError, match="positional"):
        found(x=U, y=K)


def test_names_of_python_s_own_stay_the_source_s() -> None:
    found = adc.grad(kernels.table, wrt="A")
    assert str(inspect.signature(found)) == "(i, m, A, max)"
    rows, mask = np.arange(6.0).reshape(2, 3), [True, False]
    got = found([1.0, 2.0], mask, rows.T.copy().T, max=3).A
    assert got == pytest.approx(np.where(np.array(mask)[:, None], 6 * rows, 3.0))
    with pytest.raises(TypeError, match="m must be bool, not int64"):
        found([1], [1, 0], rows, 3)
    with pytest.raises(ValueError, match=r"i has a value that int64 does not have: 0\.5"):
        found([0.5], mask, rows, 3)


def test_names_that_differ_by_underscores() -> None:
    found = adc.grad(kernels.underscored, wrt="max,max_,_np,x_")
    assert str(inspect.signature(found)) == "(max, max_, _np, x_)"
    assert tuple(found(x_=0, _np=0, max_=0, max=0)) == (1.0, 2.0, 3.0, 4.0)


def test_a_default_that_only_a_run_tells_is_the_function_object_s() -> None:
    found = adc.grad(kernels.of_constant, wrt="x")
    assert inspect.signature(found).parameters["a"].default == 2.0 * np.pi
    assert found(U).x == pytest.approx(2 * np.pi * np.cos(2 * np.pi * U))
    from_file = adc.grad(KERNELS, function="of_constant", wrt="x")
    assert inspect.signature(from_file).parameters["a"].default is inspect.Parameter.empty


def test_an_array_that_is_a_default() -> None:
    found = adc.grad(kernels.of_array, wrt="x")
    assert found(U).x == pytest.approx(2 * np.arange(9) * U)
    assert found(U, np.ones(9)).x == pytest.approx(2 * U)


def test_a_decorator_that_changes_nothing() -> None:
    assert adc.grad(kernels.decorated, wrt="x")(0.5).x == pytest.approx(np.exp(0.5) * 1.5)


def test_conversions_give_the_same(heat: Callable[..., Any]) -> None:
    expected = heat(3, K, U)
    strided, reversed_ = np.repeat(K, 2)[::2], U[::-1].copy()[::-1]
    for k, u in ((list(K), tuple(U)), (strided, reversed_), (K.astype(">f8"), U[None][0])):
        got = heat(np.int32(3), k, u, dt=np.array(0.5))
        assert all(np.array_equal(a, b) for a, b in zip(got, expected, strict=True))
    whole = heat(3.0, [1] * 9, np.arange(9, dtype=np.uint8), dt=1)
    assert np.array_equal(whole.k, heat(3, np.ones(9), np.arange(9.0), 1.0).k)


@pytest.mark.parametrize(
    ("change", "error", "text"),
    [
        ({"k": K + 0j}, TypeError, "k must be real, not an array of complex128"),
        ({"k": K > 0}, TypeError, "k must be float64, not bool"),
        ({"k": np.ma.masked_array(K)}, TypeError, "masked"),
        ({"k": np.asmatrix(K)}, TypeError, "matrix"),
        ({"k": "text"}, TypeError, "k must be real"),
        ({"k": [1.0, None]}, TypeError, "k must be real"),
        ({"k": K.astype(np.longdouble)}, TypeError, "longdouble|float128"),
        ({"k": K[None]}, ValueError, "k must have 1 axes, not 2"),
        ({"k": 1.0}, ValueError, "k must have 1 axes, not 0"),
        ({"k": K[1:]}, ValueError, "shape"),
        ({"k": [[1.0], [1.0, 2.0]]}, ValueError, "k is no array"),
        ({"k": [2**53 + 1] * 9}, ValueError, "9007199254740993"),
        ({"steps": 2.5}, ValueError, "steps has a value that int64 does not have: 2.5"),
        ({"steps": 2**70}, ValueError, "steps does not fit 64 bits"),
        ({"steps": float("nan")}, ValueError, "nan"),
        ({"steps": True}, TypeError, "steps must be int64, not bool"),
        ({"dt": [0.5]}, ValueError, "dt must be a number"),
        ({"dt": None}, TypeError, "dt must be real"),
    ],
)
def test_what_would_be_lost_is_refused(
    heat: Callable[..., Any], change: dict[str, Any], error: type[Exception], text: str
) -> None:
    with pytest.raises(error, match=text):
        heat(**{"steps": 2, "k": K, "u": U, **change})


def test_single_precision() -> None:
    found = adc.grad(kernels.scaled, wrt="x,a")
    x, seed = U.astype(np.float32), np.ones(9, np.float32)
    got = found(x, 0.1, return_seed=seed)
    assert got.x.dtype == np.float32
    assert got.x == pytest.approx(0.2 * x, rel=1e-6)
    assert got.a == pytest.approx(np.sum(x * x), rel=1e-6)
    same = found(x.astype(float).tolist(), np.float32(0.1), return_seed=[1] * 9)
    assert np.array_equal(same.x, got.x)
    for lossy in ({"x": U}, {"a": np.float64(0.1)}, {"x": [np.float64(0.1)] * 9}):
        with pytest.raises(TypeError, match="must be float32, not float64"):
            found(**{"x": x, "a": 0.1, "return_seed": seed, **lossy})
    with pytest.raises(ValueError, match="1e\\+300"):
        found([1e300] * 9, 0.1, return_seed=seed)
    with pytest.raises(ValueError, match="16777217"):
        found([2**24 + 1] * 9, 0.1, return_seed=seed)
    with pytest.raises(TypeError, match="return_seed"):
        found(x, 0.1)


def test_arrays_without_elements(heat: Callable[..., Any]) -> None:
    got = heat(3, [], np.empty(0))
    assert got.value == 0.0 and got.k.shape == got.u.shape == (0,)


def test_fortran_in_its_order(tmp_path: Path) -> None:
    (tmp_path / "misfit.f90").write_text(
        "subroutine Misfit(m, n, K, u, j)\n"
        "  integer, intent(in) :: m, n\n"
        "  real(8), intent(in) :: K(m, n), u(m)\n"
        "  real(8), intent(out) :: j\n"
        "  j = sum(matmul(transpose(K), u)**2)\n"
        "end subroutine\n"
    )
    found = adc.value_and_grad(tmp_path / "misfit.f90", head="Misfit(j)/(K u)")
    assert "float64(m, n)" in (found.__doc__ or "")
    k, u = RNG.uniform(size=(3, 4)), RNG.uniform(size=3)
    got = found(3, 4, k, u, 0)
    assert got.j == pytest.approx(np.sum((k.T @ u) ** 2))
    assert got.k == pytest.approx(2 * np.outer(u, k.T @ u))
    assert got.k.flags.f_contiguous
    assert np.array_equal(found(3, 4, np.asfortranarray(k), u, 0.0).k, got.k)


def test_minimize_takes_a_value_and_one_gradient() -> None:
    found = adc.value_and_grad(kernels.weighted, wrt="x")
    result = minimize(lambda x: found(x - 1.0, K), U, jac=True, method="L-BFGS-B")
    assert result.success and result.x == pytest.approx(np.ones(9), abs=1e-4)
    assert minimize(found, U, args=(K,), jac=True).x == pytest.approx(np.zeros(9), abs=1e-4)


def test_results_are_the_caller_s_and_can_be_pickled(heat: Callable[..., Any]) -> None:
    first = heat(2, K, U)
    kept = first.k.copy()
    heat(9, U, K)
    assert np.array_equal(first.k, kept)
    again = pickle.loads(pickle.dumps(first))
    assert type(again) is type(first) and np.array_equal(again.k, kept)


def test_threads_have_workspaces_of_their_own(heat: Callable[..., Any]) -> None:
    expected = {steps: heat(steps, K, U).k for steps in range(1, 5)}
    wrong: list[int] = []

    def call(steps: int) -> None:
        for _ in range(50):
            if not np.array_equal(heat(steps, K, U).k, expected[steps]):
                wrong.append(steps)

    threads = [threading.Thread(target=call, args=(steps,)) for steps in expected]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_accumulating_begins_with_what_is_given() -> None:
    found = adc.grad(kernels.heat, wrt="u", accumulate=True)
    plain = found(2, K, U).u
    assert found(2, K, U, u_bar=np.ones(9).tolist()).u == pytest.approx(plain + 1.0)


def test_a_check_is_a_report() -> None:
    report = adc.check(kernels.heat, wrt="k", set={"k": (0.1, 0.2)}, size={"N": 6, "steps": 2})
    assert report and report.verdict == "pass"
    assert report.sizes == {"N": 6, "steps": 2}
    assert report.original.startswith("Python")
    assert str(report).splitlines()[0] == "heat_grad"
    unheard = adc.check(kernels.heat, wrt="k", size={"N": 2, "steps": 2}, against_python=False)
    assert not unheard and unheard.verdict == "inconclusive"


@pytest.mark.long
def test_a_file_that_checks_itself(tmp_path: Path) -> None:
    """The source's run comes to the check again, and ends all the same."""
    (tmp_path / "f.py").write_text(
        "import adc\ndef f(x: 'float64[N]'):\n    return (x * x).sum()\n"
        "report = adc.check(f, wrt='x')\nassert report, report\nprint(report.original)\n"
    )
    command = [sys.executable, tmp_path / "f.py"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=25)
    assert done.returncode == 0 and done.stdout.startswith("Python"), done.stderr


def test_warnings_are_told_at_the_call_each_time(tmp_path: Path) -> None:
    (tmp_path / "f.py").write_text(
        "def f(x: 'float64[N]', y: 'float64[N]'):\n    y[:] = x\n    return y.sum() + x.sum()\n"
    )
    for _ in range(2):
        with pytest.warns(adc.AdcWarning, match=r"f\.py:1:") as caught:
            adc.grad(tmp_path / "f.py", wrt="x,y")
        assert caught[0].filename == __file__


def test_no_warnings_without_reason() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        adc.grad(kernels.heat, wrt="k,u", value=True)


def test_a_refusal_is_what_the_command_line_prints(tmp_path: Path) -> None:
    (tmp_path / "f.py").write_text("def f(x: 'float64[N]'):\n    return x.nothing\n")
    with pytest.raises(adc.AdcError) as caught:
        adc.grad(tmp_path / "f.py", wrt="x")
    assert caught.value.diagnostics[0].code == "ADC0227"
    lines = str(caught.value).splitlines()
    assert lines[0].startswith("error[ADC0227]: ")
    assert lines[3:5] == ["2 |     return x.nothing", "  |            ^^^^^^^^^"]
    assert lines[-1].startswith("  = help: ")
    assert caught.value.__cause__ is None and caught.value.__suppress_context__


def test_importing_adc_imports_nothing_else() -> None:
    code = (
        "import sys; before = set(sys.modules); import adc; dir(adc)\n"
        "new = {m.split('.')[0] for m in set(sys.modules) - before}\n"
        "assert new - sys.stdlib_module_names == {'adc'}, new\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_check_is_the_function_whatever_is_imported() -> None:
    importlib.import_module("adc.check.report")
    assert adc.check.__name__ == "check" and "source" in inspect.signature(adc.check).parameters


@pytest.mark.parametrize(
    ("returned", "seed"), [("return_seed * s", "return_seed"), ("y", "y_seed")]
)
def test_seeds_keep_their_names_where_variables_have_them(
    returned: str, seed: str, tmp_path: Path
) -> None:
    path = tmp_path / "kernel.py"
    path.write_text(
        "def f(x: 'float64[N]', s: float):\n    return_seed = x * 4.0\n    y_seed = x_dot = s\n"
        f"    y = return_seed * y_seed * x_dot * x\n    return {returned}\n"
    )
    x, given = np.array([0.5, 1.5, 2.0]), np.array([1.0, -2.0, 3.0])
    found = adc.grad(path, wrt="x")(x, 3.0, **{seed: given}).x
    wanted = 12.0 * given if seed == "return_seed" else 72.0 * x * given
    assert np.allclose(found, wanted, rtol=1e-14)
    tangent = adc.jvp(path, wrt="x")(x, 3.0, x_dot=given)
    assert np.allclose(tangent[1], wanted, rtol=1e-14)
