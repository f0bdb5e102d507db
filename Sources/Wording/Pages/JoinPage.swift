package import AlarmCore

/// The page behind the link of an invite, for a device on which no app opens it.
///
/// It runs no script, loads nothing and asks nothing, so that the code behind the `#` stays in the browser, which never
/// sends it.
package struct JoinPage: Hashable, Sendable {
    /// What the link says that its code is for.
    package var purpose: Invite.Purpose
    /// The reader's language.
    package var language: Language

    /// Makes a page.
    package init(_ purpose: Invite.Purpose, in language: Language) {
        self.purpose = purpose
        self.language = language
    }

    /// The whole page, with the style sheet of every page (``Page/styleSheet``).
    package var html: String { Layout(medium: .page).html(of: document) }

    private var document: RichText {
        let (title, body) = texts
        let trust: [RichText.Block] = purpose == .device ? [] : [.paragraph(language.phrase(.pageJoinTrust))]
        let steps: [TextKey] = [.pageJoinStepInstall, .pageJoinStepOpen, .pageJoinStepType, .pageJoinStepTerminal]
        return RichText(
            language: language,
            title: language.phrase(title),
            blocks: [.paragraph(language.phrase(body))] + trust + [
                .subheading(language.phrase(.pageJoinSteps)),
                .list(steps.map { language.phrase($0) }),
                .paragraph(language.phrase(.pageJoinDigits)),
                .paragraph(language.phrase(.pageJoinOnce)),
            ],
            footer: purpose == .care ? [.paragraph(language.phrase(.commonNotMedical))] : []
        )
    }

    private var texts: (title: TextKey, body: TextKey) {
        switch purpose {
        case .partner: (.pageJoinPartnerTitle, .pageJoinPartnerBody)
        case .device: (.pageJoinDeviceTitle, .pageJoinDeviceBody)
        case .family: (.pageJoinFamilyTitle, .pageJoinFamilyBody)
        case .care: (.pageJoinCareTitle, .pageJoinCareBody)
        }
    }
}
