"""Loops that data ends and loops that are run again from snapshots: C against the interpreter."""

from __future__ import annotations

import ctypes
import subprocess
from pathlib import Path

import numpy as np
import pytest

from adc.emit.c import C
from adc.interpret.machine import run
from adc.interpret.snapshots import Snapshots, advances, distance
from adc.schedule import schedule
from tests.emit.native import FLAGS, Native, build, expect_same, file_text, inputs_for, parsed
from tests.emit.open_ended import HALVING, NESTED, STATELESS, TWO_LEVELS, online, steps
from tests.emit.test_kernels import driver_call

SLOTS = (1, 2, 3, 5, 20)
TEXTS = [HALVING, NESTED, TWO_LEVELS, STATELESS, *map(steps, SLOTS), *map(online, SLOTS)]
PROGRAMS = [parsed(text) for text in TEXTS]
NUMBERS = (0, 1, 2, 3, 7, 26)


@pytest.fixture(scope="module", params=["plain", "threaded"])
def natives(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> dict:
    folder: Path = tmp_path_factory.mktemp("open_ended")
    threaded = request.param == "threaded"
    more = ("-fopenmp", "-DADC_PARALLEL_MIN=-1") if threaded else ()
    optimise = "-O3" if threaded else "-O1"
    built = build(PROGRAMS, folder, optimise=optimise, more=more, openmp=threaded, blas=threaded)
    return {n.program.name: n for n in built}


# -- results ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("limit", [0, 1, 2, 100])
@pytest.mark.parametrize("name", ["halving", "nested"])
def test_loops_that_data_ends(natives: dict[str, Native], name: str, limit: int) -> None:
    for size in (1, 5):
        expect_same(natives[name], {"N": size, "M": limit})


def test_the_condition_ends_some_loops_and_the_limit_others(natives: dict[str, Native]) -> None:
    counted = set()
    for limit in (0, 1, 3, 100):
        inputs = {"x": np.array([0.9, -1.3, 0.2])}
        counted.add(int(natives["halving"].call({"N": 3, "M": limit}, inputs)["trips"][0]))
    assert counted == {0, 1, 3}


@pytest.mark.parametrize("slots", SLOTS)
def test_steps_are_reversed_from_snapshots(natives: dict[str, Native], slots: int) -> None:
    for n in NUMBERS:
        expect_same(natives[f"steps_{slots}"], {"n": n, "N": 3})


@pytest.mark.parametrize("slots", SLOTS)
def test_state_before_each_step_comes_back(natives: dict[str, Native], slots: int) -> None:
    """The adjoint is the product over the states of a plain NumPy run."""
    native = natives[f"steps_{slots}"]
    for n in NUMBERS:
        v, v_bar = np.array([0.3, -0.8]), np.ones(2)
        got = native.call({"n": n, "N": 2}, {"v": v, "v_bar": v_bar})
        states = [v]
        for t in range(n):
            states.append(0.9 * np.sin(states[-1] + 0.1 * states[-1] ** 2) + t * 0.01)
        expected = np.prod([1.0 + 0.2 * state for state in states[:-1]], axis=0)
        np.testing.assert_allclose(got["v_bar"], expected, rtol=1e-13)


@pytest.mark.parametrize("slots", SLOTS)
def test_runs_are_binomially_few(natives: dict[str, Native], slots: int) -> None:
    """The optimum's first sweep ends before the last step; what ours ran after its last snapshot
    is run again."""
    native = natives[f"steps_{slots}"]
    inputs = inputs_for(native.program, {"n": 1, "N": 1})
    for n in (1, 2, 3, 6, 10, 25, 70, 200):
        runs = int(native.call({"n": n, "N": 1}, inputs)["runs"][()])
        assert last_snapshot(n, slots) + runs == advances(n, slots)


def last_snapshot(steps: int, slots: int) -> int:
    held = Snapshots(slots)
    for step in range(steps):
        if held.due(step, steps):
            held.push(step)
    return held.nearest()[0]


@pytest.mark.parametrize("slots", SLOTS)
def test_steps_without_a_known_end(natives: dict[str, Native], slots: int) -> None:
    native = natives[f"online_{slots}"]
    trips = set()
    for least in (2.0, 0.97, 0.9, 0.4, 0.01):
        inputs = {"least": least, "v": np.array([1.0, -0.5, 0.3]), "v_bar": np.ones(3)}
        expected = run(native.program, {"N": 3}, inputs)
        got = native.call({"N": 3}, inputs)
        trips.add(int(got["trips"][()]))
        for name in ("v", "v_bar", "trips", "runs"):
            np.testing.assert_allclose(got[name], expected[name], rtol=1e-13, err_msg=name)
    assert min(trips) == 0 and max(trips) > 50


def test_snapshots_within_snapshots(natives: dict[str, Native]) -> None:
    for n, m in ((0, 3), (1, 1), (4, 3), (9, 12)):
        expect_same(natives["two_levels"], {"n": n, "m": m, "N": 2})


def test_steps_without_a_state(natives: dict[str, Native]) -> None:
    for n in NUMBERS:
        expect_same(natives["stateless"], {"n": n})


# -- the rules -------------------------------------------------------------------------------------

RULES = """
int64_t distance(int64_t steps, int64_t snapshots) { return adc_distance(steps, snapshots); }

int64_t online(int64_t slots, int64_t steps, int64_t *step, int64_t *slot)
{
    struct adc_snapshots kept = {.slots = slots, .step = step, .slot = slot};
    for (int64_t t = 0; t < steps; t++)
        if (adc_due_online(&kept, t))
            adc_hold_online(&kept, t);
    return kept.held;
}

int64_t taken(int64_t slots, int64_t steps, int64_t *step, int64_t *slot)
{
    struct adc_snapshots kept = {.slots = slots, .step = step, .slot = slot};
    for (int64_t t = 0; t < steps; t++)
        if (adc_due(&kept, t))
            adc_hold(&kept, t, steps);
    return kept.held;
}
"""


@pytest.fixture(scope="module")
def rules(tmp_path_factory: pytest.TempPathFactory) -> ctypes.CDLL:
    folder = tmp_path_factory.mktemp("rules")
    helpers = C.support_text(RULES)
    headers = "#include <stdbool.h>\n#include <stdint.h>\n"
    (folder / "rules.c").write_text(headers + helpers + RULES)
    command = ["gcc", *FLAGS, "-fsanitize=undefined", "-fsanitize-undefined-trap-on-error", "-O1"]
    subprocess.run([*command, "rules.c", "-o", "rules.so"], cwd=folder, check=True)
    library = ctypes.CDLL(str(folder / "rules.so"))
    library.distance.restype = library.online.restype = library.taken.restype = ctypes.c_int64
    return library


def c_distance(rules: ctypes.CDLL, count: int, snapshots: int) -> int:
    return int(rules.distance(ctypes.c_int64(count), ctypes.c_int64(snapshots)))


def test_distances_are_the_interpreters(rules: ctypes.CDLL) -> None:
    for count in range(1, 202):
        for snapshots in range(1, 22):
            assert c_distance(rules, count, snapshots) == distance(count, snapshots)


@pytest.mark.parametrize("snapshots", [1, 3, 4, 20, 100, 1000])
def test_long_loops_do_not_overflow(rules: ctypes.CDLL, snapshots: int) -> None:
    """Trapped if they do."""
    for count in (2**31 + 1, 2**40 - 7, 2**40):
        assert c_distance(rules, count, snapshots) == distance(count, snapshots)


def positions(rules: ctypes.CDLL, rule: str, slots: int, count: int) -> tuple[list[int], list[int]]:
    step, slot = (ctypes.c_int64 * slots)(), (ctypes.c_int64 * slots)()
    held = rules[rule](ctypes.c_int64(slots), ctypes.c_int64(count), step, slot)
    return list(step)[:held], list(slot)


@pytest.mark.parametrize("slots", [1, 2, 3, 4, 5, 8, 20])
@pytest.mark.parametrize("rule", ["taken", "online"])
def test_first_sweep_keeps_the_interpreters_steps(
    rules: ctypes.CDLL, rule: str, slots: int
) -> None:
    for count in (1, 2, 3, 9, 40, 200, 1000):
        held = Snapshots(slots)
        for step in range(count):
            due = held.due_online(step) if rule == "online" else held.due(step, count)
            if due:
                held.push(step)
        steps_kept, slot = positions(rules, rule, slots, count)
        assert steps_kept == held.at[: held.held]
        assert sorted(slot) == list(range(slots))


# -- the text --------------------------------------------------------------------------------------


def body_of(text: str) -> str:
    scheduled = schedule(parsed(text), openmp=False, blas=False)
    lines = file_text([scheduled]).split("_body(", 1)[1].split("\n}\n")[0]
    return "\n".join(line for line in lines.split("\n") if "kernel.py" not in line)


def test_snapshots_read_like_this() -> None:
    assert (
        body_of(steps(3)).split("{\n", 1)[1]
        == """\
    int64_t adc_kept_step[3], adc_kept_slot[3];
    struct adc_snapshots adc_kept = {.slots = 3, .step = adc_kept_step, .slot = adc_kept_slot};

    *runs = 0;

    /* forward sweep */
    for (int64_t t = 0; t < n; t++) {
        /* the state before some of the steps is kept, in 3 slots */
        if (adc_due(&adc_kept, t)) {
            const int64_t k = adc_hold(&adc_kept, t, n);
            if (N > 0)
                memcpy(v_snap[k], v, N*sizeof(double));
        }
        for (int64_t i = 0; i < N; i++)
            w[i] = v[i] + 0.1*v[i]*v[i];
        for (int64_t i = 0; i < N; i++)
            v[i] = 0.9*sin(w[i]) + (double)t*0.01;
    }

    /* reverse sweep */
    for (int64_t t = n - 1; t >= 0; t--) {
        /* back to the state before this step: to the last snapshot, and from it forward */
        {
            const int64_t k = adc_last_slot(&adc_kept);
            if (N > 0)
                memcpy(v_again, v_snap[k], N*sizeof(double));
        }
        for (int64_t r = adc_resume(&adc_kept, t); r < t; r++) {
            if (r == adc_kept.next) {
                const int64_t k = adc_hold(&adc_kept, r, t + 1);
                if (N > 0)
                    memcpy(v_snap[k], v_again, N*sizeof(double));
            }
            *runs += 1;
            for (int64_t i = 0; i < N; i++)
                w[i] = v_again[i] + 0.1*v_again[i]*v_again[i];
            for (int64_t i = 0; i < N; i++)
                v_again[i] = 0.9*sin(w[i]) + (double)r*0.01;
        }
        for (int64_t i = 0; i < N; i++)
            v_bar[i] *= 1.0 + 0.2*v_again[i];
    }"""
    )


def test_loops_that_data_ends_read_like_this() -> None:
    text = body_of(NESTED)
    assert "for (int64_t t = 0; t < M && (fabs(x[j]) > 0.01 && t < 9); t++) {" in text
    assert "for (int64_t u = 0; u < 2 && x[j] > 0.3; u++) {" in text
    assert "for (int64_t s = inner - 1; s >= 0; s--) {" in text
    assert "for (int64_t q = 0; x[0] > 1000.0; q++) {" in text


def test_names_of_the_source_are_not_taken() -> None:
    text = body_of(TWO_LEVELS)
    assert "double *restrict adc_kept_," in text
    assert "struct adc_snapshots adc_kept = {" in text
    assert "struct adc_snapshots adc_kept_1 = {" in text


def test_only_programs_with_snapshots_have_their_helpers() -> None:
    for text, asked in ((NESTED, False), (steps(2), True), (online(2), True)):
        found = file_text([schedule(parsed(text), openmp=True, blas=True)])
        assert ("adc_snapshots" in found) is asked
        assert ("adc_due_online" in found) is text.startswith("program online")


def test_text_is_the_same_every_time() -> None:
    first, second = ([schedule(p, openmp=True, blas=True) for p in PROGRAMS] for _ in range(2))
    assert file_text(first) == file_text(second)


@pytest.mark.parametrize("openmp", [False, True])
def test_sanitizers_find_nothing(tmp_path: Path, openmp: bool) -> None:
    text = file_text([schedule(p, openmp=openmp, blas=openmp) for p in PROGRAMS])
    calls = []
    for program in PROGRAMS:
        for n in (0, 1, 9):
            sizes = {"n": n, "m": 5, "N": 3, "M": n}
            # What data ends must end; the scalar of `driver_call` is 1.5, above every v[0].
            calls.append(driver_call(program, {s: sizes[s] for s in program.symbols}))
    main = "\n".join(["int main(void) {", *calls, "return 0; }"])
    (tmp_path / "all.c").write_text("#include <stdlib.h>\n" + text + main + "\n")
    flags = [f for f in FLAGS if f not in ("-shared", "-fPIC")]
    command = ["gcc", *flags, "-g", "-O0", "-fsanitize=address,undefined", "all.c", "-lm"]
    command += ["-fno-sanitize-recover=all"]
    subprocess.run(command, cwd=tmp_path, check=True)
    done = subprocess.run(["./a.out"], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[:2000]
