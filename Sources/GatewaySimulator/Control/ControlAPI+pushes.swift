extension ControlAPI {
    /// Resources for the requests that the gateway received.
    func pushes(_ path: [String]) -> Methods? {
        switch path {
        case ["pushes"]:
            [
                "GET": showPushes,
                "DELETE": { _ in
                    gateway.clearLog()
                    return .done
                },
            ]
        case ["pushes.jsonl"]: ["GET": listPushes]
        default: nil
        }
    }

    /// Maximum number of pushes in an answer that is not streamed.
    private static let defaultLimit = 1000

    @Sendable
    private func showPushes(_ request: ControlRequest) throws -> ControlReply {
        let selection = try selection(request)
        let pushes = selection.prefix(try Self.limit(request) ?? Self.defaultLimit)
        let last = pushes.last?.number ?? gateway.withState(\.lastNumber)
        let isAll = pushes.count == selection.count
        // The number to continue from: after a cut the last one returned, else the last one that exists.
        let next = isAll ? max(last, gateway.withState(\.lastNumber)) : last
        let list = pushes.map(\.jsonLine).joined(separator: ",")
        return .text(#"{"pushes":[\#(list)],"last":\#(next)}"# + "\n", type: "application/json")
    }

    @Sendable
    private func listPushes(_ request: ControlRequest) throws -> ControlReply {
        let pushes = try selection(request).prefix(try Self.limit(request) ?? .max)
        return .text(pushes.map { $0.jsonLine + "\n" }.joined(), type: "application/jsonl")
    }

    private func selection(_ request: ControlRequest) throws -> [ReceivedPush] {
        try Self.refuseQuery(request, but: ["since", "token", "limit"])
        let since = try Self.number("since", of: request) ?? 0
        let token = try request.query.last { $0.name == "token" }.map { try Self.token($0.value) }
        return gateway.log.filter { $0.number > since && (token == nil || $0.token == token) }
    }

    private static func limit(_ request: ControlRequest) throws(ControlRefusal) -> Int? {
        try number("limit", of: request)
    }

    private static func number(_ name: String, of request: ControlRequest) throws(ControlRefusal) -> Int? {
        guard let text = request.query.last(where: { $0.name == name })?.value else { return nil }
        guard let number = Int(text), number >= 0 else {
            let problem = "\(name): expected a whole number, found \(text.prefix(40).debugDescription)"
            throw ControlRefusal(status: 400, problem: problem)
        }
        return number
    }
}
