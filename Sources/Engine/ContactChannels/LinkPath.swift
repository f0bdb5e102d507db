/// The pages that a letter's links lead to.
package enum LinkPath: String, CaseIterable, Sendable {
    /// A contact agrees to be told.
    case confirm = "/contact/confirm"
    /// A contact wants no more letters.
    case unsubscribe = "/contact/unsubscribe"
    /// A person checks in.
    case checkIn = "/check-in"

    /// The query name of what proves the right to it.
    package static let parameter = "t"

    /// The whole address, at a relay that is reached at `origin`.
    package func url(at origin: String, _ token: Capability) -> String {
        "\(origin)\(rawValue)?\(Self.parameter)=\(token.text)"
    }
}
