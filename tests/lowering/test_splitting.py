"""Expressions that are nested deeply: parts of them get names, and nothing changes by it."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest

from adc.diagnostics import AdcError
from adc.frontends.python import parse
from adc.lowering.splitting import DEEPEST, depth, expressions, split
from tests.proof.cases import Case
from tests.proof.compiled import compile_case, run_gradient, run_primal
from tests.proof.harness import draw_case
from tests.proof.native import Call, build

HEAD = "import numpy as np\n\n\ndef f(x: 'float64[N]'):\n    "


def case(body: str, **facts) -> Case:
    return Case(name="f", source=HEAD + body, wrt=("x",), sizes={"N": 7}, **facts)


def shallow(body: str) -> list[str]:
    """The statements of a function after splitting, as the names that they read and bind."""
    function = parse("f.py", HEAD + body).find("f")
    assert function is not None
    result = split(function, ())
    assert all(depth(e) <= DEEPEST for s in result.body for e in expressions(s))
    return [getattr(s.targets[0], "name", "") if hasattr(s, "targets") else "" for s in result.body]


def test_what_is_not_deep_stays_as_it_is():
    function = parse("f.py", HEAD + "return np.sum(np.sin(x + 1.0) * 2.0)\n").find("f")
    assert function is not None
    assert split(function, ()) is function


def test_a_long_sum_becomes_partial_sums_from_the_left():
    assert shallow("return " + " + ".join(f"x[{i % 7}]" for i in range(200)) + "\n") == [
        "part", "part_1", "part_2", ""
    ]  # fmt: skip


def test_nothing_moves_before_what_may_change_it():
    """`g` writes its argument: only what is evaluated first may move."""
    deep = "np.sin(" * 20 + "x[0]" + ")" * 20
    assert shallow(f"return {deep} + g(x)\n") == ["part", ""]
    function = parse("f.py", HEAD + f"return g(x) + {deep}\n").find("f")
    assert function is not None
    assert len(split(function, ()).body) == 1


def test_what_a_condition_guards_stays_there():
    deep = "np.sin(" * 20 + "x[0]" + ")" * 20
    function = parse("f.py", HEAD + f"return {deep} if x[1] > 0.0 else 1.0\n").find("f")
    assert function is not None
    assert len(split(function, ()).body) == 1


LONG = {
    "sum": "return " + " + ".join(f"x[{i % 7}]*{i}.0" for i in range(1200)) + "\n",
    "calls": "return " + "np.sin(" * 150 + "x[0]" + ")" * 150 + "\n",
    "comparisons": "s = x[0]\n    if x[6] - 9.0 < "
    + " < ".join(f"x[1] + {i}" for i in range(600))
    + ":\n        s = s*s*s\n    return s\n",
    "array": "return np.sum(" + " + ".join(f"x*{i}.0" for i in range(200)) + ")\n",
    "right": "return " + "".join(f"x[{i % 7}] - (" for i in range(150)) + "x[0]" + ")" * 150 + "\n",
}


@pytest.mark.parametrize("name", LONG)
def test_long_expressions_work(name: str, tmp_path: Path):
    long = case(LONG[name])
    compiled, drawn = compile_case(long), draw_case(long)
    lines = compiled.files["f_grad.c"].split("\n")
    assert max(map(len, lines)) <= 100
    scope: dict = {}
    exec(long.source, scope)
    x = drawn.inputs["x"]
    value = run_primal(compiled, long, {"x": x})[compiled.primal.returns[0]]
    assert value == scope["f"](x)
    wanted = run_gradient(compiled, long, drawn.inputs, drawn.seeds)["x"]
    call = Call(build(tmp_path, [compiled]), compiled, drawn)
    assert call.run() == 0
    assert call.results("gradient")["x"] == pytest.approx(wanted, rel=1e-12)
    slope = (scope["f"](x + 1e-6 * wanted) - scope["f"](x - 1e-6 * wanted)) / 2e-6
    assert math.isclose(slope, np.sum(wanted * wanted), rel_tol=1e-4)


def test_what_cannot_be_split_is_refused_with_its_place():
    condition = "np.sin(" * 100 + "s" + ")" * 100
    source = f"s = x[0]\n    while {condition} > 2.0:\n        s = s * 2.0\n    return s\n"
    with pytest.raises(AdcError) as caught:
        compile_case(case(source))
    found = caught.value.diagnostics[0]
    assert (found.code, found.span.line) == ("ADC0124", 6)
