# signature: lstm_loss(Wx: float64[D, G], Wh: float64[H, G], b: float64[G], xs: float64[T, D], ys: float64[T, H])
import numpy as np


def sigmoid(z):
    return 1.0 / (1.0 + np.exp(-z))


def lstm_loss(Wx, Wh, b, xs, ys):
    T = xs.shape[0]
    H = Wh.shape[0]
    h, c = np.zeros(H), np.zeros(H)
    loss = 0
    hs = {}
    for t in range(T):
        z = xs[t].dot(Wx) + h.dot(Wh) + b
        i = sigmoid(z[:H])
        f = sigmoid(z[H:2 * H])
        o = sigmoid(z[2 * H:3 * H])
        g = np.tanh(z[3 * H:4 * H])
        c = f * c + i * g
        h = o * np.tanh(c)
        loss += np.sum((h - ys[t]) ** 2)
    return loss / T
