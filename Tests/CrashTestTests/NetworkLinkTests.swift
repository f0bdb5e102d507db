import Glibc
import Testing

@testable import CrashTest

@Suite("A link that can be cut")
struct NetworkLinkTests {
    /// A link and both ends of a connection through it.
    private struct Ends {
        let link: NetworkLink
        let near: Int32
        let far: Int32

        init() throws {
            let (listener, address) = try LocalSocket.port(0).listen()
            link = try NetworkLink(at: .port(0), to: address)
            near = try #require(link.address.connect())
            far = accept(listener, nil, nil)
            Glibc.close(listener)
            // A test that fails must not wait for ever.
            var limit = timeval(tv_sec: 10, tv_usec: 0)
            setsockopt(far, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        }

        func end() {
            link.close()
            for descriptor in [near, far] { Glibc.close(descriptor) }
        }
    }

    private func read(from descriptor: Int32, flags: Int32 = 0) -> String? {
        var bytes = [UInt8](repeating: 0, count: 16)
        let count = recv(descriptor, &bytes, bytes.count, flags)
        return count < 0 ? nil : String(decoding: bytes.prefix(count), as: UTF8.self)
    }

    @Test("Delivers nothing while it is cut, and everything once it is mended")
    func cut() throws {
        let ends = try Ends()
        defer { ends.end() }
        #expect(write(ends.near, "before", 6) == 6)
        #expect(read(from: ends.far) == "before")
        ends.link.cut()
        #expect(write(ends.near, "meanwhile", 9) == 9)
        #expect(read(from: ends.far, flags: Int32(MSG_DONTWAIT)) == nil)
        ends.link.mend()
        #expect(read(from: ends.far) == "meanwhile")
    }

    @Test("Passes the end of a connection on")
    func ended() throws {
        let ends = try Ends()
        defer { ends.end() }
        shutdown(ends.near, Int32(SHUT_RDWR))
        #expect(read(from: ends.far)?.isEmpty == true)
    }

    @Test("Refuses the path of a socket that is too long for the system")
    func longPath() {
        #expect(throws: (any Error).self) {
            try LocalSocket.path("/tmp/" + String(repeating: "x", count: 110)).listen()
        }
    }
}
