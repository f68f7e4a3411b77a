"""`--fix` for functions of Python: arguments that have one value."""

from __future__ import annotations

import ast
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from adc import interpret
from adc.check.runner import _positional_only
from adc.cli.app import adc
from adc.diagnostics import AdcError
from adc.frontends.literals import value_of
from adc.options import Request
from adc.pipeline import Compiled, compile_request

KERNEL = """
import numpy as np


def f(order, kind, x, gain: float, axis, n: int):
    if order == 1:
        rows = [[gain, 1.0]]
    elif order == 2:
        rows = [[gain, 1.0], [1.0, gain * gain]]
    else:
        raise ValueError(order)
    total = np.sum(np.sort(x * gain, axis=axis)[0]) * n
    if kind == "log":
        total = np.log(total)
    elif kind != "plain":
        raise ValueError(kind)
    return np.array(rows) * total
"""
FIXED = {"order": "2", "kind": "log", "axis": "-1"}
SIGNATURE = "f(x: float64[n, 3], gain: float, n: int)"


def request(tmp_path: Path, **given: object) -> Request:
    source = tmp_path / "kernel.py"
    source.write_text(KERNEL)
    known: dict[str, object] = {"texts": FIXED, "signature": SIGNATURE, "wrt": ("x", "gain")}
    return Request(sources=(str(source),), function="f", **(known | given))  # type: ignore[arg-type]


def made(tmp_path: Path, **given: object) -> Compiled:
    return compile_request(request(tmp_path, **given))


@pytest.mark.parametrize(
    ("text", "value"),
    [("3", 3), ("-1", -1), ("007", 7), ("1.5e-3", 0.0015), ("-.5", -0.5), ("True", True),
     ("None", None), ("L2", "L2"), ("", ""), ("'3'", "3"), ('""', ""), ("nan", "nan"),
     ("1_0", "1_0"), ("- 1", "- 1")],
)  # fmt: skip
def test_literals_of_python_and_texts(text: str, value: object) -> None:
    found = value_of(text)
    assert (found, type(found)) == (value, type(value))


def test_what_is_fixed_is_no_argument(tmp_path: Path) -> None:
    found = made(tmp_path)
    tree = ast.parse(found.files["f_grad.py"])
    (head,) = [n for n in tree.body if isinstance(n, ast.FunctionDef) and n.name == "f_grad"]
    assert [a.arg for a in (*head.args.args, *head.args.kwonlyargs)][:3] == ["x", "gain", "n"]
    assert "kind = 'log'" in found.files["f_grad.h"] and "axis = -1" in found.files["f_grad.h"]
    assert not found.warnings


def test_another_value_is_another_function(tmp_path: Path) -> None:
    x, seed = np.array([[0.5, 2.0, 1.0], [3.0, 1.5, 0.25]]), np.ones((1, 2))
    found = made(tmp_path, texts=FIXED | {"order": "1", "kind": "plain"})
    given = {"x": x, "gain": 2.0, "return_seed": seed}
    held = interpret.run(found.gradient, {"n": 2}, given)
    # (gain + 1) * gain * sum(x[0]) * n, since the first row is row 0 after sorting along the last
    assert np.allclose(held["x_bar"], [[12.0] * 3, [0.0] * 3])
    assert np.isclose(held["gain_bar"], (2 * 2.0 + 1) * 3.5 * 2)


def test_sizes_may_be_fixed(tmp_path: Path) -> None:
    found = made(tmp_path, texts=FIXED | {"n": "2"})
    assert found.gradient.by_name["x"].shape == (2, 3)
    assert not found.gradient.symbols


@pytest.mark.slow
def test_the_source_is_called_with_the_values(tmp_path: Path) -> None:
    source = request(tmp_path).sources[0]
    words = ["check", source, "--function", "f", "--signature", SIGNATURE, "--wrt", "x,gain"]
    words += ["--set", "x=0.5:1.5,gain=0.7:0.9"]
    words += [w for name, text in FIXED.items() for w in ("--fix", f"{name}={text}")]
    outcome = CliRunner().invoke(adc, words, prog_name="adc")
    assert outcome.exit_code == 0, outcome.output
    assert "primal against NumPy" in outcome.output and outcome.output.endswith("pass\n")


@pytest.mark.parametrize(
    ("texts", "told"),
    [({"orders": "2"}, "`--fix` names `orders`, which is no argument of `f`"),
     ({"gain": "2.0"}, "`--fix` names `gain`, which is an independent"),
     ({"n": "-2"}, "the shape of `x` has no meaning with what `--fix` gives"),
     ({"n": "2.0"}, "the shape of `x` has no meaning with what `--fix` gives"),
     ({"kind": "cosine"}, "every call raises `ValueError`"),
     ({"kind": "false"}, "`--fix` gives `kind` the text `false`, which may be meant as a value"),
     ({"kind": "NONE"}, "which may be meant as a value"),
     ({"kind": "1_0"}, "which may be meant as a value"),
     ({"kind": "-Inf"}, "which may be meant as a value"),
     ({"kind": "0x10"}, "which may be meant as a value"),
     ({"kind": "'false'"}, "every call raises `ValueError`")],
)  # fmt: skip
def test_refused(tmp_path: Path, texts: dict[str, str], told: str) -> None:
    with pytest.raises(AdcError) as caught:
        made(tmp_path, texts=FIXED | texts)
    assert told in caught.value.diagnostics[0].message


def test_the_source_may_take_by_position_alone_what_is_fixed() -> None:
    def source(x: float, order: int, /, y: float, *, kind: str) -> None: ...

    given, fixed = ["x", "y"], {"order": 2, "kind": "l2"}
    assert _positional_only(source, given, fixed) == ["x", "order"]
    assert _positional_only(source, given, {}) == ["x"]


RECURSIVE = """
import numpy as np


def total(x: "float64[3]", n: int = 1):
    if len(x) == 1:
        return n * x[0]
    return np.sum(x) * n + total(x[1:]) + other(x[:1])


def other(y, again=None):
    return total(y, 7) if again is None else again(y)


def moment(k: "tuple[int, int]", s: "float64[2, 2]", gain: float = 2.0):
    if k[0] == 0:
        return s[0, 1] * k[1] * gain
    return s[0, 0] * moment((k[0] - 1, k[1]), s, 3.0)
"""


@pytest.mark.parametrize(
    "words",
    ["--function total --wrt x --fix n=3",
     "--function moment --wrt s --fix k_0=2 --fix k_1=3",
     "--function moment --wrt s --fix k_0=1 --size k_1=2 --fix gain=5.0"],
)  # fmt: skip
def test_of_what_calls_itself_the_first_call_alone_is_fixed(tmp_path: Path, words: str) -> None:
    (tmp_path / "kernel.py").write_text(RECURSIVE)
    outcome = CliRunner().invoke(adc, ["check", str(tmp_path / "kernel.py"), *words.split()])
    assert outcome.exit_code == 0, outcome.output


def test_a_signature_may_type_what_is_fixed(tmp_path: Path) -> None:
    typed = "f(order: int, kind: str, x: float64[n, 3], gain: float, axis: None, n: int)"
    given = made(tmp_path, signature=typed)
    plain = made(tmp_path)
    assert str(given.gradient) == str(plain.gradient)
    with pytest.raises(AdcError, match="no text, and not None") as caught:
        made(tmp_path, signature=typed, texts={"order": "2", "axis": "-1"})
    [told] = caught.value.diagnostics
    assert (told.code, told.help) == ("ADC0202", "give it one value: `--fix kind=VALUE`")
