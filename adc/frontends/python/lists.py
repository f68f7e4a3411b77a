"""Lists that a module binds: what in its file may change one afterwards.

A list that is a constant is what it was made of only as long as nothing appends to it, assigns to
an element, or has another name for it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from lark import Tree

from adc.frontends import surface
from adc.frontends.names import names_of, root_name, walk
from adc.frontends.python.expressions import name_of
from adc.frontends.python.source import Node, ParseTree

#: What makes a value of its own of a list, and leaves it as it is.
_ASKS = {"comparison", "assert_stmt", "expr_stmt", "not_test"}
_COMPUTES = _ASKS | {"arith_expr", "term", "factor"}
_READS = {
    "len", "print", "sum", "min", "max", "any", "all", "tuple", "list", "sorted", "zip",
    "enumerate", "reversed", "range", "set",
}  # fmt: skip
#: Which of these hand on no element, so that it does not matter whether that is a list.
_WHOLE = {"len", "print"}
_LIBRARIES = {"np", "numpy", "math"}
_SEVERAL = {"tuple", "list", "exprlist", "star_expr"}
_BINDING = {"assign", "annassign", "augassign", "for_stmt", "del_stmt"}
_READING_METHODS = {"index", "count", "copy", "get", "keys"}
#: Methods that hand on elements.
_HANDING_METHODS = {"items", "values"}


def list_names(constants: Sequence[surface.Assign]) -> dict[str, bool]:
    """The names that are bound to lists, or to tuples with lists in them; of each whether an
    element may be a list."""
    found: dict[str, bool] = {}
    for constant in constants:
        parts = list(_kept((constant.value,)))
        kept = [n for n in parts if _is_list(n, found)]
        if kept:
            several = len(constant.targets) > 1
            nested = any(_holds_list(n, found) for n in parts)
            found |= dict.fromkeys(names_of(constant), nested or several)
    return found


def made_by_calls(constants: Sequence[surface.Assign]) -> frozenset[str]:
    """The names of what functions give that may be the source's own: it may be a list, too."""
    return frozenset(
        name for constant in constants for name in names_of(constant)
        if any(isinstance(n, surface.Call) for n in _kept((constant.value,)))
        and not (isinstance(constant.value, surface.Call) and _is_of_numpy(constant.value))
    )  # fmt: skip


def _is_of_numpy(call: surface.Call) -> bool:
    member = isinstance(call.function, surface.Attribute)
    return member and root_name(call.function) in _LIBRARIES


def _kept(nodes: tuple[surface.Expr, ...]) -> Iterator[surface.Expr]:
    """What is in values, but for what functions of libraries are given: these make arrays of it."""
    for node in nodes:
        yield node
        if isinstance(node, surface.Sequence):
            yield from _kept(node.items)
        elif not (isinstance(node, surface.Call) and _is_of_library(node.function)):
            yield from (n for n in walk((node,)) if n is not node)


def _is_of_library(function: surface.Expr) -> bool:
    if isinstance(function, surface.Name):
        return function.name == "namedtuple"
    return isinstance(function, surface.Attribute)


def _is_list(node: object, lists: dict[str, bool]) -> bool:
    if isinstance(node, surface.Sequence):
        return node.is_list
    if isinstance(node, surface.Intrinsic):
        return node.name in ("dict", "adc.entries")
    makers = ("list", "dict")
    return isinstance(node, surface.Name) and (node.name in lists or node.name in makers)


def _holds_list(node: object, lists: dict[str, bool]) -> bool:
    if isinstance(node, surface.Name):
        return lists.get(node.name, False)
    items = node.items if isinstance(node, surface.Sequence) else ()
    return any(_is_list(n, lists) for n in walk(items))


def changes(
    tree: ParseTree,
    lists: dict[str, bool],
    run: Collection[str] = (),
    functions: Mapping[str, ParseTree] | None = None,
) -> Iterator[tuple[str, ParseTree]]:
    """Where `tree`, a statement of the module, may change one of the `lists`, or give it another
    name: each with the node that does. Functions of `run` may run while it is imported; of
    `functions` it is known what they do with what they are given."""
    functions = functions or {}
    yield from _below(tree, (), lists, functions)
    for function in tree.find_data("funcdef") if lists else ():
        body = function.children[3]
        if name_of(function.children[0]) in run and isinstance(body, Tree):
            own = own_names(function)
            others = {n: v for n, v in lists.items() if n not in own}
            yield from _below(body, (), others, functions)


def _below(
    node: ParseTree, parents: tuple[ParseTree, ...], lists: dict[str, bool],
    functions: Mapping[str, ParseTree],
) -> Iterator[tuple[str, ParseTree]]:  # fmt: skip
    if node.data == "var":
        name = name_of(node.children[0])
        if name in lists and _may_change(node, parents, lists[name], functions):
            yield name, parents[-1] if parents else node
        return
    if node.data == "funcdef":
        yield from _inside(node, lists)
        return
    for child in parts(node):
        yield from _below(child, (*parents, node), lists, functions)


def parts(node: ParseTree) -> list[ParseTree]:
    """What is below `node`, without the names that it binds."""
    children: list[Node | None] = list(node.children)
    if node.data in _BINDING:
        targets = _targets(node)
        children = [part for t in targets for part in _places(t)] + children[len(targets) :]
    elif node.data == "comp_for":
        children = children[2:]
    return [c for c in children if isinstance(c, Tree)]


def _targets(node: ParseTree) -> list[Node | None]:
    if node.data == "del_stmt":
        return list(node.children)
    return list(node.children[:-1] if node.data == "assign" else node.children[:1])


def _places(target: Node | None) -> Iterator[ParseTree]:
    """The elements and attributes that `target` stands for: what it changes without binding it."""
    if isinstance(target, Tree) and target.data in _SEVERAL:
        for part in target.children:
            yield from _places(part)
    elif isinstance(target, Tree) and target.data != "var":
        yield Tree("changed_place", [target])


def _may_change(
    node: ParseTree, parents: tuple[ParseTree, ...], nested: bool,
    functions: Mapping[str, ParseTree],
) -> bool:  # fmt: skip
    """Whether a list at `node` may be another one after the statement, or have another name."""
    parent = parents[-1] if parents else node
    if parent.data == "getitem" and parent.children[0] is node:
        around = parents[-2].data if len(parents) > 1 else ""
        if around == "changed_place":
            return True
        return nested and _may_change(parent, parents[:-1], False, functions)
    if parent.data == "getattr":
        method = name_of(parent.children[1])
        return method not in _READING_METHODS and (nested or method not in _HANDING_METHODS)
    if parent.data == "arguments":
        if _is_only_read(node, parents, nested, functions):
            return False
        return not _only_reads(parents[-2].children[0], _WHOLE if nested else _READS)
    if parent.data in ("for_stmt", "comp_for"):
        return nested
    return parent.data not in (_ASKS if nested else _COMPUTES) and parent.data != "getitem"


def _is_only_read(
    node: ParseTree, parents: tuple[ParseTree, ...], nested: bool,
    functions: Mapping[str, ParseTree],
) -> bool:  # fmt: skip
    """Whether a list at `node` is handed to a function of the file that only reads it."""
    name, parameter = handed_to(node, parents, functions)
    if not parameter:
        return False
    body = functions[name].children[3]
    rest = {n: f for n, f in functions.items() if n != name}
    bound = {n for t in functions[name].iter_subtrees_topdown() for n in _bound_by(t)}
    kept = isinstance(body, Tree) and parameter not in bound
    return kept and not any(True for _ in _below(body, (), {parameter: nested}, rest))


def handed_to(
    node: ParseTree, parents: tuple[ParseTree, ...], functions: Mapping[str, ParseTree]
) -> tuple[str, str]:
    """Which of `functions` is given the argument by position at `node`, and as which of its
    parameters; "" where it is none, or that is not known."""
    arguments, call = parents[-1], parents[-2]
    called = call.children[0]
    plain = isinstance(called, Tree) and called.data == "var"
    name = name_of(called.children[0]) if plain else ""  # type: ignore[union-attr]
    if name not in functions:
        return "", ""
    place = next(k for k, c in enumerate(arguments.children) if c is node)
    before = [c for c in arguments.children[: place + 1] if isinstance(c, Tree)]
    listed = functions[name].children[1]
    own = [c for c in listed.children if c is not None] if isinstance(listed, Tree) else []
    of_its_own = [c for c in own if isinstance(c, Tree) and c.data in _PLAIN]
    if any(c.data in _STARS for c in before) or len(of_its_own) != len(own) or place >= len(own):
        return "", ""
    (parameter,) = _parameters(of_its_own[place])
    return name, parameter


#: Parameters that take what stands at their place, and arguments that stand for several.
_PLAIN = {"name", "paramvalue", "typedparam"}
_STARS = {"stararg", "kwargs", "more_kwargs"}


def _bound_by(tree: ParseTree) -> list[str]:
    return own_targets(tree) if tree.data in _BINDING else []


def _only_reads(function: Node | None, reading: set[str]) -> bool:
    """Whether a call of `function`, one of the builtins in `reading` or of a library's, leaves
    lists as they are, and makes a value of its own."""
    if not isinstance(function, Tree):
        return False
    if function.data == "var":
        return name_of(function.children[0]) in reading
    root = function.children[0]
    plain = function.data == "getattr" and isinstance(root, Tree) and root.data == "var"
    return plain and name_of(root.children[0]) in _LIBRARIES


def _inside(function: ParseTree, lists: dict[str, bool]) -> Iterator[tuple[str, ParseTree]]:
    """Where a function changes a list of the module: what it hands on is not followed."""
    own = own_names(function)
    for tree in function.iter_subtrees_topdown():
        for name, node in _changed_here(tree):
            if name in lists and name not in own:
                yield name, node


def _changed_here(tree: ParseTree) -> Iterator[tuple[str, ParseTree]]:
    targets: list[Node | None] = []
    if tree.data in _BINDING:
        targets = [part for t in _targets(tree) for part in _places(t)]
    elif tree.data == "funccall":
        method = tree.children[0]
        reads = isinstance(method, Tree) and method.data == "getattr"
        if reads and name_of(method.children[1]) not in _READING_METHODS | _HANDING_METHODS:
            targets = [method]
    for target in targets:
        root = target
        while isinstance(root, Tree) and root.data in ("changed_place", "getitem", "getattr"):
            root = root.children[0]
        if isinstance(root, Tree) and root.data == "var":
            yield name_of(root.children[0]), tree


def own_names(function: ParseTree) -> set[str]:
    """The names of a function itself: its parameters, and what it binds."""
    found = set(_parameters(function.children[1]))
    for tree in function.iter_subtrees_topdown():
        if tree.data == "global_stmt":
            return set()
        if tree.data in _BINDING - {"augassign", "del_stmt"}:
            found |= set(own_targets(tree))
    return found


def own_targets(node: ParseTree) -> list[str]:
    """The names that a statement binds by themselves, or in a tuple."""
    return [name for t in _targets(node) for name in _plain_names(t)]


def _parameters(node: Node | None) -> Iterator[str]:
    """The names of parameters, without those in defaults and annotations."""
    if not isinstance(node, Tree):
        return
    if node.data == "name":
        yield name_of(node)
    else:
        inside = node.data in ("paramvalue", "typedparam")
        for child in node.children[:1] if inside else node.children:
            yield from _parameters(child)


def _plain_names(target: Node | None) -> Iterator[str]:
    if isinstance(target, Tree) and target.data in _SEVERAL:
        for part in target.children:
            yield from _plain_names(part)
    elif isinstance(target, Tree) and target.data == "var":
        yield name_of(target.children[0])
