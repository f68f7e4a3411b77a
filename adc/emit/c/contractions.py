"""Products over several axes as C text, written once as `products.py` writes products."""

from __future__ import annotations

from adc.schedule.contractions import MOST_AXES

_CONTRACTION = """\
/* The elements that axes run through, the last one fastest; none where one of them is empty. */
static int64_t adc_Dcount(int axes, const int64_t (*axis)[3])
{
    int64_t count = 1;
    for (int d = 0; d < axes; d++)
        count = axis[d][0] > 0 ? count*axis[d][0] : 0;
    return count;
}

/* How far `count` elements of the axes, from the one numbered `first` on, are from the beginning in
   two arrays. An axis has its extent and its steps in these. */
static void adc_Dplaces(int axes, const int64_t (*axis)[3], int64_t first, int64_t count,
    int64_t *one, int64_t *two)
{
    int64_t digits[MOST_AXES], x = 0, y = 0;
    for (int d = axes - 1; d >= 0; d--) {
        digits[d] = first % axis[d][0];
        first /= axis[d][0];
        x += digits[d]*axis[d][1];
        y += digits[d]*axis[d][2];
    }
    for (int64_t p = 0; p < count; p++) {
        one[p] = x;
        two[p] = y;
        for (int d = axes - 1; d >= 0; d--) {
            x += axis[d][1];
            y += axis[d][2];
            if (++digits[d] < axis[d][0])
                break;
            digits[d] = 0;
            x -= axis[d][0]*axis[d][1];
            y -= axis[d][0]*axis[d][2];
        }
    }
}

/* Whether `count` elements, at most as many as a tile has columns, stand side by side. */
static inline bool adc_Ddense(const int64_t *places, int64_t count)
{
    for (int64_t l = 1; l < count; l++)
        if (places[l] != places[0] + l)
            return false;
    return true;
}

/* Columns of B side by side, and zeros up to a tile's: to[k][l] is the k-th element of the l-th. */
static inline void adc_Dcolumns(const REAL *from, const int64_t *b_inner, const int64_t *b_column,
    int64_t depth, int64_t count, REAL *to)
{
    if (count == ADC_D_COLUMNS && adc_Ddense(b_column, count)) {
        for (int64_t k = 0; k < depth; k++)
            memcpy(to + k*ADC_D_COLUMNS, from + b_inner[k] + b_column[0],
                ADC_D_COLUMNS*sizeof(REAL));
        return;
    }
    for (int64_t l = 0; l < ADC_D_COLUMNS; l++)
        for (int64_t k = 0; k < depth; k++)
            to[k*ADC_D_COLUMNS + l] = l < count ? from[b_inner[k] + b_column[l]] : 0;
}

/* Sums of products of rows of A, which begin at `from`, and of packed columns of B, as far as these
   are in the first `across` vectors of a tile. */
ADC_FUSED
static inline void adc_Dsums(int across, int64_t depth, const REAL *const *from,
    const int64_t *a_inner, const REAL *b, REAL *tile)
{
#if defined(ADC_USE_FMA) && defined(__clang__)
    #pragma clang fp contract(fast)
#endif
    adc_Dlanes sums[ADC_D_ROWS][ADC_D_ACROSS];
    memset(sums, 0, sizeof sums);
    for (int64_t k = 0; k < depth; k++) {
        adc_Dlanes row[ADC_D_ACROSS];
        memcpy(row, b + k*ADC_D_COLUMNS, sizeof row);
        for (int i = 0; i < ADC_D_ROWS; i++)
            for (int l = 0; l < across; l++)
                sums[i][l] += from[i][a_inner[k]]*row[l];
    }
    memcpy(tile, sums, sizeof sums);
}

/* Adds alpha times the product of some rows of A and packed columns of B to a tile of C. Rows that
   are not there are the first one again, and no part of C. */
ADC_FUSED
static inline void adc_Dspread(int64_t rows, int64_t columns, int64_t depth, REAL alpha,
    const REAL *a, const int64_t *a_row, const int64_t *a_inner, const REAL *b,
    REAL *restrict c, const int64_t *c_row, const int64_t *c_column)
{
#if defined(ADC_USE_FMA) && defined(__clang__)
    #pragma clang fp contract(fast)
#endif
    const REAL *from[ADC_D_ROWS];
    for (int i = 0; i < ADC_D_ROWS; i++)
        from[i] = a + a_row[i < rows ? i : 0];
    REAL tile[ADC_D_ROWS][ADC_D_COLUMNS];
    if (columns <= ADC_D_LANES)
        adc_Dsums(1, depth, from, a_inner, b, tile[0]);
    else if (columns <= 2*ADC_D_LANES)
        adc_Dsums(2, depth, from, a_inner, b, tile[0]);
    else
        adc_Dsums(ADC_D_ACROSS, depth, from, a_inner, b, tile[0]);
    if (adc_Ddense(c_column, columns)) {
        for (int64_t i = 0; i < rows; i++)
            for (int64_t j = 0; j < columns; j++)
                c[c_row[i] + c_column[0] + j] += alpha*tile[i][j];
        return;
    }
    for (int64_t i = 0; i < rows; i++)
        for (int64_t j = 0; j < columns; j++)
            c[c_row[i] + c_column[j]] += alpha*tile[i][j];
}

/* The sums of products of A and B, times alpha, added to C, in blocks as a product of matrices has
   them. Each kind of axes (rows of A and C, columns of B and C, sums over A and B) may be several,
   with an extent and a step in either array each. The terms of an element are added in one order,
   whatever the threads and the registers are. */
static void adc_Dcontract(int row_axes, const int64_t (*row_axis)[3], int column_axes,
    const int64_t (*column_axis)[3], int inner_axes, const int64_t (*inner_axis)[3], REAL alpha,
    const void *a_start, const void *b_start, void *c_start)
{
    const REAL *a = a_start, *b = b_start;
    REAL *c = c_start;
    const int64_t rows = adc_Dcount(row_axes, row_axis);
    const int64_t columns = adc_Dcount(column_axes, column_axis);
    const int64_t inner = adc_Dcount(inner_axes, inner_axis);
    if (rows == 0 || columns == 0 || inner == 0)
        return;
    const double work = 1.0*rows*columns*inner;
    const int64_t half = adc_imin((rows + 1)/2, ADC_D_HEIGHT);
    const int64_t tall = adc_Dshare(rows, work < 1e5 ? ADC_D_HEIGHT : half, ADC_D_ROWS);
    const int64_t broad = adc_Dshare(columns, ADC_D_WIDTH, ADC_D_COLUMNS);
    #pragma omp parallel for collapse(2) if (work > ADC_PARALLEL_MIN)
    for (int64_t i = 0; i < rows; i += tall) {
        for (int64_t j = 0; j < columns; j += broad) {
            _Alignas(ADC_VECTOR_BYTES) REAL b_block[ADC_D_WIDTH*ADC_D_DEPTH];
            int64_t a_row[ADC_D_HEIGHT], c_row[ADC_D_HEIGHT];
            int64_t b_column[ADC_D_WIDTH], c_column[ADC_D_WIDTH];
            int64_t a_inner[ADC_D_DEPTH], b_inner[ADC_D_DEPTH];
            const int64_t down = adc_imin(tall, rows - i);
            const int64_t wide = adc_imin(broad, columns - j);
            adc_Dplaces(row_axes, row_axis, i, down, a_row, c_row);
            adc_Dplaces(column_axes, column_axis, j, wide, b_column, c_column);
            for (int64_t k = 0; k < inner; k += ADC_D_DEPTH) {
                const int64_t depth = adc_imin(ADC_D_DEPTH, inner - k);
                adc_Dplaces(inner_axes, inner_axis, k, depth, a_inner, b_inner);
                for (int64_t q = 0; q < wide; q += ADC_D_COLUMNS)
                    adc_Dcolumns(b, b_inner, b_column + q, depth,
                        adc_imin(ADC_D_COLUMNS, wide - q), b_block + q*depth);
                for (int64_t p = 0; p < down; p += ADC_D_ROWS)
                    for (int64_t q = 0; q < wide; q += ADC_D_COLUMNS)
                        adc_Dspread(adc_imin(ADC_D_ROWS, down - p),
                            adc_imin(ADC_D_COLUMNS, wide - q), depth, alpha, a, a_row + p, a_inner,
                            b_block + q*depth, c, c_row + p, c_column + q);
            }
        }
    }
}
"""

#: Under the names of its template, with the number of axes that each kind may have.
CONTRACTION = _CONTRACTION.replace("MOST_AXES", str(MOST_AXES))
