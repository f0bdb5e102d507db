import AlarmCore
package import Storage

/// Puts rows of every kind into a store: each kind in several states, and rows that only their order of insertion tells
/// apart.
///
/// - Parameters:
///   - store: an empty store.
///   - alarms: the number of alarms, at least 4, each with a wake, a record and deliveries.
/// - Throws: the store's error.
package func fillEveryTable(of store: any Store, alarms: Int = 4) async throws {
    let recurring = AlarmSchedule.recurring(
        rule: try RecurrenceRule("FREQ=WEEKLY;BYDAY=MO,FR"),
        start: try LocalDateTime(iso8601: "2025-11-03T07:00:00"),
        zone: "Europe/Paris"
    )
    try await store.write { transaction in
        try fillPeople(in: transaction)
        try fillDocuments(in: transaction)
        for number in 1...max(alarms, 4) { try fillAlarm(number, recurring, in: transaction) }
        try fillRest(in: transaction)
    }
}

private func fillPeople(in transaction: any Transaction) throws {
    // Registered at the same time: the order of insertion tells which was first.
    for number in [3, 1, 2] {
        let address = number == 3 ? nil : Device.SealedAddress.sample
        let key = [UInt8](repeating: UInt8(number), count: number)
        try transaction.insert(Device.sample(number, sealedKey: key, address: address, since: .sample))
    }
    try transaction.insert(Device.sample(4, person: .sample(2)))
    try transaction.put(Enrolment(lookup: [1], expiresAt: .sample))
    try transaction.put(Enrolment(lookup: [1, 0], expiresAt: .sample + .days(1), usedBy: .sample(1)))
    for number in [9, 1] { try transaction.insert(Invite.sample(number, locator: "SAME5")) }
    var claimed = Invite.sample(2, locator: "OTHER", circle: .sample(7), role: .member)
    try claimed.claim(by: .sample(2), at: .sample)
    try claimed.answer(by: .sample(2), key: "key", box: "", at: .sample)
    try transaction.insert(claimed)
    for number in [2, 1] {
        let pair = Pair.sample(number, since: .sample)
        try transaction.insert(pair, edges: pair.sampleEdges)
    }
    var ended = Pair.sample(3, claimer: .sample(5), since: .sample)
    ended.revoke(at: .sample + .hours(1))
    try transaction.insert(ended, edges: [])
}

private func fillDocuments(in transaction: any Transaction) throws {
    for (number, kind) in Document.Kind.allCases.enumerated() {
        try transaction.put(Document.sample(1, kind: kind, position: Int64(number) - 3, body: []))
        try transaction.put(Document.sample(2, kind: kind, owner: .sample(2), circle: .sample(7), position: .max))
    }
}

private func fillAlarm(_ number: Int, _ recurring: AlarmSchedule, in transaction: any Transaction) throws {
    let alarm: Alarm =
        switch number % 4 {
        case 1:
            .sample(
                number,
                progress: [
                    DeviceProgress(device: .sample(1), hasReceived: true, isArmed: true),
                    DeviceProgress(device: .sample(4), isInformed: true, isRung: true),
                ]
            )
        case 2: .sample(number, schedule: recurring, delay: .minutes(3), revision: 5, epoch: 9, lastEnd: .acknowledged)
        case 3: .sample(number, state: .cancelled)
        default: .sample(number)
        }
    // In circles that are no pairs as well: those of the person's own, and of others.
    let circle: CircleID = number % 3 == 0 ? .sample(7) : .sample(1)
    var new = NewAlarm.sample(number, alarm: alarm, message: number % 2 == 0 ? nil : .init(stored: "x"), circle: circle)
    new.content.reply = number % 2 == 0 ? SealedText(stored: "sealed reply") : nil
    new.content.subject = number % 2 == 0 ? .sample(1) : nil
    new.wakeAt = alarm.state.isFinal ? nil : .sample + .minutes(Int64(number / 2))
    var row = try transaction.insert(new)
    if number % 2 == 0 { try transaction.update(&row) }
    for (second, kind) in AlarmEvent.Kind.allCases.prefix(3).enumerated() {
        let event = AlarmEvent(kind, device: second == 1 ? .sample(1) : nil)
        try transaction.append(RecordLine(alarm: row.key, at: .sample + .seconds(Int64(second)), event: event))
    }
    // Made at the same time, in an order that is not the one of their identifiers.
    for part in [2, 1] {
        try transaction.insert(.sample(number * 10 + part, alarm: row.key, circle: circle, offset: .minutes(1)))
    }
    var told = DeliveryRow.sample(
        number * 10 + 3,
        alarm: row.key,
        destination: .contact(.sample(1), .sms),
        circle: circle,
        stage: .ring,
        isAwaited: true
    )
    told.state = .refused
    told.attempts = 3
    told.failedAttempts = 2
    told.reason = "no such number"
    told.finishedAt = .sample + .minutes(1)
    try transaction.insert(told)
}

private func fillRest(in transaction: any Transaction) throws {
    for number in 1...3 { try transaction.insert(Replay.sample(number, device: .sample(number % 2 + 1))) }
    for (key, end) in [("b", nil), ("ü", Instant.sample), ("a", nil)] as [(String, Instant?)] {
        try transaction.setValue(Array(key.utf8), for: key, until: end)
    }
    for cause in BlindInterval.Cause.allCases {
        try transaction.insert(BlindInterval(from: .sample, until: .sample + .hours(1), cause: cause))
    }
}
