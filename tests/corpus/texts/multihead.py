# signature: mha(x: float64[4, 6], w_qkv: float64[6, 18], w_out: float64[6, 6], n_head: int)
import numpy as np


def softmax(x):
    exp_x = np.exp(x - np.max(x, axis=-1, keepdims=True))
    return exp_x / np.sum(exp_x, axis=-1, keepdims=True)


def mha(x, w_qkv, w_out, n_head=3):
    qkv = x @ w_qkv
    qkv_heads = list(map(lambda t: np.split(t, 3, axis=-1), np.split(qkv, 3, axis=-1)))
    causal = (1 - np.tri(x.shape[0])) * -1e10
    heads = []
    for q, k, v in zip(*qkv_heads):
        heads.append(softmax(q @ k.T / np.sqrt(q.shape[-1]) + causal) @ v)
    return np.hstack(heads) @ w_out
