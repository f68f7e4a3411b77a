"""What is read before it is set is zero: cleared as far as it must be, told of, and the same in the
function and its derivatives, whatever memory held before."""

from __future__ import annotations

import random
import textwrap
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import pytest

from adc.diagnostics import Diagnostic
from adc.interpret import run
from adc.ir.node import Body, Node
from adc.ir.nodes import Compute
from adc.ir.program import Program
from adc.ir.shapes import evaluate
from adc.ir.text import statement_text
from adc.ir.verify import verify
from adc.ir.walking import computes, map_body
from adc.observer import Silent
from adc.options import Request
from adc.pipeline import front_half
from adc.simplify import blanks
from adc.simplify.blanks import settle_blanks
from tests.lowering.harness import HEADER, lowered
from tests.lowering.test_assumptions import RELATIONS
from tests.proof.cases import Case
from tests.proof.compiled import Compiled, compile_case
from tests.proof.harness import MismatchError, prove_interpreted
from tests.proof.marks import short_and_long
from tests.proof.matrix import variants
from tests.proof.native import build, prove_native, prove_value

CLEARED = ' note "zero: read before it is set"'


@dataclass(frozen=True)
class Told:
    """A body of `f(x: float64[N], n: int)`, what of it is cleared, and the line of the warning."""

    body: str
    cleared: tuple[str, ...] = ()
    line: int = 0


PROGRAMS = {
    "the last one": Told(
        """
        w = np.empty(x.shape[0])
        w[:-1] = x[:-1] * x[1:]
        return np.sum(w * w * x) + w[-1]
        """,
        ("w[e] = 0.0 for e in max(0, N - 1):N",), 4,
    ),
    "both ends, returned": Told(
        """
        w = np.empty_like(x)
        w[1:-1] = x[2:] * x[:-2]
        return w
        """,
        ("w[e] = 0.0 for e in 0:min(1, N)", "w[e_1] = 0.0 for e_1 in max(0, N - 1):N"), 2,
    ),
    "a row of two dimensions": Told(
        """
        w = np.empty((x.shape[0], 3))
        for i in range(x.shape[0]):
            w[i, 0] = x[i]
            w[i, 2] = x[i]**2
        return np.sum(w * w)
        """,
        ("w[e, e_1] = 0.0 for e in 0:N, e_1 in 1:2",), 6,
    ),
    "anew in each iteration": Told(
        """
        s = x[0]
        for t in range(3):
            w = np.empty_like(x)
            if t == 0:
                w[0] = s * x[1]
            w[1:] = x[1:] * s
            s = s + np.sum(w) * x[0]
        return s
        """,
        ("w[e] = 0.0 for e in 0:min(1, N)",), 8,
    ),
    "where data decides": Told(
        """
        w = np.empty_like(x)
        for i in range(x.shape[0]):
            if x[i] > 0.5:
                w[i] = x[i] * x[0]
        return np.sum(w * x)
        """,
        ("w[e] = 0.0 for e in 0:N",),
    ),
    "an early end": Told(
        """
        w = np.empty_like(x)
        for i in range(x.shape[0]):
            w[i] = x[i]**2
            if w[i] > 0.7:
                break
        return np.sum(w * x)
        """,
        ("w[e] = 0.0 for e in 0:N",),
    ),
    "sizes alone": Told(
        """
        w = np.empty_like(x)
        for i in range(n):
            w[i] = x[i] * x[0]
        return np.sum(w * x)
        """,
        ("w[e] = 0.0 for e in 0:N",),
    ),
    "accumulated into": Told(
        """
        w = np.empty(3)
        for i in range(x.shape[0]):
            w[1] += x[i]**2
        return w[1] * x[0]
        """,
        ("w[e] = 0.0 for e in 1:2",), 4,
    ),
    "carried from step to step": Told(
        """
        w = np.empty_like(x)
        w[:-1] = x[1:]
        for t in range(4):
            w[1:-1] = w[2:] * x[1:-1] + np.sin(w[:-2])
            w[0] = w[-1] + x[0] * w[1]
        return np.sum(w)
        """,
        ("w[e] = 0.0 for e in max(0, N - 1):N",), 5,
    ),
}  # fmt: skip

#: All elements are set before they are read: nothing is cleared, and nobody is told.
SET = {
    "wholly": "w = np.empty_like(x)\nw[:] = x * x\nreturn np.sum(w * x)",
    "element by element": """
        w = np.empty_like(x)
        for i in range(x.shape[0]):
            w[i] = x[i]**2
        return np.sum(w * x)""",
    "in two parts": """
        w = np.empty_like(x)
        w[0] = x[1]
        for i in range(1, x.shape[0]):
            w[i] = w[i - 1] * x[i]
        return w[-1] * w[0]""",
    "backwards": """
        w = np.empty(x.shape[0] + 1)
        w[-1] = 1.0
        for i in range(x.shape[0] - 1, -1, -1):
            w[i] = w[i + 1] * x[i]
        return np.sum(w)""",
    "even and odd": """
        w = np.empty_like(x)
        w[::2] = x[::2]
        for i in range(1, x.shape[0], 2):
            w[i] = x[i] * w[i - 1]
        return np.sum(w * w)""",
    "on both ways of data": """
        w = np.empty_like(x)
        for i in range(x.shape[0]):
            if x[i] > 0.5:
                w[i] = x[i]**2
            else:
                w[i] = 1.0
        return np.sum(w * x)""",
    "in halves that sizes choose": """
        w = np.empty_like(x)
        for i in range(x.shape[0]):
            if i < n:
                w[i] = x[i]
            else:
                w[i] = x[i]**2
        return np.sum(w * x)""",
    "a triangle": """
        w = np.empty((x.shape[0], x.shape[0]))
        s = 0.0
        for i in range(x.shape[0]):
            for j in range(i + 1):
                w[i, j] = x[i] * x[j]
            for j in range(i + 1):
                s += w[i, j] * w[j, j]
        return s""",
    "in a loop that data ends": """
        s, k = 0.0, 0
        w = np.empty(2)
        while s < 1.0 and k < 5:
            w[0] = x[0] + s
            w[1] = w[0] * x[1]
            s += w[1] + 0.1
            k += 1
        return s""",
    "but for what nobody reads": """
        w = np.empty_like(x)
        w[1:-1] = x[2:] * x[:-2]
        return np.sum(w[1:-1] * x[1:-1])""",
}


def source(body: str) -> str:
    return 'def f(x: "float64[N]", n: int):\n' + textwrap.indent(
        textwrap.dedent(body).strip(), "    "
    )


def settled(program: Program) -> tuple[Program, list[Diagnostic]]:
    warnings: list[Diagnostic] = []
    result = settle_blanks(program, warnings)
    verify(result, "built")
    return result, warnings


def clearings(program: Program) -> tuple[str, ...]:
    texts = (statement_text(c, False) for c in computes(program.body) if c.label[0] == "B")
    return tuple(text.partition(": ")[2].removesuffix(CLEARED) for text in texts)


@pytest.mark.parametrize("name", PROGRAMS)
def test_what_is_cleared_and_told(name: str) -> None:
    told = PROGRAMS[name]
    program, warnings = settled(lowered(source(told.body)))
    assert clearings(program) == told.cleared
    lines = [w.span.line - 2 for w in warnings if w.span]  # two lines of imports
    assert lines == ([told.line] if told.line else [])


@pytest.mark.parametrize("name", SET)
def test_where_everything_is_set_nothing_is_cleared(name: str) -> None:
    program = lowered(source(SET[name]))
    assert any(c.blank for c in computes(program.body))
    program, warnings = settled(program)
    assert clearings(program) == ()
    assert warnings == []


# -- the meaning -----------------------------------------------------------------------------------


def zeros(name: str) -> Case:
    """NumPy's run of the program with `np.zeros` for `np.empty`: what it means."""
    text = (HEADER + source(PROGRAMS[name].body)).replace("np.empty", "np.zeros")
    sizes = ({"N": 3, "n": 2}, {"N": 8, "n": 8})
    return Case("zeros", text, ("x",), sizes={"N": 6, "n": 4}, edges=sizes)


def compiled_empty(name: str, **options: bool) -> Compiled:
    return compile_case(
        replace(zeros(name), source=HEADER + source(PROGRAMS[name].body)), **options
    )


@pytest.mark.parametrize("name", PROGRAMS)
def test_the_gradient_is_that_of_zeros(name: str, tmp_path: Path) -> None:
    compiled, valued = compiled_empty(name), compiled_empty(name, value=True)
    library = build(tmp_path / "grad", [compiled])
    values = build(tmp_path / "value", [valued])
    for variant in variants(zeros(name)):
        drawn, gradients = prove_interpreted(compiled, variant)
        prove_native(library, compiled, drawn, gradients)
        prove_value(values, valued, drawn, gradients)


def test_the_proof_sees_what_memory_held(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(blanks, "_cleared", lambda *_: ())
    compiled = compiled_empty("the last one")
    monkeypatch.undo()
    sound = compiled_empty("the last one")
    library = build(tmp_path, [compiled])
    drawn, gradients = prove_interpreted(sound, zeros("the last one"))
    with pytest.raises(MismatchError):
        prove_native(library, compiled, drawn, gradients)


# -- against enumeration ---------------------------------------------------------------------------


def without_blanks(program: Program) -> Program:
    def visit(node: Node) -> Body:
        return () if isinstance(node, Compute) and node.blank else (node,)

    return program.with_body(map_body(program.body, visit))


def random_body(rng: random.Random) -> str:
    """Statements on `w` of affine loops, steps, slices and tests of sizes."""
    lines = ["s = 0.0", "w = np.empty(12)"]
    for depth in range(rng.randint(2, 4)):
        lines += random_statement(rng, "", f"i{depth}")
    return "\n".join([*lines, f"return s + {random_read(rng, 'n')}"])


def random_statement(rng: random.Random, indent: str, var: str) -> list[str]:
    kind = rng.choice(["set", "set", "add", "loop", "loop", "test", "slice"])
    inner = var + "j"
    if kind == "loop" and len(var) < 5:
        low, step = rng.randint(0, 3), rng.choice([1, 1, 2, 3, -1])
        high = rng.choice(["n", "n + 2", "7", "9"])
        span = f"{high}, {low}, {step}" if step < 0 else f"{low}, {high}, {step}"
        parts = [[f"{indent}    w[{var}] = x[0] + {var}"]]
        for number in range(rng.randint(1, 2)):
            parts.append(random_statement(rng, indent + "    ", f"{inner}{number}"))
        rng.shuffle(parts)
        return [f"{indent}for {var} in range({span}):", *(line for p in parts for line in p)]
    if kind == "test":
        test = rng.choice(["n > 3", "n < 5", "n == 4"])
        return [f"{indent}if {test}:", *random_statement(rng, indent + "    ", inner)]
    if kind == "slice":
        return [f"{indent}w[{rng.choice([0, 0, 0, 3])}:{rng.choice([7, 12, 12, 12])}] = x[1]"]
    if kind == "add":
        return [f"{indent}s += {random_read(rng, 'n')}"]
    return [f"{indent}w[{rng.randint(0, 11)}] = x[0] * {rng.randint(1, 5)}"]


def random_read(rng: random.Random, size: str) -> str:
    return rng.choice([f"w[{rng.randint(0, 11)}]", f"w[{size}]", f"w[{size} - 1]", "w[2]"])


@pytest.mark.parametrize("count", short_and_long(16, 40))
def test_cleared_exactly_where_enumeration_finds_something_unset(count: int) -> None:
    rng = random.Random(12)
    x = np.array([0.5, 0.7])
    unset = 0
    for _ in range(count):
        program = lowered(source(random_body(rng)).replace("float64[N]", "float64[2]"))
        result, _ = settled(program)
        poisoned = False
        for n in (n for n in range(-2, 12) if allowed(program, n)):
            wanted = run(program, {"n": n}, {"x": x})[program.returns[0]]
            found = run(result, {"n": n}, {"x": x}, fill=np.nan)[program.returns[0]]
            assert np.isfinite(found) and found == wanted
            bare = run(without_blanks(program), {"n": n}, {"x": x}, fill=np.nan)
            poisoned |= bool(np.isnan(bare[program.returns[0]]))
        assert poisoned == bool(clearings(result))
        unset += poisoned
    assert count / 4 < unset < 7 * count / 8


def allowed(program: Program, n: int) -> bool:
    """Whether the sizes are such that no subscript leaves its array."""
    return all(
        RELATIONS[a.relation](evaluate(a.left, {"n": n}), evaluate(a.right, {"n": n}))
        for a in program.assumptions
    )


# -- Fortran ---------------------------------------------------------------------------------------

FORTRAN = """\
subroutine s(n, x, y)
  integer n, i
  real(8) :: x(n), y, w(50), t, u, v
  do i = 1, n - 1
    w(i) = x(i)*x(i+1)
    u = w(i)
    y = y + u*u
  end do
  if (x(1) > 0) t = x(2)
  y = y + w(n)*t + v
end
"""


CHOSEN_BY_ARGUMENTS = """
subroutine s(n, d, a, r)
  integer, intent(in) :: n
  double precision, intent(in) :: d, a(4)
  double precision, intent(out) :: r
  double precision :: w(4)
  integer :: i, j
  j = mod(abs(n/2), 3) + 1
  do i = 1, 4
    w(j) = sin(d)*a(i)
  end do
  r = w(j + 1)*d + w(j)
end
"""


def test_elements_that_integer_arguments_choose(tmp_path: Path) -> None:
    path = tmp_path / "s.f90"
    path.write_text(CHOSEN_BY_ARGUMENTS)
    front = front_half(Request(sources=(str(path),), function="s"), Silent(), False)
    assert clearings(front.primal) == ("w[e] = 0.0 for e in max(0, j):min(4, j + 1)",)
    inputs = {"d": 0.3, "a": np.ones(4), "r": 0.0}
    assert run(front.primal, {"n": 3}, inputs)["r"] == pytest.approx(np.sin(0.3))


def test_variables_of_fortran(tmp_path: Path) -> None:
    path = tmp_path / "s.f90"
    path.write_text(FORTRAN)
    front = front_half(Request(sources=(str(path),), function="s"), Silent(), False)
    assert clearings(front.primal) == (
        "w[e] = 0.0 for e in max(0, n - 1):min(50, n)",
        "t = 0.0",
        "v = 0.0",
    )
    told = [(w.span.line if w.span else 0, w.message) for w in front.warnings]
    assert told == [
        (10, "elements of `w` are read that nothing has set"), (10, "`v` is read before it is set"),
    ]  # fmt: skip


PRODUCT = """
subroutine s(n, a, x, r)
  integer, intent(in) :: n
  real(8), intent(in) :: a(n, n), x(n)
  real(8), intent(out) :: r(n)
  real(8) :: beta, v(n)
  beta = 0
  call dgemv('N', n, n, 1.0d0, a, n, x, 1, {beta}, v, 1)
  r = v
end subroutine
"""


@pytest.mark.parametrize(("beta", "told"), [("beta", 0), ("0.0d0", 0), ("1.0d0", 1), ("0.5d0", 1)])
def test_a_factor_that_may_be_zero(tmp_path: Path, beta: str, told: int) -> None:
    """BLAS reads nothing of what it overwrites where `beta` is zero."""
    path = tmp_path / "s.f90"
    path.write_text(PRODUCT.replace("{beta}", beta))
    front = front_half(Request(sources=(str(path),), function="s"), Silent(), False)
    assert [w.code for w in front.warnings] == ["ADC0236"] * told
