! Settings shared by all columns.
#define SQUARE(x) ((x)*(x))
#ifndef CRITICAL_RICHARDSON
#define CRITICAL_RICHARDSON 0.25_wp
#endif
