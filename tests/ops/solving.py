"""What tests of operations on whole arrays share: small programs, taken through every proof."""

from __future__ import annotations

import textwrap
from pathlib import Path
from typing import Any

import numpy as np

from adc.ir.operation import Operation, in_loops
from adc.ir.text import program_text
from adc.ir.text_parser import parse_program
from adc.ir.walking import walk_nodes
from tests.proof.cases import Case
from tests.proof.compiled import Compiled, compile_case, run_gradient
from tests.proof.harness import Drawn, draw_case, gap
from tests.proof.matrix import variants
from tests.proof.native import Call, build
from tests.proof.sanitize import run_sanitized

#: Well conditioned, so that differences tell.
WELL = {"A": {"kind": "dominant"}}


def program(arguments: str, body: str, **facts: Any) -> Case:
    """A function of `arguments` with `body`, differentiated with respect to all arrays of it."""
    text = textwrap.indent(textwrap.dedent(body).strip(), "    ")
    names = tuple(a.split(":")[0] for a in arguments.split("; ") if "[" in a)
    source = f"import numpy as np\n\n\ndef f({arguments.replace(';', ',')}):\n{text}\n"
    return Case(**{"name": "f", "source": source, "wrt": names, **facts})


def prove_sanitized(cases: list[Case], folder: Path) -> None:
    """All cases, at all of their sizes, under AddressSanitizer and UBSan."""
    calls = []
    for number, case in enumerate(cases):
        renamed = case.source.replace("def f(", f"def f{number}(")
        case = Case(**{**vars(case), "name": f"f{number}", "source": renamed})
        compiled = compile_case(case)
        calls += [(compiled, draw_case(v)) for v in variants(case)]
    run_sanitized(folder, calls)


class Called:
    """The C of a case without differences: its results and gradients for any inputs."""

    def __init__(self, case: Case, folder: Path) -> None:
        self.case = case
        self.compiled: Compiled = compile_case(case, value=True)
        self.library = build(folder, [self.compiled])

    def run(
        self, sizes: dict[str, int] | None = None, shape: tuple[int, ...] | None = None,
        **inputs: np.ndarray,
    ) -> tuple[np.ndarray, dict[str, np.ndarray]]:  # fmt: skip
        """The returned array, of the `shape` of the last argument if no other is given, and the
        gradients for seeds of one."""
        shape = inputs[self.case.wrt[-1]].shape if shape is None else shape
        case = self.case.with_sizes(sizes or {"N": shape[0]})
        drawn = Drawn(case, inputs, {}, [np.ones(shape)], outcome=None)  # type: ignore[arg-type]
        call = Call(self.library, self.compiled, drawn)
        assert call.run() == 0
        (returned,) = call.results("output").values()
        return returned, call.results("gradient")


def prove_loops(case: Case) -> None:
    """The gradient's operations give what the loops do that they equal; and the text form has all
    of them."""
    compiled, drawn = compile_case(case), draw_case(case)
    text = program_text(compiled.gradient, spans=False)
    assert program_text(parse_program(text), spans=False) == text
    whole = run_gradient(compiled, drawn.case, drawn.inputs, drawn.seeds)
    assert any(isinstance(n, Operation) for n in walk_nodes(compiled.gradient.body))
    plain = in_loops(compiled.gradient)
    assert not any(isinstance(n, Operation) for n in walk_nodes(plain.body))
    found = run_gradient(compiled, drawn.case, drawn.inputs, drawn.seeds, plain)
    assert all(gap(found[n], whole[n]) < 1e-12 for n in drawn.case.wrt)
