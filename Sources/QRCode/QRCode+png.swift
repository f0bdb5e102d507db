internal import CZlib

extension QRCode {
    /// The symbol as a PNG image, black on white with its quiet zone, one bit for each pixel.
    ///
    /// - Parameter scale: the width and height of a module in pixels; at least 1.
    /// - Returns: the file's bytes.
    public func png(scale: Int = 8) -> [UInt8] {
        let scale = max(scale, 1)
        let width = side * scale
        var header = bigEndian(width) + bigEndian(width)
        // One bit, greyscale, and the only methods that there are for compression, filters and interlacing.
        header += [1, 0, 0, 0, 0]
        var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        file += chunk("IHDR", header)
        file += chunk("IDAT", zlib(pixels(scale: scale)))
        file += chunk("IEND", [])
        return file
    }

    /// The rows of pixels, each after the byte for "no filter" (PNG, section 9.2); a light pixel is 1.
    private func pixels(scale: Int) -> [UInt8] {
        (0..<side).flatMap { row in
            var line = [UInt8](repeating: 0, count: (side * scale + 7) / 8)
            for pixel in 0..<side * scale where !isDark(row, pixel / scale) {
                line[pixel / 8] |= 0x80 >> UInt8(pixel % 8)
            }
            return [[UInt8]](repeating: [0] + line, count: scale).flatMap(\.self)
        }
    }

    /// A chunk: length, type, data, and the check sum of type and data (PNG, section 5.3).
    private func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
        let checked = Array(type.utf8) + data
        let sum = unsafe checked.withUnsafeBufferPointer { unsafe crc32(0, $0.baseAddress, UInt32($0.count)) }
        return bigEndian(data.count) + checked + bigEndian(Int(sum))
    }

    /// The bytes as a zlib stream (RFC 1950).
    private func zlib(_ bytes: [UInt8]) -> [UInt8] {
        var size = compressBound(UInt(bytes.count))
        var output = [UInt8](repeating: 0, count: Int(size))
        // With room for `compressBound` it can only fail for want of memory, as every allocation here may.
        let result = unsafe bytes.withUnsafeBufferPointer { source in
            unsafe output.withUnsafeMutableBufferPointer { target in
                unsafe compress2(target.baseAddress, &size, source.baseAddress, UInt(source.count), Z_BEST_COMPRESSION)
            }
        }
        precondition(result == Z_OK, "zlib has no memory")
        return Array(output.prefix(Int(size)))
    }

    private func bigEndian(_ number: Int) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }
}
