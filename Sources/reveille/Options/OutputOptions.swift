import ArgumentParser

/// For whom the command writes.
struct OutputOptions: ParsableArguments {
    @Flag(help: "Write JSON on one line, for scripts.")
    var json = false
}
