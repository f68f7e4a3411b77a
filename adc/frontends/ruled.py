"""Rules and the sources that they are for: which files a source names, and what modules become."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping
from dataclasses import replace

from adc.diagnostics import AdcError, Diagnostic, Severity, Span
from adc.frontends import surface
from adc.frontends.names import free_names, walk
from adc.frontends.rules import Rule, Rules, read_rules
from adc.ir.enums import SYMBOLS

_PYTHON = re.compile(r"[ \t]*#[ \t]*adc:[ \t]*rules\b[ \t]*(.*?)[ \t]*$")
_FORTRAN = re.compile(r"[ \t]*[!c*]\$adc[ \t]+rules\b[ \t]*(.*?)[ \t]*$", re.IGNORECASE)


def rules_of(paths: Iterable[str], texts: Mapping[str, str], fortran: bool) -> Rules:
    """The rules of the files at `paths`, and of those that the sources `texts` name; a file that is
    named twice is read once."""
    found: dict[str, Span | None] = {}
    known: set[str] = set()
    named = [(path, None) for path in paths]
    for path, span in [*named, *_named(texts, fortran)]:
        place = os.path.realpath(path)
        if place not in known:
            known.add(place)
            found[path] = span
    rules = read_rules(found)
    return rules.lower_case() if fortran else rules


def _named(texts: Mapping[str, str], fortran: bool) -> list[tuple[str, Span | None]]:
    """The files that comments name, which are looked for beside the source."""
    found: list[tuple[str, Span | None]] = []
    pattern = _FORTRAN if fortran else _PYTHON
    for source, text in texts.items():
        for number, line in enumerate(text.split("\n"), 1):
            match = pattern.match(line)
            if match is None:
                continue
            span = Span(source, number, match.start(1) + 1, number, match.end(1) + 1)
            if not match[1]:
                raise AdcError.of(
                    "ADC0620", "this comment names no rules file", span,
                    help="name the file: `rules eos.rules`",
                )  # fmt: skip
            found.append((os.path.join(os.path.dirname(source), match[1]), span))
    return found


# -- Python ----------------------------------------------------------------------------------------


def without_ruled(module: surface.Module, rules: Rules) -> surface.Module:
    """`module` without what it says itself of routines that rules are for."""
    names = {rule.name for rule in rules.externals}
    if not names:
        return module
    return replace(
        module,
        functions=tuple(f for f in module.functions if f.name not in names),
        imports=tuple(i for i in module.imports if i.alias not in names),
        rejected=tuple(r for r in module.rejected if r[0] not in names),
    )


def with_ruled(module: surface.Module, rules: Rules) -> surface.Module:
    """`module` with a function for each routine that a rule is for: it takes what the routine
    takes, but for sizes that its arrays tell."""
    made = tuple(_function(rule) for rule in rules.externals)
    return replace(module, functions=(*module.functions, *made))


def _function(rule: Rule) -> surface.Function:
    parameters = tuple(
        surface.Parameter(p.name, None, None, p.span or rule.span)
        for p in rule.primal.parameters
        if p.kind not in SYMBOLS or rule.place_of(p.name) is None
    )
    return surface.Function(rule.name, parameters, (), rule.span)


def without_inactive(
    module: surface.Module, head: surface.Function, rules: Rules, warnings: list[Diagnostic]
) -> surface.Module:
    """`module` without statements that call what rules say is inactive, with a warning for each in
    `head` and in what that leads to."""
    names = {name for name, _ in rules.inactive}
    if not names:
        return module
    reached = _reached(module, head)

    def body(statements: tuple[surface.Statement, ...]) -> tuple[surface.Statement, ...]:
        return tuple(one for s in statements for one in kept(s))

    def kept(s: surface.Statement) -> tuple[surface.Statement, ...]:
        if isinstance(s, surface.Evaluate) and (name := _called(s.value)) in names:
            message = f"the call of the inactive `{name}` is left out of the generated code"
            way_out = "check that it changes nothing that the function reads"
            if s in reached:
                warnings.append(
                    Diagnostic("ADC0170", message, s.span, help=way_out, severity=Severity.WARNING)
                )
            return (surface.Pass(s.span),)
        if isinstance(s, surface.If):
            return (replace(s, then=body(s.then), orelse=body(s.orelse)),)
        if isinstance(s, (surface.For, surface.While, surface.Block)):
            return (replace(s, body=body(s.body)),)
        return (s,)

    return replace(module, functions=tuple(replace(f, body=body(f.body)) for f in module.functions))


def _reached(module: surface.Module, head: surface.Function) -> set[surface.Evaluate]:
    """The calls that are statements of `head` or of a function that it leads to."""
    functions = {f.name: f for f in module.functions}
    pending, seen = [head], {head.name}
    found: set[surface.Evaluate] = set()
    while pending:
        function = pending.pop()
        found |= {n for n in walk(function.body) if isinstance(n, surface.Evaluate)}
        new = (free_names(function).keys() & functions.keys()) - seen
        seen |= new
        pending += [functions[name] for name in new]
    return found


def _called(value: surface.Expr) -> str:
    """The name of the function that `value` is a call of, "" where it is none."""
    if isinstance(value, surface.Call) and isinstance(value.function, surface.Name):
        return value.function.name
    return ""
