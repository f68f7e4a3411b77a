"""Types of arguments, from every place that may give them, and what is said where none does."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from adc.cli.app import adc
from adc.diagnostics import AdcError, Diagnostic, Severity
from adc.frontends.python import parse
from adc.frontends.signature import choose_function, resolve, type_text
from adc.frontends.types import ArgumentType, Signature
from adc.ir.dtypes import DType
from adc.ir.shapes import floordiv, maximum, symbol


def types_of(
    text: str,
    signature: str | None = None,
    *,
    warnings: list[Diagnostic] | None = None,
    **options: str,
) -> Signature:
    module = parse("k.py", text)
    function = choose_function(module, options.pop("function", None))
    collected = [] if warnings is None else warnings
    return resolve(module, function, signature_text=signature, warnings=collected, **options)


def texts_of(text: str, signature: str | None = None, **options: str) -> dict[str, str]:
    return {n: type_text(t) for n, t in types_of(text, signature, **options).items()}


def fault_of(text: str, signature: str | None = None, **options: str) -> Diagnostic:
    with pytest.raises(AdcError) as caught:
        types_of(text, signature, **options)
    (diagnostic,) = caught.value.diagnostics
    return diagnostic


def marked(diagnostic: Diagnostic, text: str) -> str:
    """What the diagnostic's span covers in `text`."""
    span = diagnostic.span
    assert span is not None and span.line == span.end_line
    return text.split("\n")[span.line - 1][span.column - 1 : span.end_column - 1]


GEMM = "def gemm(alpha, beta, C, A, B):\n    C[:] = alpha * A @ B + beta * C\n"
GEMM_SIGNATURE = (
    "gemm(alpha: float64, beta: float64, C: float64[NI, NJ], A: float64[NI, NK],"
    " B: float64[NK, NJ])"
)


def test_signature() -> None:
    NI, NJ, NK = map(symbol, ("NI", "NJ", "NK"))
    types = types_of(GEMM, GEMM_SIGNATURE)
    assert list(types) == ["alpha", "beta", "C", "A", "B"]
    assert types["alpha"].shape == () and not types["alpha"].weak
    assert types["C"].shape == (NI, NJ)
    assert types["B"].shape == (NK, NJ)
    assert {t.dtype for t in types.values()} == {DType.FLOAT64}
    span = types["A"].span
    assert span is not None and span.file == "--signature"
    assert GEMM_SIGNATURE[span.column - 1 : span.end_column - 1] == "float64[NI, NK]"


def test_the_functions_order_counts() -> None:
    assert list(types_of("def f(a, b): pass\n", "f(b: int, a: float)")) == ["a", "b"]


@pytest.mark.parametrize(
    ("text", "dtype", "weak"),
    [
        ("float64", DType.FLOAT64, False),
        ("np.float32", DType.FLOAT32, False),
        ("numpy.double", DType.FLOAT64, False),
        ("float", DType.FLOAT64, True),
        ("int", DType.INT64, True),
        ("int32", DType.INT32, False),
        ("np.int64", DType.INT64, False),
        ("bool", DType.BOOL, True),
        ("np.bool_", DType.BOOL, False),
    ],
)
def test_scalars(text: str, dtype: DType, weak: bool) -> None:
    for types in (
        types_of("def f(x): pass\n", f"f(x: {text})"),
        types_of(f"def f(x: {text}): pass"),
    ):
        known = types["x"]
        assert (known.dtype, known.shape, known.weak) == (dtype, (), weak)


N, M, H = map(symbol, ("N", "M", "H"))


@pytest.mark.parametrize(
    ("text", "shape"),
    [
        ("float64[N]", (N,)),
        ("dc.float64[N, M]", (N, M)),
        ("a.b.float64[N, M,]", (N, M)),
        ("float64[N + 4, 2*N, H//2 - 2]", (N + 4, 2 * N, floordiv(H, 2) - 2)),
        ("float64[3, 1, 0]", (3, 1, 0)),
        ("float64[(N - 1)*(M + 1), N**2]", ((N - 1) * (M + 1), N**2)),
        ("float64[max(N, 1), -1 + N]", (maximum(N, 1), N - 1)),
    ],
)
def test_shapes(text: str, shape: tuple[object, ...]) -> None:
    written = types_of("def f(x): pass\n", f"f(x: {text})")
    annotated = types_of(f"def f(x: {text}): pass\n")
    quoted = types_of(f'def f(x: "{text}"): pass\n')
    for types in (written, annotated, quoted):
        assert types["x"].shape == shape
        assert types["x"].dtype is DType.FLOAT64 and not types["x"].weak


@pytest.mark.parametrize(
    ("text", "dtype", "shape", "notes"),
    [
        ('Float64[Array, "N M"]', DType.FLOAT64, (N, M), 0),
        ('Float32[np.ndarray, "N M+1"]', DType.FLOAT32, (N, M + 1), 0),
        ("\"Float64[Array, 'N 3']\"", DType.FLOAT64, (N, 3), 0),
        ('jt.Int64[Array, "N"]', DType.INT64, (N,), 0),
        ('Bool[Array, ""]', DType.BOOL, (), 0),
        ('Float[Array, "N"]', DType.FLOAT64, (N,), 1),
        ('Int[Array, "N"]', DType.INT64, (N,), 1),
    ],
)
def test_jaxtyping(text: str, dtype: DType, shape: tuple[object, ...], notes: int) -> None:
    warnings: list[Diagnostic] = []
    known = types_of(f"def f(x: {text}): pass\n", warnings=warnings)["x"]
    assert (known.dtype, known.shape) == (dtype, shape)
    assert [w.severity for w in warnings] == [Severity.NOTE] * notes


def test_aliases_of_types() -> None:
    text = 'vector = "float64[N]"\nreal = np.float32\nmatrix = dc.float64[N, M]\n'
    text += "def f(x: vector, y: real, z: matrix): pass\n"
    assert texts_of(text) == {"x": "float64[N]", "y": "float32", "z": "float64[N, M]"}


def test_defaults() -> None:
    text = "def f(x: float32[N], a=1.0, n=10, m=-3, flag=True, b: np.float32 = 1.0): pass\n"
    types = types_of(text)
    found = {n: (t.dtype, t.weak) for n, t in types.items()}
    assert found == {
        "x": (DType.FLOAT32, False),
        "a": (DType.FLOAT64, True),
        "n": (DType.INT64, True),
        "m": (DType.INT64, True),
        "flag": (DType.BOOL, True),
        "b": (DType.FLOAT32, False),
    }


def test_each_argument_takes_the_first_type(tmp_path: Path) -> None:
    file = tmp_path / "types.txt"
    file.write_text("# several may stand here\ng(x: int)\nf(a: int,\n  b: float32[M])\n")
    np.savez(tmp_path / "in.npz", b=np.ones(3), c=np.ones((4, 3), dtype=np.int32))
    text = "def f(a: float, b: 'float64[K]', c: 'float64[K]', d: 'float64[K]' = 1.0): pass\n"
    found = texts_of(
        text,
        "f(a: float64[N])",
        signature_file=str(file),
        example=str(tmp_path / "in.npz"),
    )
    assert found == {
        "a": "float64[N]",
        "b": "float32[M]",
        "c": "int32[n1, n0]",
        "d": "float64[K]",
    }


# -- constants of the module -----------------------------------------------------------------------


def test_a_constant_that_is_used_is_the_size() -> None:
    text = "N, M = 4, 5\ndef f(x: float64[N + 1, M]):\n    return x * N\n"
    assert texts_of(text) == {"x": "float64[5, M]"}


def test_a_constant_that_hides_behind_an_argument() -> None:
    text = "N = 4\ndef f(N: int, x: float64[N]):\n    return x * N\n"
    assert texts_of(text) == {"N": "int", "x": "float64[N]"}


def test_a_constant_that_is_no_integer() -> None:
    text = "N = 4.0\ndef f(x: float64[N]):\n    return x * N\n"
    fault = fault_of(text)
    assert (fault.code, marked(fault, text)) == ("ADC0204", "N")


# -- faults ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("signature", "code", "text"),
    [
        ("f(x: complex256, n: int)", "ADC0202", "complex256"),
        ("f(x: float16[N], n: int)", "ADC0202", "float16"),
        ("f(x: np.uint8[N], n: int)", "ADC0202", "np.uint8"),
        ("f(x: 3, n: int)", "ADC0202", "3"),
        ("f(x: float64 + 1, n: int)", "ADC0202", "float64 + 1"),
        ("f(x: Tensor[N], n: int)", "ADC0202", "Tensor"),
        ("f(x float64)", "ADC0203", "float64"),
        ("f(x: float64[N; M])", "ADC0203", ";"),
        ("f(x: float64", "ADC0203", "4"),
        ("x: float64", "ADC0203", ":"),
        ("", "ADC0203", ""),
        ("f(x: {a: float64}, n: int)", "ADC0203", "{"),
        ("f(x['a']: float64, n: int)", "ADC0203", "["),
        ("f(x: float64[N / 2], n: int)", "ADC0204", "N / 2"),
        ("f(x: float64[1.5], n: int)", "ADC0204", "1.5"),
        ("f(x: float64['N'], n: int)", "ADC0204", "'N'"),
        ("f(x: float64[...], n: int)", "ADC0204", "..."),
        ("f(x: float64[sqrt(N)], n: int)", "ADC0204", "sqrt"),
        ("f(x: float64[max()], n: int)", "ADC0204", "max"),
        ("f(x: float64[N**M], n: int)", "ADC0204", "M"),
        ("f(x: float64[N // 0], n: int)", "ADC0204", "0"),
        ("f(x: float64[-3], n: int)", "ADC0204", "-3"),
        ("f(x: float64[np.N], n: int)", "ADC0204", "np.N"),
        ("f(x: float64[x], n: int)", "ADC0204", "x"),
        ("f(x: float64[2*n], n: float)", "ADC0204", "n"),
        ("f(x: float64[n], n: int64[3])", "ADC0204", "n"),
        ("g(x: float64, n: int)", "ADC0205", "g"),
        ("f(x: float64, n: int) f(x: int, n: int)", "ADC0205", "f"),
        ("f(x: float64, n: int, y: int)", "ADC0206", "y"),
        ("f(x: float64, x: int, n: int)", "ADC0206", "x"),
    ],
)
def test_faults_of_signatures(signature: str, code: str, text: str) -> None:
    fault = fault_of("def f(x, n): pass\n", signature)
    assert fault.code == code
    assert fault.span is not None and fault.span.file == "--signature"
    assert fault.help
    assert marked(fault, signature) == text


def test_faults_in_a_file_name_the_file(tmp_path: Path) -> None:
    file = tmp_path / "types.txt"
    file.write_text("# c\nf(x: float64[N],\n  n: float16)\n")
    fault = fault_of("def f(x, n): pass\n", signature_file=str(file))
    assert fault.span is not None
    assert (fault.code, fault.span.file, fault.span.line, fault.span.column) == (
        "ADC0202",
        str(file),
        3,
        6,
    )


@pytest.mark.parametrize(
    ("text", "code", "place"),
    [
        ("def f(x: complex256): pass", "ADC0202", "complex256"),
        ("def f(x: 'np.complex256[N]'): pass", "ADC0202", "np.complex256"),
        ("def f(x: 'float64[N / 2]'): pass", "ADC0204", "N / 2"),
        ("def f(x: Float64[Array, 'N *b']): pass", "ADC0204", "*b"),
        ("def f(x: \"Float64[Array, '... N']\"): pass", "ADC0204", "..."),
        ("def f(y: float, x: float64[y]): pass", "ADC0204", "y"),
    ],
)
def test_faults_of_annotations(text: str, code: str, place: str) -> None:
    fault = fault_of(text)
    assert fault.code == code
    assert marked(fault, text) == place


@pytest.mark.parametrize(
    "annotation",
    ["np.ndarray", "NDArray[np.float32]", "Optional[int]", "list[float]", "'Any'", "int | None"],
)
def test_annotations_that_give_no_type(annotation: str) -> None:
    text = f"def f(x: {annotation}): pass"
    fault = fault_of(text)
    assert fault.code == "ADC0201"
    assert marked(fault, text) == "x"
    (note,) = fault.notes
    assert note.span is not None


@pytest.mark.parametrize(
    ("text", "guess"),
    [
        ("def f(x): return x\n", "f(x: float64)"),
        ("def f(x, n):\n    for i in range(n):\n        x[i] = 0\n", "f(x: float64[n], n: int)"),
        ("def f(x, k):\n    x[k, 1:] = 0\n", "f(x: float64[x0, x1], k: int)"),
        ("def f(x, k):\n    x[2*k - 1] = 0\n", "f(x: float64[x0], k: int)"),
        ("def f(x, p):\n    x[p[0]] = 0\n", "f(x: float64[x0], p: int64[p0])"),
        ("def f(x):\n    n, m = x.shape\n", "f(x: float64[n, m])"),
        ("def f(x):\n    m = x.shape[1]\n", "f(x: float64[x0, m])"),
        ("def f(x):\n    n = len(x)\n", "f(x: float64[n])"),
        ("def f(x, y): return x.T @ y\n", "f(x: float64[x0, x1], y: float64[x0])"),
        ("def f(x, y): return x @ y[0]\n", "f(x: float64[x0], y: float64[y0, x0])"),
        ("def f(n, m): return np.zeros((n, m))\n", "f(n: int, m: int)"),
        ("def f(a: float, x: NDArray[np.float32]): pass\n", "f(a: float, x: float32[x0])"),
        ("def f(x, x0): return x[0]\n", "f(x: float64[x0_], x0: float64)"),
        ("def f(n=3, *, x): return x[None, :, ...]\n", "f(n: int, x: float64[x0])"),
        ("def f(x, n=3): return x.mean(axis=1)[n]\n", "f(x: float64[x0, x1], n: int)"),
        (
            "def g(p, q): return p[0, 1] * len(q)\ndef f(x, y): return g(x, q=y)\n",
            "f(x: float64[x0, x1], y: float64[y0])",
        ),
        ("def f(x):\n    y = np.asarray(x)\n    return y[0, 1]\n", "f(x: float64[x0, x1])"),
        ("def f(x):\n    if x.ndim != 3:\n        raise ValueError\n", "f(x: float64[x0, x1, x2])"),
        (
            "def f(x, a=[0.1, 0.4], k=2**10): return np.cross(x, [1, 2, 3]) * k\n",
            "f(x: float64[3])",
        ),
        (
            "def f(x: 'float | np.ndarray', y: list[float], z: 'Optional[Sequence[int]]', a):\n"
            "    if a > 0 or math.sin(x):\n        return np.sum(a)\n",
            "f(x: float64, y: float64[y0], z: int64[z0], a: float64)",
        ),
    ],
)
def test_what_is_suggested(text: str, guess: str) -> None:
    suggested = fault_of(text, function="f").help.split("--signature '")[1].removesuffix("'")
    assert suggested == guess
    given = texts_of(text, suggested, function="f")  # it can be given, and says the same once more
    assert suggested == f"f({', '.join(f'{name}: {known}' for name, known in given.items())})"


TOLD = """e = 0.5
def f({0}):
    '''F.

    Parameters
    ----------
    {1}
    '''
    {2}
"""


@pytest.mark.parametrize(
    ("names", "words", "body", "guess", "fixed"),
    [
        ("x, n", "x : (n, 2) array", "return x", "f(x: float64[n, 2], n: int)", ""),
        (
            "x, n",
            "x, n : (n, x) array",
            "return x",
            "f(x: float64[n_, x_], n: float64[n_, x_])",
            "",
        ),
        ("x", "x : (n, m) array", "n = 3; return x", "f(x: float64[n_, m])", ""),
        ("x", "x : float", "return x[0, 1]", "f(x: float64[x0, x1])", ""),
        ("x, y", "x : 3x3 matrix", "return np.sum(x) + y", "f(x: float64[3, 3], y: float64)", ""),
        ("x", "x : float", "return np.sum(x)", "f(x: float64)", ""),
        ("x, y", "y : (e, m) array", "return e", "f(x: float64, y: float64[e_, m])", ""),
        ("x", "x : (3,) array", "y = x; return y[0, 1]", "f(x: float64[3])", ""),
        ("x, k=1", "k : float", "return x * k", "f(x: float64, k: float64)", ""),
        ("x, k=1.0", "k : (3,) array", "return x * k", "f(x: float64, k: float64[3])", ""),
        ("x, k=1.0", "k : array", "return k[x]", "f(x: int, k: float64[k0])", ""),
        ("x, k=1", "k : int or float", "return np.sum(k)", "f(x: float64, k: int)", ""),
        ("x, kind", "kind : {{'a b', 'c'}}", "return x", "f(x: float64)", "'kind=a b'"),
        ("x, kind", "x : int", "return kind.lower() in ('c',)", "f(x: int)", "kind=c"),
        ("x", "x : ndarray\n        A vector", "a, b = x", "f(x: float64[2])", ""),
    ],
)
def test_what_docstrings_suggest(names: str, words: str, body: str, guess: str, fixed: str) -> None:
    text = TOLD.format(names, words.format(), body)
    suggested = fault_of(text).help.split("give it: ")[1]
    assert suggested == f"--signature '{guess}'" + f" --fix {fixed}" * bool(fixed)
    keeping = frozenset({"kind"} if fixed else ())
    module = parse("k.py", text)  # the signature can be given
    (function,) = module.functions
    types = resolve(module, function, signature_text=guess, keeping=keeping, warnings=[])
    assert {*types} | keeping == {p.name for p in function.parameters}


def test_suggested_sizes_mean_what_the_annotation_means() -> None:
    text = "def f(x: 'float64[N//2 + 1, max(N, 1), min(N, M)*2, N % 3]', y): pass"
    suggested = fault_of(text).help.split("--signature '")[1].removesuffix("'")
    whole = types_of(text.replace(", y", ""))
    assert types_of(text, suggested)["x"].shape == whole["x"].shape


def test_all_lacking_arguments_are_named() -> None:
    fault = fault_of(GEMM, "gemm(C: float64[N, M])")
    assert fault.message == "`alpha`, `beta`, `A`, `B` of `gemm` lack a type"


# -- samples ---------------------------------------------------------------------------------------


def test_example(tmp_path: Path) -> None:
    path = tmp_path / "in.npz"
    np.savez(
        path,
        A=np.ones((3, 4, 1)),
        B=np.ones((4, 5), dtype=np.float32),
        k=np.ones(3, dtype=np.int32),
        a=2.0,
        b=np.float32(2.0),
        n=3,
        flag=True,
        extra=np.ones(2),
    )
    warnings: list[Diagnostic] = []
    text = "def f(n, a, A, B, k, b, flag):\n    n0 = 1\n"
    types = types_of(text, example=str(path), warnings=warnings)
    n1, n2, n3 = map(symbol, ("n1", "n2", "n3"))
    assert types == {
        "n": ArgumentType(DType.INT64, (), True),
        "a": ArgumentType(DType.FLOAT64, (), True),
        "A": ArgumentType(DType.FLOAT64, (n1, n2, 1)),
        "B": ArgumentType(DType.FLOAT32, (n2, n3)),
        "k": ArgumentType(DType.INT32, (n1,)),
        "b": ArgumentType(DType.FLOAT32, ()),
        "flag": ArgumentType(DType.BOOL, (), True),
    }
    assert [(w.code, w.severity) for w in warnings] == [("ADC0209", Severity.WARNING)]


def test_extents_that_sample_and_annotation_give_alike(tmp_path: Path) -> None:
    """They stay numbers; where the two differ the sample decides, as in its type."""
    path = tmp_path / "in.npz"
    np.savez(path, A=np.ones((3, 5)), b=np.ones(4, dtype=np.float32), c=np.ones(5))
    text = 'def f(A: "float64[3, M]", b: "float64[2]", c: "float64[K]"): pass\n'
    types = types_of(text, example=str(path))
    assert [str(t.shape) for t in types.values()] == ["(3, n0)", "(n1,)", "(n0,)"]
    assert types["b"].dtype is DType.FLOAT32


def test_faults_of_examples(tmp_path: Path) -> None:
    text = "def f(x): pass\n"
    assert fault_of(text, example=str(tmp_path / "none.npz")).code == "ADC0602"
    assert fault_of(text, example=str(tmp_path)).code == "ADC0602"
    bad = tmp_path / "bad.npz"
    for content in (b"", b"x = 1\n", b"PK\x03\x04 broken"):
        bad.write_bytes(content)
        assert fault_of(text, example=str(bad)).code == "ADC0207"
    np.save(tmp_path / "one.npy", np.ones(3))
    assert fault_of(text, example=str(tmp_path / "one.npy")).code == "ADC0207"
    np.savez(bad, x=np.array([{}], dtype=object))
    assert fault_of(text, example=str(bad)).code == "ADC0207"
    np.savez(bad, x=np.ones(3, dtype=np.float16))
    assert fault_of(text, example=str(bad)).code == "ADC0202"
    np.savez(bad, y=np.ones(3))
    assert fault_of(text, example=str(bad)).code == "ADC0201"


def test_no_example_is_ever_unpickled(tmp_path: Path) -> None:
    witness = tmp_path / "witness"

    class Evil:
        def __reduce__(self) -> tuple[object, tuple[str]]:
            return Path.touch, (witness,)  # type: ignore[return-value]

    np.savez(tmp_path / "in.npz", x=np.array([Evil()], dtype=object))
    assert fault_of("def f(x): pass\n", example=str(tmp_path / "in.npz")).code == "ADC0207"
    assert not witness.exists()


# -- the override and the function -----------------------------------------------------------------


def test_dtype_override() -> None:
    warnings: list[Diagnostic] = []
    text = "def f(x: float64[N], a: float, n: int, k: int64[N], y: np.float32): pass\n"
    types = types_of(text, dtype_override="float32", warnings=warnings)
    found = [(t.dtype.value, t.weak) for t in types.values()]
    assert found == [
        ("float32", False),
        ("float32", True),
        ("int64", True),
        ("int64", False),
        ("float32", False),
    ]
    (note,) = warnings
    assert note.severity is Severity.NOTE
    assert note.message == "`--dtype float32` overrides the type of `x`, `a`"
    assert fault_of(text, dtype_override="int64").code == "ADC0202"


def test_an_override_that_changes_nothing_is_silent() -> None:
    warnings: list[Diagnostic] = []
    types_of("def f(x: float64[N]): pass\n", dtype_override="float64", warnings=warnings)
    assert warnings == []


def test_choose_function() -> None:
    two = parse("k.py", "def f(x): pass\ndef g(x):\n    with x: pass\n")
    assert choose_function(two, "f").name == "f"
    for module, name, code in (
        (two, None, "ADC0208"),
        (two, "h", "ADC0208"),
        (two, "g", "ADC0104"),
        (parse("k.py", "x = 1\n"), None, "ADC0208"),
        (parse("k.py", "def g(x):\n    with x: pass\n"), None, "ADC0104"),
    ):
        with pytest.raises(AdcError) as caught:
            choose_function(module, name)
        assert [d.code for d in caught.value.diagnostics] == [code]


def test_defaults_that_are_computed_of_constants_are_kept(tmp_path: Path) -> None:
    """They are no arguments, and the derivative with respect to one is refused with the way out."""
    kernel = tmp_path / "kernel.py"
    kernel.write_text(
        "import numpy as np\n\n\ndef f(x, high=2*np.pi, low=-1.0/3, first=(True, -2.5)):\n"
        "    return np.sum(x % high) * low + (x[0] if first[0] else x[1]) * first[1]\n"
    )
    words = ["check", str(kernel), "--signature", "f(x: float64[3])", "--wrt"]
    done = CliRunner().invoke(adc, [*words, "x"], prog_name="adc")
    assert done.exit_code == 0 and done.output.count("warning[ADC0210]") == 3
    refused = CliRunner().invoke(adc, [*words, "x,high"], prog_name="adc")
    assert refused.exit_code == 1 and "`high: float`" in refused.output
