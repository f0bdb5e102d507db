#if canImport(Darwin) || !OpenSSL
import Foundation
import Synchronization
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The requests under way of a URLSession, as its delegate: hands each answer's head and body on as they arrive.
///
/// `bytes(for:)` would do, but exists on Apple's systems alone.
final class Exchanges: NSObject, URLSessionDataDelegate, Sendable {
    private enum Exchange {
        /// Nothing has arrived; whoever sent the request waits.
        case waiting(CheckedContinuation<WireStream, any Error>)
        /// The head has arrived, and the body goes on arriving.
        case open(AsyncThrowingStream<[UInt8], any Error>.Continuation)
    }

    /// By the number of the task.
    private let exchanges = Mutex<[Int: Exchange]>([:])

    /// Takes up a task that has not been resumed yet.
    func begin(_ task: URLSessionDataTask, _ continuation: CheckedContinuation<WireStream, any Error>) {
        exchanges.withLock { $0[task.taskIdentifier] = .waiting(continuation) }
    }

    func urlSession(
        _ session: URLSession,
        dataTask: URLSessionDataTask,
        didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        let (body, continuation) = AsyncThrowingStream<[UInt8], any Error>.makeStream()
        continuation.onTermination = { reason in
            if case .cancelled = reason { dataTask.cancel() }
        }
        let waiting = exchanges.withLock { $0.updateValue(.open(continuation), forKey: dataTask.taskIdentifier) }
        guard case .waiting(let waiter) = waiting else { return completionHandler(.allow) }
        guard let response = response as? HTTPURLResponse else {
            waiter.resume(throwing: TransportError.interrupted("the answer is not one of HTTP"))
            return completionHandler(.cancel)
        }
        waiter.resume(returning: WireStream(status: response.statusCode, headers: response.lines, body: body))
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        guard case .open(let body) = exchanges.withLock({ $0[dataTask.taskIdentifier] }) else { return }
        body.yield(Array(data))
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        let error = error.map { TransportError($0) }
        switch exchanges.withLock({ $0.removeValue(forKey: task.taskIdentifier) }) {
        case .waiting(let waiter): waiter.resume(throwing: error ?? .interrupted("the relay sent no answer"))
        case .open(let body): body.finish(throwing: error)
        case nil: break
        }
    }

    /// Follows no redirect: its answer is the answer.
    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest,
        completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }
}

extension HTTPURLResponse {
    fileprivate var lines: [WireRequest.Header] {
        allHeaderFields.compactMap { name, value in
            (name as? String).map { WireRequest.Header($0.lowercased(), "\(value)") }
        }
    }
}

extension TransportError {
    /// What an error of URLSession means for a request.
    fileprivate init(_ error: any Error) {
        let code = (error as? URLError)?.code
        let reason = error.localizedDescription
        self =
            switch code {
            case .cancelled: .cancelled
            case .serverCertificateUntrusted, .serverCertificateHasBadDate, .serverCertificateHasUnknownRoot,
                .serverCertificateNotYetValid, .clientCertificateRejected, .clientCertificateRequired:
                .untrusted(reason)
            case .badURL, .unsupportedURL, .cannotFindHost, .cannotConnectToHost, .dnsLookupFailed,
                .notConnectedToInternet, .internationalRoamingOff, .callIsActive, .dataNotAllowed,
                .secureConnectionFailed, .appTransportSecurityRequiresSecureConnection:
                .unreachable(reason)
            // Anything else may have happened after the request had arrived.
            default: .interrupted(reason)
            }
    }
}
#endif
