/// Reads the records of a pcap file (draft-ietf-opsawg-pcap), in either byte order, with micro- or nanoseconds.
///
/// | bytes | the file header |
/// |---|---|
/// | 0–3 | `A1B2C3D4`, for nanoseconds `A1B23C4D` |
/// | 4–19 | version, time zone, accuracy and snapshot length, which are not needed here |
/// | 20–23 | link type in the lower 16 bits |
///
/// | bytes | a record |
/// |---|---|
/// | 0–7 | seconds since 1970, micro- or nanoseconds |
/// | 8–11 | included length |
/// | 12–15 | original length of the packet |
struct PcapParser: RecordParser {
  static let lookahead = recordHeaderSize
  static let headerSize = 24
  private static let recordHeaderSize = 16

  let isBigEndian: Bool
  private let ticksPerMicrosecond: Int64
  private let link: PcapLink

  /// Creates a parser for a file with this header; `nil` if it is not a pcap header.
  init?(header: ArraySlice<UInt8>) throws(CaptureError) {
    switch header.be32(0) {
    case 0xA1B2_C3D4: (isBigEndian, ticksPerMicrosecond) = (true, 1)
    case 0xA1B2_3C4D: (isBigEndian, ticksPerMicrosecond) = (true, 1000)
    case 0xD4C3_B2A1: (isBigEndian, ticksPerMicrosecond) = (false, 1)
    case 0x4D3C_B2A1: (isBigEndian, ticksPerMicrosecond) = (false, 1000)
    default: return nil
    }
    guard let network = isBigEndian ? header.be32(20) : header.le32(20) else { return nil }
    let number = UInt16(truncatingIfNeeded: network)
    guard let link = PcapLink(number) else { throw .notBluetoothHost(PcapLink.name(ofOther: number)) }
    self.link = link
  }

  mutating func next(_ bytes: ArraySlice<UInt8>) throws(CaptureError) -> RecordStep {
    guard let seconds = u32(bytes, 0), let fraction = u32(bytes, 4), let included = u32(bytes, 8),
      let original = u32(bytes, 12)
    else { return .needs(Self.recordHeaderSize) }
    // A hole in the file reads as zeros.
    guard included > 0, included <= maximumRecordSize, original <= maximumRecordSize,
      Int64(fraction) < 1_000_000 * ticksPerMicrosecond
    else { return .damage }
    let size = Self.recordHeaderSize + Int(included)
    guard bytes.count >= size else { return .needs(size) }
    let time = CaptureTime(microseconds: Int64(seconds) * 1_000_000 + Int64(fraction) / ticksPerMicrosecond)
    return link.step(
      bytes.from(Self.recordHeaderSize, length: Int(included)), at: time, nil,
      missingCount: max(0, Int(original) - Int(included)), size: size)
  }

  func plausibleSize(_ bytes: ArraySlice<UInt8>, after time: CaptureTime?) -> Int? {
    guard let seconds = u32(bytes, 0), let fraction = u32(bytes, 4), let included = u32(bytes, 8),
      let original = u32(bytes, 12), included > 0, included <= original, original <= maximumRecordSize,
      Int64(fraction) < 1_000_000 * ticksPerMicrosecond,
      isPlausible(CaptureTime(microseconds: Int64(seconds) * 1_000_000), after: time)
    else { return nil }
    return Self.recordHeaderSize + Int(included)
  }
}
