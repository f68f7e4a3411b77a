"""The dataflow graph of a body: accesses and operations as nodes, memlets on edges.

It is derived on demand and never edited. An access node is one state of a container (`A`, then
`A'` after the first write, …); an edge to an operation is a read, one from it a write, both with
the memlet's text. Loops and branches are scopes around nodes; what an iteration leaves to the next
is not drawn. NetworkX is imported only when a graph is asked for.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeAlias

from adc.ir.enums import Update
from adc.ir.expressions import Need, Read, walk
from adc.ir.node import Body, Node, Statement, Write
from adc.ir.nodes import Branch, Loop, Replay, ReverseWhile, Snapshot, While
from adc.ir.shapes import Shape, same, symbol
from adc.ir.shapes_text import ir_text
from adc.ir.text import access_text, expr_text, statement_text

if TYPE_CHECKING:
    import networkx

Graph: TypeAlias = "networkx.MultiDiGraph[str]"

#: Node attribute `kind`.
ACCESS, COMPUTE, BRANCH = "access", "compute", "branch"
Current = dict[str, frozenset[str]]


def dataflow_graph(body: Body, shapes: Mapping[str, Shape] | None = None) -> Graph:
    """The graph of `body`; with `shapes` an array that is wholly overwritten keeps nothing.

    Nodes have `kind`, `text` and `scope` (the loops and branches around them, outermost first);
    edges have `memlet`, and `kept` where they stand for elements that a write leaves alone.
    """
    import networkx

    builder = _Builder(networkx.MultiDiGraph(), shapes or {})
    builder.body(body, (), {})
    return builder.graph


class _Builder:
    """Walks a body; `current` maps a container to its possible states at the place reached."""

    def __init__(self, graph: Graph, shapes: Mapping[str, Shape]) -> None:
        self.graph = graph
        self.shapes = shapes
        self.states: dict[str, int] = {}
        self.scopes = 0

    def body(self, body: Body, scope: tuple[str, ...], current: Current) -> Current:
        for node in body:
            if isinstance(node, Statement):
                current = self.statement(node, scope, current)
            elif isinstance(node, Loop):
                current = self.loop(node, scope, current)
            elif isinstance(node, Branch):
                current = self.branch(node, scope, current)
            elif isinstance(node, While):
                current = self.open_ended(node, scope, current)
            elif isinstance(node, ReverseWhile):
                current = self.reverse_while(node, scope, current)
            elif isinstance(node, Snapshot):
                title = f"snapshot {node.loop}"
                current = self.perhaps(node.body, title, scope, current)
            elif isinstance(node, Replay):
                current = self.replay(node, scope, current)
        return current

    def statement(self, node: Statement, scope: tuple[str, ...], current: Current) -> Current:
        text = statement_text(node, spans=False).partition(" note ")[0]
        self.graph.add_node(node.label, kind=COMPUTE, text=text, scope=scope)
        current = self.reads(node, node.label, scope, current)
        for write in node.writes:
            current = self.write(write, node.label, scope, current)
        return current

    def write(
        self, write: Write, operation: str, scope: tuple[str, ...], current: Current
    ) -> Current:
        name, memlet = write.container, access_text(write.container, write.target.index)
        before = current.get(name, frozenset())
        if write.op == Update.ADD:
            current = self.read(name, memlet, operation, scope, current)
            before = current[name]
        after = self.state(name, scope)
        self.graph.add_edge(operation, after, memlet=memlet, kept=False)
        if not self.overwrites_all(write):
            for state in sorted(before):
                self.graph.add_edge(state, after, memlet="", kept=True)
        return {**current, name: frozenset({after})}

    def loop(self, node: Loop, scope: tuple[str, ...], current: Current) -> Current:
        bounds = f"{ir_text(node.start)}, {ir_text(node.stop)}, {node.step}"
        title = f"for {node.var} in range({bounds})" + (" backwards" if node.backwards else "")
        return self.perhaps(node.body, title, scope, current)

    def perhaps(self, body: Body, title: str, scope: tuple[str, ...], current: Current) -> Current:
        """A body in a scope of its own that may run or not."""
        return _either(current, self.body(body, (*scope, self.scope(title)), current))

    def open_ended(self, node: While, scope: tuple[str, ...], current: Current) -> Current:
        """The condition is one node, which also counts the trips."""
        title = f"while {expr_text(node.condition)}"
        self.graph.add_node(node.label, kind=BRANCH, text=title, scope=scope)
        current = self.reads(node, node.label, scope, current)
        current = self.perhaps(node.body, title, scope, current)
        after = self.state(node.trips, scope)
        self.graph.add_edge(node.label, after, memlet=node.trips, kept=False)
        return {**current, node.trips: frozenset({after})}

    def reverse_while(
        self, node: ReverseWhile, scope: tuple[str, ...], current: Current
    ) -> Current:
        title = f"reverse while {node.var}"
        self.scopes += 1
        key = node.label or f"reverse while {self.scopes}"
        self.graph.add_node(key, kind=BRANCH, text=title, scope=scope)
        current = self.read(node.trips, node.trips, key, scope, current)
        return self.perhaps(node.body, title, scope, current)

    def replay(self, node: Replay, scope: tuple[str, ...], current: Current) -> Current:
        title = f"replay {node.loop}"
        current = self.body(node.load, (*scope, self.scope(title)), current)
        current = self.perhaps(node.body, f"{title}: advance", scope, current)
        return self.perhaps(node.save, f"{title}: save", scope, current)

    def branch(self, node: Branch, scope: tuple[str, ...], current: Current) -> Current:
        condition = expr_text(node.condition)
        self.scopes += 1
        key = node.label or f"if {self.scopes}"
        self.graph.add_node(key, kind=BRANCH, text=f"if {condition}", scope=scope)
        current = self.reads(node, key, scope, current)
        then = self.body(node.then, (*scope, self.scope(f"if {condition}")), current)
        orelse = self.body(node.orelse, (*scope, self.scope(f"not: {condition}")), current)
        return _either(then, orelse)

    def reads(
        self, node: Node, operation: str, scope: tuple[str, ...], current: Current
    ) -> Current:
        seen = dict.fromkeys(
            (e.container, expr_text(e))
            for expr, _ in node.evaluated
            for e in walk(expr)
            if isinstance(e, (Read, Need))
        )
        for name, memlet in seen:
            current = self.read(name, memlet, operation, scope, current)
        return current

    def read(
        self, name: str, memlet: str, operation: str, scope: tuple[str, ...], current: Current
    ) -> Current:
        if name not in current:
            current = {**current, name: frozenset({self.state(name, ())})}
        for state in sorted(current[name]):
            self.graph.add_edge(state, operation, memlet=memlet, kept=False)
        return current

    def state(self, name: str, scope: tuple[str, ...]) -> str:
        """A new access node."""
        number = self.states.get(name, 0)
        self.states[name] = number + 1
        key = f"{name} {number}"
        self.graph.add_node(key, kind=ACCESS, text=name, scope=scope)
        return key

    def scope(self, title: str) -> str:
        """A scope's key: its number makes it unique, the rest is its title."""
        self.scopes += 1
        return f"{self.scopes} {title}"

    def overwrites_all(self, node: Write) -> bool:
        """Whether the write plainly is one of every element of its target."""
        index = node.target.index
        if not index:
            return True
        shape = self.shapes.get(node.container)
        dims = {symbol(d.var): d for d in node.domain}
        if shape is None or len(set(index)) != len(index) or not set(index) <= dims.keys():
            return False
        found = (dims[i] for i in index)
        return all(same(d.start, 0) and same(d.stop, n) for d, n in zip(found, shape))


def _either(a: Current, b: Current) -> Current:
    """The states after one of two paths was taken."""
    nothing: frozenset[str] = frozenset()
    return {name: a.get(name, nothing) | b.get(name, nothing) for name in {**a, **b}}


def to_dot(graph: Graph) -> str:
    """The graph in Graphviz's language, scopes as clusters; the order is the program's."""
    lines = ["digraph dataflow {", "  node [fontname=monospace];", "  edge [fontname=monospace];"]
    lines += _cluster(graph, (), "  ")
    for source, target, data in graph.edges(data=True):
        style = "style=dotted" if data["kept"] else f"label={_quoted(data['memlet'])}"
        lines.append(f"  {_quoted(source)} -> {_quoted(target)} [{style}];")
    return "\n".join([*lines, "}"]) + "\n"


_SHAPES = {ACCESS: "ellipse", COMPUTE: "box", BRANCH: "diamond"}


def _cluster(graph: Graph, scope: tuple[str, ...], indent: str) -> list[str]:
    """The nodes directly in `scope`, then its inner scopes."""
    lines = []
    depth = len(scope)
    inner: dict[str, None] = {}
    for key, data in graph.nodes(data=True):
        if data["scope"] == scope:
            lines.append(indent + _node(key, data))
        elif data["scope"][:depth] == scope:
            inner[data["scope"][depth]] = None
    for name in inner:
        number, _, title = name.partition(" ")
        lines.append(f"{indent}subgraph cluster_{number} {{")
        lines.append(f"{indent}  label={_quoted(title)};")
        lines += _cluster(graph, (*scope, name), indent + "  ")
        lines.append(f"{indent}}}")
    return lines


def _node(key: str, data: Mapping[str, Any]) -> str:
    return f"{_quoted(key)} [shape={_SHAPES[data['kind']]}, label={_quoted(data['text'])}];"


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
