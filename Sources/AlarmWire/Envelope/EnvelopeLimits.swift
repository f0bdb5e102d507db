public import AlarmCore

/// The bounds of a request envelope (PA1 section 3).
public enum EnvelopeLimits {
    /// The most bytes of an envelope: 8 KiB.
    public static let bytes = 8192
    /// How deep arrays and objects may lie inside one another: 8.
    public static let depth = 8
    /// How old a request may be: 300 s.
    public static let age = Span.seconds(300)
    /// How far a device's clock may be ahead: 60 s.
    public static let clockLead = Span.seconds(60)
    /// The most bytes of a request target.
    public static let targetBytes = 2048
    /// The media type of a body that is an envelope (RFC 7515, section 9.2.1).
    public static let mediaType = "application/jose"
    /// The authorization scheme of a request without a body.
    public static let scheme = "PA1"
}
