"""Input and output statements, which generated code leaves out."""

from __future__ import annotations

from adc.frontends import surface
from adc.frontends.fortran import tree
from adc.frontends.fortran.first_calls import flag_of_first_call
from adc.frontends.fortran.nested import bodies, within
from adc.frontends.fortran.routine import Routine, names_in, unsupported, walk
from adc.frontends.fortran.texts import is_text

#: What may pass over the statements behind it.
_LEAVING = (tree.Leave, tree.Cycle, tree.Exit)


def _later_calls(r: Routine, statement: tree.InputOutput) -> str:
    """How to compile for the calls behind the first one, where that alone reads files."""
    flag = flag_of_first_call(r, statement)
    if flag is None:
        return ""
    return (
        f"; or compile for the calls behind the first one by `--fix {flag}`: what `{r.unit.name}`"
        " saves becomes arguments"
    )


def passed_over(r: Routine, statement: tree.InputOutput) -> list[surface.Statement]:
    """Output is left out of differentiated code; what a READ would change is not known."""
    word = statement.what.upper() if statement.what.isalpha() else statement.what
    if statement.assigned:
        raise unsupported(
            f"{word}, which changes variables,", statement.span,
            f"pass what it reads as arguments{_later_calls(r, statement)}",
        )  # fmt: skip
    for name in statement.looped:
        if _may_be_read(r, name, statement):
            raise unsupported(
                f"reading `{name}`, which the implied DO of {word} changes,", statement.span,
                "use another variable in the implied DO",
            )  # fmt: skip
    match statement.unit:
        case tree.Name(name, span) | tree.Apply(name, _, span):
            if r.symbol(name, span).base == "character" and is_text(r, name, span) is None:
                raise unsupported(f"{word} to this character", span, "write to a variable")
    r.warn(
        "ADC0170", f"{word} is left out of the generated code", statement.span,
        "check that what it writes is not read back by the routine",
    )  # fmt: skip
    return []


def _may_be_read(r: Routine, name: str, statement: tree.InputOutput) -> bool:
    """Whether anything may read the variable behind the statement, before a loop or an assignment
    gives it another value."""
    symbol = r.symbol(name, statement.span)
    if symbol.storage == "constant":  # as `--fix` makes variables
        return True
    found = _read_behind(r.scope.body, name, statement)
    if found is None:
        own = symbol.storage == "local" and not r.hosted(symbol)
        return not own or (symbol.saved and _read_first(r.scope.body, name) is True)
    return found


def _read_behind(body: tree.Body, name: str, statement: tree.InputOutput) -> bool | None:
    """Whether the variable is read behind a statement that is in `body`, or set first; None where
    neither is."""
    for position, one in enumerate(body):
        if one.span == statement.span:
            return _read_first(body[position + 1 :], name)
        inner = next((b for b in bodies(one) if any(n.span == statement.span for n in within(b))),
                     None)  # fmt: skip
        if inner is None:
            continue
        found = _read_behind(inner, name, statement)
        again = isinstance(one, (tree.Do, tree.DoWhile)) and (
            name in names_in(_head(one)) or _read_first(inner, name) is True
        )
        if found is None and again:
            return True
        return _read_first(body[position + 1 :], name) if found is None else found
    return True


def _read_first(body: tree.Body, name: str) -> bool | None:
    """Whether statements read the variable before they set it; False where they set it first, and
    None where neither is, or where jumps may pass over it."""
    passed = False
    for one in body:
        found = _read_by(one, name) if name in names_in(one) else None
        if found or (found is False and not passed):
            return found
        passed = passed or any(isinstance(n, _LEAVING) for n in walk(one))
    return None


def _read_by(one: tree.Statement, name: str) -> bool | None:
    """The same of one statement, which mentions the variable."""
    inside = [_read_first(b, name) for b in bodies(one)]
    match one:
        case tree.Assign(tree.Name(target)) if target == name:
            return name in names_in(one.value)
        case tree.Do(var) if var == name:
            return name in names_in(_head(one))
        case tree.If():
            asked = name in names_in(tuple(c for c, _, _ in one.branches)) or True in inside
            return True if asked else None if None in inside else False
        case tree.Do() | tree.DoWhile() | tree.Block():
            return True if name in names_in(_head(one)) or True in inside else None
    return True


def _head(one: tree.Statement) -> tuple[tree.Expr, ...]:
    parts = (getattr(one, part, None) for part in ("start", "stop", "step", "condition"))
    return tuple(p for p in parts if p is not None)
