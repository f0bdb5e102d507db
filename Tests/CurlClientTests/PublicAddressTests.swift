import Glibc
import TestSupport
import Testing

@testable import CurlClient

@Suite("Which addresses are public")
struct PublicAddressTests {
    @Test(
        "An address for a special purpose is not public, nor one that stands for such",
        arguments: [
            "0.0.0.0", "0.1.2.3", "10.0.0.1", "10.255.255.255", "100.64.0.1", "100.127.255.255", "127.0.0.1",
            "127.255.255.254", "169.254.0.1", "169.254.169.254", "172.16.0.1", "172.31.255.255", "192.0.0.1",
            "192.0.0.170", "192.0.2.1", "192.88.99.1", "192.168.0.1", "192.168.255.255", "198.18.0.1",
            "198.19.255.255", "198.51.100.1", "203.0.113.1", "224.0.0.1", "239.255.255.255", "240.0.0.1",
            "255.255.255.255",
            "::", "::1", "::127.0.0.1", "::8.8.8.8", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::ffff:169.254.169.254",
            "64:ff9b::10.0.0.1", "64:ff9b::127.0.0.1", "64:ff9b:1::1", "100::1", "2001::1", "2001:db8::1",
            "2002:7f00:1::", "3fff::1", "3fff:fff::1", "5f00::1", "fc00::1", "fd00:ec2::254", "fdff::1", "fe80::1",
            "febf::1", "fec0::1", "ff02::1", "ff0e::1",
        ]
    )
    func special(address: String) throws {
        #expect(!PublicAddress.contains(try bytes(address)))
    }

    @Test(
        "Any other address is public, up to the edges of the blocks",
        arguments: [
            "1.1.1.1", "8.8.8.8", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "126.255.255.255",
            "128.0.0.0", "169.253.255.255", "169.255.0.0", "172.15.255.255", "172.32.0.0", "192.0.1.0", "192.0.3.0",
            "192.167.255.255", "192.169.0.0", "198.17.255.255", "198.20.0.0", "223.255.255.255",
            "2001:200::1", "2001:4860:4860::8888", "2003::1", "2606:4700::1111", "3ffe::1", "3fff:1000::1",
            "::ffff:8.8.8.8", "64:ff9b::8.8.8.8",
        ]
    )
    func ordinary(address: String) throws {
        #expect(PublicAddress.contains(try bytes(address)))
    }

    @Test("An invalid address is not public", arguments: [0, 1, 3, 5, 15, 17])
    func noAddress(count: Int) {
        #expect(!PublicAddress.contains([UInt8](repeating: 8, count: count)))
    }

    @Test(
        "A request for public addresses alone does not reach this computer, however its URL spells it",
        arguments: ["127.0.0.1", "localhost", "127.1", "0x7f000001", "2130706433", "0.0.0.0", "[::ffff:127.0.0.1]"]
    )
    func notReached(host: String) async throws {
        let server = try HTTP1Server()
        let client = try CurlClient()
        var request = HTTPRequest(url: "http://\(host):\(server.process.port)/headers", timeout: .seconds(600))
        #expect(try await client.send(request).status == 200)
        request.profile.reachesPublicAddressesOnly = true
        // The connection of the previous, allowed request is not reused either.
        await #expect(throws: CurlError.invalidRequest("the host's address is not a public one")) {
            try await client.send(request)
        }
        await client.shutdown()
    }

    private func bytes(_ text: String) throws -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 16)
        if inet_pton(AF_INET, text, &bytes) == 1 { return Array(bytes.prefix(4)) }
        try #require(inet_pton(AF_INET6, text, &bytes) == 1, "\(text) is no address")
        return bytes
    }
}
