"""Tangents and adjoints that a rules file has as text in NumPy, under a line of their own.

    external eos(n: int64, t: in float64[n], s: in float64[n], rho: out float64[n])
        symbol  eos_
        tangent:
            rho_dot = -2.0 * t * t_dot + 0.8 * s_dot
        adjoint:
            t_bar += rho_bar * (-2.0 * t)
            s_bar += 0.8 * rho_bar

The text is the body of a function in the Python subset. Names of the routine's arguments stand for
their values, as in what a library's derivative is passed (`rules_derived.py`), and what the text
does not name it is not passed. Of derivatives it may do what the argument allows:

| argument | its tangent | its adjoint |
| --- | --- | --- |
| `in` | is read | is added to, `+=` or `-=`, and not read |
| `out` | is set: it begins as zero | is read |
| `inout` | is changed | is changed |

An assignment to the name of an array that it may set assigns to its elements.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from adc.diagnostics import AdcError, Span
from adc.frontends import surface
from adc.frontends.moved import at
from adc.frontends.names import target_names, walk, with_parts
from adc.frontends.python import parse
from adc.frontends.rules_derived import (
    SUFFIXES,
    Derived,
    check_moment,
    derivative_container,
    parameter_of,
    value_container,
)
from adc.frontends.rules_lines import Line
from adc.frontends.types import ArgumentType, Signature
from adc.ir.declarations import Container, Parameter
from adc.ir.dtypes import DType
from adc.ir.enums import READ_ONLY, SYMBOLS, ParameterKind, Role
from adc.ir.program import Program
from adc.ir.shapes import names

#: What the text may use without an import.
_IMPORTS = {"np": "numpy", "math": "math", "scipy": "scipy"}


@dataclass(frozen=True)
class DerivativeText:
    """The text of a derivative as a module of one function, `name`, which takes the arguments of
    `signature` and returns the numbers that it sets, `returned`."""

    module: surface.Module
    name: str
    signature: Signature
    returned: tuple[str, ...]


def read_text(primal: Program, line: Line) -> tuple[DerivativeText, Derived]:
    """The text under `line`, and what it is passed. Raises ADC0620 where there is none, ADC0621
    for what it must not do, and what the Python frontend says of it."""
    kind = line.word.rstrip(":")
    rows = line.under
    if not any(row.split("#")[0].strip() for row in rows):
        raise AdcError.of(
            "ADC0620", f"no text stands under `{line.word}`", line.span,
            help=f"write the {kind} in NumPy on lines of their own, further in than `{line.word}`",
        )  # fmt: skip
    name = f"{primal.name}_{kind}"
    above = "\n" * (line.origin.line - 1) + f"def {name}():\n"
    module = parse(line.origin.file, above + "\n".join(rows) + "\n")
    function = module.find(name)
    assert function is not None
    return _Reader(primal, kind, line.span, function, module).read()


@dataclass(frozen=True)
class _Reader:
    """Makes a function of the text of one derivative."""

    primal: Program
    kind: str
    span: Span
    function: surface.Function
    module: surface.Module

    def read(self) -> tuple[DerivativeText, Derived]:
        self.check_statements()
        parameters, containers = self.passed()
        check_moment(self.primal, f"the {self.kind} of {self.primal.name}", containers, self.span)
        derived = {c.name: c for c in containers if c.of}
        if not any(c.role not in READ_ONLY for c in derived.values()):
            raise AdcError.of(
                "ADC0621", f"the {self.kind} of `{self.primal.name}` sets no derivative",
                self.span, help=f"name one, such as {self.example()}",
            )  # fmt: skip
        _Rights(self.kind, derived, self.primal).check(self.function.body)
        numbers = [c for c in derived.values() if not c.shape and c.role not in READ_ONLY]
        own = [p for p in parameters if p.name not in {c.name for c in numbers}]
        signature = {p.name: self.type_of(p, containers) for p in own}
        settable = {c.name for c in derived.values() if c.shape and c.role not in READ_ONLY}
        body = tuple(_stored(s, settable) for s in self.function.body)
        begun = [n for c in containers for n in self.begun(c)]
        back: tuple[surface.Statement, ...] = ()
        if numbers:
            back = (surface.Return(tuple(surface.Name(c.name, self.span) for c in numbers),
                                   self.span),)  # fmt: skip
        function = replace(
            self.function, body=(*begun, *body, *back), span=self.span,
            parameters=tuple(surface.Parameter(p.name, None, None, p.span or self.span)
                             for p in own),
        )  # fmt: skip
        imports = tuple(surface.Import(m, None, n, self.span) for n, m in _IMPORTS.items())
        module = replace(self.module, functions=(function,), imports=imports)
        text = DerivativeText(module, function.name, signature, tuple(c.name for c in numbers))
        return text, Derived("", tuple(parameters), tuple(containers), (), self.span)

    def example(self) -> str:
        """A derivative that a text of this kind sets."""
        wanted = Role.INPUT if self.kind == "adjoint" else Role.OUTPUT
        floats = [c for c in self.primal.containers if c.dtype.is_float]
        first = next((c.name for c in floats if c.role in (wanted, Role.INOUT)), "x")
        return f"`{first}{SUFFIXES[self.kind]} {'+=' if wanted == Role.INPUT else '='} …`"

    def check_statements(self) -> None:
        for node in walk(self.function.body, inside=True):
            if isinstance(node, (surface.Return, surface.Raise, surface.Define)):
                what = {surface.Return: "returns", surface.Raise: "raises an exception"}
                told = what.get(type(node), "defines a function")
                raise AdcError.of(
                    "ADC0621", f"the text of a derivative {told}", node.span,
                    help="have it set or add to derivatives, by their names",
                )  # fmt: skip
        symbols = set(self.primal.symbols)
        for name, span in _bound(self.function.body):
            if name in symbols or name in self.primal.by_name:
                raise AdcError.of(
                    "ADC0621", f"`{name}` is a value of the routine's, which a derivative only"
                    " reads", span, help="give what is assigned here another name",
                )  # fmt: skip

    def passed(self) -> tuple[list[Parameter], list[Container]]:
        """What the text names, in the order of the routine's arguments."""
        used: dict[str, Span] = {}
        for node in walk(self.function.body, inside=True):
            if isinstance(node, surface.Name):
                used.setdefault(node.name, node.span)
        suffix = SUFFIXES[self.kind]
        containers: list[Container] = []
        for parameter in self.primal.parameters:
            own, formal = parameter.name, self.primal.by_name.get(parameter.name)
            if formal is None:
                continue
            if own in used:
                containers.append(value_container(formal, used[own]))
            if own + suffix in used and formal.dtype.is_float:
                containers.append(self.derivative(formal, used[own + suffix]))
        needed = {n for c in containers for e in c.shape for n in names(e)} | used.keys()
        symbols = [
            replace(p, span=used.get(p.name, p.span))
            for p in self.primal.parameters
            if p.kind in SYMBOLS and p.name in needed
        ]
        sizes = {n for c in containers for e in c.shape for n in names(e)}
        kinds = {True: ParameterKind.SIZE, False: ParameterKind.INTEGER}
        symbols = [replace(p, kind=kinds[p.name in sizes]) for p in symbols]
        return [*symbols, *(parameter_of(c, c.name, c.span or self.span) for c in containers)], (
            containers
        )

    def derivative(self, formal: Container, span: Span) -> Container:
        made = derivative_container(formal, self.kind, span)
        if not formal.shape and formal.role == Role.INOUT:
            raise AdcError.of(
                "ADC0621", f"`{formal.name}` is a number that is read and written, of which no text"
                " has the derivative", span,
                help=f"declare an array of one element: `{formal.name}: inout float64[1]`",
            )  # fmt: skip
        if not formal.shape and made.role == Role.GRADIENT:
            return replace(made, role=Role.OUTPUT)  # the call adds what the text adds up
        return made

    def type_of(self, parameter: Parameter, containers: Sequence[Container]) -> ArgumentType:
        found = next((c for c in containers if c.name == parameter.name), None)
        if found is None:
            return ArgumentType(DType.INT64, (), span=parameter.span)
        return ArgumentType(found.dtype, found.shape, span=parameter.span)

    def begun(self, container: Container) -> tuple[surface.Statement, ...]:
        """Zero in what is set, before the text."""
        if not container.of or container.role not in (Role.OUTPUT, Role.TANGENT_OUT):
            return ()
        name = container.name
        if container.shape:
            return _statements(f"{name}[...] = 0.0", self.span)
        own = surface.Declare(name, container.dtype.value, (), self.span)
        return (own, *_statements(f"{name} = 0.0", self.span))


@dataclass(frozen=True)
class _Rights:
    """What a text may do with each derivative."""

    kind: str
    derived: dict[str, Container]
    primal: Program

    def check(self, body: tuple[surface.Statement, ...]) -> None:
        added: set[int] = set()
        for node in walk(body, inside=True):
            if isinstance(node, surface.AugmentedAssign):
                self.augmented(node, added)
            elif isinstance(node, surface.Assign):
                for target in node.targets:
                    self.assigned(target)
            elif isinstance(node, surface.Call) and _adds_at(node.function):
                root = _root(node.arguments[0]) if node.arguments else None
                added |= {id(root)}
            elif isinstance(node, surface.For) and node.target in self.derived:
                raise self.misused(node.target, node.span)
            elif (
                isinstance(node, surface.Name)
                and self.is_added_to(node.name)
                and id(node) not in added
            ):
                raise self.misused(node.name, node.span)

    def is_added_to(self, name: str) -> bool:
        """Whether `name` is the adjoint of what is only read."""
        c = self.derived.get(name)
        return c is not None and self.kind == "adjoint" and self.primal[c.of].role == Role.INPUT

    def augmented(self, node: surface.AugmentedAssign, added: set[int]) -> None:
        root = _root(node.target)
        if root is None or root.name not in self.derived:
            return
        if self.derived[root.name].role in READ_ONLY:
            raise self.misused(root.name, root.span)
        if self.is_added_to(root.name):
            if node.op not in ("+", "-"):
                raise self.misused(root.name, root.span)
            added.add(id(root))

    def assigned(self, target: surface.Expr) -> None:
        root = _root(target)
        plain = target_names(target) & self.derived.keys()
        if isinstance(target, surface.Sequence) and plain:
            name = min(plain)
            raise AdcError.of(
                "ADC0621", f"`{name}` is set in a list of names", target.span,
                help=f"set it in a statement of its own: `{name} = …`",
            )  # fmt: skip
        if root is None or root.name not in self.derived:
            return
        if self.derived[root.name].role in READ_ONLY or self.is_added_to(root.name):
            raise self.misused(root.name, root.span)

    def misused(self, name: str, span: Span) -> AdcError:
        told, way_out = "is only read", "assign to another name"
        if self.is_added_to(name):
            told, way_out = "is added to, and not set or read", f"write `{name} += …`"
        of = self.derived[name].of
        return AdcError.of(
            "ADC0621", f"`{name}`, the {self.kind} of `{of}`, {told}", span, help=way_out
        )


def _adds_at(function: surface.Expr) -> bool:
    """Whether this is `np.add.at` or `np.subtract.at`."""
    return (
        isinstance(function, surface.Attribute) and function.name == "at"
        and isinstance(function.value, surface.Attribute)
        and function.value.name in ("add", "subtract")
    )  # fmt: skip


def _root(target: surface.Expr) -> surface.Name | None:
    """The name that an assignment's target begins with."""
    while isinstance(target, (surface.Subscript, surface.Attribute)):
        target = target.value
    return target if isinstance(target, surface.Name) else None


def _bound(body: tuple[surface.Statement, ...]) -> list[tuple[str, Span]]:
    """The names that the text assigns to, or to elements of, and where."""
    found: list[tuple[str, Span]] = []
    for node in walk(body, inside=True):
        targets: tuple[surface.Expr, ...] = ()
        if isinstance(node, surface.Assign):
            targets = node.targets
        elif isinstance(node, surface.AugmentedAssign):
            targets = (node.target,)
        elif isinstance(node, surface.For):
            found.append((node.target, node.span))
        for target in targets:
            root = _root(target)
            if root is not None:
                found.append((root.name, root.span))
            found += [(name, node.span) for name in target_names(target) if root is None]
    return found


def _stored(node: Any, settable: set[str]) -> Any:
    """`node` with assignments to names of `settable` arrays as such to their elements."""
    if isinstance(node, surface.Assign):
        targets = tuple(_elements(t, settable) for t in node.targets)
        return replace(node, targets=targets)
    return with_parts(node, lambda part: _stored(part, settable))


def _elements(target: surface.Expr, settable: set[str]) -> surface.Expr:
    if isinstance(target, surface.Name) and target.name in settable:
        return surface.Subscript(target, (surface.Ellipsis(target.span),), target.span)
    return target


@cache
def _parsed(text: str) -> surface.Function:
    (found,) = parse("", f"def f():\n    {text}\n").functions
    return found


def _statements(text: str, span: Span) -> tuple[surface.Statement, ...]:
    return at(_parsed(text), span).body
