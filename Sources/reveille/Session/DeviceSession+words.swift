import AlarmCore
import AlarmWire
import DeviceKit
import Wording

extension DeviceSession {
    /// Sends the other members the key of a new member; a failure is only a remark, since the person has joined.
    ///
    /// - Parameters:
    ///   - joined: the membership of the new member.
    ///   - language: the reader's.
    func introduce(_ joined: JoinedCircle, in language: Language) async {
        do {
            _ = try await device.introduce(in: joined.circle)
        } catch {
            let reason = RefusalText.reason(of: error, in: language)
            let link = "reveille circle introduce\(profileFlag) \(joined.circle)"
            Terminal.remark(language.text(.listRemarkNotIntroduced, [.reason: reason]))
            Terminal.remark(language.text(.listRemarkAgain, [.link: link]))
        }
    }

    /// Learns the keys of this device's families, and seals words again for whoever cannot read them.
    ///
    /// A failure is not told: it is done again with the next command about the family.
    ///
    /// - Parameter hadCircles: whether there were circles at the last look, of which this device may keep none any more.
    /// - Returns: the circles of this person; nil where there are none here, or they could not be fetched.
    @discardableResult
    func tendFamilies(hadCircles: Bool = false) async -> [CircleView]? {
        let hasCircles = await !device.profile.circles.isEmpty
        guard hasCircles || hadCircles, let circles = try? await device.circles() else { return nil }
        for circle in circles where circle.kind == .family { _ = try? await device.learnKeys(of: circle.id) }
        return circles
    }

    /// Adds a note to an alert; a failure is only a remark, because the alert matters more than the note.
    ///
    /// - Parameters:
    ///   - text: the note.
    ///   - alert: the alert.
    ///   - language: the reader's.
    /// - Returns: the alert with the note; as it was after a failure.
    func note(_ text: String, on alert: CareAlertView, in language: Language) async -> CareAlertView {
        do {
            let noted = try await device.note(text, on: alert)
            if !noted.unreached.isEmpty {
                let names = noted.unreached.names(in: language)
                let link = "reveille circle introduce \(alert.circle)"
                Terminal.remark(language.text(.listRemarkNoteUnread, [.person: names, .link: link]))
            }
            return noted.alert
        } catch {
            let reason = RefusalText.reason(of: error, in: language)
            Terminal.remark(language.text(.listRemarkNoteFailed, [.reason: reason]))
            return alert
        }
    }

    /// Says that a reminder will not ring, and why.
    func warn(ofSilence view: ReminderView, in family: CircleView) {
        guard let silence = view.silence else { return }
        Terminal.remark(silence.sentence(of: view.reminder, in: family, language))
    }

    /// Returns how many open reminders a person has set for others in a family; nil where that cannot be learnt.
    func remindersForOthers(of person: PersonID, in circle: CircleView) async -> Int? {
        guard circle.kind == .family, let filter = try? ReminderFilter(status: .open),
            let open = try? await reminders(of: circle, showing: filter)
        else { return nil }
        return open.count { $0.reminder.creator == person && $0.reminder.assignee != person }
    }

    /// Says that reminders for others go with the person who set them, and what keeps them.
    func warn(ofDeleted count: Int?, of circle: CircleView, keeping advice: String) {
        guard let count, count > 0 else { return }
        let name = [Placeholder.circle: circle.name.asForeign]
        let loses = language.text(.answerLeaveLoses, .answerLeaveLosesSeveral, for: count, name)
        Terminal.remark(language.joining(loses, advice))
    }

    /// Warns of people who cannot read a reminder, and says what to do.
    func warn(of unreached: [CircleMemberView], in circle: CircleID) {
        guard !unreached.isEmpty else { return }
        let values: [Placeholder: String] = [
            .person: unreached.names(in: language), .link: "reveille circle introduce \(circle)",
        ]
        Terminal.remark(language.text(.answerReminderUnread, values))
    }
}
