"""Programs built by hand, for tests of the middle of the compiler alone."""

from __future__ import annotations

from adc.ir.declarations import Container, Parameter
from adc.ir.dtypes import DType
from adc.ir.enums import ParameterKind, Role
from adc.ir.expressions import Apply, Const, Expr, Read
from adc.ir.node import Access, Dim
from adc.ir.nodes import Branch, Compute, Loop
from adc.ir.program import Program
from adc.ir.shapes import integer, symbol

F = DType.FLOAT64
N, M, T = symbol("N"), symbol("M"), symbol("T")
i, j, k, t = symbol("i"), symbol("j"), symbol("k"), symbol("t")
labels = iter(f"S{n}" for n in range(1, 10**6))


def r(name: str, *index: object) -> Read:
    return Read(name, tuple(integer(e) for e in index), F)  # type: ignore[arg-type]


def c(text: str) -> Const:
    return Const(text, F)


def op(name: str, *args: Expr) -> Apply:
    return Apply(name, args, F)


def put(target: Read, expr: Expr, *dims: tuple, how: str = "=") -> Compute:  # type: ignore[type-arg]
    """`target how expr` over `dims`, each `(var, start, stop)`."""
    domain = tuple(Dim(v.name, integer(a), integer(b)) for v, a, b in dims)
    return Compute(next(labels), Access(target.container, target.index), how, expr, domain)


def loop(var, start, stop, *body, step: int = 1) -> Loop:  # type: ignore[no-untyped-def]
    return Loop(var.name, integer(start), integer(stop), step, tuple(body), label=next(labels))


def branch(condition: Expr, then, orelse=()) -> Branch:  # type: ignore[no-untyped-def]
    return Branch(condition, tuple(then), tuple(orelse), label=next(labels))


def array(name: str, *shape: object, role: str = "input", dtype: DType = F) -> Container:
    return Container(name, dtype, tuple(integer(e) for e in shape), role)  # type: ignore[arg-type]


def program(
    name: str, containers: list[Container], body: list, returns: tuple[str, ...] = ()
) -> Program:
    sizes: dict[str, None] = {}
    for container in containers:
        for extent in container.shape:
            sizes |= dict.fromkeys(sorted(s.name for s in extent.free_symbols))
    sizes |= {"T": None}
    arguments = [x for x in containers if x.role in (Role.INPUT, Role.INOUT, Role.GRADIENT)]
    parameters = [Parameter(s, ParameterKind.SIZE) for s in sizes]
    parameters += [Parameter(x.name, "array" if x.shape else "scalar") for x in arguments]
    return Program(name, tuple(parameters), tuple(containers), tuple(body), returns)
