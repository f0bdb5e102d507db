import AlarmCore
import Testing

/// An alarm between Ana, who sets it, and Ben, for whom it rings, with a clock that the test turns by hand.
struct AlarmFixture {
    static let start = Instant(seconds: 1_800_000_000)

    let phone = DeviceID(high: 1, low: 1)
    let tablet = DeviceID(high: 1, low: 2)
    let senderPhone = DeviceID(high: 2, low: 1)

    var now = AlarmFixture.start
    var alarm: Alarm
    var context: AlarmContext
    var wake: Instant?
    var deliveries: [DeliveryOrder] = []
    var record: [AlarmEvent.Kind] = []
    /// Devices that did not answer, by revision.
    var unanswered: [Int: [DeviceID]] = [:]
    /// Stages of the final notices to those who were alerted.
    var settled: [Stage] = []

    init(
        in span: Span = .hours(2),
        schedule: AlarmSchedule? = nil,
        policy: EscalationPolicy = .partnerAlarm,
        receivers: Int = 1,
        allowsCritical: Bool = false,
        ttl: Span = .minutes(10),
        zones: any ZoneProvider = InMemoryZones([:])
    ) {
        let due = Self.start + span
        let devices = [phone, tablet].prefix(receivers)
        context = AlarmContext(
            policy: policy,
            receivers: devices.map { AlarmContext.Recipient(device: $0, allowsCritical: allowsCritical) },
            senders: [AlarmContext.Recipient(device: senderPhone)],
            zones: zones
        )
        alarm = Alarm(
            id: AlarmID(high: 7, low: 7),
            preset: policy.name,
            schedule: schedule ?? .once(due),
            due: due,
            ttl: ttl
        )
    }

    /// Gives the alarm an input, keeps the effects, and returns the deliveries that were ordered.
    @discardableResult
    mutating func happen(_ input: AlarmInput) -> [DeliveryOrder] {
        let effects = alarm.handle(input, at: now, in: context)
        var ordered: [DeliveryOrder] = []
        for effect in effects {
            switch effect {
            case .deliver(let order): ordered.append(order)
            case .wake(let instant): wake = instant
            case .record(let event): record.append(event.kind)
            case .unanswered(let devices, let revision): unanswered[revision] = devices
            case .resolve(let stage, _): settled.append(stage)
            case .supersede: break
            }
        }
        deliveries += ordered
        return ordered
    }

    /// Lets time pass to `due + offset`, waking the alarm whenever it asked for it.
    @discardableResult
    mutating func pass(to offset: Span) -> [DeliveryOrder] {
        let goal = alarm.base + offset
        var ordered: [DeliveryOrder] = []
        while let next = wake, next <= goal {
            now = next
            wake = nil
            ordered += happen(.wake)
        }
        now = goal
        return ordered
    }

    /// Reports how a delivery ended, at the fixture's present time.
    @discardableResult
    mutating func end(_ order: DeliveryOrder?, _ outcome: DeliveryEnd) throws -> [DeliveryOrder] {
        happen(.deliveryEnded(try #require(order), outcome))
    }

    /// Reports from `device`, Ben's phone by default, about the current revision.
    @discardableResult
    mutating func report(
        _ report: AlarmReceipt.Report,
        from device: DeviceID? = nil,
        until: Instant? = nil
    ) -> [DeliveryOrder] {
        happen(
            .receipt(AlarmReceipt(report: report, device: device ?? phone, revision: alarm.revision, until: until))
        )
    }
}

extension [DeliveryOrder] {
    var stages: [Stage] { map(\.stage) }
}

extension DeliveryOrder {
    /// Destination device; the zero identifier if the delivery goes to a contact.
    var device: DeviceID { destination.device ?? DeviceID(high: 0, low: 0) }
}
