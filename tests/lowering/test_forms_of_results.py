"""Functions whose paths return results of several forms: numbers or tuples, dictionaries of other
keys. The largest is what the generated function has; the other paths end with an error code. Each
is checked against the source's own run."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from adc.cli.app import adc

OTHER = "returns something of another form on some paths"

#: A body of `f(x, s)`, what `--of` names, and its return that ends with an error code.
ACCEPTED = {
    "dictionaries, one of fewer keys": (
        """
    if s > 100.0:
        return {"a": 0, "b": s}
    t = x[0]*s
    return {"a": t, "b": s*s, "c": np.sin(t)}
""",
        "a,b,c",
    ),
    "an empty dictionary at the end": (
        """
    if s < 100.0:
        return {"mean": np.mean(x), "sd": np.std(x)*s}
    return {}
""",
        "mean,sd",
    ),
    "a dictionary that says what is wrong": (
        """
    if s > 100.0:
        return {"error": "too large"}
    return {"mean": np.mean(x)*s}
""",
        "mean",
    ),
    "a number in the place of two": (
        """
    if s > 100.0:
        return -1
    return x[0]*s, x[1]
""",
        "return_0,return_1",
    ),
    "a number in the place of an array": (
        """
    if s > 100.0:
        return np.nan
    return x*s
""",
        "return",
    ),
    "an empty list": (
        """
    if s > 100.0:
        return []
    return [x[0]*s, x[1]*s]
""",
        "return_0,return_1",
    ),
    "four forms, two of them nested": (
        """
    if s > 100.0:
        if s > 1000.0:
            return 0.0, 1.0
        return 1.0
    if x[0] > 1000.0:
        return x[0]*s
    y = x*s
    return y, np.sum(y), s
""",
        "return_0,return_1",
    ),
    "a tuple with None": (
        """
    if s > 100.0:
        return -1, None
    return x[0]*s, x[1]
""",
        "return_0,return_1",
    ),
}

#: Bodies of `f(x, s)` of which none is the largest, that return out of loops, or numbers that
#: depend on the arguments in the place of arrays.
REFUSED = {
    "a number of the arguments": """
    if s > 100.0:
        return x[0]*s
    return x*s
""",
    "an array among others of fewer axes": """
    if s > 100.0:
        return x[0], s
    return x*s, s
""",
    "as many keys that differ": """
    if s > 1.2:
        return {"a": x[0], "b": s}
    return {"a": x[0]*s, "c": s*s}
""",
    "out of a loop": """
    for k in range(x.shape[0]):
        if x[k] > 1000.0:
            return 0.0
    return x*s
""",
}


def checked(folder: Path, text: str, *words: str) -> Result:
    source = folder / "kernel.py"
    source.write_text(f"import numpy as np\n\n\n{text}")
    command = ["check", str(source), "--function", "f", "--wrt", "x,s", "--size", "n=4", *words]
    return CliRunner().invoke(adc, command, prog_name="adc")


@pytest.mark.parametrize("case", ACCEPTED.values(), ids=ACCEPTED)
def test_the_largest_form_is_the_result(tmp_path: Path, case: tuple[str, str]) -> None:
    body, of = case
    text = f'def f(x: "float64[n]", s: float):{body}'
    found = checked(tmp_path, text, "--of", of, "--set", "x=1:2,s=1:2")
    assert found.exit_code == 0, found.output
    assert "primal against NumPy" in found.output
    assert OTHER in found.output
    elsewhere = checked(tmp_path, text, "--of", of, "--set", "x=1:2,s=2000")
    assert elsewhere.exit_code == 4
    assert "inconclusive: the primal returns" in elsewhere.output
    assert "what is returned has another form than on other paths" in elsewhere.output


@pytest.mark.parametrize("body", REFUSED.values(), ids=REFUSED)
def test_what_stays_refused(tmp_path: Path, body: str) -> None:
    found = checked(tmp_path, f'def f(x: "float64[n]", s: float):{body}')
    assert found.exit_code == 1
    assert "error[ADC0212]: what is returned" in found.output


BY_CHOICE = """
def f(x: "float64[n]", s: float, full{default}):
    if full:
        return x*s, np.sum(x), s*s
    return x*s
"""


def test_what_an_argument_chooses_is_no_error(tmp_path: Path) -> None:
    """The default where there is one, else one value is asked for."""
    usual = checked(tmp_path, BY_CHOICE.format(default=": bool = False"))
    assert usual.exit_code == 0, usual.output
    assert OTHER not in usual.output
    asked = checked(tmp_path, BY_CHOICE.format(default=": bool"))
    assert asked.exit_code == 1
    assert "help: compile for one value, such as: `--fix full=" in asked.output
    full = checked(tmp_path, BY_CHOICE.format(default=""), "--fix", "full=True", "--of", "return_0")
    assert full.exit_code == 0, full.output
    assert OTHER not in full.output


PASSED_THROUGH = """
class Body:
    def __init__(self, mass, k):
        self.k = k + 0.0
        self.mass = mass
        self.twice = 2.0*mass


def f(x: "float64[n]", s: float, b{kind}):
    return {{"a": x[0]*b.mass, "body": b, "flag": False, "c": b.mass*s*b.k*x[1]}}
"""


@pytest.mark.parametrize("kind", ["", ": Body"])
def test_an_object_is_handed_back(tmp_path: Path, kind: str) -> None:
    """Its fields are results in the order of the class, or of the signature."""
    signature = "f(x: float64[n], s: float, b.mass: float, b.k: float)"
    text = PASSED_THROUGH.format(kind=kind)
    found = checked(tmp_path, text, "--signature", signature, "--of", "a,c")
    assert found.exit_code == 0, found.output
    assert "primal against NumPy" in found.output
