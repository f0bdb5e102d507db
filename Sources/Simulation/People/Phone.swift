import AlarmCore
import Delivery

/// A phone: its registration, the alarms it will ring by itself, and what its owner does.
final class Phone {
    /// A phone's knowledge of an alarm.
    struct Known {
        var revision: Int
        var due: Instant
        var isArmed = false
        var isRinging = false
    }

    let name: String
    let id: DeviceID
    let person: PersonID
    /// Address at the gateway; each registration brings a new one.
    var token: DeviceToken
    var known: [AlarmID: Known] = [:]
    /// Identifiers of the pushes received: a duplicate is shown once.
    var seen: Set<DeliveryID> = []

    init(name: String, id: DeviceID, person: PersonID, token: DeviceToken) {
        self.name = name
        self.id = id
        self.person = person
        self.token = token
    }
}

/// Two paired people, one of whom rings the other.
struct SimulatedPair {
    let pair: PairID
    let sender: Phone
    let receivers: [Phone]
}
