import AlarmCore
import AlarmWire
import Delivery
import Engine
import Storage

/// One attempt to hand a push to the gateway, or a letter to the mail or SMS server.
final class SendAttempt {
    /// How the attempt ended, as far as its sender knows.
    enum End {
        /// The attempt has not ended.
        case none
        /// An answer came.
        case answered(DeliveryOutcome)
        /// The sender crashed.
        case orphaned
    }

    let number: Int
    /// Identifier of the delivery.
    let id: DeliveryID
    /// Address of the push; nil for a letter.
    let address: DeviceAddress?
    /// Topic under which a push service keeps one message alone; nil for none.
    let topic: String?
    /// Time until which a push service keeps it.
    let deadline: Instant
    /// Whether a push service accepts it and loses it.
    var isLost = false
    /// Content of the push; nil for a letter.
    let alarm: AlarmPush?
    let life: NodeProcess
    let startedAt: Instant
    /// The sender's count of attempts when it took the delivery.
    let attempt: Int
    /// Time at which the gateway accepted it; nil if it did not.
    var processedAt: Instant?
    /// The gateway's answer, if it arrives in time.
    var verdict: DeliveryOutcome = .accepted
    var end = End.none
    /// What became known of it after it was accepted: the letter came back, or the text message did not arrive.
    var returned: DeliveryOutcome?
    /// Device of a push; nil for a letter.
    var device: DeviceID?
    /// How a letter is sent; nil for a push.
    var medium: Destination.Medium?
    /// What became of a text message that was accepted, as its provider says when it is asked; nil while under way.
    var fate: DeliveryOutcome?
    /// The text message that an inquiry is about.
    var subject: DeliveryID?
    /// Time at which the sender received the answer.
    var answeredAt: Instant?

    init(push: RenderedPush, number: Int, life: NodeProcess, startedAt: Instant, attempt: Int) {
        self.number = number
        id = push.id
        address = push.destination.address
        device = push.destination.device
        topic = push.collapseID
        deadline = push.deadline
        alarm = Self.alarm(in: push)
        self.life = life
        self.startedAt = startedAt
        self.attempt = attempt
    }

    init(letter: DeliveryID, number: Int, life: NodeProcess, startedAt: Instant, attempt: Int) {
        self.number = number
        id = letter
        address = nil
        topic = nil
        deadline = startedAt
        alarm = nil
        self.life = life
        self.startedAt = startedAt
        self.attempt = attempt
    }

    /// The alarm in a push, as its device reads it.
    static func alarm(in push: RenderedPush) -> AlarmPush? {
        push.destination.address.webPush == nil
            ? try? ReceivedAlarmPush(payload: push.payload).alarm
            : try? ReceivedWebPush(payload: push.payload).push.alarm
    }

    /// Whether the sender still waits for the answer.
    var isUnderWay: Bool {
        if case .none = end { !life.isOver } else { false }
    }

    /// Whether the sender cannot know that the gateway accepted it.
    var isDoubtful: Bool {
        switch end {
        case .none: life.isOver
        case .answered(.accepted): false
        case .answered, .orphaned: true
        }
    }
}
