/// The path of a page to which a letter's link leads.
package enum LinkPath: String, CaseIterable, Sendable {
    /// The page on which a contact agrees to be told.
    case confirm = "/contact/confirm"
    /// The page on which a contact unsubscribes.
    case unsubscribe = "/contact/unsubscribe"
    /// The page on which whoever reads letters at an address stops those about anybody.
    case stopAll = "/contact/stop-all"
    /// The page on which somebody who stopped letters allows that they are asked again.
    case allow = "/contact/allow"
    /// The page on which a contact says that they have reached the person.
    case reached = "/contact/reached"
    /// The page on which a person checks in.
    case checkIn = "/check-in"

    /// The name of the query parameter that holds the capability.
    package static let parameter = "t"
    /// The query parameter, with its value, of a link in a text message that asks for calls as well.
    package static let calls = (name: "c", value: "1")

    /// The complete address, at a relay that is reached at `origin`.
    ///
    /// By one that `asksForCalls` whoever agrees to text messages agrees to calls as well.
    package func url(at origin: String, _ token: Capability, asksForCalls: Bool = false) -> String {
        "\(origin)\(rawValue)?\(Self.parameter)=\(token.text)"
            + (asksForCalls ? "&\(Self.calls.name)=\(Self.calls.value)" : "")
    }
}
