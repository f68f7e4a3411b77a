"""Program -> loop tree: loop order, shared loops, local scalars, parallel loops, BLAS, arena."""

from adc.schedule.arena import Slot
from adc.schedule.scheduled import Scheduled
from adc.schedule.scheduler import OPTIONAL, schedule

__all__ = ["OPTIONAL", "Scheduled", "Slot", "schedule"]
