"""Random programs as source texts: what adc makes of them against a run of the very text.

Unlike `tests/fuzz`, nothing here knows how adc represents or lowers a program. A language draws a
text (`draw`), examines it against the original (`examine`), and says how a text is made smaller.

    outcome.py    what may come of a program; counts, and the table at the end
    language.py   what a language has to provide
    campaign.py   many programs in worker processes, each with a limit of CPU time
    worker.py     what runs in such a process
    reduce.py     a failing program made smaller while it fails in the same way
    judge.py      comparisons, and differences with an estimate of their error

`python` and `fortran` are the languages: a generator, the original's runs, the stages of one
program's examination, and how a text of it is made smaller.
"""
