/// A script as it is served: without the lines that are comments, which are a third of it and of no use to a browser.
enum ScriptText {
    /// Removes every line that is a comment as a whole, or part of one that begins on a line of its own.
    ///
    /// What stands behind code stays, so that no text of the program is ever taken for a comment; a template literal must
    /// not have a line that begins with two slashes.
    static func withoutComments(_ text: String) -> String {
        var lines: [Substring] = []
        var isInside = false
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            let start = line.drop { $0 == " " }
            if isInside {
                isInside = !line.contains("*/")
            } else if start.hasPrefix("/*"), !start.dropFirst(2).contains("*/") {
                isInside = true
            } else if !start.hasPrefix("//"), !(start.hasPrefix("/*") && start.hasSuffix("*/")) {
                lines.append(line)
            }
        }
        return lines.joined(separator: "\n")
    }
}
