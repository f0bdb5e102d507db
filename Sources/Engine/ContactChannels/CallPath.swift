package import AlarmCore

/// The path of an address at which the provider of calls asks what to say, or says what became of a call.
///
/// The addresses are known to the provider alone, whose requests are signed.
package enum CallPath: String, CaseIterable, Sendable {
    /// What to say once somebody has picked up.
    case greeting = "/call"
    /// What to say to the key that they pressed.
    case answer = "/call/answer"
    /// What became of a call that has ended.
    case status = "/call/status"

    /// The name of the query parameter that holds the alarm.
    package static let alarm = "alarm"
    /// The name of the query parameter that holds the delivery.
    package static let delivery = "delivery"

    /// The complete address, at a relay that is reached at `origin`.
    package func url(at origin: String, alarm: AlarmID, delivery: DeliveryID) -> String {
        "\(origin)\(rawValue)?\(Self.alarm)=\(alarm)&\(Self.delivery)=\(delivery)"
    }
}
