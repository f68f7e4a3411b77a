# Adaptive integrals of functions, as adc reads them (`adc/lowering/numpy/written.py`): not to be
# imported.

import numpy as np


def adc_kronrod(whole):
    # Abscissas on -1 to 1, and weights of Kronrod and Gauss: of 21 points for an interval that is
    # `whole`, else of 15 (Piessens et al., QUADPACK, 1983).
    if whole:
        nodes = [
            0.9956571630258081,
            0.9739065285171717,
            0.9301574913557082,
            0.8650633666889845,
            0.7808177265864169,
            0.6794095682990244,
            0.5627571346686047,
            0.4333953941292472,
            0.2943928627014602,
            0.14887433898163122,
            0.0,
            -0.14887433898163122,
            -0.2943928627014602,
            -0.4333953941292472,
            -0.5627571346686047,
            -0.6794095682990244,
            -0.7808177265864169,
            -0.8650633666889845,
            -0.9301574913557082,
            -0.9739065285171717,
            -0.9956571630258081,
        ]
        kronrod = [
            0.011694638867371874,
            0.032558162307964725,
            0.054755896574351995,
            0.07503967481091996,
            0.0931254545836976,
            0.10938715880229764,
            0.12349197626206584,
            0.13470921731147334,
            0.14277593857706009,
            0.14773910490133849,
            0.1494455540029169,
            0.14773910490133849,
            0.14277593857706009,
            0.13470921731147334,
            0.12349197626206584,
            0.10938715880229764,
            0.0931254545836976,
            0.07503967481091996,
            0.054755896574351995,
            0.032558162307964725,
            0.011694638867371874,
        ]
        gauss = [
            0.0,
            0.06667134430868814,
            0.0,
            0.1494513491505806,
            0.0,
            0.21908636251598204,
            0.0,
            0.26926671930999635,
            0.0,
            0.29552422471475287,
            0.0,
            0.29552422471475287,
            0.0,
            0.26926671930999635,
            0.0,
            0.21908636251598204,
            0.0,
            0.1494513491505806,
            0.0,
            0.06667134430868814,
            0.0,
        ]
    else:
        nodes = [
            0.9914553711208126,
            0.9491079123427585,
            0.8648644233597691,
            0.7415311855993945,
            0.5860872354676911,
            0.4058451513773972,
            0.20778495500789848,
            0.0,
            -0.20778495500789848,
            -0.4058451513773972,
            -0.5860872354676911,
            -0.7415311855993945,
            -0.8648644233597691,
            -0.9491079123427585,
            -0.9914553711208126,
        ]
        kronrod = [
            0.022935322010529224,
            0.06309209262997856,
            0.10479001032225019,
            0.14065325971552592,
            0.1690047266392679,
            0.19035057806478542,
            0.20443294007529889,
            0.20948214108472782,
            0.20443294007529889,
            0.19035057806478542,
            0.1690047266392679,
            0.14065325971552592,
            0.10479001032225019,
            0.06309209262997856,
            0.022935322010529224,
        ]
        gauss = [
            0.0,
            0.1294849661688697,
            0.0,
            0.27970539148927664,
            0.0,
            0.3818300505051189,
            0.0,
            0.4179591836734694,
            0.0,
            0.3818300505051189,
            0.0,
            0.27970539148927664,
            0.0,
            0.1294849661688697,
            0.0,
        ]
    return np.array(nodes), np.array(kronrod), np.array(gauss)


def adc_values(func, args, kind, bound, low, high, nodes):
    # What is integrated, at the `nodes` of an interval: `func` for the kind 0; else what
    # x = bound + way * (1 - t) / t makes of the integral beyond `bound`, and of both sides for the
    # kind 2.
    center, half = 0.5 * (low + high), 0.5 * (high - low)
    values = np.zeros(len(nodes))
    for k in range(len(nodes)):
        t = center + half * nodes[k]
        if kind == 0:
            values[k] = adc_number(func(t, *args))
        else:
            x = bound + (-1.0 if kind == -1 else 1.0) * (1.0 - t) / t
            value = adc_number(func(x, *args))
            if kind == 2:
                value = value + adc_number(func(-x, *args))
            values[k] = value / t / t
    return values


def adc_on_interval(func, args, kind, bound, low, high):
    # The integral, its error, and the integrals of the absolute value and of the distance from the
    # mean, by one rule.
    nodes, kronrod, gauss = adc_kronrod(kind == 0)
    values = adc_held(adc_values(func, args, kind, bound, low, high, nodes), 0.0)
    length = 0.5 * (high - low)
    found = length * np.sum(kronrod * values)
    whole = np.abs(length) * np.sum(kronrod * np.abs(values))
    mean = 0.5 * np.sum(kronrod * values)
    spread = np.abs(length) * np.sum(kronrod * np.abs(values - mean))
    error = np.abs(length * np.sum((kronrod - gauss) * values))
    if spread != 0.0 and error != 0.0:
        error = spread * min(1.0, (200.0 * error / spread) ** 1.5)
    if whole > 2.2250738585072014e-308 / (50.0 * 2.220446049250313e-16):
        error = max(50.0 * 2.220446049250313e-16 * whole, error)
    return found, error, whole, spread


def adc_number(value):
    if np.ndim(value) > 0:
        raise NotImplementedError("for functions that return numbers")
    return value


def adc_row(rows, at):
    return np.array([rows[at, m] for m in range(rows.shape[1])])


def adc_to_row(rows, at, values):
    for m in range(rows.shape[1]):
        rows[at, m] = values[m]


def adc_extrapolated(table, count, last, calls, slopes):
    # The limit of the first `count` entries of `table` by Wynn's epsilon algorithm, with the error
    # that it has, and how many entries stay: QUADPACK's QELG. `last` are the results of three calls
    # before. `slopes` has the derivatives of the entries by all that were ever put there; those of
    # the limit are returned, too.
    tiny, huge = 2.220446049250313e-16, 1.7976931348623157e308
    error, result = huge, table[count - 1]
    slope = adc_row(slopes, count - 1)
    kept = count
    if count >= 3:
        table[count + 1] = table[count - 1]
        adc_to_row(slopes, count + 1, adc_row(slopes, count - 1))
        elements = (count - 1) // 2
        table[count - 1] = huge
        adc_to_row(slopes, count - 1, 0.0 * slope)
        at = count - 1
        equal, going, i = False, True, 0
        while going and i < elements:
            i += 1
            res, e0, e1 = table[at + 2], table[at - 2], table[at - 1]
            e2 = res
            by2, by3 = e2 - e1, e1 - e0
            err2, err3 = np.abs(by2), np.abs(by3)
            tol2 = max(np.abs(e2), np.abs(e1)) * tiny
            tol3 = max(np.abs(e1), np.abs(e0)) * tiny
            if err2 <= tol2 and err3 <= tol3:
                result = res
                slope[:] = adc_row(slopes, at + 2)
                error = max(err2 + err3, 5.0 * tiny * np.abs(result))
                equal, going = True, False
            else:
                e3 = table[at]
                of_e3 = adc_row(slopes, at)
                of_e2, of_e0 = adc_row(slopes, at + 2), adc_row(slopes, at - 2)
                of_e1 = adc_row(slopes, at - 1)
                table[at] = e1
                adc_to_row(slopes, at, of_e1)
                by1 = e1 - e3
                err1 = np.abs(by1)
                tol1 = max(np.abs(e1), np.abs(e3)) * tiny
                near = err1 <= tol1 or err2 <= tol2 or err3 <= tol3
                if not near:
                    near = np.abs((1.0 / by1 + 1.0 / by2 - 1.0 / by3) * e1) <= 1e-4
                if near:
                    kept, going = 2 * i - 1, False
                else:
                    ss = 1.0 / by1 + 1.0 / by2 - 1.0 / by3
                    res = e1 + 1.0 / ss
                    table[at] = res
                    of_ss = (of_e1 - of_e3) / by1**2 + (of_e2 - of_e1) / by2**2
                    of_res = of_e1 + (of_ss - (of_e1 - of_e0) / by3**2) / ss**2
                    adc_to_row(slopes, at, of_res)
                    size = err2 + np.abs(res - e2) + err3
                    if size <= error:
                        error, result = size, res
                        slope[:] = of_res
                    at -= 2
        if not equal:
            if kept == 50:
                kept = 49
            start = 1 if count % 2 == 0 else 0
            for j in range(25):
                if j <= elements:
                    table[start + 2 * j] = table[start + 2 * j + 2]
                    adc_to_row(slopes, start + 2 * j, adc_row(slopes, start + 2 * j + 2))
            if count != kept:
                for j in range(49):
                    if j < kept:
                        table[j] = table[count - kept + j]
                        adc_to_row(slopes, j, adc_row(slopes, count - kept + j))
            if calls < 4:
                last[calls - 1] = result
                error = huge
            else:
                error = np.abs(result - last[0]) + np.abs(result - last[1])
                error = error + np.abs(result - last[2])
                last[0], last[1], last[2] = last[1], last[2], result
            error = max(error, 5.0 * tiny * np.abs(result))
    else:
        error = max(error, 5.0 * tiny * np.abs(result))
    return result, error, kept, slope


def adc_reordered(errors, order, rank, worst, count, limit):
    # `order` lists intervals by descending errors, from the `rank` on without `worst`, which has
    # been halved: it is put where it belongs, and the last one, too; QUADPACK's QPSRT. So many
    # intervals are listed as may be halved yet. Returns the rank of what is halved next.
    new = count - 1
    if count == 2:
        order[0], order[1] = 0, 1
    else:
        while rank > 0 and errors[worst] > errors[order[rank - 1]]:
            order[rank] = order[rank - 1]
            rank -= 1
        listed = count if count <= limit // 2 + 2 else limit + 3 - count
        i = rank + 1
        while i <= listed - 2 and errors[worst] < errors[order[i]]:
            order[i - 1] = order[i]
            i += 1
        if i > listed - 2:
            order[listed - 2], order[listed - 1] = worst, new
        else:
            order[i - 1] = worst
            k = listed - 2
            while k >= i and errors[new] >= errors[order[k]]:
                order[k + 1] = order[k]
                k -= 1
            order[k + 1] = new
    return rank


def adc_adaptive(func, args, kind, bound, start, stop, epsabs, epsrel, limit):
    # QUADPACK's QAGS, and QAGI on 0 to 1: the interval of the largest error is halved, and the sums
    # are extrapolated where an interval is the smallest yet (Piessens et al., 1983, section 3.3).
    tiny, huge = 2.220446049250313e-16, 1.7976931348623157e308
    room = max(limit, 2)  # what halves intervals is text also where none is halved
    lows, highs = np.zeros(room), np.zeros(room)
    areas, errors = np.zeros(room), np.zeros(room)
    table, last = np.zeros(52), np.zeros(3)
    halves, order = np.zeros((2, 4)), np.zeros(room, dtype=np.int64)
    # every interval that was ever integrated: how many sums there were before it was there, and
    # before it was halved
    ends, lives = np.zeros((2 * limit, 2)), np.zeros((2 * limit, 2), dtype=np.int64)
    record, made, sums = np.zeros(room, dtype=np.int64), 0, 0
    slopes, slope = np.zeros((52, limit + 2)), np.zeros(limit + 2)
    lows[0], highs[0] = start, stop
    worst, rank, count = 0, 0, 0
    area, whole, sum_of_errors, error, result = 0.0, 0.0, 0.0, huge, 0.0
    entries, calls, late = 2, 0, 0
    small, larger, target, correction = 0.0, 0.0, 0.0, 0.0
    extrapolating, plain = False, False
    same1, same2, same3, noisy = 0, 0, 0, False
    fault, going, summed = 0, True, False
    while going:
        first = count == 0
        a1, b2 = lows[worst], highs[worst]
        middle = 0.5 * (a1 + b2)
        for j in range(2):
            if j == 0 or not first:
                low = a1 if j == 0 else middle
                high = b2 if first or j == 1 else middle
                of_interval = adc_on_interval(func, args, kind, bound, low, high)
                halves[j, 0], halves[j, 1], halves[j, 2], halves[j, 3] = of_interval
                ends[made, 0], ends[made, 1] = low, high
                lives[made, 0], lives[made, 1] = sums, limit + 2
                made += 1
        if first:
            count = 1
            area, error = halves[0, 0], halves[0, 1]
            result, whole = area, halves[0, 2]
            areas[0], errors[0] = area, error
            allowed = max(epsabs, epsrel * np.abs(area))
            noise = error <= 100.0 * tiny * whole and error > allowed
            enough = (error <= allowed and error != halves[0, 3]) or error == 0.0
            sum_of_errors = error
            if noise or enough or limit == 1:
                going = False
            else:
                error = huge
                table[0], slopes[0, 0] = area, 1.0
                sums = 1
        else:
            before = errors[worst]
            both, error_of_both = halves[0, 0] + halves[1, 0], halves[0, 1] + halves[1, 1]
            sum_of_errors = sum_of_errors + error_of_both - before
            area = area + both - areas[worst]
            if halves[0, 3] != halves[0, 1] and halves[1, 3] != halves[1, 1]:
                close = np.abs(areas[worst] - both) <= 1e-5 * np.abs(both)
                if close and error_of_both >= 0.99 * before:
                    if extrapolating:
                        same2 += 1
                    else:
                        same1 += 1
                if count + 1 > 10 and error_of_both > before:
                    same3 += 1
            allowed = max(epsabs, epsrel * np.abs(area))
            if same1 + same2 >= 10 or same3 >= 20:
                fault = 2
            if same2 >= 5:
                noisy = True
            if count + 1 == limit:
                fault = 1
            if max(np.abs(a1), np.abs(b2)) <= (1.0 + 100.0 * tiny) * (
                np.abs(middle) + 1000.0 * 2.2250738585072014e-308
            ):
                fault = 4
            kept = 1 if halves[1, 1] > halves[0, 1] else 0
            lives[record[worst], 1] = sums
            record[worst], record[count] = made - 2 + kept, made - 1 - kept
            lows[worst] = a1 if kept == 0 else middle
            highs[worst] = middle if kept == 0 else b2
            lows[count] = middle if kept == 0 else a1
            highs[count] = b2 if kept == 0 else middle
            areas[worst], errors[worst] = halves[kept, 0], halves[kept, 1]
            areas[count], errors[count] = halves[1 - kept, 0], halves[1 - kept, 1]
            count += 1
            rank = adc_reordered(errors, order, rank, worst, count, limit)
            worst = order[rank]
            if sum_of_errors <= allowed:
                going, summed = False, True
            elif fault != 0:
                going = False
            elif count == 2:
                small = np.abs(stop - start) * 0.375
                larger, target = sum_of_errors, allowed
                table[1], slopes[1, 1] = area, 1.0
                sums = 2
            elif not plain:
                larger = larger - before
                if np.abs(middle - a1) > small:
                    larger = larger + error_of_both
                looking = False
                if not extrapolating and np.abs(highs[worst] - lows[worst]) <= small:
                    extrapolating, rank = True, 1
                    looking = True
                elif extrapolating:
                    looking = True
                if looking and not noisy and larger > target:
                    # intervals that are not the smallest come first
                    most = count if count <= 2 + limit // 2 else limit + 3 - count
                    k = rank
                    while looking and k < most:
                        worst = order[rank]
                        if np.abs(highs[worst] - lows[worst]) > small:
                            looking = False
                        else:
                            rank += 1
                            k += 1
                if looking:
                    table[entries] = area
                    adc_to_row(slopes, entries, 0.0 * slope)
                    slopes[entries, sums] = 1.0
                    sums += 1
                    entries += 1
                    calls += 1
                    found = adc_extrapolated(table, entries, last, calls, slopes)
                    estimate, off, entries, of_estimate = found
                    late += 1
                    if late > 5 and error < 1e-3 * sum_of_errors:
                        fault = 5
                    if off < error:
                        late = 0
                        error, result, correction = off, estimate, larger
                        slope[:] = of_estimate
                        target = max(epsabs, epsrel * np.abs(estimate))
                        if error <= target:
                            going = False
                    if going:
                        if entries == 1:
                            plain = True
                        if fault == 5:
                            going = False
                        worst, rank = order[0], 0
                        extrapolating = False
                        small = small * 0.5
                        larger = sum_of_errors
    if count > 1 and not summed:
        if error == huge:
            summed = True
        elif fault != 0 or noisy:
            if noisy:
                error = error + correction
            if result != 0.0 and area != 0.0:
                summed = error / np.abs(result) > sum_of_errors / np.abs(area)
            else:
                summed = error > sum_of_errors
    if summed:
        result, error = np.sum(areas), sum_of_errors
    weights = np.zeros(2 * limit)
    for i in range(2 * limit):
        if i < made:
            if summed or count == 1:
                weights[i] = 1.0 if lives[i, 1] == limit + 2 else 0.0
            else:
                for m in range(limit + 2):
                    if m >= lives[i, 0] and m < lives[i, 1]:
                        weights[i] += slope[m]
    return result, error, ends, weights


def adc_integral(func, args, kind, bound, start, stop, epsabs, epsrel, limit):
    # The search is not differentiated: what it finds is a function of the integrals over all
    # intervals that it came to, whose derivatives by these are the `weights`. Each interval is kept
    # at its share of the whole one.
    first, last = adc_held(start, 0.0), adc_held(stop, 0.0)
    known = adc_adaptive(func, args, kind, bound, first, last, epsabs, epsrel, limit)
    result, error, ends, weights = known
    width = last - first
    nodes, kronrod, _ = adc_kronrod(kind == 0)
    total = 0.0
    for i in range(2 * limit):
        if weights[i] != 0.0:
            before, behind = 0.0, 1.0
            if width != 0.0:
                before, behind = (ends[i, 0] - first) / width, (ends[i, 1] - first) / width
            low, high = start + (stop - start) * before, start + (stop - start) * behind
            values = adc_values(func, args, kind, bound, low, high, nodes)
            total += weights[i] * 0.5 * (high - low) * np.sum(kronrod * values)
    return result + (total - adc_held(total, 0.0)), error


def adc_edge(func, args, end):
    # What an end adds that moves, by Leibniz's rule: of a function with steps, over which no point
    # may move. Nothing is added to the value.
    value = adc_held(adc_number(func(end, *args)), 0.0)
    return (end - adc_held(end, 0.0)) * (value if np.isfinite(value) else 0.0)


def scipy_integrate_quad(
    func, a, b, args=(), full_output=0, epsabs=1.49e-8, epsrel=1.49e-8, limit=50, points=None,
    weight=None, wvar=None, wopts=None, maxp1=50, limlst=50, complex_func=False,
):  # fmt: skip
    if full_output or points is not None or weight is not None or complex_func:
        raise NotImplementedError("without `full_output=`, `points=`, `weight=`, `complex_func=`")
    if epsabs <= 0.0 and epsrel < 50.0 * 2.220446049250313e-16:
        raise ValueError("if `epsabs` <= 0, `epsrel` must be greater than both 5e-29 and 50*EPS")
    if limit < 1:
        raise ValueError("there must be at least one subinterval")
    stepped = adc_stepped(func)
    given = args if isinstance(args, tuple) else (args,)
    from_side, to_side = adc_infinite(a), adc_infinite(b)
    sign = 1.0
    if from_side == 0 and to_side == 0:
        if np.isinf(a) or np.isinf(b):
            raise NotImplementedError("for limits that are finite, or `np.inf` where they stand")
        kind, bound = 0, 0.0
        low, high = (b, a) if b < a else (a, b)
        sign = -1.0 if b < a else 1.0
    else:
        low, high = 0.0, 1.0
        if from_side == to_side:
            raise NotImplementedError("for one infinite limit, or two that differ")
        kind = 2 if from_side * to_side != 0 else from_side + to_side
        bound = 0.0 if kind == 2 else (b if to_side == 0 else a)
        sign = -1.0 if from_side == 1 or to_side == -1 else 1.0
    if stepped:
        low, high, bound = adc_held(low, 0.0), adc_held(high, 0.0), adc_held(bound, 0.0)
    if kind == 0 and low == high:  # SciPy does not ask for the function, which may be infinite
        value = adc_number(func(low, *given))
        found, error = (high - low) * (value if np.isfinite(value) else 0.0), 0.0
    else:
        found, error = adc_integral(func, given, kind, bound, low, high, epsabs, epsrel, limit)
    found = sign * found
    if stepped and to_side == 0 and not adc_known(b):
        found = found + adc_edge(func, given, b)
    if stepped and from_side == 0 and not adc_known(a):
        found = found - adc_edge(func, given, a)
    return found, error
