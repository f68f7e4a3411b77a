"""The Python wrapper: what it takes, refuses, leaves alone and returns."""

import importlib.util
import subprocess
from dataclasses import replace

import numpy as np
import pytest

from adc.diagnostics import Span
from adc.emit import Facts
from adc.ir.declarations import Parameter
from tests.emit_files.kernels import built, of_primal, scaled

_BUILDS: dict[str, object] = {}


@pytest.fixture(scope="session")
def wrapper(tmp_path_factory):
    """The wrapper function of a kernel, built once per set of options."""

    def load(name, **options):
        key = f"{name}{options}"
        if key not in _BUILDS:
            folder = built(name, **options).write(tmp_path_factory.mktemp(name))
            subprocess.run(
                ["make", "-s", "CFLAGS=-O1", "OPENMP=0", "BLAS=none"], cwd=folder, check=True
            )
            _BUILDS[key] = loaded(folder, f"{name}_{options.get('mode', 'grad')}")
        return _BUILDS[key]

    return load


def loaded(folder, entry):
    spec = importlib.util.spec_from_file_location(f"{entry}_{id(folder)}", folder / f"{entry}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return getattr(module, entry)


def gemm_arguments(dtype=np.float64):
    rng = np.random.default_rng(1)
    arrays = [rng.random(shape).astype(dtype) for shape in ((4, 3), (4, 2), (2, 3))]
    return [1.5, 0.5, *arrays], rng.random((4, 3)).astype(dtype)


def test_gradients(wrapper):
    (alpha, beta, c, a, b), seed = gemm_arguments()
    result = wrapper("gemm")(alpha, beta, c, a, b, C_seed=seed)
    assert result._fields == ("alpha", "beta", "C", "A", "B")
    np.testing.assert_allclose(result.alpha, np.sum(seed * (a @ b)))
    np.testing.assert_allclose(result.beta, np.sum(seed * c))
    np.testing.assert_allclose(result.C, beta * seed)
    np.testing.assert_allclose(result.A, alpha * seed @ b.T)
    np.testing.assert_allclose(result.B, alpha * a.T @ seed)
    assert isinstance(result.alpha, np.float64) and result.A.shape == (4, 2)


def test_value_gives_the_outputs_first(wrapper):
    (alpha, beta, c, a, b), seed = gemm_arguments()
    before = c.copy()
    result = wrapper("gemm", value=True)(alpha, beta, c, a, b, C_seed=seed)
    assert result._fields == ("C_out", "alpha", "beta", "C", "A", "B")
    np.testing.assert_allclose(result.C_out, alpha * a @ b + beta * c)
    np.testing.assert_allclose(result.C, beta * seed)
    np.testing.assert_array_equal(c, before)


def test_scalar_value(wrapper):
    u = np.linspace(0.1, 0.7, 7) ** 2
    plain = wrapper("smoothing")(u, 5, 0.1)
    valued = wrapper("smoothing", value=True)(u, 5, 0.1)
    assert plain._fields == ("u", "r")
    assert valued._fields == ("value", "u", "r")
    expected = u.copy()
    for _ in range(5):
        bend = expected[:-2] - 2.0 * expected[1:-1] + expected[2:]
        expected[1:-1] = expected[1:-1] + 0.1 * expected[1:-1] * bend
    np.testing.assert_allclose(valued.value, np.sum(expected**2))
    np.testing.assert_array_equal(plain.u, valued.u)


def test_array_value_has_its_own_name(wrapper):
    x, w = np.arange(6.0), np.arange(3.0) + 1
    result = wrapper("scaled", value=True)(x, w, return_0_seed=np.ones(3))
    assert result._fields == ("return_0", "x", "w")
    np.testing.assert_array_equal(result.return_0, (x[::2] + x[1::2]) * w)


def test_ones_need_no_seed(wrapper):
    result = wrapper("scaled", seed="ones")(np.arange(6.0), np.ones(3))
    np.testing.assert_array_equal(result.w, [1.0, 5.0, 9.0])


def test_accumulation_begins_where_it_is_told(wrapper):
    (alpha, beta, c, a, b), seed = gemm_arguments()
    call = wrapper("gemm", accumulate=True)
    plain = call(alpha, beta, c, a, b, C_seed=seed)
    begin = np.full((4, 2), 2.0)
    added = call(alpha, beta, c, a, b, C_seed=seed, A_bar=begin)
    np.testing.assert_allclose(added.A, plain.A + 2.0)
    np.testing.assert_array_equal(begin, 2.0)
    with pytest.raises(ValueError, match=r"A_bar has the shape \(2, 4\)"):
        call(alpha, beta, c, a, b, C_seed=seed, A_bar=begin.T.copy())


def test_tangents(wrapper):
    x, w = np.arange(6.0), np.ones(3)
    result = wrapper("scaled", mode="jvp")(x, w, x_dot=np.ones(6), w_dot=np.zeros(3))
    assert result._fields == ("return_0", "return_0_dot")
    np.testing.assert_array_equal(result.return_0_dot, [2.0, 2.0, 2.0])


def test_single_precision(wrapper):
    (alpha, beta, c, a, b), seed = gemm_arguments(np.float32)
    call = wrapper("gemm", dtype="float32")
    result = call(np.float32(alpha), beta, c, a, b, C_seed=seed)
    assert result.A.dtype == np.float32 and isinstance(result.alpha, np.float32)
    np.testing.assert_allclose(result.A, alpha * seed @ b.T, rtol=1e-6)
    with pytest.raises(TypeError, match="alpha must be a float32 scalar, not float64"):
        call(np.float64(alpha), beta, c, a, b, C_seed=seed)


def swapped(position, value):
    """The arguments of gemm with one replaced."""
    arguments, seed = gemm_arguments()
    arguments[position] = value
    return arguments, seed


REFUSED = {
    "integer for a float": (swapped(0, 1), TypeError, "alpha must be a float64 scalar, not int"),
    "array for a float": (swapped(0, np.ones(())), TypeError, "not an array of float64"),
    "string": (swapped(1, "1.5"), TypeError, "not str"),
    "list": (swapped(2, [[1.0]]), TypeError, "C must be a NumPy array, not list"),
    "float32": (swapped(3, np.ones((4, 2), np.float32)), TypeError, "dtype float64, not float32"),
    "integers": (swapped(3, np.ones((4, 2), int)), TypeError, "dtype float64, not int64"),
    "foreign byte order": (swapped(3, np.ones((4, 2), ">f8")), TypeError, "not >f8"),
    "masked": (swapped(3, np.ma.ones((4, 2))), TypeError, "A must be a NumPy array"),
    "axes": (swapped(3, np.ones(8)), ValueError, "A must have 2 axes, not 1"),
    "shape": (swapped(4, np.ones((3, 2))), ValueError, r"B has the shape \(3, 2\), but \[NK, NJ\]"),
    "columns first": (swapped(3, np.ones((2, 4)).T), ValueError, "A must be C-contiguous"),
    "a slice": (swapped(3, np.ones((4, 4))[:, ::2]), ValueError, "A must be C-contiguous"),
    "unaligned": (
        swapped(3, np.ones(65, np.uint8)[1:].view(np.float64).reshape(4, 2)),
        ValueError,
        "A must be C-contiguous",
    ),
}


@pytest.mark.parametrize("case", REFUSED)
def test_refuses(wrapper, case):
    (arguments, seed), error, message = REFUSED[case]
    with pytest.raises(error, match=message):
        wrapper("gemm")(*arguments, C_seed=seed)


def test_seed_is_asked_for_and_checked(wrapper):
    arguments, seed = gemm_arguments()
    with pytest.raises(TypeError, match="C_seed"):
        wrapper("gemm")(*arguments)
    with pytest.raises(ValueError, match="C_seed has the shape"):
        wrapper("gemm")(*arguments, C_seed=seed[:-1])


@pytest.mark.parametrize("steps", [5.0, True, np.ones(1)])
def test_integer_arguments_are_integers(wrapper, steps):
    with pytest.raises(TypeError, match="T must be an integer"):
        wrapper("smoothing")(np.ones(4), steps, 0.1)


def test_numpy_integers_are_integers(wrapper):
    result = wrapper("smoothing")(np.ones(4), np.int32(3), 0.1)
    assert result.u.shape == (4,)


def test_integers_that_do_not_fit(wrapper):
    with pytest.raises(ValueError, match="T does not fit 64 bits"):
        wrapper("smoothing")(np.ones(4), 2**63, 0.1)


def test_sizes_are_solved_and_compared(wrapper):
    with pytest.raises(ValueError, match="the size N would be negative: -1"):
        wrapper("smoothing")(np.ones(1), 3, 0.1)
    with pytest.raises(ValueError, match=r"x has the shape \(5,\), but \[2\*N\] is \(4,\)"):
        wrapper("scaled", seed="ones")(np.ones(5), np.ones(2))
    with pytest.raises(ValueError, match=r"do not fit together \(M == N\)"):
        wrapper("scaled", seed="ones")(np.ones(6), np.ones(2))


def test_an_integer_that_names_a_size_keeps_its_place(tmp_path):
    """f(x, N, w): N is given by the caller and compared with the shapes."""
    span = Span("scaled.py", 1)
    parameters = tuple(
        Parameter(n, kind, span if n == "N" else None)
        for n, kind in (("M", "size"), ("x", "array"), ("N", "size"), ("w", "array"))
    )
    primal = replace(scaled(), parameters=parameters)
    facts = Facts("scaled", ("x",), ("return_0",), sources=("scaled.py",), seed="ones")
    folder = of_primal(primal, facts).write(tmp_path)
    subprocess.run(["make", "-s", "OPENMP=0"], cwd=folder, check=True)
    call = loaded(folder, "scaled_grad")
    np.testing.assert_array_equal(call(np.ones(6), 3, np.full(3, 2.0)).x, 2.0)
    with pytest.raises(ValueError, match=r"x has the shape \(6,\), but \[2\*N\] is \(4,\)"):
        call(np.ones(6), 2, np.ones(2))
    with pytest.raises(TypeError, match="N must be an integer"):
        call(np.ones(6), 3.0, np.ones(3))


def test_read_only_arguments_and_empty_arrays(wrapper):
    x, w = np.zeros(0), np.zeros(0)
    x.flags.writeable = False
    result = wrapper("scaled", seed="ones")(x, w)
    assert result.x.shape == (0,)


def test_one_array_may_be_passed_twice(wrapper):
    a = np.ones((3, 3))
    result = wrapper("gemm")(1.0, 1.0, a, a, a, C_seed=a)
    np.testing.assert_array_equal(result.A, 3.0)


def test_says_to_run_make(tmp_path):
    folder = built("gemm").write(tmp_path)
    with pytest.raises(ImportError, match="run make"):
        loaded(folder, "gemm_grad")
