import Foundation

/// One request to the control endpoint.
struct ControlRequest: Sendable {
    var method: String
    /// Segments of the path, decoded.
    var path: [String]
    /// Names and values of the query, decoded.
    var query: [(name: String, value: String)]
    var body: [UInt8]

    /// Parses a request line; nil if its target is invalid.
    init?(method: String, target: String, body: [UInt8] = []) {
        guard target.hasPrefix("/") else { return nil }
        let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        var path: [String] = []
        for segment in parts[0].dropFirst().split(separator: "/", omittingEmptySubsequences: false) {
            guard let text = String(segment).removingPercentEncoding, !text.isEmpty else { return nil }
            path.append(text)
        }
        var query: [(name: String, value: String)] = []
        for field in parts.count > 1 ? parts[1].split(separator: "&") : [] {
            let pair = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = String(pair[0]).removingPercentEncoding,
                let value = (pair.count > 1 ? String(pair[1]) : "").removingPercentEncoding
            else { return nil }
            query.append((name, value))
        }
        self.method = method
        self.path = path
        self.query = query
        self.body = body
    }
}
