# signature: edge_energy(img: float64[H, W])
import numpy as np

SOBEL_X = np.array([[-1, 0, 1], [-2, 0, 2], [-1, 0, 1]])
SOBEL_Y = SOBEL_X.T


def conv2d(img, kernel):
    kh, kw = kernel.shape
    h, w = img.shape
    out = np.zeros((h - kh + 1, w - kw + 1))
    for di in range(kh):
        for dj in range(kw):
            out += kernel[di, dj] * img[di:di + h - kh + 1, dj:dj + w - kw + 1]
    return out


def edge_energy(img, threshold=0.05):
    gx, gy = conv2d(img, SOBEL_X), conv2d(img, SOBEL_Y)
    g = np.sqrt(gx * gx + gy * gy + 1e-8)
    g[g < threshold] = 0
    return (g / g.max()).mean()
