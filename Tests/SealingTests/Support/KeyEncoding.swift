import Foundation

/// Builds the DER and PEM forms of private keys by hand, so that no key file lies in the repository.
///
/// The key pair is the published example of RFC 7515, appendix A.3.
enum KeyEncoding {
    static let d = "8e9b109e719098bf980487df1f5d77e9cb29606ebed2263b5f57c213df84f4b2"
    static let point =
        "047fcdce2770f6c45d4183cbee6fdb4b7b580733357be9ef13bacf6e3c7bd15445"
        + "c7f144cd1bbd9b7e872cdfedb9eeb9f4b3695d6ea90b24ad8a4623288588e5ad"

    private static let p256 = "06082a8648ce3d030107"

    /// SEC1 (RFC 5915) with curve and public part.
    static func sec1(d: String = d, point: String = point) throws -> [UInt8] {
        try [UInt8](hex: "30770201010420" + d + "a00a" + p256 + "a144034200" + point)
    }

    /// PKCS#8 (RFC 5958) around SEC1 without the curve, as Apple's key files are.
    static func pkcs8(d: String = d, point: String = point) throws -> [UInt8] {
        try [UInt8](
            hex: "308187020100301306072a8648ce3d0201" + p256 + "046d306b0201010420" + d + "a144034200" + point
        )
    }

    /// A PEM block (RFC 7468).
    static func pem(_ label: String, _ der: [UInt8]) -> String {
        let body = Data(der).base64EncodedString(options: [.lineLength64Characters, .endLineWithLineFeed])
        return "-----BEGIN \(label)-----\n\(body)\n-----END \(label)-----\n"
    }
}
