"""The file's own functions that stay functions: lowered once for what is passed, and called.

A call that is met while a body is lowered is kept (`calls.keep`) where the policy wants that
(`policy`) and a routine can take what is passed: `actuals` says what that is, `patterns` what a
routine knows of it, `alone` lowers the function by itself, and `sections` are the elements that
go to it. Wherever anything stands in the way, the call is written out in place, as all small ones
are (`adc.lowering.inlining`).
"""

from adc.lowering.routines.calls import keeper
from adc.lowering.routines.collecting import with_routines
from adc.lowering.routines.policy import Policy
from adc.lowering.routines.store import Store

__all__ = ["Policy", "Store", "keeper", "with_routines"]
