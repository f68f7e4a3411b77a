"""Lists of arrays and numbers as arguments: their items are arguments, which may be set."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import adc
from adc.diagnostics import AdcError

UPDATE = """
def f(layers, grads, lr):
    for W, g in zip(layers, grads):
        W -= lr * g
"""
#: Bodies, what is differentiated by what, and the types of their arguments.
FOLLOWED = [
    (UPDATE, "layers,grads,lr", "layers",
     "layers: list[float64[n, m], float64[k]], grads: list[float64[n, m], float64[k]], lr: float"),
    ("def f(xs, ys, r):\n    for i in range(len(xs)):\n        xs[i] = xs[i] - r * ys[i]\n",
     "xs,ys,r", "xs", "xs: list[float64[n] * 3], ys: list[float64[n] * 3], r: float"),
    ("def f(Ws, bs, x):\n    acts = [x]\n    for i, (W, b) in enumerate(zip(Ws, bs)):\n"
     "        z = W @ acts[-1] + b\n        acts.append(np.tanh(z) if i < len(Ws) - 1 else z)\n"
     "    return acts[-1]\n",
     "Ws,bs,x", "",
     "Ws: list[float64[m, n], float64[k, m]], bs: list[float64[m], float64[k]], x: float64[n]"),
    ("def f(xs, s):\n    old = xs[1]\n    xs[1] = xs[0] * s\n    xs[0], xs[2] = xs[2], xs[0]\n"
     "    return old * xs[1]\n", "xs,s", "xs,return", "xs: list[float * 3], s: float"),
    ("def f(xs, s):\n    first = xs[0]\n    xs[:2] = xs[1:]\n    xs[2] = first * s\n",
     "xs,s", "xs", "xs: list[float64[n] * 3], s: float"),
    ("def f(xs, s):\n    ys = xs[1:]\n    ys[0] = ys[0] * s\n    zs = list(xs)\n"
     "    zs.append(s * zs.pop(0))\n    return ys[0] + xs[1] * len(zs) + zs[-1] * xs[2] + xs[0]\n",
     "xs,s", "", "xs: list[float64[n] * 3], s: float"),
    ("def f(xs, s, m):\n    for _ in range(m):\n        xs[0], xs[1] = xs[1], xs[0] + s * xs[1]\n",
     "xs,s", "xs", "xs: list[float64[n] * 2], s: float, m: int"),
    ("def scaled(ys, v):\n    for k in range(len(ys)):\n        ys[k] = ys[k] * v\n"
     "    return ys[0].sum()\ndef f(xs, s):\n    return scaled(xs, s) + scaled(xs, 2 * s)\n",
     "xs,s", "xs_0,xs_1", "xs: list[float64[n] * 2], s: float"),
    ("def f(p, s):\n    for x in p['xs']:\n        x += s\n"
     "    p['xs'][1] = p['xs'][0] * p['xs'][1]\n",
     "p.xs,s", "p.xs", "p.xs: list[float64[n] * 2], s: float"),
    ("def f(xs, s):\n    for W, b in xs:\n        s = s * np.sum(W) + b\n    return s\n",
     "xs,s", "", "xs: list[tuple[float64[n], float] * 2], s: float"),
    ("def f(xs, s):\n    ys = xs + [s]\n    assert isinstance(xs, list) and xs\n"
     "    return np.array(ys) * len(ys) * sum(xs)\n",
     "xs,s", "", "xs: list[float * 2], s: float"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "wrt", "of", "arguments"), FOLLOWED)
def test_as_the_original_does(tmp_path: Path, text: str, wrt: str, of: str, arguments: str) -> None:
    path = tmp_path / "kernel.py"
    path.write_text(f"import numpy as np\n{text}")
    signature = f"f({arguments})"
    report = adc.check(path, function="f", wrt=wrt, signature=signature, of=of or None)
    assert report.verdict == "pass" and "primal against NumPy" in str(report)


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ("xs.append(s * xs[0])\n    return xs[-1]", "ADC0212"),
        ("xs += [xs[0]]\n    return xs[-1] * s", "ADC0212"),
        ("xs.insert(0, xs[1])\n    return xs[0] * s", "ADC0212"),
        ("return xs.pop() * s", "ADC0212"),
        ("del xs[0]\n    return xs[0] * s", "ADC0212"),
        ("xs.reverse()\n    return xs[0] * s", "ADC0212"),
        ("xs.clear()\n    return len(xs) * s", "ADC0212"),
        ("xs[:1] = []\n    return xs[0] * s", "ADC0212"),
        ("for k in range(n):\n        xs.append(xs[0] * s)\n    return xs[-1]", "ADC0212"),
        (
            "for k in range(n):\n        if s > k:\n            xs.append(s)\n    return xs",
            "ADC0212",
        ),
        ("ys = xs\n    ys.append(s * xs[0])\n    return xs[-1]", "ADC0212"),
        ("[xs][0].append(xs[0])\n    return xs[-1] * s", "ADC0212"),
        ("xs[0] = np.zeros(3)\n    return xs[1] * s", "ADC0212"),
        ("xs[0] = None\n    return xs[1] * s", "ADC0212"),
        ("xs[0] = s\n    return xs[1]", "ADC0212"),
        ("return s * (xs is xs)", "ADC0213"),
    ],
)
def test_what_the_caller_would_see_of_the_list_itself(tmp_path: Path, body: str, code: str) -> None:
    path = tmp_path / "kernel.py"
    path.write_text(f"import numpy as np\ndef f(xs, s, n):\n    {body}\n")
    with pytest.raises(AdcError) as caught:
        adc.grad(path, wrt="xs,s", signature="f(xs: list[float64[N] * 2], s: float, n: int)")
    assert caught.value.diagnostics[0].code == code


def test_the_gradient_is_a_list(tmp_path: Path) -> None:
    path = tmp_path / "kernel.py"
    path.write_text(f"import numpy as np\n{UPDATE}")
    signature = "f(layers: list[float64[n] * 2], grads: list[float64[n] * 2], lr: float)"
    tangent = adc.jvp(path, wrt="lr", of="layers", signature=signature, value=True)
    b, c, g = np.arange(3.0), np.ones(3), np.array([1.0, 3.0, -2.0])
    found = tangent([b, c], (g, g), 0.5, lr_dot=1.0)
    np.testing.assert_array_equal(found.layers_0, b - 0.5 * g)
    np.testing.assert_array_equal(found.layers_1_dot, -g)
    gradient = adc.grad(path, wrt="grads", of="layers", signature=signature)
    seeds = {"layers_0_seed": b, "layers_1_seed": c}
    found = gradient([b, c], [g, [1, 2, 3]], 0.5, **seeds).grads
    assert isinstance(found, list)
    np.testing.assert_array_equal(found[0], -0.5 * b)
    with pytest.raises(ValueError, match="grads must have 2 items"):
        gradient([b, c], [g], 0.5, **seeds)


def test_one_array_twice(tmp_path: Path) -> None:
    """Two items that are one array, or have elements in common, change together in Python."""
    path = tmp_path / "kernel.py"
    path.write_text(f"import numpy as np\n{UPDATE}\ndef g(xs):\n    return np.sum(xs[0] * xs[1])\n")
    signature = "f(layers: list[float64[n] * 2], grads: list[float64[n] * 2], lr: float)"
    tangent = adc.jvp(path, function="f", wrt="lr", of="layers", signature=signature)
    b, c = np.arange(3.0), np.ones(3)
    tangent([b, c], [b, b], 0.5, lr_dot=1.0)
    for wrapper in (tangent, tangent.generated):
        with pytest.raises(ValueError, match="layers has arrays that share memory"):
            wrapper([b, b], [b, c], 0.5, lr_dot=1.0)
        long = np.zeros(5)
        with pytest.raises(ValueError, match="layers has arrays that share memory"):
            wrapper([long[:3], long[2:]], [b, c], 0.5, lr_dot=1.0)
        wrapper([long[:3], np.zeros(6)[3:]], [b, c], 0.5, lr_dot=1.0)
    both = np.arange(6.0)
    found = tangent([both[::2], both[1::2]], [b, c], 0.5, lr_dot=1.0)
    np.testing.assert_array_equal(found.layers_0_dot, -b)
    even = np.zeros(6)[::2]
    with pytest.raises(ValueError, match="layers has arrays that share memory"):
        tangent([even, even], [b, c], 0.5, lr_dot=1.0)
    only_read = adc.grad(path, function="g", wrt="xs", signature="g(xs: list[float64[n] * 2])")
    np.testing.assert_array_equal(only_read([b, b]).xs[1], b)


@pytest.mark.parametrize("given", ["list", "list[float64[n]]", "list[float64[n] * 0]"])
def test_how_many_items_has_to_be_said(tmp_path: Path, given: str) -> None:
    path = tmp_path / "kernel.py"
    path.write_text("def f(xs):\n    return xs[0]\n")
    with pytest.raises(AdcError, match="how many items the list `xs` has") as caught:
        adc.grad(path, wrt="xs", signature=f"f(xs: {given})")
    assert "`xs: list[" in caught.value.diagnostics[0].help


def test_annotations_of_lists(tmp_path: Path) -> None:
    path = tmp_path / "kernel.py"
    path.write_text(
        "def f(xs: list['float64[n]' * 2], s: float):\n    return (xs + xs)[3] * s\n"
        "def g(xs: list[float], s: float):\n    return xs[0] * s\n"
    )
    assert adc.check(path, function="f", wrt="s", of="return").verdict == "pass"
    with pytest.raises(AdcError) as caught:
        adc.grad(path, function="g", wrt="s")
    assert any("`xs: list[" in note.message for note in caught.value.diagnostics[0].notes)
