"""Changes of what is called: closures, methods, generators, two calls, two texts in one."""

from __future__ import annotations

import ast
import copy

from tests.readings.table import Reading
from tests.textfuzz.readings.draft import (
    Draft,
    NoPlaceError,
    Renamed,
    bodies,
    expression,
    is_docstring,
    loaded,
    names,
    parameters,
    statements,
    stored,
)

#: What may stand in the place of an expression `e`: the same value, or another of it.
WRAPPED = (
    "(lambda: {e})()", "(lambda u_={e}: u_)()", "(lambda {x}={x}: {e})()", "[{e}][0]",
    "({e}, 0)[0]", "(*({e},), 1)[0]", "[*[1, {e}]][-1]", "[{e} for _ in range(1)][0]",
    "[u_ for u_ in ({e},)][0]", "{'a': {e}}['a']", "next(u_ for u_ in [{e}])", "(w_ := {e})",
    "list(map(lambda u_: u_, [{e}]))[0]", "({e} if {test} else {e})",
    "({e} if {test} else 2 * {e})", "sum([{e}])", "({e} or 1.0)", "({e} and 2.0)",
    "max({e}, {e})", "abs({e})", "np.asarray({e})", "np.array({e})", "np.float64({e})",
    "np.squeeze({e})", "({e}).copy()", "({e})[::-1]", "({e}).T", "-({e})", "int({e})",
    "np.float32({e})", "({e}) ** -1", "({e}) // 2", "({e}) % 3", "not ({e})", "np.sum({e})",
    "round({e})", "({e}).astype(int)", "bool({e})", "({e}) * 1j", "np.where({e}, 1, 2)",
    "({e}) ** 2", "({e})[0]", "~({e})", "np.multiply.reduce([{e}, 2])", "({e}).dtype.type({e})",
    "2 ** ({e})", "({e}) // -2", "-({e}) % 2", "divmod({e}, 2)[1]", "({e}) << 1", "({e}) == 1",
    "1 / ({e})", "np.maximum({e}, 1)", "np.sign({e})", "np.mean({e}, axis=0)",
)  # fmt: skip


def closure(draft: Draft) -> None:
    """The rest of a function in a function inside it, which is called at once."""
    function = draft.function()
    body = function.body
    start = draft.rng.randint(1 if is_docstring(body[0]) else 0, max(0, len(body) - 1))
    rest = body[start:]
    if not rest or any(isinstance(n, ast.Nonlocal | ast.Global | ast.Yield) for s in rest
                       for n in ast.walk(s)):  # fmt: skip
        raise NoPlaceError
    outside = {*(n for n, _ in parameters(function)), *stored(body[:start])}
    shared = [n for n in stored(rest) if n in outside]
    name = draft.fresh("g")
    head = f"def {name}():\n"
    head += f"    nonlocal {', '.join(shared)}\n" if shared else ""
    (inner,) = statements(head + "    pass")
    assert isinstance(inner, ast.FunctionDef)
    inner.body = [*inner.body[:-1], *rest]
    call = draft.choice([f"return {name}()", f"return {name}()", f"r_ = {name}()\nreturn r_",
                         f"for _ in range(2): r_ = {name}()\nreturn r_",
                         f"return [{name}() for _ in range(2)][-1]",
                         f"return (lambda: {name}())()",
                         f"return {name}() + {name}()"])  # fmt: skip
    if draft.rng.random() < 0.2:
        inner.body = [_yielding(s) for s in inner.body]
        call = draft.choice([f"for r_ in {name}(): return r_", f"return next({name}())",
                             f"return list({name}())[0]", f"(r_,) = {name}()\nreturn r_",
                             f"return sum({name}())"])  # fmt: skip
    body[start:] = [inner, *statements(call)]


def _yielding(statement: ast.stmt) -> ast.stmt:
    class Yielding(ast.NodeTransformer):
        def visit_Return(self, node: ast.Return) -> list[ast.stmt]:
            last = [ast.Return(None)]
            return [ast.Expr(ast.Yield(node.value)), *last]

        def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
            return node

    changed = Yielding().visit(statement)
    if isinstance(changed, list):
        return ast.If(ast.Constant(True), changed, [])
    return changed  # type: ignore[no-any-return]


def part(draft: Draft) -> None:
    """Some statements in a function, what they bind handed back or left by `nonlocal`."""
    function = draft.function()
    body, start, stop = draft.stretch(function)
    inside = body[start:stop]
    kinds = ast.Return | ast.Break | ast.Continue | ast.Nonlocal | ast.Yield | ast.FunctionDef
    if any(isinstance(n, kinds) for s in inside for n in ast.walk(s)):
        raise NoPlaceError
    bound = stored(inside)
    name = draft.fresh("p")
    before = {n for n in names(function) if n not in bound}
    given = [n for n in {x.id for s in inside for x in ast.walk(s) if isinstance(x, ast.Name)}
             if n in names(function) and (n in bound or n in before)]  # fmt: skip
    known = {n for n, _ in parameters(function)} | set(stored(function.body[: start + 1]))
    given = sorted(n for n in given if n in known)
    back = ", ".join(bound)
    text = draft.choice([
        f"def {name}({', '.join(given)}): return {back or None}",
        f"def {name}({', '.join(f'{n}={n}' for n in given)}): return {back or None}",
        f"def {name}(*a_):\n    {', '.join(given) or '_'}{',' if given else ', *_'} = a_\n"
        f"    return {back or None}",
        f"class {name}c:\n    def m(self, {', '.join(given)}): return {back or None}",
        f"class {name}c:\n    def __call__(self, {', '.join(given)}): return {back or None}",
    ])  # fmt: skip
    made = statements(text)
    inner = next(n for s in made for n in ast.walk(s) if isinstance(n, ast.FunctionDef))
    inner.body[-1:-1] = inside
    if isinstance(made[0], ast.ClassDef):
        draft.tree.body.insert(draft.tree.body.index(draft.main), made[0])
        made = statements(f"{name} = {name}c(){'.m' * (inner.name == 'm')}")
    targets = f"{back} = " if bound else ""
    args = ", ".join(given)
    call = draft.choice(
        [f"{targets}{name}({args})", f"{targets}{name}(*({args}{',' * bool(given)}))"]
    )
    if "=" in ast.unparse(inner.args) and draft.rng.random() < 0.5:
        call = f"{targets}{name}()"
    body[start:stop] = [*made, *statements(call)]


def method(draft: Draft) -> None:
    """The main function as a method of a class, its arguments as fields."""
    old = draft.main
    if any(isinstance(n, ast.Nonlocal | ast.Global) for n in ast.walk(old)):
        raise NoPlaceError
    given = [n for n, _ in parameters(old)]
    fields = [n for n in given if draft.rng.random() < 0.7]
    rest = [n for n in given if n not in fields]
    name = draft.fresh("C")
    sets = "; ".join(f"self.{n} = {n}" for n in fields) or "pass"
    text = (f"class {name}:\n    def __init__(self{''.join(f', {n}' for n in fields)}): {sets}\n"
            f"    def run(self{''.join(f', {n}' for n in rest)}): pass\n")  # fmt: skip
    (made,) = statements(text)
    assert isinstance(made, ast.ClassDef) and isinstance(made.body[1], ast.FunctionDef)
    made.body[1].body = _by_fields(fields, old.body)
    position = draft.tree.body.index(old)
    make, run = f"{name}({', '.join(fields)})", f"run({', '.join(rest)})"
    calls = [f"return {make}.{run}", f"o_ = {make}\nreturn o_.{run}",
             f"o_ = {make}\no_.{run}\nreturn o_.{run}",
             f"o_ = {make}\np_ = o_\nr_ = p_.{run}\nreturn r_ + o_.{run}"]  # fmt: skip
    if fields:
        calls.append(f"o_ = {make}\nr_ = o_.{run}\nreturn r_, o_.{draft.rng.choice(fields)}")
    old.body = statements(draft.choice(calls))
    draft.tree.body.insert(position, made)


def _by_fields(fields: list[str], body: list[ast.stmt]) -> list[ast.stmt]:
    class Fields(ast.NodeTransformer):
        def visit_Name(self, node: ast.Name) -> ast.expr:
            if node.id in fields:
                return ast.Attribute(ast.Name("self", ast.Load()), node.id, node.ctx)
            return node

    return [Fields().visit(s) for s in body]


def twice(draft: Draft) -> None:
    """The main function called twice by another of its parameters."""
    old = draft.main
    given = parameters(old)
    name = draft.fresh("h")
    if any(isinstance(n, ast.Name) and n.id == old.name for n in ast.walk(old)):
        raise NoPlaceError
    new = ast.FunctionDef(old.name, copy.deepcopy(old.args), [], [], None, None)
    new.lineno = 1
    if hasattr(old, "type_params"):
        new.type_params = []
    old.name = name
    for a in old.args.args:
        a.annotation = None if draft.rng.random() < 0.5 else a.annotation

    def call() -> str:
        return f"{name}({', '.join(_passed(draft, n, given) for n, _ in given)})"

    plain = f"{name}({', '.join(n for n, _ in given)})"
    one, two = draft.rng.choice([plain, call()]), call()
    new.body = statements(draft.choice([
        f"return {one} + {two}", f"a_ = {one}\nb_ = {two}\nreturn a_ * b_",
        f"return {one}, {two}", f"{one}\nreturn {two}", f"a_ = {one}\nb_ = {two}\nreturn b_, a_",
        f"a_ = 0.0\nfor _ in range({draft.count(new)}):\n    a_ = a_ + {two}\nreturn a_",
        f"return sum([{one}, {two}])", f"return {one} if {draft.condition(new)} else {two}",
        f"a_ = {one}\na_ += {two}\nreturn a_", f"return [{one}, {two}][-1]",
        f"return {one} and {two}", f"return np.stack([{one}, {two}])",
    ]))  # fmt: skip
    draft.tree.body.append(new)


def _passed(draft: Draft, name: str, given: list[tuple[str, str]]) -> str:
    kind = dict(given)[name]
    alike = [n for n, k in given if k == kind]
    if "[" in kind:
        return draft.choice([name, *alike, f"{name}.copy()", f"{name}[::-1]", f"{name} * 1.1",
                             f"{name}[:]", f"np.flip({name})", f"{name} + 1",
                             f"-{name}"])  # fmt: skip
    if kind == "int":
        return draft.choice([*alike, f"{name} - 1", f"{name} + 1", "1", "0", f"-{name}"])
    if kind.startswith("float"):
        return draft.choice([*alike, f"{name} * 2", "1.5", "2", f"-{name}", f"{name} ** 2"])
    return draft.choice(alike)


def crossed(draft: Draft, other: Reading) -> None:
    """Another text's function called on the same arguments, or on what this one gives."""
    tree = ast.parse(other.source)
    mine = draft.main
    theirs = [n for n in tree.body if isinstance(n, ast.FunctionDef)][-1]
    tops = [n for n in tree.body if not isinstance(n, ast.Import | ast.ImportFrom)]
    imports = [n for n in tree.body if isinstance(n, ast.Import | ast.ImportFrom)]
    if other.modules or any(isinstance(n, ast.ImportFrom) and n.module == "__future__"
                            for n in imports):  # fmt: skip
        raise NoPlaceError
    defined = {n.name for n in tops if isinstance(n, ast.FunctionDef | ast.ClassDef)}
    defined |= set(stored([n for n in tops if isinstance(n, ast.Assign)]))
    tree = Renamed({n: f"{n}_o" for n in defined}).visit(tree)
    args = []
    for _, kind in parameters(theirs):
        args.append(draft.choice([n for n, k in parameters(mine) if k == kind]))
    name = f"{mine.name}_m"
    call = f"{other.function}_o({', '.join(args)})"
    plain = f"{name}({', '.join(n for n, _ in parameters(mine))})"
    new = ast.parse(f"def {mine.name}(): pass").body[0]
    assert isinstance(new, ast.FunctionDef)
    new.args = copy.deepcopy(mine.args)
    new.body = statements(draft.choice([
        f"return {plain} + {call}", f"a_ = {call}\nb_ = {plain}\nreturn a_ * b_",
        f"{call}\nreturn {plain}", f"return {call}, {plain}", f"a_ = {plain}\nreturn {call}, a_",
        f"a_ = {plain}\nfor _ in range(2):\n    a_ = a_ * 0.5 + {call}\nreturn a_",
    ]))  # fmt: skip
    mine.name = name
    for node in mine, theirs:
        for a in node.args.args:
            a.annotation = None
    position = 1 if is_docstring(draft.tree.body[0]) else 0
    draft.tree.body[position:position] = imports
    draft.tree.body += [n for n in tree.body if n not in imports]
    draft.tree.body.append(new)


def wrapped(draft: Draft) -> None:
    """An expression in a lambda, a list, a choice, another function."""
    function = draft.function()
    parent, field, position = draft.choice(draft.expressions(function))
    value = getattr(parent, field)
    old = value if position is None else value[position]
    text = ast.unparse(old)
    reads = sorted({n.id for n in ast.walk(old) if isinstance(n, ast.Name) and loaded(n)}
                   & set(names(function)))  # fmt: skip
    x = draft.rng.choice(reads or ["np"])
    test = draft.condition(function)
    new = draft.choice(WRAPPED).replace("{e}", text).replace("{x}", x).replace("{test}", test)
    made = expression(new)
    if position is None:
        setattr(parent, field, made)
    else:
        value[position] = made


def operator(draft: Draft) -> None:
    """Another operator, with other kinds of results."""
    function = draft.function()
    operations = [n for n in ast.walk(function) if isinstance(n, ast.BinOp | ast.AugAssign)]
    node = draft.choice(operations)
    node.op = draft.rng.choice([ast.FloorDiv(), ast.Mod(), ast.Sub(), ast.Div(), ast.Mult(),
                                ast.Pow(), ast.Add()])  # fmt: skip


def compared(draft: Draft) -> None:
    """A comparison chained, or combined with another by `and` and `or`."""
    function = draft.function()
    places = [p for p in draft.expressions(function)
              if isinstance(_value(*p), ast.Compare | ast.BoolOp)]  # fmt: skip
    parent, field, position = draft.choice(places)
    old = _value(parent, field, position)
    if isinstance(old, ast.BoolOp):
        old.op = ast.And() if isinstance(old.op, ast.Or) else ast.Or()
        return
    text, more = ast.unparse(old), draft.condition(function)
    made = expression(draft.choice([f"0 < {text}", f"{text} and {more}", f"{text} or {more}",
                                    f"not ({text}) or {more}", f"({text}) == ({more})",
                                    f"({text}) != False", f"{more} and not ({text})"]))  # fmt: skip
    if position is None:
        setattr(parent, field, made)
    else:
        getattr(parent, field)[position] = made


def _value(parent: ast.AST, field: str, position: int | None) -> ast.expr:
    value = getattr(parent, field)
    return value if position is None else value[position]  # type: ignore[no-any-return]


def starred(draft: Draft) -> None:
    """Arguments of a call by `*` and `**`."""
    function = draft.function()
    calls = [n for n in ast.walk(function) if isinstance(n, ast.Call) and n.args
             and not any(isinstance(a, ast.Starred) for a in n.args)]  # fmt: skip
    call = draft.choice(calls)
    start = draft.rng.randrange(len(call.args))
    rest = call.args[start:]
    held = draft.choice([ast.Tuple(rest, ast.Load()), ast.List(rest, ast.Load())])
    call.args[start:] = [ast.Starred(held, ast.Load())]


def inlined(draft: Draft) -> None:
    """What a name was bound to read in its place, if that is its only binding in a block."""
    function = draft.function()
    places = [(body, k) for body in bodies(function) for k, s in enumerate(body[:-1])
              if isinstance(s, ast.Assign) and len(s.targets) == 1
              and isinstance(s.targets[0], ast.Name)]  # fmt: skip
    body, k = draft.choice(places)
    old = body[k]
    assert isinstance(old, ast.Assign) and isinstance(old.targets[0], ast.Name)
    name, value = old.targets[0].id, old.value

    class Put(ast.NodeTransformer):
        def visit_Name(self, node: ast.Name) -> ast.expr:
            return copy.deepcopy(value) if node.id == name and loaded(node) else node

    body[k + 1] = Put().visit(body[k + 1])


ALL = (
    closure, closure, part, part, method, twice, twice, wrapped, wrapped, wrapped, wrapped,
    operator, operator, compared, starred, inlined,
)  # fmt: skip
