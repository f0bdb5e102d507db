import AlarmWire
import DeviceKit
import Synchronization

/// Answers requests from a script, in order, and keeps what was sent.
///
/// The transport knows none of a relay's rules.
final class ScriptedTransport: Transport {
    enum Step {
        case answer(WireResponse)
        case failure(TransportError)
        /// A response that was made before another event and arrives after it.
        case late(WireResponse, meanwhile: @Sendable () async -> Void)
    }

    private struct State {
        var script: [Step] = []
        var streams: [Result<[[UInt8]], TransportError>] = []
        var sent: [WireRequest] = []
    }

    private let state = Mutex(State())

    init(_ script: [Step] = [], streams: [Result<[[UInt8]], TransportError>] = []) {
        state.withLock {
            $0.script = script
            $0.streams = streams
        }
    }

    var sent: [WireRequest] { state.withLock { $0.sent } }

    func add(_ steps: Step...) {
        state.withLock { $0.script += steps }
    }

    func send(_ request: WireRequest) async throws(TransportError) -> WireResponse {
        let step = state.withLock { state in
            state.sent.append(request)
            return state.script.isEmpty ? Step.failure(.unreachable("end of script")) : state.script.removeFirst()
        }
        switch step {
        case .answer(let response): return response
        case .failure(let error): throw error
        case .late(let response, let meanwhile):
            await meanwhile()
            return response
        }
    }

    func stream(_ request: WireRequest) async throws(TransportError) -> WireStream {
        let next = state.withLock { state in
            state.sent.append(request)
            return state.streams.isEmpty ? .failure(.untrusted("end of script")) : state.streams.removeFirst()
        }
        let pieces = try next.get()
        return WireStream(
            status: 200,
            body: AsyncThrowingStream { continuation in
                for piece in pieces { continuation.yield(piece) }
                continuation.finish()
            }
        )
    }
}

extension ScriptedTransport.Step {
    static func ok(_ message: some WireEncodable, status: Int = 200) -> Self {
        .answer(WireResponse(status: status, body: message.wire))
    }

    static func problem(_ problem: Problem, headers: [WireRequest.Header] = []) -> Self {
        .answer(WireResponse(status: problem.status, headers: headers, body: problem.wire))
    }
}
