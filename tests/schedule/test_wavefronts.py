"""Sweeps in place on a device: line by line where that is possible, in order where it is not."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest

from tests.cuda_emulator.build import missing
from tests.proof.cases import Case
from tests.proof.compiled import compile_case
from tests.proof.harness import MismatchError
from tests.proof.marks import seeds_in_parts
from tests.proof.on_device import prove_on_device

needs_compiler = pytest.mark.skipif(bool(missing()), reason=missing())
HEAD = "import numpy as np\n\n\n"
SIZES = {"N": 7, "M": 6}


def sweep(text: str, wrt: str = "u", sizes: dict[str, int] = SIZES, **given: int) -> Case:
    """A case of a function `sweep` whose signature is its first line."""
    return Case("sweep", HEAD + text, tuple(wrt.split(",")), ("return",), {**sizes, **given})


def in_lines(case: Case) -> int:
    (text,) = (t for f, t in compile_case(case, target="cuda").files.items() if f.endswith(".cu"))
    return text.count("line by line")


#: With how many nests are run line by line in both sweeps.
SWEEPS = {
    "gauss_seidel": (2, sweep("""\
def sweep(u: "float64[N, M]", f: "float64[N, M]", steps: int):
    N, M = u.shape
    for t in range(steps):
        for i in range(1, N - 1):
            for j in range(1, M - 1):
                u[i, j] = 0.25*(u[i-1, j] + u[i+1, j] + u[i, j-1] + u[i, j+1] + f[i, j])
    return np.sum(u*u)
""", "u,f", steps=3)),
    "relaxed": (2, sweep("""\
def sweep(u: "float64[N, M]", w: float):
    N, M = u.shape
    for i in range(1, N - 1):
        for j in range(1, M - 1):
            r = u[i-1, j] + u[i+1, j] + u[i, j-1] + u[i, j+1] - 4.0*u[i, j]
            u[i, j] = u[i, j] + 0.25*w*r
    return np.sum(u*u)
""", "u,w")),
    "back_and_forth": (4, sweep("""\
def sweep(u: "float64[N, M]", f: "float64[N, M]"):
    N, M = u.shape
    for i in range(1, N - 1):
        for j in range(1, M - 1):
            u[i, j] = 0.25*np.sin(u[i-1, j] + u[i+1, j] + u[i, j-1] + u[i, j+1] + f[i, j])
    for i in range(N - 2, 0, -1):
        for j in range(M - 2, 0, -1):
            u[i, j] = 0.25*np.sin(u[i-1, j] + u[i+1, j] + u[i, j-1] + u[i, j+1] + f[i, j])
    return np.sum(u*u)
""", "u,f")),
    "rows_down_columns_up": (2, sweep("""\
def sweep(u: "float64[N, M]"):
    N, M = u.shape
    for i in range(N - 2, -1, -1):
        for j in range(1, M):
            u[i, j] += 0.5*u[i+1, j]*u[i, j-1] + 0.25*u[i+1, j-1]
    return np.sum(u*u)
""")),
    "warping": (2, sweep("""\
def sweep(x: "float64[N]", y: "float64[M]"):
    N, M = x.shape[0], y.shape[0]
    D = np.zeros((N + 1, M + 1))
    D[1:, 0] = 1e3
    D[0, 1:] = 1e3
    for i in range(1, N + 1):
        for j in range(1, M + 1):
            s = np.exp(-D[i-1, j]) + np.exp(-D[i, j-1]) + np.exp(-D[i-1, j-1])
            D[i, j] = (x[i-1] - y[j-1])**2 - np.log(s)
    return D[N, M]
""", "x,y")),
    "nine_points": (2, sweep("""\
def sweep(u: "float64[N, M]", steps: int):
    N, M = u.shape
    for t in range(steps):
        for i in range(1, N - 1):
            for j in range(1, M - 1):
                u[i, j] = (u[i-1, j-1] + u[i-1, j] + u[i-1, j+1] + u[i, j-1] + u[i, j]
                           + u[i, j+1] + u[i+1, j-1] + u[i+1, j] + u[i+1, j+1])/9.0
    return np.sum(u*u)
""", steps=2)),
    "a_line_in_time": (2, sweep("""\
def sweep(u: "float64[N]", steps: int):
    N = u.shape[0]
    for t in range(steps):
        for i in range(1, N - 1):
            u[i] = 0.3*(u[i-1] + u[i] + u[i+1])
    return np.sum(u*u)
""", sizes={"N": 9}, steps=4)),
    "a_cube": (2, sweep("""\
def sweep(u: "float64[N, M, M]"):
    N, M = u.shape[0], u.shape[1]
    for i in range(1, N - 1):
        for j in range(1, M - 1):
            for k in range(1, M - 1):
                u[i, j, k] = (u[i-1, j, k] + u[i, j-1, k] + u[i, j, k-1] + u[i+1, j, k])*0.2
    return np.sum(u*u)
""")),
}  # fmt: skip

#: No lines with small slopes keep the order, or some numbers go from one element to the next.
IN_ORDER = {
    "far_behind": """\
def sweep(u: "float64[N, M]"):
    N, M = u.shape
    for i in range(1, N):
        for j in range(1, M - 5):
            u[i, j] += 0.5*u[i-1, j+5]*u[i, j-1]
    return np.sum(u*u)
""",
    "mirrored": """\
def sweep(u: "float64[N, M]"):
    N, M = u.shape
    for i in range(1, N):
        for j in range(1, M):
            u[i, j] += 0.5*u[i-1, M-1-j]*u[i, j-1]
    return np.sum(u*u)
""",
    "the_last_one": """\
def sweep(u: "float64[N, M]"):
    N, M = u.shape
    s = 0.0
    for i in range(1, N):
        for j in range(1, M):
            s = 0.5*s*u[i, j] + u[i-1, j]*u[i, j-1]
            u[i, j] = s
    return np.sum(u*u)
""",
}


@pytest.mark.parametrize("name", SWEEPS)
def test_lines(name: str) -> None:
    expected, case = SWEEPS[name]
    assert in_lines(case) == expected


@pytest.mark.parametrize("name", IN_ORDER)
def test_in_order(name: str) -> None:
    assert in_lines(sweep(IN_ORDER[name])) == 0


@needs_compiler
@pytest.mark.parametrize("name", SWEEPS)
def test_numbers(name: str, tmp_path: Path) -> None:
    prove_on_device(SWEEPS[name][1], tmp_path)


@needs_compiler
@pytest.mark.parametrize("n", [1, 2, 3, 33])
def test_sizes(n: int, tmp_path: Path) -> None:
    case = SWEEPS["gauss_seidel"][1]
    prove_on_device(replace(case, sizes={"N": n, "M": 5, "steps": n % 3}), tmp_path)


def drawn(seed: int) -> Case:
    """A sweep of random directions over random neighbours, with one or two statements."""
    rng = random.Random(seed)
    reach = 2
    ranges = [
        rng.choice((f"range({reach}, {n} - {reach})", f"range({n} - {reach + 1}, {reach - 1}, -1)"))
        for n in "NM"
    ]
    body = []
    for k in range(rng.choice((1, 1, 2))):
        terms = []
        for _ in range(rng.randint(2, 4)):
            di, dj = (rng.randint(-reach, reach) for _ in "ij")
            name = rng.choice("uuv")
            if rng.random() < 0.4:
                di = 0
            terms.append(f"{rng.choice((0.25, 0.5, -0.3))}*{name}[i + {di}, j + {dj}]")
        value = " + ".join(terms)
        value = rng.choice((value, f"np.sin({value})", f"({value})*w"))
        body.append(f"            {'uv'[k]}[i, j] {rng.choice(('=', '+='))} {value}\n")
    steps = rng.choice(("1", "2", "steps"))
    text = (
        'def sweep(u: "float64[N, M]", v: "float64[N, M]", w: float, steps: int):\n'
        "    N, M = u.shape\n"
        f"    for t in range({steps}):\n"
        f"        for i in {ranges[0]}:\n"
        f"          for j in {ranges[1]}:\n"
        + "".join(body)
        + "    return np.sum(u*u) + np.sum(v)\n"
    )
    return sweep(text, "u,v,w", {"N": 8, "M": 9}, steps=2)


@needs_compiler
@pytest.mark.parametrize("seeds", seeds_in_parts(1, 4, 64))
def test_random_sweeps(seeds: range, tmp_path: Path) -> None:
    for seed in seeds:
        folder = tmp_path / str(seed)
        folder.mkdir()
        prove_on_device(drawn(seed), folder)


def test_random_sweeps_have_lines() -> None:
    assert sum(bool(in_lines(drawn(seed))) for seed in range(6)) >= 2


@needs_compiler
def test_a_wrong_answer_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Were isl to say that diagonals are free of dependences where they are not."""
    monkeypatch.setattr("adc.schedule.wavefronts.is_empty", lambda text: True)
    case = SWEEPS["nine_points"][1]
    assert in_lines(case)
    with pytest.raises(MismatchError):
        prove_on_device(case, tmp_path)
