"""The last iteration of a search once more, from ends that have the root's derivative."""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce

from adc.differentiate.again import as_routine
from adc.differentiate.bisection.elements import element
from adc.differentiate.bisection.loops import Bisection
from adc.differentiate.bisection.making import Making
from adc.differentiate.bisection.values import carried, feeding
from adc.differentiate.implicit.stopping import tests_of, tolerance_of
from adc.differentiate.slopes import labelled, slopes
from adc.ir import build
from adc.ir.build import const
from adc.ir.declarations import Container
from adc.ir.dtypes import DType
from adc.ir.expressions import Expr, index_names, rename_containers
from adc.ir.node import Body, Node
from adc.ir.nodes import NOTE, Compute, Heading, While
from adc.ir.shapes import IntLike, names, substitute
from adc.ir.text import expr_text
from adc.ir.walking import map_body, rename_in_body, walk_nodes, written_in
from adc.lowering.asked_slopes import Question

#: A step of Newton's from the middle may leave the interval by so many times its length, and by
#: this part of the first one's.
_BEYOND = 10.0
_PART = {DType.FLOAT64: 1e-9, DType.FLOAT32: 1e-4}
#: The tolerance of a search that counts its iterations, where their number is not known.
_USUAL = 1e-12
_MOST_HALVINGS = 43
#: How long the first interval is taken to be there, in parts of what is found.
_WIDTH = 8.0
#: A longer expression is not quoted.
_LONGEST = 40


def length(found: Bisection, making: Making) -> Expr:
    """How long the interval is."""
    ends = [element(making.program[name]) for name in found.ends]
    if len(ends) == 2:
        return build.apply("abs", build.sub(ends[1], ends[0]))
    return build.apply("abs", element(making.program[found.step]))


@dataclass
class Again:
    """What is run once everything that the loop hands on is as it was before the last iteration.
    `both` says whether both ends have moved by then, and `width` has the first interval's length.
    """

    found: Bisection
    making: Making
    width: Container
    both: Expr

    def body(self) -> Body | None:
        """None where the residual has no slope, or the iteration cannot be run by itself."""
        found = self.found
        before, between = self.of_the_last(found.before), self.of_the_last(found.between)
        last = self.of_the_last(found.loop.body)
        if before is None or between is None or last is None:
            return None
        moved = self.moved_ends(before, between)
        return None if moved is None else (self.heading, *moved, *last)

    @property
    def heading(self) -> Heading:
        text = expr_text(self.found.residual)
        of = f"`{text}`" if len(text) <= _LONGEST else "what is compared"
        words = f"The last iteration once more, from ends that move as the root of {of} does."
        return Heading(words, NOTE, span=self.found.loop.span)

    # -- the root's derivative ---------------------------------------------------------------------

    def moved_ends(self, before: Body, between: Body) -> Body | None:
        """The ends, and a middle that is there before the iteration, with the derivative of the
        root of the residual: that is linear in what it depends on, with the slope held."""
        making, found = self.making, self.found
        begin, between, table = self.at_the_middle(before, between)
        middle = making.program[table[found.middle.container]]
        dtype = middle.dtype
        residual = making.local("residual", dtype, middle)
        value = rename_containers(found.residual, table)
        between = (*between, making.sets(residual, build.cast(value, dtype)))
        # Where the middle comes from is of no account: the root is where the residual is zero.
        stays = build.apply("held", element(middle), build.zero(dtype))
        begin = (*begin, making.sets(middle, stays, "the root is wherever the middle comes from"))
        one = making.local("one", dtype, middle)
        known = making.program
        answer = slopes(
            Question(
                between, known.by_name, ((middle.name, one.name),), residual.name,
                frozenset(making.names.taken), making.names.fresh, known.routines,
            )
        )  # fmt: skip
        if answer.slope is None:
            return None
        new = (c for c in answer.containers if c.name not in known.by_name)
        making.program = known.with_containers(*new)
        making.routines += tuple(as_routine(routine) for routine in answer.routines)
        names = ("share", "step", "blur", "shift")
        share, step, blur, shift = (making.local(name, dtype, middle) for name in names)
        sought = making.local("sought", DType.BOOL, middle)
        slope = element(making.program[answer.slope])
        says = build.where(
            self.is_near(element(step), element(share)), build.zero(dtype), const("nan", dtype)
        )  # fmt: skip
        moving = [*found.ends, *([found.middle.container] if not found.before else [])]
        return (
            *begin, making.sets(one, build.one(dtype)),
            *labelled(answer.body, making.labels),
            making.sets(share, build.div(const(-1, dtype), slope)),
            making.sets(step, build.mul(element(residual), element(share)), "a step of Newton's"),
            making.sets(blur, says, "NaN where the slope says nothing"),
            making.sets(shift, self.shift(element(residual), element(share), element(blur))),
            making.sets(sought, self.is_sought(element(step), element(blur), middle)),
            *(self.follows(making.program[name], shift, sought) for name in moving),
        )  # fmt: skip

    def shift(self, residual: Expr, share: Expr, blur: Expr) -> Expr:
        """What moves as the root does: the residual's `share`, which is held. Where the slope says
        nothing, its derivative is NaN along all numbers on which the residual depends: those that
        it compares, and those of which its own slopes are zero, too."""
        program, found, nothing = self.making.program, self.found, build.zero(residual.dtype)
        inside = {*written_in((*found.before, *found.between)), found.middle.container}
        shapes = ((), program[found.middle.container].shape)
        fed = [program[n] for n in sorted(feeding(found.between, found.residual) - inside)]
        alike = [c for c in fed if c.dtype.is_float and c.shape in shapes]
        moved = build.mul(residual, build.apply("held", build.add(share, blur), nothing))
        if not alike:
            return moved
        together = reduce(build.add, (build.cast(element(c), residual.dtype) for c in alike))
        return build.add(moved, build.mul(build.apply("held", blur, nothing), together))

    def at_the_middle(self, before: Body, between: Body) -> tuple[Body, Body, dict[str, str]]:
        """The statements that make the middle, those from there to where the residual decides, and
        what the containers are called that they write: copies, which nothing else sees."""
        making, found = self.making, self.found
        both = (*before, *between)
        written = dict.fromkeys((*written_in(both), found.middle.container))
        copies = {name: making.another(name) for name in written}
        table = {name: copy.name for name, copy in copies.items()}
        early = [*carried(making.program, both)]
        early += [found.middle.container] if not found.before else []
        first = tuple(making.copies(copies[n], making.program[n]) for n in early)
        return (*first, *rename_in_body(before, table)), rename_in_body(between, table), table

    def is_near(self, step: Expr, share: Expr) -> Expr:
        """Whether the step of Newton's ends near the interval, as it does at the root of what is
        smooth there: of what has a slope, and none without bounds."""
        dtype = step.dtype
        left = build.mul(const(_BEYOND, dtype), length(self.found, self.making))
        most = build.add(left, build.mul(const(_PART[dtype], dtype), element(self.width)))
        near = build.compare("le", build.apply("abs", step), most)
        return build.apply("and", near, build.compare("ne", share, build.zero(dtype)))

    def is_sought(self, step: Expr, blur: Expr, middle: Container) -> Expr:
        """Whether what is found is a root: it is where both ends have moved, or where the step ends
        inside the interval, as it does if the first middle happens to be the root."""
        end = build.cast(element(self.making.program[self.found.ends[0]]), step.dtype)
        half = build.apply("abs", build.sub(element(middle), end))
        inside = build.compare("le", build.apply("abs", step), build.add(half, blur))
        return build.apply("or", self.both, inside)

    def follows(self, end: Container, shift: Container, sought: Container) -> Compute:
        found = build.apply("held", element(end), self.tolerance(end.dtype))
        value = build.apply("follows", found, build.cast(element(shift), end.dtype))
        return self.making.sets(end, build.where(element(sought), value, element(end)))

    def tolerance(self, dtype: DType) -> Expr:
        """How exactly the loop finds the root."""
        loop = self.found.loop
        if isinstance(loop, While):
            for test in tests_of(loop):
                asked = tolerance_of(test.goes_on, loop)
                if asked is not None:
                    return build.cast(asked, dtype)
        count = loop.limit if isinstance(loop, While) else loop.stop - loop.start
        known = count is not None and count.is_Integer
        halvings = min(abs(int(count)), _MOST_HALVINGS) if known else 0  # type: ignore[arg-type]
        return const(_WIDTH * 0.5**halvings if halvings else _USUAL, dtype)

    # -- the iteration -----------------------------------------------------------------------------

    def of_the_last(self, body: Body) -> Body | None:
        """A copy of some of the loop's statements, as they are in its last iteration; None where
        they need to know which one that is."""
        loop = self.found.loop
        if isinstance(loop, While):
            alone = [n for n in walk_nodes(body) if self.is_a_count(n)]
            body = map_body(body, lambda n: () if n in alone else (n,))
            return None if _mentions(body, loop.var) else self.making.copied(body)
        if not _mentions(body, loop.var):
            return self.making.copied(body)
        if abs(loop.step) != 1 or loop.backwards:
            return None
        last: dict[str, IntLike] = {loop.var: loop.stop - loop.step}
        body = map_body(body, lambda n: (n.with_integers(lambda e: substitute(e, last)),))
        return self.making.copied(body)

    def is_a_count(self, node: Node) -> bool:
        """Whether it says what number the iteration has, which it still does afterwards."""
        loop = self.found.loop
        if not isinstance(node, Compute) or not _mentions((node,), loop.var):
            return False
        writers = [
            n for n in walk_nodes(loop.body) if any(w.container == node.container for w in n.writes)
        ]
        number = not self.making.program[node.container].dtype.is_float and not node.domain
        return number and len(writers) == 1 and node.container not in self.found.carried


def _mentions(body: Body, var: str) -> bool:
    """Whether the variable of a loop stands anywhere in its `body`."""
    return any(
        any(var in names(i.value) for i in node.integers)
        or any(var in index_names(e.expr) for e in node.evaluated)
        for node in walk_nodes(body)
    )
