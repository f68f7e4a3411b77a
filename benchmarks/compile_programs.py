"""What `benchmarks/compile.py` compiles: programs by name, each a request."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from adc.options import Request
from benchmarks.many_routines import many_routines

ROOT = Path(__file__).resolve().parent.parent

BLOCK = '''\
import numpy as np


def conv2d(x, w):
    """Valid convolution of the images `x[n, i, j, c]` with `w[k, l, c, d]`, tap by tap."""
    taps = w.shape[0]
    height = x.shape[1] - taps + 1
    width = x.shape[2] - taps + 1
    y = np.zeros((x.shape[0], height, width, w.shape[3]))
    for k in range(taps):
        for l in range(taps):
            y += x[:, k : k + height, l : l + width, :] @ w[k, l]
    return y


def batchnorm(x, eps=1e-5):
    mean = np.mean(x, axis=0, keepdims=True)
    var = np.var(x, axis=0, keepdims=True)
    return (x - mean) / np.sqrt(var + eps)


def relu(x):
    return np.maximum(x, 0.0)


def kernel(
    x: "float64[N, H, W, C]", w1: "float64[1, 1, C, M]", w2: "float64[3, 3, M, M]",
    w3: "float64[1, 1, M, C]",
):
    """A bottleneck block of a residual network."""
    padded = np.zeros((x.shape[0], x.shape[1] + 2, x.shape[2] + 2, w1.shape[3]))
    padded[:, 1:-1, 1:-1, :] = conv2d(x, w1)
    y = relu(batchnorm(padded))
    y = relu(batchnorm(conv2d(y, w2)))
    y = batchnorm(conv2d(y, w3))
    return relu(y + x)
'''
HEAD = 'import numpy as np\n\n\ndef kernel(x: "float64[N]", steps: int, c: float):\n'
STEP = """\
import numpy as np


def step(u, c):
    f = u * u * 0.5
    d = np.zeros_like(u)
    d[1:-1] = f[2:] - f[:-2]
    return u - c * d


"""


def loops(count: int) -> str:
    """Time loops one after the other, elementwise ones and stencils in turn."""
    bodies = (
        "x[:] = x + 0.1*np.sin(x)*x",
        "x[1:-1] = x[1:-1] + c*x[1:-1]*(x[2:] - 2.0*x[1:-1] + x[:-2])",
    )
    lines = [
        f"    for t{k} in range(steps):\n        {bodies[k % len(bodies)]}\n" for k in range(count)
    ]
    return HEAD + "".join(lines) + "    return np.sum(x*x)\n"


def statements(count: int) -> str:
    """Assignments to two arrays, each of what the ones before made."""
    bodies = ("a = a + np.sin(b)*c", "b = b*a", "a[1:] = a[1:]*b[:-1]", "b = np.tanh(a + b)")
    lines = [f"    {bodies[k % len(bodies)]}\n" for k in range(count)]
    return HEAD + "    a = x*c\n    b = x*x\n" + "".join(lines) + "    return np.sum(a*b)\n"


def nest(depth: int) -> str:
    """One statement that carries values along all axes of a nest."""
    extents = ", ".join(f"N{k}" for k in range(depth))
    here = ", ".join(f"i{k}" for k in range(depth))
    before = ", ".join(f"i{k} - 1" for k in range(depth))
    lines = [f'def kernel(x: "float64[{extents}]", c: float):\n']
    lines += ["    " * (k + 1) + f"for i{k} in range(1, N{k}):\n" for k in range(depth)]
    lines += ["    " * (depth + 1) + f"x[{here}] = x[{here}]*x[{before}] + c\n"]
    return "import numpy as np\n\n\n" + "".join(lines) + "    return np.sum(x*x)\n"


def calls(count: int) -> str:
    """Calls of one small routine."""
    lines = "    x = step(x, c)\n" * count
    return STEP + 'def kernel(x: "float64[N]", c: float):\n' + lines + "    return np.sum(x*x)\n"


def _of(
    text: str, folder: Path, name: str, wrt: tuple[str, ...] = ("x",), **options: Any
) -> Request:
    source = folder / f"{name}.py"
    source.write_text(text)
    return Request(sources=(str(source),), function="kernel", wrt=wrt, **options)


def _fortran(text: str, folder: Path) -> Request:
    source = folder / "kernel.f90"
    source.write_text(text)
    return Request(sources=(str(source),), function="kernel", wrt=("u", "c"), of=("total",))


def _case(name: str, **options: Any) -> Request:
    from tests.proof.cases import CASES, load_case
    from tests.proof.compiled import request_of

    case = load_case(CASES / name)
    assert case.path is not None
    return request_of(case, case.path, **options)


def _multigrid() -> Request:
    from tests.fortran.specs import kernel_specs

    spec = kernel_specs(ROOT / "tests" / "fortran" / "kernels")["multigrid"]
    sources = tuple(str(path) for path in reversed(spec.sources))
    return Request(sources=sources, function=spec.routine, wrt=spec.wrt, of=spec.of)


Make = Callable[[Path], Request]


def named() -> dict[str, Make]:
    """The programs that have a name."""
    cases = sorted(f.parent.name for f in (ROOT / "tests" / "cases").glob("*/case.toml"))
    found: dict[str, Make] = {name: lambda folder, name=name: _case(name) for name in cases}
    found["multigrid.f"] = lambda folder: _multigrid()
    adi = {"steps": 100, "N": 100, "M": 120}
    found["adi, 3 MB"] = lambda folder: _case("adi", sizes=adi, mem_limit=3_000_000)
    found["12 loops, 1 MB"] = lambda folder: _of(
        loops(12), folder, "loops", ("x", "c"), sizes={"N": 1000, "steps": 100},
        mem_limit=1_000_000,
    )  # fmt: skip
    found["100 routines"] = lambda folder: _fortran(many_routines(100, 40), folder)
    found["ResNet block"] = lambda folder: _of(BLOCK, folder, "block", ("x", "w1", "w2", "w3"))
    return found


def growing() -> dict[str, Make]:
    """The programs of the table of growth."""
    families = (
        ("statements", statements, (10, 30, 100, 300, 1000)),
        ("loops deep", nest, (1, 2, 3, 4, 5, 6)),
        ("calls", calls, (1, 2, 4, 8, 16, 32, 64)),
    )
    return {
        f"{count} {name}": lambda folder, make=make, count=count: _of(make(count), folder, "grown")
        for name, make, counts in families
        for count in counts
    }
