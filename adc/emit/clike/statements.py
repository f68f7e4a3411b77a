"""The loop tree as lines of a language like C: what all of them share."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

import sympy

from adc.diagnostics import InternalError, Span
from adc.emit.clike.heads import advance, braces, going_on, head_to, only_span, range_of
from adc.emit.clike.integers import IntegerText
from adc.emit.clike.switches import Switch, opposite, switch_of
from adc.emit.clike.updates import update_form
from adc.emit.clike.values import C_TYPES, ValueText
from adc.emit.quoting import Quoter
from adc.emit.wrapping import WIDTH, wrap
from adc.ir.dtypes import DType
from adc.ir.expressions import Apply, Expr, Index, IntValue
from adc.ir.names import NameSource
from adc.ir.nodes import NOTE
from adc.ir.shapes import Shape
from adc.schedule.picks import end_of_first, is_there, only_iteration
from adc.schedule.scheduled import Scheduled
from adc.schedule.tree import (
    Comment,
    Copy,
    Declare,
    Fill,
    For,
    If,
    Keep,
    LibraryCall,
    Node,
    Operand,
    Operation,
    Parallel,
    Parallelism,
    Place,
    Rewind,
    RoutineCall,
    Statement,
    Swap,
    Tree,
)

_STEP = 4
_VECTORS = (Parallelism.VECTOR, Parallelism.LANES)


@dataclass(frozen=True)
class Called:
    """A routine as the text has it: its name, which of its sizes and integers it takes, and the
    letters that it takes before all else."""

    name: str
    symbols: tuple[bool, ...]
    letters: str = ""


@dataclass
class TreeText(ABC):
    """Spells one function's tree. `names` gives the C names, `pointers` the scalars behind one.

    A child says how an element of an array is subscripted (`array_element`) and where a block of
    one begins (`block_start`); what stands over a loop whose iterations run at the same time
    (`mapping`; nothing, and they run one after another) and over an atomic write (`atomic`); and
    how each operation of a library is called (`library`).
    """

    scheduled: Scheduled
    names: Mapping[str, str]
    pointers: frozenset[str]
    quoter: Quoter
    integers: IntegerText
    routines: Mapping[str, Called]
    lines: list[str] = field(default_factory=list)
    said: Span | None = None
    in_vectors: bool = False

    def __post_init__(self) -> None:
        self.values = ValueText(self.integers, lambda r: self.element(r.container, r.index))
        self.containers = self.scheduled.by_name
        source = self.fresh = NameSource(set(self.names.values()))
        #: That of a pointer that waits while two others change places.
        self.place = source.fresh("adc_place")
        #: The C names of the records of the snapshots held, and their slots, by loop.
        self.records = {
            loop: (source.fresh("adc_kept"), slots)
            for loop, slots in self.scheduled.snapshots.items()
        }

    # -- elements and lines --------------------------------------------------------------------

    def element(self, container: str, index: Index) -> str:
        """A scalar, or an element of an array."""
        if index:
            return self.array_element(container, index)
        name = self.names[container]
        return f"*{name}" if container in self.pointers else name

    @abstractmethod
    def array_element(self, container: str, index: Index) -> str: ...

    @abstractmethod
    def block_start(self, container: str, prefix: Index) -> str:
        """A pointer to the first of the elements `container[prefix]`, all of its other axes."""

    def mapping(self, node: For, parallel: Parallel) -> str:
        """The directive over a loop whose iterations run at the same time; "" for none."""
        return ""

    def atomic(self, node: Statement) -> str:
        """The directive over a write that others may meet; "" for none."""
        return ""

    @property
    def library(self) -> Mapping[Operation, Callable[[LibraryCall], str]]:
        """For each operation that is a call in this language: how to spell it."""
        return {}

    def put(self, text: str, depth: int) -> None:
        self.lines.extend(wrap(text, depth * _STEP))

    def put_pragma(self, text: str, depth: int) -> None:
        """A directive, which goes on behind a backslash; nothing where there is none."""
        if not text:
            return
        lines = wrap(text, depth * _STEP, width=WIDTH - 2)
        self.lines.extend(f"{line} \\" for line in lines[:-1])
        self.lines.append(lines[-1])

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
            self.branch(node, depth) if node.label or node.orelse else self.point(node, depth)
        elif isinstance(node, Keep):
            self.keep(node, depth)
        elif isinstance(node, Rewind):
            self.rewind(node, depth)
        elif isinstance(node, Statement):
            self.statement(node, depth)
        elif isinstance(node, Declare):
            self.declare(node, depth)
        elif isinstance(node, Swap):
            self.swap(node, depth)
        elif isinstance(node, (Fill, Copy)):
            self.block(node, depth)
        elif isinstance(node, LibraryCall):
            self.library_call(node, depth)
        elif isinstance(node, RoutineCall):
            self.routine_call(node, depth)
        else:
            raise InternalError(f"no text for the node {node}")

    def heading(self, node: Comment, depth: int) -> None:
        if node.level == NOTE:
            self.note(node.text, depth)
            return
        self.said = None
        if self.lines and self.lines[-1].strip() and not self.lines[-1].endswith("{"):
            self.lines.append("")
        self.lines.extend(self.quoter.heading(node.text, node.level, depth * _STEP))

    def statement(self, node: Statement, depth: int) -> None:
        self.say(node.span, depth)
        self.note(node.note, depth)
        op, expr = update_form(node)
        target = self.element(node.target.container, node.target.index)
        if node.atomic:
            self.put_pragma(self.atomic(node), depth)
        self.put(f"{target} {op} {self.values(expr)};", depth)

    def note(self, note: str, depth: int) -> None:
        if note:
            self.lines.extend(self.quoter.heading(note, NOTE, depth * _STEP))

    def declare(self, node: Declare, depth: int) -> None:
        self.say(node.span, depth)
        self.note(node.note, depth)
        ctype = C_TYPES[self.containers[node.name].dtype]
        const = "const " if node.constant else ""
        self.put(f"{const}{ctype} {self.names[node.name]} = {self.values(node.expr)};", depth)

    def branch(self, node: If, depth: int, head: str = "if") -> None:
        if head == "if":
            self.say(node.span, depth)
            switch = self.switch_of(node)
            if switch is not None:
                self.switch(switch, depth)
                return
        if node.orelse and not node.then:
            node = replace(
                node, condition=opposite(node.condition), then=node.orelse, orelse=node.then
            )
        self.put(f"{head} ({self.values(node.condition)}) {{", depth)
        self.tree(node.then, depth + 1)
        chained = node.orelse[0] if len(node.orelse) == 1 else None
        if isinstance(chained, If) and self.switch_of(chained) is None:
            self.branch(chained, depth, "} else if")
            return
        if node.orelse:
            self.put("} else {", depth)
            self.tree(node.orelse, depth + 1)
        self.put("}", depth)
        self.said = None

    def switch_of(self, node: If) -> Switch | None:
        """Compilers make vectors of `if`s, not of a `switch`."""
        return None if self.in_vectors else switch_of(node)

    def switch(self, node: Switch, depth: int) -> None:
        self.put(f"switch ({self.values(node.selector)}) {{", depth)
        for values, body in node.cases:
            self.case(" ".join(f"case {value}:" for value in values), body, depth)
        if node.default:
            self.case("default:", node.default, depth)
        self.put("}", depth)
        self.said = None

    def case(self, head: str, body: Tree, depth: int) -> None:
        """Braces hold what a case declares."""
        braces = any(isinstance(n, Declare) for n in body)
        self.said = None
        self.put(f"{head} {{" if braces else head, depth)
        self.tree(body, depth + 1)
        self.put("break;", depth + 1)
        if braces:
            self.put("}", depth)

    def point(self, node: If, depth: int) -> None:
        """What is no branch of the program, but a domain's loop of one iteration."""
        self.say(only_span(node.then), depth)
        braced = braces(node.then)
        self.put(f"if ({self.values(node.condition)})" + (" {" if braced else ""), depth)
        self.tree(node.then, depth + 1)
        if braced:
            self.put("}", depth)

    def loop(self, node: For, depth: int) -> None:
        only = only_iteration(node)
        if only is not None:
            self.one_iteration(node, only, depth)
            return
        self.say(node.span if node.sequential else only_span(node.body), depth)
        if node.parallel is not None:
            self.put_pragma(self.mapping(node, node.parallel), depth)
        end = end_of_first(node)
        header = self.header(node)
        if end is not None:
            (branch,) = node.body
            assert isinstance(branch, If)
            start, stop = self.integers(node.start), self.integers(node.stop)
            first = f"adc_imin({stop}, {self.values(end)})"
            first = first if is_there(end) else f"({start} < {stop} ? {first} : {stop})"
            header = head_to(node, self.names[node.var], start, first)
            node = replace(node, body=branch.then)
        open_brace = " {" if node.sequential or braces(node.body) else ""
        self.put(f"for ({header}){open_brace}", depth)
        outer, self.in_vectors = self.in_vectors, self.in_vectors or is_vector(node)
        self.tree(node.body, depth + 1)
        self.in_vectors = outer
        if open_brace:
            self.put("}", depth)
        if node.sequential:
            self.said = None

    def one_iteration(self, node: For, only: Expr, depth: int) -> None:
        """The iteration `only`, where the loop has it."""
        (branch,) = node.body
        assert isinstance(branch, If)
        self.say(node.span, depth)
        begun = Apply("le", (IntValue(node.start), only), DType.BOOL)
        below = Apply("lt", (only, IntValue(node.stop)), DType.BOOL)
        if not is_there(only):
            some = Apply("lt", (IntValue(node.start), IntValue(node.stop)), DType.BOOL)
            begun = Apply("and", (some, begun), DType.BOOL)
        self.put(f"if ({self.values(Apply('and', (begun, below), DType.BOOL))}) {{", depth)
        self.named(self.names[node.var], self.values(only), branch.then, depth + 1)
        self.put("}", depth)
        self.said = None

    def work(self, work: sympy.Expr) -> str:
        """An estimate in floating point, which cannot overflow."""
        factor, rest = work.as_coeff_Mul()
        if rest == 1 and factor.is_Integer:
            return f"{factor}.0"
        if not factor.is_Integer:
            return f"1.0*{self.integers.factor(work)}"
        return f"{factor}.0*{self.integers.factor(rest)}"

    def header(self, node: For) -> str:
        var = self.names[node.var]
        if node.count is not None:
            return f"int64_t {var} = {self.values(node.count)} - 1; {var} >= 0; {var}--"
        if node.test is not None:
            return f"int64_t {var} = 0; {self.values(going_on(node, node.test))}; {var}++"
        start, up, limit, step = range_of(node)
        relation = "<" if up else ">"
        limit_text = self.integers(limit)
        if node.backwards:
            relation += "="
        return f"int64_t {var} = {self.integers(start)}; {var} {relation} {limit_text}; " + (
            advance(var, step)
        )

    # -- snapshots -----------------------------------------------------------------------------

    def declare_records(self, depth: int) -> None:
        """One record for each loop whose state is kept: the steps held, and in which slots."""
        for name, slots in self.records.values():
            self.put(f"int64_t {name}_step[{slots}], {name}_slot[{slots}];", depth)
            self.put(f"struct adc_snapshots {name} = {{{self.record(name, slots)}}};", depth)

    def record(self, name: str, slots: int) -> str:
        """What a record holds at first."""
        return f".slots = {slots}, .step = {name}_step, .slot = {name}_slot"

    def keep(self, node: Keep, depth: int) -> None:
        """The state copied to a slot where a snapshot is due; its body is first in the loop's."""
        record, slots = self.records[node.loop]
        step = self.integers(node.step)
        self.note(f"the state before some of the steps is kept, in {slots} slots", depth)
        due, hold = f"adc_due_online(&{record}, {step})", f"adc_hold_online(&{record}, {step})"
        if node.steps is not None:
            due = f"adc_due(&{record}, {step})"
            hold = f"adc_hold(&{record}, {step}, {self.integers(node.steps)})"
        self.put(f"if ({due}) {{", depth)
        self.in_slot(node.slot, hold, node.body, depth + 1)
        self.put("}", depth)
        self.said = None

    def in_slot(self, variable: str, slot: str, body: Tree, depth: int) -> None:
        """`body` with the number of a slot in `variable`, where it asks for it."""
        self.named(self.names[variable], slot, body, depth, always=True)

    def named(self, name: str, value: str, body: Tree, depth: int, always: bool = False) -> None:
        """`body` with the integer `value`, which is evaluated in any case or not, called `name`."""
        first = len(self.lines)
        self.tree(body, depth)
        asked = re.search(rf"\b{name}\b", "\n".join(self.lines[first:]))
        if asked or always:
            head = f"const int64_t {name} = {value};" if asked else f"{value};"
            self.lines[first:first] = wrap(head, depth * _STEP)

    def rewind(self, node: Rewind, depth: int) -> None:
        """The last snapshot loaded, then steps run from it, with snapshots where slots are free."""
        record, _ = self.records[node.loop]
        step, now = self.integers(node.step), self.names[node.var]
        self.note(
            "back to the state before this step: to the last snapshot, and from it forward", depth
        )
        if node.load:
            self.put("{", depth)
            self.in_slot(node.slot, f"adc_last_slot(&{record})", node.load, depth + 1)
            self.put("}", depth)
        start = f"adc_resume(&{record}, {step})"
        self.put(f"for (int64_t {now} = {start}; {now} < {step}; {now}++) {{", depth)
        self.put(f"if ({now} == {record}.next) {{", depth + 1)
        stop = self.integers(node.step + 1)
        self.in_slot(node.slot, f"adc_hold(&{record}, {now}, {stop})", node.save, depth + 2)
        self.put("}", depth + 1)
        self.tree(node.body, depth + 1)
        self.put("}", depth)
        self.said = None

    # -- calls ---------------------------------------------------------------------------------

    def block(self, node: Fill | Copy, depth: int) -> None:
        self.say(node.span, depth)
        self.note(node.compute.note, depth)
        target = node.compute.target.container
        container = self.containers[target]
        size = (
            f"{self.count(container.shape[len(node.prefix) :])}*sizeof({C_TYPES[container.dtype]})"
        )
        to = self.block_start(target, node.prefix)
        call = f"memset({to}, 0, {size});"
        if isinstance(node, Copy):
            call = f"memcpy({to}, {self.block_start(node.source, node.source_prefix)}, {size});"
        if not (node.count.is_Integer and node.count > 0):
            self.put(f"if ({self.positive(container.shape[len(node.prefix) :])})", depth)
            depth += 1
        self.put(call, depth)

    def swap(self, node: Swap, depth: int) -> None:
        """Two arrays change places: their pointers do."""
        one, other = self.names[node.compute.container], self.names[node.source]
        self.note(f"{one} and {other} change places", depth)
        self.put("{", depth)
        self.put(f"{self.pointer(node.source)}const {self.place} = {other};", depth + 1)
        self.put(f"{other} = {one};", depth + 1)
        self.put(f"{one} = {self.place};", depth + 1)
        self.put("}", depth)

    def pointer(self, container: str) -> str:
        """The type of a pointer to an array's place."""
        return f"{C_TYPES[self.containers[container].dtype]} *"

    def count(self, extents: Shape) -> str:
        """The number of elements, in the order of the axes."""
        return "*".join(self.integers.factor(e) for e in extents)

    def positive(self, extents: Shape) -> str:
        """The condition that there is anything in a block."""
        unsure = dict.fromkeys(e for e in extents if not (e.is_Integer and e > 0))
        return " && ".join(f"{self.integers(e)} > 0" for e in unsure)

    def library_call(self, node: LibraryCall, depth: int) -> None:
        """A call where there is anything to do: what it begins with may not be there else."""
        spell = self.library.get(node.operation)
        if spell is None:
            raise InternalError(f"no call for the {node.operation.value}", node.span)
        self.say(node.span, depth)
        self.note(node.compute.note, depth)
        unsure = self.positive(node.extents)
        if unsure and any(moved(o) for o in node.operands):
            self.put(f"if ({unsure})", depth)
            depth += 1
        self.put(f"{spell(node)};", depth)

    def routine_call(self, node: RoutineCall, depth: int) -> None:
        self.say(node.span, depth)
        self.note(node.note, depth)
        called = self.routines[node.routine]
        given = zip(node.given, called.symbols, strict=True)
        values = [f"'{letter}'" for letter in called.letters]
        values += [self.integers(value) for value, taken in given if taken]
        spell = self.argument if not called.letters else self.any_argument
        values += [spell(a) for a in node.arguments if a is not None]
        values += [self.names[node.workspace]] if node.workspace else []
        self.put(f"{called.name}({', '.join(values)});", depth)

    def argument(self, argument: Place | Expr) -> str:
        """A value, or the address of what a routine works on; nobody looks at that of nothing."""
        if not isinstance(argument, Place):
            return self.values(argument)
        if not argument.origin:
            name = self.names[argument.container]
            return name if argument.container in self.pointers else f"&{name}"
        if not argument.moved:
            return self.place_start(argument)
        some = self.positive(argument.extents)
        start = self.place_start(argument)
        return f"{some} ? {start} : NULL" if some else start

    def any_argument(self, argument: Place | Expr) -> str:
        """The same for what takes pointers to anything."""
        return self.argument(argument).removeprefix("(void *)")

    def place_start(self, place: Place) -> str:
        """A pointer to where `place`, in an array, begins."""
        if not place.moved and place.extents:
            return self.names[place.container]
        return f"&{self.array_element(place.container, place.origin)}"

    def operand(self, operand: Operand) -> str:
        """The array itself where the operand begins with it, else the address of the beginning."""
        if not moved(operand):
            return self.names[operand.container]
        return f"&{self.element(operand.container, operand.origin)}"


def moved(operand: Operand) -> bool:
    """Whether it begins elsewhere than its container."""
    return any(e != 0 for e in operand.origin)


def is_vector(loop: For) -> bool:
    """Whether iterations of the loop itself may be made vectors."""
    return loop.parallel is not None and loop.parallel.kind in _VECTORS


def _line(span: Span) -> tuple[str, int]:
    return span.file, span.line
