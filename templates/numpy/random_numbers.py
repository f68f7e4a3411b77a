"""NumPy's legacy generator of random numbers, the Mersenne Twister MT19937 (M. Matsumoto and T.
Nishimura, ACM Transactions on Modeling and Computer Simulation 8 (1998) 3-30), from a seed that is
given: each number is the one that NumPy draws."""

import numpy as np


class adc_random_state:
    """`key` has the 624 words of the state, `at` the next one of them and whether a normal number
    is kept, `kept` that one."""

    def __init__(self, seed=None):
        self._key = np.zeros(624, dtype=np.int64)
        self._at = np.zeros(2, dtype=np.int64)
        self._kept = np.zeros(1)
        self.seed(seed)

    def seed(self, seed=None):
        if seed is None:
            raise NotImplementedError("with a seed that is given")
        if np.ndim(seed) > 0 or isinstance(seed, float):
            raise NotImplementedError("with an integer as the seed")
        if seed < 0 or seed >= 4294967296:
            raise ValueError("Seed must be between 0 and 2**32 - 1")
        self._key[0] = seed
        for i in range(1, 624):
            word = self._key[i - 1]
            self._key[i] = (1812433253 * (word ^ (word >> 30)) + i) & 4294967295
        self._at[0] = 624
        self._at[1] = 0
        self._kept[0] = 0.0

    def random_sample(self, size=None):
        return adc_random_filled(size, lambda: adc_random_double(self._key, self._at))

    def random(self, size=None):
        return self.random_sample(size)

    def rand(self, *shape):
        if len(shape) == 0:
            return self.random_sample()
        return self.random_sample(shape)

    def standard_normal(self, size=None):
        return adc_random_filled(size, lambda: adc_random_normal(self._key, self._at, self._kept))

    def randn(self, *shape):
        if len(shape) == 0:
            return self.standard_normal()
        return self.standard_normal(shape)

    def normal(self, loc=0.0, scale=1.0, size=None):
        if np.any(scale < 0):
            raise ValueError("scale < 0")
        return loc + scale * self.standard_normal(adc_random_size(size, loc, scale))

    def lognormal(self, mean=0.0, sigma=1.0, size=None):
        if np.any(sigma < 0):
            raise ValueError("sigma < 0")
        return np.exp(mean + sigma * self.standard_normal(adc_random_size(size, mean, sigma)))

    def uniform(self, low=0.0, high=1.0, size=None):
        return low + (high - low) * self.random_sample(adc_random_size(size, low, high))

    def standard_exponential(self, size=None):
        return -np.log(1.0 - self.random_sample(size))

    def exponential(self, scale=1.0, size=None):
        if np.any(scale < 0):
            raise ValueError("scale < 0")
        return scale * self.standard_exponential(adc_random_size(size, scale, scale))

    def rayleigh(self, scale=1.0, size=None):
        if np.any(scale < 0):
            raise ValueError("scale < 0")
        drawn = self.random_sample(adc_random_size(size, scale, scale))
        return scale * np.sqrt(-2.0 * np.log1p(-drawn))

    def weibull(self, a, size=None):
        if np.any(a < 0):
            raise ValueError("a < 0")
        drawn = self.standard_exponential(adc_random_size(size, a, a))
        return drawn ** (1.0 / a)

    def pareto(self, a, size=None):
        if np.any(a <= 0):
            raise ValueError("a <= 0")
        return np.exp(self.standard_exponential(adc_random_size(size, a, a)) / a) - 1.0

    def power(self, a, size=None):
        if np.any(a <= 0):
            raise ValueError("a <= 0")
        drawn = self.standard_exponential(adc_random_size(size, a, a))
        return (-np.expm1(-drawn)) ** (1.0 / a)

    def standard_cauchy(self, size=None):
        if size is None:
            above = self.standard_normal()
            return above / self.standard_normal()
        pairs = self.standard_normal(adc_random_pairs(size))
        return pairs[..., 0] / pairs[..., 1]

    def randint(self, low, high=None, size=None):
        if np.ndim(low) > 0 or (high is not None and np.ndim(high) > 0):
            raise NotImplementedError("with numbers as bounds")
        first, beyond = low, high
        if high is None:
            first, beyond = 0, low
        if isinstance(first, float) or isinstance(beyond, float):
            raise NotImplementedError("with integers as bounds")
        if beyond <= first:
            raise ValueError("low >= high")
        if beyond - first > 4294967295:
            raise NotImplementedError("for ranges of less than 2**32 integers")
        return adc_random_filled(
            size,
            lambda: first + adc_random_below(self._key, self._at, beyond - first - 1),
            np.int64,
        )

    def shuffle(self, x):
        for i in range(len(x) - 1, 0, -1):
            j = adc_random_below(self._key, self._at, i)
            held = np.copy(x[i])
            x[i] = x[j]
            x[j] = held

    def permutation(self, x):
        if np.ndim(x) == 0:
            order = np.arange(x)
            self.shuffle(order)
            return order
        if np.ndim(x) == 1:
            taken = np.copy(x)
            self.shuffle(taken)
            return taken
        order = np.arange(len(x))
        self.shuffle(order)
        return x[order]

    def choice(self, a, size=None, replace=True, p=None):
        count = a if np.ndim(a) == 0 else len(a)
        if not replace:
            if size is None or p is not None or np.ndim(size) > 0:
                raise NotImplementedError(
                    "of a number of items without `p`, where none comes twice"
                )
            if size > count:
                raise ValueError(
                    "Cannot take a larger sample than population when replace is False"
                )
            chosen = self.permutation(count)[:size]
        elif p is not None:
            edges = np.cumsum(p)
            chosen = np.searchsorted(edges / edges[-1], self.random_sample(size), side="right")
        else:
            chosen = self.randint(0, count, size)
        if np.ndim(a) == 0:
            return chosen
        return a[chosen]


def adc_random_filled(size, draw, dtype=np.float64):
    """What `draw` gives, or an array of that size of what it gives one after the other."""
    if size is None:
        return draw()
    drawn = np.empty(size, dtype=dtype)
    each = drawn.reshape(-1)
    for i in range(len(each)):
        each[i] = draw()
    return drawn


def adc_random_size(size, one, other):
    if size is not None:
        return size
    if np.ndim(one) == 0 and np.ndim(other) == 0:
        return None
    return np.broadcast_shapes(np.shape(one), np.shape(other))


def adc_random_pairs(size):
    if np.ndim(size) == 0:
        return (size, 2)
    return (*size, 2)


def adc_random_word(key, at):
    if at[0] == 624:
        for i in range(624):
            both = (key[i] & 2147483648) | (key[(i + 1) % 624] & 2147483647)
            key[i] = key[(i + 397) % 624] ^ (both >> 1) ^ ((both & 1) * 2567483615)
        at[0] = 0
    word = key[at[0] % 624]
    at[0] += 1
    word = word ^ (word >> 11)
    word = word ^ ((word << 7) & 2636928640)
    word = word ^ ((word << 15) & 4022730752)
    return word ^ (word >> 18)


def adc_random_double(key, at):
    high = adc_random_word(key, at) >> 5
    low = adc_random_word(key, at) >> 6
    return (high * 67108864.0 + low) / 9007199254740992.0


def adc_random_normal(key, at, kept):
    """By the polar method (G. Marsaglia and T. A. Bray, SIAM Review 6 (1964) 260-264)."""
    if at[1] == 1:
        at[1] = 0
        return kept[0] + 0.0
    one = 0.0
    other = 0.0
    square = 0.0
    while square >= 1.0 or square == 0.0:
        one = 2.0 * adc_random_double(key, at) - 1.0
        other = 2.0 * adc_random_double(key, at) - 1.0
        square = one * one + other * other
    factor = np.sqrt(-2.0 * np.log(square) / square)
    kept[0] = factor * one
    at[1] = 1
    return factor * other


def adc_random_below(key, at, last):
    """An integer from 0 to `last`, of as many bits of a word as that has, drawn until one fits."""
    mask = last | (last >> 1)
    mask = mask | (mask >> 2)
    mask = mask | (mask >> 4)
    mask = mask | (mask >> 8)
    mask = mask | (mask >> 16)
    found = 0
    if last > 0:
        found = adc_random_word(key, at) & mask
        while found > last:
            found = adc_random_word(key, at) & mask
    return found
