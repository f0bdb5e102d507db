/// A delivery status notification in the form of RFC 3464, appendix E.1, about a letter.
func exampleReport(
    messageID: String,
    action: String = "failed",
    status: String = "4.0.0",
    original: String = "message/rfc822",
    lineEnd: String = "\r\n"
) -> [UInt8] {
    let text = """
        Date: Thu, 7 Jul 1994 17:16:05 -0400
        From: Mail Delivery Subsystem <MAILER-DAEMON@CS.UTK.EDU>
        Message-Id: <199407072116.RAA14128@CS.UTK.EDU>
        Subject: Returned mail: Cannot send message for 5 days
        To: <owner-info-mime@cs.utk.edu>
        MIME-Version: 1.0
        Content-Type: multipart/report; report-type=delivery-status;
              boundary="RAA14128.773615765/CS.UTK.EDU"

        --RAA14128.773615765/CS.UTK.EDU

        The original message was received at Sat, 2 Jul 1994 17:10:28 -0400
        from root@localhost

           ----- The following addresses had delivery problems -----
        <louisl@larry.slip.umd.edu>  (unrecoverable error)

        --RAA14128.773615765/CS.UTK.EDU
        content-type: message/delivery-status

        Reporting-MTA: dns; cs.utk.edu

        Original-Recipient: rfc822;louisl@larry.slip.umd.edu
        Final-Recipient: rfc822;louisl@larry.slip.umd.edu
        Action: \(action)
        Status: \(status)
        Diagnostic-Code: smtp; 426 connection timed out
        Last-Attempt-Date: Thu, 7 Jul 1994 17:15:49 -0400

        --RAA14128.773615765/CS.UTK.EDU
        content-type: \(original)

        Subject: Please look after
         Bo
        Message-ID: \(messageID)

        --RAA14128.773615765/CS.UTK.EDU--

        """
    return Array(text.replacing("\n", with: lineEnd).utf8)
}
