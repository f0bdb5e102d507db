package import AlarmCore
package import AlarmWire
package import Engine
import Storage

extension Care {
    /// Takes a sign of activity, which postpones the question to the dweller and lets past days be judged.
    ///
    /// - Throws: the problems `conflict` for a caller without a care circle of their own, `rate-limited`.
    package func noteActivity(_ report: CareActivityReport, by device: Device) throws -> EngineResponse {
        if let zone = report.timeZone { try tx.devices.check(zone: zone, at: "/timeZone") }
        let roster = try ownCareCircle(of: device)
        try count("activity reports", of: device.person, limit: engine.limits.reportsPerHour)
        try tx.recordSignOfLife(from: device)
        try answerQuestion(of: device.person, from: device.id)
        var watch = try watch(over: device.person) ?? DwellerRecord()
        watch.timeZone = report.timeZone ?? watch.timeZone ?? device.timeZone
        watch.note(report.place, at: now)
        watch.note(now)
        let isStill = try judge(report.days, &watch)
        try follow(&watch, of: device.person, in: roster.circle.id)
        try followDays(&watch, of: device.person, in: roster.circle.id)
        try save(watch, of: device.person, in: roster.circle.id)
        if isStill { try raise(.wellness, watch, in: roster) }
        return EngineResponse(200, try engine.status(of: watch, at: now, showsPlace: true, in: transaction))
    }
}
