import HaloBluetooth

extension SyntheticCapture {
  /// The conversation as a file: the header and the records.
  public struct File: Sendable {
    /// The file header; empty for PacketLogger, whose files have no header.
    public let header: [UInt8]
    /// The records in order, each with its header.
    public let records: [[UInt8]]

    /// The whole file.
    public var bytes: [UInt8] { header + records.flatMap { $0 } }
  }

  /// Writes the conversation as a file. Packets longer than `limit` are truncated. btsnoop 1001 cannot distinguish
  /// voice from data, so voice is omitted.
  public func file(_ format: SyntheticFormat, keeping limit: Int = .max) -> File {
    switch format {
    case .btsnoop(let link):
      File(
        header: [UInt8]("btsnoop".utf8) + [0] + NumberBytes.big(UInt32(1)) + NumberBytes.big(link),
        records: packets.filter { link != 1001 || $0.kind != 3 }.map { Self.btsnoop($0, link, limit) })
    case .packetLogger(let isBigEndian):
      File(header: [], records: packets.map { Self.packetLogger($0, isBigEndian) })
    case .pcap(let isBigEndian, let isNanoseconds, let link):
      File(
        header: Self.pcapHeader(isBigEndian, isNanoseconds, link),
        records: packets.map { packet in
          let whole = Self.payload(packet, link)
          let kept = whole.prefix(limit)
          let fraction = packet.time % 1_000_000 * (isNanoseconds ? 1000 : 1)
          return [UInt32(packet.time / 1_000_000), UInt32(fraction), UInt32(kept.count), UInt32(whole.count)]
            .flatMap { NumberBytes.of($0, isBigEndian: isBigEndian) } + kept
        })
    case .pcapng(let isBigEndian, let link):
      File(
        header: Pcapng.section(isBigEndian) + Pcapng.interface(isBigEndian, link),
        records: packets.map { Pcapng.enhanced(isBigEndian, $0, link, limit) })
    case .pcapngSimple(let isBigEndian):
      File(
        header: Pcapng.section(isBigEndian)
          + Pcapng.interface(isBigEndian, 187, snapLength: UInt32(min(limit, 262_144))),
        records: packets.map { Pcapng.simple(isBigEndian, $0, limit) })
    case .pcapngInterfaces(let isBigEndian):
      Pcapng.severalInterfaces(isBigEndian, packets, limit)
    }
  }

  private static func btsnoop(_ packet: Packet, _ link: UInt32, _ limit: Int) -> [UInt8] {
    let whole = link == 1002 ? [packet.kind] + packet.bytes : packet.bytes
    let kept = whole.prefix(limit)
    var flags: UInt32 = packet.direction == .received ? 1 : 0
    if packet.kind == 1 || packet.kind == 4 { flags |= 2 }
    if link == 2001 { flags = UInt32(monitorCode(packet)) }
    return [UInt32(whole.count), UInt32(kept.count), flags, 0].flatMap { NumberBytes.big($0) }
      + NumberBytes.big(packet.time + 0x00DC_DDB3_0F2F_8000) + kept
  }

  private static func packetLogger(_ packet: Packet, _ isBigEndian: Bool) -> [UInt8] {
    let type: UInt8 =
      switch (packet.kind, packet.direction) {
      case (1, _): 0
      case (4, _): 1
      case (2, .sent): 2
      case (2, .received): 3
      case (3, .sent): 8
      case (3, .received): 9
      case (_, .sent): 0x0C
      case (_, .received): 0x0D
      }
    return [UInt32(packet.bytes.count + 9), UInt32(packet.time / 1_000_000), UInt32(packet.time % 1_000_000)]
      .flatMap { NumberBytes.of($0, isBigEndian: isBigEndian) } + [type] + packet.bytes
  }

  private static func pcapHeader(_ isBigEndian: Bool, _ isNanoseconds: Bool, _ link: UInt16) -> [UInt8] {
    func number(_ value: UInt32) -> [UInt8] { NumberBytes.of(value, isBigEndian: isBigEndian) }
    func short(_ value: UInt16) -> [UInt8] { NumberBytes.of(value, isBigEndian: isBigEndian) }
    return number(isNanoseconds ? 0xA1B2_3C4D : 0xA1B2_C3D4) + short(2) + short(4) + number(0) + number(0)
      + number(262_144) + number(UInt32(link))
  }

  /// Returns a packet with the prefix of its link type.
  static func payload(_ packet: Packet, _ link: UInt16) -> [UInt8] {
    switch link {
    case 187: [packet.kind] + packet.bytes
    case 201: NumberBytes.big(UInt32(packet.direction == .sent ? 0 : 1)) + [packet.kind] + packet.bytes
    default: NumberBytes.big(UInt16(0)) + NumberBytes.big(monitorCode(packet)) + packet.bytes
    }
  }

  private static func monitorCode(_ packet: Packet) -> UInt16 {
    switch (packet.kind, packet.direction) {
    case (1, _): 2
    case (4, _): 3
    case (2, .sent): 4
    case (2, .received): 5
    case (3, .sent): 6
    case (3, .received): 7
    case (_, .sent): 0x12
    case (_, .received): 0x13
    }
  }
}

/// Creates pcapng blocks.
private enum Pcapng {
  static func number(_ value: UInt32, _ isBigEndian: Bool) -> [UInt8] {
    NumberBytes.of(value, isBigEndian: isBigEndian)
  }

  static func short(_ value: UInt16, _ isBigEndian: Bool) -> [UInt8] { NumberBytes.of(value, isBigEndian: isBigEndian) }

  static func block(_ isBigEndian: Bool, _ type: UInt32, _ body: [UInt8]) -> [UInt8] {
    let filled = body + padding(body.count)
    let length = number(UInt32(filled.count + 12), isBigEndian)
    return number(type, isBigEndian) + length + filled + length
  }

  static func padding(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: (4 - count % 4) % 4) }

  static func option(_ isBigEndian: Bool, _ code: UInt16, _ value: [UInt8]) -> [UInt8] {
    short(code, isBigEndian) + short(UInt16(value.count), isBigEndian) + value + padding(value.count)
  }

  static func section(_ isBigEndian: Bool, comment: String? = nil) -> [UInt8] {
    let options = comment.map { option(isBigEndian, 1, [UInt8]($0.utf8)) + [0, 0, 0, 0] } ?? []
    return block(
      isBigEndian, 0x0A0D_0D0A,
      number(0x1A2B_3C4D, isBigEndian) + short(1, isBigEndian) + short(0, isBigEndian)
        + [UInt8](repeating: 0xFF, count: 8) + options)
  }

  static func interface(
    _ isBigEndian: Bool, _ link: UInt16, snapLength: UInt32 = 0, _ options: [UInt8] = []
  ) -> [UInt8] {
    block(
      isBigEndian, 1,
      short(link, isBigEndian) + [0, 0] + number(snapLength, isBigEndian)
        + (options.isEmpty ? [] : options + [0, 0, 0, 0]))
  }

  static func enhanced(
    _ isBigEndian: Bool, _ packet: SyntheticCapture.Packet, _ link: UInt16, _ limit: Int, interface: UInt32 = 0,
    ticks: UInt64? = nil
  ) -> [UInt8] {
    let whole = SyntheticCapture.payload(packet, link)
    let kept = [UInt8](whole.prefix(limit))
    let ticks = ticks ?? UInt64(packet.time)
    let flags = number(packet.direction == .received ? 1 : 2, isBigEndian)
    return block(
      isBigEndian, 6,
      [interface, UInt32(ticks >> 32), UInt32(truncatingIfNeeded: ticks), UInt32(kept.count), UInt32(whole.count)]
        .flatMap { number($0, isBigEndian) } + kept + padding(kept.count) + option(isBigEndian, 2, flags)
        + [0, 0, 0, 0])
  }

  static func simple(_ isBigEndian: Bool, _ packet: SyntheticCapture.Packet, _ limit: Int) -> [UInt8] {
    let whole = SyntheticCapture.payload(packet, 187)
    return block(isBigEndian, 3, number(UInt32(whole.count), isBigEndian) + whole.prefix(limit))
  }

  /// Writes each link to its own interface, as for a computer with several controllers whose clocks have different
  /// resolutions.
  ///
  /// Interfaces: 0 Ethernet; 1 microseconds; 2 nanoseconds; 3 units of 2⁻³² s; 4 microseconds with an offset. Some
  /// packets are followed by a block of another kind.
  static func severalInterfaces(
    _ isBigEndian: Bool, _ packets: [SyntheticCapture.Packet], _ limit: Int
  ) -> SyntheticCapture.File {
    let offset: Int64 = 1_700_000_000
    let resolutions =
      interface(isBigEndian, 1) + interface(isBigEndian, 187)
      + interface(isBigEndian, 201, option(isBigEndian, 9, [9]))
      + interface(isBigEndian, 254, option(isBigEndian, 2, [UInt8]("hci0".utf8)) + option(isBigEndian, 9, [0x80 | 32]))
      + interface(
        isBigEndian, 187,
        option(isBigEndian, 9, [6]) + option(isBigEndian, 14, NumberBytes.of(offset, isBigEndian: isBigEndian)))
    var records: [[UInt8]] = []
    for (index, packet) in packets.enumerated() {
      let seconds = UInt64(packet.time / 1_000_000)
      let fraction = UInt64(packet.time % 1_000_000)
      switch packet.link % 4 {
      case 0: records.append(enhanced(isBigEndian, packet, 187, limit, interface: 1))
      case 1:
        records.append(
          enhanced(isBigEndian, packet, 201, limit, interface: 2, ticks: UInt64(packet.time) * 1000 + 999))
      case 2:
        let ticks = seconds << 32 | ((fraction << 32) + 999_999) / 1_000_000
        records.append(enhanced(isBigEndian, packet, 254, limit, interface: 3, ticks: ticks))
      default:
        let ticks = UInt64(packet.time - offset * 1_000_000)
        records.append(enhanced(isBigEndian, packet, 187, limit, interface: 4, ticks: ticks))
      }
      // Interface statistics.
      if index % 16 == 5 {
        records[records.count - 1] += block(isBigEndian, 5, [UInt8](repeating: 0, count: 12))
      }
    }
    return SyntheticCapture.File(header: section(isBigEndian, comment: "made up") + resolutions, records: records)
  }
}
