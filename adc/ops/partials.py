"""Partial derivatives of a node, read off the table."""

from __future__ import annotations

from decimal import Decimal, InvalidOperation

from adc.diagnostics import InternalError
from adc.ir import build
from adc.ir.dtypes import DType
from adc.ir.expressions import Alternatives, Apply, Const, Expr
from adc.ops.formulas import instantiate, parse, variables
from adc.ops.table import ALL_OPS


def partial(node: Apply, argument: int, result: Expr | None = None) -> tuple[Expr, ...]:
    """Equal expressions for d node / d node.args[argument], those in operands alone first.

    Formulas that use the operation's result are included where `result` is given. Empty where the
    derivative is identically zero: the operation is disconnected from that operand, or one of the
    two is no floating value. The expressions have the type of the node; a contribution to an
    operand of another floating type (`cast`) has to be cast to it.
    """
    operation = ALL_OPS[node.op]
    if not operation.ruled:
        raise InternalError(f"no rule for the derivative of {node.op}")
    if not (node.dtype.is_float and node.args[argument].dtype.is_float):
        return ()
    if node.op == "pow" and argument == 0:
        exponent = build.cast(node.args[1], node.dtype)
        if isinstance(exponent, Const):
            return _power_by_base(node, exponent, result)
    values = {
        name: value if value.dtype is DType.BOOL else build.cast(value, node.dtype)
        for name, value in zip(operation.operands, node.args, strict=True)
    }
    if result is not None:
        values["z"] = result
    templates = [parse(text) for text in operation.partials[argument]]
    return tuple(
        instantiate(t, values, node.dtype) for t in templates if variables(t) <= values.keys()
    )


def _power_by_base(node: Apply, exponent: Const, result: Expr | None) -> tuple[Expr, ...]:
    """d x**n / dx for a literal n: nothing for 0, 1 for 1, 2*x for 2, else n*x**(n - 1); of a
    root (n < 1) nothing at 0."""
    base, n = node.args[0], build.const_value(exponent)
    if n == 0:
        return ()
    if n == 0.5:
        values = {"x": base} if result is None else {"x": base, "z": result}
        texts = ("where(x == 0, 0, 0.5/sqrt(x))", "where(z == 0, 0, 0.5/z)")[: len(values)]
        return tuple(instantiate(parse(t), values, node.dtype) for t in texts)
    if n == 1:
        return (build.one(node.dtype),)
    slope = build.mul(exponent, build.power(base, _minus_one(exponent)))
    if 0 < n < 1:
        nothing = build.zero(node.dtype)
        return (build.where(build.compare("eq", base, nothing), nothing, slope),)
    return (slope,)


def _minus_one(exponent: Const) -> Expr:
    """`exponent - 1`, computed in decimals so that 1.1 gives 0.1."""
    try:
        lowered = Decimal(exponent.text) - 1
    except InvalidOperation:
        return build.sub(exponent, build.one(exponent.dtype))
    if not lowered.is_finite():
        return exponent
    integral = lowered == lowered.to_integral_value()
    return build.const(int(lowered) if integral else str(lowered), exponent.dtype)


def flops(expr: Expr) -> int:
    """The cost of one evaluation of `expr`, in flops; of a `where` the dearer branch counts."""
    if isinstance(expr, Alternatives):
        return min(flops(option) for option in expr.options)
    if not isinstance(expr, Apply):
        return 0
    own = ALL_OPS[expr.op].cost
    if expr.op == "where":
        condition, a, b = expr.args
        return own + flops(condition) + max(flops(a), flops(b))
    if expr.op == "pow" and isinstance(expr.args[1], Const):
        own = _power_cost(expr.args[1], own)
    return own + sum(flops(a) for a in expr.args)


def _power_cost(exponent: Const, general: int) -> int:
    """Small integer powers are products."""
    n = abs(build.const_value(exponent))
    return max(int(n) - 1, 1) if n in (1, 2, 3, 4) else general
