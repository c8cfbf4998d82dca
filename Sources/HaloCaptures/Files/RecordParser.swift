/// Parses the records of one file format.
protocol RecordParser {
  /// The number of bytes that ``plausibleSize(_:after:)`` needs.
  static var lookahead: Int { get }

  /// The byte order of the file's numbers.
  var isBigEndian: Bool { get }

  /// Reads the record at the start of `bytes`, which may extend beyond their end.
  mutating func next(_ bytes: ArraySlice<UInt8>) throws(CaptureError) -> RecordStep

  /// Returns the size of a record that probably begins here; used to resynchronize after damage. `time` is that of the
  /// last valid record.
  func plausibleSize(_ bytes: ArraySlice<UInt8>, after time: CaptureTime?) -> Int?

  /// Returns whether a plausible record is certain, without checking the bytes after it.
  func isCertain(_ bytes: ArraySlice<UInt8>) -> Bool
}

/// The result of reading one record.
enum RecordStep {
  /// A packet, in a record of `size` bytes.
  case packet(CaptureRecord, size: Int)
  /// Another valid record, such as a header or a note; `name` is set if it is counted.
  case other(name: String?, size: Int)
  /// A packet of an unknown kind.
  case unknown(String, size: Int)
  /// An empty or impossible record.
  case malformed(size: Int)
  /// The record extends beyond the end: this many bytes are needed in all.
  case needs(Int)
  /// Not a record.
  case damage
}

/// The maximum record length. Packets have 16-bit lengths, so a longer record is damage.
let maximumRecordSize = 1 << 17

extension RecordParser {
  func isCertain(_ bytes: ArraySlice<UInt8>) -> Bool { false }

  func u16(_ bytes: ArraySlice<UInt8>, _ offset: Int) -> UInt16? {
    isBigEndian ? bytes.be16(offset) : bytes.le16(offset)
  }

  func u32(_ bytes: ArraySlice<UInt8>, _ offset: Int) -> UInt32? {
    isBigEndian ? bytes.be32(offset) : bytes.le32(offset)
  }

  /// Returns whether a time is plausible in a log: between 1970 and 2100, or close to the previous time.
  func isPlausible(_ time: CaptureTime, after last: CaptureTime? = nil) -> Bool {
    let year: Int64 = 31_557_600_000_000
    if (0...130 * year).contains(time.microseconds) { return true }
    guard let last else { return false }
    let (distance, overflow) = time.microseconds.subtractingReportingOverflow(last.microseconds)
    return !overflow && distance.magnitude < UInt64(10 * year)
  }
}
