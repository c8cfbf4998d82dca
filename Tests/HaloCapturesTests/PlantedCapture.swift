import HaloBluetooth
import HaloCaptures
import HaloSimulatedRadio

/// A made capture of an unknown band, in which the identities of a phone, its owner and a neighbor occur. Each seed
/// gives another protocol, other places and other encodings.
struct PlantedCapture {
  /// An identity, in all forms in which it must not remain.
  struct Identity {
    let name: String
    var forms: [[UInt8]]

    static func address(_ name: String, _ bytes: [UInt8]) -> Identity {
      let digits = bytes.map { $0 < 16 ? "0" + String($0, radix: 16) : String($0, radix: 16) }
      let texts = [":", "-", ""].flatMap { separator in
        [digits, digits.reversed()].map { $0.joined(separator: separator) }
      }
      return Identity(
        name: name, forms: [bytes, bytes.reversed()] + (texts + texts.map { $0.uppercased() }).map { [UInt8]($0.utf8) })
    }
  }

  /// The time of each packet is 40 ms after the one before it.
  private(set) var log = Btsnoop.header(.h4)
  private(set) var identities: [Identity] = []
  /// The serial number in BCD, if only constant bytes in frames tell it.
  private(set) var unnamedSerial: [UInt8]?
  /// The offset of the steps in frames of ``liveType``, and whether the upper byte comes first.
  private(set) var steps = (offset: 0, isBigEndian: false)
  let checksum: Checksum

  static let liveType: UInt8 = 0x10

  private var random: SeededGenerator
  private let header: [UInt8]
  private let isPadded: Bool
  private var microseconds: Int64 = 1_790_000_000_000_000

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed &* 7_919 &+ 13)
    let checksums: [Checksum] = [.sum, .xor, .crc8, .crc16Modbus, .negatedSum]
    checksum = checksums[Int(seed) % checksums.count]
    header = seed % 2 == 0 ? [0x5A, 0xB1] : [0xA7]
    isPadded = seed % 3 != 0
    steps.isBigEndian = seed % 4 == 1
    make(seed)
  }

  // MARK: Content

  private mutating func make(_ seed: UInt64) {
    let (phone, identity, neighbor) = (address(), address(), address())
    // A resolvable private address.
    let link = [UInt8](address().dropLast()) + [0x40 | UInt8.random(in: 0..<0x40, using: &random)]
    let owner = ["Mirjam", "Tobiasz", "Ulrike", "Xaver"][Int(seed / 2) % 4]
    let phoneName = "\(owner) P\(Int.random(in: 10...99, using: &random))"
    let neighborName = "TV \(Int.random(in: 10_000...99_999, using: &random))"
    let digits = (0..<10).map { _ in UInt8.random(in: 1...9, using: &random) }
    let serial = stride(from: 0, to: 10, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    let isNamed = seed % 2 == 1
    identities = [
      .address("phone", phone), .address("identity", identity), .address("neighbor", neighbor), .address("link", link),
      Identity(name: "phone's name", forms: [[UInt8](phoneName.utf8), phoneName.utf8.flatMap { [$0, 0] }]),
      Identity(name: "neighbor's name", forms: [[UInt8](neighborName.utf8)]),
      Identity(name: "serial", forms: [serial, serial.reversed(), digits.map { $0 + 0x30 }]),
    ]
    if !isNamed { unnamedSerial = serial }

    event([0x0E, 10, 1, 0x09, 0x10, 0] + phone)
    command([0x13, 0x0C, 248] + phoneName.utf8 + [UInt8](repeating: 0, count: 248 - phoneName.utf8.count))
    let advertisement = [UInt8(neighborName.utf8.count + 1), 0x09] + neighborName.utf8
    event(
      [0x3E, UInt8(12 + advertisement.count), 0x02, 1, 0, 1] + neighbor + [UInt8(advertisement.count)] + advertisement
        + [0xC0])
    event([0x3E, 19, 0x01, 0, 0x40, 0, 0, 1] + link + [24, 0, 0, 0, 0xF4, 1, 0])
    pair(identity, inParts: seed % 4 < 2)
    discover()
    if isNamed {
      packet(.sent, [0x0A, 0x09, 0])
      packet(.received, [0x0B] + digits.map { $0 + 0x30 })
    }
    traffic(seed, phone: phone, identity: identity, neighbor: neighbor, phoneName, serial)
  }

  private mutating func traffic(
    _ seed: UInt64, phone: [UInt8], identity: [UInt8], neighbor: [UInt8], _ phoneName: String, _ serial: [UInt8]
  ) {
    var (pulse, count, energy) = (70, Int.random(in: 200...60_000, using: &random), 120)
    let carriers = [identity, neighbor, phone]
    for number in 0..<120 {
      pulse = min(120, max(50, pulse + Int.random(in: -2...2, using: &random)))
      count += Int.random(in: 0...3, using: &random)
      energy += Int.random(in: 0...6, using: &random) == 0 ? 1 : 0
      let upper = UInt8(count >> 8 & 0xFF)
      let lower = UInt8(count & 0xFF)
      steps.offset = header.count + 2
      receive(
        Self.liveType,
        [UInt8(pulse)] + (steps.isBigEndian ? [upper, lower] : [lower, upper]) + [0, 0]
          + [[1, 2, 4][number / 20 % 3], UInt8(energy & 0xFF), UInt8(energy >> 8)])
      if number % 4 == 0 {
        send(0x02, [UInt8(number / 60), 1])
        receive(0x82, [0])
      }
      if number % 8 == 1 {
        receive(0x11, [UInt8(number / 8)] + (0..<8).map { _ in UInt8.random(in: 0...255, using: &random) })
      }
      // The serial number stays the same beside a battery level and a clock.
      if number % 6 == 2 { receive(0x12, [UInt8(90 - number / 12), UInt8(number), 3] + serial + [0]) }
      guard number % 10 == 3 else { continue }
      let turn = number / 10
      let bytes = carriers[turn % 3]
      let form = (turn + Int(seed)) % 2 == 0 ? bytes : bytes.reversed()
      switch (turn + Int(seed)) % 4 {
      case 0: receive(0x20, [UInt8(turn), 7] + form)
      case 1:
        let text = form.map { $0 < 16 ? "0" + String($0, radix: 16) : String($0, radix: 16) }.joined()
        receive(0x21, [UInt8(turn)] + (turn % 2 == 0 ? text : text.uppercased()).utf8)
      default:
        let cut = Int.random(in: 1...5, using: &random)
        receive(0x22, [0, UInt8(turn), 9] + form[..<cut], isCut: true)
        receive(0x22, [1] + form[cut...] + [2, UInt8(turn)], isCut: true)
      }
      if turn % 6 == 0 { send(0x41, phone) }
      if turn % 6 == 1 { send(0x42, [UInt8](phoneName.utf8)) }
      if turn % 6 == 2 {
        let text = [UInt8](phoneName.utf8)
        send(0x43, [0] + text.prefix(5), isCut: true)
        send(0x43, [1] + text.dropFirst(5), isCut: true)
      }
      if turn % 6 == 3 { send(0x44, phoneName.utf8.flatMap { [$0, 0] }) }
    }
  }

  // MARK: Packets

  private mutating func address() -> [UInt8] {
    (0..<6).map { UInt8.random(in: (0x11 + 0x20 * $0)...(0x2F + 0x20 * $0), using: &random) }
  }

  /// The identity key and address; small controllers split them.
  private mutating func pair(_ identity: [UInt8], inParts: Bool) {
    let key = (0..<16).map { _ in UInt8.random(in: 0...255, using: &random) }
    for packet in [[0x08] + key, [0x09, 0] + identity] as [[UInt8]] {
      let whole = [UInt8(packet.count), 0, 6, 0] + packet
      let parts = inParts ? [whole[..<9], whole[9...]] : [whole[...]]
      for (index, part) in parts.enumerated() {
        record(.acl, [0x40, index == 0 ? 0x20 : 0x10, UInt8(part.count), 0] + part, .received)
      }
    }
  }

  private mutating func discover() {
    packet(.sent, [0x10, 1, 0, 0xFF, 0xFF, 0, 0x28])
    packet(.received, [0x11, 6, 1, 0, 0x06, 0, 0xE0, 0xFF, 7, 0, 0x20, 0, 0x0A, 0x18])
    for (handle, properties, uuid) in [(3, 0x0C, 0xFFE1), (5, 0x10, 0xFFE2), (9, 0x02, 0x2A25)] as [(UInt8, UInt8, Int)]
    {
      packet(.sent, [0x08, handle - 1, 0, 0xFF, 0xFF, 0x03, 0x28])
      packet(
        .received, [0x09, 7, handle - 1, 0, properties, handle, 0, UInt8(uuid & 0xFF), UInt8(uuid >> 8)])
    }
  }

  private mutating func receive(_ type: UInt8, _ payload: [UInt8], isCut: Bool = false) {
    packet(.received, [0x1B, 5, 0] + frame(type, payload, isCut))
  }

  private mutating func send(_ type: UInt8, _ payload: [UInt8], isCut: Bool = false) {
    packet(.sent, [0x52, 3, 0] + frame(type, payload, isCut))
  }

  private func frame(_ type: UInt8, _ payload: [UInt8], _ isCut: Bool) -> [UInt8] {
    var bytes = header + [type] + payload
    if isPadded, !isCut { bytes += [UInt8](repeating: 0, count: max(0, 20 - checksum.width - bytes.count)) }
    let sum = checksum.value(bytes)
    return bytes + (checksum.width == 1 ? [UInt8(sum & 0xFF)] : [UInt8(sum & 0xFF), UInt8(sum >> 8)])
  }

  private mutating func packet(_ direction: RecordedFrame.Direction, _ packet: [UInt8]) {
    let head: [UInt8] = [0x40, direction == .sent ? 0 : 0x20, UInt8(packet.count + 4), 0, UInt8(packet.count), 0, 4, 0]
    record(.acl, head + packet, direction)
  }

  private mutating func command(_ bytes: [UInt8]) { record(.command, bytes, .sent) }

  private mutating func event(_ bytes: [UInt8]) { record(.event, bytes, .received) }

  private mutating func record(
    _ kind: CaptureRecord.Kind, _ bytes: [UInt8], _ direction: RecordedFrame.Direction
  ) {
    log += Btsnoop.record(kind, bytes, direction, at: CaptureTime(microseconds: microseconds))
    microseconds += 40_000
  }
}
