"""Short names for loop variables: unique where it matters, not in the whole program."""

from __future__ import annotations

import re
from dataclasses import replace

from adc.schedule.fusion import renamed
from adc.schedule.tree import For, Node, Tree, parts, walk, with_parts


def short_names(tree: Tree, taken: frozenset[str]) -> Tree:
    """`tree` with `i_17` called `i` wherever nothing around it or inside it has that name.

    `taken` are the names of sizes and containers.
    """
    stems = {n.var for n in walk(tree) if isinstance(n, For)}
    return tuple(_short(node, taken, frozenset(stems)) for node in tree)


def _short(node: Node, taken: frozenset[str], stems: frozenset[str]) -> Node:
    if isinstance(node, For):
        inner = {n.var for n in walk(node.body) if isinstance(n, For)}
        name = _stem(node, stems)
        if name != node.var and name not in taken | inner:
            node = replace(node, var=name, body=renamed(node.body, node.var, name))
        taken = taken | {node.var}
    return with_parts(
        node, tuple(tuple(_short(n, taken, stems) for n in part) for part in parts(node))
    )


def _stem(node: For, stems: frozenset[str]) -> str:
    """A domain's variable without its number; a source loop's only where another has that name."""
    stem = re.sub(r"_\d+$", "", node.var)
    return stem if not node.sequential or stem in stems else node.var
