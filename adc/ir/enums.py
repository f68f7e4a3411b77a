"""The words of the IR that are one of a few. Each is the text that the text form writes."""

from __future__ import annotations

from enum import StrEnum


class Role(StrEnum):
    """What a container is to the function, and to the program that it was made of.

    An `input` is never written; `inout` and `output` are seen by the caller after the call (an
    `output` holds nothing on entry); a `local` is adc's or the source's own; `stop`, `misfit` and
    `noconv` are scalar booleans, at most one of each: where one is true at the end, the call
    returns an error, because the source's program stopped, its sizes did not fit, or an iteration
    did not converge whose limit was to be differentiated; a `stop` may also be an integer, the
    code of the exception that the source raised, or 0. The rest are the
    derivative's: seeds and tangents in, gradients and tangents out, tapes inside. A `host` tape
    is in the host's memory, where a device does the work, and only whole blocks are copied to it
    and back. What is `staged` is on its way there or back: whole blocks are copied to it and from
    it, too, those to and from the host while kernels run. Only loop trees have the `partial` sums
    of threads.
    """

    INPUT = "input"
    INOUT = "inout"
    OUTPUT = "output"
    LOCAL = "local"
    STOP = "stop"
    MISFIT = "misfit"
    NOCONV = "noconv"
    VALUE = "value"
    SEED = "seed"
    GRADIENT = "gradient"
    ADJOINT = "adjoint"
    TANGENT = "tangent"
    TANGENT_IN = "tangent_in"
    TANGENT_OUT = "tangent_out"
    TAPE = "tape"
    HOST = "host"
    STAGED = "staged"
    PARTIAL = "partial"


#: What is touched by copies of whole blocks alone.
COPIED = frozenset({Role.HOST, Role.STAGED})
#: What nothing writes.
READ_ONLY = frozenset({Role.INPUT, Role.SEED, Role.TANGENT_IN})
#: What must be among the parameters.
ARGUMENTS = READ_ONLY | {Role.INOUT, Role.GRADIENT, Role.TANGENT_OUT}
#: What the source's caller hands over.
SOURCE_ARGUMENTS = frozenset({Role.INPUT, Role.INOUT})
#: Flags that the call's result is made of.
FLAGS = frozenset({Role.STOP, Role.MISFIT, Role.NOCONV})
#: What the caller may look at after the call, the flags included.
SEEN = FLAGS | {Role.INOUT, Role.OUTPUT, Role.VALUE, Role.GRADIENT, Role.TANGENT_OUT}
#: What the caller passes.
PASSED = READ_ONLY | (SEEN - FLAGS)


class ParameterKind(StrEnum):
    """`size` and `integer` parameters are symbols, `scalar` and `array` ones name a container."""

    SIZE = "size"
    INTEGER = "integer"
    SCALAR = "scalar"
    ARRAY = "array"


#: Kinds of parameters that are integer symbols.
SYMBOLS = frozenset({ParameterKind.SIZE, ParameterKind.INTEGER})


class Update(StrEnum):
    """How a write combines with what the element held."""

    ASSIGN = "="
    ADD = "+="
    MAX = "max="
    MIN = "min="


#: Whole reductions, to a largest or smallest value.
EXTREMA = frozenset({Update.MAX, Update.MIN})


class When(StrEnum):
    """Of which moment a forward value is: before its statement, or after it."""

    BEFORE = "before"
    AFTER = "after"
