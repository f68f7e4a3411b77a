"""Program -> loop tree: loop order, shared loops, local scalars, parallel loops, BLAS, arena."""

from adc.schedule.arena import Slot
from adc.schedule.scheduled import Scheduled
from adc.schedule.scheduler import schedule

__all__ = ["Scheduled", "Slot", "schedule"]
