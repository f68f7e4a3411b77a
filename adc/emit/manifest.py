"""manifest.json: what was written, for machines (DESIGN section 3 fixes the schema)."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict
from typing import Any

import sympy

from adc.checkpoint.plan import PlanRow
from adc.emit.assumed import assumed
from adc.emit.backends import backend_of
from adc.emit.facts import Facts
from adc.emit.interface import (
    Argument,
    arguments,
    extremes,
    has_pairs,
    manifest_role,
    may_stop,
    source_shape,
)
from adc.frontends.objects import Kept, ObjectArgument
from adc.ir.declarations import Raised
from adc.ir.shapes import evaluate
from adc.ir.shapes_text import python_text
from adc.schedule import Scheduled
from adc.schedule.in_memory import capturable
from adc.schedule.scattered import in_any_order


def manifest_text(scheduled: Scheduled, facts: Facts, files: Iterable[str]) -> str:
    """The manifest; expressions are Python text in the sizes and integer arguments."""
    program, told = scheduled.program, assumed(scheduled)
    manifest: dict[str, Any] = {
        "adc": facts.version,
        "source": facts.sources[0] if len(facts.sources) == 1 else list(facts.sources),
        "language": facts.language,
        "function": facts.function,
        "mode": facts.mode,
        "target": facts.target,
        **(_of_device(scheduled, facts) if backend_of(facts.target).device else {}),
        "entry": facts.entry,
        "library": f"lib{facts.entry}.so",
        "header": f"{facts.entry}.h",
        "seed": facts.seed,
        "value": facts.value,
        "accumulate": facts.accumulate,
        "wrt": list(facts.wrt),
        "of": list(facts.of),
        "stops": may_stop(program),
        "iterates": bool(program.noconv),
        "raises": [_raised(r) for r in program.raised],
        "arguments": [_argument(a, facts) for a in arguments(program)],
        "assumptions": list(told.relations),
        "definitions": dict(told.definitions),
        "sizes": dict(facts.sizes),
        "memory": _memory(scheduled, facts),
        "plan": [_plan_row(row) for row in facts.plan],
        "assumed_sizes": _assumed(facts),
        "predicted_seconds": _rounded(facts.planned.seconds if facts.planned else None),
        **({"objects": {o.name: object_row(o) for o in facts.objects}} if facts.objects else {}),
        **({"fixed": dict(facts.fixed)} if facts.fixed else {}),
        **({"first_call": True} if facts.first_call else {}),
        **({"as_written": True} if facts.as_written else {}),
        **({"unrounded": True} if facts.unrounded else {}),
        **({"promote_reals": facts.reals} if facts.reals else {}),
        **({"packages": list(facts.packages)} if facts.packages else {}),
        **({"tuned": _tuned(facts)} if facts.tuned else {}),
        **({"link": facts.link} if facts.link else {}),
        "warnings": [{"code": d.code, "message": d.message} for d in facts.warnings],
        "files": sorted([*files, "manifest.json"]),
    }
    return json.dumps(manifest, indent=2, ensure_ascii=False) + "\n"


def object_row(made: ObjectArgument) -> dict[str, Any]:
    """How an object is made: its class (null: any that has the fields), and by field the argument
    that it holds, another object, or the text of the one value that it may have. The items of a
    dictionary are its fields, those of a tuple or list the fields `0`, `1` and so on; of a "bare"
    one the class's constructor has not run. No two of the arrays that are "distinct" may be one:
    some are changed."""
    fields: dict[str, Any] = {}
    for name, value in made.fields:
        if isinstance(value, str):
            fields[name] = value
        else:
            fields[name] = {"fixed": value.text} if isinstance(value, Kept) else object_row(value)
    form = {
        "dictionary": made.keyed,
        "tuple": made.numbered and not made.listed,
        "list": made.listed,
        "bare": made.bare,
    }
    apart = {"distinct": list(made.distinct)} if made.distinct else {}
    return {"class": made.made or None, **{k: True for k, is_so in form.items() if is_so},
            "fields": fields, **apart}  # fmt: skip


def _of_device(scheduled: Scheduled, facts: Facts) -> dict[str, Any]:
    return {
        "arch": facts.arch,
        "capturable": capturable(scheduled),
        "deterministic": not in_any_order(scheduled.tree),
    }


def _raised(raised: Raised) -> dict[str, Any]:
    """An exception of the source, and what a call returns where it would be raised."""
    return {"code": raised.code, "exception": raised.exception, "text": raised.text}


def _argument(argument: Argument, facts: Facts) -> dict[str, Any]:
    return {
        "name": argument.name,
        "role": manifest_role(argument),
        "of": argument.of or None,
        **({"source": facts.origins[argument.name]} if argument.name in facts.origins else {}),
        "dtype": str(argument.dtype),
        "shape": [python_text(extent) for extent in source_shape(argument, facts)],
        "order": "F" if facts.fortran else "C",
        **({"complex": True} if has_pairs(argument, facts) else {}),
        **({"length": facts.lengths[argument.name]} if argument.name in facts.lengths else {}),
        **({"elements": [python_text(e) for e in extremes(argument)]} if argument.within else {}),
        **({"unique": True} if argument.unique else {}),
    }


def _plan_row(row: PlanRow) -> dict[str, Any]:
    """`bytes` is a formula; what follows `why` is at the planned sizes, null where it says
    nothing."""
    return {
        "array": row.array,
        "decision": row.decision,
        "bytes": python_text(row.bytes),
        "flops": row.flops,
        "where": row.where,
        "why": row.why,
        "snapshots": row.snapshots,
        "segment_steps": row.segment_steps,
        "rerun_steps": row.rerun_steps,
        "predicted_seconds": _rounded(row.predicted_seconds),
    }


def _tuned(facts: Facts) -> dict[str, Any]:
    """The file of `--tuned`, and what it changed."""
    chosen = {key: value for key, value in asdict(facts.choice).items() if value}
    return {"file": facts.tuned, **chosen}


def _assumed(facts: Facts) -> dict[str, int]:
    """The sizes that the plan was made for and nobody gave."""
    planned = facts.planned
    return {name: planned.sizes[name] for name in planned.assumed} if planned else {}


def _rounded(seconds: float | None) -> float | None:
    """Three digits: a prediction is not better than that, and the text stays the same."""
    return None if seconds is None else float(f"{seconds:.3g}")


def _memory(scheduled: Scheduled, facts: Facts) -> dict[str, Any]:
    """Bytes as numbers where the sizes are known, else null."""
    return {
        "peak_bytes": _at_sizes(scheduled.peak_bytes, facts),
        "peak_expression": python_text(scheduled.peak_bytes),
        "arena_bytes": _at_sizes(scheduled.arena_bytes, facts),
        "arena_expression": python_text(scheduled.arena_bytes),
        **(_host_memory(scheduled, facts) if scheduled.host_snapshots else {}),
        "limit_bytes": facts.limit_bytes,
        "workspace": True,
    }


def _host_memory(scheduled: Scheduled, facts: Facts) -> dict[str, Any]:
    """The bytes of the host's memory for snapshots, which are not in the peak."""
    return {
        "host_snapshots": True,
        "host_bytes": _at_sizes(scheduled.host_bytes, facts),
        "host_expression": python_text(scheduled.host_bytes),
        "host_copies_beside_kernels": scheduled.copies_beside,
    }


def _at_sizes(expr: sympy.Expr, facts: Facts) -> int | None:
    try:
        return evaluate(expr, dict(facts.sizes))
    except KeyError:
        return None
