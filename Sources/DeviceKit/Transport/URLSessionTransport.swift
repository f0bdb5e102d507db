// On Linux a program that stands on OpenSSL has libcurl beside it, and need not carry FoundationNetworking.
#if canImport(Darwin) || !OpenSSL
public import AlarmCore
import AlarmWire
#if canImport(FoundationNetworking)
import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

/// A device's way to its relay on URLSession.
///
/// No redirect is followed, nothing is cached, no cookie is kept. One transport serves all of a device's requests.
public final class URLSessionTransport: Transport {
    /// The most bytes of one answer: 1 MiB.
    public static let largestAnswer = 1 << 20
    /// How long an answer may show no byte: 15 s.
    public static let defaultPatience = Span.seconds(15)
    /// How long a stream may show no byte, of which the relay sends some every 20 s: 60 s.
    public static let streamPatience = Span.seconds(60)

    private let session: URLSession
    private let exchanges = Exchanges()
    private let patience: Span

    /// Makes a transport.
    ///
    /// - Parameters:
    ///   - configuration: the session's configuration; used without its cache, cookies and stored credentials.
    ///   - patience: how long an answer may show no byte before it counts as interrupted.
    public init(
        configuration: URLSessionConfiguration = .ephemeral,
        patience: Span = URLSessionTransport.defaultPatience
    ) {
        let configuration = configuration.copy() as? URLSessionConfiguration ?? .ephemeral
        configuration.urlCache = nil
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        configuration.urlCredentialStorage = nil
        self.patience = patience
        session = URLSession(configuration: configuration, delegate: exchanges, delegateQueue: nil)
    }

    deinit {
        // The session holds its delegate until then.
        session.finishTasksAndInvalidate()
    }

    /// Sends a request and waits for the whole answer, whatever its status.
    ///
    /// - Throws: when there is no complete answer, or one of more than ``largestAnswer`` bytes.
    public func send(_ request: WireRequest) async throws(TransportError) -> WireResponse {
        let answer = try await begin(request, patience: patience)
        var body: [UInt8] = []
        do {
            for try await piece in answer.body {
                guard body.count + piece.count <= Self.largestAnswer else {
                    throw TransportError.interrupted("the answer is larger than \(Self.largestAnswer) bytes")
                }
                body += piece
            }
        } catch {
            throw (error as? TransportError) ?? .interrupted("\(error)")
        }
        // The body of a task that was cancelled ends without an error.
        guard !Task.isCancelled else { throw .cancelled }
        return WireResponse(status: answer.status, headers: answer.headers, body: body)
    }

    /// Sends a request and returns once the answer's head is there.
    ///
    /// - Throws: when there is no head.
    public func stream(_ request: WireRequest) async throws(TransportError) -> WireStream {
        try await begin(request, patience: Self.streamPatience)
    }

    private func begin(_ request: WireRequest, patience: Span) async throws(TransportError) -> WireStream {
        let task = session.dataTask(with: try URLRequest(request, patience: patience))
        do {
            return try await withTaskCancellationHandler {
                try await withCheckedThrowingContinuation { continuation in
                    guard !Task.isCancelled else { return continuation.resume(throwing: TransportError.cancelled) }
                    exchanges.begin(task, continuation)
                    task.resume()
                }
            } onCancel: {
                task.cancel()
            }
        } catch {
            throw (error as? TransportError) ?? .interrupted("\(error)")
        }
    }
}

extension URLRequest {
    /// The request, byte for byte as it was sealed.
    fileprivate init(_ request: WireRequest, patience: Span) throws(TransportError) {
        guard let url = URL(string: request.url), url.absoluteString == request.url else {
            throw .unreachable("\(request.origin) is no address of a relay")
        }
        self.init(url: url)
        timeoutInterval = Double(patience.milliseconds) / 1000
        httpMethod = request.method.rawValue
        for header in request.headers { addValue(header.value, forHTTPHeaderField: header.name) }
        if !request.body.isEmpty { httpBody = Data(request.body) }
    }
}
#endif
