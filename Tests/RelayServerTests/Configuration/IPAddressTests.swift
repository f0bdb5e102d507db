import RelayServer
import Testing

@Suite("IP addresses")
struct IPAddressTests {
    @Test("An IPv4 address written as IPv6 is the same address")
    func mapped() {
        #expect(IPAddress("::ffff:192.0.2.1") == IPAddress("192.0.2.1"))
        #expect(IPAddress("::ffff:192.0.2.1") != nil)
    }

    @Test("All addresses of an IPv6 /64 are one network, and every IPv4 address is its own")
    func networks() {
        #expect(IPAddress("2001:db8:1:2::1")?.network == IPAddress("2001:db8:1:2:ffff::9")?.network)
        #expect(IPAddress("2001:db8:1:2::1")?.network != IPAddress("2001:db8:1:3::1")?.network)
        #expect(IPAddress("192.0.2.1")?.network != IPAddress("192.0.2.2")?.network)
    }

    @Test(
        "Loopback is known by its number",
        arguments: [("127.0.0.1", true), ("127.9.9.9", true), ("::1", true), ("::2", false), ("10.0.0.1", false)]
    )
    func loopback(text: String, isLoopback: Bool) {
        #expect(IPAddress(text)?.isLoopback == isLoopback)
    }

    @Test(
        "An invalid address is refused",
        arguments: ["", "localhost", "1.2.3", "1.2.3.4:80", "[::1]", "fe80::1%eth0", "1.2.3.4\0"]
    )
    func none(text: String) {
        #expect(IPAddress(text) == nil)
    }
}
