internal import CQREncode

/// A QR code, as rows of dark and light modules (ISO/IEC 18004).
public struct QRCode: Hashable, Sendable {
    /// How much of a symbol may be unreadable.
    public enum Correction: Hashable, Sendable {
        /// About 7 %.
        case low
        /// About 15 %.
        case medium
    }

    /// Why a text could not be encoded.
    public enum EncodingError: Error, Hashable, Sendable {
        /// It is empty, holds a NUL, or is too long for any symbol.
        case unencodable
    }

    /// Modules from top to bottom and left to right; true is dark.
    ///
    /// No quiet zone.
    public let modules: [[Bool]]

    /// Encodes `text`; upper-case letters, digits and `$%*+-./:` make for smaller symbols.
    public init(_ text: String, correction: Correction = .medium) throws(EncodingError) {
        let level = correction == .low ? QR_ECLEVEL_L : QR_ECLEVEL_M
        guard let symbol = unsafe QRcode_encodeString(text, 0, level, QR_MODE_8, 1) else { throw .unencodable }
        defer { unsafe QRcode_free(symbol) }
        let width = Int(unsafe symbol.pointee.width)
        guard width > 0, let data = unsafe symbol.pointee.data else { throw .unencodable }
        modules = (0..<width).map { row in
            (0..<width).map { column in unsafe data[row * width + column] & 1 == 1 }
        }
    }
}
