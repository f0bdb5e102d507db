package import Logging
import Synchronization

/// The lowest level of messages in the log, which may change while the relay runs.
package final class LogThreshold: Sendable {
    private static let levels = Logger.Level.allCases

    /// The position of the present level among all.
    private let position: Atomic<Int>

    package init(_ level: Logger.Level) {
        position = Atomic(Self.position(of: level))
    }

    /// The lowest level at present.
    package var level: Logger.Level { Self.levels[position.load(ordering: .relaxed)] }

    func set(_ level: Logger.Level) {
        position.store(Self.position(of: level), ordering: .relaxed)
    }

    /// The same logger, which follows this threshold, as do all copies of it that are given no level of their own.
    func following(_ logger: Logger) -> Logger {
        Logger(label: logger.label) { _ in ThresholdLogHandler(base: logger.handler, threshold: self) }
    }

    private static func position(of level: Logger.Level) -> Int { levels.firstIndex(of: level) ?? 0 }
}

/// Passes messages on to another handler; loggers ask it for the level of the threshold.
private struct ThresholdLogHandler: LogHandler {
    var base: any LogHandler
    let threshold: LogThreshold
    private var ownLevel: Logger.Level?

    init(base: any LogHandler, threshold: LogThreshold) {
        self.base = base
        self.threshold = threshold
    }

    var logLevel: Logger.Level {
        get { ownLevel ?? threshold.level }
        set { ownLevel = newValue }
    }

    var metadata: Logger.Metadata {
        get { base.metadata }
        set { base.metadata = newValue }
    }

    var metadataProvider: Logger.MetadataProvider? {
        get { base.metadataProvider }
        set { base.metadataProvider = newValue }
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { base[metadataKey: key] }
        set { base[metadataKey: key] = newValue }
    }

    func log(event: LogEvent) {
        base.log(event: event)
    }
}
