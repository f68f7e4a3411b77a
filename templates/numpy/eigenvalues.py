# What `np.linalg.eig` and its like do beside the operation itself, as adc reads it
# (`adc/lowering/numpy/written.py`): not to be imported.

import numpy as np


def adc_found(number):
    if number == 1:
        raise np.linalg.LinAlgError("Array must not contain infs or NaNs")
    if number == 2:
        raise np.linalg.LinAlgError("Eigenvalues did not converge")
    if number == 3:
        raise np.linalg.LinAlgError("matrices of more than 75 rows need LAPACK here")
    if number == 4:
        raise np.linalg.LinAlgError("eigenvalues need C here")


def adc_some_imaginary(parts):
    return np.any(parts != 0.0)


def adc_far_from_real(parts):
    return not np.all(np.abs(parts) < 100.0 * np.finfo(parts.dtype).eps)


def adc_real_alone(decided):
    if decided:
        raise ValueError("complex eigenvalues where real ones are expected")
