"""`while`, `break`, `continue` and `return` anywhere, against Python itself."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest

from adc.diagnostics import AdcError
from adc.ir.enums import Role
from adc.ir.nodes import Loop, While
from adc.ir.walking import walk_nodes
from tests.lowering.harness import agree, lowered

Inputs = list[Mapping[str, Any]]


def vectors(*thresholds: float, sizes: tuple[int, ...] = (0, 1, 2, 5, 9)) -> Inputs:
    """`x` of several sizes beside the threshold `t`: jumps come early, late and never."""
    rng = np.random.default_rng(7)
    return [{"x": rng.normal(size=n), "t": t} for n in sizes for t in thresholds]


def numbers(*values: float) -> Inputs:
    return [{"x": v} for v in values]


KERNELS: dict[str, tuple[str, Inputs]] = {}


def kernel(source: str, inputs: Inputs) -> None:
    name = source.rsplit("def ", 1)[1].split("(")[0]
    assert name not in KERNELS, name
    KERNELS[name] = (source, inputs)


kernel(
    """
    def while_inside_an_if(x: "float64[N]", t: float):
        for i in range(x.shape[0]):
            if x[i] > t:
                while x[i] > 0.2:
                    x[i] = x[i] / 2
    """,
    vectors(0.3, 5.0),
)
kernel(
    """
    def break_of_a_loop_inside_an_if(x: "float64[N]", t: float):
        s = 0.0
        for i in range(x.shape[0]):
            if x[i] > t:
                for j in range(5):
                    s += x[i]
                    if s > 3:
                        break
        return s
    """,
    vectors(0.3, -1.0),
)
kernel(
    """
    def return_in_a_loop_inside_an_if(x: "float64[N]", t: float):
        s = 0.0
        for i in range(x.shape[0]):
            if x[i] > t:
                for j in range(5):
                    s += x[i]
                    if s > 3:
                        return s * 2
                s += 1
            s += 0.5
        return s
    """,
    vectors(0.3, -1.0, 5.0),
)
kernel(
    """
    def return_beside_continue(x: "float64[N]", t: float):
        s = 0.0
        for i in range(x.shape[0]):
            if x[i] > t:
                for j in range(5):
                    s += x[i]
                    if s > 3:
                        return s * 2
                s += 1
                if s > 2:
                    continue
                else:
                    s -= 1
            s += 0.5
        return s
    """,
    vectors(0.3, -1.0, 5.0),
)
kernel(
    """
    def what_follows_returns(x: "float64[N]", t: float):
        s = 0.0
        if t > 0.2:
            for i in range(x.shape[0]):
                if x[i] > t:
                    return s
                s += x[i]
            s = s * 2
        else:
            s = 4.0
        for i in range(x.shape[0]):
            if x[i] < -t:
                return s
            s += x[i]
        return s + 1
    """,
    vectors(0.1, 0.3, 0.5, 9.0),
)
kernel(
    """
    def jumps_after_jumps(x: "float64[N]", t: float):
        s = 0.0
        for i in range(x.shape[0]):
            if x[i] > t:
                s += 1
                break
                s += 100
            s += 0.5
            if x[i] < -t:
                continue
            elif x[i] < 0:
                if s > 1:
                    break
                s += 3
            else:
                pass
            s += x[i]
        return s
    """,
    vectors(0.1, 0.3, 0.5, 9.0),
)
kernel(
    """
    def jumps_of_nested_loops(x: "float64[N]", t: float):
        s = 0.0
        for i in range(x.shape[0]):
            for j in range(i):
                if x[j] > t:
                    break
                if x[j] < -t:
                    continue
                s += x[i] * x[j]
            if s > 2 * t:
                continue
            s += x[i]
        return s
    """,
    vectors(0.1, 0.5, 9.0),
)
kernel(
    """
    def returns_nothing_early(x: "float64[N]", t: float):
        for i in range(x.shape[0]):
            for j in range(x.shape[0]):
                if x[j] > t:
                    return
                x[j] = x[j] + x[i]
        x[:] = 0
    """,
    vectors(0.1, 0.5, 100.0),
)
kernel(
    """
    def returns_two(x: "float64[N]", t: float):
        for i in range(x.shape[0] - 1, 0, -2):
            if x[i] > t:
                return x[i], i * 2.0
        return t, 3.5
    """,
    vectors(0.1, 0.5, 100.0),
)
kernel(
    """
    def first_above(x: "float64[N]", t: float):
        for i in range(x.shape[0]):
            if x[i] > t:
                return x[i] * 2
        return 0.0


    def calls_what_returns_early(x: "float64[N]", t: float):
        s = 0.0
        for k in range(3):
            s += first_above(x * k, t)
        return s
    """,
    vectors(0.3, 9.0),
)
kernel(
    """
    def returns_an_array_at_tolerance(x: "float64[N]", t: float):
        y = x * 1.0
        for k in range(6):
            d = 0.5 * y - x
            y = y - 0.4 * d
            if np.sum(d * d) < t:
                return y
        return y
    """,
    vectors(1e-3, 0.1, 1e9),
)
kernel(
    """
    def returns_what_the_loop_made(x: "float64[N]", t: float):
        y = x * 1.0
        while True:
            new = y * 0.5
            if np.sum(np.abs(new)) <= t:
                return new
            if np.sum(np.abs(y)) <= t:
                return y * 3
            y = new
    """,
    vectors(1e-2, 0.4, 1e9),
)
kernel(
    """
    def returns_arrays_and_numbers(x: "float64[N]", t: float):
        y = x * 0.5
        for i in range(x.shape[0]):
            for j in range(i + 1):
                y = y * 1.5 + x[j]
                if y[i] > t:
                    return y * x[j], i
            y = y - 0.1
            y[i] = 2.0
            if np.sum(y) > 3 * t:
                return y - x, i + 10
        y[:] = y * y
        return y, -1
    """,
    vectors(-3.0, 0.9, 3.0, 99.0),
)
kernel(
    """
    def first_or_twice(x, t):
        for i in range(x.shape[0]):
            if x[i] > t:
                return x
        return x * 2


    def writes_what_is_returned_by_reference(x: "float64[N]", t: float):
        y = first_or_twice(x, t)
        y[:] = y * 3
        return np.sum(y) + np.sum(x)
    """,
    vectors(0.3, 9.0),
)
kernel(
    """
    def goes_on_with_what_it_may_return(x: "float64[N]", t: float):
        y = x * 1.0
        for i in range(x.shape[0]):
            if x[i] > t:
                return y
            if x[i] < -t:
                return x
            y[i] = y[i] * 7
        y[:] = y * 2
        return x - y
    """,
    vectors(0.3, 0.9, 9.0),
)
kernel(
    """
    def integers_or_floats(x, t):
        for i in range(x.shape[0]):
            if x[i] > t:
                return np.arange(x.shape[0])
        return x * 2


    def sums_integers_or_floats(x: "float64[N]", t: float):
        return np.sum(integers_or_floats(x, t) * x)
    """,
    vectors(0.3, 9.0),
)
kernel(
    """
    from typing import NamedTuple


    class Found(NamedTuple):
        x: np.ndarray
        steps: int


    def solve(x, t):
        for k in range(5):
            x = x * 0.5
            if np.sum(x * x) < t:
                return Found(x, k), {"done": True}
        return Found(x, 5), {"done": False}


    def returns_objects(x: "float64[N]", t: float):
        r, info = solve(x, t)
        return r.x * r.steps + info["done"]
    """,
    vectors(0.01, 0.3, 9.0),
)
kernel(
    """
    def returns_in_no_iteration(x: "float64[N]", t: float, n: int):
        for i in range(n):
            if x[i] > t:
                return x * x[i]
        return x * 2
    """,
    [{"x": np.arange(3.0), "t": t, "n": n} for n in (0, 2) for t in (0.5, 5.0)],
)
kernel(
    """
    def breaks_at_once(x: "float64[N]", t: float):
        s = t
        for i in range(x.shape[0]):
            s += x[i]
            break
        return s
    """,
    vectors(0.3),
)
kernel(
    """
    def breaks_by_sizes(x: "float64[N]", t: float):
        s = t
        for i in range(x.shape[0]):
            if i > 3:
                break
            s += x[i]
        return s
    """,
    vectors(0.3),
)
kernel(
    """
    def names_of_flags(x: float):
        go = 0
        taken = 1.0
        while go < 3:
            go += 1
            taken = taken * x
            skip = taken > 3
            if skip:
                continue
            taken += 1
        returned = taken
        return returned
    """,
    numbers(0.01, 1.0, 9.0),
)
kernel(
    """
    def every_kind_of_leaving(x: float):
        while x > 1:
            if x > 100:
                return 5.0
            elif x > 50:
                x -= 7
                continue
            else:
                if x < 10:
                    break
                x -= 1
            x -= 0.5
        return x
    """,
    numbers(0.0, 9.0, 20.0, 60.0, 101.0),
)
kernel(
    """
    def chained_condition(x: float):
        while 0.1 < x < 10:
            x = x * x
        return x
    """,
    numbers(2.0, 0.9, 10.0),
)
kernel(
    """
    def number_as_condition(x: float):
        while x:
            x = np.floor(x * 0.5)
        return x
    """,
    numbers(10.0, 0.0),
)
kernel(
    """
    def count_after_the_loop(x: float):
        it = 3
        while x > 1:
            x = x * 0.5
            it += 2
        return x * it, it
    """,
    numbers(100.0, 0.1),
)
kernel(
    """
    def while_inside_branches(x: float):
        if x > 1:
            while x > 1:
                x = x / 2
            y = x
        else:
            y = x + 1
            while y > x:
                y = y - 1
                if y < -5:
                    return y
        return y
    """,
    numbers(10.0, 0.1, -7.0),
)
kernel(
    """
    def assigned_in_while_true(x: float):
        while True:
            y = x * 0.5
            if y < 1:
                break
            x = y
        return x + y
    """,
    numbers(10.0, 0.1),
)
kernel(
    """
    def swapped_buffers(x: "float64[N]", t: float):
        a = x.copy()
        b = x.copy()
        e = 1.0
        while e > t:
            b[1:-1] = 0.5 * (a[:-2] + a[2:])
            e = np.max(np.abs(b - a))
            a, b = b, a
        return a
    """,
    vectors(0.2, 5.0, sizes=(2, 3, 6)),
)
kernel(
    """
    def rebound_argument(x: "float64[N]", t: float):
        y = x
        while np.sum(y * y) > t:
            y = y * 0.5
        return y
    """,
    vectors(0.1, 3.0),
)
kernel(
    """
    def conjugate_gradients(A: "float64[N, N]", b: "float64[N]", most: int):
        x = np.zeros(b.shape[0])
        r = b - A @ x
        p = r.copy()
        rs = r @ r
        it = 0
        while rs > 1e-10 and it < most:
            Ap = A @ p
            alpha = rs / (p @ Ap)
            x = x + alpha * p
            r = r - alpha * Ap
            rs_new = r @ r
            if np.sqrt(rs_new) < 1e-10:
                break
            p = r + (rs_new / rs) * p
            rs = rs_new
            it += 1
        return x
    """,
    [{"A": 3 * np.eye(3) + 1, "b": np.arange(1.0, 4.0), "most": m} for m in (0, 1, 10)],
)


kernel(
    """
    def counts_in_a_while(x: "float64[N]", t: float):
        s = 1.0
        i = 0
        k = 7
        while i < x.shape[0] and s < t:
            s = s * (1.5 + x[i])
            i += 1
            k = k - 2
        return s + i * t + k
    """,
    vectors(2.0, 0.5, 1e9),
)
kernel(
    """
    def counts_and_breaks(x: "float64[N]", t: float):
        s = 0.0
        i = 0
        while True:
            if i >= x.shape[0]:
                break
            s = s + x[i] * x[i]
            if s > t:
                break
            i = i + 1
        return s + i
    """,
    vectors(0.5, 1e9),
)


#: What is written and what is returned early may be one array.
WRITTEN = [
    ("if x[i] > t:\n            return x[1:]", "z = f(x, t)\n    z[0] = 2.0"),
    ("if x[i] > t:\n            return x[1:]", "z = f(x, t)\n    x[1] = 2.0"),
    ("if x[i] > t:\n            return x[1:]\n        x = x * 2", "z = f(x, t)\n    z[1] = 2.0"),
]


@pytest.mark.parametrize(("early", "write"), WRITTEN)
def test_refuses_writes_to_what_may_be_returned(early: str, write: str) -> None:
    source = f"""
def f(x, t):
    for i in range(x.shape[0]):
        {early}
    return x[:-1]


def g(x: "float64[N]", t: float):
    {write}
    return np.sum(z) + np.sum(x)
"""
    with pytest.raises(AdcError) as caught:
        lowered(source)
    assert caught.value.diagnostics[0].code == "ADC0211"


@pytest.mark.parametrize("name", KERNELS)
def test_jumps_agree_with_python(name: str) -> None:
    source, inputs = KERNELS[name]
    program = None
    for arguments in inputs:
        program = agree(source, arguments, program)


def test_continue_alone_leaves_the_loop_a_plain_one() -> None:
    program = lowered("""
    def f(x: "float64[N]"):
        for i in range(x.shape[0]):
            if x[i] < 0.0:
                continue
            x[i] = x[i] * x[i]
    """)
    assert any(isinstance(n, Loop) for n in walk_nodes(program.body))
    assert not any(isinstance(n, While) for n in walk_nodes(program.body))
    assert not any(c.role == Role.LOCAL and c.name.startswith("skip") for c in program.containers)


def test_a_loop_that_breaks_is_bounded_by_its_range() -> None:
    program = lowered("""
    def f(x: "float64[N]", t: float):
        for i in range(1, x.shape[0], 2):
            if x[i] > t:
                break
            x[i] = 0.0
    """)
    (loop,) = (n for n in walk_nodes(program.body) if isinstance(n, While))
    assert str(loop.limit) == "floor(N/2)"


@pytest.mark.parametrize(("own", "limit"), [("", "20"), ("def abs(d): return d", "None")])
def test_a_magnitude_before_a_counter_hides_no_limit(own: str, limit: str) -> None:
    program = lowered(f"""
    {own}
    def f(x: "float64[N]", s: float):
        y, d, k = s, 1.0, 0
        while abs(d) > 1e-6 and k < 20:
            d = (y * y - x[0]) / (2.0 * y)
            y -= d
            k += 1
        return y
    """)
    (loop,) = (n for n in walk_nodes(program.body) if isinstance(n, While))
    assert str(loop.limit) == limit


def test_an_integer_that_a_test_of_integers_chooses_may_be_a_subscript() -> None:
    source = """
    def periodic(u: "float64[N]", c: float):
        v = np.zeros_like(u)
        for i in range(u.shape[0]):
            ip = i + 1
            im = i - 1
            if ip >= u.shape[0]:
                ip = 0
            if i == 0:
                im = u.shape[0] - 1
            v[i] = u[i] * (u[ip] - u[im]) * c
        return v
    """
    program = None
    for n in (1, 2, 5, 8):
        arguments = {"u": np.linspace(1.0, 2.0, n) ** 2, "c": 0.5}
        program = agree(source, arguments, program)
