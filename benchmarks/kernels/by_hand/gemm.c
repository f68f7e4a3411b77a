/* The adjoint of C = alpha A B + beta C: with G the seed of C,
 *
 *     A_bar = alpha G B^T,  B_bar = alpha A^T G,  C_bar = beta G,  alpha_bar = sum(A (G B^T)).
 *
 * A B itself is not needed. The two products are the BLAS's where the Makefile finds one, as adc's
 * are; otherwise those of `multiply`, blocked for the caches and packed. */
#include <omp.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#ifdef ADC_USE_CBLAS
#include <cblas.h>
#endif

static inline int64_t smaller(int64_t x, int64_t y) { return x < y ? x : y; }

#ifdef __AVX512F__
enum { LANES = 8, TALL = 8 };
#else
enum { LANES = 4, TALL = 4 };
#endif
/* TALL x WIDE elements are in registers; blocks of MC x KC and KC x NC in the caches. */
enum { WIDE = 3 * LANES, MC = 96, KC = 256, NC = WIDE * 64 };
typedef double vector __attribute__((vector_size(8 * LANES), aligned(8), may_alias));

/* A matrix by its strides, so that a transpose is one as well. */
typedef struct {
    const double *at;
    int64_t down, right;
} matrix;

/* `count` lines of `depth` elements in panels of `per` lines, element by element; zeros fill up. */
static void pack(double *to, const double *from, int64_t line, int64_t along, int64_t count,
                 int64_t depth, int64_t per) {
    for (int64_t p = 0; p < count; p += per) {
        const int64_t here = smaller(per, count - p);
        for (int64_t k = 0; k < depth; ++k, to += per) {
            for (int64_t r = 0; r < here; ++r)
                to[r] = from[(p + r) * line + k * along];
            for (int64_t r = here; r < per; ++r)
                to[r] = 0.0;
        }
    }
}

/* c += the product of one panel of each, of which rows x columns are there. */
static void kernel(const double *a, const double *b, int64_t depth, double *c, int64_t ldc,
                   int64_t rows, int64_t columns) {
    vector sum[TALL][3] = {0};
    for (int64_t k = 0; k < depth; ++k, a += TALL, b += WIDE) {
        const vector *line = (const vector *)b;
        const vector b0 = line[0], b1 = line[1], b2 = line[2];
        #pragma GCC unroll 8
        for (int r = 0; r < TALL; ++r) {
            sum[r][0] += a[r] * b0;
            sum[r][1] += a[r] * b1;
            sum[r][2] += a[r] * b2;
        }
    }
    if (rows == TALL && columns == WIDE) {
        #pragma GCC unroll 8
        for (int r = 0; r < TALL; ++r)
            for (int v = 0; v < 3; ++v)
                *(vector *)(c + r * ldc + v * LANES) += sum[r][v];
        return;
    }
    for (int64_t r = 0; r < rows; ++r)
        for (int64_t j = 0; j < columns; ++j)
            c[r * ldc + j] += sum[r][j / LANES][j % LANES];
}

/* c[m, n] = a b over k, rows of c after each other; `room` as in the workspace's size. */
static void multiply(matrix a, matrix b, double *c, int64_t m, int64_t n, int64_t k, double *room) {
    double *shared = room;
    #pragma omp parallel
    {
        double *own = room + NC * KC + MC * KC * omp_get_thread_num();
        #pragma omp for schedule(static)
        for (int64_t i = 0; i < m; ++i)
            memset(c + i * n, 0, sizeof(double) * (size_t)n);
        for (int64_t j = 0; j < n; j += NC)
            for (int64_t l = 0; l < k; l += KC) {
                const int64_t wide = smaller(NC, n - j), deep = smaller(KC, k - l);
                #pragma omp for schedule(static)
                for (int64_t p = 0; p < wide; p += WIDE)
                    pack(shared + p * deep, b.at + (j + p) * b.right + l * b.down, b.right, b.down,
                         smaller(WIDE, wide - p), deep, WIDE);
                #pragma omp for schedule(dynamic)
                for (int64_t i = 0; i < m; i += MC) {
                    const int64_t tall = smaller(MC, m - i);
                    pack(own, a.at + i * a.down + l * a.right, a.down, a.right, tall, deep, TALL);
                    for (int64_t p = 0; p < wide; p += WIDE)
                        for (int64_t r = 0; r < tall; r += TALL)
                            kernel(own + r * deep, shared + p * deep, deep, c + (i + r) * n + j + p,
                                   n, smaller(TALL, tall - r), smaller(WIDE, wide - p));
                }
            }
    }
}

size_t gemm_by_hand_workspace_bytes(int64_t NI, int64_t NJ, int64_t NK) {
    (void)NI, (void)NJ, (void)NK;
    return sizeof(double) * (size_t)(NC * KC + MC * KC * omp_get_max_threads());
}

static void products(int64_t NI, int64_t NJ, int64_t NK, const double *A, const double *B,
                     const double *G, double *A_bar, double *B_bar, double *room) {
#ifdef ADC_USE_CBLAS
    (void)room, (void)multiply;
    const int ni = (int)NI, nj = (int)NJ, nk = (int)NK;
    cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasTrans, ni, nk, nj, 1.0, G, nj, B, nj, 0.0, A_bar,
                nk);
    cblas_dgemm(CblasRowMajor, CblasTrans, CblasNoTrans, nk, nj, ni, 1.0, A, nk, G, nj, 0.0, B_bar,
                nj);
#else
    multiply((matrix){G, NJ, 1}, (matrix){B, 1, NJ}, A_bar, NI, NK, NJ, room);
    multiply((matrix){A, 1, NK}, (matrix){G, NJ, 1}, B_bar, NK, NJ, NI, room);
#endif
}

int gemm_by_hand_ws(int64_t NI, int64_t NJ, int64_t NK, double alpha, double beta, const double *C,
                    const double *A, const double *B, const double *G, double *alpha_bar,
                    double *A_bar, double *B_bar, double *C_bar, void *workspace) {
    (void)C;
    products(NI, NJ, NK, A, B, G, A_bar, B_bar, workspace);
    double sum = 0.0;
    #pragma omp parallel for simd schedule(static) reduction(+ : sum)
    for (int64_t i = 0; i < NI * NK; ++i) {
        sum += A[i] * A_bar[i];
        A_bar[i] *= alpha;
    }
    #pragma omp parallel for simd schedule(static)
    for (int64_t i = 0; i < NK * NJ; ++i)
        B_bar[i] *= alpha;
    #pragma omp parallel for simd schedule(static)
    for (int64_t i = 0; i < NI * NJ; ++i)
        C_bar[i] = beta * G[i];
    *alpha_bar = sum;
    return 0;
}
