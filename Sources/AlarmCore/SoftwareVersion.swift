/// The version of this software.
public enum SoftwareVersion {
    /// The version (Semantic Versioning); `-dev` until it is released.
    public static let text = "0.2.0-dev"
}
