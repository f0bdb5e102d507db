/// The padding of a sealed message: trailing spaces, which JSON ignores, up to one of four sizes (PA1 section 5).
///
/// The relay sees sizes. With only four of them it learns little about what two people write.
public enum PaddedMessage {
    /// The sizes in bytes, ascending.
    public static let sizes = [256, 512, 1024, 2048]

    /// Returns `message`, padded with spaces to the smallest size that holds it.
    ///
    /// - Throws: `SealingError.tooLong` above 2,048 bytes.
    public static func pad(_ message: [UInt8]) throws(SealingError) -> [UInt8] {
        guard let size = sizes.first(where: { message.count <= $0 }) else {
            throw .tooLong("a message", limit: sizes.last ?? 0)
        }
        return message + [UInt8](repeating: UInt8(ascii: " "), count: size - message.count)
    }
}
