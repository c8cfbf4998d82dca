/// Frame ids as text: `17-40,42`. Almost always one or two ranges.
enum FrameRange {
  /// More than the number of frames that a statement has. In a damaged journal ranges may have any length.
  private static let most = 1_000_000

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

  static func ids(_ text: String) throws -> [Int] {
    var ids: [Int] = []
    for run in text.split(separator: ",") {
      let ends = try run.split(separator: "-").map { try Int(stored: $0) }
      guard let first = ends.first, let last = ends.last, (0..<most - ids.count).contains(last - first) else {
        throw StoredNumber.damaged("frames that no session has")
      }
      ids += first...last
    }
    return ids
  }
}
