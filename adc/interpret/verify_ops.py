"""The verifier's checks of operations: known, of the right arity, on operands of the right type."""

from __future__ import annotations

from adc.diagnostics import InternalError
from adc.ir import build
from adc.ir.dtypes import DType
from adc.ir.expressions import Apply, walk
from adc.ir.program import Program
from adc.ir.walking import expressions_in
from adc.ops import ALL_OPS, Operation

_ACCEPTED = {
    "float": (DType.FLOAT64, DType.FLOAT32),
    "number": (DType.FLOAT64, DType.FLOAT32, DType.INT64, DType.INT32),
    "integer": (DType.INT64, DType.INT32),
    "bool": (DType.BOOL,),
    "any": tuple(DType),
}


def verify_ops(program: Program) -> None:
    """Raise InternalError at the first operation that the table does not allow, in routines too.

    What is sound is so in every program: an expression remembers that it was found to be.
    """
    for routine in program.routines:
        if "operations" not in routine.memo:
            verify_ops(routine)
            routine.memo["operations"] = True
    for node, expr, _ in expressions_in(program.body):
        if "_sound" in expr.__dict__:
            continue
        for e in walk(expr):
            fault = _fault(e) if isinstance(e, Apply) else ""
            if fault:
                raise InternalError(f"{node.title}: {fault}", node.span)
        expr.__dict__["_sound"] = True


def _fault(e: Apply) -> str:
    """What is wrong with one operation, "" if nothing is."""
    operation = ALL_OPS.get(e.op)
    if operation is None:
        return f"unknown operation {e.op!r}"
    if len(e.args) != operation.arity:
        return f"{e.op} takes {operation.arity} operands, not {len(e.args)}"
    if e.op == "where" and e.args[0].dtype is not DType.BOOL:
        return f"where on a condition of {e.args[0].dtype}"
    types = operand_types(e)
    refused = [t for t in types if t not in _ACCEPTED[operation.accepts]]
    if refused:
        return f"{e.op} is not for {refused[0]}"
    if len(set(types)) != 1:
        return f"{e.op} on operands of {' and '.join(map(str, types))}"
    return _result_fault(e, operation)


def operand_types(e: Apply) -> list[DType]:
    """The types that have to agree: not a condition's, nor an integer exponent's."""
    types = [a.dtype for a in e.args]
    if e.op == "where":
        return types[1:]
    if e.op == "pow" and types[0].is_float and types[1].is_integer:
        return types[:1]
    return types


def _result_fault(e: Apply, operation: Operation) -> str:
    if operation.result == "stated":
        return ""
    expected = build.result_dtype(e.op, e.args)
    return "" if e.dtype is expected else f"{e.op} gives {expected}, not {e.dtype}"
