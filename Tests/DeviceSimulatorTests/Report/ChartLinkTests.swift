import AlarmCore
import Testing

@testable import DeviceSimulator

@Suite("The lines of a chart")
struct ChartLinkTests {
    private func links(_ kinds: Set<ChartLink.Kind>, _ build: (inout RunBuilder) -> Void) -> [[Int]] {
        var run = RunBuilder("links", "", from: .zero, to: .minutes(1))
        build(&run)
        return ChartLink.links(between: run.record.entries).filter { kinds.contains($0.kind) }.map { [$0.from, $0.to] }
    }

    @Test("A push leads to the phone that it is for, by its stage")
    func deliveries() {
        let found = links([.delivery, .lost]) { run in
            run.add(.seconds(1), .gateway, .push, "", stage: "handoff", phone: "Ben")
            run.add(.seconds(1), .gateway, .push, "", stage: "handoff", phone: "Ben's iPad")
            run.add(.seconds(2), .gateway, .push, "", stage: "ring", phone: "Ben")
            run.add(.seconds(3), .phone("Ben's iPad"), .arrival, "", stage: "handoff")
            run.add(.seconds(3), .phone("Ben"), .arrival, "", stage: "ring")
            run.add(.seconds(4), .phone("Ben"), .arrival, "", stage: "handoff")
        }
        #expect(found == [[1, 3], [2, 4], [0, 5]])
    }

    @Test("Of several pushes to a phone that was off line the newest arrives, and the others are lost")
    func newest() {
        let found = links([.delivery, .lost]) { run in
            for second in 1...3 {
                run.add(.seconds(Int64(second)), .gateway, .push, "", stage: "ring", phone: "Ben")
            }
            run.add(.seconds(9), .phone("Ben"), .arrival, "", stage: "ring")
        }
        #expect(found == [[2, 3], [0, 0], [1, 1]])
    }

    @Test("A push and its arrival at one instant belong together in either order")
    func sameInstant() {
        let found = links([.delivery, .lost]) { run in
            run.add(.seconds(1), .phone("Ben"), .arrival, "", stage: "ring")
            run.add(.seconds(1), .gateway, .push, "", stage: "ring", phone: "Ben")
            run.add(.seconds(2), .gateway, .push, "", stage: "ring", phone: "Ben")
        }
        #expect(found == [[1, 0], [2, 2]])
    }

    @Test("A notice to the sender is where its push ends")
    func notices() {
        let found = links([.delivery, .lost]) { run in
            run.add(.seconds(1), .gateway, .push, "", stage: "no-answer", phone: "Ana")
            run.add(.seconds(2), .phone("Ana"), .notice, "", stage: "no-answer")
        }
        #expect(found == [[0, 1]])
    }

    @Test("A request and an answer lead to the relay's next state, if it comes within the minute")
    func requests() {
        let found = links([.request]) { run in
            run.add(.seconds(1), .phone("Ana"), .request, "")
            run.add(.seconds(2), .relay, .state, "", state: "scheduled")
            run.add(.seconds(3), .phone("Ben"), .answer, "", state: "snoozed")
            run.add(.seconds(64), .relay, .state, "", state: "snoozed")
        }
        #expect(found == [[0, 1]])
    }

    @Test("An armed alarm lasts to its ring, a ring to its answer, in its own lane")
    func stays() {
        let found = links([.armed, .ringing, .effect]) { run in
            run.add(.seconds(1), .phone("Ben"), .arming, "")
            run.add(.seconds(2), .phone("Ben's iPad"), .arrival, "", stage: "ring")
            run.add(.seconds(3), .phone("Ben's iPad"), .ring, "", ring: Timeline.Ring(way: .critical, isAudible: true))
            run.add(.seconds(4), .phone("Ben"), .ring, "", ring: Timeline.Ring(way: .alarmKit, isAudible: true))
            run.add(.seconds(5), .phone("Ben"), .answer, "", state: "acknowledged")
            run.add(.seconds(6), .phone("Ben's iPad"), .disarming, "")
        }
        #expect(found == [[0, 3], [1, 2], [2, 5], [3, 4]])
    }

    @Test("A silent ring has no duration")
    func silent() {
        let found = links([.ringing]) { run in
            run.add(.seconds(1), .phone("Ben"), .ring, "", ring: Timeline.Ring(way: .ordinary, isAudible: false))
            run.add(.seconds(2), .phone("Ben"), .answer, "", state: "acknowledged")
        }
        #expect(found.isEmpty)
    }
}
