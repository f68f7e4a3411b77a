# Functions of functions, as adc reads them (adc/lowering/written.py): not to be imported.


def functools_partial(func, *args, **keywords):
    def call(*more, **other):
        given = {**keywords, **other}
        return func(*(args + more), **given)

    return call


def functools_reduce(function, sequence, *initial):
    if initial:
        value, rest = initial[0], sequence
    else:
        value, rest = sequence[0], sequence[1:]
    for item in rest:
        value = function(value, item)
    return value
