/// Why a delivery is put off, made where the failure is known.
///
/// An open list, so that a channel names failures of its own.
public struct RetryReason: Hashable, Sendable {
    /// The group that it counts in: one of few values.
    public let label: String
    /// One line, which is kept with the delivery and shown.
    public let description: String
    /// Whether it means that nothing gets through to this origin, rather than that this one delivery does not.
    public let concernsChannel: Bool

    /// Makes a reason; `label` must never hold anything that a gateway or a person chose.
    public init(label: String, description: String, concernsChannel: Bool = true) {
        self.label = label
        self.description = description
        self.concernsChannel = concernsChannel
    }
}

extension RetryReason: CustomStringConvertible {}

extension RetryReason {
    /// The label of ``other(_:concernsChannel:)``.
    public static let otherLabel = "other"

    /// Every label that more than one channel uses, but ``otherLabel``.
    public static let commonLabels =
        ["unreachable", "unresolved", "untrusted", "timed out", "stalled", "interrupted", "refused unprocessed"]
        + ["exhausted", "unconfigured", "HTTP status"]

    /// No connection came about.
    public static func unreachable(_ description: String) -> RetryReason {
        RetryReason(label: "unreachable", description: description)
    }

    /// The host's name has no address.
    public static func unresolved(_ description: String) -> RetryReason {
        RetryReason(label: "unresolved", description: description)
    }

    /// The connection is not secure.
    public static func untrusted(_ description: String) -> RetryReason {
        RetryReason(label: "untrusted", description: description)
    }

    /// Time ran out.
    public static func timedOut(_ description: String) -> RetryReason {
        RetryReason(label: "timed out", description: description)
    }

    /// The peer answered nothing at all on the connection.
    public static func stalled(_ description: String) -> RetryReason {
        RetryReason(label: "stalled", description: description)
    }

    /// The connection failed after the request began to be sent.
    public static func interrupted(_ description: String) -> RetryReason {
        RetryReason(label: "interrupted", description: description)
    }

    /// The peer said that it did not process the request.
    public static func refusedUnprocessed(_ description: String) -> RetryReason {
        RetryReason(label: "refused unprocessed", description: description)
    }

    /// This process lacks memory, descriptors or threads.
    public static func exhausted(_ description: String) -> RetryReason {
        RetryReason(label: "exhausted", description: description)
    }

    /// No way to send it is configured.
    public static func unconfigured(_ description: String) -> RetryReason {
        RetryReason(label: "unconfigured", description: description)
    }

    /// The answer says nothing but its HTTP status.
    public static func http(_ status: Int) -> RetryReason {
        RetryReason(label: "HTTP status", description: "HTTP \(status)")
    }

    /// A reason that is not counted on its own.
    public static func other(_ description: String, concernsChannel: Bool = true) -> RetryReason {
        RetryReason(label: otherLabel, description: description, concernsChannel: concernsChannel)
    }
}
