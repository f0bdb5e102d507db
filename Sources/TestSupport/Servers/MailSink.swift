import Foundation

/// A mail server that records the messages it receives, in a separate process (aiosmtpd).
///
/// The address selects the answer: `rcpt-550-5.1.1@…` has the recipient refused with that code, `data-…` the message,
/// `mail-…` the sender. The message to `hang-up@…` is accepted and the connection closed without an answer; for
/// `silent@…` the connection stays open without one. After a message to `stay@…` the client's `QUIT` gets no answer.
/// For `leave@…` the connection ends before the message.
package struct MailSink: Sendable {
    /// The protocol of the connection.
    package enum Mode: String, Sendable {
        /// Without TLS.
        case plain
        /// With TLS after `STARTTLS`, which is required.
        case startTLS = "starttls"
        /// With TLS from the first byte.
        case implicitTLS = "tls"
        /// Refuses every connection with its greeting.
        case closed
        /// Without TLS, and without `EHLO`, as servers were before 1995.
        case old
    }

    /// A received message.
    package struct ReceivedLetter: Decodable, Sendable {
        /// The sender in the envelope.
        package let sender: String
        /// The recipients in the envelope.
        package let recipients: [String]
        /// The name that the client gave in `EHLO` or `HELO`.
        package let client: String
        /// The number of connections that were open when the message arrived.
        package let atOnce: Int
        /// The user who logged in; nil without a login.
        package let user: String?
        /// Whether the connection used TLS.
        package let isProtected: Bool
        private let base64: Data

        /// The message as received, with dot-stuffing removed.
        package var content: [UInt8] { Array(base64) }

        private enum CodingKeys: String, CodingKey {
            case sender, recipients, client, atOnce, user
            case isProtected = "protected"
            case base64 = "content"
        }
    }

    /// The only user; the password is `right`.
    package static let user = "relay@example.com"

    /// The port on which the server listens.
    package var port: UInt16 { process.port }
    private let process: ServerProcess
    private let folder: TemporaryFolder

    /// Starts a server with the test certificate.
    ///
    /// - Parameters:
    ///   - mode: the protocol of the connection.
    ///   - asksForLogin: whether messages are accepted only after a login.
    /// - Throws: `ServerProcess.Failure`, or the error of creating the folder.
    package init(_ mode: Mode, asksForLogin: Bool = false) throws {
        let certificate = try TestCertificate.server.get()
        let folder = try TemporaryFolder("mail")
        self.folder = folder
        process = try ServerProcess("/usr/bin/env") { port in
            [
                "python3", "-c", Self.program, "\(port)", mode.rawValue, asksForLogin ? "login" : "open", folder.path,
                certificate.certificateFile, certificate.keyFile,
            ]
        }
    }

    /// Returns the received messages, oldest first.
    package func letters() throws -> [ReceivedLetter] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path)
            .filter { $0.hasSuffix(".json") }
            .sorted()
            .map { name in
                let data = try Data(contentsOf: folder.url.appending(path: name))
                return try JSONDecoder().decode(ReceivedLetter.self, from: data)
            }
    }

    private static let program = """
        import asyncio, base64, itertools, json, os, re, ssl, sys
        from aiosmtpd.smtp import SMTP, AuthResult

        port, mode, login, directory, certificate, key = sys.argv[1:]
        numbers = itertools.count()

        def scripted(stage, address):
            found = re.match(stage + r"-(\\d{3})(?:-(\\d\\.\\d+\\.\\d+))?@", address)
            return found and " ".join(filter(None, [found[1], found[2], "refused: " + address]))

        count = 0

        class Counting(SMTP):
            def connection_made(self, transport):
                global count
                if not self.session: count += 1
                super().connection_made(transport)
            def connection_lost(self, error):
                global count
                count -= 1
                super().connection_lost(error)
            async def smtp_EHLO(self, hostname):
                if mode == "old": return await self.push("502 what?")
                await super().smtp_EHLO(hostname)
            async def smtp_QUIT(self, arg):
                if self.stays: await asyncio.sleep(3600)
                await super().smtp_QUIT(arg)
            stays = False

        class Sink:
            async def handle_MAIL(self, server, session, envelope, address, options):
                refusal = scripted("mail", address)
                if refusal: return refusal
                envelope.mail_from = address
                return "250 2.1.0 ok"
            async def handle_RCPT(self, server, session, envelope, address, options):
                refusal = scripted("rcpt", address)
                if refusal: return refusal
                if address.startswith("leave@"):
                    server.transport.close()
                    await asyncio.sleep(3600)
                envelope.rcpt_tos.append(address)
                return "250 2.1.5 ok"
            async def handle_DATA(self, server, session, envelope):
                address = envelope.rcpt_tos[0]
                refusal = scripted("data", address)
                if refusal: return refusal
                user = session.auth_data.decode() if session.authenticated else None
                letter = {
                    "sender": envelope.mail_from, "recipients": envelope.rcpt_tos, "client": session.host_name,
                    "atOnce": count, "user": user, "protected": session.ssl is not None or mode == "tls",
                    "content": base64.b64encode(envelope.content).decode(),
                }
                name = os.path.join(directory, "%06d" % next(numbers))
                with open(name, "w") as file: json.dump(letter, file)
                os.rename(name, name + ".json")
                if address.startswith("hang-up@"):
                    server.transport.close()
                    await asyncio.sleep(3600)
                if address.startswith("silent@"): await asyncio.sleep(3600)
                if address.startswith("stay@"): server.stays = True
                return "250 2.0.0 taken"

        def authenticate(server, session, envelope, mechanism, data):
            if (data.login, data.password) == (b"relay@example.com", b"right"):
                return AuthResult(success=True, auth_data=data.login)
            return AuthResult(success=False, handled=False)

        class Closed(asyncio.Protocol):
            def connection_made(self, transport):
                transport.write(b"554 5.3.2 no service here\\r\\n")
                transport.close()

        async def main():
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(certificate, key)
            def make():
                if mode == "closed": return Closed()
                return Counting(
                    Sink(), hostname="sink.example", loop=asyncio.get_running_loop(),
                    tls_context=context if mode == "starttls" else None, require_starttls=mode == "starttls",
                    auth_required=login == "login", authenticator=authenticate,
                    auth_require_tls=mode == "starttls", data_size_limit=1 << 20)
            server = await asyncio.get_running_loop().create_server(
                make, "127.0.0.1", int(port), ssl=context if mode == "tls" else None)
            await server.serve_forever()

        asyncio.run(main())
        """
}
