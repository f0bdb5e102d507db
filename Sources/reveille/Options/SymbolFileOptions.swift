import ArgumentParser
import QRCode

/// The options for writing a QR symbol into a file.
struct SymbolFileOptions: ParsableArguments {
    /// A file format of the symbol, by the end of the file's name.
    private enum Format: String {
        case png, svg
    }

    @Option(
        help: ArgumentHelp(
            "Write the QR symbol into this file, a .png or .svg that only you may read, instead of drawing it.",
            valueName: "file"
        ),
        completion: .file(extensions: ["png", "svg"])
    )
    var qr: String?

    @Flag(help: "Replace the file if there is one.")
    var replace = false

    /// The file to write; nil where the symbol is drawn.
    var file: PrivateFile? { qr.map { PrivateFile(path: $0, replaces: replace) } }

    func validate() throws {
        guard qr == nil || format != nil else {
            throw ValidationError("--qr: the file's name ends in .png or .svg, which says what to write.")
        }
        guard qr != nil || !replace else { throw ValidationError("--replace goes with --qr FILE.") }
    }

    /// Fails where the file may not be written.
    func check() throws(CommandFailure) { try file?.check() }

    /// Writes the symbol, if a file was named.
    func write(_ symbol: @autoclosure () throws -> QRCode) throws {
        guard let file, let format else { return }
        switch format {
        case .png: try file.write(try symbol().png())
        case .svg: try file.write(try symbol().svg.utf8)
        }
    }

    private var format: Format? {
        guard let qr, let dot = qr.lastIndex(of: ".") else { return nil }
        return Format(rawValue: qr[qr.index(after: dot)...].lowercased())
    }
}
