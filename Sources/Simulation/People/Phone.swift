import AlarmCore
import Delivery

/// A phone: what it was told, what it will ring by itself, and what its owner does.
final class Phone {
    /// What a phone knows of an alarm.
    struct Known {
        var revision: Int
        var due: Instant
        var isArmed = false
        var isRinging = false
    }

    let name: String
    let id: DeviceID
    let person: PersonID
    /// Its address at the gateway; another one after each registration.
    var token: DeviceToken
    var known: [AlarmID: Known] = [:]
    /// The pushes that it has seen, by name: what comes twice is shown once.
    var seen: Set<DeliveryID> = []

    init(name: String, id: DeviceID, person: PersonID, token: DeviceToken) {
        self.name = name
        self.id = id
        self.person = person
        self.token = token
    }
}

/// Two people, one of whom rings the other.
struct Couple {
    let pair: PairID
    let sender: Phone
    let receivers: [Phone]
}
