import AlarmCore
import AlarmWire
import DeviceKit
import Engine
import Features
import HTTPTypes
import HummingbirdTesting
import RelayServer
import RelayTesting
import Storage
import Testing

@Suite("Words between the people of a family, from device to device through a relay")
struct MemberWordsRouteTests {
    private static let flags = ["open-registration": "true", "listen": "127.0.0.1:0"]

    /// Ana and Ben, parents, and Kim, a child whom Ana let in; Ana introduced each newcomer.
    private struct IntroducedFamily {
        let relay: TestRelay
        let view: CircleView
        let ana: LocalDevice
        let ben: LocalDevice
        let kim: LocalDevice

        init(_ relay: TestRelay, readableTitles: Bool = false) async throws {
            self.relay = relay
            (ana, ben, kim) = (try await relay.device(), try await relay.device(), try await relay.device())
            view = try await ana.createCircle(
                CreateCircle(kind: .family, name: "Home", displayName: "Ana", relayMayReadTitles: readableTitles)
            )
            for (guest, name, role) in [(ben, "Ben", Role.parent), (kim, "Kim", .child)] {
                try await relay.join(guest, called: name, to: view, as: role, invitedBy: ana)
                try await ana.introduce(in: view.id)
                _ = try await guest.learnKeys(of: view.id)
            }
        }

        func person(of device: LocalDevice) async throws -> PersonID {
            try #require(try await device.circle(view.id).members.first(where: \.isSelf)?.person)
        }

        func remind(
            _ title: String,
            items: [String] = [],
            by device: LocalDevice,
            for assignee: LocalDevice
        ) async throws -> SavedReminder {
            let words = items.enumerated().map { ReminderWords.Item(id: $0 + 1, text: $1) }
            return try await device.remind(
                ReminderText(title: title, items: words),
                as: ReminderRequest(
                    assignee: try await person(of: assignee),
                    checklist: try Checklist(words.map { Checklist.Item(id: $0.id, text: $0.text) }),
                    time: .once(AlarmTime(relay.clock.now() + .hours(1)), timeZone: nil)
                ),
                in: view.id
            )
        }

        /// How many introductions the relay has for a device.
        func introductions(on device: LocalDevice) async throws -> Int {
            let (engine, circle, id) = (relay.relay.engine, view.id, try #require(await device.profile.deviceID))
            return try await engine.read { snapshot in
                guard let device = try snapshot.device(id) else { return 0 }
                return try engine.introductions(in: circle, for: device, in: snapshot).introductions.count
            }
        }

        /// The reminder as read by a device.
        func read(_ id: ReminderID, on device: LocalDevice) async throws -> ReminderListing {
            try await device.learnKeys(of: view.id)
            let view = try await device.reminder(id)
            return await device.profile.listing(view)
        }
    }

    @Test("A parent's words are read by the child, the other parent and the parent's own devices, and by no relay")
    func family() async throws {
        try await TestRelay.with(Self.flags, through: .live) { relay in
            let home = try await IntroducedFamily(relay)
            let kept = try await home.remind("Pack the satchel", items: ["books", "pens"], by: home.ben, for: home.kim)
            #expect(kept.unreached.isEmpty)
            let reminder = kept.listing.view.reminder
            #expect(reminder.details.title == nil)
            #expect(reminder.details.checklist.items.map(\.text) == [nil, nil])
            #expect(reminder.details.sealed.count == 3)
            for reader in [home.ana, home.ben, home.kim] {
                let read = try await home.read(reminder.id, on: reader)
                #expect(read.text?.line == "Pack the satchel (books, pens)")
                #expect(read.writer == reminder.creator)
            }
            let tablet = try await relay.device()
            try await relay.link(tablet, to: home.kim)
            #expect(try await home.read(reminder.id, on: tablet).text?.title == "Pack the satchel")
        }
    }

    @Test("Two people let in by different parents at the same time are introduced to each other")
    func crossing() async throws {
        try await TestRelay.with(Self.flags, through: .live) { relay in
            let home = try await IntroducedFamily(relay)
            let (lea, max) = (try await relay.device(), try await relay.device())
            try await home.ben.learnKeys(of: home.view.id)
            try await relay.join(lea, called: "Lea", to: home.view, as: .child, invitedBy: home.ana)
            try await relay.join(max, called: "Max", to: home.view, as: .parent, invitedBy: home.ben)
            let stranger = try await home.remind("Water the fern", by: max, for: lea)
            #expect(stranger.unreached.map(\.person) == [try await home.person(of: lea)])
            #expect(try await home.read(stranger.listing.view.reminder.id, on: lea).doubt == .missing)

            try await home.ana.introduce(in: home.view.id)
            try await home.ben.introduce(in: home.view.id)
            try await home.ana.learnKeys(of: home.view.id)
            let known = try await home.remind("Water the fern", by: max, for: lea)
            #expect(known.unreached.isEmpty)
            #expect(try await home.read(known.listing.view.reminder.id, on: lea).text?.title == "Water the fern")
            let mended = try await max.change(
                stranger.listing,
                to: ReminderRequest(stranger.listing.view.reminder)
            )
            #expect(mended.unreached.isEmpty)
            #expect(try await home.read(stranger.listing.view.reminder.id, on: lea).text?.title == "Water the fern")
        }
    }

    @Test("Who was away reads what those wrote who were let in by somebody that has left meanwhile")
    func leftMeanwhile() async throws {
        try await TestRelay.with(Self.flags, through: .live) { relay in
            let home = try await IntroducedFamily(relay)
            let carl = try await relay.device()
            try await home.ben.learnKeys(of: home.view.id)
            try await relay.join(carl, called: "Carl", to: home.view, as: .parent, invitedBy: home.ben)
            try await home.ben.introduce(in: home.view.id)
            let kept = try await home.remind("Feed the axolotl", by: home.ben, for: home.kim)
            // Kim's device sees nothing of that before Ben has left.
            let (former, heir) = (try await home.person(of: home.ben), try await home.person(of: carl))
            try await home.ben.remove(former, from: home.view.id, handingOverTo: heir)
            try await carl.learnKeys(of: home.view.id)
            let id = kept.listing.view.reminder.id
            #expect(try await home.read(id, on: home.kim).text?.title == "Feed the axolotl")
            let own = try await home.remind("Feed the cat", by: home.kim, for: home.kim)
            #expect(own.unreached.isEmpty)
            #expect(try await home.read(own.listing.view.reminder.id, on: carl).text?.title == "Feed the cat")
        }
    }

    @Test("A reminder is by whoever set it, also after somebody else has sealed its words for a newcomer")
    func setter() async throws {
        try await TestRelay.with(Self.flags, through: .live) { relay in
            let home = try await IntroducedFamily(relay)
            let own = try await home.remind("Feed the cat", by: home.kim, for: home.kim)
            let bens = try await home.remind("Pack the satchel", by: home.ben, for: home.kim)
            let carl = try await relay.device()
            try await relay.join(carl, called: "Carl", to: home.view, as: .parent, invitedBy: home.ana)
            try await home.ana.introduce(in: home.view.id)
            for kept in [own, bens] {
                let read = try await home.read(kept.listing.view.reminder.id, on: home.kim)
                #expect(read.writer == (try await home.person(of: home.ana)), "Ana has sealed it anew")
            }
            let alarms = try await home.kim.sync(fromScratch: true).items.map(\.alarm)
            let cat = try #require(alarms.first { $0.words.text == "Feed the cat" })
            #expect(cat.isOwn)
            let satchel = try #require(alarms.first { $0.words.text == "Pack the satchel" })
            #expect(!satchel.isOwn)
            #expect(satchel.partnerName == nil, "Ben has told the relay no name, and it is not Ana's")
        }
    }

    @Test("A removed person gets nothing more, and one who returns is written to under a new key")
    func again() async throws {
        try await TestRelay.with(Self.flags, through: .live) { relay in
            let home = try await IntroducedFamily(relay)
            let former = try await home.person(of: home.ben)
            try await home.ana.remove(former, from: home.view.id)
            let without = try await home.remind("Only for us", by: home.ana, for: home.kim)
            #expect(without.listing.view.reminder.details.sealed[former] == nil)
            #expect(without.unreached.isEmpty)

            relay.clock.advance(by: .minutes(1))
            try await relay.join(home.ben, to: home.view, as: .parent, invitedBy: home.ana)
            try await home.ana.introduce(in: home.view.id)
            let with = try await home.remind("For all", by: home.kim, for: home.kim)
            #expect(with.unreached.isEmpty)
            #expect(try await home.read(with.listing.view.reminder.id, on: home.ben).text?.title == "For all")
        }
    }

    @Test("Whoever left and is invited again is written to under the new key, although listeners look on at each step")
    func lookedOn() async throws {
        try await TestRelay.with(Self.flags, through: .live) { relay in
            let home = try await IntroducedFamily(relay)
            func lookOn() async throws {
                for device in [home.ana, home.kim] { try await device.learnKeys(of: home.view.id) }
            }
            for round in 1...2 {
                try await home.ben.leave(home.view.id)
                try await lookOn()
                relay.clock.advance(by: .seconds(1))
                try await relay.join(
                    home.ben,
                    to: home.view,
                    as: .parent,
                    invitedBy: home.ana,
                    meanwhile: lookOn
                )
                try await home.ana.introduce(in: home.view.id)
                try await lookOn()
                for writer in [home.ana, home.kim] {
                    let kept = try await home.remind("Feed the cat \(round)", by: writer, for: home.kim)
                    #expect(kept.unreached.isEmpty)
                    let read = try await home.read(kept.listing.view.reminder.id, on: home.ben)
                    #expect(read.text?.title == "Feed the cat \(round)")
                }
            }
        }
    }

    @Test("A child cannot introduce people, a stranger sees no introductions, and they go with their reader")
    func rights() async throws {
        try await TestRelay.with(Self.flags, through: .live) { relay in
            let home = try await IntroducedFamily(relay)
            let (ana, ben) = (try await home.person(of: home.ana), try await home.person(of: home.ben))
            let box = Introduction(box: try SealedText.sample())
            let (stranger, circle) = (try await TestDevice(at: relay), home.view.id)
            let introduce = Endpoints.Circles.introduce(MemberTarget(ana, of: circle), box)
            #expect(try await stranger.send(introduce).status == .notFound)
            #expect(try await stranger.send(Endpoints.Circles.introductions(circle)).status == .notFound)
            #expect(try await home.kim.introduce(in: circle).told.isEmpty, "for its own devices alone")

            let before = try await home.ben.exportEverything().elements(of: "introductions")
            #expect(before.count == 2, "from Ana, and from Ben for himself")
            try await home.ana.remove(ben, from: circle)
            #expect(try await home.ben.exportEverything().elements(of: "introductions").isEmpty)
            let left = try await home.ana.exportEverything().elements(of: "introductions")
            #expect(left.count == 2, "from Ana for herself, and what Ben left for her")
            #expect(try await home.introductions(on: home.ana) == 2)
            relay.clock.advance(by: .days(30))
            #expect(try await home.introductions(on: home.ana) == 2, "for thirty days")
            relay.clock.advance(by: .milliseconds(1))
            #expect(try await home.introductions(on: home.ana) == 1)
            try await home.ana.introduce(in: circle)
            #expect(try await home.ana.exportEverything().elements(of: "introductions").count == 1)
        }
    }

    @Test("A family that lets the relay read titles keeps them in clear")
    func readable() async throws {
        try await TestRelay.with(Self.flags, through: .live) { relay in
            let home = try await IntroducedFamily(relay, readableTitles: true)
            let kept = try await home.remind("Pack", items: ["books"], by: home.ana, for: home.kim)
            #expect(kept.listing.view.reminder.details.title == "Pack")
            #expect(kept.listing.view.reminder.details.sealed.isEmpty)
            #expect(try await home.read(kept.listing.view.reminder.id, on: home.kim).text?.line == "Pack (books)")
            let children = try await home.remind("Feed the cat", by: home.kim, for: home.kim)
            #expect(children.listing.view.reminder.details.title == "Feed the cat", "Kim was told when they joined")
        }
    }

    @Test("A relay that says by itself that it may read titles is not believed; a parent is")
    func downgrade() async throws {
        try await TestRelay.with(Self.flags, through: .live) { relay in
            let home = try await IntroducedFamily(relay)
            let id = try #require(await home.ana.profile.deviceID)
            let circle = home.view.id
            _ = try await relay.relay.engine.write { tx in
                guard let ana = try tx.transaction.device(id) else { throw Problem(.notFound) }
                return try tx.circles.change(circle, CircleChange(relayMayReadTitles: true), by: ana)
            }
            let sealed = try await home.remind("Pack", by: home.kim, for: home.kim)
            #expect(sealed.listing.view.reminder.details.title == nil)
            _ = try await home.ana.change(home.view.id, CircleChange(relayMayReadTitles: true))
            let clear = try await home.remind("Pack", by: home.kim, for: home.kim)
            let name = clear.listing.view.reminder.id
            #expect(clear.listing.view.reminder.details.title == "Pack")
            // The parent's device seals what stood in clear.
            _ = try await home.ana.change(home.view.id, CircleChange(relayMayReadTitles: false))
            let hidden = try await home.read(name, on: home.kim)
            #expect(hidden.text?.line == "Pack")
            #expect(hidden.view.reminder.details.title == nil)
            let again = try await home.remind("Pack", by: home.kim, for: home.kim)
            #expect(again.listing.view.reminder.details.title == nil)
        }
    }

    @Test("A name that was drawn before is refused, and a changed reminder keeps its own")
    func names() async throws {
        try await TestRelay.with(Self.flags, through: .live) { relay in
            let home = try await IntroducedFamily(relay)
            let kept = try await home.remind("Pack", by: home.ana, for: home.kim)
            var request = ReminderRequest(kept.listing.view.reminder)
            request.id = kept.listing.view.reminder.id
            let reused = await #expect(throws: DeviceError.self) {
                _ = try await home.ben.remind(request, in: home.view.id)
            }
            #expect(reused?.problemKind == .idReused)
            #expect(try await home.ana.change(kept.listing.view.reminder.id, to: request).reminder.id == request.id)
            request.id = ReminderID(high: 1, low: 2)
            let renamed = await #expect(throws: DeviceError.self) {
                _ = try await home.ana.change(kept.listing.view.reminder.id, to: request)
            }
            #expect(renamed?.problemKind == .malformed)
        }
    }
}
