import AlarmCore
import AlarmWire
import DeviceKit
import RelayTesting
import Testing

@Suite("System 5, the care circle: who is in it, and who may know what", .timeLimit(.minutes(10)))
struct CareCircleJourneyTests {
    @Test(
        "The dweller has a link sent by text message, the member accepts by it, and sees nothing before the dweller consents"
    )
    func invitation() async throws {
        try await RelayJourney.with { journey in
            let (ana, ben) = (try await journey.phone(), try await journey.phone())
            let view = try await ana.createCircle(CreateCircle(kind: .care, name: "Ana's", displayName: "Ana"))
            let invite = try await ana.createInvite(
                name: "Ana",
                ttl: .hours(24),
                purpose: .care,
                circle: view.id,
                role: .member
            )
            let number = "+491701234567"
            try await ana.sendInvitation(
                CareInvitationRequest(circle: view.id, phone: number, link: invite.link.url, name: "Ben")
            )
            try await journey.catchUp()
            let message = try #require(journey.messages(to: number).first)
            #expect(message.contains("Ana invites you to a care circle"))
            #expect(message.contains("Not an emergency service."))
            let link = try #require(message.split(separator: " ").last.map { String($0) })

            let claim = try await ben.claim(typed: link, for: .care)
            let digits = try await ben.accept(claim.inviteID, name: "Ben")
            #expect(try await ben.careOverview().dwellers.isEmpty)
            _ = try await ana.signal(CareSignalRequest(.manual))
            try await journey.pass(.minutes(10))
            #expect(await journey.stages(to: ben).isEmpty)

            #expect(try await ana.awaitAnswer(invite.inviteID, pause: {}) == "Ben")
            try await ana.confirm(invite.inviteID, digits: digits)
            #expect(try await ben.awaitJoinedCircle(claim.inviteID, pause: {}).role == .member)
            #expect(try await ben.careOverview().dwellers.map(\.circle) == [view.id])
            await expectRefusal(.notAllowed) {
                try await ben.sendInvitation(
                    CareInvitationRequest(circle: view.id, phone: number, link: link, name: "Carl")
                )
            }
        }
    }

    @Test("An invitation that is sent in one step is good for a week, and says how far it is")
    func invitationByOneStep() async throws {
        try await RelayJourney.with { journey in
            let (ana, ben) = (try await journey.phone(), try await journey.phone())
            let view = try await ana.createCircle(CreateCircle(kind: .care, name: "Ana's", displayName: "Ana"))
            let number = "+491701234567"
            let invite = try await ana.invite(
                InvitationRecipient(name: "Ben", phone: number),
                to: view.id,
                name: "Ana"
            )
            #expect(invite.expiresAt == journey.now + .days(7))
            try await journey.catchUp()
            let message = try #require(journey.messages(to: number).first)
            let link = try #require(message.split(separator: " ").last.map { String($0) })
            #expect(link == "https://relay.example.org/p?care#\(invite.code.formatted)")
            #expect(try await ana.followInvitation(invite.inviteID) == .sent(InviteLetter(.sent)))

            try await journey.pass(.days(3))
            let claim = try await ben.claim(typed: link, for: .care)
            #expect(try await ana.followInvitation(invite.inviteID) == .opened)
            try await journey.pass(.days(2))
            let digits = try await ben.accept(claim.inviteID, name: "Benjamin")
            try await journey.pass(.days(1))
            #expect(try await ana.followInvitation(invite.inviteID) == .agreed(name: "Benjamin"))
            let wrong = digits == "000000" ? "111111" : "000000"
            let refusal = await #expect(throws: DeviceError.self) {
                try await ana.confirm(invite.inviteID, digits: wrong)
            }
            guard case .pairing(.wrongDigits(triesLeft: 2)) = refusal else {
                Issue.record("the digits count: \(String(describing: refusal))")
                return
            }
            try await ana.confirm(invite.inviteID, digits: digits)
            #expect(try await ana.followInvitation(invite.inviteID) == .admitted)
            let joined = try #require(try await ben.checkJoinedCircle(claim.inviteID))
            #expect(try await ana.followInvitation(invite.inviteID) == .joined(joined))
        }
    }

    @Test("Only an invitation to a care circle is good for more than a day, and none for more than a week")
    func lifetimes() async throws {
        try await RelayJourney.with { journey in
            let ana = try await journey.phone()
            let view = try await ana.createCircle(CreateCircle(kind: .care, name: "Ana's", displayName: "Ana"))
            await expectRefusal(.malformed) { _ = try await ana.createInvite(name: "Ana", ttl: .hours(25)) }
            await expectRefusal(.malformed) {
                _ = try await ana.createInvite(
                    name: "Ana",
                    ttl: .days(7) + .seconds(1),
                    purpose: .care,
                    circle: view.id,
                    role: .member
                )
            }
        }
    }

    @Test("The link of an invitation opens until seven days are over, and no more on the eighth")
    func lastMoment() async throws {
        try await RelayJourney.with { journey in
            let (ana, ben) = (try await journey.phone(), try await journey.phone())
            let view = try await ana.createCircle(CreateCircle(kind: .care, name: "Ana's", displayName: "Ana"))
            for (seconds, opens) in [(7 * 86_400 - 1, true), (7 * 86_400 + 1, false)] as [(Int64, Bool)] {
                let invite = try await ana.createInvite(
                    name: "Ana",
                    ttl: .days(7),
                    purpose: .care,
                    circle: view.id,
                    role: .member
                )
                try await journey.pass(.seconds(seconds))
                if opens {
                    #expect(try await ben.claim(typed: invite.link.url, for: .care).role == .member)
                } else {
                    await #expect(throws: DeviceError.self) {
                        _ = try await ben.claim(typed: invite.link.url, for: .care)
                    }
                }
            }
            await expectRefusal(.malformed) {
                _ = try await ana.createInvite(
                    name: "Ana",
                    ttl: .days(8),
                    purpose: .care,
                    circle: view.id,
                    role: .member
                )
            }
        }
    }

    @Test("Invitations that wait for days keep nobody from pairing")
    func manyInvitations() async throws {
        try await RelayJourney.with { journey in
            let ana = try await journey.phone()
            let view = try await ana.createCircle(CreateCircle(kind: .care, name: "Ana's", displayName: "Ana"))
            for index in 0..<5 {
                let recipient = InvitationRecipient(name: "M\(index)", phone: "+49170123456\(index)")
                _ = try await ana.invite(recipient, to: view.id, name: "Ana")
            }
            _ = try await ana.createInvite(name: "Ana")
        }
    }

    @Test("A member hears of the kinds of alert that the dweller lets them know of, and of no other")
    func kinds() async throws {
        try await RelayJourney.with { journey in
            let home = try await CareCircleFixture(journey)
            try await home.permit(home.ben, [.alertFall])
            try await home.permit(home.carla, [.alertManual, .alertWellness])
            for (signal, ben, carla) in [
                (CareSignal.fall, true, false), (.manual, false, true), (.wellness, false, true),
                (.inactivity, false, false),
            ] {
                journey.gateway.forget()
                let alert = try await home.ana.signal(CareSignalRequest(signal))
                #expect(alert.audience == (ben || carla ? 1 : 0))
                try await journey.pass(.minutes(3))
                #expect(await journey.stages(to: home.ben).contains(.alert) == ben)
                #expect(await journey.stages(to: home.carla).contains(.alert) == carla)
                if !ben {
                    await expectRefusal(.notFound) { try await home.ben.careAlert(alert.id) }
                    await expectRefusal(.notFound) { try await home.ben.acknowledgeAlert(alert.id) }
                }
                _ = try await home.ana.cancelAlert(alert.id)
            }
        }
    }

    @Test("A member with the permission sees the dweller's place, status and history")
    func permissions() async throws {
        try await RelayJourney.with { journey in
            let home = try await CareCircleFixture(journey)
            try await home.permit(home.ben, [.alertFall, .status, .place, .history])
            try await home.permit(home.carla, [.alertFall])
            let place = try Place(latitude: 52.5163, longitude: 13.3777)
            let alert = try await home.ana.signal(CareSignalRequest(.fall, place: place))
            try await journey.pass(.seconds(30))
            #expect(try await home.ben.careAlert(alert.id).place == place)
            #expect(try await home.carla.careAlert(alert.id).place == nil)
            _ = try await home.ana.reportActivity()
            let bens = try #require(try await home.ben.careOverview().dwellers.first)
            #expect(bens.status?.lastActivity == journey.now)
            #expect(bens.status?.place == place)
            #expect(bens.alerts.map(\.id) == [alert.id])
            let carlas = try #require(try await home.carla.careOverview().dwellers.first)
            #expect(carlas.status == nil)
            #expect(try await home.ben.careHistory(of: home.id).alerts.map(\.id) == [alert.id])
            await expectRefusal(.notAllowed) { try await home.carla.careHistory(of: home.id) }
            await expectRefusal(.notAllowed) { try await home.carla.careTable(of: home.id) }
            let ben = try await home.person(of: home.ben)
            await expectRefusal(.notAllowed) {
                try await home.ben.change(ben, of: home.id, MemberChange(permissions: Permission.care))
            }
        }
    }

    @Test("A member watches several dwellers with one call, each as far as they allow")
    func severalDwellers() async throws {
        try await RelayJourney.with { journey in
            let home = try await CareCircleFixture(journey)
            try await journey.pass(.minutes(1))
            let dora = try await journey.phone()
            let doras = try await dora.createCircle(CreateCircle(kind: .care, name: "Dora's", displayName: "Dora"))
            let joined = try await journey.relay.join(home.ben, to: doras, as: .member, invitedBy: dora)
            _ = try await dora.change(joined.person, of: doras.id, MemberChange(permissions: [.alertManual]))
            _ = try await home.ana.reportActivity()
            let alert = try await dora.signal(CareSignalRequest(.manual))
            try await journey.pass(.seconds(30))
            let overview = try await home.ben.careOverview()
            #expect(overview.dwellers.map(\.name) == ["Ana", "Dora"])
            #expect(overview.dwellers.map { $0.status == nil } == [false, true])
            #expect(overview.dwellers.map { $0.alerts.map(\.id) } == [[], [alert.id]])
            #expect(overview.notice.contains("not a medical device"))
        }
    }

    @Test("The history tells who was told by what and when, and who acknowledged, as JSON and as a table")
    func history() async throws {
        try await RelayJourney.with { journey in
            let home = try await CareCircleFixture(journey)
            try await home.leaveNumber("+491701234567", of: home.ben, called: "Ben")
            try await home.permit(home.carla, Permission.care)
            let alert = try await home.ana.signal(CareSignalRequest(.fall))
            try await journey.pass(.seconds(30))
            let first = journey.now
            try await journey.pass(.minutes(5))
            _ = try await home.carla.acknowledgeAlert(alert.id)
            let second = journey.now
            try await journey.catchUp()
            let (ben, carla) = (try await home.person(of: home.ben), try await home.person(of: home.carla))
            for reader in [home.ana, home.carla] {
                let entry = try #require(try await reader.wholeCareHistory(of: home.id).alerts.first)
                #expect(entry.state == .acknowledged)
                #expect(entry.endedBy == "Carla")
                #expect(entry.endedAt == second)
                let told = entry.told.filter { $0.at <= second && $0.outcome == .sent }
                #expect(told.contains(CareTold(person: ben, name: "Ben", means: .push, at: first, outcome: .sent)))
                #expect(told.contains(CareTold(person: ben, name: "Ben", means: .sms, at: first, outcome: .sent)))
                #expect(told.contains(CareTold(person: carla, name: "Carla", means: .push, at: second, outcome: .sent)))
            }
            let table = String(decoding: try await home.carla.careTable(of: home.id), as: UTF8.self)
            let lines = table.split(separator: "\r\n")
            #expect(lines.first?.contains("told name,told by,told at,told outcome") == true)
            #expect(
                lines.contains { $0.contains("Carla,") && $0.contains("Ben,sms,\(first.iso8601),sent,") },
                "\(table)"
            )
        }
    }
}
