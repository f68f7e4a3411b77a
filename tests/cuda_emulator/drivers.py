"""Calls of the programs in `programs/`, beside what NumPy makes of the same numbers.

A driver returns pairs (what the device made, what NumPy makes); the sizes default to some that are
neither multiples of a block nor of each other.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from typing import Any

import numpy as np

from tests.cuda_emulator.run import Device

Pairs = list[tuple[Any, Any]]
STREAM = None  # the default stream


def whole(n: int) -> ctypes.c_int64:
    return ctypes.c_int64(n)


def place(array: np.ndarray) -> ctypes.c_void_p:
    return ctypes.c_void_p(array.ctypes.data)


def numbers(*shape: int, seed: int = 0) -> np.ndarray:
    return np.random.default_rng(seed).standard_normal(shape)


def wave(device: Device, N: int = 37, M: int = 67, steps: int = 5) -> Pairs:
    speed, u, v = (numbers(N, M, seed=s) for s in range(3))
    held = [device.put(a) for a in (speed, u, v)]
    arguments = [whole(N), whole(M), whole(steps), ctypes.c_double(0.1)]
    status = device.library.wave_ws(*arguments, *held, STREAM)
    got = device.get(held[1], u.shape), device.get(held[2], v.shape)
    now, before, inner = u.copy(), v.copy(), (slice(1, -1), slice(1, -1))
    for _ in range(steps):
        around = now[:-2, 1:-1] + now[2:, 1:-1] + now[1:-1, :-2] + now[1:-1, 2:]
        laplace = around - 4.0 * now[inner]
        before[inner] = 2.0 * now[inner] - before[inner] + 0.1 * speed[inner] * laplace
        now, before = before, now
    even = steps % 2 == 0
    found = [(got[0], now if even else before), (got[1], before if even else now)]
    return [(status, 0), *found]


def total(device: Device, n: int = 5000) -> Pairs:
    x = numbers(n)
    held, sum_there, parts = device.put(x), device.empty(8), device.empty(64)
    status = device.library.total_ws(whole(n), held, sum_there, parts, STREAM)
    return [(status, 0), (device.get(sum_there, ()), x.sum())]


def transpose(device: Device, N: int = 33, M: int = 67) -> Pairs:
    a = numbers(N, M)
    held, made = device.put(a), device.empty(a.nbytes)
    status = device.library.transpose_ws(whole(N), whole(M), held, made, STREAM)
    return [(status, 0), (device.get(made, (M, N)), a.T)]


def rows(device: Device, N: int = 13, M: int = 101) -> Pairs:
    a = numbers(N, M).astype(np.float32)
    held, largest, sums = device.put(a), device.empty(4 * N), device.empty(4 * N)
    status = device.library.rows_ws(whole(N), whole(M), held, largest, sums, STREAM)
    return [
        (status, 0),
        (device.get(largest, N, np.float32), abs(a).max(axis=1, initial=0)),
        (device.get(sums, N, np.float32), a.sum(axis=1)),
    ]


def scatter(device: Device, n: int = 500, bins: int = 7) -> Pairs:
    where = (np.arange(n) * 5 % bins).astype(np.int32)
    x = numbers(n)
    held = device.put(where), device.put(x)
    sums, y = device.empty(8 * bins), device.empty(8 * n)
    status = device.library.scatter_ws(whole(n), whole(bins), *held, sums, y, STREAM)
    want = np.bincount(where, x, bins)
    return [(status, 0), (device.get(sums, bins), want), (device.get(y, n), want[where])]


def entry(device: Device, n: int = 101) -> Pairs:
    v_bar, u_bar = numbers(n), np.full(n, np.nan)
    status = device.library.adjoint_host(whole(n), place(v_bar), place(u_bar))
    want = 0.5 * v_bar
    want[1:] += 0.25 * v_bar[:-1]
    want[:-1] += 0.25 * v_bar[1:]
    return [(status, 0), (u_bar, want)]


def overlap(device: Device, n: int = 130, steps: int = 4) -> Pairs:
    u, found = numbers(n), np.zeros(1)
    held = device.put(u), device.empty(u.nbytes)
    status = device.library.overlap(whole(n), whole(steps), *held, place(found))
    want = 0.0
    for _ in range(steps):
        u = 1.0 + 0.5 * u
        want += u.sum()
    return [(status, 0), (found[0], want)]


def kept(device: Device, n: int = 130, steps: int = 4) -> Pairs:
    u, want = numbers(n), np.zeros(n)
    held = device.put(u), device.put(want)
    status = device.library.kept(whole(n), whole(steps), *held)
    states = []
    for _ in range(steps):
        states.append(u)
        u = 1.0 + 0.5 * u
    for t in reversed(range(steps)):
        want = 0.5 * want + (t + 1) * states[t]
    return [(status, 0), (device.get(held[1], n), want)]


def graph(device: Device, n: int = 130, times: int = 3) -> Pairs:
    u = numbers(n)
    held = device.put(u)
    status = device.library.replayed(whole(n), held, whole(times))
    got = device.get(held, n)
    for _ in range(2 * times):
        u = 2.0 * u + 1.0
    return [(status, 0), (got, u)]


def forked(device: Device, n: int = 130, times: int = 3) -> Pairs:
    u, total = numbers(n), ctypes.c_double()
    held, staged = device.put(u), device.empty(8 * n)
    where = ctypes.byref(total)
    status = device.library.forked(whole(n), whole(times), held, staged, where)
    got = device.get(held, n)
    kept = u
    for _ in range(times):
        kept = 2.0 * u + 1.0
        u = 2.0 * kept + 1.0
    return [(status, 0), (got, u), (total.value, kept.sum())]


#: Program -> its driver.
DRIVERS: dict[str, Callable[..., Pairs]] = {
    f.__name__: f
    for f in (wave, total, transpose, rows, scatter, entry, overlap, kept, graph, forked)
}
