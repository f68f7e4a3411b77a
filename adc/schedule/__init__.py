"""Program -> loop tree: loop order, shared loops, local scalars, parallel loops, BLAS, arena."""

from adc.schedule.scheduler import schedule
from adc.schedule.tree import Scheduled, Slot

__all__ = ["Scheduled", "Slot", "schedule"]
