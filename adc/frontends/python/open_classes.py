"""Classes that adc does not follow, as far as it can read them: what methods need that are asked
for by what their objects hold.

No object of such a class is ever made by a call. What it binds in a way that is not read, is a
property that refuses; where that may change what any other name of an object means, there is no
such class.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace

from lark import Tree

from adc.diagnostics import AdcError, Span
from adc.frontends import surface
from adc.frontends.names import methods_of
from adc.frontends.objects import OPEN
from adc.frontends.python.class_changes import with_effects, with_methods
from adc.frontends.python.class_effects import Seen
from adc.frontends.python.classes import OtherError, Reader
from adc.frontends.python.decorators import Binding
from adc.frontends.python.expressions import name_of
from adc.frontends.python.hidden_names import refusing
from adc.frontends.python.source import Node, ParseTree, Source
from adc.frontends.python.unseen_settings import UnseenSettings

#: Methods by which a class says what attributes are.
_SAYING = re.compile(
    r"__(getattribute|setattr|delattr|init_subclass|set_name|get|set|delete|prepare|mro_entries)__$"
)
#: What may bind any name of the class.
_ANY = r"\b(exec|eval|locals|vars|globals|setattr|delattr|__dict__|__subclasses__)\b"
_ANY_NAME = re.compile(_ANY)


def not_followed(tree: ParseTree, error: Exception, source: Source) -> tuple[str, Span, str]:
    """The name of the class at `tree`, and where and why it is not followed."""
    name = name_of((tree.children[-1] if tree.data == "decorated" else tree).children[0])
    first = error.diagnostics[0] if isinstance(error, AdcError) else None
    span = (first.span if first is not None else None) or source.span(tree)
    return name, span, first.message if first is not None else "here"


@dataclass
class Opened:
    """The open classes of a file, by the names that the classes have."""

    source: Source
    found: dict[str, surface.Class] = field(default_factory=dict)

    def add(self, tree: ParseTree, imports: Sequence[surface.Import]) -> None:
        """A class that is not followed, if enough of it is known."""
        with suppress(OtherError, AdcError, RecursionError):
            self.keep(_Reader(self.source, imports).read(tree))

    def keep(self, made: surface.Class) -> None:
        if made.kind in ("plain", "data"):
            self.found[made.name] = made

    def classes(
        self, bindings: Mapping[str, Sequence[Binding]], doubtful: Container[str], seen: Seen,
        unseen: UnseenSettings, known: frozenset[str],
        method: Callable[[surface.Function], surface.Function],
    ) -> tuple[surface.Class, ...]:  # fmt: skip
        """Those that their names stand for throughout, under names of their own; `doubtful` may be
        bound by what is not seen, `known` are functions that are none of the source's, `method`
        gives a method as it is once more is known."""
        texts = [self.source.text_of(self.source.span(t)) for t in seen.trees if _is_run(t)]
        return tuple(
            with_methods(
                replace(with_effects(_without_set(made, seen), seen, known), name=name + OPEN),
                method,
            )
            for name, made in self.found.items()
            if len(bindings.get(name, ())) == 1
            and name not in doubtful
            and not (
                unseen.classes is None and any(map(re.compile(rf"\b{name}\b|{_ANY}").search, texts))
            )
        )


def _is_run(tree: ParseTree) -> bool:
    """Whether it is a statement of the file that may change a class."""
    return tree.data not in ("funcdef", "classdef", "async_funcdef", "import_stmt")


@dataclass
class _Reader(Reader):
    def _statement(self, node: Node) -> None:
        try:
            super()._statement(node)
        except (OtherError, AdcError):
            if not isinstance(node, Tree):
                raise
            inner = node.children[-1] if node.data == "decorated" else node
            span = self.source.span(node)
            if isinstance(inner, Tree) and inner.data in ("funcdef", "classdef"):
                self._hide(name_of(inner.children[0]), span)
                return
            text = self.source.text_of(span)
            if _ANY_NAME.search(text):
                raise
            for name in re.findall(r"[^\W\d]\w*", text):
                self._hide(name, span)

    def _hide(self, name: str, span: Span) -> None:
        if _SAYING.match(name):
            raise OtherError(f"defines `{name}`")
        super()._hide(name, span)

    def _check_names(self) -> None:
        """What the class binds is under its name, and what it binds twice is hidden."""
        listed = (*self.functions, *self.properties, *self.makers, *self.statics)
        fields: list[surface.Parameter] = [*self.fields, *self.constants.values()]
        bound = [(p.name, p.span) for p in fields] + [(f.name, f.span) for f in listed]
        names = [name for name, _ in bound]
        self.hidden |= {name: span for name, span in bound if names.count(name) > 1}
        self.hidden |= {f.name: f.span for f in self.setters if f.name not in names}
        self._hide_bound()


def _without_set(made: surface.Class, seen: Seen) -> surface.Class:
    """The open class without what the file sets in classes by name: `C.method = other`."""
    own = {p.name for p in made.constants} | {f.name for f in methods_of(made)}
    found = {s.name for s in seen.settings if s.within is None} & (own - seen.properties)
    if not found:
        return made
    keep = {
        place: tuple(f for f in getattr(made, place) if f.name not in found)
        for place in ("functions", "properties", "makers", "statics", "setters", "constants")
    }
    hidden = tuple(refusing(name, made.span) for name in sorted(found))
    return replace(
        made, functions=keep["functions"], makers=keep["makers"], statics=keep["statics"],
        setters=keep["setters"], constants=keep["constants"],
        properties=(*keep["properties"], *hidden),
    )  # fmt: skip
