import HTTPTypes
import Hummingbird
import NIOCore
import RelayServer
import Testing

@Suite("Finding out who asks")
struct ClientAddressTests {
    private static func network(peer: String?, forwarded: String?) throws -> [UInt8] {
        let proxy = try #require(IPAddress("10.0.0.1"))
        var head = HTTPRequest(method: .get, scheme: nil, authority: nil, path: "/")
        head.headerFields[try #require(HTTPField.Name("X-Forwarded-For"))] = forwarded
        let request = Request(head: head, body: RequestBody(buffer: ByteBuffer()))
        return ClientAddress(trustedProxies: [proxy]).network(of: request, peer: peer.flatMap { IPAddress($0) })
    }

    @Test(
        "A trusted proxy is believed, and only about the address that it wrote itself",
        arguments: [
            ("10.0.0.1", "192.0.2.7", "192.0.2.7"),
            ("10.0.0.1", "6.6.6.6, 192.0.2.7", "192.0.2.7"),
            ("10.0.0.1", "6.6.6.6 ,\t192.0.2.7 ", "192.0.2.7"),
            ("10.0.0.1", nil, "10.0.0.1"),
            ("10.0.0.1", "unknown", "10.0.0.1"),
            ("10.0.0.1", "", "10.0.0.1"),
            ("::ffff:10.0.0.1", "192.0.2.7", "192.0.2.7"),
            ("192.0.2.9", "6.6.6.6", "192.0.2.9"),
        ] as [(String, String?, String)]
    )
    func client(peer: String, forwarded: String?, client: String) throws {
        #expect(try Self.network(peer: peer, forwarded: forwarded) == IPAddress(client)?.network)
    }

    @Test("Requests without an address are one client")
    func noPeer() throws {
        #expect(try Self.network(peer: nil, forwarded: "192.0.2.7").isEmpty)
    }
}
