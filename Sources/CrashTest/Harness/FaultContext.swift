package import Foundation

/// Parameters of every fault.
package struct FaultContext: Sendable {
    /// The command that is run as the relay.
    package var relay: URL
    /// Folder for files.
    package var folder: URL
    /// Number of rounds; nil for as many as fit in a minute.
    package var rounds: Int?
    /// Seed of the run, which determines its moments and alarms.
    package var seed: UInt64
    /// Whether to leave nothing out, however long it takes.
    package var isThorough: Bool
    /// Whether to check only as much as every change has to pass; for faults of several relays.
    package var isShort: Bool
    /// The command of an earlier version, from which relays are upgraded one at a time; nil for the same.
    package var earlierRelay: URL?
    /// Called with messages about the progress.
    package var progress: @Sendable (String) -> Void

    /// Creates the parameters of a run.
    package init(
        relay: URL,
        folder: URL,
        rounds: Int? = nil,
        seed: UInt64 = 1,
        isThorough: Bool = false,
        isShort: Bool = false,
        earlierRelay: URL? = nil,
        progress: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        self.relay = relay
        self.folder = folder
        self.rounds = rounds
        self.seed = seed
        self.isThorough = isThorough
        self.isShort = isShort
        self.earlierRelay = earlierRelay
        self.progress = progress
    }

    /// Returns the same parameters with a subfolder of its own.
    func inside(_ name: String) throws -> FaultContext {
        var inner = self
        inner.folder = folder.appending(path: name)
        try FileManager.default.createDirectory(
            at: inner.folder,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
        return inner
    }
}
