"""From a reversed program and a configuration to a program without Needs.

`planner.plan` is the way through. A frame (`frame`) is a forward sweep with its reverse sweep, a
whole gradient or one segment of a loop. On it work, in this order: `rebuild` (arrays rematerialised
by their slices, which `candidates` finds), `checkpointing` (loops run again from snapshots:
`pairs`, `state`, `segment`, `inner`), `planner` itself with `recompute` (values rematerialised
where they are used), and `storing` (privatisation by `expand`, else `save_restore`). `uses` says
what is available, `rewrite` what is done to bodies, `obeyed` whether the plan is as the user asks.
"""
