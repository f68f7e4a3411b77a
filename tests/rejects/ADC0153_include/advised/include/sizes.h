#define SIZES 1
