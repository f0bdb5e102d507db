import AlarmWire
package import CurlClient
package import DeviceKit

/// A device's way to its relay on libcurl.
package struct CurlTransport: Transport {
    private let client: CurlClient
    private let certificateAuthorityFile: String?
    /// The longest time that a whole answer may take.
    private let timeout: Duration

    /// Makes a transport on `client`; `certificateAuthorityFile` names an authority to trust besides the system's.
    package init(client: CurlClient, certificateAuthorityFile: String? = nil, timeout: Duration = .seconds(15)) {
        self.client = client
        self.certificateAuthorityFile = certificateAuthorityFile
        self.timeout = timeout
    }

    /// Sends a request and waits for the whole answer.
    package func send(_ request: WireRequest) async throws(TransportError) -> WireResponse {
        let response: HTTPResponse
        do {
            response = try await client.send(http(request, timeout: timeout))
        } catch {
            throw TransportError(error)
        }
        // A status without the rest of the answer is no answer: the same request is sent again.
        if let failure = response.failure { throw TransportError(failure) }
        return WireResponse(
            status: response.status,
            headers: response.head.headers.map { WireRequest.Header($0.name, $0.value) },
            body: response.body
        )
    }

    /// Sends a request and returns once the answer's head is there.
    package func stream(_ request: WireRequest) async throws(TransportError) -> WireStream {
        let stream: HTTPStream
        do {
            stream = try await client.stream(http(request, timeout: nil))
        } catch {
            throw TransportError(error)
        }
        let (body, continuation) = AsyncThrowingStream<[UInt8], any Error>.makeStream()
        let reading = Task {
            do {
                for try await chunk in stream { continuation.yield(chunk) }
                continuation.finish()
            } catch {
                continuation.finish(throwing: (error as? CurlError).map(TransportError.init) ?? error)
            }
        }
        continuation.onTermination = { _ in reading.cancel() }
        return WireStream(
            status: stream.status,
            headers: stream.head.headers.map { WireRequest.Header($0.name, $0.value) },
            body: body
        )
    }

    private func http(_ request: WireRequest, timeout: Duration?) -> HTTPRequest {
        HTTPRequest(
            method: request.method.rawValue,
            url: request.url,
            headers: request.headers.map { HTTPHeader($0.name, $0.value) },
            body: request.body,
            timeout: timeout,
            profile: ConnectionProfile(name: "relay", certificateAuthorityFile: certificateAuthorityFile)
        )
    }
}

extension TransportError {
    init(_ error: CurlError) {
        self =
            switch error {
            case .untrusted: .untrusted(error.description)
            case .cancelled: .cancelled
            case .invalidRequest, .exhausted, .shutDown, .unresolved, .unreachable, .refused,
                .timedOut(afterSending: false):
                .unreachable(error.description)
            case .timedOut, .interrupted, .stalled, .responseTooLarge: .interrupted(error.description)
            }
    }
}
