import CLibFuzzer
import Foundation

/// The target that the first argument names.
private let chosen: FuzzTarget = {
    let name = CommandLine.arguments.dropFirst().first ?? ""
    guard let target = FuzzTarget.all.first(where: { $0.name == name }) else {
        let names = FuzzTarget.all.map(\.name).joined(separator: "\n")
        FileHandle.standardError.write(
            Data("usage: Fuzz TARGET [libFuzzer's arguments]; the targets:\n\(names)\n".utf8)
        )
        exit(64)
    }
    return target
}()

/// The beginning, under the name that SwiftPM gives to `main`; libFuzzer has the real one.
@_cdecl("Fuzz_main")
func begin(
    _ count: Int32,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
) -> Int32 {
    if CommandLine.arguments.dropFirst().first == "--list" {
        print(FuzzTarget.all.map(\.name).joined(separator: "\n"))
        return 0
    }
    _ = chosen
    // libFuzzer sees the arguments without the target's name.
    arguments[1] = arguments[0]
    var count = count - 1
    var rest: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = arguments + 1
    return LLVMFuzzerRunDriver(&count, &rest) { data, size in
        chosen.feed(Array(UnsafeBufferPointer(start: data, count: size)))
        return 0
    }
}
