"""Arrays that become the sequence of their states: which, and that every value stays as it is."""

from __future__ import annotations

import json

import numpy as np
import pytest

from adc.finishing import verified
from adc.interpret.machine import run
from adc.ir.program import Program
from adc.ir.shapes import evaluate
from adc.ir.text import program_text
from adc.rewrite.states import states_in_tapes
from adc.schedule.accesses import AccessKind, Touch, slots_of
from tests.differentiate.programs import i, j, t
from tests.emit.native import parsed
from tests.fuzz import steps
from tests.proof.cases import load_cases
from tests.proof.compiled import compile_case
from tests.proof.marks import seeds_in_parts

HEAD = """
program p(N: size, steps: integer, x: array, z: array)
input x: float64[N]
inout z: float64[N]
local u: float64[N]
local v: float64[N]
tape kept: float64[max(0, steps), max(0, N - 2)] of u
tape rest: float64[max(0, steps), N] of u

S0: u[i] = x[i] for i in 0:N
"""
SAVE = "    S1: kept[t, i - 1] = u[i] for i in 1:N - 1\n"
STEP = "    S2: u[i] = u[i] + 0.5*sin(x[i]*u[i]) for i in 1:N - 1\n"
FORWARD = "for t in range(0, steps):\n"
BACK = "for t in range(0, steps) backwards:\n"
RESTORE = "    S3: u[i] = kept[t, i - 1] for i in 1:N - 1\n"
READ = "    S4: z[i] += u[i]*(1.0 + z[i]) for i in 0:N\n"
SIZES = [{"N": n, "steps": m} for n in (0, 1, 2, 3, 6) for m in (-2, 0, 1, 4)]

#: Bodies whose array becomes its states.
STATES = {
    "a step in place": FORWARD + SAVE + STEP + BACK + RESTORE + READ,
    "read before it is put back": FORWARD + SAVE + STEP + BACK
    + READ.replace("S4", "S5") + RESTORE + READ,
    "a tape that is read": FORWARD + SAVE + STEP + BACK
    + "    S4: z[i] += kept[t, i - 1]*x[i - 1] for i in 1:N - 1\n",
    "read between the sweeps": FORWARD + SAVE + STEP
    + "S6: z[i] += u[i] for i in 0:N\n" + BACK + RESTORE + READ,
    "an older state in the step": FORWARD + "    S7: v[i] = u[i] for i in 0:N\n" + SAVE
    + "    S2: u[i] += v[i - 1]*v[i + 1] for i in 1:N - 1\n" + BACK + RESTORE + READ,
    "a newer state in the step": FORWARD + SAVE + STEP
    + "    S8: z[i] += 0.5*u[i] for i in 0:N\n" + BACK + RESTORE + READ,
    "another array that becomes the state": FORWARD
    + "    S7: v[i] = 0.5*u[N - 1 - i] for i in 0:N\n"
    + "    S1: rest[t, i] = u[i] for i in 0:N\n    S2: u[i] = v[i] for i in 0:N\n" + BACK
    + "    S4: z[i] += rest[t, i] for i in 0:N\n",
    "sums in part of the step": FORWARD + SAVE
    + "    S2: u[i] += x[i] for i in 2:N - 1\n    S9: u[i] += u[0] for i in 1:N - 2\n" + BACK
    + RESTORE + READ,
    "from the last step on": (FORWARD + SAVE + STEP + BACK + RESTORE + READ)
    .replace("range(0, steps)", "range(steps, 0, -1)").replace("kept[t,", "kept[steps - t,"),
}  # fmt: skip

#: Bodies whose array stays as it is.
STAYS = {
    "an element that is not kept": FORWARD + SAVE + STEP
    + "    S9: u[0] = 0.5*u[0]\n" + BACK + RESTORE + READ,
    "changed before it is kept": FORWARD
    + "    S9: u[i] = 0.5*u[i] for i in 0:N\n" + SAVE + STEP + BACK + RESTORE + READ,
    "changed between the sweeps": FORWARD + SAVE + STEP
    + "S6: u[i] = 0.5*u[i] for i in 0:N\n" + BACK + RESTORE + READ,
    "read afterwards": FORWARD + SAVE + STEP + BACK + RESTORE + READ
    + "S6: z[i] += u[i] for i in 0:N\n",
    "changed in the loop back": FORWARD + SAVE + STEP + BACK + RESTORE
    + "    S6: u[i] = 0.5*u[i] for i in 0:N\n" + READ,
    "put back in part": FORWARD + SAVE + STEP + BACK
    + RESTORE.replace("1:N - 1", "2:N - 1") + READ,
    "read from another step": FORWARD + SAVE + STEP
    + "for t in range(0, steps) backwards:\n"
    + "    S4: z[i] += kept[steps - 1 - t, i - 1] for i in 1:N - 1\n",
    "a part alone": FORWARD + "    S1: rest[t, i] = u[i] for i in 0:N // 2\n"
    + "    S2: u[i] = 0.5*u[i] for i in 0:N // 2\n" + BACK
    + "    S4: z[i] += rest[t, i] for i in 0:N // 2\n",
    "the same way again": FORWARD + SAVE + STEP + FORWARD
    + "    S4: z[i] += kept[t, i - 1] for i in 1:N - 1\n",
}  # fmt: skip


def both(body: str) -> tuple[Program, Program]:
    """The program, and with its states."""
    before = parsed(HEAD + body, "p")
    return before, verified(states_in_tapes(before), "planned", "states_in_tapes")


def check(before: Program, after: Program) -> None:
    for sizes in SIZES:
        drawn = np.random.default_rng(5)
        shapes = {n: tuple(evaluate(e, sizes) for e in before[n].shape) for n in ("x", "z")}
        inputs = {name: drawn.uniform(-1, 1, shape) for name, shape in shapes.items()}
        wanted, found = (run(program, sizes, dict(inputs)) for program in (before, after))
        np.testing.assert_array_equal(found["z"], wanted["z"], err_msg=str(sizes))


@pytest.mark.parametrize("name", STATES)
def test_arrays_that_are_their_states(name: str) -> None:
    before, after = both(STATES[name])
    assert steps.states_of(after) == 1
    assert "u" not in {c.name for c in after.containers}
    check(before, after)


@pytest.mark.parametrize("name", STAYS)
def test_arrays_that_stay(name: str) -> None:
    before, after = both(STAYS[name])
    assert after is before


def test_nothing_is_copied_to_the_tape() -> None:
    """A step that reads its neighbours, and a whole new array each step: one statement each, beside
    the elements that stay."""
    for name in ("a step in place", "another array that becomes the state"):
        _, after = both(STATES[name])
        lines = program_text(after).partition("for t")[2].partition("for t")[0].splitlines()
        made = [line for line in lines if "u_states[t + 1" in line]
        assert all("= u_states[t, i]" in line for line in made[1:])
        assert "v[" not in "".join(lines)


@pytest.mark.parametrize("seeds", seeds_in_parts(6, 30, 600))
def test_random_steps(seeds: range) -> None:
    found = [text for seed in seeds for text in steps.wrong(steps.case_of(seed))]
    assert found.count("states") >= max(1, len(seeds) // 10)
    assert [text for text in found if text != "states"] == []


def test_slots() -> None:
    """Rows of different numbers are apart where nothing inside says which row it is."""

    def slots(*indices: tuple[object, ...], inner: str = "i", varying: str = "") -> int:
        touches = [Touch("u", x, AccessKind.READ, frozenset(inner)) for x in indices]  # type: ignore[arg-type]
        return len({number for _, number in slots_of(touches, frozenset(varying))})

    assert slots((t, i), (t + 1, i)) == 2
    assert slots((t, i), (t, i + 1)) == 1
    assert slots((t, i), (t + 1, i), (t + j, i)) == 1
    assert slots((t, i), (t + 1, i), varying="t") == 1
    assert slots((t, i), (t + 1, i), inner="t") == 1


def test_a_limit_decides() -> None:
    """The states are a little more than the tape and the array: a limit between keeps these."""
    case, sizes = load_cases()["burgers"], {"N": 1000, "steps": 200}

    def taken(mem_limit: int | None) -> tuple[bool, int]:
        files = compile_case(case, sizes=sizes, mem_limit=mem_limit).files
        peak = json.loads(files["manifest.json"])["memory"]["peak_bytes"]
        return "u_1_states" in files["burgers_grad.c"], peak

    states, most = taken(None)
    assert states
    assert taken(most) == (True, most)
    kept, less = taken(most - 1)
    assert not kept
    assert less < most
