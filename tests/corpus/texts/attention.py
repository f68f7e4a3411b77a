# signature: attention(x: float64[T, D], Wq: float64[D, E], Wk: float64[D, E], Wv: float64[D, E], Wo: float64[E, D])
import numpy as np


def softmax(x, axis=-1):
    e_x = np.exp(x - np.max(x, axis=axis, keepdims=True))
    return e_x / e_x.sum(axis=axis, keepdims=True)


def layer_norm(x, eps=1e-5):
    mean = x.mean(-1, keepdims=True)
    var = x.var(-1, keepdims=True)
    return (x - mean) / np.sqrt(var + eps)


def gelu(x):
    return 0.5 * x * (1 + np.tanh(np.sqrt(2 / np.pi) * (x + 0.044715 * x ** 3)))


def attention(x, Wq, Wk, Wv, Wo, n_head=2, causal=True):
    T, D = x.shape
    q, k, v = x @ Wq, x @ Wk, x @ Wv
    dk = q.shape[-1]
    mask = (1 - np.tri(T, dtype=x.dtype)) * -1e10
    scores = q @ k.T / np.sqrt(dk)
    if causal:
        scores = scores + mask
    out = softmax(scores) @ v
    return gelu(layer_norm(x + out @ Wo))
