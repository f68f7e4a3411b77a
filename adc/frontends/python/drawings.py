"""Statements that only draw, with Matplotlib and the like: they are left out, with a note.

`plt.plot(x, u)`, and `ax.plot(x, u)` of an `ax` that a drawing package made; what is computed for
such calls alone (`label = f"{t}"`, `xx = path[:, 0]`); the `if`s and loops in which nothing else
stands, and functions of the file that do no more. No figure gets into a number, and what is left
out changes nothing that it is given (`drawing_effects`). A name that something else reads stays,
and is refused where it is used.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import lru_cache

from adc.frontends import surface
from adc.frontends.places import file_of
from adc.frontends.python.drawing_effects import Effects
from adc.frontends.python.drawing_names import Binding, Names, Variable
from adc.frontends.python.drawing_parameters import given_to, is_none
from adc.frontends.python.library_names import Library
from adc.frontends.python.own_methods import library_of
from adc.frontends.python.source import Node, Source

PACKAGES = ("matplotlib", "mpl_toolkits", "pylab", "seaborn", "tqdm")
_MENTIONED = re.compile(rf"^\s*(?:import|from)\s+[^#\n]*\b(?:{'|'.join(PACKAGES)})\b", re.MULTILINE)
_NEUTRAL = (ast.Pass, ast.Global, ast.Nonlocal)


def left_out_drawing(node: Node, source: Source) -> surface.Statement | None:
    """What stands for the statement `node` where it only draws; None for any other."""
    if not _MENTIONED.search(source.text) or source.python is None:
        return None
    span = source.span(node)
    mine = tuple(p for p in PACKAGES if not file_of(source.file, p))
    called = _left_out(source.text, source.file, mine).get((span.line, span.column))
    if called is None:
        return None
    what, parameters = called
    if not what and not parameters:
        return surface.Pass(span)
    empty = tuple(surface.Name(name, span) for name in parameters)
    return surface.LeftOut(what, surface.Name(PACKAGES[0], span), span, empty)


def is_of_package(name: str, package: str, source: Source) -> bool:
    """Whether the file imports `name` from `package`, and nothing in it binds it otherwise."""
    if not _MENTIONED.search(source.text) or source.python is None or name in source.locals:
        return False
    if file_of(source.file, package):
        return False
    names = _names(source.text, package)
    return all(v in names.packages for v in names.bound if v.name == name) and any(
        v.name == name for v in names.bound
    )


@lru_cache(maxsize=8)
def _names(text: str, package: str) -> Names:
    return Names(ast.parse(text), (package,))


@lru_cache(maxsize=32)
def _left_out(
    text: str, file: str, packages: tuple[str, ...]
) -> dict[tuple[int, int], tuple[str, list[str]]]:
    """What the statements that only draw call first, by line and column; "" for those that follow
    such a one, of which one note is enough. With each the parameters that have to be None there:
    other files may give them anything."""
    tree, lines = ast.parse(text), text.split("\n")
    found: dict[tuple[int, int], tuple[str, list[str]]] = {}
    drawings = Drawings(tree, packages, library_of(text, file))
    for body in _bodies(tree):
        before = False
        for statement in body:
            now = statement in drawings.left
            if now:
                start = lines[statement.lineno - 1].encode()[: statement.col_offset].decode()
                what = "" if before else drawings.called(statement)
                parameters = drawings.parameters_in(statement)
                found[statement.lineno, len(start) + 1] = what, parameters
            before = now
    return found


def _bodies(tree: ast.AST) -> Iterator[list[ast.stmt]]:
    for node in ast.walk(tree):
        for field in ("body", "orelse", "finalbody"):
            body = getattr(node, field, None)
            if isinstance(body, list):
                yield body


class Drawings:
    """Which statements of a file only draw, found by taking all for such that may be, and giving up
    those that turn out not to be until none does."""

    def __init__(self, tree: ast.Module, packages: tuple[str, ...], library: Library) -> None:
        self.names = Names(tree, packages)
        self.functions = {
            variable: binding.statement
            for variable, bindings in self.names.bound.items() for binding in bindings
            if len(bindings) == 1 and isinstance(binding.statement, ast.FunctionDef)
            and binding.kind == "def" and not binding.statement.decorator_list
        }  # fmt: skip
        self.effects = Effects(self.names, self.functions, library)
        self.held = {v for v, b in self.names.bound.items() if self._may_be_held(v)}
        self.fields = {f for f, b in self.names.fields.bound.items() if self._may_be_drawn(b)}
        self.imported = {v for v in self.names.packages if isinstance(v.scope, ast.FunctionDef)}
        self.drawing = set(self.functions)
        while True:
            self.drawn = self._drawn()
            self.effects.rooted, self.effects.drawing = self._is_rooted, self.drawing
            self.left: set[ast.stmt] = set()
            for function in self.names.functions:
                self._note(function.body)
            lost = {v for v in self.held if not self._is_held(v)}
            more = {v for v in self.drawing if not self._only_draws(self.functions[v])}
            given = {f for f in self.fields if not self._is_field_held(f)}
            used = {v for v in self.imported if not self._is_read_inside(v)}
            if not (lost or more or used or given):
                break
            self.held -= lost
            self.imported -= used
            self.fields -= given
            self.drawing -= more

    def called(self, statement: ast.stmt) -> str:
        """The first call of a drawing package's in it, as it is written, else the first call."""
        calls = [n for n in ast.walk(statement) if isinstance(n, ast.Call)]
        calls.sort(key=lambda c: (c.lineno, c.col_offset))
        rooted = [c for c in calls if self._is_rooted(c.func)] or calls
        return ast.unparse(rooted[0].func) if rooted else ast.unparse(statement).partition("\n")[0]

    def parameters_in(self, statement: ast.stmt) -> list[str]:
        """The parameters of functions around it that it takes for something drawn, or for None."""
        named = {self.names.variable(n) for n in ast.walk(statement) if isinstance(n, ast.Name)}
        inside = set(ast.walk(statement))
        return sorted(
            v.name for v in named & self.held
            if v.scope not in inside and any(b.kind == "param" for b in self.names.bound[v])
        )  # fmt: skip

    # -- variables ---------------------------------------------------------------------------------

    def _may_be_held(self, variable: Variable) -> bool:
        """Whether every statement that binds it may be left out."""
        bindings = self.names.bound[variable]
        kinds = {b.kind for b in bindings}
        if variable in self.names.declared or variable in self.names.packages:
            return False
        if "param" in kinds:
            given_none = all(b.value_is_none for b in bindings if b.kind == "param")
            return given_none and "assign" in kinds and kinds <= {"param", "assign"}
        return bool(kinds) and kinds <= {"assign", "for", "def"} and not isinstance(
            variable.scope, (ast.Module, ast.ClassDef)
        )  # fmt: skip

    def _may_be_drawn(self, bindings: list[Binding]) -> bool:
        """Whether methods alone set a field, which a class has as None at most."""
        of_methods = any(b.kind == "assign" for b in bindings)
        return of_methods and all(b.kind == "assign" or b.value_is_none for b in bindings)

    def _is_field_held(self, field: str) -> bool:
        """Whether a field has what is drawn alone, and nothing but what is left out asks for it."""
        bindings = [b for b in self.names.fields.bound[field] if b.kind == "assign"]
        made = [b.value for b in bindings if b.value is not None and not b.value_is_none]
        drawn = bool(made) and all(map(self._is_made, made))
        left = all(self._is_inside(b.statement) for b in bindings)
        return drawn and left and all(map(self._is_inside, self.names.fields.asked.get(field, ())))

    def _drawn(self) -> set[Variable]:
        """Those that hold what a drawing package made, and nothing else but None."""
        found: set[Variable] = set()
        self.drawn = found
        while True:
            more = {v for v in self.held - found if self._is_made_by_drawing(v)}
            if not more:
                return found
            found |= more

    def _is_made_by_drawing(self, variable: Variable) -> bool:
        values = [b for b in self.names.bound[variable] if not b.value_is_none]
        return bool(values) and all(b.value is not None and self._is_made(b.value) for b in values)

    def _is_made(self, value: ast.expr) -> bool:
        if isinstance(value, (ast.List, ast.Tuple)):
            return bool(value.elts) and all(map(self._is_made, value.elts))
        return self._is_rooted(value)

    def _is_rooted(self, node: ast.expr) -> bool:
        """Whether `node` is a part of what a drawing package has or made, or its call."""
        return self.names.is_rooted(node, self.drawn, self.fields)

    def _is_held(self, variable: Variable) -> bool:
        """Whether nothing but what is left out reads or binds it, and something does read it."""
        bindings = [b.statement for b in self.names.bound[variable] if b.kind != "param"]
        if not all(self._is_inside(s) for s in bindings):
            return False
        if any(b.kind == "param" for b in self.names.bound[variable]):
            given = given_to(variable, self.names)
            if given is None or not all(is_none(g) or self._is_made(g) for g in given):
                return False
        read = variable in self.names.reads or self._is_loop_variable(variable)
        return (read or variable in self.drawn) and self._is_read_inside(variable)

    def _is_read_inside(self, variable: Variable) -> bool:
        return all(self._is_inside(r) for r in self.names.reads.get(variable, ()))

    def _is_loop_variable(self, variable: Variable) -> bool:
        return any(b.kind == "for" for b in self.names.bound[variable])

    def _is_inside(self, node: ast.AST) -> bool:
        return any(above in self.left for above in self.names.above(node))

    # -- statements --------------------------------------------------------------------------------

    def _note(self, body: list[ast.stmt]) -> None:
        """Keep those of `body`, and of what stands in them, that only draw."""
        for statement in body:
            if self._draws(statement):
                self.left.add(statement)
                continue
            if isinstance(statement, (ast.FunctionDef, ast.ClassDef)):
                continue  # a function is looked at by itself
            if isinstance(statement, ast.Try):
                continue  # what raises there is handled
            for inner in ("body", "orelse"):
                self._note(getattr(statement, inner, []))

    def _draws(self, statement: ast.stmt) -> bool:
        match statement:
            case ast.Expr(value=ast.Call() as call):
                return self._is_drawing_call(call)
            case ast.Assign(targets=targets, value=value):
                return self._is_for_drawing(targets, value)
            case ast.AnnAssign(target=target, value=ast.expr() as value):
                return self._is_for_drawing([target], value)
            case ast.If(test=test, body=body, orelse=orelse):
                return self.effects.none_in(test) and self._all_draw([*body, *orelse])
            case ast.For(target=target, iter=iterated, body=body, orelse=[]):
                names = [n for n in ast.walk(target) if isinstance(n, ast.Name)]
                own = all(self.names.variable(n) in self.held for n in names)
                plain = all(
                    isinstance(n, (ast.Name, ast.Tuple, ast.Store)) for n in ast.walk(target)
                )
                return own and plain and self.effects.none_in(iterated) and self._all_draw(body)
            case ast.FunctionDef(body=body, decorator_list=[]):
                own = all(v in self.held for v in self.names.bound_by(statement))
                return (
                    own and self._is_plain_head(statement) and all(map(self._draws_or_ends, body))
                )
            case ast.Import() | ast.ImportFrom():
                return self.names.bound_by(statement) <= self.imported
        return False

    def _draws_or_ends(self, statement: ast.stmt) -> bool:
        """Whether a function in which it stands may be one that only draws."""
        match statement:
            case ast.Expr(value=ast.Constant()) | ast.Pass() | ast.Global() | ast.Nonlocal():
                return True
            case ast.Return(value=value):
                return value is None or self.effects.none_in(value)
        return self._draws(statement)

    def _all_draw(self, body: list[ast.stmt]) -> bool:
        drawn = [s for s in body if not isinstance(s, _NEUTRAL)]
        return bool(drawn) and all(map(self._draws, drawn))

    def _is_drawing_call(self, call: ast.Call) -> bool:
        function = call.func
        if isinstance(function, ast.Name) and self.names.variable(function) in self.drawing:
            return self.effects.none_in_arguments(call)
        if isinstance(function, ast.Attribute) and function.attr in ("append", "extend"):
            kept = function.value
            if isinstance(kept, ast.Name) and self._is_own_list(kept):
                return self.effects.none_in_arguments(call)
        return self._is_rooted(function) and self.effects.none_in(call)

    def _is_own_list(self, name: ast.Name) -> bool:
        variable = self.names.variable(name)
        return variable in self.held and all(
            b.kind == "assign" and isinstance(b.value, ast.List)
            for b in self.names.bound[variable]
        )  # fmt: skip

    def _is_for_drawing(self, targets: list[ast.expr], value: ast.expr) -> bool:
        kept = all(map(self._is_drawing_target, targets)) and self.effects.none_in(value)
        return kept and (not any(map(self._stores, targets)) or _is_constant(value))

    def _stores(self, target: ast.expr) -> bool:
        """Whether it has something drawn keep a value, which may be an array of the program's."""
        parts = [p for p in ast.walk(target) if isinstance(p, ast.Attribute)]
        stored = [p for p in parts if not isinstance(p.ctx, ast.Load)]
        return any(p not in self.names.fields.own for p in stored)

    def _is_drawing_target(self, target: ast.expr) -> bool:
        match target:
            case ast.Name():
                return self.names.variable(target) in self.held
            case ast.Tuple(elts=elts) | ast.List(elts=elts):
                return all(map(self._is_drawing_target, elts))
            case ast.Attribute() if target in self.names.fields.own:
                return self.names.fields.own[target] in self.fields
            case ast.Attribute():
                return self._is_rooted(target.value) and self.effects.none_in(target)
            case ast.Subscript():
                return self._is_settings(target.value) and self.effects.none_in(target)
        return False

    def _is_plain_head(self, function: ast.FunctionDef) -> bool:
        """Whether its defaults, and what it says of its types, change nothing."""
        arguments = function.args
        noted = [a.annotation for a in ast.walk(arguments) if isinstance(a, ast.arg)]
        parts = [*arguments.defaults, *arguments.kw_defaults, *noted, function.returns]
        return all(p is None or self.effects.none_in(p) for p in parts)

    def _is_settings(self, node: ast.expr) -> bool:
        """Whether it is `rcParams` of a package."""
        inner = node
        while isinstance(inner, ast.Attribute):
            inner = inner.value
        named = node.attr if isinstance(node, ast.Attribute) else ast.unparse(node)
        of_package = isinstance(inner, ast.Name) and self.names.variable(inner) in (
            self.names.packages
        )
        return named == "rcParams" and of_package and self._is_rooted(node)

    def _only_draws(self, function: ast.FunctionDef) -> bool:
        """Whether its statements only draw, and at least one does."""
        body = function.body
        return (
            self._is_plain_head(function)
            and all(map(self._draws_or_ends, body))
            and any(map(self._draws, body))
        )


def _is_constant(value: ast.expr) -> bool:
    """Whether it is made of numbers and texts alone."""
    plain = (ast.Constant, ast.JoinedStr, ast.Tuple, ast.List, ast.UnaryOp, ast.unaryop, ast.Load)
    match value:
        case ast.JoinedStr():
            return True
        case _:
            return isinstance(value, plain) and all(
                _is_constant(v) for v in ast.iter_child_nodes(value) if isinstance(v, ast.expr)
            )
