import AlarmCore
import AlarmWire
import Engine
import Features
import Storage

extension RelayTransaction {
    /// Does what the relay's routes do for people in a care circle, or what a broken relay would do.
    func answer(
        _ act: CareAction,
        of request: DeviceRequest,
        in household: SimulatedCareCircle,
        from device: Device,
        mutant: Mutant?
    ) throws
        -> EngineResponse
    {
        let done = EngineResponse(status: 204, body: [])
        let isForgotten = request.number.isMultiple(of: 2)
        switch act {
        case .signal where mutant == .signalForgotten && isForgotten,
            .cancel where mutant == .cancelForgotten && isForgotten,
            .acknowledge where mutant == .acknowledgementForgotten && isForgotten,
            .activity where mutant == .activityForgotten && isForgotten,
            .change where mutant == .permissionIgnored, .remove where mutant == .permissionIgnored,
            .pause where mutant == .pauseIgnored, .removeNumber where mutant == .numberKept:
            return done
        case .acknowledge where mutant == .acknowledgementRefused && isForgotten: throw Problem(.notFound)
        case .signal(let signal):
            return try care.signal(CareSignalRequest(signal, timeZone: SimulatedZones.name), by: device)
        case .cancel(let id): return try care.cancelAlert(DocumentID(of: id), by: device)
        case .acknowledge(let id): return try care.acknowledgeAlert(DocumentID(of: id), by: device)
        case .activity(let days):
            let known = mutant == .patternIgnored ? [] : days
            return try care.noteActivity(CareActivityReport(timeZone: SimulatedZones.name, days: known), by: device)
        case .settings(let settings): return try care.set(settings, by: device)
        case .pause(let end): return try care.pause(CarePause(until: end), by: device)
        case .resume: return try care.resume(by: device)
        case .change(let person, let change):
            return try circles.changeMember(person, of: household.id, change, by: device)
        case .remove(let person): return try circles.removeMember(person, of: household.id, by: device)
        case .leaveNumber(let calls):
            return try care.setPhone(CarePhone(phone: "+491701234567", name: "B", calls: calls), by: device)
        case .removeNumber: return try care.removePhone(by: device)
        }
    }
}
