"""Calls written out: the same numbers, and no name of the routine's left that is another's."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from adc.interpret.machine import run
from adc.ir.call import calls_in
from adc.ir.node import Body, Node
from adc.ir.nodes import Branch, While
from adc.ir.operation import in_loops
from adc.ir.program import Program
from adc.ir.text_parser import parse_program
from adc.ir.verify import verify
from adc.ir.walking import map_body
from tests.emit.native import inputs_for
from tests.routines_ir import TEXTS, sizes_of


def labelled(program: Program) -> Program:
    """With labels for branches and loops that data ends, which the text form has not."""
    numbers = iter(range(1000))

    def visit(node: Node) -> Body:
        named = isinstance(node, (Branch, While)) and not node.label
        return (node.with_label(f"B{next(numbers)}") if named else node,)

    routines = tuple(map(labelled, program.routines))
    return replace(program.with_body(map_body(program.body, visit)), routines=routines)


def expect_equal(one: Program, other: Program, name: str) -> None:
    for sizes in sizes_of(name):
        inputs = inputs_for(one, sizes)
        expected, found = run(one, sizes, inputs), run(other, sizes, inputs)
        assert expected.keys() == found.keys()
        for key, value in expected.items():
            np.testing.assert_allclose(found[key], value, rtol=1e-12, atol=1e-12, err_msg=key)


@pytest.mark.parametrize("name", TEXTS)
def test_a_call_written_out_means_the_same(name: str) -> None:
    program = labelled(parse_program(TEXTS[name][0]))
    plain = in_loops(program)
    assert not list(calls_in(plain.body))
    verify(plain, "planned")
    expect_equal(program, plain, name)


#: The routine's names are the caller's for other things, and those that renaming would give.
CLASHING = """\
program clashing(n: size, m: size, v: array, tmp: array, a: array)
inout v: float64[n]
inout tmp: float64[n]
input a: float64[m, n]
local i: float64

S1: i = a[0, 0]
for k in range(0, m):
    S2: do f[n, k](tmp[j] for j in 0:n; a[k, n - 1 - j] for j in 0:n; i*2.0) -> v[j] for j in 0:n

routine f(m: size, i: integer, tmp: array, v: array, a: scalar)
inout tmp: float64[m]
input v: float64[m]
input a: float64
local n: float64[m]
local tmp_1: float64[m]

for k in range(0, m):
    S1: n[k] = v[k]*a + float64({i})
    S2: tmp_1[k] = n[k]*tmp[k]
S3: tmp[j] = tmp_1[m - 1 - j] for j in 0:m
"""


def test_names_that_clash() -> None:
    program = parse_program(CLASHING)
    plain = in_loops(program)
    verify(plain, "planned")
    for sizes in ({"n": 3, "m": 2}, {"n": 1, "m": 1}):
        inputs = inputs_for(program, sizes)
        expected, found = run(program, sizes, inputs), run(plain, sizes, inputs)
        for key, value in expected.items():
            np.testing.assert_array_equal(found[key], value, err_msg=key)
