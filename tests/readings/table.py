"""Texts whose reading is held against CPython and NumPy: each is run by both.

The reference is always the original text. A text is read rightly if the interpreter, on the lowered
program, gives the same values, types and written arrays, and its tangent and adjoint agree with
differences of the original; or it is refused by the code that the table states.
"""

from __future__ import annotations

import ast
import re
import textwrap
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

#: Extents of the arrays and values of the integer arguments, all different.
SIZES = {"N": 5, "M": 3, "n": 4, "m": 3, "k": 2}

HEADER = "import math\nimport numpy as np\n"


@dataclass(frozen=True)
class Reading:
    """A whole file of which `f`, the last function, is read.

    `refused` is the code of the refusal, "" where the text must be read rightly, "assumed" where
    the generated function refuses these arguments, which are not as it assumes on entry,
    "warned" where a warning says that the value may be another.
    `raises`: the original raises, too. `modules` are further files that the text imports, by name;
    adc does not see them. `integers` gives integer arguments other values than SIZES, `inputs`
    other elements. `smooth` is False where differences of the original say nothing. `signature`
    types the arguments of a function of another name, whose text has no annotations.
    """

    source: str
    refused: str = ""
    raises: bool = False
    smooth: bool = True
    integers: Mapping[str, int] = field(default_factory=dict)
    inputs: Mapping[str, Any] = field(default_factory=dict)
    modules: Mapping[str, str] = field(default_factory=dict)
    signature: str = ""

    @property
    def function(self) -> str:
        return self.signature.partition("(")[0] or "f"

    def arguments(self) -> dict[str, Any]:
        """A value for each parameter of `f`, by its annotation; a default is left to the call."""
        rng = np.random.default_rng(11)
        found: dict[str, Any] = {}
        typed = in_signature(self.signature) if self.signature else parameters(self.source)
        for name, annotation in typed:
            value = argument(name, annotation, rng, {**SIZES, **self.integers})
            found[name] = self.inputs.get(name, value)
        return found | self.defaults()

    def defaults(self) -> dict[str, Any]:
        """The defaults that are numbers of the parameters which `signature` does not name."""
        named = dict(in_signature(self.signature))
        return {n: v for n, v in defaults_of(self.source) if self.signature and n not in named}


def parameters(source: str) -> list[tuple[str, str]]:
    """Name and annotation of each parameter of the last function."""
    last = [n for n in ast.parse(source).body if isinstance(n, ast.FunctionDef)][-1]
    return [(a.arg, annotation_of(a)) for a in last.args.args if a.annotation is not None]


def in_signature(signature: str) -> list[tuple[str, str]]:
    """Name and type of each argument of `f(x: float64[N, 2], n: int)`."""
    inside = signature.partition("(")[2].rpartition(")")[0]
    return re.findall(r"(\w+): *(\w+(?:\[[^]]*\])?)", inside)


def defaults_of(source: str) -> list[tuple[str, Any]]:
    """Name and value of each parameter of the last function whose default is a plain number."""
    last = [n for n in ast.parse(source).body if isinstance(n, ast.FunctionDef)][-1]
    both = zip(reversed(last.args.args), reversed(last.args.defaults), strict=False)
    plain = (ast.Constant, ast.UnaryOp)
    values = [(a.arg, ast.literal_eval(d)) for a, d in both if isinstance(d, plain)]
    return [(n, v) for n, v in values if isinstance(v, bool | int | float)]


def annotation_of(parameter: ast.arg) -> str:
    node = parameter.annotation
    return node.value if isinstance(node, ast.Constant) else ast.unparse(node)


def argument(name: str, annotation: str, rng: np.random.Generator, sizes: Mapping) -> Any:
    """Something asymmetric of the annotated type: floating elements lie in 0.5 to 1.5."""
    kind, _, extents = annotation.removesuffix("]").partition("[")
    kind = "float" if kind == "float64" and not extents else kind
    if kind == "int" and not extents:
        return sizes[name]
    if kind == "float" and not extents:
        return float(rng.uniform(0.5, 1.5))
    listed = [e for e in extents.replace(" ", "").split(",") if e]
    shape = tuple(sizes[e] if e in sizes else int(e) for e in listed)
    dtype = kind.removeprefix("np.").removeprefix("dc.")
    if dtype.startswith("complex"):
        parts = rng.uniform(0.5, 1.5, shape) + 1j * rng.uniform(-1.5, 1.5, shape)
        return complex(parts) if dtype == "complex" else np.asarray(parts).astype(dtype)[()]
    if dtype.startswith("int"):
        return rng.integers(1, 6, shape).astype(dtype)
    return rng.uniform(0.5, 1.5, shape).astype(dtype)


def text(source: str, refused: str = "", **facts: Any) -> Reading:
    """A whole file, imports and all."""
    return Reading(textwrap.dedent(source).lstrip("\n"), refused, **facts)


def value(expression: str, refused: str = "", **facts: Any) -> Reading:
    """One expression of the arguments below, returned."""
    body = f"    return {expression}\n"
    return Reading(HEADER + PARAMETERS + body, refused, **facts)


def body(statements: str, refused: str = "", **facts: Any) -> Reading:
    """The body of a function of the arguments below."""
    lines = textwrap.indent(textwrap.dedent(statements).strip("\n"), "    ")
    return Reading(HEADER + PARAMETERS + lines + "\n", refused, **facts)


PARAMETERS = (
    'def f(x: "float64[N]", y: "float64[M]", q: "int64[N]", s: float, t: float, n: int, m: int):\n'
)
