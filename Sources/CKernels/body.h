// The kernels, compiled once for each width of vectors. No kernel depends on the width: lanes never
// meet except inside one pixel, and a tail is a vector whose other lanes are thrown away.

#include "vectors.h"
#include "blend.h"
#include "sample.h"
#include "shade.h"
#include "draw.h"
#include "filter.h"

static const ck_kernels kernels = {
    .name = NAME,
    .draw = draw,
    .multiply = multiply,
    .halve = halve,
    .narrow = narrow,
    .blur = blur,
};

const ck_kernels *ENTRY(void);
const ck_kernels *ENTRY(void) { return &kernels; }
