"""Loops joined across source lines, and what is taken out of loops: less memory, same values."""

from __future__ import annotations

import ctypes
import json
from pathlib import Path

import pytest

from adc.ir.program import Program
from adc.schedule import schedule
from adc.schedule.scheduled import Scheduled
from adc.schedule.text import tree_text
from tests.emit.native import build, expect_same, inputs_for, parsed
from tests.proof.cases import load_cases
from tests.proof.compiled import compile_case
from tests.proof.marks import half_of

CASES = load_cases()
HEAD = """\
program p(N: size, x: array, y: array, a: scalar, b: scalar, z: array)
input x: float64[N]
input y: float64[N]
input a: float64
input b: float64
inout z: float64[N]
local s: float64[N]
local t: float64[N]

"""


def program(body: str) -> Program:
    """Each number of a label is a line of the source."""
    return parsed(HEAD + body)


def ordered(p: Program) -> Scheduled:
    return schedule(p, openmp=True, blas=False, source_order=False)


CHAIN = """\
S1: s[i] = sin(x[i]*y[i]) for i in 0:N
S2: t[i] = s[i]*y[i] + x[i] for i in 0:N
S3: z[i] = exp(t[i])*s[i] for i in 0:N
"""


def test_a_chain_is_one_loop_without_arrays() -> None:
    p = program(CHAIN)
    assert ordered(p).arena_bytes == 0
    assert tree_text(ordered(p)).count("for i") == 1
    assert schedule(p, openmp=True, blas=False).arena_bytes != 0


@pytest.mark.parametrize(
    "body",
    [
        CHAIN,
        CHAIN.replace("s[i]*y[i]", "s[N - 1 - i]*y[i]"),
        CHAIN.replace("= exp(t[i])", "= exp(t[N - 1 - i])"),
        CHAIN.replace("S3", "S9: s[i] = x[i] for i in 0:N\nS3"),
        CHAIN.replace("S2", "S8: s[0] = 1.0\nS2"),
        CHAIN.replace("*y[i] + x[i]", "*(y[i]/(a*b)) + x[i]/(a*b)"),
        "for k in range(0, N):\n    S7: s[k] = a/b + exp(a)*x[k]\n"
        + CHAIN.replace("S1: s", "S1: t"),
        "for k in range(0, N):\n    S7: s[k] = a/(b + y[k]) + x[k]/(b + y[k])\n"
        "S1: z[i] = s[i]/(b + 1.0) for i in 0:N\n",
    ],
)
def test_values_stay(body: str, tmp_path: Path) -> None:
    (native,) = build([program(body)], tmp_path)
    for size in (1, 2, 7):
        expect_same(native, {"N": size})


FEW = """\
S0: s[i] = y[i] for i in 0:N
S1: s[i] = x[i]*a for i in 0:3
S2: {} for i in 0:3
S3: z[0] = s[0] + s[1] + s[2]
"""


@pytest.mark.parametrize(
    "body",
    [
        # what the second reads, or overwrites, another iteration of the first makes, or reads
        FEW.format("z[i + 1] = s[2 - i]*y[i]"),
        FEW.format("z[i + 1] = s[i + 1]*y[i]"),
        FEW.format("s[i + 1] = y[i]"),
        "S0: s[i] = y[i] for i in 0:N\nS1: s[i + 1] += x[i] for i in 0:3\n"
        "S2: z[i] += s[i] for i in 0:3\n",
        "S0: s[i] = y[i] for i in 0:N\nS1: s[i] += x[j]*a for i in 0:3, j in 0:N\n"
        "S2: z[i + 1] += s[2 - i]*y[j] for i in 0:3, j in 0:N\n",
        # ranges that differ, in their ends or in their steps
        "S1: s[i] = x[i] for i in 0:N\nS2: z[i] = s[i]*s[i] for i in 0:N - 1\n",
        "S1: s[i] = x[i] for i in 0:N - 1\nS2: z[i] += x[i]*y[i] for i in 0:N\n",
        "S1: s[i] = x[i] for i in 0:N\nS2: z[i] = s[i]*s[i] for i in 1:N\n",
        "S1: z[i] += x[i] for i in 0:N\n"
        "for k in range(0, N, 2):\n    S2: z[k] = z[k]*y[k]\nS3: z[i] += z[i]*a for i in 0:N\n",
        "for k in range(0, N, 2):\n    S2: z[k] = z[k]*y[k]\nS3: z[i] += z[i]*a for i in 0:N\n",
        "S1: z[i] += x[i] for i in 0:N\nfor k in range(N - 1, 0, -1):\n    S2: z[k] *= z[k - 1]\n"
        .replace("z[k] *=", "z[k] = z[k]*"),
        # loops that others stand between
        "S1: s[i] = x[i] for i in 0:N\nS2: t[0] = s[N - 1]\nS3: s[i] = t[0]*y[i] for i in 0:N\n"
        "S4: z[i] = s[i] + t[0] for i in 0:N\n",
        "S1: z[i] += x[i] for i in 0:N\nS2: s[i] = z[N - 1 - i] for i in 0:N\n"
        "S3: z[i] += y[i] for i in 0:N\nS4: z[i] += s[i] for i in 0:N\n",
        "S1: z[i] = z[i]*x[i] for i in 0:N\nfor k in range(0, 2):\n"
        "    S2: z[0] = z[N - 1]*a\nS3: z[i] = z[i]*y[i] for i in 0:N\n",
        # an inner loop that has the name of the other one's outer loop
        "S1: s[i] = x[i] for i in 0:N\n"
        "S2: z[j] += s[j]*y[i] for j in 0:N, i in 0:N\nS3: z[j] += s[j] for j in 0:N\n",
        # temporaries that are wanted later, or begin before
        "S1: s[i] = x[i] for i in 0:N\nS2: z[i] += s[i] for i in 0:N\nS3: z[0] = s[N - 1]\n",
        "for k in range(0, 3):\n    S1: t[i] = s[i] for i in 0:N\n"
        "    S2: s[i] = x[i] + z[i]*a for i in 0:N\n    S3: z[i] = s[i]*b for i in 0:N\n"
        .replace("t[i] = s[i]", "t[i] = z[i]"),
    ],
)  # fmt: skip
def test_loops_that_meet_stay_apart(body: str, tmp_path: Path) -> None:
    (native,) = build([program(body)], tmp_path)
    for size in (4, 5, 7):
        expect_same(native, {"N": size})


SCALAR = HEAD.replace("inout z", "local u: float64\nlocal v: float64\ninout z")
SCALAR_SUMS = """\
S0: u = 0.0
S1: s[i] = sin(x[i])*a for i in 0:N
S2: u += s[i]*x[i] for i in 0:N
S3: t[i] = s[i]*y[i] for i in 0:N
S4: u += t[i]*y[i] for i in 0:N
S5: z[i] = t[i]*s[i] for i in 0:N
S6: z[0] += u
"""


def test_sums_into_one_scalar_share_a_loop() -> None:
    """What they are of needs no memory then."""
    found = ordered(parsed(SCALAR + SCALAR_SUMS))
    assert found.arena_bytes == 0
    assert tree_text(found).count("for i") == 1
    assert schedule(parsed(SCALAR + SCALAR_SUMS), openmp=True, blas=False).arena_bytes != 0


@pytest.mark.parametrize(
    "body",
    [
        SCALAR_SUMS,
        # the sum is read, set, multiplied or bounded between
        SCALAR_SUMS.replace("t[i] = s[i]", "t[i] = u*s[i]"),
        SCALAR_SUMS.replace("S3:", "S8: u = a\nS3:"),
        SCALAR_SUMS.replace("S3:", "S8: u = u*a\nS3:"),
        SCALAR_SUMS.replace("S3:", "S8: u max= x[i] for i in 0:N\nS3:"),
        # another one, which the first is added to, or that waits for it
        SCALAR_SUMS.replace("S3:", "S7: v = u\nS3:").replace("S6: z[0] += u", "S6: z[0] += u*v"),
        SCALAR_SUMS.replace("S0:", "S7: v = 0.0\nS0:")
        .replace("S6: z[0] += u", "S8: v += u*x[i] for i in 0:N\nS6: z[0] += v"),
        # in loops around
        "S9: z[i] = x[i] for i in 0:N\nfor k in range(0, 3):\n"
        + "".join(f"    {line}\n" for line in SCALAR_SUMS.replace("x[i]*a", "z[i]*a").splitlines()),
    ],
)  # fmt: skip
def test_sums_into_one_scalar_keep_their_order(body: str, tmp_path: Path) -> None:
    (native,) = build([parsed(SCALAR + body)], tmp_path)
    for size in (1, 2, 3, 7, 40):
        expect_same(native, {"N": size})


def test_what_never_changes_is_computed_before_the_loop() -> None:
    p = program("for k in range(0, N):\n    S1: z[k] = x[k]*(a/(b*b)) + y[k]*(a/(b*b))\n")
    text = tree_text(ordered(p))
    assert text.index("/") < text.index("for k") and text.count("/") == 1


SCALED = """\
for k in range(0, N):
    S1: z[i] += x[i]*(exp(a)*b*float64({k})) for i in 0:N
    S2: z[i] = z[i]/(exp(a)*b) for i in 0:N
    for l in range(0, k):
        S3: z[i] += exp(a)*b*float64({k})/(1.0 + b*b*float64({l})) for i in 0:N
"""


def test_what_never_changes_is_made_of_what_has_a_name(tmp_path: Path) -> None:
    """Built where a name that nothing uses is an error."""
    p = program(SCALED)
    assert tree_text(ordered(p)).count("exp(") == 1
    (native,) = build([p], tmp_path)
    for size in (0, 1, 4):
        expect_same(native, {"N": size})


CHANGING = """\
program q(N: size, x: array, a: scalar, b: scalar, z: array)
input x: float64[N]
inout a: float64
input b: float64
inout z: float64[N]
local s: float64

"""


@pytest.mark.parametrize(
    "body",
    [
        "for k in range(0, N):\n    S1: z[k] = x[k]*(exp(a)/(b*b))\n    S2: a = a*b\n",
        "for k in range(0, N):\n    S1: a = a*b\n    for l in range(0, 2):\n"
        "        S2: z[k] += x[l]*(exp(a)/(b*b))\n",
        "for k in range(0, N):\n    S1: s = x[k]\n    for l in range(0, 3):\n"
        "        S2: z[k] += x[l]*(exp(s)/(b*b))\n        S3: s = s*b\n",
        "for k in range(0, N):\n    for l in range(0, k):\n"
        "        S1: z[k] += x[l]*(exp(b)/(b + float64({l*k + 1})))\n",
        "for k in range(0, N):\n    for l in range(0, k):\n"
        "        S1: z[k] += x[l]*(exp(b)/(b + float64({N // k})))\n",
    ],
)
def test_what_changes_is_computed_anew(body: str, tmp_path: Path) -> None:
    (native,) = build([parsed(CHANGING + body)], tmp_path)
    for size in (3, 4, 6):
        expect_same(native, {"N": size})


def test_integers_are_divided_where_the_loop_runs() -> None:
    """Before it the divisor may be zero."""
    body = "    for l in range(0, k):\n        S1: z[k] += x[l]*exp(b)/(b + float64({N // k}))\n"
    text = tree_text(ordered(parsed(CHANGING + "for k in range(0, N):\n" + body)))
    assert text.index("N//k") > text.index("for l") > text.index("exp(b)")


def test_what_changes_is_not() -> None:
    p = program("for k in range(0, N):\n    S1: z[k] = x[k]/exp(b + y[k])\n")
    text = tree_text(ordered(p))
    assert text.index("exp") > text.index("for k")


@pytest.mark.parametrize("name", half_of(sorted(CASES)))
def test_no_case_takes_more_memory(name: str) -> None:
    case = CASES[name]
    peaks = [
        json.loads(
            compile_case(case, schedule=order, sizes=dict(case.sizes)).files["manifest.json"]
        )["memory"]["peak_bytes"]
        for order in ("auto", "source")
    ]
    assert peaks[0] <= peaks[1]


SUMS = """\
S1: s[i] = sin(x[i])*y[i] for i in 0:N
S2: z[0] += s[i]*x[i] for i in 0:N
S3: z[1] += s[i]*y[i] for i in 0:N
"""


def test_sums_run_on_threads_in_stretches() -> None:
    text = tree_text(ordered(program(SUMS)))
    assert "for part in range(0, 16) parallel" in text
    assert "for part in range(0, 16):" in text
    assert "part" not in tree_text(schedule(program(SUMS), openmp=True, blas=False))
    assert "part" not in tree_text(schedule(program(SUMS), openmp=False, blas=False))


@pytest.mark.parametrize("text", [HEAD + SUMS, SCALAR + SCALAR_SUMS], ids=("elements", "a scalar"))
@pytest.mark.parametrize("size", [2, 4095, 4096, 4097, 16 * 4096 - 1, 16 * 4096 + 17])
def test_sums_are_the_same_on_any_number_of_threads(size: int, text: str, tmp_path: Path) -> None:
    flags = ["-DADC_PARALLEL_MIN=0", "-fopenmp"]
    (native,) = build([parsed(text)], tmp_path, openmp=True, more=flags)
    expect_same(native, {"N": size}, tolerance=1e-10)
    inputs = inputs_for(native.program, {"N": size})
    threads = ctypes.CDLL("libgomp.so.1").omp_set_num_threads
    found = set()
    for number in (1, 2, 4, 7):
        threads(number)
        found.add(native.call({"N": size}, inputs)["z"].tobytes())
    threads(1)
    assert len(found) == 1


def test_what_reads_its_sum_stays_in_order(tmp_path: Path) -> None:
    body = "S1: z[0] += x[i] for i in 0:N\nS2: t[i] = z[0]*x[i] for i in 0:N\n"
    (native,) = build([program(body + "S3: z[i] += t[i] for i in 0:N\n")], tmp_path, openmp=True)
    for size in (1, 5, 9000):
        expect_same(native, {"N": size}, tolerance=1e-10)


def test_nests_are_cut_at_their_outermost_loop(tmp_path: Path) -> None:
    body = "S1: z[0] += x[i]*y[k] for i in 0:N, k in 0:i\n"
    p = program(body)
    text = tree_text(ordered(p))
    assert text.index("for part") < text.index("for i")
    (native,) = build([p], tmp_path, openmp=True)
    for size in (1, 7, 8, 9, 130, 300):
        expect_same(native, {"N": size}, tolerance=1e-9)
