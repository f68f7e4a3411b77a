"""Zeros at the end of an iteration, set at the beginning of the next one instead.

The adjoint of an assignment ends with its target's adjoint set to zero, which the next iteration
adds to. Where that array holds zeros before the loop as well, each iteration may set the zeros that
it begins with: right before the sums, which can assign then. What is needed afterwards gets them
once more behind the loop.

    w_bar[:] = 0                         w_bar[:] = 0
    for t in reversed(range(steps)):     for t in reversed(range(steps)):
        w_bar[1:-1] += ...                   w_bar[1:-1] = 0
        v_bar[1:-1] += ... w_bar ...         w_bar[1:-1] += ...
        w_bar[1:-1] = 0                      v_bar[1:-1] += ... w_bar ...
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import sympy

from adc.ir.build import is_zero
from adc.ir.enums import Update
from adc.ir.names import NameSource
from adc.ir.node import Body, Dim, Node
from adc.ir.nodes import Compute, Loop
from adc.ir.program import Program
from adc.ir.shapes import names, symbol
from adc.ir.walking import labels_in


def zeros_first(program: Program) -> Program:
    """`program` with zeros at the end of iterations of its outermost loops set at the beginning,
    where that makes no difference."""
    labels = NameSource(labels_in(program.body))
    result: list[Node] = []
    for at, node in enumerate(program.body):
        zeros = [z for z in _last_zeros(node) if _zero_before(result, z.container, program)]
        if isinstance(node, Loop) and zeros:
            node = replace(node, body=_begun_with(node.body, zeros))
        result.append(node)
        later = {*program.passed, *program.returns}
        later = later.union(*(n.mentioned_inside for n in program.body[at + 1 :]))
        result += [z.with_label(labels.fresh(z.label)) for z in zeros if z.container in later]
    same = all(a is b for a, b in zip(result, program.body, strict=False))
    return program if same else program.with_body(tuple(result))


def _last_zeros(loop: Node) -> Iterator[Compute]:
    """The statements of `loop` that set the same zeros in each iteration, and are the last but not
    the first to say anything of their array."""
    if not isinstance(loop, Loop):
        return
    for node in loop.body:
        if not isinstance(node, Compute) or not _is_zero_fill(node) or loop.var in _names(node):
            continue
        mentions = [n for n in loop.body if node.container in n.mentioned_inside]
        if node is mentions[-1] and len(mentions) > 1:
            yield node


def _begun_with(body: Body, zeros: Sequence[Compute]) -> Body:
    """`body` with each of `zeros` before what is first said of its array, if that is not that all
    of these elements get other values."""
    result = [n for n in body if not any(n is z for z in zeros)]
    for zero in zeros:
        first = next(k for k, n in enumerate(result) if zero.container in n.mentioned_inside)
        if not _overwrites(result[first], zero):
            result.insert(first, zero)
    return tuple(result)


def _overwrites(node: Node, zero: Compute) -> bool:
    """Whether `node` gives values to all elements that `zero` clears, and reads none of them."""
    if not isinstance(node, Compute) or node.op != Update.ASSIGN or node.blank:
        return False
    if node.container != zero.container or any(u.container == zero.container for u in node.uses):
        return False
    box = _box(zero)
    return box is not None and _box(node) == box


def _box(node: Compute) -> tuple[tuple[sympy.Expr, sympy.Expr], ...] | None:
    """Where the elements that `node` writes begin and end along each axis; None where they are no
    box."""
    dims = {d.var: d for d in node.domain}
    if any(names(e) & dims.keys() for d in node.domain for e in (d.start, d.stop)):
        return None
    ends: list[tuple[sympy.Expr, sympy.Expr]] = []
    for place in node.target.index:
        own = [d for v, d in dims.items() if v in names(place)]
        shift = place - sum((symbol(d.var) for d in own), sympy.Integer(0))
        if len(own) > 1 or names(shift) & dims.keys():
            return None
        dim = dims.pop(own[0].var) if own else Dim("", sympy.Integer(0), sympy.Integer(1))
        ends.append((sympy.expand(dim.start + shift), sympy.expand(dim.stop + shift)))
    return None if dims else tuple(ends)


def _is_zero_fill(node: Compute) -> bool:
    return node.op == Update.ASSIGN and not node.blank and is_zero(node.expr)


def _names(zero: Compute) -> frozenset[str]:
    bounds = [e for d in zero.domain for e in (d.start, d.stop)]
    return frozenset().union(*map(names, (*zero.target.index, *bounds)))


def _zero_before(before: Sequence[Node], name: str, program: Program) -> bool:
    """Whether all of `name` is zero after the statements of `before`."""
    last = next((n for n in reversed(before) if name in n.mentioned_inside), None)
    if not isinstance(last, Compute) or not _is_zero_fill(last):
        return False
    dims = {d.var: d for d in last.domain}
    found = [dims.get(str(e)) for e in last.target.index]
    extents = program[name].shape
    return len(set(last.target.index)) == len(extents) and all(
        dim is not None and dim.start == 0 and dim.stop == extent
        for dim, extent in zip(found, extents, strict=True)
    )
