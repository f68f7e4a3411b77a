"""Variables of a Python file as arguments: what a signature names beside the parameters.

A function may take from its file what only running that tells, as what is read from data, or what
is to be an independent. Named in the signature, such a variable is an argument of the generated
function, passed by name, which all functions of the source see in its place (`Module.shared`). What
the file itself makes of the variable is made before any call, so that it is not what is passed.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from unicodedata import normalize

from adc.diagnostics import AdcError, Note, Span
from adc.frontends import surface
from adc.frontends.beside_itself import beside_itself
from adc.frontends.fixing import uses_of
from adc.frontends.names import bound_names, free_names, methods_of, names_of, target_names, walk

_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


def other_names(function: str, text: str, given: Iterable[str]) -> frozenset[str]:
    """Which of the names that are `given` for `function` are no parameters of one of that name, so
    that they may be variables of the file, whose text this is."""
    tree = _tree(text)
    if tree is None:
        return frozenset()
    last = function.rpartition(".")[2]
    found = [n for n in ast.walk(tree) if isinstance(n, _FUNCTIONS) and n.name == last]
    named = {a.arg for f in found for a in ast.walk(f.args) if isinstance(a, ast.arg)}
    names = (n for f in found for n in ast.walk(f) if isinstance(n, ast.Name))
    named |= {n.id for n in names if not isinstance(n.ctx, ast.Load)}
    return frozenset(given) - {normalize("NFKC", n) for n in named} if found else frozenset()


def with_file_variables(
    module: surface.Module, function: surface.Function, given: Collection[str],
    texts: Mapping[str, str],
) -> tuple[surface.Module, surface.Function]:  # fmt: skip
    """`module` and its `function`, which takes those of the `given` names, too, that are variables
    of the file which it uses, or what it calls, but those that `texts` give one value. ADC0123
    where something else would see another value than Python."""
    named = {p.name for p in function.parameters} | texts.keys()
    uses = uses_of(module)
    reached = _reached(module, function, uses)
    read = set().union(*(uses[name] for name in reached))
    variables = _variables(module)
    more = [n for n in dict.fromkeys(given) if n not in named and n in read and n in variables]
    for name in more:
        _check(module, function, name, reached, given)
    if not more:
        return module, function
    module, function = beside_itself(module, function)
    uses, span = uses_of(module), function.span
    own = tuple(surface.Parameter(n, None, None, span, keyword_only=True) for n in more)
    new = replace(function, parameters=(*function.parameters, *own))
    constants, lost = _constants(module, frozenset(more), uses)
    return replace(
        module,
        functions=tuple(new if f is function else f for f in module.functions),
        constants=constants,
        imports=tuple(i for i in module.imports if i.alias not in more),
        unsettled=tuple((n, note) for n, note in module.unsettled if n not in more),
        late=(*((n, error) for n, error in module.late if n not in more), *lost.items()),
        shared=(*module.shared, *((n, n) for n in more)),
    ), new  # fmt: skip


def _reached(
    module: surface.Module, function: surface.Function, uses: Mapping[str, set[str]]
) -> list[str]:
    """The functions and classes that `function` may use, itself first."""
    known = {f.name for f in module.functions} | {c.name for c in module.classes}
    known |= {
        n for c in module.constants if isinstance(c.value, surface.Lambda) for n in names_of(c)
    }  # fmt: skip
    values = _made_by(module)
    pending = [function.name, *(p.annotation for p in function.parameters if p.annotation)]
    found: dict[str, None] = {}
    while pending:
        name = pending.pop()
        if name in known and name not in found:
            found[name] = None
            pending += uses[name]
        elif name in values:  # an object of the file, or a function under another name
            pending += uses[name] & known
    return list(found)


def _made_by(module: surface.Module) -> set[str]:
    return {n for c in module.constants for t in c.targets for n in target_names(t)}


def _variables(module: surface.Module) -> set[str]:
    """The names that may be variables of the file: what it binds, or takes out of what adc does not
    read."""
    found = _made_by(module) | {n for n, _ in module.unsettled} | {n for n, _ in module.late}
    found |= {i.alias for i in module.imports if i.name is not None} | _bound_by_script(module)
    if any(i.name == "*" for i in module.imports):
        defined = {f.name for f in module.functions} | {c.name for c in module.classes}
        parts = (*module.functions, *(f for c in module.classes for f in methods_of(c)))
        found |= {n for f in parts for n in free_names(f)} - defined
    return found


def _bound_by_script(module: surface.Module) -> set[str]:
    """What statements at the top bind, also those that only the script runs."""
    tree = _tree(module.text)
    pending: list[ast.AST] = list(tree.body) if tree is not None else []
    found: set[str] = set()
    while pending:
        node = pending.pop()
        if isinstance(node, (*_FUNCTIONS, ast.ClassDef, ast.Lambda)):
            continue
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            found.add(normalize("NFKC", node.id))
        pending += ast.iter_child_nodes(node)
    return found


@lru_cache(maxsize=4)
def _tree(text: str) -> ast.Module | None:
    try:
        return ast.parse(text)
    except (SyntaxError, ValueError, RecursionError):
        return None


def _check(
    module: surface.Module, function: surface.Function, name: str, reached: list[str],
    given: Collection[str],
) -> None:  # fmt: skip
    """ADC0123 where functions set the variable `name`, where one that is `reached`, or a class, has
    taken its value before any call, or where `function` has a variable of its own of this name."""
    parts = [f for f in module.functions if f.name in reached]
    made = [c for c in module.classes if c.name in reached]
    parts += [f for c in made for f in methods_of(c)]
    early = [
        p.default for f in parts for p in f.parameters if f is not function or p.name not in given
    ]  # fmt: skip
    early += [p.default for c in made for p in (*c.parameters, *c.constants)]
    for value in early:
        for node in walk(value, inside=True):
            if isinstance(node, surface.Name) and node.name == name:
                raise _refused(name, "is taken before any call here", node.span)
    if name in bound_names(function):
        raise _refused(name, f"is a variable of `{function.name}`, too", function.span)
    if any(name in names for names in _set_by_functions(module.text)):
        raise _refused(name, "is set by functions", function.span)
    uses = uses_of(module)
    for part in parts:
        if name in _behind(_by_decorators(part, module), uses):
            raise _refused(name, f"is taken by what decorates `{part.name}`", part.span)
    for kept in sorted(_keeping(module.text) & {*reached}):
        if name in _behind({kept}, uses):
            raise _refused(name, f"is used by `{kept}`, which keeps results", function.span)


def _behind(names: Iterable[str], uses: Mapping[str, set[str]]) -> set[str]:
    """`names`, and all that these are made of."""
    found, pending = set[str](), {*names}
    while pending:
        found |= pending
        pending = set().union(*(uses.get(n, set()) for n in pending)) - found
    return found


def _by_decorators(function: surface.Function, module: surface.Module) -> set[str]:
    """What the decorators of `function` use where they are run: not what a function that they
    make uses, unless they call it."""
    defined = {f.name: f for f in module.functions}
    found: set[str] = set()
    for call in walk(function.body):
        if not isinstance(call, surface.Call) or not isinstance(call.function, surface.Intrinsic):
            continue
        for made in call.arguments if call.function.name == "adc.decorated" else ():
            for node in walk(made, inside=True):
                name = node.name if isinstance(node, surface.Name) else ""
                called = defined.get(name)
                if name and not name.endswith("%undecorated"):
                    found |= {name} if called is None else _at_once(called)
    return found


def _at_once(function: surface.Function) -> set[str]:
    """The names that are used while `function` is run, and functions that it makes and calls, or
    that make others in their turn, as a decorator's own one does."""
    body = function.body
    calls = [n for n in walk(body) if isinstance(n, surface.Call)]
    called = _names_in(tuple((c.function, c.arguments) for c in calls))
    found = {n.name for n in walk(body) if isinstance(n, surface.Name)}
    for one in (n.function for n in walk(body) if isinstance(n, surface.Define)):
        found |= _names_in(tuple(p.default for p in one.parameters))
        if one.name in called:
            found |= {*free_names(one)}
        elif any(isinstance(n, surface.Define) for n in walk(one.body)):
            found |= _at_once(one)
    made = (surface.Lambda, surface.Lifted)
    found |= _names_in(tuple(n for n in walk(body) if isinstance(n, made)))
    return found - {p.name for p in function.parameters} - {*bound_names(function)}


def _names_in(node: object) -> set[str]:
    return {n.name for n in walk(node, inside=True) if isinstance(n, surface.Name)}


def _keeping(text: str) -> set[str]:
    """The functions whose decorators keep what they gave."""
    tree = _tree(text)
    found = [n for n in ast.walk(tree) if isinstance(n, _FUNCTIONS)] if tree is not None else []
    return {
        f.name for f in found for d in f.decorator_list
        if any(word in ast.unparse(d).lower() for word in ("cache", "memo"))
    }  # fmt: skip


def _taken_early(value: surface.Expr) -> set[str]:
    """The names whose values `value` takes at once; a `lambda` takes its defaults' alone."""
    defaults = [
        p.default for n in walk(value) if isinstance(n, surface.Lambda)
        for p in n.function.parameters
    ]  # fmt: skip
    nodes = (n for part in (value, *defaults) for n in walk(part))
    return {n.name for n in nodes if isinstance(n, surface.Name)}


def _refused(name: str, why: str, span: Span) -> AdcError:
    return AdcError.of(
        "ADC0123", f"`{name}` cannot be passed, for it {why}", span,
        help=f"make `{name}` an argument of the functions that use it",
    )  # fmt: skip


def _set_by_functions(text: str) -> Iterator[list[str]]:
    tree = _tree(text)
    for node in ast.walk(tree) if tree is not None else ():
        if isinstance(node, ast.Global):
            yield [normalize("NFKC", n) for n in node.names]


def _constants(
    module: surface.Module, passed: frozenset[str], uses: Mapping[str, set[str]]
) -> tuple[tuple[surface.Assign, ...], dict[str, AdcError]]:
    """The constants that the file makes without what is `passed`, and what to say of the others."""
    made_of = {n: uses[n] for n in _made_by(module) | {f.name for f in module.functions}}
    made_of |= {c.name: uses[c.name] for c in module.classes}
    affected = set(passed)
    grows = True
    while grows:
        more = {n for n, used in made_of.items() if n not in affected and used & affected}
        affected, grows = affected | more, bool(more)
    kept: list[surface.Assign] = []
    lost: dict[str, AdcError] = {}
    for constant in module.constants:
        used = _taken_early(constant.value) & affected
        if names_of(constant) <= passed:
            continue
        if not used:
            kept.append(constant)
            continue
        name = sorted(used)[0]
        for target in names_of(constant) - passed:
            lost[target] = AdcError.of(
                "ADC0123", f"`{target}` is made with `{name}` before any call, and not of what is"
                " passed", constant.span, help=f"name `{target}` in the signature, too",
                notes=(Note("made here", constant.span),),
            )  # fmt: skip
    return tuple(kept), lost
