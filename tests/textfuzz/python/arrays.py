"""Random expressions of arrays of given extents."""

from __future__ import annotations

from tests.textfuzz.python.scope import Dim, Dims, Scope, Variable
from tests.textfuzz.python.values import Values

_MAPS = ("sin", "cos", "tanh", "exp", "abs", "square", "arctan", "negative", "sign", "floor")


class Arrays(Values):
    """`array(scope, dims, depth)`: a text whose value has exactly the extents `dims`."""

    def array(self, s: Scope, dims: Dims, depth: int) -> str:
        d = self.draw
        if depth <= 0:
            return self.array_leaf(s, dims)
        return d.weighted([
            (self.arithmetic, 7), (self.mapped, 3), (self.selected, 1.2), (self.array_leaf_, 2),
            (self.product_, 1.5), (self.made, 0.6), (self.joined, 0.7 if len(dims) == 1 else 0.2),
            (self.reduced, 0.8), (self.turned, 0.8), (self.raised, 0.5), (self.called, 0.5),
        ])(s, dims, depth)  # fmt: skip

    def array_leaf_(self, s: Scope, dims: Dims, depth: int) -> str:
        return self.array_leaf(s, dims)

    def array_leaf(self, s: Scope, dims: Dims) -> str:
        """A variable or a part of one."""
        found = self.parts(s, dims)
        return self.draw.weighted(found) if found else self.made(s, dims, 0)

    def parts(self, s: Scope, dims: Dims) -> list[tuple[str, float]]:
        found: list[tuple[str, float]] = []
        for v in s.arrays():
            if v.dims == dims:
                found += [(v.name, 4.0), (f"{v.name}.copy()", 0.2), (f"{v.name}[:]", 0.2),
                          (f"{v.name}[...]", 0.1), (f"{v.name}[::-1]", 0.5)]  # fmt: skip
                found += [(f"{v.name}[{t.name}]", 3.0) for t in s.tables(dims[0])]
            if len(dims) == 2 and v.dims == dims[::-1]:
                found += [(f"{v.name}.T", 2.0), (f"{self.words.np('transpose')}({v.name})", 0.5)]
            if len(v.dims) == len(dims):
                found += [(f"{v.name}[{cut}]", 2.0) for cut in self.cuts(v, dims)]
            if len(v.dims) == 2 and len(dims) == 1:
                row, column = self.subscript(s, v.dims[0]), self.subscript(s, v.dims[1])
                found += [(f"{v.name}[{row}]", 1.5)] * (v.dims[1] == dims[0])
                found += [(f"{v.name}[{row}, :]", 0.5)] * (v.dims[1] == dims[0])
                found += [(f"{v.name}[:, {column}]", 1.5)] * (v.dims[0] == dims[0])
                found += [(f"{v.name}.diagonal()", 0.3)] * (v.dims == dims * 2)
        return found

    def cuts(self, v: Variable, dims: Dims) -> list[str]:
        """Slices that leave `dims` of the array; each axis with the same or a smaller extent."""
        items: list[list[str]] = [
            self.slices(have, want) for have, want in zip(v.dims, dims, strict=True)
        ]
        if not all(items) or v.dims == dims:
            return []
        chosen = [self.draw.pick(i) for i in items]
        while len(chosen) > 1 and chosen[-1] == ":" and self.draw.chance(0.5):
            chosen.pop()
        return [", ".join(chosen)]

    def slices(self, have: Dim, want: Dim) -> list[str]:
        """Texts of slices of an axis `have` long that are `want` long."""
        if have == want:
            return [":", ":", "::-1", "0:"]
        if have.size != want.size or have.step != 1:
            return []
        if want.step == 2 and want.off == have.off:
            return ["::2", "::2", "0::2"]
        if want.step == 2 and want.off == have.off - 1:
            return ["1::2", ":-1:2", "-2::-2"]
        if want.step != 1 or want.off >= have.off:
            return []
        cut = have.off - want.off
        found = []
        for low in range(cut + 1):
            start, stop = str(low) if low else "", f"-{cut - low}" if cut > low else ""
            found.append(f"{start}:{stop}")
            back = f"-{cut - low + 1}" if cut > low else ""
            found += [f"{back}:{low - 1}:-1"] if low else [f"{back}::-1"]
        return found

    # -- operations --------------------------------------------------------------------------------

    def narrower(self, s: Scope, dims: Dims, depth: int) -> str:
        """Something that broadcasts to `dims`: of these extents, a row, a column, or a scalar."""
        d = self.draw
        if len(dims) == 2 and d.chance(0.25):
            if d.chance(0.5):
                return self.array(s, dims[1:], depth)
            column = self.array_leaf(s, dims[:1])
            return d.pick([f"({column})[:, None]", f"({column}).reshape(-1, 1)"])
        return self.array(s, dims, depth) if d.chance(0.7) else self.scalar(s, depth)

    def arithmetic(self, s: Scope, dims: Dims, depth: int) -> str:
        d = self.draw
        parts = [self.array(s, dims, depth - 1), self.narrower(s, dims, depth - 1)]
        d.random.shuffle(parts)
        if d.chance(0.1):
            safe = f"(1.5 + {self.words.np('abs')}({parts[1]}))"
            return f"{parts[0]} / {safe}"
        text = f"{parts[0]} {d.weighted([('+', 4), ('-', 3), ('*', 5)])} {parts[1]}"
        return f"({text})" if d.chance(0.5) else text

    def mapped(self, s: Scope, dims: Dims, depth: int) -> str:
        d, part = self.draw, self.array(s, dims, depth - 1)
        way = d.weighted([("one", 6), ("two", 2), ("clip", 1), ("safe", 2), ("minus", 1)])
        if way == "one":
            return f"{self.words.np(d.pick(_MAPS))}({part})"
        if way == "two":
            name = d.pick(["maximum", "minimum", "hypot", "fmax", "arctan2", "multiply", "add"])
            return f"{self.words.np(name)}({part}, {self.narrower(s, dims, depth - 1)})"
        if way == "clip":
            low, high = sorted((d.between(-9, 9) / 10, d.between(-9, 9) / 10))
            return d.pick([f"{self.words.np('clip')}({part}, {low}, {high})",
                           f"({part}).clip({low}, {high})"])  # fmt: skip
        if way == "safe":
            return f"{self.words.np(d.pick(['sqrt', 'log1p']))}({self.words.np('abs')}({part}))"
        return f"-({part})"

    def raised(self, s: Scope, dims: Dims, depth: int) -> str:
        exponent = self.draw.weighted([("2", 5), ("3", 2), ("1", 0.3), ("2.0", 0.5), ("0", 0.2)])
        return f"({self.array(s, dims, depth - 1)})**{exponent}"

    def selected(self, s: Scope, dims: Dims, depth: int) -> str:
        a, b = self.array(s, dims, depth - 1), self.narrower(s, dims, depth - 1)
        return f"{self.words.np('where')}({self.mask(s, dims, depth - 1)}, {a}, {b})"

    def mask(self, s: Scope, dims: Dims, depth: int) -> str:
        d = self.draw
        simple = f"{self.array_leaf(s, dims)} {d.pick(['<', '>', '>=', '<='])} {self.leaf(s)}"
        other = f"{self.array_leaf(s, dims)} {d.pick('<>')} {self.leaf(s)}"
        return d.weighted([
            (simple, 6), (f"({simple}) & ({other})", 1), (f"({simple}) | ({other})", 0.7),
            (f"~({simple})", 0.5), (f"{self.words.np('logical_and')}({simple}, {other})", 0.4),
        ])  # fmt: skip

    def product_(self, s: Scope, dims: Dims, depth: int) -> str:
        """Matrix products, outer products, where the extents of variables allow them."""
        d, found = self.draw, []
        for a in s.arrays():
            for b in s.arrays():
                inner = len(dims) + 2 == len(a.dims) + len(b.dims) and a.dims[-1] == b.dims[0]
                if inner and a.dims[:-1] + b.dims[1:] == dims:
                    found.append(f"{a.name} @ {b.name}")
                    found.append(f"{self.words.np('dot')}({a.name}, {b.name})")
                    found.append(f"{a.name}.dot({b.name})")
                if len(a.dims) == len(b.dims) == 1 and a.dims + b.dims == dims:
                    found.append(f"{self.words.np('outer')}({a.name}, {b.name})")
        return f"({d.pick(found)})" if found else self.arithmetic(s, dims, max(depth, 1))

    def shape(self, s: Scope, dims: Dims) -> str:
        """A text of the shape; "" where some extent is not at hand."""
        texts = [self.lengths(s, dim) for dim in dims]
        if not all(texts):
            return ""
        chosen = [self.draw.pick(t) for t in texts]
        return chosen[0] if len(chosen) == 1 else f"({', '.join(chosen)})"

    def made(self, s: Scope, dims: Dims, depth: int) -> str:
        """A new array."""
        d = self.draw
        alike = s.arrays(lambda other: other == dims)
        shape = self.shape(s, dims)
        ways = []
        if alike:
            name = d.pick(alike).name
            ways += [f"{self.words.np(f)}({name})" for f in ("zeros_like", "ones_like")]
            ways.append(f"{self.words.np('full_like')}({name}, {self.constant()})")
        if shape:
            ways += [f"{self.words.np('zeros')}({shape})", f"{self.words.np('ones')}({shape})",
                     f"{self.words.np('full')}({shape}, {self.constant()})"]  # fmt: skip
            if len(dims) == 1:
                ways.append(f"{self.words.np('arange')}({shape})")
                ways.append(f"{self.words.np('linspace')}(0, 1, {shape})")
                ways.append(f"0.1 * {self.words.np('arange')}({shape})")
            if len(dims) == 2 and dims[0] == dims[1]:
                ways.append(f"{self.words.np('eye')}({self.lengths(s, dims[0])[0]})")
        return d.pick(ways) if ways else self.scalar(s, 1)

    def joined(self, s: Scope, dims: Dims, depth: int) -> str:
        """Parts put together or moved along an axis."""
        d, part = self.draw, self.array(s, dims, depth - 1)
        first, second = (f", axis={k}" * (len(dims) > 1) for k in (0, 1))
        ways = [f"{self.words.np('roll')}({part}, {d.pick([1, -1, 2])}{first})",
                f"{self.words.np('flip')}({part})",
                f"{self.words.np('cumsum')}({part}{second})"]  # fmt: skip
        if len(dims) == 1:
            shorter = (dims[0]._replace(off=dims[0].off - 1),)
            longer = (dims[0]._replace(off=dims[0].off + 1),)
            if dims[0].size and dims[0].step == 1:
                pieces = f"{self.array_leaf(s, shorter)}, [{self.leaf(s)}]"
                ways.append(f"{self.words.np('concatenate')}(({pieces}))")
                if self.parts(s, longer):
                    ways.append(f"{self.words.np('diff')}({self.array_leaf(s, longer)})")
        return d.pick(ways)

    def reduced(self, s: Scope, dims: Dims, depth: int) -> str:
        """A reduction over an axis of something with one axis more."""
        d = self.draw
        for v in d.random.sample(s.arrays(), len(s.arrays())):
            if len(v.dims) != len(dims) + 1:
                continue
            for axis in range(len(v.dims)):
                if v.dims[:axis] + v.dims[axis + 1 :] == dims:
                    text = v.name if d.chance(0.6) else self.array(s, v.dims, 1)
                    kind = d.weighted(
                        [("sum", 5), ("mean", 2), ("max", 1), ("min", 1), ("prod", 0.5)]
                    )
                    axis -= len(v.dims) if d.chance(0.4) else 0
                    if text == v.name and d.chance(0.3):
                        return f"{text}.{kind}(axis={axis})"
                    keep = d.weighted([(f"{axis}", 1), (f"axis={axis}", 4)])
                    return f"{self.words.np(kind)}({text}, {keep})"
        return self.array_leaf(s, dims)

    def turned(self, s: Scope, dims: Dims, depth: int) -> str:
        """The same elements in another shape; sums that keep their axis."""
        d, part = self.draw, self.array(s, dims, depth - 1)
        if len(dims) == 2:
            other = self.array(s, dims[::-1], depth - 1)
            name = self.words.np(d.pick(["sum", "max", "mean"]))
            kept = f"{name}({part}, axis={d.pick([0, 1, -1])}, keepdims=True)"
            return d.pick([f"({other}).T", f"{part} - {kept}", f"({part})[::-1]",
                           f"{self.words.np('swapaxes')}({other}, 0, 1)"])  # fmt: skip
        square = s.arrays(lambda other: other == dims * 2)
        ways = [f"({part})[::-1]", f"{self.words.np('flip')}({part})",
                f"({part}).reshape(-1)", f"({part}).ravel()", f"({part})[None, :][0]",
                f"({part}).reshape(1, -1).T[:, 0]"]  # fmt: skip
        ways += [f"{self.words.np('diag')}({v.name})" for v in square]
        return d.pick(ways)

    def called(self, s: Scope, dims: Dims, depth: int) -> str:
        usable = [h for h in self.helpers if h.returns == "a" and not h.changes]
        if len(dims) != 1 or not usable:
            return self.array_leaf(s, dims)
        helper, texts = self.draw.pick(usable), []
        for _, kind in helper.parameters:
            texts.append(self.scalar(s, 1) if kind == "f" else self.array_leaf(s, dims))
        return f"{helper.name}({', '.join(texts)})"
