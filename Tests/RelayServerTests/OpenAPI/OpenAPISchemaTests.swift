import AlarmCore
import AlarmWire
import Engine
import Storage
import Testing
import Yams

@testable import RelayServer

@Suite("The description of the messages")
struct OpenAPISchemaTests {
    private let document: OpenAPIDocument

    init() throws {
        document = try OpenAPIDocument()
    }

    @Test("A request's schema has the names that the relay reads, and requires those that it does")
    func requests() throws {
        for request in try OpenAPISamples.requests() {
            let objects = try request.samples.map { try members(of: $0) }
            try expectProperties(of: request.schema, toBe: objects)
            // A member is required if no sample can be read without it.
            let known = objects.reduce(Set<String>()) { $0.union($1.map(\.name)) }
            let required = known.filter { name in
                objects.allSatisfy { members in
                    let rest = members.filter { $0.name != name }
                    guard rest.count < members.count else { return false }
                    do {
                        try request.read(.object(JSONObject(members: rest)))
                        return false
                    } catch {
                        return true
                    }
                }
            }
            #expect(try self.required(of: request.schema) == required, "\(request.schema)")
            let isClosed = try document.node(at: "/components/schemas/\(request.schema)")["additionalProperties"]?.bool
            #expect(isClosed == false, "\(request.schema)")
        }
    }

    @Test("An answer's schema has the names that the relay writes, and promises those that it always does")
    func answers() throws {
        for answer in try OpenAPISamples.answers() {
            let objects = try answer.samples.map { try members(of: $0) }
            try expectProperties(of: answer.schema, toBe: objects)
            let sets = objects.map { Set($0.map(\.name)) }
            let always = sets.dropFirst().reduce(try #require(sets.first)) { $0.intersection($1) }
            #expect(try required(of: answer.schema) == always, "\(answer.schema)")
        }
    }

    @Test("Every object that is described was compared")
    func completeness() throws {
        let compared = try OpenAPISamples.requests().map(\.schema) + OpenAPISamples.answers().map(\.schema)
        let described = try document.names(at: "/components/schemas").filter { name in
            try document.node(at: "/components/schemas/\(name)")["type"]?.string == "object"
        }
        #expect(Set(compared) == Set(described))
    }

    @Test(
        "The words of a list are those of the code",
        arguments: [
            ("AlarmState", words(AlarmState.self)),
            ("RequestPlaintext/properties/htm", words(RequestMethod.self)),
            ("PushRegistration/properties/environment", words(PushRegistration.Environment.self)),
            ("RegisterDevice/properties/platform", words(Device.Platform.self)),
            ("CreateInvite/properties/purpose", words(Invite.Purpose.self)),
            ("InviteClaimed/properties/purpose", words(Invite.Purpose.self)),
            ("CheckInSettings/properties/kind", words(CheckInPlan.Kind.self)),
            ("CheckInReport/properties/state", words(CheckInStatus.State.self)),
            ("CheckInEntry/properties/via", words(CheckInSource.self)),
            ("CheckInRequest/properties/via", CheckInSource.allCases.filter(\.isNamedByDevices).map(\.rawValue)),
            ("ContactView/properties/consent", words(ContactView.ConsentState.self)),
            ("Role", words(Role.self)),
            ("Permission", words(Permission.self)),
            ("CareKind", words(CareSignal.Kind.self)),
            ("CareAlertView/properties/state", words(CareAlertView.State.self)),
            ("CareAlertView/properties/telling", words(CareAlertView.Telling.self)),
            ("CareAlertView/properties/held", words(CareSettings.Reason.self)),
            ("CareTold/properties/by", words(CareTold.Means.self)),
            ("CareTold/properties/outcome", words(CareTold.Outcome.self)),
            ("CreateCircle/properties/kind", words(Circle.Kind.self)),
            ("CircleView/properties/kind", words(Circle.Kind.self)),
            ("ReminderView/properties/status", words(Reminder.Status.self)),
            ("InviteStatus/properties/state", words(Invite.State.self)),
            ("InviteStatus/properties/letter/properties/state", words(InviteLetter.State.self)),
            ("DeviceView/properties/platform", words(Device.Platform.self) + [Device.Platform.webhook.rawValue]),
            ("PairView/properties/state", words(PairView.State.self)),
            ("AlarmView/properties/direction", words(AlarmView.Direction.self)),
            ("AlarmView/properties/ending", words(AlarmView.Ending.self)),
            ("PastOccurrence/properties/ending", words(AlarmView.Ending.self)),
            ("FamilyNews/properties/kind", words(FamilyNews.Kind.self)),
            ("Receipt/properties/state", words(AlarmReceipt.Report.self)),
            ("GoneAlarm/properties/reason", words(GoneAlarm.Reason.self)),
            ("Status/properties/status", words(StatusReport.Status.self)),
            ("Check/properties/name", words(HealthCheck.Name.self)),
            ("Check/properties/status", words(HealthCheck.Status.self)),
            ("BlindInterval/properties/cause", words(BlindInterval.Cause.self)),
        ]
    )
    func lists(place: String, words: [String]) throws {
        #expect(try document.texts(at: "/components/schemas/\(place)/enum") == words)
    }

    @Test(
        "A bound is that of the code",
        arguments: [
            ("Envelope/maxLength", EnvelopeLimits.bytes),
            ("RequestPlaintext/properties/htu/maxLength", EnvelopeLimits.targetBytes),
            ("SealedBox/maxLength", SealedText.boxLimit),
            ("SealedParcel/maxLength", SealedText.parcelLimit),
            ("InviteStatus/properties/parcels/maxItems", Invite.parcelsAllowed),
            ("IntroductionList/properties/introductions/maxItems", Circle.largestSize),
            ("SealedMessage/maxLength", SealedText.messageLimit),
            ("PushRegistration/properties/token/minLength", PushRegistration.tokenDigits.lowerBound),
            ("PushRegistration/properties/token/maxLength", PushRegistration.tokenDigits.upperBound),
            ("CreateInvite/properties/ttl/minimum", seconds(Invite.ttlRange.lowerBound)),
            ("CreateInvite/properties/ttl/maximum", seconds(Invite.careTTLRange.upperBound)),
            ("CreateInvite/properties/ttl/default", seconds(CreateInvite.defaultTTL)),
            ("CheckInSettings/properties/threshold/minimum", seconds(CheckInLimits.thresholds.lowerBound)),
            ("CheckInSettings/properties/threshold/maximum", seconds(CheckInLimits.thresholds.upperBound)),
            ("CheckInReport/properties/history/maxItems", CheckInLimits.kept),
            ("CheckInLinkList/properties/links/maxItems", CheckInLinkList.limit),
            ("SnoozeLimit/minimum", seconds(Circle.snoozeLimits.lowerBound)),
            ("SnoozeLimit/maximum", seconds(Circle.snoozeLimits.upperBound)),
            ("CreateCircle/properties/snoozeLimit/default", seconds(Circle.defaultSnoozeLimit)),
            ("Priority/minimum", Membership.tiers.lowerBound),
            ("Priority/maximum", Membership.tiers.upperBound),
            ("CircleView/properties/members/maxItems", Circle.largestSize),
            ("CircleList/properties/circles/maxItems", Circle.mostPerPerson),
            ("MemberChange/properties/permissions/maxItems", Permission.allCases.count),
            ("ReminderText/minLength", ReminderLimits.textBytes.lowerBound),
            ("ReminderText/maxLength", ReminderLimits.textBytes.upperBound),
            ("ReminderRequest/properties/checklist/maxItems", ReminderLimits.items),
            ("ReminderRequest/properties/sealed/maxItems", Circle.largestSize),
            ("SealedWords/properties/words/maxLength", ReminderLimits.sealedBytes),
            ("SelectedDays/properties/interval/minimum", ReminderLimits.intervals.lowerBound),
            ("SelectedDays/properties/interval/maximum", ReminderLimits.intervals.upperBound),
            ("ReminderList/properties/reminders/maxItems", ReminderLimits.pages.upperBound),
            ("CareHistory/properties/alerts/maxItems", CareHistory.pageLimit),
            ("CareAlertView/properties/told/maxItems", CareTold.limit),
            ("CareNote/properties/sealed/maxItems", Circle.largestSize),
            ("CareActivity/properties/days/maxItems", CareActivityReport.daysLimit),
            ("CareSettings/properties/inactivity/minimum", seconds(CareLimits.inactivity.lowerBound)),
            ("CareSettings/properties/inactivity/maximum", seconds(CareLimits.inactivity.upperBound)),
            ("Lifetime/minimum", seconds(AlarmRequest.ttlRange.lowerBound)),
            ("Lifetime/maximum", seconds(AlarmRequest.ttlRange.upperBound)),
            ("AlarmRequest/properties/ttl/default", seconds(AlarmRequest.defaultTTL)),
            ("Sound/maxLength", AlarmRequest.soundLimit),
            ("PreviewRequest/properties/count/minimum", PreviewRequest.counts.lowerBound),
            ("PreviewRequest/properties/count/maximum", PreviewRequest.counts.upperBound),
            ("PreviewRequest/properties/count/default", PreviewRequest.defaultCount),
            ("SchedulePreview/properties/times/maxItems", PreviewRequest.counts.upperBound),
            ("CircleView/properties/news/maxItems", FamilyNews.limit),
            ("AlarmView/properties/deliveries/maxItems", AlarmView.deliveriesLimit),
        ]
    )
    func bounds(place: String, bound: Int) throws {
        #expect(try document.number(at: "/components/schemas/\(place)") == bound)
    }

    private func expectProperties(of schema: String, toBe objects: [[JSONObject.Member]]) throws {
        let written = objects.reduce(Set<String>()) { $0.union($1.map(\.name)) }
        #expect(Set(try document.names(at: "/components/schemas/\(schema)/properties")) == written, "\(schema)")
    }

    private func required(of schema: String) throws -> Set<String> {
        let node = try document.node(at: "/components/schemas/\(schema)")
        return Set(node["required"]?.sequence?.compactMap(\.string) ?? [])
    }

    private func members(of json: JSONValue) throws -> [JSONObject.Member] {
        guard case .object(let object) = json else { throw WireError(.missing) }
        return object.members
    }
}

private func words<Word: RawRepresentable<String> & CaseIterable>(_ type: Word.Type) -> [String] {
    type.allCases.map(\.rawValue)
}

private func seconds(_ span: Span) -> Int {
    Int(span.milliseconds / 1000)
}
