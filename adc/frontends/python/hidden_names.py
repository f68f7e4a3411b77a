"""Names that a class binds to values which adc does not read: asking for one is refused."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable

from lark import Tree

from adc.diagnostics import AdcError, Span
from adc.frontends import surface
from adc.frontends.python.expressions import name_of
from adc.frontends.python.source import Node, ParseTree, Source

#: What may bind any name of the class, and what an expression may call that changes nothing.
_ANY = re.compile(
    r"\b(exec|eval|locals|vars|globals|setattr|delattr|__dict__|__subclasses__|yield|await)\b|:="
)
_MAKING = frozenset({"set", "frozenset", "dict", "list", "tuple", "range", "len", "str", "float",
                     "int", "bool", "sorted", "zip", "enumerate"})  # fmt: skip
_LIBRARIES = ("numpy", "math")
#: Names of which Python makes something, and where those of others begin.
_OF_PYTHON = frozenset({
    *(n for kind in (object, type, int, complex, list, dict, str, set, bytes) for n in dir(kind)),
    *dir(operator), *(f"__{n}__" for n in (
        "slots", "match_args", "call", "next", "enter", "exit", "aenter", "aexit", "anext", "aiter",
        "await", "get", "set", "delete", "set_name", "getattr", "del", "copy", "deepcopy",
        "setstate", "getnewargs_ex", "missing", "length_hint", "fspath", "complex", "post_init",
        "mro_entries", "class_getitem", "index", "wrapped", "annotations", "classcell",
        "type_params", "replace", "signature", "text_signature", "weakref", "bool",
        "reversed", "bytes",
    )),
}) - {"__doc__", "__hash__"}  # fmt: skip
_OF_OTHERS = re.compile(r"__(array|numpy|jax|torch|cuda|dlpack|dataclass|numba|sklearn|abstract)")


def says_what_objects_are(name: str) -> bool:
    """Whether a class that binds the name may say by it what its objects are, or do."""
    if not re.match(r"__\w+__$", name):
        return False
    return name in _OF_PYTHON or bool(_OF_OTHERS.match(name))


def names_alone(node: ParseTree, source: Source, path: Callable[[Node | None], str]) -> list[str]:
    """The names that an assignment of a class binds where it does nothing else, and none of them
    says what objects are; else []. `path` tells what an expression is imported from."""
    targets = node.children[:-1] if node.data == "assign" else node.children[:1]
    names = []
    for target in targets if node.data in ("assign", "annassign") else ():
        if not isinstance(target, Tree) or target.data != "var":
            return []
        names.append(name_of(target.children[0]))
    value = node.children[-1]
    if any(map(says_what_objects_are, names)) or not isinstance(value, Tree):
        return []
    if _ANY.search(source.text_of(source.span(node))):
        return []
    calls = value.find_data("funccall")
    return names if all(_only_makes(call.children[0], path) for call in calls) else []


def _only_makes(called: Node, path: Callable[[Node | None], str]) -> bool:
    """Whether a call of it changes nothing."""
    found = path(called)
    if found:
        return found.partition(".")[0] in _LIBRARIES
    is_name = isinstance(called, Tree) and called.data == "var"
    return is_name and name_of(called.children[0]) in _MAKING


def refusing(name: str, span: Span, *more: str) -> surface.Function:
    """A method that is refused where it is asked for."""
    error = AdcError.of(
        "ADC0105", f"the class binds `{name}` in a way that adc does not follow", span,
        help="leave it out of the method",
    )  # fmt: skip
    parameters = (surface.Parameter(n, None, None, span) for n in ("self", *more))
    body = (surface.Refused(tuple(error.diagnostics), span),)
    return surface.Function(name, tuple(parameters), body, span)
