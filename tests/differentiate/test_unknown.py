"""What a pass was not written for is refused: nothing is passed over in silence."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
import pytest

from adc import interpret
from adc.analysis.accesses import Polyhedra
from adc.analysis.activity import activity
from adc.checkpoint.transform.planner import plan
from adc.diagnostics import InternalError, Span
from adc.differentiate.forward import tangent_program
from adc.differentiate.gradient import reverse_program
from adc.finishing import simplified
from adc.ir.enums import When
from adc.ir.expressions import Alternatives, Expr, Need, Read, reads
from adc.ir.node import Node
from adc.ir.nodes import Compute
from adc.ir.program import Program
from adc.ir.text_parser import parse_program
from adc.ir.walking import walk_nodes
from adc.observer import Silent
from adc.simplify.dead import drop_dead

TEXT = """\
program f(N: size, x: array, p: scalar) -> r
input x: float64[N]
input p: float64
output r: float64
local s: float64
local n: int64

S1: s = 8.0*p
L1: while s > 1.0 as t into n:
    S2: s = s*s/(2.0*s + 1.0)
S3: r = s*s
"""


@dataclass(frozen=True)
class Novelty(Node):
    """A node that answers for what it touches, and whose meaning no pass knows."""

    label: str = "X1"
    span: Span | None = None


def primal() -> Program:
    return parse_program(TEXT)


def with_novelty() -> Program:
    program = primal()
    return program.with_body((*program.body, Novelty()))


def ahead(program: Program) -> object:
    return tangent_program(program, ("p",), ("r",))


def backwards(program: Program) -> object:
    return reverse_program(program, ("p",), ("r",))


PASSES: dict[str, Callable[[Program], object]] = {
    "forward": ahead,
    "reverse": backwards,
    "activity": lambda program: activity(program, ("p",), ("r",)),
    "dead code": drop_dead,
    "simplify": lambda program: simplified(program, Silent()),
    "polyhedra": Polyhedra,
    "interpreter": lambda program: interpret.run(
        program, {"N": 2}, {"x": np.ones(2), "p": np.array(2.0)}
    ),
}


@pytest.mark.parametrize("name", PASSES)
def test_a_node_of_an_unknown_kind_is_refused(name: str) -> None:
    with pytest.raises(InternalError, match="Novelty cannot"):
        PASSES[name](with_novelty())


def test_the_gradient_of_a_while_is_not_differentiated_forwards() -> None:
    """It runs back over what was counted: no tangent is known of that."""
    gradient = plan(reverse_program(primal(), ("p",), ("r",))).program
    with pytest.raises(InternalError, match="cannot be"):
        tangent_program(gradient, ("p",), ("p_bar",))


@pytest.mark.parametrize("direction", [ahead, backwards])
@pytest.mark.parametrize("kind", ["need", "alternatives"])
def test_values_of_other_times_are_refused(
    direction: Callable[[Program], object], kind: str
) -> None:
    def needed(value: Read) -> Expr:
        need = Need(value.container, value.index, value.dtype, "S1", When.AFTER)
        return need if kind == "need" else Alternatives((value, need))

    program = primal()
    s = next(e for n in walk_nodes(program.body) if isinstance(n, Compute) for e in reads_of(n))
    body = (*program.body[:-1], replace(program.body[-1], expr=needed(s)))
    with pytest.raises(InternalError, match="S3 needs a value"):
        direction(program.with_body(body))


def reads_of(node: Compute) -> list[Read]:
    return [r for r in reads(node.expr) if r.container == "s"]
