"""NumPy's generators of random numbers of today, `np.random.default_rng` from a seed that is given:
PCG-XSL-RR (M. E. O'Neill, PCG: a family of simple fast space-efficient statistically good
algorithms for random number generation, 2014, section 6.3.3) with normal and exponential numbers by
the ziggurat (G. Marsaglia and W. W. Tsang, Journal of Statistical Software 5 (2000) 8)."""

import numpy as np
from scipy import special


class adc_generator:
    """Of 128 bits there are eight parts of 16, the lowest first: `state`, the `step` that is added
    and the `factor`. `half` is whether half of a number is kept, and that. `widths`, `limits` and
    `heights` are the layers of the normal density, and of the exponential one."""

    def __init__(self, seed):
        self._state = np.zeros(8, dtype=np.int64)
        self._step = np.zeros(8, dtype=np.int64)
        self._factor = np.array([63045, 40908, 57188, 17285, 23972, 8134, 60677, 9056])
        self._half = np.zeros(2, dtype=np.int64)
        self._widths = np.zeros((2, 256))
        self._limits = np.zeros((2, 256))
        self._heights = np.zeros((2, 256))
        adc_pcg_seeded(self._state, self._step, self._factor, seed)
        tail = np.exp(-0.5 * 3.6541528853610088**2)
        area = 3.6541528853610088 * tail
        area = area + np.sqrt(np.pi / 2.0) * special.erfc(3.6541528853610088 / np.sqrt(2.0))
        x = 3.6541528853610088
        self._widths[0, 0] = area / tail / 4503599627370496.0
        self._limits[0, 0] = x * tail / area * 4503599627370496.0
        self._widths[0, 255] = x / 4503599627370496.0
        self._heights[0, 255] = tail
        self._heights[0, 0] = 1.0
        for i in range(254, 0, -1):
            above = np.sqrt(-2.0 * np.log(area / x + np.exp(-0.5 * x * x)))
            self._limits[0, i + 1] = above / x * 4503599627370496.0
            self._widths[0, i] = above / 4503599627370496.0
            self._heights[0, i] = np.exp(-0.5 * above * above)
            x = above
        x = 7.697117470131050
        tail = np.exp(-x)
        area = (x + 1.0) * tail
        self._widths[1, 0] = area / tail / 9007199254740992.0
        self._limits[1, 0] = x * tail / area * 9007199254740992.0
        self._widths[1, 255] = x / 9007199254740992.0
        self._heights[1, 255] = tail
        self._heights[1, 0] = 1.0
        for i in range(254, 0, -1):
            above = -np.log(area / x + np.exp(-x))
            self._limits[1, i + 1] = above / x * 9007199254740992.0
            self._widths[1, i] = above / 9007199254740992.0
            self._heights[1, i] = np.exp(-above)
            x = above

    def random(self, size=None):
        return adc_random_filled(
            size, lambda: adc_pcg_double(self._state, self._step, self._factor)
        )

    def standard_normal(self, size=None):
        return adc_random_filled(
            size,
            lambda: adc_pcg_normal(
                self._state, self._step, self._factor, self._widths, self._limits, self._heights
            ),
        )

    def standard_exponential(self, size=None):
        return adc_random_filled(
            size,
            lambda: adc_pcg_exponential(
                self._state, self._step, self._factor, self._widths, self._limits, self._heights
            ),
        )

    def normal(self, loc=0.0, scale=1.0, size=None):
        if np.any(scale < 0):
            raise ValueError("scale < 0")
        return loc + scale * self.standard_normal(adc_random_size(size, loc, scale))

    def lognormal(self, mean=0.0, sigma=1.0, size=None):
        if np.any(sigma < 0):
            raise ValueError("sigma < 0")
        return np.exp(mean + sigma * self.standard_normal(adc_random_size(size, mean, sigma)))

    def uniform(self, low=0.0, high=1.0, size=None):
        if np.any(high < low):
            raise ValueError("low > high")
        return low + (high - low) * self.random(adc_random_size(size, low, high))

    def exponential(self, scale=1.0, size=None):
        if np.any(scale < 0):
            raise ValueError("scale < 0")
        return scale * self.standard_exponential(adc_random_size(size, scale, scale))

    def rayleigh(self, scale=1.0, size=None):
        if np.any(scale < 0):
            raise ValueError("scale < 0")
        drawn = self.standard_exponential(adc_random_size(size, scale, scale))
        return scale * np.sqrt(2.0 * drawn)

    def integers(self, low, high=None, size=None, endpoint=False):
        if np.ndim(low) > 0 or (high is not None and np.ndim(high) > 0):
            raise NotImplementedError("with numbers as bounds")
        first, last = low, high
        if high is None:
            first, last = 0, low
        if not endpoint:
            last = last - 1
        if isinstance(first, float) or isinstance(last, float):
            raise NotImplementedError("with integers as bounds")
        if last < first:
            raise ValueError("low >= high")
        if last - first >= 4294967295:
            raise NotImplementedError("for ranges of less than 2**32 integers")
        return adc_random_filled(
            size,
            lambda: (
                first
                + adc_pcg_below(self._state, self._step, self._factor, self._half, last - first)
            ),
            np.int64,
        )


def adc_random_default_rng(seed=None):
    if seed is None:
        raise NotImplementedError("with a seed that is given")
    if np.ndim(seed) > 0 or isinstance(seed, float):
        raise NotImplementedError("with an integer as the seed")
    if seed > 9223372036854775807:
        raise NotImplementedError("with seeds below 2**63")
    if seed < 0:
        raise ValueError("expected non-negative integer")
    return adc_generator(int(seed))


def adc_random_pcg64(seed=None):
    return adc_random_default_rng(seed)


def numpy_random_Generator(bit_generator):
    return bit_generator


def adc_word_product(a, b):
    """The lowest 32 bits of a product of two numbers of 32 bits."""
    return ((a & 65535) * b + ((((a >> 16) * b) & 65535) << 16)) & 4294967295


def adc_pcg_seeded(state, step, factor, seed):
    """By the hash functions of NumPy's `SeedSequence` (M. E. O'Neill, Developing a seed_seq
    alternative, 2015)."""
    pool = np.zeros(4, dtype=np.int64)
    pool[0] = seed & 4294967295
    pool[1] = seed >> 30 >> 2
    constant = np.zeros(1, dtype=np.int64)
    constant[0] = 1135663077
    for i in range(4):
        pool[i] = adc_hashed(pool[i], constant, 2468251765)
    for i in range(4):
        for j in range(4):
            if i != j:
                other = adc_hashed(pool[i], constant, 2468251765)
                mixed = adc_word_product(3389127133, pool[j])
                mixed = (mixed - adc_word_product(1232336661, other)) & 4294967295
                pool[j] = mixed ^ (mixed >> 16)
    constant[0] = 2337405405
    words = np.zeros(8, dtype=np.int64)
    for i in range(8):
        words[i] = adc_hashed(pool[i % 4], constant, 1492356589)
    parts = np.zeros(16, dtype=np.int64)
    for i in range(2):
        for j in range(2):
            parts[8 * i + 4 - 4 * j] = words[4 * i + 2 * j] & 65535
            parts[8 * i + 5 - 4 * j] = words[4 * i + 2 * j] >> 16
            parts[8 * i + 6 - 4 * j] = words[4 * i + 2 * j + 1] & 65535
            parts[8 * i + 7 - 4 * j] = words[4 * i + 2 * j + 1] >> 16
    carry = 1
    for k in range(8):
        doubled = 2 * parts[8 + k] + carry
        step[k] = doubled & 65535
        carry = doubled >> 16
        state[k] = 0
    adc_pcg_stepped(state, step, factor)
    carry = 0
    for k in range(8):
        total = state[k] + parts[k] + carry
        state[k] = total & 65535
        carry = total >> 16
    adc_pcg_stepped(state, step, factor)


def adc_hashed(value, constant, factor):
    found = value ^ constant[0]
    constant[0] = adc_word_product(constant[0], factor)
    found = adc_word_product(found, constant[0])
    return found ^ (found >> 16)


def adc_pcg_stepped(state, step, factor):
    before = np.copy(state)
    carry = 0
    for k in range(8):
        total = carry + step[k]
        for i in range(k + 1):
            total = total + before[i] * factor[k - i]
        state[k] = total & 65535
        carry = total >> 16


def adc_pcg_drawn(state, step, factor):
    """64 bits in two numbers, the higher ones first: both halves of the state, rotated by its six
    highest bits."""
    adc_pcg_stepped(state, step, factor)
    turn = state[7] // 1024
    places = turn // 16
    below = turn % 16
    power = (2 - (below & 1)) * (4 - 3 * ((below >> 1) & 1))  # 2**(16 - below)
    power = 2 * power * (16 - 15 * ((below >> 2) & 1)) * (256 - 255 * ((below >> 3) & 1))
    drawn = np.zeros(2, dtype=np.int64)
    for k in range(4):
        low = state[(k + places) % 4] ^ state[(k + places) % 4 + 4]
        high = state[(k + places + 1) % 4] ^ state[(k + places + 1) % 4 + 4]
        part = ((low * power) >> 16) + ((high * power) & 65535)
        drawn[1 - k // 2] += part << 16 if k % 2 == 1 else part
    return drawn


def adc_pcg_double(state, step, factor):
    drawn = adc_pcg_drawn(state, step, factor)
    return (drawn[0] * 2097152.0 + (drawn[1] >> 11)) / 9007199254740992.0


def adc_pcg_normal(state, step, factor, widths, limits, heights):
    found = 0.0
    go = True
    while go:
        drawn = adc_pcg_drawn(state, step, factor)
        layer = drawn[1] & 255
        place = ((drawn[0] * 8388608) + (drawn[1] >> 9)) & 4503599627370495
        found = place * widths[0, layer & 255]
        if (drawn[1] >> 8) & 1 == 1:
            found = -found
        if place < limits[0, layer & 255]:
            go = False
        elif layer == 0:
            beyond = 0.0
            height = 0.0
            while height + height <= beyond * beyond:
                one = adc_pcg_double(state, step, factor)
                other = adc_pcg_double(state, step, factor)
                beyond = -np.log1p(-one) / 3.6541528853610088
                height = -np.log1p(-other)
            found = 3.6541528853610088 + beyond
            if (place >> 8) & 1 == 1:
                found = -found
            go = False
        else:
            share = adc_pcg_double(state, step, factor)
            edge = (heights[0, (layer - 1) & 255] - heights[0, layer & 255]) * share + heights[
                0, layer & 255
            ]
            go = edge >= np.exp(-0.5 * found * found)
    return found


def adc_pcg_exponential(state, step, factor, widths, limits, heights):
    found = 0.0
    go = True
    while go:
        drawn = adc_pcg_drawn(state, step, factor)
        layer = (drawn[1] >> 3) & 255
        place = drawn[0] * 2097152 + (drawn[1] >> 11)
        found = place * widths[1, layer & 255]
        if place < limits[1, layer & 255]:
            go = False
        elif layer == 0:
            found = 7.697117470131050 - np.log1p(-adc_pcg_double(state, step, factor))
            go = False
        else:
            share = adc_pcg_double(state, step, factor)
            edge = (heights[1, (layer - 1) & 255] - heights[1, layer & 255]) * share + heights[
                1, layer & 255
            ]
            go = edge >= np.exp(-found)
    return found


def adc_pcg_word(state, step, factor, half):
    """32 bits: the lower half of a number, and at the next call the higher one."""
    if half[0] == 1:
        half[0] = 0
        return half[1] + 0
    drawn = adc_pcg_drawn(state, step, factor)
    half[0] = 1
    half[1] = drawn[0]
    return drawn[1] + 0


def adc_pcg_below(state, step, factor, half, last):
    """An integer from 0 to `last` (D. Lemire, ACM Transactions on Modeling and Computer Simulation
    29 (2019) 3)."""
    found = 0
    if last > 0:
        count = last + 1
        least = (4294967295 - last) % count
        rest = -1
        while rest < least:
            word = adc_pcg_word(state, step, factor, half)
            high = (word >> 16) * count
            low = (word & 65535) * count + ((high & 65535) << 16)
            rest = low & 4294967295
            found = (high >> 16) + (low >> 30 >> 2)
            if rest >= count:
                least = -1
    return found
