/// What is to become of one complete request.
struct Verdict: Hashable {
    /// The `apns-id` of the answer.
    var messageID: String
    /// What the sender is told.
    var answer: ReceivedPush.Answer
    /// How long the answer is held back.
    var latencyMilliseconds: Int64 = 0
    /// After how many requests the connection ends, nil for never.
    var goAwayAfterEvery: Int?
    /// Whether the request proved who sent it.
    var isAuthenticated: Bool
}
