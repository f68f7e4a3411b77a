"""Random Fortran programs, valid at every size from the least one on: a routine and its helpers."""

from __future__ import annotations

import random
import re
from dataclasses import replace

from tests.textfuzz.fortran.procedures import HelperWriter, dims_text, texts_of, words_of
from tests.textfuzz.fortran.program import Program
from tests.textfuzz.fortran.scope import Affine, Dummy, Helper, Scope, Variable
from tests.textfuzz.fortran.text import Body, Form, Node, line

NUMPY = {"r8": "float64", "r4": "float32", "int": "int32", "log": "bool"}


def generate(seed: int) -> Program:
    """The program of a seed: always the same one."""
    return Maker(random.Random(f"fortran {seed}"), seed).program()


class Maker(HelperWriter):
    """Draws one program: the routine that is differentiated, and what is around it."""

    def program(self) -> Program:
        self.name = f"r{self.seed}"
        self.arguments = self._arguments()
        if self.style in ("f77", "external", "fixed90") and self.one_in(3):
            self.make_common()
        globals_ = self._module_variables() if self.style == "module" else []
        scope = Scope(least=dict.fromkeys(self.sizes, self.least))
        scope.variables += globals_
        beside = self._beside(scope)
        routine = self._routine(scope)
        if self.style == "module":
            body: Body = (self._module(globals_, beside, routine),)
        else:
            units = [routine, *beside]
            self.rng.shuffle(units)
            body = tuple(units)
        return self._finished(body, routine, globals_)

    # -- what is around the routine

    def _arguments(self) -> list[Dummy]:
        """Sizes, an integer of any sign, arrays, scalars, and what comes out."""
        self.sizes = ["n", "m"] if self.one_in(2) else ["n"]
        found = [Dummy(Variable(n, "int", (), False), "size") for n in self.sizes]
        if self.one_in(2):
            found.append(Dummy(Variable("k", "int", (), False), "in"))
        names = ["a", "b", "c"][: self.rng.choice((1, 2, 2, 3))]
        if self.odd and self.one_in(2):
            names[-1] = self.odd.pop()
        for name in names:
            role = self.rng.choice(("in", "inout", "inout", "inout", "out"))
            star = role != "out" and self.one_in(8)
            found.append(Dummy(Variable(name, self.kind(), self.shape(self.sizes), role != "in",
                                        assumed_size=star), role))  # fmt: skip
        found += [Dummy(Variable(n, self.kind(), (), False), "in") for n in ("d", "e")
                  if self.one_in(2)]  # fmt: skip
        if self.one_in(5):
            found.append(Dummy(Variable("g", "log", (), False), "in"))
        self.is_function = self.one_in(4)
        if not self.is_function:
            found.append(Dummy(Variable("s", self.kind()), "out"))
        if self.one_in(3):
            self.rng.shuffle(found)
        self.assumed_shape = self.style == "module" and self.one_in(3)
        if self.assumed_shape:
            found = [
                replace(d, variable=replace(d.variable, assumed_shape=not d.variable.assumed_size))
                for d in found
            ]
        return found

    def _module_variables(self) -> list[Variable]:
        found = [Variable(f"mv{self.seed}", self.kind()),
                 Variable(f"mw{self.seed}", self.kind(), ((Affine(1), Affine(3)),))]  # fmt: skip
        return [v for v in found if self.one_in(2)]

    def _beside(self, scope: Scope) -> list[Node]:
        """Helpers outside of the routine: of its module, or external."""
        count = self.rng.choice((0, 1, 1, 2, 2, 3))
        host = replace(scope, least={}) if self.style == "module" else None
        self.inside = 0 if self.style in ("f77", "module") else self.rng.randint(0, count)
        return [self.add_helper(host, self.style == "module") for _ in range(count - self.inside)]

    def _module(self, variables: list[Variable], beside: list[Node], routine: Node) -> Node:
        declared = [line("implicit none")]
        for v in variables:
            first = f" = {self.half() if v.kind == 'r8' else '0.5'}" if self.one_in(2) else ""
            node = self.declare(v).arms[0][0] + first
            declared.append(line(node, fixed=True))
        units = [*beside, routine]
        self.rng.shuffle(units)
        name = f"m{self.seed}"
        return Node((((f"module {name}"), tuple(declared)), ("contains", tuple(units))),
                    f"end module {name}")  # fmt: skip

    # -- the routine itself

    def _routine(self, scope: Scope) -> Node:
        outer = list(self.helpers)
        if self.common:
            scope.variables += self.common.members
        s = scope.child()
        s.variables += [d.variable for d in self.arguments if d.role != "out"]
        whole = [*s.variables, *(d.variable for d in self.arguments if d.role == "out")]
        internal: list[Node] = []
        if self.inside:
            host = replace(s, variables=whole, locked=frozenset())
            internal = [self.add_helper(host, True) for _ in range(self.inside)]
        self.begin_unit(self.rng.choice((6, 9, 12)), {v.name for v in whole})
        self.may_return = True
        s.helpers = list(self.helpers)
        statement_functions = self._statement_functions(s)
        constants = self._constants(s)
        body = self._outputs(s)
        body += self._local_array(s, self.sizes)
        body += self.body(s, 3, self.rng.choice((2, 3, 4, 5)))
        body += self._closing(s)
        declared = [*self.heading(), *self._dummy_lines(), *self._common_lines(
            self.common.members if self.common else [])]  # fmt: skip
        declared += self.local_declarations() + self._types_of(outer) + constants
        if self.old and self.one_in(20) and "w" not in self.variables:
            declared.append(line("save"))
        arms = [(self._head(), (*declared, *statement_functions, *body))]
        if internal:
            arms.append(("contains", tuple(internal)))
        word = "function" if self.is_function else "subroutine"
        return Node(tuple(arms), "end" if self.old and not internal else f"end {word} {self.name}")

    def _types_of(self, outer: list[Helper]) -> list[Node]:
        found = [h for h in outer if h.name in self.called and h.result and not h.explicit]
        return [line(f"{self.type_text(h.result)} {h.name}") for h in found]

    def _head(self) -> str:
        names = ", ".join(d.variable.name for d in self.arguments)
        if not self.is_function:
            return f"subroutine {self.name}({names})"
        suffix = " result(s)" if self.result_name == "s" else ""
        return f"{self.type_text(self.result_kind)} function {self.name}({names}){suffix}"

    def _dummy_lines(self) -> list[Node]:
        nodes = []
        for d in sorted(self.arguments, key=lambda d: d.role != "size"):
            v = d.variable
            intent = "in" if d.role == "size" else d.role
            intent = intent if not self.one_in(3) else "none"
            nodes.append(replace(self.declare(v, intent, dims=self._dummy_dims(v)), fixed=True))
        return nodes

    def _dummy_dims(self, v: Variable) -> str:
        if not v.rank:
            return ""
        texts = [str(high) if low == Affine(1) else f"{low}:{high}" for low, high in v.dims]
        if v.assumed_size:
            low = v.dims[-1][0]
            texts[-1] = "*" if low == Affine(1) else f"{low}:*"
        elif self.assumed_shape:
            texts = [":" if low == Affine(1) else f"{low}:" for low, _ in v.dims]
        return f"({', '.join(texts)})"

    def _outputs(self, s: Scope) -> list[Node]:
        """What has no value on entry gets one before anything else."""
        nodes: list[Node] = []
        for d in self.arguments:
            if d.role == "out" and d.variable.rank:
                nodes += self.set_array(s, d.variable)
                s.add(d.variable)
        self.result_kind = self.kind()
        self.result_name = "s" if not self.is_function or not self.old else self.name
        kinds = [d.variable.kind for d in self.arguments if d.variable.name == "s"]
        result = Variable(self.result_name, kinds[0] if kinds else self.result_kind)
        nodes.append(line(f"{result.name} = {self.real(s, 1)}"))
        s.add(result)
        return nodes

    def _closing(self, s: Scope) -> list[Node]:
        """A last statement that brings much of what there is into the result."""
        terms = [self.real(s, 1) for _ in range(2)]
        for v in s.reals():
            if v.rank and not v.assumed_size and not self.old and self.has("sum"):
                terms.append(f"{self.half()}*sum({v.name})")
            elif v.rank and (element := self.element(s, v)):
                terms.append(element)
        name = self.result_name
        return [line(f"{name} = {self.half()}*{name} + {' + '.join(terms)}")]

    def _statement_functions(self, s: Scope) -> list[Node]:
        """`sf(x, y) = …`, of its arguments and of the routine's scalars."""
        if not self.old or not self.one_in(3):
            return []
        kind = "r4" if self.single == "all" else "r8"
        inner = s.child()
        inner.helpers = []
        inner.variables = [v for v in s.variables if not v.rank and v.is_real]
        dummies = [Dummy(Variable(n, kind, (), False), "in") for n in ("sx", "sy")]
        inner.variables += [d.variable for d in dummies]
        self.variables |= {d.variable.name: d.variable for d in dummies}
        self.variables["sf"] = Variable("sf", kind)
        text = self.real(inner, 2)
        for d in dummies:
            self.variables[d.variable.name] = d.variable
        s.helpers = [*s.helpers, Helper("sf", tuple(dummies), kind)]
        return [line(f"sf(sx, sy) = {text}")]

    def new_scalar(self, s: Scope) -> list[Node]:
        hold = self.variables
        self.variables = {n: v for n, v in hold.items() if n not in ("sx", "sy", "sf")}
        nodes = super().new_scalar(s)
        self.variables = hold
        return nodes

    def _constants(self, s: Scope) -> list[Node]:
        """PARAMETER and DATA: constants of the unit, by name."""
        kind, nodes = "r4" if self.single == "all" else "r8", []
        if self.one_in(4):
            value, name = self.literal(0.375), "pc"
            if self.old:
                nodes.append(line(f"{self.type_text(kind)} {name}"))
                nodes.append(line(f"parameter ({name} = {value})"))
            else:
                nodes.append(line(f"{self.type_text(kind)}, parameter :: {name} = 3*{value}/2"))
            s.add(Variable(name, kind, (), False))
        if self.one_in(5):
            items = [self.literal() for _ in range(3)]
            listed = ", ".join(items) if self.one_in(2) else f"2*{items[0]}, {items[1]}"
            v = Variable("dt", kind, ((Affine(1), Affine(3)),), False)
            nodes += [self.declare(v), line(f"data dt /{listed}/")]
            s.add(v)
        if self.one_in(5):
            self.table = True
            values = self.rng.choice(("2, 3, 1", "1, 3, 2", "3, 2, 1", "2, 2, 3"))
            nodes += [line("integer kt(3)"), line(f"data kt /{values}/")] if self.old else \
                [line(f"integer, parameter :: kt(3) = (/{values}/)")]  # fmt: skip
        if self.one_in(6):
            word = "integer" if self.old else "integer, parameter ::"
            nodes.append(line(f"{word} kp" + ("" if self.old else " = -7/2 + 5")))
            nodes += [line("parameter (kp = -7/2 + 5)")] if self.old else []
            s.add(Variable("kp", "int", (), False, Affine(2), Affine(2)))
        return nodes

    # -- what is asked

    def _finished(self, body: Body, routine: Node, globals_: list[Variable]) -> Program:
        rng = self.rng
        texts = texts_of(routine.arms[0][1])
        words = {w for t in texts for w in words_of(t) if not t.startswith("common")}
        outside = [*globals_, *(self.common.members if self.common else [])]
        read = [d.variable for d in self.arguments if d.role in ("in", "inout")]
        pool = [v.name for v in read if v.is_real and v.name in words]
        pool += [v.name for v in outside if _is_assigned(v.name, texts) or v.name in words]
        out = [d.variable.name for d in self.arguments if d.variable.is_real and d.variable.writable
               and _is_assigned(d.variable.name, texts)]  # fmt: skip
        out += [v.name for v in outside if _is_assigned(v.name, texts)]
        result = f"{self.result_name}: {NUMPY[self.result_kind]}" if self.is_function else ""
        out += [self.result_name] if self.is_function else []
        wrt = rng.sample(pool, min(len(pool), rng.choice((1, 2, 3, 3, 4))))
        of = rng.sample(out, min(len(out), rng.choice((1, 1, 2, 3))))
        if self.result_name not in of and not self.one_in(4):
            of.append(self.result_name)
        sizes = dict(zip(self.sizes, rng.choice(((4, 3), (3, 5), (5, 2), (4, 6))), strict=False))
        integers = [d.variable.name for d in self.arguments if d.variable.name == "k"]
        sizes |= {n: rng.choice((-3, -2, 2, 3, 4, 5)) for n in integers}
        form = Form(self.style in ("f77", "fixed90"), rng.choice(("lower", "lower", "upper",
                    "mixed")), rng.randrange(1000))  # fmt: skip
        return Program(
            self.seed, form, body, self.name, tuple(self._described(outside, words)),
            tuple(wrt), tuple(of), sizes, tuple(self._edges(integers)),
            f"m{self.seed}" if self.style == "module" else "", result,
            self._visible(outside), self.single, self._inputs(),
        )  # fmt: skip

    def _described(self, outside: list[Variable], words: set[str]) -> list[str]:
        found = []
        for d in self.arguments:
            found.append(described(d.variable))
        return found + [described(v) + " outside" for v in outside]

    def _visible(self, outside: list[Variable]) -> str:
        """Fortran lines by which a caller sees COMMON or the module's variables."""
        if self.style == "module":
            return f"use m{self.seed}\n" if outside else ""
        if self.common is None:
            return ""
        kinds = {"r8": "real(8)", "r4": "real(4)"}
        lines = [f"{kinds[v.kind]} :: {v.name}{dims_text(v)}" for v in self.common.members]
        names = ", ".join(v.name for v in self.common.members)
        return "\n".join([*lines, f"common /{self.common.name}/ {names}"]) + "\n"

    def _edges(self, integers: list[str]) -> list[dict[str, int]]:
        rng, found = self.rng, []
        for number in (rng.choice((0, 0, 1)), rng.choice((2, 6))):
            if number >= self.least:
                sizes = {n: max(self.least, number + rng.choice((0, 0, 1))) for n in self.sizes}
                found.append(sizes | {n: rng.choice((-4, -1, 0, 1, 2, 3, 6)) for n in integers})
        return found

    def _inputs(self) -> dict[str, dict[str, object]]:
        rng, found = self.rng, {}
        for d in self.arguments:
            if d.variable.kind == "log":
                found[d.variable.name] = {"values": bool(rng.randrange(2))}
            elif d.variable.is_real and self.one_in(3):
                found[d.variable.name] = {"low": -1.0, "high": 1.0}
        return found


def described(v: Variable) -> str:
    """An argument as `tests.fortran.specs` writes it."""
    if not v.rank:
        return f"{v.name}: {NUMPY[v.kind]}"
    extents = ", ".join(str(v.extent(axis)) for axis in range(v.rank))
    return f"{v.name}: {NUMPY[v.kind]}({extents})"


def _is_assigned(name: str, texts: list[str]) -> bool:
    pattern = re.compile(rf"(^|\) |\d ){name}(\([^=]*\))? = ")
    return any(pattern.search(t) for t in texts)
