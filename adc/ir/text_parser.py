"""Reads the IR's text form (`adc.ir.text`, grammar `grammars/ir.lark`) back into a Program."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

import sympy
from lark import Lark, Token, Transformer, v_args
from lark.exceptions import UnexpectedInput, VisitError

from adc.diagnostics import InternalError, Span
from adc.ir import build, shapes
from adc.ir.call import Call
from adc.ir.declarations import Assumption, Container, Parameter, Raised, Within
from adc.ir.dtypes import DType
from adc.ir.enums import ParameterKind, Role, Update, When
from adc.ir.expressions import Alternatives, Apply, Const, Expr, IntValue, Need, Read
from adc.ir.external import External
from adc.ir.implicit import Equation, Implicit
from adc.ir.node import Access, Body, Dim, Evaluated, Node, Write
from adc.ir.nodes import Branch, Compute, Heading, Loop, Mark, Replay, ReverseWhile, Snapshot, While
from adc.ir.operation import KINDS, Operation
from adc.ir.program import Program
from adc.ir.text import BINARY, SUFFIXES
from adc.ir.text_places import IrTextError, Placed, place_of, reason_of
from adc.resources import read_text

_DTYPES = {suffix: dtype for dtype, suffix in SUFFIXES.items()}
_SUFFIX = re.compile(r"_(f64|f32|i64|i32|b)$")
_COMPARISONS = {sign: op for op, sign in BINARY.items() if op in build.COMPARISONS}


@dataclass(frozen=True)
class _Negated:
    """The negative of a factor, which SymPy takes out of a product as a whole: -(a + b)*c is not
    (-a - b)*c to it."""

    of: sympy.Expr


def _value(read: Any) -> sympy.Expr:
    return -read.of if isinstance(read, _Negated) else read


_INTEGER_CALLS: dict[str, Callable[..., sympy.Expr]] = {
    "min": shapes.minimum,
    "max": shapes.maximum,
    "wrap": shapes.wrap,
    "choose": shapes.choose,
    "ceildiv": lambda a, b: sympy.ceiling(a / b),
}


@dataclass(frozen=True)
class _Header:
    word: str
    name: str
    parameters: tuple[Parameter, ...]
    returns: tuple[str, ...]


@dataclass(frozen=True)
class _Source:
    name: str


@dataclass(frozen=True)
class _Further:
    """The line that begins a further part of the branch or replay before it: `else:`, `save:`,
    or with the variable that the steps are counted in, `advance`."""

    word: str
    var: str = ""


@dataclass
class _Block:
    """An open block of statements and the line that opened it (none for the program's body)."""

    depth: int
    opener: Node | None
    nodes: list[Node] = field(default_factory=list)


def parse_program(text: str, file: str = "", place: Placed | None = None) -> Program:
    """The program that `text` spells, with its routines; `place` gives declarations and nodes their
    spans.

    IrTextError names the line, and with it `file`, that is no IR.
    """
    place = place or (lambda number, line: None)
    readers = [_Reader(place)]
    for number, line in enumerate(text.split("\n"), 1):
        if line.startswith("routine ") and readers[-1].header:
            readers.append(_Reader(place))
        try:
            readers[-1].line(line, number)
        except (UnexpectedInput, VisitError, InternalError) as error:
            where = place_of(error, file, number, line)
            raise IrTextError(reason_of(error), where, line) from error
    first = readers[0].header
    if first is None or first.word != "program":
        raise IrTextError("a text without a program line", Span(file, 1))
    program, *routines = (r.program(r.header) for r in readers if r.header)
    return replace(program, routines=tuple(routines))


class _Reader:
    """Collects declarations, and statements into blocks by their indentation."""

    def __init__(self, place: Placed) -> None:
        self.place = place
        self.header: _Header | None = None
        self.source = ""
        self.external: External | None = None
        self.implicit: Implicit | None = None
        self.containers: dict[str, Container] = {}
        self.assumptions: list[Assumption] = []
        self.blocks = [_Block(0, None)]
        self.builder = _Builder(self.containers)

    def line(self, line: str, number: int) -> None:
        if not line.strip():
            return
        depth = len(line) - len(line.lstrip(" "))
        heading = re.match(r"(#+) ?(.*)", line.lstrip(" "))
        if heading and self.header is None:
            return  # what stands before the program is about it, as the rows of a plan are
        self.close(depth)
        item = _heading(heading) if heading else self.builder.transform(_grammar().parse(line))
        if isinstance(item, (Container, Assumption, Compute)) or hasattr(item, "label"):
            item = replace(item, span=self.place(number, line))
        self.add(item, depth)

    def add(self, item: Any, depth: int) -> None:
        if isinstance(item, _Header):
            self.header = item
        elif isinstance(item, _Source):
            self.source = item.name
        elif isinstance(item, External):
            self.external = item
        elif isinstance(item, Implicit):
            self.implicit = item
        elif isinstance(item, shapes.Defined):
            self.builder.defined[item.name] = item
        elif isinstance(item, Container):
            self.containers[item.name] = item
        elif isinstance(item, Assumption):
            self.assumptions.append(item)
        elif isinstance(item, _Further):
            self.open_further(item, depth)
        else:
            self.add_node(item, depth)

    def add_node(self, node: Node, depth: int) -> None:
        block = self.blocks[-1]
        if block.opener is not None and not block.nodes and depth > block.depth:
            block.depth = depth
        if depth != block.depth:
            raise InternalError("unexpected indentation")
        block.nodes.append(node)
        if node.parts:
            self.blocks.append(_Block(depth, node))

    def open_further(self, item: _Further, depth: int) -> None:
        block = self.blocks[-1]
        before = block.nodes[-1] if block.nodes else None
        opener: Node | None = None
        if item.word == "else" and isinstance(before, Branch):
            opener = replace(before, orelse=_OPEN)
        elif item.word == "advance" and isinstance(before, Replay):
            opener = replace(before, var=item.var, body=_OPEN)
        elif item.word == "save" and isinstance(before, Replay):
            opener = replace(before, save=_OPEN)
        if opener is None or depth != block.depth:
            raise InternalError(f"`{item.word}:` where none belongs")
        self.blocks.append(_Block(depth, opener))

    def close(self, depth: int) -> None:
        """End every block that a line at `depth` does not belong to."""
        while len(self.blocks) > 1:
            block, outer = self.blocks[-1], self.blocks[-2]
            if depth > outer.depth:
                return
            self.blocks.pop()
            outer.nodes[-1] = _closed(block)

    def program(self, header: _Header) -> Program:
        self.close(0)
        return Program(
            header.name,
            header.parameters,
            tuple(self.containers.values()),
            tuple(self.blocks[0].nodes),
            header.returns,
            tuple(self.assumptions),
            self.source,
            external=self.external,
            implicit=self.implicit,
        )


#: Stands for the part of a node that is being read.
_OPEN: Body = (Heading("open"),)


def _closed(block: _Block) -> Node:
    assert block.opener is not None
    found = (tuple(block.nodes) if part is _OPEN else part for part in block.opener.parts)
    return block.opener.with_parts(tuple(found))


def _heading(match: re.Match[str]) -> Heading:
    text = re.sub(r"\\(.)", lambda m: "\n" if m[1] == "n" else m[1], match[2])
    return Heading(text, len(match[1]) - 1)


@lru_cache(maxsize=1)
def _grammar() -> Lark:
    return Lark(read_text("grammars", "ir.lark"), parser="lalr", maybe_placeholders=True)


def _binary(op: str) -> Callable[..., Expr]:
    return lambda self, a, b: build.apply(op, a, b)


@v_args(inline=True)
class _Builder(Transformer):  # type: ignore[misc,type-arg]
    """Lark's tree of one line -> the IR's objects."""

    def __init__(self, containers: dict[str, Container]) -> None:
        super().__init__()
        self.containers = containers
        self.defined: dict[str, shapes.Defined] = {}

    # -- declarations ------------------------------------------------------------------------------

    def header(self, word: Token, name: Token, *rest: Any) -> _Header:
        *parameters, returns = rest
        return _Header(str(word), str(name), tuple(p for p in parameters if p), returns or ())

    def parameter(self, name: Token, kind: Token) -> Parameter:
        return Parameter(str(name), ParameterKind(kind))

    def returns(self, *names: Token) -> tuple[str, ...]:
        return tuple(map(str, names))

    def source(self, text: Token) -> _Source:
        return _Source(json.loads(text))

    def external(self, name: Token, by_value: Any, *rest: Any) -> External:
        narrow, link, tangent, adjoint = rest
        flags = json.loads(link) if link else ""
        return External(
            str(name), by_value is not None, narrow or (), flags, str(tangent or ""),
            str(adjoint or ""),
        )  # fmt: skip

    def implicit(self, word: Token, states: Any, *rest: Any) -> Implicit:
        open_, trips, limit, given, tolerance = rest
        return Implicit(
            Equation[str(word).upper()], states, str(open_), str(trips), tolerance,
            given is not None, int(limit),
        )  # fmt: skip

    def states(self, *names: Token) -> tuple[str, ...]:
        return tuple(map(str, names))

    def narrow(self, *names: Token) -> tuple[str, ...]:
        return tuple(map(str, names))

    def container(self, role: Token, name: Token, dtype: Token, *rest: Any) -> Container:
        within = tuple(one for one in rest if isinstance(one, Within))
        *shape, of, whole, unique, raises = (one for one in rest if not isinstance(one, Within))
        extents = tuple(n for n in shape if n is not None)
        kind, primal = DType(str(dtype)), str(of or "")
        return Container(
            str(name), kind, extents, Role(role), primal, whole=bool(whole), within=within,
            raises=raises or (), unique=bool(unique),
        )  # fmt: skip

    def within(self, *bounds: sympy.Expr) -> Within:
        return Within(*bounds)

    def raises(self, *found: Raised) -> tuple[Raised, ...]:
        return found

    def raised(self, code: Token, exception: Token, text: Token) -> Raised:
        return Raised(int(code), json.loads(exception), json.loads(text))

    def definition(self, name: Token, _: Token, value: sympy.Expr) -> shapes.Defined:
        return shapes.Defined(str(name), value)

    def assumption(
        self, left: Any, relation: Token, right: Any, reason: Any, raises: Any
    ) -> Assumption:
        raised = raises[0] if raises else None
        told = json.loads(reason) if reason else ""
        return Assumption(left, str(relation), right, told, raised=raised)

    # -- statements --------------------------------------------------------------------------------

    def statement(self, label: Token, target: Access, op: Token, expr: Expr, *rest: Any) -> Compute:
        *dims, blank, note = rest
        domain = tuple(d for d in dims if d is not None)
        text = json.loads(note) if note else ""
        return Compute(
            str(label), target, Update(op), expr, domain, note=text, blank=blank is not None
        )

    def operation(self, label: Token, keyword: Token, *rest: Any) -> Operation:
        *sections, note = rest
        kind = KINDS.get(str(keyword))
        if kind is None:
            raise InternalError(f"no operation is called {keyword}")
        operands = tuple(s for s in sections if isinstance(s, Evaluated))
        results = tuple(s for s in sections if isinstance(s, Write))
        return kind(str(label), operands, results, note=json.loads(note) if note else "")

    def routine_call(self, label: Token, name: Token, *rest: Any) -> Call:
        *parts, note = rest
        operands = tuple(s for s in parts if isinstance(s, Evaluated))
        results = tuple(s for s in parts if isinstance(s, Write))
        given = tuple(s for s in parts if isinstance(s, sympy.Expr))
        text = json.loads(note) if note else ""
        return Call(str(label), operands, results, None, text, str(name), given)

    def section(self, element: Expr, *dims: Any) -> Evaluated:
        return Evaluated(element, tuple(d for d in dims if d is not None))

    def result(self, adding: Any, target: Access, *dims: Any) -> Write:
        op = Update.ASSIGN if adding is None else Update.ADD
        return Write(target, tuple(d for d in dims if d is not None), op)

    def dim(self, var: Token, start: Any, stop: Any) -> Dim:
        return Dim(str(var), start, stop)

    def loop(self, label: Any, var: Token, start: Any, stop: Any, step: Any, back: Any) -> Loop:
        number = 1 if step is None else int(step)
        return Loop(
            str(var), start, stop, number, _OPEN, backwards=back is not None, label=str(label or "")
        )

    def branch(self, label: Any, condition: Expr) -> Branch:
        return Branch(condition, _OPEN, label=str(label or ""))

    def orelse(self) -> _Further:
        return _Further("else")

    def while_loop(
        self, label: Any, condition: Expr, var: Token, limit: Any, trips: Token
    ) -> While:
        return While(str(var), condition, _OPEN, str(trips), limit, label=str(label or ""))

    def reverse_while(self, label: Any, var: Token, trips: Token) -> ReverseWhile:
        return ReverseWhile(str(var), str(trips), _OPEN, label=str(label or ""))

    def snapshot(
        self, label: Any, loop: Token, step: Any, steps: Any, slot: Token, slots: Token
    ) -> Snapshot:
        label = str(label or "")
        return Snapshot(str(loop), step, steps, int(slots), str(slot), _OPEN, label=label)

    def replay(self, label: Any, loop: Token, step: Any, slot: Token, slots: Token) -> Replay:
        label = str(label or "")
        return Replay(str(loop), step, int(slots), str(slot), _OPEN, "", (), (), label=label)

    def advance(self, var: Token) -> _Further:
        return _Further("advance", str(var))

    def mark(self, point: Token) -> Mark:
        return Mark(str(point))

    def save(self) -> _Further:
        return _Further("save")

    def access(self, name: Token, *index: Any) -> Access:
        return Access(str(name), tuple(i for i in index if i is not None))

    # -- integer expressions -----------------------------------------------------------------------

    def integer(self, a: Any) -> sympy.Expr:
        return _value(a)

    def int_add(self, a: Any, b: Any) -> sympy.Expr:
        return _value(a) + _value(b)

    def int_sub(self, a: Any, b: Any) -> sympy.Expr:
        return _value(a) - _value(b)

    def int_mul(self, a: Any, b: Any) -> Any:
        return _Negated(a.of * _value(b)) if isinstance(a, _Negated) else a * _value(b)

    def int_div(self, a: Any, b: Any) -> sympy.Expr:
        return _value(a) / _value(b)

    def int_floordiv(self, a: Any, b: Any) -> sympy.Expr:
        return shapes.floordiv(_value(a), _value(b))

    def int_mod(self, a: Any, b: Any) -> sympy.Expr:
        return shapes.floormod(_value(a), _value(b))

    def int_neg(self, a: Any) -> Any:
        return _Negated(_value(a))

    def int_pow(self, a: Any, exponent: Token) -> sympy.Expr:
        return a ** int(exponent)

    def int_number(self, text: Token) -> sympy.Expr:
        return shapes.integer(int(text))

    def int_symbol(self, name: Token) -> sympy.Expr:
        return self.defined.get(str(name), shapes.symbol(str(name)))

    def int_call(self, name: Token, *args: Any) -> sympy.Expr:
        return _INTEGER_CALLS[name](*args)

    def int_entry(self, name: Token, *index: sympy.Expr) -> sympy.Expr:
        held = self.containers.get(str(name))
        kind = shapes.distinct if held is not None and held.unique else shapes.entry
        return kind.of(str(name), index)

    # -- values ------------------------------------------------------------------------------------

    def number(self, token: Token) -> Const:
        return _literal(str(token))

    def quoted(self, token: Token) -> Const:
        _, text, suffix = token.split("`")
        return Const(text, _DTYPES[suffix[1:]] if suffix else DType.FLOAT64)

    def truth(self, token: Token) -> Const:
        return Const(str(token), DType.BOOL)

    def int_value(self, value: Any, suffix: Any) -> IntValue:
        return IntValue(value, _DTYPES[suffix[1:]] if suffix else DType.INT64)

    def read(self, access: Access) -> Read:
        return Read(access.container, access.index, self.containers[access.container].dtype)

    def need(self, access: Access, when: Token, point: Token) -> Need:
        dtype = self.containers[access.container].dtype
        return Need(access.container, access.index, dtype, str(point), When(when))

    def call(self, name: Token, *args: Expr) -> Expr:
        if name == "either":
            return Alternatives(args)
        if name in {d.value for d in DType}:
            return Apply("cast", args, DType(str(name)))
        return build.apply(str(name), *args)

    def compare(self, a: Expr, sign: Token, b: Expr) -> Expr:
        return build.apply(_COMPARISONS[sign], a, b)

    def op_neg(self, a: Expr) -> Expr:
        return build.apply("neg", a)

    def op_not(self, a: Expr) -> Expr:
        return build.apply("not", a)

    op_or, op_and = _binary("or"), _binary("and")
    op_add, op_sub, op_mul = _binary("add"), _binary("sub"), _binary("mul")
    op_div, op_floordiv, op_mod = _binary("div"), _binary("floordiv"), _binary("mod")
    op_pow = _binary("pow")


def _literal(text: str) -> Const:
    suffix = _SUFFIX.search(text)
    if suffix:
        return Const(text[: suffix.start()], _DTYPES[suffix[1]])
    integral = text.replace("_", "").isdigit() or text[:2].lower() == "0x"
    return Const(text, DType.INT64 if integral else DType.FLOAT64)
