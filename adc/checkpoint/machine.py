"""The constants of a machine: a core of a processor, or a device.

They are those below or come from a file, never from the machine that adc runs on, so that a plan is
the same wherever it is made.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from difflib import get_close_matches
from typing import Any

from adc.diagnostics import AdcError, Note, Span
from adc.frontends.toml import TomlFile


@dataclass(frozen=True)
class Machine:
    """One core of a machine. The defaults are round numbers for a current x86 server core and C
    compiled with `-O3` for the baseline instruction set; `adc calibrate` measures others.

    `flops_per_second`: additions and products over neighbouring elements; `scalar_flops_per_second`
    where elements are far apart or one waits for another. `call_seconds`: one exp, sin or log.
    `blas_flops_per_second`: large matrix products by BLAS. `private_cache_bytes` is the core's own
    cache, `cache_bytes` what it can fill of the last-level cache; `…_bytes_per_second` is what
    streams from either and from memory, lines read before they are written counted.
    `page_seconds_per_byte`: the first touch of memory that the system has just handed out; an
    arena of at most `page_threshold_bytes` is memory in use before: the GNU C library begins with
    128 KiB and goes up to 32 MiB with the first block of that size that is freed, so that calls
    after the first reuse it. `loop_seconds`: one iteration of a sequential loop;
    `statement_seconds`: one run of an array statement, besides its elements.
    `host_bytes_per_second`: copies between a device and the host's memory, one way.
    """

    flops_per_second: float = 16e9
    scalar_flops_per_second: float = 1e9
    call_seconds: float = 10e-9
    blas_flops_per_second: float = 30e9
    private_cache_bytes: int = 2 << 20
    private_cache_bytes_per_second: float = 60e9
    cache_bytes: int = 32 << 20
    cache_bytes_per_second: float = 25e9
    memory_bytes_per_second: float = 12e9
    page_seconds_per_byte: float = 0.5e-9
    page_threshold_bytes: int = 32 << 20
    loop_seconds: float = 1e-9
    statement_seconds: float = 5e-9
    host_bytes_per_second: float = 32e9


DEFAULT = Machine()

#: A device for `--target cuda`: rates and the size of the second-level cache as NVIDIA's data sheet
#: and white paper of the A100 (2020, 40 GB) give them, rounded: 9.7e12 operations in double
#: precision and 1.555e12 bytes a second, 40 MiB, read at about three times the memory's rate. One
#: exp takes some tens of operations. A statement is a launch; nobody waits for pages, for the
#: memory is there before. The host's memory is behind 16 lanes of PCIe 4, 64e9 bytes a second both
#: ways together.
DEVICE = Machine(
    flops_per_second=9.7e12,
    scalar_flops_per_second=1e12,
    call_seconds=4e-12,
    blas_flops_per_second=9.7e12,
    private_cache_bytes=40 << 20,
    private_cache_bytes_per_second=4.5e12,
    cache_bytes=40 << 20,
    cache_bytes_per_second=4.5e12,
    memory_bytes_per_second=1.5e12,
    page_seconds_per_byte=1e-15,
    page_threshold_bytes=1 << 50,
    loop_seconds=1e-8,
    statement_seconds=3e-6,
    host_bytes_per_second=32e9,
)


def load_machine(path: str | None, device: bool = False) -> Machine:
    """The constants in the TOML file `path`; what it leaves out, and no file, is the default: that
    of a core, or with `device` of a device.

    Raises ADC0602 or ADC0604 where it cannot be read, ADC0406 where something in it is wrong.
    """
    default = DEVICE if device else DEFAULT
    if path is None:
        return default
    file = TomlFile.read(path, _fault)
    constants = {key: _constant(file, key, value) for key, value in file.table.items()}
    return replace(default, **constants)


def _constant(file: TomlFile, key: str, value: Any) -> Any:
    kinds = {f.name: type(f.default) for f in fields(Machine)}
    span = file.span(key)
    if key not in kinds:
        near = get_close_matches(key, kinds, 1)
        action = f"write `{near[0]}`" if near else "take it out"
        raise _fault(f"`{key}` is not a constant of a machine", span, action)
    whole = kinds[key] is int
    what = "a whole number of bytes" if whole else "a number"
    if isinstance(value, bool) or not isinstance(value, int if whole else (int, float)):
        raise _fault(f"`{key}` has to be {what}", span, f"give {what}")
    if not 0 < value < float("inf"):
        raise _fault(f"`{key}` has to be above 0 and finite", span, f"give {what} above 0")
    return value


def _fault(message: str, span: Span | None, action: str) -> AdcError:
    more = "`adc calibrate` writes a file with all constants"
    return AdcError.of("ADC0406", message, span, help=action, notes=(Note(more),))
