import AlarmCore

extension ReceivedPush {
    /// The push as one line of JSON, without a line break.
    ///
    /// The provider token is left out: a log is passed around, and the token would let its reader push for up to an
    /// hour. A payload that is a JSON object appears as such under `payload`, anything else as base64url under
    /// `payloadBytes`.
    public var jsonLine: String {
        var members = [
            #""number":\#(number)"#,
            #""receivedAt":\#(receivedAt.milliseconds)"#,
            #""environment":"\#(environment.rawValue)""#,
            #""connection":\#(connection)"#,
            #""stream":\#(stream)"#,
            #""apnsId":\#(JSONText.quoted(messageID))"#,
        ]
        if let token {
            members.append(#""token":\#(JSONText.quoted(token))"#)
        }
        let shown = headers.filter { $0.name != "authorization" && !$0.name.hasPrefix(":") }
        let fields = shown.map { "\(JSONText.quoted($0.name)):\(JSONText.quoted($0.value))" }
        members.append(#""headers":{\#(fields.joined(separator: ","))}"#)
        members.append(payloadMember)
        members.append(contentsOf: answerMembers)
        return "{\(members.joined(separator: ","))}"
    }

    private var payloadMember: String {
        guard JSONSyntax.isObject(payload) else { return #""payloadBytes":"\#(Base64URL.encode(payload))""# }
        // Line breaks can only be white space between tokens: in strings JSON demands an escape.
        let line = payload.map { $0 == 0x0A || $0 == 0x0D ? 0x20 : $0 }
        return #""payload":\#(String(decoding: line, as: UTF8.self))"#
    }

    private var answerMembers: [String] {
        switch answer {
        case .none: return [#""answer":"none""#]
        case .disconnected: return [#""answer":"disconnected""#]
        case .stalled: return [#""answer":"stalled""#]
        case .outputClosed: return [#""answer":"outputClosed""#]
        case .reset(let code): return [#""answer":"reset""#, #""code":\#(code)"#]
        case .response(let response):
            var members = [#""answer":"response""#, #""status":\#(response.status)"#]
            if let reason = response.reason {
                members.append(#""reason":\#(JSONText.quoted(reason))"#)
            }
            if let timestamp = response.timestamp {
                members.append(#""timestamp":\#(timestamp.milliseconds)"#)
            }
            return members
        }
    }
}
