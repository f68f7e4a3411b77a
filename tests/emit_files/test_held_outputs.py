"""No later call changes a large result that somebody holds, in whatever way."""

import ctypes
import gc
import pickle

import numpy as np
import pytest

from tests.emit_files.kernels import loaded
from tests.emit_files.outputs import LARGE, address, arguments, blocks, call, is_right, made


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return made(tmp_path_factory.mktemp("scaled"), "scaled")


@pytest.fixture(autouse=True, scope="module")
def only_what_is_new_is_collected():
    """A collection of all that the process holds takes a fifth of a second."""
    gc.collect()
    gc.freeze()


@pytest.fixture
def module(folder):
    """The wrapper of y[i] := (x[2*i] + x[2*i + 1])*w[i], loaded anew: it keeps nothing yet."""
    return loaded(folder, "scaled_grad")


class Capsule:
    """An array for `np.from_dlpack`, of which only the capsule is there."""

    def __init__(self, array):
        self.capsule = array.__dlpack__()
        self.device = array.__dlpack_device__()

    def __dlpack__(self, **options):
        return self.capsule

    def __dlpack_device__(self):
        return self.device


class Struct:
    """An array for `np.asarray`, of which only the C structure is there."""

    def __init__(self, capsule):
        self.__array_struct__ = capsule


class Subclass(np.ndarray):
    pass


def pointer(array):
    return array.ctypes.data_as(ctypes.POINTER(ctypes.c_double))


def generator(array):
    yield array[0]
    yield from array


def cycle(array):
    found = [array]
    found.append(found)
    return found


def traceback_of(array):
    def fail(inner):
        raise ValueError(len(inner))

    try:
        fail(array)
    except ValueError as error:
        return error


def begun(array):
    found = generator(array)
    next(found)
    return found


#: Ways to hold an array, and to read what is held as doubles.
HOLD = {
    "array": (lambda a: a, lambda h: h),
    "slice": (lambda a: a[5:900], lambda h: h),
    "one element": (lambda a: a[7:8], lambda h: h),
    "slice of slices": (lambda a: a[5:900][3:][::-2][:50], lambda h: h),
    "reshape": (lambda a: a.reshape(2, -1), lambda h: h),
    "reshape in columns": (lambda a: a.reshape((2, -1), order="F")[1], lambda h: h),
    "transpose": (lambda a: a.reshape(4, -1).T[3:9], lambda h: h),
    "ravel": (lambda a: a.reshape(2, -1).ravel(), lambda h: h),
    "new axis": (lambda a: a[None, :, None], lambda h: h),
    "diagonal": (lambda a: a.reshape(256, -1).diagonal(), lambda h: h),
    "real part": (lambda a: a.view(np.complex128).imag, lambda h: h),
    "bytes": (lambda a: a.view(np.uint8)[8:80], lambda h: h.view(np.float64)),
    "record element": (lambda a: a.view("f8,f8")[4], lambda h: np.array([h["f1"]])),
    "broadcast": (lambda a: np.broadcast_to(a[1:], (3, a.size - 1)), lambda h: h),
    "strides": (lambda a: np.lib.stride_tricks.as_strided(a[2:], (9,), (16,)), lambda h: h),
    "windows": (lambda a: np.lib.stride_tricks.sliding_window_view(a[:99], 5), lambda h: h),
    "split": (lambda a: np.split(a, 4)[2], lambda h: h),
    "base": (lambda a: a if a.base is None else a.base, lambda h: h.view(np.float64)),
    "base of a slice": (lambda a: a[3:5].base, lambda h: h.view(np.float64)),
    "subclass": (lambda a: a.view(Subclass)[3:], np.asarray),
    "masked": (lambda a: np.ma.masked_array(a, a < 0, copy=False), lambda h: h.data),
    "read only": (lambda a: a[::3].view(), lambda h: h),
    "memoryview": (memoryview, np.asarray),
    "memoryview of bytes": (lambda a: memoryview(a).cast("B")[16:], lambda h: np.frombuffer(h)),
    "memoryview of a view": (lambda a: memoryview(memoryview(a)[3:])[2:], np.asarray),
    "data": (lambda a: a.data, np.asarray),
    "from a buffer": (lambda a: np.frombuffer(a, offset=80), lambda h: h),
    "array of a buffer": (lambda a: np.ndarray((9,), buffer=a, offset=72), lambda h: h),
    "ctypes pointer": (pointer, lambda h: np.array(h[:500])),
    "ctypes namespace": (
        lambda a: a.ctypes,
        lambda h: np.array(ctypes.cast(h, ctypes.POINTER(ctypes.c_double))[:500]),
    ),
    "ctypes array": (np.ctypeslib.as_ctypes, np.asarray),
    "from a ctypes buffer": (lambda a: (ctypes.c_double * 90).from_buffer(a, 48), np.asarray),
    "array struct": (lambda a: a.__array_struct__, lambda h: np.asarray(Struct(h))),
    "dlpack": (np.from_dlpack, lambda h: h),
    "dlpack capsule": (Capsule, np.from_dlpack),
    "pickle buffer": (pickle.PickleBuffer, lambda h: np.frombuffer(h)),
    "iterator": (lambda a: iter(a.reshape(2, -1)), lambda h: np.array(list(h))),
    "flat": (lambda a: a.flat, lambda h: h[:]),
    "nditer": (lambda a: np.nditer(a[:600]), lambda h: np.array([float(v) for v in h])),
    "generator": (begun, lambda h: np.array([next(h) for _ in range(300)])),
    "closure": (lambda a: lambda: a, lambda h: h()),
    "bound method": (lambda a: a[3:].copy, lambda h: h()),
    "object array": (lambda a: np.array([a, None], object), lambda h: h[0]),
    "cycle": (cycle, lambda h: h[0]),
    "traceback": (traceback_of, lambda h: h.__traceback__.tb_next.tb_frame.f_locals["inner"]),
    "copy": (np.copy, lambda h: h),
    "pickled": (pickle.dumps, pickle.loads),
}  # fmt: skip
COPIES = {"copy", "pickled"}


def overwritten(module, way):
    """Whether later calls change what is held of the gradient of x, and whether they could."""
    hold, look = HOLD[way]
    x, w, seed = arguments(LARGE, 5)
    expected = look(hold(np.repeat(seed * w, 2))).copy()
    holder = hold(module.scaled_grad(x, w, return_0_seed=seed).x)
    for k in range(3):
        later = call(module, k=k + 11)
        assert later.x.size == 2 * LARGE
    return not np.array_equal(look(holder), expected)


@pytest.mark.parametrize("way", HOLD)
def test_nothing_overwrites_what_is_held_in_any_way(module, way):
    assert not overwritten(module, way)


@pytest.mark.parametrize("way", [way for way in HOLD if way not in COPIES])
def test_the_test_sees_an_overwritten_result(module, way, monkeypatch):
    """With blocks that count as free at once, each way shows what a later call writes."""
    monkeypatch.setattr(module._weakref, "ref", lambda lease: lambda: None)
    assert overwritten(module, way)


@pytest.mark.parametrize("way", [way for way in HOLD if way not in COPIES])
def test_a_block_is_free_when_the_last_holder_is_gone(module, way):
    hold, _ = HOLD[way]
    held = call(module).x
    block = held.base.base.block
    holder = hold(held)
    del held
    assert block.lease() is not None
    del holder
    gc.collect()
    assert block.lease() is None


@pytest.mark.parametrize("way", sorted(COPIES))
def test_copies_hold_nothing(module, way):
    hold, _ = HOLD[way]
    result = call(module)
    block = result.x.base.base.block
    copied = hold(result.x)
    del result
    assert block.lease() is None and copied is not None


def test_a_finaliser_may_look_at_what_its_object_holds_and_call(module):
    """The collector clears weak references to what it collects before finalisers run."""
    seen = []

    class Holder:
        def __init__(self, result):
            self.result, self.itself = result, self

        def __del__(self):
            seen.append(is_right(call(module, k=21), k=21))
            seen.append(is_right(call(module, k=22), k=22))
            seen.append(is_right(self.result, k=20))

    gc.collect()
    Holder(call(module, k=20))
    gc.collect()
    assert seen == [True] * 3


def test_the_lease_alone_shows_nothing(module):
    lease = call(module).x.base.base
    assert np.asarray(lease).dtype == object
    assert not hasattr(lease, "__array_interface__")


def test_an_argument_may_be_an_earlier_result(module):
    first = call(module, k=4)
    x, w = first.x.copy(), first.w.copy()
    for _ in range(4):
        # The results of the last call are released by this one, in the middle of it.
        expected = np.repeat(w, 2), x[::2] + x[1::2]
        first = module.scaled_grad(first.x, first.w, return_0_seed=np.ones(LARGE))
        assert np.array_equal(first.x, expected[0]) and np.array_equal(first.w, expected[1])
        x, w = first.x.copy(), first.w.copy()


# -- what the arrays are like ------------------------------------------------------------------


def test_results_are_arrays_like_numpys_own(module):
    call(module)
    for array in call(module):
        assert type(array) is np.ndarray and array.dtype == np.float64
        assert array.flags.c_contiguous and array.flags.aligned and array.flags.writeable
        assert address(array) % 64 == 0
        array[:] = 1.0
        array.flags.writeable = False
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 2.0
        array.flags.writeable = True
        array += 1.0
        assert (array == 2.0).all()


def test_results_are_not_resized_in_place(module):
    with pytest.raises(ValueError, match="does not own its data"):
        call(module).x.resize(7)
    assert np.resize(call(module).x, 7).size == 7


def poison(module):
    """No call may read what an earlier one left: all of it becomes NaN."""
    for block in blocks(module):
        assert block.lease() is None
        block.memory.fill(255)


def test_gradients_do_not_depend_on_what_is_in_the_memory(module):
    for k in range(4):
        assert is_right(call(module, k=k), k=k)
        poison(module)


def gemm_arguments(k, fortran):
    """alpha, beta, C, A, B and an array like each of the last three, and the same
    arrays as the wrapper takes them: the rows here are the columns of Fortran's."""
    rng = np.random.default_rng(k)
    arrays = [rng.random(shape) for shape in 2 * [(400, 390), (400, 410), (410, 390)]]
    return [1.5, 0.5], arrays, [a.T if fortran else a for a in arrays]


@pytest.mark.parametrize("language", ["python", "fortran"])
@pytest.mark.parametrize("mode", ["grad", "jvp"])
def test_arrays_that_are_read_and_written(tmp_path, language, mode):
    """Each call copies them into its own memory, in their order."""
    made(tmp_path, "gemm", language=language, value=True, mode=mode)
    module = loaded(tmp_path, f"gemm_{mode}")
    fortran, seen = language == "fortran", []
    for k in range(5):
        (alpha, beta), arrays, given = gemm_arguments(k, fortran)
        c, a, b, c_seed, a_dot, b_dot = arrays
        expected = {"C_out": alpha * a @ b + beta * c}
        if mode == "grad":
            result = module.gemm_grad(alpha, beta, *given[:3], C_seed=given[3])
            expected |= {"C": beta * c_seed, "A": alpha * c_seed @ b.T, "B": alpha * a.T @ c_seed}
        else:
            dots = dict(zip(("C_dot", "A_dot", "B_dot"), given[3:], strict=True))
            result = module.gemm_jvp(alpha, beta, *given[:3], alpha_dot=0.0, beta_dot=0.0, **dots)
            c_dot = alpha * (a_dot @ b + a @ b_dot) + beta * c_seed
            expected = {"C": expected["C_out"], "C_dot": c_dot}
        found = {name: getattr(result, name) for name in expected}
        for name, array in found.items():
            np.testing.assert_allclose(array.T if fortran else array, expected[name])
            assert array.flags.f_contiguous if fortran else array.flags.c_contiguous
            assert array.flags.writeable and address(array) % 64 == 0
        seen.append([address(array) for array in found.values()])
    assert seen[2:] == seen[:-2]
    assert not set(seen[0]) & set(seen[1])


@pytest.mark.parametrize("language", ["python", "fortran"])
def test_gradients_that_begin_with_something(tmp_path, language):
    """Those that are given one begin with a copy of it, the others with zeros."""
    made(tmp_path, "gemm", language=language, accumulate=True)
    module = loaded(tmp_path, "gemm_grad")
    fortran = language == "fortran"
    for k in range(4):
        (alpha, beta), arrays, given = gemm_arguments(k, fortran)
        c, a, b, seed, begin, _ = arrays
        before = begin.copy()
        beginnings = {"A_bar": given[4], "beta_bar": 2.0}
        result = module.gemm_grad(alpha, beta, *given[:3], C_seed=given[3], **beginnings)
        a_bar, b_bar = (x.T if fortran else x for x in (result.A, result.B))
        np.testing.assert_allclose(a_bar, before + alpha * seed @ b.T)
        np.testing.assert_allclose(b_bar, alpha * a.T @ seed)
        np.testing.assert_allclose(result.beta, 2.0 + np.sum(seed * c))
        np.testing.assert_allclose(result.alpha, np.sum(seed * (a @ b)))
        np.testing.assert_array_equal(begin, before)
        del result, a_bar, b_bar
        poison(module)
