/* The emulator as one unit, so that the path of an access is compiled as a whole. */
#define EMULATOR_ITSELF 1
#include "driver.h"
#include "hooks.h"
#include "report.h"

uint3 threadIdx, blockIdx, blockDim, gridDim;
