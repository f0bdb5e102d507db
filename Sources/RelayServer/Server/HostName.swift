import Foundation

/// The name of the machine, by which people tell nodes apart.
enum HostName {
    /// The longest name that is read, in bytes (POSIX, `_POSIX_HOST_NAME_MAX`).
    private static let capacity = 255

    /// The name as the system has it, without asking the network; "relay" where there is none.
    static var current: String {
        var characters = [CChar](repeating: 0, count: capacity + 1)
        guard unsafe gethostname(&characters, capacity) == 0 else { return "relay" }
        let bytes = characters.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        return bytes.isEmpty ? "relay" : String(decoding: bytes, as: UTF8.self)
    }
}
