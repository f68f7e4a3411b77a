"""What kernels read across their threads comes by tiles in shared memory: right, race-free, and as
few sectors per request as along rows."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from adc.diagnostics import InternalError
from adc.schedule import schedule
from adc.schedule.tree import Launch, Tile, walk
from adc.schedule.verify import verify_scheduled
from tests.cuda_emulator.build import missing
from tests.cuda_emulator.performance import per_request
from tests.proof.cases import Case
from tests.proof.compiled import compile_case, run_gradient
from tests.proof.harness import MismatchError, draw_case
from tests.proof.on_device import Emulated, built, check_outcome, prove_on_device

pytestmark = pytest.mark.skipif(bool(missing()), reason=missing())

#: In place both ways, at an offset, and with a size that is called like what a tile is.
MATRIX = Case(
    "matrix",
    """import numpy as np


def matrix(row, a, b, w):
    for t in range(row):
        b[:] = b * np.sin(a.T) + w
        a[1:, :-1] += w[1:, 1:].T[:, :] * np.cos(b[:-1, 1:].T)
    return np.sum(b * a.T)
""",
    ("a", "b"),
    ("return",),
    {"N": 35, "M": 33, "row": 2},
    signature="matrix(row: int, a: float64[N, M], b: float64[M, N], w: float64[M, N])",
)
#: Three axes: the first and last, or the last two, change places.
CUBE = Case(
    "cube",
    """import numpy as np


def cube(x, y):
    z = np.transpose(x, (2, 1, 0)) * np.transpose(y, (0, 2, 1))
    return np.tanh(z)
""",
    ("x", "y"),
    ("return",),
    {"A": 33, "B": 3, "C": 34},
    signature="cube(x: float32[A, B, C], y: float32[C, A, B])",
)
#: What is read in one of two cases only, which data or places decide.
CASES = Case(
    "cases",
    """import numpy as np


def cases(a, b, w):
    for i in range(b.shape[0]):
        for j in range(b.shape[1]):
            b[i, j] *= w[j, i]
            if i < j:
                b[i, j] = a[j, i] * np.sin(b[i, j])
            else:
                b[i, j] = a[j, i] ** 2 * b[i, j]
            if i > 0:
                b[i, j] *= w[j, i - 1]
            b[i, j] *= np.exp(a[j, i - 1]) if i > 0 else 2.0
    return b
""",
    ("b",),
    ("return",),
    {"N": 35, "M": 33},
    signature="cases(a: float64[N, M], b: float64[M, N], w: float64[N, M])",
)
ALL = {c.name: c for c in (MATRIX, CUBE, CASES)}


def tiles_of(case: Case) -> list[Tile]:
    tree = schedule(
        compile_case(case).gradient, openmp=False, blas=False, device=True, source_order=False
    ).tree
    return [t for n in walk(tree) if isinstance(n, Launch) for t in n.tiles]


@pytest.mark.parametrize("name", ALL)
@pytest.mark.parametrize("sizes", [{}, {"N": 1}, {"M": 0}, {"N": 64, "M": 32}, {"N": 2, "M": 131}])
def test_right_and_without_races(name: str, sizes: dict[str, int], tmp_path: Path) -> None:
    case = ALL[name]
    if sizes and name == "cube":
        sizes = dict(zip("AC", sizes.values(), strict=False))
    case = replace(case, sizes={**case.sizes, **sizes}, edges=())
    prove_on_device(case, tmp_path)


def test_which_are_read_so() -> None:
    """Not what some of the threads do not read; under a condition, if that is one on integers."""
    assert {t.container for t in tiles_of(CUBE)} == {"y", "z_bar"}
    assert {len(t.conditions) for t in tiles_of(CASES)} == {0, 1}
    few = replace(CUBE, signature="cube(x: float32[A, B, 3], y: float32[3, A, B])")
    assert not any(t.container == "x" for t in tiles_of(few)), "three columns fill no tile"


@pytest.mark.parametrize("name", ["matrix", "cube"])
def test_sectors_as_along_rows(name: str, tmp_path: Path) -> None:
    """8 are ideal for doubles, 4 for floats; a column would be 32."""
    case = replace(ALL[name], sizes={"N": 64, "M": 64, "A": 64, "C": 64, "B": 2, "row": 2})
    emulated = Emulated.of(case, tmp_path)
    outcome = emulated.on_the_device(draw_case(case))
    assert per_request(outcome.report) <= 1.3 * (8 if name == "matrix" else 4)
    assert all(k.read.per_request <= 11 for k in outcome.report.kernels.values())


def check_changed(pattern: str, by: str, folder: Path) -> None:
    """Runs MATRIX in a grid of one block, which has to come back for each tile, with each `pattern`
    in the text replaced."""
    case = replace(MATRIX, sizes={"N": 70, "M": 67, "row": 2})
    compiled = compile_case(case, target="cuda")
    name = next(n for n in compiled.files if n.endswith(".cu"))
    text, grids = re.subn(r"(?<=<<<adc_grid_tiles)\([^)]*\)", "(1, 1)", compiled.files[name])
    text, count = re.subn(pattern, by, text)
    assert grids and count, "nothing to change"
    emulated = Emulated(compiled, built({**compiled.files, name: text}, folder))
    drawn = draw_case(case)
    wanted = run_gradient(compiled, case, drawn.inputs, drawn.seeds)
    for seed in range(4):
        check_outcome(emulated.on_the_device(drawn, seed), drawn, wanted)


def test_blocks_come_back(tmp_path: Path) -> None:
    check_changed("$", "", tmp_path)


@pytest.mark.parametrize(
    "pattern, by",
    [
        (r"\n *__syncthreads\(\);(?=\n */\*)", ""),
        (r"(?<=\})\n *__syncthreads\(\);(?=\n *\}\n *\})", ""),
        (r"_tile\[threadIdx\.x\]\[row_1\]", "_tile[row_1][threadIdx.x]"),
        (r"if \(i < M && j < N\)", "if (i < M)"),
        (r"\+= adc_tiles\(x\)", "+= 2*adc_tiles(x)"),
        (r"= adc_tile\(y\)", "= 32 + adc_tile(y)"),
    ],
)
def test_mutants_are_caught(pattern: str, by: str, tmp_path: Path) -> None:
    with pytest.raises(MismatchError):
        check_changed(pattern, by, tmp_path)


def test_what_is_written_is_no_tile() -> None:
    found = schedule(
        compile_case(CUBE).gradient, openmp=False, blas=False, device=True, source_order=False
    )
    verify_scheduled(found)
    launch = next(n for n in walk(found.tree) if isinstance(n, Launch) and n.tiles)
    target = next(t for n in walk(launch.body) if (t := getattr(n, "target", None)) is not None)
    wrong = replace(launch.tiles[0], container=target.container, index=target.index)
    tree = tuple(replace(n, tiles=(wrong,)) if n is launch else n for n in found.tree)
    with pytest.raises(InternalError, match="which is written"):
        verify_scheduled(replace(found, tree=tree))
