import StrictYAML

/// The names of HTTP/2's error codes (RFC 9113, section 7), in order of their numbers.
enum HTTP2Code {
    private static let names = [
        "NO_ERROR", "PROTOCOL_ERROR", "INTERNAL_ERROR", "FLOW_CONTROL_ERROR", "SETTINGS_TIMEOUT", "STREAM_CLOSED",
        "FRAME_SIZE_ERROR", "REFUSED_STREAM", "CANCEL", "COMPRESSION_ERROR", "CONNECT_ERROR", "ENHANCE_YOUR_CALM",
        "INADEQUATE_SECURITY", "HTTP_1_1_REQUIRED",
    ]

    /// Reads a name or any 32-bit number.
    static func read(_ value: YAMLValue) throws(YAMLError) -> UInt32 {
        if let text = value.scalar, let index = names.firstIndex(of: text) { return UInt32(index) }
        guard let code: UInt32 = try? value.count(in: 0...UInt32.max) else {
            throw value.mismatch("one of \(names.joined(separator: ", ")), or a number of 32 bits")
        }
        return code
    }

    /// Returns the name of a code; nil where it has none.
    static func name(of code: UInt32) -> String? {
        Int(exactly: code).flatMap { names.indices.contains($0) ? names[$0] : nil }
    }
}
