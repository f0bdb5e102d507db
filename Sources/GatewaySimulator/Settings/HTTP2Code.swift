/// The names of HTTP/2's error codes (RFC 9113, section 7), in the order of their numbers.
enum HTTP2Code {
    private static let names = [
        "NO_ERROR", "PROTOCOL_ERROR", "INTERNAL_ERROR", "FLOW_CONTROL_ERROR", "SETTINGS_TIMEOUT", "STREAM_CLOSED",
        "FRAME_SIZE_ERROR", "REFUSED_STREAM", "CANCEL", "COMPRESSION_ERROR", "CONNECT_ERROR", "ENHANCE_YOUR_CALM",
        "INADEQUATE_SECURITY", "HTTP_1_1_REQUIRED",
    ]

    /// Reads a name or any number of 32 bits.
    static func read(_ reader: SettingReader) throws(SettingError) -> UInt32 {
        if let text = reader.scalar, let index = names.firstIndex(of: text) { return UInt32(index) }
        guard let code: UInt32 = try? reader.integer(in: 0...UInt32.max) else {
            throw reader.mismatch("one of \(names.joined(separator: ", ")), or a number of 32 bits")
        }
        return code
    }

    /// The name of a code; nil where it has none.
    static func name(of code: UInt32) -> String? {
        Int(exactly: code).flatMap { names.indices.contains($0) ? names[$0] : nil }
    }
}
