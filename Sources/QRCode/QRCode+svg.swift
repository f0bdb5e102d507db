extension QRCode {
    /// The symbol as an SVG 1.1 document, black on white with its quiet zone; one unit is one module.
    ///
    /// Without a size of its own it fills the place that it is given.
    public var svg: String {
        var path = ""
        for row in 0..<side {
            var column = 0
            while column < side {
                guard isDark(row, column) else {
                    column += 1
                    continue
                }
                let start = column
                while isDark(row, column) { column += 1 }
                // A run of dark modules is one rectangle, so that no seam shows between them.
                path += "M\(start) \(row)h\(column - start)v1H\(start)z"
            }
        }
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(side) \(side)" shape-rendering="crispEdges">
            <rect width="\(side)" height="\(side)" fill="#fff"/>
            <path fill="#000" d="\(path)"/>
            </svg>

            """
    }
}
