"""Random expressions of a given shape: bounded, smooth nearly everywhere, ties nowhere."""

from __future__ import annotations

import random

from tests.fuzz.scope import Dims, Scope, index_text, slice_text

SMOOTH = ("np.sin({})", "np.cos({})", "np.tanh({})", "np.exp(-({}) ** 2)", "np.arctan({})",
          "np.sqrt(1.1 + ({}) ** 2)", "np.log(1.2 + ({}) ** 2)", "1.0 / (1.3 + ({}) ** 2)",
          "({}) ** 2", "-({})", "0.3 * ({}) ** 3")  # fmt: skip
KINKED = ("abs({} - 0.413)", "np.maximum({}, 0.377)", "np.minimum({}, 0.791)",
          "np.where({0} > 0.619, {0}, 0.2 * ({1}))")  # fmt: skip
SCALAR_KINKED = ("abs({} - 0.413)", "max({}, 0.377)", "min({}, 0.791)",
                 "({0} if {0} > 0.619 else 0.2 * ({1}))")  # fmt: skip


class Values:
    """Draws expressions from what a scope holds."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng

    def coefficient(self) -> str:
        return f"{self.rng.uniform(0.1, 0.7):.2f}"

    def expression(self, scope: Scope, dims: Dims, depth: int = 2) -> str:
        """An expression that broadcasts to `dims` (a scalar one for `()`)."""
        if depth == 0:
            return self.leaf(scope, dims)
        pick = self.rng.random()
        first = self.expression(scope, dims, depth - 1)
        if pick < 0.2:
            return f"{self.coefficient()} * {first}" if first.isidentifier() else f"({first})"
        if pick < 0.4:
            return self.rng.choice(SMOOTH).format(first)
        second = self.expression(scope, dims, depth - 1)
        if pick < 0.5:
            return self.rng.choice(KINKED if dims else SCALAR_KINKED).format(first, second)
        if pick < 0.75:
            sign = self.rng.choice("+-")
            return f"{self.coefficient()} * ({first}) {sign} {self.coefficient()} * ({second})"
        if pick < 0.95:
            return f"({first}) * ({second})"
        return f"({first}) / (1.4 + ({second}) ** 2)"

    def leaf(self, scope: Scope, dims: Dims) -> str:
        options = [t for name in scope.arrays for t in self.references(scope, name, dims)]
        if options and self.rng.random() < (0.85 if dims else 0.7):
            return self.rng.choice(options)
        plain = [*scope.scalars, *(f"0.1 * {v.name}" for v in scope.variables)]
        if plain and self.rng.random() < 0.85:
            return self.rng.choice(plain)
        return self.coefficient()

    def references(self, scope: Scope, name: str, dims: Dims) -> list[str]:
        """Ways to read `dims` out of an array, broadcast included."""
        have = scope.arrays[name]
        found = [self._element(scope, name)] if not dims else []
        if len(have) == len(dims) > 0:
            found.append(self._sliced(name, have, dims))
            if len(dims) == 2:
                turned = self._sliced(name, have, dims[::-1])
                found.append(f"{turned}.T" if turned else None)
        if len(have) == 2 and len(dims) == 1:
            found += self._lines(scope, name, dims)
        if len(have) == 1 and len(dims) == 2:
            found.append(self._sliced(name, have, dims[1:]))
            column = self._sliced(name, have, dims[:1])
            found.append(f"{column}[:, None]" if column else None)
        return [f for f in found if f]

    def target(self, scope: Scope, name: str, dims: Dims) -> str | None:
        """A region of `name` with extents `dims`, to be assigned."""
        have = scope.arrays[name]
        if not dims:
            return self._element(scope, name)
        if len(have) == len(dims):
            text = self._sliced(name, have, dims)
            return f"{name}[:]" if text == name else text
        return self.rng.choice(self._lines(scope, name, dims) or [None])  # type: ignore[list-item]

    def _element(self, scope: Scope, name: str) -> str | None:
        parts = [index_text(self.rng, scope, d) for d in scope.arrays[name]]
        return f"{name}[{', '.join(p or '' for p in parts)}]" if all(parts) else None

    def _sliced(self, name: str, have: Dims, want: Dims) -> str | None:
        parts = [slice_text(self.rng, h, w) for h, w in zip(have, want, strict=True)]
        if not all(parts):
            return None
        if set(parts) == {":"} and self.rng.random() < 0.8:
            return name
        return f"{name}[{', '.join(p or '' for p in parts)}]"

    def _lines(self, scope: Scope, name: str, dims: Dims) -> list[str]:
        """Rows and columns of a matrix."""
        rows, columns = scope.arrays[name] if len(scope.arrays[name]) == 2 else (None, None)
        if rows is None or columns is None:
            return []
        found = []
        across, i = slice_text(self.rng, columns, dims[0]), index_text(self.rng, scope, rows)
        if across and i:
            found.append(f"{name}[{i}, {across}]" if across != ":" else f"{name}[{i}]")
        down, j = slice_text(self.rng, rows, dims[0]), index_text(self.rng, scope, columns)
        if down and j:
            found.append(f"{name}[{down}, {j}]")
        return found

    def condition(self, scope: Scope) -> str:
        """On data or on indices."""
        tests = [f"{self.leaf(scope, ())} > {self.rng.uniform(0.3, 0.9):.3f}"]
        for v in scope.variables:
            tests += [f"{v.name} % 2 == 0", f"{v.name} > 1", f"{v.name} < 3", f"{v.name} != 2"]
        if len(scope.variables) > 1:
            tests.append(f"{scope.variables[-1].name} < {scope.variables[-2].name}")
        first = self.rng.choice(tests)
        if self.rng.random() < 0.15:
            return f"{first} {self.rng.choice(['and', 'or'])} {self.rng.choice(tests)}"
        return f"not {first}" if self.rng.random() < 0.05 else first
