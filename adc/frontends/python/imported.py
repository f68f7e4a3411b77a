"""What a file may do to what it imports from other files of the source."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from lark import Token, Tree

from adc.diagnostics import Span
from adc.frontends import surface
from adc.frontends.python.arrays import written_arrays
from adc.frontends.python.class_effects import Seen
from adc.frontends.python.expressions import name_of
from adc.frontends.python.lists import changes, own_names, parts
from adc.frontends.python.source import ParseTree

#: Displays, as arguments have them.
_SEVERAL = ("tuple", "list")


@dataclass(frozen=True)
class Harmless:
    """What may be done to a module: to set parts of it that are none of `leading` nor of Python's
    own, and to give it to functions of the source's own, in `functions`, or, of the object that a
    method is called for, in `methods`."""

    leading: frozenset[str]
    functions: frozenset[str] = frozenset()
    methods: frozenset[str] = frozenset()

    def others(self, node: ParseTree, names: frozenset[str], changed: bool) -> Iterator[str]:
        """Those of `names` of which something else is done in `node`; `changed`: it is what a
        statement binds or deletes."""
        if node.data == "var":
            name = name_of(node.children[0])
            if name in names:
                yield name
            return
        if node.data in ("import_stmt", "global_stmt", "nonlocal_stmt"):
            return
        if node.data == "getattr":
            yield from self._of_part(node, names, changed)
            return
        inside = names - own_names(node) if node.data == "funcdef" else names
        own = self._is_own(node)
        for child in _values(node):
            if own and child is not node.children[0]:
                yield from self._given(child, inside)
            else:
                yield from self.others(child, inside, node.data == "changed_place")

    def _of_part(self, node: ParseTree, names: frozenset[str], changed: bool) -> Iterator[str]:
        """The same of `root.….part`."""
        root: Tree[Token] | Token | None = node
        matters = False
        while isinstance(root, Tree) and root.data == "getattr":
            part = name_of(root.children[1])
            matters |= changed and (part in self.leading or part.startswith("__"))
            root = root.children[0]
        if isinstance(root, Tree) and (matters or root.data != "var"):
            yield from self.others(root, names, False)

    def _is_own(self, node: ParseTree) -> bool:
        """Whether it is a call of one of the functions or methods."""
        function = node.children[0] if node.data == "funccall" else None
        if not isinstance(function, Tree):
            return False
        if function.data == "var":
            return name_of(function.children[0]) in self.functions
        owner = function.children[0] if function.data == "getattr" else None
        if not isinstance(owner, Tree) or owner.data != "var":
            return False
        own = name_of(owner.children[0]) == "self"
        return own and name_of(function.children[1]) in self.methods

    def _given(self, node: ParseTree, names: frozenset[str]) -> Iterator[str]:
        """The same of what a function of the source's own is given: modules, and displays of
        them, stay as they are."""
        if node.data == "var":
            return
        whole = node.data in ("arguments", "argvalue", *_SEVERAL)
        for child in _values(node):
            yield from self._given(child, names) if whole else self.others(child, names, False)


def _values(node: ParseTree) -> list[ParseTree]:
    """What is below `node`, without the names that it binds and those of keywords."""
    return parts(node) if node.data != "argvalue" else parts(node)[-1:]


@dataclass(frozen=True)
class Watch:
    """The statements of a file, and what else may stand behind its names."""

    trees: tuple[ParseTree, ...]
    imports: tuple[surface.Import, ...]
    unsettled: frozenset[str]
    #: The texts that cannot be read.
    unread: tuple[str, ...]

    @cached_property
    def seen(self) -> Seen:
        """What its statements do to attributes."""
        return Seen(self.trees)

    def changes(
        self,
        names: frozenset[str],
        modules: frozenset[str] = frozenset(),
        members: frozenset[str] = frozenset(),
    ) -> bool:
        """Whether the file may change the arrays or lists that it has under these names, or as
        `members` of `modules`."""
        span = self.imports[0].span if self.imports else None
        if not (names or modules) or span is None:
            return False
        trees = self.trees
        if modules:
            trees = tuple(_with_variables(tree, modules, members) for tree in trees)
            names |= set(map(_variable, members))
        stand_ins = [_as_constant(name, span) for name in sorted(names)]
        if written_arrays(trees, stand_ins, self.imports, self.unsettled):
            return True
        lists = dict.fromkeys(names, True)
        return any(True for tree in trees for _ in changes(tree, lists))

    def changed_by(
        self, constants: tuple[surface.Assign, ...], run: frozenset[str]
    ) -> frozenset[str]:
        """Those of the file's `constants` whose elements functions that others `run` may change."""
        return written_arrays(self.trees, constants, self.imports, self.unsettled, run)

    def sets_parts(self, names: frozenset[str], harmless: Harmless) -> bool:
        """Whether it may set parts of the modules that it has under `names`."""
        return any(True for tree in self.trees for _ in harmless.others(tree, names, False))


def _variable(member: str) -> str:
    """A name that no source can use, for `module.member`."""
    return f"{member}%part"


def _with_variables(node: ParseTree, modules: frozenset[str], members: frozenset[str]) -> ParseTree:
    """`node` with a variable for each `module.member` of one of `modules`."""
    if node.data == "getattr" and (member := name_of(node.children[-1])) in members:
        root = node.children[0]
        while isinstance(root, Tree) and root.data == "getattr":
            root = root.children[0]
        if isinstance(root, Tree) and root.data == "var" and name_of(root.children[0]) in modules:
            token = Token("NAME", _variable(member))
            return Tree("var", [Tree("name", [token], node.meta)], node.meta)
    made = [
        _with_variables(c, modules, members) if isinstance(c, Tree) else c for c in node.children
    ]
    return Tree(node.data, made, node.meta)


def _as_constant(name: str, span: Span) -> surface.Assign:
    """A stand-in for what another file binds to an imported name."""
    made = surface.Name(name, span)
    return surface.Assign((made,), made, span)
