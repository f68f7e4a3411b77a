"""Functions that stay functions: what is lowered, run, is what NumPy makes of the source."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from adc.diagnostics import AdcError
from adc.interpret import SizesError, run
from adc.ir.enums import Role
from adc.ir.program import Program
from adc.lowering.routines import policy
from tests.lowering.harness import agree, lowered, sizes_of


def kept(source: str, *routines: str, **arguments: Any) -> Program:
    """The source with its calls kept and with them written out, both against NumPy; `routines` are
    what stays."""
    program = lowered(source, inline="none")
    assert tuple(r.name for r in program.routines) == routines
    agree(source, arguments, program)
    written_out = lowered(source, inline="all")
    assert not written_out.routines
    agree(source, arguments, written_out)
    return program


def numbers(*shape: int, dtype: str = "float64") -> np.ndarray:
    rng = np.random.default_rng([3, *shape])
    return rng.uniform(0.4, 1.6, shape).astype(dtype)


LAPLACE = """
    def laplace(u):
        out = np.zeros_like(u)
        out[1:-1] = u[2:] - 2.0*u[1:-1] + u[:-2]
        return out
"""


def test_one_routine_for_equal_patterns() -> None:
    program = kept(
        LAPLACE
        + """
    def f(u: "float64[N]", w: "float64[M]"):
        a = laplace(u)
        b = laplace(laplace(w))
        return a.sum() + (b*w).sum()
    """,
        "laplace",
        u=numbers(6),
        w=numbers(5),
    )
    (laplace,) = program.routines
    assert laplace.symbols == ("N",)
    assert [c.role for c in laplace.containers] == [Role.INPUT, Role.OUTPUT]


def test_two_shapes_are_two_routines() -> None:
    kept(
        LAPLACE
        + """
    def f(u: "float64[N, N]", w: "float64[N]"):
        laplace(w)
        return laplace(u), laplace(w)
    """,
        "laplace",
        "laplace_2",
        u=numbers(4, 4),
        w=numbers(4),
    )


@pytest.mark.parametrize("size", [0, 1, 2, 5])
def test_empty_and_small_arrays(size: int) -> None:
    kept(
        """
    def total(u):
        s = 0.0
        for i in range(len(u)):
            s += u[i]*u[i]
        return s

    def f(u: "float64[N]"):
        return total(u) + 2.0*total(np.sin(u))
    """,
        "total",
        u=numbers(size),
    )


def test_rows_and_slabs_are_sections() -> None:
    program = kept(
        """
    def smooth(row, c):
        for i in range(1, len(row)):
            row[i] = row[i]*c + row[i - 1]

    def plane(a):
        a[...] = np.cos(a)*a

    def f(u: "float64[N, M]", w: "float64[K, N, M]", c: "float64"):
        for k in range(u.shape[0]):
            smooth(u[k], c)
        smooth(w[0, 1, 1:3], 0.5)
        plane(w[1])
        plane(u[1:-1])
    """,
        "smooth",
        "smooth_2",
        "plane",
        u=numbers(4, 3),
        w=numbers(2, 4, 3),
        c=0.7,
    )
    assert program.routine("smooth").symbols == ("M",)


def test_strides_and_columns_are_written_out() -> None:
    kept(
        """
    def smooth(row):
        for i in range(1, len(row)):
            row[i] = row[i] + row[i - 1]

    def f(u: "float64[N, M]"):
        smooth(u[:, 1])
        smooth(u[0, ::2])
        smooth(u[0, ::-1])
        smooth(u.T[0])
    """,
        u=numbers(4, 5),
    )


def test_nested_calls_branches_and_loops() -> None:
    program = kept(
        """
    def inner(u, t):
        for i in range(len(u)):
            u[i] = np.sin(u[i]*t)

    def outer(u, w, t):
        inner(u, t)
        if w[0] > 0.9:
            inner(w, 2.0)
        else:
            w += 1.0

    def f(u: "float64[N]", w: "float64[N]", s: "float", T: "int"):
        for t in range(T):
            outer(u, w, 0.1*t)
            if t == 1:
                inner(w, s)
    """,
        "outer",
        "inner",
        u=numbers(4),
        w=numbers(4),
        s=0.8,
        T=3,
    )
    assert [c.role for c in program.routine("outer").containers][:2] == [Role.INOUT, Role.INOUT]


@pytest.mark.parametrize("steps", [0, 1, 4])
def test_loops_that_do_not_run(steps: int) -> None:
    kept(
        """
    def first(u):
        return 2.0*u[0]*u[3]

    def f(u: "float64[N]", T: "int"):
        s = 0.0
        for t in range(T):
            s += first(u)
        return s
    """,
        "first",
        u=numbers(4),
        T=steps,
    )


def test_sizes_are_asked_for_where_a_call_is_run() -> None:
    """Only where the loop runs must the array have four elements; a routine assumes it always."""
    source = """
    def first(u):
        return 2.0*u[0]*u[3]

    def f(u: "float64[N]", T: "int"):
        s = 0.0
        for t in range(T):
            s += first(u)
        return s
    """
    kept(source, "first", u=numbers(2), T=0)
    for inline in ("all", "none"):
        program, arguments = lowered(source, inline=inline), {"u": numbers(3), "T": 1}
        with pytest.raises(SizesError):
            run(program, sizes_of(program, arguments), {"u": arguments["u"]})


def test_sizes_are_asked_for_where_data_takes_the_branch() -> None:
    source = """
    def fourth(u):
        return 2.0*u[3]

    def f(u: "float64[N]"):
        s = u[0]
        if s > 1.0:
            s = fourth(u)
        return s
    """
    assert lowered(source, inline="none").misfit
    kept(source, "fourth", u=np.array([0.5, 0.5]))
    kept(source, "fourth", u=np.array([1.5, 0.5, 2.0, 0.3]))
    for inline in ("all", "none"):
        with pytest.raises(SizesError):
            run(lowered(source, inline=inline), {"N": 2}, {"u": np.array([1.5, 0.5])})


def test_integers_and_what_is_known_of_them() -> None:
    """A position inside of the array is known as such: no subscript counts from the end."""
    program = kept(
        """
    def at(u, k):
        return u[k]*u[k + 1]

    def f(u: "float64[N]"):
        s = 0.0
        for i in range(len(u) - 1):
            s += at(u, i)
        return s
    """,
        "at",
        u=numbers(5),
    )
    assert "k" in program.routine("at").symbols
    assert "choose" not in str(program.routine("at"))
    assert "wrap" not in str(program.routine("at"))


def test_sizes_that_change_in_the_callers_loop_are_written_out() -> None:
    kept(
        """
    def head(u, k):
        s = 0.0
        for i in range(k):
            s += u[i]
        return s

    def part(u):
        return u.sum()

    def f(u: "float64[N]"):
        s = head(u, len(u))
        for i in range(len(u)):
            s += head(u, i) + part(u[:i])
        return s
    """,
        "head",
        u=numbers(5),
    )


def test_numbers_make_routines_until_there_are_too_many() -> None:
    calls = " + ".join(f"power(u, {k})" for k in range(2, 8))
    program = kept(
        f"""
    def power(u, k):
        s = 0.0
        for i in range(len(u)):
            s += u[i]**k
        return s

    def f(u: "float64[N]"):
        return {calls} + power(u, 2)
    """,
        "power",
        "power_2",
        "power_3",
        "power_4",
        u=numbers(3),
    )
    assert "k" not in program.routine("power").symbols
    assert "k" in program.routine("power_4").symbols


def test_defaults_keywords_and_none() -> None:
    kept(
        """
    def scaled(u, c=0.5, shift=None, flag=True):
        if shift is not None:
            u = u + shift
        if flag:
            return c*u
        return u - c

    def f(u: "float64[N]", w: "float64[N]"):
        a = scaled(u)
        b = scaled(u, shift=w, c=2.0)
        return a + b + scaled(w, flag=False) + scaled(c=1.5, u=w)
    """,
        "scaled",
        "scaled_2",
        "scaled_3",
        u=numbers(3),
        w=numbers(3),
    )


def test_defaults_that_are_arrays_are_written_out() -> None:
    kept(
        """
    def moved(u, by=np.ones(3)):
        return u + by

    def f(u: "float64[3]"):
        return moved(u)
    """,
        u=numbers(3),
    )


def test_booleans_are_passed() -> None:
    kept(
        """
    def chosen(u, up):
        if up:
            return u*2.0
        return u*3.0

    def f(u: "float64[N]"):
        return chosen(u, u[0] > 1.0) + chosen(u, True) + chosen(u, u[1] < 1.0)
    """,
        "chosen",
        "chosen_2",
        u=numbers(4),
    )


def test_single_precision_and_numbers_of_python() -> None:
    """Numbers of Python give way to single precision, also inside the routine."""
    kept(
        """
    def combined(u, c):
        return u*c + 1.0

    def f(u: "float32[N]", c: "float32", d: "float"):
        return combined(u, c), combined(u, 0.1), combined(u, d), combined(u, np.float64(0.1))
    """,
        "combined",
        "combined_2",
        "combined_3",
        u=numbers(3, dtype="float32"),
        c=np.float32(0.3),
        d=0.7,
    )


def test_one_array_twice() -> None:
    """The very array is one formal; parts of one array are told apart by writing the call out."""
    program = kept(
        """
    def product(u, v):
        s = 0.0
        for i in range(len(u)):
            s += u[i]*v[i]
        return s

    def added(u, v):
        for i in range(1, len(u)):
            u[i] = v[i - 1] + u[i]

    def f(u: "float64[N]", w: "float64[2, N]"):
        added(u, u)
        added(w[0], w[1])
        added(u[1:], u[:-1])
        return product(u, u) + product(u, w[0]) + product(w[0], w[1])
    """,
        "added",
        "product",
        "product_2",
        u=numbers(5),
        w=numbers(2, 5),
    )
    assert [p.name for p in program.routine("added").parameters] == ["N", "u"]


def test_a_number_out_of_an_array_that_is_written() -> None:
    """Python passes the value that the element has before the call."""
    kept(
        """
    def scaled(u, c):
        for i in range(len(u)):
            u[i] = u[i]*c

    def f(u: "float64[N]"):
        scaled(u, u[0])
        scaled(u, u[1] + u[0])
    """,
        "scaled",
        u=numbers(4),
    )


def test_what_is_returned() -> None:
    kept(
        """
    def several(u):
        s = u.sum()
        return s, u*s, np.outer(u, u)

    def itself(u):
        u *= 2.0
        return u

    def f(u: "float64[N]"):
        s, v, w = several(u)
        t = itself(v)
        t[0] = 7.0
        return s + v[0], t, w
    """,
        "several",
        "itself",
        u=numbers(3),
    )


def test_values_that_are_known_are_written_out() -> None:
    kept(
        """
    def half(n):
        return n // 2

    def is_long(u):
        return u.shape[0] > 2

    def tail(u):
        return u[1:]

    def both(u, v):
        return u if u[0] > 1.0 else v

    def f(u: "float64[N]"):
        v = np.zeros(half(len(u)))
        if is_long(u):
            v += 1.0
        w = tail(u)
        w[...] = 2.0*w
        return v, both(u, u*2.0)
    """,
        u=numbers(4),
    )


def test_early_returns_and_while() -> None:
    kept(
        """
    def position(c, limit):
        s = 0.0
        k = 0.0
        while s < limit:
            s += c + k
            k += 1.0
            if k > 4.0:
                return s
        return s + k

    def clipped(u, c):
        if c > 1.0:
            return u*1.5
        return u*c

    def f(u: "float64[N]", c: "float64"):
        return position(c, 3.0) + position(c, 30.0), clipped(u*1.0, c), clipped(u*2.0, c + 1.0)
    """,
        "position",
        "clipped",
        u=numbers(4),
        c=0.7,
    )


def test_constants_and_sizes_of_the_module() -> None:
    kept(
        """
    LENGTH = 3
    STEP = 0.25

    def advanced(u):
        v = u.copy()
        for t in range(LENGTH):
            v = v + STEP*np.sin(v)
        return v

    def f(u: "float64[N]"):
        return advanced(advanced(u))
    """,
        "advanced",
        u=numbers(4),
    )


def test_recursion_is_refused_as_ever() -> None:
    source = """
    def down(u, k):
        if k == 0:
            return u
        return up(u, k - 1)

    def up(u, k):
        return down(u*2.0, k)

    def f(u: "float64[N]", k: "int"):
        return down(u, k)
    """
    for inline in ("all", "none"):
        with pytest.raises(AdcError) as caught:
            lowered(source, inline=inline)
        assert caught.value.diagnostics[0].code == "ADC0228"


def test_refusals_are_those_of_written_out_calls() -> None:
    """What a routine cannot do tells of the same line."""
    source = """
    def odd(u):
        return np.busday_count(u, u)

    def f(u: "float64[N]"):
        return odd(u).sum()
    """
    found = []
    for inline in ("all", "none"):
        with pytest.raises(AdcError) as caught:
            lowered(source, inline=inline)
        found.append(caught.value.diagnostics)
    assert found[0] == found[1]


def test_short_programs_are_written_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Calls are kept by themselves in programs that would be long without, of functions that are
    worth it."""
    source = """
    def tiny(u):
        return u*2.0

    def sizable(u):
        a = tiny(u)
        b = a + u
        c = np.sin(b)
        d = c*c
        e = d - a
        g = e*b
        return g + e

    def f(u: "float64[N]"):
        return sizable(sizable(sizable(tiny(u))))
    """
    assert not lowered(source).routines
    monkeypatch.setattr(policy, "SHORT", 20)
    program = lowered(source)
    assert [r.name for r in program.routines] == ["sizable"]
    agree(source, {"u": numbers(3)}, program)
