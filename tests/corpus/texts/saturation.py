# signature: moist_adjust(t: float64[K], q: float64[K], p: float64[K])
import numpy as np

RD, RV, CP, LV = 287.04, 461.5, 1004.0, 2.5e6
T0 = 273.16
EPSILON = RD / RV


def es(t):
    return np.where(t >= T0, 610.78 * np.exp(17.27 * (t - T0) / (t - 35.86)),
                    610.78 * np.exp(21.875 * (t - T0) / (t - 7.66)))


def moist_adjust(t, q, p, niter=2):
    t = 280.0 + 5.0 * t
    p = 9e4 * p
    q = 0.02 * q
    rain = np.zeros_like(q)
    for _ in range(niter):
        e = np.minimum(es(t), 0.9 * p)
        qs = EPSILON * e / (p - (1 - EPSILON) * e)
        dqs = qs * 17.27 * (T0 - 35.86) / (t - 35.86) ** 2
        dq = (q - qs) / (1.0 + LV / CP * dqs)
        dq[dq < 0] = 0
        q -= dq
        t += LV / CP * dq
        rain += dq
    return np.sum(rain * p), t
