/// The name of a text that reaches a person.
///
/// Its raw value is the name in the catalogues, `Catalogues/*.json`: the area, the thing, the part.
package enum TextKey: String, CaseIterable, Hashable, Sendable {
    // Texts shared by many others.
    case commonSomeone = "common.someone"
    case commonNotMedical = "common.not-medical"
    case commonSender = "common.sender"
    case commonStopWhy = "common.stop.why"
    case commonStopLink = "common.stop.link"

    // Units, with the plural forms that each language has.
    case unitDay = "unit.day"
    case unitHour = "unit.hour"
    case unitMinute = "unit.minute"
    case unitSecond = "unit.second"
    case unitMetre = "unit.metre"

    // Places.
    case placeLabel = "place.label"
    case placeWithin = "place.within"
    case placeNone = "place.none"
    case placeMap = "place.map"
    case placeAsOf = "place.as-of"
    case placeSMS = "place.sms"
    case placeSMSAsOf = "place.sms.as-of"

    // The letter that asks a contact for consent.
    case letterConfirmationSubject = "letter.confirmation.subject"
    case letterConfirmationBody = "letter.confirmation.body"
    case letterConfirmationAsk = "letter.confirmation.ask"
    case letterConfirmationButton = "letter.confirmation.button"
    case letterConfirmationOtherwise = "letter.confirmation.otherwise"
    case smsConfirmation = "sms.confirmation"
    case smsStop = "sms.stop"

    // The letter for a missed check-in.
    case letterMissedSubject = "letter.missed.subject"
    case letterMissedSubjectAgain = "letter.missed.subject.again"
    case letterMissedBody = "letter.missed.body"
    case letterMissedBodyAgain = "letter.missed.body.again"
    case letterMissedLast = "letter.missed.last"
    case letterMissedLastNone = "letter.missed.last.none"
    case letterMissedSince = "letter.missed.since"
    case letterMissedDo = "letter.missed.do"
    case letterMissedDoCall = "letter.missed.do.call"
    case letterMissedDoVisit = "letter.missed.do.visit"
    case letterMissedDoEmergency = "letter.missed.do.emergency"
    case letterMissedLater = "letter.missed.later"
    case smsMissed = "sms.missed"
    case smsMissedAgain = "sms.missed.again"
    case smsMissedLast = "sms.missed.last"

    // The letter that ends the alert for a missed check-in.
    case letterAllClearSubject = "letter.all-clear.subject"
    case letterAllClearBody = "letter.all-clear.body"
    case letterAllClearThanks = "letter.all-clear.thanks"
    case smsAllClear = "sms.all-clear"

    // The letter that says only that somebody has answered.
    case letterPutOffSubject = "letter.put-off.subject"
    case letterPutOffBody = "letter.put-off.body"
    case letterPutOffNext = "letter.put-off.next"
    case smsPutOff = "sms.put-off"

    // The letter to the members of a care circle.
    case letterCareFallSubject = "letter.care.fall.subject"
    case letterCareFallBody = "letter.care.fall.body"
    case letterCareInactivitySubject = "letter.care.inactivity.subject"
    case letterCareInactivityBody = "letter.care.inactivity.body"
    case letterCareWellnessSubject = "letter.care.wellness.subject"
    case letterCareWellnessBody = "letter.care.wellness.body"
    case letterCareManualSubject = "letter.care.manual.subject"
    case letterCareManualBody = "letter.care.manual.body"
    case letterCareGlucoseSubject = "letter.care.glucose.subject"
    case letterCareGlucoseBody = "letter.care.glucose.body"
    case letterCareTime = "letter.care.time"
    case letterCareNext = "letter.care.next"
    case letterCareAsk = "letter.care.ask"
    case smsCareFall = "sms.care.fall"
    case smsCareInactivity = "sms.care.inactivity"
    case smsCareWellness = "sms.care.wellness"
    case smsCareManual = "sms.care.manual"
    case smsCareGlucose = "sms.care.glucose"
    case smsCareNext = "sms.care.next"
    case smsCareAsk = "sms.care.ask"
    case smsCareNotMedical = "sms.care.not-medical"

    // The letter that ends a care alert.
    case letterCareEndedAcknowledgedSubject = "letter.care-ended.acknowledged.subject"
    case letterCareEndedAcknowledgedBody = "letter.care-ended.acknowledged.body"
    case letterCareEndedCancelledSubject = "letter.care-ended.cancelled.subject"
    case letterCareEndedCancelledBody = "letter.care-ended.cancelled.body"
    case smsCareEndedAcknowledged = "sms.care-ended.acknowledged"
    case smsCareEndedCancelled = "sms.care-ended.cancelled"

    // The letter with an invitation to a care circle.
    case letterInvitationSubject = "letter.invitation.subject"
    case letterInvitationBody = "letter.invitation.body"
    case letterInvitationAsk = "letter.invitation.ask"
    case letterInvitationButton = "letter.invitation.button"
    case letterInvitationOtherwise = "letter.invitation.otherwise"
    case smsInvitation = "sms.invitation"

    // The test letter.

    // The page on which a contact agrees.
    case pageConfirmTitle = "page.confirm.title"
    case pageConfirmBody = "page.confirm.body"
    case pageConfirmButton = "page.confirm.button"
    case pageConfirmDoneTitle = "page.confirm.done.title"
    case pageConfirmDoneBody = "page.confirm.done.body"

    // The page on which a contact stops the letters.
    case pageStopTitle = "page.stop.title"
    case pageStopBody = "page.stop.body"
    case pageStopButton = "page.stop.button"
    case pageStopDoneTitle = "page.stop.done.title"
    case pageStopDoneBody = "page.stop.done.body"
    case smsNumber = "sms.number"
    case pageNumberTitle = "page.number.title"
    case pageNumberBody = "page.number.body"
    case pageNumberDoneTitle = "page.number.done.title"
    case pageNumberDoneBody = "page.number.done.body"
    case pageNumberStopTitle = "page.number.stop.title"
    case pageNumberStopBody = "page.number.stop.body"
    case pageNumberStopButton = "page.number.stop.button"
    case pageNumberStopDoneBody = "page.number.stop.done.body"

    // The page behind a check-in link.
    case pageCheckInTitle = "page.check-in.title"
    case pageCheckInBody = "page.check-in.body"
    case pageCheckInButton = "page.check-in.button"
    case pageCheckInDoneTitle = "page.check-in.done.title"
    case pageCheckInDoneBody = "page.check-in.done.body"
    case pageCheckInDoneNext = "page.check-in.done.next"

    // Error pages.
    case pageUnknownTitle = "page.unknown.title"
    case pageUnknownBody = "page.unknown.body"
    case pageBusyTitle = "page.busy.title"
    case pageBusyBody = "page.busy.body"
    case pageFailedTitle = "page.failed.title"
    case pageFailedBody = "page.failed.body"

    // Pushes for every system: the general text, and the test.
    case pushGenericTitle = "push.generic.title"
    case pushGenericBody = "push.generic.body"
    case pushTestTitle = "push.test.title"
    case pushTestBody = "push.test.body"

    // Pushes of partner alarms.
    case pushHandoffTitle = "push.handoff.title"
    case pushHandoffBody = "push.handoff.body"
    case pushRingTitle = "push.ring.title"
    case pushRingBody = "push.ring.body"
    case pushCancelTitle = "push.cancel.title"
    case pushCancelBody = "push.cancel.body"
    case pushAcknowledgedTitle = "push.acknowledged.title"
    case pushAcknowledgedBody = "push.acknowledged.body"
    case pushDismissedTitle = "push.dismissed.title"
    case pushDismissedBody = "push.dismissed.body"
    case pushDeclinedTitle = "push.declined.title"
    case pushDeclinedBody = "push.declined.body"
    case pushNoAnswerYetTitle = "push.no-answer-yet.title"
    case pushNoAnswerYetBody = "push.no-answer-yet.body"
    case pushNoAnswerTitle = "push.no-answer.title"
    case pushNoAnswerBody = "push.no-answer.body"
    case pushMissedTitle = "push.missed.title"
    case pushMissedBody = "push.missed.body"
    case pushBlockedTitle = "push.blocked.title"
    case pushBlockedBody = "push.blocked.body"
    case pushUnblockedTitle = "push.unblocked.title"
    case pushUnblockedBody = "push.unblocked.body"

    // Pushes of check-ins.
    case pushCheckInDueTitle = "push.check-in-due.title"
    case pushCheckInDueBody = "push.check-in-due.body"
    case pushCheckInReminderTitle = "push.check-in-reminder.title"
    case pushCheckInReminderBody = "push.check-in-reminder.body"
    case pushContactsToldTitle = "push.contacts-told.title"
    case pushContactsToldBody = "push.contacts-told.body"
    case pushAllClearTitle = "push.all-clear.title"
    case pushAllClearBody = "push.all-clear.body"
    case pushPutOffTitle = "push.put-off.title"
    case pushPutOffBody = "push.put-off.body"
    case pushRehearsalTitle = "push.rehearsal.title"
    case pushRehearsalBody = "push.rehearsal.body"

    // Pushes of family reminders.
    case pushReminderSoonTitle = "push.reminder-soon.title"
    case pushReminderSoonBody = "push.reminder-soon.body"
    case pushReminderSoonPlacedTitle = "push.reminder-soon.placed.title"
    case pushReminderSoonPlacedBody = "push.reminder-soon.placed.body"
    case pushReminderUnfinishedTitle = "push.reminder-unfinished.title"
    case pushReminderUnfinishedBody = "push.reminder-unfinished.body"
    case pushCompletedTitle = "push.completed.title"
    case pushCompletedBody = "push.completed.body"
    case pushMovedTitle = "push.moved.title"
    case pushMovedBody = "push.moved.body"

    // Pushes of care circles.
    case pushCountdownTitle = "push.countdown.title"
    case pushCountdownBody = "push.countdown.body"
    case pushAreYouWellTitle = "push.are-you-well.title"
    case pushAreYouWellBody = "push.are-you-well.body"
    case pushAlertTitle = "push.alert.title"
    case pushAlertBody = "push.alert.body"
    case pushAlertEndedTitle = "push.alert-ended.title"
    case pushAlertEndedBody = "push.alert-ended.body"

    // Pushes with another text where a policy uses the stage differently.
    case pushRingReminderTitle = "push.ring.reminder.title"
    case pushRingReminderBody = "push.ring.reminder.body"
    case pushNoAnswerYetReminderTitle = "push.no-answer-yet.reminder.title"
    case pushNoAnswerYetReminderBody = "push.no-answer-yet.reminder.body"
    case pushAcknowledgedReminderTitle = "push.acknowledged.reminder.title"
    case pushAcknowledgedReminderBody = "push.acknowledged.reminder.body"
    case pushDismissedReminderTitle = "push.dismissed.reminder.title"
    case pushDismissedReminderBody = "push.dismissed.reminder.body"
    case pushDeclinedReminderTitle = "push.declined.reminder.title"
    case pushDeclinedReminderBody = "push.declined.reminder.body"
    case pushMissedReminderTitle = "push.missed.reminder.title"
    case pushMissedReminderBody = "push.missed.reminder.body"
    case pushBlockedReminderTitle = "push.blocked.reminder.title"
    case pushBlockedReminderBody = "push.blocked.reminder.body"
    case pushUnblockedReminderTitle = "push.unblocked.reminder.title"
    case pushUnblockedReminderBody = "push.unblocked.reminder.body"
    case pushAcknowledgedCareAlertTitle = "push.acknowledged.care-alert.title"
    case pushAcknowledgedCareAlertBody = "push.acknowledged.care-alert.body"
    case pushNoAnswerCareAlertTitle = "push.no-answer.care-alert.title"
    case pushNoAnswerCareAlertBody = "push.no-answer.care-alert.body"
    case pushCheckInDueRehearsalTitle = "push.check-in-due.rehearsal.title"
    case pushCheckInDueRehearsalBody = "push.check-in-due.rehearsal.body"
    case pushCheckInReminderRehearsalTitle = "push.check-in-reminder.rehearsal.title"
    case pushCheckInReminderRehearsalBody = "push.check-in-reminder.rehearsal.body"
    case pushRehearsalAgainTitle = "push.rehearsal.again.title"
    case pushRehearsalAgainBody = "push.rehearsal.again.body"

    // Descriptions of a status.
    case statusCheckInOff = "status.check-in.off"
    case statusCheckInNew = "status.check-in.new"
    case statusCheckInPaused = "status.check-in.paused"
    case statusCheckInPausedUntil = "status.check-in.paused.until"
    case statusCheckInNormal = "status.check-in.normal"
    case statusCheckInWarning = "status.check-in.warning"
    case statusCheckInExpired = "status.check-in.expired"
    case statusCheckInCheckedIn = "status.check-in.checked-in"
    case statusCheckInDue = "status.check-in.due"
    case statusCheckInEscalated = "status.check-in.escalated"
    case statusReminderOpen = "status.reminder.open"
    case statusReminderOverdue = "status.reminder.overdue"
    case statusReminderCompleted = "status.reminder.completed"
    case statusCareQuiet = "status.care.quiet"
    case statusCareCounting = "status.care.counting"
    case statusCareAlerting = "status.care.alerting"
    case statusCareAcknowledged = "status.care.acknowledged"
    case statusCarePaused = "status.care.paused"
}

extension TextKey {
    /// Whether the text goes with a number and has a form for each plural category.
    var hasForms: Bool { rawValue.hasPrefix("unit.") }

    /// The names under which a catalogue of `language` has the text.
    func names(in language: Language) -> [String] {
        hasForms ? language.pluralForms.map { name($0) } : [rawValue]
    }

    func name(_ form: PluralForm) -> String {
        "\(rawValue).\(form.rawValue)"
    }
}
