internal import AlarmCore
internal import Storage

/// Messages between nodes as the text that `NOTIFY` carries: each is a line of words, the first of which says what it is.
///
/// A line that cannot be read is passed over: a newer version may say more.
enum MessageText {
    /// The longest text that the server takes is shorter than 8000 bytes.
    static let limit = 7900

    /// As few texts as there can be that hold these messages in their order.
    static func payloads(of messages: [NodeMessage]) -> [String] {
        var payloads: [String] = []
        var last = ""
        for message in messages {
            let line = message.line
            if !last.isEmpty, last.utf8.count + 1 + line.utf8.count > limit {
                payloads.append(last)
                last = ""
            }
            last += last.isEmpty ? line : "\n" + line
        }
        return last.isEmpty ? payloads : payloads + [last]
    }

    static func messages(in payload: String) -> [NodeMessage] {
        payload.split(separator: "\n").compactMap { NodeMessage(line: $0) }
    }
}

extension NodeMessage {
    fileprivate var line: String {
        switch self {
        case .changed(let person, let change): change.map { "changed \(person) \($0)" } ?? "changed \(person)"
        case .departed(let device): "departed \(device)"
        case .wake(let wake): "wake \(wake.alarm.number) \(wake.at.milliseconds)"
        case .deliveriesOrdered: "ordered"
        case .overtaken(let alarm, let epoch): "overtaken \(alarm.number) \(epoch)"
        case .heard(let device, let instant): "heard \(device) \(instant.milliseconds)"
        case .wanted(let device): "wanted \(device)"
        }
    }

    fileprivate init?(line: Substring) {
        let words = line.split(separator: " ")
        var message: NodeMessage?
        switch (words.first, words.count) {
        case ("changed", 2): message = PersonID(words[1]).map { .changed($0, change: nil) }
        case ("changed", 3):
            if let person = PersonID(words[1]), let change = Int64(words[2]) {
                message = .changed(person, change: change)
            }
        case ("departed", 2): message = DeviceID(words[1]).map { .departed($0) }
        case ("wake", 3):
            if let alarm = Int64(words[1]), let at = Int64(words[2]) {
                message = .wake(Wake(at: Instant(milliseconds: at), alarm: AlarmKey(alarm)))
            }
        case ("ordered", 1): message = .deliveriesOrdered
        case ("overtaken", 3):
            if let alarm = Int64(words[1]), let epoch = Int(words[2]) {
                message = .overtaken(AlarmKey(alarm), epoch: epoch)
            }
        case ("heard", 3):
            if let device = DeviceID(words[1]), let at = Int64(words[2]) {
                message = .heard(device, at: Instant(milliseconds: at))
            }
        case ("wanted", 2): message = DeviceID(words[1]).map { .wanted($0) }
        default: break
        }
        guard let message else { return nil }
        self = message
    }
}
