# Integrals of functions and of samples, as adc reads them (`adc/lowering/numpy/written.py`): not
# to be imported.

import numpy as np


def adc_gauss(n):
    # Abscissas and weights of Gauss and Legendre on -1 to 1, by NumPy's leggauss.
    if n == 1:
        nodes = [
            0.0,
        ]
        weights = [
            2.0,
        ]
    elif n == 2:
        nodes = [
            -0.5773502691896257,
            0.5773502691896257,
        ]
        weights = [
            1.0,
            1.0,
        ]
    elif n == 3:
        nodes = [
            -0.7745966692414834,
            0.0,
            0.7745966692414834,
        ]
        weights = [
            0.5555555555555557,
            0.8888888888888888,
            0.5555555555555557,
        ]
    elif n == 4:
        nodes = [
            -0.8611363115940526,
            -0.33998104358485626,
            0.33998104358485626,
            0.8611363115940526,
        ]
        weights = [
            0.34785484513745357,
            0.6521451548625464,
            0.6521451548625464,
            0.34785484513745357,
        ]
    elif n == 5:
        nodes = [
            -0.906179845938664,
            -0.5384693101056831,
            0.0,
            0.5384693101056831,
            0.906179845938664,
        ]
        weights = [
            0.23692688505618928,
            0.4786286704993663,
            0.5688888888888887,
            0.4786286704993663,
            0.23692688505618928,
        ]
    elif n == 6:
        nodes = [
            -0.9324695142031519,
            -0.6612093864662645,
            -0.2386191860831969,
            0.2386191860831969,
            0.6612093864662645,
            0.9324695142031519,
        ]
        weights = [
            0.17132449237917027,
            0.3607615730481387,
            0.46791393457269104,
            0.46791393457269104,
            0.3607615730481387,
            0.17132449237917027,
        ]
    elif n == 7:
        nodes = [
            -0.9491079123427586,
            -0.7415311855993945,
            -0.4058451513773972,
            0.0,
            0.4058451513773972,
            0.7415311855993945,
            0.9491079123427586,
        ]
        weights = [
            0.12948496616886973,
            0.27970539148927687,
            0.3818300505051187,
            0.4179591836734693,
            0.3818300505051187,
            0.27970539148927687,
            0.12948496616886973,
        ]
    elif n == 8:
        nodes = [
            -0.9602898564975362,
            -0.7966664774136267,
            -0.525532409916329,
            -0.18343464249564978,
            0.18343464249564978,
            0.525532409916329,
            0.7966664774136267,
            0.9602898564975362,
        ]
        weights = [
            0.10122853629037706,
            0.22238103445337443,
            0.3137066458778869,
            0.36268378337836166,
            0.36268378337836166,
            0.3137066458778869,
            0.22238103445337443,
            0.10122853629037706,
        ]
    else:
        raise NotImplementedError("for one to eight points")
    return np.array(nodes), np.array(weights)


def scipy_integrate_fixed_quad(func, a, b, args=(), n=5):
    nodes, weights = adc_gauss(n)
    points = (b - a) * (nodes + 1) / 2.0 + a
    return (b - a) / 2.0 * np.sum(weights * func(points, *args), axis=-1), None


def scipy_integrate_romb(y, dx=1.0):
    # Romberg's extrapolation of trapezoids, of as many samples as are known: 2**k + 1.
    y = np.asarray(y)
    if y.ndim != 1:
        raise NotImplementedError("for a vector of samples")
    gaps = len(y) - 1
    if gaps not in (1, 2, 4, 8, 16, 32, 64):
        raise NotImplementedError("for a known number of samples: 2, 3, 5, 9, 17, 33 or 65")
    rows = [gaps * dx * (y[0] + y[-1]) / 2.0]
    for step in (32, 16, 8, 4, 2, 1):
        if step < gaps:
            rows.append(step * dx * (np.sum(y[::step]) - (y[0] + y[-1]) / 2.0))
    power = 1.0
    for _ in range(1, len(rows)):
        power = 4.0 * power
        rows = [rows[i + 1] + (rows[i + 1] - rows[i]) / (power - 1.0) for i in range(len(rows) - 1)]
    return rows[0]
