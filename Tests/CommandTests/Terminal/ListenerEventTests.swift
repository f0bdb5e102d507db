import AlarmCore
import AlarmWire
import Foundation
import Testing

@testable import DeviceKit
@testable import reveille

@Suite("What a listener tells a script")
struct ListenerEventTests {
    private let id = AlarmID(high: 7, low: 7)
    private let time = Instant(seconds: 1_800_000_000)

    private func alarm(_ words: OpenedWords, circle: CircleID? = nil) -> IncomingAlarm {
        IncomingAlarm(
            stage: PushStage(.ring),
            id: id,
            revision: 2,
            time: time,
            sound: "default",
            words: words,
            pair: circle == nil ? PairID(high: 1, low: 1) : nil,
            partnerName: "Ana",
            circle: circle,
            isLate: false
        )
    }

    private func members(of event: ListenerEvent, saying line: String = "-") throws -> JSONObject {
        let text = event.json(saying: line, at: time + .seconds(3)).text
        #expect(!text.contains(UInt8(ascii: "\n")))
        guard case .object(let object) = try JSONValue(parsing: text) else { return JSONObject() }
        return object
    }

    @Test("A line has the event's name and the time first, and the sentence for a person last")
    func order() throws {
        let ring = ListenerEvent(.ring, ["number": .integer(3)]).adding(alarm(.verified("Tea\nand cake")).facts)
        let object = try members(of: ring, saying: "ALARM from Ana:\n“Tea”")
        #expect(object.members.prefix(3).map(\.name) == ["event", "at", "number"])
        #expect(object["event"] == "ring")
        #expect(object["at"] == .string((time + .seconds(3)).iso8601))
        #expect(object.members.last?.name == "line")
        #expect(Set(object.members.map(\.name)).count == object.members.count)
    }

    @Test("Words that could be opened are told, and of others that there are none, and why")
    func words() throws {
        let opened = try members(of: ListenerEvent(.ring).adding(alarm(.verified("Tea")).facts))
        #expect(opened["text"] == "Tea")
        #expect(opened["doubt"] == nil)
        #expect(opened["kind"] == "alarm")
        #expect(opened["id"] == .string("\(id)"))
        #expect(opened["time"] == .string(time.iso8601))
        let sealed = try members(of: ListenerEvent(.ring).adding(alarm(.unverified(.otherTime)).facts))
        #expect(sealed["text"] == .null)
        #expect(sealed["doubt"] == "other-time")
        let circle = CircleID(high: 1, low: 2)
        let reminder = try members(of: ListenerEvent(.ring).adding(alarm(.verified("Walk"), circle: circle).facts))
        #expect(reminder["kind"] == "reminder")
        #expect(reminder["circleId"] == .string("\(circle)"))
    }

    @Test("A notice has its stage, and the reply where there is one")
    func notice() throws {
        var notice = AlarmNotice(
            stage: PushStage(.acknowledged),
            id: id,
            revision: 1,
            time: time,
            reply: .verified("On my way"),
            text: "Tea",
            partnerName: "Ben"
        )
        var object = try members(of: ListenerEvent(.notice).adding(notice.facts))
        #expect((object["kind"], object["stage"]) == ("notice", "acknowledged"))
        #expect((object["text"], object["reply"]) == ("Tea", "On my way"))
        notice.reply = nil
        object = try members(of: ListenerEvent(.notice).adding(notice.facts))
        #expect(object["reply"] == nil)
        notice.reply = .unverified(.damaged)
        object = try members(of: ListenerEvent(.notice).adding(notice.facts))
        #expect((object["reply"], object["doubt"]) == (.null, "damaged"))
    }

    @Test("An answer is told by the word that --answer takes, and whether it waits for the relay")
    func answered() throws {
        let end = time + .minutes(9)
        let snoozed = try members(of: .answered(id, .snooze(.minutes(9)), until: end, kept: true))
        #expect((snoozed["event"], snoozed["answer"]) == ("answered", "snooze"))
        #expect((snoozed["until"], snoozed["kept"]) == (.string(end.iso8601), true))
        let got = try members(of: .answered(id, .gotIt(reply: "Coming")))
        #expect((got["answer"], got["reply"], got["kept"]) == ("got-it", "Coming", nil))
        for answer in AutomaticAnswer.allCases where answer != .none {
            #expect(["got-it", "snooze", "dismiss"].contains(answer.rawValue))
        }
    }

    @Test("A number is not given to a script again at once, so that a late answer meets nothing else")
    func numbers() {
        var list = RingingList(reusesNumbers: false)
        func ring(_ number: UInt64) -> Int? {
            list.ring(AlarmID(high: 0, low: number), "Tea", fromSync: false, at: time)?.number
        }
        #expect(ring(1) == 1)
        list.remove(AlarmID(high: 0, low: 1))
        #expect(ring(2) == 2)
        for number in UInt64(3)...999 {
            #expect(ring(number) == Int(number))
            list.remove(AlarmID(high: 0, low: number))
        }
        #expect(ring(1000) == 1)
        #expect(ring(1001) == 3, "the second still rings")
        var forPeople = RingingList()
        _ = forPeople.ring(id, "Tea", fromSync: false, at: time)
        forPeople.remove(id)
        #expect(forPeople.ring(id, "Tea", fromSync: false, at: time)?.number == 1)
    }

    @Test("The page on listening names every event and every reason, and none that is not there")
    func documented() throws {
        let root = URL(filePath: #filePath).appending(path: "../../../..").standardized
        let page = try String(contentsOf: root.appending(path: "docs/listening.md"), encoding: .utf8)
        let rows = page.split(separator: "\n").filter { $0.hasPrefix("| `") }
        let named = rows.flatMap { row in
            row.split(separator: "|")[0].matches(of: /`([a-z-]+)`/).map { String($0.output.1) }
        }
        #expect(Set(named) == Set(ListenerEvent.Name.allCases.map(\.rawValue)))
        #expect(named.count == ListenerEvent.Name.allCases.count)
        for misfit in ListenerEvent.Misfit.allCases { #expect(page.contains("`\(misfit.rawValue)`")) }
    }
}
