/// Collects the addresses, names and keys in HCI commands and events, advertisements and pairing (Core Specification,
/// volume 4, part E, 7, and volume 3, part H, 3).
struct IdentityCollector {
  /// The identities found.
  var secrets = CaptureSecrets()
  /// Incomplete pairing packets, by link and direction.
  private var pairing: [UInt32: PacketReassembly] = [:]

  /// The parts of parameters that identify someone, each with its offset.
  private enum Part {
    case address(Int)
    case addresses(Int, every: Int)
    case key(Int)
    case name(Int)
    case advertisingData(Int)
  }

  /// The packets with such parts.
  private enum Packet {
    case command, event, lowEnergyEvent
    /// The result of a command, after its status.
    case completion
  }

  /// Collects what a packet contains.
  mutating func receive(_ record: CaptureRecord) {
    let bytes = record.bytes
    switch (record.kind, bytes.u8(0)) {
    case (.command, _): add(Self.parts(.command, bytes.le16(0) ?? 0), bytes.from(3))
    case (.event, 0x0E): add(Self.parts(.completion, bytes.le16(3) ?? 0), bytes.from(6))
    case (.event, 0x3E):
      add(Self.parts(.lowEnergyEvent, UInt16(bytes.u8(2) ?? 0)), bytes.from(2))
      reports(bytes.from(2))
    case (.event, let code): add(Self.parts(.event, UInt16(code ?? 0)), bytes.from(2))
    case (.acl, _): data(record)
    case (.synchronous, _), (.isochronous, _): break
    }
  }

  private static func parts(_ packet: Packet, _ code: UInt16) -> [Part] {
    switch (packet, code) {
    case (.command, 0x040B), (.event, 0x18): [.address(0), .key(6)]
    case (.command, 0x0C11), (.event, 0x15): [.addresses(1, every: 22)]
    case (.command, 0x0C13), (.completion, 0x0C14): [.name(0)]
    case (.command, 0x0C52), (.command, 0x2008...0x2009), (.completion, 0x0C51): [.advertisingData(1)]
    case (.command, 0x2037...0x2038): [.advertisingData(4)]
    case (.command, 0x203F): [.advertisingData(3)]
    case (.command, 0x2019): [.key(12)]
    case (.command, 0x201A): [.key(2)]
    case (.command, 0x2027): [.address(1), .key(7), .key(23)]
    case (.event, 0x02), (.event, 0x22): [.addresses(1, every: 14)]
    case (.event, 0x07): [.address(1), .name(7)]
    case (.event, 0x2F): [.address(1), .advertisingData(15)]
    case (.lowEnergyEvent, 0x0A), (.lowEnergyEvent, 0x29): [.address(6), .address(12), .address(18)]
    case (.lowEnergyEvent, 0x0B): [.addresses(4, every: 16), .addresses(11, every: 16)]
    // Nearly all commands for classic links begin with an address.
    case (.command, 0x0405...0x07FF), (.command, 0x080B), (.command, 0x0C0D), (.command, 0x0C12), (.command, 0x2005),
      (.completion, 0x0405...0x07FF), (.completion, 0x1009), (.completion, 0x202B...0x202C), (.event, 0x04),
      (.event, 0x16...0x17), (.event, 0x31...0x35), (.event, 0x3B...0x3D):
      [.address(0)]
    case (.command, 0x2011...0x2012), (.command, 0x2028...0x202C), (.command, 0x2035), (.command, 0x2047...0x2048),
      (.command, 0x204E), (.event, 0x12), (.event, 0x36):
      [.address(1)]
    case (.command, 0x0C05): [.address(2)]
    case (.command, 0x2043...0x2044), (.event, 0x03), (.event, 0x2C), (.lowEnergyEvent, 0x13): [.address(3)]
    case (.command, 0x2085): [.address(5)]
    case (.command, 0x200D), (.lowEnergyEvent, 0x01), (.lowEnergyEvent, 0x0E), (.lowEnergyEvent, 0x24): [.address(6)]
    case (.command, 0x2006): [.address(7)]
    case (.lowEnergyEvent, 0x18), (.lowEnergyEvent, 0x26): [.address(10)]
    case (.command, 0x2036), (.command, 0x207F): [.address(12)]
    default: []
    }
  }

  private mutating func add(_ parts: [Part], _ bytes: ArraySlice<UInt8>) {
    for part in parts {
      switch part {
      case .address(let offset): if let address = DeviceAddress(bytes, at: offset) { secrets.add(address) }
      // Link keys follow the addresses of stored ones.
      case .addresses(let first, let step):
        for offset in stride(from: first, to: bytes.count, by: step) {
          add([.address(offset)] + (step == 22 ? [.key(offset + 6)] : []), bytes)
        }
      case .key(let offset):
        let key = bytes.from(offset, length: 16)
        if key.count == 16 { secrets.add([UInt8](key)) }
      case .name(let offset): secrets.add(text: bytes.from(offset).prefix { $0 != 0 })
      case .advertisingData(let offset):
        AdvertisingData.forEach(bytes.from(offset)) { type, range in
          switch type {
          case AdvertisingData.shortName, AdvertisingData.completeName: add([.name(0)], bytes[range])
          // Addresses of intended peers, and of the device.
          case 0x17, 0x18, 0x1B: add([.addresses(0, every: 6)], bytes[range])
          default: break
          }
        }
      }
    }
  }

  private mutating func reports(_ parameters: ArraySlice<UInt8>) {
    AdvertisingReport.forEach(parameters) { report in
      secrets.add(report.address)
      // An extended report may name the device that it is for.
      if parameters.u8(0) == 0x0D { add([.address(report.addressOffset + 14)], parameters) }
      add([.advertisingData(0)], parameters.from(report.dataRange.lowerBound, length: report.dataRange.count))
    }
  }

  /// Reassembles the packets of pairing, on its channels 6 and 7.
  private mutating func data(_ record: CaptureRecord) {
    guard let head = record.bytes.le16(0) else { return }
    let link =
      UInt32(record.controller) << 16 | UInt32(head & 0x0FFF) << 1 | (record.direction == .received ? 1 : 0)
    let outcome: PacketReassembly.Outcome?
    if head >> 12 & 3 == 1 {
      outcome = pairing[link]?.go(on: record.bytes.from(4))
    } else if let channel = record.bytes.le16(6), channel != 6, channel != 7 {
      if !pairing.isEmpty { pairing[link] = nil }
      return
    } else {
      outcome = pairing[link, default: PacketReassembly()].begin(record.bytes.from(4))
    }
    guard case .packet(6...7, let packet) = outcome else { return }
    pairing[link] = nil
    switch packet.u8(0) {
    // The encryption, identity and signature keys, and the identity address.
    case 0x06, 0x08, 0x0A: add([.key(1)], packet)
    case 0x09: add([.address(2)], packet)
    default: break
    }
  }
}
