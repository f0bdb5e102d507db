import AlarmCore
import AlarmWire
import DeviceKit

extension DeviceSession {
    /// The open alerts that this person may see: those about themselves, or those about others.
    func openAlerts(ofOwn isOwn: Bool) async throws -> [CareAlertView] {
        try await device.careOverview().dwellers.filter { $0.isSelf == isOwn }.flatMap(\.alerts)
    }

    /// The alert that somebody means by its id, or by the id's first characters.
    func alert(_ text: String, among open: [CareAlertView]) throws -> DocumentID {
        if let id = DocumentID(text) { return id }
        switch Abbreviation(text, among: open.map(\.id)) {
        case .name(let id): return id
        case .ambiguous: throw CommandFailure("Several ids of alerts begin with \(text.asForeign). Type more of it.")
        case .unknown:
            throw CommandFailure("No open alert is \(text.asForeign). See 'reveille care overview\(profileFlag)'.")
        }
    }

    /// The care circle that somebody means by its id, or by the id's first characters; their only one where they say nothing.
    func careCircle(_ text: String?) async throws -> CircleID {
        if let id = text.flatMap({ CircleID($0) }) { return id }
        let circles = try await device.careOverview().dwellers.map(\.circle)
        guard let text else {
            guard let only = circles.first else { throw CommandFailure("You are in no care circle.") }
            guard circles.count == 1 else {
                throw CommandFailure("You are in several care circles. See 'reveille care overview\(profileFlag)'.")
            }
            return only
        }
        switch Abbreviation(text, among: circles) {
        case .name(let id): return id
        case .ambiguous: throw CommandFailure("Several ids of circles begin with \(text.asForeign). Type more of it.")
        case .unknown: throw CommandFailure("There is no care circle \(text.asForeign) with you in it.")
        }
    }
}
