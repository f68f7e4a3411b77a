"""Planning: which forward values the reverse sweep finds where, within a limit of memory.

Five layers; each imports from those above it alone, and none in a circle:

1. data without logic, the modules here: `configuration` (what is decided), `plan` (what came of
   it), `policy` and `scenario` (what the user asks, and what is planned for), `machine`;
2. `transform`, from a reversed program and a configuration to a program without Needs: `planner` is
   the order of its steps, `draft` what they work on, `frame` and `assemble` begin and end it;
3. `estimates`: `trials` (configurations made real), `events` (their bytes over time), `pricing`
   (their seconds), and what that says of loops (`accounts`) and of arrays (`values`);
4. `optimise`, which knows no program: `model` is the problem, `solver` answers, `walk` checks;
5. `search`: `problem` puts the accounts as a model, `search` tries what it answers, `sweep` does so
   for a row of limits; `report` and `words` tell.

The words, each with one meaning:

- configuration: all that is decided beforehand; a checkpoint schedule: how one of its loops is cut
  into segments, run again from how many snapshots. What it leaves open the planner decides;
- decision: what becomes of one value: keep, store (on a tape), recompute, checkpoint. A value is
  available if no statement kills it before the reverse sweep; else it is to be recorded (TBR);
- rematerialise: compute again what was not kept; an array is rebuilt as a whole by its backward
  slice (what has a `Slice` is a `Candidate`), or its elements are recomputed where they are used;
- draft: the decisions about one frame so far; plan: the program they end in, with a row for each;
- trial: a plan simplified and scheduled, with its exact bytes at every event;
- account: what each way to decide about a loop, or about an array, adds to a trial's bytes and
  seconds; an estimate: one schedule's line in it;
- value, choice among options: the problem's variables; an assignment gives one of them a value, a
  solution all.
"""
