#pragma once
#include <zlib.h>

// `deflateInit2` is a macro, which Swift does not see.
static inline int reveille_deflate_gzip(z_stream *stream) {
    return deflateInit2(stream, Z_BEST_COMPRESSION, Z_DEFLATED, 15 + 16, 9, Z_DEFAULT_STRATEGY);
}
