"""Methods of the original's classes as functions. Part of the program that runs the original, which
imports nothing of adc."""

from __future__ import annotations

import inspect
from types import ModuleType
from typing import Any


def function_of(module: ModuleType, name: str, owner: str) -> Any:
    """The function of that name, or what makes an object and calls its method, for `Class_method`:
    `adc/frontends/method_targets.py` says which arguments that takes. Where that has an
    `owner`, no constructor makes this."""
    if hasattr(module, name):
        return getattr(module, name)
    for k in (k for k, letter in enumerate(name) if letter == "_"):
        made = getattr(module, name[:k], None)
        if isinstance(made, type) and hasattr(made, name[k + 1 :]):
            return _of_bare(made, name[k + 1 :], owner) if owner else _method(made, name[k + 1 :])
    raise AttributeError(f"the file has no function `{name}`")


def _of_bare(made: type, name: str, owner: str) -> Any:
    found = inspect.getattr_static(made, name)
    own = [] if isinstance(found, property) else _named(found)[1:]

    def function(**given: Any) -> Any:
        method = getattr(given.pop(owner), name)
        return method if isinstance(found, property) else method(**given)

    kind = inspect.Parameter.KEYWORD_ONLY
    named = [inspect.Parameter(n, kind) for n in (owner, *own)]
    function.__signature__ = inspect.Signature(named)  # type: ignore[attr-defined]
    return function


def bare(made: type, fields: dict[str, Any]) -> Any:
    """An object of the class with these fields, of which no constructor has run. What a base has
    as a property is taken as a field, too."""
    computed = {n: f for n, f in fields.items() if _is_property(made, n)}
    if computed or inspect.isabstract(made):  # of which Python makes no object
        own = {"__module__": made.__module__, **computed}
        made = type(made)(made.__name__, (made,), own)
        made.__abstractmethods__ = frozenset()  # type: ignore[attr-defined]
    value: Any = object.__new__(made)
    for name in fields.keys() - computed.keys():
        object.__setattr__(value, name, fields[name])
    return value


def _is_property(made: type, name: str) -> bool:
    return isinstance(inspect.getattr_static(made, name, None), property)


def _named(called: Any) -> list[str]:
    """The parameters that may be given by name."""
    stars = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
    return [n for n, p in inspect.signature(called).parameters.items() if p.kind not in stars]


def _takes_more(called: Any) -> bool:
    kinds = (p.kind for p in inspect.signature(called).parameters.values())
    return inspect.Parameter.VAR_KEYWORD in kinds


def _method(made: type, name: str) -> Any:
    found = inspect.getattr_static(made, name)
    if isinstance(found, (staticmethod, classmethod)):
        return getattr(made, name)
    own = [] if isinstance(found, property) else _named(found)[1:]
    first = inspect.signature(made).parameters.values()
    called = {n: f"self_{n}" if n in own else n for n in _named(made)}
    rest = any(p.kind is p.VAR_KEYWORD for p in first)

    def function(**given: Any) -> Any:
        more = given.keys() - {*called.values(), *own} if rest else set()
        kept = {n: given.pop(n) for n in list(given) if n in more}
        value = made(**{n: given.pop(c) for n, c in called.items() if c in given}, **kept)
        method = getattr(value, name)
        return method if isinstance(found, property) else method(**given)

    kind = inspect.Parameter.KEYWORD_ONLY
    named = [inspect.Parameter(n, kind) for n in (*called.values(), *own)]
    if rest or (not isinstance(found, property) and _takes_more(found)):
        named.append(inspect.Parameter("options", inspect.Parameter.VAR_KEYWORD))
    function.__signature__ = inspect.Signature(named)  # type: ignore[attr-defined]
    return function
