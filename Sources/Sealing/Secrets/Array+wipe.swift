internal import COpenSSL

extension [UInt8] {
    /// Overwrites every byte in a way that the optimizer may not remove.
    mutating func wipe() {
        withUnsafeMutableBytes { OPENSSL_cleanse($0.baseAddress, $0.count) }
    }
}
