"""Which operations give the same bits wherever they are run."""

from __future__ import annotations

from adc.ir.expressions import Apply, Expr, walk

#: Rounded as IEEE 754 says, or not at all. Functions of a library are rounded otherwise in vectors
#: than one by one, and a division may be a product with a reciprocal, so that two loops may make
#: values of them that differ in the last bits.
_SAME = {
    "add", "sub", "mul", "neg", "abs", "sqrt", "maximum", "minimum", "larger", "smaller", "fmax",
    "fmin", "where", "cast", "sign", "copysign", "floor", "ceil", "trunc", "rint", "lt", "le", "gt",
    "ge", "eq", "ne", "and", "or", "not", "isnan", "isinf", "isfinite", "held", "follows", "bitand",
    "bitor", "bitxor",
}  # fmt: skip


def same_bits(expr: Expr) -> bool:
    """Whether `expr` has the same bits in each loop that computes it of the same operands."""
    return all(e.op in _SAME for e in walk(expr) if isinstance(e, Apply))


def compared(expr: Expr) -> list[Expr]:
    """The operands of all tests for equality in `expr`, with what is below them."""
    tests = [e for e in walk(expr) if isinstance(e, Apply) and e.op in ("eq", "ne")]
    return [inside for test in tests for operand in test.args for inside in walk(operand)]
