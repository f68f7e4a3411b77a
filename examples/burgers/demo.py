"""Calls the generated gradient of burgers and prints figures and times: demo.py FOLDER."""

import sys
import time
from pathlib import Path

import numpy as np

sys.path[:0] = [sys.argv[1], str(Path(__file__).parent)]
from burgers_grad import burgers_grad  # noqa: E402 - written by adc into FOLDER
from kernel import burgers  # noqa: E402

N, STEPS, NU = 1001, 2000, 0.02
DX = 2.0 / (N - 1)
DT = 0.2 * DX**2 / NU


def best_time(call, repetitions=5):
    """The shortest of a few runs, in milliseconds."""
    times = []
    for _ in range(repetitions):
        start = time.perf_counter()
        call()
        times.append(time.perf_counter() - start)
    return 1e3 * min(times)


def main():
    x = np.linspace(-1.0, 1.0, N)
    u = -np.sin(np.pi * x) + 0.3 * np.cos(2.0 * np.pi * x)
    observed = 0.8 * u
    arguments = (STEPS, NU, DT, DX, u, observed)
    result = burgers_grad(*arguments)

    h = 1e-6
    i = N // 3
    up, down = u.copy(), u.copy()
    up[i] += h
    down[i] -= h
    by_u = (
        burgers(STEPS, NU, DT, DX, up, observed) - burgers(STEPS, NU, DT, DX, down, observed)
    ) / (2 * h)
    by_nu = (
        burgers(STEPS, NU + h, DT, DX, u, observed) - burgers(STEPS, NU - h, DT, DX, u, observed)
    ) / (2 * h)

    print(f"{N} points, {STEPS} steps")
    print(f"  misfit                 {result.value:.10e}   NumPy {burgers(*arguments):.10e}")
    print(f"  d misfit / d u[{i}]     {result.u[i]:+.10e}   differences {by_u:+.10e}")
    print(f"  d misfit / d nu        {float(result.nu):+.10e}   differences {by_nu:+.10e}")
    print(f"  largest |d misfit/du|  {np.max(np.abs(result.u)):.4e}")
    gradient, primal = (
        best_time(lambda: burgers_grad(*arguments)),
        best_time(lambda: burgers(*arguments)),
    )
    print(
        f"  the gradient by all {N + 1} inputs takes {gradient:.2f} ms, one run by NumPy {primal:.2f} ms"
    )
    print(f"  differences would need {N + 2} runs")


if __name__ == "__main__":
    main()
