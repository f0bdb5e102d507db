/// What a text leaves open, written `{name}` in the catalogues.
package enum Placeholder: String, CaseIterable, Hashable, Sendable {
    /// The person whom the text is about.
    case person
    /// Somebody who helps that person.
    case helper
    /// A moment.
    case time
    /// A length of time.
    case duration
    /// A distance.
    case distance
    /// A whole number.
    case count
    /// Latitude and longitude.
    case coordinates
    /// The address behind which the reader can do or see something.
    case link
    /// The address behind which the reader can refuse further messages.
    case refusal
}
