import AlarmCore
public import AlarmWire
import Sealing

extension Profile: WireEncodable {
    private static let listLimit = 10_000
    private static let limits = JSONLimits(bytes: 32 << 20)

    /// The text form: one JSON object with its version first.
    public var json: JSONValue {
        .object(of: [
            "v": .integer(Self.version),
            "relay": .string(relay.text),
            "deviceKey": .secret(deviceKey.secret),
            "deviceId": deviceID.map(JSONValue.identifier),
            "keyGeneration": .integer(keyGeneration),
            "platform": .word(platform),
            "apns": push?.json,
            "webpush": subscriptions.isEmpty && !unreadable.contains { $0.list == .subscriptions }
                ? nil : list(subscriptions, .subscriptions),
            "capabilities": capabilities.json,
            "timeZone": .string(timeZone),
            "locale": .string(locale),
            "chosenLanguage": (chosenLanguage?.text).map(JSONValue.string),
            "displayName": .string(displayName),
            "pairs": list(pairs, .pairs),
            "circles": list(circles, .circles),
            "places": places.isEmpty ? nil : .array(places.map(\.json)),
            "devices": list(linkedDevices, .devices),
            "invites": list(invites, .invites),
            "claims": list(claims, .claims),
            "cursor": (cursor?.text).map(JSONValue.string),
            "incoming": list(incoming, .incoming),
            "outgoing": list(outgoing, .outgoing),
            "readWords": readWords.isEmpty && !unreadable.contains { $0.list == .readWords }
                ? nil : list(readWords, .readWords),
            "clockOffset": .span(clockOffset),
            "unsentReceipts": list(unsentReceipts, .unsentReceipts),
            "lostReplies": lostReplies.isEmpty ? nil : .array(lostReplies.map(JSONValue.identifier)),
            "outdatedAnswers": outdatedAnswers.isEmpty ? nil : .array(outdatedAnswers.map(JSONValue.identifier)),
            "unsentRevocations": unsentRevocations.isEmpty ? nil : .array(unsentRevocations.map(JSONValue.identifier)),
            "refusing": refusing.isEmpty ? nil : .array(refusing.map(JSONValue.identifier)),
            "passedRemindersTold": passedRemindersTold.map { .instant($0) },
            "refusedReminders": refusedReminders.isEmpty ? nil : .array(refusedReminders.map(JSONValue.identifier)),
            "leftCircles": leftCircles.isEmpty ? nil : .array(leftCircles.map(JSONValue.identifier)),
            "lastZone": lastZone.map(JSONValue.string),
            "untoldChanges": hasUntoldChanges ? .bool(true) : nil,
        ])
    }

    /// The readable entries of a list, then those that could not be read, as they were.
    private func list(_ entries: [some WireEncodable], _ list: UnreadableEntry.List) -> JSONValue {
        .array(entries.map(\.json) + unreadable.filter { $0.list == list }.map(\.content))
    }

    /// Reads the text form.
    ///
    /// - Throws: ``ProfileError/newerVersion(_:)``, ``ProfileError/damaged(_:path:)``.
    public init(parsing text: [UInt8]) throws(ProfileError) {
        do {
            var object = try ObjectReader(JSONValue(parsing: text, limits: Self.limits))
            let version = try object.integer("v", in: 1...Int64.max)
            guard version == Self.version else { throw ProfileError.newerVersion(version) }
            try self.init(reading: &object)
            try object.finish()
        } catch let error as WireError {
            throw .damaged(error, path: nil)
        } catch let error as ProfileError {
            throw error
        } catch {
            throw .damaged(WireError(.expected("a profile")), path: nil)
        }
    }

    private init(reading object: inout ObjectReader) throws(WireError) {
        self.init(
            relay: try object.relay("relay"),
            deviceKey: try object.secret("deviceKey", count: 32) { (key) throws(SealingError) in
                try SymmetricKey(key)
            },
            platform: try object.platform("platform"),
            push: try object.optionalObject("apns"),
            capabilities: try object.object("capabilities"),
            timeZone: try object.string("timeZone"),
            locale: try object.string("locale"),
            displayName: try object.string("displayName")
        )
        subscriptions = try entries(.subscriptions, &object)
        deviceID = try object.optionalIdentifier("deviceId")
        keyGeneration = try object.count("keyGeneration")
        pairs = try entries(.pairs, &object)
        circles = try entries(.circles, &object)
        places = try object.optionalMessages("places", limit: Self.listLimit) ?? []
        linkedDevices = try entries(.devices, &object)
        invites = try entries(.invites, &object)
        claims = try entries(.claims, &object)
        cursor = try object.optionalText("cursor", expected: "a cursor") { SyncCursor($0) }
        incoming = try entries(.incoming, &object)
        outgoing = try entries(.outgoing, &object)
        readWords = try entries(.readWords, &object)
        clockOffset = try object.milliseconds("clockOffset")
        unsentReceipts = try entries(.unsentReceipts, &object)
        lostReplies = try object.optionalIdentifiers("lostReplies", limit: Self.listLimit)
        outdatedAnswers = try object.optionalIdentifiers("outdatedAnswers", limit: Self.listLimit)
        unsentRevocations = try object.optionalIdentifiers("unsentRevocations", limit: Self.listLimit)
        refusing = try object.optionalIdentifiers("refusing", limit: Self.listLimit)
        passedRemindersTold = try object.optionalInstant("passedRemindersTold")
        refusedReminders = try object.optionalIdentifiers("refusedReminders", limit: Self.listLimit)
        leftCircles = try object.optionalIdentifiers("leftCircles", limit: Self.listLimit)
        lastZone = try object.optionalZone("lastZone")
        hasUntoldChanges = try object.optionalBool("untoldChanges") ?? false
        chosenLanguage = try object.optionalText("chosenLanguage", expected: "a language tag") { LanguageTag($0) }
    }

    /// Reads a list; an entry that cannot be read is noted and costs no other.
    private mutating func entries<Message: WireDecodable>(
        _ list: UnreadableEntry.List,
        _ object: inout ObjectReader
    ) throws(WireError) -> [Message] {
        let name = list.rawValue
        let elements = try object.optionalArray(name, limit: Self.listLimit)
        guard let elements else {
            guard list.isOptional else { throw object.error(.missing, at: name) }
            return []
        }
        var messages: [Message] = []
        for (index, element) in elements.enumerated() {
            do {
                messages.append(try Message(json: element, at: "\(object.pointer(to: name))/\(index)"))
            } catch {
                unreadable.append(UnreadableEntry(list: list, content: element, error: error))
            }
        }
        return messages
    }
}
