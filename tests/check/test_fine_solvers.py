"""Solvers of initial values that are further off than their tolerances: run with finer ones."""

from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner
from scipy import integrate

from adc.check.fine_solvers import solve_finely
from adc.cli.app import adc

PREY = """
import numpy as np
from scipy.integrate import odeint, solve_ivp


def rates(X, t, alpha, beta):
    return np.array([alpha*X[0] - beta*X[0]*X[1], -1.5*X[1] + 0.75*beta*X[0]*X[1]])


def f(alpha: float, beta: float, x0: "float64[2]"):
    return odeint(rates, x0, np.linspace(0, 15, 5), args=(alpha, beta))[-1]
"""
NOTE = "the source's solver of initial values is off by more than its tolerance here"


def check(text: str, folder: Path) -> tuple[int, str]:
    path = folder / "kernel.py"
    path.write_text(text)
    command = ["check", str(path), "--function", "f", "--wrt", "alpha,beta,x0", "--set", "x0=5:10"]
    done = CliRunner().invoke(adc, command, prog_name="adc")
    return done.exit_code, done.output


def test_a_solver_that_is_further_off_than_its_tolerance(tmp_path: Path) -> None:
    status, told = check(PREY, tmp_path)
    assert status == 0 and NOTE in told and told.endswith("pass\n"), told


def test_what_is_read_wrongly_is_wrong_at_fine_tolerances_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The source that is run is another one than that which is read."""
    from adc.check import original

    function = PREY.replace("[-1]\n", "[-1] + 0.5*alpha\n")
    other = tmp_path / "other"
    other.mkdir()
    (other / "kernel.py").write_text(function)
    before = original.Original._callee

    def callee(self):
        return {**before(self), "source": str(other / "kernel.py")}

    monkeypatch.setattr(original.Original, "_callee", callee)
    status, told = check(PREY, tmp_path)
    assert status == 4 and NOTE not in told and "adc reads the source wrongly" in told, told


@pytest.fixture
def fine(monkeypatch: pytest.MonkeyPatch):
    for name in ("odeint", "solve_ivp"):
        monkeypatch.setattr(integrate, name, getattr(integrate, name))
    monkeypatch.setattr(integrate.ode, "set_integrator", integrate.ode.set_integrator)
    solve_finely(True)


def error(value: float) -> float:
    return abs(value - np.exp(-2.0))


def decay(t: float, y: np.ndarray) -> np.ndarray:
    return -y


def by_ode(name: str) -> float:
    solver = integrate.ode(decay).set_integrator(name, rtol=1e-4)
    return solver.set_initial_value([1.0], 0.0).integrate(2.0)[0]


CALLS = {
    "odeint": lambda: integrate.odeint(lambda y, t: -y, 1.0, [0.0, 2.0], rtol=1e-6)[-1, 0],
    "tolerances in place": lambda: integrate.odeint(
        lambda y, t: -y, 1.0, [0.0, 2.0], (), None, 0, 0, None, None, 1e-6, 1e-6
    )[-1, 0],
    "BDF": lambda: integrate.solve_ivp(decay, (0, 2), [1.0], "BDF", rtol=1e-6).y[0, -1],
    "LSODA": lambda: integrate.solve_ivp(decay, (0, 2), [1.0], method="LSODA").y[0, -1],
    "dopri5": lambda: by_ode("dopri5"),
}


@pytest.mark.parametrize("name", CALLS)
def test_finer(name: str, fine: None) -> None:
    assert error(CALLS[name]()) < 2e-7


def test_explicit_methods_take_the_steps_that_they_are_asked_for(
    request: pytest.FixtureRequest,
) -> None:
    def steps() -> int:
        return len(integrate.solve_ivp(decay, (0, 2), [1.0]).t)

    before, plain = steps(), integrate.solve_ivp
    request.getfixturevalue("fine")
    assert integrate.solve_ivp is not plain and steps() == before
