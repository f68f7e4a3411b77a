"""Changes of statements: loops and tests around them, their order, how often they stand there."""

from __future__ import annotations

import ast
import copy

from tests.textfuzz.readings.draft import (
    Draft,
    NoPlaceError,
    Renamed,
    bodies,
    expression,
    loaded,
    names,
    parameters,
    statements,
    stored,
)


def loop(draft: Draft) -> None:
    """Statements done no time, once, or several times."""
    function = draft.function()
    body, start, stop = draft.stretch(function)
    count, i = draft.count(function), draft.fresh("i")
    heads = [f"for {i} in range({count}): pass", f"for {i} in range({count}): pass",
             f"for {i} in range({count}, 0, -1): pass",
             f"for {i}, _ in enumerate(range({count})): pass"]  # fmt: skip
    (head,) = statements(draft.rng.choice(heads))
    assert isinstance(head, ast.For)
    head.body = body[start:stop]
    body[start:stop] = [head]


def while_loop(draft: Draft) -> None:
    function = draft.function()
    body, start, stop = draft.stretch(function)
    i, count = draft.fresh("w"), draft.count(function)
    if draft.rng.random() < 0.5:
        first, head = statements(f"{i} = {count}\nwhile {i} > 0: {i} -= 1")
    else:
        first, head = statements(f"{i} = 0\nwhile {i} < {count}: {i} += 1")
    assert isinstance(head, ast.While)
    head.body = [*head.body, *body[start:stop]]
    body[start:stop] = [first, head]


def loop_of_while(draft: Draft) -> None:
    """`for` over a range spelled by `while`; the variable ends one beyond."""
    function = draft.function()
    places = [(body, k) for body in bodies(function) for k, s in enumerate(body)
              if isinstance(s, ast.For) and isinstance(s.target, ast.Name)
              and ast.unparse(s.iter).startswith("range(")]  # fmt: skip
    body, k = draft.choice(places)
    old = body[k]
    assert isinstance(old, ast.For) and isinstance(old.iter, ast.Call)
    args = [ast.unparse(a) for a in old.iter.args]
    first, last = ("0", args[0]) if len(args) == 1 else args[:2]
    step = args[2] if len(args) == 3 else "1"
    sign = ">" if step.startswith("-") else "<"
    name = ast.unparse(old.target)
    new = statements(f"{name} = {first}\nwhile {name} {sign} {last}: {name} += {step}")
    assert isinstance(new[1], ast.While)
    new[1].body = [*old.body, *new[1].body]
    new[1].orelse = old.orelse
    body[k : k + 1] = new


def test(draft: Draft) -> None:
    """Statements under an `if`, others or none under its `else`."""
    function = draft.function()
    body, start, stop = draft.stretch(function)
    (head,) = statements(f"if {draft.condition(function)}: pass")
    assert isinstance(head, ast.If)
    inner = body[start:stop]
    head.body = inner
    if draft.rng.random() < 0.5:
        head.orelse = copy.deepcopy(inner)
        draft.rng.shuffle(head.orelse)
        changed_constant(draft, head.orelse)
    if draft.rng.random() < 0.4:
        head.test = ast.UnaryOp(ast.Not(), head.test)
    body[start:stop] = [head]


def changed_constant(draft: Draft, body: list[ast.stmt]) -> None:
    """One number of the statements becomes another."""
    numbers = [n for s in body for n in ast.walk(s)
               if isinstance(n, ast.Constant) and type(n.value) in (int, float)]  # fmt: skip
    if numbers:
        number = draft.rng.choice(numbers)
        number.value = draft.rng.choice([0, 1, 2, -1, 3, 0.5, -1.5, 2.0, 0.0])


def constant(draft: Draft) -> None:
    changed_constant(draft, draft.function().body)


def attempt(draft: Draft) -> None:
    """Statements in a `try`, what follows them or not in its `finally` or `else`."""
    body, start, stop = draft.stretch(draft.function())
    text = draft.choice([
        "try: pass\nfinally: pass", "try: pass\nexcept ValueError: pass",
        "try: pass\nexcept (ZeroDivisionError, IndexError):\n    raise",
        "try: pass\nexcept Exception as e_: raise ValueError('no') from e_",
        "with np.errstate(all='ignore'): pass",
    ])  # fmt: skip
    (head,) = statements(text)
    assert isinstance(head, ast.Try | ast.With)
    head.body = body[start:stop]
    after = body[stop:]
    if isinstance(head, ast.Try) and after and draft.rng.random() < 0.5:
        if head.handlers:
            head.orelse = after
        else:
            head.finalbody = after
        del body[stop:]
    body[start:stop] = [head]


def exchange(draft: Draft) -> None:
    body, start, _ = draft.stretch(draft.function())
    if start + 1 >= len(body):
        raise NoPlaceError
    body[start], body[start + 1] = body[start + 1], body[start]


def again(draft: Draft) -> None:
    """Statements stand there twice."""
    body, start, stop = draft.stretch(draft.function())
    place = draft.rng.choice([stop, draft.rng.randint(stop, len(body))])
    if isinstance(body[-1], ast.Return) and place == len(body):
        place = start
    body[place:place] = copy.deepcopy(body[start:stop])


def without(draft: Draft) -> None:
    body, start, _ = draft.stretch(draft.function())
    if len(body) < 2:
        raise NoPlaceError
    del body[start]


def leave(draft: Draft) -> None:
    """A return, or the end of a loop, under a test."""
    function = draft.function()
    loops = [n for n in ast.walk(function) if isinstance(n, ast.For | ast.While)]
    condition = draft.condition(function)
    if loops and draft.rng.random() < 0.6:
        loop_ = draft.rng.choice(loops)
        word = draft.rng.choice(["break", "continue"])
        if isinstance(loop_.target if isinstance(loop_, ast.For) else None, ast.Name):
            assert isinstance(loop_, ast.For) and isinstance(loop_.target, ast.Name)
            condition = draft.rng.choice([condition, f"{loop_.target.id} == 1"])
        at = draft.rng.randint(0, len(loop_.body))
        loop_.body[at:at] = statements(f"if {condition}: {word}")
        return
    returns = [n for n in ast.walk(function) if isinstance(n, ast.Return) and n.value]
    value = ast.unparse(draft.choice(returns))
    body, at = draft.spot(function)
    scaled = "" if draft.rng.random() < 0.5 else " * 2.0"
    if scaled:
        value = f"return ({value.removeprefix('return ')}){scaled}"
    body[at:at] = statements(f"if {condition}: {value}")


def orelse(draft: Draft) -> None:
    """What follows a loop in its `else`, or an `else` of its own."""
    function = draft.function()
    places = [(body, k) for body in bodies(function) for k, s in enumerate(body)
              if isinstance(s, ast.For | ast.While) and not s.orelse]  # fmt: skip
    body, k = draft.choice(places)
    loop_ = body[k]
    assert isinstance(loop_, ast.For | ast.While)
    if body[k + 1 :]:
        stop = draft.rng.randint(k + 2, len(body))
        loop_.orelse = body[k + 1 : stop]
        del body[k + 1 : stop]
    if draft.rng.random() < 0.6:
        at = draft.rng.randint(0, len(loop_.body))
        loop_.body[at:at] = statements(f"if {draft.condition(function)}: break")


def negate(draft: Draft) -> None:
    function = draft.function()
    tests = [n for n in ast.walk(function) if isinstance(n, ast.If | ast.IfExp | ast.While)]
    choice = draft.choice(tests)
    if draft.rng.random() < 0.5 or not isinstance(choice.test, ast.Compare):
        choice.test = ast.UnaryOp(ast.Not(), choice.test)
    else:
        choice.test.ops[0] = draft.rng.choice([ast.Lt(), ast.GtE(), ast.NotEq(), ast.Eq()])


def chosen(draft: Draft) -> None:
    """`if` of two assignments to one name as a conditional expression."""
    function = draft.function()
    places = []
    for body in bodies(function):
        for k, s in enumerate(body):
            if isinstance(s, ast.If) and all(
                len(b) == 1 and isinstance(b[0], ast.Assign) for b in (s.body, s.orelse)
            ):
                places.append((body, k))
    body, k = draft.choice(places)
    old = body[k]
    assert isinstance(old, ast.If)
    one, two = old.body[0], old.orelse[0]
    assert isinstance(one, ast.Assign) and isinstance(two, ast.Assign)
    body[k] = ast.Assign(one.targets, ast.IfExp(old.test, one.value, two.value))


def rebound(draft: Draft) -> None:
    """A name deleted after another took its value, and bound again."""
    function = draft.function()
    name, other = draft.name(function), draft.fresh("d")
    body, at = draft.spot(function)
    text = draft.choice([
        f"{other} = {name}\ndel {name}\n{name} = {other}",
        f"{other} = {name}\ndel {other}",
        f"{name}, {other} = {name}, 1.0",
        f"({name},) = [{name}]",
        f"{name}, *{other} = {name}, 1.0, 2.0",
        f"{name} = {other} = {name} * 1",
        f"{other}, {name} = {name}, {name} + 0.5",
        f"for {name} in [{name}, {name} * 2.0]: pass",
        f"for {name} in ({name},): pass",
    ])  # fmt: skip
    body[at:at] = statements(text)


def augmented(draft: Draft) -> None:
    """`x op= y` as `x = x op y`, and the other way round."""
    function = draft.function()
    places = []
    for body in bodies(function):
        for k, s in enumerate(body):
            if isinstance(s, ast.AugAssign) or (
                isinstance(s, ast.Assign) and isinstance(s.value, ast.BinOp)
            ):
                places.append((body, k))
    body, k = draft.choice(places)
    old = body[k]
    if isinstance(old, ast.AugAssign):
        left = expression(ast.unparse(old.target))
        body[k] = ast.Assign([old.target], ast.BinOp(left, old.op, old.value))
    elif isinstance(old, ast.Assign) and isinstance(old.value, ast.BinOp):
        target, value = old.targets[0], old.value
        same = ast.unparse(target) == ast.unparse(value.left)
        first = [] if same else [ast.Assign([target], value.left)]
        if not isinstance(target, ast.Name | ast.Subscript | ast.Attribute):
            raise NoPlaceError
        body[k : k + 1] = [*first, ast.AugAssign(copy.deepcopy(target), value.op, value.right)]


def backwards(draft: Draft) -> None:
    """A range in the other direction, or by steps of two."""
    function = draft.function()
    calls = [n for n in ast.walk(function) if isinstance(n, ast.Call)
             and isinstance(n.func, ast.Name) and n.func.id == "range" and n.args]  # fmt: skip
    call = draft.choice(calls)
    args = [ast.unparse(a) for a in call.args]
    first, last = ("0", args[0]) if len(args) == 1 else args[:2]
    new = draft.choice([
        f"range({last} - 1, {first} - 1, -1)", f"reversed(range({first}, {last}))",
        f"range({first}, {last}, 2)", f"range({last} - 1, {first} - 1, -2)",
        f"range({first}, {last} - 1)", f"range({first}, {first})",
        f"list(range({first}, {last}))[::-1]",
    ])  # fmt: skip
    made = expression(new)
    assert isinstance(made, ast.Call | ast.Subscript)
    for parent, field, position in draft.expressions(function):
        value = getattr(parent, field)
        if (value if position is None else value[position]) is call:
            if position is None:
                setattr(parent, field, made)
            else:
                value[position] = made
            return
    raise NoPlaceError


def confused(draft: Draft) -> None:
    """A name read in the place of another."""
    function = draft.function()
    reads = [n for s in function.body for n in ast.walk(s)
             if isinstance(n, ast.Name) and loaded(n) and n.id in names(function)]  # fmt: skip
    draft.choice(reads).id = draft.name(function)


def shadowed(draft: Draft) -> None:
    """A variable under the name of something of Python's or NumPy's."""
    function = draft.function()
    own = stored(function.body) if function is draft.main else names(function)
    taken = {n for n, _ in parameters(draft.main)} if function is draft.main else set()
    name = draft.choice([n for n in own if n not in taken])
    new = draft.choice(["sum", "max", "abs", "min", "len", "list", "sqrt", "exp", "i", "float",
                        "id", "pi", "dot", "round", "iter", "e", "range", "math"])  # fmt: skip
    Renamed({name: new}).visit(function)


ALL = (
    loop, loop, loop, while_loop, loop_of_while, test, test, test, constant, attempt, exchange,
    again, again, without, leave, leave, orelse, negate, chosen, rebound, rebound, augmented,
    augmented, backwards, confused, confused, shadowed,
)  # fmt: skip
