"""Programs that may stop: the call says so, whatever becomes of the flag in the reverse sweep."""

import json
import subprocess

import numpy as np
import pytest

from adc.checkpoint.configuration import STORE_ALL, CheckpointSchedule, Configuration
from adc.diagnostics import InternalError
from adc.emit import Facts
from adc.interpret import run
from adc.ir.nodes import Replay
from adc.ir.text import program_text
from adc.ir.text_parser import parse_program
from adc.ir.verify import verify
from adc.ir.walking import computes, walk_nodes
from tests.emit_files.fortran import check_program, needs_gfortran
from tests.emit_files.kernels import of_primal
from tests.emit_files.test_wrapper import loaded

GROWTH = """\
program growth(N: size, T: integer, u: array, most: scalar) -> total
source "growth.f90"
inout u: float64[N]
input most: float64
stop halted: bool
output total: float64

S0: halted = False
L1: for t in range(0, T):
    B1: if not halted:
        B2: if u[0] > most:
            S1: halted = True
        else:
            S2: u[i] = u[i] + u[i]*u[i] for i in 0:N
S3: total = 0.0
S4: total += u[i_1] for i_1 in 0:N
"""


def kernel(choices=STORE_ALL, text=GROWTH, **options):
    primal = parse_program(text)
    facts = Facts("growth", ("u",), ("total",), sources=("growth.f90",), **options)
    return of_primal(primal, facts, choices)


def expected(u, steps):
    bar = np.ones_like(u)
    for _ in range(steps):
        bar = bar * (1 + 2 * u)
        u = u + u * u
    return bar


MODES = ({}, {"value": True}, {"mode": "jvp"}, {"accumulate": True})


def called(folder, built):
    built.write(folder)
    words = ["make", "-s", f"lib{built.facts.entry}.so", "CFLAGS=-O1 -Wall -Wextra -Werror"]
    subprocess.run([*words, "OPENMP=0"], cwd=folder, check=True)
    return loaded(folder, built.facts.entry)


@pytest.mark.parametrize("options", MODES, ids=str)
def test_a_stop_is_an_error_and_nothing_else_is(tmp_path, options):
    call = called(tmp_path, kernel(**options))
    u = np.array([0.5, 0.25, 0.125])
    words = {"u_dot": np.ones(3)} if options.get("mode") else {}
    with pytest.raises(RuntimeError, match="would have stopped"):
        call(3, u, 1.0, **words)
    result = call(2, u, 1.0, **words)
    if not words:
        np.testing.assert_allclose(result.u, expected(u, 2), rtol=1e-14)
    else:
        np.testing.assert_allclose(result.total_dot, expected(u, 2).sum(), rtol=1e-14)


@pytest.mark.parametrize("way", [(1, 1), (2, 0), (2, 1)], ids=str)
def test_steps_that_are_run_again_bring_no_flag_back(tmp_path, way):
    """With snapshots the reverse sweep restores states from before the stop."""
    built = kernel(Configuration({"L1": CheckpointSchedule(*way)}))
    assert any(isinstance(n, Replay) for n in walk_nodes(built.derivative.body)) or way[1] == 0
    writes = [n for n in computes(built.derivative.body) if n.container == "stopped"]
    assert built.derivative.stop == "stopped" and len(writes) == 1
    call = called(tmp_path, built)
    u = np.array([0.5, 0.25, 0.125])
    np.testing.assert_allclose(call(5, u, 100.0).u, expected(u, 5), rtol=1e-14)
    for steps, most in ((5, 1.0), (5, 3.0), (9, 0.4)):
        with pytest.raises(RuntimeError, match="would have stopped"):
            call(steps, u, most)


LINEAR = """\
program growth(N: size, u: array, most: scalar) -> total
input u: float64[N]
input most: float64
stop halted: bool
local worst: float64
output total: float64

S1: worst max= u[i]*u[i] for i in 0:N
S2: halted = worst > most
S3: total = 0.0
S4: total += 3.0*u[i_1] for i_1 in 0:N
"""


def test_what_decides_on_a_stop_outlives_a_sweep_that_needs_nothing(tmp_path):
    call = called(tmp_path, kernel(text=LINEAR))
    np.testing.assert_array_equal(call(np.array([0.5, -0.5]), 1.0).u, 3.0)
    with pytest.raises(RuntimeError, match="would have stopped"):
        call(np.array([0.5, -1.5]), 1.0)


def test_the_self_check_and_the_texts():
    built = kernel()
    files = built.files
    assert (
        "GROWTH_GRAD_ESTOP = 4, /* the source's program would have stopped here */"
        in (files["growth_grad.h"])
    )
    assert json.loads(files["manifest.json"])["stops"] is True
    never = kernel(text=GROWTH.replace("stop halted", "local halted"))
    assert not any("ESTOP" in text for text in never.files.values())
    assert json.loads(never.files["manifest.json"])["stops"] is False


def test_the_self_check_of_a_program_that_may_stop(tmp_path):
    folder = kernel().write(tmp_path)
    words = ["make", "-s", "check", "OPENMP=0", "CFLAGS=-O1 -Wall -Wextra -Werror"]
    runs_on = subprocess.run([*words, "ARGS=N=3 T=2 most=90:99"], cwd=folder, capture_output=True)
    assert runs_on.returncode == 0, runs_on.stdout + runs_on.stderr
    stops = subprocess.run([*words, "ARGS=N=3 T=2 most=-9:-8"], cwd=folder, capture_output=True)
    assert stops.returncode != 0
    assert b"the primal returns GROWTH_GRAD_ESTOP" in stops.stdout + stops.stderr


@needs_gfortran
def test_fortran_gets_the_number(tmp_path):
    body = """\
  real(c_double) :: u(3), u_bar(3)
  integer :: status
  u = [0.5d0, 0.25d0, 0.125d0]
  call growth_grad(3, u, 1d0, u_bar, status)
  call expect("stopped", status == growth_grad_estop)
  call growth_grad(2, u, 1d0, u_bar, status)
  call expect("went on", status == growth_grad_ok)
"""
    check_program(kernel(language="fortran"), tmp_path, body)


# -- the IR ----------------------------------------------------------------------------------------


def test_the_role_in_the_text_and_the_interpreter():
    primal = parse_program(GROWTH)
    assert primal.stop == "halted"
    assert parse_program(program_text(primal)) == primal
    given = {"u": np.array([0.5, 0.25]), "most": 1.0}
    assert run(primal, {"N": 2, "T": 3}, given)["halted"]
    assert not run(primal, {"N": 2, "T": 2}, given)["halted"]


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("local worst: float64", "stop worst: float64", "a second container"),
        ("stop halted: bool", "stop halted: bool[N]", "no scalar boolean"),
        ("stop halted: bool", "stop halted: float64", "no scalar boolean"),
        ("-> total", "-> total, halted", "passed or returned"),
    ],
)
def test_the_verifier_knows_what_a_stop_is(old, new, fault):
    with pytest.raises(InternalError, match=fault):
        verify(parse_program(LINEAR.replace(old, new)), "built")
