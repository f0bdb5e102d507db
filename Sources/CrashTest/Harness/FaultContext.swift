package import Foundation

/// What every fault is given.
package struct Setting: Sendable {
    /// The command that is run as the relay.
    package var relay: URL
    /// Where files go.
    package var folder: URL
    /// How many rounds to run; nil for as many as fit a minute.
    package var rounds: Int?
    /// Names the run: which moments, which alarms.
    package var seed: UInt64
    /// Whether to leave nothing out, however long it takes.
    package var isThorough: Bool
    /// Told what is going on.
    package var progress: @Sendable (String) -> Void

    /// Describes a run.
    package init(
        relay: URL,
        folder: URL,
        rounds: Int? = nil,
        seed: UInt64 = 1,
        isThorough: Bool = false,
        progress: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        self.relay = relay
        self.folder = folder
        self.rounds = rounds
        self.seed = seed
        self.isThorough = isThorough
        self.progress = progress
    }

    /// The same setting in a folder of its own.
    func inside(_ name: String) throws -> Setting {
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
