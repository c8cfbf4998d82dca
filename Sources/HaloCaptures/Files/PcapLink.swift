/// The pcap and pcapng link types for packets of a Bluetooth host (tcpdump.org's list of link-layer header types).
enum PcapLink: Sendable {
  /// 187: packets with the type byte, without direction.
  case h4
  /// 201: the same after a big-endian 32-bit direction, 0 for sent.
  case h4WithDirection
  /// 254: messages of Linux's monitor channel, after the adapter's number and the opcode, big-endian.
  case monitor

  init?(_ number: UInt16) {
    switch number {
    case 187: self = .h4
    case 201: self = .h4WithDirection
    case 254: self = .monitor
    default: return nil
    }
  }

  /// Describes an unsupported link type.
  static func name(ofOther number: UInt16) -> Phrase {
    switch number {
    case 1: Phrase(verbatim: "Ethernet")
    case 251, 256, 272, 157: Phrase("a Bluetooth sniffer (radio packets)")
    case 255: Phrase("a Bluetooth Classic sniffer (radio packets)")
    case 189, 220, 249: Phrase(verbatim: "USB")
    default: Phrase("the link type \("\(number)")")
    }
  }

  /// Returns the content of a packet with this link type. Each interface of a file counts as its own controller.
  func step(
    _ packet: ArraySlice<UInt8>, interface: UInt16 = 0, at time: CaptureTime?, _ direction: RecordedFrame.Direction?,
    missingCount: Int, size: Int
  ) -> RecordStep {
    switch self {
    case .monitor:
      guard let controller = packet.be16(0), let code = packet.be16(2) else { return .malformed(size: size) }
      return LinuxMonitor.step(
        code: code, controller: controller ^ interface << 8, packet.from(4), at: time, missingCount: missingCount,
        size: size)
    case .h4WithDirection:
      guard let way = packet.be32(0) else { return .malformed(size: size) }
      return Self.h4.step(
        packet.from(4), interface: interface, at: time, way & 1 == 0 ? .sent : .received, missingCount: missingCount,
        size: size)
    case .h4:
      guard let type = packet.u8(0) else { return .malformed(size: size) }
      guard let kind = CaptureRecord.Kind(rawValue: type) else { return .unknown("H4 type \(type)", size: size) }
      return .packet(
        CaptureRecord(
          time: time, kind: kind, direction: direction, controller: interface, bytes: packet.from(1),
          missingCount: missingCount), size: size)
    }
  }
}
