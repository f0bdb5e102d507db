import AlarmCore

extension RetryReason {
    /// The labels that only pushes to APNs have.
    static let apnsLabels = APNsRejection.documented.map(\.key) + ["registered since", "no provider token"]

    /// The reason of a rejection by APNs; an undocumented one counts as other.
    ///
    /// Too many requests to one device say nothing about other devices.
    static func rejection(_ rejection: APNsRejection) -> RetryReason {
        if case .unknown(let reason) = rejection { return .other(reason) }
        return RetryReason(
            label: rejection.reason,
            description: rejection.reason,
            concernsChannel: rejection != .tooManyRequests
        )
    }

    /// APNs called the token dead, but the device has registered it since.
    static func registeredSince(_ reason: String) -> RetryReason {
        RetryReason(
            label: "registered since",
            description: "\(reason), but registered since",
            concernsChannel: false
        )
    }

    /// No provider token could be signed.
    static let noProviderToken = RetryReason(label: "no provider token", description: "no provider token")
}
