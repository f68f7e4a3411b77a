"""What a decision costs in bytes and seconds: trials, and what is drawn from them.

`trials` makes configurations real, `events` tells the moments of a call apart, `pricing` makes
seconds of a cost. `accounts` is what the schedules of a loop cost: `loops` by formula, `probes` by
a few trials, `nested` for loops inside; `values` is what keeping or rematerialising arrays costs.
"""
