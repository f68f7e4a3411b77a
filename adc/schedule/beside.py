"""Copies that run beside kernels: which of a device's two streams waits for the other, and where.

Blocks that are staged are copied to the host, and from there, on a stream of their own; all else is
on the stream of the call. The two know nothing of each other but what `After` says:

    for segment                             for segment
        v_staged = v                            what comes next is after the copies
        v_snap[segment] = v_staged              v_staged = v
        steps                                   the copies are after what came before
                                                v_snap[segment] = v_staged
                                                steps

So a copy to the host runs beside the steps, and the next block is staged when it has ended.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from itertools import groupby

from adc.diagnostics import InternalError
from adc.ir.declarations import Container
from adc.ir.enums import COPIED, Role
from adc.schedule.accesses import own_touches, touched
from adc.schedule.tree import After, Copy, Launch, Node, Tree, parts, walk, with_parts


def with_streams(tree: Tree, containers: Collection[Container]) -> Tree:
    """`tree` with an `After` before each row of copies on one stream that touch what copies on the
    other one may be at; the same tree where nothing is staged."""
    roles = {c.name: c.role for c in containers if c.role in COPIED}
    return _with_streams(tree, roles) if Role.STAGED in roles.values() else tree


def _with_streams(tree: Tree, roles: Mapping[str, Role]) -> Tree:
    found: list[Node] = []
    for beside, nodes in groupby(tree, lambda node: is_beside(node, roles)):
        if beside is not None:
            found.append(After(copies=beside))
        for node in nodes:
            inside = tuple(_with_streams(part, roles) for part in parts(node))
            found.append(with_parts(node, inside))
    return tuple(found)


def is_beside(node: Node, roles: Mapping[str, Role]) -> bool | None:
    """Whether `node` is a copy that runs beside kernels; None where it is none of those that have
    to do with such copies."""
    if not isinstance(node, Copy) or not {*sides(node)} & roles.keys():
        return None
    return {roles.get(name) for name in sides(node)} == COPIED


def sides(node: Copy) -> tuple[str, str]:
    return node.compute.container, node.source


# -- what has to hold ------------------------------------------------------------------------------


def check_copies(tree: Tree, containers: Mapping[str, Container]) -> None:
    """Nothing touches what is in the host's memory, or staged, but copies that the host starts, one
    side of which is in neither; and none that has to wait goes on without."""
    roles = {c.name: c.role for c in containers.values() if c.role in COPIED}
    staged = Role.STAGED in roles.values()
    for node in walk(tree) if roles else ():
        used = roles.keys() & {t.container for t in own_touches(node)}
        kinds = [roles.get(name) for name in sides(node)] if isinstance(node, Copy) else []
        if used and (not kinds or kinds[0] is kinds[1]):
            raise fault(node, f"it touches {min(used)}, which is {place_of(min(used), roles)}")
        if isinstance(node, Launch) and (used := roles.keys() & touched(node)):
            raise fault(node, f"a kernel touches what is {place_of(min(used), roles)}")
    for node, waits in _waiting(tree, roles) if staged else ():
        if not waits:
            raise fault(node, "it does not wait for the other stream")


def place_of(name: str, roles: Mapping[str, Role]) -> str:
    return "in the host's memory" if roles[name] is Role.HOST else "staged for copies"


def _waiting(tree: Tree, roles: Mapping[str, Role]) -> Iterator[tuple[Node, bool]]:
    """Each copy, and whether its stream waits for the other one first."""
    last: After | None = None
    for node in tree:
        beside = is_beside(node, roles)
        if beside is not None:
            yield node, last is not None and last.copies == beside
        else:
            last = node if isinstance(node, After) else None
        for part in parts(node):
            yield from _waiting(part, roles)


def fault(node: Node, text: str) -> InternalError:
    label = node.compute.label if isinstance(node, Copy) else type(node).__name__
    return InternalError(f"{label}: {text}")
