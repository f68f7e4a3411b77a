# signature: two_stream(tau: float64[L], omega: float64[L], g: float64[L], albedo: float64, mu0: float64)
"""Two-stream column, adding method, in the manner of a weather model's physics."""
import numpy as np

EPS = np.finfo(float).eps


def layer(tau, omega, g):
    """Delta scaling, then reflectance and transmittance of one layer."""
    f = g * g
    tau_s = (1.0 - omega * f) * tau
    om_s = omega * (1.0 - f) / (1.0 - omega * f)
    g_s = g / (1.0 + g)
    gam1 = (7.0 - om_s * (4.0 + 3.0 * g_s)) / 4.0
    gam2 = -(1.0 - om_s * (4.0 - 3.0 * g_s)) / 4.0
    k = np.sqrt(np.maximum(gam1 ** 2 - gam2 ** 2, EPS))
    e = np.exp(-k * tau_s)
    den = k + gam1 + (k - gam1) * e * e
    return gam2 * (1 - e * e) / den, 2 * k * e / den


def two_stream(tau, omega, g, albedo, mu0):
    nlay = tau.shape[0]
    R, T = layer(tau, omega, g)
    refl = np.zeros(nlay + 1)
    refl[nlay] = albedo
    for k in reversed(range(nlay)):
        refl[k] = R[k] + T[k] ** 2 * refl[k + 1] / (1.0 - R[k] * refl[k + 1])
    flux_dn = np.empty(nlay + 1)
    flux_dn[0] = mu0
    for k in range(nlay):
        flux_dn[k + 1] = flux_dn[k] * T[k] / (1.0 - R[k] * refl[k + 1])
    heating = -np.diff(flux_dn * (1 - refl))
    return heating
