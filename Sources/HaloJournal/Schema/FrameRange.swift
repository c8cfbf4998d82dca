/// Frame ids as text: `17-40,42`. Almost always one or two ranges.
enum FrameRange {
  /// More than the number of frames that a statement has. In a damaged journal ranges may have any length.
  private static let most = 1_000_000

  static func text(_ ids: [Int]) -> String {
    ids.sorted().parts { $1 <= $0 + 1 }.map { run in
      let first = run[0]
      let last = run[run.count - 1]
      return first == last ? "\(first)" : "\(first)-\(last)"
    }.joined(separator: ",")
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
