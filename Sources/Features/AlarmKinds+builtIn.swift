import AlarmCore
import AlarmWire
package import Engine
import Storage

extension AlarmKinds {
    /// The kinds that come with the relay.
    package static let builtIn = AlarmKinds(
        [
            PartnerAlarmKind(), CheckInKind(.standard), CheckInKind(.gentle), DailyCheckInKind(),
            RehearsalKind(.standard),
            RehearsalKind(.gentle), TestPushKind(), ReminderKind(), ParentNoticeKind.completion,
            ParentNoticeKind.movement, CareAlertKind(), InactivityKind(), WellnessKind(), ContactConfirmationKind(),
            InvitationKind(),
        ],
        // Who plans check-ins says by which name their contacts know them.
        naming: { person, engine, snapshot in
            let plan = try engine.record(CheckInRecord.self, DocumentID(of: person), in: snapshot)?.body
            return plan.map(\.settings.name).flatMap { $0 == CheckInSettings.unnamed ? nil : $0 }
        },
        namingDocument: { .document(CheckInRecord.kind, DocumentID(of: $0)) },
        completion: { document, engine in
            let reminder: SealedRecord<ReminderBody> = try engine.open(document)
            return reminder.body.reminder.completion?.at
        }
    )
}
