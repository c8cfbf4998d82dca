/// The btsnoop file format (RFC 1761 with Bluetooth's data links; BlueZ `doc/btsnoop.txt`). All numbers are big-endian.
///
/// | bytes | the file header |
/// |---|---|
/// | 0–7 | `btsnoop` and a zero |
/// | 8–11 | version, 1 |
/// | 12–15 | data link: 1001 HCI without encapsulation, 1002 H4, 2001 Linux monitor |
///
/// | bytes | a record |
/// |---|---|
/// | 0–3 | original length of the packet |
/// | 4–7 | included length |
/// | 8–11 | flags: bit 0 received, bit 1 command or event; for 2001 the adapter's number × 65536 + the opcode |
/// | 12–15 | cumulative number of dropped packets |
/// | 16–23 | time in microseconds since the year 0 |
/// | 24… | the packet; for 1002 with the packet type byte |
public enum Btsnoop {
  /// The data link, which determines the content of the records.
  public enum Content: UInt32, Sendable {
    /// Packets without the type byte; the flags contain the type.
    case unencapsulated = 1001
    /// Packets with the type byte.
    case h4 = 1002
    /// Messages of Linux's monitor channel.
    case monitor = 2001
  }

  static let magic: [UInt8] = [UInt8]("btsnoop".utf8) + [0]
  static let headerSize = 16
  static let recordHeaderSize = 24
  /// 1970 in microseconds since the year 0.
  static let epoch: UInt64 = 0x00DC_DDB3_0F2F_8000

  /// Returns a file header.
  public static func header(_ content: Content) -> [UInt8] {
    magic + UInt32(1).bigEndianBytes + content.rawValue.bigEndianBytes
  }

  /// Returns a record of an H4 file. `direction` is from the host's point of view.
  public static func record(
    _ kind: CaptureRecord.Kind, _ packet: some Collection<UInt8>, _ direction: RecordedFrame.Direction,
    at time: CaptureTime, missingCount: Int = 0
  ) -> [UInt8] {
    var flags: UInt32 = direction == .received ? 1 : 0
    if kind == .command || kind == .event { flags |= 2 }
    var record: [UInt8] = []
    record.reserveCapacity(recordHeaderSize + 1 + packet.count)
    record += UInt32(clamping: packet.count + 1 + missingCount).bigEndianBytes
    record += UInt32(clamping: packet.count + 1).bigEndianBytes + flags.bigEndianBytes + UInt32(0).bigEndianBytes
    let stamp = UInt64(bitPattern: time.microseconds) &+ epoch
    record += stamp.bigEndianBytes
    record.append(kind.rawValue)
    record += packet
    return record
  }
}

/// Reads the records of a btsnoop file.
struct BtsnoopParser: RecordParser {
  static let lookahead = Btsnoop.recordHeaderSize + 1
  let isBigEndian = true

  /// The first four letters of "btsnoop", in ASCII.
  private static let magicNumber: UInt32 = 0x6274_736E

  private var content: Btsnoop.Content
  /// The number of packets that the logger reports as dropped, over all concatenated logs.
  var droppedCount: Int { earlierDroppedCount + Int(ownDroppedCount) }
  private var earlierDroppedCount = 0
  private var ownDroppedCount: UInt32 = 0

  /// Creates a parser for a file with this header; `nil` if it is not a btsnoop header.
  init?(header: ArraySlice<UInt8>) throws(CaptureError) {
    guard let content = try Self.content(header) else { return nil }
    self.content = content
  }

  var format: CaptureFormat { .btsnoop(content) }

  private static func content(_ header: ArraySlice<UInt8>) throws(CaptureError) -> Btsnoop.Content? {
    guard header.starts(with: Btsnoop.magic), let link = header.be32(12) else { return nil }
    if let content = Btsnoop.Content(rawValue: link) { return content }
    let name =
      switch link {
      case 1003: Phrase("a serial line in BCSP")
      case 1004: Phrase("a serial line in H5 (three-wire)")
      case 2002: Phrase("BlueZ's simulator")
      default: Phrase("the data link \("\(link)")")
      }
    throw .notBluetoothHost(name)
  }

  mutating func next(_ bytes: ArraySlice<UInt8>) throws(CaptureError) -> RecordStep {
    // Concatenated logs have a header in the middle.
    if bytes.be32(0) == Self.magicNumber, isCertain(bytes) {
      guard bytes.count >= Btsnoop.headerSize else { return .needs(Btsnoop.headerSize) }
      guard let next = try? Self.content(bytes) else { return .damage }
      content = next
      earlierDroppedCount = droppedCount
      ownDroppedCount = 0
      return .other(name: nil, size: Btsnoop.headerSize)
    }
    guard let original = bytes.be32(0), let included = bytes.be32(4), let flags = bytes.be32(8),
      let dropped = bytes.be32(12), let stamp = bytes.be64(16)
    else {
      return .needs(Btsnoop.recordHeaderSize)
    }
    let time = CaptureTime(microseconds: Int64(bitPattern: stamp &- Btsnoop.epoch))
    guard included <= original, original <= maximumRecordSize, included > 0 || canBeEmpty(at: time),
      content == .monitor || flags <= 3 || isPlausible(time)
    else { return .damage }
    let size = Btsnoop.recordHeaderSize + Int(included)
    guard bytes.count >= size else { return .needs(size) }
    if dropped > ownDroppedCount, content != .monitor { ownDroppedCount = dropped }
    let missing = Int(original) - Int(included)
    let packet = bytes.from(Btsnoop.recordHeaderSize, length: Int(included))
    let direction: RecordedFrame.Direction = flags & 1 == 1 ? .received : .sent
    switch content {
    case .h4: return PcapLink.h4.step(packet, at: time, direction, missingCount: missing, size: size)
    case .unencapsulated:
      let kind: CaptureRecord.Kind = flags & 2 == 0 ? .acl : direction == .sent ? .command : .event
      return .packet(
        CaptureRecord(time: time, kind: kind, direction: direction, bytes: packet, missingCount: missing), size: size)
    case .monitor:
      return LinuxMonitor.step(
        code: UInt16(truncatingIfNeeded: flags), controller: UInt16(truncatingIfNeeded: flags >> 16), packet,
        at: time, missingCount: missing, size: size)
    }
  }

  /// Returns whether an empty record is valid: the Linux monitor logs one when a program disconnects. Elsewhere it is a
  /// hole in the file, which reads as zeros.
  private func canBeEmpty(at time: CaptureTime) -> Bool { content == .monitor && isPlausible(time) }

  func plausibleSize(_ bytes: ArraySlice<UInt8>, after time: CaptureTime?) -> Int? {
    if isCertain(bytes) { return Btsnoop.headerSize }
    guard let original = bytes.be32(0), let included = bytes.be32(4), let flags = bytes.be32(8),
      let stamp = bytes.be64(16), included <= original, original <= maximumRecordSize
    else { return nil }
    let own = CaptureTime(microseconds: Int64(bitPattern: stamp &- Btsnoop.epoch))
    guard included > 0 || canBeEmpty(at: own), isPlausible(own, after: time) else { return nil }
    let isPlausible =
      switch content {
      case .h4: flags <= 3 && bytes.u8(Btsnoop.recordHeaderSize).map { (1...5).contains($0) } ?? false
      case .unencapsulated: flags <= 3
      case .monitor: flags & 0xFFFF <= LinuxMonitor.highestCode
      }
    return isPlausible ? Btsnoop.recordHeaderSize + Int(included) : nil
  }

  func isCertain(_ bytes: ArraySlice<UInt8>) -> Bool { bytes.starts(with: Btsnoop.magic) }
}

/// The opcodes of Linux's monitor channel (Linux `include/net/bluetooth/hci_mon.h`).
enum LinuxMonitor {
  static let highestCode = 0x13

  /// Returns the content of a monitor message.
  static func step(
    code: UInt16, controller: UInt16, _ packet: ArraySlice<UInt8>, at time: CaptureTime?, missingCount: Int, size: Int
  ) -> RecordStep {
    let kind: CaptureRecord.Kind
    switch code {
    case 2: kind = .command
    case 3: kind = .event
    case 4, 5: kind = .acl
    case 6, 7: kind = .synchronous
    case 0x12, 0x13: kind = .isochronous
    // Adapters added and removed, system notes, and control sockets.
    case 0, 1, 8...0x11: return .other(name: "monitor notes", size: size)
    default: return .unknown("monitor code \(code)", size: size)
    }
    return .packet(
      CaptureRecord(
        time: time, kind: kind, direction: code & 1 == 0 ? .sent : .received, controller: controller, bytes: packet,
        missingCount: missingCount), size: size)
  }
}
