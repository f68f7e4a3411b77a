"""Arrays that NumPy's functions fill, or take for their memory, by position."""

from __future__ import annotations

from tests.readings.table import HEADER, text

_TEXTS = (
    ("", "y = np.clip(x, 0.7, 1.0, x)\nreturn x * 2 + y", ""),
    ("", "x.clip(0.7, 1.0, x)\nreturn x * 2", ""),
    ("", "y = np.empty(len(x))\nx.clip(0.7, None, y)\nreturn x * 2 + y", ""),
    ("", "y = x * 2\nnp.clip(x, 0.7, 1.0, y[::-1])\nreturn x * 2 + y", ""),
    ("", "y = x * 2\nnp.clip(x, 0.7, 1.0, y, where=x > 0.9)\nreturn x * 2 + y", ""),
    ("", "return np.clip(x, 0.7, 1.0, None) * 2", ""),
    ("", "return np.clip(x, min=0.7, max=1.0) + np.clip(x, a_max=1.0, a_min=0.8)", ""),
    ("", "np.dot(np.eye(4) * 2, x * 1, x)\nreturn x", ""),
    ("", "return np.ndarray((2,), float, x) * 2", "ADC0220"),
    ("", "y = np.ndarray((2, 3), float)\ny[:] = x[0]\nreturn y", ""),
    ("import scipy.linalg\n", "return scipy.linalg.det(x.reshape(2, 2), True) * x", "ADC0220"),
    ("import scipy.linalg\n", "return scipy.linalg.inv(x.reshape(2, 2), True) * x[0]", "ADC0220"),
    ("import scipy.linalg\n", "return scipy.linalg.inv(x.reshape(2, 2), False)", ""),
    (
        "import scipy.linalg\n",
        "return scipy.linalg.det((x * 2).reshape(2, 2), overwrite_a=True)",
        "",
    ),
)


def _text(before: str, body: str) -> str:
    lines = "".join(f"    {line}\n" for line in body.split("\n"))
    return f'{HEADER}{before}def f(x: "float64[4]"):\n{lines}'


READINGS = [text(_text(before, body), code) for before, body, code in _TEXTS]
