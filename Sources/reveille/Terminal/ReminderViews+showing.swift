import AlarmCore
import AlarmWire
import DeviceKit

extension ReminderListing {
    /// What it says, or why nobody should believe that it says anything.
    var shownTitle: String {
        if let text { return text.title.asForeign }
        return "(UNREADABLE: \(doubt?.explanationAmongMembers ?? "sealed"))"
    }

    /// What a script may read: what the relay tells, with the words opened in place of the sealed ones.
    var json: JSONValue {
        guard case .object(let told) = view.json else { return view.json }
        let opened: Set<String> = ["title", "sealed", "checklist"]
        var object = JSONObject(members: told.members.filter { !opened.contains($0.name) })
        object.append("title", (text?.title).map(JSONValue.string) ?? .null)
        object.append(
            "checklist",
            .array(
                view.reminder.details.checklist.items.map { item in
                    .object(of: [
                        "id": .integer(item.id),
                        "text": self.text(of: item.id).map(JSONValue.string),
                        "done": .bool(item.isDone),
                    ])
                }
            )
        )
        if let writer { object.append("writer", .identifier(writer)) }
        if let doubt { object.append("doubt", .string(doubt.rawValue)) }
        return .object(object)
    }

    /// All of it, line by line.
    func facts(in family: CircleView, clock: LocalClock) -> [(String, String)] {
        let reminder = view.reminder
        var facts = [("reminder", "\(reminder.id)"), ("title", shownTitle)]
        if let writer, writer != reminder.creator {
            facts.append(("written by", family.members.first { $0.person == writer }?.shownName ?? "\(writer)"))
        }
        if reminder.details.title != nil { facts.append(("readable", "by the relay as well")) }
        facts += view.facts(in: family, clock: clock)
        for item in reminder.details.checklist.items {
            let words = text(of: item.id)?.asForeign ?? "(unreadable)"
            facts.append(("item \(item.id)", "\(item.isDone ? "[x]" : "[ ]") \(words)"))
        }
        return facts
    }

    private func text(of item: Int) -> String? { text?.items.first { $0.id == item }?.text }
}

extension Words.Doubt {
    /// Why nobody should believe the words of a member of a circle.
    var explanationAmongMembers: String {
        switch self {
        case .missing: "nothing was sealed for you"
        case .unknownKey: "sealed with a key that this device does not know"
        case .otherAlarm: "written for another reminder"
        default: explanation
        }
    }
}
