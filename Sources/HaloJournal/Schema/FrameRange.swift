/// Frame ids as text: `17-40,42`. Almost always one or two ranges.
enum FrameRange {
  /// More than the number of frames in a session. In a damaged journal a range may have any length.
  private static let longestRun = 10_000_000

  static func text(_ ids: [Int]) -> String {
    var runs: [ClosedRange<Int>] = []
    for id in ids.sorted() {
      if let last = runs.last, id <= last.upperBound + 1 {
        runs[runs.count - 1] = last.lowerBound...max(id, last.upperBound)
      } else {
        runs.append(id...id)
      }
    }
    return runs.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)" }.joined(separator: ",")
  }

  static func ids(_ text: String) -> [Int] {
    text.split(separator: ",").flatMap { run -> [Int] in
      let ends = run.split(separator: "-").compactMap { Int($0) }
      guard let first = ends.first, let last = ends.last, (0..<longestRun).contains(last - first) else { return [] }
      return [Int](first...last)
    }
  }
}
