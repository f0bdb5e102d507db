internal import CZlib

/// Compression for `Content-Encoding: gzip` (RFC 1952).
enum Gzip {
    /// Compresses `bytes` as far as zlib can; nil if it cannot.
    static func compress(_ bytes: [UInt8]) -> [UInt8]? {
        var stream = unsafe z_stream()
        guard unsafe reveille_deflate_gzip(&stream) == Z_OK else { return nil }
        defer { unsafe deflateEnd(&stream) }
        // `deflateBound` leaves room for everything, so that one call does it all.
        var output = [UInt8](repeating: 0, count: Int(unsafe deflateBound(&stream, UInt(bytes.count))))
        var input = bytes
        let count = unsafe input.withUnsafeMutableBufferPointer { source in
            unsafe output.withUnsafeMutableBufferPointer { target -> Int? in
                unsafe stream.next_in = source.baseAddress
                unsafe stream.avail_in = UInt32(source.count)
                unsafe stream.next_out = target.baseAddress
                unsafe stream.avail_out = UInt32(target.count)
                guard unsafe deflate(&stream, Z_FINISH) == Z_STREAM_END else { return nil }
                return unsafe target.count - Int(stream.avail_out)
            }
        }
        return count.map { Array(output.prefix($0)) }
    }
}
