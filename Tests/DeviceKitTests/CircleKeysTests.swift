import AlarmCore
import AlarmWire
import Sealing
import Testing

@testable import DeviceKit

@Suite("The member keys of a circle, on a device")
struct CircleKeysTests {
    private static let circle = CircleID(high: 7, low: 7)
    private let relay: Origin

    init() throws {
        relay = try Origin(PairedProfiles.relay)
    }

    /// A person's view of a circle, with a new key.
    private func circle(of person: UInt64, since: Instant = noon) throws -> KnownCircle {
        KnownCircle(
            id: Self.circle,
            person: PersonID(high: 0, low: person),
            key: try X25519.PrivateKey(),
            since: since
        )
    }

    /// Two people who have been introduced to each other.
    private func acquaintances() throws -> (KnownCircle, KnownCircle) {
        var (ana, ben) = (try circle(of: 1), try circle(of: 2))
        let learnt = [
            ana.take(ben.introduction, at: relay, now: noon), ben.take(ana.introduction, at: relay, now: noon),
        ]
        #expect(learnt == [true, true])
        return (ana, ben)
    }

    /// The circle as the relay shows it to `reader`.
    private func view(
        _ people: [PersonID],
        of kind: Circle.Kind = .family,
        for reader: PersonID? = nil
    ) -> CircleView {
        CircleView(
            Circle(id: Self.circle, kind: kind, since: noon, name: "Home"),
            members: people.map {
                CircleMemberView(
                    person: $0,
                    isSelf: $0 == reader,
                    role: .parent,
                    displayName: "N\($0.low)",
                    since: noon
                )
            }
        )
    }

    /// What a person has left for their own devices.
    private func ownIntroduction(of circle: KnownCircle) throws -> IntroductionList {
        let box = try #require(try circle.introduction(for: circle.person, at: relay)).box
        return IntroductionList(introductions: [IntroductionList.Entry(from: circle.person, box: box)])
    }

    @Test("What is sealed for several people opens for each of them, and says whose key is missing")
    func sealing() throws {
        let (ana, ben) = try acquaintances()
        let stranger = PersonID(high: 0, low: 9)
        let words = ReminderWords(reminder: ReminderID(high: 1, low: 1), title: "Pack")
        let sealed = try ana.seal(words, for: [ana.person, ben.person, stranger], at: relay)
        #expect(Set(sealed.texts.keys) == [ana.person, ben.person])
        #expect(sealed.unreached == [stranger])
        for reader in [ana, ben] {
            let text = try #require(sealed.texts[reader.person])
            let (writer, plaintext) = try reader.open(text, at: relay, limit: SealedText.messageLimit)
            #expect(writer == ana.person)
            #expect(try ReminderWords(wire: plaintext) == words)
        }
        let own = try #require(sealed.texts[ana.person])
        #expect(throws: SealingError.unknownGeneration) {
            try ben.open(own, at: relay, limit: SealedText.messageLimit)
        }
        let long = ReminderWords(
            reminder: ReminderID(high: 1, low: 1),
            title: "Pack",
            items: (1...10).map { ReminderWords.Item(id: $0, text: String(repeating: "x", count: 400)) }
        )
        #expect(throws: DeviceError.self) { try ana.seal(long, for: [ben.person], at: relay) }
    }

    @Test("Of two keys of a person the later one holds, in either order of arrival")
    func laterKey() throws {
        var ana = try circle(of: 1)
        let (former, later) = (try circle(of: 2), try circle(of: 2, since: noon + .seconds(1)))
        for told in [[former, later], [later, former]] {
            ana.members = []
            for circle in told { _ = ana.take(circle.introduction, at: relay, now: noon + .minutes(1)) }
            #expect(ana.members.map(\.key) == [later.key.publicKey])
        }
        let isNew = ana.take(later.introduction, at: relay, now: noon + .minutes(1))
        #expect(!isNew)
    }

    @Test("A key from the future, of small order or of the device's own person counts for nothing")
    func refused() throws {
        var ana = try circle(of: 1)
        let future = try circle(of: 2, since: noon + .minutes(6)).introduction.members
        let own = MemberKey(person: ana.person, publicKey: future[0].publicKey, since: noon)
        let weak = MemberKey(person: future[0].person, publicKey: [UInt8](repeating: 0, count: 32), since: noon)
        let isNew = ana.take(future + [own, weak], at: relay, now: noon)
        #expect(!isNew)
        #expect(ana.members.isEmpty)
        #expect(ana.knows(ana.person))
        #expect(!ana.knows(weak.person))
    }

    @Test("Introductions are believed of people whose keys are known, and lead to those whom they introduce")
    func introductions() throws {
        var (ana, ben) = try acquaintances()
        let (kim, eve) = (try circle(of: 3), try circle(of: 4))
        _ = ben.take(kim.introduction, at: relay, now: noon)
        var kims = kim
        _ = kims.take(ben.introduction, at: relay, now: noon)
        _ = kims.take(try circle(of: 5).introduction, at: relay, now: noon)
        _ = kims.take(ana.introduction, at: relay, now: noon)
        var eves = eve
        _ = eves.take(ana.introduction, at: relay, now: noon)
        func entry(_ circle: KnownCircle) throws -> IntroductionList.Entry {
            let box = try #require(try circle.introduction(for: ana.person, at: relay)).box
            return IntroductionList.Entry(from: circle.person, box: box)
        }
        // Kim's entry comes before Ben's, who introduces Kim; no member introduces Eve.
        let list = IntroductionList(introductions: try [entry(eves), entry(kims), entry(ben)])
        let isNew = [ana.take(list, at: relay, now: noon), ana.take(list, at: relay, now: noon)]
        #expect(isNew == [true, false])
        #expect(Set(ana.members.map(\.person.low)) == [2, 3, 5])

        var claimed = try entry(ben)
        claimed.from = kim.person
        ana.members.removeAll { $0.person.low > 2 }
        let isBelieved = ana.take(IntroductionList(introductions: [claimed]), at: relay, now: noon)
        #expect(!isBelieved, "the relay names another introducer than the key does")
    }

    @Test(
        "In any order of joining and syncing, everyone knows everyone once all have synced again",
        arguments: 1...20 as ClosedRange<UInt64>
    )
    func convergence(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var people = [try circle(of: 1)]
        /// Sealed introductions by reader, then by introducer; the relay keeps the newest of each.
        var boxes: [PersonID: [PersonID: SealedText]] = [:]
        func introduce(_ from: KnownCircle) throws {
            for person in people.map(\.person) {
                boxes[person, default: [:]][from.person] = try from.introduction(for: person, at: relay)?.box
            }
        }
        func look(_ index: Int) throws {
            let entries = (boxes[people[index].person] ?? [:]).shuffled(using: &random).map {
                IntroductionList.Entry(from: $0.key, box: $0.value)
            }
            // Newly learnt introductions are passed on.
            if people[index].take(IntroductionList(introductions: entries), at: relay, now: noon) {
                try introduce(people[index])
            }
        }
        for number in 2...UInt64.random(in: 3...8, using: &random) {
            let host = Int.random(in: people.indices, using: &random)
            var guest = try circle(of: number)
            _ = guest.take(people[host].introduction, at: relay, now: noon)
            _ = people[host].take([guest.introduction.members[0]], at: relay, now: noon)
            people.append(guest)
            try introduce(people[host])
            for index in people.indices where Bool.random(using: &random) { try look(index) }
        }
        for _ in people { for index in people.indices { try look(index) } }
        let all = Set(people.map(\.person))
        for person in people {
            #expect(Set(person.members.map(\.person)).union([person.person]) == all, "seed \(seed)")
        }
    }

    @Test("A relay that takes the newcomer for somebody who was there before is refused; their own name is taken")
    func renamed() async throws {
        let (ana, ben) = try acquaintances()
        let draft = try InviteDraft(
            name: "Ana",
            relay: relay,
            ttl: .minutes(10),
            purpose: .family,
            circle: Self.circle,
            role: .child
        )
        var invite = try draft.pairing(PairingExchange().created)
        var claim = try ClaimerPairing(
            code: invite.code,
            relay: relay,
            claimed: InviteClaimed(
                inviteID: PairingExchange.inviteID,
                hello: draft.request.hello,
                expiresAt: PairingExchange.expiry,
                purpose: .family,
                role: .child
            )
        )
        _ = try invite.take(try claim.accept(name: "Kim"))
        let confirmation = try invite.confirm(typed: try #require(claim.digits), introducing: ana.introduction)
        var profile = try PairedProfiles.profile(PairedProfiles.anaID)
        profile.circles = [ana]
        profile.invites = [invite]
        let transport = ScriptedTransport()
        let device = LocalDevice(profile, transport)
        let kim = PersonID(high: 0, low: 3)
        for person in [ben.person, kim] {
            transport.add(.ok(InviteStatus.joined(circle: Self.circle, role: .child, person: person)))
        }
        #expect(await pairingError { _ = try await device.checkAdmitted(PairingExchange.inviteID) } == .memberRenamed)
        #expect(try await device.checkAdmitted(PairingExchange.inviteID)?.person == kim)
        #expect(await device.profile.circles.first?.members.map(\.person) == [ben.person, kim])

        try claim.take(confirmation: confirmation.box)
        let joined = try claim.joined(Self.circle, as: .child, person: kim, at: noon)
        #expect(Set(joined.members.map(\.person)) == [ana.person, ben.person])
        #expect(await device.profile.circles.first?.members.last?.key == joined.key.publicKey)
    }

    @Test("Permission to read titles is believed only from the family's people")
    func titles() throws {
        var (ana, ben) = try acquaintances()
        ben.letsTitlesBeRead = true
        let box = try #require(try ben.introduction(for: ana.person, at: relay)).box
        let list = IntroductionList(introductions: [IntroductionList.Entry(from: ben.person, box: box)])
        let isNew = [ana.take(list, at: relay, now: noon), ana.take(list, at: relay, now: noon)]
        #expect(isNew == [true, false])
        #expect(ana.letsTitlesBeRead)
        #expect(try KnownCircle(wire: ana.wire).letsTitlesBeRead)
    }

    @Test("That this device has left a circle is remembered, and not where the relay refused")
    func leavingOneself() async throws {
        let (ana, ben) = try acquaintances()
        let transport = ScriptedTransport()
        var profile = try PairedProfiles().ana
        profile.circles = [ana]
        let device = LocalDevice(profile, transport)
        let home = view([ana.person, ben.person], for: ana.person)
        transport.add(.ok(home), .problem(Problem(.conflict)), .ok(home), .ok(NoContent(), status: 204))
        await #expect(throws: DeviceError.self) { try await device.leave(Self.circle) }
        #expect(try await !device.hasLeft(Self.circle))
        try await device.leave(Self.circle)
        #expect(try await device.hasLeft(Self.circle))
        #expect(try await Profile(parsing: device.profile.wire).leftCircles == [Self.circle])
    }

    @Test("Keys of who has left are forgotten, and names follow the circle")
    func leaving() throws {
        var (ana, ben) = try acquaintances()
        ana.keep(view([ana.person, ben.person]))
        #expect(ana.members.map(\.name) == ["N2"])
        ana.keep(view([ana.person]))
        #expect(ana.members.isEmpty)
        ben.keep(view([]))
        #expect(ben.members.isEmpty)
    }

    @Test("An introduction from before somebody left does not bring their key back; they are taken with another key")
    func returning() throws {
        var (ana, ben) = try acquaintances()
        let before = try ownIntroduction(of: ana)
        ana.keep(view([ana.person]))
        // Once words are sealed again, former keys are dropped.
        ana.former = []
        ana = try KnownCircle(wire: ana.wire)
        ben = try circle(of: 2, since: noon + .seconds(1))
        let isBack = ana.take(before, at: relay, now: noon + .seconds(2))
        #expect(!isBack)
        #expect(!ana.knows(ben.person))
        let isNew = ana.take(ben.introduction, at: relay, now: noon + .seconds(2))
        #expect(isNew)
        #expect(ana.publicKey(of: ben.person) == ben.key.publicKey)
        ana.keep(view([ana.person, ben.person]))
        let isOlder = ana.take(before, at: relay, now: noon + .seconds(2))
        #expect(!isOlder)
        #expect(ana.publicKey(of: ben.person) == ben.key.publicKey)
    }

    @Test("A key that another program learns while the relay answers is kept, one of somebody who has left is not")
    func learntMeanwhile() async throws {
        let (ana, ben) = try acquaintances()
        let kim = try circle(of: 3)
        var profile = try PairedProfiles.profile(PairedProfiles.anaID)
        profile.circles = [ana]
        let store = InMemoryProfileStore(profile)
        var later = profile
        _ = later.circles[0].take(kim.introduction, at: relay, now: noon)
        let stored = later
        let alone = view([ana.person], for: ana.person)
        let transport = ScriptedTransport([
            .ok(try ownIntroduction(of: ana)),
            .late(WireResponse(status: 200, body: alone.wire)) { try? store.save(stored) },
        ])
        let device = LocalDevice(profile, transport, store: store)
        try await device.learnKeys(of: Self.circle)
        #expect(await device.profile.circle(Self.circle)?.members.map(\.person) == [kim.person])
        #expect(await device.profile.circle(Self.circle)?.departed.map(\.key) == [ben.key.publicKey])

        transport.add(.ok(try ownIntroduction(of: ana)), .ok(alone))
        try await device.learnKeys(of: Self.circle)
        #expect(await device.profile.circle(Self.circle)?.members.isEmpty == true)
    }

    @Test("What somebody sealed who has left a family opens until it is sealed again, and nothing is sealed for them")
    func formerKeys() throws {
        var (ana, ben) = try acquaintances()
        let words = ReminderWords(reminder: ReminderID(high: 1, low: 1), title: "Pack")
        let text = try #require(try ben.seal(words, for: [ana.person], at: relay).texts[ana.person])
        ana.keep(view([ana.person]))
        #expect(!ana.knows(ben.person))
        #expect(try ana.open(text, at: relay, limit: SealedText.messageLimit).writer == ben.person)
        #expect(try ana.isSealedWithFormerKey(text, at: relay))
        let kept = try KnownCircle(wire: ana.wire)
        #expect(kept.departed.map(\.key) == [ben.key.publicKey])
        #expect(try kept.open(text, at: relay, limit: SealedText.messageLimit).writer == ben.person)
        #expect(try ana.seal(words, for: [ben.person], at: relay).unreached == [ben.person])
        // Who joins again has another key; the former one still opens what it sealed.
        let later = try circle(of: 2, since: noon + .seconds(1))
        _ = ana.take(later.introduction, at: relay, now: noon + .minutes(1))
        #expect(try ana.open(text, at: relay, limit: SealedText.messageLimit).writer == ben.person)
        ben = later
        _ = ben.take(ana.introduction, at: relay, now: noon + .minutes(1))
        let fresh = try #require(try ben.seal(words, for: [ana.person], at: relay).texts[ana.person])
        #expect(try !ana.isSealedWithFormerKey(fresh, at: relay))
    }

    @Test("What a member said about an alert is read as theirs after they have left the care circle")
    func notesOfLeavers() throws {
        var (ana, ben) = try acquaintances()
        let id = DocumentID(high: 1, low: 1)
        let note = CareNote(alert: id, text: "On my way")
        let text = try #require(try ben.seal(note, for: [ana.person], at: relay).texts[ana.person])
        ana.keep(view([ana.person, ben.person], of: .care))
        ana.keep(view([ana.person], of: .care))
        var profile = try PairedProfiles.profile(PairedProfiles.anaID)
        profile.circles = [ana]
        let alert = CareAlertView(
            id: id,
            circle: ana.id,
            kind: .fall,
            state: .acknowledged,
            at: noon,
            audience: 1,
            notes: [CareNoteView(from: ben.person, words: text)],
            notice: "-"
        )
        let listing = try #require(profile.notes(of: alert).first)
        #expect(listing.words == .verified("On my way"))
        #expect(listing.name == "N2")
        #expect(try ana.seal(note, for: [ben.person], at: relay).unreached == [ben.person])
    }

    @Test("A note that cannot be opened is told from one of before this person joined again, with another key")
    func notesFromBefore() throws {
        let (ana, ben) = try acquaintances()
        let id = DocumentID(high: 1, low: 1)
        let note = CareNote(alert: id, text: "I fell")
        let text = try #require(ben.seal(note, for: [ana.person], at: relay).texts[ana.person])
        var profile = try PairedProfiles.profile(PairedProfiles.anaID)
        func listed(_ circle: KnownCircle) throws -> CareNoteListing {
            profile.circles = [circle]
            let alert = CareAlertView(
                id: id,
                circle: ana.id,
                kind: .fall,
                state: .alerting,
                at: noon + .minutes(5),
                audience: 1,
                notes: [CareNoteView(from: ben.person, words: text)],
                notice: "-"
            )
            return try #require(profile.notes(of: alert).first)
        }
        #expect(try listed(ana).words == .verified("I fell"))
        #expect(try !listed(ana).isFromBeforeJoining)
        let again = try listed(circle(of: 1, since: noon + .hours(1)))
        #expect(again.words == .unverified(.unknownKey))
        #expect(again.isFromBeforeJoining)
    }

    @Test("The largest circle's introduction fits into an envelope and a parcel, and comes through both")
    func largest() throws {
        var ana = try circle(of: 1, since: noon + .milliseconds(1))
        for number in 2...UInt64(Circle.largestSize) {
            _ = ana.take(
                try circle(of: .max - number, since: noon + .milliseconds(1)).introduction,
                at: relay,
                now: noon
            )
        }
        #expect(ana.introduction.members.count == Circle.largestSize)
        let box = try #require(try ana.introduction(for: ana.person, at: relay)).box
        #expect(box.text.utf8.count <= SealedText.parcelLimit)
        var tablet = ana
        tablet.members = []
        let list = IntroductionList(introductions: [IntroductionList.Entry(from: ana.person, box: box)])
        let isNew = tablet.take(list, at: relay, now: noon)
        #expect(isNew)
        #expect(tablet.members.count == Circle.largestSize - 1)

        let key = try SymmetricKey.random()
        let parcels = try LinkParcel.pack(PairedProfiles().ana.pairs, circles: [ana, ana])
        #expect(parcels.allSatisfy { $0.wire.count <= LinkParcel.sizeLimit })
        let opened = LinkParcel.unpack(try parcels.map { try $0.sealed(with: key) }, count: parcels.count, with: key)
        #expect(opened?.circles.map(\.json) == [ana.json, ana.json])
        #expect(opened?.pairs.count == 1)
    }

    @Test("A device that is linked reads what somebody who has left has sealed, and knows who that was")
    func handedFormerKeys() throws {
        var (ana, ben) = try acquaintances()
        ana.keep(view([ana.person, ben.person]))
        let words = ReminderWords(reminder: ReminderID(high: 1, low: 1), title: "Pack")
        let text = try #require(try ben.seal(words, for: [ana.person], at: relay).texts[ana.person])
        ana.keep(view([ana.person]))
        let key = try SymmetricKey.random()
        let sealed = try LinkParcel.pack([], circles: [ana]).map { try $0.sealed(with: key) }
        let handed = try #require(LinkParcel.unpack(sealed, count: sealed.count, with: key)).circles
        var tablet = try PairedProfiles.profile(PairedProfiles.anaID)
        _ = tablet.join("Ana", handedOver: [], circles: handed)
        let circle = try #require(tablet.circle(Self.circle))
        let (writer, plaintext) = try circle.open(text, at: relay, limit: SealedText.messageLimit)
        #expect(writer == ben.person)
        #expect(try ReminderWords(wire: plaintext) == words)
        #expect(circle.name(of: ben.person) == "N2")
        #expect(try circle.seal(words, for: [ben.person], at: relay).unreached == [ben.person], "it seals nothing more")

        var linkedBefore = try PairedProfiles.profile(PairedProfiles.anaID)
        var without = ana
        without.former = []
        _ = linkedBefore.join("Ana", handedOver: [], circles: [without])
        _ = linkedBefore.join("Ana", handedOver: [], circles: handed)
        #expect(linkedBefore.circle(Self.circle)?.former.map(\.key) == [ben.key.publicKey])
    }

    @Test("Of former keys the newest go along, as many as fit into a parcel beside the members")
    func formerKeysThatFit() throws {
        var ana = try circle(of: 1)
        for number in 2...UInt64(Circle.largestSize) {
            let other = try circle(of: .max - number)
            ana.former.append(
                KnownMember(
                    person: other.person,
                    key: other.key.publicKey,
                    since: noon,
                    name: String(repeating: "n", count: 256)
                )
            )
        }
        let parcels = try LinkParcel.pack([], circles: [ana])
        #expect(parcels.allSatisfy { $0.wire.count <= LinkParcel.sizeLimit })
        let handed = try #require(parcels.first?.circles.first?.former)
        #expect((1..<ana.former.count).contains(handed.count))
        #expect(handed.map(\.key) == ana.former.suffix(handed.count).map(\.key))

        // Pairs alone fill all parcels but one: the circles still come along, without their former keys.
        let pair = try PairedProfiles().ana.pairs[0]
        let inOneParcel = try #require(LinkParcel.pack(Array(repeating: pair, count: 64)).first).pairs.count
        let count = inOneParcel * (Invite.parcelsAllowed - 1)
        let full = try LinkParcel.pack(Array(repeating: pair, count: count), circles: [ana, ana])
        #expect(full.count <= Invite.parcelsAllowed)
        #expect(full.flatMap(\.circles).map(\.former.count) == [0, 0])
    }

    @Test("Words of so many bytes for so many people fit into one request", arguments: [(150, 11), (400, 6), (850, 3)])
    func requestSize(bytes: Int, count: Int) throws {
        var ana = try circle(of: 1)
        for number in 2...UInt64(count) {
            _ = ana.take(try circle(of: .max - number).introduction, at: relay, now: noon)
        }
        let title = String(repeating: "x", count: min(bytes, 400))
        let items = [min(max(bytes - 400, 0), 400), max(bytes - 800, 0)].filter { $0 > 0 }.enumerated().map {
            ReminderWords.Item(id: $0.offset, text: String(repeating: "y", count: $0.element))
        }
        var random = SeededGenerator(seed: 1)
        let id = ReminderID.random(using: &random)
        let sealed = try ana.seal(
            ReminderWords(reminder: id, title: title, items: items),
            for: Set(ana.introduction.members.map(\.person)),
            at: relay
        )
        #expect(sealed.texts.count == count)
        let request = ReminderRequest(
            id: id,
            assignee: ana.person,
            sealed: sealed.texts.mapValues(\.text),
            checklist: try Checklist(items.map { Checklist.Item(id: $0.id, text: nil) }),
            time: .once(AlarmTime(noon), timeZone: nil),
            place: try Place(latitude: -52.516_275, longitude: -113.377_704)
        )
        let sealer = try RequestSealer(
            origin: relay,
            deviceKey: try SymmetricKey.random(),
            keyID: EnvelopeKeyID(device: .random(using: &random), generation: 0)
        )
        let wire = try sealer.seal(
            RequestPlaintext(
                issuedAt: noon,
                id: .random(using: &random),
                method: .post,
                target: Endpoints.Reminders.create.target(Self.circle),
                body: request.json
            )
        )
        #expect(wire.body.count <= EnvelopeLimits.bytes)
        let kept = sealed.texts.values.reduce(0) { $0 + $1.text.utf8.count }
        #expect(kept <= ReminderLimits.sealedBytes)
    }

    @Test("A profile keeps circles, and a linked device takes over those that it lacks or whose key is older")
    func keeping() throws {
        let (ana, _) = try acquaintances()
        var profile = try PairedProfiles.profile(PairedProfiles.anaID)
        profile.circles = [ana]
        #expect(try Profile(parsing: profile.wire).circles.map(\.json) == [ana.json])
        let newer = try circle(of: 1, since: noon + .days(1))
        _ = profile.join("Ana", handedOver: [], circles: [newer])
        #expect(profile.circles.map(\.since) == [newer.since])
        _ = profile.join("Ana", handedOver: [], circles: [ana])
        #expect(profile.circles.map(\.since) == [newer.since])
        #expect(!"\(profile.circles[0])".contains(Base64URL.encode(newer.key.secret.revealed())))
    }

    @Test("A push with a member's words shows them and who wrote them; words of another reminder are not believed")
    func pushes() throws {
        let (ana, ben) = try acquaintances()
        let reminder = ReminderID(high: 1, low: 1)
        let words = ReminderWords(
            reminder: reminder,
            title: "Pack",
            items: [ReminderWords.Item(id: 1, text: "books")]
        )
        let sealed = try #require(try ana.seal(words, for: [ben.person], at: relay).texts[ben.person])
        var profile = try PairedProfiles.profile(PairedProfiles.benID)
        profile.circles = [ben]
        profile.circles[0].keep(view([ana.person]))
        func received(about id: ReminderID) throws -> IncomingAlarm {
            var push = AlarmPush(stage: .ring, id: AlarmID(high: 2, low: 2), revision: 1, time: noon)
            push.sealed = MemberWords(circle: Self.circle, about: DocumentID(of: id), words: sealed)
            push.preset = "reminder"
            return profile.open(try ReceivedAlarmPush(alarm: push.json), at: noon)
        }
        let opened = try received(about: reminder)
        #expect(opened.words == .verified("Pack (books)"))
        #expect(opened.partnerName == "N1")
        #expect(try received(about: ReminderID(high: 3, low: 3)).words == .unverified(.otherAlarm))
        profile.circles = []
        #expect(try received(about: reminder).words == .unverified(.unknownKey))
    }

    @Test("A title is shown with who set it, whoever has sealed it again, and one's own reminder as one's own")
    func clearTitles() throws {
        let (ana, ben) = try acquaintances()
        var profile = try PairedProfiles.profile(PairedProfiles.benID)
        profile.circles = [ben]
        profile.circles[0].keep(view([ana.person]))
        func synced(_ change: (inout SyncedAlarm) throws -> Void) throws -> IncomingAlarm {
            var alarm = SyncedAlarm(
                id: AlarmID(high: 2, low: 2),
                pair: Self.circle,
                state: .scheduled,
                revision: 1,
                time: noon,
                ttl: .hours(1),
                sound: "default",
                message: nil
            )
            try change(&alarm)
            return profile.open(alarm, at: noon - .hours(1))
        }
        let anas = try synced { $0.clear = ClearWords(circle: Self.circle, by: ana.person, text: "Pack") }
        #expect(anas.words == .clear("Pack"))
        #expect(anas.partnerName == "N1")
        #expect(!anas.isOwn)
        let own = try synced { $0.clear = ClearWords(circle: Self.circle, by: ben.person, text: "Rest") }
        #expect(own.words.text == "Rest")
        #expect(own.isOwn)
        let reminder = ReminderID(high: 1, low: 1)
        let words = ReminderWords(reminder: reminder, title: "Read")
        let resealed = try #require(try ana.seal(words, for: [ben.person], at: relay).texts[ben.person])
        for (setter, name) in [(ana.person, "N1"), (ben.person, nil), (PersonID(high: 9, low: 9), nil)] {
            let anew = try synced {
                $0.sealed = MemberWords(
                    circle: Self.circle,
                    about: DocumentID(of: reminder),
                    words: resealed,
                    by: setter
                )
            }
            #expect(anew.words == .verified("Read"))
            #expect(anew.partnerName == name, "not who has sealed the words, but who set the reminder")
            #expect(anew.isOwn == (setter == ben.person))
        }
        let text = try #require(try ben.seal(words, for: [ben.person], at: relay).texts[ben.person])
        let sealed = try synced {
            $0.sealed = MemberWords(circle: Self.circle, about: DocumentID(of: reminder), words: text)
        }
        #expect(sealed.words == .verified("Read"))
        #expect(sealed.isOwn)
    }
}
