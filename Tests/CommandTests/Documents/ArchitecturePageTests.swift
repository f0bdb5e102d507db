import Foundation
import Testing

/// `docs/architecture.md` names files, functions and targets; each has to be there.
@Suite("The page on the architecture")
struct ArchitecturePageTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    private let page: String

    init() throws {
        page = try String(contentsOf: Self.root.appending(path: "docs/architecture.md"), encoding: .utf8)
    }

    @Test("Every path that the page names exists")
    func paths() throws {
        let paths = page.matches(of: /`((?:Sources|Tests|docs|examples|Fuzzing)\/[^`]*)`/).map { String($0.1) }
        try #require(paths.count >= 40)
        for path in paths {
            #expect(FileManager.default.fileExists(atPath: Self.root.appending(path: path).path), "\(path) is gone")
        }
    }

    @Test("The walk has twenty hops, and each names a file with the function that it goes through")
    func walk() throws {
        let hops = page.matches(of: /\| (\d+) \| `([^`]+\.swift)` \| `([^`]+)` \|/)
        #expect(hops.map { Int($0.1) } == (1...20).map { $0 })
        for hop in hops {
            let file = Self.root.appending(path: String(hop.2))
            let text = try String(contentsOf: file, encoding: .utf8)
            // `Type.function` names the type for the reader; the file declares the function.
            let function = try #require(hop.3.split(separator: ".").last)
            let declares =
                text.contains("func \(function)(") || text.contains("func \(function)<")
                || text.contains("static let \(function)")
            #expect(declares, "\(hop.2) has no function \(function)")
        }
    }

    @Test("The drawn targets and arrows are those of Package.swift, without the arrows that follow from others")
    func graph() throws {
        let manifest = try String(contentsOf: Self.root.appending(path: "Package.swift"), encoding: .utf8)
        let targets = try TargetGraph(manifest: manifest)
        try #require(targets.dependencies.count >= 20)
        let drawn = Set(page.matches(of: /(?m)^ +([A-Za-z-]+) --> ([A-Za-z-]+)$/).map { "\($0.1) --> \($0.2)" })
        #expect(drawn == targets.reduced, "\(drawn.symmetricDifference(targets.reduced).sorted())")
    }
}

/// The targets of a package's own, without its tests, and which of them each imports.
private struct TargetGraph {
    let dependencies: [String: Set<String>]

    init(manifest: String) throws {
        var dependencies: [String: Set<String>] = [:]
        let declarations = manifest.split(
            separator: /(?m)^        \.(?=target|executableTarget|systemLibrary|testTarget)/
        )
        for declaration in declarations.dropFirst() where !declaration.hasPrefix("testTarget") {
            let name = try #require(declaration.firstMatch(of: /name: "([^"]+)"/)?.1)
            let list = declaration.firstMatch(of: /dependencies: \[(.*?)\n? *\](?:,|\))/.dotMatchesNewlines())?.1 ?? ""
            let own = String(list).replacing(/\.product\([^)]*\)/, with: "")
            dependencies[String(name)] = Set(own.matches(of: /"([^"]+)"/).map { String($0.1) })
        }
        self.dependencies = dependencies
    }

    /// The arrows that follow from no others: the transitive reduction.
    var reduced: Set<String> {
        var arrows: Set<String> = []
        for (target, direct) in dependencies {
            for other in direct where !direct.contains(where: { $0 != other && reaches(other, from: $0) }) {
                arrows.insert("\(target) --> \(other)")
            }
        }
        return arrows
    }

    private func reaches(_ goal: String, from start: String) -> Bool {
        var waiting = [start]
        var seen: Set<String> = []
        while let target = waiting.popLast() {
            guard seen.insert(target).inserted else { continue }
            if target == goal { return true }
            waiting += dependencies[target] ?? []
        }
        return false
    }
}
