"""Floating arrays and numbers that are integers on some path, as NumPy has types for paths.

A name that is bound to integers on one path and to floating numbers on another (`s = 0` before a
loop that may not run) is floating in the IR, where the same values result. It is not the same once
an array takes its element type from it (`np.full(3, s)`) and is written in place: on the first path
NumPy cuts what is stored down to an integer. Such a write is refused.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum, auto

import sympy

from adc.diagnostics import AdcError, Note, Span
from adc.ir import build
from adc.ir.expressions import Apply, Const, Expr, IntValue, Read
from adc.ops import ALL_OPS


@dataclass(frozen=True)
class Origin:
    """What is an integer, or a boolean, on some path, and where its paths meet; for messages."""

    name: str
    span: Span | None
    boolean: bool = False
    #: Sizes that make it floating where this is not negative; None where data or paths decide.
    slack: sympy.Expr | None = None
    help: str = "let it be floating from the start: `0.0` for `0`, `dtype=np.float64` for arrays"
    #: It is an integer where it is Python's number alone, which is replaced and not written to; on
    #: the other paths it is a floating array.
    number: bool = False


def of_sum(count: sympy.Expr | None, span: Span | None) -> Origin:
    """Of Python's `sum` of `count` numbers, or as many as data decide, which is the integer 0 where
    there are none."""
    name, help = "a sum that may be of nothing", "begin it with a floating number: `sum(x, 0.0)`"
    return Origin(name, span, slack=None if count is None else count - 1, help=help)


def of_power(span: Span | None) -> Origin:
    """Of `2**k`, which is an integer unless `k` is negative."""
    name = "a power of integers whose exponent may be negative"
    return Origin(name, span, help="let the base be floating: `2.0**k` for `2**k`")


class Kind(Enum):
    """What an expression says of the element type of an array that is made of it."""

    FLOATING = auto()
    #: An integer, or a number that would have the same value as one.
    INTEGER = auto()


#: Operations whose result is an integer where their operands are.
_KEEPING = {
    o.name for o in ALL_OPS.values() if o.accepts in ("number", "any") and o.result == "same"
} | {"rint"}
#: Operations whose result is one of their operands, in Python that very number.
_CHOOSING = frozenset({"where", "maximum", "minimum", "larger", "smaller"})
#: Operations of Python's integers whose result may be an integer or a floating number.
_OF_BOTH_KINDS = _CHOOSING | {"pow"}


#: Operations that give a floating 0 a sign if the other operand is negative, and an integer none.
_SIGNED_OF_FLOATS = frozenset({"mul", "floordiv", "mod"})
#: Operations whose result is a zero with the sign of one that is an operand, or with the other.
_HANDING_SIGNS_ON = _SIGNED_OF_FLOATS | _CHOOSING | {
    "neg", "cast", "div", "rint", "floor", "ceil", "trunc", "sqrt", "sin", "tan", "sinh", "tanh",
    "arcsin", "arctan", "arcsinh", "arctanh", "expm1", "log1p",
}  # fmt: skip


#: An expression without its subscripts and integers.
Skeleton = tuple[object, ...]


def skeleton(expr: Expr) -> Skeleton:
    """The operations of `expr`, and the names and numbers that they are of."""
    match expr:
        case Apply():
            return (expr.op, *map(skeleton, expr.args))
        case Read():
            return ("read", expr.container)
        case Const():
            return ("const", expr.text)
    return ("integer",)


def _negates(expr: Apply) -> bool:
    """Whether a floating 0 gets a sign, and an integer none: a negative literal is a factor."""
    if expr.op == "neg":
        return True
    return expr.op in _SIGNED_OF_FLOATS and any(map(_is_negative, expr.args))


def _is_negative(expr: Expr) -> bool:
    if isinstance(expr, Apply) and expr.op in ("neg", "cast"):
        return isinstance(expr.args[0], Const) if expr.op == "neg" else _is_negative(expr.args[0])
    if isinstance(expr, IntValue):
        return bool(expr.value.is_negative)
    return isinstance(expr, Const) and expr.text.startswith("-")


@dataclass
class PathTypes:
    """What is known of the containers of numbers."""

    #: Those that may hold integers, or booleans, where NumPy has a type for each path.
    loose: dict[str, Origin] = field(default_factory=dict)
    #: Those in which paths meet, which stay as they are whatever is stored in them.
    meeting: set[str] = field(default_factory=set)
    #: Those that are floating although something loose was stored in them.
    firm: set[str] = field(default_factory=set)
    #: Those of lists, of which each item has a type of its own.
    listed: set[str] = field(default_factory=set)
    #: Those of numbers that are Python's own on some path, and NumPy's on another.
    either: set[str] = field(default_factory=set)
    #: Those of which surely both are there: paths meet in them, or they are copies of such.
    two_kinds: set[str] = field(default_factory=set)
    #: The integers that lists of floating numbers begin with, None for other items.
    whole: dict[str, tuple[int | None, ...]] = field(default_factory=dict)
    #: Those whose zeros may have a sign that integers on some path do not have.
    signed: dict[str, Origin] = field(default_factory=dict)
    #: Python's floating numbers that loops carry, and that begin as literals which single precision
    #: has exactly: the loop may yet make them numbers of that precision.
    begun: set[str] = field(default_factory=set)
    #: What to say if it does not, of those of them that meet numbers of single precision.
    mixed: dict[str, AdcError] = field(default_factory=dict)
    #: Choices between Python's numbers of both kinds, and powers that are of either kind, but for
    #: subscripts, and where they are made.
    chosen: dict[Skeleton, Origin] = field(default_factory=dict)

    def copy(self) -> PathTypes:
        names = (self.meeting, self.firm, self.listed, self.either, self.two_kinds)
        meeting, firm, listed, either, two_kinds = map(set, names)
        loose, whole, chosen = dict(self.loose), dict(self.whole), dict(self.chosen)
        signed, begun, mixed = dict(self.signed), set(self.begun), dict(self.mixed)
        return PathTypes(
            loose, meeting, firm, listed, either, two_kinds, whole, signed, begun, mixed, chosen
        )  # fmt: skip

    def choose(self, expr: Expr, origin: Origin) -> None:
        """`expr` is an integer or a floating number, by what Python's operands are."""
        self.chosen[skeleton(expr)] = origin

    def rename(self, old: str, new: str) -> None:
        if old in self.loose:
            self.loose[new] = self.loose.pop(old)
        if old in self.whole:
            self.whole[new] = self.whole.pop(old)
        if old in self.signed:
            self.signed[new] = self.signed.pop(old)
        for names in (
            self.meeting,
            self.firm,
            self.listed,
            self.either,
            self.two_kinds,
            self.begun,
        ):
            if old in names:
                names.remove(old)
                names.add(new)

    def kind_of(self, expr: Expr, own: str = "") -> Kind | Origin:
        """Whether `expr` is floating, an integer, or either by the path; `own` holds integers."""
        if isinstance(expr, Const):
            whole = not expr.dtype.is_float or float(build.const_value(expr)).is_integer()
            return Kind.INTEGER if whole else Kind.FLOATING
        if isinstance(expr, Read) and expr.container != own:
            sure = Kind.FLOATING if expr.dtype.is_float else Kind.INTEGER
            return self.loose.get(expr.container, sure)
        if not isinstance(expr, Apply) or not expr.dtype.is_float:
            return Kind.INTEGER
        if expr.op != "cast" and expr.op not in _KEEPING:
            return Kind.FLOATING
        of_both = self.chosen and expr.op in _OF_BOTH_KINDS
        if of_both and (origin := self.chosen.get(skeleton(expr))):
            return origin
        kinds = [self.kind_of(a, own) for a in expr.args[expr.op == "where" :]]
        if Kind.FLOATING in kinds:
            return Kind.FLOATING
        return next((k for k in kinds if isinstance(k, Origin)), Kind.INTEGER)

    def origin(self, expr: Expr) -> Origin | None:
        """Why `expr` is an integer or a boolean on some path; None where it is none, or surely."""
        found = self.kind_of(expr)
        return found if isinstance(found, Origin) else None

    def sign_of_zero(self, expr: Expr) -> Origin | None:
        """Why `expr` may be a zero of another sign than Python's: it negates an integer 0 (or takes
        a product or a remainder of it), which adc has as a floating number."""
        if not (self.loose or self.chosen or self.signed):
            return None
        if isinstance(expr, Read):
            return self.signed.get(expr.container)
        if not isinstance(expr, Apply) or not expr.dtype.is_float:
            return None
        if _negates(expr) and (origin := self.origin(expr)):
            return origin
        found = [self.sign_of_zero(a) for a in expr.args[expr.op == "where" :]]
        if expr.op in ("add", "sub"):  # a zero only of two zeros, and then of one sign
            return found[0] if all(found) else None
        if expr.op not in _HANDING_SIGNS_ON:
            return None
        return next((origin for origin in found if origin), None)

    def note_sign(self, container: str, expr: Expr, *, always: bool) -> None:
        """`expr` is stored in `container`, on all paths and in all of it (`always`), or not."""
        origin = self.sign_of_zero(expr)
        if origin is not None:
            self.signed[container] = origin
        elif always:
            self.signed.pop(container, None)

    def meet(self, container: str, origin: Origin) -> None:
        """Paths meet in `container`, and it holds integers on one of them."""
        self.loose[container] = origin
        self.meeting.add(container)

    def may_be_pythons(self, expr: Expr) -> bool:
        """Whether a number that is not surely Python's own may be so on some path: a choice is, but
        for one between elements of arrays."""
        if isinstance(expr, Read):
            return expr.container in self.either
        if not isinstance(expr, Apply):
            return False
        if expr.op in _CHOOSING:
            return not self._is_numpys(expr)
        return not self._is_numpys(expr) and any(map(self.may_be_pythons, expr.args))

    def _is_numpys(self, expr: Expr) -> bool:
        """Whether `expr` is NumPy's on all paths, as elements of arrays are and what is computed
        of them."""
        if isinstance(expr, Read):
            return bool(expr.index) and expr.container not in self.either
        if not isinstance(expr, Apply):
            return False
        parts = map(self._is_numpys, expr.args[expr.op == "where" :])
        return all(parts) if expr.op in _CHOOSING else any(parts)

    def note_choice(self, container: str, expr: Expr, *, always: bool) -> None:
        """`expr` is the new value of a number, on all paths (`always`) or on some."""
        if self.may_be_pythons(expr):
            self.either.add(container)
        elif always:
            self.either.discard(container)
        if self.is_of_two_kinds(expr):
            self.two_kinds.add(container)
        elif always:
            self.two_kinds.discard(container)

    def is_of_two_kinds(self, expr: Expr) -> bool:
        """Whether `expr` is Python's own number on one path, and NumPy's on another."""
        return isinstance(expr, Read) and expr.container in self.two_kinds

    def settle(self, container: str) -> None:
        """`container` is floating from here on, on all paths."""
        self.loose.pop(container, None)
        self.meeting.discard(container)
        self.firm.add(container)

    def note(self, container: str, expr: Expr) -> None:
        """`expr` is stored in parts of an array that is being made."""
        if not (self.loose or self.chosen) or container in self.meeting:
            return
        found = self.kind_of(expr)
        if found is Kind.FLOATING:
            self.loose.pop(container, None)
            self.firm.add(container)
        elif isinstance(found, Origin) and container not in self.firm:
            self.loose[container] = found

    def note_number(self, container: str, expr: Expr, *, always: bool) -> None:
        """`expr` is the new value of a number, on all paths (`always`) or on some."""
        if not (self.loose or self.chosen):
            return
        found = self.origin(expr)
        if always:
            self.settle(container)
        if found is not None:
            self.loose[container] = found

    def cut_off(self, container: str, expr: Expr) -> Origin | None:
        """Why `container` holds integers on some path, where `expr`, which is stored in place, may
        be none; None where that keeps what it is."""
        origin = self.loose.get(container)
        kept = self.kind_of(expr, container) is Kind.INTEGER
        if origin is None or origin.number or container in self.listed:
            return None
        if kept and not origin.boolean:
            return None
        return origin

    def refusal(self, origin: Origin, text: str, span: Span | None) -> AdcError:
        return AdcError.of(
            "ADC0214",
            f"{origin.name} is {_first(origin)} on one path and a {_other(origin)} on another: "
            f"{text}",
            span,
            help=origin.help,
            notes=(Note("the paths meet here", origin.span),),
        )


def _first(origin: Origin) -> str:
    return "a boolean" if origin.boolean else "an integer"


def _other(origin: Origin) -> str:
    return "number" if origin.boolean else "floating number"
