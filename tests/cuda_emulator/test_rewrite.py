"""Launches and variables of the block in the words of C++, and all else as it was."""

from __future__ import annotations

import pytest

from tests.cuda_emulator.cases import PROGRAMS
from tests.cuda_emulator.rewrite import RewriteError, rewritten


def text_after(text: str) -> str:
    return rewritten(text, "k.cu").partition("\n")[2]


@pytest.mark.parametrize(
    "text, want",
    [
        ("k<<<1, 2>>>(a);", 'emulated::launcher("k", "", k, 1, 2)(a);'),
        ("k<<<g, b, 0, s>>>();", 'emulated::launcher("k", "", k, g, b, 0, s)();'),
        ("k <<< g , b >>> ( a );", 'emulated::launcher("k", "", k ,  g , b ) ( a );'),
        ("n::k<<<1, 1>>>(a);", 'emulated::launcher("n::k", "", n::k, 1, 1)(a);'),
        ("::k<<<1, 1>>>(a);", 'emulated::launcher("::k", "", ::k, 1, 1)(a);'),
        ("k<T, 3><<<1, 1>>>(a);", 'emulated::launcher("k<T, 3>", "", k<T, 3>, 1, 1)(a);'),
        (
            "k<a<b<c>>><<<1, 1>>>(a);",
            'emulated::launcher("k<a<b<c>>>", "", k<a<b<c>>>, 1, 1)(a);',
        ),
        (
            "k<<<dim3(f(x >> 3), (y>>>z)), b[i > 2]>>>(a);",
            'emulated::launcher("k", "", k, dim3(f(x >> 3), (y>>>z)), b[i > 2])(a);',
        ),
        ("if (n)\n    k<<<1,\n        2>>>(a);", None),
        ("x = a << 2; y = b >> c; z = d < e;", "x = a << 2; y = b >> c; z = d < e;"),
        ('s = "k<<<1, 1>>>(a)";', 's = "k<<<1, 1>>>(a)";'),
        ("// k<<<1, 1>>>(a)\\\nk<<<1, 1>>>(a)\n", "// k<<<1, 1>>>(a)\\\nk<<<1, 1>>>(a)\n"),
        ("/* k<<<1, 1>>>(a) */", "/* k<<<1, 1>>>(a) */"),
        ('s = R"x(k<<<1, 1>>>(a))")x";', 's = R"x(k<<<1, 1>>>(a))")x";'),
        ("c = '\"'; k<<<1, 1>>>(a);", 'c = \'"\'; emulated::launcher("k", "", k, 1, 1)(a);'),
        ("n = 1'000; k<<<1, 1>>>(a);", 'n = 1\'000; emulated::launcher("k", "", k, 1, 1)(a);'),
        (
            "#error don't\nk<<<1, 1>>>(a);",
            '#error don\'t\nemulated::launcher("k", "", k, 1, 1)(a);',
        ),
        ("#define GO(n) \\\n    k<<<n, 1>>>(n)\n", None),
    ],
)
def test_launches(text: str, want: str | None) -> None:
    found = text_after(text)
    if want is None:
        assert found.count("\n") == text.count("\n")
        assert "emulated::launcher" in found and "<<<" not in found and ">>>" not in found
    else:
        assert found == want


@pytest.mark.parametrize(
    "text, promises",
    [
        ("__global__ void k(int n, double *__restrict__ x) {}", "-r"),
        ("__global__ static void k() {}", "-"),
        ("__global__ void __launch_bounds__(64, 2) k(T *__restrict a, T *b) {}", "r-"),
        ("template <class T> __global__ void k(V<T, 3> v, T *__restrict__ a) {}", "-r"),
        ("__global__ void other(int *__restrict__ a) {}", ""),
    ],
)
def test_promises_of_parameters(text: str, promises: str) -> None:
    found = text_after(f"{text}\nvoid f() {{ k<<<1, 1>>>(a); }}")
    assert f'emulated::launcher("k", "{promises}", k' in found
    assert f'emulated::launcher("k<int>", "{promises}", k<int>' in text_after(
        f"{text}\nvoid f() {{ k<int><<<1, 1>>>(a); }}"
    )


@pytest.mark.parametrize(
    "text, wanted",
    [
        ("{ __shared__ double p[256]; }", ["double (&p)[ 256 ]", "sizeof(double[ 256 ])"]),
        ("{ __shared__ float t[N][N + 1], s; }", ["float (&t)[ N ] [ N + 1 ]", "float &s = "]),
        ("{ static __shared__ int n; }", ["{ static const char", "int &n = "]),
        ("{ __shared__ const double *own; }", ["const double * &own = "]),
        ("{ __shared__ __align__(16) char b[8]; }", ["char (&b)[ 8 ]"]),
        (
            "{ extern __shared__ float d[]; }",
            ["{ float *const d = (float *)emulated::dynamic_shared();"],
        ),
        (
            "{ extern __shared__ double t[][33]; }",
            ["double (*const t) [ 33 ] = (double (*) [ 33 ])"],
        ),
        ("{ __shared__ double p[8],\n    q[8]; }", ["(&p)", "(&q)", "\n"]),
    ],
)
def test_variables_of_the_block(text: str, wanted: list[str]) -> None:
    found = text_after(text)
    assert "__shared__" not in found
    assert all(part in found for part in wanted), found
    assert found.count("\n") == text.count("\n")


def test_variables_of_the_block_have_different_tags() -> None:
    found = text_after("{ __shared__ int a, b; } { __shared__ int a; }")
    assert len({part.split()[0] for part in found.split("static const char ")[1:]}) == 3


@pytest.mark.parametrize(
    "text, message",
    [
        ("\n(f)<<<1, 1>>>(a);", "k.cu:2: a launch of what is no name"),
        ("k<<<1, 1>>>;", "k.cu:1: a launch without arguments"),
        ("k<<<1, 1;", "k.cu:1: a launch without its >>>"),
        ("__shared__ double p[3];", "k.cu:1: a variable of the block outside a function"),
        ("{\n __shared__ double p = 3; }", "k.cu:2: a variable of the block with an initial"),
        ("{ __shared__ double p[3], *q; }", "k.cu:1: pointers among variables"),
        ("{ __shared__ double p[3]", "k.cu:1: a declaration without its end"),
        ("{ __shared__ double (*p)[3]; }", "k.cu:1: a variable of the block that is no plain"),
    ],
)
def test_what_is_not_understood_is_refused(text: str, message: str) -> None:
    with pytest.raises(RewriteError) as raised:
        rewritten(text, "k.cu")
    assert str(raised.value).startswith(message)


@pytest.mark.parametrize("program", sorted(PROGRAMS.glob("*.cu")), ids=lambda p: p.stem)
def test_lines_stay_where_they_were(program) -> None:
    before, after = program.read_text().splitlines(), rewritten(program.read_text()).splitlines()
    assert after[0] == '#line 1 "kernel.cu"'
    assert len(after) == len(before) + 1
    for old, new in zip(before, after[1:]):
        touched = any(part in old for part in ("<<<", ">>>", "__shared__"))
        assert touched or old == new
