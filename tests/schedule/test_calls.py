"""Calls of routines in the loop tree: where their memory is, what stays in memory, what is copied,
and what the verifier refuses."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from adc.diagnostics import InternalError
from adc.ir.call import calls_in
from adc.ir.expressions import IntValue
from adc.ir.shapes import evaluate, symbol
from adc.ir.text_parser import parse_program
from adc.schedule import Scheduled, schedule
from adc.schedule.calls import is_contiguous
from adc.schedule.profile import profile
from adc.schedule.text import tree_text
from adc.schedule.tree import For, Node, Place, RoutineCall, parts, walk, with_parts
from adc.schedule.verify import verify_scheduled
from tests.emit.native import parsed
from tests.routines_ir import GROWING, NESTED, ROWS, SPREAD, TEXTS

ROWS_TREE = """\
routine smooth[n](x; y; sum):
    for k in range(0, n):
        tmp[k] = 2.0*x[k] + y[n - k - 1]
    for k in range(0, n):
        other[k] = tmp[n - k - 1]*y[k]
    for k in range(0, n):
        x[k] = x[k] + other[n - k - 1]
    for k in range(0, n):
        sum += x[k]*tmp[n - k - 1]
    slot of 8*n bytes: tmp (0 to 3)
    slot of 8*n bytes: other (1 to 2)
    arena: 128*((8*n + 63)//64) bytes
    peak: 128*((8*n + 63)//64) + 16*n bytes

total = 0.0
for i in range(0, M) in order:
    if s > 0.0:
        call smooth[N](&a[i, 0] +: N; b[i, 0] +: N; &total) in smooth_workspace
    else:
        call smooth[N](&a[M - i - 1, 0] +: N; b[i, 0] +: N; &total) in smooth_workspace
slot of smooth_workspace_bytes(N) bytes: smooth_workspace (1 to 1)
arena: smooth_workspace_bytes(N) bytes
peak: 16*M*N + smooth_workspace_bytes(N) bytes
"""


def scheduled(text: str, *, openmp: bool = False) -> Scheduled:
    return schedule(parsed(text), openmp=openmp, blas=openmp)


def calls(found: Scheduled) -> list[RoutineCall]:
    return [n for n in walk(found.tree) if isinstance(n, RoutineCall)]


def test_the_tree_says_what_is_called_where_with_what() -> None:
    assert tree_text(scheduled(ROWS)) == ROWS_TREE


@pytest.mark.parametrize("name", TEXTS)
@pytest.mark.parametrize("openmp", [False, True])
def test_trees_keep_the_rules(name: str, openmp: bool) -> None:
    verify_scheduled(scheduled(TEXTS[name][0], openmp=openmp))


def test_calls_one_after_another_share_memory() -> None:
    """That of the routine that needs more holds that of the other; no two are live together."""
    found = scheduled(NESTED)
    shared = next(s for s in found.arena if "outer_workspace" in s.containers)
    assert shared.containers == ("outer_workspace", "inner_workspace")
    assert all(len({"outer_workspace", "inner_workspace"} & set(e.live)) < 2
               for e in found.timeline.events)  # fmt: skip


def test_a_profile_names_the_call() -> None:
    """What is live while a routine runs is an event of its caller's."""
    found = scheduled(NESTED)
    (call,) = [n for n in profile(found, {"N": 100}).nodes if "S2" in n[0]]
    ((_, live),) = call[1]
    assert live == {"t", "outer_workspace"}


def test_two_calls_have_one_workspace_that_lives_twice() -> None:
    text = ROWS.replace("    if s > 0.0:\n        S2", "    S2").replace(
        "    else:\n        S3", "    S3"
    )
    found = scheduled(text.replace("M - 1 - i, j", "i, j"))
    assert [c.workspace for c in calls(found)] == ["smooth_workspace"] * 2


def around_calls(text: str) -> For:
    """The one loop around calls, scheduled for threads."""
    found = scheduled(text, openmp=True)
    verify_scheduled(found)
    (loop,) = [n for n in found.tree if isinstance(n, For) and "call" in tree_text(found)]
    return loop


def test_calls_on_what_is_apart_run_on_threads() -> None:
    loop = around_calls(SPREAD)
    assert loop.threaded and loop.parallel is not None
    assert loop.parallel.work == symbol("M") * symbol("N")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        # All iterations would have one workspace.
        ("for q in range(1, n):\n    R1: x", "local z: float64[n]\n\nR0: z[j] = y[j] for j in 0:n\n"
         "for q in range(1, n):\n    R1: z[q] = z[q - 1]\n    R2: x"),
        # All of them work on the same row, or in rows that others have too.
        ("a[i, j]", "a[0, j]"),
        ("a[i, j]", "a[i//2, j]"),
        # One reads what another has changed.
        ("b[M - 1 - i, j] for j in 0:N) -> a[i, j] for j in 0:N",
         "b[M - 1 - i, j] for j in 0:N) -> a[i, j] for j in 0:N\n    S2: b[i, 0] = 1.0"),
    ],
)  # fmt: skip
def test_calls_that_meet_run_one_after_another(old: str, new: str) -> None:
    text = SPREAD.replace("input b", "inout b").replace(old, new)
    assert text != SPREAD
    assert around_calls(text).parallel is None


def test_calls_that_add_to_a_scalar_run_one_after_another() -> None:
    text = """\
program p(M: size, N: size, a: array, s: scalar)
input a: float64[M, N]
inout s: float64

for i in range(0, M):
    S1: do add[N](a[i, j] for j in 0:N; s) -> s

routine add(n: size, x: array, sum: scalar)
input x: float64[n]
inout sum: float64

R1: sum += x[j] for j in 0:n
"""
    assert around_calls(text).parallel is None


def test_products_of_a_library_have_threads_of_their_own() -> None:
    text = """\
program p(M: size, N: size, a: array, b: array)
inout a: float64[M, N, N]
input b: float64[N, N]

for t in range(0, M):
    S1: do square[N](a[t, i, j] for i in 0:N, j in 0:N; b[i, j] for i in 0:N, j in 0:N) -> a[t, i, j] for i in 0:N, j in 0:N

routine square(n: size, x: array, y: array)
inout x: float64[n, n]
input y: float64[n, n]

R1: x[i, j] += y[i, k]*y[k, j] for i in 0:n, j in 0:n, k in 0:n
"""  # noqa: E501
    assert around_calls(text).parallel is None
    (call,) = calls(scheduled(text, openmp=True))
    assert call.library
    assert around_calls(text.replace("y[i, k]*y[k, j]", "y[i, k]/y[k, j]")).threaded


def test_what_is_passed_by_value_may_be_a_local_of_the_loop() -> None:
    assert "    local c = s*float64({t})\n    call sweep" in tree_text(scheduled(TEXTS["outer"][0]))


def test_what_is_passed_by_its_address_stays_in_memory() -> None:
    """An array of which each element lives in one iteration alone would else be a scalar."""
    text = """\
program p(N: size, x: array)
inout x: float64[N]
local t: float64[N]

for i in range(0, N):
    S1: t[i] = 2.0*x[i]
    S2: do double[](t[i]) -> t[i]
    S3: x[i] = t[i]

routine double(v: scalar)
inout v: float64

R1: v = v + v
"""
    found = scheduled(text)
    assert "call double(&t[i])" in tree_text(found)
    assert found.arena_bytes != 0


def test_a_call_whose_results_nobody_reads_goes_away_with_its_routine() -> None:
    text = NESTED.replace("S3: do inner", "S2b: do inner[N](t[i] for i in 0:N; 1.0) -> "
                          "u[i] for i in 0:N\nS3: do inner")  # fmt: skip
    text = text.replace(
        "local t: float64[N]\n\nS1", "local t: float64[N]\nlocal u: float64[N]\n\nS1"
    )
    assert [c.label for c in calls(scheduled(text))] == ["S2", "S3"]
    alone = text.replace("S2: do outer", "S2: do gone").replace("routine outer", "routine gone")
    alone = alone.replace("-> y[i] for i in 0:N\nS2b", "-> u[i] for i in 0:N\nS2b")
    alone = alone.replace(
        "S3: do inner[N](y[i] for i in 0:N; 0.5)", "S3: do inner[N](t[i] for i in 0:N; 0.5)"
    )
    assert [r.program.name for r in scheduled(alone).routines] == ["inner"]


def test_arguments_that_a_routine_does_not_use_are_not_passed() -> None:
    text = NESTED.replace("Q1: r[i] = v[n - 1 - i]*w", "Q1: r[i] = v[n - 1 - i]*3.0")
    assert "call inner[N](&y[0] +: N; -) in inner_workspace" in tree_text(scheduled(text))


@pytest.mark.parametrize(
    ("index", "domain", "held"),
    [
        ("i, j", "i in 0:M, j in 0:N", True),
        ("i + 1, j", "i in 2:M - 1, j in 0:N", True),
        ("3, j", "j in 1:N", True),
        ("i, j + 1", "i in 0:M, j in -1:N - 1", True),
        ("i, j", "j in 0:N, i in 0:M", False),
        ("i, j", "i in 0:M, j in 1:N", False),
        ("i, 3", "i in 0:M", False),
        ("M - 1 - i, j", "i in 0:M, j in 0:N", False),
        ("2*i, j", "i in 0:M, j in 0:N", False),
        ("i, i", "i in 0:M", False),
    ],
)
def test_which_sections_are_blocks(index: str, domain: str, held: bool) -> None:
    text = f"""\
program p(M: size, N: size, a: array)
inout a: float64[M, N]

S1: do f[](a[{index}] for {domain}) -> a[{index}] for {domain}

routine f(v: array)
inout v: float64[{", ".join("1" * (domain.count(" in ")))}]
"""
    program = parse_program(text)
    (call,) = calls_in(program.body)
    (write,) = call.results
    assert is_contiguous(write.target.index, program["a"].shape, write.domain) is held


def test_a_routine_s_memory_is_what_any_step_asks_for() -> None:
    sizes = {"M": 5, "N": 4}
    found = scheduled(GROWING)
    tail, shifted = ({"n": 4}, {"n": 4, "k": 4})
    needed = {r.program.name: r.arena_bytes for r in found.routines}
    least = max(evaluate(needed["tail"], tail), evaluate(needed["shifted"], shifted))
    assert evaluate(found.arena_bytes, sizes) >= least
    called = [n for n in walk(found.tree) if isinstance(n, RoutineCall)]
    assert len(called) == 2 and all(n.workspace for n in called)


@pytest.mark.parametrize("value", ["min(i, M - i)", "i*i - M*i"])
def test_a_routine_s_memory_is_largest_in_the_first_step_or_the_last(value: str) -> None:
    text = ROWS.replace(
        "[N](a[i, j] for j in 0:N; b[i, j] for j in 0:N",
        f"[{value}](a[i, j] for j in 0:N; b[i, j] for j in 0:N",
    )
    with pytest.raises(InternalError, match="the memory of smooth depends on i"):
        scheduled(text)


def test_memory_counts_a_size_below_none_as_none() -> None:
    text = NESTED.replace("S3: do inner[N]", "S3: do inner[N - 3]").replace(
        "do outer[N](x", "do outer[N - 5](x"
    )
    found = scheduled(text)
    for n in (0, 1, 4, 9):
        assert evaluate(found.arena_bytes, {"N": n}) >= 64 * ((8 * n + 63) // 64)


# -- the verifier ----------------------------------------------------------------------------------


def changed(found: Scheduled, f: Callable[[RoutineCall], RoutineCall]) -> Scheduled:
    def visit(node: Node) -> Node:
        if isinstance(node, RoutineCall):
            return f(node)
        return with_parts(node, tuple(tuple(map(visit, part)) for part in parts(node)))

    return replace(found, tree=tuple(map(visit, found.tree)))


def place(node: RoutineCall, **new: object) -> RoutineCall:
    first, *rest = node.arguments
    assert isinstance(first, Place)
    return replace(node, arguments=(replace(first, **new), *rest))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda n: replace(n, routine="rough"), "there is no routine rough"),
        (lambda n: replace(n, given=()), "it does not fit smooth"),
        (lambda n: replace(n, given=(symbol("q"),)), "q is not in scope"),
        (lambda n: replace(n, arguments=n.arguments[:1]), "it does not fit smooth"),
        (lambda n: replace(n, workspace=""), "smooth has the workspace of nobody"),
        (lambda n: place(n, container="q"), "q is not declared"),
        (lambda n: place(n, origin=(symbol("i"),)), "a has 2 axes, not 1"),
        (lambda n: place(n, origin=(symbol("q"), symbol("i"))), "q is not in scope"),
        (lambda n: place(n, extents=(symbol("N"), symbol("N"))), "x gets .* over 2 axes"),
        (lambda n: place(n, container="b"), "b is passed twice and written"),
        (
            lambda n: replace(n, arguments=(*n.arguments[:2], IntValue(symbol("N")))),
            "sum gets .* over 0 axes",
        ),
    ],
)
def test_calls_that_break_a_rule(change: Callable[[RoutineCall], RoutineCall], told: str) -> None:
    with pytest.raises(InternalError, match=told):
        verify_scheduled(changed(scheduled(ROWS), change))


def test_a_routine_is_verified_too() -> None:
    found = scheduled(ROWS)
    (routine,) = found.routines
    bad = replace(routine, arena=())
    with pytest.raises(InternalError, match="tmp has no place in the arena"):
        verify_scheduled(replace(found, routines=(bad,)))
