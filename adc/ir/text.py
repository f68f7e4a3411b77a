"""The IR's text form: what `adc show` prints and `adc.ir.text_parser` reads back.

    program axpy(N: size, a: scalar, x: array, y: array)
    input a: float64
    input x: float64[N]
    inout y: float64[N]

    S1: y[i] = a*x[i] + y[i] for i in 0:N  # axpy.py:3

Loops are Python's (`for t in range(1, T):`, `backwards` where they are), a container's role stands
before its name. Operations are operators or calls, `float32(x)` is a cast, `{i + 1}` an integer
expression as a value, `A[i]@before.S1` a need, `either(a, b)` a choice. A number without a point
is int64 and any other literal float64 unless a suffix says so (`0.5_f32`); a literal that is no
plain number stands in backquotes (`` `pi` ``). A heading of level n begins with n + 1 `#`. Spans
are comments: they are not read back.

`while a > b as t to 9 into n:` counts its iterations in t, ends after 9 of them at the latest and
leaves their number in n; `reverse while t from n:` goes back through them. `snapshot L1 step t slot
k of 3:` heads what keeps a state. `replay L1 step t slot k of 3:` heads what loads one, its
`advance r:` one step from there, its `save:` what keeps a state on the way.

`mark S3` stands where the adjoint of S3 begins. `S4: do scan(x[i] for i in 0:N) -> y[j]
for j in 0:N` is an operation on sections of arrays (`-> += y[j]` adds). `define s = n - 1` before
the assumptions makes s a symbol that stands for n - 1.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass

import sympy

from adc.diagnostics import InternalError, Span
from adc.ir.call import Call
from adc.ir.declarations import Container, Raised
from adc.ir.dtypes import DType
from adc.ir.enums import Update
from adc.ir.expressions import (
    Alternatives,
    Apply,
    Const,
    Expr,
    Index,
    IntValue,
    Need,
    Read,
)
from adc.ir.external import External
from adc.ir.implicit import Implicit
from adc.ir.node import Body, Domain, Node, Statement
from adc.ir.nodes import Branch, Compute, Heading, Loop, Mark, Replay, ReverseWhile, Snapshot, While
from adc.ir.operation import Operation
from adc.ir.program import Program
from adc.ir.shapes import Defined
from adc.ir.shapes_text import ir_text

SUFFIXES = {
    DType.FLOAT64: "f64",
    DType.FLOAT32: "f32",
    DType.INT64: "i64",
    DType.INT32: "i32",
    DType.BOOL: "b",
}
BINARY = {
    "or": "or", "and": "and", "lt": "<", "le": "<=", "gt": ">", "ge": ">=", "eq": "==",
    "ne": "!=", "add": "+", "sub": "-", "mul": "*", "div": "/", "floordiv": "//", "mod": "%",
}  # fmt: skip
# Precedence, weakest first.
_OR, _AND, _NOT, _COMPARISON, _SUM, _PRODUCT, _UNARY, _POWER, _ATOM = range(9)
_LEVELS = {
    "or": _OR, "and": _AND, "add": _SUM, "sub": _SUM, "mul": _PRODUCT, "div": _PRODUCT,
    "floordiv": _PRODUCT, "mod": _PRODUCT,
}  # fmt: skip
_TIGHT = {"*", "/", "//", "%"}
_INTEGER = re.compile(r"\d+(_\d+)*|0[xX][0-9a-fA-F]+")
_NUMBER = re.compile(rf"{_INTEGER.pattern}|(\d+(_\d+)*\.?\d*|\.\d+)([eE][-+]?\d+)?")
_INDENT = "    "


def program_text(program: Program, spans: bool = True) -> str:
    """The whole program, then its routines; `spans` adds the source positions as comments."""
    parts = [(program, "program"), *((routine, "routine") for routine in program.routines)]
    return "\n".join(_one_text(each, head, spans) for each, head in parts)


def _one_text(program: Program, head: str, spans: bool) -> str:
    lines = [_header(program, head)]
    if program.source:
        lines.append(f"source {_string(program.source)}")
    if program.external is not None:
        lines.append(external_text(program.external))
    lines += [container_text(c) for c in program.containers]
    lines += [f"define {d.name} = {ir_text(d.definition)}" for d in definitions(program)]
    if program.implicit is not None:
        lines.append(implicit_text(program.implicit))
    for a in program.assumptions:
        because = f" because {_string(a.reason)}" if a.reason else ""
        because += _raises((a.raised,)) if a.raised else ""
        lines.append(f"assume {ir_text(a.left)} {a.relation} {ir_text(a.right)}{because}")
    if program.body:
        lines += ["", *_body_lines(program.body, "", spans)]
    return "\n".join(lines) + "\n"


def external_text(external: External) -> str:
    """`external symbol by value narrow n link "flags" tangent f adjoint g`."""
    text = f"external {external.symbol}" + (" by value" if external.by_value else "")
    text += f" narrow {', '.join(external.narrow)}" if external.narrow else ""
    text += f" link {_string(external.link)}" if external.link else ""
    text += f" tangent {external.tangent}" if external.tangent else ""
    return text + (f" adjoint {external.adjoint}" if external.adjoint else "")


def implicit_text(implicit: Implicit) -> str:
    """`implicit fixed_point u, v open o trips t limit 100 tolerance given 1e-08`."""
    text = f"implicit {implicit.equation.name.lower()} {', '.join(implicit.states)}"
    text += f" open {implicit.open} trips {implicit.trips} limit {implicit.limit} tolerance"
    return text + (" given " if implicit.given else " ") + expr_text(implicit.tolerance)


def definitions(program: Program) -> list[Defined]:
    """The symbols with a definition that the program uses, each after those of its definition."""
    found: dict[Defined, None] = {}

    def visit(part: object) -> None:
        if isinstance(part, sympy.Basic):
            for defined in sorted(part.atoms(Defined), key=str):
                if defined not in found:
                    visit(defined.definition)
                    found[defined] = None
        elif isinstance(part, tuple):
            for item in part:
                visit(item)
        elif is_dataclass(part):
            for each in fields(part):
                visit(getattr(part, each.name))

    visit((program.containers, program.assumptions, program.body))
    return list(found)


def body_text(body: Body, spans: bool = True) -> str:
    """Statements alone."""
    return "".join(f"{line}\n" for line in _body_lines(body, "", spans))


def statement_text(node: Statement, spans: bool = True) -> str:
    """One statement on one line."""
    if isinstance(node, Operation):
        return _operation_text(node) + (_comment(node.span) if spans else "")
    if not isinstance(node, Compute):
        raise InternalError(f"{type(node).__name__} has no text", node.span)
    index = access_text(node.container, node.target.index)
    text = f"{node.label}: {index} {node.op} {expr_text(node.expr)}"
    text += _domain(node.domain)
    if node.blank:
        text += " blank"
    if node.note:
        text += f" note {_string(node.note)}"
    return text + (_comment(node.span) if spans else "")


def _operation_text(node: Operation) -> str:
    operands = (expr_text(e) + _domain(domain) for e, domain in node.operands)
    results = (
        ("+= " if w.op == Update.ADD else "")
        + access_text(w.container, w.target.index)
        + _domain(w.domain)
        for w in node.results
    )
    name = f"{node.routine}[{_list(node.given)}]" if isinstance(node, Call) else node.keyword
    text = f"{node.label}: do {name}({'; '.join(operands)}) -> {'; '.join(results)}"
    return text + (f" note {_string(node.note)}" if node.note else "")


def _domain(domain: Domain) -> str:
    dims = ", ".join(f"{d.var} in {ir_text(d.start)}:{ir_text(d.stop)}" for d in domain)
    return f" for {dims}" if dims else ""


def container_text(container: Container) -> str:
    """`role name: dtype[shape] of primal whole unique within low:stop raises code name text`."""
    shape = f"[{_list(container.shape)}]" if container.shape else ""
    of = f" of {container.of}" if container.of else ""
    whole = " whole" if container.whole else ""
    text = f"{container.role} {container.name}: {container.dtype}{shape}{of}{whole}"
    text += " unique" if container.unique else ""
    for row in container.within:
        text += f" within {ir_text(row.low)}:{ir_text(row.stop)}"
        if row.first is not None and row.end is not None:
            text += f" of {ir_text(row.first)}:{ir_text(row.end)}"
    return text + _raises(container.raises)


def _raises(raised: tuple[Raised, ...]) -> str:
    told = ", ".join(f"{r.code} {_string(r.exception)} {_string(r.text)}" for r in raised)
    return f" raises {told}" if told else ""


def access_text(container: str, index: Index) -> str:
    return f"{container}[{_list(index)}]" if index else container


def expr_text(expr: Expr) -> str:
    """A value, in Python's precedence; brackets keep the order of operations."""
    return _expr(expr, _OR)


def _header(program: Program, head: str) -> str:
    parameters = ", ".join(f"{p.name}: {p.kind}" for p in program.parameters)
    returns = f" -> {', '.join(program.returns)}" if program.returns else ""
    return f"{head} {program.name}({parameters}){returns}"


def _body_lines(body: Body, indent: str, spans: bool) -> Iterator[str]:
    for node in body:
        yield from (f"{indent}{line}" for line in _node_lines(node, spans))


def _node_lines(node: Node, spans: bool) -> Iterator[str]:
    if isinstance(node, Statement):
        yield statement_text(node, spans)
    elif isinstance(node, Heading):
        text = node.text.replace("\\", "\\\\").replace("\n", "\\n")
        yield f"{'#' * (node.level + 1)} {text}"
    elif isinstance(node, Mark):
        yield f"mark {node.point}"
    elif isinstance(node, Loop):
        yield _loop_head(node) + (_comment(node.span) if spans else "")
        yield from _body_lines(node.body, _INDENT, spans)
    elif isinstance(node, Branch):
        yield from _branch_lines(node, spans)
    elif isinstance(node, (While, ReverseWhile, Snapshot, Replay)):
        yield from _open_lines(node, spans)
    else:
        raise InternalError(f"{type(node).__name__} has no text", node.span)


def _open_lines(node: While | ReverseWhile | Snapshot | Replay, spans: bool) -> Iterator[str]:
    """The loops that data ends, and what is done with snapshots of a loop's state."""
    comment = _comment(node.span) if spans else ""
    if isinstance(node, While):
        limit = "" if node.limit is None else f" to {ir_text(node.limit)}"
        head = f"while {expr_text(node.condition)} as {node.var}{limit}"
        yield f"{_label(node.label)}{head} into {node.trips}:{comment}"
    elif isinstance(node, ReverseWhile):
        yield f"{_label(node.label)}reverse while {node.var} from {node.trips}:{comment}"
    elif isinstance(node, Snapshot):
        steps = "" if node.steps is None else f" of {ir_text(node.steps)}"
        yield (
            f"{_label(node.label)}snapshot {node.loop} step {ir_text(node.step)}{steps}"
            f" slot {node.slot} of {node.slots}:{comment}"
        )
    else:
        yield (
            f"{_label(node.label)}replay {node.loop} step {ir_text(node.step)}"
            f" slot {node.slot} of {node.slots}:{comment}"
        )
        yield from _body_lines(node.load, _INDENT, spans)
        yield f"advance {node.var}:"
        yield from _body_lines(node.body, _INDENT, spans)
        yield "save:"
        yield from _body_lines(node.save, _INDENT, spans)
        return
    yield from _body_lines(node.body, _INDENT, spans)


def _loop_head(node: Loop) -> str:
    step = f", {node.step}" if node.step != 1 else ""
    backwards = " backwards" if node.backwards else ""
    bounds = f"{ir_text(node.start)}, {ir_text(node.stop)}{step}"
    return f"{_label(node.label)}for {node.var} in range({bounds}){backwards}:"


def _branch_lines(node: Branch, spans: bool) -> Iterator[str]:
    head = f"{_label(node.label)}if {expr_text(node.condition)}:"
    yield head + (_comment(node.span) if spans else "")
    yield from _body_lines(node.then, _INDENT, spans)
    if node.orelse:
        yield "else:"
        yield from _body_lines(node.orelse, _INDENT, spans)


def _expr(expr: Expr, least: int) -> str:
    text, level = _leveled(expr)
    return text if level >= least else f"({text})"


def _leveled(expr: Expr) -> tuple[str, int]:
    """The text of `expr` and the precedence of its outermost operation."""
    if isinstance(expr, Apply):
        return _application(expr)
    if isinstance(expr, Const):
        return _literal(expr), _ATOM
    if isinstance(expr, IntValue):
        suffix = "" if expr.dtype is DType.INT64 else f"_{SUFFIXES[expr.dtype]}"
        return f"{{{ir_text(expr.value)}}}{suffix}", _ATOM
    if isinstance(expr, Read):
        return access_text(expr.container, expr.index), _ATOM
    if isinstance(expr, Need):
        access = access_text(expr.container, expr.index)
        return f"{access}@{expr.when}.{expr.point}", _ATOM
    if isinstance(expr, Alternatives):
        return f"either({', '.join(map(expr_text, expr.options))})", _ATOM
    raise InternalError(f"a value of {type(expr).__name__}")


def _application(expr: Apply) -> tuple[str, int]:
    if expr.op == "cast":
        return f"{expr.dtype}({expr_text(expr.args[0])})", _ATOM
    if expr.op == "neg":
        return f"-{_expr(expr.args[0], _UNARY)}", _UNARY
    if expr.op == "not":
        return f"not {_expr(expr.args[0], _NOT)}", _NOT
    if expr.op == "pow":
        base, exponent = expr.args
        return f"{_expr(base, _ATOM)}**{_expr(exponent, _UNARY)}", _POWER
    if expr.op not in BINARY:
        return f"{expr.op}({', '.join(map(expr_text, expr.args))})", _ATOM
    level = _LEVELS.get(expr.op, _COMPARISON)
    left = _expr(expr.args[0], level + (level == _COMPARISON))
    right = _expr(expr.args[1], level + 1)
    sign = BINARY[expr.op]
    return (f"{left}{sign}{right}" if sign in _TIGHT - {"%"} else f"{left} {sign} {right}"), level


def _literal(literal: Const) -> str:
    text, dtype = literal.text, literal.dtype
    if dtype is DType.BOOL and text in ("True", "False"):
        return text
    plain = _NUMBER.fullmatch(text)
    usual = DType.INT64 if _INTEGER.fullmatch(text) else DType.FLOAT64
    suffix = "" if dtype is usual else f"_{SUFFIXES[dtype]}"
    return (text if plain else f"`{text}`") + suffix


def _label(label: str) -> str:
    return f"{label}: " if label else ""


def _list(index: Index) -> str:
    return ", ".join(map(ir_text, index))


def _string(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _comment(span: Span | None) -> str:
    return f"  # {span.file}:{span.line}" if span else ""
