/// What somebody without the app does by the links in what they were written.
package enum ContactDeed: String, CaseIterable, Hashable, Sendable {
    /// Agrees to be told.
    case agree
    /// Wants no more letters.
    case unsubscribe
}
