/// Suggestions for misspelled names of commands and metrics.
public enum Suggestion {
  /// Returns the name most similar to a misspelled one; `nil` if none is similar.
  public static func nearest(to text: String, among names: [String]) -> String? {
    let text = text.lowercased()
    let near = names.map { ($0, distance(Array(text.utf8), Array($0.utf8))) }.min { $0.1 < $1.1 }
    if let near, near.1 <= (text.utf8.count < 4 ? 1 : max(2, text.utf8.count / 3)) { return near.0 }
    return text.utf8.count < 3 ? nil : names.first { $0.contains(text) }
  }

  /// Levenshtein distance in bytes.
  private static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
    var row = Array(0...right.count)
    for (index, byte) in left.enumerated() {
      var corner = row[0]
      row[0] = index + 1
      for (column, other) in right.enumerated() {
        let cost = byte == other ? corner : min(corner, row[column], row[column + 1]) + 1
        corner = row[column + 1]
        row[column + 1] = cost
      }
    }
    return row[right.count]
  }
}
