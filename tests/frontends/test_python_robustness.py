"""Nothing but a diagnostic comes out of the frontend, whatever goes in."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import adc.frontends
from adc.diagnostics import AdcError
from adc.frontends.python import parse
from adc.frontends.source import read_source
from adc.frontends.typetext import read_signatures

SOURCES = sorted(Path(adc.frontends.__file__).parent.rglob("*.py"))
KERNEL = '''import numpy as np
N, scale = 4, 0x10
def f(A: "float64[N]", n=3):
    """Doc."""
    for i in range(n, 0, -1):
        if A[i] > 0 and not n == 2:
            A[i, ...] += (A.T @ A)[None, 1:-1] * 1.5e3 if n else -A ** 2
        else: x, y = A, [1, 2]  # c
    return A, n
'''
SIGNATURE = "f(a: float, C: np.float64[N, M + 4], A: Float64[Array, 'N M'], B: int64[max(N, 1)//2])"
PIECES = [
    *"()[]{}'\":=,;.*@\\#%\n\t\x00\u2028é",
    *(
        "**",
        "0x",
        "1_",
        "1e",
        "f'",
        ":=",
        "def",
        "if",
        "else",
        "for",
        "lambda",
        "while",
        "in",
        "not",
    ),
]


@pytest.mark.parametrize("path", SOURCES, ids=lambda p: p.stem)
def test_any_python_file_is_read(path: Path) -> None:
    module = parse(path.name, read_source(str(path)))
    codes = {d.code for _, error in module.rejected for d in error.diagnostics}
    assert not codes & {f"ADC013{i}" for i in range(8)}, "valid Python was called a syntax error"


def mutant(text: str, source: random.Random) -> str:
    for _ in range(source.randint(1, 4)):
        start = source.randrange(len(text))
        stop = start + source.choice([0, 0, 1, 2, 8])
        text = text[:start] + source.choice([*PIECES, " ", ""]) + text[stop:]
    return text


@pytest.mark.parametrize("seed", range(4))
def test_damaged_kernels(seed: int) -> None:
    source = random.Random(seed)
    failed = 0
    for _ in range(100):
        text = mutant(KERNEL, source)
        try:
            errors = [error for _, error in parse("k.py", text).rejected]
        except AdcError as error:
            errors = [error]
        failed += bool(errors)
        lines = text.count("\n") + 2
        for diagnostic in (d for error in errors for d in error.diagnostics):
            assert diagnostic.span is not None and 1 <= diagnostic.span.line <= lines
            assert diagnostic.help
    assert failed > 30


@pytest.mark.parametrize("seed", range(4))
def test_damaged_signatures(seed: int) -> None:
    source = random.Random(seed)
    failed = 0
    for _ in range(100):
        try:
            read_signatures(mutant(SIGNATURE, source), "--signature")
        except AdcError as error:
            failed += 1
            assert all(d.span is not None and d.help for d in error.diagnostics)
    assert failed > 30
