"""`adc ops`: every function, operator and intrinsic that adc knows, with its derivative."""

from __future__ import annotations

import importlib
import textwrap
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from adc.cli.run import Outcome, run

if TYPE_CHECKING:
    from adc.ops.operation import Operation

_INDENT = 18
_HANGING: dict[str, Any] = {"initial_indent": "    ", "subsequent_indent": "    "}

#: Functions of arrays, by the module of `adc.lowering` that has them.
_FUNCTIONS = (
    ("Combinations", "by the operations that they are made of", "numpy.elementwise"),
    ("New arrays", "that of what fills them", "numpy.create"),
    ("Shapes", "linear; in reverse the elements move back", "numpy.shapes"),
    ("Stacks", "linear; in reverse the elements move back", "numpy.stacks"),
    ("Joins and windows", "linear; in reverse the elements move back", "numpy.joins"),
    (
        "Samples, polynomials, convolutions",
        "by the operations that they are made of",
        "numpy.calculus",
    ),
    ("Operations of each with each, and in a row", "that of the operation", "numpy.ufuncs"),
    ("Products", "linear in each operand, with the other one as the factor", "numpy.products"),
    ("Linear systems", "by triangular and other systems with the same matrix", "numpy.solving"),
    ("Factors", "by products with the factors; NaN where these are not unique", "numpy.factors"),
    ("Least squares", "by that of the QR factors", "numpy.least_squares"),
    (
        "Systems of SciPy",
        "by that of the factors, or of each step of elimination",
        "numpy.scipy_linear",
    ),
    (
        "Reductions",
        "that of the sum, product or quotient; max and min divide it evenly among ties",
        "reductions",
    ),
    (
        "Choices and statistics",
        "by the operations that they are made of; none by what is passed over",
        "numpy.statistics",
    ),
    (
        "Tables and parts",
        "linear in what is interpolated; at a sample by the line after it",
        "numpy.tables",
    ),
    (
        "Positions",
        "integers, without a derivative; what stands at them has one",
        "numpy.positions",
    ),
    ("Order", "that of the elements that are taken", "numpy.order"),
    (
        "Elements by place",
        "linear; in reverse the elements move back to their places",
        "numpy.by_place",
    ),
    ("SciPy", "by the operations that they are made of", "numpy.scipy_functions"),
    ("Filters of images", "linear in the image and the weights", "numpy.scipy_images"),
    ("Made of others", "by the operations that they are made of", "numpy.written"),
    ("Norms", "by the operations that they are made of", "numpy.norms"),
)
#: Names in the tables of Fortran's intrinsics that no Fortran source has: what they are there.
_MEANT = {"float32": "real", "float64": "dble"}
_UNSPOKEN = ("array", "copy", "pairs", "eqv", "masked", "neqv")


@click.command(short_help="List the functions and operators with their derivatives.")
@click.argument("word", required=False)
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
def ops(word: str | None, as_json: bool) -> None:
    """List every function, operator and intrinsic that adc knows, with its derivative.

    x and y stand for the operands. With WORD, list only those whose name or spelling contains it.
    """
    run(lambda _: _table(word), as_json=as_json)


def _table(word: str | None) -> Outcome:
    from adc.ops.table import ALL_OPS

    chosen = [op for op in ALL_OPS.values() if op.python and _matches(op, word)]
    groups = [
        (title, how, names)
        for title, how, everything in (*_groups(), *_fortran_groups())
        if (names := [n for n in everything if word is None or word in n])
    ]
    if not chosen and not groups:
        raise click.UsageError(f"no operation's name or spelling contains {word!r}")
    lines = [line for op in chosen for line in _lines(op)]
    for title, how, names in groups:
        lines += [f"{title}: {how}", *textwrap.wrap(", ".join(names), 90, **_HANGING), ""]
    payload = {
        "operations": [_payload(op) for op in chosen],
        "functions": [{"group": t, "derivative": h, "names": list(n)} for t, h, n in groups],
    }
    return Outcome("\n".join(lines).rstrip(), payload)


def _groups() -> Iterator[tuple[str, str, list[str]]]:
    """Functions of arrays, which are made of the operations above: title, derivative, names."""
    for title, how, module in _FUNCTIONS:
        table = importlib.import_module(f"adc.lowering.{module}").TABLE
        names = sorted(name.replace("numpy.", "np.") for name in table)
        yield title, how, [n for n in names if not _is_scalar(n)]


def _is_scalar(name: str) -> bool:
    from adc.ops.table import by_spelling

    return name in by_spelling()


# -- Fortran ---------------------------------------------------------------------------------------


def _fortran_groups() -> Iterator[tuple[str, str, list[str]]]:
    """The intrinsics that are no operations of their own."""
    from adc.lowering.fortran import intrinsics, transformational
    from adc.ops.table import intrinsics as operations

    of_arrays = set(transformational.TABLE)
    single = {name.removeprefix("fortran.") for name in intrinsics.TABLE} - of_arrays
    how = "by the operations that they are made of"
    yield "Fortran's intrinsics of numbers", how, _spoken(single - operations().keys())
    yield "Fortran's intrinsics of arrays", how, _spoken(of_arrays)


def _spoken(names: set[str]) -> list[str]:
    return sorted(_MEANT.get(name, name) for name in names if name not in _UNSPOKEN)


def _fortran(op: Operation) -> tuple[str, ...]:
    """Fortran's names of the operation, generic ones first."""
    return tuple(i.name for i in sorted(op.fortran, key=lambda i: (i.takes != "", i.name)))


# -- one operation ---------------------------------------------------------------------------------


def _matches(op: Operation, word: str | None) -> bool:
    names = (op.name, *op.python, *_fortran(op))
    return word is None or any(word in name for name in names)


def _lines(op: Operation) -> list[str]:
    """`op` as a paragraph: its formula on the left, its spellings, derivative and kinks beside."""
    facts = [", ".join(op.python)]
    if op.fortran:
        facts.append(f"Fortran: {', '.join(_fortran(op))}")
    facts += _derivatives(op)
    if op.kink:
        facts.append(op.kink)
    first, *rest = facts
    return [f"{op.formula:<{_INDENT}}{first}", *(" " * _INDENT + fact for fact in rest), ""]


def _derivatives(op: Operation) -> list[str]:
    """One line per operand, with the first of its formulas."""
    if op.disconnected:
        return [] if op.kink else ["disconnected: derivative 0"]
    if op.arity == 1:
        return [f"d/dx = {op.partials[0][0]}"]
    return [f"d/d{name} = {part[0] if part else '0'}" for name, part in _partials(op)]


def _partials(op: Operation) -> list[tuple[str, tuple[str, ...]]]:
    return list(zip(op.operands, op.partials, strict=True))


def _payload(op: Operation) -> dict[str, Any]:
    return {
        "name": op.name,
        "formula": op.formula,
        "partials": {name: list(formulas) for name, formulas in _partials(op)},
        "disconnected": op.disconnected,
        "kink": op.kink,
        "flops": op.cost,
        "spellings": list(op.python),
        "fortran": list(_fortran(op)),
    }
