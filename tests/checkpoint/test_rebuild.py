"""Arrays made again in the reverse sweep: same gradients, less memory, never a wrong version."""

from __future__ import annotations

import tempfile
import textwrap
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import product
from pathlib import Path

import numpy as np
import pytest

from adc.checkpoint.configuration import STORE_ALL, CheckpointSchedule, Configuration
from adc.checkpoint.policy import Policy
from adc.checkpoint.transform.frame import Frame
from adc.checkpoint.transform.planner import plan
from adc.checkpoint.transform.rebuild import Candidate, rebuildable
from adc.diagnostics import AdcError
from adc.differentiate.gradient import Reversed
from adc.finishing import simplified, verified
from adc.ir.nodes import Branch, Loop
from adc.ir.program import Program
from adc.ir.shapes import evaluate
from adc.ir.walking import computes, walk_nodes
from adc.observer import Silent
from adc.options import Request
from adc.pipeline import front_half, reversed_of, tangent_of
from adc.schedule import schedule
from tests.fuzz.generator import generate
from tests.proof.cases import Case, function_of, load_cases
from tests.proof.compiled import Compiled, compile_case, request_of, run_gradient
from tests.proof.harness import draw_case, gap, prove_interpreted
from tests.proof.marks import seeds_in_parts
from tests.proof.matrix import variants
from tests.proof.native import build, prove_native, prove_value
from tests.proof.traps import TRAPS

ROOT = Path(__file__).resolve().parent.parent.parent
SIZES = {"N": 5}
EDGES = ({"N": 0}, {"N": 1}, {"N": 2})


def case_of(source: str, wrt: str, **facts: object) -> Case:
    text = "import numpy as np\n\n\n" + textwrap.dedent(source).lstrip("\n")
    facts = {"sizes": SIZES, "edges": EDGES, **facts}
    case = Case("", text, tuple(wrt.split(",")), ("return",), **facts)  # type: ignore[arg-type]
    return replace(case, name=function_of(case).name)


@dataclass(frozen=True)
class Subject:
    """A case after reversal, with its tangent."""

    case: Case
    request: Request
    tangent: Program
    reversed: Reversed

    @property
    def frame(self) -> Frame:
        return Frame.of(self.reversed, frozenset())

    @property
    def candidates(self) -> dict[str, Candidate]:
        originals = self.frame.originals
        return {originals.get(c.name, c.name): c for c in rebuildable(self.frame)}

    def gradient(self, configuration: Configuration, policy: Policy | None = None) -> Program:
        program = plan(self.reversed, policy, configuration).program
        verified(program, "planned")
        program = simplified(program, Silent())
        verified(program, "planned")
        return program

    def rebuilt(self, *names: str) -> Program:
        return self.gradient(Configuration(rebuilt=frozenset(names)))

    def prove(self, program: Program) -> None:
        """By the interpreter, differences and the dot-product test, at all sizes."""
        compiled = Compiled(self.reversed.primal, self.tangent, program, {})
        for variant in variants(self.case):
            prove_interpreted(compiled, variant)


def subject(case: Case, value: bool = False) -> Subject:
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "kernel.py"
        source.write_text(case.source)
        request = request_of(case, source, value=value)
        front = front_half(request, Silent())
        return Subject(
            case,
            request,
            tangent_of(front, request, Silent()),
            reversed_of(front, request, Silent()),
        )


def peak(program: Program, **sizes: int) -> int:
    return evaluate(schedule(program, openmp=False, blas=True).peak_bytes, sizes)


def made_again(program: Program) -> set[str]:
    """The containers that the reverse sweep makes again, by what they are copies of."""
    written = {s.container for s in computes(program.body)}
    return {c.of for c in program.containers if "_again" in c.name and c.name in written}


def forward_writes(program: Program) -> set[str]:
    """The containers that the forward sweep still writes."""
    turn = next(
        k for k, n in enumerate(program.body) if getattr(n, "text", "").startswith("Reverse")
    )
    return {s.container for s in computes(program.body[:turn])}


# -- the motivating program ------------------------------------------------------------------------

SINES = Case(
    "sines",
    (ROOT / "examples/rematerialization/kernel.py").read_text(),
    ("C", "D"),
    ("return",),
    {"N": 5},
    edges=EDGES,
    inputs={"D": {"low": -0.1, "high": 0.1}},
)
ARRAYS = ("A0", "A1", "A2")
FACTORS = ("D_1", "D_2")


@pytest.mark.parametrize("kept", list(product((False, True), repeat=3)))
def test_each_configuration_of_the_motivating_program(
    kept: tuple[bool, ...], tmp_path: Path
) -> None:
    """Proved right, and its peak is that of a count by hand.

    Arrays of N*N: five arguments; at the first adjoint D_1, D_2, A2 (kept or made just then) and
    A2_bar, with A0 and A1 where they are kept.
    """
    store = FACTORS + tuple(a for a, k in zip(ARRAYS, kept, strict=True) if k)
    again = tuple(a for a, k in zip(ARRAYS, kept, strict=True) if not k)
    compiled = compile_case(SINES, store=store, recompute=again)
    valued = compile_case(SINES, store=store, recompute=again, value=True)
    assert made_again(compiled.gradient) == set(again)
    assert set(store) <= forward_writes(compiled.gradient)
    assert not set(again) & forward_writes(compiled.gradient)
    arrays = 9 + kept[0] + kept[1]
    assert peak(compiled.gradient, N=64) == arrays * 4 * 64**2
    grad, value = build(tmp_path / "grad", [compiled]), build(tmp_path / "value", [valued])
    for variant in variants(SINES):
        drawn, gradients = prove_interpreted(compiled, variant)
        prove_native(grad, compiled, drawn, gradients)
        prove_value(value, valued, drawn, gradients)


FIELDS = Case(
    "fields",
    (ROOT / "examples/rematerialization_products/kernel.py").read_text(),
    ("A", "B"),
    ("return",),
    {"N": 6, "M": 5, "few": 1, "many": 3},
    function="fields",
    edges=({"N": 0}, {"N": 2}, {"few": 0, "many": 0}, {"N": 3, "M": 4, "few": 2, "many": 1}),
)


def test_arrays_that_are_dear_to_make() -> None:
    """Each of P, V and U that is not kept saves its bytes, until the next largest step counts.

    Counted by hand for N = M, in arrays: four arguments; at the first adjoint P, V and U where
    they are kept, Q and its adjoint. Later steps hold no more: that of U, with U kept or made
    again, holds P, V, U, the adjoint and the loop's temporary.
    """
    found = subject(FIELDS)
    for kept in product((False, True), repeat=3):
        again = {n for n, k in zip("PVU", kept, strict=True) if not k}
        policy = Policy(recompute=frozenset(again), store=frozenset("PVUQ") - again)
        program = found.gradient(STORE_ALL, policy)
        assert made_again(program) >= again
        found.prove(program)
        size = 8 * 512**2
        most = peak(program, N=512, M=512, few=4, many=20)
        assert most == (6 + sum(kept)) * size


def test_with_value_what_is_made_again_is_also_made_in_the_forward_sweep() -> None:
    compiled = compile_case(SINES, recompute=ARRAYS, value=True)
    assert made_again(compiled.gradient) == set(ARRAYS)
    assert set(ARRAYS) <= forward_writes(compiled.gradient)


def test_candidates_know_where_they_stand() -> None:
    found = subject(SINES)
    candidates = found.candidates
    assert set(candidates) == {*ARRAYS, "D_1", "D_2"}
    one = candidates["A1"]
    assert one.operands == ("C", "D_1")
    assert one.temporaries == ()
    assert [s.container for s in computes(one.body)] == ["A1"]
    body, reverse = found.frame.forward.body, found.frame.reverse
    assert one.made[0] == one.made[1] == body.index(one.body[0])
    assert "A1" in str(body[one.last_read]) and one.last_read > one.made[1]
    assert all("A1" in str(reverse[p]) for p in one.needed_at)


# -- operands --------------------------------------------------------------------------------------


def test_arrays_kept_only_as_operands_are_made_again_too() -> None:
    """Nothing else needs D_1 for the gradient by D; that it is not kept is what saves memory."""
    found = subject(replace(SINES, wrt=("D",)))
    again = frozenset({"A1"})
    program = found.gradient(STORE_ALL, Policy(recompute=again))
    assert made_again(program) == {"A1", "D_1"}
    found.prove(program)
    program = found.gradient(STORE_ALL, Policy(recompute=again, store=frozenset({"D_1"})))
    assert made_again(program) == {"A1"}
    found.prove(program)


CHAIN = case_of(
    """
    def chain(x: "float64[N]"):
        a = np.sin(x)
        b = np.sin(a)
        c = np.sin(b)
        return np.sum(np.sin(c))
    """,
    "x",
)


@pytest.mark.parametrize("names", [set("abc"), set("ab"), set("bc"), set("ac"), set("b")])
def test_chains_of_operands(names: set[str]) -> None:
    found = subject(CHAIN)
    program = found.rebuilt(*names)
    assert made_again(program) == names
    found.prove(program)


def test_an_operand_is_made_before_what_is_made_from_it_and_once() -> None:
    program = subject(CHAIN).rebuilt("a", "b", "c")
    written = [s.container for s in computes(program.body) if s.container.endswith("_again")]
    assert written == ["a_again", "b_again", "c_again"]


def test_values_needed_twice_are_made_once() -> None:
    found = subject(
        case_of(
            """
            def twice(x: "float64[N]", y: "float64[N]"):
                a = x * y
                s = np.sum(np.sin(a))
                t = np.sum(np.cos(a) * x)
                return s * t
            """,
            "x,y",
        )
    )
    program = found.rebuilt("a")
    assert [s.container for s in computes(program.body)].count("a_again") == 1
    found.prove(program)


OVERWRITTEN = case_of(
    """
    def overwritten(x: "float64[N]", y: "float64[N]"):
        a = x * y
        s = np.sum(np.sin(a))
        x *= 3.0
        b = x * y
        s = s + np.sum(np.sin(b))
        x *= b
        return s + np.sum(x)
    """,
    "x,y",
)


@pytest.mark.parametrize("names", [{"a"}, {"b"}, {"a", "b"}])
def test_operands_that_are_overwritten_are_made_again_as_well(names: set[str]) -> None:
    found = subject(OVERWRITTEN)
    program = found.rebuilt(*names)
    assert made_again(program) >= names
    found.prove(program)


def test_a_lost_value_on_entry_is_no_operand() -> None:
    """With --value the argument itself is overwritten: what was made from it must be kept."""
    assert not subject(OVERWRITTEN, value=True).candidates


def test_two_versions_are_refused() -> None:
    found = subject(
        case_of(
            """
            def versions(x: "float64[N]", y: "float64[N]"):
                a = x * y
                s = np.sum(np.sin(a))
                a[:] = x + y
                return s + np.sum(np.sin(a))
            """,
            "x,y",
        )
    )
    assert "a" not in found.candidates
    found.prove(found.rebuilt("a"))


def test_an_element_written_later_makes_two_versions() -> None:
    found = subject(
        case_of(
            """
            def partly(x: "float64[N]", y: "float64[N]"):
                a = x * y
                s = np.sum(np.sin(a))
                a[0] = 2.0 * y[0]
                return s + np.sum(np.sin(a))
            """,
            "x,y",
            sizes={"N": 4},
            edges=({"N": 1}, {"N": 2}),
        )
    )
    assert "a" not in found.candidates
    found.prove(found.rebuilt("a"))


def test_an_array_written_in_parts_is_one_version() -> None:
    found = subject(
        case_of(
            """
            def parted(x: "float64[N]", y: "float64[N]"):
                a = x * y
                a[0] = 2.0 * y[0]
                a[1:] += x[:-1]
                return np.sum(np.sin(a))
            """,
            "x,y",
            sizes={"N": 4},
            edges=({"N": 1}, {"N": 2}),
        )
    )
    program = found.rebuilt("a")
    assert made_again(program) == {"a"}
    found.prove(program)


# -- statements with structure ---------------------------------------------------------------------


def test_products_are_made_again_with_their_zero() -> None:
    found = subject(
        case_of(
            """
            def products(A: "float64[N, N]", x: "float64[N, N]"):
                B = A @ x
                C = B @ x
                return np.sum(np.sin(C) * B)
            """,
            "A,x",
        )
    )
    for names in ({"B"}, {"C"}, {"B", "C"}):
        program = found.rebuilt(*names)
        assert made_again(program) == names
        found.prove(program)


TWO_IN_A_LOOP = case_of(
    """
    def pair(x: "float64[N]", y: "float64[N]", steps: int):
        p = np.zeros((steps + 1, x.shape[0]))
        q = np.zeros((steps + 1, x.shape[0]))
        p[0] = x
        q[0] = y
        for t in range(steps):
            p[t + 1] = np.sin(q[t]) * x
            q[t + 1] = np.cos(p[t]) + y
        return np.sum(p * q)
    """,
    "x,y",
    sizes={"N": 3, "steps": 4},
    edges=({"N": 0}, {"steps": 0}, {"N": 1, "steps": 1}),
)


@pytest.mark.parametrize("names", [{"p"}, {"q"}, {"p", "q"}])
def test_a_loop_that_writes_two_arrays(names: set[str]) -> None:
    """Each is made from the other: both together by one loop, one alone from what is kept."""
    found = subject(TWO_IN_A_LOOP)
    program = found.rebuilt(*names)
    assert made_again(program) == names
    loops = [n for n in program.body if isinstance(n, Loop) and not n.backwards]
    written = [{s.container for s in computes(n.body)} for n in loops]
    assert {f"{n}_again" for n in names} in written
    found.prove(program)


def test_short_time_loops_are_run_again() -> None:
    found = subject(
        case_of(
            """
            def relax(u: "float64[N]", steps: int):
                v = u.copy()
                for t in range(steps):
                    v[1:-1] = 0.5 * (v[:-2] + v[2:])
                w = v * u
                return np.sum(np.sin(w) * v)
            """,
            "u",
            sizes={"N": 6, "steps": 3},
            edges=({"N": 3}, {"steps": 0}),
        )
    )
    program = found.rebuilt("v", "w")
    assert {"v", "w"} <= made_again(program)
    found.prove(program)


EITHER = case_of(
    """
    def either(x: "float64[N]", y: "float64[N]", s: float):
        if s > 0.0:
            a = x * y
            b = np.sin(a)
        else:
            a = x + s * y
            b = np.exp(a)
        c = b * x
        return np.sum(np.sin(c) * np.cos(a))
    """,
    "x,y,s",
    also=({"s": {"values": 0.7}}, {"s": {"values": -0.7}}),
)


def test_branches() -> None:
    found = subject(EITHER)
    candidates = set(found.candidates)
    assert candidates == {"a", "a_1", "a_2", "b", "b_1", "b_2", "c"}
    for names in ({"a"}, {"b_1"}, {"a_2"}, {"c"}, {"a_2", "b_2"}, candidates):
        program = found.rebuilt(*names)
        assert made_again(program) == names
        found.prove(program)
    again = found.rebuilt("a_2")
    assert any(
        isinstance(n, Branch) and any(s.container == "a_2_again" for s in computes((n,)))
        for n in walk_nodes(again.body)
    )


def test_what_one_side_of_a_branch_needs_is_made_there() -> None:
    """Where only the adjoint of the side taken needs it; the forward condition is not repeated."""
    found = subject(EITHER)
    program = found.rebuilt("a", "b_1")
    found.prove(program)
    (branch,) = [n for n in program.body if isinstance(n, Branch) and n.label.endswith("_bar")]
    then = {s.container for s in computes(branch.then)}
    orelse = {s.container for s in computes(branch.orelse)}
    assert "a_again" in then and "b_1_again" in orelse
    assert not any(isinstance(n, Branch) for n in walk_nodes(branch.then + branch.orelse))


NESTED = case_of(
    """
    def nested(x: "float64[N]", y: "float64[N]", s: float, t: float):
        z = x * y
        if s > 0.0:
            if t > 0.0:
                z = np.sin(z) * x
                u = np.sin(z)
                z = u * np.sin(u)
            else:
                z = np.cos(z)
            z = np.sin(z) * y
        w = np.sin(z)
        return np.sum(w * np.sin(w))
    """,
    "x,y",
    also=tuple({"s": {"values": a}, "t": {"values": b}} for a in (-0.5, 0.5) for b in (-0.5, 0.5)),
)


@pytest.mark.parametrize("value", [False, True], ids=["grad", "value"])
def test_nested_branches(value: bool) -> None:
    found = subject(NESTED, value)
    candidates = list(found.candidates)
    assert len(candidates) > 4
    for names in [set(candidates), *({n} for n in candidates)]:
        found.prove(found.rebuilt(*names))
    assert any("u_again" in str(n) for n in found.rebuilt("u").body if isinstance(n, Branch))


def test_inside_a_step_of_a_loop_that_is_run_again() -> None:
    """A segment's own frame: an array of one step is made again in the adjoint of that step."""
    found = subject(
        case_of(
            """
            def stepped(u: "float64[N]", steps: int):
                v = u.copy()
                for t in range(steps):
                    w = np.sin(v) * u
                    s = np.exp(w)
                    v = v + 0.1 * np.cos(s) * np.cos(w)
                return np.sum(v)
            """,
            "u",
            sizes={"N": 3, "steps": 4},
            edges=({"N": 0}, {"steps": 0}, {"steps": 1}),
        )
    )
    (loop,) = [n for n in found.reversed.primal.body if isinstance(n, Loop)]
    for names in ({"w"}, {"s"}, {"w", "s"}):
        inner = Configuration(rebuilt=frozenset(names))
        program = found.gradient(Configuration({loop.label: CheckpointSchedule(1, 0, inner)}))
        assert names <= {n.split("_again")[0] for n in made_again(program) | {"_"}} | {
            c.name.split("_again")[0] for c in program.containers if c.name.count("_again")
        }
        found.prove(program)


# -- whole arrays ----------------------------------------------------------------------------------

ONE_LINE = case_of(
    """
    def one_line(x: "float64[N]", y: "float64[N]"):
        a = x * y; b = np.sin(a); c = np.sin(b)
        return np.sum(c)
    """,
    "x,y",
)


def test_what_is_forced_stays_an_array() -> None:
    """Everything stands on one line, so that all loops are joined; a shrinks to a scalar unless
    the user asked for the array."""
    found = subject(ONE_LINE)
    free = found.gradient(Configuration(rebuilt=frozenset({"a", "b"})))
    forced = found.gradient(STORE_ALL, Policy(recompute=frozenset({"a", "b"})))
    arrays = lambda p: {  # noqa: E731
        c.name for c in schedule(p, openmp=False, blas=False).containers if c.shape
    }
    assert not {"a_again", "b_again"} & arrays(free)
    assert {"a_again", "b_again"} <= arrays(forced)
    found.prove(forced)


def test_stored_arrays_stay_arrays() -> None:
    found = subject(ONE_LINE)
    program = found.gradient(STORE_ALL, Policy(store=frozenset({"a"})))
    scheduled = schedule(program, openmp=False, blas=False)
    assert "a" in {c.name for c in scheduled.containers if c.shape}
    assert program["a"].whole


# -- every case and every trap ---------------------------------------------------------------------

ALL = {**load_cases(), **TRAPS}
SOME = [
    "atax", "correlation", "gemm", "gramschmidt", "mlp", "softmax", "trisolv",
    "scalar_onto_array", "max_axis_ties", "log_where_untaken", "inactive_infinity",
    "third_element_if_any", "reductions", "products", "batched_matmul", "joined", "made_arrays",
    "mixed_precision", "least_of_columns", "overwritten_operand", "three_rotation",
    "accumulator_becomes_array", "cumprod_with_zero", "stepped_loops",
]  # fmt: skip


@lru_cache(maxsize=None)
def known(name: str, value: bool) -> Subject:
    return subject(ALL[name], value)


@pytest.mark.parametrize("value", [False, True], ids=["grad", "value"])
@pytest.mark.parametrize("name", SOME)
def test_gradients_are_the_same_whatever_is_made_again(name: str, value: bool) -> None:
    found = known(name, value)
    drawn = draw_case(found.case)

    def run(program: Program) -> dict[str, object]:
        compiled = Compiled(found.reversed.primal, found.tangent, program, {})
        return run_gradient(compiled, found.case, drawn.inputs, drawn.seeds)

    wanted = run(found.gradient(STORE_ALL))
    candidates = list(found.candidates)
    for names in [set(candidates), *({n} for n in candidates)]:
        result = run(found.rebuilt(*names))
        assert all(gap(result[n], wanted[n]) <= 1e-12 for n in wanted), names  # type: ignore[arg-type]


@pytest.mark.slow
@pytest.mark.parametrize("seeds", seeds_in_parts(5, 20, 60))
def test_random_programs(seeds: range) -> None:
    """Everything made again, and every loop run again with everything in it made again."""
    changed = 0
    for seed in seeds:
        case = generate(seed)
        for value in (False, True):
            try:
                found = subject(case, value)
            except AdcError:  # not all that is drawn is supported
                continue
            changed += expect_same(found)
    assert changed >= len(seeds) // 2


def expect_same(found: Subject) -> bool:
    """Whether anything was made again; the gradients are those of storing everything."""
    drawn = draw_case(found.case)
    everything = frozenset(c.name for c in found.reversed.primal.containers)
    loops = {
        n.label: CheckpointSchedule(1, 0, Configuration(rebuilt=everything))
        for n in walk_nodes(found.reversed.primal.body)
        if isinstance(n, Loop)
    }
    changed = False
    wanted: dict[str, np.ndarray] = {}
    for configuration in (
        STORE_ALL,
        Configuration(rebuilt=everything),
        Configuration(loops, everything),
    ):
        try:
            program = found.gradient(configuration)
        except AdcError:
            continue
        compiled = Compiled(found.reversed.primal, found.tangent, program, {})
        result = run_gradient(compiled, found.case, drawn.inputs, drawn.seeds)
        wanted = wanted or result
        assert all(gap(result[n], wanted[n]) <= 1e-11 for n in wanted), found.case.source
        changed = changed or bool(made_again(program))
    return changed


def test_loops_that_data_end_and_sizes_do_not_let_begin() -> None:
    """Their limit is negative then, their number of steps is not."""
    text = """
    def f(n: int, p: "float64[M]"):
        for v in range(1, n):
            if p[0] >= p[-1] / (1.5 + abs(p[-1])):
                if np.prod(p) > -0.25:
                    tot = p
                    break
            p[0] = np.sin(p[0]) * p[1]
        return np.sum(p * p)
    """
    case = case_of(text, "p", sizes={"n": 3, "M": 4}, edges=({"n": 0}, {"n": 1}))
    for n in (0, 1, 3):
        compiled = compile_case(case, strategy="recompute", sizes={"n": n, "M": 4})
        for variant in variants(case):
            prove_interpreted(compiled, variant)
