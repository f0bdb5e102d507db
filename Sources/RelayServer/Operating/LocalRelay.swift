package import AlarmWire
package import CurlClient
import Foundation

/// The relay as a command on the same machine reaches it: by HTTP, at the address on which it listens.
package struct LocalRelay: Sendable {
    /// A response with its body as JSON; `body` is nil where it is none.
    package struct Answer: Sendable {
        package let status: Int
        package let body: JSONValue?
    }

    /// The scheme, host and port, without a slash at the end.
    package let base: String
    /// How long one request may take.
    package let timeout: Duration
    private let certificateAuthorityFile: String?
    /// Where connections are made, if the address is that of the origin.
    let connectsTo: String?

    /// Takes the address on which a relay with this configuration listens, or another one.
    ///
    /// A relay that speaks TLS is asked by its origin's name, which its certificate bears, and by that certificate alone
    /// if no authority vouches for it.
    ///
    /// An address that stands for all of the machine's, such as `0.0.0.0`, is asked at the loopback address.
    ///
    /// - Parameters:
    ///   - configuration: names the address.
    ///   - given: an origin that takes its place; nil for none.
    ///   - timeout: how long one request may take.
    ///   - certificateAuthorityFile: authorities to trust besides the system's.
    /// - Throws: `RelayError.unknownPort` where the system chooses the port.
    package init(
        _ configuration: RelayConfiguration,
        at given: Origin? = nil,
        timeout: Duration = .seconds(5),
        certificateAuthorityFile: String? = nil
    ) throws(RelayError) {
        let listen = configuration.listen
        guard given != nil || listen.port != 0 else { throw .unknownPort(listen) }
        self.timeout = timeout
        if given == nil, let tls = configuration.tls {
            base = "https://\(configuration.origin.authority)"
            connectsTo = listen.reachable.description
            let isReadable = FileManager.default.isReadableFile(atPath: tls.certificateFile)
            self.certificateAuthorityFile = certificateAuthorityFile ?? (isReadable ? tls.certificateFile : nil)
        } else {
            base = given?.text ?? "http://\(listen.reachable)"
            connectsTo = nil
            self.certificateAuthorityFile = certificateAuthorityFile
        }
    }

    /// Asks for a path, once.
    ///
    /// - Parameters:
    ///   - path: the path, with its slash in front.
    ///   - method: the method, in capitals.
    ///   - token: a token of the scheme `Bearer`.
    /// - Returns: the response.
    /// - Throws: `CurlError` where there is no answer.
    package func ask(
        _ path: String,
        method: String = "GET",
        bearer token: String? = nil
    ) async throws(CurlError) -> Answer {
        let client = try CurlClient()
        var profile = ConnectionProfile(
            name: "local relay",
            certificateAuthorityFile: certificateAuthorityFile,
            maximumInFlight: 1
        )
        profile.connectsTo = connectsTo
        let request = HTTPRequest(
            method: method,
            url: base + path,
            headers: token.map { [HTTPHeader("authorization", "Bearer \($0)")] } ?? [],
            timeout: timeout,
            profile: profile
        )
        let result: Result<HTTPResponse, CurlError>
        do throws(CurlError) {
            result = .success(try await client.send(request))
        } catch {
            result = .failure(error)
        }
        await client.shutdown()
        let response = try result.get()
        return Answer(status: response.status, body: try? JSONValue(parsing: response.body, limits: .answer))
    }
}

extension ListenAddress {
    /// The address at which this machine reaches what listens on this one.
    fileprivate var reachable: ListenAddress {
        guard let address = IPAddress(host), address.bytes.allSatisfy({ $0 == 0 }) else { return self }
        return ListenAddress(host: address.isVersion6 ? "::1" : "127.0.0.1", port: port)
    }
}
