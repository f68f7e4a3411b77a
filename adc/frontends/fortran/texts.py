"""Characters that a routine changes for its caller: left out, and never read afterwards.

Texts only select: they are known while compiling, or codes of one character. What a routine assigns
or writes into a character dummy tells its caller something (`TASK = 'FG'`) that no derivative has a
use for. It is left out with a warning, and a text that could be read behind it is refused. A text
that `--fix` gives decides branches meanwhile.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from adc.diagnostics import AdcError, Span
from adc.frontends.fortran import tree
from adc.frontends.fortran.effects import changed_by_call, changes
from adc.frontends.fortran.inactive import is_inactive
from adc.frontends.fortran.routine import Routine, names_in, unsupported, walk
from adc.frontends.fortran.symbols import Symbol
from adc.frontends.fortran.unread import handed_unread

#: The names whose texts are no longer what adc takes them for, and where they changed.
Stale = dict[str, Span]
#: The least length of a dummy of assumed length whose text is fixed.
ASSUMED = 80
#: That of one which only takes messages: more than what a routine writes into one, which would end
#: the run of the source.
MESSAGE = 1000


def padded(symbol: Symbol, text: str, assumed: int = ASSUMED) -> str:
    """What the dummy `symbol` holds where its caller passes `text`, padded with blanks, to
    `assumed` ones where the length is the caller's."""
    if symbol.length is None:
        return text.ljust(assumed)
    return text[: symbol.length].ljust(symbol.length)


def is_text(r: Routine, name: str, span: Span) -> Symbol | None:
    """The character variable `name`; None for anything else, also for a name that means nothing,
    which is left to whoever reads its statement, and for one letter of a module, which is a number
    for the caller (longer ones nobody can read: they are refused as arguments)."""
    try:
        symbol = r.symbol(name, span)
    except AdcError:
        return None
    if symbol.base != "character":
        return None
    unread = symbol.storage == "module" and (symbol.length != 1 or symbol.bounds is not None)
    return symbol if unread or symbol.storage in ("dummy", "local", "result", "common") else None


def left_out(r: Routine, statement: tree.Assign) -> str:
    """The character whose assignment is left out: a dummy, an array, a host's variable or one of a
    COMMON block, or a part of one; empty for all other assignments."""
    target = statement.target
    if not isinstance(target, (tree.Name, tree.Apply)):
        return ""
    symbol = is_text(r, target.name, target.span)
    if symbol is None:
        return ""
    own = symbol.storage in ("local", "result") and not r.hosted(symbol) and symbol.bounds is None
    return "" if own and isinstance(target, tree.Name) else target.name


def check_texts(r: Routine, body: tree.Body) -> None:
    """Refuses a character that is read where it may have been changed by what is left out."""
    Reading(r).body(body, {})


@dataclass
class Reading:
    """Follows `body` in the order of its run; `left` are the stale names where a Block is left."""

    r: Routine
    left: dict[int, Stale] = field(default_factory=dict)

    def body(self, statements: Iterable[tree.Statement], stale: Stale) -> Stale:
        """What is stale behind the statements, if it was `stale` before."""
        for statement in statements:
            stale = self.statement(statement, stale)
        return stale

    def statement(self, statement: tree.Statement, stale: Stale) -> Stale:
        match statement:
            case tree.If():
                return self.branches(statement, stale)
            case tree.Select():
                stale = self.evaluated(statement.selector, stale)
                return merged([stale, *(self.body(c.body, stale) for c in statement.cases)])
            case tree.Do() | tree.DoWhile() | tree.Forall():
                return self.loop(statement, stale)
            case tree.Block():
                behind = self.body(statement.body, stale)
                return merged([behind, self.left.get(statement.leave, {})])
            case tree.Leave():
                known = self.left.setdefault(statement.block, {})
                known.update({n: s for n, s in stale.items() if n not in known})
                return {}
            case tree.Return() | tree.Stop():
                return {}
        return self.plain(statement, stale)

    def branches(self, statement: tree.If, stale: Stale) -> Stale:
        behind = []
        for condition, inner, _ in statement.branches:
            stale = self.evaluated(condition, stale)
            known = None if names_in(condition) & set(stale) else decided(self.r, condition)
            if known is False:
                continue
            behind.append(self.body(inner, stale))
            if known:
                return merged(behind)
        return merged([*behind, self.body(statement.orelse, stale)])

    def loop(self, statement: tree.Do | tree.DoWhile | tree.Forall, stale: Stale) -> Stale:
        """An iteration may come behind any other, and the loop end in the midst of one."""
        written = {n: statement.span for s in walk(statement) for n in self.written(s)}
        around = merged([stale, written]) if written else stale
        head = tuple(
            getattr(statement, part, None) for part in ("start", "stop", "step", "condition")
        )
        self.read(tuple(h for h in head if h is not None), around)
        self.body(statement.body, around)
        return around

    def plain(self, statement: tree.Statement, stale: Stale) -> Stale:
        if isinstance(statement, tree.Call) and is_inactive(self.r, statement):
            return stale  # it may report what is left out
        if not isinstance(statement, tree.InputOutput):
            target = statement.target if isinstance(statement, tree.Assign) else None
            read: object = statement
            if isinstance(statement, tree.Assign) and isinstance(target, tree.Name):
                read = statement.value
            if self.is_left_out(statement):
                read = ()  # what goes into a text that is left out is, too
            self.read(read, stale)
            if isinstance(target, tree.Name) and not self.is_left_out(statement):
                stale = {n: s for n, s in stale.items() if n != target.name}
        written = {n: statement.span for s in walk(statement) for n in self.written(s)}
        return merged([stale, written]) if written else stale

    def evaluated(self, expr: tree.Expr, stale: Stale) -> Stale:
        """What is stale when `expr`, whose functions may change characters, has been evaluated."""
        self.read(expr, stale)
        written = {n: expr.span for node in walk(expr) for n in self.written(node)}
        return merged([stale, written]) if written else stale

    def is_left_out(self, statement: tree.Statement) -> bool:
        return isinstance(statement, tree.Assign) and bool(left_out(self.r, statement))

    def written(self, node: Any) -> Iterator[str]:
        """The characters that one statement or reference changes without adc's following it."""
        names: Iterable[str] = ()
        if isinstance(node, tree.Assign):
            names = [left_out(self.r, node)]
        elif isinstance(node, (tree.Call, tree.Apply)):
            names = changed_by_call(self.r, self.r.scope, node)
        elif isinstance(node, tree.InputOutput):
            names = changes(self.r, self.r.scope, node)
        for name in names:
            if not name or self.r.symbol(name, self.r.unit.span).base != "character":
                continue
            if not is_text(self.r, name, self.r.unit.span):
                raise unsupported(
                    f"a change of the character `{name}`, which other routines see,",
                    node.span, "pass a local variable",
                )  # fmt: skip
            yield name

    def read(self, node: object, stale: Stale) -> None:
        if not stale:
            return
        calls = (n for n in walk(node) if isinstance(n, (tree.Call, tree.Apply)))
        unread = {id(a) for c in calls for a in handed_unread(self.r.scope, c)}
        for part in walk(node):
            if id(part) in unread:
                continue
            if isinstance(part, (tree.Name, tree.Apply)) and part.name in stale:
                raise unsupported(
                    f"reading the character `{part.name}` where it may have been changed for the"
                    " caller,",
                    part.span, _instead(node),
                )  # fmt: skip


def _instead(node: object) -> str:
    """What to do about a text that `node` reads behind a change."""
    advice = "read it before it is changed, or into a variable of its own"
    if isinstance(node, tree.Call):
        advice += f"; where `{node.name}` only reports, leave it out: `--inactive {node.name}`"
    return advice


def merged(all_stale: list[Stale]) -> Stale:
    return {name: span for stale in all_stale for name, span in stale.items()}


# -- conditions on texts that are fixed ------------------------------------------------------------


def decided(r: Routine, expr: tree.Expr) -> bool | None:
    """The value of a condition on texts that are fixed; None where that is not known."""
    match expr:
        case tree.Unary("()", operand):
            return decided(r, operand)
        case tree.Unary(".not.", operand):
            value = decided(r, operand)
            return None if value is None else not value
        case tree.Binary(".and." | ".or." as op, left, right):
            both = (decided(r, left), decided(r, right))
            deciding = op == ".or."
            if deciding in both:
                return deciding
            return None if None in both else not deciding
        case tree.Binary("==" | "/=" as op, left, right):
            a, b = fixed_text(r, left), fixed_text(r, right)
            if a is None or b is None:
                return None
            return (a.rstrip(" ") == b.rstrip(" ")) == (op == "==")
    return None


def fixed_text(r: Routine, expr: tree.Expr) -> str | None:
    match expr:
        case tree.String():
            return expr.value
        case tree.Name(name) if is_text(r, name, expr.span):
            return r.fixed.get(name)
        case tree.Apply(name, (tree.Section(start, stop, None),)) if r.fixed.get(name):
            first, last = number(start, 1), number(stop, len(r.fixed[name]))
            inside = first and last and 1 <= first <= last <= len(r.fixed[name])
            return r.fixed[name][first - 1 : last] if inside and first and last else None
    return None


def number(expr: tree.Expr | None, default: int) -> int | None:
    if expr is None:
        return default
    return int(expr.text) if isinstance(expr, tree.Number) and expr.text.isdigit() else None
