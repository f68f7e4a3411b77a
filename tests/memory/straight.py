"""Random straight-line programs over N x N arrays: elementwise statements, products, sums."""

from __future__ import annotations

import random

INPUTS = "ABCD"
MADE = "PQRST"
SCALARS = "uvw"


def random_program(seed: int) -> str:
    """A function of two to four arrays, of two to five statements, that returns a sum."""
    draw = random.Random(seed)
    inputs = INPUTS[: draw.choice((2, 2, 2, 3, 3, 4))]
    arrays, scalars, lines = list(inputs), [], []
    for name in MADE[: draw.randint(2, 5)]:
        kind = draw.choices(("product", "elementwise", "sum"), (5, 6, 1))[0]
        if kind == "sum":
            scalars.append(SCALARS[len(scalars) % 3])
            if scalars[-1] not in scalars[:-1]:
                lines.append(f"{scalars[-1]} = np.sum({elementwise(draw, arrays)})")
                continue
            scalars.pop()
        expr = product(draw, arrays) if kind == "product" else elementwise(draw, arrays)
        if scalars and kind != "product" and draw.random() < 0.5:
            expr = f"{draw.choice(scalars)} * {expr}"
        lines.append(f"{name} = {expr}")
        arrays.append(name)
    used = [*inputs, *(line.split()[0] for line in lines)]
    loose = [n for n in used if n in arrays and all(n not in names(line) for line in lines)]
    terms = [f"np.sin({n})" if draw.random() < 0.6 else n for n in loose]
    if not terms or draw.random() < 0.3:
        terms.append(f"np.sin({draw.choice(arrays)})")
    lines.append(f"return np.sum({draw.choice((' + ', ' * ')).join(terms)})")
    arguments = ", ".join(f'{n}: "float64[N, N]"' for n in inputs)
    body = "\n".join(f"    {line}" for line in lines)
    return f"import numpy as np\n\n\ndef straight({arguments}):\n{body}\n"


def names(line: str) -> set[str]:
    """The names that a line's right side reads."""
    text = line.split("=", 1)[1]
    return {c for k, c in enumerate(text) if c in INPUTS + MADE and text[k - 1 : k] != "."}


def pick(draw: random.Random, arrays: list[str]) -> str:
    """One of the arrays, the last ones more often."""
    return draw.choices(arrays, range(1, len(arrays) + 1))[0]


def product(draw: random.Random, arrays: list[str]) -> str:
    left, right = (pick(draw, arrays) + draw.choice(("", "", "", ".T")) for _ in range(2))
    return f"{left} @ {right}"


def elementwise(draw: random.Random, arrays: list[str]) -> str:
    one, other = pick(draw, arrays), pick(draw, arrays)
    forms = (f"np.sin({one})", f"{one} * {other}", f"{one} + {other}", f"np.sin({one}) * {other}",
             f"{one} * {other} + {draw.choice(arrays)}")  # fmt: skip
    return draw.choices(forms, (3, 4, 1, 2, 1))[0]
