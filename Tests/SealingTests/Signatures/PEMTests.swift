import Sealing
import Testing

@Suite("Keys of ES256 in the files of servers")
struct PEMTests {
    @Test("A key survives its PEM forms, and both kinds of private key are read")
    func pem() throws {
        let key = try ES256.PrivateKey()
        #expect(try key.pem().hasPrefix("-----BEGIN PRIVATE KEY-----\n"))
        #expect(try ES256.PrivateKey(pem: key.pem()).publicKey == key.publicKey)
        #expect(try ES256.PublicKey(pem: key.publicKey.pem()) == key.publicKey)
        #expect(try ES256.PublicKey(x963: key.publicKey.x963) == key.publicKey)

        for text in [
            try KeyEncoding.pem("PRIVATE KEY", KeyEncoding.pkcs8()),
            try KeyEncoding.pem("EC PRIVATE KEY", KeyEncoding.sec1()),
        ] {
            let read = try ES256.PrivateKey(pem: text)
            #expect(read.publicKey.x963.hex == KeyEncoding.point)
            #expect(try read.publicKey.isValid(read.sign([1]), for: [1]))
        }
    }

    @Test("A text that holds no usable private key is refused", arguments: UnusableKey.table)
    func unusablePrivateKey(_ unusable: UnusableKey) throws {
        let text = try unusable.pem()
        let error = try #require(throws: SealingError.self) { try ES256.PrivateKey(pem: text) }
        guard case .malformedKey(let reason) = error else {
            Issue.record("\(error)")
            return
        }
        #expect(reason.contains(unusable.reason))
    }

    @Test("A public key on another curve, or a private key in its place, is refused")
    func unusablePublicKey() throws {
        let p384 = """
            -----BEGIN PUBLIC KEY-----
            MHYwEAYHKoZIzj0CAQYFK4EEACIDYgAEgV6cOIfbF9+vjLKhYJD3Up2TkfMw3BLC
            wyO+R28ou289QrIcCZKE4v4t1SPc9Pnf/A8SGsNGaAtPl4OsWdJpKtFcyfC1OdBt
            4Evpdc2ZNrBM+7Rnbg4T6RwDUmFjMaMt
            -----END PUBLIC KEY-----

            """
        let privateKey = try ES256.PrivateKey().pem()
        for text in ["", p384, privateKey] {
            #expect(throws: SealingError.self) { try ES256.PublicKey(pem: text) }
        }
    }
}
