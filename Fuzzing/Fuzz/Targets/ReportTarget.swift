@testable import Delivery

extension FuzzTarget {
    /// What mail systems report of letters, and the messages that are no such report.
    static let report = FuzzTarget(name: "report") { input in
        let entity = MIMEEntity(input[...])
        require(entity.fields.count <= MIMEEntity.fieldLimit, "a header has a limit")
        require(entity.parts.count <= MIMEEntity.partLimit, "a body has a limit")
        do throws(DeliveryReport.Fault) {
            let report = try DeliveryReport(reading: input)
            let id = report.letter.messageID(at: "mail.example.org")
            require(LetterMessageID(messageID: id) == report.letter, "a letter's name is read back")
        } catch {
            require(!error.description.isEmpty, "whoever pipes a message in is told what it is")
        }
    }
}
