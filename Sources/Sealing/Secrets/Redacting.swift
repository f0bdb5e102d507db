/// A value that never shows its content when it is printed, interpolated, logged or dumped.
///
/// Swift prints the stored properties of any other type, and a log line with a key in it is a leaked key.
public protocol Redacting: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {}

extension Redacting {
    /// The type's name alone.
    public var description: String { "<\(Self.self), redacted>" }
    /// The type's name alone.
    public var debugDescription: String { description }
    /// No children, so that `dump` finds nothing to descend into.
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection()) }
}
