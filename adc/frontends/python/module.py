"""A whole file: what its top level binds, and its functions.

adc does not run the module, so it believes only what is bound once and unconditionally. A name
that the module binds twice, in a branch or by code that adc cannot read is *unsettled*: a
function that uses it is rejected, because adc would have to guess its value.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from itertools import product

from lark import Tree
from lark.exceptions import LarkError

from adc.diagnostics import AdcError, Note, Span
from adc.frontends import surface
from adc.frontends.names import names_of
from adc.frontends.python import generators, pieces, statements
from adc.frontends.python.arrays import run_by
from adc.frontends.python.callable_classes import as_function, decorates
from adc.frontends.python.class_changes import others_names, sets_own, with_effects, with_methods
from adc.frontends.python.class_effects import Seen
from adc.frontends.python.classes import class_of
from adc.frontends.python.decorated import applied, is_vectorize, left_by_others, made_by
from adc.frontends.python.decorators import (
    Binding,
    assigned_binding,
    bindings_in,
    compiled_function,
    decorators,
    defined_binding,
    passed_over,
)
from adc.frontends.python.expressions import name_of
from adc.frontends.python.fence import declares_sizes, rejection
from adc.frontends.python.first_calls import settle_first
from adc.frontends.python.grammar import parse_tree
from adc.frontends.python.imported import Watch
from adc.frontends.python.imports import (
    bound_names,
    imports,
    is_remark,
    names_below,
    spared,
    surely_imported,
)
from adc.frontends.python.item_stores import with_entry
from adc.frontends.python.late_names import check_settled
from adc.frontends.python.layout import Chunk, chunks
from adc.frontends.python.left_out import check_left_out
from adc.frontends.python.letters import with_plain_names
from adc.frontends.python.lists import changes, list_names
from adc.frontends.python.made_at_top import settle_made
from adc.frontends.python.mirrored import mirrored
from adc.frontends.python.open_classes import Opened, not_followed
from adc.frontends.python.optional import Missing, noted, plainly_missing
from adc.frontends.python.own_names import ANY_NAME, AS_WRITTEN, unsettled_by_texts
from adc.frontends.python.set_globals import FIRST_CALL, RUNNING, SetByFunctions
from adc.frontends.python.set_unseen import set_unseen
from adc.frontends.python.source import Node, ParseTree, Source
from adc.frontends.python.strangers import with_strangers
from adc.frontends.python.syntax import syntax_error
from adc.frontends.python.top_names import bound_at_top, first_places
from adc.frontends.python.unseen_settings import UnseenSettings
from adc.frontends.python.versions import taken, version_names
from adc.frontends.python.written_constants import written_constants
from adc.frontends.source import normalise

_COMPOUND = ("if", "elif", "for", "while", "try", "with", "match", "async")
#: What helps where a class is used.
_NO_CLASS = "write functions, and pass the arrays that it would hold as arguments"
_HEADER = re.compile(r"(?=^class\b)", re.MULTILINE)
_MAIN_GUARD = re.compile(r"if\s+\(?\s*__name__\s*==|if\s+\(?\s*[\"']__main__[\"']\s*==")
_FUNCTION = re.compile(r"^(?:async\s+)?def\s+(\w+)", re.MULTILINE)
_NAMES = re.compile(
    r"\b(\w+)\s*(?:[-+*/@%&|^]|<<|>>|\*\*|//|:)?=(?!=)|\b(?:def|class|as|for|import)\s+(\w+)"
)


def parse(
    file: str, text: str, first_call: bool = False, as_written: bool = False,
    apart: frozenset[str] = frozenset(), passed: frozenset[str] = frozenset(),
    no_handlers: bool = False, inactive: frozenset[str] = frozenset(),
) -> surface.Module:  # fmt: skip
    """The module that `text` is, as at the `first_call` where that is asked for, and `as_written`
    but for what it may bind by names that no text has; rules say what functions `apart` are, and
    variables that are `passed` need no value; calls of functions `inactive` are left out. Raises
    ADC013x where it is not Python."""
    source = Source(file, with_plain_names(normalise(text)), apart, no_handlers, inactive)
    generators.note(source)
    reader = _Reader(source, first_call, as_written, passed)
    for chunk in chunks(source):
        reader.read(chunk)
    return reader.module()


class _Reader:
    """Goes through the chunks of a file and keeps account of what each name is."""

    def __init__(
        self, source: Source, first_call: bool, as_written: bool, passed: frozenset[str]
    ) -> None:
        self.source, self.passed = source, passed
        self.as_written = as_written
        self.functions: dict[str, surface.Function] = {}
        self.rejected: dict[str, AdcError] = {}
        self.late: dict[str, AdcError] = {}
        self.constants: list[surface.Assign] = []
        self.imports: list[surface.Import] = []
        self.sizes: list[str] = []
        self.bound: dict[str, tuple[str, Span]] = {}
        self.shared = SetByFunctions.of(source, first_call)
        self.unsettled = dict(self.shared.kept)
        self.instead = dict.fromkeys(self.unsettled, RUNNING if first_call else FIRST_CALL)
        self.unsettled |= set_unseen(source)
        self.decorated: dict[str, tuple[ParseTree, ...]] = {}
        self.inside: dict[str, tuple[ParseTree, ...]] = {}
        self.bindings: dict[str, list[Binding]] = {}
        self.trees: list[ParseTree] = []
        self.parsed: dict[Chunk, list[ParseTree]] = {}
        self.known: list[surface.Class] = []
        self.unread: list[Chunk] = []
        self.values: dict[int, Node] = {}
        self.missing: dict[str, Missing] = {}
        self.opened = Opened(source)

    def read(self, chunk: Chunk) -> None:
        if chunk.word == "def" or (chunk.word == "async" and _FUNCTION.search(self._text(chunk))):
            self._read_function(chunk)
        elif chunk.word == "class":
            self._read_class(chunk)
        elif chunk.word in _COMPOUND:
            if not _MAIN_GUARD.match(self._text(chunk)):
                self._read_compound(chunk)
        else:
            for statement in self._statements(chunk):
                self._read_simple(statement)

    def _read_class(self, chunk: Chunk) -> None:
        """A class whose objects adc knows binds its name; any other one makes it unsettled."""
        header = _HEADER.split(self._text(chunk), maxsplit=1)[1]
        if decorates(header, self.source.text) and self._read_callable_class(chunk):
            return
        try:
            (tree,) = self._statements(chunk)
        except (AdcError, RecursionError):
            self._bind_by_text(chunk, header, _NO_CLASS)
            return
        try:
            made = class_of(tree, self.source, self.imports)
        except (AdcError, RecursionError) as error:
            name, span, told = not_followed(tree, error, self.source)
            self.unsettled[name], self.instead[name] = Note(told, span), _NO_CLASS
            self.opened.add(tree, self.imports)
            self._note(name, Binding("other", span))
            return
        self.known.append(made)
        self._bind(made.name, "class", made.span)
        self._note(made.name, Binding("other", made.span))

    def _read_callable_class(self, chunk: Chunk) -> bool:
        """A class that is a function in other words; whether it is one."""
        try:
            (tree,) = self._statements(chunk)
            made = as_function(tree, self.source)
        except (AdcError, RecursionError, ValueError):
            return False
        if made is None or made.name in self.bound:
            return False
        self.functions[made.name] = made
        self.decorated[made.name] = self.inside[made.name] = ()
        self._bind(made.name, "class", made.span)
        self._note(made.name, Binding("other", made.span))
        return True

    def _settle_classes(self, others: Collection[str]) -> None:
        """A class is none if something may change it, or its objects, unseen. Methods are refused
        that use what is not known. Names of `others` may be bound unseen."""
        self.drawn = generators.methods_by_name(self.known)
        known, seen = others_names(self.source.file, self.imports, self.bound), Seen(self.trees)
        unseen, classes, self.known = UnseenSettings(self.trees, self.source), self.known, []
        for made in map(unseen.marked, classes):
            if made.name in self.unsettled:
                continue
            if self.unread or unseen.sets(made) or sets_own(made, seen):
                note = Note("objects of this class are not followed", made.span)
                self.unsettled[made.name] = note
                self.instead.setdefault(made.name, _NO_CLASS)
                self.opened.keep(made)
                continue
            self.known.append(with_effects(with_methods(made, self._method), seen, known))
        others = self.bound if self.unread else others
        self.open = self.opened.classes(self.bindings, others, seen, unseen, known, self._method)

    def _method(self, function: surface.Function) -> surface.Function:
        """A method, of which calls are refused where it is not known what it uses."""
        try:
            drawn = {**self.functions, **self.drawn}
            function = generators.without_draws(with_strangers(function, self), drawn, self.source)
            self._check_settled(function)
            check_left_out(function, self.bindings, self.source)
        except AdcError as error:
            refused = surface.Refused(tuple(error.diagnostics), function.span)
            return replace(function, body=(refused,))
        return function

    def module(self) -> surface.Module:
        every = () if self.as_written else self.bound
        by_texts = unsettled_by_texts(self.source.file, self.source.text, every)
        by_texts = {n: note for n, note in by_texts.items() if n not in self.unsettled}
        self.unsettled |= by_texts
        self.instead |= {n: AS_WRITTEN for n in by_texts if by_texts[n].message == ANY_NAME}
        settle_first(self)
        self._unsettle_lists()
        others = {*by_texts, *self.shared.kept, *set_unseen(self.source)}
        changing = settle_made(self, others) if not self.unread else {}
        self._settle_classes(others)
        for constant in self.constants:
            names = names_of(constant)
            notes = [self.unsettled[name] for name in sorted(names & self.unsettled.keys())]
            self.unsettled |= {n: notes[0] for n in names - self.unsettled.keys() if notes}
        self._settle_functions()
        return surface.Module(
            self.source.file,
            self.source.text,
            "python",
            tuple(self.functions.values()),
            tuple(
                self._compiled(c) for c in self.constants if not names_of(c) & self.unsettled.keys()
            ),
            tuple(spared(i, self) for i in self.imports if i.alias not in self.unsettled),
            tuple(self.rejected.items()),
            tuple(name for name in self.sizes if name not in self.unsettled),
            written=self._written(changing),
            classes=tuple(self.known),
            open=self.open,
            unsettled=tuple(self.unsettled.items()),
            first=frozenset(self.shared.notes.keys() - self.unsettled.keys()),
            watch=self._watch(changing),
            late=tuple(self.late.items()),
        )

    def _written(self, made: Mapping[str, bool]) -> frozenset[str]:
        """The constants that something may change; `made` by several statements, with whether."""
        texts = [*map(self._text, self.unread)]
        found = written_constants(self.trees, self.constants, self.imports, self.unsettled, texts)
        return (found - made.keys()) | {name for name, changes in made.items() if changes}

    def _compiled(self, constant: surface.Assign) -> surface.Assign:
        """`fast = jit(slow)` as `fast = slow`, where a decorator `@jit` would be passed over."""
        node = self.values.get(id(constant))
        value = compiled_function(node, self.bindings, self.source) if node is not None else ""
        if value not in self.functions:
            return constant
        return replace(constant, value=surface.Name(value, constant.value.span))

    def _settle_functions(self) -> None:
        self.functions, faults = generators.all_without_draws(
            self.functions, self.drawn, self.source
        )
        self.rejected |= faults
        written = {name: with_strangers(f, self) for name, f in self.functions.items()}
        for name, function in written.items():
            try:
                found = self.decorated[name]
                function, found = left_by_others(function, found, self.bindings, self.source)
                own = made_by(found, self.bindings, written, self.source)
                other = [d for d in found if d not in own]
                inner = [d for d in self.inside[name] if not is_vectorize(d, self.source)]
                doubtful = passed_over((*other, *inner), self.bindings, self.source)
                made = [replace(function, passed_over=(*function.passed_over, *doubtful))]
                if own:
                    *made, bound = applied(made[0], own, self.source)
                    self.constants.append(bound)
                else:
                    made = list(mirrored(made[0]))
                made = [noted(one, self.missing) for one in made]
                for one in made:
                    self._check_settled(one)
                    check_left_out(one, self.bindings, self.source)
                self.functions |= {one.name: one for one in made}
            except AdcError as error:
                self.rejected[name] = error
                del self.functions[name]

    def _unsettle_lists(self) -> None:
        """Lists that something in the file may change are no constants."""
        lists = list_names(self.constants)
        run = run_by(self.trees) if lists else frozenset()
        named = {name_of(t.children[0]): t for t in self.trees if t.data == "funcdef"}
        functions = {n: t for n, t in named.items() if len(self.bindings[n]) == 1}
        for tree in self.trees if lists else ():
            for name, node in changes(tree, lists, run, functions):
                self._unsettle_list(name, self.source.span(node))
        for name, chunk in product(lists, self.unread):
            match = re.search(rf"\b{name}\b", self._text(chunk))
            if match:
                start, stop = match.span()
                span = self.source.span_at(chunk.start + start, chunk.start + stop)
                self._unsettle_list(name, span)

    def _watch(self, made: Collection[str]) -> Watch:
        """What tells whether the file may change what it imports."""
        texts, unsettled = tuple(map(self._text, self.unread)), frozenset({*self.unsettled, *made})
        return Watch(tuple(self.trees), tuple(self.imports), unsettled, texts)

    def _unsettle_list(self, name: str, span: Span) -> None:
        self.unsettled.setdefault(name, Note("the list may be changed here", span))
        self.instead.setdefault(name, f"write `{name}` as a tuple, which nothing changes")

    def _text(self, chunk: Chunk) -> str:
        return self.source.text[chunk.start : chunk.stop]

    def _statements(self, chunk: Chunk) -> list[ParseTree]:
        """The chunk's statements; lines and columns count from the start of the file."""
        if chunk in self.parsed:
            return self.parsed[chunk]
        line, _ = self.source.place(chunk.start)
        try:
            tree = parse_tree("\n" * (line - 1) + self._text(chunk))
        except (LarkError, AssertionError) as error:
            self.unread.append(chunk)
            raise syntax_error(error, self.source) from None
        found = [s for s in pieces.flat(tree.children) if isinstance(s, Tree)]
        self.trees += found
        self.parsed[chunk] = found
        return found

    def _read_function(self, chunk: Chunk) -> None:
        match = _FUNCTION.search(self._text(chunk))
        if match is None:
            self._statements(chunk)  # raises: this is no header of a function
            return
        span = self.source.span_at(chunk.start + match.start(), chunk.start + match.end())
        self._define(match.group(1), span, lambda: self._statements(chunk)[0])

    def _define(self, name: str, span: Span, parsed: Callable[[], ParseTree]) -> None:
        """Keeps the function `name`, which `parsed` gives, or why it is refused."""
        self.decorated[name] = self.inside[name] = ()
        self.functions.pop(name, None)  # of two functions of one name the last one counts
        self.rejected.pop(name, None)
        self._note(name, Binding("other", span))
        try:
            self.functions[name] = self._function(name, parsed())
        except AdcError as error:
            self.rejected[name] = error
        except RecursionError:
            message = f"`{name}` is nested too deeply"
            way_out = "split its longest expression into several statements"
            self.rejected[name] = AdcError.of("ADC0124", message, span, help=way_out)
        self._bind(name, "function", span)

    def _function(self, name: str, tree: ParseTree) -> surface.Function:
        if tree.data == "decorated":
            self.decorated[name] = decorators(tree)
            tree = tree.children[-1]
        elif tree.data == "funcdef":
            self.bindings[name][-1] = defined_binding(tree, self.bindings[name][-1].span)
        within = tree.find_data("decorated")
        self.inside[name] = tuple(d for inner in within for d in decorators(inner))
        rejected = rejection(tree, self.source) if tree.data != "funcdef" else None
        if rejected:
            raise rejected
        return statements.function(tree, self.source)

    def _note(self, name: str, binding: Binding) -> None:
        self.bindings.setdefault(name, []).append(binding)

    def _read_compound(self, chunk: Chunk) -> None:
        """What a branch, a loop or a `with` at the top level binds, adc does not follow."""
        try:
            trees = self._statements(chunk)
        except AdcError:
            self._bind_by_text(chunk, self._text(chunk))
            return
        surely = surely_imported(trees[0], self.source) if len(trees) == 1 else None
        if surely is None and len(trees) == 1:
            texts = {
                id(c): self.source.text_of(self.source.span(node))
                for c in self.constants
                if isinstance(node := self.values.get(id(c)), Tree)
            }
            known = version_names(self.bound, self.constants, texts, self.unsettled, self.imports)
            surely = taken(trees[0], self._text(chunk), known)
        if surely is not None:
            for tree in surely:
                self._read_tree(tree)
            return
        missing = plainly_missing(trees[0], self.source) if len(trees) == 1 else None
        if missing is not None:
            self._read_without(missing)
            return
        for name, node in bound_names(trees):
            span = self.source.span(node)
            self.unsettled[name] = Note("bound here, in a statement that adc does not run", span)
        for name, binding in bindings_in(trees, self.source):
            self._note(name, binding)
        for tree in (found for top in trees for found in top.find_data("import_from")):
            stars = [i for i in imports(tree, self.source) if i.name == "*"]
            self.imports += [replace(i, certain=False) for i in stars]

    def _read_without(self, missing: Missing) -> None:
        """What a `try` is where a package is missing."""
        self.missing |= dict.fromkeys(missing.bound, missing)
        for imported in missing.imported:
            self.imports.append(imported)
            self.missing[imported.alias] = missing
            self._bind(imported.alias, f"import {imported.module} {imported.name}", imported.span)
        for imported in missing.tried:
            self._note(imported.alias, Binding("import", imported.span, imported.module))
        for tree in missing.statements:
            self._read_tree(tree)

    def _read_tree(self, tree: ParseTree) -> None:
        """A statement of a block whose statements all run, as if it stood alone."""
        if tree.data in ("funcdef", "decorated"):
            name = tree.children[0] if tree.data == "funcdef" else tree.children[1].children[0]
            self._define(name_of(name), self.source.header(tree, name), lambda: tree)
        else:
            self._read_simple(tree)

    def _bind_by_text(self, chunk: Chunk, text: str, instead: str = "") -> None:
        """What a text binds at the top level, which adc does not read as Python."""
        before, known = chunk.stop - len(text), bound_at_top(text)
        places = [
            (m.group(m.lastindex or 0), m.span(m.lastindex or 0)) for m in _NAMES.finditer(text)
        ]
        for name, (start, stop) in places if known is None else first_places(known, text):
            span = self.source.span_at(before + start, before + stop)
            self.unsettled[name] = Note("bound here, in a statement that adc does not run", span)
            self.instead[name] = instead
            self._note(name, Binding("other", span))

    def _read_simple(self, node: ParseTree) -> None:
        for tree in node.find_data("assign_expr"):
            for name, part in names_below(tree.children[0]):
                span = self.source.span(part)
                self.unsettled[name] = Note("bound here, inside an expression", span)
        if node.data == "import_stmt":
            for imported in imports(node.children[0], self.source):
                self.imports.append(imported)
                if imported.name == "*":
                    continue  # what it binds may be bound anew; the order decides
                what = f"import {imported.module} {imported.name}"
                self._bind(imported.alias, what, imported.span)
                self._note(imported.alias, Binding("import", imported.span, imported.module))
        elif node.data == "assign_stmt":
            self._read_assignment(node.children[0])
        elif node.data == "del_stmt":
            for name, part in names_below(node):
                self.unsettled[name] = Note("deleted here", self.source.span(part))

    def _read_assignment(self, node: ParseTree) -> None:
        if node.data == "annassign" and node.children[2] is None:
            return
        targets = node.children[:-1] if node.data == "assign" else node.children[:1]
        if all(is_remark(target, self.bound) for target in targets):
            return
        entry = with_entry(node, self.constants, self.source, self.bound)
        if entry is not None:
            self.constants[self.constants.index(entry[0])] = entry[1]
            self.trees = [t for t in self.trees if t.children[:1] != [node]]
            return
        names = [found for target in targets for found in names_below(target)]
        changes = node.data == "augassign" or any(t.data == "getitem" for t in targets)
        if declares_sizes(node.children[-1]):
            self.sizes += [name for name, _ in names]
            return
        for name, part in names:
            kind = "changed" if changes else "assigned"
            self._bind(name, kind, self.source.span(part))
            self._note(name, assigned_binding(node.children[-1], self.source.span(part)))
        try:
            constant = statements.module_assignment(node, self.source) if not changes else None
        except AdcError:  # where the name is used, adc says that it knows no value
            span = self.source.span(node)
            bound = tuple(surface.Name(name, self.source.span(part)) for name, part in names)
            unknown = surface.Intrinsic("", span, "import")
            self.constants.append(surface.Assign(bound, unknown, span))
            return
        if constant:
            self.constants.append(constant)
            self.values[id(constant)] = node.children[-1]

    def _bind(self, name: str, kind: str, span: Span) -> None:
        """Note that the module binds `name`; a second binding of another kind unsettles it."""
        earlier = self.bound.get(name)
        same = earlier is not None and earlier[0] == kind and kind not in ("assigned", "changed")
        if kind == "changed" or (earlier is not None and not same):
            self.unsettled.setdefault(name, Note("bound again here", span))
        self.bound[name] = (kind, span)

    def _check_settled(self, function: surface.Function) -> None:
        """Raises for a function that is, or uses, a name whose value adc cannot tell."""
        unsettled = {n: note for n, note in self.unsettled.items() if n not in self.passed}
        self.late |= check_settled(function, unsettled, self.instead)
