import AlarmCore
import Delivery

/// A gateway without distance: takes every push at once.
struct NearChannel: Channel {
    func send(_ push: OutgoingPush) async -> DeliveryOutcome { .accepted }
}
