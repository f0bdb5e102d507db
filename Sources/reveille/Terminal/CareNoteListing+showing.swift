import AlarmCore
import AlarmWire
import DeviceKit

extension DeviceSession {
    /// What was said about alerts, opened; asks for introductions first where there is something to open.
    func notes(of alerts: [CareAlertView]) async -> [DocumentID: [CareNoteListing]] {
        let noted = alerts.filter { !$0.notes.isEmpty }
        for circle in Set(noted.map(\.circle)) {
            // Without them words stay unverified, and are shown as that.
            _ = try? await device.learnKeys(of: circle)
        }
        let profile = await device.profile
        return Dictionary(uniqueKeysWithValues: noted.map { ($0.id, profile.notes(of: $0)) })
    }
}

extension CareNoteListing {
    /// Who said what, in one line.
    var line: String { "\(isOwn ? "you" : name?.asForeign ?? "\(from)"): \(words.shown)" }

    fileprivate var json: JSONValue {
        .object(of: [
            "from": .identifier(from),
            "text": words.text.map(JSONValue.string) ?? .null,
            "doubt": (words.doubt?.rawValue).map(JSONValue.string),
        ])
    }
}

extension CareHistory {
    /// What a script may read of a history: every alert with what was said about it opened.
    func json(saying notes: [DocumentID: [CareNoteListing]]) -> JSONValue {
        guard case .object(let told) = json else { return json }
        var object = JSONObject(members: told.members.filter { $0.name != "alerts" })
        object.append("alerts", .array(alerts.map { $0.json(saying: notes[$0.id] ?? []) }))
        return .object(object)
    }
}

extension CareAlertView {
    /// What a script may read of an alert: what the relay tells, with what was said opened in place of the sealed words.
    func json(saying notes: [CareNoteListing]) -> JSONValue {
        guard case .object(let told) = json, !notes.isEmpty else { return json }
        var object = JSONObject(members: told.members.filter { $0.name != "notes" })
        object.append("notes", .array(notes.map(\.json)))
        return .object(object)
    }
}
