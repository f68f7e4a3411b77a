/* What each CUDA source reads first: compiled once, beforehand (`build.py`), it costs nothing. */
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "cuda_runtime.h"
