"""Generators of the file, written out where a loop draws from them.

`for v in steps(x): body` is the body of `steps` with `v = item; body` in the place of each
`yield item`, so that what both do comes in Python's order. The reader makes a
`For` of such a loop that is called `adc.drawn`, and a call of `adc.yield` of `yield`; neither
outlives the module's own reading. What a generator is other than
drawn from in a loop, or used up by a function, is refused where that is lowered.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeGuard

from adc.diagnostics import AdcError, Diagnostic, Span
from adc.frontends import surface
from adc.frontends.names import bound_names, free_names, root_name, walk, with_parts
from adc.frontends.python.iteration import Body, with_leaves
from adc.frontends.python.returns import with_returns
from adc.frontends.python.source import Source
from adc.frontends.python.top_names import tree_of

#: So many statements one function may become, and so deep generators draw from one another.
_MOST_STATEMENTS = 5_000
_MOST_LEVELS = 8
_OF_DICTIONARIES = ("keys", "values", "items")
_NOTHING: Body = ()
_NOWHERE = Span("", 1)
_DRAWN = surface.Intrinsic("adc.drawn", _NOWHERE, "python")
_YIELD = surface.Intrinsic("adc.yield", _NOWHERE, "python")
_HELP = "draw from it in a `for`, or fill a list in the function and return that"


def note(source: Source) -> None:
    """Tells a source which of its functions and methods loops may draw from."""
    tree = tree_of(source.text)
    body = tree.body if tree is not None else []
    source.generators = _functions(body)
    source.generator_methods = _methods(body)


def _functions(body: list[ast.stmt]) -> frozenset[str]:
    """The functions at the top of a file that are plain generators: each bound once, undecorated,
    whose `yield`s stand alone, with nothing that is run when they are left early."""
    names = list(_bound_at_the_top(body))
    return frozenset(
        s.name for s in body
        if isinstance(s, ast.FunctionDef) and names.count(s.name) == 1 and not s.decorator_list
        and _is_plain(s)
    )  # fmt: skip


def _bound_at_the_top(body: Iterable[ast.AST]) -> Iterator[str]:
    """Each name that something binds in a file, as often as it does, by `global`, too."""
    for node in body:
        inside: Iterable[ast.AST] = ast.iter_child_nodes(node)
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            yield node.name
            inside = ()
            for part in ast.walk(node):
                yield from part.names if isinstance(part, ast.Global) else ()
        elif isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            yield node.id
        elif isinstance(node, ast.alias):
            yield (node.asname or node.name).partition(".")[0]
        elif isinstance(node, ast.ExceptHandler | ast.MatchAs | ast.MatchStar) and node.name:
            yield node.name
        yield from _bound_at_the_top(inside)


def _methods(body: list[ast.stmt]) -> dict[str, str]:
    """The methods that are plain generators, each with its class; of names that no other class of
    the file, nor the file itself, gives a function."""
    classes = [s for s in body if isinstance(s, ast.ClassDef)]
    methods = [(c.name, s) for c in classes for s in c.body if isinstance(s, ast.FunctionDef)]
    names = [s.name for _, s in methods] + [getattr(s, "name", "") for s in body]
    return {
        s.name: c for c, s in methods
        if names.count(s.name) == 1 and not s.decorator_list and _is_plain(s)
        and not s.name.startswith("__") and s.name not in _OF_DICTIONARIES
    }  # fmt: skip


def _is_plain(function: ast.FunctionDef) -> bool:
    pending: list[ast.AST] = list(function.body)
    yields = False
    while pending:
        node = pending.pop()
        if isinstance(node, ast.Expr) and isinstance(node.value, (ast.Yield, ast.YieldFrom)):
            yields = True
            pending += filter(None, [node.value.value])
            continue
        if isinstance(node, (ast.Yield, ast.YieldFrom, ast.FunctionDef, ast.Global, ast.Nonlocal)):
            return False
        if isinstance(node, ast.Try) and (node.finalbody or _has_yield(node)):
            return False
        if isinstance(node, ast.Raise) and node.exc is not None and _ends(node.exc):
            return False
        pending += ast.iter_child_nodes(node)
    return yields


def _ends(raised: ast.expr) -> bool:
    """Whether it is a StopIteration, of which Python makes another exception in a generator."""
    made = raised.func if isinstance(raised, ast.Call) else raised
    return isinstance(made, ast.Name) and made.id == "StopIteration"


def _has_yield(node: ast.AST) -> bool:
    return any(isinstance(n, (ast.Yield, ast.YieldFrom)) for n in ast.walk(node))


def drawn_from(value: object, source: Source) -> TypeGuard[surface.Call]:
    """Whether `value` is a call of a generator of the file."""
    function = value.function if isinstance(value, surface.Call) else None
    if isinstance(function, surface.Attribute):
        return function.name in source.generator_methods and _is_path(function.value)
    return (
        isinstance(function, surface.Name) and function.name in source.generators
        and function.name not in source.locals
    )  # fmt: skip


def _is_path(node: surface.Expr) -> bool:
    """Whether it is a name, or attributes of one."""
    return bool(root_name(node))


def draw(target: surface.Name, call: surface.Call, body: Body, span: Span) -> surface.For:
    """The loop over what a generator gives."""
    return surface.For(target.name, (call,), body, span, _DRAWN)


def is_draw(node: object) -> TypeGuard[surface.For]:
    return isinstance(node, surface.For) and node.called == _DRAWN


def yielding(value: surface.Expr, span: Span) -> surface.Evaluate:
    """The statement `yield value`."""
    return surface.Evaluate(surface.Call(_YIELD, (value,), (), span), span)


def yielded_value(node: object) -> surface.Expr | None:
    """What the statement yields, None where it is none of these."""
    call = node.value if isinstance(node, surface.Evaluate) else None
    if not isinstance(call, surface.Call) or call.function != _YIELD:
        return None
    return call.arguments[0]


def refusal(span: Span) -> AdcError:
    return AdcError([_fault(span)])


def without_draws(
    function: surface.Function, functions: Mapping[str, surface.Function], source: Source
) -> surface.Function:
    """`function` with the generators among `functions` written out in its loops. ADC0108 for one
    that is a generator itself, as any call of it says that is not drawn from."""
    yields = [n for n in walk(function.body) if yielded_value(n) is not None]
    if yields:
        raise refusal(yields[0].span)
    if not any(is_draw(n) for n in walk(function.body, inside=True)):
        return function
    return _Writer(functions, source, frozenset()).function(function)


def methods_by_name(classes: Iterable[surface.Class]) -> dict[str, surface.Function]:
    """The methods of `classes`, each as `Class.method`."""
    return {f"{made.name}.{f.name}": f for made in classes for f in made.functions}


def all_without_draws(
    functions: Mapping[str, surface.Function],
    methods: Mapping[str, surface.Function],
    source: Source,
) -> tuple[dict[str, surface.Function], dict[str, AdcError]]:
    """The same of all `functions`, and why some are refused."""
    found: dict[str, surface.Function] = {}
    faults: dict[str, AdcError] = {}
    for name, function in functions.items():
        try:
            found[name] = without_draws(function, {**functions, **methods}, source)
        except AdcError as error:
            faults[name] = error
    return found, faults


def _fault(span: Span) -> Diagnostic:
    return Diagnostic("ADC0108", "generators are not supported here", span, help=_HELP)


@dataclass
class _Writer:
    """Writes generators out in a function that binds the names `bound`; `within` are the
    generators whose text this stands in."""

    functions: Mapping[str, surface.Function]
    source: Source
    bound: frozenset[str]
    within: tuple[str, ...] = ()
    written: int = 0

    def function(self, function: surface.Function) -> surface.Function:
        outer = self.bound
        self.bound = outer | bound_names(function)
        body = self.node(function.body)
        self.bound = outer
        return replace(function, body=body)

    def node(self, node: Any) -> Any:
        if isinstance(node, surface.Function):
            return self.function(node)
        if isinstance(node, tuple) and any(is_draw(part) for part in node):
            return tuple(s for part in node for s in self.written_out(part))
        return with_parts(node, self.node)

    def written_out(self, node: Any) -> Body:
        if not is_draw(node):
            return (self.node(node),)
        (call,) = node.arguments
        assert isinstance(call, surface.Call)
        called, guard = call.function, _NOTHING
        assert isinstance(called, (surface.Name, surface.Attribute))
        name = called.name
        if isinstance(called, surface.Attribute):
            name = f"{self.source.generator_methods[name]}.{name}"
            guard = self._guard(called, name)
            call = replace(call, arguments=(called.value, *call.arguments))
        made = self.functions.get(name)
        if made is None or name in self.within or len(self.within) == _MOST_LEVELS:
            raise refusal(call.span)
        node = replace(node, body=self.node(node.body))
        own = _own_names(made, self.source)
        self._refuse_hidden(made, call.span)
        label = self.source.fresh_label()
        body = _without_returns(relabelled(made.body, self.source), label)
        renamed = RenamedNames(own).node(body, frozenset())
        drawn = self._yielded(renamed, node, label)
        self.written += sum(1 for _ in walk(drawn))
        if self.written > _MOST_STATEMENTS * 10:
            raise refusal(call.span)
        before = bound_parameters(made, call, own)
        self.within = (*self.within, name)
        inner = self.node(drawn)
        self.within = self.within[:-1]
        leaves = any(isinstance(n, surface.Leave) and n.label == label for n in walk(inner))
        whole = (surface.Block(label, inner, node.span),) if leaves else inner
        return (*guard, *before, *whole)

    def _guard(self, called: surface.Attribute, name: str) -> Body:
        """Refuses where the object's method of that name is another one."""
        owner, span = name.partition(".")[0], called.span
        if owner in self.bound:
            raise refusal(span)
        asked = surface.Intrinsic("adc.has_method", span, "python")
        given = (called.value, surface.String(owner, span), surface.String(called.name, span))
        test = surface.Unary("not", surface.Call(asked, given, (), span), span)
        return (surface.If(test, (surface.Refused((_fault(span),), span),), (), span),)

    def _refuse_hidden(self, made: surface.Function, span: Span) -> None:
        """ADC0108 where the function has names of its own that the generator takes from the
        file."""
        hidden = free_names(made).keys() & self.bound
        if hidden:
            raise AdcError.of(
                "ADC0108", f"`{made.name}` uses the file's `{min(hidden)}`, which is another thing"
                " here", span, help="give the variable here another name",
            )  # fmt: skip

    def _yielded(self, body: Any, node: surface.For, after: int) -> Any:
        if isinstance(body, tuple):
            made: list[Any] = []
            for part in body:
                value = yielded_value(part)
                if value is not None:
                    made += self._item(value, node, after)
                else:
                    made.append(self._yielded(part, node, after))
            return tuple(made)
        if isinstance(body, (surface.Lifted, surface.Lambda, surface.Define)):
            return body
        return with_parts(body, lambda part: self._yielded(part, node, after))

    def _item(self, value: surface.Expr, node: surface.For, after: int) -> Body:
        label = self.source.fresh_label()
        run, jumps = with_leaves(relabelled(node.body, self.source), after, label)
        target = surface.Name(node.target, node.span)
        bind = surface.Assign((target,), value, value.span)
        return (bind, *((surface.Block(label, run, node.span),) if jumps else run))


def _own_names(made: surface.Function, source: Source) -> dict[str, str]:
    """New names for those of a generator."""
    return {name: source.fresh(f"{made.name}_{name}") for name in sorted(bound_names(made))}


def bound_parameters(
    made: surface.Function, call: surface.Call, own: Mapping[str, str]
) -> tuple[surface.Assign, ...]:
    """The assignments that give the parameters of `made` what the call passes, in its order."""
    names = [p.name for p in made.parameters]
    plain = not any(p.star or p.keyword_only for p in made.parameters)
    starred = any(isinstance(a, surface.Starred) for a in call.arguments)
    if not plain or starred or len(call.arguments) > len(names):
        raise refusal(call.span)
    given = dict(zip(names, call.arguments, strict=False))
    for keyword in call.keywords:
        if keyword.name not in names or keyword.name in given:
            raise refusal(call.span)
        given[keyword.name] = keyword.value
    for parameter in made.parameters:
        if parameter.name not in given:
            if not isinstance(parameter.default, (surface.Number, surface.Boolean)):
                raise refusal(call.span)
            given[parameter.name] = parameter.default
    return tuple(
        surface.Assign((surface.Name(own[n], v.span),), v, v.span) for n, v in given.items()
    )


def _without_returns(body: Body, label: int) -> Body:
    """`body` in which `return` goes to the end of the block `label`."""

    def left(node: surface.Return) -> Body:
        if node.values is not None:
            raise refusal(node.span)
        return (surface.Leave(label, node.span),)

    return with_returns(body, left)


def relabelled(body: Body, source: Source) -> Body:
    """`body` with other labels for its blocks, for it is written out more than once."""
    blocks = (n for n in walk(body, inside=True) if isinstance(n, surface.Block))
    labels = {n.label: source.fresh_label() for n in blocks}

    def visit(node: Any) -> Any:
        if isinstance(node, (surface.Block, surface.Leave)):
            node = replace(node, label=labels.get(node.label, node.label))
        return with_parts(node, visit)

    return tuple(map(visit, body)) if labels else body


@dataclass(frozen=True)
class RenamedNames:
    """Gives the names of a function others, but for what functions inside bind themselves."""

    names: Mapping[str, str]

    def node(self, node: Any, hidden: frozenset[str]) -> Any:
        def below(part: Any) -> Any:
            return self.node(part, hidden)

        if isinstance(node, surface.Name):
            return node if node.name in hidden else replace(node, name=self.of(node.name))
        if isinstance(node, surface.Function):
            return self.function(node, hidden)
        if isinstance(node, surface.For):
            return with_parts(replace(node, target=self.of(node.target)), below)
        return with_parts(node, below)

    def of(self, name: str) -> str:
        return self.names.get(name, name)

    def function(self, node: surface.Function, hidden: frozenset[str]) -> surface.Function:
        inner = hidden | bound_names(node)
        parameters = tuple(
            replace(p, default=None if p.default is None else self.node(p.default, hidden))
            for p in node.parameters
        )
        captures = frozenset(n if n in hidden else self.of(n) for n in node.captures)
        body = self.node(node.body, inner)
        return replace(node, parameters=parameters, body=body, captures=captures)
