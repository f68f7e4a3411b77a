"""Performance by construction: what moves, how, and in how many launches, beside what a person
would write. No time is measured, for there is none under the emulator."""

from __future__ import annotations

import pytest

from adc.schedule import schedule
from adc.schedule.tree import Copy, Fill, For, LibraryCall
from tests.cuda_emulator.build import missing
from tests.cuda_emulator.performance import SUBJECTS, Counts, Measured, drawn_of, per_request
from tests.proof.compiled import run_gradient
from tests.proof.harness import ROUNDING, expect

pytestmark = pytest.mark.skipif(bool(missing()), reason=missing())

#: Bytes that adc may move for each that the adjoint by hand moves, and sectors per request beside
#: the primal's.
MOST_BYTES, MOST_SECTORS = 1.2, 1.3


@pytest.fixture(scope="module", params=SUBJECTS)
def measured(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Measured:
    return Measured(SUBJECTS[request.param], tmp_path_factory.mktemp(request.param))


def test_the_adjoint_by_hand_is_right(measured: Measured) -> None:
    drawn = drawn_of(measured.subject)
    wanted = run_gradient(measured.emulated.compiled, drawn.case, drawn.inputs, drawn.seeds)
    for call in (measured.by_hand, measured.adc):
        found, _ = call(drawn)
        for name in measured.subject.wrt:
            expect("by hand", name, found[name], wanted[name], ROUNDING["float64"])


def of_a_step(measured: Measured, call: str) -> Counts:
    subject = measured.subject
    run = getattr(measured, call)
    few = Counts.of(run(drawn_of(subject))[1])
    if not subject.more:
        return few
    many = Counts.of(run(drawn_of(subject, subject.later))[1])
    return many.per_step(few, subject.more - subject.sizes["steps"])


def test_bytes_of_a_step(measured: Measured) -> None:
    ratio = of_a_step(measured, "adc").bytes / of_a_step(measured, "by_hand").bytes
    assert ratio <= MOST_BYTES


@pytest.mark.long  # dear, and proves what others do
def test_sectors_of_a_request(measured: Measured) -> None:
    """In each kernel and over all, beside the primal by hand; 8 are ideal for float64."""
    drawn = drawn_of(measured.subject)
    primal = per_request(measured.primal(drawn))
    _, report = measured.adc(drawn)
    assert per_request(report) <= MOST_SECTORS * primal
    for name, kernel in report.kernels.items():
        requests = kernel.read.requests + kernel.written.requests
        sectors = kernel.read.sectors + kernel.written.sectors
        assert sectors <= MOST_SECTORS * max(primal, 8.0) * requests, name
    assert all(not k.atomics for k in report.kernels.values())


def test_launches_of_a_step(measured: Measured) -> None:
    """No more than the C version has nests in its time loops, or in all where there are none."""
    gradient = measured.emulated.compiled.gradient
    tree = schedule(gradient, openmp=True, blas=True, source_order=False).tree
    loops = [n.body for n in tree if isinstance(n, For) and n.sequential]
    assert bool(loops) == bool(measured.subject.more)
    kinds = (For, Fill, Copy, LibraryCall)
    nests = [n for body in loops or [tree] for n in body if isinstance(n, kinds)]
    assert of_a_step(measured, "adc").launches <= len(nests)


def test_a_step_neither_allocates_nor_waits(measured: Measured) -> None:
    if not measured.subject.more:
        pytest.skip("it has no steps")
    step = of_a_step(measured, "adc")
    assert (step.allocations, step.waits, step.transfers) == (0, 0, 0)
