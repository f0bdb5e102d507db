/// Collects the header lines that libcurl passes one at a time into a response head.
struct ResponseHeadParser {
    /// More than any legitimate response carries; a peer that sends more is cut off.
    static let maximumBytes = 64 * 1024

    /// The final response's head, once its empty line has arrived.
    private(set) var head: HTTPResponseHead?
    private var status = 0
    private var headers: [HTTPHeader] = []
    private var byteCount = 0

    /// Adds one line with its line end; false when the lines are too many.
    mutating func take(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
        byteCount += line.count
        guard byteCount <= Self.maximumBytes else { return false }
        guard head == nil else { return true }  // Trailers, which nothing here needs.
        var content = line[...]
        while let last = content.last, last == 0x0D || last == 0x0A || last == 0x20 || last == 0x09 {
            content.removeLast()
        }
        if content.isEmpty {
            if status >= 200 { head = HTTPResponseHead(status: status, headers: headers) }
        } else if content.starts(with: "HTTP/".utf8) {
            status = Self.status(of: content)
            headers.removeAll(keepingCapacity: true)
        } else if let colon = content.firstIndex(of: UInt8(ascii: ":")) {
            let value = content[(colon + 1)...].drop { $0 == 0x20 || $0 == 0x09 }
            if headers.isEmpty { headers.reserveCapacity(8) }
            headers.append(
                HTTPHeader(String(decoding: content[..<colon], as: UTF8.self), String(decoding: value, as: UTF8.self))
            )
        }
        return true
    }

    /// Reads the three digits of `HTTP/2 200` or `HTTP/1.1 404 Not Found`; 0 when there are none.
    private static func status(of line: Slice<UnsafeBufferPointer<UInt8>>) -> Int {
        guard let space = line.firstIndex(of: 0x20) else { return 0 }
        let digits = line[(space + 1)...].prefix(3)
        guard digits.count == 3 else { return 0 }
        return digits.reduce(0) { sum, digit in
            (0x30...0x39).contains(digit) && sum >= 0 ? sum * 10 + Int(digit - 0x30) : -1
        }
    }
}
