/// Reads the records of one file format.
protocol RecordParser {
  /// Bytes that ``plausibleSize(_:after:)`` wants to see.
  static var lookahead: Int { get }

  /// Reads what stands at the beginning of `bytes`, which may go on beyond their end.
  mutating func next(_ bytes: ArraySlice<UInt8>) throws(CaptureError) -> RecordStep

  /// The size of the record that is likely to begin here; used to find the way back after damage. `time` is of the last sound record.
  func plausibleSize(_ bytes: ArraySlice<UInt8>, after time: CaptureTime?) -> Int?

  /// Whether a likely record is one for certain, whatever comes behind it.
  func isCertain(_ bytes: ArraySlice<UInt8>) -> Bool
}

/// What stood at a place of a file.
enum RecordStep {
  /// A packet; the record is `size` bytes long.
  case packet(CaptureRecord, size: Int)
  /// Something else that is as it should be, such as a header or a note; `name` where it is to be counted.
  case other(name: String?, size: Int)
  /// A packet of a kind that is not known.
  case unknown(String, size: Int)
  /// An empty record or one that cannot hold what it says.
  case malformed(size: Int)
  /// It goes on beyond the end: that many bytes are needed in all.
  case needs(Int)
  /// No record.
  case damage
}

/// Longer than any packet, whose lengths have 16 bits; what claims to be longer is damage.
let longestRecord = 1 << 17

extension RecordParser {
  func isCertain(_ bytes: ArraySlice<UInt8>) -> Bool { false }

  /// Whether a time is one that a log says: this century or the last one's end, or as near to the latest as those of one log are.
  func isPlausible(_ time: CaptureTime, after last: CaptureTime? = nil) -> Bool {
    let year: Int64 = 31_557_600_000_000
    if (0...130 * year).contains(time.microseconds) { return true }
    guard let last else { return false }
    let (distance, overflow) = time.microseconds.subtractingReportingOverflow(last.microseconds)
    return !overflow && distance.magnitude < UInt64(10 * year)
  }
}
