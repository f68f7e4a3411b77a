"""Calls that a decorator makes: of the function, of functions and classes of the source, of
Python's own and of libraries."""

from __future__ import annotations

import ast
import builtins
import inspect
import re
from collections.abc import Callable
from typing import Any

from adc.frontends.places import is_elsewhere, text_of
from adc.frontends.python.decorators import CHANGING, COMPILERS
from adc.frontends.python.wrapped.names import closure, decorator_of, outline
from adc.frontends.python.wrapped.paths import Paths, entered
from adc.frontends.python.wrapped.values import (
    ABOUT_ARGUMENTS,
    Argument,
    Bound,
    BoundNames,
    ClassValue,
    Closure,
    Frame,
    Given,
    Instance,
    Length,
    Method,
    Named,
    Other,
    Rest,
    Result,
    Star,
    Token,
    UnsureError,
    Wraps,
    bound_by,
    is_plain,
    tokens_in,
)

#: What may have arguments of the function: it only looks at them.
_LOOKING = re.compile(
    r"(builtins\.(isinstance|issubclass|type|id|repr|str|print|callable|hasattr|len|any|all|bool)"
    r"|(warnings|logging|log|logger|inspect|time)\..*|numpy\.(isscalar|ndim|shape|size))(\(\).*)?"
)
#: Python's own functions that are run where all that they are given is known.
_RUN = frozenset({
    "len", "list", "tuple", "dict", "set", "frozenset", "str", "repr", "int", "float", "bool",
    "zip", "enumerate", "range", "sum", "min", "max", "any", "all", "sorted", "reversed", "abs",
})  # fmt: skip
#: Attributes that tell what a function is called.
_SAYING = ("__name__", "__qualname__", "__doc__", "__module__", "__annotations__", "__wrapped__",
           "__signature__", "__code__", "__text_signature__")  # fmt: skip
#: What makes another function although its name tells nothing.
_BINDING = frozenset({"partial", "partialmethod", "singledispatchmethod", "property",
                      "staticmethod", "classmethod", "methodcaller"})  # fmt: skip
#: Compilers whose options change how fast a function is, not what it computes.
_WITH_OPTIONS = frozenset({"numba.jit", "numba.njit"})
_MADE_BY_TEXT = re.compile(r"return (\w+)\(%\(shortsignature\)s\)")


class Calls:
    """Follows calls on the way that `decisions` tell, for the decorators of `function`; `called` is
    how often that was called, `doubtful` the libraries that made something of it."""

    def __init__(
        self,
        function: ast.FunctionDef,
        decisions: list[int],
        handed_on: Callable[[str, int], bool],
    ) -> None:
        given = function.args
        self.positional = [a.arg for a in (*given.posonlyargs, *given.args)]
        self.keywords = [a.arg for a in given.kwonlyargs]
        self.stars = (given.vararg is not None, given.kwarg is not None)
        self.signature = _signature(given)
        names = frozenset((*self.positional, *self.keywords))
        self.paths = Paths(
            self.call, self.attribute, handed_on, decisions,
            None if self.stars[1] else names, None if self.stars[0] else len(self.positional),
        )  # fmt: skip
        self.called = 0
        self.begun = False
        self.doubtful: set[str] = set()
        self.depth = 0

    def begin(self) -> None:
        """From here on what was made stays as it is: it is there for the next call, too."""
        self.begun = True
        self.paths.frames = {key: (kept, None) for key, (kept, _) in self.paths.frames.items()}

    # -- attributes --------------------------------------------------------------------------------

    def attribute(self, owner: Any, name: str) -> Any:
        if isinstance(owner, (Given, Closure)):
            if name == "__name__" and isinstance(owner, Given):
                return owner.name
            if name not in _SAYING:
                raise UnsureError
            return Other()
        if isinstance(owner, Instance):
            return self.of_instance(owner, name)
        if isinstance(owner, Other):
            if owner.name == "inspect.Parameter" and name in _KINDS:
                return getattr(inspect.Parameter, name)
            return Other(f"{owner.name}.{name}" if owner.name else "")
        if isinstance(owner, (Named, BoundNames, inspect.Signature)) and name != "parameters":
            return Method(owner, name)
        if isinstance(owner, inspect.Signature):
            return dict(owner.parameters)
        if isinstance(owner, inspect.Parameter) and name in ("name", "kind", "default", *_KINDS):
            return getattr(owner, name)
        if isinstance(owner, Bound):
            return self.of_bound(owner, name)
        if isinstance(owner, ABOUT_ARGUMENTS):
            return Argument()
        if isinstance(owner, (str, list, dict, tuple, set)) and not name.startswith("_"):
            return Method(owner, name)
        raise UnsureError

    def of_bound(self, owner: Bound, name: str) -> Any:
        if name == "arguments":
            return BoundNames(owner)
        if name == "apply_defaults":
            return Method(owner, name)
        if name == "signature":
            return self.signature
        if owner.changed or name not in ("args", "kwargs"):
            raise UnsureError
        return Rest() if name == "args" else Named()

    def of_instance(self, owner: Instance, name: str) -> Any:
        """A field that only `__init__` sets, or a method."""
        texts = [text_of(p) for p in {owner.of.path, *(p for p, _ in self.paths.names.used)}]
        set_again = any(name in outline(t).stored or _BY_NAME.search(t) for t in texts)
        if name in owner.fields:
            found = owner.fields[name]
            return Other() if set_again or isinstance(found, (list, dict, set)) else found
        method = self.method(owner.of, name)
        if method is None or set_again:
            raise UnsureError
        return self.bound_method(method, owner)

    def bound_method(self, method: ast.FunctionDef, owner: Instance) -> Any:
        kinds = [d.id if isinstance(d, ast.Name) else "" for d in method.decorator_list]
        made = closure(method, Frame(owner.of.path), self.paths.value)
        if kinds == ["property"]:
            made.own = owner
            return self.call(made, [], {})
        if kinds not in ([], ["staticmethod"]):
            raise UnsureError
        made.own = None if kinds else owner
        return made

    def method(self, of: ClassValue, name: str) -> ast.FunctionDef | None:
        """The method of a class or of those it is made from; None where it has none."""
        node = of.node
        if node.keywords or node.decorator_list:
            raise UnsureError
        found = [n for n in node.body if name in bound_by(n)]
        if any(n in _SPECIAL for m in node.body for n in bound_by(m)):
            raise UnsureError
        if found:
            if len(found) > 1 or not isinstance(found[0], ast.FunctionDef):
                raise UnsureError
            return found[0]
        for base in node.bases:
            above = self.paths.value(base, Frame(of.path))
            if isinstance(above, Other) and above.name == "builtins.object":
                continue
            if not isinstance(above, ClassValue) or len(node.bases) > 1:
                raise UnsureError
            return self.method(above, name)
        return None

    # -- calls -------------------------------------------------------------------------------------

    def call(self, called: Any, given: list[Any], named: dict[str, Any]) -> Any:
        self.depth += 1
        if self.depth > 40:
            raise UnsureError
        try:
            return self._called(called, given, named)
        finally:
            self.depth -= 1

    def _called(self, called: Any, given: list[Any], named: dict[str, Any]) -> Any:
        if isinstance(called, Given):
            return self.function(given, named)
        if isinstance(called, Closure):
            frame = entered(called)
            frame.variables = self.bound(called, given, named)
            for value in frame.variables.values():
                self.paths.made(value, frame)
            return self.paths.body_of(called, frame)
        if isinstance(called, ClassValue):
            made = Instance(called)
            begin = self.method(called, "__init__")
            if begin is not None:
                self.call(self.bound_method(begin, made), given, named)
            elif given or named:
                raise UnsureError
            return made
        if isinstance(called, Instance):
            return self.call(self.of_instance(called, "__call__"), given, named)
        if isinstance(called, Wraps):
            return self.wrapped(called, given)
        if isinstance(called, Method):
            return self.method_of_arguments(called, given, named)
        if isinstance(called, Other):
            return self.other(called.name, given, named)
        raise UnsureError

    @staticmethod
    def wrapped(called: Wraps, given: list[Any]) -> Any:
        if len(given) != 1 or not isinstance(given[0], (Closure, Given)):
            raise UnsureError
        given[0].fields["__wrapped__"] = called.of
        return given[0]

    def function(self, given: list[Any], named: dict[str, Any]) -> Result:
        """A call of the function with all its arguments as they were given."""
        count, rest = 0, False
        for each in given:
            first = each.of if isinstance(each, Star) else None
            if rest or not self.begun or self.paths.looping:
                raise UnsureError
            if isinstance(first, Rest) and first.first == count:
                rest = True
            elif isinstance(each, Argument) and each.position == count:
                count += 1
            else:
                raise UnsureError
        keywords = named.get("**")
        if named.keys() - {"**"} or (keywords is not None and not _is_whole(keywords)):
            raise UnsureError
        every = count == len(self.positional)
        if not rest and (not every or self.stars[0]):
            raise UnsureError
        if keywords is None and (not every or self.keywords or self.stars[1]):
            raise UnsureError
        self.called += 1
        return Result()

    def bound(self, function: Closure, given: list[Any], named: dict[str, Any]) -> dict[str, Any]:
        """The variables that a call gives to the parameters of another function."""
        args, found, named = function.node.args, {}, dict(named)
        given = [*([] if function.own is None else [function.own]), *given]
        rest = given.pop().of if given and isinstance(given[-1], Star) else None
        keywords = named.pop("**", None)
        known = isinstance(rest, (Rest, type(None))) and isinstance(keywords, (Named, type(None)))
        if not known or any(isinstance(g, Star) for g in given):
            raise UnsureError
        for parameter in (*args.posonlyargs, *args.args):
            name = parameter.arg
            if given:
                found[name] = given.pop(0)
            elif name in named:
                found[name] = named.pop(name)
            elif rest is not None:
                self.check_taken(name, rest.first, function)
                found[name], rest = Argument(rest.first), Rest(rest.first + 1)
            else:
                found[name] = self.default(function, name, keywords)
        if rest is not None and (given or args.vararg is None):
            if given or self.stars[0] or rest.first != len(self.positional):
                raise UnsureError
            rest = None
        if args.vararg is not None:
            found[args.vararg.arg] = tuple(given) if rest is None else rest
        elif given:
            raise UnsureError
        for parameter in args.kwonlyargs:
            name = parameter.arg
            known = name in named
            found[name] = named.pop(name) if known else self.default(function, name, keywords)
        if args.kwarg is not None and (keywords is None or not named):
            found[args.kwarg.arg] = named if keywords is None else keywords
        elif named:
            raise UnsureError
        return found

    def check_taken(self, name: str, position: int, function: Closure) -> None:
        """Whether a parameter has the function's argument at `position`, also by its name."""
        other = self.paths.parameters is None or name in self.paths.parameters
        if position >= len(self.positional) or name in function.defaults:
            raise UnsureError
        if name != self.positional[position] and other:
            raise UnsureError

    def default(self, function: Closure, name: str, keywords: Named | None) -> Any:
        known = self.paths.parameters
        if name not in function.defaults or (
            keywords is not None and (known is None or name in known)
        ):
            raise UnsureError
        return function.defaults[name]

    def method_of_arguments(self, method: Method, given: list[Any], named: dict[str, Any]) -> Any:
        owner, name = method.owner, method.name
        if isinstance(owner, inspect.Signature) and name in ("bind", "bind_partial"):
            stars = [g.of for g in given if isinstance(g, Star)]
            whole = len(given) == len(stars) == 1 and set(named) == {"**"} and self.begun
            if not whole or stars[0].first != 0 or not _is_whole(named["**"]):
                raise UnsureError
            return Bound()
        if isinstance(owner, Bound) and name == "apply_defaults":
            return None
        key = given[0] if given and isinstance(given[0], str) else None
        if isinstance(owner, BoundNames) and name in ("get", "items", "keys", "values"):
            if name == "get" and key is not None and key not in self.signature.parameters:
                return given[1] if len(given) > 1 else None
            return Other() if name == "keys" else Argument() if name != "items" else _ITEMS
        if not isinstance(owner, Named):
            raise UnsureError
        if name in ("get", "pop") and key is not None:
            if owner.has(key, self.paths.parameters) is False:
                return given[1] if len(given) > 1 else None
            owner.missing |= {key} if name == "pop" else set()
            return Argument(key=key)
        if name == "copy":
            return Named(set(owner.missing), owner.changed)
        owner.changed |= name not in ("keys", "items", "values")
        return Other() if name == "keys" else Argument()

    # -- libraries ---------------------------------------------------------------------------------

    def other(self, name: str, given: list[Any], named: dict[str, Any]) -> Any:
        """A call of what is not the source's own."""
        tokens = tokens_in([given, named])
        about = any(isinstance(t, ABOUT_ARGUMENTS) for t in tokens)
        if name.startswith("?"):
            raise UnsureError
        if name.startswith("builtins.globals()"):
            key = given[0] if given and isinstance(given[0], str) else ""
            if not key.startswith("__") or not name.endswith((".get", ".setdefault")):
                raise UnsureError
            return Other()
        of_module = any(isinstance(t, Other) and t.name == "builtins.globals()" for t in tokens)
        if of_module and name != "builtins.set":
            raise UnsureError
        if name.startswith("builtins."):
            return self.python(name[9:], given, named, about)
        if name in _KNOWN:
            return self.known(name, given)
        functions = [t for t in tokens if isinstance(t, (Given, Closure))]
        last = name.split(".")[-1].rstrip("()")
        if functions and (last in CHANGING or last in _BINDING):
            raise UnsureError
        if about:
            if not _LOOKING.fullmatch(name):
                raise UnsureError
            return Other()
        plain = not named or (name in _WITH_OPTIONS and is_plain(named))
        alone = len(given) == 1 and plain and isinstance(given[0], (Given, Closure))
        if alone and name == "decorator.decorator" and isinstance(given[0], Closure):
            return decorator_of(given[0], self.paths.value)
        if alone and name:
            if name.split(".")[0] not in COMPILERS:
                self.doubtful.add(name)
            return given[0]
        if name.endswith("decorator.FunctionMaker.create") and len(given) == 3:
            return _by_text(given)
        return Other(f"{name}()" if name else "")

    def known(self, name: str, given: list[Any]) -> Any:
        """A call of what is known of Python's library."""
        if not given:
            raise UnsureError
        if name == "functools.wraps":
            return Wraps(given[0])
        if name == "functools.update_wrapper":
            return self.wrapped(Wraps(given[-1]), given[:1])
        if name == "typing.cast":
            return given[-1]
        function = given[0]
        if name == "inspect.isclass":
            return False if isinstance(function, (Given, Closure)) else Other()
        while isinstance(function, Closure) and "__wrapped__" in function.fields:
            function = function.fields["__wrapped__"]
        if isinstance(function, Given):
            return self.signature
        known = isinstance(function, Closure) and function.own is None
        return _signature(function.node.args) if known else Other()

    def python(self, name: str, given: list[Any], named: dict[str, Any], about: bool) -> Any:
        """A call of one of Python's own functions."""
        tokens = tokens_in([given, named])
        first = given[0] if given else None
        if name == "isinstance" and len(given) == 2:
            return self.is_instance(first, given[1])
        if name == "len" and isinstance(first, Rest):
            return Length(-first.first)
        if name == "callable" and isinstance(first, (Given, Closure, ClassValue)):
            return True
        if name == "dict" and not given and "**" not in named:
            return dict(named)
        if name in ("tuple", "dict") and len(given) == 1 and not named:
            if isinstance(first, Rest):
                return first
            if isinstance(first, Named):
                return Named(set(first.missing), first.changed)
        if name == "getattr" and len(given) > 1 and isinstance(given[1], str):
            quiet = isinstance(first, (Given, Closure)) and given[1] not in _SAYING
            return Other() if quiet else self.attribute(first, given[1])
        if name == "setattr" and len(given) == 3 and isinstance(given[1], str):
            return self.paths.set_part(first, given[1], given[2])
        known = name in _CONTAINERS or (name in _RUN and not tokens)
        if known and not named and not any(isinstance(g, Token) for g in given):
            return _run(name, given)
        if about and not _LOOKING.fullmatch(f"builtins.{name}") and name not in _RUN:
            raise UnsureError
        if name == "callable" and not tokens:
            return callable(first)
        if name in _LEFT:
            raise UnsureError
        if about and name in _RUN and name != "len":
            return Argument()
        return Other(f"builtins.{name}()")

    def is_instance(self, value: Any, kinds: Any) -> Any:
        """Whether a value has one of these types: arguments are numbers, arrays and texts."""
        every = list(kinds) if isinstance(kinds, tuple) else [kinds]
        names = [k.name if isinstance(k, Other) else "" for k in every]
        own = [n[9:] for n in names if n.startswith("builtins.")]
        if isinstance(value, (Argument, Result)):
            if any(isinstance(k, Other) and (not k.name or is_elsewhere(k.name) or "(" in k.name
                   or k.name.startswith("builtins.")) for k in every):  # fmt: skip
                return Other()
            self.doubtful |= {n for n in names if n}
            return False
        if len(own) < len(every):
            return Other()
        if isinstance(value, (Given, Closure)):
            return False
        if isinstance(value, Token):
            return Other()
        try:
            return isinstance(value, tuple(getattr(builtins, n) for n in own))
        except (AttributeError, TypeError):
            raise UnsureError from None


_KINDS = ("POSITIONAL_ONLY", "POSITIONAL_OR_KEYWORD", "VAR_POSITIONAL", "KEYWORD_ONLY",
          "VAR_KEYWORD", "empty")  # fmt: skip
_KNOWN = ("functools.wraps", "functools.update_wrapper", "typing.cast", "inspect.signature",
          "inspect.isclass")  # fmt: skip
_SPECIAL = ("__getattr__", "__getattribute__", "__setattr__", "__new__", "__slots__")
_BY_NAME = re.compile(r"\b(?:setattr|delattr|vars)\b|\b__dict__\b")
#: Functions that look into a list no deeper than at what is in it.
_CONTAINERS = ("len", "list", "tuple", "zip", "enumerate", "reversed", "dict")
_LEFT = ("super", "open", "exec", "eval", "compile", "__import__", "vars", "delattr", "locals",
         "setattr", "input", "iter", "next", "map", "filter")  # fmt: skip
_ITEMS = Other("arguments.items()")


def _run(name: str, given: list[Any]) -> Any:
    try:
        made = getattr(builtins, name)(*given)
    except Exception:
        raise UnsureError from None
    return list(made) if name in ("zip", "enumerate", "reversed", "range") else made


def _is_whole(keywords: Any) -> bool:
    return isinstance(keywords, Named) and keywords.whole


def _by_text(given: list[Any]) -> Any:
    """`FunctionMaker.create(f, "return d(%(shortsignature)s)", {"d": g})` calls `g` as `f`."""
    _, text, names = given
    found = _MADE_BY_TEXT.fullmatch(text) if isinstance(text, str) else None
    if found is None or not isinstance(names, dict):
        raise UnsureError
    return names.get(found[1])


def _signature(given: ast.arguments) -> inspect.Signature:
    """The signature of a function; its defaults are unknown."""
    kind, found = inspect.Parameter, []
    positional = [*given.posonlyargs, *given.args]
    for number, each in enumerate(positional):
        named = number >= len(given.posonlyargs)
        default = Other() if number >= len(positional) - len(given.defaults) else kind.empty
        how = kind.POSITIONAL_OR_KEYWORD if named else kind.POSITIONAL_ONLY
        found.append(kind(each.arg, how, default=default))
    if given.vararg is not None:
        found.append(kind(given.vararg.arg, kind.VAR_POSITIONAL))
    for each, value in zip(given.kwonlyargs, given.kw_defaults, strict=True):
        default = Other() if value is not None else kind.empty
        found.append(kind(each.arg, kind.KEYWORD_ONLY, default=default))
    if given.kwarg is not None:
        found.append(kind(given.kwarg.arg, kind.VAR_KEYWORD))
    return inspect.Signature(found)
