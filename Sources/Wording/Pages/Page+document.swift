extension Page {
    var document: RichText {
        switch state {
        case .asks(let form): asking(form)
        case .done: finished
        case .unknown: plain(.pageUnknownTitle, .pageUnknownBody)
        case .busy: plain(.pageBusyTitle, .pageBusyBody)
        case .failed: plain(.pageFailedTitle, .pageFailedBody)
        }
    }

    private func asking(_ form: PageForm) -> RichText {
        switch subject {
        case .confirmation:
            var document = plain(.pageConfirmTitle, .pageConfirmBody, form, .pageConfirmButton)
            document.footer = [.paragraph(phrase(.commonNotMedical))]
            return document
        case .unsubscribe(_, let choices):
            var document = plain(.pageStopTitle, .pageStopBody, form, .pageStopButton)
            if let all = choices.stopAll {
                document.blocks += [
                    .paragraph(phrase(.pageStopAllBody)), .form(all, button: phrase(.pageStopAllButton)),
                ]
            }
            return document
        case .stopAll: return plain(.pageStopAllTitle, .pageStopAllBody, form, .pageStopAllButton)
        case .replaced(let stop, let stopAll): return replaced(stop, stopAll)
        case .replacedStop(let isAboutAnybody, let choices): return stopped(isAboutAnybody, choices)
        case .allow: return plain(.pageAllowTitle, .pageAllowBody, form, .pageAllowButton)
        case .reached(_, isOpen: false, _, _): return plain(.pageReachedOverTitle, .pageReachedOverBody)
        case .reached(_, _, by: .some, _): return plain(.pageReachedKnownTitle, .pageReachedKnownBody)
        case .reached: return plain(.pageReachedTitle, .pageReachedBody, form, .pageReachedButton)
        case .ownAddress(let calls):
            return calls
                ? plain(.pageOwnTitleCalls, .pageOwnBodyCalls, form, .pageConfirmButton)
                : plain(.pageOwnTitle, .pageOwnBody, form, .pageConfirmButton)
        case .ownAddressStop: return plain(.pageOwnStopTitle, .pageOwnStopBody, form, .pageNumberStopButton)
        case .number(let calls):
            let (title, body) =
                calls
                ? (TextKey.pageNumberTitleCalls, TextKey.pageNumberBodyCalls) : (.pageNumberTitle, .pageNumberBody)
            var document = plain(title, body, form, .pageConfirmButton)
            document.footer = [.paragraph(phrase(.commonNotMedical))]
            return document
        case .numberStop: return plain(.pageNumberStopTitle, .pageNumberStopBody, form, .pageNumberStopButton)
        case .checkIn: return plain(.pageCheckInTitle, .pageCheckInBody, form, .pageCheckInButton)
        }
    }

    private var finished: RichText {
        switch subject {
        case .confirmation: return plain(.pageConfirmDoneTitle, .pageConfirmDoneBody)
        case .unsubscribe(_, let choices): return stopped(.pageStopDoneBody, choices)
        case .stopAll(let choices): return stopped(.pageStopAllDoneBody, choices)
        case .replaced(let stop, let stopAll): return replaced(stop, stopAll)
        case .replacedStop(let isAboutAnybody, let choices): return stopped(isAboutAnybody, choices)
        case .allow: return plain(.pageStopDoneTitle, .pageAllowDoneBody)
        case .reached(_, _, by: .some, _): return plain(.pageReachedKnownTitle, .pageReachedKnownBody)
        case .reached(_, _, _, hearsMore: false): return plain(.pageReachedDoneTitle, .pageReachedDoneStopped)
        case .reached: return plain(.pageReachedDoneTitle, .pageReachedDoneBody)
        case .ownAddress(let calls):
            return calls
                ? plain(.pageOwnDoneTitleCalls, .pageOwnDoneBodyCalls) : plain(.pageOwnDoneTitle, .pageOwnDoneBody)
        case .ownAddressStop(let choices): return stopped(.pageOwnStopDoneBody, choices)
        case .number(let calls):
            return calls
                ? plain(.pageNumberDoneTitleCalls, .pageNumberDoneBodyCalls)
                : plain(.pageNumberDoneTitle, .pageNumberDoneBody)
        case .numberStop(let choices): return stopped(.pageNumberStopDoneBody, choices)
        case .checkIn(let next):
            var document = plain(.pageCheckInDoneTitle, .pageCheckInDoneBody)
            if let next {
                let text = language.phrase(.pageCheckInDoneNext, [.time: .moment(next.at, in: next.zone)])
                document.blocks.append(.paragraph(text))
            }
            return document
        }
    }

    /// The end of letters, with the one way back: nobody else can ask again.
    private func stopped(_ body: TextKey, _ choices: Page.Choices) -> RichText {
        var document = plain(.pageStopDoneTitle, body)
        if let url = choices.allowURL {
            document.blocks += [
                .paragraph(phrase(.pageStopChangeBody)), .link(phrase(.pageStopChangeLink), url: url),
            ]
        }
        if let all = choices.stopAll {
            document.blocks += [
                .paragraph(phrase(.pageStopAllBody)), .form(all, button: phrase(.pageStopAllButton)),
            ]
        }
        return document
    }

    /// The end of a link whose letter went to a former address.
    private func replaced(_ stop: PageForm?, _ stopAll: PageForm?) -> RichText {
        var document = plain(.pageReplacedTitle, .pageReplacedBody)
        if let stop {
            document.blocks += [
                .paragraph(phrase(.pageReplacedStopBody)), .form(stop, button: phrase(.pageReplacedStopButton)),
            ]
        }
        if let stopAll {
            document.blocks += [
                .paragraph(phrase(.pageReplacedStopAllBody)), .form(stopAll, button: phrase(.pageStopAllButton)),
            ]
        }
        return document
    }

    private func stopped(_ isAboutAnybody: Bool, _ choices: Page.Choices) -> RichText {
        stopped(isAboutAnybody ? .pageReplacedStopAllDoneBody : .pageReplacedStopDoneBody, choices)
    }

    private func plain(
        _ title: TextKey,
        _ body: TextKey,
        _ form: PageForm? = nil,
        _ button: TextKey? = nil
    ) -> RichText {
        var blocks: [RichText.Block] = [.paragraph(phrase(body))]
        if let form, let button { blocks.append(.form(form, button: phrase(button))) }
        return RichText(language: language, title: phrase(title), blocks: blocks)
    }

    private func phrase(_ key: TextKey) -> Phrase {
        switch subject {
        case .confirmation(let name), .unsubscribe(let name, _), .reached(let name, _, nil, _):
            language.phrase(key, [.person: .name(name)])
        case .reached(let name, _, let helper?, _):
            language.phrase(key, [.person: .name(name), .helper: .name(helper)])
        case .stopAll, .replaced, .replacedStop, .allow, .ownAddress, .ownAddressStop, .number, .numberStop, .checkIn:
            language.phrase(key)
        }
    }
}
