/// The entries of a file that were refused as impossible measurements.
public struct ImportRefusals: Sendable, Hashable {
  /// The number of entries.
  public private(set) var count = 0
  /// True if an entry could not be read; false if all could, and were impossible.
  public private(set) var isUnreadable = false
  /// The positions of the first ones in the file, with the reasons.
  private var first: [String] = []

  /// No entries.
  public init() {}

  mutating func add(_ place: String, _ problem: DataBounds.Problem? = nil) {
    count += 1
    if let problem, [.damaged, .clock, .owner].contains(problem) { isUnreadable = true }
    if first.count < 10 { first.append(problem.map { "\(place) (\($0))" } ?? place) }
  }

  /// The entries by line or row: "line 2 (before 2000-01-01), line 7 (too long)".
  public var words: Phrase {
    let list = first.joined(separator: ", ")
    return count > first.count ? Phrase("\(list), and others") : Phrase(verbatim: list)
  }

  /// A sentence about entries that contradict an earlier one; `nil` without any.
  public var contradiction: Phrase? {
    switch count {
    case 0: nil
    case 1: Phrase("1 entry has another value than an earlier one of the same time and was left out: \(words).")
    default:
      Phrase("\(count) entries have other values than earlier ones of the same time and were left out: \(words).")
    }
  }

  /// A sentence for the person who imports the file; `nil` without refused entries.
  public var sentence: Phrase? {
    switch count {
    case 0: nil
    case 1: Phrase("1 entry cannot be a measurement and was left out: \(words).")
    default: Phrase("\(count) entries cannot be measurements and were left out: \(words).")
    }
  }
}
