"""Helper functions of the generated text that say which snapshots of a loop are kept.

The rules are those of `adc.interpret.snapshots`, step by step.
"""

_SNAPSHOTS = """\
/* The snapshots held of a loop's state: those of the steps step[0] < step[1] < ..., `held` of them,
 * in the slots slot[0], slot[1], ... of the `slots` that there are. Which states are kept is
 * binomial checkpointing: Griewank and Walther, "Algorithm 799: revolve", ACM TOMS 26(1), 2000.
 */
struct adc_snapshots {
    int64_t slots, held, stride, *step, *slot;
};

/* binomial(snapshots + repeats, snapshots), or some number above `enough` if it is above that:
 * so many steps can be reversed if none is run ahead more than `repeats` times. */
static inline int64_t adc_reach(int64_t snapshots, int64_t repeats, int64_t enough)
{
    const int64_t low = snapshots < repeats ? snapshots : repeats;
    int64_t result = 1;
    for (int64_t k = 1; k <= low && result <= enough; k++)
        result = result*(snapshots + repeats - low + k)/k;
    return repeats < 0 ? 0 : result;
}

/* How far to run from a snapshot before the next is taken, if `steps` steps lie ahead and there
 * are `snapshots` slots, that of the snapshot included. */
static inline int64_t adc_distance(int64_t steps, int64_t snapshots)
{
    if (snapshots == 1 || steps <= 2)
        return steps > 2 ? steps - 1 : 1;
    int64_t repeats = 0;
    while (adc_reach(snapshots, repeats, steps) < steps)
        repeats++;
    const int64_t low = adc_reach(snapshots, repeats - 2, steps);
    const int64_t high = steps - adc_reach(snapshots - 1, repeats, steps);
    const int64_t best = low > high ? low : high;
    return best > 1 ? best : 1;
}

/* No snapshots are held. */
static inline void adc_begin(struct adc_snapshots *kept)
{
    kept->held = 0;
    kept->stride = 1;
    for (int64_t k = 0; k < kept->slots; k++)
        kept->slot[k] = k;
}

/* Holds a snapshot of `step`; the slot to put it in. */
static inline int64_t adc_hold(struct adc_snapshots *kept, int64_t step)
{
    kept->step[kept->held] = step;
    return kept->slot[kept->held++];
}
"""

_DUE = """\
/* Whether the first sweep over `steps` steps keeps the state before `step`. */
static inline bool adc_due(struct adc_snapshots *kept, int64_t step, int64_t steps)
{
    if (step == 0) {
        adc_begin(kept);
        return true;
    }
    if (kept->held == kept->slots)
        return false;
    const int64_t last = kept->step[kept->held - 1];
    return step == last + adc_distance(steps - last, kept->slots - kept->held + 1);
}
"""

_DUE_ONLINE = """\
/* Whether a sweep that nobody knows the end of keeps the state before `step`: every stride-th;
 * when the slots are full, every other is given up and the stride doubled. */
static inline bool adc_due_online(struct adc_snapshots *kept, int64_t step)
{
    if (step == 0) {
        adc_begin(kept);
        return true;
    }
    if (step % kept->stride != 0)
        return false;
    if (kept->held == kept->slots) {
        const int64_t held = (kept->held + 1)/2;
        for (int64_t k = 1; k < held; k++) {
            const int64_t slot = kept->slot[k];
            kept->step[k] = kept->step[2*k];
            kept->slot[k] = kept->slot[2*k];
            kept->slot[2*k] = slot;
        }
        kept->held = held;
        kept->stride *= 2;
    }
    return step % kept->stride == 0 && kept->held < kept->slots;
}
"""

_REPLAYING = """\
/* The step of the last snapshot held, on the way to `step`, whose own is given up. */
static inline int64_t adc_last(struct adc_snapshots *kept, int64_t step)
{
    const int64_t last = kept->step[kept->held - 1];
    if (last == step)
        kept->held--;
    return last;
}

/* Where to run to from `start`, on the way to `step`: to `step`, or to where a free slot is best
 * used. */
static inline int64_t adc_next_stop(const struct adc_snapshots *kept, int64_t start, int64_t step)
{
    if (kept->held == kept->slots)
        return step;
    const int64_t stop = start + adc_distance(step + 1 - start, kept->slots - kept->held + 1);
    return stop < step ? stop : step;
}
"""

#: By the name whose use calls for them.
SNAPSHOTS = {
    "adc_snapshots": _SNAPSHOTS,
    "adc_due": _DUE,
    "adc_due_online": _DUE_ONLINE,
    "adc_last": _REPLAYING,
}
