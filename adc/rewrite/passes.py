"""The rewriting passes, in the order in which they run on a simplified program.

The last ones run on the plan that is chosen alone (`adc.finishing`).
"""

from __future__ import annotations

from adc.rewrite.beginnings import begin_late
from adc.rewrite.blocks import blocks
from adc.rewrite.copies import without_copies
from adc.rewrite.direct import direct_sums
from adc.rewrite.domains import domains
from adc.rewrite.gather import gather
from adc.rewrite.layout import as_arrays_lie
from adc.rewrite.rotation import zeros_first
from adc.rewrite.saving import saved_once
from adc.rewrite.scaling import scaled_operands
from adc.rewrite.states import states_in_tapes
from adc.rewrite.turns import in_turns
from adc.simplify.passes import Pass

REWRITES = (
    Pass(saved_once, "save what several statements overwrite in turn once"),
    Pass(direct_sums, "add up products where the only reader of their sum would put it"),
    Pass(zeros_first, "set zeros where an iteration begins instead of where the last one ended"),
    Pass(domains, "make loops that carry nothing variables of their statements"),
    Pass(as_arrays_lie, "have tapes lie in memory as the arrays that they keep"),
    Pass(blocks, "make products over triangles products of blocks, and what is left of these"),
    Pass(without_copies, "read copies at their source, as long as neither changes"),
    Pass(scaled_operands, "read scaled arrays at their source where only products read them"),
    Pass(begin_late, "begin adjoints where they are first added to"),
    Pass(gather, "join sums into shifted elements of one array in one pass over it"),
    Pass(states_in_tapes, "have arrays whose states are all kept be the sequence of these"),
    Pass(in_turns, "take steps in place from one array to another, which change places"),
)

#: Those for the plan that is chosen alone.
LAST = REWRITES[-2:]
