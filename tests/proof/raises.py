"""Kernels that raise exceptions, with arguments for which they do and for which they do not."""

from __future__ import annotations

import textwrap
from dataclasses import dataclass
from typing import Any

import numpy as np

HEADER = "import math\n\nimport numpy as np\n\n\n"


@dataclass(frozen=True)
class Raising:
    """`wrt` is comma-separated; each of `calls` are arguments by name."""

    name: str
    source: str
    wrt: str
    calls: tuple[dict[str, Any], ...]


RAISING: dict[str, Raising] = {}


def raising(source: str, wrt: str, *calls: dict[str, Any]) -> None:
    text = HEADER + textwrap.dedent(source).lstrip("\n")
    name = text.rsplit("def ", 1)[1].partition("(")[0]
    assert name not in RAISING
    RAISING[name] = Raising(name, text, wrt, calls)


def of(*values: float) -> np.ndarray:
    return np.array(values, dtype=np.float64)


raising(
    """
    class StepError(Exception):
        pass

    def sizes_integers_and_data(x: "float64[N]", y: "float64[M]", order: int, tol: float):
        n = x.shape[0]
        if n < 2:
            raise ValueError("at least two points are needed")
        if len(y) != n:
            raise ValueError(f"x has {n} points and y {len(y)}")
        if order < 1 or order > 3:
            raise NotImplementedError("order %d" % order + " of 3")
        assert order != 2, "no even order"
        if not tol > 0.0:
            raise StepError("a step of {}".format(tol))
        slope = (y[1:] - y[:-1]) / (x[1:] - x[:-1])
        if np.any(slope < 0.0):
            raise StepError
        return np.sum(slope**order) / tol
    """,
    "x,y,tol",
    {"x": of(0, 1, 3), "y": of(0, 2, 5), "order": 3, "tol": 0.5},
    {"x": of(0, 1, 3), "y": of(0, 2, 5), "order": 1, "tol": 0.5},
    {"x": of(0, 1, 3), "y": of(0, 2, 5), "order": 2, "tol": 0.5},
    {"x": of(0, 1, 3), "y": of(0, 2, 5), "order": 4, "tol": -0.5},
    {"x": of(0, 1, 3), "y": of(0, 2, 5), "order": 0, "tol": -0.5},
    {"x": of(0), "y": of(0), "order": 3, "tol": 0.5},
    {"x": of(0, 1, 3), "y": of(0, 2), "order": 3, "tol": 0.5},
    {"x": of(0, 1, 3), "y": of(0, 2, 5), "order": 3, "tol": 0.0},
    {"x": of(0, 1, 3), "y": of(0, 2, 5), "order": 3, "tol": np.nan},
    {"x": of(0, 1, 3), "y": of(0, 2, 1), "order": 3, "tol": 0.5},
)
raising(
    """
    def the_first_of_several_in_a_loop(x: "float64[N]", w: float):
        total = 0.0
        for i in range(x.shape[0]):
            if x[i] < 0.0:
                raise ValueError("negative")
            if x[i] > 10.0:
                raise OverflowError("large")
            total = total * w + math.sqrt(x[i] + 1.0)
            assert total < 50.0, "total"
        return total
    """,
    "x,w",
    {"x": of(1, 2, 3), "w": 2.0},
    {"x": of(), "w": 2.0},
    {"x": of(1, 2, -3), "w": 2.0},
    {"x": of(1, 20, -3), "w": 2.0},
    {"x": of(1, -2, 30), "w": 2.0},
    {"x": of(9, 9, -9), "w": 20.0},
    {"x": of(np.nan, 2, 1), "w": 2.0},
)
raising(
    """
    def chosen_by_a_mode(x: "float64[N]", mode: int):
        if mode not in (1, 2, 3, 5):
            raise KeyError(mode)
        if mode == 1:
            y = x * x
        elif mode == 2:
            scale = np.sum(x)
            if scale == 0.0:
                raise ZeroDivisionError("the sum is zero")
            y = x / scale
        elif mode == 5:
            raise NotImplementedError("not yet")
        else:
            raise ValueError("mode is 1 or 2")
        return np.sum(y * x)
    """,
    "x",
    {"x": of(1, 2, 3), "mode": 1},
    {"x": of(1, 2, 3), "mode": 2},
    {"x": of(1, -2, 1), "mode": 1},
    {"x": of(1, -2, 1), "mode": 2},
    {"x": of(1, 2, 3), "mode": 3},
    {"x": of(1, 2, 3), "mode": 5},
    {"x": of(1, 2, 3), "mode": 4},
)
raising(
    """
    def newton_root(c: float, x0: float, tol: float):
        x = x0
        count = 0
        while abs(x * x - c) > tol:
            if x == 0.0:
                raise ZeroDivisionError("the slope is zero")
            x = 0.5 * (x + c / x)
            count += 1
            if count > 20:
                raise RuntimeError("no convergence")
        return x * c
    """,
    "c",
    {"c": 2.0, "x0": 1.0, "tol": 1e-12},
    {"c": 4.0, "x0": 2.0, "tol": 1e-3},
    {"c": -1.0, "x0": 1.5, "tol": 1e-9},
    {"c": 2.0, "x0": 0.0, "tol": 1e-9},
    {"c": 2.0, "x0": 1.0, "tol": -1.0},
)
raising(
    """
    def cooled(t, rate):
        if t < 0.0:
            raise ValueError("below zero")
        elif rate > 1.0:
            raise ValueError("too fast")
        return t * (1.0 - rate)

    def after_outputs_are_written(u: "float64[N]", rate: float, steps: int):
        for k in range(steps):
            u[:] = u * u * 0.5 + 0.1
            u[0] = cooled(u[0] - 0.2, rate)
        if np.max(u) > 100.0:
            raise FloatingPointError("u grows: " + str(u[0]))
    """,
    "u,rate",
    {"u": of(1.5, 0.5, 0.25), "rate": 0.25, "steps": 3},
    {"u": of(1.5, 0.5, 0.25), "rate": 0.25, "steps": 0},
    {"u": of(0.1, 0.5, 0.25), "rate": 2.0, "steps": 1},
    {"u": of(1.5, 0.5, 0.25), "rate": 2.0, "steps": 1},
    {"u": of(1.5, 9.0, 0.25), "rate": 0.25, "steps": 3},
)
raising(
    """
    def first_above(x, level):
        for i in range(x.shape[0]):
            if x[i] > level:
                return x[i] - level
        raise LookupError("nothing is above the level")

    def returned_from_a_loop(x: "float64[N]", level: float, strict: int):
        above = first_above(x * x, level)
        if above > 5.0:
            if strict == 1:
                return above
            raise OverflowError("far above")
        return 2.0 * above + level
    """,
    "x,level",
    {"x": of(1, 2, 3), "level": 2.0, "strict": 0},
    {"x": of(1, 2, 3), "level": 20.0, "strict": 0},
    {"x": of(1, 4, 3), "level": 2.0, "strict": 0},
    {"x": of(1, 4, 3), "level": 2.0, "strict": 1},
    {"x": of(), "level": 2.0, "strict": 1},
)
raising(
    """
    def on_some_paths_only(x: "float64[N]", k: int):
        total = 0.0
        for i in range(k):
            if i >= x.shape[0]:
                raise IndexError("past the end")
            elif x[i] > 7.0:
                continue
            elif x[i] < -7.0:
                break
            total += x[i] ** 3
        assert total >= 0.0, f"total {total}"
        return total
    """,
    "x",
    {"x": of(1, 2, 3), "k": 3},
    {"x": of(1, 7.5, 3), "k": 3},
    {"x": of(1, -8, -3), "k": 3},
    {"x": of(1, -2, -3), "k": 3},
    {"x": of(1, -2, -3), "k": 0},
)
raising(
    """
    def left_before_it_is_raised(x: "float64[N]", a: float, k: int):
        total = 0.0
        for i in range(k):
            if x[i] > a:
                if x[i] > 2.0 * a:
                    total += 1.0
                    break
                if x[i] < 0.0:
                    continue
                total += a
                raise ArithmeticError("between")
            total += x[i] * a
        for v in (x[0], x[1]):
            if v > 8.0:
                if v > 9.0:
                    break
                raise BufferError("eight")
            total += v * v
        if total > 60.0:
            if total > 80.0:
                return total * a
            raise EOFError("sixty")
        return total
    """,
    "x,a",
    {"x": of(1, 2, 3), "a": 4.0, "k": 3},
    {"x": of(1, 2, 9.5), "a": 4.0, "k": 3},
    {"x": of(1, 2, 7), "a": 4.0, "k": 3},
    {"x": of(8.5, 2, 7), "a": 4.0, "k": 3},
    {"x": of(8.5, 2, 7), "a": 14.0, "k": 0},
    {"x": of(9.5, 2, 7), "a": 14.0, "k": 0},
    {"x": of(1, -2, -3), "a": -4.0, "k": 3},
    {"x": of(1, 6.5, 3), "a": 10.0, "k": 1},
    {"x": of(7, 7, 3), "a": 10.0, "k": 0},
    {"x": of(1, 7.9, 3), "a": 10.0, "k": 0},
    {"x": of(1, 7.9, 3), "a": 10.0, "k": 2},
)
raising(
    """
    def never_bound(x: "float64[N]", t: float):
        while t < 3.0:
            y = x * t
            t = t + 1.0
        if t > 4.0:
            return np.sum(x)
        return np.sum(y * y)
    """,
    "x,t",
    {"x": of(0.5, 2), "t": 1.5},
    {"x": of(0.5, 2), "t": 3.5},
    {"x": of(0.5, 2), "t": 4.5},
)
raising(
    """
    def not_moving_any_more(x: "float64[N]", s: float):
        if np.any(x[1:] < x[:-1]):
            raise ValueError("times go up")
        ends, taken, t = np.zeros(50 + len(x)), 0, x[0]
        while t < x[-1]:
            step = 0.0
            while step == 0.0:
                if s > 1.0:
                    raise RuntimeError("too large")
                step = s * (x[-1] - t) + 0.1
            t = t + step
            if taken >= len(ends):
                raise RuntimeError("too many")
            ends[taken] = t
            taken += 1
        return t + np.sum(ends * ends)
    """,
    "x,s",
    {"x": of(1, 2, 3), "s": 0.7},
    {"x": of(1, 0.5, 3), "s": 0.7},
    {"x": of(1, 2, 3), "s": 1.7},
    {"x": of(1, 2, 99), "s": 0.0},
)
