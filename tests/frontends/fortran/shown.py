"""Fortran's tree written as text, with all parentheses: what a test compares."""

from __future__ import annotations

from collections.abc import Iterable

from adc.frontends.fortran import tree


def shown(node: object) -> str:
    """`node`, an expression or a part of one, with every operation in parentheses."""
    match node:
        case None:
            return ""
        case tree.Name(name):
            return name
        case tree.Number(text, kind, _, suffix):
            return f"{kind}:{text}" + (f"_{shown(suffix)}" if suffix else "")
        case tree.Logical(value):
            return f".{str(value).lower()}."
        case tree.String(value):
            return repr(value)
        case tree.Unary(op, operand):
            return f"({op} {shown(operand)})"
        case tree.Binary(op, left, right):
            return f"({shown(left)} {op} {shown(right)})"
        case tree.Section(start, stop, step):
            return f"{shown(start)}:{shown(stop)}:{shown(step)}"
        case tree.Keyword(name, value):
            return f"{name}={shown(value)}"
        case tree.Apply(name, arguments):
            return f"{name}({listed(arguments)})"
        case tree.Component(owner, name, arguments):
            behind = "" if arguments is None else f"({listed(arguments)})"
            return f"{shown(owner)}%{name}{behind}"
        case tree.ImpliedDo(items, var, start, stop, step):
            return f"<{listed(items)}; {var}={listed((start, stop, step))}>"
        case tree.Constructor(items, _, type_):
            return f"[{shown(type_) + ' :: ' if type_ else ''}{listed(items)}]"
    return _declared(node)


def _declared(node: object) -> str:
    match node:
        case tree.TypeSpec(base, _, kind, star, length, name):
            size = f"{'*' if star else ''}{shown(kind)}" if kind or star else ""
            return base + (f"({size})" if size else "") + f"{name and ':' + name}" + (
                f" len {shown(length)}" if length else ""
            )  # fmt: skip
        case tree.Bounds(lower, upper, star):
            return f"{shown(lower)}:{'*' if star else shown(upper)}"
        case tree.Entity(name, _, shape, init, length):
            text = name if shape is None else f"{name}({listed(shape)})"
            text += f"*{shown(length)}" if length else ""
            return f"{text} = {shown(init)}" if init else text
        case tree.Attribute(name, _, text, shape):
            inside = text if shape is None else listed(shape)
            return f"{name}({inside})" if inside else name
        case tree.Triplet(var, start, stop, step):
            return f"{var}={shown(start)}:{shown(stop)}:{shown(step)}"
    raise AssertionError(f"no text for {node!r}")


def listed(nodes: Iterable[object]) -> str:
    return ", ".join(shown(node) for node in nodes)
