/// The keys that relay and device derive from the device key, which the device created at registration (PA1 section 2).
///
/// `PRK_d = Extract("pa1 device", deviceKey)`.
public struct RequestKeys: Sendable {
    /// `K_req = Expand(PRK_d, "pa1 req", 32)`: seals the envelopes of the device's requests.
    public let request: SymmetricKey

    /// Derives the key.
    ///
    /// - Throws: `SealingError.library`.
    public init(deviceKey: SymmetricKey) throws(SealingError) {
        let key = try HKDF.extract(salt: Array("pa1 device".utf8), inputKey: deviceKey.secret)
        request = try HKDF.expandKey(key, label: "pa1 req")
    }
}
