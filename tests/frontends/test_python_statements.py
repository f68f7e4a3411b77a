"""Statements and expressions of the Python frontend: the tree and its spans."""

from __future__ import annotations

import pytest

from adc.diagnostics import Span
from adc.frontends import surface
from adc.frontends.names import walk
from adc.frontends.python import parse


def only_function(text: str) -> surface.Function:
    module = parse("k.py", text)
    (function,) = module.functions
    return function


def statements(text: str) -> tuple[surface.Statement, ...]:
    lines = "".join(f"    {line}\n" for line in text.split("\n"))
    return only_function(f"def f(A, B, n):\n{lines}").body


def value_of(text: str) -> surface.Expr:
    (statement,) = statements(f"x = {text}")
    assert isinstance(statement, surface.Assign)
    return statement.value


def show(node: surface.Expr | surface.Statement | None) -> str:
    """A fully parenthesised text of an expression, to compare trees by."""
    match node:
        case None:
            return ""
        case surface.Name(name):
            return name
        case surface.Number(text, kind):
            return text if kind == "int" else f"{text}f"
        case surface.Boolean(value):
            return str(value)
        case surface.String(value):
            return repr(value)
        case surface.NoneValue():
            return "None"
        case surface.Ellipsis():
            return "..."
        case surface.Unary(op, operand):
            return f"({op} {show(operand)})"
        case surface.Binary(op, left, right):
            return f"({show(left)} {op} {show(right)})"
        case surface.Compare(ops, operands):
            rest = " ".join(f"{o} {show(e)}" for o, e in zip(ops, operands[1:]))
            return f"<{show(operands[0])} {rest}>"
        case surface.Logical(op, operands):
            return f"({f' {op} '.join(map(show, operands))})"
        case surface.Conditional(condition, then, orelse):
            return f"({show(then)} if {show(condition)} else {show(orelse)})"
        case surface.Call(function, arguments, keywords):
            given = [show(a) for a in arguments] + [f"{k.name}={show(k.value)}" for k in keywords]
            return f"{show(function)}({', '.join(given)})"
        case surface.Attribute(value, name):
            return f"{show(value)}.{name}"
        case surface.Subscript(value, items):
            return f"{show(value)}[{', '.join(map(show, items))}]"
        case surface.Slice(start, stop, step):
            return f"{show(start)}:{show(stop)}:{show(step)}"
        case surface.Sequence(items, is_list):
            return ("[{}]" if is_list else "({},)").format(", ".join(map(show, items)))
    raise AssertionError(node)


@pytest.mark.parametrize(
    ("text", "tree"),
    [
        ("A + B - 1", "((A + B) - 1)"),
        ("A - (B - 1)", "(A - (B - 1))"),
        ("A * B / 2 // n % 3 @ A", "(((((A * B) / 2) // n) % 3) @ A)"),
        ("-A ** 2", "(- (A ** 2))"),
        ("A ** -n ** 2", "(A ** (- (n ** 2)))"),
        ("2 ** 3 ** 2", "(2 ** (3 ** 2))"),
        ("+A", "(+ A)"),
        ("~A & B | n ^ 1 << 2 >> 1", "(((~ A) & B) | (n ^ ((1 << 2) >> 1)))"),
        ("not A and B or n", "(((not A) and B) or n)"),
        ("A or B or n", "(A or B or n)"),
        ("0 < n <= 4 != A", "<0 < n <= 4 != A>"),
        ("n is not None", "<n is not None>"),
        ("n not in A", "<n not in A>"),
        ("A if n > 0 else B", "(A if <n > 0> else B)"),
        ("A if n else B if A else 0", "(A if n else (B if A else 0))"),
        ("np.linalg.norm(A, axis=-1)", "np.linalg.norm(A, axis=(- 1))"),
        ("f()(A,)", "f()(A)"),
        ("A[:](n)", "A[::](n)"),
        ("()(n)", "(,)(n)"),
        ("A[1]", "A[1]"),
        ("A[1,]", "A[1]"),
        ("A[(n, 1)]", "A[n, 1]"),
        ("A[1:, :-1, ::2, None, ...]", "A[1::, :(- 1):, ::2, None, ...]"),
        ("A[:]", "A[::]"),
        ("A[1:2:3]", "A[1:2:3]"),
        ("A[n][1]", "A[n][1]"),
        ("A.T.shape[0]", "A.T.shape[0]"),
        ("(A, B)", "(A, B,)"),
        ("A, B", "(A, B,)"),
        ("()", "(,)"),
        ("(A)", "A"),
        ("[A, B,]", "[A, B]"),
        ("[]", "[]"),
        ("True", "True"),
        ("None", "None"),
        ("'a' \"b\"", "'ab'"),
        (r"r'\d' '\n'", r"'\\d\n'"),
        ("match + case", "(match + case)"),
        ("_", "_"),
    ],
)
def test_expression(text: str, tree: str) -> None:
    assert show(value_of(text)) == tree


@pytest.mark.parametrize(
    ("text", "spelling", "kind"),
    [
        ("1", "1", "int"),
        ("1_000", "1000", "int"),
        ("0", "0", "int"),
        ("00", "0", "int"),
        ("0x1F", "31", "int"),
        ("0o17", "15", "int"),
        ("0b101", "5", "int"),
        ("1.", "1.", "float"),
        (".5", ".5", "float"),
        ("1e-3", "1e-3", "float"),
        ("1_0.2_5E+1", "10.25E+1", "float"),
        ("0.1000000000000000055", "0.1000000000000000055", "float"),
    ],
)
def test_number(text: str, spelling: str, kind: str) -> None:
    number = value_of(text)
    assert isinstance(number, surface.Number)
    assert (number.text, number.kind) == (spelling, kind)


@pytest.mark.parametrize(
    "text",
    [
        "A + B * 2",
        "(A + B) * (n - 1)",
        "A @ (B)",
        "-(A)",
        "np.sin(A)[1:, n]",
        "A[\n  1]",
        "not (A)",
        "(A) < (B)",
        "(A) if (n) else (B)",
        "f(A, axis=(0, 1))",
        "(A, B)",
        "A.T",
        "(A) ** (2)",
    ],
)
def test_span_covers_the_expression(text: str) -> None:
    source = f"def f(A, B, n):\n    x = {text}\n"
    (statement,) = only_function(source).body
    assert isinstance(statement, surface.Assign)
    assert cut(source, statement.value.span) == text
    assert cut(source, statement.span) == f"x = {text}"


def cut(source: str, span: Span) -> str:
    lines = source.split("\n")
    start = sum(len(line) + 1 for line in lines[: span.line - 1]) + span.column - 1
    stop = sum(len(line) + 1 for line in lines[: span.end_line - 1]) + span.end_column - 1
    return source[start:stop]


def test_every_node_has_a_span_inside_its_parent() -> None:
    source = (
        "def f(A, B, n, w=1.0):\n"
        "    s = (A[1:-1, n] + 2.0 * B.T) ** 2 if n > 3 and not w else np.sum(A, axis=(0, 1))\n"
        "    for i in range(n - 1, 0, -1):\n"
        "        A[i] += B[i, ...] @ [w, 0]\n"
        "    return s, A\n"
    )
    function = only_function(source)
    checked = 0
    for statement in function.body:
        for node in walk(statement):
            span = node.span
            assert span.file == "k.py"
            assert (span.line, span.column) < (span.end_line, span.end_column)
            assert cut(source, span).strip() == cut(source, span)
            checked += 1
    assert checked > 40


def test_parenthesised_operand_keeps_its_own_span() -> None:
    source = "def f(a, b):\n    x = (a + b) * 2\n"
    (statement,) = only_function(source).body
    assert isinstance(statement, surface.Assign)
    product = statement.value
    assert isinstance(product, surface.Binary)
    assert cut(source, product.span) == "(a + b) * 2"
    assert cut(source, product.left.span) == "a + b"


@pytest.mark.parametrize(
    ("text", "targets"),
    [
        ("x = A", ["x"]),
        ("x = y = A", ["x", "y"]),
        ("x, y = A, B", ["(x, y,)"]),
        ("(x, A[0]) = B", ["(x, A[0],)"]),
        ("[x, y] = B", ["[x, y]"]),
        ("x, (y, z) = B", ["(x, (y, z,),)"]),
        ("A[1:-1] = B", ["A[1:(- 1):]"]),
    ],
)
def test_assignment(text: str, targets: list[str]) -> None:
    (statement,) = statements(text)
    assert isinstance(statement, surface.Assign)
    assert [show(t) for t in statement.targets] == targets


def test_annotated_assignment() -> None:
    declared, assigned = statements("x: int\ny: 'float64[n]' = A")
    assert isinstance(declared, surface.Pass)
    assert isinstance(assigned, surface.Assign)
    assert assigned.annotation == "float64[n]"


@pytest.mark.parametrize(
    "op", ["+", "-", "*", "/", "//", "%", "**", "@", "&", "|", "^", "<<", ">>"]
)
def test_augmented_assignment(op: str) -> None:
    (statement,) = statements(f"A[n] {op}= B")
    assert isinstance(statement, surface.AugmentedAssign)
    assert (show(statement.target), statement.op, show(statement.value)) == ("A[n]", op, "B")


@pytest.mark.parametrize(
    ("header", "arguments"),
    [
        ("for i in range(n)", ["n"]),
        ("for i in range(1, n - 1)", ["1", "(n - 1)"]),
        ("for i in range(n, 0, -1)", ["n", "0", "(- 1)"]),
        ("for _ in range(len(A))", ["len(A)"]),
        ("for i in nb.prange(n)", ["n"]),
    ],
)
def test_for(header: str, arguments: list[str]) -> None:
    source = f"def f(A, n):\n    {header}:\n        pass\n"
    (loop,) = only_function(source).body
    assert isinstance(loop, surface.For)
    assert [show(a) for a in loop.arguments] == arguments
    assert cut(source, loop.span) == header
    assert isinstance(loop.body[0], surface.Pass)


def test_if_elif_else() -> None:
    source = (
        "def f(n):\n    if (n > 0):\n        x = 1\n    elif n:\n        x = 2\n"
        "    else:\n        x = 3\n"
    )
    (branch,) = only_function(source).body
    assert isinstance(branch, surface.If)
    assert cut(source, branch.span) == "if (n > 0)"
    (inner,) = branch.orelse
    assert isinstance(inner, surface.If)
    assert cut(source, inner.span) == "elif n"
    assert len(inner.then) == len(inner.orelse) == 1


def test_many_elifs_do_not_exhaust_the_stack() -> None:
    chain = "".join(f"    elif n == {i}:\n        x = {i}\n" for i in range(1, 1500))
    function = only_function(f"def f(n):\n    if n == 0:\n        x = 0\n{chain}    return x\n")
    assert isinstance(function.body[0], surface.If)


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("return", None),
        ("return A", ["A"]),
        ("return A, B", ["A", "B"]),
        ("return (A, B)", ["A", "B"]),
        ("return (A)", ["A"]),
        ("return None", ["None"]),
        ("return [A, B]", ["[A, B]"]),
    ],
)
def test_return(text: str, values: list[str] | None) -> None:
    (statement,) = statements(text)
    assert isinstance(statement, surface.Return)
    shown = None if statement.values is None else [show(v) for v in statement.values]
    assert shown == values


def test_docstring_and_loose_strings() -> None:
    function = only_function('def f(A):\n    """Doc \\d."""\n    "loose"\n    ...\n    return A\n')
    assert function.docstring == "Doc \\d."
    assert [type(s) for s in function.body] == [surface.Pass, surface.Return]


def test_a_docstring_alone_is_a_body() -> None:
    assert only_function('def f(A):\n    "doc"\n').body == ()


def test_semicolons_assert_and_calls() -> None:
    first, second, check, call = statements("x = 1; y = 2;\nassert n > 0, 'no'\ng(A)")
    assert isinstance(first, surface.Assign) and isinstance(second, surface.Assign)
    assert isinstance(check, surface.Assert) and show(check.condition) == "<n > 0>"
    assert isinstance(call, surface.Evaluate) and show(call.value) == "g(A)"


def test_one_line_blocks() -> None:
    (loop,) = statements("for i in range(n): A[i] = 0; B[i] = 1")
    assert isinstance(loop, surface.For)
    assert len(loop.body) == 2


def test_parameters() -> None:
    source = (
        'def f(a, b: float, c=1, d: "float64[N, M]" = 2, /, e: dc.float64[N] = 3, *, g,): pass\n'
    )
    function = only_function(source)
    assert [p.name for p in function.parameters] == ["a", "b", "c", "d", "e", "g"]
    annotations = [p.annotation for p in function.parameters]
    assert annotations == [None, "float", None, "float64[N, M]", "dc.float64[N]", None]
    assert [show(p.default) for p in function.parameters] == ["", "", "1", "2", "3", ""]
    for parameter in function.parameters:
        assert cut(source, parameter.span) == parameter.name
        if parameter.annotation_span:
            assert cut(source, parameter.annotation_span) == parameter.annotation
    assert cut(source, function.span) == "def f"
