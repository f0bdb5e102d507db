import CurlClient
import Testing

@Suite("Requests and responses")
struct RequestTests {
    private func send(_ make: (HTTP1Server) -> HTTPRequest) async throws -> HTTPResponse {
        let server = try HTTP1Server()
        let client = try CurlClient()
        let response = try await client.send(make(server))
        await client.shutdown()
        return response
    }

    @Test("The request carries the given header lines and nothing but the host besides")
    func headers() async throws {
        let response = try await send { server in
            var request = server.request("/headers")
            request.headers = [HTTPHeader("X-One", "1"), HTTPHeader("X-Empty", "")]
            return request
        }
        let lines = String(decoding: response.body, as: UTF8.self).split(whereSeparator: \.isNewline)
        #expect(lines.count == 3)
        #expect(lines.contains { $0.hasPrefix("Host: 127.0.0.1:") })
        #expect(lines.contains("X-One: 1"))
        #expect(lines.contains { $0.hasPrefix("X-Empty:") })
    }

    @Test("The status and the header lines come back for any status", arguments: [200, 204, 404, 429, 503])
    func statusAndHeaders(status: Int) async throws {
        let response = try await send { $0.request("/status/\(status)") }
        #expect(response.status == status)
        #expect(response.head.headers["x-case"] == "spaced")
        #expect(response.failure == nil)
    }

    @Test("A body travels with any method")
    func put() async throws {
        let response = try await send { server in
            var request = server.request("/anything", method: "PUT")
            request.body = Array("body".utf8)
            return request
        }
        #expect(response.body == Array("put body".utf8))
    }

    @Test("A handle that has posted serves the next request without the old body or method")
    func handleReuse() async throws {
        let server = try HTTP1Server()
        let client = try CurlClient()
        var put = server.request("/anything", method: "PUT")
        put.body = Array("x".utf8)
        for _ in 0..<3 {
            #expect(try await client.send(put).body == Array("put x".utf8))
            #expect(try await client.send(server.request("/status/200")).status == 200)
            #expect(try await client.send(server.request("/x", method: "DELETE")).body == Array("deleted".utf8))
        }
        await client.shutdown()
    }

    @Test("The version of libcurl is known")
    func version() {
        #expect(CurlClient.version.split(separator: ".").count == 3)
    }
}
