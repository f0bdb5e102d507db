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
        case .unsubscribe: return plain(.pageStopTitle, .pageStopBody, form, .pageStopButton)
        case .number:
            var document = plain(.pageNumberTitle, .pageNumberBody, form, .pageConfirmButton)
            document.footer = [.paragraph(phrase(.commonNotMedical))]
            return document
        case .numberStop: return plain(.pageNumberStopTitle, .pageNumberStopBody, form, .pageNumberStopButton)
        case .checkIn: return plain(.pageCheckInTitle, .pageCheckInBody, form, .pageCheckInButton)
        }
    }

    private var finished: RichText {
        switch subject {
        case .confirmation: return plain(.pageConfirmDoneTitle, .pageConfirmDoneBody)
        case .unsubscribe: return plain(.pageStopDoneTitle, .pageStopDoneBody)
        case .number: return plain(.pageNumberDoneTitle, .pageNumberDoneBody)
        case .numberStop: return plain(.pageStopDoneTitle, .pageNumberStopDoneBody)
        case .checkIn(let next):
            var document = plain(.pageCheckInDoneTitle, .pageCheckInDoneBody)
            if let next {
                let text = language.phrase(.pageCheckInDoneNext, [.time: .moment(next.at, in: next.zone)])
                document.blocks.append(.paragraph(text))
            }
            return document
        }
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
        case .confirmation(let name), .unsubscribe(let name): language.phrase(key, [.person: .name(name)])
        case .number, .numberStop, .checkIn: language.phrase(key)
        }
    }
}
