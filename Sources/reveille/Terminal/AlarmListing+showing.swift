import AlarmCore
import AlarmWire
import DeviceKit

extension AlarmListing {
    /// Whom it is for, or who set it; for what watches somebody, what it is.
    var otherSide: String {
        if let preset = view.preset { return preset.asForeign }
        let name = partnerName?.asForeign ?? "(unknown)"
        return view.direction == .outgoing ? "to \(name)" : "from \(name)"
    }

    /// What a script may read of an alarm: what the relay tells, with the words opened in place of the sealed ones.
    var json: JSONValue {
        let sealed: Set<String> = ["message", "reply"]
        var object = JSONObject()
        if case .object(let told) = view.json {
            object = JSONObject(members: told.members.filter { !sealed.contains($0.name) })
        }
        object.append("partner", partnerName.map(JSONValue.string) ?? .null)
        object.append("text", words.json)
        if let reply { object.append("reply", reply.json) }
        return .object(object)
    }
}

extension Words {
    /// The words in quotes, or why they cannot be believed.
    var shown: String {
        switch self {
        case .verified(let text): "“\(text.asForeign)”"
        case .unverified(.missing): "(no words)"
        case .unverified(let doubt): "(UNVERIFIED: \(doubt.explanation))"
        }
    }

    fileprivate var json: JSONValue { text.map(JSONValue.string) ?? .null }
}

extension Words.Doubt {
    /// Why nobody should believe the words.
    var explanation: String {
        switch self {
        case .missing: "there are no words"
        case .unreadable: "what came is no sealed text"
        case .unknownKey: "sealed with a key of no partner"
        case .damaged: "changed on the way"
        case .otherPair: "written by another partner"
        case .otherAlarm: "written for another alarm"
        case .otherTime: "written for another time"
        case .otherRule: "written for another repetition"
        }
    }
}
