/// A key with which a provider signs its tokens, as Apple's developer portal would hand it out.
public struct TeamKey: Hashable, Sendable {
    /// The private key: PKCS#8 in PEM, what a `.p8` file holds.
    public let pem: String
    /// The key's name, ten letters and digits: the token's `kid`.
    public let keyID: String
    /// The team's name, ten letters and digits: the token's `iss`.
    public let teamID: String
}
