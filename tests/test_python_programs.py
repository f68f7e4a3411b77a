"""Python programs as functions: their derivatives against runs of the text with values put in by
hand, and what is said where a variable cannot be an argument."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

import adc
from adc.cli.app import adc as command
from tests.programs import PROGRAMS, Program


@pytest.mark.filterwarnings("ignore::adc.AdcWarning")
@pytest.mark.parametrize("program", PROGRAMS, ids=lambda p: p.name)
def test_the_derivative_is_that_of_the_text(program: Program, tmp_path: Path) -> None:
    path = tmp_path / "lesson.py"
    path.write_text(program.text)
    options = {"function": program.function} if program.function else {}
    tangent = adc.jvp(path, program=True, wrt=program.wrt, of=program.of, **options)
    at = program.first_values()
    rng = np.random.default_rng(5)
    along = {n: rng.uniform(0.5, 1.5, np.shape(v)) for n, v in at.items()}
    found = tuple(tangent(**at, **{f"{n}_dot": d for n, d in along.items()}))
    values, slopes = found[: len(found) // 2], found[len(found) // 2 :]
    run = program.run(at)
    for name, value, slope in zip(program.of.split(","), values, slopes, strict=True):
        np.testing.assert_allclose(value, run[name], rtol=1e-12)
        expected = central(program, at, along)[name]
        np.testing.assert_allclose(slope, expected, rtol=1e-6, atol=1e-8)


def central(
    program: Program, at: dict[str, np.ndarray], along: dict[str, np.ndarray]
) -> dict[str, np.ndarray]:
    """Central differences of the text, of the fourth order."""
    h = 1e-4

    def moved(step: float) -> dict[str, np.ndarray]:
        return program.run({n: v + step * along[n] for n, v in at.items()})

    near, far = (moved(h), moved(-h)), (moved(2 * h), moved(-2 * h))
    return {
        n: (8 * (near[0][n] - near[1][n]) - (far[0][n] - far[1][n])) / (12 * h) for n in near[0]
    }


def checked(tmp_path: Path, text: str, *words: str) -> tuple[int, str]:
    """The exit status of `adc check`, and what it prints."""
    path = tmp_path / "lesson.py"
    path.write_text(text)
    done = CliRunner().invoke(command, ["check", str(path), "--program", *words])
    return done.exit_code, done.output.replace(str(tmp_path), "")


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda p: p.name)
def test_adc_check_runs_the_program_as_it_stands(program: Program, tmp_path: Path) -> None:
    words = ["--wrt", program.wrt, "--of", program.of, "--json"]
    words += ["--function", program.function] if program.function else []
    status, told = checked(tmp_path, program.text, *words)
    assert status == 0, told
    report = json.loads(told[told.index("{\n") :])
    assert report["original"].startswith("Python"), report


REFUSED = {
    "numbers that are drawn before others": (
        "import numpy as np\nnp.random.seed(0)\nu = np.random.rand(4)\nv = np.random.rand(4)\n"
        "y = np.sum(u**2*v)\n",
        ("--wrt", "u", "--of", "y"),
        "error[ADC0127]: `u` as an independent, which is drawn at random here, before others",
        "draw it last, or have the others as independents, too",
    ),
    "numbers that are drawn before a function draws others": (
        "import numpy as np\nrng = np.random.default_rng(0)\ndef more():\n"
        "    return rng.normal(size=4)\nu = rng.random(4)\ny = np.sum(u**2*more())\n",
        ("--wrt", "u", "--of", "y"),
        "error[ADC0127]: `u` as an independent, which is drawn at random here, before others",
        "draw it last, or have the others as independents, too",
    ),
    "no such variable": (
        "rate = 2.0\ny = rate**2\n", ("--wrt", "rat", "--of", "y"),
        "error[ADC0301]: the program has no variable `rat`", "did you mean `rate`?",
    ),
    "a variable of a function": (
        "def main():\n    k = 2.0\n    y = k**2\nmain()\n", ("--wrt", "k", "--of", "y"),
        "error[ADC0301]: the program has no variable `k`", "add `--function main`",
    ),
    "a loop that gives the first value": (
        "for k in [1.0, 2.0]:\n    y = k**2\n", ("--wrt", "k", "--of", "y"),
        " --> /lesson.py:1:1", "in one statement",
    ),
    "a branch that sets elements": (
        "import numpy as np\nv = np.ones(4)\nif True:\n    v[0] = 2.0\ny = np.sum(v)\n",
        ("--wrt", "v", "--of", "y"), " --> /lesson.py:3:1", "in one statement",
    ),
    "a place inside a function that is moved into the program": (
        "import numpy as np\n\nk = 2.0\n\ndef f(x):\n    return k*np.nosuch(x)\n\ny = f(1.0)\n",
        ("--wrt", "k", "--of", "y"), " --> /lesson.py:6:14", "help",
    ),
    "a place behind the guard": (
        "import numpy as np\nif __name__ == '__main__':\n      k = 2.0\n      y = np.nosuch(k)\n",
        ("--wrt", "k", "--of", "y"), " --> /lesson.py:4:11", "help",
    ),
    "a place that the parser refuses": (
        "k = 2.0\ny = k**\n", ("--wrt", "k", "--of", "y"), " --> /lesson.py:2:", "help",
    ),
    "a class that uses a variable": (
        "k = 2.0\nclass A:\n    def g(self):\n        return k\ny = A().g()\n",
        ("--wrt", "k", "--of", "y"), "the class `A` uses `k`", "pass `k` to its methods",
    ),
    "a list as a dependent": (
        "k = 2.0\ny = [k, k**2]\n", ("--wrt", "k", "--of", "y"),
        "`y` is no number and no array", "one number or one array",
    ),
    "a list of nothing beside one of two": (
        "k = 2.0\nempty = []\ny = [k, k**2]\n", ("--wrt", "k", "--of", "empty,y"),
        "error[ADC0303]", "one number or one array",
    ),
    "a function that sets the independent before": (
        "def init():\n    global k\n    k = 2.0\ninit()\nk = 5.0\ny = k**2\n",
        ("--wrt", "k", "--of", "y"), "`k` as an independent, which is bound here, too", "help",
    ),
    "a name that an import has before": (
        "from numpy import *\nk = 2.0\ny = k*e\ne = 2.0\ny = y + k*e\n",
        ("--wrt", "e", "--of", "y"), " --> /lesson.py:3:1", "in one statement",
    ),
    "a first value that takes an item away": (
        "p = [1.0, 2.0]\nk = p.pop()\ny = k*p.pop()\n", ("--wrt", "k", "--of", "y"),
        " --> /lesson.py:2:1", "in one statement",
    ),
    "a returned value that changes an array": (
        "import numpy as np\ndef step(v):\n    v *= 3.0\n    return v\n"
        "def main():\n    u = np.ones(3)\n    return step(u)\n",
        ("--wrt", "u", "--of", "u", "--function", "main"), " --> /lesson.py:7:5",
        "call it in a statement of its own",
    ),
    "global in a function inside a function": (
        "k = 2.0\ndef outer():\n    k = 1.0\n    def inner():\n        global k\n"
        "        k = 5.0*k\n    inner()\n    return k\ns = outer()\ny = s*k\nq = 3.0\n",
        ("--wrt", "q", "--of", "y"), "`global` in a function inside", "pass the value",
    ),
    "an import that gives a name another meaning": (
        "import math as m\nk = 0.5\ny = m.sin(k)\nimport numpy as m\ny = y + m.cos(k)\n",
        ("--wrt", "k", "--of", "y"), " --> /lesson.py:4:1", "import it at the top",
    ),
    "a first value that bumps an array of a function in another file": (
        "import helper\nv = [1.0]\nk = helper.bump(v)\ny = k*v[0]\n", ("--wrt", "k", "--of", "y"),
        " --> /lesson.py:3:1", "in one statement",
    ),
    "a first value that fills an array by its place": (
        "import numpy as np\nv = np.ones(2)\nk = np.add(v, 1.0, v)[0]\ny = k*v[0]\n",
        ("--wrt", "k", "--of", "y"), " --> /lesson.py:3:1", "in one statement",
    ),
    "a first value that a bound method changes a list for": (
        "v = [3.0]\ntake = v.append\nk = take(1.0) or 2.0\ny = k*len(v)\n",
        ("--wrt", "k", "--of", "y"), " --> /lesson.py:3:1", "in one statement",
    ),
    "a first value that sets what a parameter stands for": (
        "import numpy as np\ndef init(v):\n    w = v\n    w[0] = 5.0\n    return 2.0\n"
        "v = np.ones(3)\nk = init(v)\ny = k*v[0]\n", ("--wrt", "k", "--of", "y"),
        " --> /lesson.py:7:1", "in one statement",
    ),
    "a first value that sets a list's array": (
        "import numpy as np\ndef init(v):\n    w = [v]\n    w[0][0] = 5.0\n    return 2.0\n"
        "v = np.ones(3)\nk = init(v)\ny = k*v[0]\n", ("--wrt", "k", "--of", "y"),
        " --> /lesson.py:7:1", "in one statement",
    ),
    "a first value that a method changes its object for": (
        "class C:\n    n = 0.0\n    def v(self):\n        self.n = self.n + 1.0\n"
        "        return 2.0\nc = C()\nk = c.v()\ny = k*c.n\n", ("--wrt", "k", "--of", "y"),
        " --> /lesson.py:7:1", "in one statement",
    ),
    "a first value that takes from an iterator": (
        "it = zip([1.0, 2.0], [3.0, 4.0])\nk = max(max(it))\ny = k*len(list(it))\n",
        ("--wrt", "k", "--of", "y"), " --> /lesson.py:2:1", "in one statement",
    ),
    "an array that another variable has, too": (
        "import numpy as np\nw = np.ones(3)\nu = w\nu[0] = 4.0\ny = np.sum(u) + np.sum(w)\n",
        ("--wrt", "u", "--of", "y"), "which may share its elements with `w`", "to a copy",
    ),
    "a row of an array that is set": (
        "import numpy as np\ngrid = np.ones((2, 3))\ng = grid\nu = grid[0].reshape(3)\n"
        "g[0, 1] = 3.0\ny = np.sum(u)\n",
        ("--wrt", "u", "--of", "y", "--signature", "lesson(u: float64[3])"),
        "which may share its elements with `g`", "to a copy",
    ),
    "what a function gives back of what it is given": (
        "import numpy as np\nx = np.ones(3)\ndef same(a):\n    return a\ndef bump(a):\n"
        "    a[0] = 3.0\nu = same(x)\nbump(u)\ny = np.sum(u) + np.sum(x)\n",
        ("--wrt", "u", "--of", "y", "--signature", "lesson(u: float64[3])"),
        "which may share its elements with `x`", "to a copy",
    ),
    "what a function gives back of the file's": (
        "import numpy as np\nstate = {'u': np.ones(3)}\ndef get():\n    return state['u']\n"
        "u = get()\nu[0] = 5.0\ny = np.sum(u) + np.sum(state['u'])\n",
        ("--wrt", "u", "--of", "y", "--signature", "lesson(u: float64[3])"),
        "which may share its elements with `state`", "to a copy",
    ),
    "what a method gives back of its object": (
        "import numpy as np\nclass S:\n    def __init__(self):\n        self.u = np.ones(3)\n"
        "    def copy(self):\n        return self.u\ns = S()\nu = s.copy()\nu[0] = 5.0\n"
        "y = np.sum(u) + np.sum(s.u)\n",
        ("--wrt", "u", "--of", "y", "--signature", "lesson(u: float64[3])"),
        "`u`", "help",
    ),
    "a view that NumPy gives": (
        "import numpy as np\na = np.ones((2, 3))\nu = np.vsplit(a, 2)[0][0]\na[0, 0] = 3.0\n"
        "y = np.sum(u) + np.sum(a)\n",
        ("--wrt", "u", "--of", "y", "--signature", "lesson(u: float64[3])"),
        "which may share its elements with `a`", "to a copy",
    ),
    "a variable that gets another value behind the call": (
        "def main():\n    k = 2.0\n    y = k*c\n    return y\nc = 5.0\nmain()\nc = 6.0\n",
        ("--function", "main", "--wrt", "k", "--of", "y"),
        "`c`, which gets another value behind the call of `main`", "before the call",
    ),
    "no such function": (
        "k = 2.0\ny = k\n", ("--wrt", "k", "--of", "y", "--function", "main"),
        "error[ADC0208]", "leave `--function` out",
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", REFUSED.values(), ids=REFUSED.keys())
def test_what_no_argument_can_be_made_of(
    case: tuple[str, tuple[str, ...], str, str], tmp_path: Path
) -> None:
    text, words, message, way_out = case
    status, told = checked(tmp_path, text, *words)
    assert status == 1, told
    assert message in told
    assert way_out in told


def test_first_values_are_said_to_be_left_out(tmp_path: Path) -> None:
    text = "a, k = 1.0, 2.0\nif __name__ == '__main__':\n    b = 3.0\n    y = a*k*b\n"
    status, told = checked(tmp_path, text, "--wrt", "k,b", "--of", "y")
    assert status == 0, told
    assert "`k` is an argument: this value is left out\n --> /lesson.py:1:4" in told
    assert "`b` is an argument: this value is left out\n --> /lesson.py:3:5" in told


def test_numbers_of_the_program_are_defaults(tmp_path: Path) -> None:
    path = tmp_path / "lesson.py"
    path.write_text("n = 3\nk = 0.5*n\ny = k**n\n")
    with pytest.warns(adc.AdcWarning, match="left out"):
        gradient = adc.value_and_grad(path, program=True, wrt="k", of="y")
    assert gradient() == gradient(1.5)
    assert tuple(gradient(2.0)) == (8.0, 12.0)


def test_a_program_needs_dependents(tmp_path: Path) -> None:
    status, told = checked(tmp_path, "k = 1.0\ny = k\n", "--wrt", "k")
    assert status == 2
    assert "--program needs --of" in told


def test_a_body_beside_arguments_without_a_default(tmp_path: Path) -> None:
    text = "def run(x: float, n: int):\n    k = 0.5\n    y = k*x\n    return y\n"
    words = ("--function", "run", "--wrt", "k,x", "--of", "y", "--size", "n=3")
    status, told = checked(tmp_path, text, *words)
    assert status == 0, told


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("import numpy as np\nk = np.sqrt(2.0)\ny = k**2\n", None),
        ("import numpy as np\ndt = 0.1*np.sin(0.3)\nk = dt*2\ny = k\n", None),
        ("k = abs(-3.0)\ny = k**2\n", 9.0),
        ("class C:\n    e = 5.0\nk = C.e*2\ny = k\n", None),
        ("k = round(2.567, 1)\ny = k\n", None),
        ("n = 3\ndef grow():\n    global n\n    n = 6\ngrow()\nk = 2.0*n\ny = k\n", None),
        ("def max(a, b):\n    return a\nk = max(2.0, 3.0)\ny = k\n", None),
        ("from math import e\nfrom sys import maxsize as e\nk = 2.0*e\ny = k\n", None),
        ("k, k = 4.0, 2.0\ny = k\n", None),
        ("def f():\n    return 2.0\nk = f()\ny = k\nk = 3.0\n", None),
    ],
)
def test_a_default_is_what_the_program_has(
    text: str, expected: float | None, tmp_path: Path
) -> None:
    (tmp_path / "lesson.py").write_text(text)
    options = {} if "sqrt" in text or "sin" in text else {"signature": "lesson(k: float64)"}
    with pytest.warns(adc.AdcWarning):
        value = adc.value_and_grad(tmp_path / "lesson.py", program=True, wrt="k", of="y", **options)
    if expected is None:
        with pytest.raises(TypeError):
            value()
    else:
        assert value().value == expected


ORDER = {
    "what a handler does": (
        "k = 0.8\nc = {'a': 1.0}\ntry:\n    import nothing_of_that_name\n"
        "except ImportError:\n    c['a'] = 4.0\ny = k*c['a']\n"
    ),
    "a builtin that a function hides later": (
        "k = 0.7\ny = abs(-k)\ndef abs(x):\n    return 2*x\ny = y + abs(k)\n"
    ),
    "an import that hides a builtin later": (
        "k = 0.7\ny = abs(-k)\nfrom numpy import cos as abs\ny = y + abs(k)\n"
    ),
    "a function that a branch defines anew": (
        "k = 0.7\nn = 3\ndef f(x):\n    return x\ndef g(x):\n    return f(x)*2\n"
        "if n > 2:\n    def f(x):\n        return 3*x\ny = g(k)\n"
    ),
}


@pytest.mark.filterwarnings("ignore::adc.AdcWarning")
@pytest.mark.parametrize("text", ORDER.values(), ids=ORDER.keys())
def test_the_order_of_statements_is_kept_or_refused(text: str, tmp_path: Path) -> None:
    (tmp_path / "lesson.py").write_text(text)
    names: dict[str, float] = {}
    exec(text, names)
    try:
        value = adc.value_and_grad(tmp_path / "lesson.py", program=True, wrt="k", of="y")
    except adc.AdcError:
        return
    assert value().value == pytest.approx(names["y"], rel=1e-12)


def test_a_copy_of_what_is_given_stands_beside_its_first_value(tmp_path: Path) -> None:
    (tmp_path / "rod.py").write_text(
        "import numpy as np\n\nn = 9\nu = np.ones(n)\n\nfor k in range(3):\n"
        "    u[1:-1] = u[:-2]*u[2:]\nenergy = np.sum(u**2)\n"
    )
    given = ["grad", "rod.py", "--program", "--wrt", "u", "--of", "energy", "-o", "out"]
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(tmp_path)
        assert CliRunner().invoke(command, given).exit_code == 0
    lines = [line.strip() for line in (tmp_path / "out" / "rod_grad.c").read_text().split("\n")]
    copied = next(k for k, line in enumerate(lines) if line.startswith("memcpy(u_1, u, "))
    assert lines[copied - 1] == "/* rod.py:4: u = np.ones(n) */"


def test_a_first_value_that_is_drawn_before_other_files_draw(tmp_path: Path) -> None:
    """Left out, it would leave its numbers to them, also where the check runs the text."""
    (tmp_path / "noises.py").write_text(
        "import numpy as np\ndef start():\n    np.random.seed(3)\n"
        "def noise(n):\n    return np.random.rand(n)\n"
    )
    head = "import numpy as np\nfrom noises import start, noise\nstart()\n"
    drawn = f"{head}u = np.random.rand(4)\ny = np.sum(u**2*noise(4))\n"
    status, told = checked(tmp_path, drawn, "--wrt", "u", "--of", "y")
    assert status == 1
    assert "`u` as an independent, which is drawn at random here, before others" in told
    plain = f"{head}u = np.array([1.0, 2.0, 0.5, 0.25])\ny = np.sum(u**2*noise(4))\n"
    status, told = checked(tmp_path, plain, "--wrt", "u", "--of", "y")
    assert status == 0, told
