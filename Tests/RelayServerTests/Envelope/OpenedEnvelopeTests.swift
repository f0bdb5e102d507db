import AlarmCore
import AlarmWire
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import RelayTesting
import Sealing
import Testing

@Suite("An envelope that opens")
struct OpenedEnvelopeTests {
    private static func with(_ body: @escaping @Sendable (TestRelay, TestDevice) async throws -> Void) async throws {
        try await TestRelay.with(["open-registration": "true"]) { relay in
            try await body(relay, TestDevice(at: relay))
        }
    }

    private static func plaintext(
        of device: TestDevice,
        at offset: Span = .zero,
        _ method: RequestMethod = .get,
        _ target: String = Endpoints.Alarms.list.target
    ) -> RequestPlaintext {
        RequestPlaintext(
            issuedAt: device.relay.clock.now() + offset,
            id: TestDevice.newID(),
            method: method,
            target: target
        )
    }

    @Test("A good one is answered with the scheme in any case of letters", arguments: ["PA1", "pa1", "Pa1"])
    func good(scheme: String) async throws {
        try await Self.with { relay, device in
            let envelope = try CompactJWE.seal(
                Self.plaintext(of: device).wire,
                with: device.key,
                keyID: device.keyID
            )
            let answer = try await relay.client.execute(
                uri: Endpoints.Alarms.list.target,
                method: .get,
                headers: [.authorization: "\(scheme) \(envelope)"]
            )
            #expect(answer.status == .ok)
            #expect(try answer.message(AlarmList.self).alarms.isEmpty)
        }
    }

    @Test(
        "It is good from 300 s old to 60 s ahead, and beyond that the relay tells its clock",
        arguments: [(-301, false), (-300, true), (0, true), (60, true), (61, false), (-9_000_000_000, false)]
    )
    func freshness(seconds: Int64, isGood: Bool) async throws {
        try await Self.with { relay, device in
            let plaintext = Self.plaintext(of: device, at: .seconds(seconds))
            let answer = try await device.send(.get, Endpoints.Alarms.list.target, sealing: plaintext.wire)
            guard !isGood else {
                #expect(answer.status == .ok)
                return
            }
            let problem = try answer.problem()
            #expect(problem.kind == .clockSkew)
            #expect(problem.status == 401)
            #expect(problem.serverTime == relay.clock.now())
        }
    }

    @Test(
        "One made for another method or target is refused",
        arguments: [
            (RequestMethod.post, "/v1/alarms"), (.get, "/v1/pairs"), (.get, "/v1/alarms/"), (.get, "/v1/alarms?x=1"),
            (.get, "/V1/alarms"), (.get, "/v1/alarms%20"), (.get, "https://relay.example.org/v1/alarms"),
        ]
    )
    func binding(method: RequestMethod, target: String) async throws {
        try await Self.with { _, device in
            let json = JSONValue.object(of: [
                "iat": .integer(device.relay.clock.now().seconds),
                "jti": .string("AAAAAAAAAAAAAAAAAAAAAA"),
                "htm": .string(method.rawValue),
                "htu": .string(target),
            ])
            let answer = try await device.send(.get, Endpoints.Alarms.list.target, sealing: json.text)
            #expect(answer.status == (target.hasPrefix("/") ? .unauthorized : .badRequest))
        }
    }

    @Test("The query is part of the target")
    func query() async throws {
        try await Self.with { _, device in
            let target = Endpoints.Sync.synchronise.target(CursorTarget(since: SyncCursor(change: 0)))
            let same = try await device.send(.get, target).status
            #expect(same == .ok)
            let plaintext = Self.plaintext(of: device, .get, Endpoints.Sync.synchronise.path)
            let other = try await device.send(.get, target, sealing: plaintext.wire).status
            #expect(other == .unauthorized)
        }
    }

    @Test(
        "A plaintext that is not what the protocol describes is a 400 that says where",
        arguments: [
            ("", ""), ("null", ""), ("[]", ""), ("{", ""), ("{}", "/iat"),
            (#"{"iat":1,"iat":1}"#, "/iat"),
            (#"{"iat":"1"}"#, "/iat"),
            (#"{"iat":1.5}"#, "/iat"),
            (#"{"iat":1e400}"#, "/iat"),
            (#"{"iat":1800000000,"jti":"short","htm":"GET","htu":"/"}"#, "/jti"),
            (#"{"iat":1800000000,"jti":"AAAAAAAAAAAAAAAAAAAAAA","htm":"HEAD","htu":"/"}"#, "/htm"),
            (#"{"iat":1800000000,"jti":"AAAAAAAAAAAAAAAAAAAAAA","htm":"GET","htu":"/","sub":"x"}"#, "/sub"),
            (#"{"iat":1800000000,"jti":"AAAAAAAAAAAAAAAAAAAAAA","htm":"GET","htu":"/","body":[]}"#, "/body"),
            (#"{"iat":1800000000,"jti":"AAAAAAAAAAAAAAAAAAAAAA","htm":"GET","htu":"/","body":{"x":1}}"#, "/body"),
            (#"{"iat":[[[[[[[[[1]]]]]]]]]}"#, nil),
        ] as [(String, String?)]
    )
    func malformed(plaintext: String, pointer: String?) async throws {
        try await Self.with { _, device in
            let problem = try await device.send(.get, Endpoints.Alarms.list.target, sealing: Array(plaintext.utf8))
                .problem()
            #expect(problem.kind == .malformed)
            if let pointer { #expect(problem.pointer ?? "" == pointer) }
        }
    }

    @Test("Bytes that are not UTF-8 are a 400")
    func invalidUTF8() async throws {
        try await Self.with { _, device in
            let status = try await device.send(.get, Endpoints.Alarms.list.target, sealing: [0x7B, 0xFF, 0x7D]).status
            #expect(status == .badRequest)
        }
    }

    @Test("A body larger than 8 KiB is refused unread, an Authorization as well")
    func size() async throws {
        try await Self.with { relay, _ in
            let text = String(repeating: "A", count: EnvelopeLimits.bytes + 1)
            let body = try await relay.send(.post, Endpoints.Alarms.list.target, envelope: text).problem().kind
            #expect(body == .payloadTooLarge)
            let authorization = try await relay.send(.get, Endpoints.Alarms.list.target, envelope: text).problem().kind
            #expect(authorization == .payloadTooLarge)
        }
    }

    @Test(
        "A body of another type is refused",
        arguments: ["", "application/json", "text/plain", "application/jose+json"]
    )
    func mediaType(type: String) async throws {
        try await Self.with { relay, _ in
            let answer = try await relay.client.execute(
                uri: Endpoints.Alarms.list.target,
                method: .post,
                headers: type.isEmpty ? [:] : [.contentType: type],
                body: ByteBuffer(string: "x")
            )
            #expect(try answer.problem().kind == .unsupportedMediaType)
        }
    }

    @Test("A repeat is answered with the stored answer, and says so")
    func replay() async throws {
        try await Self.with { _, device in
            let jti = TestDevice.newID()
            let message = try CreateInvite.sample()
            let first = try await device.send(Endpoints.Invites.create(message), jti: jti)
            let second = try await device.send(Endpoints.Invites.create(message), jti: jti)
            #expect(first.status == .created)
            #expect(second.status == .created)
            #expect(first.body == second.body)
            #expect(first.headers[.idempotentReplay] == nil)
            #expect(second.headers[.idempotentReplay] == "true")
        }
    }

    @Test("The same name for another request is a conflict")
    func reusedName() async throws {
        try await Self.with { _, device in
            let jti = TestDevice.newID()
            _ = try await device.send(Endpoints.Invites.create(try CreateInvite.sample()), jti: jti)
            let problem = try await device.send(Endpoints.Invites.create(try CreateInvite.sample(fill: 2)), jti: jti)
                .problem()
            #expect(problem.kind == .jtiReused)
            #expect(problem.status == 409)
        }
    }
}

extension HTTPField.Name {
    static let idempotentReplay = HTTPField.Name("idempotent-replay") ?? .via
}
