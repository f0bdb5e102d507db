import AlarmCore
import AlarmWire
import Delivery

/// One attempt to hand a push to the gateway, or a letter to the mail server or the provider of text messages.
final class Flight {
    /// How it ended, as far as its sender knows.
    enum End {
        /// It has not.
        case none
        /// An answer came.
        case answered(DeliveryOutcome)
        /// Its sender is no more.
        case orphaned
    }

    let number: Int
    /// The name of the delivery.
    let id: DeliveryID
    /// The address of the push; nil for a letter.
    let token: DeviceToken?
    /// What a push says; nil for a letter.
    let alarm: AlarmPush?
    let life: Life
    let startedAt: Instant
    /// The sender's count of attempts when it took the delivery.
    let attempt: Int
    /// When the gateway took it, if it did.
    var processedAt: Instant?
    /// What the gateway says, when asked in time.
    var verdict: DeliveryOutcome = .accepted
    var end = End.none
    /// When its sender heard of it.
    var answeredAt: Instant?

    init(push: OutgoingPush, number: Int, life: Life, startedAt: Instant, attempt: Int) {
        self.number = number
        id = push.id
        token = push.destination.token
        alarm = try? ReceivedAlarmPush(payload: push.payload).alarm
        self.life = life
        self.startedAt = startedAt
        self.attempt = attempt
    }

    init(letter: DeliveryID, number: Int, life: Life, startedAt: Instant, attempt: Int) {
        self.number = number
        id = letter
        token = nil
        alarm = nil
        self.life = life
        self.startedAt = startedAt
        self.attempt = attempt
    }

    /// Whether its sender still waits for it.
    var isUnderWay: Bool {
        if case .none = end { !life.isOver } else { false }
    }

    /// Whether its sender cannot know that the gateway took it.
    var isDoubtful: Bool {
        switch end {
        case .none: life.isOver
        case .answered(.accepted): false
        case .answered, .orphaned: true
        }
    }
}
