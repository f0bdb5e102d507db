import AlarmCore
import DeviceSimulator

extension RunRecord {
    /// One built run of every shape that reports have to show.
    static var samples: [RunRecord] {
        [lockedPhone, relayDown, gatewayDown, snoozed, cutShort, hostile]
    }

    /// An alarm set a day ahead, a phone unlocked half an hour later, a ring by the system alarm, and an answer.
    static var lockedPhone: RunRecord {
        var run = RunBuilder(
            "locked-phone",
            "A locked phone arms the alarm as soon as it is unlocked, and rings by itself",
            from: -.hours(26),
            to: .minutes(10),
            elapsed: 1.42
        )
        run.alarm("morning", "Wake up ☀️ 早安")
        run.condition(.phone("Ben"), "locked", from: -.hours(26), to: -.hours(24) + -.minutes(30))
        run.condition(.phone("Ben"), "silent", from: -.hours(26))
        run.add(-.hours(26), .phone("Ben"), .change, "locked", alarm: nil)
        run.add(-.hours(26) + .seconds(4), .phone("Ana"), .note, "pairs with Ben", alarm: nil)
        run.handOff(at: -.hours(25))
        run.add(
            -.hours(25) + .milliseconds(400),
            .phone("Ben"),
            .note,
            "locked: the handoff is listed in silence, in general words"
        )
        run.add(-.hours(24) + -.minutes(30), .phone("Ben"), .change, "unlocked", alarm: nil)
        run.add(-.hours(24) + -.minutes(30) + .seconds(1), .phone("Ben"), .arming, "armed: rings even offline")
        run.add(-.hours(24) + -.minutes(30) + .seconds(2), .relay, .state, "Ben's phone will ring", state: "armed")
        run.add(.zero, .phone("Ben"), .ring, "RINGS", ring: Timeline.Ring(way: .alarmKit, isAudible: true))
        run.add(.milliseconds(30), .relay, .state, "due", state: "ringing")
        run.add(.seconds(72), .phone("Ben"), .answer, "answers: Got it, I'm up", state: "acknowledged")
        run.add(.seconds(72) + .milliseconds(70), .relay, .state, "answered", state: "acknowledged")
        run.push("acknowledged", at: .seconds(73), to: "Ana")
        run.verdict(true, "Ben rings by alarmkit within 2s", line: 14, "rang at +00:00:00.0 by alarmkit, audible")
        run.verdict(true, "alarm morning ends acknowledged", line: 15, "acknowledged at +00:01:12.1")
        return run.record
    }

    /// The relay is away at the due second, no phone of the person's two is answered, and an expectation is not met.
    static var relayDown: RunRecord {
        var run = RunBuilder(
            "relay-down-over-the-due-time",
            "The relay is away when the alarm is due; two phones ring late, nobody answers, the sender is told",
            from: -.minutes(31),
            to: .minutes(26),
            elapsed: 4.087
        )
        let phones = ["Ben", "Ben's iPad"]
        run.alarm("school-run", to: phones, "Time to get the children from school, please <3")
        run.handOff(at: -.minutes(30))
        run.push("handoff", at: -.minutes(30) + .milliseconds(150), to: "Ben's iPad")
        run.add(-.minutes(30) + .seconds(1), .phone("Ben"), .note, "the system refuses the alarm")
        run.condition(.phone("Ben"), "Focus", from: -.minutes(20), to: .minutes(14))
        run.condition(.phone("Ben"), "silent", from: -.minutes(31), to: .minutes(20))
        run.add(-.minutes(20), .phone("Ben"), .change, "Focus on", alarm: nil)
        run.condition(.relay, "down", from: -.minutes(5), to: .minutes(6))
        run.add(-.minutes(5), .scenario, .change, "kills the relay", alarm: nil)
        run.condition(.phone("Ben's iPad"), "offline", from: -.minutes(2), to: .minutes(9))
        run.add(-.minutes(2), .phone("Ben's iPad"), .change, "offline", alarm: nil)
        run.add(.minutes(6), .scenario, .change, "starts the relay", alarm: nil)
        run.add(.minutes(6) + .seconds(1), .relay, .state, "due, late", state: "ringing")
        for minute in stride(from: Int64(6), through: 16, by: 2) {
            let at = Span.minutes(minute) + .seconds(1)
            if minute == 12 {
                run.add(at + .milliseconds(20), .gateway, .refusal, "503 Shutdown", stage: "ring")
                continue
            }
            run.push("ring", at: at + .milliseconds(20))
            let isHeard = minute > 13
            run.add(
                at + .milliseconds(250),
                .phone("Ben"),
                .ring,
                isHeard ? "RINGS" : "Focus holds it back",
                ring: Timeline.Ring(way: isHeard ? .critical : .ordinary, isAudible: isHeard)
            )
            if minute < 9 {
                run.add(
                    at + .milliseconds(30),
                    .gateway,
                    .push,
                    "ring for Ben's iPad: stored",
                    stage: "ring",
                    phone: "Ben's iPad"
                )
            } else {
                run.push("ring", at: at + .milliseconds(30), to: "Ben's iPad")
                run.add(
                    at + .milliseconds(260),
                    .phone("Ben's iPad"),
                    .ring,
                    "RINGS",
                    ring: Timeline.Ring(way: .timeSensitive, isAudible: true)
                )
            }
        }
        run.add(.minutes(9), .phone("Ben's iPad"), .change, "online", alarm: nil)
        run.add(.minutes(26), .relay, .state, "nobody answered", state: "missed")
        run.push("no-answer", at: .minutes(26) + .milliseconds(50), to: "Ana")
        run.verdict(true, "Ben's iPad rings by time-sensitive within 15m", line: 22, "rang at +00:10:01.3")
        run.verdict(
            false,
            "Ben rings audibly within 10m",
            line: 23,
            "first heard at +00:14:01.3 by critical, 4 min 1 s too late; before that 4 rings were held back by Focus"
        )
        run.verdict(true, "Ana is told no-answer", line: 24, "told at +00:26:00.2")
        run.record.entries.sort { $0.at < $1.at }
        return run.record
    }

    /// An hour of refusals, dense enough to overlap in the chart.
    static var gatewayDown: RunRecord {
        var run = RunBuilder(
            "gateway-down-for-an-hour",
            "The gateway refuses everything for an hour around the due second",
            from: -.minutes(45),
            to: .minutes(31),
            elapsed: 2.9
        )
        run.alarm("nap", "Your nap is over")
        run.condition(.gateway, "503 ServiceUnavailable", from: -.minutes(30), to: .minutes(30))
        run.add(-.minutes(30), .gateway, .change, "answers 503 to everything", alarm: nil)
        run.add(-.minutes(25), .phone("Ana"), .request, "asks for an alarm")
        run.add(-.minutes(25), .relay, .state, "accepted", state: "scheduled")
        var at = -Span.minutes(25)
        while at < .minutes(30) {
            run.add(at, .gateway, .refusal, "503 ServiceUnavailable", stage: at < .zero ? "handoff" : "ring")
            at = at + .seconds(at < -.minutes(24) ? 10 : 45)
        }
        run.add(.zero, .relay, .state, "due", state: "ringing")
        run.add(.minutes(30), .gateway, .change, "is itself again", alarm: nil)
        run.push("ring", at: .minutes(30) + .seconds(5))
        run.add(
            .minutes(30) + .seconds(6),
            .phone("Ben"),
            .ring,
            "RINGS, late",
            ring: Timeline.Ring(way: .timeSensitive, isAudible: true)
        )
        run.add(.minutes(30) + .seconds(20), .phone("Ben"), .answer, "answers", state: "acknowledged")
        run.add(.minutes(30) + .seconds(20), .relay, .state, "answered", state: "acknowledged")
        run.verdict(true, "Ben rings by time-sensitive within 31m", line: 17, "rang at +00:30:06")
        run.record.entries.sort { $0.at < $1.at }
        return run.record
    }

    /// Two alarms at whole seconds, as with a virtual clock; the first is snoozed, the second cancelled.
    static var snoozed: RunRecord {
        var run = RunBuilder("snoozed", "Nine more minutes, then up", from: -.minutes(12), to: .minutes(11))
        run.alarm("first", "Stand up")
        run.alarm("second", number: 2, due: .hours(20), from: "Ben", to: ["Ana"], "Your turn")
        for (number, sender) in [(UInt64(1), "Ana"), (2, "Ben")] {
            let receiver = number == 1 ? "Ben" : "Ana"
            let at = -Span.minutes(12) + .seconds(Int64(number))
            run.add(at, .phone(sender), .request, "asks for an alarm", alarm: number)
            run.add(at, .relay, .state, "accepted", alarm: number, state: "scheduled")
            run.add(at, .gateway, .push, "handoff for \(receiver)", alarm: number, stage: "handoff")
            run.add(at, .phone(receiver), .arrival, "receives handoff", alarm: number, stage: "handoff")
            run.add(at, .phone(receiver), .arming, "armed", alarm: number)
            run.add(at, .relay, .state, "armed", alarm: number, state: "armed")
        }
        let ring = Timeline.Ring(way: .alarmKit, isAudible: true)
        run.add(.zero, .phone("Ben"), .ring, "RINGS", ring: ring)
        run.add(.zero, .relay, .state, "due", state: "ringing")
        run.add(.seconds(20), .phone("Ben"), .answer, "snoozes", state: "snoozed")
        run.add(.seconds(20), .relay, .state, "nine more minutes", state: "snoozed")
        run.add(.minutes(2), .phone("Ben"), .request, "calls it off", alarm: 2)
        run.add(.minutes(2), .relay, .state, "called off", alarm: 2, state: "cancelled")
        run.add(.minutes(2), .gateway, .push, "cancel for Ana", alarm: 2, stage: "cancel")
        run.add(.minutes(2), .phone("Ana"), .arrival, "receives cancel", alarm: 2, stage: "cancel")
        run.add(.minutes(2), .phone("Ana"), .disarming, "lets go of the alarm", alarm: 2)
        run.add(.seconds(560), .phone("Ben"), .ring, "RINGS again", ring: ring)
        run.add(.seconds(560), .relay, .state, "again", state: "ringing")
        run.add(.seconds(590), .phone("Ben"), .answer, "answers", state: "acknowledged")
        run.add(.seconds(590), .relay, .state, "answered", state: "acknowledged")
        run.verdict(true, "Ben rings twice", line: 9, "rang at +00:00:00 and +00:09:20")
        run.verdict(true, "Ana never rings", line: 10, "no ring")
        return run.record
    }

    /// A run that was cut short before an alarm was set.
    static var cutShort: RunRecord {
        var run = RunBuilder("cut-short", "A relay that does not start", from: .zero, to: .seconds(5), elapsed: 5)
        run.add(.zero, .scenario, .note, "starts the relay", alarm: nil)
        run.verdict(false, "Ben rings", line: 7, "the run broke off before it could be judged")
        run.fail("the relay did not start within 5 s: address already in use")
        return run.record
    }

    /// Names and messages that would break a report without escaping.
    static var hostile: RunRecord {
        let script = "</title></script><script>alert(1)</script>"
        var run = RunBuilder("bad \(script) ]]>", "\u{1B}[2J\u{0}\u{202E}eltit \(script)", from: .zero, to: .minutes(1))
        run.alarm(script, from: "Ana\"'&\n", to: ["\u{1B}]0;owned\u{7}", "早安早安早安早安早安 👩‍👩‍👧"], "\u{FFFE}\u{B}\(script)\r\n")
        run.condition(.phone("Ana\"'&\n"), "off\" onload=\"x", from: .zero, to: .seconds(40))
        for lane in run.record.lanes {
            run.add(.seconds(3), lane, .ring, script, ring: Timeline.Ring(way: .ordinary, isAudible: false))
            run.add(.seconds(9), lane, .push, "a\u{9B}31m\u{85}b", stage: script)
            run.add(.seconds(50), lane, .state, "\u{FFFF}", state: "\"><b>")
        }
        run.verdict(false, script, line: 1, "]]>&amp;\u{0}\u{1F}")
        run.verdict(true, script, line: 2, "'\"")
        run.fail(script)
        return run.record
    }
}
