import AlarmCore

extension StoredRow {
    /// The whole row as bytes that are the same in every store.
    package var canonical: [UInt8] {
        var bytes = CanonicalBytes()
        bytes.add(table)
        switch self {
        case .pair(let pair, let number): bytes.add(pair, number)
        case .edge(let edge): bytes.add(edge)
        case .device(let device, let number): bytes.add(device, number)
        case .enrolment(let enrolment):
            bytes.add(enrolment.lookup)
            bytes.add(enrolment.expiresAt)
            bytes.add(enrolment.usedBy)
        case .invite(let invite, let number): bytes.add(invite, number)
        case .document(let document): bytes.add(document)
        case .alarm(let row):
            bytes.add(row)
            bytes.add(row.alarm)
            bytes.add(row.content)
        case .record(let line, let number):
            bytes.add(line.alarm.number)
            bytes.add(number)
            bytes.add(line.at)
            bytes.add(line.event.kind)
            bytes.add(line.event.device)
        case .wake(let wake):
            bytes.add(wake.at)
            bytes.add(wake.alarm.number)
        case .delivery(let row, let number):
            bytes.add(number)
            bytes.add(row.order)
            bytes.add(row)
        case .replay(let replay): bytes.add(replay)
        case .value(let key, let value, let end):
            bytes.add(key)
            bytes.add(value)
            bytes.add(end)
        case .blindInterval(let interval, let number):
            bytes.add(number)
            bytes.add(interval.from)
            bytes.add(interval.until)
            bytes.add(interval.cause)
        case .change(let person, let number):
            bytes.add(person)
            bytes.add(number)
        }
        return bytes.bytes
    }
}

extension CanonicalBytes {
    fileprivate mutating func add(_ pair: Pair, _ number: Int64) {
        add(number)
        add(pair.id)
        for side in [pair.inviter, pair.claimer] {
            add(side.person)
            add(side.device)
        }
        add(pair.since)
        add(pair.revokedAt)
    }

    fileprivate mutating func add(_ edge: Edge) {
        add(edge.tokenHash)
        add(edge.pair)
        add(edge.from)
        add(edge.to)
    }

    fileprivate mutating func add(_ device: Device, _ number: Int64) {
        add(number)
        add(device.id)
        add(device.person)
        add(device.platform)
        add(device.capabilities.alarmKit)
        add(device.capabilities.criticalAlerts)
        add(device.capabilities.os)
        add(device.timeZone)
        add(device.locale)
        add(device.keyGeneration)
        add(device.sealedKey)
        add(device.registration)
        add(device.address?.sealed)
        add(device.address?.registeredAt)
        add(device.since)
        add(device.unanswered)
    }

    fileprivate mutating func add(_ invite: Invite, _ number: Int64) {
        add(number)
        add(invite.id)
        add(invite.locator)
        add(invite.purpose)
        add(invite.circle)
        add(invite.role)
        add(invite.inviter)
        add(invite.verifier)
        add(invite.hello)
        add(invite.expiresAt)
        add(invite.state)
        add(invite.wrongClaims)
        add(invite.claimer)
        for text in [invite.answerKey, invite.answerBox, invite.confirmBox] { add(text) }
        add(invite.parcels.count)
        for parcel in invite.parcels { add(parcel) }
        add(invite.pair)
    }

    fileprivate mutating func add(_ document: Document) {
        add(document.kind)
        add(document.id)
        add(document.owner)
        add(document.circle)
        add(document.position)
        add(document.body)
    }

    fileprivate mutating func add(_ replay: Replay) {
        add(replay.device)
        add(replay.jti)
        add(replay.digest)
        add(replay.status)
        add(replay.body)
        add(replay.expiresAt)
    }

    fileprivate mutating func add(_ row: AlarmRow) {
        add(row.key.number)
        add(row.circle)
        add(row.sender)
        add(row.receiver)
        add(row.acceptedAt)
        add(row.changedAt)
        add(row.change)
    }

    fileprivate mutating func add(_ alarm: Alarm) {
        add(alarm.id)
        add(alarm.preset)
        switch alarm.schedule {
        case .once(let instant): add(instant)
        case .recurring(let rule, let start, let zone):
            add(rule.description)
            add(start.iso8601)
            add(zone)
        }
        add(alarm.ttl)
        add(alarm.state)
        add(alarm.due)
        add(alarm.base)
        add(alarm.delay)
        add(alarm.processedUntil)
        add(alarm.revision)
        add(alarm.epoch)
        add(alarm.lastEnd)
        add(alarm.progress.count)
        for device in alarm.progress {
            add(device.device)
            let flags = [
                device.hasReceived, device.isArmed, device.isRinging, device.isInformed, device.isRung,
                device.hasFailed, device.hasDismissed,
            ]
            for flag in flags { add(flag) }
        }
    }

    fileprivate mutating func add(_ content: AlarmContent) {
        add(content.message?.text)
        add(content.sound)
        add(content.timeZone)
        add(content.firstTime)
        add(content.digest)
        add(content.reply?.text)
        add(content.subject)
    }

    fileprivate mutating func add(_ order: DeliveryOrder) {
        add(order.id)
        switch order.destination {
        case .device(let id): add(id)
        case .contact(let id, let medium):
            add(id)
            add(medium)
        }
        add(order.stage)
        add(order.urgency)
        add(order.epoch)
        add(order.revision)
        add(order.due)
        add(order.deadline)
        add(order.isLate)
        add(order.offset)
        add(order.isAwaited)
    }

    fileprivate mutating func add(_ row: DeliveryRow) {
        add(row.alarm.number)
        add(row.circle)
        add(row.createdAt)
        add(row.state)
        add(row.notBefore)
        add(row.attempts)
        add(row.failedAttempts)
        add(row.leaseHolder)
        add(row.leaseEnd)
        add(row.reason)
        add(row.finishedAt)
    }
}
