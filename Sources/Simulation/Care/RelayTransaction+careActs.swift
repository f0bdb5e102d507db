import AlarmCore
import AlarmWire
import Engine
import Storage

extension Work {
    /// Does what the relay's routes do for people in a care circle, or what a broken one would.
    func answer(
        _ act: CareAct,
        of request: Request,
        in household: Household,
        from device: Device,
        mutant: Mutant?
    ) throws
        -> Answer
    {
        let done = Answer(status: 204, body: [])
        let isForgotten = request.number.isMultiple(of: 2)
        switch act {
        case .signal where mutant == .signalForgotten && isForgotten,
            .cancel where mutant == .cancelForgotten && isForgotten,
            .acknowledge where mutant == .acknowledgementForgotten && isForgotten,
            .activity where mutant == .activityForgotten && isForgotten,
            .change where mutant == .permissionIgnored, .remove where mutant == .permissionIgnored,
            .pause where mutant == .pauseIgnored, .removeNumber where mutant == .numberKept:
            return done
        case .signal(let signal):
            return try self.signal(CareSignalRequest(signal, timeZone: SimulatedZones.name), by: device)
        case .cancel(let id): return try cancelAlert(DocumentID(of: id), by: device)
        case .acknowledge(let id): return try acknowledgeAlert(DocumentID(of: id), by: device)
        case .activity: return try noteActivity(CareActivityReport(timeZone: SimulatedZones.name), by: device)
        case .settings(let settings): return try setCare(settings, by: device)
        case .pause(let end): return try pauseCare(CarePause(until: end), by: device)
        case .resume: return try resumeCare(by: device)
        case .change(let person, let change): return try changeMember(person, of: household.id, change, by: device)
        case .remove(let person): return try removeMember(person, of: household.id, by: device)
        case .leaveNumber: return try setCarePhone(CarePhone(phone: "+491701234567", name: "B"), by: device)
        case .removeNumber: return try removeCarePhone(by: device)
        }
    }
}
