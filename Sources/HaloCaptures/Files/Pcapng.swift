/// Parses the blocks of a pcapng file (draft-ietf-opsawg-pcapng): sections in either byte order, several interfaces,
/// and the three kinds of packet blocks.
///
/// | bytes | a block |
/// |---|---|
/// | 0–3 | block type |
/// | 4–7 | block length, a multiple of four |
/// | 8… | body, followed by the length again |
struct PcapngParser: RecordParser {
  static let lookahead = 12
  static let sectionType: UInt32 = 0x0A0D_0D0A
  /// The maximum block length. Blocks of other kinds may be longer than packets.
  private static let maximumBlockSize = 1 << 20

  private struct Interface {
    let link: PcapLink?
    let number: UInt16
    /// Clock ticks per second.
    let resolution: UInt64
    /// Seconds to add to each timestamp.
    let offset: Int64
    let snapLength: UInt32
  }

  private(set) var isBigEndian = false
  private var interfaces: [Interface] = []
  private var hasHostInterface = false
  /// The first comment of a section, if any.
  private(set) var comment: String?

  /// Creates a parser for a file that begins with these bytes; `nil` if it does not begin with a section header.
  init?(beginning: ArraySlice<UInt8>) {
    guard beginning.be32(0) == Self.sectionType, Self.order(beginning) != nil else { return nil }
  }

  private static func order(_ block: ArraySlice<UInt8>) -> Bool? {
    switch block.be32(8) {
    case 0x1A2B_3C4D: true
    case 0x4D3C_2B1A: false
    default: nil
    }
  }

  mutating func next(_ bytes: ArraySlice<UInt8>) throws(CaptureError) -> RecordStep {
    guard bytes.count >= Self.lookahead else { return .needs(Self.lookahead) }
    let isSection = bytes.be32(0) == Self.sectionType
    if isSection {
      guard let order = Self.order(bytes) else { return .damage }
      isBigEndian = order
    }
    guard let type = u32(bytes, 0), let length = u32(bytes, 4) else { return .needs(Self.lookahead) }
    guard Self.isAssigned(type), length >= 12, length % 4 == 0, length <= Self.maximumBlockSize else { return .damage }
    let size = Int(length)
    guard bytes.count >= size else { return .needs(size) }
    guard u32(bytes, size - 4) == length else { return .damage }
    let body = bytes.from(8, length: size - 12)
    switch type {
    case Self.sectionType:
      interfaces.removeAll()
      if comment == nil { comment = option(1, in: body.from(16)).map { String(decoding: $0, as: UTF8.self) } }
      return .other(name: nil, size: size)
    case 1: try addInterface(body)
    case 2: return packet(body, interface: u16(body, 0).map(Int.init), size)
    case 3: return simplePacket(body, size)
    case 6: return packet(body, interface: u32(body, 0).map(Int.init), size)
    // Names, statistics and private blocks.
    default: break
    }
    return .other(name: nil, size: size)
  }

  /// Returns whether a block type is assigned: the draft's registry (section 11.1) and the start of the range for local
  /// use. In a damaged file the repeated length often matches by accident.
  private static func isAssigned(_ type: UInt32) -> Bool {
    switch type {
    case 0x01...0x0C, 0x101, 0x102, 0x201...0x216, 0xBAD, 0x4000_0BAD, sectionType, 0x8000_0000...0x8000_FFFF: true
    default: false
    }
  }

  private mutating func addInterface(_ body: ArraySlice<UInt8>) throws(CaptureError) {
    guard let number = u16(body, 0), let snapLength = u32(body, 4) else { return }
    var resolution: UInt64 = 1_000_000
    if let exponent = option(9, in: body.from(8))?.first {
      resolution = 1
      for _ in 0..<(exponent & 0x7F) {
        let (next, overflow) = resolution.multipliedReportingOverflow(by: exponent & 0x80 == 0 ? 10 : 2)
        if overflow { break }
        resolution = next
      }
    }
    var offset: Int64 = 0
    if let seconds = option(14, in: body.from(8)), let low = u32(seconds, isBigEndian ? 4 : 0),
      let high = u32(seconds, isBigEndian ? 0 : 4)
    {
      offset = Int64(bitPattern: UInt64(high) << 32 | UInt64(low))
    }
    let link = PcapLink(number)
    if link != nil { hasHostInterface = true }
    interfaces.append(
      Interface(link: link, number: number, resolution: resolution, offset: offset, snapLength: snapLength))
  }

  /// Throws if the file has interfaces but none of a Bluetooth host.
  func checkHasHost() throws(CaptureError) {
    if let first = interfaces.first, !hasHostInterface {
      throw .notBluetoothHost(PcapLink.name(ofOther: first.number))
    }
  }

  private func packet(_ body: ArraySlice<UInt8>, interface: Int?, _ size: Int) -> RecordStep {
    guard let interface, interfaces.indices.contains(interface), let high = u32(body, 4), let low = u32(body, 8),
      let included = u32(body, 12), let original = u32(body, 16),
      20 + Int(included) <= body.count
    else { return .malformed(size: size) }
    let clock = interfaces[interface]
    guard let link = clock.link else { return .unknown(PcapLink.name(ofOther: clock.number).english, size: size) }
    let ticks = UInt64(high) << 32 | UInt64(low)
    let (seconds, rest) = ticks.quotientAndRemainder(dividingBy: clock.resolution)
    let fraction = rest.multipliedFullWidth(by: 1_000_000)
    let microseconds = clock.resolution.dividingFullWidth(fraction).quotient
    let time = CaptureTime(
      microseconds: (Int64(truncatingIfNeeded: seconds) &+ clock.offset) &* 1_000_000
        &+ Int64(truncatingIfNeeded: microseconds))
    let padded = (Int(included) + 3) / 4 * 4
    var direction: RecordedFrame.Direction?
    if let flags = option(2, in: body.from(20 + padded)), let value = u32(flags, 0) {
      direction = value & 3 == 1 ? .received : value & 3 == 2 ? .sent : nil
    }
    return link.step(
      body.from(20, length: Int(included)), interface: UInt16(truncatingIfNeeded: interface), at: time, direction,
      missingCount: max(0, Int(original) - Int(included)), size: size)
  }

  /// Reads a packet of the first interface, without a time.
  private func simplePacket(_ body: ArraySlice<UInt8>, _ size: Int) -> RecordStep {
    guard let interface = interfaces.first, let original = u32(body, 0) else { return .malformed(size: size) }
    guard let link = interface.link else {
      return .unknown(PcapLink.name(ofOther: interface.number).english, size: size)
    }
    let limit = interface.snapLength == 0 ? UInt32.max : interface.snapLength
    let included = min(Int(min(original, limit)), body.count - 4)
    return link.step(
      body.from(4, length: included), at: nil, nil, missingCount: max(0, Int(original) - included), size: size)
  }

  /// Returns the value of the first option with this code: 16-bit code and length, value padded to four bytes.
  private func option(_ code: UInt16, in bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    var rest = bytes
    while let found = u16(rest, 0), let length = u16(rest, 2), found != 0 {
      if found == code { return rest.from(4, length: Int(length)) }
      rest = rest.from(4 + (Int(length) + 3) / 4 * 4)
    }
    return nil
  }

  func plausibleSize(_ bytes: ArraySlice<UInt8>, after time: CaptureTime?) -> Int? {
    let isSection = isCertain(bytes)
    guard let type = u32(bytes, 0), (1...6).contains(type) || isSection else { return nil }
    let order = isSection ? Self.order(bytes) ?? isBigEndian : isBigEndian
    guard let length = order ? bytes.be32(4) : bytes.le32(4), length >= 12, length % 4 == 0,
      length <= Self.maximumBlockSize
    else { return nil }
    let end = bytes.from(Int(length) - 4, length: 4)
    return end.count < 4 || end.elementsEqual(bytes.from(4, length: 4)) ? Int(length) : nil
  }

  func isCertain(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.be32(0) == Self.sectionType && Self.order(bytes) != nil
  }
}
