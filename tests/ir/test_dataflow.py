"""The derived dataflow graph."""

from __future__ import annotations

from adc.ir.dataflow import dataflow_graph, to_dot
from adc.ir.program import Program
from adc.ir.text_parser import parse_program

PROGRAM = """\
program f(N: size, a: scalar, x: array, y: array)
input a: float64
input x: float64[N]
inout y: float64[N]
local t: float64[N]
local s: float64

S1: t[i] = a*x[i] for i in 0:N
S2: s = 0.0
for k in range(0, N):
    S3: s += t[k]*t[k]
B1: if s > 1.0:
    S4: y[j] = t[j]/s for j in 0:N
S5: y[0] = y[1] + s
"""


def program() -> Program:
    return parse_program(PROGRAM)


def edges(shapes: bool = True) -> set[tuple[str, str, str]]:
    p = program()
    sizes = {c.name: c.shape for c in p.containers} if shapes else None
    graph = dataflow_graph(p.body, sizes)
    return {(u, v, "kept" if d["kept"] else d["memlet"]) for u, v, d in graph.edges(data=True)}


def test_reads_and_writes_carry_their_memlets() -> None:
    found = edges()
    assert {("a 0", "S1", "a"), ("x 0", "S1", "x[i]"), ("S1", "t 0", "t[i]")} <= found
    assert {("t 0", "S4", "t[j]"), ("S4", "y 0", "y[j]")} <= found


def test_accumulation_reads_what_it_adds_to() -> None:
    assert {("s 0", "S3", "s"), ("S3", "s 1", "s")} <= edges()


def test_a_loop_may_not_run_and_a_branch_may_not_be_taken() -> None:
    found = edges()
    for state in ("s 0", "s 1"):
        assert (state, "B1", "s") in found and (state, "S5", "s") in found
    assert ("y 0", "S5", "y[1]") in found


def test_elements_that_a_write_leaves_alone_are_kept() -> None:
    assert ("y 0", "y 1", "kept") in edges()


def test_without_shapes_an_array_may_keep_elements() -> None:
    text = PROGRAM + "S6: t[l] = 1.0 for l in 0:N\n"
    body = parse_program(text).body
    plain = dataflow_graph(body)
    shaped = dataflow_graph(body, {c.name: c.shape for c in program().containers})
    assert plain.has_edge("t 0", "t 1") and not shaped.has_edge("t 0", "t 1")


def test_scopes_become_clusters() -> None:
    p = program()
    graph = dataflow_graph(p.body)
    assert [s.split(" ", 1)[1] for s in graph.nodes["S3"]["scope"]] == ["for k in range(0, N, 1)"]
    text = to_dot(graph)
    assert text == to_dot(dataflow_graph(p.body))
    assert text.startswith("digraph dataflow {") and text.endswith("}\n")
    assert text.count("subgraph cluster_") == 2 and text.count("{") == text.count("}")
    assert '"S3" [shape=box, label="S3: s += t[k]*t[k]"];' in text
    assert '  "x 0" -> "S1" [label="x[i]"];' in text


OPEN_ENDED = """\
program f(N: size, x: array)
inout x: float64[N]
local n: int64
local s: float64
local s_again: float64
tape s_snap: float64[3]

L1: while s > 0.5 as t into n:
    K1: snapshot L1 step t slot k of 3:
        S1: s_snap[k] = s
    S2: s = s*x[0]
L2: reverse while t from n:
    K2: replay L1 step t slot k of 3:
        S3: s_again = s_snap[k]
    advance r:
        S4: s_again = s_again*x[0]
    save:
        S5: s_snap[k] = s_again
    S6: x[0] = s_again
"""


def test_loops_that_data_ends_and_replays_are_drawn() -> None:
    graph = dataflow_graph(parse_program(OPEN_ENDED).body)
    found = {(u, v) for u, v, d in graph.edges(data=True) if not d["kept"]}
    assert {("s 0", "L1"), ("L1", "n 0"), ("n 0", "L2"), ("s 0", "S1"), ("S1", "s_snap 0")} <= found
    assert {("s_snap 0", "S3"), ("s_again 0", "S4")} <= found
    # The adjoint reads what was loaded or what was made of it.
    assert {u for u, v in found if v == "S6"} == {"s_again 0", "s_again 1"}
    assert ("s_again 0", "S5") in found and ("s_again 1", "S5") in found
    scopes = {key: data["scope"] for key, data in graph.nodes(data=True)}
    assert [title.partition(" ")[2] for title in scopes["S4"]] == [
        "reverse while t",
        "replay L1: advance",
    ]
    assert "while s > 0.5" in to_dot(graph)
