"""What threads add at positions that are read is sorted with `--deterministic`: the bits of C, and
the bytes of the plan."""

from __future__ import annotations

import ctypes
import json
import math
import re
from pathlib import Path

import numpy as np
import pytest

from adc.schedule.sorted_sums import Sorting
from tests.cuda_emulator.build import missing
from tests.cuda_emulator.run import Device, run
from tests.proof.cases import Case
from tests.proof.compiled import Compiled, compile_anew, compile_case, run_gradient
from tests.proof.harness import Drawn, MismatchError, draw_case
from tests.proof.marks import long_among
from tests.proof.matrix import variants
from tests.proof.native import Call
from tests.proof.native import build as build_c
from tests.proof.on_device import Emulated, built, check_outcome
from tests.proof.traps import TRAPS

pytestmark = pytest.mark.skipif(bool(missing()), reason=missing())


def case(text: str, wrt: str, *of: str, **more: object) -> Case:
    """A program whose gradients are no sums but those at positions."""
    name = re.findall(r"def (\w+)", text)[-1]
    source = f"import numpy as np\n\n\n{text}"
    return Case(name, source, tuple(wrt.split(",")), of or ("return",), **more)  # type: ignore[arg-type]


#: None, one, and around the lanes of a warp and two blocks of keys; primes; more positions than
#: elements, and fewer.
COUNTS = tuple({"M": count} for count in (0, 1, 33, 521))
PROGRAMS = [
    case(
        '''def in_steps(x: "float64[N]", w: "float64[M]", idx: "int64[M]", to: "int32[M]", T: int):
    for t in range(T):
        y = np.zeros(x.shape[0])
        for e in range(idx.shape[0]):
            y[idx[e]] += w[e] * x[to[e]]
            if w[e] > 1.0:
                y[to[e]] -= w[e] * x[idx[e]] * 0.5
        x = x + 0.1 * y * y
    return x
''',
        "x,w", sizes={"N": 7, "M": 31, "T": 2}, edges=(*COUNTS, {"T": 0, "N": 1009}),
        inputs={"idx": {"low": 0, "high": 1}, "to": {"low": 0, "high": 1}},
        also=({"idx": {"low": 0, "high": 7}, "to": {"low": 0, "high": 5}},),
    ),
    case(
        '''def rows(x: "float32[N, 3]", w: "float32[M]", tri: "int32[M, 2]"):
    y = np.zeros((x.shape[0], 3), dtype=np.float32)
    for e in range(tri.shape[0]):
        for k in range(3):
            d = x[tri[e, 0], k] - x[tri[e, 1], k]
            y[tri[e, 0], k] += w[e] * d
            y[tri[e, 1], k] -= w[e] * d
    return y * y
''',
        "x", sizes={"N": 9, "M": 31}, edges=COUNTS, float32=True,
        inputs={"tri": {"low": 0, "high": 1}}, also=({"tri": {"low": 0, "high": 9}},),
    ),
    case(
        '''def shifted(x: "float64[N, K]", w: "float64[M, K]", idx: "int64[M]", to: "int64[M]"):
    y = np.zeros((x.shape[0], x.shape[1]))
    for e in range(idx.shape[0]):
        for k in range(x.shape[1] - 1):
            y[idx[e], k] += w[e, k] * x[to[e], k + 1]
            y[to[e], k + 1] += w[e, k] * 0.5
    return y * x
''',
        "x,w", sizes={"N": 5, "K": 6, "M": 67}, edges=({"M": 0}, {"K": 0}, {"K": 1}, {"K": 2}),
        inputs={"idx": {"low": 0, "high": 5}, "to": {"low": 0, "high": 5}},
    ),
    case(
        '''def corners(x: "float64[N, N]", w: "float64[M, M]", idx: "int64[M]"):
    y = np.zeros((x.shape[0], x.shape[0]))
    for a in range(w.shape[0] - 1, -1, -1):
        for b in range(a):
            y[idx[a], idx[b]] += w[a, b] * x[idx[b], idx[a]]
            if b % 3 > 0:
                y[idx[b], 0] += w[b, a] * x[0, idx[b]]
    return y * x
''',
        "x,w", sizes={"N": 4, "M": 13}, edges=({"M": 0}, {"M": 1}, {"M": 2}, {"M": 31}),
        inputs={"idx": {"low": 0, "high": 4}},
    ),
    case(
        '''def gathered(x: "float64[N, K]", idx: "int64[M]", to: "int64[P]"):
    y = x[idx] * 2.0
    z = x[:, to[1:]] * x[:, to[:-1]]
    for p in range(0, to.shape[0], 2):
        y[:, 0] += z[0, 0] * x[to[p], to[p]]
    return y * y
''',
        "x", sizes={"N": 6, "K": 6, "M": 33, "P": 9}, edges=({"M": 0}, {"P": 2}, {"M": 1, "P": 3}),
        inputs={"idx": {"low": 0, "high": 6}, "to": {"low": 0, "high": 6}},
    ),
    case(
        '''def volume(q: "float64[A, 2, 3]", w: "float64[M, 2, 3]", idx: "int64[M]"):
    for e in range(idx.shape[0]):
        for j in range(2):
            for k in range(3):
                q[idx[e], j, k] += w[e, j, k] * w[e, j, 2 - k]
    return q * q
''',
        "q,w", sizes={"A": 3, "M": 41}, edges=({"M": 0}, {"M": 1}),
        inputs={"idx": {"low": 0, "high": 3}},
    ),
    case(
        '''def sparse(
    x: "float64[N]", a: "float64[Z]", start: "int64[R + 1]", col: "int64[Z]", T: int
):
    for t in range(T):
        y = np.zeros(start.shape[0] - 1)
        for i in range(start.shape[0] - 1):
            for k in range(start[i], start[i + 1]):
                y[i] += a[k] * x[col[k]] * x[col[k]]
        x = x + 0.1 * np.sin(y[0]) * x
    return x
''',
        "x,a", sizes={"N": 5, "Z": 12, "R": 4, "T": 2},
        edges=({"T": 0}, {"N": 2}),
        inputs={"start": {"values": [0, 4, 4, 9, 12]}, "col": {"low": 0, "high": 2}},
        also=(
            {"start": {"values": [1, 3, 8, 8, 11]}},
            {"start": {"values": [0, 7, 2, 9, 3]}},
            {"start": {"values": [12, 0, 12, 0, 12]}},
        ),
    ),
    case(
        '''def spread(
    x: "float64[R, 3]", a: "float64[Z]", start: "int32[R + 1]", col: "int32[Z, 2]", N: int
):
    y = np.zeros((N, 3))
    for i in range(start.shape[0] - 1):
        for k in range(start[i], start[i + 1]):
            if a[k] > 0.8:
                y[col[k, 0], 0] -= a[k] * a[k] * x[i, 2]
            for c in range(3):
                y[col[k, 0], c] += a[k] * x[i, c]
                y[col[k, 1], c] += a[k] * x[i, 2 - c] * x[i, 0]
    return y * y
''',
        "x,a", sizes={"Z": 23, "R": 3, "N": 5},
        inputs={"start": {"values": [0, 11, 11, 23]}, "col": {"low": 0, "high": 5}},
        also=({"start": {"values": [0, 20, 3, 23]}},),
    ),
    case(
        '''def rows_of_rows(
    x: "float64[B, N]", a: "float64[Z]", first: "int64[P + 1]", start: "int64[R + 1]",
    col: "int64[Z]",
):
    y = np.zeros((x.shape[0], first.shape[0] - 1))
    for b in range(x.shape[0]):
        for p in range(first.shape[0] - 1):
            for i in range(first[p], first[p + 1]):
                for k in range(start[i], start[i + 1]):
                    y[b, p] += a[k] * x[b, col[k]] * x[b, col[k]]
    return y
''',
        "x,a", sizes={"B": 2, "N": 3, "Z": 11, "P": 2, "R": 4},
        inputs={
            "first": {"values": [0, 1, 4]}, "start": {"values": [0, 2, 5, 5, 11]},
            "col": {"low": 0, "high": 3},
        },
        also=({"first": {"values": [0, 3, 2]}}, {"start": {"values": [0, 9, 5, 6, 11]}}),
    ),
]  # fmt: skip
BY_NAME = {each.name: each for each in PROGRAMS}


def in_c(compiled: Compiled, library: object, drawn: Drawn) -> dict[str, np.ndarray]:
    call = Call(library, compiled, drawn)  # type: ignore[arg-type]
    assert call.run() == 0
    return call.results("gradient")


#: Where C goes through two sums at once that kernels do one after the other.
OTHERWISE_IN_C = ("gathered",)


@pytest.mark.long  # dear, and proves what others do
@pytest.mark.parametrize(
    "name",
    long_among(
        BY_NAME,
        ["in_steps", "rows", "shifted", "corners", "gathered", "volume", "spread", "rows_of_rows"],
    ),
)
def test_the_bits_of_one_thread(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same kernels with one thread for each that adds; and C, in every order of threads."""
    emulated = Emulated.of(BY_NAME[name], tmp_path / "cuda", deterministic=True)
    assert emulated.deterministic
    text = emulated.compiled.files[f"{name}_grad.cu"]
    assert "add_sorted(" in text and not re.search(r"if \(.*\) \{\s*\}", text)
    compiled = compile_case(BY_NAME[name])
    library = build_c(tmp_path / "c", [compiled])
    monkeypatch.setattr(Sorting, "taken", lambda *_: None)
    slow = compile_anew(BY_NAME[name], target="cuda", deterministic=True)
    assert "add_sorted(" not in slow.files[f"{name}_grad.cu"]
    alone = Emulated(slow, built(slow.files, tmp_path / "alone"))
    for number, variant in enumerate(variants(BY_NAME[name])):
        drawn = draw_case(variant)
        wanted = run_gradient(compiled, variant, drawn.inputs, drawn.seeds)
        expected = [bits(alone.on_the_device(drawn).value[1])]
        if name not in OTHERWISE_IN_C:
            expected.append(bits(in_c(compiled, library, drawn)))
        for seed in (number % 4, number % 3 + 1)[: 2 - number % 2]:
            outcome = emulated.on_the_device(drawn, seed)
            check_outcome(outcome, drawn, wanted)
            for other in expected:
                assert bits(outcome.value[1]) == other, dict(variant.sizes)


def bits(found: dict[str, np.ndarray]) -> dict[str, bytes]:
    return {name: array.tobytes() for name, array in found.items()}


def test_bytes_of_the_plan(tmp_path: Path) -> None:
    """Keys and terms are in the workspace, which is all that a call takes beside its arguments; a
    limit counts them, and is kept."""
    steps = BY_NAME["in_steps"].with_sizes({"M": 60, "T": 12, "N": 100})
    limit, known = 12_500, {"max": max, "min": min, **steps.sizes}
    emulated = Emulated.of(
        steps, tmp_path, deterministic=True, mem_limit=limit, sizes=dict(steps.sizes)
    )
    manifest = json.loads(emulated.compiled.files["manifest.json"])
    drawn = draw_case(steps)
    outcome = emulated.by_the_host(drawn)
    wanted = run_gradient(emulated.compiled, steps, drawn.inputs, drawn.seeds)
    check_outcome(outcome, drawn, wanted)
    arena = eval(manifest["memory"]["arena_expression"], dict(known))
    arrays = [
        math.prod(eval(str(e), dict(known)) for e in a["shape"]) * np.dtype(a["dtype"]).itemsize
        for a in manifest["arguments"]
        if a["shape"]
    ]
    assert outcome.report.peak_bytes == sum(-(-b // 64) * 64 for b in arrays) + arena
    assert sum(arrays) + arena <= limit
    keys_and_terms = 2 * 60 * (8 + 8)
    assert arena >= keys_and_terms


#: What becomes of a text, and what must not be.
FAULTS = {
    "keys are not cleared": (r"(\w+_keys\[.*\] = -1;)", r"if (M < 0) \1"),
    "one key for two terms": (r"(_keys\[2\*e) \+ 1\]", r"\1]"),
    "no number in the key": (r"(_keys\[.*\] = .*\)) \+ .*;", r"\1;"),
    "keys beyond the last": (r"(for \(int64_t e = adc_thread\(x\)); e < M;", r"\1; e <= M;"),
    "fewer keys": (r"(adc_dadd_sorted\(\w+, )2\*M", r"\1M"),
}


@pytest.mark.parametrize("fault", long_among(FAULTS, [*FAULTS][1:]))
def test_faults_are_caught(fault: str, tmp_path: Path) -> None:
    steps = BY_NAME["in_steps"].with_inputs({"idx": {"low": 0, "high": 7}})
    compiled = compile_case(steps, target="cuda", deterministic=True)
    pattern, by = FAULTS[fault]
    text, count = re.subn(pattern, by, compiled.files["in_steps_grad.cu"])
    assert count, "nothing to change"
    files = {**compiled.files, "in_steps_grad.cu": text}
    emulated = Emulated(compiled, built(files, tmp_path))
    drawn = draw_case(steps)
    wanted = run_gradient(compiled, steps, drawn.inputs, drawn.seeds)
    with pytest.raises((MismatchError, AssertionError)):
        for seed in range(3):
            check_outcome(emulated.on_the_device(drawn, seed), drawn, wanted)


@pytest.mark.long
@pytest.mark.parametrize("value", ["&& 0", "|| 1"])
def test_whether_rows_lie_one_behind_the_other_is_looked_for(value: str, tmp_path: Path) -> None:
    """Rows that overlap race where nothing looks; where all is said to overlap, none is wrong."""
    rows = BY_NAME["sparse"]
    compiled = compile_case(rows, target="cuda", deterministic=True)
    text, count = re.subn(
        r"(start\[\w+ \+ 1\] < start\[\w+\])(?=\)\s*atomicMax\(&unordered)", rf"(\1) {value}",
        compiled.files["sparse_grad.cu"],
    )  # fmt: skip
    assert count == 1
    emulated = Emulated(compiled, built({**compiled.files, "sparse_grad.cu": text}, tmp_path))
    overlap = rows.with_inputs({"start": {"values": [0, 7, 2, 9, 3]}})
    for case_, caught in ((rows, False), (overlap, value == "&& 0")):
        drawn = draw_case(case_)
        wanted = run_gradient(compiled, case_, drawn.inputs, drawn.seeds)
        found = emulated.on_the_device(drawn, 1)
        if caught:
            with pytest.raises(MismatchError):
                check_outcome(found, drawn, wanted)
        else:
            check_outcome(found, drawn, wanted)


#: At other positions in each step.
STEPS = case(
    '''def steps(x: "float64[N]", w: "float64[M]", idx: "int64[M]", at: "int64[T, M]", T: int):
    y = x * 1.0
    for t in range(T):
        z = np.zeros(x.shape[0])
        for e in range(idx.shape[0]):
            z[idx[e]] += w[e] * y[0]
            z[at[t, e]] += w[e] * w[e]
        y = y + 0.1 * z * z
    return y
''',
    "x,w", sizes={"N": 5, "M": 9, "T": 3}, edges=({"T": 0}, {"T": 1, "M": 0}),
    inputs={"idx": {"low": 0, "high": 5}, "at": {"low": 0, "high": 5}},
)  # fmt: skip


@pytest.mark.parametrize(
    "steps, sorts",
    [(STEPS, [3, 0, 0]), (TRAPS["edges_of_a_mesh"], [2, 0, 2, 0, 2])],
    ids=["at other positions in each", "at the same ones"],
)
def test_keys_are_sorted_as_seldom_as_can_be(steps: Case, sorts: list[int], tmp_path: Path) -> None:
    emulated = Emulated.of(steps, tmp_path, deterministic=True)
    found = []
    for variant in variants(steps):
        drawn = draw_case(variant)
        outcome = emulated.on_the_device(drawn, 1)
        wanted = run_gradient(emulated.compiled, variant, drawn.inputs, drawn.seeds)
        check_outcome(outcome, drawn, wanted)
        kernel = outcome.report.kernels.get("adc_sort_pieces")
        found.append(kernel.launches if kernel else 0)
    assert found == sorts


def test_keys_that_fit_no_integer(tmp_path: Path) -> None:
    """ESIZE before anything runs, where the product of elements and terms has no 64 bits."""
    emulated = Emulated.of(BY_NAME["in_steps"], tmp_path, deterministic=True)

    def driver(device: Device) -> list[int]:
        entry = device.library.in_steps_grad_workspace_bytes
        entry.restype = ctypes.c_size_t
        return [entry(*map(ctypes.c_int64, (n, m, 1))) for n, m in ((2**30, 2**20), (2**32, 2**31))]

    fits, does_not = run(emulated.library, driver).value
    assert fits > 0 and does_not == 0


#: Rows that end where an array says that has nothing to do with the rows behind.
ENDS = case(
    '''def ends(x: "float64[N]", a: "float64[Z]", col: "int64[Z]", stop: "int64[R]"):
    y = np.zeros(stop.shape[0])
    for i in range(stop.shape[0]):
        for k in range(i, stop[i]):
            y[i] += a[k] * x[col[k]]
    return y
''',
    "x,a", sizes={"N": 5, "Z": 9, "R": 4},
)  # fmt: skip


def test_what_stays_with_one_thread() -> None:
    """Rows whose lengths data tell have no numbers of terms; `adc plan` says so."""
    rows = ENDS
    scheduled = compile_case(rows, target="cuda", deterministic=True)
    assert "add_sorted(" not in scheduled.files[f"{rows.name}_grad.cu"]
    assert json.loads(scheduled.files["manifest.json"])["deterministic"]
