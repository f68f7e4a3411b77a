"""Whole files: layout, the module's names, what is ignored and what is rejected."""

from __future__ import annotations

import pytest

from adc.diagnostics import AdcError
from adc.frontends import surface
from adc.frontends.python import parse
from adc.frontends.source import normalise, read_source

KERNEL = "def f(A, n):\n    return A * n\n"


def rejection_of(text: str, name: str = "f") -> AdcError:
    with pytest.raises(AdcError) as caught:
        parse("k.py", text).find(name)
    return caught.value


def codes(error: AdcError) -> list[str]:
    return [d.code for d in error.diagnostics]


def test_imports_under_any_alias() -> None:
    text = (
        "import numpy as np, math\nimport numpy.linalg as la\nimport os.path\n"
        "from numpy import sin as s, cos\nfrom math import (exp,\n    log,)\nfrom numpy import *\n"
    )
    found = {i.alias: (i.module, i.name) for i in parse("k.py", text).imports}
    assert found == {
        "np": ("numpy", None),
        "math": ("math", None),
        "la": ("numpy.linalg", None),
        "os": ("os", None),
        "s": ("numpy", "sin"),
        "cos": ("numpy", "cos"),
        "exp": ("math", "exp"),
        "log": ("math", "log"),
        "*": ("numpy", "*"),
    }


def test_constants() -> None:
    module = parse("k.py", "N = 4\nPI, E = 3.14, 2.7\nK: int = -1\na = b = 0\n")
    names = [[getattr(t, "name", "tuple") for t in c.targets] for c in module.constants]
    assert names == [["N"], ["tuple"], ["K"], ["a", "b"]]


def test_declared_sizes_are_no_constants() -> None:
    text = (
        'N = dc.symbol("N", dtype=dc.int64)\n'
        "NI, NJ = (dc.symbol(s) for s in ('NI', 'NJ'))\n"
        "def f(A: dc.float64[N, NI]):\n    return A * N\n"
    )
    module = parse("k.py", text)
    assert module.sizes == ("N", "NI", "NJ")
    assert module.constants == ()
    assert module.find("f") is not None


def test_what_a_kernel_does_not_use_may_be_anything() -> None:
    text = (
        '"""Doc."""\n@dataclass\nclass C:\n    x: int = [i for i in y]\n'
        "try:\n    import cupy\nexcept ImportError:\n    pass\n"
        "table = {1: 2}\nf2 = lambda x: x\nprint(table)\n"
        "async def g(): await h()\n"
        "with open('x') as handle:\n    data = handle.read()\n"
        "@njit(parallel=True)\n@dc.program\n@a[0](1)(2)\n"
        + KERNEL
        + "def main():\n    with x: f(1, 2)\n"
        'if __name__ == "__main__":\n    main()\n'
    )
    module = parse("k.py", text)
    assert [f.name for f in module.functions] == ["f"]
    assert sorted(name for name, _ in module.rejected) == ["g", "main"]
    assert module.find("f") is module.functions[0]
    assert module.find("nothing") is None
    assert codes(rejection_of(text, "main")) == ["ADC0104"]


def test_a_syntax_error_in_another_function_does_not_matter() -> None:
    module = parse("k.py", KERNEL + "def g(A):\n    return A +\n\ndef h(x) return x\n")
    assert [f.name for f in module.functions] == ["f"]
    assert {n: codes(e) for n, e in module.rejected} == {"g": ["ADC0130"], "h": ["ADC0130"]}


def test_a_block_that_the_grammar_does_not_know_does_not_matter() -> None:
    text = "with (open('a') as a, open('b') as b):\n    pass\n" + KERNEL
    assert parse("k.py", text).find("f") is not None


def test_the_last_function_of_a_name_counts() -> None:
    text = "def f(A):\n    with A: pass\n" + KERNEL
    function = parse("k.py", text).find("f")
    assert function is not None and function.span.line == 3


@pytest.mark.parametrize(
    "binding",
    [
        "try:\n    import m as N\nexcept E as N:\n    pass\n",
        "with a as N:\n    pass\n",
        "if c:\n    from m import N\n",
        "if c:\n    def N(): pass\n",
        "if (N := 3): pass\n",
        "N = 1\ndel N\n",
        "N = 1\ndef g():\n    global N, M\n    N = 2\n",
        "import N\nN = 1\n",
        "with (a as N, b as c):\n    pass\n",
        "class N(metaclass=B): pass\n",
    ],
)
def test_a_name_that_is_not_settled(binding: str) -> None:
    error = rejection_of(binding + "def f(A):\n    return A * N.T\n")
    assert codes(error) == ["ADC0123"]
    span = error.diagnostics[0].span
    assert span is not None and span.column == 16
    # Where nothing but its value is asked for, that may be in a branch that is never reached.
    late = dict(parse("k.py", binding + "def f(A):\n    return A * N\n").late)
    assert codes(late["N"]) == ["ADC0123"]
    # It does not matter to a function that does not use it, or has a variable of that name.
    assert parse("k.py", binding + KERNEL).find("f") is not None
    local = binding + "def f(A, N):\n    return A * N\n"
    assert parse("k.py", local).find("f") is not None


def test_unsettled_names_are_neither_constants_nor_imports() -> None:
    module = parse("k.py", "N = 1\nN = 2\nimport np\nif 1:\n    import jnp as np\n")
    assert (module.constants, module.imports) == ((), ())


def test_a_main_guard_binds_nothing() -> None:
    text = "N = 1\ndef f(A):\n    return A * N\nif __name__ == '__main__':\n    N = 2\n"
    assert parse("k.py", text).find("f") is not None


def test_a_function_bound_again_is_not_settled() -> None:
    assert codes(rejection_of(KERNEL + "if c:\n    def f(A, n): return A\n")) == ["ADC0123"]


def test_all_faults_of_a_function_are_reported_in_order() -> None:
    text = (
        "def f(a):\n    try:\n        pass\n    except E:\n        pass\n"
        "    for i in (1, 2):\n        with x: pass\n"
        "    if {1}:\n        del zz\n    return (i for i in a if i)\n"
    )
    error = rejection_of(text)
    expected = ["ADC0103", "ADC0104", "ADC0114", "ADC0110", "ADC0107"]
    assert codes(error) == expected
    lines = [d.span.line for d in error.diagnostics if d.span]
    assert lines == sorted(lines) and len(lines) == len(expected)
    assert all(d.help and not d.message.endswith(".") for d in error.diagnostics)


@pytest.mark.parametrize(
    ("text", "code", "marked"),
    [
        ("try: pass\n    except E: pass", "ADC0103", "try"),
        ("raise", "ADC0103", "raise"),
        ("raise error", "ADC0103", "raise"),
        ("print(n := 1)", "ADC0126", "print(n := 1)"),
        ("print(f'{g(A)}')", "ADC0126", "print(f'{g(A)}')"),
        ("print(A.sort())", "ADC0126", "print(A.sort())"),
        ("with A: pass", "ADC0104", "with"),
        ("class C: pass", "ADC0105", "class"),
        ("x = (v for v in A)", "ADC0107", "(v for v in A)"),
        ("x = sum(A for A in A)", "ADC0107", "A"),
        ("yield A", "ADC0108", "yield"),
        ("yield from A", "ADC0108", "yield"),
        ("x = yield A", "ADC0108", "yield"),
        ("x = await A", "ADC0109", "await"),
        ("async with A: pass", "ADC0109", "async"),
        ("global A", "ADC0111", "global"),
        ("*x[0], y = A", "ADC0138", "*x[0], y"),
        ("x = rb'a'", "ADC0113", "rb'a'"),
        ("x = {1, 2}", "ADC0114", "{1, 2}"),
        ("x = A + (A := 2)", "ADC0115", "A := 2"),
        ("match A:\n        case [n]: pass", "ADC0116", "match"),
        ("for v in zip(a=A): pass", "ADC0117", "zip(a=A)"),
        ("for v in reversed(zip(A, B)): pass", "ADC0117", "reversed(zip(A, B))"),
        ("for i in range(): pass", "ADC0117", "range()"),
        ("for i in range(0, n, 1, 2): pass", "ADC0117", "range(0, n, 1, 2)"),
        ("for i in range(stop=n): pass", "ADC0117", "range(stop=n)"),
        ("for i, j in range(n): pass", "ADC0117", "i, j"),
        ("for A[0] in range(n): pass", "ADC0117", "A[0]"),
        ("from . import *", "ADC0121", "from . import *"),
        ("from math import *", "ADC0121", "from math import *"),
        ("f(A) = 1", "ADC0138", "f(A)"),
        ("A + n = 1", "ADC0138", "A + n"),
        ("A, n += 1", "ADC0138", "A, n"),
        ("x = A <> n", "ADC0130", "<>"),
        ("x = g(a=1, A)", "ADC0130", "A"),
        ("x = g(a=1, a=2)", "ADC0130", "a=2"),
        ("x = g(A[0]=1)", "ADC0130", "A[0]"),
        ("x = '\\x1'", "ADC0130", "'\\x1'"),
    ],
)
def test_fence(text: str, code: str, marked: str) -> None:
    source = f"def f(A, n):\n    {text}\n"
    error = rejection_of(source)
    (diagnostic,) = error.diagnostics
    assert diagnostic.code == code
    span = diagnostic.span
    assert span is not None and span.line == span.end_line
    assert source.split("\n")[span.line - 1][span.column - 1 : span.end_column - 1] == marked
    assert diagnostic.help


@pytest.mark.parametrize(
    ("header", "code", "marked"),
    [
        ("def f(a, a)", "ADC0130", "a"),
        ("async def f(a)", "ADC0109", "async"),
    ],
)
def test_fence_of_headers(header: str, code: str, marked: str) -> None:
    error = rejection_of(f"{header}:\n    pass\n")
    (diagnostic,) = error.diagnostics
    span = diagnostic.span
    assert span is not None
    assert (diagnostic.code, header[span.column - 1 : span.end_column - 1]) == (code, marked)


def test_deep_nesting_is_a_diagnostic() -> None:
    assert codes(rejection_of(f"def f(A):\n    return {'-' * 5000}A\n")) == ["ADC0124"]


# -- layout ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        KERNEL.rstrip("\n"),
        KERNEL.replace("\n", "\r\n"),
        KERNEL.replace("\n", "\r"),
        "\ufeff" + KERNEL,
        KERNEL.replace("    ", "\t"),
        "\n\n# c\n\n" + KERNEL + "\n    # odd comment\n  \n# end",
        "def f(A, n):\n    return A \\\n  * n\n",
        "def f(A,\n  n):\n# c\n        # d\n    return (A *\nn)\n",
        "def f(A, n): return A * n",
        "def f(A, n):\n    x = '''a\nb ( '''\n    return A * n\n",
        "def f(A, n):\n    x = \"it's # no comment (\" # it's (\n    return A * n\n",
        "def f(A, n):\n    \f\n    return A * n\n",
        "# -*- coding: utf-8 -*-\n#!x\n" + KERNEL,
        "def f(A, n):\n    x = 'a\\\nb'\n    return A * n\n",
    ],
)
def test_layouts(text: str) -> None:
    function = parse("k.py", text).find("f")
    assert function is not None
    assert isinstance(function.body[-1], surface.Return)


@pytest.mark.parametrize("text", ["", "\n", "   \n", "# only a comment", "\ufeff"])
def test_empty_files(text: str) -> None:
    module = parse("k.py", text)
    assert (module.functions, module.rejected) == ((), ())


def test_lines_count_from_the_start_of_the_file() -> None:
    text = "x = 1\n\n'''\nlong\n'''\n" + KERNEL
    function = parse("k.py", text).find("f")
    assert function is not None
    assert function.span.line == 6
    assert function.body[0].span.line == 7


@pytest.mark.parametrize(
    ("text", "code", "line", "column"),
    [
        ("x = (1\n", "ADC0132", 1, 5),
        ("x = 1)\n", "ADC0132", 1, 6),
        ("x = (1]\n", "ADC0132", 1, 7),
        ("x = 'a\n", "ADC0136", 1, 5),
        ("x = '''a\n", "ADC0136", 1, 5),
        ("  x = 1\n", "ADC0133", 1, 1),
        ("x = 1\n  y = 2\n", "ADC0133", 2, 1),
        ("if 1:\n        x = 1\n    y = 2\n", "ADC0133", 3, 1),
        ("if 1:\n        x = 1\n\ty = 2\n", "ADC0134", 3, 1),
        ("if 1:\n    if 2:\n\tx = 1\n", "ADC0134", 3, 1),
        ("x = 1 2\n", "ADC0130", 1, 7),
        ("x = \n", "ADC0130", 1, 3),
        ("x = 1 $ 2\n", "ADC0137", 1, 7),
        ("x = “a”\n", "ADC0137", 1, 5),
        ("x = 012\n", "ADC0130", 1, 5),
        ("print x\n", "ADC0135", 1, 1),
        ("x = a && b\n", "ADC0130", 1, 7),
        ("x = a || b\n", "ADC0130", 1, 7),
        ("lambda = 3\n", "ADC0130", 1, 8),
        ("x = 1\nimport 3\n", "ADC0130", 2, 8),
        ("def (x):\n    pass\n", "ADC0130", 1, 5),
    ],
)
def test_syntax_errors_of_the_file(text: str, code: str, line: int, column: int) -> None:
    with pytest.raises(AdcError) as caught:
        parse("k.py", text)
    (diagnostic,) = caught.value.diagnostics
    assert diagnostic.span is not None and diagnostic.help
    assert (diagnostic.code, diagnostic.span.line, diagnostic.span.column) == (code, line, column)


@pytest.mark.parametrize(
    ("body", "code", "line", "help_"),
    [
        ("if A\n        pass", "ADC0131", 2, "add `:`"),
        ("if A: # c\n        pass\n    else\n        pass", "ADC0131", 4, "add `:`"),
        ("for i in range(3)  # c\n        pass", "ADC0131", 2, "add `:`"),
        ("if A:\n    pass", "ADC0133", 2, "indent the block, or write `pass`"),
        ("x = 1\n        y = 2", "ADC0133", 3, "align the line with the block that it belongs to"),
        ("if A = 1:\n        pass", "ADC0130", 2, "compare with `==`"),
        ("if A:\n        pass\n    else if A:\n        pass", "ADC0130", 4, "write `elif`"),
        ("x = g(class=3)", "ADC0130", 2, "rename it, to `class_` for example"),
        ("x = A +", "ADC0130", 2, "complete the statement"),
        ("print A", "ADC0135", 2, "leave it out: the generated code prints nothing"),
        ("x = !A", "ADC0137", 2, "write `not` for a negation, `!=` for a comparison"),
    ],
)
def test_syntax_errors_in_a_function(body: str, code: str, line: int, help_: str) -> None:
    (diagnostic,) = rejection_of(f"def f(A):\n    {body}\n").diagnostics
    assert diagnostic.span is not None
    assert (diagnostic.code, diagnostic.span.line, diagnostic.help) == (code, line, help_)


def test_read_source(tmp_path) -> None:  # type: ignore[no-untyped-def]
    path = tmp_path / "k.py"
    path.write_bytes(b"\xef\xbb\xbfx = 1\r\ny = 2")
    assert read_source(str(path)) == "x = 1\ny = 2\n"
    path.write_bytes("é = '".encode() + b"\xff'\n")
    with pytest.raises(AdcError) as caught:
        read_source(str(path))
    (diagnostic,) = caught.value.diagnostics
    assert diagnostic.code == "ADC0604"
    assert diagnostic.span is not None and (diagnostic.span.line, diagnostic.span.column) == (1, 6)
    for missing in (tmp_path / "none.py", tmp_path):
        with pytest.raises(AdcError, match="ADC0602"):
            read_source(str(missing))


def test_normalise_keeps_columns() -> None:
    assert normalise("a\fb\r\nc\rd") == "a b\nc\nd\n"
    assert normalise("") == ""


def test_imaginary_numbers_are_complex_ones_whatever_the_name_means() -> None:
    module = parse("kernel.py", "def f(complex):\n    return 2.5J, 1_0j, 007j\n")
    (returned,) = module.functions[0].body
    assert isinstance(returned, surface.Return)
    assert returned.values is not None
    for value, text in zip(returned.values, ("2.5", "10.0", "7.0"), strict=True):
        assert isinstance(value, surface.Call)
        assert isinstance(value.function, surface.Intrinsic)
        assert [a.text for a in value.arguments if isinstance(a, surface.Number)] == ["0.0", text]
