"""The text of a program as a function, with the place in the original of each of its lines.

Of a file's top level: imports, classes and the functions that use no variable of the program stand
before the function, all else in it; functions that set or read the program's variables are inside
of it and share them. Of a function's body: the file as it is, with more arguments in its head and
what `--of` names behind its `return`s.
"""

from __future__ import annotations

import ast
import builtins
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from pathlib import PurePath
from typing import Any

from adc.diagnostics import AdcError, Diagnostic, Severity, Span
from adc.frontends.python.program.body import Body, FirstValues
from adc.frontends.python.program.names import (
    FUNCTIONS,
    free,
    loaded,
    names_in,
    own_nodes,
    parameters,
    variables_of,
)
from adc.frontends.python.program.sharing import refuse_shared
from adc.frontends.python.program.values import first_values, heads_of

#: Of a line of the text that is made: its number in the original, how far it is moved to the right.
Place = tuple[int, int]
_INDENT = "    "


@dataclass(frozen=True)
class Written:
    """`text` has the program of the file `path` as the function `name`; each of its lines is from
    a place of the original."""

    path: str
    name: str
    text: str
    places: tuple[Place, ...]

    def original(self, span: Span) -> Span:
        """Where in the original what is at `span` of the text stands."""
        if span.file != self.path or not 1 <= span.line <= len(self.places):
            return span
        line, shift = self.places[span.line - 1]
        last, further = self.places[min(max(span.end_line, 1), len(self.places)) - 1]
        return Span(
            span.file, line, max(span.column - shift, 1), last if span.end_line else 0,
            max(span.end_column - further, 1) if span.end_line else 0,
        )  # fmt: skip


def body_of(path: str, text: str, function: str | None) -> Body | None:
    """The program in a text: its top level or the body of `function`; None where it is no Python,
    which the reading of it says better. Raises ADC0208 where there is no such function."""
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError):
        return None
    if function is None:
        return Body(path, text, tree)
    found = [n for n in tree.body if isinstance(n, ast.FunctionDef) and n.name == function]
    if not found:
        raise AdcError.of(
            "ADC0208", f"{path} has no function `{function}`", Span(path, 1),
            help="leave `--function` out for the statements of the file itself",
        )  # fmt: skip
    return Body(path, text, tree, found[-1])


def as_function(
    path: str, text: str, wrt: Sequence[str], of: Sequence[str], function: str | None,
    warnings: list[Diagnostic],
) -> Written | None:  # fmt: skip
    """The program of a text as a function of `wrt` that returns `of`; None of what is no Python.

    Raises ADC0208 where the file has no such function, ADC0301 where it has no such variables,
    ADC0127 for values of independents that cannot be left out."""
    body = body_of(path, text, function)
    if body is None:
        return None
    of = variables(of)
    own = [n for n in wrt if n not in _parameters(body)]
    _check_named(body, own, [n for n in of if n not in _parameters(body)])
    left = body.first_values(own)
    making = _Making(body, list(text.split("\n")), left)
    making.leave_out(warnings)
    known = first_values(body.tree, body.statements(), own)
    making.given = [n for n in own if isinstance(shape := known.get(n), tuple) and shape]
    if body.function is None:
        return making.whole(_name(body), heads_of(own, known), of)
    _check_kept(body, body.function)
    given = body.function.args
    others = len(given.posonlyargs) + len(given.args) - len(given.defaults)
    return making.inside(body.function, heads_of(own, known, defaults=not others), of)


def refuse_shared_values(
    path: str, text: str, wrt: Sequence[str], function: str | None, ranks: Mapping[str, int]
) -> None:
    """Raises ADC0127 for arrays among the independents, by their `ranks`, that share their elements
    with other variables of the program."""
    body = body_of(path, text, function)
    if body is not None:
        refuse_shared(body, [n for n in wrt if n not in _parameters(body)], ranks)


def as_request(
    path: str, text: str, wrt: Sequence[str], of: Sequence[str], function: str | None
) -> dict[str, Any]:
    """What the run of the original has to know of a program: JSON values."""
    body = body_of(path, text, function)
    if body is None:
        return {}
    own = [n for n in wrt if n not in _parameters(body)]
    left = body.first_values(own)
    return {
        "function": function or "",
        "independents": own,
        "statements": [list(place) for place in left.statements],
        "targets": [list(place) for place in left.targets],
        "values": [[*p, v.end_lineno, v.end_col_offset] for p, v in left.values.items()],
        "outputs": list(variables(of)),
    }


def variables(of: Sequence[str]) -> tuple[str, ...]:
    """The dependents that are variables, and not what a function returns without a name."""
    return tuple(n for n in of if not re.fullmatch(r"return(_\d+)?", n))


def _parameters(body: Body) -> set[str]:
    return parameters(body.function) if body.function is not None else set()


def _check_named(body: Body, wrt: Iterable[str], of: Iterable[str]) -> None:
    """ADC0301 for names that are no variables of the program."""
    bound = body.bound()
    of_what = f"the body of `{body.function.name}`" if body.function else "the program"
    for name in (*wrt, *of):
        if name in bound:
            continue
        inside = [
            f.name for f in body.tree.body
            if isinstance(f, ast.FunctionDef) and body.function is None
            and name in Body(body.file, body.text, body.tree, f).bound()
        ]  # fmt: skip
        near = get_close_matches(name, sorted(bound), 1)
        way_out = f"did you mean `{near[0]}`?" if near else "name a variable that it assigns to"
        if inside:
            way_out = f"add `--function {inside[0]}`, in which it is one"
        statements = body.statements()
        raise AdcError.of(
            "ADC0301", f"{of_what} has no variable `{name}`",
            body.span(statements[0]) if statements else Span(body.file, 1), help=way_out,
        )  # fmt: skip


def _check_kept(body: Body, function: ast.FunctionDef) -> None:
    """ADC0127 where the file gives a variable that functions read another value behind its call of
    `function`: read is what a file leaves."""
    own = Body(body.file, body.text, body.tree).statements()
    others = [s for s in own if not isinstance(s, (*FUNCTIONS, ast.ClassDef))]
    calling = [k for k, s in enumerate(others) if function.name in names_in(s)]
    read = {n for s in own if isinstance(s, (*FUNCTIONS, ast.ClassDef)) for n in loaded(s)}
    for statement in others[calling[0] + 1 :] if calling else ():
        if again := sorted(variables_of(statement) & read):
            raise AdcError.of(
                "ADC0127", f"`{again[0]}`, which gets another value behind the call of"
                f" `{function.name}`,", body.span(statement),
                help="move the statement before the call, or take another name",
            )  # fmt: skip


def _name(body: Body) -> str:
    """The file's name as that of a function, which nothing else has."""
    name = re.sub(r"\W", "_", PurePath(body.file).stem, flags=re.ASCII)
    name = name if name.isidentifier() and name[0] != "_" else f"program_{name}".rstrip("_")
    return f"{name}_program" if name in _all_names(body.tree) else name


def _all_names(tree: ast.Module) -> set[str]:
    """The names in a text, of modules and parts of objects, too."""
    found: set[str] = names_in(tree)
    for node in ast.walk(tree):
        match node:
            case ast.Attribute(attr=name) | ast.alias(name=name, asname=None):
                found.add(name)
            case ast.alias(asname=str() as name) | ast.arg(arg=name):
                found.add(name)
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                found.add(name)
    return found


@dataclass
class _Making:
    """Makes the text out of `lines`, the original's, changing those where something is left out."""

    body: Body
    lines: list[str]
    left: FirstValues
    given: Sequence[str] = ()  #: arrays that the program may change: the caller keeps their values
    head: tuple[int, str] = (0, "")  #: of a function's body: the line of its `def`, up to `(`
    made: list[str] = field(default_factory=list)
    places: list[Place] = field(default_factory=list)

    def leave_out(self, warnings: list[Diagnostic]) -> None:
        """Puts something else in place of first values, the last one first: what is before them on
        a line stays where it is."""
        at = {(s.lineno, s.col_offset): s for s in self.body.statements()}
        left = self.left.statements | self.left.targets | dict.fromkeys(self.left.values, "")
        for (line, column), name in sorted(left.items(), reverse=True):
            if (line, column) in self.left.values:
                self._replace(self.left.values[line, column], "0")
                continue
            if (line, column) in self.left.statements:
                span = self.body.span(at[line, column])
                self._replace(at[line, column], "pass")
            else:
                before, after = self._cut(line, column)
                self.lines[line - 1] = before + "_" * len(name) + after[len(name) :]
                start = len(before) + 1
                span = Span(self.body.file, line, start, line, start + len(name))
            warnings.insert(0, _left_out(name, span))

    def _cut(self, line: int, column: int) -> tuple[str, str]:
        """A line before and behind a column in bytes."""
        data = self.lines[line - 1].encode()
        return data[:column].decode(), data[column:].decode()

    def _replace(self, statement: ast.stmt | ast.expr, instead: str) -> None:
        """`instead` in place of a statement or a value, and nothing on its other lines."""
        end = statement.end_lineno or statement.lineno
        _, after = self._cut(end, statement.end_col_offset or 0)
        before, _ = self._cut(statement.lineno, statement.col_offset)
        for number in range(statement.lineno, end + 1):
            self.lines[number - 1] = ""
        self.lines[statement.lineno - 1] = before + instead + after

    def whole(self, name: str, heads: Sequence[str], of: Sequence[str]) -> Written:
        """The top level as the function `name`."""
        before, inside = self._parted()
        self._share(inside)
        for block in _blocks(before):
            self._add(block, "")
        first = inside[0].lineno if inside else 1
        self._line(f"def {name}(", first, 0)
        self._heads(heads)
        self._line("):", first, 0)
        self._copy(_INDENT, first)
        for block in _blocks(inside):
            self._add(block, _INDENT)
        last = (inside[-1].end_lineno or 1) if inside else 1
        self._line(f"{_INDENT}return {', '.join(of)}", last, 0)
        return self._written(name)

    def _parted(self) -> tuple[list[ast.stmt], list[ast.stmt]]:
        """What stands before the function, and what is in it."""
        variables = self.body.bound()
        statements = self.body.statements()
        defined = [s.name for s in statements if isinstance(s, (*FUNCTIONS, ast.ClassDef))]
        inner = variables | {n for n in defined if defined.count(n) > 1}
        while True:
            more = {
                s.name for s in statements
                if isinstance(s, (*FUNCTIONS, ast.ClassDef)) and not inner.isdisjoint(free(s))
            } - inner  # fmt: skip
            if not more:
                break
            inner |= more
        for statement in statements:
            if isinstance(statement, ast.ClassDef) and statement.name in inner:
                shared = sorted(inner & free(statement))
                raise self._not_alone(statement, shared[0] if shared else statement.name)
        before = self._before(inner)
        inside = [s for s in statements if s not in before and not _says_nothing(s)]
        self._check_imports(inside)
        return before, inside

    def _check_imports(self, inside: Iterable[ast.stmt]) -> None:
        """ADC0121 for imports among other statements that give a name another meaning."""
        bound = list(_bound_names(self.body.tree))
        for node in (n for s in inside for n in own_nodes(s)):
            if isinstance(node, (ast.Import, ast.ImportFrom)):
                names = [(a.asname or a.name).partition(".")[0] for a in node.names]
                again = [n for n in names if bound.count(n) > 1 or n == "*" or hasattr(builtins, n)]
                if again:
                    raise AdcError.of(
                        "ADC0121", f"this import may give `{again[0]}` another meaning halfway",
                        self.body.span(node), help="import it at the top, under a name of its own",
                    )  # fmt: skip

    def _before(self, inner: set[str]) -> list[ast.stmt]:
        """What may stand before the function: imports and definitions that the file begins with,
        and those behind of names that nothing else has."""
        bound = list(_bound_names(self.body.tree))
        found: list[ast.stmt] = []
        begins = True
        for statement in self.body.tree.body:
            named = _defined(statement)
            begins = begins and (named is not None or _says_nothing(statement))
            if named is None or not inner.isdisjoint(named) or ("*" in named and not begins):
                continue
            alone = all(bound.count(n) == 1 and not hasattr(builtins, n) for n in named)
            if begins or alone:
                found.append(statement)
        return found

    def _not_alone(self, statement: ast.ClassDef, shared: str) -> AdcError:
        return AdcError.of(
            "ADC0105", f"the class `{statement.name}` uses `{shared}`, which the program sets",
            self.body.span(statement), help=f"pass `{shared}` to its methods",
        )  # fmt: skip

    def _share(self, inside: Iterable[ast.stmt]) -> None:
        """Functions inside set variables of the program, where they set global ones of the file."""
        for statement in inside:
            found = [n for n in ast.walk(statement) if isinstance(n, ast.Global)]
            for node in sorted(found, key=lambda n: (n.lineno, n.col_offset), reverse=True):
                if not isinstance(statement, FUNCTIONS):
                    self._replace(node, "pass")
                    continue
                if node not in list(own_nodes_of(statement)):
                    raise AdcError.of(
                        "ADC0111", "`global` in a function inside a function is not supported",
                        self.body.span(node), help="pass the value, and return it",
                    )  # fmt: skip
                before, after = self._cut(node.lineno, node.col_offset)
                self.lines[node.lineno - 1] = f"{before}nonlocal{after.removeprefix('global')}"

    def inside(self, function: ast.FunctionDef, heads: Sequence[str], of: Sequence[str]) -> Written:
        """The file with `heads` as further arguments of `function`, which returns `of`."""
        first, last = function.body[0], function.body[-1]
        indent = self._cut(first.lineno, first.col_offset)[0]
        if indent.strip():
            raise AdcError.of(
                "ADC0127", "the body of this function, which stands behind its head",
                self.body.span(function), help="write it on lines of its own",
            )  # fmt: skip
        if of:
            for node in (n for s in function.body for n in own_nodes(s)):
                if isinstance(node, ast.Return):
                    if self.body.has_effects(node):
                        raise AdcError.of(
                            "ADC0127", "a value that is returned by something that has other"
                            " effects, and that is left out,", self.body.span(node),
                            help="call it in a statement of its own",
                        )  # fmt: skip
                    self._replace(node, f"return {', '.join(of)}")
        self._head(function)
        for number, line in enumerate(self.lines, 1):
            if number == self.head[0]:
                self._line(self.head[1], number, 0)
                self._heads(heads)
                self._line(line, number, len(line) - len(self.body.lines[number - 1]))
                continue
            if number == first.lineno:
                self._copy(indent, number)
            self._line(line, number, 0)
            if of and number == last.end_lineno and not isinstance(last, ast.Return):
                self._line(f"{indent}return {', '.join(of)}", number, 0)
        return self._written(function.name)

    def _copy(self, indent: str, number: int) -> None:
        """Copies of the arrays that the caller gives: each is told by the line of the first value
        that it has in the program, or by `number`."""
        both = self.left.statements | self.left.targets
        for name in self.given:
            line = next((line for (line, _), own in both.items() if own == name), number)
            self._line(f"{indent}{name} = {name}.copy()", line, 0)

    def _head(self, function: ast.FunctionDef) -> None:
        before, after = self._cut(function.lineno, function.col_offset)
        opened = re.match(r"def\s+\w+\s*\(", after)
        if opened is None:
            span = self.body.span(function)
            raise AdcError.of(
                "ADC0127", "the arguments of this head", span, help="write it on one line"
            )
        self.lines[function.lineno - 1] = after[opened.end() :]
        self.head = function.lineno, before + opened.group()

    def _heads(self, heads: Sequence[str]) -> None:
        """The arguments, each where the program gives it its first value."""
        both = self.left.statements | self.left.targets
        for head in heads:
            name = re.split(r"\W", head)[0]
            line, column = next(place for place, own in both.items() if own == name)
            at = len(self.body.lines[line - 1].encode()[:column].decode())
            self._line(f"{_INDENT}{head},", line, len(_INDENT) - at)

    def _add(self, block: Sequence[ast.stmt], indent: str) -> None:
        """The lines of statements that share some, with `indent` for their own."""
        own, _ = self._cut(_start(block[0]), block[0].col_offset)
        own = own if not own.strip() else ""
        within = {n for s in block for n in _lines_in_strings(s)}
        last = max(s.end_lineno or s.lineno for s in block)
        for number in range(_start(block[0]), last + 1):
            line = self.lines[number - 1]
            if number in within:
                self._line(line, number, 0)
                continue
            kept = line.removeprefix(own) if own else line
            moved = indent + kept if kept.strip() else ""
            self._line(moved, number, len(moved) - len(line) if kept.strip() else 0)

    def _line(self, text: str, number: int, shift: int) -> None:
        self.made.append(text)
        self.places.append((number, shift))

    def _written(self, name: str) -> Written:
        text = "\n".join(self.made) + "\n"
        return Written(self.body.file, name, text, tuple(self.places))


def _left_out(name: str, span: Span) -> Diagnostic:
    message = f"`{name}` is an argument: this value is left out"
    way_out = "pass it to the generated function"
    return Diagnostic("ADC0170", message, span, help=way_out, severity=Severity.WARNING)


def own_nodes_of(function: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[ast.AST]:
    """The nodes of a function but for those in functions inside of it."""
    for statement in function.body:
        yield from own_nodes(statement)


def _defined(statement: ast.stmt) -> set[str] | None:
    """The names that an import, a definition, or a choice among imports binds, "*" of stars; None
    for a statement that does anything else."""
    match statement:
        case ast.Import(names=names) | ast.ImportFrom(names=names):
            return {(n.asname or n.name).partition(".")[0] for n in names}
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
            return {name}
        case ast.Try(body=body, handlers=handlers, orelse=orelse, finalbody=final):
            parts = [*body, *(s for h in handlers for s in h.body), *orelse, *final]
        case ast.Pass():
            return set()
        case _:
            return None
    inner = [_defined(s) for s in parts]
    defines = any(isinstance(s, (*FUNCTIONS, ast.ClassDef)) for s in parts)
    if defines or any(names is None for names in inner):
        return None
    return {n for names in inner for n in names or ()}


def _bound_names(tree: ast.Module) -> Iterator[str]:
    """The names that the statements of a file bind, each time, also in branches and loops."""
    for statement in tree.body:
        for node in ast.walk(statement):
            match node:
                case ast.Import(names=names) | ast.ImportFrom(names=names):
                    yield from ((n.asname or n.name).partition(".")[0] for n in names)
                case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                    yield name
                case ast.Global(names=names):
                    yield from names
        yield from variables_of(statement)


def _says_nothing(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


def _start(statement: ast.stmt) -> int:
    decorators = getattr(statement, "decorator_list", ())
    return min((statement.lineno, *(d.lineno for d in decorators)))


def _blocks(statements: Sequence[ast.stmt]) -> Iterator[list[ast.stmt]]:
    """The statements, those together that stand on one line."""
    block: list[ast.stmt] = []
    for statement in statements:
        if block and _start(statement) > (block[-1].end_lineno or block[-1].lineno):
            yield block
            block = []
        block.append(statement)
    if block:
        yield block


def _lines_in_strings(statement: ast.stmt) -> Iterator[int]:
    """The lines that begin inside of a text."""
    for node in ast.walk(statement):
        text = isinstance(node, ast.Constant) and isinstance(node.value, (str, bytes))
        if text or isinstance(node, ast.JoinedStr):
            yield from range(node.lineno + 1, (node.end_lineno or node.lineno) + 1)  # type: ignore[attr-defined]
