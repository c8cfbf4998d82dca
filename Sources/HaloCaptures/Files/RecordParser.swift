/// Reads the records of one file format.
protocol RecordParser {
  /// Bytes that ``isPlausible(_:after:)`` wants to see.
  static var lookahead: Int { get }

  /// Reads what stands at the beginning of `bytes`, which may go on beyond their end.
  mutating func next(_ bytes: ArraySlice<UInt8>) throws(CaptureError) -> RecordStep

  /// Whether a record is likely to begin here; used to find the way back after damage. `time` is of the last sound record.
  func isPlausible(_ bytes: ArraySlice<UInt8>, after time: CaptureTime?) -> Bool
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

/// Longer than any packet; what claims to be longer is damage.
let longestRecord = 1 << 20

extension RecordParser {
  /// Whether a time is as near to the last one as those of one capture are.
  func isNear(_ time: CaptureTime, _ last: CaptureTime?) -> Bool {
    guard let last else { return true }
    let tenYears: Int64 = 315_576_000_000_000
    let (distance, overflow) = time.microseconds.subtractingReportingOverflow(last.microseconds)
    return !overflow && distance.magnitude < UInt64(tenYears)
  }
}
