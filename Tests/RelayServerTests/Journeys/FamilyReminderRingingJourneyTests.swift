import AlarmCore
import AlarmWire
import DeviceKit
import RelayTesting
import Testing

@Suite("System 4, family reminders: what rings, and who is told", .timeLimit(.minutes(10)))
struct FamilyReminderRingingJourneyTests {
    @Test(
        "The assignee hears of it three minutes before, two, one, and rings from its time on; the parents hear later"
    )
    func ladder() async throws {
        try await RelayJourney.with { journey in
            let home = try await FamilyFixture(journey)
            _ = try await home.remind()
            try await journey.pass(.minutes(57) + -.seconds(1))
            #expect(await journey.stages(to: home.kim).isEmpty)
            for count in 1...3 {
                try await journey.pass(.seconds(1))
                #expect(await journey.stages(to: home.kim) == Array(repeating: .reminderSoon, count: count))
                try await journey.pass(.seconds(59))
            }
            try await journey.pass(.seconds(1))
            #expect(await journey.stages(to: home.kim) == [.reminderSoon, .reminderSoon, .reminderSoon, .ring])
            try await journey.pass(.minutes(9))
            #expect(await journey.stages(to: home.kim).count { $0 == .ring } == 10)
            #expect(await journey.stages(to: home.ana).isEmpty)
            try await journey.pass(.minutes(1))
            #expect(await journey.stages(to: home.ana) == [.noAnswerYet])
            #expect(try await journey.lastPayload(to: home.ana).contains("Kim has not finished the reminder of"))
            try await journey.pass(.minutes(19))
            #expect(await journey.stages(to: home.ana) == [.noAnswerYet])
            try await journey.pass(.minutes(1))
            #expect(await journey.stages(to: home.ana) == [.noAnswerYet, .unfinished])
            #expect(try await journey.lastPayload(to: home.ana).contains("Kim has not finished the reminder that"))
            #expect(await journey.stages(to: home.ben) == [.noAnswerYet, .unfinished])
            #expect(await journey.stages(to: home.kim).count { $0 == .ring } == 18)
            #expect(await journey.stages(to: home.lea).isEmpty)
        }
    }

    @Test("It recurs on selected days every so many weeks from a start: completed, it leaves one for the next time")
    func recurrence() async throws {
        try await RelayJourney.with { journey in
            let home = try await FamilyFixture(journey)
            // The relay's clock shows Friday, 15 January 2027, 09:00 in Berlin.
            let days = try SelectedDays(
                [.tuesday, .thursday],
                interval: 2,
                start: try #require(LocalDate(year: 2027, month: 1, day: 20)),
                time: try #require(LocalTime(hour: 17, minute: 30)),
                timeZone: "Europe/Berlin"
            )
            let request = ReminderRequest(
                assignee: try await home.person(of: home.kim),
                title: "Violin",
                time: .days(days)
            )
            var view = try await home.ana.remind(request, in: home.id)
            var due: [String] = []
            for _ in 0..<4 {
                due.append(view.reminder.due.iso8601)
                try await journey.pass(view.reminder.due - journey.now + .minutes(1))
                #expect(await journey.stages(to: home.kim).last == .ring)
                let completed = try await home.kim.complete(view.reminder.id)
                view = try await home.kim.reminder(try #require(completed.next))
            }
            #expect(
                due == ["2027-01-21T16:30:00Z", "2027-02-02T16:30:00Z", "2027-02-04T16:30:00Z", "2027-02-16T16:30:00Z"]
            )
            let done = try await home.ana.reminders(in: home.id, showing: try ReminderFilter(status: .completed))
            #expect(done.reminders.count == 4)
        }
    }

    @Test("All parents are told half a minute after a completion")
    func completion() async throws {
        try await RelayJourney.with { journey in
            let home = try await FamilyFixture(journey)
            let reminder = try await home.remind()
            _ = try await home.kim.complete(reminder.id)
            try await journey.pass(.seconds(29))
            #expect(await journey.stages(to: home.ana).isEmpty)
            try await journey.pass(.seconds(1))
            #expect(await journey.stages(to: home.ana) == [.completed])
            #expect(await journey.stages(to: home.ben) == [.completed])
            #expect(try await journey.lastPayload(to: home.ben).contains("Kim has finished a reminder."))
            #expect(await journey.stages(to: home.lea).isEmpty)
            try await journey.pass(.hours(2))
            #expect(await journey.stages(to: home.kim).isEmpty, "nothing rings any more")
        }
    }

    @Test("A completion that is undone within half a minute is told to no one, and the reminder rings")
    func undone() async throws {
        try await RelayJourney.with { journey in
            let home = try await FamilyFixture(journey)
            let reminder = try await home.remind()
            _ = try await home.kim.complete(reminder.id)
            try await journey.pass(.seconds(29))
            #expect(try await home.kim.undoCompletion(of: reminder.id).reminder.status == .open)
            try await journey.pass(.hours(1))
            #expect(await journey.stages(to: home.ana).isEmpty)
            #expect(await journey.stages(to: home.ben).isEmpty)
            #expect(await journey.stages(to: home.kim) == [.reminderSoon, .reminderSoon, .reminderSoon, .ring])
        }
    }

    @Test("The assignee puts it off as far as the family allows, and no further")
    func snooze() async throws {
        try await RelayJourney.with { journey in
            let home = try await FamilyFixture(journey, snoozeLimit: .minutes(20))
            let reminder = try await home.remind()
            try await journey.pass(.hours(1))
            await expectRefusal(.notAllowed) { try await home.ana.snooze(reminder.id) }
            await expectRefusal(.conflict) {
                try await home.kim.snooze(reminder.id, until: reminder.due + .minutes(21))
            }
            let end = reminder.due + .minutes(20)
            #expect(try await home.kim.snooze(reminder.id, until: end).snoozedUntil == end)
            journey.gateway.forget()
            try await journey.pass(.minutes(20) + -.seconds(1))
            #expect(!(await journey.stages(to: home.kim).contains(.ring)))
            try await journey.pass(.seconds(1))
            #expect(await journey.stages(to: home.kim).last == .ring)
            await expectRefusal(.conflict) { try await home.kim.snooze(reminder.id) }
        }
    }

    @Test("Moving more than twenty metres from a place set with the reminder tells the parents at once, and once")
    func movement() async throws {
        try await RelayJourney.with { journey in
            let home = try await FamilyFixture(journey)
            let gate = try Place(latitude: 52.51630, longitude: 13.37770)
            let reminder = try await home.remind(place: gate)
            #expect(reminder.isPlaceWatched)
            await expectRefusal(.notAllowed) { try await home.ana.report(position: gate, to: reminder.id) }
            let near = try Place(latitude: 52.51646, longitude: 13.37770)
            #expect(try await home.kim.report(position: near, to: reminder.id) == .init(metres: 18, isTold: false))
            try await journey.catchUp()
            #expect(await journey.stages(to: home.ana).isEmpty)
            let far = try Place(latitude: 52.51650, longitude: 13.37770)
            #expect(try await home.kim.report(position: far, to: reminder.id) == .init(metres: 22, isTold: true))
            try await journey.catchUp()
            #expect(await journey.stages(to: home.ana) == [.moved])
            #expect(await journey.stages(to: home.ben) == [.moved])
            #expect(try await journey.lastPayload(to: home.ben).contains("Kim has left the place of a reminder."))
            #expect(try await !home.kim.report(position: far, to: reminder.id).isTold)
            try await journey.catchUp()
            #expect(await journey.stages(to: home.ana) == [.moved])
            #expect(await journey.stages(to: home.lea).isEmpty)
        }
    }

    @Test("A place can be set from the notice before it is due, which says so")
    func placeFromNotice() async throws {
        try await RelayJourney.with { journey in
            let home = try await FamilyFixture(journey)
            let reminder = try await home.remind()
            try await journey.pass(.minutes(57))
            #expect(try await journey.lastPayload(to: home.kim).contains("You can set its place now."))
            let gate = try Place(latitude: 52.51630, longitude: 13.37770)
            #expect(try await home.kim.setPlace(of: reminder.id, to: gate).reminder.isPlaceWatched)
            let far = try Place(latitude: 52.52630, longitude: 13.37770)
            #expect(try await home.kim.report(position: far, to: reminder.id).isTold)
            try await journey.catchUp()
            #expect(await journey.stages(to: home.ben) == [.moved])
        }
    }

    @Test(
        "A sender whom the assignee muted, paused or gave hours is held to that, and pending reminders are cancelled"
    )
    func consent() async throws {
        try await RelayJourney.with { journey in
            let home = try await FamilyFixture(journey)
            let ana = try await home.person(of: home.ana)
            _ = try await home.remind(in: .hours(2))
            let hours = Consent.Hours(
                from: try #require(LocalTime(hour: 8, minute: 0)),
                until: try #require(LocalTime(hour: 10, minute: 30))
            )
            let refusing = [
                Consent(hours: hours), Consent(pausedUntil: journey.now + .days(1)), Consent(isMuted: true),
            ]
            for consent in refusing {
                _ = try await home.kim.setConsent(consent, for: ana)
                await expectRefusal(.conflict) { try await home.remind(in: .hours(2)) }
                _ = try await home.remind(by: home.ben, in: .hours(3))
            }
            try await journey.pass(.hours(2))
            #expect(!(await journey.stages(to: home.kim).contains(.ring)), "what Ana had set")
            try await journey.pass(.hours(1))
            #expect(await journey.stages(to: home.kim).filter { $0 == .ring }.count == 3, "what Ben has set")
            _ = try await home.kim.setConsent(Consent(hours: hours), for: ana)
            _ = try await home.remind(in: .hours(21))
        }
    }
}
