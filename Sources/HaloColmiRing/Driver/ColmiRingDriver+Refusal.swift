public import HaloBluetooth
public import HaloWearables

extension ColmiRingDriver {
  /// Firmware update, the factory's tests, erasing and switching off are not for hands. So that none of them can be hidden in a longer
  /// value, or put together from shorter ones, only whole frames go to a ring: a packet of 16 bytes, or big data of the length it says.
  public static func refusal(of value: [UInt8], to characteristic: Characteristic) -> WriteRefusal? {
    let services = [ColmiRing.GATT.commandService, ColmiRing.GATT.bigDataService]
    guard services.contains(characteristic.service) else { return nil }
    if value.first == ColmiRing.BigData.mark { return refusal(ofBigData: value) }
    if let command = value.first, let deed = forbidden[command] {
      return WriteRefusal("Command \(Hexadecimal.code(command)) \(deed)")
    }
    if characteristic.service == ColmiRing.GATT.bigDataService {
      return WriteRefusal("Big data begin with BC; Halo writes whole requests of them to a ring, and nothing else.")
    }
    guard value.count == Packet.length else { return WriteRefusal(advice(for: value)) }
    return nil
  }

  private typealias Packet = ColmiRing.Packet

  private static let forbidden: [UInt8: String] = [
    0x0F: "makes a ring wait for new firmware, and useless without it. Halo never sends it.",
    0xC9: "is a test of the factory's. Halo never sends it.",
    0xCA: "is a test of the factory's. Halo never sends it.",
    ColmiRing.PowerOff.command: "switches a ring off. 'halo power-off' does that, and asks before.",
    ColmiRing.FactoryReset.command: "erases a ring. 'halo factory-reset' does that, and asks before.",
  ]

  private static func refusal(ofBigData value: [UInt8]) -> WriteRefusal? {
    guard value.count >= ColmiRing.BigData.headerLength,
      value.count == ColmiRing.BigData.headerLength + Int(value[2]) + Int(value[3]) << 8
    else {
      return WriteRefusal(
        "Big data are BC, an id, the payload's length and checksum of two bytes each, and the payload. This is not as long as it says."
      )
    }
    guard !(0x01...0x05).contains(value[1]) else {
      return WriteRefusal("Big data \(Hexadecimal.code(value[1])) replaces a ring's firmware. Halo never sends it.")
    }
    return nil
  }

  /// What a packet is, and how the one that was meant is written.
  private static func advice(for value: [UInt8]) -> String {
    let words =
      "A ring's packets have \(Packet.length) bytes: a command, 14 more, and the sum of them all. This has \(value.count)"
    guard !value.isEmpty, value.count < Packet.length else { return words + "." }
    let padded = value + [UInt8](repeating: 0, count: Packet.length - 1 - value.count)
    return words + "; as a packet it is \(Hexadecimal.string(padded + [padded.reduce(0, &+)]))."
  }
}
