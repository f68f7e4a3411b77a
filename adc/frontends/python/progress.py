"""Loops that show how far they are: `for i in tqdm(range(n)):` is the loop over `range(n)`."""

from __future__ import annotations

from lark import Token, Tree

from adc.frontends.python.drawing_names import Names
from adc.frontends.python.drawings import is_of_package
from adc.frontends.python.left_out import path_of
from adc.frontends.python.source import Node, Source


def without_progress(iterated: Node, source: Source) -> Node:
    """What a loop is over, without calls that hand it on and show a bar; `trange(n)` is
    `range(n)`."""
    if not isinstance(iterated, Tree):
        return iterated
    if iterated.data == "funccall":
        path = path_of(iterated.children[0])
        shown = path is not None and path[-1] in ("tqdm", "trange")
        if path is not None and shown and is_of_package(path[0], "tqdm", source):
            return _handed_on(iterated, path[-1], source)
        children = [iterated.children[0], without_progress(iterated.children[1], source)]
        return Tree(iterated.data, children, iterated.meta)
    if iterated.data in ("arguments", "argvalue"):
        parts = [without_progress(c, source) for c in iterated.children]
        return Tree(iterated.data, parts, iterated.meta)
    return iterated


def _handed_on(call: Tree[Token], name: str, source: Source) -> Node:
    function, given = call.children
    arguments = list(given.children) if isinstance(given, Tree) else []
    plain = [a for a in arguments if not (isinstance(a, Tree) and a.data == "argvalue")]
    if name == "tqdm" and plain and not any(_is_starred(a) for a in plain):
        return without_progress(plain[0], source)
    if name == "trange" and not _binds_range(source):
        assert isinstance(function, Tree) and isinstance(given, Tree)
        made = Tree("name", [Token("NAME", "range")], function.meta)
        listed = Tree(given.data, plain, given.meta)
        return Tree("funccall", [Tree("var", [made], function.meta), listed], call.meta)
    return call


def _binds_range(source: Source) -> bool:
    assert source.python is not None
    named = Names(source.python, ()).bound
    return any(v.name == "range" for v in named) or "import *" in source.text


def _is_starred(node: Node) -> bool:
    return isinstance(node, Tree) and node.data in ("stararg", "kwargs", "more_kwargs")
