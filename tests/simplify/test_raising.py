"""Raising makes operations of what are products, of nothing else, and changes no value."""

from __future__ import annotations

import random
from functools import cache

import numpy as np
import pytest

from adc import interpret
from adc.analysis.cost import is_product
from adc.ir.expressions import Apply, Read, walk
from adc.ir.node import Dim
from adc.ir.operation import in_loops
from adc.ir.program import Program
from adc.ir.shapes import names
from adc.ir.text_parser import parse_program
from adc.ir.verify import verify
from adc.ir.walking import computes, walk_nodes
from adc.ops.library import MatrixProduct
from adc.schedule import schedule
from adc.schedule.text import tree_text
from adc.simplify.raising import raise_products
from tests.proof.cases import load_cases
from tests.proof.compiled import compile_case

HEAD = """\
program f(N: size, M: size, K: size, s: scalar, x: array, y: array, z: array, n: integer)
input s: {real}
input x: {real}[N + M + K + 4, N + M + K + 4, N + M + K + 4]
input y: {real}[N + M + K + 4, N + M + K + 4, N + M + K + 4]
inout z: {real}[N + M + K + 4, N + M + K + 4, N + M + K + 4]

"""


def parsed(statement: str, real: str = "float64") -> Program:
    program = parse_program(HEAD.format(real=real) + statement + "\n")
    verify(program, "planned")
    return program


def products(program: Program) -> list[MatrixProduct]:
    return [n for n in walk_nodes(program.body) if isinstance(n, MatrixProduct)]


def statement(rng: random.Random) -> str:
    """An accumulation that is a product, or nearly one: diagonals, triangles, sums of variables,
    variables of one array alone, factors too many or too few, the result read."""
    variables = ["i", "j", "k", "l"][: rng.choice((2, 3, 3, 3, 4))]
    extents = dict(zip(variables, rng.sample(["N", "M", "K", "2"], len(variables)), strict=True))
    three = [[], [], []]
    for variable in variables:
        for array in rng.sample(three, rng.choice((2, 2, 2, 2, 2, 3, 1))):
            array.append(variable)
    texts = [index(own, rng) for own in three]
    names_ = [rng.choice("xy"), rng.choice("xy"), "z"]
    if rng.random() < 0.05:
        names_[0] = "z"
    a, b, c = (f"{n}[{t}]" for n, t in zip(names_, texts, strict=True))
    value = rng.choice(
        [f"{a}*{b}"] * 4
        + [f"-{a}*{b}", f"s*{a}*{b}", f"{a}*({b}*s)", f"-(s*{a})*(-{b})", f"s*s*{a}*{b}"]
        + [f"{a} + {b}", f"{a}*{b}*x[i, 0, 0]", f"{a}", f"sin({a})*{b}"]
    )
    bounds = [f"{v} in {rng.choice((0, 0, 0, 1))}:{e}" for v, e in extents.items()]
    if rng.random() < 0.15:
        bounds[-1] = f"{variables[-1]} in {variables[0]}:{extents[variables[-1]]}"
    return f"S1: {c} += {value} for {', '.join(bounds)}"


def index(variables: list[str], rng: random.Random) -> str:
    """Subscripts in which `variables` stand, those that are left over in sums."""
    rng.shuffle(variables)
    places = [[v] for v in variables[:3]]
    for v in variables[3:]:
        rng.choice(places).append(v)
    while len(places) < 3:
        places.insert(rng.randrange(len(places) + 1), [])
    if rng.random() < 0.1 and variables:
        places[rng.randrange(3)] = [variables[0]]
    texts = [" + ".join(p) or rng.choice(("0", "1", "n")) for p in places]
    return ", ".join(f"{t} + 1" if rng.random() < 0.2 else t for t in texts)


def expected(program: Program) -> bool:
    """Whether the statement is a product, decided by other means than the matcher's: there are two
    factors, boxes, and each array's elements are told apart by the variables that it has."""
    (compute,) = computes(program.body)
    own = {d.var for d in compute.domain}
    if any((names(d.start) | names(d.stop)) & own for d in compute.domain):
        return False
    nodes = list(walk(compute.expr))
    if any(isinstance(e, Apply) and e.op not in ("mul", "neg") for e in nodes):
        return False
    reads = [e for e in nodes if isinstance(e, Read)]
    varying = [e.index for e in reads if any(names(p) & own for p in e.index)]
    if len(varying) != 2 or any(e.container == "z" for e in reads):
        return False
    indices = [*varying, compute.target.index]
    for position in (p for i in indices for p in i):
        if len(names(position) & own) > 1:
            return False
    held = [[v for p in i for v in names(p) & own] for i in indices]
    if any(len(set(h)) < len(h) for h in held):
        return False
    return all(held[:-1]) and all(sum(v in h for h in held) >= 2 for v in own)


@pytest.mark.parametrize("seed", range(8))
def test_random_accumulations_keep_their_values(seed: int) -> None:
    rng, found = random.Random(seed), 0
    for number in range(60):
        real = rng.choice(("float64", "float64", "float32"))
        program = parsed(statement(rng), real)
        raised = raise_products(program)
        verify(raised, "planned")
        assert bool(products(raised)) == expected(program), program.body
        if products(raised):
            found += 1
            sizes = dict(zip("NMKn", rng.choice(SIZES), strict=True))
            same(program, raised, sizes, real, number)
    assert found > 8


SIZES = ((2, 3, 4, 1), (0, 1, 2, 0), (1, 0, 3, 1), (3, 2, 0, 2), (1, 1, 1, 1))


def same(program: Program, raised: Program, sizes: dict[str, int], real: str, seed: int) -> None:
    generator, extent = np.random.default_rng(seed), sum(sizes[k] for k in "NMK") + 4
    inputs = {a: generator.standard_normal((extent,) * 3).astype(real) for a in "xyz"}
    inputs["s"] = np.asarray(0.7, real)
    wanted = interpret.run(program, sizes, inputs)["z"]
    for other in (raised, in_loops(raised)):
        verify(other, "planned")
        given = interpret.run(other, sizes, inputs)["z"]
        np.testing.assert_allclose(given, wanted, rtol=0, atol=1e-13 if real == "float64" else 1e-4)


NOT_RAISED = {
    "the result is read": "S1: z[i, j, 0] += z[i, k, 1]*x[k, j, 0] "
    "for i in 0:N, j in 0:M, k in 0:K",
    "a triangle": "S1: z[i, j, 0] += x[i, k, 1]*y[k, j, 0] for i in 0:N, j in 0:M, k in 0:i",
    "a diagonal": "S1: z[i, j, 0] += x[k, k, i]*y[k, j, 0] for i in 0:N, j in 0:M, k in 0:K",
    "a convolution": "S1: z[i, 0, 0] += x[i + k, 0, 0]*y[k, 0, 0] for i in 0:N, k in 0:K",
    "a sum of one array": "S1: z[i, 0, 0] += x[i, k, 0]*y[i, 0, 0] for i in 0:N, k in 0:K",
    "an assignment": "S1: z[i, j, 0] = x[i, 0, 0]*y[j, 0, 0] for i in 0:N, j in 0:M",
    "a factor that varies": "S1: z[i, j, 0] += x[i, k, 0]*y[k, j, 0]*float64(k) "
    "for i in 0:N, j in 0:M, k in 0:K",
}


@pytest.mark.parametrize("reason", NOT_RAISED)
def test_what_is_no_product_stays(reason: str) -> None:
    program = parsed(NOT_RAISED[reason].replace("float64(k)", "float64({k})"))
    assert raise_products(program).body == program.body
    assert not is_product(next(computes(program.body)))


def test_cost_knows_the_same_products() -> None:
    """Of those, what the scheduler makes one call of matrices."""
    box = "for i in 0:N, j in 0:M, k in 0:K"
    plain = parsed(f"S1: z[i, j, 0] += s*x[i, k, 1]*y[k, j, 0] {box}")
    vector = parsed("S1: z[i, 0, 0] += x[i, k, 1]*y[k, 0, 0] for i in 0:N, k in 0:K")
    batched = parsed(f"S1: z[l, i, j] += x[l, i, k]*y[l, k, j] {box}, l in 0:2")
    assert [is_product(next(computes(p.body))) for p in (plain, vector, batched)] == [1, 0, 0]
    (product,) = products(raise_products(batched))
    groups = (product.rows, product.columns, product.inner)
    assert [[d.var for d in g] for g in groups] == [["i"], ["j"], ["k"]]
    assert isinstance(product.domain[0], Dim)


@pytest.mark.parametrize("name", ["atax", "gemm", "lu", "mlp"])
@pytest.mark.parametrize("blas", [True, False])
def test_a_raised_program_is_scheduled_as_before(name: str, blas: bool) -> None:
    """With calls it has the same ones, without them the same loops."""
    plain = gradient(name)
    raised = raise_products(plain)
    assert products(raised)
    before, after = (schedule(p, openmp=True, blas=blas) for p in (plain, raised))
    assert tree_text(after) == tree_text(before)
    assert after.peak_bytes == before.peak_bytes


@cache
def gradient(name: str) -> Program:
    return compile_case(load_cases()[name]).gradient
