import AlarmCore
import AlarmWire
import CurlClient
import Sealing
import Testing

@testable import Delivery

@Suite("What a push to a browser carries")
struct WebPushRenderingTests {
    private let fixture: WebPushFixture

    init() throws { fixture = try WebPushFixture() }

    private func render(_ content: PushContent) throws -> (push: RenderedPush, received: ReceivedWebPush) {
        let channel = try fixture.channel(CurlClient())
        let push = try channel.render(content, to: fixture.destination("https://push.example.org/s3cr3t"))
        return (push, try ReceivedWebPush(payload: push.payload))
    }

    private func sealed(_ bytes: Int) -> SealedText {
        let text = "a..b." + String(repeating: "c", count: bytes - 7) + ".d"
        guard let sealed = SealedText(text) else { preconditionFailure("\(text) is no sealed text") }
        return sealed
    }

    @Test("It is a declarative push message with the alarm beside it")
    func declarative() throws {
        let (push, received) = try render(fixture.content())
        let json = String(decoding: push.payload, as: UTF8.self)
        let id = AlarmID(high: 3, low: 4)
        #expect(
            json.hasPrefix(#"{"web_push":8030,"mutable":true,"notification":{"title":"Alarm","body":"Somebody rings.""#)
        )
        #expect(json.contains(#""lang":"zh-Hant","silent":false,"renotify":true,"requireInteraction":true"#))
        #expect(json.contains(#""reveille":{"v":1,"type":"alarm_request","stage":"ring","id":"\#(id)","revision":2"#))
        #expect(received.navigate == "https://relay.example.org/#/alarm/\(id)" && received.tag == id.description)
        #expect(received.push.alarm.words == nil, "the words are the notification's")
        #expect(push.origin == ChannelOrigin(.webPush, "https://push.example.org"))
        #expect(!"\(push)".contains("s3cr3t"))
    }

    @Test("What ends a ring has the ring's topic and tag, and is silent")
    func replacing() throws {
        let ring = try render(fixture.content(.ring))
        let cancel = try render(fixture.content(.cancel))
        #expect(cancel.push.collapseID == ring.push.collapseID && cancel.received.tag == ring.received.tag)
        #expect(cancel.received.isSilent && !ring.received.isSilent)
        let topic = try #require(ring.push.collapseID)
        #expect(topic.utf8.count == 32 && Base64URL.decode(topic)?.count == 24)
        var other = fixture.content(.ring)
        other.alarm.id = AlarmID(high: 3, low: 5)
        #expect(try render(other).push.collapseID != topic)
        other.alarm.id = AlarmID(high: 3, low: 4)
        other.alarm.revision = 9
        #expect(try render(other).push.collapseID == topic, "the topic is the alarm's, whatever the revision")
    }

    @Test(
        "What rouses is urgent, and news is not",
        arguments: [
            (Stage.ring, "high"), (.checkInDue, "high"), (.countdown, "high"), (.alert, "high"), (.test, "high"),
            (.cancel, "normal"), (.acknowledged, "normal"), (.noAnswer, "normal"), (.completed, "low"),
        ]
    )
    func urgency(stage: Stage, urgency: String) throws {
        let push = try render(fixture.content(stage)).push
        #expect(WebPushUrgency(push.priority).rawValue == urgency)
    }

    @Test("A sealed message, reply or member's words travel along")
    func sealedWords() throws {
        var content = fixture.content()
        content.alarm.message = sealed(2800)
        #expect(try render(content).received.push.alarm.message == content.alarm.message)
        content = fixture.content(.acknowledged)
        content.alarm.reply = sealed(900)
        #expect(try render(content).received.push.alarm.reply == content.alarm.reply)
    }

    @Test("What does not fit is left out: first the reply and a member's words, then the message, never the ring")
    func leftOut() throws {
        var content = fixture.content(
            words: PushWords(title: String(repeating: "鬧", count: 500), body: String(repeating: "鬧", count: 500))
        )
        content.alarm.message = sealed(1800)
        content.alarm.sealed = MemberWords(
            circle: CircleID(high: 1, low: 1),
            about: DocumentID(high: 1, low: 1),
            words: sealed(2000)
        )
        let first = try render(content).received.push.alarm
        #expect(first.sealed == nil && first.message == content.alarm.message)
        content.alarm.message = sealed(3072)
        content.alarm.rule = try RecurrenceRule("FREQ=DAILY;COUNT=300")
        content.alarm.timeZone = "America/Argentina/ComodRivadavia"
        let (push, second) = try render(content)
        #expect(second.push.alarm.message == nil && second.push.alarm.rule == content.alarm.rule)
        #expect(push.payload.count <= WebPushPayload.limit)
        #expect(second.title.utf8.count <= 256 && second.title.hasPrefix("鬧"), "cut in whole characters")
    }

    @Test("An address survives its notation, and does not print itself")
    func address() throws {
        let destination = try fixture.destination("https://push.example.org/s3cr3t?x=1")
        let address = destination.address
        #expect(try DeviceAddress(address.bytes, on: .webPush) == address)
        for end in [0, 64, 81, 88] {
            #expect(throws: DeviceAddressError.self) {
                try DeviceAddress(Array(address.bytes.prefix(end)), on: .webPush)
            }
        }
        var dumped = ""
        dump(address, to: &dumped)
        #expect(!"\(address) \(destination) \(dumped)".contains("s3cr3t"))
    }
}
