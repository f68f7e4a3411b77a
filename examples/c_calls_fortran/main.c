/* How a chain hangs: its energy is Fortran's, its forces are the adjoint that adc writes. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "energy_grad.h"

enum { NODES = 23, MOST = 20000 };

/* COMMON /CHAIN/ and ENERGY, as gfortran names them. */
extern struct { double stiff, rest, weight; } chain_;
void energy_(const int *n, const double *x, const double *y, double *e);

typedef struct { double x[NODES], y[NODES]; } Nodes;

static double energy(const Nodes *at)
{
    int n = NODES;
    double e;
    energy_(&n, at->x, at->y, &e);
    return e;
}

/* The derivatives of the energy; the ends are held and feel none. */
static Nodes forces(const Nodes *at)
{
    Nodes g;
    double e = 0.0;
    int code = energy_grad(NODES, at->x, at->y, e, chain_.stiff, chain_.rest, chain_.weight,
                           g.x, g.y);
    if (code != 0) {
        fprintf(stderr, "energy_grad: error %d\n", code);
        exit(1);
    }
    g.x[0] = g.y[0] = g.x[NODES - 1] = g.y[NODES - 1] = 0.0;
    return g;
}

static double largest(const Nodes *g)
{
    double found = 0.0;
    for (int i = 0; i < NODES; i++)
        found = fmax(found, fmax(fabs(g->x[i]), fabs(g->y[i])));
    return found;
}

/* One component of the gradient against differences of the Fortran routine itself. */
static void compare(Nodes at)
{
    const int i = 5;
    const double h = 1e-5, y = at.y[i];
    double by_adjoint = forces(&at).y[i];
    at.y[i] = y + h;
    double up = energy(&at);
    at.y[i] = y - h;
    double by_differences = (up - energy(&at)) / (2.0 * h);
    printf("dE/dy(%d): adjoint %.6f, differences %.6f\n", i + 1, by_adjoint, by_differences);
    if (fabs(by_adjoint - by_differences) > 1e-6 * (1.0 + fabs(by_adjoint)))
        exit(1);
}

int main(void)
{
    Nodes at, speed = {{0.0}, {0.0}};
    chain_.stiff = 50.0;
    chain_.rest = 0.03;
    chain_.weight = 0.1;
    for (int i = 0; i < NODES; i++) {
        at.x[i] = (double)i / (NODES - 1);
        at.y[i] = 0.3 * at.x[i] - 0.2 * sin(3.0 * at.x[i]);
    }
    compare(at);

    /* Gradient descent with momentum. */
    int step = 0;
    double size = INFINITY;
    for (; step < MOST && size > 1e-9; step++) {
        Nodes g = forces(&at);
        size = largest(&g);
        for (int i = 0; i < NODES; i++) {
            speed.x[i] = 0.95 * speed.x[i] - 0.002 * g.x[i];
            speed.y[i] = 0.95 * speed.y[i] - 0.002 * g.y[i];
            at.x[i] += speed.x[i];
            at.y[i] += speed.y[i];
        }
    }
    printf("energy %.9f after %d steps, largest force %.1e\n", energy(&at), step, size);
    if (size > 1e-9)
        return 1;
    printf("the lowest node hangs at %.4f\n", at.y[NODES / 2]);
    return 0;
}
