import CoreMetrics
import Exposition
import Testing

@Suite("The exposition of metrics")
struct FormatTests {
    @Test("Every kind is written with its help, its type and its values, in the order of names")
    func kinds() {
        let registry = MetricRegistry(describing: [
            MetricFamily("b_total", "Things."), MetricFamily("a", "A level."),
            MetricFamily("c_seconds", "A span.", buckets: [0.1, 1]),
        ])
        let counter = Counter(label: "b_total", dimensions: [("stage", "ring"), ("end", "ok")], factory: registry)
        counter.increment(by: 3)
        Meter(label: "a", factory: registry).set(1.5)
        let timer = Timer(label: "c_seconds", factory: registry)
        timer.recordMilliseconds(100)
        timer.recordMilliseconds(101)
        timer.recordSeconds(60)
        #expect(
            registry.exposition() == """
                # HELP a A level.
                # TYPE a gauge
                a 1.5
                # HELP b_total Things.
                # TYPE b_total counter
                b_total{end="ok",stage="ring"} 3
                # HELP c_seconds A span.
                # TYPE c_seconds histogram
                c_seconds_bucket{le="0.1"} 1
                c_seconds_bucket{le="1"} 2
                c_seconds_bucket{le="+Inf"} 3
                c_seconds_sum 60.201
                c_seconds_count 3

                """
        )
    }

    @Test("A metric family has one type and one help text, with any number of labels")
    func oneHead() {
        let registry = MetricRegistry(describing: [MetricFamily("a_total", "Things.")])
        for end in ["x", "y", "z"] {
            FloatingPointCounter(label: "a_total", dimensions: [("end", end)], factory: registry).increment(by: 0.5)
        }
        let lines = registry.exposition().split(separator: "\n")
        #expect(
            lines == [
                "# HELP a_total Things.", "# TYPE a_total counter", #"a_total{end="x"} 0.5"#, #"a_total{end="y"} 0.5"#,
                #"a_total{end="z"} 0.5"#,
            ]
        )
    }

    @Test("Characters that would break a line are escaped, and invalid names made valid")
    func escaping() {
        let registry = MetricRegistry(describing: [MetricFamily("a_b", "Back\\slash\nand \"quote\"")])
        let dimensions = [("le", "1"), ("1 path", "C:\\x\n\"y\""), ("__name__", "z")]
        Meter(label: "a-b", dimensions: dimensions, factory: registry).set(0)
        #expect(
            registry.exposition() == #"""
                # HELP a_b Back\\slash\nand "quote"
                # TYPE a_b gauge
                a_b{_1_path="C:\\x\n\"y\"",exported___name__="z",exported_le="1"} 0

                """#
        )
    }

    @Test(
        "Numbers are written as Go reads them",
        arguments: [
            (0.0, "0"), (-1, "-1"), (1e6, "1000000"), (0.25, "0.25"), (1e-7, "1e-07"), (.infinity, "+Inf"),
            (-.infinity, "-Inf"), (.nan, "NaN"), (1e300, "1e+300"),
        ]
    )
    func numbers(_ value: Double, _ text: String) {
        let registry = MetricRegistry(describing: [])
        Meter(label: "a", factory: registry).set(value)
        #expect(registry.exposition() == "# TYPE a gauge\na \(text)\n")
    }

    @Test("Asking for the same metric twice gives the same one")
    func shared() {
        let registry = MetricRegistry(describing: [])
        for _ in 1...3 { Counter(label: "a_total", dimensions: [("x", "1")], factory: registry).increment() }
        #expect(registry.exposition() == "# TYPE a_total counter\na_total{x=\"1\"} 3\n")
    }

    @Test("A name of another kind, and labels without end, are counted nowhere")
    func bounded() {
        let registry = MetricRegistry(describing: [])
        Counter(label: "a_total", factory: registry).increment()
        Meter(label: "a_total", factory: registry).set(9)
        #expect(registry.exposition() == "# TYPE a_total counter\na_total 1\n")
        for number in 0..<1000 {
            Counter(label: "b_total", dimensions: [("n", "\(number)")], factory: registry).increment()
        }
        let lines = registry.exposition().split(separator: "\n").filter { $0.hasPrefix("b_total{") }
        #expect(lines.count == MetricRegistry.seriesPerFamily)
    }

    @Test("A destroyed metric is gone, and its family with the last member")
    func destroyed() {
        let registry = MetricRegistry(describing: [MetricFamily("a_total", "Things.")])
        let counter = Counter(label: "a_total", factory: registry)
        counter.increment()
        counter.destroy()
        #expect(registry.exposition() == "")
    }

    @Test("A counter never goes down, and a histogram leaves out what is no number")
    func monotone() {
        let registry = MetricRegistry(describing: [MetricFamily("b", "Sizes.", buckets: [2, 1, .infinity, 2])])
        let counter = Counter(label: "a_total", factory: registry)
        counter.increment(by: 2)
        counter.increment(by: -5)
        let recorder = Recorder(label: "b", factory: registry)
        for value in [Double.nan, 1, 2, 3, -1] { recorder.record(value) }
        #expect(
            registry.exposition() == """
                # TYPE a_total counter
                a_total 2
                # HELP b Sizes.
                # TYPE b histogram
                b_bucket{le="1"} 2
                b_bucket{le="2"} 3
                b_bucket{le="+Inf"} 4
                b_sum 5
                b_count 4

                """
        )
    }

    @Test("A metric collected on demand has its value at the exposition")
    func collected() {
        let registry = MetricRegistry(describing: [])
        let meter = Meter(label: "a", factory: registry)
        registry.beforeExposition { meter.set(7) }
        #expect(registry.exposition().contains("a 7\n"))
    }
}
