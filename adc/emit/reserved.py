"""Words that mean something to C, to C++, to their headers or to the generated text."""

from __future__ import annotations

import re

from adc.ops import ALL_OPS

#: Keywords of C (C89 to C23), of C++ (C++98 to C++26) and of GNU's dialects of both.
_KEYWORDS = """
    auto break case char const continue default do double else enum extern float for goto if inline
    int long register restrict return short signed sizeof static struct switch typedef union
    unsigned void volatile while bool true false nullptr constexpr thread_local static_assert
    alignas alignof typeof typeof_unqual asm
    and and_eq bitand bitor catch char8_t char16_t char32_t class compl concept const_cast consteval
    constinit co_await co_return co_yield decltype delete dynamic_cast explicit export friend
    mutable namespace new noexcept not not_eq operator or or_eq private protected public
    reinterpret_cast requires static_cast template this throw try typeid typename using
    virtual wchar_t xor xor_eq contract_assert
"""

#: Macros that compilers define or common headers of C and POSIX, and types that the text uses.
_MACROS = """
    linux unix i386 vax sun sparc mips hpux m68k NDEBUG main
    complex imaginary noreturn errno h_errno math_errhandling stdin stdout stderr offsetof assert
    NULL I INFINITY NAN EOF WEOF BUFSIZ CHAR_BIT LONG_BIT WORD_BIT DECIMAL_DIG MAXFLOAT NZERO
    EXIT_FAILURE EXIT_SUCCESS CLK_TCK CLOCKS_PER_SEC CSIGNAL FD_SETSIZE NFDBITS TIME_UTC PIPE_BUF
    BIG_ENDIAN LITTLE_ENDIAN PDP_ENDIAN BYTE_ORDER MATH_ERREXCEPT MATH_ERRNO MAX_CANON MAX_INPUT
    L_ctermid L_cuserid L_tmpnam P_tmpdir DOMAIN SING OVERFLOW UNDERFLOW PLOSS TLOSS
    COLL_WEIGHTS_MAX DELAYTIMER_MAX EXPR_NEST_MAX FILENAME_MAX FOPEN_MAX HOST_NAME_MAX IOV_MAX
    LINE_MAX LOGIN_NAME_MAX MB_CUR_MAX MB_LEN_MAX MQ_PRIO_MAX NAME_MAX NGROUPS_MAX NL_ARGMAX
    NL_LANGMAX NL_MSGMAX NL_NMAX NL_SETMAX NL_TEXTMAX PATH_MAX RAND_MAX RE_DUP_MAX RTSIG_MAX
    SEM_VALUE_MAX TMP_MAX TTY_NAME_MAX ARG_MAX CHILD_MAX OPEN_MAX LINK_MAX CHARCLASS_NAME_MAX
    BC_BASE_MAX BC_DIM_MAX BC_SCALE_MAX BC_STRING_MAX AIO_PRIO_DELTA_MAX TIMER_ABSTIME CPU_SETSIZE
    WCONTINUED WEXITED WNOHANG WNOWAIT WSTOPPED WUNTRACED
    size_t ssize_t ptrdiff_t max_align_t int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t
    uint64_t intptr_t uintptr_t intmax_t uintmax_t nullptr_t
    d_fileno h_addr s6_addr s6_addr16 s6_addr32 sa_handler sa_sigaction sched_priority
    sigev_notify_attributes sigev_notify_function st_atime st_ctime st_mtime
    si_addr si_addr_lsb si_arch si_band si_call_addr si_fd si_int si_lower si_overrun si_pid si_pkey
    si_ptr si_status si_stime si_syscall si_timerid si_uid si_upper si_utime si_value
"""

#: The numbers of <errno.h>, which C++'s own headers include.
_ERRNO = """
    E2BIG EACCES EADDRINUSE EADDRNOTAVAIL EADV EAFNOSUPPORT EAGAIN EALREADY EBADE EBADF EBADFD
    EBADMSG EBADR EBADRQC EBADSLT EBFONT EBUSY ECANCELED ECHILD ECHRNG ECOMM ECONNABORTED
    ECONNREFUSED ECONNRESET EDEADLK EDEADLOCK EDESTADDRREQ EDOM EDOTDOT EDQUOT EEXIST EFAULT EFBIG
    EHOSTDOWN EHOSTUNREACH EHWPOISON EIDRM EILSEQ EINPROGRESS EINTR EINVAL EIO EISCONN EISDIR EISNAM
    EKEYEXPIRED EKEYREJECTED EKEYREVOKED EL2HLT EL2NSYNC EL3HLT EL3RST ELIBACC ELIBBAD ELIBEXEC
    ELIBMAX ELIBSCN ELNRNG ELOOP EMEDIUMTYPE EMFILE EMLINK EMSGSIZE EMULTIHOP ENAMETOOLONG ENAVAIL
    ENETDOWN ENETRESET ENETUNREACH ENFILE ENOANO ENOBUFS ENOCSI ENODATA ENODEV ENOENT ENOEXEC ENOKEY
    ENOLCK ENOLINK ENOMEDIUM ENOMEM ENOMSG ENONET ENOPKG ENOPROTOOPT ENOSPC ENOSR ENOSTR ENOSYS
    ENOTBLK ENOTCONN ENOTDIR ENOTEMPTY ENOTNAM ENOTRECOVERABLE ENOTSOCK ENOTSUP ENOTTY ENOTUNIQ
    ENXIO EOF EOPNOTSUPP EOVERFLOW EOWNERDEAD EPERM EPFNOSUPPORT EPIPE EPROTO EPROTONOSUPPORT
    EPROTOTYPE ERANGE EREMCHG EREMOTE EREMOTEIO ERESTART ERFKILL EROFS ESHUTDOWN ESOCKTNOSUPPORT
    ESPIPE ESRCH ESRMNT ESTALE ESTRPIPE ETIME ETIMEDOUT ETOOMANYREFS ETXTBSY EUCLEAN EUNATCH EUSERS
    EWOULDBLOCK EXDEV EXFULL
"""

#: Macros of POSIX: files, processes, signals, memory.
_POSIX = """
    AT_EACCESS AT_FDCWD AT_REMOVEDIR AT_SYMLINK_FOLLOW AT_SYMLINK_NOFOLLOW FD_CLOEXEC F_DUPFD
    F_DUPFD_CLOEXEC F_EXLCK F_GETFD F_GETFL F_GETLK F_GETLK64 F_GETOWN F_LOCK F_OK F_RDLCK
    F_SETFD F_SETFL F_SETLK F_SETLK64 F_SETLKW F_SETLKW64 F_SETOWN F_SHLCK F_TEST F_TLOCK
    F_ULOCK F_UNLCK F_WRLCK ITIMER_PROF ITIMER_REAL ITIMER_VIRTUAL MAP_FAILED MAP_FIXED
    MAP_PRIVATE MAP_SHARED MCL_CURRENT MCL_FUTURE MCL_ONFAULT MINSIGSTKSZ MS_ASYNC MS_INVALIDATE
    MS_SYNC O_ACCMODE O_APPEND O_ASYNC O_CLOEXEC O_CREAT O_DIRECTORY O_DSYNC O_EXCL O_FSYNC
    O_NDELAY O_NOCTTY O_NOFOLLOW O_NONBLOCK O_RDONLY O_RDWR O_RSYNC O_SYNC O_TRUNC O_WRONLY
    POLL_ERR POLL_HUP POLL_IN POLL_MSG POLL_OUT POLL_PRI PRIO_MAX PRIO_MIN PRIO_PGRP
    PRIO_PROCESS PRIO_USER PROT_EXEC PROT_GROWSDOWN PROT_GROWSUP PROT_NONE PROT_READ PROT_WRITE
    RLIM_INFINITY RLIM_NLIMITS RLIM_SAVED_CUR RLIM_SAVED_MAX RUSAGE_CHILDREN RUSAGE_SELF R_OK
    SA_NOCLDSTOP SA_NOCLDWAIT SA_NODEFER SA_ONSTACK SA_RESETHAND SA_RESTART SA_SIGINFO SIGABRT
    SIGALRM SIGBUS SIGCHLD SIGCLD SIGCONT SIGFPE SIGHUP SIGILL SIGINT SIGIO SIGIOT SIGKILL
    SIGPIPE SIGPOLL SIGPROF SIGPWR SIGQUIT SIGRTMAX SIGRTMIN SIGSEGV SIGSTKFLT SIGSTKSZ SIGSTOP
    SIGSYS SIGTERM SIGTRAP SIGTSTP SIGTTIN SIGTTOU SIGURG SIGUSR1 SIGUSR2 SIGVTALRM SIGWINCH
    SIGXCPU SIGXFSZ SIG_BLOCK SIG_DFL SIG_ERR SIG_HOLD SIG_IGN SIG_SETMASK SIG_UNBLOCK
    SI_ASYNCIO SI_ASYNCNL SI_DETHREAD SI_KERNEL SI_MESGQ SI_QUEUE SI_SIGIO SI_TIMER SI_TKILL
    SI_USER SS_DISABLE SS_ONSTACK STDERR_FILENO STDIN_FILENO STDOUT_FILENO S_IFBLK S_IFCHR
    S_IFDIR S_IFIFO S_IFLNK S_IFMT S_IFREG S_IFSOCK S_IRGRP S_IROTH S_IRUSR S_IRWXG S_IRWXO
    S_IRWXU S_ISGID S_ISUID S_ISVTX S_IWGRP S_IWOTH S_IWUSR S_IXGRP S_IXOTH S_IXUSR UTIME_NOW
    UTIME_OMIT W_OK X_OK
"""

#: Macros of the standard headers that come in families.
_FAMILIES = re.compile(
    r"U?INT(_FAST|_LEAST)?(8|16|32|64)_(MIN|MAX|WIDTH|C)|U?INT(MAX|PTR)_(MIN|MAX|WIDTH|C)"
    r"|(BOOL|S?CHAR|UCHAR|U?SHRT|U?INT|U?(L|LONG_)?LONG|S?SIZE|PTRDIFF|WCHAR|WINT|SIG_ATOMIC)"
    r"_(MIN|MAX|WIDTH)|(FLT|DBL|LDBL|DEC(32|64|128)?)_[A-Z0-9_]+|FP_[A-Z0-9_]+"
    r"|M_(1_PI|2_PI|2_SQRTPI|E|LN10|LN2|LOG10E|LOG2E|PI|PI_2|PI_4|SQRT1_2|SQRT2)(l|f\d*x?)?"
    r"|HUGE_VAL(F|L|_F\d+X?)?|SNAN(F\d*X?|L)?|(CLOCK|CLONE|LC|PTHREAD|SCHED|XATTR)_[A-Z0-9_]+"
    r"|RENAME_(EXCHANGE|NOREPLACE|WHITEOUT)|SEEK_(CUR|DATA|END|HOLE|SET)"
    r"|(ADJ|MOD)_(CLK[AB]|ESTERROR|FREQUENCY|MAXERROR|MICRO|NANO|(OFFSET|STATUS|TAI|TICK)"
    r"|TIMECONST|OFFSET_(SINGLESHOT|SS_READ)|SETOFFSET)|STA_(CLK|CLOCKERR|DEL|FLL|FREQHOLD|INS"
    r"|MODE|NANO|PLL|PPS(ERROR|FREQ|JITTER|SIGNAL|TIME|WANDER)|RONLY|UNSYNC)"
    r"|SIGEV_[A-Z_]+|(ILL|FPE|SEGV|BUS|TRAP|CLD)_[A-Z_]+|POSIX_[FM]ADV_[A-Z]+|RLIMIT_[A-Z]+"
    r"|FE_[A-Z_]+|(PRI|SCN)[a-zA-Z](FAST|LEAST)?(8|16|32|64)|(PRI|SCN)[a-zA-Z](MAX|PTR)"
    # the constants of generated headers
    r"|[A-Z_]\w*_(OK|ENOMEM|EINVAL|ESIZE|EALIAS|ESTOP|ENOCONV)|[A-Z_]\w*_(GRAD|JVP)_H"
)

#: Functions that the generated text calls beside those of operations: an argument of the name of
#: either would hide them.
_CALLED = "round aligned_alloc free memcpy memset signbit"

#: Other functions of <math.h>, <stdlib.h> and <string.h>: no other function can have their names.
_DECLARED = """
    j0 j1 jn y0 y1 yn gamma drem significand ldexp frexp modf ilogb logb nextafter nexttoward
    nextup nextdown fdim fma remainder remquo scalb scalbn scalbln nearbyint lrint llrint lround
    llround roundeven nan exp10 pow10 sincos fminmag fmaxmag finite signgam canonicalize totalorder
    totalordermag getpayload setpayload setpayloadsig ufromfp ufromfpx fromfp fromfpx llogb
    lgamma_r gamma_r
    abort abs atexit atof atoi atol atoll bsearch calloc div exit getenv labs ldiv llabs lldiv
    malloc mblen mbstowcs mbtowc qsort quick_exit rand realloc srand strtod strtof strtol strtold
    strtoll strtoul strtoull system wcstombs wctomb a64l drand48 erand48 initstate jrand48 l64a
    lcong48 lrand48 mrand48 nrand48 posix_memalign putenv random setenv setstate srand48 srandom
    unsetenv rand_r random_r clearenv mktemp mkstemp mkdtemp realpath valloc alloca ecvt fcvt gcvt
    getloadavg getsubopt grantpt ptsname rpmatch unlockpt at_quick_exit reallocarray
    memccpy memchr memcmp memmove memmem mempcpy memrchr rawmemchr strcat strchr strcmp strcoll
    strcpy strcspn strdup strerror strlen strncat strncmp strncpy strndup strnlen strpbrk strrchr
    strsignal strspn strstr strtok strtok_r strxfrm strsep stpcpy stpncpy strcasecmp strncasecmp
    strcasestr strchrnul strfry strverscmp basename bcmp bcopy bzero ffs ffsl ffsll index rindex
    explicit_bzero memfrob swab printf fprintf sprintf snprintf puts putchar fputs
    dgetrf_ sgetrf_ dpotrf_ spotrf_
"""

KEYWORDS = frozenset((_KEYWORDS + _MACROS + _ERRNO + _POSIX).split())
CALLED = frozenset(_CALLED.split()) | {
    code.double for o in ALL_OPS.values() if (code := o.in_code()).double and not code.text
}
_FUNCTIONS = CALLED | frozenset(_DECLARED.split())
#: What the generated text, OpenMP and BLAS begin their names with, in any case of letters; none
#: of them ends with an underscore.
_PREFIXES = ("adc_", "omp_", "cblas", "openblas")


def is_reserved(name: str) -> bool:
    """Whether no variable of the generated text may have this name.

    C reserves names that begin with an underscore and a capital or a second underscore: compilers
    define their macros there.
    """
    if name in KEYWORDS or name in CALLED or _single(name) in CALLED:
        return True
    if name.startswith("__") or re.match(r"_[A-Z]", name):
        return True
    own = name.lower().startswith(_PREFIXES) and not name.endswith("_")
    return own or bool(_FAMILIES.fullmatch(name))


def is_taken_function(name: str) -> bool:
    """Whether no function of the generated text may have this name."""
    return is_reserved(name) or name in _FUNCTIONS or name[:-1] in _FUNCTIONS


def _single(name: str) -> str:
    """`sin` for `sinf` and `sinl`, the same functions in other precisions."""
    return name[:-1] if name.endswith(("f", "l")) else ""
