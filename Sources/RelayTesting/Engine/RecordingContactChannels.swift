package import AlarmCore
package import Delivery
import Synchronization

/// A mail server and a provider of text messages that keep what they are given and answer what a test tells them to.
package final class RecordingLetters: MailChannel, SMSChannel {
    private struct State {
        var mails: [OutgoingMail] = []
        var messages: [OutgoingSMS] = []
        var answers: [DeliveryOutcome] = []
        var inquiries: [String] = []
        var fates: [SMSFate] = []
    }

    private let state = Mutex(State())

    package init() {}

    /// Every letter, in the order of sending.
    package var mails: [OutgoingMail] { state.withLock { $0.mails } }
    /// Every text message, in the order of sending.
    package var messages: [OutgoingSMS] { state.withLock { $0.messages } }

    /// After which messages was asked, by their names: `SM1` for the first.
    package var inquiries: [String] { state.withLock { $0.inquiries } }

    /// What the next questions after text messages are answered with; every other message has arrived.
    package func tell(_ fates: SMSFate...) {
        state.withLock { $0.fates += fates }
    }

    /// What the next sends are answered with; everything is taken after that.
    package func answer(_ outcomes: DeliveryOutcome...) {
        state.withLock { $0.answers += outcomes }
    }

    /// Takes everything from here on, whatever was to be answered.
    package func recover() {
        state.withLock { $0.answers = [] }
    }

    package func send(_ mail: OutgoingMail) async -> DeliveryOutcome {
        state.withLock { state in
            state.mails.append(mail)
            return state.answers.isEmpty ? .accepted : state.answers.removeFirst()
        }
    }

    package func send(_ message: OutgoingSMS) async -> SMSAttempt {
        state.withLock { state in
            state.messages.append(message)
            let outcome = state.answers.isEmpty ? .accepted : state.answers.removeFirst()
            return SMSAttempt(outcome, reference: outcome == .accepted ? "SM\(state.messages.count)" : nil)
        }
    }

    package func fate(of reference: String) async -> SMSFate {
        state.withLock { state in
            state.inquiries.append(reference)
            return state.fates.isEmpty ? .arrived : state.fates.removeFirst()
        }
    }
}
