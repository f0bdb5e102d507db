import AlarmCore
import CurlClient
import FoundationEssentials

/// Twilio's response to a request.
struct TwilioResponse: Sendable {
    /// The longest pause that a `Retry-After` can impose.
    static let longestWait = Span.hours(1)
    /// The pause after Twilio refuses the account.
    static let operatorsWait = Span.minutes(1)

    /// The meaning of a response.
    enum Disposition: Hashable, Sendable {
        /// Twilio accepted the message.
        case accept
        /// Twilio is busy or faulty; `indeterminate` where it may have accepted the message nevertheless.
        case retry(String, indeterminate: Bool)
        /// The message or its number is invalid and will remain so.
        case reject(String)
        /// The account is at fault, and the operator has to act.
        case operatorMustAct(String)
    }

    /// The HTTP status.
    let status: Int
    /// The message, where Twilio accepted it.
    let message: TwilioMessage?
    /// Twilio's error code.
    let errorCode: Int?
    /// The pause that Twilio asks for.
    let retryAfter: Span?

    /// Parses a response: a message, or `{"code":…}` with a text that can quote the number and so is left out.
    init(_ response: HTTPResponse, about subject: TwilioMessage.Subject = .message) {
        status = response.status
        retryAfter = response.head.retryAfter(atMost: Self.longestWait)
        let isSuccess = (200..<300).contains(response.status)
        message = isSuccess ? TwilioMessage(response.body, about: subject) : nil
        let body = Data(response.body.prefix(65_536))
        errorCode = isSuccess ? message?.errorCode : (try? JSONDecoder().decode(Refusal.self, from: body))?.code
    }

    private struct Refusal: Decodable { let code: Int }

    /// The meaning of the response.
    var disposition: Disposition {
        guard (200..<300).contains(status) else {
            return errorCode.flatMap(Self.disposition) ?? Self.disposition(ofStatus: status)
        }
        guard let message else {
            return .retry("the answer is not Twilio's; look at the base URL", indeterminate: true)
        }
        guard message.hasFailed else { return .accept }
        return errorCode.flatMap(Self.disposition) ?? .reject("the message failed at once")
    }

    /// The outcome for the engine.
    var outcome: DeliveryOutcome {
        switch disposition {
        case .accept: .accepted
        case .retry(let reason, let indeterminate):
            .retry(
                after: retryAfter,
                // Twilio itself is at fault only where it may have failed after accepting the message.
                reason: .other("\(reason) (\(codes))", concernsChannel: indeterminate),
                indeterminate: indeterminate
            )
        case .reject(let reason): .rejected(reason: "\(reason) (\(codes))")
        case .operatorMustAct(let reason):
            .retry(
                after: max(retryAfter ?? .zero, Self.operatorsWait),
                reason: .other("\(reason) (\(codes))"),
                indeterminate: false
            )
        }
    }

    /// The status of the message that was asked about.
    var fate: SMSDeliveryStatus {
        guard let message else { return .underWay(reason: "Twilio did not say what became of it (\(codes))") }
        guard message.isFinal else { return .underWay(reason: "Twilio says that it is on its way") }
        return message.hasFailed ? .lost(outcome) : .arrived
    }

    /// The codes of a response, the only part of it that is passed on.
    var codes: String { errorCode.map { "HTTP \(status), Twilio \($0)" } ?? "HTTP \(status)" }

    /// The meaning of one of Twilio's documented error codes; nil for the others.
    private static func disposition(_ code: Int) -> Disposition? {
        switch code {
        case 21211, 21217, 21214, 21265: .reject("the number is not valid")
        case 21614: .reject("the number is not a mobile telephone's")
        case 21610: .reject("the recipient has said STOP to such messages")
        case 21612, 30005, 30006: .reject("the number cannot be reached by SMS")
        case 21602: .reject("the message is empty")
        case 21605, 21617: .reject("the message is too long")
        case 30004: .reject("the recipient does not take such messages")
        case 30003, 30008: .retry("the telephone cannot be reached", indeterminate: false)
        case 30007: .operatorMustAct("a carrier filters the messages")
        case 20003, 20006, 20403: .operatorMustAct("Twilio refuses the account's key")
        case 20005, 30002: .operatorMustAct("the Twilio account is suspended or not active")
        case 20404: .operatorMustAct("Twilio does not know the account")
        case 63038: .operatorMustAct("the Twilio account has sent all that it may in a day")
        case 21408: .operatorMustAct("the Twilio account may not send to that country")
        case 21608, 21219: .operatorMustAct("a Twilio trial account sends to verified numbers alone")
        case 21215, 21216: .operatorMustAct("the Twilio account may not call that number or country")
        case 21210, 21213, 21212, 21603, 21606, 21659, 21660, 21701, 21703, 30034:
            .operatorMustAct("Twilio refuses the sender's number or service")
        case 14107, 20429, 21611, 21730, 30001, 30022: .retry("Twilio asks to wait", indeterminate: false)
        default: nil
        }
    }

    private static func disposition(ofStatus status: Int) -> Disposition {
        switch status {
        case 401, 403, 404: .operatorMustAct("Twilio refuses the account's key")
        case 408, 425, 429, 503: .retry("Twilio asks to wait", indeterminate: false)
        case 400..<500: .reject("Twilio refuses the message")
        case 500...: .retry("Twilio failed", indeterminate: true)
        default: .retry("the answer is not Twilio's; look at the base URL", indeterminate: true)
        }
    }
}
