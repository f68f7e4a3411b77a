"""`try` around what the file itself raises, as blocks that are left for their handlers.

A `raise` whose class a handler handles goes to the end of the block that is tried, and the handler
follows. So what was set before stays set, and loops are left. Functions of the file that are called
there are written out, for what they raise leaves them and the block at once.
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Callable, Iterator
from copy import copy
from dataclasses import dataclass, field, replace
from typing import Any

from lark import Tree

from adc.diagnostics import AdcError, Span
from adc.frontends import surface
from adc.frontends.names import bound_names, free_names, walk, with_parts
from adc.frontends.python.arithmetic_errors import KINDS, OPERATORS, questions
from adc.frontends.python.generators import RenamedNames, bound_parameters, relabelled
from adc.frontends.python.grammar import parse_tree
from adc.frontends.python.none_errors import CATCHING, checks, none_questions
from adc.frontends.python.returns import with_returns
from adc.frontends.python.source import ParseTree, Source
from adc.frontends.python.top_names import bound_otherwise, tree_of

Body = tuple[surface.Statement, ...]
Reader = Callable[[ParseTree, Source], surface.Function]

#: What nothing raises but `raise` and `assert`, of what `questions` lets pass.
_EXPLICIT = frozenset({"RuntimeError", "AssertionError", "NotImplementedError"})
_EVERYTHING = frozenset({"Exception", "BaseException"})
#: What writes nothing, of what is called by a name alone.
_SILENT = frozenset({"abs", "float", "len", "min", "max", "range", "int", "bool"})
#: What finds roots in brackets, and in adc as exactly as it can be, however many steps it takes.
_BRACKETING = frozenset({"bisect", "brenth", "brentq", "ridder", "toms748"})
#: What gives a dictionary another size.
_RESIZING = frozenset({"clear", "pop", "popitem", "setdefault", "update"})
_MOST_LEVELS = 4
_MOST_STATEMENTS = 400


class _UnclearError(Exception):
    """Nothing tells whether something that is tried raises what a handler handles."""


@dataclass(frozen=True)
class _Handler:
    """The classes that it handles, the label of the block that is left for it, and its body."""

    kinds: frozenset[str]
    label: int
    body: Body


def left_tries(
    node: ParseTree, tried: Body, handlers: tuple[Body, ...], after: Body, source: Source,
    read: Reader,
) -> Body | None:  # fmt: skip
    """The blocks that a `try_stmt` is, where `after` is run unless something is raised; None where
    what is tried may raise what is not seen. `read` reads a function of the file."""
    found = source.by_python(node)
    tree = tree_of(source.text)
    if not isinstance(found, ast.Try) or tree is None or OPERATORS.search(source.text):
        return None
    if _is_unseen(found.body) or len(found.handlers) != len(handlers):
        return None
    try:
        classes = _Classes(tree)
        listed = [
            _Handler(classes.handled(h), source.fresh_label(), body)
            for h, body in zip(found.handlers, handlers, strict=True)
        ]
        caught = frozenset[str]().union(*(h.kinds for h in listed))
        if caught & {"RuntimeError", *_EVERYTHING} and any(map(_may_raise, ast.walk(tree))):
            return None
        for one, handler in zip(found.handlers, listed, strict=True):
            names = (n.name for n in walk(handler.body, inside=True) if isinstance(n, surface.Name))
            if one.name and one.name in names:
                return None
        written = _Tried(tuple(listed), classes, tree, source, read).body(tried)
    except (_UnclearError, AdcError):
        return None
    return _blocks((*written, *after), listed, source)


def unhandled(node: ParseTree, source: Source) -> surface.LeftOut | None:
    """What says that the handlers of a `try_stmt` are left out, so that what they would handle is
    an error of the generated function; None where Python may raise that by itself, for then nothing
    would tell, unless there are to be no handlers."""
    found, tree = source.by_python(node), tree_of(source.text)
    if not isinstance(found, ast.Try) or tree is None:
        return None
    span = source.keyword(node, "try")
    root = surface.Name("try", span)
    try:
        kinds = [_Classes(tree).handled(h) for h in found.handlers]
    except _UnclearError:
        return surface.LeftOut("except", root, span) if source.no_handlers else None
    what = "except " + ", ".join(name for names in kinds for name in sorted(names))
    seen = frozenset().union(*kinds) <= _EXPLICIT and not any(map(_may_raise, ast.walk(tree)))
    if not seen:
        return surface.LeftOut("except", root, span) if source.no_handlers else None
    return surface.LeftOut(what, root, span)


def _may_raise(node: ast.AST) -> bool:
    """Whether there may be a RuntimeError that the generated function has not: of a loop that
    gives the dictionary that it walks through another size, or of a search for a root that ends
    after so many steps."""
    if isinstance(node, ast.Call):
        name = node.func.attr if isinstance(node.func, ast.Attribute) else ""
        name = node.func.id if isinstance(node.func, ast.Name) else name
        given = {k.arg for k in node.keywords} & {"maxiter", None}
        return name in _BRACKETING and (bool(given) or len(node.args) > 6)
    if not isinstance(node, ast.For):
        return False
    walked = node.iter
    if isinstance(walked, ast.Call) and isinstance(walked.func, ast.Attribute):
        walked = walked.func.value
    place = ast.unparse(walked)
    for inner in (n for s in node.body for n in ast.walk(s)):
        stored = isinstance(inner, ast.Subscript) and not isinstance(inner.ctx, ast.Load)
        if stored or (isinstance(inner, ast.Attribute) and inner.attr in _RESIZING):
            assert isinstance(inner, (ast.Subscript, ast.Attribute))
            if ast.unparse(inner.value) == place:
                return True
    return False


def at_last(body: Body, last: Body) -> Body | None:
    """`finally` behind `body`: what an exception leads to that nothing handles is not computed, so
    `last` is what follows; None where `body` may be left before."""
    if all(isinstance(s, (surface.LeftOut, surface.Pass)) for s in last):
        return (*last, *body)
    leaves = (surface.Return, surface.Break, surface.Continue, surface.Raise, surface.Assert)
    return None if any(isinstance(n, leaves) for n in walk(body)) else (*body, *last)


def _blocks(body: Body, handlers: list[_Handler], source: Source) -> Body:
    """A block for each handler around what is tried, and one around all of it."""
    span = body[0].span if body else handlers[0].body[0].span
    out = source.fresh_label()
    for handler in handlers:
        inner = surface.Block(handler.label, (*body, surface.Leave(out, span)), span)
        body = (inner, *handler.body)
    return (surface.Block(out, body, span),)


def _is_unseen(body: list[ast.stmt]) -> bool:
    """Whether a `finally` would be run on the way to a handler, or a handler inside raises, which
    may have been left out."""
    for inner in (n for s in body for n in ast.walk(s) if isinstance(n, ast.Try)):
        handling = (n for h in inner.handlers for n in ast.walk(h))
        if inner.finalbody or any(isinstance(n, ast.Raise) for n in handling):
            return True
    return False


# -- classes ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Classes:
    """The exceptions of a file and of Python."""

    tree: ast.Module

    def handled(self, handler: ast.ExceptHandler) -> frozenset[str]:
        kinds = handler.type
        listed = kinds.elts if isinstance(kinds, ast.Tuple) else [kinds] if kinds else []
        if not listed:
            return frozenset({"BaseException"})
        names = {n.id if isinstance(n, ast.Name) else "" for n in listed}
        for name in names:
            self.above(name)
        return frozenset(names)

    def above(self, name: str) -> frozenset[str]:
        """The names of a class and of those that it is derived from."""
        own = [n for n in ast.walk(self.tree) if isinstance(n, ast.ClassDef) and n.name == name]
        bound = sum(found == name for n in ast.walk(self.tree) for found in _binding(n))
        if bound > 1 or len(own) != bound or (own and own[0] not in self.tree.body):
            raise _UnclearError
        if own:
            bases = [b.id if isinstance(b, ast.Name) else "" for b in own[0].bases]
            if own[0].keywords or own[0].decorator_list or name in bases:
                raise _UnclearError
            return frozenset({name}).union(*map(self.above, bases))
        known = getattr(builtins, name, None)
        if not isinstance(known, type) or not issubclass(known, BaseException):
            raise _UnclearError
        # IOError is another name of OSError
        return frozenset({name, *(c.__name__ for c in known.__mro__[:-1])})

    def implicit(self, kinds: frozenset[str]) -> frozenset[str]:
        """Those of `kinds` that Python raises by itself, as `questions` has them."""
        own = {n.name for n in self.tree.body if isinstance(n, ast.ClassDef)}
        found = {"Exception" if k in _EVERYTHING else k for k in kinds - own - _EXPLICIT}
        if not found <= KINDS:
            raise _UnclearError
        return frozenset(found)


def _binding(node: ast.AST) -> Iterator[str | None]:
    if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
        yield node.id
    yield from bound_otherwise(node)


# -- what is tried ---------------------------------------------------------------------------------


@dataclass
class _Tried:
    """Writes out what is tried, seen from the text of `source`."""

    handlers: tuple[_Handler, ...]
    classes: _Classes
    tree: ast.Module
    source: Source
    read: Reader
    within: tuple[str, ...] = ()
    written: list[int] = field(default_factory=lambda: [0])

    def body(self, body: Body) -> Body:
        return tuple(made for statement in body for made in self.statement(statement))

    def statement(self, node: surface.Statement) -> Body:
        self.written[0] += 1
        if self.written[0] > _MOST_STATEMENTS:
            raise _UnclearError
        match node:
            case surface.Raise():
                return (self.raised(node.exception, node.span) or node,)
            case surface.Assert():
                before, condition = self.hoisted(node.condition)
                leave = self.raised("AssertionError", node.span)
                fails = surface.Unary("not", condition, node.span)
                failing = surface.If(fails, (leave,), (), node.span) if leave else None
                kept = failing or replace(node, condition=condition)
                return (*before, *self.asked(condition), kept)
            case surface.If():
                before, condition = self.hoisted(node.condition)
                then, orelse = self.body(node.then), self.body(node.orelse)
                made = replace(node, condition=condition, then=then, orelse=orelse)
                return (*before, *self.asked(condition), made)
            case surface.Block():
                return (replace(node, body=self.body(node.body)),)
            case surface.For() | surface.While():
                return self.loop(node)
            case surface.Leave() | surface.Break() | surface.Continue():
                return (node,)
            case surface.Evaluate():
                if (call := self.called(node.value)) is None:
                    raise _UnclearError
                return self.inlined(node.value, *call)[0]
        return self.simple(node)

    def simple(self, node: surface.Statement) -> Body:
        """Whole values may be calls of anything; what is called amid others writes nothing."""
        if isinstance(node, surface.Assign) and (call := self.called(node.value)):
            before, value = self.inlined(node.value, *call)
        elif isinstance(node, surface.Return) and node.values and len(node.values) == 1 and (
            call := self.called(node.values[0])
        ):  # fmt: skip
            before, value = self.inlined(node.values[0], *call)
        else:
            before, made = self.hoisted(node)
            return (*before, *self.asked(made), made)
        if isinstance(node, surface.Assign):
            made = replace(node, value=value)
        else:
            values = value.items if isinstance(value, surface.Sequence) else (value,)
            made = replace(node, values=values)
        return (*before, *self.asked(made), made)

    def loop(self, node: surface.For | surface.While) -> Body:
        made = replace(node, body=self.body(node.body))
        if isinstance(node, surface.While):
            if node.counted is not None or self.questions(node.condition):
                raise _UnclearError
            types = any(h.kinds & CATCHING for h in self.handlers)
            return (*(checks(node.condition, self.source) if types else ()), made)
        called = node.called
        if not isinstance(called, surface.Name) or called.name != "range" or node.own:
            raise _UnclearError
        if "range" in self.source.locals or any(map(self.questions, node.arguments)):
            raise _UnclearError
        walked = surface.Call(called, node.arguments, (), node.span)
        return (*self.of_none(walked), made)

    def raised(self, name: str, span: Span) -> surface.Leave | None:
        """The jump to the handler of an exception; None where nothing handles it here."""
        above = self.classes.above(name)
        labels = (h.label for h in self.handlers if h.kinds & above)
        label = next(labels, None)
        return None if label is None else surface.Leave(label, span)

    def questions(self, node: Any) -> list[tuple[int, tuple[surface.Expr, ...]]]:
        """What has to hold for each handler not to be gone to."""
        found = []
        for handler in self.handlers:
            kinds = self.classes.implicit(handler.kinds)
            asked = questions(node, kinds, self.source)
            if asked is None or ("TypeError" in kinds and any(map(_asks_for_kinds, walk(node)))):
                raise _UnclearError
            if asked:
                found.append((handler.label, asked))
        if len(found) > 1:
            raise _UnclearError
        return found

    def asked(self, node: Any) -> Body:
        made = list(self.of_none(node))
        for label, asked in self.questions(node):
            span = asked[0].span
            test = asked[0] if len(asked) == 1 else surface.Logical("and", asked, span)
            raises = surface.Unary("not", test, span)
            made.append(surface.If(raises, (surface.Leave(label, span),), (), span))
        return tuple(made)

    def of_none(self, node: Any) -> Body:
        """The jump to the handler of a TypeError where something is computed with None, which is
        refused where no test tells."""
        labels = (h.label for h in self.handlers if h.kinds & CATCHING)
        label = next(labels, None)
        if label is None:
            return ()
        tests = none_questions(node, self.source)
        if tests is None:
            return tuple(checks(node, self.source))
        none = (surface.Unary("not", test, test.span) for test in tests)
        return tuple(
            surface.If(test, (surface.Leave(label, test.span),), (), test.span) for test in none
        )

    # -- functions of the file ---------------------------------------------------------------------

    def called(self, node: object) -> tuple[ast.FunctionDef] | None:
        """The definition of what a call calls, where that is a function at the file's top."""
        function = node.function if isinstance(node, surface.Call) else None
        if not isinstance(function, surface.Name) or function.name in self.source.locals:
            return None
        name = function.name
        found = [n for n in self.tree.body if isinstance(n, ast.FunctionDef) and n.name == name]
        if not found:
            return None
        bound = sum(each in (name, "*") for n in ast.walk(self.tree) for each in _binding(n))
        if name in self.source.apart:  # it is called, as its rule has it
            raise _UnclearError
        if len(found) > 1 or bound > 1 or found[0].decorator_list or _is_unseen(found[0].body):
            raise _UnclearError
        if name in self.within or len(self.within) == _MOST_LEVELS:
            raise _UnclearError
        return (found[0],)

    def hoisted(self, node: Any) -> tuple[Body, Any]:
        """`node` with the values of calls in their place, and the statements that compute them."""
        before: list[surface.Statement] = []

        def visit(part: Any) -> Any:
            perhaps = (surface.Conditional, surface.Logical, surface.Lambda, surface.Lifted)
            chain = isinstance(part, surface.Compare) and len(part.ops) > 1
            if isinstance(part, perhaps) or chain:
                return part  # a call in it may not be come to: nothing tells what it raises
            call = self.called(part)
            if call is None:
                return with_parts(part, visit)
            made, value = self.inlined(part, *call, quiet=True)
            before.extend(made)
            return value

        made = visit(node)
        if before and self.questions(made):
            raise _UnclearError  # which comes first?
        if before and len(self.handlers) > 1 and self.of_none(made):
            raise _UnclearError
        return tuple(before), made

    def inlined(
        self, call: Any, definition: ast.FunctionDef, quiet: bool = False
    ) -> tuple[Body, surface.Expr]:
        """A call written out, and the names of what it gives; a `quiet` one may write nothing."""
        made = self._function(definition)
        if free_names(made).keys() & self.source.locals or (quiet and _writes(made)):
            raise _UnclearError
        own = {name: self.source.fresh(f"{made.name}_{name}") for name in sorted(bound_names(made))}
        given = tuple(
            each for one in bound_parameters(made, call, own) for each in self.statement(one)
        )
        renamed = RenamedNames(own).node(relabelled(made.body, self.source), frozenset())
        returns = [n for n in walk(renamed) if isinstance(n, surface.Return)]
        counts = {len(n.values) if n.values is not None else 0 for n in returns}
        nothing = [isinstance(v, surface.NoneValue) for n in returns for v in n.values or ()]
        if len(counts) > 1 or any(nothing):
            raise _UnclearError
        (count,) = counts or {0}
        results = [
            surface.Name(self.source.fresh(f"{made.name}_result"), call.span) for _ in range(count)
        ]
        label = self.source.fresh_label()
        inside = replace(
            self, source=self.source.inside(own.values()), within=(*self.within, made.name)
        )
        written = inside.body(_with_results(renamed, results, label))
        value: surface.Expr = surface.NoneValue(call.span)
        if results:
            several = surface.Sequence(tuple(results), False, call.span)
            value = results[0] if count == 1 else several
        return (*given, surface.Block(label, written, call.span)), value

    def _function(self, definition: ast.FunctionDef) -> surface.Function:
        first, last = definition.lineno, definition.end_lineno or definition.lineno
        starts = [*self.source.line_starts, len(self.source.text)]
        text = self.source.text[starts[first - 1] : starts[last]]
        parsed = parse_tree("\n" * (first - 1) + text.rstrip() + "\n").children[0]
        outside = copy(self.source)
        outside.locals, outside.in_function, outside.binding = frozenset(), False, False
        if not isinstance(parsed, Tree) or parsed.data != "funcdef":
            raise _UnclearError
        return self.read(parsed, outside)


def _asks_for_kinds(node: object) -> bool:
    """Whether it is `float(x)` or `len(x)`, which raise TypeError for some arrays and numbers."""
    function = node.function if isinstance(node, surface.Call) else None
    return isinstance(function, surface.Name) and function.name in ("float", "len")


def _with_results(body: Body, results: list[surface.Name], label: int) -> Body:
    """`body` in which `return` sets the results and goes to the end of the block."""

    def left(node: surface.Return) -> Body:
        sets = (
            surface.Assign((name,), value, node.span)
            for name, value in zip(results if node.values else (), node.values or (), strict=True)
        )
        return (*sets, surface.Leave(label, node.span))

    return with_returns(body, left)


def _writes(function: surface.Function) -> bool:
    """Whether a function may write what its caller has."""
    for node in walk(function.body):
        if isinstance(node, surface.Evaluate):
            return True
        if isinstance(node, surface.AugmentedAssign) and not _is_number(node.target, function):
            return True
        targets = node.targets if isinstance(node, surface.Assign) else ()
        parts = [part for target in targets for part in walk(target)]
        if any(isinstance(p, (surface.Subscript, surface.Attribute)) for p in parts):
            return True
        if isinstance(node, surface.Keyword) and node.name == "out":
            return True
        called = node.function if isinstance(node, surface.Call) else None
        if isinstance(called, surface.Name) and called.name not in _SILENT:
            return True
    return False


def _is_number(target: surface.Expr, function: surface.Function) -> bool:
    """Whether a name of `function` is never what its caller has: it begins with a literal."""
    if not isinstance(target, surface.Name):
        return False
    values = [
        node.value if node.targets == (replace(target, span=node.targets[0].span),) else None
        for node in walk(function.body)
        if isinstance(node, surface.Assign)
        and any(target.name == getattr(p, "name", "") for p in walk(node.targets))
    ]
    return (
        target.name not in {p.name for p in function.parameters}
        and bool(values)
        and all(isinstance(v, (surface.Number, surface.Binary)) for v in values)
    )
