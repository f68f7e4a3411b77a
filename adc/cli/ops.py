"""`adc ops`: every function and operator that adc knows, with its derivative."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from adc.cli.run import Outcome, run

if TYPE_CHECKING:
    from adc.ops.operation import Operation

_INDENT = 18


@click.command(short_help="List the functions and operators with their derivatives.")
@click.argument("word", required=False)
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
def ops(word: str | None, as_json: bool) -> None:
    """List every function and operator that adc knows, with its derivative.

    x and y stand for the operands. With WORD, list only those whose name or spelling contains it.
    """
    run(lambda _: _table(word), as_json=as_json)


def _table(word: str | None) -> Outcome:
    from adc.ops.table import ALL_OPS

    chosen = [op for op in ALL_OPS.values() if op.spellings and _matches(op, word)]
    if not chosen:
        raise click.UsageError(f"no operation's name or spelling contains {word!r}")
    text = "\n".join(line for op in chosen for line in _lines(op))
    return Outcome(text, {"operations": [_payload(op) for op in chosen]})


def _matches(op: Operation, word: str | None) -> bool:
    return word is None or any(word in name for name in (op.name, *op.spellings))


def _lines(op: Operation) -> list[str]:
    """`op` as a paragraph: its formula on the left, its spellings, derivative and kinks beside."""
    facts = [", ".join(op.spellings), *_derivatives(op)]
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
        "spellings": list(op.spellings),
    }
