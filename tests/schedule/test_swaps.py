"""Arrays that change places instead of being copied: which do, that every value stays, and what the
verifier says where they do so wrongly."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from dataclasses import replace
from pathlib import Path
from textwrap import indent
from typing import Any

import pytest

from adc.diagnostics import InternalError
from adc.ir.program import Program
from adc.schedule import Scheduled, Slot, schedule, scheduler
from adc.schedule.parallel import over_threads
from adc.schedule.scheduler import MOST_SWAPS
from adc.schedule.swaps import with_swaps
from adc.schedule.text import tree_text
from adc.schedule.tree import Copy, For, If, Node, Swap, Tree, walk
from adc.schedule.verify import verify_scheduled
from tests.emit.native import build, expect_same, file_text, parsed

HEAD = """
program p(N: size, T: integer, x: array, y: array, z: array)
inout x: float64[N]
inout y: float64[N]
inout z: float64[N, N]
local trips: int64
local u: float64[N]
local v: float64[N]
local w: float64[N]
local V: float64[N, N]

"""
LOOP = "for t in range(0, T):\n"
#: All of `v` from `x` and `y`, and back into `x`.
NEW = "    S1: v[i] = 0.5*x[N - 1 - i] + 0.1*y[i] for i in 0:N\n"
BACK = "    S9: x[i] = v[i] for i in 0:N\n"
BODY = NEW + BACK
SET = "S0: v[i] = 1.0 for i in 0:N\n"
PIECES = """\
    S1: v[i] = 0.5*x[i - 1] + 0.25*x[i + 1] for i in 1:N - 1
    S2: v[i] = x[i] for i in 0:min(1, N)
    S3: v[i] = x[i] for i in max(1, N - 1):N
"""
PAIRS = NEW + "    S4: w[i] = 0.5*y[N - 1 - i] + x[i] for i in 0:N\n" + BACK
PAIRS += "    S10: y[i] = w[i] for i in 0:N\n"
AGAIN = "    S10: w[i] = x[N - 1 - i] for i in 0:N\n    S11: x[i] = w[i] for i in 0:N\n"

#: Bodies with the number of pairs that change places.
SWAPS = {
    "a new array": (LOOP + BODY, 1),
    "pieces that are all": (LOOP + PIECES + BACK, 1),
    "sums into what is set": (LOOP + PIECES + "    S4: v[i] += 0.1*x[0] for i in 1:N\n" + BACK, 1),
    "a local array": (
        "S0: u[i] = y[i] for i in 0:N\n" + (LOOP + BODY).replace("x[", "u[")
        + "S10: x[i] += u[i] for i in 0:N\n", 1,
    ),
    "used afterwards": (LOOP + BODY + "S10: y[i] += x[N - 1 - i] for i in 0:N\n", 1),
    "backwards": (LOOP.replace("):", ") backwards:") + BODY, 1),
    "down": ("for t in range(T, 0, -1):\n" + BODY, 1),
    "every third": ("for t in range(1, T, 3):\n" + BODY, 1),
    "down by two": ("for t in range(T, -1, -2):\n" + BODY, 1),
    "changed after the copy": (LOOP + BODY + "    S10: x[i] += y[i] for i in 1:N\n", 1),
    "two pairs": (LOOP + PAIRS, 2),
    "set before and after": (
        SET + LOOP + BODY + "S10: v[i] = 0.0 for i in 0:N\n", 1,
    ),
    "in a loop": (
        "for s in range(0, 3):\n" + indent(LOOP + BODY, "    ")
        + "    S10: x[i] += y[i] for i in 0:N\n", 1,
    ),
    "as often as the loop around says": (
        "for s in range(0, T):\n    for t in range(0, s):\n" + indent(BODY, "    "), 1,
    ),
    "in both loops": (
        "for s in range(0, T):\n    for t in range(0, s + 1):\n" + indent(BODY, "    ")
        + "    S10: u[i] = x[N - 1 - i] for i in 0:N\n    S11: u[i] += v[0] for i in 0:0\n"
        + "    S12: x[i] = u[i] for i in 0:N\n", 1,
    ),
    "rows": (
        LOOP + "    S1: V[i, j] = 0.5*z[N - 1 - i, j] + 0.1*z[j, i] for i in 0:N, j in 0:N\n"
        + "    S2: z[i, j] = V[i, j] for i in 0:N, j in 0:N\n", 1,
    ),
    "under a condition": ("B1: if y[0] > 0.0:\n" + indent(LOOP + BODY, "    "), 1),
}  # fmt: skip

#: Bodies whose copies stay copies.
STAYS = {
    "read after the loop": SET + LOOP + BODY + "S10: y[i] += v[i] for i in 0:N\n",
    "added to after the loop": SET + LOOP + BODY + "S10: v[i] += 1.0 for i in 0:N\n"
    + "S11: y[i] = v[i] for i in 0:N\n",
    "read after the copy": LOOP + BODY + "    S10: y[i] += v[i] for i in 0:N\n",
    "set anew after the copy": LOOP + BODY + "    S10: v[i] = y[i] for i in 0:N\n"
    + "    S11: y[N - 1 - i] = v[i] for i in 0:N\n",
    "read before it is set": SET + LOOP
    + "    S0a: y[i] += v[N - 1 - i] for i in 0:N\n" + BODY,
    "the first is not set": SET + LOOP
    + NEW.replace("0:N", "1:N") + BACK,
    "the last is not set": SET + LOOP
    + NEW.replace("0:N", "0:N - 1") + BACK,
    "added to, but not set": SET + LOOP + NEW.replace(" = ", " += ")
    + BACK,
    "the caller's own": (LOOP + BODY).replace("v[", "y[").replace("0.1*y[i]", "0.1"),
    "not all is copied": LOOP + NEW + BACK.replace("0:N", "1:N"),
    "turned round": LOOP + NEW + BACK.replace("v[i]", "v[N - 1 - i]"),
    "set under a condition": SET + LOOP
    + "    B1: if y[0] > 0.0:\n" + indent(NEW, "    ") + BACK,
    "copied under a condition": LOOP + NEW + "    B1: if y[0] > 0.0:\n" + indent(BACK, "    "),
    "set in some iterations": SET + LOOP
    + "    for s in range(0, t):\n" + indent(NEW, "    ") + BACK,
    "until data say so": "while x[0] > 0.1 as t to T into trips:\n"
    + BODY.replace("0.1*y[i]", "0.0"),
    "its memory is another's, too": LOOP + "    S0: w[i] = x[i]*y[i] for i in 0:N\n"
    + "    S0a: y[i] += w[N - 1 - i] for i in 0:N\n" + BODY,
    "two that take turns in one place": LOOP + BODY + AGAIN,
    "no loop": BODY.replace("    S", "S"),
}  # fmt: skip
BODIES = {**{name: body for name, (body, _) in SWAPS.items()}, **STAYS}
SIZES = [{"N": n, "T": m} for n in (1, 2, 6) for m in (-1, 1, 2, 3)]


def program(body: str) -> Program:
    return parsed(HEAD + body)


def scheduled(body: str, source_order: bool = False) -> Scheduled:
    found = schedule(program(body), openmp=True, blas=False, source_order=source_order)
    verify_scheduled(found)
    return found


def pairs(tree: Tree) -> int:
    """How many pairs change places in loops: another time behind each."""
    return sum(isinstance(n, Swap) for n in walk(tree)) // 2


@pytest.mark.parametrize("name", SWAPS)
def test_arrays_change_places(name: str) -> None:
    body, wanted = SWAPS[name]
    found = scheduled(body)
    assert pairs(found.tree) == wanted
    assert pairs(scheduled(body, source_order=True).tree) == 0
    plain = schedule(program(body), openmp=True, blas=False, source_order=False, without=("swaps",))
    assert pairs(plain.tree) == 0
    assert found.arena_bytes == plain.arena_bytes


@pytest.mark.parametrize("name", STAYS)
def test_copies_stay(name: str) -> None:
    assert pairs(scheduled(STAYS[name]).tree) == 0


@pytest.mark.parametrize(("elements", "wanted"), [("2", 0), ("16", 0), ("17", 1)])
def test_a_few_elements_are_copied(elements: str, wanted: int) -> None:
    text = HEAD.replace("[N]", f"[{elements}]") + (LOOP + BODY).replace("0:N", f"0:{elements}")
    text = text.replace("N - 1 - i", f"{int(elements) - 1} - i")
    found = schedule(parsed(text), openmp=True, blas=False, source_order=False)
    verify_scheduled(found)
    assert pairs(found.tree) == wanted


def test_not_all_pairs_are_tried_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each has an arena of its own: of many copies, not all of which may be left out, the first
    are."""
    count = MOST_SWAPS + 4
    names = [(f"x{k}", f"v{k}") for k in range(count)]
    head = "program p(N: size, T: integer, " + ", ".join(f"{x}: array" for x, _ in names) + ")\n"
    head += "".join(f"inout {x}: float64[N]\n" for x, _ in names)
    head += "".join(f"local {v}: float64[N]\n" for _, v in names) + "\n"
    body = "".join(
        f"    S{k}: {v}[i] = 0.5*{x}[N - 1 - i] for i in 0:N\n"
        f"    C{k}: {x}[i] = {v}[i] for i in 0:N\n"
        for k, (x, v) in enumerate(names)
    )
    tried: list[int] = []

    def counted(tree: Tree, labels: Collection[str], *rest: Any) -> Tree:
        tried.append(len(labels))
        return with_swaps(tree, labels, *rest)

    monkeypatch.setattr(scheduler, "with_swaps", counted)
    schedule(parsed(head + LOOP + body), openmp=True, blas=False, source_order=False)
    assert tried == [count] + [1] * MOST_SWAPS


def test_values(tmp_path: Path) -> None:
    """In C, with a trip more and less than an even number, and none."""
    named = [replace(program(b), name=f"p{k}") for k, b in enumerate(BODIES.values())]
    for native in build(named, tmp_path, openmp=True, optimise="-O2"):
        for sizes in SIZES:
            expect_same(native, sizes)


def test_values_on_threads(tmp_path: Path) -> None:
    bodies = [SWAPS[name][0] for name in ("two pairs", "rows", "in a loop")]
    named = [replace(program(b), name=f"p{k}") for k, b in enumerate(bodies)]
    more = ("-fopenmp", "-DADC_PARALLEL_MIN=0")
    for native in build(named, tmp_path, openmp=True, optimise="-O2", more=more):
        for trips in (2, 3):
            expect_same(native, {"N": 37, "T": trips})


def test_single_precision(tmp_path: Path) -> None:
    bodies = [SWAPS[name][0] for name in ("two pairs", "rows", "in a loop")]
    single = [(HEAD + body).replace("float64", "float32") for body in bodies]
    single = [re.sub(r"0\.\d+", r"float32(`\g<0>`)", text) for text in single]
    named = [replace(parsed(text), name=f"p{k}") for k, text in enumerate(single)]
    for native in build(named, tmp_path, optimise="-O2"):
        for sizes in SIZES:
            expect_same(native, sizes)


def test_the_text_of_the_tree() -> None:
    text = tree_text(scheduled(LOOP + BODY))
    assert text.count("v and x change places") == 1
    told = text[text.index("if {max(0, T) % 2} != {0}:") :]
    assert "x and v change places" in told
    assert "copy v to x: N elements" in told


def test_what_changes_places_is_not_restricted() -> None:
    text = file_text([scheduled(LOOP + BODY)])
    head = text[text.index("static void p_body(") :].split(")", 1)[0]
    assert "double *x," in head
    assert "double *v" in head
    assert "double *restrict y" in head


# -- the verifier ----------------------------------------------------------------------------------


def broken(change: Callable[[For, If], tuple[Node, ...]], body: str = LOOP + BODY) -> Scheduled:
    """The tree with something else in the place of its loop and what puts the arrays back."""
    found = scheduled(body)
    at = next(k for k, n in enumerate(found.tree) if isinstance(n, For) and n.sequential)
    loop, behind = found.tree[at : at + 2]
    assert isinstance(loop, For)
    assert isinstance(behind, If)
    tree = (*found.tree[:at], *change(loop, behind), *found.tree[at + 2 :])
    return replace(found, tree=tree)


def back(loop: For) -> Swap:
    return next(n for n in loop.body if isinstance(n, Swap))


BROKEN: dict[str, Callable[[For, If], tuple[Node, ...]]] = {
    "nothing puts them back": lambda loop, behind: (loop,),
    "put back after any number": lambda loop, behind: (loop, *behind.then),
    "put back without their values": lambda loop, behind: (
        loop, replace(behind, then=tuple(n for n in behind.then if type(n) is not Copy)),
    ),
    "put back twice": lambda loop, behind: (loop, behind, behind),
    "put back later": lambda loop, behind: (loop, loop, behind),
    "in a loop with a test": lambda loop, behind: (replace(loop, test=behind.condition), behind),
    "on threads": lambda loop, behind: (over_threads(loop), behind),
    "once more in a branch": lambda loop, behind: (
        replace(loop, body=(*loop.body, If(behind.condition, (back(loop),)))), behind,
    ),
    "used after it": lambda loop, behind: (
        replace(loop, body=(*loop.body, back(loop).copy)), behind,
    ),
    "used behind the loop": lambda loop, behind: (loop, behind, back(loop).copy),
}  # fmt: skip


@pytest.mark.parametrize("what", BROKEN)
def test_the_verifier_finds(what: str) -> None:
    with pytest.raises(InternalError, match="place"):
        verify_scheduled(broken(BROKEN[what]))


def test_the_verifier_finds_arrays_in_one_place() -> None:
    found = scheduled(LOOP + PAIRS)
    (first, second) = found.arena
    one = Slot((*first.containers, *second.containers), first.bytes)
    with pytest.raises(InternalError, match="are in one place"):
        verify_scheduled(replace(found, arena=(one,)))
