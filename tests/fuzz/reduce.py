"""Delta debugging of a failing program: smaller while it still fails in the same way."""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable, Iterator
from dataclasses import replace

from tests.proof.cases import Case

Fails = Callable[[Case], bool]


def reduce_case(case: Case, fails: Fails, limit: int = 400) -> Case:
    """The smallest variant found within `limit` tries for which `fails` still holds."""
    tries = 0
    progress = True
    while progress and tries < limit:
        progress = False
        for candidate in _variants(case):
            tries += 1
            if tries > limit:
                break
            if fails(candidate):
                case, progress = candidate, True
                break
    return case


def _variants(case: Case) -> Iterator[Case]:
    """Cases with one thing less, the biggest steps first."""
    for source in _smaller_sources(case):
        yield replace(case, source=source)
    for name in case.wrt if len(case.wrt) > 1 else ():
        yield replace(case, wrt=tuple(w for w in case.wrt if w != name))
    for name in case.of if len(case.of) > 1 else ():
        yield replace(case, of=tuple(o for o in case.of if o != name))


def _smaller_sources(case: Case) -> Iterator[str]:
    tree = ast.parse(case.source)
    for number in range(len(list(_edits(tree)))):
        changed = copy.deepcopy(tree)
        list(_edits(changed))[number]()
        yield ast.unparse(ast.fix_missing_locations(changed)) + "\n"


def _edits(tree: ast.Module) -> Iterator[Callable[[], None]]:
    """What may be made smaller, one step each: statements dropped, blocks and operands hoisted."""
    main = tree.body[-1]
    for node in ast.walk(tree):
        for body in _bodies(node):
            for i, statement in enumerate(body):
                if statement is not main and not isinstance(statement, (ast.Pass, ast.Return)):
                    yield lambda body=body, i=i: _replace(body, i, [])
                if isinstance(statement, (ast.If, ast.For)):
                    yield lambda body=body, i=i, s=statement: _replace(body, i, s.body)
    for node in ast.walk(tree):
        for name in ("value", "left", "right", "operand"):
            part = _part_of(getattr(node, name, None))
            if part is not None:
                yield lambda node=node, name=name, part=part: setattr(node, name, part)
        for i, argument in enumerate(node.args if isinstance(node, ast.Call) else ()):
            part = _part_of(argument)
            if part is not None:
                yield lambda node=node, i=i, part=part: node.args.__setitem__(i, part)


def _replace(body: list[ast.stmt], i: int, by: list[ast.stmt]) -> None:
    body[i : i + 1] = by
    if not body:
        body.append(ast.Pass())


def _bodies(node: ast.AST) -> Iterator[list[ast.stmt]]:
    for name in ("body", "orelse"):
        body = getattr(node, name, None)
        if isinstance(body, list):
            yield body


def _part_of(value: object) -> ast.expr | None:
    if isinstance(value, ast.BinOp):
        return value.left if not isinstance(value.left, ast.Constant) else value.right
    if isinstance(value, ast.UnaryOp) and not isinstance(value.operand, ast.Constant):
        return value.operand
    if isinstance(value, ast.Call) and value.args:
        return value.args[-1]
    return None
