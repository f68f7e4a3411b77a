"""What a file does to its classes and their objects: which attributes it sets, and where.

Nothing is known here of what a name stands for, so that attributes are told by their names alone,
but for those that a method sets in its own object: `self.x = …`.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from lark import Tree

from adc.frontends.python.expressions import name_of
from adc.frontends.python.source import Node, ParseTree
from adc.frontends.python.tree_parts import CHANGING

#: What of a file runs when it is called, or where a class is made, which sets no object's fields.
_FUNCTIONS = ("funcdef", "decorated", "classdef")
_SEVERAL = ("tuple", "list", "exprlist", "testlist_tuple")
_PARTS = ("getitem", "getattr")
_NESTED = ("funcdef", "lambdef", "lambdef_nocond", "async_funcdef")
#: Functions that give what something has by its names.
_LISTING = frozenset({"getmembers", "attrgetter", "vars"})
#: Methods that give what a dictionary holds.
_ITEMS = frozenset({"items", "values", "get"})
#: Methods that run while an object is made.
_MAKING = frozenset({"__init__", "__post_init__"})


@dataclass(frozen=True)
class Setting:
    """`….name = …`; `within` is the class and the method that sets it in its own object, if one
    does. It is `plain` where it is an assignment inside of a function or a class."""

    name: str
    plain: bool
    within: tuple[str, str] | None = None


@dataclass(frozen=True)
class Seen:
    """What the statements of a file do to attributes, each worked out once, when it is asked."""

    trees: Sequence[ParseTree]

    @cached_property
    def settings(self) -> tuple[Setting, ...]:
        return tuple(settings(self.trees))

    @cached_property
    def properties(self) -> frozenset[str]:
        return set_as_properties(self.trees)

    @cached_property
    def making(self) -> frozenset[str]:
        return making(self.trees)

    @cached_property
    def _exposed(self) -> dict[frozenset[str], frozenset[tuple[str, int]]]:
        return {}

    def exposed(self, known: frozenset[str]) -> frozenset[tuple[str, int]]:
        if known not in self._exposed:
            self._exposed[known] = exposed(self.trees, known)
        return self._exposed[known]


def mangled(name: str, made: str) -> str:
    """What Python makes of a private name inside of the class `made`."""
    private = name.startswith("__") and not name.endswith("__")
    return f"_{made.lstrip('_')}{name}" if private and made.strip("_") else name


def settings(trees: Iterable[ParseTree]) -> Iterator[Setting]:
    """All attributes that `trees` set."""
    for tree in trees:
        made = tree.children[-1] if tree.data == "decorated" else tree
        if isinstance(made, Tree) and made.data == "classdef":
            yield from _in_class(made)
        else:
            inside = tree.data in _FUNCTIONS
            yield from (Setting(name, plain) for _, name, plain in _set_in(tree, inside))


def set_as_properties(trees: Iterable[ParseTree]) -> frozenset[str]:
    """The names of which some class defines what sets them, by `@name.setter`, or by
    `name = property(get, set)`."""
    found: set[str] = set()
    for tree in trees:
        for node in tree.find_data("decorator"):
            if _is_setter(node.children[0]):
                found.add(name_of(node.children[0].children[0].children[0]))
        made = tree.children[-1] if tree.data == "decorated" else tree
        for child in statements_of(made.children[2]) if made.data == "classdef" else ():
            found.update(_set_by_property(child))
    return frozenset(found)


def _set_by_property(statement: ParseTree) -> Iterator[str]:
    assign = statement.children[0] if statement.data == "assign_stmt" else None
    if not isinstance(assign, Tree) or assign.data != "assign" or len(assign.children) != 2:
        return
    call = assign.children[1]
    if isinstance(call, Tree) and call.data == "funccall" and isinstance(call.children[1], Tree):
        function = call.children[0]
        is_name = isinstance(function, Tree) and function.data == "var"
        if (
            is_name
            and name_of(function.children[0]) == "property"
            and len(call.children[1].children) > 1
        ):
            yield from _bare(assign.children[0])


def _is_setter(node: Node) -> bool:
    if not isinstance(node, Tree) or node.data != "getattr":
        return False
    owner = node.children[0]
    return isinstance(owner, Tree) and owner.data == "var" and name_of(node.children[1]) == "setter"


def _in_class(tree: ParseTree) -> Iterator[Setting]:
    own = name_of(tree.children[0])
    for child in statements_of(tree.children[2]):
        function = child.children[-1] if child.data == "decorated" else child
        is_method = isinstance(function, Tree) and function.data == "funcdef"
        first = object_of(function) if is_method and not takes_no_object(child) else ""
        for owner, name, plain in _set_in(child, True):
            within = None
            if first and owner == first:
                within = (own, name_of(function.children[0]))
            yield Setting(mangled(name, own), plain, within)


def statements_of(suite: Node) -> Iterator[ParseTree]:
    for node in suite.children if isinstance(suite, Tree) else ():
        if isinstance(node, Tree) and node.data == "simple_stmt":
            yield from (n for n in node.children if isinstance(n, Tree))
        elif isinstance(node, Tree):
            yield node


def takes_no_object(child: ParseTree) -> bool:
    """Whether a decorator hands a method something else than an object."""
    if child.data != "decorated":
        return False
    return any(
        name_of(d.children[0]) in ("staticmethod", "classmethod")
        for d in child.children[0].find_data("var")
    )


def object_of(function: ParseTree) -> str:
    """A method's name for its object; "" where it, or a function inside, binds that anew."""
    parameters = function.children[1]
    first = parameters.children[0] if isinstance(parameters, Tree) and parameters.children else None
    if not isinstance(first, Tree) or first.data not in ("name", "typedparam"):
        return ""
    name = name_of(first if first.data == "name" else first.children[0])
    for node in function.iter_subtrees():
        if node is not function and node.data in _NESTED and name in set(_parameters(node)):
            return ""
        if name in {found for target in _targets(node) for found in _bare(target)}:
            return ""
    return name


def _parameters(node: ParseTree) -> Iterator[str]:
    for child in node.children:
        if isinstance(child, Tree) and child.data in ("parameters", "lambda_params"):
            yield from (name_of(n) for n in child.find_data("name"))


def _targets(node: ParseTree) -> list[Node]:
    """What a statement binds or sets."""
    match node.data:
        case "assign":
            return list(node.children[:-1])
        case "annassign" | "augassign" | "for_stmt" | "comp_for":
            return list(node.children[:1])
        case "del_stmt":
            return list(node.children)
        case "with_item":
            return list(node.children[1:])
    return []


def _single(target: Node | None) -> Iterator[ParseTree]:
    """The targets that one that unpacks is made of."""
    if not isinstance(target, Tree):
        return
    if target.data in _SEVERAL or target.data == "star_expr":
        for part in target.children:
            yield from _single(part)
    else:
        yield target


def _bare(target: Node | None) -> Iterator[str]:
    return (name_of(t.children[0]) for t in _single(target) if t.data == "var")


def _set_in(tree: ParseTree, inside: bool) -> Iterator[tuple[str, str, bool]]:
    """The owner ("" for what is no name), the name, and whether it is an assignment `inside`."""
    for node in tree.iter_subtrees():
        plain = inside and node.data in ("assign", "annassign", "augassign")
        for target in _targets(node):
            for found in _attributes(target):
                owner = found.children[0]
                is_name = isinstance(owner, Tree) and owner.data == "var"
                root = name_of(owner.children[0]) if is_name else ""
                yield root, name_of(found.children[1]), plain


def _attributes(target: Node | None) -> Iterator[ParseTree]:
    return (t for t in _single(target) if t.data == "getattr")


# -- what runs while objects are made --------------------------------------------------------------


def making(trees: Iterable[ParseTree]) -> frozenset[str]:
    """Methods that only run while an object is made: those that nothing mentions elsewhere."""
    mentioned: dict[str, set[str]] = {}
    for tree in trees:
        for where, name in _mentions(tree):
            mentioned.setdefault(name, set()).add(where)
    if not mentioned.get("__init__", set()) <= _MAKING:
        return frozenset()  # something may make an object once more
    found = set(_MAKING)
    while True:
        more = {n for n, places in mentioned.items() if places <= found and n not in found}
        if not more:
            return frozenset(found)
        found |= more


def _mentions(tree: ParseTree) -> Iterator[tuple[str, str]]:
    """The attributes that a part of the file reads, each with the method that does, "" for what is
    in none; a call of a class's own `__init__` counts where its object is another one."""
    made = tree.children[-1] if tree.data == "decorated" else tree
    if not isinstance(made, Tree) or made.data != "classdef":
        yield from (("", name_of(n.children[1])) for n in tree.find_data("getattr"))
        return
    for child in statements_of(made.children[2]):
        function = child.children[-1] if child.data == "decorated" else child
        is_method = isinstance(function, Tree) and function.data == "funcdef"
        where = name_of(function.children[0]) if is_method else ""
        first = object_of(function) if is_method and not takes_no_object(child) else ""
        for node in child.find_data("getattr"):
            owner, name = node.children[0], name_of(node.children[1])
            own = isinstance(owner, Tree) and owner.data == "var"
            own = own and name_of(owner.children[0]) == first != ""
            again = name == "__init__" and own
            yield ("" if again or not (own or name == "__init__") else where), name


# -- what may change what attributes hold ----------------------------------------------------------


def exposed(trees: Iterable[ParseTree], known: Container[str]) -> frozenset[tuple[str, int]]:
    """The attributes whose lists, dictionaries and arrays something in `trees` may change: by a
    subscript, by a method, or as what it passes on, each with how many subscripts lead from it to
    that. `known` are names of functions that are none of the file's. What a statement outside of
    definitions gives a name may be changed by any other one."""
    found: set[tuple[str, int]] = set()
    every = [(tree, _with_aliases(tree, set(_changed_names(tree)))) for tree in trees]
    anywhere = {name for _, changed in every for name in changed}
    for tree, _ in reversed(every):
        anywhere |= _with_aliases(tree, anywhere)
    for tree, own in every:
        parents = {
            id(child): node for node in tree.iter_subtrees() for child in node.children
            if isinstance(child, Tree)
        }  # fmt: skip
        changed = own if _is_definition(tree) else anywhere
        for node, name in _asked(tree):
            depth = _exposes(node, parents, changed, known)
            if depth is not None:
                found.add((name, depth))
    return frozenset(found)


def _asked(tree: ParseTree) -> Iterator[tuple[ParseTree, str]]:
    """Where attributes are asked for, and by which name; "" where it may be any."""
    for node in tree.find_data("getattr"):
        yield node, name_of(node.children[1])
    for node in tree.find_data("funccall"):
        function, given = node.children
        called = name_of(function.children[-1]) if function.data in ("var", "getattr") else ""  # type: ignore[union-attr]
        if called == "getattr" and isinstance(given, Tree) and len(given.children) > 1:
            yield node, _text_in(given.children[1])
        elif called in _LISTING:
            yield node, ""


def _text_in(node: Node | None) -> str:
    """The text that `node` is as it stands there; "" for anything else."""
    token = node.children[0] if isinstance(node, Tree) and node.data == "string" else None
    return str(token)[1:-1] if re.fullmatch(r"""(["'])\w+\1""", str(token)) else ""


def _with_aliases(tree: ParseTree, changed: set[str]) -> set[str]:
    """The names in `changed`, and those that are given to them by `q = o`, or are views of them by
    `q = o[1:]`."""
    pairs = [
        (name, _viewed(node.children[-1])) for node in tree.find_data("assign")
        for target in node.children[:-1] for name in _bare(target)
    ]  # fmt: skip
    known: set[str] = set()
    while known != changed:
        known = changed
        changed = known | {given for name, given in pairs if name in known}
    return changed


def _is_definition(tree: ParseTree) -> bool:
    return tree.data in ("funcdef", "classdef", "decorated", "async_funcdef")


def _exposes(
    node: ParseTree, parents: Mapping[int, ParseTree], changed: set[str], known: Container[str]
) -> int | None:
    """How many subscripts lead from an attribute to what something may change; None where nothing
    may."""
    top, parent, depth = node, parents.get(id(node)), 0
    while parent is not None and parent.data in _PARTS and parent.children[0] is top:
        above = parents.get(id(parent))
        called = above is not None and above.data == "funccall" and above.children[0] is parent
        if parent.data == "getattr" and called and above is not None:
            method = name_of(parent.children[1])
            if method not in _ITEMS:
                return depth if method in CHANGING else None
            parent, above = above, parents.get(id(above))
        whole = parent.data == "getitem" and any(parent.find_data("slice"))  # a view, in NumPy
        depth += parent.data != "getattr" and not whole
        top, parent = parent, above
    if parent is None or (parent.data == "funccall" and parent.children[0] is top):
        return None
    if any(top is target for target in _targets(parent)):
        return 0 if top is not node or parent.data == "augassign" else None
    return depth if _hands_on(top, parent, parents, changed, known) else None


def _hands_on(
    top: ParseTree, parent: ParseTree, parents: Mapping[int, ParseTree], changed: set[str],
    known: Container[str],
) -> bool:  # fmt: skip
    """Whether what is around `top` may give it to something that changes it."""
    if parent.data == "assign":
        names = [name for target in parent.children[:-1] for name in _bare(target)]
        return len(names) < len(parent.children) - 1 or bool(changed.intersection(names))
    if parent.data in ("for_stmt", "comp_for"):
        names = [name for target in _targets(parent) for name in _bare(target)]
        return bool(changed.intersection(names))
    if parent.data == "paramvalue" and parent.children[-1] is top:
        return any(name_of(n) in changed for n in parent.find_data("name"))
    if parent.data == "argvalue":
        parent = parents.get(id(parent), parent)
    if parent.data in ("arguments", "funccall"):
        call = parents.get(id(parent), parent) if parent.data == "arguments" else parent
        return _root(call.children[0]) not in known
    return parent.data in ("return_stmt", "yield_stmt", *_SEVERAL)


def _root(node: Node | None) -> str:
    while isinstance(node, Tree) and node.data in ("getattr", "getitem", "funccall"):
        node = node.children[0]
    return name_of(node.children[0]) if isinstance(node, Tree) and node.data == "var" else ""


def _viewed(node: Node | None) -> str:
    """The name of what an expression is, or is a view of; "" of an item alone."""
    inner = node
    while isinstance(inner, Tree) and inner.data in ("getattr", "getitem", "funccall"):
        if inner.data == "getitem" and not any(inner.find_data("slice")):
            return ""
        inner = inner.children[0]
    return _root(node)


def _changed_names(tree: ParseTree) -> Iterator[str]:
    """Variables whose items or elements something changes."""
    for node in tree.iter_subtrees():
        for target in _targets(node):
            if isinstance(target, Tree) and (target.data != "var" or node.data == "augassign"):
                yield _root(target)
        function = node.children[0] if node.data == "funccall" else None
        if not isinstance(function, Tree) or function.data != "getattr":
            continue
        if name_of(function.children[1]) in CHANGING:
            yield _root(function)
