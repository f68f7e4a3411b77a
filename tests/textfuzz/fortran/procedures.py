"""Random helpers of a Fortran program: functions and subroutines, inside or beside a routine."""

from __future__ import annotations

import random
import re
from dataclasses import dataclass, replace

from tests.textfuzz.fortran.arrays import Span
from tests.textfuzz.fortran.data_sections import DataSectionWriter
from tests.textfuzz.fortran.scope import Affine, Dummy, Helper, Scope, Variable, size
from tests.textfuzz.fortran.text import Body, Node, block, line, lines_of

#: Names of locals that mean something else in Fortran.
ODD_NAMES = ("sum", "max", "size", "scale", "sign", "mod", "abs", "exp", "dim", "if", "do", "end",
             "data", "call", "where", "result", "merge", "else", "sin", "product")  # fmt: skip
_DOUBLE_77 = ("double precision", "real*8")
_DOUBLE_90 = ("real(8)", "real(8)", "real(kind=8)", "double precision", "real(kind(1d0))")
REALS = ("t", "u", "r", "h", "acc", "q")


@dataclass
class Common:
    """COMMON storage of reals of one kind: as the routine divides it, and its length."""

    name: str
    members: list[Variable]
    length: int


class HelperWriter(DataSectionWriter):
    """Draws program units. What belongs to a unit is set anew for each (`begin_unit`)."""

    def __init__(self, rng: random.Random, seed: int) -> None:
        style = rng.choices(("f77", "module", "external", "fixed90"), (40, 25, 25, 10))[0]
        single = rng.choices(("", "all", "mixed"), (80, 10, 10))[0]
        super().__init__(rng, style == "f77", single)
        self.seed, self.style = seed, style
        self.odd = rng.sample(ODD_NAMES, 2) if self.one_in(8) else []
        self.hidden = frozenset(self.odd)
        self.implicit = self.old and self.one_in(3) and not self.odd
        self.least = rng.choice((0, 0, 0, 1, 1, 2))
        self.shaped = False
        self.helpers: list[Helper] = []
        self.common: Common | None = None
        self.integers = set()
        self.variables = {}

    # -- types and declarations

    def kind(self) -> str:
        if self.single == "mixed":
            return self.rng.choice(("r8", "r8", "r4"))
        return "r4" if self.single else "r8"

    def type_text(self, kind: str) -> str:
        if kind == "int":
            return "integer"
        if kind == "log":
            return "logical"
        if kind == "r4":
            return self.rng.choice(("real", "real*4") if self.old else ("real", "real(4)"))
        return self.rng.choice(_DOUBLE_77 if self.old else _DOUBLE_90)

    def declare(self, v: Variable, intent: str = "", words: str = "", dims: str = "") -> Node:
        """One declaration: attributes in Fortran 90, plain or by DIMENSION otherwise."""
        dims = dims or dims_text(v)
        if self.old:
            return line(f"{self.type_text(v.kind)} {v.name}{dims}", fixed=bool(intent))
        intent = "" if intent == "none" else f", intent({intent})" if intent else ""
        if dims and self.one_in(3):
            return line(f"{self.type_text(v.kind)}, dimension{dims}{intent}{words} :: {v.name}")
        return line(f"{self.type_text(v.kind)}{intent}{words} :: {v.name}{dims}")

    def local_declarations(self) -> list[Node]:
        nodes = [self._local(v) for v in self.variables.values()
                 if not (self.implicit and v.kind == "r8" and not v.rank)]  # fmt: skip
        names = sorted(self.integers)
        if names and not self.implicit:
            nodes.append(line(("integer " if self.old else "integer :: ") + ", ".join(names)))
        return nodes

    def _local(self, v: Variable) -> Node:
        if v.name not in self.allocated:
            return self.declare(v)
        colons = ", ".join(":" * v.rank)
        return line(f"{self.type_text(v.kind)}, allocatable :: {v.name}({colons})")

    def heading(self) -> list[Node]:
        """IMPLICIT, where it stands."""
        if self.implicit:
            kind = "real" if self.single == "all" else "double precision"
            return [line(f"implicit {kind} (a-h, o-z)")]
        return [line("implicit none")] if not self.old or self.one_in(2) else []

    def begin_unit(self, budget: int, taken: set[str]) -> None:
        self.labels, self.budget, self.called, self.table = 0, budget, set(), False
        self.allocated: set[str] = set()
        self.counted = False
        self.integers = set() if self.old else {"ii", "jj"}
        names = [n for n in REALS if n not in taken]
        odd = [n for n in self.odd if n not in taken]
        self.variables = {n: Variable(n, self.kind()) for n in [*names[:4], *odd]}
        if self.implicit and self.single == "mixed":
            self.variables = {n: replace(v, kind="r8") for n, v in self.variables.items()}
        if self.one_in(3):
            self.variables["flag"] = Variable("flag", "log")

    # -- arrays of a unit

    def shape(self, sizes: list[str]) -> tuple[tuple[Affine, Affine], ...]:
        """Bounds of an array: of the sizes in sight, now and then constant or shifted."""
        rank = self.rng.choice((1, 1, 1, 2, 2))
        if self.one_in(14):
            rank = 3
        return tuple(self.bounds(sizes) for _ in range(rank))

    def bounds(self, sizes: list[str]) -> tuple[Affine, Affine]:
        pick = self.rng.random()
        if pick < 0.2 or not sizes:
            return Affine(1), Affine(self.rng.choice((2, 3, 4)))
        high = size(self.rng.choice(sizes))
        if pick < 0.72:
            return Affine(1), high
        if pick < 0.84:
            return Affine(0), high - self.rng.choice((0, 1))
        if pick < 0.92:
            return Affine(-1), high
        return Affine(1), high + self.rng.choice((1, 2))

    def set_array(self, s: Scope, v: Variable) -> list[Node]:
        """All of an array set: by loops in FORTRAN 77, else by an assignment."""
        outer = s.child()
        if not self.old and not self.one_in(3):
            shape = tuple(Span(high - low) for low, high in v.dims)
            return [line(f"{v.name} = {self.array(outer, shape, 1)}")]
        names = [n for n in ("i", "j", "l") if not self._is_taken(s, n)][: v.rank]
        if len(names) < v.rank:
            return [line(f"{v.name} = {self.literal()}")]
        self.integers.update(names)
        for name, (low, high) in zip(names, v.dims, strict=True):
            outer.add(Variable(name, "int", (), False, low, high))
            outer.assume(high - low)
        inner = line(f"{v.name}({', '.join(names)}) = {self.real(outer, 1)}")
        s.variables = [w for w in s.variables if w.name not in names]
        for name, (low, high) in zip(names, v.dims, strict=True):
            if self.old:
                label = self.label()
                inner = block(f"do {label} {name} = {low}, {high}", (inner,), f"{label} continue")
            else:
                inner = block(f"do {name} = {low}, {high}", (inner,), "end do")
        return [inner]

    # -- helpers

    def helper_name(self) -> str:
        return f"{self.rng.choice(('f', 'g', 'h'))}{len(self.helpers) + 1}x{self.seed}"

    def add_helper(self, host: Scope | None, explicit: bool) -> Node:
        """One helper; `host` is what an internal procedure or a module's sees of its host."""
        makers = [self.scalar_function, self.subroutine, self.subroutine]
        if explicit:
            makers.append(self.array_function)
        helper, node = self.rng.choice(makers)(self.helper_name(), host, explicit)
        self.helpers.append(helper)
        return node

    def helper_scope(self, host: Scope | None, dummies: list[Dummy], pure: bool) -> Scope:
        sizes = {d.variable.name: 0 for d in dummies if d.role == "size"}
        s = Scope(least=sizes, helpers=[] if pure else list(self.helpers))
        if host is not None and not pure:
            taken = {d.variable.name for d in dummies} | set(self.variables) | self.integers
            s.variables = [v for v in host.variables if v.name not in taken | {"l"}]
            s.least.update(host.least)
            s.lock(*(v.name for v in s.variables if self.one_in(2)))
        return s

    def finish_helper(
        self, name: str, head: str, tail: str, dummies: list[Dummy], own: list[Node],
        body: list[Node], host: Scope | None, common: list[Variable],
    ) -> tuple[Node, frozenset[str], bool]:  # fmt: skip
        """The unit's node, what else than its arguments it touches, and whether it changes it."""
        declared = self.heading() if host is None else []
        declared += own + self._common_lines(common) + self.local_declarations()
        declared += self._called_types()
        words = {w for t in texts_of(body) for w in words_of(t)}
        known = {h.name: h for h in self.helpers}
        touches = {v.name for v in (host.variables if host else [])} & words
        if self.common and words & {v.name for v in common}:
            touches |= {v.name for v in self.common.members}
        changes = bool(touches)
        for called in sorted(self.called & set(known)):
            touches |= known[called].touches
            changes = changes or known[called].changes
        return block(head, (*declared, *body), tail), frozenset(touches), changes

    def _called_types(self) -> list[Node]:
        """Types of the external functions that are called."""
        found = [h for h in self.helpers if h.name in self.called and h.result and not h.explicit]
        return [line(f"{self.type_text(h.result)} {h.name}") for h in found]

    def scalar_function(
        self, name: str, host: Scope | None, explicit: bool
    ) -> tuple[Helper, Node]:  # fmt: skip
        """A function of scalars; elemental, pure, or with COMMON and the host's variables."""
        self.begin_unit(5, {"x", "y", "z"})
        kind = self.kind()
        pure = explicit and self.one_in(3)
        names = ["x", "y", "z"][: self.rng.choice((1, 2, 2, 3))]
        dummies = [Dummy(Variable(n, self.kind(), (), False), "in") for n in names]
        if explicit and len(names) > 1 and self.one_in(2):
            dummies[-1] = replace(dummies[-1], role="optional")
        s = self.helper_scope(host, dummies, pure)
        common = [] if pure or host is not None else self._view()
        for v in common:
            s.add(v)
        result = "fr" if not self.old and self.one_in(2) else name
        self.may_return = not pure
        s.variables += [d.variable for d in dummies if d.role == "in"]
        own = [self.declare(d.variable, "in", ", optional" if d.role == "optional" else "")
               for d in dummies]  # fmt: skip
        own.append(self.declare(Variable(result, kind)))
        body = [line(f"{result} = {self.real(s, 1)}")]
        s.add(Variable(result, kind))
        body += self._optional_uses(s, dummies, result)
        body += self.body(s, 1 if self.one_in(2) else 0, self.rng.choice((1, 2, 3)))
        if pure:
            body = [n for n in body if not any(w in t for t in texts_of([n])
                                               for w in ("print", "write", "stop"))]  # fmt: skip
        elemental = pure and self.one_in(2)
        prefix = ("elemental " if elemental else "pure ") if pure else ""
        arguments = ", ".join(d.variable.name for d in dummies)
        head, typed = f"{prefix}function {name}({arguments})", self.old and self.one_in(2)
        if typed:
            head, own = f"{self.type_text(kind)} {head}", own[:-1]
        if result != name:
            head += f" result({result})"
        tail = "end" if self.old else f"end function {name}"
        node, touches, changes = self.finish_helper(name, head, tail, dummies, own, body, host,
                                                    common)  # fmt: skip
        helper = Helper(name, tuple(dummies), kind, "", elemental, explicit, 0, touches, changes)
        return helper, node

    def _optional_uses(self, s: Scope, dummies: list[Dummy], result: str) -> list[Node]:
        nodes = []
        for d in dummies:
            if d.role == "optional":
                text = f"{result} = {self.half()}*{result} + {self.half()}*{d.variable.name}"
                nodes.append(line(f"if (present({d.variable.name})) {text}"))
        return nodes

    def subroutine(
        self, name: str, host: Scope | None, explicit: bool
    ) -> tuple[Helper, Node]:  # fmt: skip
        """A subroutine (or a function with effects) on arrays and scalars."""
        self.begin_unit(6, {"x", "y", "z", "p"})
        self.may_return = True
        least = self.rng.choice((0, 0, 1, 2)) if self.least else 0
        shaped = explicit and self.one_in(3)
        dummies = self._dummies(shaped)
        s = self.helper_scope(host, dummies, False)
        s.least["l"] = min(least, self.least)
        common = self._view() if host is None else []
        for v in common:
            s.add(v)
        own, body = [line("integer l" if self.old else "integer, intent(in) :: l", fixed=True)], []
        own += [self._dummy_line(d) for d in dummies if d.role != "size"]
        s.variables += [d.variable for d in dummies if d.role in ("in", "inout", "size")]
        for d in dummies:
            if d.role == "out":
                body += self.set_array(s, d.variable) if d.variable.rank else \
                    [line(f"{d.variable.name} = {self.real(s, 1)}")]  # fmt: skip
                s.add(d.variable)
        body += self._local_array(s, ["l"])
        result = self.kind() if self.one_in(5) else ""
        if result:
            own.append(self.declare(Variable(name, result)))
            body.append(line(f"{name} = {self.real(s, 1)}"))
            s.add(Variable(name, result))
        body += self.body(s, 2, self.rng.choice((1, 2, 3)))
        word = "function" if result else "subroutine"
        head = f"{word} {name}({', '.join(d.variable.name for d in dummies)})"
        tail = "end" if self.old else f"end {word} {name}"
        node, touches, changes = self.finish_helper(name, head, tail, dummies, own, body, host,
                                                    common)  # fmt: skip
        helper = Helper(name, tuple(dummies), result, "", False, explicit, s.least["l"], touches,
                        changes)  # fmt: skip
        return helper, node

    def _dummies(self, shaped: bool) -> list[Dummy]:
        size_dummy = Dummy(Variable("l", "int", (), False), "size")
        dims = ((Affine(1), size("l")),)
        arrays = []
        for name in ["x", "y"][: self.rng.choice((1, 1, 2))]:
            role = self.rng.choice(("in", "inout", "inout", "out"))
            star = not shaped and role != "out" and self.one_in(4)
            v = Variable(name, self.kind(), dims, role != "in", None, None, star, shaped)
            arrays.append(Dummy(v, role))
        if shaped:
            arrays = [replace(d, role="inout" if d.role == "out" else d.role) for d in arrays]
        roles = (("z", self.rng.choice(("in", "inout"))), ("p", "out"))
        scalars = [
            Dummy(Variable(name, self.kind(), (), role != "in"), role)
            for name, role in roles
            if self.one_in(2)
        ]
        dummies = [size_dummy, *arrays, *scalars]
        if self.one_in(2):
            self.rng.shuffle(dummies)
        self.shaped = shaped
        return dummies

    def _dummy_line(self, d: Dummy) -> Node:
        intent = d.role if self.one_in(3) is False else "none"
        dims = ""
        if d.variable.assumed_size:
            dims = "(*)"
        elif d.variable.rank and self.shaped:
            dims = "(:)"
        return self.declare(d.variable, intent, dims=dims)

    def _local_array(self, s: Scope, sizes: list[str]) -> list[Node]:
        """A local array that is set at once: automatic, or allocated."""
        if self.one_in(2):
            return []
        dims = (self.bounds(sizes),) if self.old or self.one_in(2) else self.shape(sizes)
        if self.old and host_sized(dims):
            dims = ((Affine(1), Affine(4)),) if self.one_in(2) else dims
        v = Variable("w", self.kind(), dims)
        nodes = self.set_array(s, v)
        if not self.old and self.one_in(4):
            self.allocated.add("w")
            nodes.insert(0, line(f"allocate (w{dims_text(v)})"))
        self.variables["w"] = v
        s.add(v)
        return nodes

    def array_function(
        self, name: str, host: Scope | None, explicit: bool
    ) -> tuple[Helper, Node]:  # fmt: skip
        """A function whose result is as long as its argument."""
        self.begin_unit(4, {"x", "y", "z", "fr"})
        self.may_return = False
        kind = "r4" if self.single == "all" else "r8"
        dims = ((Affine(1), size("l")),)
        dummies = [Dummy(Variable("l", "int", (), False), "size"),
                   Dummy(Variable("x", kind, dims, False), "in"),
                   Dummy(Variable("y", kind, (), False), "in")]  # fmt: skip
        s = self.helper_scope(None, dummies, False)
        s.variables += [d.variable for d in dummies]
        own = [line("integer, intent(in) :: l")]
        own += [self.declare(d.variable, "in") for d in dummies[1:]]
        result = Variable("fr", kind, dims)
        own.append(self.declare(result))
        body = self.set_array(s, result)
        s.add(result)
        body += self.body(s, 1, self.rng.choice((0, 1, 2)) or 1)
        head = f"function {name}(l, x, y) result(fr)"
        node, touches, changes = self.finish_helper(
            name, head, f"end function {name}", dummies, own, body, host, []
        )
        return Helper(name, tuple(dummies), kind, "l", False, explicit, 0, touches, changes), node

    # -- COMMON

    def make_common(self) -> None:
        kind = "r4" if self.single == "all" else "r8"
        two, three = (Affine(1), Affine(2)), (Affine(1), Affine(3))
        members = [
            Variable("ca", kind),
            Variable("cv", kind, (three,)),
            Variable("cm", kind, (two, two)),
        ]
        chosen = members[: self.rng.choice((1, 2, 3))]
        self.rng.shuffle(chosen)
        length = sum(_constant_length(v) for v in chosen)
        self.common = Common(f"cb{self.seed}", chosen, length)

    def _view(self) -> list[Variable]:
        """The COMMON block as a helper divides it: alike, or differently; [] for not at all."""
        if self.common is None or self.one_in(3):
            return []
        members = self.common.members
        writable = self.one_in(2)
        if self.one_in(2):
            return [replace(v, writable=writable) for v in members]
        kind, left, found = members[0].kind, self.common.length, []
        while left:
            count = self.rng.randint(1, left)
            dims = ((Affine(1), Affine(count)),) if count > 1 else ()
            found.append(Variable(f"cd{len(found)}", kind, dims, writable))
            left -= count
        return found

    def _common_lines(self, members: list[Variable]) -> list[Node]:
        if not members or self.common is None:
            return []
        inside = self.one_in(2)
        nodes = []
        for v in members:
            text = dims_text(v) if not inside else ""
            nodes.append(line(f"{self.type_text(v.kind)} {v.name}{text}", fixed=True))
        listed = ", ".join(v.name + (dims_text(v) if inside else "") for v in members)
        return [*nodes, line(f"common /{self.common.name}/ {listed}", fixed=True)]


def dims_text(v: Variable) -> str:
    if not v.rank:
        return ""
    texts = [str(high) if low == Affine(1) else f"{low}:{high}" for low, high in v.dims]
    return f"({', '.join(texts)})"


def host_sized(dims: tuple[tuple[Affine, Affine], ...]) -> bool:
    return any(low.terms or high.terms for low, high in dims)


def _constant_length(v: Variable) -> int:
    length = 1
    for axis in range(v.rank):
        length *= v.extent(axis).constant
    return length


def texts_of(nodes: list[Node] | Body) -> list[str]:
    return [text for _, text in lines_of(tuple(nodes))]


def words_of(text: str) -> set[str]:
    return set(re.findall(r"[a-z]\w*", text.lower()))
