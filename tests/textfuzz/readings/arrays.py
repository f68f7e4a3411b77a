"""Changes in place of arrays, and second names of them."""

from __future__ import annotations

import ast
import copy

from tests.textfuzz.readings.draft import Draft, loaded, statements

#: Of an array of any number of axes, of one with an axis at least, of one with two.
UPDATES = (
    "{x} += 0.5", "{x} *= 1.5", "{x}[...] = 0.3 * {x}", "{x} -= {x}[0]", "{x} += {x}[::-1]",
    "{x}[:] = {x}[::-1]", "{x}[0] = {x}[-1]", "{x}[::2] *= 2.0", "{x}[-1:] += {x}[:1]",
    "{x}[1:] += {x}[:-1]", "{x}[:-1], {x}[1:] = {x}[1:], {x}[:-1]",
    "{x}[0], {x}[-1] = {x}[-1], {x}[0]",
    "np.multiply({x}, 2.0, out={x})", "np.negative({x}, {x})", "np.add({x}, {x}[::-1], out={x})",
    "{x}.T[...] += 1.0", "{x}.T[0] *= 3.0", "{x}[::-1][0] += 0.5", "{x}[::-2][...] *= 0.5",
    "{x}.reshape(-1)[0] *= 2.0", "{x}.ravel()[:1] = 3.0", "np.real({x})[...] *= 2.0",
    "{x}.real[0] = 0.7", "{x}.flat[0] = 2.0", "{x}[{x} > 0.9] = 0.1", "{x}[{x} > 0.9] *= -1.0",
    "{x}.fill(1.5)", "{x}.sort()", "np.add.at({x}, [0, 0], 1.0)", "np.copyto({x}, {x}[::-1])",
    "{x}[[0, -1]] = {x}[[-1, 0]]", "{x}[[0, 0]] += 1.0", "{x}[None][0][0] += 2.0",
    "{x}[np.newaxis, ::-1][0, 0] *= 2.0", "{x} **= 2", "{x} /= 2", "{x} //= 1", "{x} %= 0.7",
    "{x}[:, 0] *= 2.0", "{x}[:, ::-1][:, 0] += 1.0", "{x}[0, :] = {x}[-1, :]", "{x} += {x}.T",
    "{x}.T[0, :] += {x}[0, 0]", "{x}.swapaxes(0, 1)[0] *= 2.0", "{x}[..., -1] -= {x}[..., 0]",
    "np.fill_diagonal({x}, 2.0)", "{x}[:] = np.where({x} > 0.8, {x}, 0.0)", "{x} = {x}[::-1]",
    "{x} = {x}.T", "{x} = {x} + 1", "{x} = {x}.copy()", "{x} = np.asarray({x})", "{x} = +{x}",
    "{x} = {x}[:]", "{x}[:] = 2", "{x} = {x}.reshape(-1)", "{x} = abs({x})", "{x} += 1",
    "{x}.imag[...] = 0.0", "{x}[np.argmax({x})] = 0.0", "np.cumsum({x}, out={x})",
    "np.clip({x}, 0.6, 1.1, out={x})", "np.sqrt(np.abs({x}), out={x})", "{x}.append({x}[0])",
    "{x}[1:-1] = 0.5 * ({x}[2:] + {x}[:-2])", "{x}.clip(0.6, 1.1, out={x})", "{x}.pop()",
    "np.place({x}, {x} > 0.9, [0.3])", "{x}[0] += 1", "{x}[-1] *= {x}[0]",
)  # fmt: skip
ALIASES = (
    "{x}", "{x}", "{x}[:]", "{x}[::-1]", "{x}.T", "{x}.reshape(-1)", "{x}.ravel()", "{x}[1:]",
    "np.asarray({x})", "np.real({x})", "np.array({x})", "{x}.copy()", "np.ravel({x})", "{x}[0]",
    "{x}[None]", "{x}.flatten()", "np.atleast_1d({x})", "+{x}", "np.broadcast_to({x}, {x}.shape)",
    "{x} if True else None", "({x} or None)", "np.squeeze({x})", "{x}.astype(float)", "{x}.view()",
    "np.ascontiguousarray({x})", "{x}.astype(np.float64, copy=False)", "list({x})", "np.flip({x})",
    "np.atleast_2d({x})", "np.moveaxis({x}, 0, -1)", "np.diagonal({x})", "{x}.real", "{x}[..., 0]",
    "max({x}, {x})", "(lambda u: u)({x})", "next(iter([{x}]))", "np.asanyarray({x}, dtype=float)",
    "{x}.squeeze()", "np.require({x})", "np.split({x}, [1])[0]", "np.transpose({x})",
)  # fmt: skip
HOLDERS = (
    ("{b} = {a}", "{b}"), ("{b} = {a}", "{b}"), ("{b} = {a}", "{b}"),
    ("{b} = ({a}, 1.0)", "{b}[0]"),
    ("{b} = [{a}]", "{b}[0]"), ("{b} = [{a}, {a}]", "{b}[-1]"), ("{b} = {{'a': {a}}}", "{b}['a']"),
    ("_, {b} = 1.0, {a}", "{b}"), ("({b}, _), _ = ({a}, 2), 3", "{b}"),
    ("{b}, *_ = [{a}, 1]", "{b}"),
    ("for {b} in [{a}]: pass", "{b}"), ("{b} = [{a} for _ in range(2)]", "{b}[1]"),
    ("{b} = dict(a={a})", "{b}.get('a')"), ("{b} = []\n{b}.append({a})", "{b}[0]"),
    ("{b} = lambda: {x}", "{b}()"), ("def {b}(u={x}): return u", "{b}()"),
    ("{b} = Held_()\n{b}.a = {a}", "{b}.a"),
    ("{b} = Held_()\n{b}.a = [{a}]\n{b}c = {b}", "{b}c.a[0]"), ("{b} = iter([{a}])", "next({b})"),
    ("{b} = list(zip([{a}], [1]))", "{b}[0][0]"), ("{b} = [{a}] * 2", "{b}[1]"),
    ("if ({b} := {a}) is not None: pass", "{b}"), ("{b} = ({a},)[0]", "{b}"),
)  # fmt: skip
THROUGH = (
    "{y}[0] *= 2.0", "{y} += 1.0", "{y}[...] = 0.5", "{y}[-1] += {x}[0]", "{y}[:] = {x} * 2.0",
    "{y}[::2] = 1.5", "{x}[0] = 7.0", "{x} += 0.25", "{x} *= {y}", "{y} -= {x}", "{x} = {x} * 2.0",
    "{x}[-1] = {y}[0]", "{x}[:] = {y}[::-1]", "{y} *= {y}", "np.sin({x}, out={y})", "{y}.fill(0.3)",
    "{x}[1:] += {y}[:-1]", "{y}[0] += 1.0", "{y}.sort()", "np.add({x}, {y}, out={x})", "pass",
    "for {k} in range(2): {y}[0] += {x}[-1]", "if {x}[0] > 0.9: {y}[0] = 0.2",
    "for {k} in range(2): {x} = {x} + {y}", "for {k} in range(0): {y}[0] = 5.0",
    "for {k} in range(3):\n    {y}[{k}] = {x}[-{k}]\n    {x}[0] += {y}[{k}]",
)  # fmt: skip


def update(draft: Draft) -> None:
    """A change in place, of an array mostly, between two statements."""
    function = draft.function()
    body, at = draft.spot(function)
    text = draft.choice(UPDATES).format(x=draft.name(function))
    if draft.rng.random() < 0.15:
        text = f"if {draft.condition(function)}: {text}"
    body[at:at] = statements(text)


def alias(draft: Draft) -> None:
    """A second name of a value, a change through one of both, and a read of the other."""
    function = draft.function()
    name, other = draft.name(function), draft.fresh("b")
    body, at = draft.spot(function)
    first, read = draft.choice(HOLDERS)
    if "Held_" in first:
        draft.bring("class Held_: pass")
    a = draft.choice(ALIASES).format(x=name)
    bound = statements(first.format(a=a, b=other, x=name))
    other = read.format(b=other)
    if draft.rng.random() < 0.1:
        condition = draft.condition(function)
        bound = statements(f"{name}_ = {name} if {condition} else {name} * 1.0") + bound
    body[at:at] = bound
    at = draft.rng.choice([at + len(bound), draft.rng.randint(at + len(bound), len(body))])
    if at == len(body) and isinstance(body[-1], ast.Return):
        at -= 1
    changed = draft.choice(THROUGH).format(x=name, y=other, k=draft.fresh("k"))
    body[at:at] = statements(changed)
    if draft.rng.random() < 0.6:
        read_of(draft, body[at + 1 :], name, other)


def read_of(draft: Draft, body: list[ast.stmt], name: str, other: str) -> None:
    """One or all reads of a name become reads of the other, or of both."""
    reads = [n for s in body for n in ast.walk(s)
             if isinstance(n, ast.Name) and n.id == name and loaded(n)]  # fmt: skip
    if not reads:
        return
    chosen = {id(n) for n in (reads if draft.rng.random() < 0.3 else [draft.rng.choice(reads)])}
    both = draft.rng.random() < 0.3
    text = f"({name} + {other})" if both else other
    new = ast.parse(text, mode="eval").body

    class Put(ast.NodeTransformer):
        def visit_Name(self, node: ast.Name) -> ast.expr:
            return copy.deepcopy(new) if id(node) in chosen else node

    for k, s in enumerate(body):
        body[k] = Put().visit(s)


def handed_out(draft: Draft) -> None:
    """A variable returned beside the value, or in its place."""
    function = draft.main
    returns = [n for n in ast.walk(function) if isinstance(n, ast.Return) and n.value]
    place = draft.choice(returns)
    name = draft.name(function)
    assert place.value is not None
    old = ast.unparse(place.value)
    text = draft.choice([f"({old}), {name}", f"{name}, ({old})", name, f"{name}[::-1], ({old})",
                         f"({old}) + {name}", f"({old}) * {name}[0]", f"np.sum({name}) * ({old})",
                         f"({old}, {name})[draft_]".replace("draft_", "0"),
                         f"[({old}), {name}][-1]"])  # fmt: skip
    place.value = ast.parse(text, mode="eval").body


ALL = (update, update, update, update, alias, alias, alias, alias, handed_out)
