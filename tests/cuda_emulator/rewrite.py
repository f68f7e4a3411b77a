"""CUDA's own syntax in the words of C++: launches and variables of the block.

`kernel<<<grid, block>>>(arguments)` becomes `emulated::launcher("kernel", "-r", kernel, grid,
block)(arguments)`, where `-r` says that the second parameter is `__restrict__`. A variable of the
block, `__shared__ double parts[256];`, becomes a reference to memory that the emulator keeps for
the block. Everything else stays as it is, on the line where it was.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

TOKEN = re.compile(
    r"""(?P<space>\s+|\\\n|//(?:\\\n|[^\n])*|/\*.*?\*/)
      | (?P<raw>(?:u8|[uUL])?R"(?P<mark>[^()\\\s]{0,16})\(.*?\)(?P=mark)")
      | (?P<string>(?:u8|[uUL])?"(?:\\.|[^"\\\n])*")
      | (?P<char>(?:u8|[uUL])?'(?:\\.|[^'\\\n])+')
      | (?P<number>\.?[0-9](?:[eEpP][+-]|'[0-9a-zA-Z]|[0-9a-zA-Z_.])*)
      | (?P<name>[A-Za-z_]\w*)
      | (?P<other>.)
    """,
    re.VERBOSE | re.DOTALL,
)
OPENING, CLOSING = "([{", ")]}"
PROMISES = ("__restrict__", "__restrict")
BOUNDS = "__launch_bounds__"


class RewriteError(ValueError):
    """A launch or a declaration that the emulator does not understand; the message has the line."""


@dataclass(frozen=True)
class Token:
    kind: str
    text: str
    start: int

    @property
    def end(self) -> int:
        return self.start + len(self.text)


@dataclass(frozen=True)
class Change:
    """The text from `start` to `end` becomes `text`."""

    start: int
    end: int
    text: str


def tokens_of(text: str) -> list[Token]:
    """The tokens of `text` without spaces and comments; operators one character at a time."""
    return [
        Token(match.lastgroup or "", match[0], match.start())
        for match in TOKEN.finditer(text)
        if match.lastgroup != "space"
    ]


class Rewriter:
    """The changes that one file needs."""

    def __init__(self, text: str, name: str) -> None:
        self.text, self.name = text, name
        self.tokens = tokens_of(text)
        self.promises = dict(self.signatures())

    def error(self, token: Token, message: str) -> RewriteError:
        line = self.text.count("\n", 0, token.start) + 1
        return RewriteError(f"{self.name}:{line}: {message}")

    def is_triple(self, at: int, sign: str) -> bool:
        """Whether three `sign`s stand together from token `at` on."""
        return self.text.startswith(sign * 3, self.tokens[at].start) and all(
            t.text == sign for t in self.tokens[at : at + 3]
        )

    def changes(self) -> Iterator[Change]:
        at, depth, shared = 0, 0, 0
        while at < len(self.tokens):
            token = self.tokens[at]
            depth += (token.text == "{") - (token.text == "}")
            if token.text == "<" and self.is_triple(at, "<"):
                yield from self.launch(at)
                at += 3
            elif token.text == "__shared__":
                if depth == 0:
                    raise self.error(token, "a variable of the block outside a function")
                change, at = self.shared(at, shared)
                shared += 1
                yield change
            else:
                at += 1

    # ---- Kernels ----------------------------------------------------------------------------

    def closing(self, at: int) -> int:
        """The token that closes the bracket at token `at`."""
        depth = 0
        for i in range(at, len(self.tokens)):
            depth += (self.tokens[i].text in OPENING) - (self.tokens[i].text in CLOSING)
            if depth == 0:
                return i
        raise self.error(self.tokens[at], "a bracket that is not closed")

    def signatures(self) -> Iterator[tuple[str, str]]:
        """Each kernel with a letter for each parameter: r where it is `__restrict__`, else -."""
        for at, token in enumerate(self.tokens):
            if token.text != "__global__":
                continue
            opened = at
            while self.tokens[opened].text != "(" or self.tokens[opened - 1].text == BOUNDS:
                opened = self.closing(opened) if self.tokens[opened].text == "(" else opened
                opened += 1
                if opened == len(self.tokens) or self.tokens[opened].text in "{};":
                    raise self.error(token, "a kernel without parameters")
            letters, depth = ["-"], 0
            for part in self.tokens[opened : self.closing(opened) + 1]:
                depth += (part.text in f"{OPENING}<") - (part.text in f"{CLOSING}>")
                if part.text == "," and depth == 1:
                    letters.append("-")
                elif part.text in PROMISES:
                    letters[-1] = "r"
            yield self.tokens[opened - 1].text, "".join(letters)

    # ---- Launches ---------------------------------------------------------------------------

    def kernel_start(self, at: int) -> int:
        """The token where the kernel's name begins that ends before token `at`."""
        first = at - 1
        if first >= 0 and self.tokens[first].text == ">":
            depth = 0
            while first >= 0:
                depth += (self.tokens[first].text == ">") - (self.tokens[first].text == "<")
                if depth == 0:
                    break
                first -= 1
            first -= 1
        if first < 0 or self.tokens[first].kind != "name":
            raise self.error(self.tokens[at], "a launch of what is no name")
        while first >= 2 and [t.text for t in self.tokens[first - 2 : first]] == [":", ":"]:
            if first == 2 or self.tokens[first - 3].kind != "name":
                return first - 2
            first -= 3
        return first

    def launch(self, at: int) -> Iterator[Change]:
        start = self.tokens[self.kernel_start(at)].start
        kernel = self.text[start : self.tokens[at].start]
        name = " ".join(kernel.split())
        plain = re.split(r"<|\s", name)[0].rpartition(":")[2]
        promises = self.promises.get(plain, "")
        yield Change(start, start, f'emulated::launcher("{name}", "{promises}", ')
        yield Change(self.tokens[at].start, self.tokens[at].start + 3, ", ")
        depth = 0
        for i in range(at + 3, len(self.tokens)):
            text = self.tokens[i].text
            depth += (text in OPENING) - (text in CLOSING)
            if depth == 0 and text == ">" and self.is_triple(i, ">"):
                if i + 3 >= len(self.tokens) or self.tokens[i + 3].text != "(":
                    raise self.error(self.tokens[i], "a launch without arguments")
                yield Change(self.tokens[i].start, self.tokens[i].start + 3, ")")
                return
            if depth < 0 or text == ";":
                break
        raise self.error(self.tokens[at], "a launch without its >>>")

    # ---- Variables of the block -------------------------------------------------------------

    def shared(self, at: int, number: int) -> tuple[Change, int]:
        """What the declaration at token `at` becomes, and the token after it."""
        first, external = at, False
        while first > 0 and self.tokens[first - 1].text in ("extern", "static"):
            first -= 1
            external = external or self.tokens[first].text == "extern"
        end = at
        while end < len(self.tokens) and self.tokens[end].text != ";":
            end += 1
        if end == len(self.tokens):
            raise self.error(self.tokens[at], "a declaration without its end")
        body = self.without_alignment(at + 1, end)
        if body and body[0].text == "extern":
            body, external = body[1:], True
        parts = self.declarators(body, self.tokens[at])
        lines = self.text.count("\n", self.tokens[first].start, self.tokens[end].end)
        made = "".join(
            self.declaration(base, name, dims, external, f"{number}_{i}")
            for i, (base, name, dims) in enumerate(parts)
        )
        change = Change(self.tokens[first].start, self.tokens[end].end, made + "\n" * lines)
        return change, end + 1

    def without_alignment(self, start: int, end: int) -> list[Token]:
        """The tokens without `__align__(16)`: all of them are aligned more than that."""
        kept: list[Token] = []
        at = start
        while at < end:
            if self.tokens[at].text in ("__align__", "alignas"):
                while self.tokens[at].text != ")":
                    at += 1
            else:
                kept.append(self.tokens[at])
            at += 1
        return kept

    def declarators(self, body: Sequence[Token], where: Token) -> Iterator[tuple[str, str, str]]:
        """The type, the name and the extents (`[8][9]`, or empty) of each variable."""
        parts: list[list[Token]] = [[]]
        depth = 0
        for token in body:
            depth += (token.text in OPENING) - (token.text in CLOSING)
            if token.text == "," and depth == 0:
                parts.append([])
            elif token.text == "=" and depth == 0:
                raise self.error(token, "a variable of the block with an initial value")
            else:
                parts[-1].append(token)
        base = ""
        for i, part in enumerate(parts):
            brackets = next((j for j, t in enumerate(part) if t.text == "["), len(part))
            if brackets == 0 or part[brackets - 1].kind != "name":
                raise self.error(where, "a variable of the block that is no plain array")
            if i == 0:
                base = " ".join(t.text for t in part[: brackets - 1])
            elif brackets != 1:
                raise self.error(where, "pointers among variables of the block: declare them apart")
            yield base, part[brackets - 1].text, " ".join(t.text for t in part[brackets:])

    def declaration(self, base: str, name: str, dims: str, external: bool, number: str) -> str:
        if external:
            rest = dims.partition("]")[2]
            pointer = f"(*const {name}){rest}" if rest else f"*const {name}"
            cast = f"(*){rest}" if rest else "*"
            return f"{base} {pointer} = ({base} {cast})emulated::dynamic_shared(); "
        tag = f"emulated_tag_{number}"
        reference = f"(&{name}){dims}" if dims else f"&{name}"
        pointer = f"(*){dims}" if dims else "*"
        return (
            f"static const char {tag} = 0; {base} {reference} = *({base} {pointer})"
            f'emulated::shared_variable(&{tag}, sizeof({base}{dims}), "{name}"); '
        )


def rewritten(text: str, name: str = "kernel.cu") -> str:
    """C++ of the CUDA `text`, line by line; `name` is the file's, for messages and the debugger.

    Raises `RewriteError` for what the emulator does not understand.
    """
    out, done = [f'#line 1 "{name}"\n'], 0
    for change in Rewriter(text, name).changes():
        out += [text[done : change.start], change.text]
        done = change.end
    return "".join([*out, text[done:]])
