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
    /// Its owner; another one once it has been linked.
    var person: PersonID
    /// Whether its owner has removed it.
    var isRemoved = false
    /// The transaction that linked it.
    var linkedWith: Int?
    /// Set once somebody was told that it is removed, with the transaction and the process.
    var promisedSilence: (version: Int, life: NodeProcess)?
    /// Address at the gateway or push service; each registration brings a new one.
    var address: DeviceAddress
    var known: [AlarmID: Known] = [:]
    /// Identifiers of the pushes received: a duplicate is shown once.
    var seen: Set<DeliveryID> = []

    /// Whether nobody takes pushes now: a browser that is closed.
    var isClosed = false
    /// Messages that the push service keeps for a closed browser, oldest first.
    var kept: [SendAttempt] = []
    /// When the push service took the message that an alarm is over.
    var endings: [AlarmID: Instant] = [:]
    /// Alarms that a page in Bedside mode has armed without a handoff.
    var armedByItself: Set<AlarmID> = []
    /// When nodes heard the phone, by their clocks.
    var heard: [Instant] = []

    init(name: String, id: DeviceID, person: PersonID, address: DeviceAddress) {
        self.name = name
        self.id = id
        self.person = person
        self.address = address
    }

    /// Whether the device is a browser, at a push service.
    var isBrowser: Bool { address.webPush != nil }

    /// Closes a browser, and with it the page in Bedside mode.
    func close() {
        isClosed = true
        for id in known.keys { known[id]?.isArmed = false }
    }
}

/// Two paired people, one of whom rings the other.
struct SimulatedPair {
    let pair: PairID
    let sender: Phone
    var receivers: [Phone]
}
