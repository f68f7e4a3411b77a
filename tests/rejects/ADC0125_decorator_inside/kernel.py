import numpy as np
from jax import vmap


def f(x: "float64[N]"):
    @vmap
    def square(v):
        return v * v

    return np.sum(square(x))
