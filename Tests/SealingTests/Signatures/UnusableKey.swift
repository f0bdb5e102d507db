import Testing

/// A PEM text that must be refused as a P-256 private key, and a word of the expected reason.
struct UnusableKey: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let reason: String
    let pem: @Sendable () throws -> String

    static let table = refusedByAll + mismatched

    private static let refusedByAll: [UnusableKey] = [
        UnusableKey(testDescription: "nothing", reason: "PEM") { "" },
        UnusableKey(testDescription: "no PEM", reason: "PEM") { "hello\n" },
        UnusableKey(testDescription: "a public key", reason: "PEM") {
            KeyEncoding.pem(
                "PUBLIC KEY",
                try [UInt8](hex: "3059301306072a8648ce3d020106082a8648ce3d030107034200" + KeyEncoding.point)
            )
        },
        UnusableKey(testDescription: "a body that is no DER", reason: "PEM") {
            KeyEncoding.pem("PRIVATE KEY", [1, 2, 3])
        },
        UnusableKey(testDescription: "a body cut short", reason: "PEM") {
            KeyEncoding.pem("PRIVATE KEY", try Array(KeyEncoding.pkcs8().dropLast(40)))
        },
        UnusableKey(testDescription: "no end line", reason: "PEM") {
            String(try KeyEncoding.pem("PRIVATE KEY", KeyEncoding.pkcs8()).dropLast(26))
        },
        UnusableKey(testDescription: "an encrypted key, without asking for its passphrase", reason: "unencrypted") {
            encrypted
        },
        UnusableKey(testDescription: "an Ed25519 key", reason: "P-256") {
            KeyEncoding.pem("PRIVATE KEY", try [UInt8](hex: "302e020100300506032b657004220420" + KeyEncoding.d))
        },
        UnusableKey(testDescription: "a P-384 key", reason: "P-256") {
            let d = "00000000000000000000000000000000" + KeyEncoding.d
            return KeyEncoding.pem("EC PRIVATE KEY", try [UInt8](hex: "303e0201010430" + d + "a00706052b81040022"))
        },
        UnusableKey(testDescription: "a private part of zero", reason: "") {
            KeyEncoding.pem("EC PRIVATE KEY", try KeyEncoding.sec1(d: String(repeating: "0", count: 64)))
        },
        UnusableKey(testDescription: "a private part above the group's order", reason: "") {
            KeyEncoding.pem("EC PRIVATE KEY", try KeyEncoding.sec1(d: String(repeating: "f", count: 64)))
        },
    ]

    /// What OpenSSL alone refuses: CryptoKit does not look at the public part.
    private static let mismatched: [UnusableKey] = {
        #if OpenSSL && !canImport(CryptoKit)
        [
            UnusableKey(testDescription: "a public part of another key", reason: "public part") {
                KeyEncoding.pem("EC PRIVATE KEY", try KeyEncoding.sec1(d: String(KeyEncoding.d.dropLast()) + "3"))
            }
        ]
        #else
        []
        #endif
    }()

    /// Made for this test and used nowhere else.
    private static let encrypted = """
        -----BEGIN ENCRYPTED PRIVATE KEY-----
        MIHsMFcGCSqGSIb3DQEFDTBKMCkGCSqGSIb3DQEFDDAcBAhdeyJlg1a4YgICCAAw
        DAYIKoZIhvcNAgkFADAdBglghkgBZQMEAQIEEMF7B0xL0pWwhcJ/P1uxXyIEgZBz
        4STVyN4aXN3fmSixVcZfwsEE1LhpvV3SF9y+CaiE1YfcQMI3+5UljyMtt/8DvPpm
        RgbFXma2E+mmW+1LgYp4lTd184MubEBsZwpHVIMXN+6rnmnwlHREiO3Dom/yeMs1
        YONHxDlJ2EIWs6B6WOVOD/B4Bh+6yHP9+GA90rf4sjx17vz3i1ZIXEbm1SRhqwk=
        -----END ENCRYPTED PRIVATE KEY-----

        """
}
