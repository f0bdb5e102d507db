import AlarmWire
import Engine
import Foundation
import HTTPTypes
import HummingbirdTesting
import TestSupport
import Testing
import Yams

@testable import RelayServer

@Suite("The description of the HTTP interface")
struct OpenAPITests {
    private let document: OpenAPIDocument

    init() throws {
        document = try OpenAPIDocument()
    }

    @Test("It has every path and method of the relay, and no other")
    func routes() throws {
        var known: [String: Set<String>] = [:]
        for endpoint in Endpoints.all { known[endpoint.path, default: []].insert(endpoint.method.rawValue) }
        for page in PageRoutes.all + DescriptionRoutes.paths + [CalendarRoute.path] { known[page] = ["GET", "HEAD"] }
        known[PageRoutes.operatorPerson] = ["DELETE"]
        for page in LinkPath.allCases { known[page.rawValue] = ["GET", "HEAD", "POST"] }
        for path in CallPath.allCases { known[path.rawValue] = ["POST"] }
        let described = Dictionary(grouping: try document.operations, by: \.path).mapValues { Set($0.map(\.method)) }
        #expect(described == known)
    }

    @Test("The relay itself names the same methods for every path")
    func router() async throws {
        let described = Dictionary(grouping: try document.operations, by: \.path).mapValues { Set($0.map(\.method)) }
        try await TestRelay.with { relay in
            for (path, methods) in described {
                let target = path.replacing("{id}", with: "AAAAAAAAAAAAAAAAAAAAAA")
                    .replacing("{person}", with: "AAAAAAAAAAAAAAAAAAAAAA")
                let answer = try await relay.client.execute(uri: target, method: .options)
                let allowed = try #require(answer.headers[.allow], "\(path)")
                #expect(Set(allowed.split(separator: ", ").map { String($0) }) == methods, "\(path)")
            }
        }
    }

    @Test("No two operations have one name")
    func operationNames() throws {
        let names = try document.operations.map { try #require($0.node["operationId"]?.string, "\($0)") }
        #expect(Set(names).count == names.count)
    }

    @Test("An envelope is asked for where the relay asks for one, in the place where it looks")
    func envelopes() throws {
        for operation in try document.operations {
            let needsEnvelope = operation.endpoint?.access.needsEnvelope ?? false
            let carriesBody = RequestMethod(rawValue: operation.method)?.carriesBody ?? false
            let body = try operation.node["requestBody"].map { try document.resolved($0) }
            #expect((body?["content"]?["application/jose"] != nil) == (needsEnvelope && carriesBody), "\(operation)")
            // Without a security entry an operation has that of the whole file: the envelope in `Authorization`.
            #expect((operation.node["security"] == nil) == (needsEnvelope && !carriesBody), "\(operation)")
            #expect(try document.answers(of: operation).contains { $0.status == 401 } == needsEnvelope, "\(operation)")
        }
        #expect(try document.node(at: "/components/securitySchemes/PA1/scheme").string == EnvelopeLimits.scheme)
    }

    @Test("An envelope's body is described as the endpoint reads it, and allows no unknown name")
    func envelopeBodies() throws {
        let samples = try OpenAPISamples.requests()
        for operation in try document.operations {
            let endpoint = operation.endpoint
            let carriesBody = endpoint.map { $0.access.needsEnvelope && $0.method.carriesBody } ?? false
            let body = operation.node["x-envelope-body"]
            // A request without a body of its own needs no description.
            if let endpoint, carriesBody, endpoint.request != NoContent.self {
                let schemas = samples.filter { $0.type == endpoint.request }.map(\.schema)
                #expect(body.flatMap(document.schema).map(schemas.contains) == true, "\(operation): \(schemas)")
            } else if let schema = body.flatMap(document.schema) {
                #expect(carriesBody && schema == "NoContent", "\(operation)")
            }
            guard let body else { continue }
            #expect(carriesBody, "\(operation)")
            #expect(try document.resolved(body)["additionalProperties"]?.bool == false, "\(operation)")
        }
    }

    @Test("An endpoint answers with the statuses that are described, and with what is described under them")
    func successes() throws {
        // The schema of a request may also be that of another operation's response.
        let samples =
            try OpenAPISamples.answers().map { ($0.type, $0.schema) }
            + OpenAPISamples.requests().map { ($0.type, $0.schema) }
        for endpoint in Endpoints.all {
            let operation = try #require(try document.operations.first { $0.endpoint?.isSame(as: endpoint) == true })
            let answers = try document.answers(of: operation).filter { (200..<300).contains($0.status) }
            #expect(Set(answers.map(\.status)) == Set(endpoint.statuses), "\(operation)")
            let schemas = samples.filter { $0.0 == endpoint.answer }.map(\.1)
            for answer in answers {
                let schema = (answer.node["content"]?["application/json"]?["schema"]).flatMap(document.schema)
                switch endpoint.answer {
                case is NoContent.Type: #expect(answer.node["content"] == nil, "\(operation)")
                case is StreamEvent.Type: #expect(answer.node["content"]?[ServerSentEvent.mediaType] != nil)
                case is [UInt8].Type: #expect(schema == nil && answer.node["content"] != nil, "\(operation)")
                default: #expect(schema.map(schemas.contains) == true, "\(operation): \(schema ?? "-"), \(schemas)")
                }
            }
        }
    }

    @Test("A request counted by network may be refused for that, and is described so")
    func counted() throws {
        for operation in try document.operations where operation.endpoint?.access.isCounted == true {
            #expect(try document.answers(of: operation).contains { $0.status == 429 }, "\(operation)")
        }
    }

    @Test("Every kind of problem is listed as it is")
    func problemKinds() throws {
        #expect(try document.node(at: "/x-problem-type-prefix").string == ProblemKind.prefix)
        #expect(Set(try document.names(at: "/x-problems")) == Set(ProblemKind.allCases.map(\.rawValue)))
        for kind in ProblemKind.allCases {
            let described = try document.node(at: "/x-problems/\(kind.rawValue)")
            #expect(described["status"]?.int == kind.status, "\(kind)")
            #expect(described["title"]?.string == kind.title, "\(kind)")
            #expect(described["retryable"]?.bool == kind.isRetryable, "\(kind)")
        }
        let types = try document.texts(at: "/components/schemas/Problem/properties/type/enum")
        #expect(Set(types) == Set(ProblemKind.allCases.map(\.type)))
    }

    @Test("Every problem stands at least once, under its own status, with Retry-After if it may pass")
    func problemStatuses() throws {
        var met: Set<ProblemKind> = []
        for answer in try document.answers {
            for name in answer.node["x-problems"]?.sequence ?? [] {
                let kind = try #require(name.string.flatMap { ProblemKind(rawValue: $0) }, "\(answer)")
                met.insert(kind)
                #expect(kind.status == answer.status, "\(answer)")
                #expect((answer.node["headers"]?["Retry-After"] != nil) == kind.isRetryable, "\(answer)")
                #expect(answer.node["content"]?[Problem.mediaType] != nil, "\(answer)")
            }
        }
        // The response to a method that a path does not have belongs to no operation.
        #expect(met == Set(ProblemKind.allCases).subtracting([.methodNotAllowed]))
    }

    @Test("It is valid OpenAPI", .enabled(if: Validator.isWanted))
    func validity() throws {
        let result = try Validator.run(["-m", "openapi_spec_validator", "--schema", "3.1", OpenAPIDocument.path])
        #expect(result.status == 0, "\(result.output)\n\(Validator.hint)")
    }
}

/// Runs openapi-spec-validator under python3.
private enum Validator {
    static let hint = "if it is missing, install it: python3 -m pip install openapi-spec-validator"

    /// Whether the validator has to run: where it is installed, and always in continuous integration.
    static let isWanted =
        ProcessInfo.processInfo.environment["CI"] != nil
        || (try? run(["-c", "import openapi_spec_validator"]).status) == 0

    static func run(_ arguments: [String]) throws -> Tool.Outcome {
        try Tool.python.runBlocking(arguments)
    }
}
