@testable import GatewaySimulator

typealias GoAwayRule = GatewaySimulator.Behavior.GoAwayRule

/// A connection with a request judge set by the test.
struct Wire {
    var connection = GatewayConnection()
    var verdict = RequestDecision(messageID: "id", answer: .response(.accepted), isAuthenticated: true)
    var judged: [ReceivedRequest] = []

    mutating func head(_ stream: Int, isEnd: Bool = true, scheme: String = "https") -> [ConnectionAction] {
        let head = RequestHead([HeaderField(name: ":scheme", value: scheme)])
        return connection.receive(head: head, stream: stream, isEnd: isEnd) { request, _, _ in
            judged.append(request)
            return verdict
        }
    }

    mutating func body(_ bytes: [UInt8], _ stream: Int, isEnd: Bool) -> [ConnectionAction] {
        connection.receive(body: bytes, stream: stream, isEnd: isEnd) { request, _, _ in
            judged.append(request)
            return verdict
        }
    }
}

extension ConnectionAction {
    /// The answer to an accepted request.
    static func accepted(_ stream: Int) -> ConnectionAction {
        .respond(stream: stream, .accepted, messageID: "id")
    }
}
