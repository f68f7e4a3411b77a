"""Fortran programs with one thing less, for the reducer."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from tests.textfuzz.fortran.program import Program
from tests.textfuzz.fortran.text import Body, Form, Node, lines_of

_GROUP = re.compile(r"\([^()]*\)")
_TERM = re.compile(r" [-+] [^-+()]*$| [-+] \([^()]*\)$")


def smaller_programs(program: Program) -> Iterator[Program]:
    """Without a block or a line, the biggest first; with a block's content in its place; with
    less in an expression; with a plainer form and a plainer request."""
    plain = replace(program, form=Form(program.form.fixed), whole=False)
    if program.form != plain.form:
        yield plain
    for body in smaller_bodies(program.body):
        yield replace(plain, body=body)
    for k in range(len(program.edges)):
        yield replace(plain, edges=program.edges[:k] + program.edges[k + 1 :])
    for field in ("wrt", "of"):
        names = getattr(program, field)
        for k in range(len(names) if len(names) > 1 else 0):
            yield replace(plain, **{field: names[:k] + names[k + 1 :]})
    for body in simpler_lines(program.body):
        yield replace(plain, body=body)


def smaller_bodies(body: Body) -> Iterator[Body]:
    """One node less, or unwrapped, at any depth; larger nodes first."""
    order = sorted(range(len(body)), key=lambda k: -_length(body[k]))
    for k in order:
        node, before, after = body[k], body[:k], body[k + 1 :]
        if not node.fixed:
            yield before + after
        if not node.is_line:
            for _, inner in node.arms:
                if inner:
                    yield before + inner + after
            if len(node.arms) > 1:
                for arm in range(1, len(node.arms)):
                    fewer = node.arms[:arm] + node.arms[arm + 1 :]
                    yield (*before, replace(node, arms=fewer), *after)
    for k in order:
        node = body[k]
        for arm, (head, inner) in enumerate(node.arms):
            for less in smaller_bodies(inner):
                arms = (*node.arms[:arm], (head, less), *node.arms[arm + 1 :])
                yield (*body[:k], replace(node, arms=arms), *body[k + 1 :])


def _length(node: Node) -> int:
    return sum(1 for _ in lines_of((node,)))


def simpler_lines(body: Body) -> Iterator[Body]:
    """One line's expression made smaller, at any depth."""
    for k, node in enumerate(body):
        for arm, (head, inner) in enumerate(node.arms):
            for text in simpler_texts(head):
                arms = (*node.arms[:arm], (text, inner), *node.arms[arm + 1 :])
                yield (*body[:k], replace(node, arms=arms), *body[k + 1 :])
            for less in simpler_lines(inner):
                arms = (*node.arms[:arm], (head, less), *node.arms[arm + 1 :])
                yield (*body[:k], replace(node, arms=arms), *body[k + 1 :])


def simpler_texts(text: str) -> Iterator[str]:
    """A right side cut short, and innermost parentheses replaced by a number."""
    left, sign, right = text.partition(" = ")
    if not sign or re.match(r"(\w+: )?do\b|parameter|.*::", text):
        return
    if right not in ("1.0d0", "1"):
        yield f"{left} = 1.0d0"
    if match := _TERM.search(right):
        yield f"{left} = {right[: match.start()]}"
    for match in _GROUP.finditer(right):
        yield f"{left} = {right[: match.start()]}{right[match.end() :]}"
        word = re.search(r"\w+$", right[: match.start()])
        start = match.start() - len(word[0]) if word else match.start()
        yield f"{left} = {right[:start]}1.0d0{right[match.end() :]}"
