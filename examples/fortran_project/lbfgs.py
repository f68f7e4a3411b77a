"""The sources of heat by L-BFGS, through the generated Python wrapper: lbfgs.py FOLDER."""

import sys
from pathlib import Path

import numpy as np
from scipy.optimize import minimize

folder = Path(sys.argv[1])
sys.path.insert(0, str(folder / "adjoint"))
from cost_grad import cost_grad  # noqa: E402 - written by adc

NX, NY, STEPS = 13, 9, 40


def read_records():
    """What main.f90 left: the true sources, the start and the records, column-major."""
    data = np.fromfile(folder / "records.bin")
    plate = NX * NY
    truth, start, records = np.split(data, [plate, 2 * plate])
    return (
        truth.reshape((NX, NY), order="F"),
        start.reshape((NX, NY), order="F"),
        records.reshape((NX, NY, STEPS), order="F"),
    )


def main():
    truth, start, records = read_records()

    def misfit(x):
        result = cost_grad(x.reshape((NX, NY), order="F"), start, records, 0.0)
        return float(result.misfit), result.source.ravel(order="F")

    options = {"maxiter": 500, "ftol": 1e-18, "gtol": 1e-8}
    found = minimize(misfit, np.zeros(NX * NY), jac=True, method="L-BFGS-B", options=options)
    error = np.max(np.abs(found.x - truth.ravel(order="F")))
    print(f"{found.nit} iterations, largest error of a source {error:.1e}")
    if error > 1e-4:
        sys.exit("these are not the sources")


if __name__ == "__main__":
    main()
