"""The wrapper keeps the memory that a call works in for the next one: when, how much, and whose."""

import gc
import os
import subprocess
import threading
import weakref
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from adc.emit import Facts
from adc.ir.declarations import Parameter
from adc.ir.enums import ParameterKind, Update
from adc.ir.program import Program
from tests.emit_files.kernels import array, built, loaded, mul, of_primal, read, statement

MIB = 2**20


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """The wrapper of `smoothing`, whose workspace grows with u and with T, and its library."""
    folder = built("smoothing", value=True).write(tmp_path_factory.mktemp("smoothing"))
    subprocess.run(["make", "-s", "CFLAGS=-O1", "OPENMP=0"], cwd=folder, check=True)
    return folder


@pytest.fixture
def module(folder):
    """The wrapper, loaded anew, so that nothing is kept yet."""
    return loaded(folder, "smoothing_grad")


def state(n):
    return np.linspace(0.1, 0.7, n + 2) ** 2


def bytes_of(result):
    return [np.asarray(field).tobytes() for field in result]


def plainly(module, u, steps, r=0.1):
    """What the C function gives that brings its own memory."""
    entry = module._library.smoothing_grad
    entry.argtypes = [*module._entry.argtypes[:-1]]
    value, r_bar, u_bar = np.zeros(()), np.zeros(()), np.zeros_like(u)
    pointers = [a.ctypes.data for a in (value, u_bar, r_bar)]
    assert entry(len(u) - 2, u.ctypes.data, steps, r, *pointers) == 0
    return [a.tobytes() for a in (value, u_bar, r_bar)]


def poison(module):
    """No call may read what an earlier one left: all of it becomes NaN."""
    module._thread.kept.memory.fill(255)


def test_gives_what_the_function_gives_that_brings_its_own_memory(module):
    for n, steps in ((5, 4), (50, 30), (7, 0), (0, 3), (50, 29), (3000, 100), (1, 1), (3000, 100)):
        expected = plainly(module, state(n), steps)
        for _ in range(2):
            assert bytes_of(module.smoothing_grad(state(n), steps, 0.1)) == expected
            poison(module)


def test_one_block_serves_calls_of_its_size_and_below(module):
    module.smoothing_grad(state(50), 20, 0.1)
    kept = module._thread.kept
    for n, steps in ((50, 20), (50, 19), (30, 20), (1, 0)):
        module.smoothing_grad(state(n), steps, 0.1)
        assert module._thread.kept is kept


def test_the_block_is_as_long_as_the_function_says_and_aligned(module):
    for n, steps in ((50, 20), (3000, 100)):
        module.smoothing_grad(state(n), steps, 0.1)
        kept = module._thread.kept
        assert kept.length == module._bytes(n, steps)
        start = kept._as_parameter_ - kept.memory.ctypes.data
        assert kept._as_parameter_ % 64 == 0
        assert start >= 0 and start + kept.length <= kept.memory.nbytes


def test_a_larger_call_replaces_the_block_and_the_old_one_is_freed(module):
    module.smoothing_grad(state(50), 20, 0.1)
    old = weakref.ref(module._thread.kept.memory)
    module.smoothing_grad(state(50), 200, 0.1)
    assert old() is None
    assert module._thread.kept.length == module._bytes(50, 200)


def test_a_much_smaller_call_gives_a_large_block_back(module):
    module.smoothing_grad(state(3000), 400, 0.1)
    assert module._thread.kept.length > 8 * MIB
    module.smoothing_grad(state(3000), 150, 0.1)
    assert module._thread.kept.length > 8 * MIB
    module.smoothing_grad(state(3000), 50, 0.1)
    assert module._thread.kept.length < 2 * MIB


def test_the_memory_of_this_thread_can_be_freed(module):
    call = module.smoothing_grad
    call.free_workspace()
    before = bytes_of(call(state(50), 20, 0.1))
    kept = weakref.ref(module._thread.kept.memory)
    call.free_workspace()
    assert kept() is None
    assert bytes_of(call(state(50), 20, 0.1)) == before


def test_keeping_can_be_switched_off_and_on(module):
    call = module.smoothing_grad
    before = bytes_of(call(state(50), 20, 0.1))
    kept = weakref.ref(module._thread.kept.memory)
    call.keep_workspace = False
    assert bytes_of(call(state(50), 20, 0.1)) == before
    assert module._thread.kept is None and kept() is None
    call.keep_workspace = True
    call(state(50), 20, 0.1)
    assert module._thread.kept is not None


def test_threads_at_once_have_memory_of_their_own(module):
    sizes = [(400 + 10 * k, 60 + k) for k in range(6)]
    expected = [plainly(module, state(n), steps) for n, steps in sizes]
    begin, seen = threading.Barrier(len(sizes)), []

    def work(k):
        begin.wait()
        for turn in range(40):
            n, steps = sizes[(k + turn) % len(sizes)]
            found = bytes_of(module.smoothing_grad(state(n), steps, 0.1))
            if found != expected[(k + turn) % len(sizes)]:
                return False
        seen.append(module._thread.kept._as_parameter_)
        begin.wait()
        return True

    with ThreadPoolExecutor(len(sizes)) as pool:
        assert all(pool.map(work, range(len(sizes))))
    assert len(set(seen)) == len(sizes)


def test_the_memory_of_a_thread_goes_with_it(module):
    held = []

    def work():
        module.smoothing_grad(state(50), 20, 0.1)
        held.append(weakref.ref(module._thread.kept.memory))

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    gc.collect()
    assert held[0]() is None
    assert not hasattr(module._thread, "kept")


def test_the_memory_goes_with_the_module(folder):
    module = loaded(folder, "smoothing_grad")
    module.smoothing_grad(state(50), 20, 0.1)
    kept = weakref.ref(module._thread.kept.memory)
    del module
    gc.collect()
    assert kept() is None


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ((np.ones(1), 3, 0.1), ValueError),
        ((state(50), 2**62, 0.1), ValueError),
        ((state(50), 2**39, 0.1), MemoryError),
        ((state(50), 20, "r"), TypeError),
    ],
)
def test_a_call_after_an_error_is_right(module, arguments, error):
    expected = plainly(module, state(50), 20)
    module.smoothing_grad(state(50), 20, 0.1)
    poison(module)
    with pytest.raises(error):
        module.smoothing_grad(*arguments)
    for _ in range(2):
        assert bytes_of(module.smoothing_grad(state(50), 20, 0.1)) == expected
        poison(module)


def test_a_call_in_the_middle_of_another_leaves_its_memory_alone(module):
    """A signal handler or a finaliser may call between taking the memory and the C function."""
    expected = plainly(module, state(50), 20)
    take = module._workspace

    def interrupted(length):
        taken = take(length)
        module._workspace = take
        module.smoothing_grad(state(500), 200, 0.1)
        assert module._thread.kept is not taken
        return taken

    module._workspace = interrupted
    assert bytes_of(module.smoothing_grad(state(50), 20, 0.1)) == expected
    assert bytes_of(module.smoothing_grad(state(50), 20, 0.1)) == expected


def test_forked_processes_share_no_memory(module):
    """What a child computes in its copy does not reach its parent's."""
    module.smoothing_grad(state(50), 20, 0.1)
    before = module._thread.kept.memory.copy()
    child = os.fork()
    if child == 0:
        module._thread.kept.memory.fill(255)
        os._exit(0)
    assert os.waitpid(child, 0) == (child, 0)
    np.testing.assert_array_equal(module._thread.kept.memory, before)


def product():
    """y := a*b, returned."""
    parameters = tuple(Parameter(name, ParameterKind.SCALAR) for name in "ab")
    return Program(
        "product",
        parameters,
        (array("a", "input"), array("b", "input"), array("y", "output")),
        (statement("S1", "y", (), Update.ASSIGN, mul(read("a"), read("b"))),),
        returns=("y",),
        source="product.py",
    )


def test_what_needs_no_memory_has_none(tmp_path):
    facts = Facts("product", ("a", "b"), ("y",), sources=("product.py",))
    folder = of_primal(product(), facts).write(tmp_path)
    subprocess.run(["make", "-s", "CFLAGS=-O1", "OPENMP=0"], cwd=folder, check=True)
    module = loaded(folder, "product_grad")
    assert module.product_grad(2.0, 3.0) == (3.0, 2.0)
    assert not hasattr(module.product_grad, "free_workspace")
    assert "_thread" not in (folder / "product_grad.py").read_text()
