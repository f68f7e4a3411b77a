/* Horizontal diffusion with a flux limiter, and its adjoint in three kernels: fluxes, what these
 * give to the Laplacian, and what that gives to the field.
 *
 * With q = weight * seed, zero outside, a flux that is let through has the adjoint q[i] - q[i-1];
 * fluxes give theirs to the Laplacian on both sides, and the Laplacian is symmetric. */
#include <cuda_runtime.h>
#include <stdint.h>

struct sizes {
    int64_t I, J, K;
};

static dim3 grid_for(int64_t i, int64_t j, int64_t k) {
    return dim3((unsigned)((k + 31) / 32), (unsigned)((j + 3) / 4), (unsigned)((i + 1) / 2));
}

#define OWN_POINT                                                     \
    const int64_t i = (int64_t)blockIdx.z * blockDim.z + threadIdx.z; \
    const int64_t j = (int64_t)blockIdx.y * blockDim.y + threadIdx.y; \
    const int64_t k = (int64_t)blockIdx.x * blockDim.x + threadIdx.x

/* The Laplacian about f; `row` and `line` lead to the neighbours. */
static __device__ double laplacian(const double *f, int64_t row, int64_t line) {
    return 4.0 * f[0] - f[row] - f[-row] - f[line] - f[-line];
}

/* The flux from f to its neighbour `step` away, and whether it is let through. */
static __device__ double flux(const double *f, int64_t row, int64_t line, int64_t step,
                              bool *through) {
    const double x = laplacian(f + step, row, line) - laplacian(f, row, line);
    *through = !(x * (f[step] - f[0]) > 0.0);
    return *through ? x : 0.0;
}

__global__ static void forward(sizes s, const double *field, const double *weight, double *out) {
    OWN_POINT;
    if (i >= s.I || j >= s.J || k >= s.K)
        return;
    const int64_t line = s.K, row = (s.J + 4) * s.K, here = (i * s.J + j) * s.K + k;
    const double *f = field + (i + 2) * row + (j + 2) * line + k;
    bool through;
    out[here] = f[0] - weight[here] * (flux(f, row, line, row, &through) -
                                       flux(f - row, row, line, row, &through) +
                                       flux(f, row, line, line, &through) -
                                       flux(f - line, row, line, line, &through));
}

/* x_bar[i, j] of the flux to point i from i - 1, y_bar[i, j] of that to j from j - 1, and weight_bar. */
__global__ static void adjoint_of_fluxes(sizes s, const double *field, const double *weight,
                                         const double *seed, double *x_bar, double *y_bar,
                                         double *weight_bar) {
    OWN_POINT;
    if (i > s.I || j > s.J || k >= s.K)
        return;
    const int64_t line = s.K, row = (s.J + 4) * s.K, here = (i * s.J + j) * s.K + k;
    const double *f = field + (i + 2) * row + (j + 2) * line + k;
    const double q = i < s.I && j < s.J ? weight[here] * seed[here] : 0.0;
    bool through;
    double sum = 0.0;
    if (j < s.J) {
        const double before = i > 0 ? weight[here - s.J * s.K] * seed[here - s.J * s.K] : 0.0;
        sum -= flux(f - row, row, line, row, &through);
        x_bar[here] = through ? q - before : 0.0;
    }
    if (i < s.I) {
        const double before = j > 0 ? weight[here - s.K] * seed[here - s.K] : 0.0;
        sum -= flux(f - line, row, line, line, &through);
        y_bar[(i * (s.J + 1) + j) * s.K + k] = through ? q - before : 0.0;
    }
    if (i < s.I && j < s.J) {
        sum += flux(f, row, line, row, &through) + flux(f, row, line, line, &through);
        weight_bar[here] = -seed[here] * sum;
    }
}

/* lap_bar[i, j] about field[i + 1, j + 1]. */
__global__ static void adjoint_of_laplacian(sizes s, const double *x_bar, const double *y_bar,
                                            double *lap_bar) {
    OWN_POINT;
    if (i >= s.I + 2 || j >= s.J + 2 || k >= s.K)
        return;
    double sum = 0.0;
    if (j >= 1 && j <= s.J) {
        const double *x = x_bar + (i * s.J + j - 1) * s.K + k;
        sum += (i > 0 ? x[-s.J * s.K] : 0.0) - (i <= s.I ? x[0] : 0.0);
    }
    if (i >= 1 && i <= s.I) {
        const double *y = y_bar + ((i - 1) * (s.J + 1) + j) * s.K + k;
        sum += (j > 0 ? y[-s.K] : 0.0) - (j <= s.J ? y[0] : 0.0);
    }
    lap_bar[(i * (s.J + 2) + j) * s.K + k] = sum;
}

__global__ static void adjoint_of_field(sizes s, const double *lap_bar, const double *seed,
                                        double *field_bar) {
    OWN_POINT;
    if (i >= s.I + 4 || j >= s.J + 4 || k >= s.K)
        return;
    const int64_t line = s.K, row = (s.J + 2) * s.K;
    const double *l = lap_bar + (i - 1) * row + (j - 1) * line + k;
    const bool in_i = i >= 1 && i <= s.I + 2, in_j = j >= 1 && j <= s.J + 2;
    double sum = in_i && in_j ? 4.0 * l[0] : 0.0;
    if (in_j && i >= 2)
        sum -= l[-row];
    if (in_j && i < s.I + 2)
        sum -= l[row];
    if (in_i && j >= 2)
        sum -= l[-line];
    if (in_i && j < s.J + 2)
        sum -= l[line];
    if (i >= 2 && i < s.I + 2 && j >= 2 && j < s.J + 2)
        sum += seed[((i - 2) * s.J + j - 2) * s.K + k];
    field_bar[(i * (s.J + 4) + j) * s.K + k] = sum;
}

extern "C" void hdiff_primal(int64_t I, int64_t J, int64_t K, const double *field,
                             const double *weight, double *out) {
    forward<<<grid_for(I, J, K), dim3(32, 4, 2)>>>({I, J, K}, field, weight, out);
}

extern "C" size_t hdiff_by_hand_workspace_bytes(int64_t I, int64_t J, int64_t K) {
    return sizeof(double) * (size_t)(((I + 1) * J + I * (J + 1) + (I + 2) * (J + 2)) * K);
}

extern "C" void hdiff_by_hand(int64_t I, int64_t J, int64_t K, const double *field,
                              const double *weight, const double *seed, double *field_bar,
                              double *weight_bar, double *workspace) {
    const sizes s = {I, J, K};
    const dim3 block(32, 4, 2);
    double *x_bar = workspace, *y_bar = x_bar + (I + 1) * J * K, *lap_bar = y_bar + I * (J + 1) * K;
    adjoint_of_fluxes<<<grid_for(I + 1, J + 1, K), block>>>(s, field, weight, seed, x_bar, y_bar,
                                                            weight_bar);
    adjoint_of_laplacian<<<grid_for(I + 2, J + 2, K), block>>>(s, x_bar, y_bar, lap_bar);
    adjoint_of_field<<<grid_for(I + 4, J + 4, K), block>>>(s, lap_bar, seed, field_bar);
}
