"""Calls of routines as C: static functions, built, run and compared with the interpreter."""

from __future__ import annotations

import re
import subprocess
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from adc.emit.c import C
from adc.emit.precision import converted, in_double, is_single
from adc.interpret.machine import run
from adc.ir.call import Call
from adc.ir.dtypes import DType
from adc.ir.node import Body, Node
from adc.ir.program import Program
from adc.ir.shapes import evaluate
from adc.ir.text import program_text
from adc.ir.text_parser import parse_program
from adc.ir.walking import map_body
from adc.schedule import schedule
from adc.schedule.tree import For
from tests.calls_ir import OUTER, outer
from tests.emit.native import FLAGS, Native, build, expect_same, file_text, inputs_for, parsed
from tests.emit.test_kernels import driver_call
from tests.emit.test_second_backend import LINEAR, native
from tests.proof.sanitize import THREADS, surroundings, threads_are_seen
from tests.routines_ir import ROWS, TEXTS, sizes_of


def apart(programs: dict[str, Program]) -> dict[str, Program]:
    """`programs` for one file: their routines have names of their own."""
    found = {}
    for name, program in programs.items():
        text = program
        for routine in program.routines:
            text = renamed(text, routine.name, f"{name}_{routine.name}")
        found[name] = text
    return found


def renamed(program: Program, old: str, new: str) -> Program:
    """`program` with its routine `old` called `new`."""

    def body(p: Program) -> Program:
        def visit(node: Node) -> Body:
            if isinstance(node, Call) and node.routine == old:
                return (replace(node, routine=new),)
            return (node,)

        return replace(p.with_body(map_body(p.body, visit)), name=new if p.name == old else p.name)

    return replace(body(program), routines=tuple(map(body, program.routines)))


PROGRAMS = apart({name: parsed(text) for name, (text, _) in TEXTS.items()})


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Native]:
    folder: Path = tmp_path_factory.mktemp("plain")
    return dict(zip(PROGRAMS, build(list(PROGRAMS.values()), folder, optimise="-O2"), strict=True))


@pytest.fixture(scope="module")
def threaded(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Native]:
    """Every loop that may run in parallel does."""
    folder: Path = tmp_path_factory.mktemp("threaded")
    more = ("-fopenmp", "-DADC_PARALLEL_MIN=-1")
    programs = list(PROGRAMS.values())
    built = build(programs, folder, optimise="-O3", more=more, openmp=True, blas=True)
    return dict(zip(PROGRAMS, built, strict=True))


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_call_does_what_the_interpreter_does(plain: dict[str, Native], name: str) -> None:
    for sizes in sizes_of(name):
        expect_same(plain[name], sizes)


@pytest.mark.parametrize("name", PROGRAMS)
def test_routines_run_on_threads(threaded: dict[str, Native], name: str) -> None:
    for sizes in sizes_of(name):
        expect_same(threaded[name], sizes)


@pytest.mark.parametrize("name", TEXTS)
def test_a_language_without_views(name: str, tmp_path: Path) -> None:
    built = native(LINEAR, parsed(TEXTS[name][0]), tmp_path)
    for sizes in sizes_of(name):
        expect_same(built, sizes)


def test_the_numbers_are_numpy_s(plain: dict[str, Native]) -> None:
    random = np.random.default_rng(1)
    u, f = random.normal(size=(5, 5)), random.normal(size=5)
    found = plain["outer"].call({"N": 5, "T": 4}, {"u": u, "f": f, "s": 0.7})
    v, total = outer(u, f, 0.7, 4)
    np.testing.assert_allclose(found["u"], v, rtol=1e-13)
    np.testing.assert_allclose(found["total"], total, rtol=1e-13)


@pytest.mark.parametrize("compiler", ["gcc", "clang"])
@pytest.mark.parametrize(("optimise", "more"), [("-O0", ()), ("-O2", ("-fopenmp",))])
def test_text_compiles_without_warnings(
    tmp_path: Path, compiler: str, optimise: str, more: tuple[str, ...]
) -> None:
    text = file_text([schedule(p, openmp=True, blas=True) for p in PROGRAMS.values()])
    (tmp_path / "all.c").write_text(text)
    flags = [f for f in FLAGS if f != "-shared"]
    command = [compiler, *flags, optimise, *more, "-c", "all.c"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[:3000]


@pytest.mark.parametrize("openmp", [False, True])
def test_sanitizers_find_nothing(tmp_path: Path, openmp: bool) -> None:
    text = file_text([schedule(p, openmp=openmp, blas=openmp) for p in PROGRAMS.values()])
    calls = [driver_call(p, sizes) for name, p in PROGRAMS.items() for sizes in sizes_of(name)]
    main = "\n".join(["int main(void) {", *calls, "return 0; }"])
    (tmp_path / "all.c").write_text("#include <stdlib.h>\n" + text + main + "\n")
    flags = [f for f in FLAGS if f not in ("-shared", "-fPIC")]
    command = ["gcc", *flags, "-g", "-O0", "-fsanitize=address,undefined", "all.c", "-lm"]
    command += ["-fno-sanitize-recover=all"]
    subprocess.run(command, cwd=tmp_path, check=True)
    done = subprocess.run(["./a.out"], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[:2000]


def test_threads_do_not_meet(tmp_path: Path) -> None:
    """A loop around calls whose iterations run at the same time, under ThreadSanitizer."""
    if not threads_are_seen():
        pytest.skip("without ThreadSanitizer: it needs clang with libomp")
    program = PROGRAMS["spread"]
    scheduled = schedule(program, openmp=True, blas=True)
    assert any(isinstance(n, For) and n.threaded for n in scheduled.tree)
    main = f"int main(void) {{ {driver_call(program, {'M': 50, 'N': 20})} return 0; }}"
    (tmp_path / "all.c").write_text("#include <stdlib.h>\n" + file_text([scheduled]) + main + "\n")
    command = [THREADS.compiler, "-std=c11", "-g", "-O1", *THREADS.flags, "all.c", "-lm"]
    subprocess.run(command, cwd=tmp_path, check=True)
    environment = surroundings(THREADS, 4)
    done = subprocess.run(
        ["./a.out"], cwd=tmp_path, env=environment, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr[:2000]


def test_text_is_the_same_every_time() -> None:
    first, second = (
        [C.function_text(schedule(parsed(t), openmp=True, blas=True), "f") for t, _ in texts]
        for texts in (TEXTS.values(), TEXTS.values())
    )
    assert first == second


# -- the text --------------------------------------------------------------------------------------


def text_of(program: Program, entry: str = "f", static: bool = False) -> str:
    return C.function_text(schedule(program, openmp=False, blas=False), entry, static=static)


def test_a_routine_is_one_function_before_its_callers() -> None:
    text = text_of(parse_program(TEXTS["nested"][0]))
    defined = re.findall(r"^static void (\w+)\(", text, flags=re.MULTILINE)
    assert defined == ["inner", "outer", "f_body"]
    assert "/* The routine inner. */" in text
    assert "inner(n, z, q[0], inner_workspace);" in text


def test_a_routine_says_where_it_comes_from() -> None:
    program = parsed(TEXTS["nested"][0])
    routines = tuple(parsed_routine(r) for r in program.routines)
    text = text_of(replace(program, routines=routines))
    assert "/* The routine inner: kernel.py, lines 1 to 2. */" in text
    assert "    /* kernel.py:2 */\n" in text


def parsed_routine(routine: Program) -> Program:
    """With source lines, as `parsed` gives them."""
    return parsed(program_text(routine))


def test_rows_are_passed_where_they_are() -> None:
    text = " ".join(text_of(parse_program(ROWS)).split())
    assert "smooth(N, N > 0 ? a[i] : NULL, N > 0 ? b[i] : NULL, total, smooth_workspace);" in text


#: Names that a routine may have in the source, and that C, the generated text, or something of the
#: user's has another use for.
NAMES = (
    "double", "main", "outer", "outer_body", "outer_ws", "outer_refused", "workspace", "N", "u",
    "c", "t", "v", "a", "memset", "adc_take", "sin", "printf", "at", "error", "OUTER_OK",
    "workspace_next", "_Bool", "λ", "n", "total_sum", "omp_get_num_threads", "fabs", "j0", "size_t",
)  # fmt: skip


def named(name: str, entry: str) -> Program:
    """OUTER as `entry`, with its routine called `name`."""
    return replace(renamed(parse_program(OUTER), "sweep", name), name=entry)


def test_names_that_clash(tmp_path: Path) -> None:
    """Each compiles and computes the same; so it does where the clash is with the entry's own."""
    own = [n for n in NAMES if n.lower().startswith("outer")]
    files = [[named(n, "outer")] for n in own]
    files.append([named(n, f"entry_{k}") for k, n in enumerate(NAMES) if n not in own])
    for k, programs in enumerate(files):
        (tmp_path / str(k)).mkdir()
        for built in build(programs, tmp_path / str(k), optimise="-O0", openmp=True, blas=True):
            expect_same(built, {"N": 3, "T": 2})


def test_embedded_routines_have_the_entry_s_name() -> None:
    for name in NAMES:
        text = text_of(named(name, "heat"), "heat_primal", static=True)
        found = re.findall(r"^static void (\w+)\(", text, flags=re.MULTILINE)
        assert all(each.startswith("heat_primal_") for each in found), name
        assert len(set(found)) == 2, name


def test_a_name_that_nothing_else_has_is_kept() -> None:
    assert "static void sweep(int64_t n, int64_t step," in text_of(parse_program(OUTER))
    taken = renamed(parse_program(OUTER), "sweep", "total")
    assert "static void f_total(int64_t n, int64_t step," in text_of(taken)


def test_helpers_that_only_a_routine_needs_come_along() -> None:
    program = parse_program(TEXTS["nested"][0])
    (scheduled,) = [schedule(program, openmp=True, blas=True)]
    text = C.function_text(scheduled, "f")
    support = C.support_text(text)
    assert "adc_take(" in support and "ADC_PARALLEL_MIN" in support


def test_routines_in_double_precision(tmp_path: Path) -> None:
    single = converted(parsed(TEXTS["rows"][0]), DType.FLOAT64, DType.FLOAT32)
    assert is_single(single) and not any(
        c.dtype is DType.FLOAT64 for p in (single, *single.routines) for c in p.containers
    )
    double = replace(in_double(single), name="double_rows")
    built = build([renamed(single, "smooth", "single_smooth"), double], tmp_path)
    for sizes in sizes_of("rows"):
        for each in built:
            expect_same(each, sizes)


def test_a_single_routine_makes_the_program_single() -> None:
    program = parse_program(TEXTS["nested"][0])
    inner = converted(program.routines[0], DType.FLOAT64, DType.FLOAT32)
    assert is_single(replace(program, routines=(inner, *program.routines[1:])))


# -- memory ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", TEXTS)
def test_a_routine_s_memory_is_its_caller_s(plain: dict[str, Native], name: str) -> None:
    """`peak_bytes` is what `workspace_bytes` says and the arguments; a byte less is not enough:
    `Native.call` sees to it that nothing is written behind it."""
    scheduled = schedule(PROGRAMS[name], openmp=False, blas=False)
    for sizes in sizes_of(name):
        arrays = plain[name].prepared(sizes, inputs_for(PROGRAMS[name], sizes))
        held = sum(a.nbytes for a in arrays.values() if a.ndim)
        held += plain[name].workspace_bytes(sizes)
        assert evaluate(scheduled.peak_bytes, sizes) == held


def test_sizes_that_overflow_in_a_routine_are_refused(plain: dict[str, Native]) -> None:
    library = plain["nested"]
    sizes = {"N": 2**61}
    assert library.workspace_bytes(sizes) == 0
    assert library.status(sizes, library.prepared({"N": 1}, {"x": np.ones(1)})) == 2


def test_the_interpreter_is_told_apart() -> None:
    """The programs compute something: other inputs give other results."""
    for name, program in PROGRAMS.items():
        sizes = sizes_of(name)[-1]
        one, two = (run(program, sizes, inputs_for(program, sizes, seed)) for seed in (0, 1))
        assert any(not np.array_equal(one[k], two[k]) for k in one), name
