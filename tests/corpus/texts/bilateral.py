# signature: bilateral(image: float64[H, W], sigma_s: float64, sigma_r: float64)
import numpy as np


def bilateral(image, sigma_s, sigma_r, radius=1):
    h, w = image.shape
    ax = np.arange(-radius, radius + 1)
    xx, yy = np.meshgrid(ax, ax)
    spatial = np.exp(-(xx ** 2 + yy ** 2) / (2.0 * sigma_s ** 2))
    padded = np.pad(image, radius, "reflect")
    out = np.zeros_like(image)
    for i in range(h):
        for j in range(w):
            patch = padded[i:i + 2 * radius + 1, j:j + 2 * radius + 1]
            rng = np.exp(-(patch - image[i, j]) ** 2 / (2.0 * sigma_r ** 2))
            weight = spatial * rng
            out[i, j] = (weight * patch).sum() / weight.sum()
    return out
