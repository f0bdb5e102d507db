package import AlarmCore
package import AlarmWire
package import Storage
package import Wording

/// One delivery that is about to be sent, and the data for it as read now.
package struct DeliveryContext {
    package let engine: Engine
    package let snapshot: any Snapshot
    /// The alarm, as committed now.
    package let row: AlarmRow
    package let order: DeliveryOrder
    /// The time at which it was ordered.
    package let orderedAt: Instant

    package init(engine: Engine, snapshot: any Snapshot, row: AlarmRow, order: DeliveryOrder, orderedAt: Instant) {
        self.engine = engine
        self.snapshot = snapshot
        self.row = row
        self.order = order
        self.orderedAt = orderedAt
    }

    /// The present time.
    package var now: Instant { engine.clock.now() }

    /// The content of the record with this identifier.
    package func record<Body: RecordBody>(_ type: Body.Type = Body.self, _ id: DocumentID) throws -> Body? {
        try engine.record(type, id, in: snapshot)?.body
    }

    /// The receiver's name in the alarm's circle; nil where none was given.
    package var receiverName: String? {
        get throws { try engine.name(of: row.receiver, in: row.circle, snapshot) }
    }

    /// The person at the destination; nil where nobody is any more.
    package var person: PersonID? {
        get throws { try engine.person(at: order.destination, in: snapshot) }
    }

    /// The catalogue's text for its stage and preset, in the language and zone of a device's person.
    ///
    /// It mentions `duration`, or else the time until due; `time`, or else the promised one; `helper` is the name of a
    /// person who helps the receiver, `kind` that of an alert, where the reader may know it, `former` the time before it
    /// was put off, and `text` the name of another text than the stage's.
    package func words(
        for device: Device,
        duration: Span? = nil,
        time: Instant? = nil,
        former: Instant? = nil,
        helper: String? = nil,
        kind: CareSignal.Kind? = nil,
        text: String? = nil
    ) throws -> PushWords {
        let zone = engine.zones.rules(for: device.timeZone) ?? .utc
        // What ended an occurrence is told when the alarm already waits for the next.
        let time = time ?? (order.revision < row.alarm.revision ? order.due : row.alarm.promisedTime)
        var values: [Placeholder: TextValue] = [
            .time: .moment(time, in: zone),
            .duration: .span(duration ?? max(row.alarm.base - now, .zero)),
        ]
        if let name = try receiverName { values[.person] = .name(name) }
        if let former { values[.former] = .moment(former, in: zone) }
        if let helper { values[.helper] = .name(helper) }
        if let kind { values[.kind] = .signal(kind) }
        return PushWords(
            PushText(
                stage: text ?? order.stage.rawValue,
                policy: row.alarm.preset,
                language: Language(tag: device.locale),
                values: values
            )
        )
    }
}

extension PushWords {
    /// A text of the catalogue in its wire form.
    package init(_ text: PushText) {
        self.init(title: text.title, body: text.body)
    }
}
