"""SciPy's solvers of initial value problems at finer tolerances than the source asks for.

What such a solver is off grows along the way, by more than its tolerance tells. adc solves the
problem more exactly, so where the two differ, the source is run once more with finer tolerances.
Solvers whose steps adc takes as they are (RK45, RK23, DOP853) are left alone. Loaded by
`runner.py`, by its path: it imports nothing of adc.
"""

import importlib
import inspect
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

#: What is made of tolerances, which are no smaller then than the second.
_SHARE, _LEAST = 1e-4, 1e-12
#: How many steps between two times are not too many; SciPy's own bound is 500.
_STEPS = 1_000_000
_OF_ODEINT = {"rtol": 1.49012e-8, "atol": 1.49012e-8}
_OF_SOLVE_IVP = {"rtol": 1e-3, "atol": 1e-6}
_OF_ODE = {"rtol": 1e-6, "atol": 1e-12}
_FOLLOWED = ("RK45", "RK23", "DOP853")


def solve_finely(wanted: bool) -> None:
    """From now on `odeint`, `ode`, and `solve_ivp` with implicit methods do so, if it is wanted."""
    if not wanted:
        return
    try:
        integrate: Any = importlib.import_module("scipy.integrate")
    except ImportError:
        return
    integrate.odeint = _finer_odeint(integrate.odeint)
    integrate.solve_ivp = _finer_solve_ivp(integrate.solve_ivp)
    integrate.ode.set_integrator = _finer_integrator(integrate.ode.set_integrator)


def _finer(given: Mapping[str, Any], usual: Mapping[str, float]) -> dict[str, Any]:
    """The tolerances among `given`, or the `usual` ones, made finer."""
    now = {n: value if given.get(n) is None else given[n] for n, value in usual.items()}
    return {n: np.maximum(_SHARE * np.asarray(value), _LEAST)[()] for n, value in now.items()}


def _finer_odeint(odeint: Callable[..., Any]) -> Callable[..., Any]:
    signature = inspect.signature(odeint)

    def finer(*given: Any, **named: Any) -> Any:
        bound = signature.bind(*given, **named)
        bound.arguments |= {**_finer(bound.arguments, _OF_ODEINT), "mxstep": _STEPS}
        return odeint(*bound.args, **bound.kwargs)

    return finer


def _finer_solve_ivp(solve_ivp: Callable[..., Any]) -> Callable[..., Any]:
    signature = inspect.signature(solve_ivp)

    def finer(*given: Any, **named: Any) -> Any:
        if signature.bind(*given, **named).arguments.get("method", "RK45") not in _FOLLOWED:
            named |= _finer(named, _OF_SOLVE_IVP)
        return solve_ivp(*given, **named)

    return finer


def _finer_integrator(set_integrator: Callable[..., Any]) -> Callable[..., Any]:
    def finer(self: Any, name: str, **named: Any) -> Any:
        more = {**_finer(named, _OF_ODE), "nsteps": _STEPS}
        return set_integrator(self, name, **{**named, **more})

    return finer
