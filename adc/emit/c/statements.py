"""The loop tree as lines of C."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import sympy

from adc.diagnostics import InternalError, Span
from adc.emit.c.integers import IntegerText
from adc.emit.c.quoting import Quoter
from adc.emit.c.values import C_TYPES, ValueText
from adc.emit.c.wrapping import wrap
from adc.ir.expressions import Index
from adc.ir.shapes import floordiv
from adc.schedule.tree import (
    Comment,
    Copy,
    Declare,
    Fill,
    For,
    If,
    MatrixProduct,
    Node,
    Operand,
    Scheduled,
    Statement,
    Tree,
    walk,
)

_STEP = 4


@dataclass
class TreeText:
    """Spells one function's tree. `names` gives the C names, `pointers` the scalars behind one."""

    scheduled: Scheduled
    names: Mapping[str, str]
    pointers: frozenset[str]
    quoter: Quoter
    integers: IntegerText
    lines: list[str] = field(default_factory=list)
    said: Span | None = None

    def __post_init__(self) -> None:
        self.values = ValueText(self.integers, lambda r: self.element(r.container, r.index))
        self.containers = self.scheduled.by_name

    # -- elements and lines --------------------------------------------------------------------

    def element(self, container: str, index: Index) -> str:
        name = self.names[container]
        if not index and container in self.pointers:
            return f"*{name}"
        return name + "".join(f"[{self.integers(i)}]" for i in index)

    def put(self, text: str, depth: int) -> None:
        self.lines.extend(wrap(text, depth * _STEP))

    def say(self, span: Span | None, depth: int) -> None:
        """The comment that says which line of the source the next lines come from."""
        if span is None or (self.said and _line(span) == _line(self.said)):
            return
        self.said = span
        self.lines.append(self.quoter.comment(span, depth * _STEP))

    # -- nodes ---------------------------------------------------------------------------------

    def tree(self, tree: Tree, depth: int) -> None:
        for node in tree:
            self.node(node, depth)

    def node(self, node: Node, depth: int) -> None:
        if isinstance(node, Comment):
            self.heading(node, depth)
        elif isinstance(node, For):
            self.loop(node, depth)
        elif isinstance(node, If):
            self.branch(node, depth)
        elif isinstance(node, Statement):
            self.statement(node, depth)
        elif isinstance(node, Declare):
            self.declare(node, depth)
        elif isinstance(node, (Fill, Copy)):
            self.block(node, depth)
        elif isinstance(node, MatrixProduct):
            self.product(node, depth)
        else:
            raise InternalError(f"no C for the node {node}")

    def heading(self, node: Comment, depth: int) -> None:
        self.said = None
        if self.lines and self.lines[-1].strip() and not self.lines[-1].endswith("{"):
            self.lines.append("")
        self.lines.extend(self.quoter.heading(node.text, node.level, depth * _STEP))

    def statement(self, node: Statement, depth: int) -> None:
        self.say(node.span, depth)
        self.note(node.note, depth)
        target = self.element(node.target.container, node.target.index)
        self.put(f"{target} {node.op} {self.values(node.expr)};", depth)

    def note(self, note: str, depth: int) -> None:
        if note:
            self.lines.extend(self.quoter.heading(note, 3, depth * _STEP))

    def declare(self, node: Declare, depth: int) -> None:
        self.say(node.span, depth)
        self.note(node.note, depth)
        ctype = C_TYPES[self.containers[node.name].dtype]
        const = "const " if node.constant else ""
        self.put(f"{const}{ctype} {self.names[node.name]} = {self.values(node.expr)};", depth)

    def branch(self, node: If, depth: int) -> None:
        self.say(node.span, depth)
        self.put(f"if ({self.values(node.condition)}) {{", depth)
        self.tree(node.then, depth + 1)
        if node.orelse:
            self.put("} else {", depth)
            self.tree(node.orelse, depth + 1)
        self.put("}", depth)
        self.said = None

    def loop(self, node: For, depth: int) -> None:
        self.say(node.span if node.sequential else _only_span(node), depth)
        if node.work is not None:
            self.put(f"#pragma omp parallel for if ({self.work(node.work)} > ADC_PARALLEL_MIN)", 0)
        open_brace = " {" if _braces(node.body) else ""
        self.put(f"for ({self.header(node)}){open_brace}", depth)
        self.tree(node.body, depth + 1)
        if open_brace:
            self.put("}", depth)
        if node.sequential:
            self.said = None

    def work(self, work: sympy.Expr) -> str:
        """An estimate in floating point, which cannot overflow."""
        return f"1.0*{self.integers.factor(work)}"

    def header(self, node: For) -> str:
        var = self.names[node.var]
        start, up, limit, step = _range(node)
        relation = "<" if up else ">"
        limit_text = self.integers(limit)
        if node.backwards:
            relation += "="
        return f"int64_t {var} = {self.integers(start)}; {var} {relation} {limit_text}; " + (
            _advance(var, step)
        )

    # -- calls ---------------------------------------------------------------------------------

    def block(self, node: Fill | Copy, depth: int) -> None:
        self.say(node.span, depth)
        self.note(node.compute.note, depth)
        target = node.compute.target.container
        ctype = C_TYPES[self.containers[target].dtype]
        size = f"{self.integers.factor(node.count)}*sizeof({ctype})"
        to = self.element(target, node.prefix)
        call = f"memset({to}, 0, {size});"
        if isinstance(node, Copy):
            call = f"memcpy({to}, {self.element(node.source, node.source_prefix)}, {size});"
        self.put(f"if ({self.integers(node.count)} > 0)", depth)
        self.put(call, depth + 1)

    def product(self, node: MatrixProduct, depth: int) -> None:
        raise InternalError("matrix products are not spelled yet", node.span)

    def operand(self, operand: Operand) -> str:
        return self.element(operand.container, operand.origin)


def _line(span: Span) -> tuple[str, int]:
    return span.file, span.line


def _only_span(node: For) -> Span | None:
    """The span of the statements in a domain's loops: the comment goes above the nest."""
    for inner in walk(node.body):
        if isinstance(inner, (Statement, Declare, Fill, Copy, MatrixProduct)):
            return inner.span
    return None


def _braces(body: Tree) -> bool:
    """Whether a loop needs braces to be read safely: for more than one plain statement or loop."""
    if len(body) != 1:
        return True
    only = body[0]
    if isinstance(only, For):
        return only.sequential or only.work is not None or _braces(only.body)
    return not isinstance(only, Statement) or bool(only.note)


def _range(node: For) -> tuple[sympy.Expr, bool, sympy.Expr, int]:
    """Start, whether it counts up, the limit (included when backwards) and the step taken."""
    if not node.backwards:
        return node.start, node.step > 0, node.stop, node.step
    size = abs(node.step)
    if node.step > 0:
        steps = node.stop - node.start - 1
        last = node.stop - 1 if size == 1 else node.start + size * floordiv(steps, size)
        return last, False, node.start, -node.step
    steps = node.start - node.stop - 1
    last = node.stop + 1 if size == 1 else node.start - size * floordiv(steps, size)
    return last, True, node.start, -node.step


def _advance(var: str, step: int) -> str:
    if abs(step) == 1:
        return f"{var}++" if step > 0 else f"{var}--"
    return f"{var} += {step}" if step > 0 else f"{var} -= {-step}"
