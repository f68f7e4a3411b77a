"""Types of tuples and lists of so many items: `tuple[int, float]`, `list[float64[n] * 3]`."""

from __future__ import annotations

from typing import TypeAlias

from lark import Token, Tree
from lark.exceptions import LarkError

from adc.diagnostics import AdcError, Span
from adc.frontends.grammars import signature

Node: TypeAlias = "Tree[Token]"

TUPLES = ("tuple", "Tuple")
LISTS = ("list", "List")


def listed_items(listed: Node | None) -> list[Node]:
    children = listed.children if isinstance(listed, Tree) else []
    return [c for c in children if isinstance(c, Tree)]


def is_a(written: Node, names: tuple[str, ...]) -> bool:
    """Whether a type is one of the `names`, be it with items or without."""
    node = written.children[0]
    path = node.children[0] if isinstance(node, Tree) and node.data == "subscripted" else node
    named = isinstance(path, Tree) and path.data == "path"
    return isinstance(path, Tree) and named and str(path.children[-1]) in names


def items_of(written: Node) -> list[Node] | None:
    """The types of the items of `tuple[int, float]` and `list[float64[n] * 3, float]`, each as a
    `type` node; None for what is no tuple or list of so many items. Python's `list[float]` says of
    no number of items."""
    node, *marks = written.children
    if not isinstance(node, Tree) or node.data != "subscripted" or any(marks):
        return None
    items, of_list = listed_items(node.children[1]), is_a(written, LISTS)
    if not (of_list or is_a(written, TUPLES)) or any(i.data == "ellipsis" for i in items):
        return None
    if of_list and len(items) == 1 and items[0].data != "mul":
        return None
    found: list[Node] = []
    for item in items:
        one, count = _repeated(item)
        found += [Tree("type", [one], one.meta)] * count
    return found or None


def _repeated(item: Node) -> tuple[Node, int]:
    """The type `float64[n]` of `float64[n] * 3`, and how often it stands there."""
    if item.data == "mul":
        one, count = item.children
        if isinstance(count, Tree) and count.data == "integer" and isinstance(one, Tree):
            return one, int(str(count.children[0]))
    return item, 1


def open_list(called: str, type_: Node, place: Span) -> AdcError:
    """ADC0202 for a list of which no number of items is given."""
    node = type_.children[0]
    inside = isinstance(node, Tree) and node.data == "subscripted"
    one = listed_items(node.children[1])[0] if inside else None
    text = "TYPE" if one is None or one.data == "mul" else "float64[n]"
    return AdcError.of(
        "ADC0202", f"how many items the list `{called}` has is not given", place,
        help=f"give the type of each, `{called}: list[{text}, {text}]`, or how many of one type"
        f" there are, `{called}: list[{text} * 2]`",
    )  # fmt: skip


def tuple_items(annotation: str) -> tuple[str, ...]:
    """The annotations of the items of a tuple or list of so many: `int` and `float64[n]` of
    `tuple[int, "float64[n]"]`; nothing for any other annotation."""
    if not annotation.lstrip().startswith((*TUPLES, *LISTS, "typing.")):
        return ()
    try:
        tree = signature().parse(annotation, start="type")
    except LarkError:
        return ()
    items = items_of(tree) or []
    texts = (annotation[i.meta.start_pos : i.meta.end_pos] for i in items)
    return tuple(text.strip("'\"") if text[:1] in "'\"" else text for text in texts)


def is_list(annotation: str) -> bool:
    """Whether an annotation is that of a list, however many items it has."""
    if not annotation.lstrip().startswith((*LISTS, "typing.")):
        return False
    try:
        return is_a(signature().parse(annotation, start="type"), LISTS)
    except LarkError:
        return False
