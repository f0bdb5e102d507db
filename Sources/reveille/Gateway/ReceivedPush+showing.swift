import AlarmCore
import GatewaySimulator

extension ReceivedPush {
    /// The request in one line, for a person who watches.
    var line: String {
        let words: [String?] = [
            receivedAt.iso8601,
            environment.rawValue,
            token.map { "\($0.prefix(8))…" } ?? "no device",
            header("apns-push-type") ?? "no type",
            "priority \(header("apns-priority") ?? "10")",
            "\(payload.count) bytes",
            header("apns-collapse-id").map { "collapse \($0)" },
        ]
        return "\(words.compactMap { $0 }.joined(separator: "  ").asForeign) -> \(outcome.asForeign)"
    }

    private var outcome: String {
        switch answer {
        case .response(let response): "\(response.status)\(response.reason.map { " \($0)" } ?? "")"
        case .none: "no answer"
        case .reset(let code): "stream reset, code \(code)"
        case .disconnected: "connection dropped"
        case .stalled: "connection stalled"
        case .outputClosed: "output closed"
        }
    }
}
