import CurlClient
import TestSupport
import Testing

@Suite("Failures, and whether the request may have been processed", .timeLimit(.minutes(10)))
struct FailureTests {
    private func failure(_ request: HTTPRequest) async throws -> CurlError? {
        let client = try CurlClient(configuration: .init(maximumResponseBytes: 100_000))
        var caught: CurlError?
        do throws(CurlError) { _ = try await client.send(request) } catch { caught = error }
        await client.shutdown()
        return caught
    }

    @Test("A certificate that the given authority did not sign is refused before anything is sent")
    func wrongAuthority() async throws {
        let server = try HTTP2Server()
        var request = server.request("secret")
        request.profile.certificateAuthorityFile = try TestCertificate.stranger.get().certificateFile
        let error = try await failure(request)
        guard case .untrusted = error else { return #expect(error == nil, "not the expected error") }
        #expect(error?.mayHaveBeenProcessed == false)
    }

    @Test("A certificate trusted only by a given file is refused without that file")
    func systemAuthorities() async throws {
        let server = try HTTP2Server()
        var request = server.request("secret")
        request.profile.certificateAuthorityFile = nil
        guard case .untrusted = try await failure(request) else {
            Issue.record("the connection was trusted")
            return
        }
    }

    @Test("A certificate whose time is over is refused, and the failure says so")
    func expiredCertificate() async throws {
        let server = try HTTP2Server(certificate: TestCertificate.expired)
        guard case .untrusted(let detail) = try await failure(server.request("secret")) else {
            Issue.record("the connection was trusted")
            return
        }
        #expect(detail.contains("expired"))
    }

    @Test("A certificate for another name is refused, and the failure says so")
    func otherName() async throws {
        let server = try HTTP2Server()
        var request = server.request("secret")
        // The certificate does not contain this name, although it is the same machine.
        request.url = "https://ip6-localhost.localhost:\(server.process.port)/echo"
        guard case .untrusted(let detail) = try await failure(request) else {
            Issue.record("the connection was trusted")
            return
        }
        #expect(detail.contains("ip6-localhost.localhost"))
    }

    @Test("A server that speaks no TLS is not trusted either, and nothing is sent to it")
    func noTLS() async throws {
        let server = try HTTP1Server()
        var request = server.request("/status/200")
        request.url = request.url.replacing("http://", with: "https://")
        let error = try await failure(request)
        guard case .untrusted = error else { return #expect(error == nil, "not the expected error") }
        #expect(error?.mayHaveBeenProcessed == false)
    }

    @Test("A port without a listener is unreachable")
    func connectionRefused() async throws {
        let error = try await failure(HTTPRequest(url: "http://127.0.0.1:\(try ReservedPort.deserted())/"))
        guard case .unreachable = error else { return #expect(error == nil, "not the expected error") }
        #expect(error?.mayHaveBeenProcessed == false)
    }

    @Test("A name that cannot exist is unresolved")
    func unresolvedName() async throws {
        // A label of 64 characters is too long, so that no name server is asked.
        let name = String(repeating: "x", count: 64) + ".invalid"
        let error = try await failure(HTTPRequest(url: "http://\(name)/"))
        guard case .unresolved = error else { return #expect(error == nil, "not the expected error") }
        #expect(error?.mayHaveBeenProcessed == false)
    }

    @Test("A connection that is closed instead of an answer leaves open whether the request was processed")
    func droppedConnection() async throws {
        let server = try HTTP1Server()
        let error = try await failure(server.request("/drop"))
        guard case .interrupted = error else { return #expect(error == nil, "not the expected error") }
        #expect(error?.mayHaveBeenProcessed == true)
    }

    @Test("A server that stays silent is a timeout after sending")
    func silence() async throws {
        let server = try HTTP1Server()
        var timeout = Duration.milliseconds(200)
        var error = try await failure(server.request("/silence", timeout: timeout))
        // The timeout runs from the call: if it expired before anything was sent, the attempt shows nothing.
        while error == .timedOut(afterSending: false), timeout < .seconds(60) {
            timeout *= 4
            error = try await failure(server.request("/silence", timeout: timeout))
        }
        #expect(error == .timedOut(afterSending: true))
    }

    @Test("A request that waits in line for too long times out unsent")
    func timeoutInLine() async throws {
        let server = try HTTP1Server()
        let client = try CurlClient()
        var blocking = server.request("/silence", timeout: nil)
        blocking.profile.maximumInFlight = 1
        var waiting = server.request("/status/200", timeout: .milliseconds(100))
        waiting.profile = blocking.profile
        let blocker = Task { [blocking] in try await client.send(blocking) }
        // With another profile, so that it waits only for the blocker's arrival.
        #expect(try await client.send(server.request("/silenced")).status == 200)
        var error: CurlError?
        do throws(CurlError) { _ = try await client.send(waiting) } catch let thrown { error = thrown }
        #expect(error == .timedOut(afterSending: false))
        await client.shutdown()
        await #expect(throws: CurlError.shutDown) { try await blocker.value }
    }

    @Test("A body that ends too soon comes with the status that had arrived")
    func shortBody() async throws {
        let server = try HTTP1Server()
        let client = try CurlClient()
        let response = try await client.send(server.request("/short"))
        #expect(response.status == 200)
        #expect(response.body == Array("12345".utf8))
        guard case .interrupted = response.failure else {
            Issue.record("the cut was not reported: \(String(describing: response.failure))")
            return
        }
        await client.shutdown()
    }

    @Test("A body above the bound is cut off, and the answer says so")
    func largeBody() async throws {
        let server = try HTTP1Server()
        let client = try CurlClient(configuration: .init(maximumResponseBytes: 100_000))
        let response = try await client.send(server.request("/large"))
        #expect(response.failure == .responseTooLarge(limit: 100_000))
        #expect(response.body.count <= 100_000)
        await client.shutdown()
    }

    @Test("A server that cannot speak HTTP/2 is an error where HTTP/2 is required")
    func wrongVersion() async throws {
        let server = try HTTP1Server()
        var request = server.request("/status/200")
        request.profile.version = .http2
        #expect(try await failure(request) != nil)
    }

    @Test(
        "A request that is invalid, or could inject another line, is refused before it is sent",
        arguments: [
            HTTPRequest(url: "http://127.0.0.1:1/a b"),
            HTTPRequest(url: "ftp://127.0.0.1:1/"),
            HTTPRequest(url: "no url"),
            HTTPRequest(method: "GET\r\nX:", url: "http://127.0.0.1:1/"),
            HTTPRequest(method: "", url: "http://127.0.0.1:1/"),
            HTTPRequest(url: "http://127.0.0.1:1/", headers: [HTTPHeader("A", "b\r\nC: d")]),
            HTTPRequest(url: "http://127.0.0.1:1/", headers: [HTTPHeader("A", "b\0")]),
            HTTPRequest(url: "http://127.0.0.1:1/", headers: [HTTPHeader("A:B", "c")]),
            HTTPRequest(url: "http://127.0.0.1:1/", headers: [HTTPHeader("", "c")]),
        ]
    )
    func invalidRequest(request: HTTPRequest) async throws {
        guard case .invalidRequest = try await failure(request) else {
            Issue.record("the request was not refused")
            return
        }
    }
}
