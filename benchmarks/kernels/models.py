"""Kernels of many points and of networks."""

from __future__ import annotations

from benchmarks.kernels.definition import Inputs, Kernel, of_each


def _weights(inputs: Inputs) -> None:
    """Weights about zero, small enough for a softmax not to overflow."""
    for name, value in inputs.items():
        if name[0] in "wbcd":
            value -= 0.6
            value *= 0.3


def _signed(inputs: Inputs) -> None:
    for value in inputs.values():
        value -= 0.6


MODELS = (
    Kernel(
        "nbody(steps: int, dt: float64, soft: float64, mass: float64[N], x: float64[N, 3],"
        " v: float64[N, 3])",
        "mass x v", "x", of_each("N steps", tiny=(4, 2), S=(50, 15), L=(200, 50)),
        {"dt": 0.01, "soft": 0.3},
    ),
    Kernel(
        "arc_distance(theta1: float64[N], phi1: float64[N], theta2: float64[N], phi2: float64[N])",
        "theta1 phi1 theta2 phi2", "return", of_each("N", tiny=(6,), S=(50000,), L=(3000000,)),
    ),
    Kernel(
        "elementwise(a: float64[N], b: float64[N], c: float64[N], d: float64[N])",
        "a b c d", "return", of_each("N", tiny=(7,), S=(100000,), L=(10000000,)),
    ),
    Kernel(
        "softmax(x: float64[N, H, SM, SM])", "x", "return",
        of_each("N H SM", tiny=(2, 2, 3), S=(4, 8, 100), L=(16, 16, 256)), prepare=_signed,
    ),
    Kernel(
        "mlp(x: float64[N, C0], w1: float64[C0, C1], b1: float64[C1], w2: float64[C1, C2],"
        " b2: float64[C2], w3: float64[C2, C3], b3: float64[C3])",
        "w1 b1 w2 b2 w3 b3", "return",
        of_each("N C0 C1 C2 C3", tiny=(3, 4, 5, 4, 3), S=(64, 100, 200, 200, 10),
                L=(512, 500, 2000, 2000, 100)), prepare=_weights,
    ),
    Kernel(
        "conv2d(x: float64[N, H, W, CI], w: float64[K, K, CI, CO], bias: float64[CO])",
        "x w bias", "return",
        of_each("N H W CI CO K", tiny=(2, 4, 5, 2, 3, 2), S=(4, 18, 18, 3, 8, 3),
                L=(8, 68, 68, 3, 16, 5)),
    ),
    Kernel(
        "lenet(x: float64[N, H, W, 1], c1: float64[5, 5, 1, 6], d1: float64[6],"
        " c2: float64[5, 5, 6, 16], d2: float64[16], w1: float64[F, 120], b1: float64[120],"
        " w2: float64[120, 84], b2: float64[84], w3: float64[84, 10], b3: float64[10])",
        "c1 d1 c2 d2 w1 b1 w2 b2 w3 b3", "return",
        of_each("N H W F", tiny=(2, 16, 16, 16), S=(4, 28, 28, 256), L=(64, 40, 40, 784)),
        prepare=_weights,
    ),
    Kernel(
        "resnet(x: float64[N, H, W, C], w1: float64[1, 1, C, M], w2: float64[3, 3, M, M],"
        " w3: float64[1, 1, M, C])",
        "x w1 w2 w3", "return",
        of_each("N H W C M", tiny=(3, 4, 3, 4, 2), S=(8, 14, 14, 64, 16), L=(16, 32, 32, 256, 64)),
        prepare=_weights,
    ),
)  # fmt: skip
