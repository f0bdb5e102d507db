import Foundation

/// This very program, to be run again as the relay of a simulation.
enum ThisProgram {
    /// Where it lies.
    ///
    /// - Throws: a ``CommandFailure`` where the system does not tell.
    static func executable() throws -> URL {
        guard let path = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe") else {
            throw CommandFailure("/proc/self/exe cannot be read, so this program cannot start itself as the relay")
        }
        return URL(fileURLWithPath: path)
    }
}
