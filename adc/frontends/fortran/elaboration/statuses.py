"""What `stat=` of ALLOCATE and DEALLOCATE tells: 0, but for arrays that are allocated already, or
are not; those the statement leaves as they are, and the ones named behind them.

    allocate(w(n), stat=info)              if (allocated(w)) then
                                             info = 5014
                                           else
                                             allocate(w(n))
                                             info = 0
                                           end if

The test is written only where the text does not tell by itself whether the array is allocated:
`States` follows the statements, each way of a branch, and loops from what any of their steps may
leave. The numbers are gfortran's, since the standard says no more than that they are positive.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from adc.diagnostics import AdcError, Span
from adc.frontends.fortran import tree
from adc.frontends.fortran.elaboration.lookup import Visible
from adc.frontends.fortran.elaboration.types import leaves
from adc.frontends.fortran.intrinsics import FUNCTIONS
from adc.frontends.fortran.nested import within
from adc.frontends.fortran.usage import walk

Called = Callable[[str], Visible | None]
#: What an array may be: allocated, not allocated, or as it was when the routine began.
State = frozenset[str]
_YES, _NO, _ENTRY = State("Y"), State("N"), State("E")
_STATES = _YES | _NO | _ENTRY
_JUMPS = (tree.Exit, tree.Cycle, tree.Leave)
#: The numbers of libgfortran for an array that is there already, and for one that is not there.
_THERE, _MISSING = "5014", "1"


def with_statuses(
    body: tree.Body, visible: Visible, called: Called, origins: Mapping[str, str], entered: bool
) -> tree.Body:
    """`body` where assignments say what `stat=` tells; `origins` are what components are called in
    the source, and `entered` tells of the routine that is asked for. Raises ADC0157."""
    made = [s for s in within(body) if isinstance(s, (tree.Allocate, tree.Deallocate))]
    if all(s.status is None for s in made):
        return body
    arrays = frozenset(name for s in made for name, _ in _parts(s))
    found = _States(visible, called, origins, entered, arrays, targets_in(body))
    if not found.targets:
        return found.followed(body)
    for _ in _STATES:  # each round may add a state at a label
        replace(found, now={}).followed(body)
    return replace(found, now={}).followed(body)


def targets_in(body: tree.Body) -> set[int]:
    """The labels that the GOTOs of `body` lead to."""
    found: set[int] = set()
    for statement in within(body):
        match statement:
            case tree.Goto(target):
                found.add(target)
            case tree.ComputedGoto() | tree.ArithmeticIf():
                found |= {*statement.targets}
    return found


@dataclass
class _States:
    visible: Visible
    called: Called
    origins: Mapping[str, str]
    entered: bool
    #: What the statements allocate and free.
    arrays: frozenset[str]
    targets: set[int]
    now: dict[str, State] = field(default_factory=dict)
    #: What each array may be anywhere in the loop or block that is followed, jumps out of it too.
    seen: dict[str, State] = field(default_factory=dict)
    #: The same of the whole routine, from anywhere in which GOTOs may come.
    everywhere: dict[str, State] = field(default_factory=dict)
    #: What holds where EXIT leaves a construct with a name.
    left: dict[str, list[dict[str, State]]] = field(default_factory=dict)

    def of(self, name: str) -> State:
        return self.now.get(name, self.begun(name))

    def begun(self, name: str) -> State:
        """What the array may be where the routine begins. The one that is asked for is taken to be
        called without the arrays that it allocates."""
        if self.is_own(name):
            return _NO
        if not self.is_dummy(name):
            return _ENTRY
        if "intent(out)" in self.words(name):
            return _NO
        return _ENTRY if self.entered else _YES | _NO

    def whole(self, name: str) -> str:
        """The variable that `name` is, or is a component of."""
        whole, component, _ = self.origins.get(name, "").partition("%")
        return whole if component else name

    def words(self, name: str) -> set[str]:
        return self.visible.attributes.get(self.whole(name), set())

    def is_own(self, name: str) -> bool:
        """Whether it is an array that no call begins with."""
        saved = self.visible.saves_all or "save" in self.words(name)
        known = self.whole(name) in self.visible.variables
        return known and not saved and not self.is_dummy(name)

    def is_dummy(self, name: str) -> bool:
        whole = self.whole(name)
        return any(a.name == whole for a in self.visible.unit.stated.arguments)

    def set(self, name: str, state: State) -> None:
        self.now[name] = state
        for seen in (self.seen, self.everywhere):
            seen[name] = seen.get(name, self.begun(name)) | state

    def followed(self, body: tree.Body) -> tree.Body:
        return tuple(made for statement in body for made in self.statement(statement))

    def statement(self, statement: tree.Statement) -> tuple[tree.Statement, ...]:
        if getattr(statement, "label", 0) in self.targets:
            self.join([self.now], self.everywhere)
        made = self.made(statement)
        left = self.left.pop(getattr(statement, "name", ""), [])
        if left:
            self.join([self.now, *left])
        return made

    def made(self, statement: tree.Statement) -> tuple[tree.Statement, ...]:
        match statement:
            case tree.Allocate() | tree.Deallocate():
                return self.storage(statement)
            case tree.If():
                return (self.branches(statement),)
            case tree.Select():
                return (self.cases(statement),)
            case tree.Block():
                return (self.repeated(statement, loop=False),)
            case tree.Do() | tree.DoWhile() | tree.Forall():
                return (self.repeated(statement, loop=True),)
            case tree.Exit(name) if name:
                self.left.setdefault(name, []).append(dict(self.now))
        self.changes(statement)
        return (statement,)

    # -- ways --------------------------------------------------------------------------------------

    def branches(self, statement: tree.If) -> tree.If:
        ends: list[dict[str, State]] = []
        made = []
        for condition, inside, span in statement.branches:
            self.changes(condition)
            before = dict(self.now)
            self.assume(condition, holds=True)
            made.append((condition, self.followed(inside), span))
            ends.append(self.now)
            self.now = before
            self.assume(condition, holds=False)
        orelse = self.followed(statement.orelse)
        self.join([*ends, self.now])
        return replace(statement, branches=tuple(made), orelse=orelse)

    def cases(self, statement: tree.Select) -> tree.Select:
        self.changes(statement.selector)
        before, ends, made = dict(self.now), [], []
        for case in statement.cases:
            self.now = dict(before)
            made.append(replace(case, body=self.followed(case.body)))
            ends.append(self.now)
        self.join([*ends, before])
        return replace(statement, cases=tuple(made))

    def repeated(
        self, statement: tree.Do | tree.DoWhile | tree.Forall | tree.Block, loop: bool
    ) -> tree.Statement:
        """A loop, or a block; jumps may leave either from anywhere in it."""
        outer = self.seen
        self.changes(replace(statement, body=()))
        before = dict(self.now)
        jumps = any(isinstance(s, _JUMPS) for s in within(statement.body))
        for _ in range(len(_STATES)) if loop else ():  # each round may add a state at the head
            self.seen = {}
            self.followed(statement.body)
            self.join([before, self.now], self.seen if jumps else {})
            if self.now == before:
                break
            before = dict(self.now)
        self.seen = {}
        body = self.followed(statement.body)
        self.join([before, self.now] if loop or jumps else [self.now], self.seen if jumps else {})
        for name, state in self.seen.items():
            outer[name] = outer.get(name, State()) | state
        self.seen = outer
        return replace(statement, body=body)

    def join(self, ways: list[dict[str, State]], seen: dict[str, State] | None = None) -> None:
        """What holds where `ways` meet, and jumps from where each array is one of `seen`."""
        seen = seen or {}
        names = dict.fromkeys(name for way in (*ways, seen) for name in way)
        self.now = {
            name: State().union(
                seen.get(name, State()), *(way.get(name, self.begun(name)) for way in ways)
            )
            for name in names
        }

    def assume(self, condition: tree.Expr, holds: bool) -> None:
        match condition:
            case tree.Unary(".not.", operand):
                self.assume(operand, not holds)
            case tree.Apply("allocated", (tree.Name(name),)):
                self.set(name, _YES if holds else _NO)

    # -- what changes arrays -----------------------------------------------------------------------

    def changes(self, node: object) -> None:
        for found in walk(node):
            match found:
                case tree.Assign(tree.Name(name), tree.Name(copied)):
                    # an object may be copied whose components are not allocated
                    parts = name != self.whole(name) and copied != self.whole(copied)
                    self.set(name, _YES | (self.of(copied) if parts else _YES))
                case tree.Assign(tree.Name(name)):
                    self.set(name, _YES)
                case tree.Call("move_alloc", (given, taken)):
                    self.moved(given, taken)
                case tree.Call() | tree.Apply() if self.is_procedure(found.name):
                    self.call(found)

    def is_procedure(self, name: str) -> bool:
        return name not in self.visible.variables and name not in FUNCTIONS

    def moved(self, given: tree.Argument, taken: tree.Argument) -> None:
        first, second = (a.value if isinstance(a, tree.Keyword) else a for a in (given, taken))
        if isinstance(second, tree.Name):
            state = self.of(first.name) if isinstance(first, tree.Name) else _YES
            self.set(second.name, state)
        if isinstance(first, tree.Name):
            self.set(first.name, _NO)

    def call(self, node: tree.Call | tree.Apply) -> None:
        """A call may allocate and free what it is handed, and what it knows from elsewhere."""
        found = self.called(node.name)
        for name in self.now:
            if not self.is_own(name):
                self.set(name, self.of(name) | _ENTRY)
        values = [a.value if isinstance(a, tree.Keyword) else a for a in node.arguments]
        given = {v.name for v in values if isinstance(v, tree.Name)}
        changed = given if found is None or _may_allocate(found) else set[str]()
        if found is not None and self.visible.unit.contains:
            changed = changed | self.arrays
        for name in changed:
            self.set(name, self.of(name) | _YES | _NO)

    # -- ALLOCATE and DEALLOCATE -------------------------------------------------------------------

    def storage(
        self, statement: tree.Allocate | tree.Deallocate
    ) -> tuple[tree.Statement, ...]:  # fmt: skip
        allocates = isinstance(statement, tree.Allocate)
        parts = _parts(statement)
        status = statement.status
        if status is None:
            for name, _ in parts:
                self.set(name, _YES if allocates else _NO)
            return (statement,)
        told = [self.outcome(name, statement) for name, _ in parts]
        label = statement.label
        like = isinstance(statement, tree.Allocate) and any(not b for _, b, _ in statement.items)
        if not like and all(outcome == "works" for outcome in told):
            for name, _ in parts:
                self.set(name, _YES if allocates else _NO)
            return (replace(statement, status=None), _assigned(status, "0", statement.span))
        self.after(statement, told)
        steps = self.steps(statement, status, [*zip(parts, told, strict=True)])
        return (tree.Continue(statement.span, label), *steps) if label else steps

    def outcome(self, name: str, statement: tree.Allocate | tree.Deallocate) -> str:
        """Whether the statement `works` for this array, `fails`, or `may` do either."""
        state, own = self.of(name), self.is_own(name)
        known = own or self.is_dummy(name)
        if not isinstance(statement, tree.Allocate):
            if not known and state & _ENTRY:
                raise _unsure(
                    "a DEALLOCATE", self.origins.get(name, name), "not be", statement.span
                )
            return {_YES: "works", _NO: "fails"}.get(state, "may")
        if state == _NO or (state <= _NO | _ENTRY and not own) or self.is_pointer(name):
            return "works"
        if not known and "allocatable" not in self.visible.words(name):
            raise _unsure("an ALLOCATE", self.origins.get(name, name), "be", statement.span)
        return "fails" if state == _YES else "may"

    def is_pointer(self, name: str) -> bool:
        """Whether it is a component that is a pointer, which gets a new target then."""
        whole = self.whole(name)
        found = self.visible.object(whole) if whole != name else None
        told = self.origins.get(name, "")
        return found is not None and any(
            "%".join((whole, *leaf.path)) == told and leaf.last.pointer
            for leaf in leaves(found.type)
        )

    def after(self, statement: tree.Allocate | tree.Deallocate, told: list[str]) -> None:
        """What the arrays may be behind the statement, which ends where it fails."""
        there = _YES if isinstance(statement, tree.Allocate) else _NO
        sure = True
        for (name, _), outcome in zip(_parts(statement), told, strict=True):
            if outcome == "fails":
                return
            self.set(name, there if sure else self.of(name) | there)
            sure = sure and outcome == "works"

    def steps(
        self, statement: tree.Allocate | tree.Deallocate, status: tree.Expr,
        left: list[tuple[tuple[str, tree.Statement], str]],
    ) -> tuple[tree.Statement, ...]:  # fmt: skip
        """The statement for one array after the other, up to the first one that fails."""
        span = statement.span
        if not left:
            return (_assigned(status, "0", span),)
        ((name, alone), outcome), *rest = left
        allocates = isinstance(statement, tree.Allocate)
        failed = (_assigned(status, _THERE if allocates else _MISSING, span),)
        if outcome == "fails":
            return failed
        works = (alone, *self.steps(statement, status, rest))
        if outcome == "works":
            return works
        asked = tree.Apply("allocated", (tree.Name(name, span),), span, span)
        ways = (failed, works) if allocates else (works, failed)
        return (tree.If(((asked, ways[0], span),), ways[1], span),)


def _parts(statement: tree.Allocate | tree.Deallocate) -> list[tuple[str, tree.Statement]]:
    """The arrays that a statement names, and the statement for each alone: an assignment where
    `source=` gives the bounds."""
    if isinstance(statement, tree.Deallocate):
        return [(name, tree.Deallocate((name,), statement.span)) for name in statement.names]
    found: list[tuple[str, tree.Statement]] = []
    for item in statement.items:
        name, bounds, span = item
        alone: tree.Statement = replace(statement, items=(item,), status=None, label=0)
        if not bounds and statement.source is not None:
            alone = tree.Assign(tree.Name(name, span), statement.source, statement.span)
        found.append((name, alone))
    return found


def _assigned(status: tree.Expr, value: str, span: Span) -> tree.Statement:
    return tree.Assign(status, tree.Number(value, "integer", span), span)


def _may_allocate(found: Visible) -> bool:
    """Whether the procedure has a dummy that it may give an array, or take it from."""
    for dummy in found.unit.stated.arguments:
        words = found.attributes.get(dummy.name, set())
        spec = found.variables[dummy.name][0] if dummy.name in found.variables else None
        held = words & {"allocatable", "pointer"} or (spec is not None and spec.name)
        if held and "intent(in)" not in words:
            return True
    return False


def _unsure(statement: str, name: str, state: str, span: Span) -> AdcError:
    way_out = "free it before, or leave" if state == "be" else "leave"
    return AdcError.of(
        "ADC0157", f"`stat=` of {statement} of `{name}`, which may {state} allocated"
        f"{' already' if state == 'be' else ''}, is not supported", span,
        help=f"{way_out} `stat=` out",
    )  # fmt: skip
