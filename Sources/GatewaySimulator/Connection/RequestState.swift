/// One request on its stream, from its headers to its answer.
enum RequestState: Hashable {
    /// Its body is still coming in.
    case receiving(Request)
    /// It is complete, and its answer is being held back.
    case delayed(Verdict)
}

/// One request as far as it was received.
struct Request: Hashable {
    var head: RequestHead
    /// The body, no more of it than the largest payload.
    var payload: [UInt8] = []
    /// The length of the body so far, kept or not.
    var size = 0

    mutating func append(_ bytes: some Collection<UInt8>) {
        size += bytes.count
        let room = RequestRules.largestPayload - payload.count
        if room > 0 {
            payload.append(contentsOf: bytes.prefix(room))
        }
    }
}
