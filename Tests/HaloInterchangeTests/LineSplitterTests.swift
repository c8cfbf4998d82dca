import Testing

@testable import HaloInterchange

@Suite("Splitting lines")
struct LineSplitterTests {
  private func lines(_ chunks: [[UInt8]], _ splitter: inout LineSplitter) -> [String] {
    var lines: [String] = []
    for chunk in chunks {
      chunk.withUnsafeBytes { bytes in
        splitter.receive(bytes) {
          lines.append("\($0) \($1.map { String(decoding: $0, as: UTF8.self) } ?? "too long")")
        }
      }
    }
    return lines
  }

  @Test func `a line that is too long is reported once, and the next ones are read`() {
    var splitter = LineSplitter(limit: 10)
    let chunks = [Array("ab\nthis is too".utf8), Array(" long, as it seems".utf8), Array("\ncd\n".utf8)]
    #expect(lines(chunks, &splitter) == ["1 ab", "2 too long", "3 cd"])
    #expect(!splitter.isEndless)
  }

  @Test func `a line that goes on for a hundred times as long has no end`() {
    var splitter = LineSplitter(limit: 10)
    #expect(lines(Array(repeating: [UInt8](repeating: 0, count: 50), count: 20), &splitter) == ["1 too long"])
    #expect(!splitter.isEndless)
    #expect(lines(Array(repeating: [UInt8](repeating: 0, count: 50), count: 3), &splitter) == [])
    #expect(splitter.isEndless)
  }
}
