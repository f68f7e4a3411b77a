"""Statements: assignments of whole objects, ALLOCATE, ASSOCIATE, BLOCK and calls."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from adc.diagnostics import AdcError, Span
from adc.frontends.fortran import tree
from adc.frontends.fortran.elaboration.assignments import assigned, default_values
from adc.frontends.fortran.elaboration.constructs import associated, block_names
from adc.frontends.fortran.elaboration.meaning import Meaning
from adc.frontends.fortran.elaboration.once import check_once
from adc.frontends.fortran.elaboration.recast import own_unit
from adc.frontends.fortran.elaboration.refs import Ref, component, parts, plain
from adc.frontends.fortran.elaboration.select_type import chosen
from adc.frontends.fortran.elaboration.text_components import left_out
from adc.frontends.fortran.elaboration.types import Leaf
from adc.frontends.fortran.usage import walk

Statements = list[tree.Statement]


@dataclass
class Body:
    """Elaborates the statements of a unit."""

    meaning: Meaning

    def statements(self, body: Iterable[tree.Statement]) -> tree.Body:
        return tuple(made for statement in body for made in self.statement(statement))

    def statement(self, statement: tree.Statement) -> Statements:
        """`statement`, behind the calls of functions whose values it has components of."""
        with self.meaning.hoisting(self.meaning.hoisted.allowed) as before:
            made = self._elaborated(statement)
        if not before:
            return made
        label = [tree.Continue(statement.span, statement.label)] if statement.label else []
        made = [replace(s, label=0) if getattr(s, "label", 0) else s for s in made]
        return [*label, *before, *made]

    def _elaborated(self, statement: tree.Statement) -> Statements:
        m = self.meaning
        match statement:
            case tree.Assign():
                text = left_out(m, statement)
                return [text] if text else labelled(statement, assigned(m, statement))
            case tree.Call():
                return labelled(statement, self.moved(statement) or [self.call(statement)])
            case tree.Allocate():
                return self.allocate(statement)
            case tree.Deallocate():
                return self.deallocate(statement)
            case tree.InputOutput():
                return [self.input_output(statement)]
            case tree.Associate():
                return self.associate(statement)
            case tree.SelectType():
                arm = chosen(m, statement)
                return labelled(statement, self.associate(arm) if arm is not None else [])
            case tree.Scoped():
                return self.scoped(statement)
        return [self.nested(statement)]

    def nested(self, statement: tree.Statement) -> tree.Statement:
        m = self.meaning
        match statement:
            case tree.If():
                branches = self.branches(statement)
                return replace(statement, branches=branches,
                               orelse=self.statements(statement.orelse))  # fmt: skip
            case tree.Do():
                return replace(
                    statement, var=self.index(statement.var, statement.span),
                    start=m.expression(statement.start), stop=m.expression(statement.stop),
                    step=self.optional(statement.step), body=self.statements(statement.body),
                )  # fmt: skip
            case tree.DoWhile():
                with m.hoisting(allowed=False):
                    condition = self.optional(statement.condition)
                return replace(statement, condition=condition,
                               body=self.statements(statement.body))  # fmt: skip
            case tree.Forall():
                return self.forall(statement)
            case tree.Where():
                with m.hoisting(allowed=False):
                    return replace(statement, branches=tuple(
                        (self.optional(mask), self.statements(b), s) for mask, b, s in
                        statement.branches))  # fmt: skip
            case tree.Select():
                return self.select(statement)
            case tree.ComputedGoto() | tree.ArithmeticIf():
                return replace(statement, selector=m.expression(statement.selector))
        return statement

    def optional(self, expr: tree.Expr | None) -> tree.Expr | None:
        return None if expr is None else self.meaning.expression(expr)

    def branches(self, statement: tree.If) -> tuple[tuple[tree.Expr, tree.Body, Span], ...]:
        """The branches of an IF: only its first condition is always evaluated."""
        m = self.meaning
        made = []
        for number, (condition, inside, span) in enumerate(statement.branches):
            if number == 0:
                test = m.expression(condition)
            else:
                with m.hoisting(allowed=False):
                    test = m.expression(condition)
            made.append((test, self.statements(inside), span))
        return tuple(made)

    def index(self, name: str, span: Span) -> str:
        """A DO variable, which a BLOCK may have declared."""
        ref = self.meaning.names.get(name)
        if ref is None:
            return name
        variable = plain(ref, self.meaning.added.names)
        if not isinstance(variable, tree.Name):
            raise AdcError.of(
                "ADC0169", f"`{name}` of ASSOCIATE as a DO variable is not supported",
                span, help="use an integer variable",
            )  # fmt: skip
        return variable.name

    def forall(self, statement: tree.Forall) -> tree.Statement:
        m = self.meaning
        indices = tuple(
            replace(i, start=m.expression(i.start), stop=m.expression(i.stop),
                    step=self.optional(i.step)) for i in statement.indices
        )  # fmt: skip
        with m.within({i.var: None for i in indices}), m.hoisting(allowed=False):
            return replace(statement, indices=indices, mask=self.optional(statement.mask),
                           body=self.statements(statement.body))  # fmt: skip

    def select(self, statement: tree.Select) -> tree.Statement:
        m = self.meaning
        cases = []
        for case in statement.cases:
            ranges: Any = case.ranges
            if ranges is not None:
                ranges = tuple(m.argument(r) for r in ranges)
            cases.append(replace(case, ranges=ranges, body=self.statements(case.body)))
        return replace(statement, selector=m.expression(statement.selector), cases=tuple(cases))

    # -- calls and transfers -----------------------------------------------------------------------

    def call(self, statement: tree.Call) -> tree.Call:
        m = self.meaning
        if statement.owner is not None:
            owner = m.reference(statement.owner)
            if owner is None or owner.type is None:
                raise AdcError.of(
                    "ADC0157", "this is no variable of a derived type that adc can tell",
                    statement.owner.span, help="call the subroutine by its name",
                )  # fmt: skip
            passed = (statement.owner, *statement.arguments)
            unit = m.resolver.bound_by(
                owner.type, statement.name, lambda: m.actuals(passed), statement.span
            ) or m.resolver.bound(owner.type, statement.name, statement.span)
            unit = own_unit(m, unit, passed)
            given = m.passed(passed, unit)
            return replace(statement, name=m.added.alias(unit), arguments=given, owner=None)
        actuals = m.actuals(statement.arguments) if m.visible.generics(statement.name) else []
        found = m.resolver.resolve(statement.name, actuals, statement.span)
        called = found or m.resolver.named(statement.name)
        own = None if called is None else own_unit(m, called, statement.arguments)
        changed = found is not None or own is not called
        name = m.added.alias(own) if own is not None and changed else statement.name
        return replace(statement, name=name, arguments=m.passed(statement.arguments, own))

    def moved(self, statement: tree.Call) -> Statements:
        """MOVE_ALLOC of an array of objects, a component at a time; nothing for other calls."""
        m, given = self.meaning, statement.arguments
        if (statement.name, statement.owner, len(given)) != ("move_alloc", None, 2):
            return []
        if m.resolver.named("move_alloc") is not None:
            return []
        refs = [None if isinstance(a, (tree.Section, tree.Keyword)) else m.reference(a)
                for a in given]  # fmt: skip
        found = [r for r in refs if r is not None and r.type is not None]
        if len(found) < 2 or found[0].type is not found[1].type:
            return []
        pairs = zip(parts(found[0]), parts(found[1]), strict=True)
        return [replace(statement, arguments=tuple(plain(r, m.added.names) for _, r in pair),
                        label=0) for pair in pairs]  # fmt: skip

    def input_output(self, statement: tree.InputOutput) -> tree.InputOutput:
        m = self.meaning
        targets: list[tree.Expr] = []
        for expr in statement.assigned:
            made = m.values(expr)
            targets += [m.expression(expr)] if made is None else made[1]
        unit = self.optional(statement.unit)
        looped = tuple(self.index(name, statement.span) for name in statement.looped)
        return replace(statement, assigned=tuple(targets), unit=unit, looped=looped)

    # -- storage -----------------------------------------------------------------------------------

    def allocate(self, statement: tree.Allocate) -> Statements:
        m = self.meaning
        if statement.source is not None and not statement.items[0][1]:
            return self.allocated_like(statement, statement.source)
        items: list[tuple[str, tuple[tree.Bounds, ...], Span]] = []
        after: Statements = []
        once = False
        for path, bounds, span in statement.items:
            given = tuple(
                replace(b, lower=self.optional(b.lower), upper=self.optional(b.upper))
                for b in bounds
            )
            ref = self.path(path, span)
            if ref is None or ref.type is None:
                name = path if ref is None else self.whole(ref)
                items.append((name, given, span))
                continue
            if statement.source is not None:
                raise AdcError.of(
                    "ADC0173", "`source=` for a derived type is not supported", span,
                    help="assign to the array behind ALLOCATE",
                )  # fmt: skip
            once = not given or not any(parts(ref))
            if once and statement.status is not None:
                check_once(m.visible, path, statement)
            for leaf, part in parts(ref) if given else self.alone(ref):
                items.append((self.whole(part), (*_inner(leaf), *given), span))
            after += default_values(m, ref, span)
        made = replace(statement, items=tuple(items), status=self.optional(statement.status),
                       source=self.optional(statement.source))  # fmt: skip
        if once and made.status is not None:
            told = replace(made, items=(), label=0)
            return [replace(made, status=None), *after, told]
        return [made, *after]

    def alone(self, ref: Ref) -> Iterator[tuple[Leaf, Ref]]:
        """The components of an object, none of an array, that are there where it is."""
        for leaf, part in parts(ref):
            if leaf.held is None and not leaf.is_behind:
                yield leaf, part

    def deallocate(self, statement: tree.Deallocate) -> Statements:
        names = tuple(n for path in statement.names for n in self.freed(path, statement))
        status = self.optional(statement.status)
        objects = [p for p in statement.names if status is not None and self.is_object(p)]
        for path in objects:
            check_once(self.meaning.visible, path, statement)
        if not objects:
            return [replace(statement, names=names, status=status)]
        freed = replace(statement, names=names, status=None)
        return [freed, replace(statement, names=(), status=status, label=0)]

    def is_object(self, path: str) -> bool:
        """Whether `path` is an object, and no array of some."""
        ref = self.path(path, self.meaning.visible.unit.span)
        return ref is not None and ref.type is not None and not ref.levels[-1].rank

    def allocated_like(self, statement: tree.Allocate, source: tree.Expr) -> Statements:
        """`allocate(w, source=x)`, which is what an assignment to `w` does."""
        names = [(self.shaped_like(statement, path, span), span)
                 for path, _, span in statement.items]  # fmt: skip
        value = self.meaning.expression(source)
        if statement.status is not None:
            items = tuple((name, (), span) for name, span in names)
            status = self.optional(statement.status)
            return [replace(statement, items=items, source=value, status=status)]
        return [tree.Assign(tree.Name(name, span), value, statement.span, statement.label)
                for name, span in names]  # fmt: skip

    def shaped_like(self, statement: tree.Allocate, path: str, span: Span) -> str:
        """The variable that `source=` gives its bounds."""
        ref = self.path(path, span)
        if ref is not None and ref.type is not None:
            raise AdcError.of(
                "ADC0173", "`source=` for a derived type is not supported", span,
                help="write the bounds, and assign behind ALLOCATE",
            )  # fmt: skip
        others = (n for n in walk(self.meaning.visible.unit.stated.body)
                  if isinstance(n, tree.Allocate) and n is not statement)  # fmt: skip
        if any(name == path and bounds for n in others for name, bounds, _ in n.items):
            raise AdcError.of(
                "ADC0157", f"bounds that `source=` gives `{path}`, which has others elsewhere, are"
                " not supported", span, help=f"write them, as in `{path}(n)`",
            )  # fmt: skip
        return path if ref is None else self.whole(ref)

    def freed(self, path: str, statement: tree.Deallocate) -> list[str]:
        ref = self.path(path, statement.span)
        if ref is None:
            return [path]
        refs = [ref] if ref.type is None else [part for _, part in parts(ref)]
        return [self.whole(r) for r in refs]

    def whole(self, ref: Ref) -> str:
        """The variable for what is allocated or freed."""
        found = plain(ref, self.meaning.added.names)
        if not isinstance(found, tree.Name):
            raise AdcError.of(
                "ADC0169", "ALLOCATE of a part of an array is not supported", ref.span,
                help="name the whole array",
            )  # fmt: skip
        return found.name

    def path(self, path: str, span: Span) -> Ref | None:
        """What `state%u` in ALLOCATE designates; None for a plain array."""
        first, *rest = path.split("%")
        ref = self.meaning.reference(tree.Name(first, span))
        for name in rest:
            if ref is None:
                raise AdcError.of(
                    "ADC0173", f"`{first}` is no variable of a derived type that adc can tell",
                    span, help="give the file that defines its type as well",
                )  # fmt: skip
            ref = component(ref, name, span)
        return ref

    # -- constructs --------------------------------------------------------------------------------

    def associate(self, statement: tree.Associate) -> Statements:
        before: Statements = []
        names = associated(self.meaning, statement, before)
        with self.meaning.within(names):
            body = self.statements(statement.body)
        return opened(statement, (*before, *body))

    def scoped(self, statement: tree.Scoped) -> Statements:
        before: Statements = []
        names = block_names(self.meaning, statement, before)
        with self.meaning.within(names):
            body = self.statements(statement.body)
        return opened(statement, (*before, *body))


def _inner(leaf: Leaf) -> tuple[tree.Bounds, ...]:
    return tuple(b for shape in reversed(leaf.shapes) for b in shape)


def labelled(statement: tree.Statement, made: Statements) -> Statements:
    """`made` for a statement, with its label in front where that became several."""
    if statement.label and len(made) != 1:
        return [tree.Continue(statement.span, statement.label), *made]
    return made


def opened(statement: tree.Associate | tree.Scoped, body: tree.Body) -> Statements:
    """The statements of a construct in its place; one that EXIT leaves stays one."""
    left = any(isinstance(n, tree.Exit) and n.loop == statement.name for n in walk(body))
    if statement.name and left:
        true = tree.Logical(True, statement.span)
        whole = tree.If(((true, body, statement.span),), (), statement.span, statement.label,
                        statement.name)  # fmt: skip
        return [whole]
    label = [tree.Continue(statement.span, statement.label)] if statement.label else []
    return [*label, *body]
