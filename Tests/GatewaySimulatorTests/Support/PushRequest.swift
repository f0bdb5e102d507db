/// A request that the gateway accepts, for tests that change one detail at a time.
struct PushRequest: Sendable {
    static let topic = "com.example.alarm"

    var method = "POST"
    var path: String
    var headers: [(name: String, value: String)]
    var payload = #"{"aps":{"alert":"Wake up"}}"#

    init(token: String, authorization: String) {
        path = "/3/device/\(token)"
        headers = [
            ("authorization", authorization),
            ("apns-topic", Self.topic),
            ("apns-push-type", "alert"),
        ]
    }

    /// Replaces a header, or removes it with nil.
    mutating func set(_ name: String, _ value: String?) {
        headers.removeAll { $0.name == name }
        if let value {
            headers.append((name, value))
        }
    }
}
