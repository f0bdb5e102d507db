public import AlarmCore

/// The limits of a request envelope (PA1 section 3).
public enum EnvelopeLimits {
    /// The most bytes of an envelope: 8 KiB.
    public static let bytes = 8192
    /// The greatest nesting depth of arrays and objects: 8.
    public static let depth = 8
    /// The greatest age of a request: 300 s.
    public static let age = Span.seconds(300)
    /// The most by which a device's clock may be ahead: 60 s.
    public static let clockLead = Span.seconds(60)
    /// The most bytes of a request target: 2,048.
    public static let targetBytes = 2048
    /// The media type of a body with an envelope (RFC 7515, section 9.2.1).
    public static let mediaType = "application/jose"
    /// The authorization scheme of a request without a body.
    public static let scheme = "PA1"
}
