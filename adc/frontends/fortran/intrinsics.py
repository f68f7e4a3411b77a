"""The names that Fortran, or its intrinsic modules, give a meaning to."""

from __future__ import annotations

from adc.ops import intrinsics

#: Functions (Fortran 2018, table 16.1, and the specific names of table 16.2), with what gfortran
#: and older compilers add and kernels use: those that are no operations of `adc.ops`.
_OTHERS = """
    achar adjustl adjustr aimag all allocated anint any associated bessel_j0 bessel_j1 bessel_jn
    bessel_y0 bessel_y1 bessel_yn bge bgt ble blt bit_size btest char cmplx
    command_argument_count conjg count cshift dble digits dim dot_product dprod dshiftl dshiftr
    eoshift epsilon erfc_scaled exponent findloc fraction huge iachar iall iand iany ibclr ibits
    ibset ichar ieor index int ior iparity is_contiguous is_iostat_end is_iostat_eor ishft
    ishftc kind lbound leadz len len_trim lge lgt lle llt logical maskl maskr matmul maxexponent
    maxloc maxval merge_bits minexponent minloc minval nearest new_line nint norm2 not null
    num_images pack parity popcnt poppar precision present product radix range rank real reduce
    repeat reshape rrspacing scale scan selected_char_kind selected_int_kind selected_real_kind
    set_exponent shape shifta shiftl shiftr size spacing spread storage_size sum this_image tiny
    trailz transfer transpose trim ubound unpack verify

    cabs ccos cdabs cdcos cdexp cdlog cdsin cdsqrt cexp clog complex csin csqrt dcmplx dconjg dimag
    imagpart realpart zabs zcos zexp zlog zsin zsqrt ddim dnint float idim idint idnint ifix sngl

    besj0 besj1 besjn besy0 besy1 besyn dbesj0 dbesj1 dbesjn dbesy0 dbesy1 dbesyn
    acosd asind atand atan2d cosd cotan cotand dfloat dreal etime imag
    isatty lnblnk loc rand ran second secnds sind sizeof tand time
"""
FUNCTIONS = frozenset(_OTHERS.split()) | frozenset(intrinsics())

_SUBROUTINES = """
    abort atomic_add atomic_define atomic_ref cpu_time date_and_time execute_command_line exit flush
    get_command get_command_argument get_environment_variable getarg getenv move_alloc mvbits
    random_init random_number random_seed srand system system_clock
"""
SUBROUTINES = frozenset(_SUBROUTINES.split())

#: Functions that are intrinsics of gfortran and of no standard (REDUCE: not of all its versions):
#: which one is called is up to the compiler and to `-std`.
_BY_COMPILER = """
    acosd algama asind atan2d atand cdabs cdcos cdexp cdlog cdsin cdsqrt cosd cotan cotand dacosh
    dasinh datanh dcmplx dconjg derf derfc dfloat dgamma dimag dlgama dreal etime imag imagpart
    isatty isnan lnblnk loc ran rand realpart reduce secnds second sind sizeof tand time zabs zcos
    zexp zlog zsin zsqrt
    access and besj0 besj1 besjn besy0 besy1 besyn chdir chmod complex ctime dbesj0 dbesj1 dbesjn
    dbesy0 dbesy1 dbesyn dtime fdate fget fgetc fnum fput fputc fstat ftell getcwd getgid getpid
    getuid hostnm iargc ierrno int2 int8 irand kill lgamma link long lshift lstat malloc mclock
    mclock8 or rename rshift short signal stat symlnk system time8 ttynam umask unlink xor
"""
BY_COMPILER = frozenset(_BY_COMPILER.split())

#: Intrinsic subroutines that adc does not know, all of them additions of gfortran.
_SUBROUTINES_BY_COMPILER = """
    alarm backtrace chdir chmod ctime dtime etime fdate fget fgetc fput fputc free fseek fstat
    ftell gerror getcwd getlog gmtime hostnm idate itime kill link lstat ltime perror rename second
    signal sleep stat symlnk ttynam umask unlink
"""
SUBROUTINES_BY_COMPILER = frozenset(_SUBROUTINES_BY_COMPILER.split())

#: All names that may be those of intrinsics.
NAMES = FUNCTIONS | SUBROUTINES | BY_COMPILER | SUBROUTINES_BY_COMPILER

#: Intrinsic modules and the integer constants in them, for gfortran on 64-bit machines.
CONSTANTS: dict[str, dict[str, int]] = {
    "iso_fortran_env": {
        "int8": 1, "int16": 2, "int32": 4, "int64": 8,
        "logical8": 1, "logical16": 2, "logical32": 4, "logical64": 8,
        "real32": 4, "real64": 8, "real128": 16,
        "input_unit": 5, "output_unit": 6, "error_unit": 0,
        "iostat_end": -1, "iostat_eor": -2,
        "character_storage_size": 8, "file_storage_size": 8, "numeric_storage_size": 32,
    },
    "iso_c_binding": {
        "c_float": 4, "c_double": 8, "c_long_double": 10,
        "c_int": 4, "c_short": 2, "c_long": 8, "c_long_long": 8, "c_size_t": 8,
        "c_signed_char": 1, "c_intptr_t": 8, "c_ptrdiff_t": 8, "c_intmax_t": 8,
        "c_int8_t": 1, "c_int16_t": 2, "c_int32_t": 4, "c_int64_t": 8,
        "c_int_least8_t": 1, "c_int_least16_t": 2, "c_int_least32_t": 4, "c_int_least64_t": 8,
        "c_int_fast8_t": 1, "c_int_fast16_t": 8, "c_int_fast32_t": 8, "c_int_fast64_t": 8,
        "c_bool": 1, "c_char": 1,
    },
}  # fmt: skip

#: What else they define: procedures, of which translation may know some.
PROCEDURES: dict[str, frozenset[str]] = {
    "iso_fortran_env": frozenset({"compiler_options", "compiler_version"}),
    "iso_c_binding": frozenset({"c_associated", "c_f_pointer", "c_funloc", "c_loc", "c_sizeof"}),
    "ieee_arithmetic": frozenset(
        {"ieee_is_finite", "ieee_is_nan", "ieee_is_negative", "ieee_is_normal", "ieee_value"}
    ),
    "ieee_exceptions": frozenset(),
    "ieee_features": frozenset(),
    "omp_lib": frozenset(
        {"omp_get_max_threads", "omp_get_num_threads", "omp_get_thread_num", "omp_get_wtime"}
    ),
}
