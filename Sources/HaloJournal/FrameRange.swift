/// Frame ids as text: `17-40,42`. Nearly always a run or two.
enum FrameRange {
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
      guard let first = ends.first, let last = ends.last, first <= last else { return [] }
      return [Int](first...last)
    }
  }
}
