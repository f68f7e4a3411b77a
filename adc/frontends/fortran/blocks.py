"""Items, one after the other, nested into statements: IF, DO, SELECT, WHERE, FORALL."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from adc.diagnostics import AdcError, Note, Span
from adc.frontends.fortran import headings, tree
from adc.frontends.fortran.headings import Item
from adc.frontends.fortran.usage import walk

DECLARATIONS = (
    tree.TypeDeclaration, tree.AttributeStatement, tree.ParameterStatement, tree.Common, tree.Data,
    tree.Equivalence, tree.Implicit, tree.Use, tree.Unsupported, tree.TypeDefinition,
    tree.Interface,
)  # fmt: skip
LOOPS = (headings.DoHeading, headings.ForallHeading)
#: What ends a part of a block.
_DIVIDERS = (
    headings.End, headings.Else, headings.ElseIf, headings.ElseWhere, headings.CaseHeading,
    headings.TypeCaseHeading, headings.Contains,
)  # fmt: skip

#: What to write for the constructs that are refused.
_INSTEAD = {
    "critical": "remove CRITICAL and its END",
}


def nested(items: Sequence[Item]) -> tree.Body:
    """The statements of a routine's body; raises ADC0163-0165 where blocks do not fit."""
    reader = Nesting(items)
    body = reader.part()
    rest = reader.peek()
    if rest is not None:
        raise stray(rest)
    return body


def word_of(item: Item) -> str:
    """What a dividing line is called in messages."""
    if isinstance(item, headings.End):
        return f"END {item.what.upper()}".strip()
    words = {
        headings.Else: "ELSE", headings.ElseIf: "ELSE IF", headings.ElseWhere: "ELSEWHERE",
        headings.CaseHeading: "CASE", headings.Contains: "CONTAINS",
        headings.TypeCaseHeading: "this case of SELECT TYPE",
    }  # fmt: skip
    return words.get(type(item), "this line")


def stray(item: Item) -> AdcError:
    return AdcError.of(
        "ADC0163", f"{word_of(item)} closes or divides no open block", item.span,
        help="remove it, or add the line that opens its block",
    )  # fmt: skip


@dataclass
class Nesting:
    """Reads items from `at` on."""

    items: Sequence[Item]
    at: int = 0
    #: The label that has just ended a labelled DO, for loops around that share it.
    ended: int = 0
    #: The label of an END IF or END SELECT that has just been taken, on a CONTINUE.
    behind: tree.Body = ()

    def peek(self) -> Item | None:
        return self.items[self.at] if self.at < len(self.items) else None

    def take(self) -> Item:
        self.at += 1
        return self.items[self.at - 1]

    def part(self, last: int = 0) -> tree.Body:
        """Statements up to a line that divides or ends the block, or, with `last`, up to and with
        the statement of that label."""
        found: list[tree.Statement] = []
        while (item := self.peek()) is not None and not isinstance(item, _DIVIDERS):
            self.take()
            if isinstance(item, headings.Format):
                continue
            found.append(self.statement(item))
            found += self.behind
            self.behind = ()
            label = getattr(item, "label", 0)
            shared = isinstance(item, LOOPS) and self.ended == last
            if last and (label == last or shared):
                self.ended = last
                break
        return tuple(found)

    def statement(self, item: Item) -> tree.Statement:
        readers: dict[type, Callable[..., tree.Statement]] = {
            headings.IfThen: self.branches, headings.DoHeading: self.loop,
            headings.WhereHeading: self.where, headings.SelectHeading: self.select,
            headings.ForallHeading: self.forall, headings.AssociateHeading: self.associate,
            headings.SelectTypeHeading: self.select_type,
        }  # fmt: skip
        reader = readers.get(type(item))
        if reader is not None:
            return reader(item)
        if isinstance(item, headings.BlockHeading) and item.what == "block":
            return self.scoped(item)
        if isinstance(item, headings.BlockHeading):
            raise AdcError.of(
                "ADC0164", f"{item.what.upper()} constructs are not supported", item.span,
                help=_INSTEAD[item.what],
            )  # fmt: skip
        if isinstance(item, DECLARATIONS):
            raise AdcError.of(
                "ADC0165", "a declaration among the statements", item.span,
                help="move it in front of the first statement",
            )  # fmt: skip
        if isinstance(item, tree.Statement):
            return item
        raise AdcError.of(
            "ADC0164", "this is not supported here", item.span, help="move it out of the routine"
        )

    def close(self, opened: Span, what: str, name: str = "") -> tree.Body:
        """Takes the END of a block; a CONTINUE with its label, if it has one."""
        item = self.peek()
        if isinstance(item, headings.End) and item.what == what:
            if item.name != name:
                found = f"END {what.upper()} {item.name}".rstrip()
                wrong = "closes another construct" if item.name else "lacks its construct's name"
                raise AdcError.of(
                    "ADC0163", f"{found} {wrong}", item.span,
                    help=f"write `{f'end {what} {name}'.rstrip()}`",
                    notes=(Note("this is the open construct", opened),),
                )  # fmt: skip
            self.take()
            self.ended = 0  # a label of inside closes no labelled loop around this block
            return (tree.Continue(item.span, item.label),) if item.label else ()
        span = item.span if item is not None else opened
        raise AdcError.of(
            "ADC0163", f"END {what.upper()} is missing", span,
            help=f"add `end {what}`", notes=(Note("for the construct that opens here", opened),),
        )  # fmt: skip

    def branches(self, heading: headings.IfThen) -> tree.Statement:
        found = [(heading.condition, self.part(), heading.span)]
        orelse: tree.Body = ()
        while isinstance(item := self.peek(), headings.ElseIf):
            self.take()
            found.append((item.condition, self.part(), item.span))
        if isinstance(self.peek(), headings.Else):
            self.take()
            orelse = self.part()
        self.behind = self.close(heading.span, "if", heading.name)
        return tree.If(tuple(found), orelse, heading.span, heading.label, heading.name)

    def loop(self, heading: headings.DoHeading) -> tree.Statement:
        body = self.loop_body(heading.last, heading.span, heading.name)
        if not heading.var:
            condition = heading.condition
            return tree.DoWhile(condition, body, heading.span, heading.label, heading.name)
        start, stop, *step = heading.bounds
        return tree.Do(
            heading.var, start, stop, step[0] if step else None, body, heading.span, heading.label,
            heading.name,
        )  # fmt: skip

    def loop_body(self, last: int, span: Span, name: str) -> tree.Body:
        self.ended = 0
        body = self.part(last)
        if not last:
            return (*body, *self.close(span, "do", name))
        item = self.peek()
        if self.ended != last and isinstance(item, headings.End) and item.label == last:
            body += self.close(span, "do", name)  # `10 end do`
            self.ended = last
            return body
        if self.ended != last:
            raise AdcError.of(
                "ADC0163", f"the label {last} that closes this loop does not follow", span,
                help=f"add `{last} continue` behind the loop's last statement",
            )  # fmt: skip
        return body

    def forall(self, heading: headings.ForallHeading) -> tree.Statement:
        if heading.concurrent:
            body = self.loop_body(heading.last, heading.span, heading.name)
        else:
            body = self.part()
            self.close(heading.span, "forall", heading.name)
        return tree.Forall(
            heading.indices, heading.mask, body, heading.span, heading.concurrent, heading.label,
            heading.name,
        )  # fmt: skip

    def associate(self, heading: headings.AssociateHeading) -> tree.Statement:
        body = self.part()
        self.behind = self.close(heading.span, "associate", heading.name)
        return tree.Associate(heading.pairs, body, heading.span, heading.label, heading.name)

    def scoped(self, heading: headings.BlockHeading) -> tree.Statement:
        declared: list[tree.Declaration] = []
        while isinstance(item := self.peek(), DECLARATIONS):
            self.take()
            declared.append(item)
        body = self.part()
        self.behind = self.close(heading.span, "block", heading.name)
        return tree.Scoped(tuple(declared), body, heading.span, heading.label, heading.name)

    def where(self, heading: headings.WhereHeading) -> tree.Statement:
        found: list[tuple[tree.Expr | None, tree.Body, Span]] = []
        found.append((heading.mask, self.part(), heading.span))
        while isinstance(item := self.peek(), headings.ElseWhere):
            self.take()
            found.append((item.mask, self.part(), item.span))
        self.close(heading.span, "where", heading.name)
        return tree.Where(tuple(found), heading.span, heading.label)

    def select(self, heading: headings.SelectHeading) -> tree.Statement:
        cases: list[tree.Case] = []
        while isinstance(item := self.peek(), headings.CaseHeading):
            self.take()
            cases.append(tree.Case(item.ranges, self.part(), item.span))
        self.behind = self.close(heading.span, "select", heading.name)
        return tree.Select(
            heading.selector, tuple(cases), heading.span, heading.label, heading.name
        )

    def select_type(self, heading: headings.SelectTypeHeading) -> tree.Statement:
        cases: list[tuple[str, str, tree.Associate]] = []
        pairs = ((heading.bound, heading.selector, heading.span),) if heading.bound else ()
        while isinstance(item := self.peek(), headings.TypeCaseHeading):
            self.take()
            arm = tree.Associate(pairs, self.part(), item.span, 0, heading.name)
            _check_arm(arm.body)
            cases.append((item.word, item.type, arm))
        self.behind = self.close(heading.span, "select", heading.name)
        return tree.SelectType(heading.selector, tuple(cases), heading.span, heading.label)


def _check_arm(body: tree.Body) -> None:
    """Refuses what is rewritten before it is known which arm of a SELECT TYPE is run."""
    for node in walk(body):
        jump = isinstance(node, (tree.Goto, tree.ComputedGoto, tree.ArithmeticIf))
        given = isinstance(node, tree.Return) and node.way is not None
        if jump or given or isinstance(node, tree.PointTo) or getattr(node, "label", False):
            raise AdcError.of(
                "ADC0157", "pointers, labels and jumps inside SELECT TYPE are not supported",
                node.span, help="put this part into a procedure of its own",
            )  # fmt: skip


__all__ = ["DECLARATIONS", "nested", "replace", "stray"]
