"""The memory of large results is used again: which blocks, how many, and whose they are."""

import os
import queue
import threading
import weakref

import numpy as np
import pytest

from tests.emit_files.kernels import loaded
from tests.emit_files.outputs import (
    LARGE,
    addresses,
    arguments,
    blocks,
    call,
    is_right,
    kept_bytes,
    made,
)

SIZES = (LARGE, LARGE + 5, LARGE + 3)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return made(tmp_path_factory.mktemp("scaled"), "scaled")


@pytest.fixture
def module(folder):
    """The wrapper of y[i] := (x[2*i] + x[2*i + 1])*w[i], loaded anew: it keeps nothing yet."""
    return loaded(folder, "scaled_grad")


def test_results_held_for_one_call_more_alternate_between_two_sets(module):
    seen = []
    for k in range(8):
        result = call(module, k=k)
        assert is_right(result, k=k)
        seen.append(addresses(result))
    assert seen[2:] == seen[:-2]
    assert not set(seen[0]) & set(seen[1])
    assert len(blocks(module)) == 4


def test_results_that_nobody_holds_need_one_set(module):
    seen = {tuple(addresses(call(module, k=k))) for k in range(6)}
    assert len(seen) == 1
    assert len(blocks(module)) == 2


def test_no_two_results_share_memory_whatever_is_held(module):
    """Results are held for a while at random, and so are their fields alone."""
    rng = np.random.default_rng(3)
    held = []
    for k in range(60):
        n = int(rng.choice(SIZES))
        result = call(module, n, k)
        w_bar = result.w
        held.append((result if rng.random() < 0.6 else None, w_bar, n, k))
        del result
        while held and rng.random() < 0.4:
            held.pop(int(rng.integers(len(held))))
        for result, w_bar, n, k in held:
            x, _, seed = arguments(n, k)
            assert np.array_equal(w_bar, seed * (x[::2] + x[1::2]))
            assert result is None or is_right(result, n, k)
        del result, w_bar


def test_only_the_last_two_calls_are_remembered(module):
    held = [call(module, k=k) for k in range(6)]
    assert len(blocks(module)) == 4
    memory = [weakref.ref(array.base.base.block.memory) for r in held for array in r]
    assert all(is_right(result, k=k) for k, result in enumerate(held))
    held.clear()
    assert [m() is None for m in memory] == [True] * 8 + [False] * 4
    call(module)
    assert len(blocks(module)) == 2


def test_results_below_1_mib_are_numpys_own(module):
    result = call(module, LARGE - 1)
    assert result.w.flags.owndata and result.w.base is None
    assert not result.x.flags.owndata
    assert call(module, 3).x.flags.owndata
    assert len(blocks(module)) == 1


def test_a_larger_call_frees_what_is_too_small_before_there_is_more(module, monkeypatch):
    result = call(module)
    result = call(module)
    old = [weakref.ref(b.memory) for b in blocks(module)]
    del result
    alive = []
    begin = module._Block.__init__

    def watched(block, length):
        alive.append([m() is not None for m in old])
        begin(block, length)

    monkeypatch.setattr(module._Block, "__init__", watched)
    assert is_right(call(module, 3 * LARGE), 3 * LARGE)
    assert alive == [[False] * 4] * 2
    assert kept_bytes(module) == 3 * 3 * 2**20


def test_a_smaller_call_takes_blocks_of_up_to_four_times_its_size(module):
    first = set(addresses(call(module, 4 * LARGE)))
    assert set(addresses(call(module, 2 * LARGE))) == first
    assert is_right(call(module, 2 * LARGE, 1), 2 * LARGE, 1)
    assert kept_bytes(module) == 12 * 2**20


def test_a_much_smaller_call_frees_large_blocks(module):
    call(module, 9 * LARGE)
    assert is_right(call(module), k=0)
    assert kept_bytes(module) == 3 * 2**20


def test_a_small_call_frees_what_is_free(module):
    released = call(module, 2 * LARGE)
    held = call(module, 2 * LARGE)
    del released
    call(module, 3)
    assert {a.base.base.block for a in held} == set(blocks(module))
    call(module, 3)
    assert not blocks(module)
    assert is_right(held, 2 * LARGE)


def test_each_result_takes_the_block_that_fits_it_best(module):
    """x's gradient is twice w's: where one block of each is free, neither takes the other's."""
    first = call(module)
    second = call(module)
    kept = [addresses(first)[0], addresses(second)[1]]
    held = first.w, second.x
    del first, second
    third = call(module)
    assert addresses(third) == kept
    assert is_right(third)
    assert len(held) == 2


def test_the_memory_of_this_thread_can_be_freed(module):
    held = call(module, k=1)
    call(module)
    memory = [weakref.ref(b.memory) for b in blocks(module)]
    module.scaled_grad.free_workspace()
    assert not blocks(module)
    assert [m() is None for m in memory] == [False, False, True, True]
    seen = addresses(held)
    assert not set(seen) & set(addresses(call(module)))
    assert is_right(held, k=1)
    del held
    assert all(m() is None for m in memory)


def test_keeping_can_be_switched_off_and_on(module):
    held = call(module, k=1)
    call(module)
    memory = [weakref.ref(b.memory) for b in blocks(module)]
    module.scaled_grad.keep_workspace = False
    result = call(module, k=2)
    assert result.x.flags.owndata and is_right(result, k=2)
    assert not blocks(module)
    assert [m() is None for m in memory] == [False, False, True, True]
    module.scaled_grad.keep_workspace = True
    assert is_right(call(module, k=3), k=3)
    assert len(blocks(module)) == 2
    assert is_right(held, k=1)


# -- calls that fail, calls in calls, threads, processes ---------------------------------------


def test_a_call_that_fails_leaves_nothing_in_use(module, monkeypatch):
    result = call(module, k=1)
    check = module._check

    def fails(code):
        raise KeyboardInterrupt

    monkeypatch.setattr(module, "_check", fails)
    for _ in range(3):
        with pytest.raises(KeyboardInterrupt):
            call(module, k=2)
    assert is_right(result, k=1)
    monkeypatch.setattr(module, "_check", check)
    for k in range(3, 7):
        assert is_right(call(module, k=k), k=k)
    assert is_right(result, k=1)
    assert len(blocks(module)) == 2


def test_the_arrays_of_a_failed_call_are_its_traceback_s(module, monkeypatch):
    """A debugger may look at them: no later call writes to them."""
    check = module._check

    def fails(code):
        check(5)

    monkeypatch.setattr(module, "_check", fails)
    with pytest.raises(ValueError, match="out of range") as caught:
        call(module, k=2)
    monkeypatch.setattr(module, "_check", check)
    frame = caught.tb
    while "x_bar" not in frame.tb_frame.f_locals:
        frame = frame.tb_next
    for k in range(4):
        assert is_right(call(module, k=k), k=k)
    _, w, seed = arguments(LARGE, 2)
    np.testing.assert_array_equal(frame.tb_frame.f_locals["x_bar"], np.repeat(seed * w, 2))


def test_memory_that_cannot_be_had_leaves_the_thread_sound(module, monkeypatch):
    held = call(module, k=1)
    begin = module._Block.__init__

    def fails(block, length):
        if length == 16 * LARGE:
            raise MemoryError
        begin(block, length)

    monkeypatch.setattr(module._Block, "__init__", fails)
    with pytest.raises(MemoryError):
        call(module, k=2)
    monkeypatch.undo()
    for k in range(3, 6):
        assert is_right(call(module, k=k), k=k)
    assert is_right(held, k=1)


@pytest.mark.parametrize("where", ["_free_blocks", "_check", "_Lease"])
def test_a_call_in_the_middle_of_another_takes_none_of_its_memory(module, where, monkeypatch):
    """A signal handler or a finaliser may call anywhere in another call."""
    call(module)
    plain, inner = getattr(module, where), []

    def interrupted(*given):
        monkeypatch.setattr(module, where, plain)
        for k in (7, 8):
            inner.append((call(module, k=k), k))
        found = plain(*given)
        inner.append((call(module, k=9), 9))
        return found

    for turn in range(3):
        monkeypatch.setattr(module, where, interrupted)
        result = call(module, k=turn)
        assert is_right(result, k=turn)
        assert all(is_right(found, k=k) for found, k in inner)
        del result, inner[: turn + 1]


def test_threads_have_memory_of_their_own(module):
    """Each thread hands its results to another one, which looks at them while more are made."""
    count, turns = 4, 12
    handed = [queue.Queue() for _ in range(count)]
    wrong = []

    def work(thread):
        held = []
        for turn in range(turns):
            k = turn + 100 * thread
            handed[(thread + 1) % count].put((call(module, k=k), k))
            held.append(handed[thread].get())
            wrong.extend(k for result, k in held if not is_right(result, k=k))
            del held[: len(held) - turn % 4]

    threads = [threading.Thread(target=work, args=(number,)) for number in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_a_block_that_another_thread_releases_is_free_for_its_own(module):
    seen = addresses(call(module))
    held = [call(module)]
    assert addresses(held[0]) == seen
    assert not set(addresses(call(module))) & set(seen)
    thread = threading.Thread(target=held.clear)
    thread.start()
    thread.join()
    found = [addresses(call(module)) for _ in range(2)]
    assert seen in found


def test_results_outlive_their_thread_and_its_memory_does_not(module):
    results, memory = [], []

    def work():
        results.append(call(module, k=1))
        call(module, k=2)
        memory.extend(weakref.ref(block.memory) for block in blocks(module))

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert [m() is None for m in memory] == [False, False, True, True]
    assert not blocks(module)
    call(module, k=3)
    assert is_right(results[0], k=1)
    results.clear()
    assert all(m() is None for m in memory)


def test_results_outlive_the_module(folder):
    module = loaded(folder, "scaled_grad")
    result = call(module, k=1)
    del module
    assert is_right(result, k=1)


def test_forked_processes_share_no_results(module):
    held = call(module, k=1)
    call(module)
    child = os.fork()
    if child == 0:
        sound = all(is_right(call(module, k=k), k=k) for k in range(3)) and is_right(held, k=1)
        held.x.fill(-1.0)
        os._exit(0 if sound else 1)
    assert os.waitpid(child, 0) == (child, 0)
    assert is_right(held, k=1)
    assert is_right(call(module, k=4), k=4)
