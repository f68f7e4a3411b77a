# signature: anomaly_power(y: float64[N], month: int64[N], w: float64[N])
import numpy as np
from scipy.ndimage import gaussian_filter1d


def climatology(y, month, w):
    total = np.bincount(month, weights=w * y, minlength=6)
    count = np.bincount(month, weights=w, minlength=6)
    return np.where(count > 0, total / np.maximum(count, 1e-12), 0.0)


def anomaly_power(y, month, w):
    t = np.arange(len(y), dtype=float)
    trend = np.polyval(np.polyfit(t, y, 1), t)
    resid = y - trend
    anom = resid - climatology(resid, month, w)[month]
    smooth = gaussian_filter1d(anom, sigma=0.6, mode="nearest")
    q25, q75 = np.percentile(smooth, [25, 75])
    inside = np.mean(smooth ** 2, where=smooth < 10.0)
    return inside + (q75 - q25) ** 2
