/* Routines of a library in C: integers and numbers come by value. */

#include <stdint.h>

/* y = a*x[i]*x[i + 1], the last one times the first. */
void pairs(int32_t n, double a, const double *x, double *y)
{
    for (int32_t i = 0; i < n; i++)
        y[i] = a*x[i]*x[(i + 1)%n];
}

void pairs_d(int32_t n, double a, double a_dot, const double *x, const double *x_dot, double *y_dot)
{
    for (int32_t i = 0; i < n; i++) {
        const int32_t j = (i + 1)%n;
        y_dot[i] = a_dot*x[i]*x[j] + a*(x_dot[i]*x[j] + x[i]*x_dot[j]);
    }
}

void pairs_b(int32_t n, double a, double *a_bar, const double *x, double *x_bar,
    const double *y_bar)
{
    for (int32_t i = 0; i < n; i++) {
        const int32_t j = (i + 1)%n;
        *a_bar += y_bar[i]*x[i]*x[j];
        x_bar[i] += a*x[j]*y_bar[i];
        x_bar[j] += a*x[i]*y_bar[i];
    }
}
