"""Helper functions of the generated text that say which snapshots of a loop are kept.

The rules are those of `adc.interpret.snapshots`, step by step.
"""

_SNAPSHOTS = """\
/* The snapshots held of a loop's state: those before the steps step[0] < step[1] < ..., `held` of
 * them, in slot[0], slot[1], ... of the `slots` that there are. `next` is the step before which
 * another is due, -1 if none is. Where they lie is binomial checkpointing: Griewank and Walther,
 * "Algorithm 799: revolve", ACM TOMS 26(1), 2000.
 */
struct adc_snapshots {
    int64_t slots, held, next, stride, *step, *slot;
};

/* No snapshots are held; the first is due before step 0. */
static inline void adc_begin(struct adc_snapshots *kept)
{
    kept->held = 0;
    kept->next = 0;
    kept->stride = 1;
    for (int64_t k = 0; k < kept->slots; k++)
        kept->slot[k] = k;
}
"""

_BINOMIAL = """\
/* binomial(snapshots + repeats, snapshots), the most steps that so many snapshots can reverse
 * with none run ahead more than `repeats` times; or some number above `enough` if it is above. */
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

/* Chooses where to take the next snapshot after the last one held, on the way to step `stop`. */
static inline void adc_choose_next(struct adc_snapshots *kept, int64_t stop)
{
    const int64_t last = kept->step[kept->held - 1], free = kept->slots - kept->held;
    kept->next = free > 0 ? last + adc_distance(stop - last, free + 1) : -1;
}

/* Holds a snapshot before `step`, on the way to step `stop`; the slot to put it in. */
static inline int64_t adc_hold(struct adc_snapshots *kept, int64_t step, int64_t stop)
{
    const int64_t slot = kept->slot[kept->held];
    kept->step[kept->held++] = step;
    adc_choose_next(kept, stop);
    return slot;
}
"""

_DUE = """\
/* Whether the first sweep keeps the state before `step`. */
static inline bool adc_due(struct adc_snapshots *kept, int64_t step)
{
    if (step == 0)
        adc_begin(kept);
    return step == kept->next;
}
"""

_DUE_ONLINE = """\
/* Whether a sweep that nobody knows the end of keeps the state before `step`: every stride-th;
 * where the slots are full, every other one is given up and the stride doubled. */
static inline bool adc_due_online(struct adc_snapshots *kept, int64_t step)
{
    if (step == 0)
        adc_begin(kept);
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

/* Holds a snapshot before `step`; the slot to put it in. */
static inline int64_t adc_hold_online(struct adc_snapshots *kept, int64_t step)
{
    kept->step[kept->held] = step;
    return kept->slot[kept->held++];
}
"""

_RESUME = """\
/* The slot of the last snapshot held. */
static inline int64_t adc_last_slot(const struct adc_snapshots *kept)
{
    return kept->slot[kept->held - 1];
}

/* The step of the last snapshot held, from where to run to the state before `step`; a snapshot of
 * that very state is given up. */
static inline int64_t adc_resume(struct adc_snapshots *kept, int64_t step)
{
    const int64_t last = kept->step[kept->held - 1];
    if (last == step)
        kept->held--;
    else
        adc_choose_next(kept, step + 1);
    return last;
}
"""

#: By the name whose use calls for them.
SNAPSHOTS = {
    "adc_snapshots": _SNAPSHOTS,
    "adc_hold": _BINOMIAL,
    "adc_due": _DUE,
    "adc_due_online": _DUE_ONLINE,
    "adc_resume": _RESUME,
}
