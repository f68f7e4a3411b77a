"""What operations mean in C where <math.h> has no function of the meaning.

REAL stands for the type and F for the suffix of single precision. A text does exactly what NumPy
does, also for zeros, infinities and NaN.
"""

INTEGER_ABS = """\
static inline int64_t adc_iabs(int64_t a)
{
    return a < 0 ? -a : a;
}
"""

INTEGER_SIGN = """\
static inline int64_t adc_isign(int64_t a)
{
    return (a > 0) - (a < 0);
}
"""

INTEGER_POWER = """\
/* The integer power for exponents of 0 and above. */
static inline int64_t adc_ipow(int64_t base, int64_t exponent)
{
    int64_t result = 1;
    for (; exponent > 0; exponent--)
        result *= base;
    return result;
}
"""

INTEGER_FMOD = """\
/* The rest of a/b rounded towards zero; 0 where b is. */
static inline int64_t adc_ifmod(int64_t a, int64_t b)
{
    return b == 0 || b == -1 ? 0 : a % b;
}
"""

MAXIMUM = """\
/* The larger one; a NaN on either side wins. */
static inline REAL adc_maximumF(REAL a, REAL b)
{
    return a >= b || isnan(a) ? a : b;
}
"""

MINIMUM = """\
/* The smaller one; a NaN on either side wins. */
static inline REAL adc_minimumF(REAL a, REAL b)
{
    return a <= b || isnan(a) ? a : b;
}
"""

LARGER = """\
/* Python's max: b where it is larger; so a NaN as b is passed over, and one as a stays. */
static inline REAL adc_largerF(REAL a, REAL b)
{
    return b > a ? b : a;
}
"""

SMALLER = """\
/* Python's min: b where it is smaller; so a NaN as b is passed over, and one as a stays. */
static inline REAL adc_smallerF(REAL a, REAL b)
{
    return b < a ? b : a;
}
"""

SIGN = """\
/* -1, 0 or 1; NaN stays NaN. */
static inline REAL adc_signF(REAL x)
{
    return isnan(x) ? x : (REAL)((x > 0) - (x < 0));
}
"""

SPACING = """\
/* How far it is to the next number away from 0. */
static inline REAL adc_spacingF(REAL x)
{
    const REAL size = fabsF(x), step = nextafterF(size, INFINITY) - size;
    return x < 0 ? -step : step;
}
"""

MULTIPLE = """\
/* The multiple of 1/y that is nearest to x, of two the even one: fma tells what x*y leaves out. */
static inline REAL adc_multipleF(REAL x, REAL y)
{
    const REAL most = sizeof(REAL) == sizeof(float) ? (REAL)16777216 : (REAL)9007199254740992;
    const REAL scaled = x*y, rest = fmaF(x, y, -scaled);
    REAL whole = rintF(scaled);
    const REAL apart = scaled - whole;
    if (!isfinite(y) || !(fabsF(scaled) < most))
        return isfinite(y) ? x : (REAL)NAN;
    if (fabsF(apart) == (REAL)0.5 && rest*apart > 0)
        whole += apart + apart;
    return whole/y;
}
"""

HELD = """\
/* A value that was found to this tolerance, by a way that has no part in derivatives. */
static inline REAL adc_heldF(REAL x, REAL tolerance)
{
    (void)tolerance;
    return x;
}
"""

FOLLOWS = """\
/* A value that moves as another one does. */
static inline REAL adc_followsF(REAL x, REAL other)
{
    (void)other;
    return x;
}
"""

HEAVISIDE = """\
/* 0 below zero, 1 above, `at_zero` there; NaN stays NaN. */
static inline REAL adc_heavisideF(REAL x, REAL at_zero)
{
    if (isnan(x))
        return x;
    return x == 0 ? at_zero : (REAL)(x > 0);
}
"""

LOGADDEXP = """\
/* log(exp(a) + exp(b)), without overflow. */
static inline REAL adc_logaddexpF(REAL a, REAL b)
{
    const REAL high = a > b ? a : b, low = a > b ? b : a;
    if (a == b)
        return a + log1pF(1);
    return isnan(a) || isnan(b) ? a + b : high + log1pF(expF(low - high));
}
"""

LOGADDEXP2 = """\
/* log2(2**a + 2**b), without overflow. */
static inline REAL adc_logaddexp2F(REAL a, REAL b)
{
    const REAL high = a > b ? a : b, low = a > b ? b : a;
    const REAL per_log = (REAL)1.4426950408889634; /* 1/log(2) */
    if (a == b)
        return a + 1;
    return isnan(a) || isnan(b) ? a + b : high + per_log*log1pF(exp2F(low - high));
}
"""

EXPIT = """\
/* The logistic function; exp may overflow: 1/inf is the 0 that is meant. */
static inline REAL adc_expitF(REAL x)
{
    return 1/(1 + expF(-x));
}
"""

LOGIT = """\
/* log(x/(1 - x)), the inverse of the logistic function, without cancellation about 0.5. */
static inline REAL adc_logitF(REAL x)
{
    const REAL s = (REAL)(2*(x - 0.5));
    if (x < 0.3 || x > 0.65)
        return logF(x/(1 - x));
    return log1pF(s) - log1pF(-s);
}
"""

MOD = """\
/* a % b as Python has it: with the sign of b. */
static inline REAL adc_modF(REAL a, REAL b)
{
    const REAL rest = fmodF(a, b);
    if (rest == 0)
        return copysignF(0, b);
    return (rest < 0) != (b < 0) && b != 0 ? rest + b : rest;
}
"""

FLOORDIV = """\
/* a // b as NumPy has it: consistent with a % b. */
static inline REAL adc_fdivF(REAL a, REAL b)
{
    REAL rest, quotient;
    if (b == 0)
        return a/b;
    rest = fmodF(a, b);
    quotient = (a - rest)/b;
    if (rest != 0 && (rest < 0) != (b < 0))
        quotient -= 1;
    if (quotient == 0)
        return copysignF(0, a/b);
    return floorF(quotient) + (quotient - floorF(quotient) > (REAL)0.5);
}
"""

ZMUL = """\
/* a*b, and 0 where either is 0, whatever the other is: two selections, which vectors have. */
static inline REAL adc_zmulF(REAL a, REAL b)
{
    const REAL product = a*b;
    const REAL chosen = a == 0 ? 0 : product;
    return b == 0 ? 0 : chosen;
}
"""

ZDIV = """\
/* a/b, and 0 where a is 0, whatever b is. */
static inline REAL adc_zdivF(REAL a, REAL b)
{
    const REAL quotient = a/b;
    return a == 0 ? 0 : quotient;
}
"""

ZSCALE = """\
/* a*b, and 0 where a is 0, whatever b is. */
static inline REAL adc_zscaleF(REAL a, REAL b)
{
    const REAL product = a*b;
    return a == 0 ? 0 : product;
}
"""

GAMMALN = """\
/* lgamma, but for -inf, which SciPy gives back. */
static inline REAL adc_gammalnF(REAL x)
{
    return x == -INFINITY ? x : lgammaF(x);
}
"""

DIGAMMA = """\
/* The derivative of lgamma: Abramowitz & Stegun, 6.3.5, 6.3.7 and 6.3.18. */
static inline REAL adc_digammaF(REAL a)
{
    const double pi = 3.141592653589793;
    double x = a, sum = 0;
    if (x == 0)
        return (REAL)(-1/x);
    if (x <= 0 && x == floor(x))
        return (REAL)NAN;
    if (x < 0) {
        sum = -pi/tan(pi*x);
        x = 1 - x;
    }
    for (; x < 12; x += 1)
        sum -= 1/x;
    const double s = 1/(x*x);
    return (REAL)(sum + log(x) - 0.5/x
        - s*(1.0/12 - s*(1.0/120 - s*(1.0/252 - s*(1.0/240 - s*(1.0/132 - s*691/32760))))));
}
"""

TRIGAMMA = """\
/* The derivative of digamma: Abramowitz & Stegun, 6.4.6, 6.4.7 and 6.4.12. */
static inline REAL adc_trigammaF(REAL a)
{
    const double pi = 3.141592653589793;
    double x = a, sum = 0, sign = 1;
    if (x <= 0 && x == floor(x))
        return (REAL)INFINITY;
    if (x < 0) {
        sum = pi/sin(pi*x)*(pi/sin(pi*x));
        x = 1 - x;
        sign = -1;
    }
    for (; x < 12; x += 1)
        sum += sign/(x*x);
    const double s = 1/(x*x);
    return (REAL)(sum + sign*(1/x + s/2
        + s/x*(1.0/6 - s*(1.0/30 - s*(1.0/42 - s*(1.0/30 - s*(5.0/66 - s*691/2730)))))));
}
"""

BINARY_EXPONENT = """\
/* e of f*2**e with f from 1/2 on and below 1; 0 of zero, infinities and NaN. */
static inline REAL adc_exponentF(REAL x)
{
    int e = 0;
    if (isfinite(x))
        (void)frexpF(x, &e);
    return (REAL)e;
}
"""

LDEXP = """\
/* x*2**y for whole y; as many digits as no number has are enough. */
static inline REAL adc_ldexpF(REAL x, REAL y)
{
    return ldexpF(x, y > 9999 ? 9999 : y < -9999 ? -9999 : y == y ? (int)y : 0);
}
"""

XLOGY = """\
/* x*log(y), and 0 where x is 0, unless y is NaN. */
static inline REAL adc_xlogyF(REAL x, REAL y)
{
    return x == 0 && !isnan(y) ? 0 : x*logF(y);
}
"""

LOG_NDTR = """\
/* The logarithm of the normal distribution; far out by Abramowitz & Stegun, 26.2.12. */
static inline REAL adc_log_ndtrF(REAL a)
{
    const double x = a, t = x*0.7071067811865476, s = 1/(x*x);
    if (x > -1)
        return (REAL)log1p(-0.5*erfc(t));
    if (!(x < -20))
        return (REAL)log(0.5*erfc(-t));
    return (REAL)(-0.5*x*x - log(-x) - 0.9189385332046728
        + log1p(-s*(1 - s*(3 - s*(15 - s*(105 - s*(945 - s*10395)))))));
}
"""
