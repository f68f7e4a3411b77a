"""Products over several axes as calls: which statements are, and that they compute the same."""

from __future__ import annotations

import ctypes
from pathlib import Path

import numpy as np
import pytest

from adc.ir.program import Program
from adc.schedule import schedule
from adc.schedule.scheduled import Scheduled
from adc.schedule.text import tree_text
from adc.schedule.tree import For, LibraryCall, Operation, walk
from tests.emit.native import Native, build, expect_same, inputs_for, parsed
from tests.proof.cases import Case
from tests.proof.compiled import compile_case
from tests.proof.harness import prove_interpreted
from tests.proof.native import build as build_case
from tests.proof.native import prove_native

HEAD = """\
program p(N: size, M: size, K: size, x: array, y: array, u: array, v: array, a: scalar)
input x: {0}[2*N + 2, 2*M + 2, K]
input y: {0}[N + 2, K, M]
inout u: {0}[2*N + 2, M + 2, K + M]
inout v: {0}[2*M + 2, N]
inout a: {0}

"""
BOX = "for i in 0:N, j in 0:M, k in 0:K, l in 0:M"
#: A statement, and over which loops a call of it stands; None where it is no call.
SHAPES = {
    "rows of two axes": (f"u[i, j, l] += x[i, j, k]*y[1, k, l] {BOX}", ()),
    "sums over two axes": (
        "v[l, j] += x[i, l, k]*y[i, k, j] for i in 0:N, j in 0:min(N, M), k in 0:K, l in 0:M", (),
    ),
    "columns of two axes": (f"u[i, j, l] += y[i, k, l]*x[1, j, k] {BOX}", ()),
    "a filter": (
        "u[i, 1, l] += x[i + j, 1, k]*y[j, k, l] for i in 0:N, j in 0:3, k in 0:K, l in 0:M", (),
    ),
    "sums into shifted rows": (
        "u[i + j, 1, l] += x[i, 1, k]*y[1, k, l] for i in 0:N, j in 0:3, k in 0:K, l in 0:M",
        ("j",),
    ),
    "a filter into shifted rows": (
        "u[i + j, m, l] += x[i, m, k]*y[j, k, l] "
        "for i in 0:N, j in 0:3, k in 0:K, l in 0:M, m in 0:M", ("j",),
    ),
    "backwards, with strides": (
        f"u[2*i + 1, M - 1 - j, l] += x[N - i, 2*j, K - 1 - k]*y[0, k, M - 1 - l] {BOX}", (),
    ),
    "from one on": (
        "u[i, j, l] += x[i, j, k]*y[1, k, l] for i in 1:N, j in 1:M, k in 1:K, l in 1:M", (),
    ),
    "scaled": (f"u[i, j, l] += -x[i, j, k]*y[1, k, l]*(a*a) {BOX}", ()),
    "one array twice": (f"u[i, j, l] += x[i, j, k]*x[1, l, k] {BOX}", ()),
    "columns along rows of the first": (
        "u[j, l, i] += y[1, k, i]*x[j, l, k] for i in 0:M, j in 0:N, k in 0:K, l in 0:M", (),
    ),
    "a batch": (f"u[i, j, l] += x[i, j, k]*y[i, k, l] {BOX}", None),
    "a diagonal": (
        "u[i, i, l] += x[i, j, k]*y[j, k, l] for i in 0:min(N, M), j in 0:N, k in 0:K, l in 0:M",
        None,
    ),
    "a triangle": (
        "u[i, j, l] += x[i, j, k]*y[1, k, l] for i in 0:N, j in 0:M, k in 0:min(i, K), l in 0:M",
        None,
    ),
    "its own array": (
        "u[i, j, l] += u[i + N, j, k]*y[1, k, l] "
        "for i in 0:N, j in 0:M, k in 0:min(M, K), l in 0:M", None,
    ),
    "three axes": ("v[j, i] += x[i, j, k]*y[1, k, 0] for i in 0:N, j in 0:M, k in 0:K", None),
    "not a product": (f"u[i, j, l] += x[i, j, k] + y[1, k, l] {BOX}", None),
}  # fmt: skip
SMALL = [(0, 1, 1), (1, 0, 2), (2, 2, 0), (1, 1, 1), (2, 1, 3), (3, 2, 1), (2, 3, 2), (3, 3, 3)]
SIZES = [
    dict(zip("NMK", each, strict=True))
    for each in (*SMALL, (7, 5, 30), (20, 20, 3), (2, 9, 200), (1, 210, 4))
]


def program(name: str, dtype: str = "float64") -> Program:
    body = SHAPES[name][0]
    number = list(SHAPES).index(name)
    text = f"{HEAD.format(dtype)}S1: {body}\n"
    return parsed(text, f"p{number}{dtype}")


def scheduled(name: str, **options: object) -> Scheduled:
    wanted = {"openmp": False, "blas": True, "source_order": False, **options}
    return schedule(program(name), **wanted)  # type: ignore[arg-type]


def calls(found: Scheduled) -> list[LibraryCall]:
    every = (n for n in walk(found.tree) if isinstance(n, LibraryCall))
    return [n for n in every if n.operation is Operation.CONTRACTION]


@pytest.mark.parametrize("name", SHAPES)
def test_which_statements_are_calls(name: str) -> None:
    found, around = scheduled(name), SHAPES[name][1]
    assert len(calls(found)) == (around is not None)
    loops = tuple(n.var for n in walk(found.tree) if isinstance(n, For))
    assert around is None or loops == around


@pytest.mark.parametrize("name", SHAPES)
def test_the_order_of_the_source_and_small_sizes_keep_loops(name: str) -> None:
    assert not calls(scheduled(name, source_order=True))
    assert not calls(scheduled(name, without=("contractions",)))
    assert not calls(scheduled(name, blas=False))
    assert not calls(scheduled(name, sizes={"N": 3, "M": 3, "K": 3}))


def test_the_tree_says_what_is_called() -> None:
    lines = tree_text(scheduled("a filter into shifted rows")).splitlines()
    (line,) = (each.strip() for each in lines if "by (" in each)
    assert line.startswith("u[j, 0, 0] by (")


#: Vectors of all processors, and the longest of this one.
VECTORS = ("", "-march=native")


@pytest.fixture(scope="module", params=VECTORS)
def natives(
    tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest
) -> list[Native]:
    made = [program(name, dtype) for name in SHAPES for dtype in ("float64", "float32")]
    folder = tmp_path_factory.mktemp("contractions")
    flags = (request.param,) if request.param else ()
    more = ("-fopenmp", "-DADC_PARALLEL_MIN=-1", *flags)
    return build(made, folder, openmp=True, blas=True, optimise="-O2", more=more)


def number_of_threads(count: int) -> None:
    ctypes.CDLL("libgomp.so.1").omp_set_num_threads(count)


@pytest.mark.parametrize("sizes", SIZES, ids=str)
def test_values_at_all_sizes(natives: list[Native], sizes: dict[str, int]) -> None:
    number_of_threads(2)
    for native in natives:
        expect_same(native, sizes, 1e-12)


@pytest.mark.parametrize("sizes", SIZES[-3:], ids=str)
def test_threads_change_no_byte(natives: list[Native], sizes: dict[str, int]) -> None:
    for native in natives:
        inputs = inputs_for(native.program, sizes)
        found = set[bytes]()
        for count in (1, 2, 4, 7):
            number_of_threads(count)
            arrays = native.call(sizes, inputs)
            found.add(b"".join(arrays[n].tobytes() for n in ("u", "v")))
        assert len(found) == 1, native.program.name


def test_no_number_of_a_row_or_column_reaches_another(natives: list[Native]) -> None:
    sizes = {"N": 5, "M": 9, "K": 11}
    native = next(n for n in natives if n.program.name == "p0float64")
    inputs = inputs_for(native.program, sizes)
    inputs["x"][1, 2, 3], inputs["y"][1, 4, 5] = np.nan, np.inf
    found = native.call(sizes, inputs)["u"]
    odd = np.zeros(found.shape, bool)
    odd[1, 2, : sizes["M"]] = odd[: sizes["N"], : sizes["M"], 5] = True
    assert (np.isfinite(found) == ~odd).all()


SOURCES = {
    "taps": (
        "taps(x: float64[N, H, W, C], w: float64[K, K, C, D])",
        """
    height = x.shape[1] - w.shape[0] + 1
    width = x.shape[2] - w.shape[0] + 1
    y = np.zeros((x.shape[0], height, width, w.shape[3]))
    for i in range(w.shape[0]):
        for j in range(w.shape[0]):
            y += x[:, i : i + height, j : j + width, :] @ w[i, j]
    return y
""",
    ),
    "points": (
        "points(x: float64[N, H, W, C], w: float64[K, K, C, D])",
        """
    k = w.shape[0]
    height = x.shape[1] - k + 1
    width = x.shape[2] - k + 1
    y = np.zeros((x.shape[0], height, width, w.shape[3]))
    for i in range(height):
        for j in range(width):
            part = x[:, i : i + k, j : j + k, :, np.newaxis]
            y[:, i, j, :] = np.sum(part * w[np.newaxis], axis=(1, 2, 3))
    return y * y
""",
    ),
    "in_place": (
        "in_place(x: float64[N, H, W, C], w: float64[K, K, C, C])",
        """
    for i in range(w.shape[0]):
        x[1:, ::-1] = x[:-1] @ w[i, i]
        x[:, 1:] += x[:, :-1] @ w[i, 0]
        w[i, 0] *= 0.5
    return np.sum(x * x)
""",
    ),
    "carried": (
        "carried(x: float64[N, H, W, C], w: float64[K, K, C, C])",
        """
    t = np.zeros(x.shape)
    for i in range(w.shape[0]):
        t += x @ w[i, 0]
        x[:, :, 0] = t[:, :, 0]
    return np.sum(t * t)
""",
    ),
    "overwritten": (
        "overwritten(x: float64[N, H, W, C], w: float64[K, K, C, D])",
        """
    t = np.zeros((x.shape[0], x.shape[1], x.shape[2], w.shape[3]))
    for i in range(w.shape[0]):
        t[:] = x @ w[i, 0] + 0.5 * t
        x *= t[:, :, :, :1]
        t[1:] = t[1:] * t[1:]
    return np.sum(t) + np.sum(x)
""",
    ),
}  # fmt: skip
EDGES = (
    {"N": 2, "H": 5, "W": 4, "C": 7, "K": 2, "D": 9},
    {"N": 3, "H": 2, "W": 3, "C": 1, "K": 1, "D": 1},
    {"N": 1, "H": 3, "W": 3, "C": 2, "K": 3, "D": 17},
    {"N": 0, "H": 2, "W": 2, "C": 2, "K": 2, "D": 2},
    {"N": 2, "H": 2, "W": 2, "C": 0, "K": 2, "D": 3},
    {"N": 2, "H": 3, "W": 2, "C": 3, "K": 0, "D": 3},
)


@pytest.mark.parametrize("name", SOURCES)
def test_gradients_of_calls(name: str, tmp_path: Path) -> None:
    signature, body = SOURCES[name]
    head = signature.split("(")[0]
    source = f"import numpy as np\n\n\ndef {head}(x, w):{body}"
    own = Case(name, source, ("x", "w"), sizes=EDGES[0], signature=signature)
    compiled = compile_case(own)
    text = next(t for n, t in compiled.files.items() if n.endswith("_grad.c"))
    assert "adc_dcontract(" in text
    library = build_case(tmp_path, [compiled])
    for sizes in EDGES:
        drawn, gradients = prove_interpreted(compiled, own.with_sizes(sizes))
        prove_native(library, compiled, drawn, gradients)


@pytest.mark.parametrize("name", ["taps", "points"])
def test_loops_that_carry_nothing_are_axes_of_calls(name: str) -> None:
    """The gradient of a filter is one call, and what is added to shifted elements a call for each
    shift."""
    signature, body = SOURCES[name]
    source = f"import numpy as np\n\n\ndef {name}(x, w):{body}"
    found = compile_case(Case(name, source, ("x", "w"), sizes=EDGES[0], signature=signature))
    text = next(t for n, t in found.files.items() if n.endswith("_grad.c"))
    lines = [line for line in text.splitlines() if line.lstrip().startswith("adc_dcontract(")]
    depths = [len(line) - len(line.lstrip()) for line in lines]
    assert min(depths) == 4
    assert max(depths) >= 12
