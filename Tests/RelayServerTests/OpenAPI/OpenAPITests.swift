import AlarmWire
import Engine
import Foundation
import HTTPTypes
import HummingbirdTesting
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
        for template in Routes.Template.allCases { known[template.rawValue] = Set(template.methods.map(\.rawValue)) }
        for page in PageRoutes.all { known[page] = ["GET", "HEAD"] }
        for page in LinkPath.allCases { known[page.rawValue] = ["GET", "HEAD", "POST"] }
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
            let route = Routes.Template(rawValue: operation.path)
            let registers = route == .devices && operation.method == RequestMethod.post.rawValue
            let needsEnvelope = route != nil && !registers
            let carriesBody = RequestMethod(rawValue: operation.method)?.carriesBody ?? false
            let body = try operation.node["requestBody"].map { try document.resolved($0) }
            #expect((body?["content"]?["application/jose"] != nil) == (needsEnvelope && carriesBody), "\(operation)")
            // Where an operation says nothing of security, the whole file's holds: the envelope in Authorization.
            #expect((operation.node["security"] == nil) == (needsEnvelope && !carriesBody), "\(operation)")
            #expect(try document.answers(of: operation).contains { $0.status == 401 } == needsEnvelope, "\(operation)")
        }
        #expect(try document.node(at: "/components/securitySchemes/PA1/scheme").string == EnvelopeLimits.scheme)
    }

    /// What is posted without words of its own.
    private static let wordless: Set<Routes.Template> = [.devices, .acknowledge, .reminderCompletion]

    @Test("What an envelope carries is described, and lets no unknown name pass")
    func envelopeBodies() throws {
        for operation in try document.operations {
            let route = Routes.Template(rawValue: operation.path)
            let carriesBody = RequestMethod(rawValue: operation.method)?.carriesBody ?? false
            let body = operation.node["x-envelope-body"]
            // Pages and registering need no envelope, and some requests are said by their path.
            let saysNoMore = route.map(Self.wordless.contains) ?? true
            #expect((body != nil) == (carriesBody && !saysNoMore), "\(operation)")
            guard let body else { continue }
            let schema = try document.resolved(body)
            #expect(schema["additionalProperties"]?.bool == false, "\(operation)")
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
        // What a path answers to a method that it does not have is no operation's answer.
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

    /// Whether to run it: where it is installed, and in CI even where it is not.
    static let isWanted =
        ProcessInfo.processInfo.environment["CI"] != nil
        || (try? run(["-c", "import openapi_spec_validator"]).status) == 0

    static func run(_ arguments: [String]) throws -> (status: Int32, output: String) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["python3"] + arguments
        let output = Pipe()
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = output
        try process.run()
        let text = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: text, as: UTF8.self))
    }
}
