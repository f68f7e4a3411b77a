"""Many points and networks for JAX."""

import jax
import jax.numpy as jnp
from jax import lax


def acceleration(x, mass, soft):
    away = x[None, :, :] - x[:, None, :]
    square = jnp.sum(away * away, axis=2) + soft * soft
    weight = mass[None, :] * square ** (-1.5)
    return jnp.sum(weight[:, :, None] * away, axis=1)


def matrix_acceleration(x, mass, soft):
    """Sums over the other bodies as products: of weights w, w x - x sum(w)."""
    away = x[None, :, :] - x[:, None, :]
    square = jnp.sum(away * away, axis=2) + soft * soft
    weight = mass[None, :] / (square * jnp.sqrt(square))
    return weight @ x - x * jnp.sum(weight, axis=1)[:, None]


def leapfrog(attraction, steps, dt, soft, mass, x, v):
    def step(t, state):
        x, v, a = state
        v = v + 0.5 * dt * a
        x = x + dt * v
        a = attraction(x, mass, soft)
        return x, v + 0.5 * dt * a, a

    return lax.fori_loop(0, steps, step, (x, v, attraction(x, mass, soft)))[0]


def nbody_lax(steps, dt, soft, mass, x, v):
    return leapfrog(acceleration, steps, dt, soft, mass, x, v)


def nbody_best(steps, dt, soft, mass, x, v):
    return leapfrog(matrix_acceleration, steps, dt, soft, mass, x, v)


def arc_distance_lax(theta1, phi1, theta2, phi2):
    half_theta = jnp.sin(0.5 * (theta2 - theta1))
    half_phi = jnp.sin(0.5 * (phi2 - phi1))
    square = half_theta**2 + jnp.cos(theta1) * jnp.cos(theta2) * half_phi**2
    return 2.0 * jnp.arctan2(jnp.sqrt(square), jnp.sqrt(1.0 - square))


def elementwise_lax(a, b, c, d):
    wave = jnp.sin(a * b)
    damped = wave * jnp.exp(-c)
    return damped + d * wave * wave


def softmax_lax(x):
    grown = jnp.exp(x - jnp.max(x, axis=-1, keepdims=True))
    return grown / jnp.sum(grown, axis=-1, keepdims=True)


def softmax_best(x):
    return jax.nn.softmax(x, axis=-1)


def mlp_lax(x, w1, b1, w2, b2, w3, b3):
    x = jnp.maximum(x @ w1 + b1, 0.0)
    x = jnp.maximum(x @ w2 + b2, 0.0)
    return softmax_lax(x @ w3 + b3)


def mlp_best(x, w1, b1, w2, b2, w3, b3):
    x = jax.nn.relu(x @ w1 + b1)
    x = jax.nn.relu(x @ w2 + b2)
    return jax.nn.softmax(x @ w3 + b3, axis=-1)


def conv2d_lax(x, w, bias):
    taps, channels, out = w.shape[0], w.shape[2], w.shape[3]
    images, height, width = x.shape[0], x.shape[1] - taps + 1, x.shape[2] - taps + 1

    def point(at, y):
        i, j = at // width, at % width
        patch = lax.dynamic_slice(x, (0, i, j, 0), (images, taps, taps, channels))
        return y.at[:, i, j, :].set(jnp.sum(patch[..., None] * w[None], axis=(1, 2, 3)))

    start = jnp.zeros((images, height, width, out))
    return lax.fori_loop(0, height * width, point, start) + bias


def convolved(x, w):
    return lax.conv_general_dilated(
        x, w, (1, 1), "VALID", dimension_numbers=("NHWC", "HWIO", "NHWC")
    )


def conv2d_best(x, w, bias):
    return convolved(x, w) + bias


def tap_by_tap(x, w):
    """The convolution as the source of the networks has it."""
    taps = w.shape[0]
    height, width = x.shape[1] - taps + 1, x.shape[2] - taps + 1
    shape = (x.shape[0], height, width, x.shape[3])

    def tap(at, y):
        k, m = at // taps, at % taps
        return y + lax.dynamic_slice(x, (0, k, m, 0), shape) @ w[k, m]

    start = jnp.zeros((x.shape[0], height, width, w.shape[3]))
    return lax.fori_loop(0, taps * taps, tap, start)


def pool(x):
    images, height, width, channels = x.shape
    return jnp.max(x.reshape(images, height // 2, 2, width // 2, 2, channels), axis=(2, 4))


def network(convolution, x, c1, d1, c2, d2, w1, b1, w2, b2, w3, b3):
    x = pool(jnp.maximum(convolution(x, c1) + d1, 0.0))
    x = pool(jnp.maximum(convolution(x, c2) + d2, 0.0))
    x = x.reshape(x.shape[0], -1)
    x = jnp.maximum(x @ w1 + b1, 0.0)
    x = jnp.maximum(x @ w2 + b2, 0.0)
    return x @ w3 + b3


def lenet_lax(*arguments):
    return network(tap_by_tap, *arguments)


def lenet_best(*arguments):
    return network(convolved, *arguments)


def normalised(x):
    centred = x - jnp.mean(x, axis=0, keepdims=True)
    return centred / jnp.sqrt(jnp.mean(centred * centred, axis=0, keepdims=True) + 1e-5)


def block(convolution, x, w1, w2, w3):
    padded = jnp.pad(convolution(x, w1), ((0, 0), (1, 1), (1, 1), (0, 0)))
    y = jnp.maximum(normalised(padded), 0.0)
    y = jnp.maximum(normalised(convolution(y, w2)), 0.0)
    return jnp.maximum(normalised(convolution(y, w3)) + x, 0.0)


def resnet_lax(x, w1, w2, w3):
    return block(tap_by_tap, x, w1, w2, w3)


def resnet_best(x, w1, w2, w3):
    return block(convolved, x, w1, w2, w3)
