"""What `import adc` offers: gradients as functions, compiled into a cache folder."""

from __future__ import annotations

from adc.api.functions import check, grad, jvp, value_and_grad
from adc.api.refusals import AdcWarning
from adc.diagnostics import AdcError

__all__ = ["AdcError", "AdcWarning", "check", "grad", "jvp", "value_and_grad"]
