"""What the files say of a function's arguments: their roles for machines and for people."""

from __future__ import annotations

import sympy

from adc.emit.facts import Facts
from adc.emit.interface.abi import Argument
from adc.ir.declarations import narrowest
from adc.ir.enums import ParameterKind, Role
from adc.ir.program import Program
from adc.ir.shapes import Shape
from adc.ir.shapes_text import python_text

#: The manifest's word for a container's role; a symbol's is `size` or `input`.
_ROLES = {"integer": "input", "tangent_in": "tangent", "tangent_out": "tangent"}

_WORDS = {
    "input": "argument of the source",
    "inout": "argument of the source; on exit what the source leaves in it",
    "output": "what the source computes",
    "value": "value of the source's function",
    "size": "size",
    "integer": "integer argument of the source",
}
_DERIVED = {
    "seed": "seed: the weights of {of}",
    "gradient": "gradient with respect to {of}",
    "tangent_in": "direction of {of}",
    "tangent_out": "tangent of {of}",
}


def manifest_role(argument: Argument) -> str:
    """size, input, inout, output, seed, value, gradient or tangent."""
    return _ROLES.get(argument.role, argument.role)


def source_arguments(primal: Program) -> tuple[str, ...]:
    """The arguments of the source's function, in its order: nothing that it returns, no sizes.

    An integer argument that names a size is an argument: unlike the sizes that are known from
    shapes alone, it has a span.
    """
    returned = {n for n in primal.returns if primal[n].role == Role.OUTPUT}
    return tuple(
        p.name
        for p in primal.parameters
        if p.name not in returned and (p.kind != ParameterKind.SIZE or p.span is not None)
    )


def source_shape(argument: Argument, facts: Facts) -> Shape:
    """The shape as the source has it: Fortran's first extent is the IR's last."""
    return argument.shape[::-1] if facts.fortran else argument.shape


def source_axis(argument: Argument, axis: int, facts: Facts) -> int:
    """The place in `source_shape` of the IR's axis."""
    return len(argument.shape) - 1 - axis if facts.fortran else axis


def shape_text(argument: Argument, facts: Facts) -> str:
    """`[N + 4, M]`, of a Fortran array `(m, n + 4)`; empty for a scalar."""
    if not argument.shape:
        return ""
    extents = ", ".join(python_text(extent) for extent in source_shape(argument, facts))
    return f"({extents})" if facts.fortran else f"[{extents}]"


def has_pairs(argument: Argument, facts: Facts) -> bool:
    """Whether the argument holds complex numbers, or derivatives of or by such."""
    return argument.name in facts.pairs or argument.of in facts.pairs


def direction(argument: Argument, facts: Facts) -> str:
    """`in`, `out` or `in, out`."""
    if not argument.written:
        return "in"
    both = argument.role == Role.INOUT or (argument.role == Role.GRADIENT and facts.accumulate)
    return "in, out" if both else "out"


def describe(argument: Argument, facts: Facts) -> tuple[str, str, str]:
    """The columns of the header's table: type and shape, direction, role."""
    words = _WORDS.get(argument.role) or _DERIVED[argument.role].format(of=argument.of)
    if argument.name in facts.origins:
        words = words.replace("argument of the source", facts.origins[argument.name])
    if argument.role == Role.GRADIENT and facts.accumulate:
        words += ", added to what is there"
    if has_pairs(argument, facts):
        words += "; complex numbers, each the real and the imaginary part"
    words += counted_words(argument, facts)
    for row in argument.within:
        which = "elements"
        if row.first is not None and row.end is not None:
            which += f" {python_text(row.first)}:{python_text(row.end)}"
        words += f", {which} from {python_text(row.low)} to {python_text(row.stop - 1)}"
    words += ", no two of them equal" if argument.unique else ""
    return f"{argument.dtype}{shape_text(argument, facts)}", direction(argument, facts), words


def counted_words(argument: Argument, facts: Facts) -> str:
    """What is said of an array of a length that data decide, of such a length, and of derivatives
    of and by the array; empty for other arguments."""
    if argument.name in facts.lengths:
        return f"; as many elements as {facts.lengths[argument.name]} says, then zeros"
    if argument.of in facts.lengths:
        return f"; what is behind the elements that {argument.of} has does not count"
    of = next((name for name, length in facts.lengths.items() if length == argument.name), "")
    return f"; the number of elements of {of}" if of else ""


def extremes(argument: Argument) -> tuple[sympy.Expr, ...]:
    """The least and the largest number that any element of an array of positions may be."""
    found = narrowest(argument.within)
    return () if found is None else (found[0], found[1] - 1)


def title(facts: Facts) -> str:
    """`gradient of C with respect to alpha, A`; `tangent of …` for mode jvp."""
    what = "gradient" if facts.mode == "grad" else "tangent"
    return f"{what} of {', '.join(facts.of)} with respect to {', '.join(facts.wrt)}"


def origin(facts: Facts) -> str:
    """`gemm.py, function gemm`; `with task = 'F'` where the source's argument has one value;
    whether saved variables begin anew, and reals that are promoted."""
    kind = "routine" if facts.fortran else "function"
    values = [f"{name} = {text}".replace('"', "'") for name, text in facts.fixed.items()]
    fixed = f" with {', '.join(values)}" if values else ""
    first = ", each call as the first one" if facts.first_call else ""
    first += ", its files as written" if facts.as_written else ""
    first += ", without rounding to decimals" if facts.unrounded else ""
    first += {"": "", "default": ", default reals of 8 bytes", "all": ", all reals of 8 bytes"}[
        facts.reals
    ]
    return f"{', '.join(facts.sources)}, {kind} {facts.function}{fixed}{first}"


def layout(facts: Facts) -> str:
    """How arrays lie in memory, as a sentence."""
    if facts.fortran:
        return "Arrays are contiguous and column-major as in Fortran, the first index fastest."
    return "Arrays are contiguous, the last index fastest."
