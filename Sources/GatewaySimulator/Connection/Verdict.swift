/// What is to become of one complete request.
struct Verdict: Hashable {
    /// The `apns-id` of the answer.
    var messageID: String
    /// What the sender is told.
    var answer: ReceivedPush.Answer
    /// How long the answer is held back.
    var latencyMilliseconds: Int64 = 0
    /// After how many requests the connection ends, and how; nil for never.
    var goAway: GatewaySimulator.Behavior.GoAwayRule?
    /// Whether nothing that comes after the request is read any more.
    var closesInput = false
    /// Whether the request proved who sent it.
    var isAuthenticated: Bool
}
