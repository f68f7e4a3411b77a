# signature: reflectance(n_re: float64[L], d: float64[L], wavelengths: float64[W])
"""Reflectance of a stack of lossless films by admittances."""
import numpy as np


def reflectance(n_re, d, wavelengths, n0=1.0, ns=1.52):
    total = 0.0
    for lam in wavelengths:
        # characteristic matrix [[m11, i m12], [i m21, m22]]
        m11, m12, m21, m22 = 1.0, 0.0, 0.0, 1.0
        for n, thick in zip(n_re, d):
            delta = 2 * np.pi * n * thick / lam
            c, s = np.cos(delta), np.sin(delta)
            a12, a21 = s / n, n * s
            m11, m12, m21, m22 = (
                m11 * c - m12 * a21,
                m11 * a12 + m12 * c,
                m21 * c + m22 * a21,
                -m21 * a12 + m22 * c,
            )
        num = (n0 * m11 - ns * m22) ** 2 + (n0 * ns * m12 - m21) ** 2
        den = (n0 * m11 + ns * m22) ** 2 + (n0 * ns * m12 + m21) ** 2
        total += num / den
    return total / len(wavelengths)
