"""What a file may do to what it imports from other files of the source."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from lark import Tree

from adc.frontends import surface
from adc.frontends.python.arrays import written_arrays
from adc.frontends.python.expressions import name_of
from adc.frontends.python.lists import changes, own_names, parts
from adc.frontends.python.source import ParseTree


def changed_imports(
    trees: Sequence[ParseTree], imports: Sequence[surface.Import], unsettled: Collection[str]
) -> tuple[frozenset[str], frozenset[str]]:
    """Names of `imports`: of what the statements of the file, its `trees`, may change if it is a
    list or an array, and of modules whose parts they may set."""
    stand_ins = [_as_constant(i) for i in imports]
    written = written_arrays(trees, stand_ins, imports, unsettled)
    names = frozenset(i.alias for i in imports)
    lists = dict.fromkeys(names, True)
    written |= {name for tree in trees for name, _ in changes(tree, lists)} if names else set()
    return written, frozenset(name for tree in trees for name in _set_parts(tree, names, False))


def _as_constant(imported: surface.Import) -> surface.Assign:
    """A stand-in for what another file binds to an imported name."""
    name = surface.Name(imported.alias, imported.span)
    return surface.Assign((name,), name, imported.span)


def _set_parts(node: ParseTree, names: frozenset[str], changed: bool) -> Iterator[str]:
    """Those of `names` that stand by themselves, where anything may become of what they are, and
    of which a part is bound or deleted. `changed`: `node` is what a statement changes."""
    if node.data == "var":
        name = name_of(node.children[0])
        if name in names:
            yield name
        return
    if node.data in ("import_stmt", "global_stmt", "nonlocal_stmt"):
        return
    if node.data == "getattr":
        root = node.children[0]
        if isinstance(root, Tree) and root.data == "var" and not changed:
            return
        if isinstance(root, Tree):
            yield from _set_parts(root, names, changed and root.data in ("getattr", "var"))
        return
    inside = names - own_names(node) if node.data == "funcdef" else names
    for child in parts(node):
        yield from _set_parts(child, inside, node.data == "changed_place")
