"""`try`: what is left of it, and what is refused."""

from __future__ import annotations

import pytest

from adc.diagnostics import AdcError
from adc.frontends import surface
from adc.frontends.names import walk
from adc.frontends.python import parse

IDLE = [
    ("y = asarray(x)", "NameError", "y = x"),
    ("y = np.sqrt(x)", "TypeError", "y = x"),
    ("y = d[k]", "(KeyError, TypeError)", "y = x"),
    ("y = x.reshape(2, -1)", "ValueError", "y = x"),
    ("y = 1.0 / math.sqrt(x[0])", "Exception as e", "raise ValueError('x') from e"),
    ("y = 1.0 / x[0]", "", "message = 'x'; raise ValueError(message)"),
    ("y = own(x)", "ImportError", "y = x"),
    ("from scipy.signal import welch; y = welch(x, nperseg=max(4, len(x) // 4))", "", "y = x"),
    ("import scipy.signal; return np.sum(x * k)", "Exception", "y = x"),
]
ASKED = [
    ("y = x.a + x.b", "AttributeError", "y = x"),
    ("y = d['a'] * k", "(KeyError, AttributeError)", "y = x"),
    ("y = math.sqrt(x[0])", "ValueError", "y = 0.0"),
    ("y = 1.0 / x[0]", "ZeroDivisionError", "y = 0.0"),
    ("y = x[3]", "IndexError", "y = 0.0"),
    ("y = x * 2", "", "y = x"),
    ("y = x * 2", "Exception", "return x"),
    ("y = 1.0 / x[0]", "ZeroDivisionError", "x = 2.0 * x; return x"),
    ("y = own(x)", "TypeError", "y = x"),
    ("y = own(x)", "RuntimeError", "y = x"),
    ("y = x; raise ValueError('no')", "ValueError", "y = x"),
    ("y = own(x)", "ZeroDivisionError", "y = x"),
    ("assert x[0] > 0", "TypeError", "y = x"),
]
WORKING = [
    ("y = max(x)", "Exception", "y = x"),
    ("from scipy.optimize import brentq; y = brentq(k, x[0], 1.0)", "Exception", "y = x"),
    ("from scipy.signal import welch; welch = k; y = welch(x)", "Exception", "y = x"),
    ("y = own(np.linalg.inv(x))", "np.linalg.LinAlgError", "y = x"),
    ("y = k.fit(np.linalg.inv(x))", "np.linalg.LinAlgError", "y = x"),
    ("y = np.linalg.inv(x) / k", "Exception", "y = x"),
    ("y = np.linalg.inv(x) * math.sqrt(k)", "", "y = x"),
    ("y = np.linalg.solve(np.linalg.inv(x), x)", "np.linalg.LinAlgError", "y = x"),
    ("y = (lambda v: np.linalg.inv(v))(x)", "np.linalg.LinAlgError", "y = x"),
    ("y = np.linalg.eigh(np.linalg.inv(x))[0]", "np.linalg.LinAlgError", "y = x"),
    ("y = np.linalg.inv(x)", "(np.linalg.LinAlgError, OverflowError)", "y = x"),
    ("y = math.gamma(x[0])", "ValueError", "y = x"),
    ("y = 1.0 / x[0] if k else 2.0", "ZeroDivisionError", "y = x"),
    ("y = min(x)", "ValueError", "y = x"),
    ("y = asarray(x)", "TypeError", "y = x"),
    ("y = float(x)", "TypeError", "y = x"),
    ("y = own(x)", "KeyboardInterrupt", "y = x"),
]


def _text(tried: str, kinds: str, handler: str, more: str = "") -> str:
    return (
        "import math\nimport numpy as np\nfrom numpy import asarray\n\n\n"
        "def own(x):\n    return x\n\n\ndef f(x, d, k):\n    y = x\n"
        f"    if k > 0:\n        try:\n            {tried}\n"
        f"        except {kinds}:\n            {handler}\n{more}    return y\n"
    )


@pytest.mark.parametrize(("tried", "kinds", "handler"), [*IDLE, *ASKED])
def test_is_what_it_tries(tried: str, kinds: str, handler: str) -> None:
    assert parse("k.py", _text(tried, kinds, handler)).find("f") is not None


@pytest.mark.parametrize("tried", ["y = k.fit(x)", "y = own(x) if k > 1 else x"])
def test_a_handler_of_what_is_only_raised_by_raise_is_left_out_with_a_warning(tried: str) -> None:
    for kinds in ("RuntimeError", "(NotImplementedError, AssertionError)"):
        function = parse("k.py", _text(tried, kinds, "y = x")).find("f")
        assert function is not None
        told = [n.what for n in walk(function.body) if isinstance(n, surface.LeftOut)]
        assert told == ["except " + ", ".join(sorted(kinds.strip("()").split(", ")))]
    with pytest.raises(AdcError, match="exceptions are not supported"):
        parse("k.py", _text(tried, "(RuntimeError, Exception)", "y = x")).find("f")
    with pytest.raises(AdcError, match="adc cannot tell which exception this raises"):
        parse("k.py", _text("raise k", "RuntimeError", "y = x")).find("f")


@pytest.mark.parametrize(("tried", "kinds", "handler"), WORKING)
def test_is_refused_where_a_handler_may_run(tried: str, kinds: str, handler: str) -> None:
    text = _text(tried, kinds, handler)
    if "asarray" in tried:
        text = text.replace("def own(x)", "def asarray(x)")
    with pytest.raises(AdcError, match="exceptions are not supported"):
        parse("k.py", text).find("f")


def test_what_is_done_at_last_follows() -> None:
    text = _text("y = x * 2", "TypeError", "y = x", "        finally:\n            y = x\n")
    assert parse("k.py", text).find("f") is not None


@pytest.mark.parametrize("tried", ["return x * 2", "raise ValueError"])
def test_what_is_done_at_last_where_it_leaves_is_refused(tried: str) -> None:
    text = _text(tried, "TypeError", "y = x", "        finally:\n            y = x\n")
    with pytest.raises(AdcError, match="exceptions are not supported"):
        parse("k.py", text).find("f")


OPERATORS = """

class Own:
    def __mul__(self, other):
        raise ValueError("no")
"""


def test_operators_of_the_file_may_raise_anything() -> None:
    text = _text("y = x * 2", "ZeroDivisionError", "y = x")
    assert parse("k.py", text).find("f") is not None
    with pytest.raises(AdcError, match="exceptions are not supported"):
        parse("k.py", text + OPERATORS).find("f")
