"""Sources that import what is not installed: they run where the function does without it."""

from importlib.util import find_spec

import pytest

from adc.check.gfortran import UnavailableError
from tests.check.smoothing import SMOOTHING, compared

NOTE = "`no_such_module` is not installed: the source ran without it"
HELD = "    return np.sum(u * u)\n"
assert HELD in SMOOTHING

#: What stands before the function, and in place of its last line.
DOES_WITHOUT = {
    "module": ("import no_such_module.plots as plt\nplt.style.use('dark')\n", HELD),
    "names": ("from no_such_module.deep.er import f, g\nSTYLE = f(2, g=g)['x'].y\n", HELD),
    "base": ("import no_such_module\nclass Net(no_such_module.nn.Module):\n    f = 2\n", HELD),
    "annotation": (
        "import no_such_module as xr\ndef other(x: 'xr.Array', y: xr.Array | None = None): pass\n"
        "def one(x: int | xr.Array): pass\n", HELD,
    ),
    "other function": (
        "import no_such_module as nx\n@nx.jit(cache=True)\ndef other(x):\n    return x\n", HELD,
    ),
    "type": (
        "import no_such_module as pd\n",
        "    if isinstance(u, (pd.Series, list)) or isinstance(r, pd.Series):\n        u = u.values"
        f"\n{HELD}",
    ),
    "not taken": ("import no_such_module as plt\n", f"    if r > 1e9:\n        plt.show()\n{HELD}"),
}  # fmt: skip


@pytest.mark.parametrize("name", DOES_WITHOUT)
def test_the_source_runs(tmp_path, draws, name):
    head, last = DOES_WITHOUT[name]
    report = compared(tmp_path, head + SMOOTHING.replace(HELD, last), draws)
    assert (report.verdict, report.notes) == ("pass", (NOTE,))
    wrong = SMOOTHING.replace("2.0 *", "2.5 *").replace(HELD, last)
    (tmp_path / "wrong").mkdir()
    assert compared(tmp_path / "wrong", head + wrong, draws).verdict == "wrong"


#: What packages that are not installed would only make faster, and NumPy by another name.
PLAIN = {
    "numba": (
        """
import numba
from numba import njit
@njit
def half(x):
    return x / 2
@numba.jit(nopython=True)
def twice(x):
    for _ in numba.prange(1):
        x = 2 * x
    return x
@njit('f8(f8)', cache=True)
def same(x):
    return x
""",
        "    return half(same(twice(np.sum(u * u))))\n",
    ),
    "autograd": (
        """
import autograd as ag
import autograd.numpy as anp
import autograd.numpy.linalg as la
from autograd.numpy.linalg import norm
from autograd.scipy.special import erf
D = ag.grad(erf)
""",
        "    return anp.sum(u * u) + anp.array(erf(0.0)) + norm(0.0 * u) * la.norm(u)\n",
    ),
    "stars": ("from autograd.numpy import *\n", "    return float64(add.reduce(square(u)))\n"),
}


@pytest.mark.parametrize("name", PLAIN)
def test_what_does_no_more_than_numpy_and_python(tmp_path, draws, name):
    package = "numba" if name == "numba" else "autograd"
    if find_spec(package) is not None:
        pytest.skip(f"{package} is installed")
    head, last = PLAIN[name]
    report = compared(tmp_path, head + SMOOTHING.replace(HELD, last), draws)
    note = NOTE.replace("no_such_module", package)
    assert (report.verdict, report.notes) == ("pass", (note,))
    (tmp_path / "wrong").mkdir()
    wrong = head + SMOOTHING.replace("2.0 *", "2.5 *").replace(HELD, last)
    assert compared(tmp_path / "wrong", wrong, draws).verdict == "wrong"


#: What the run would have to know of the module.
NEEDS = {
    "called": ("import no_such_module as m\n", "    return m.f(np.sum(u * u))\n"),
    "a value": ("from no_such_module import C\n", "    return np.sum(u * u) if C else 0.0\n"),
    "constant": ("from no_such_module import C\nD = 2 * C\n", HELD),
    "truth": ("import no_such_module as m\nD = 2 if m.FAST else 3\n", HELD),
    "version": ("import no_such_module as m\nif m.__version__ > '2':\n    D = 1\n", HELD),
    "items": ("from no_such_module import C\nD = list(C)\n", HELD),
    "helper": (
        "import no_such_module as nx\n@nx.jit\ndef half(x):\n    return x / 2\n",
        "    return half(2 * np.sum(u * u))\n",
    ),
    "object": (
        "import no_such_module as t\nclass Net(t.Module):\n    f = 2\n",
        "    return np.sum(u * u) * Net().f / 2\n",
    ),
    "union": (
        "import no_such_module as xr\nKINDS = np.ndarray | xr.Array\n",
        "    return np.sum(u * u) if isinstance(u, KINDS) else 0.0\n",
    ),
    "star": ("from no_such_module import *\n", "    return f(np.sum(u * u))\n"),
}


@pytest.mark.parametrize("name", NEEDS)
def test_the_source_does_not_run(tmp_path, draws, name):
    head, last = NEEDS[name]
    text = "import numpy as np\n" + head + SMOOTHING.replace(HELD, last)
    with pytest.raises(UnavailableError, match="cannot import: No module named 'no_such_module'"):
        compared(tmp_path, text, draws)


def test_files_beside_it_import_it(tmp_path, draws):
    (tmp_path / "pkg").mkdir()
    (tmp_path / "pkg" / "__init__.py").write_text("from . import other\nimport no_such_module\n")
    (tmp_path / "pkg" / "other.py").write_text("SCALE = 1.0\n")
    text = "from . import other\n" + SMOOTHING.replace("* u)", "* u) * other.SCALE")
    report = compared(tmp_path / "pkg", text, draws)
    assert (report.verdict, report.notes) == ("pass", (NOTE,))
