"""What is to be proved: a source, a request, sizes, and how to draw inputs."""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

CASES = Path(__file__).resolve().parent.parent / "cases"


@dataclass(frozen=True)
class ArgType:
    """An argument's element type (NumPy's name) and its extents as Python expressions."""

    dtype: str
    extents: tuple[str, ...] = ()

    @property
    def is_integer(self) -> bool:
        return self.dtype.startswith("int")

    def shape(self, sizes: Mapping[str, int]) -> tuple[int, ...]:
        return tuple(
            int(eval(e, {"__builtins__": {"abs": abs}}, dict(sizes))) for e in self.extents
        )


@dataclass(frozen=True)
class Case:
    """One program to prove. `sizes` holds sizes and integer arguments; `inputs` says how floating
    arguments are drawn: `{low, high}` and `kind` (`spd`, `dominant`), or `values`.

    `edges` are further sizes; `also` are further draws (input hints merged over `inputs`).
    `oracle` is "difference"; at kinks "between" the one-sided derivatives; or "finite", where only
    that and `expected` (gradients for a scalar dependent) can be asked.
    """

    name: str
    source: str
    wrt: tuple[str, ...]
    of: tuple[str, ...] = ()
    sizes: Mapping[str, int] = field(default_factory=dict)
    function: str | None = None
    signature: str | None = None
    inputs: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    edges: tuple[Mapping[str, int], ...] = ()
    also: tuple[Mapping[str, Mapping[str, Any]], ...] = ()
    float32: bool = False
    oracle: str = "difference"
    expected: Mapping[str, Any] = field(default_factory=dict)
    path: Path | None = None
    #: Where the source is not Python: the arguments' types, the names of returned values, and a
    #: call of the original that gives what the arguments and the returned values are on exit.
    types: Mapping[str, ArgType] | None = None
    results: tuple[str, ...] = ()
    original: Callable[[Case, Mapping[str, Any]], tuple[dict[str, Any], list[Any]]] | None = None

    def with_sizes(self, sizes: Mapping[str, int]) -> Case:
        return replace(self, sizes={**self.sizes, **sizes})

    def with_inputs(self, inputs: Mapping[str, Mapping[str, Any]]) -> Case:
        return replace(self, inputs={**self.inputs, **inputs})


def load_case(folder: Path) -> Case:
    facts = tomllib.loads((folder / "case.toml").read_text())
    tuples = {key: tuple(facts[key]) for key in ("wrt", "of", "edges", "also") if key in facts}
    source = folder / "kernel.py"
    return Case(**{**facts, **tuples, "name": folder.name, "source": source.read_text(),
                   "path": source})  # fmt: skip


def load_cases() -> dict[str, Case]:
    """The cases of `tests/cases`, by name."""
    return {f.name: load_case(f) for f in sorted(CASES.iterdir()) if (f / "case.toml").exists()}


def function_of(case: Case) -> ast.FunctionDef:
    """The case's function: the one named, else the file's last."""
    return _function(case.source, case.function)


# A case is asked once for each run of its original, and there are many of these.
@lru_cache(maxsize=None)
def _function(source: str, name: str | None) -> ast.FunctionDef:
    found = [n for n in ast.parse(source).body if isinstance(n, ast.FunctionDef)]
    if name:
        found = [n for n in found if n.name == name]
    return found[-1]


def argument_types(case: Case) -> dict[str, ArgType]:
    """The arguments' types in the source's order, from the signature or the annotations."""
    if case.types is not None:
        return dict(case.types)
    return dict(_argument_types(function_of(case), case.signature))


@lru_cache(maxsize=None)
def _argument_types(tree: ast.FunctionDef, signature: str | None) -> dict[str, ArgType]:
    if signature:
        text = " ".join(signature.split())
        parsed = ast.parse(f"def {text}: pass").body[0]
        assert isinstance(parsed, ast.FunctionDef)
        given = {a.arg: _type_of(a.annotation) for a in parsed.args.args}
        return {a.arg: given[a.arg] for a in tree.args.args}
    return {a.arg: _type_of(a.annotation) for a in tree.args.args}


def _type_of(node: ast.expr | None) -> ArgType:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return _type_of(ast.parse(node.value.removesuffix(" unique"), mode="eval").body)
    if isinstance(node, ast.Subscript):
        inner = node.slice
        extents = inner.elts if isinstance(inner, ast.Tuple) else [inner]
        return ArgType(_dtype_of(node.value), tuple(ast.unparse(e) for e in extents))
    assert node is not None, "an argument without a type"
    return ArgType(_dtype_of(node))


def _dtype_of(node: ast.expr) -> str:
    name = node.attr if isinstance(node, ast.Attribute) else ast.unparse(node)
    return {"float": "float64", "int": "int64"}.get(name, name)


def return_names(case: Case) -> list[str]:
    """The names under which returned values may be asked for; "" for an unnamed expression."""
    if case.original is not None:
        return list(case.results)
    return list(_return_names(function_of(case)))


@lru_cache(maxsize=None)
def _return_names(tree: ast.FunctionDef) -> list[str]:
    returns = [n for n in ast.walk(tree) if isinstance(n, ast.Return) and n.value]
    if not returns:
        return []
    value = returns[-1].value
    values = value.elts if isinstance(value, ast.Tuple) else [value]
    return [v.id if isinstance(v, ast.Name) else "" for v in values]
