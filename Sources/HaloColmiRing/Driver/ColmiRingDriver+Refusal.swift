public import HaloBluetooth
public import HaloWearables

extension ColmiRingDriver {
  /// Returns why a value must not be written to a ring: it replaces firmware, is a factory command, erases the ring, or turns off the
  /// ring or its Bluetooth.
  ///
  /// Only whole frames may be written: a packet of 16 bytes, or big data of the length in its header. Otherwise a refused command could
  /// be hidden in a longer value, or be sent in parts. Sources: `docs/colmi-ring.md`.
  public static func refusal(of value: [UInt8], to characteristic: Characteristic) -> WriteRefusal? {
    let isBigData =
      characteristic.service == ColmiRing.GATT.bigDataService || characteristic.uuid == ColmiRing.GATT.bigDataWrite
    guard isBigData || characteristic.service == ColmiRing.GATT.commandService else { return nil }
    if let refusal = refusal(of: value) { return refusal }
    if value.first == ColmiRing.BigData.mark {
      return ColmiRing.BigData.isWhole(value)
        ? nil
        : WriteRefusal(
          "Big data are BC, an id, the payload's length and checksum of two bytes each, and the payload. This value has another length."
        )
    }
    if isBigData { return WriteRefusal("Big data begin with BC. Halo writes only whole big-data requests there.") }
    return value.count == Packet.length ? nil : WriteRefusal(advice(for: value))
  }

  /// Returns why a frame must not be sent to a ring, on either channel and whatever follows its first two bytes. Every frame that the
  /// driver itself sends is checked too.
  static func refusal(of frame: [UInt8]) -> WriteRefusal? {
    guard let first = frame.first else { return nil }
    let second = frame.dropFirst().first
    if first == ColmiRing.BigData.mark {
      guard let id = second, firmwareUpdates.contains(where: { $0.contains(id) }) else { return nil }
      return WriteRefusal("Big data \(Hexadecimal.code(id)) belongs to the firmware update. Halo never sends it.")
    }
    if first == ColmiRing.RawLight.command, let second, calibrationResets.contains(second) {
      return WriteRefusal(
        "Command \(Hexadecimal.code(first)) \(Hexadecimal.code(second)) resets a ring's calibration. Halo never sends it."
      )
    }
    return refusedCommands[first].map { WriteRefusal("Command \(Hexadecimal.code(first)) \($0)") }
  }

  private typealias Packet = ColmiRing.Packet

  /// What each refused command does, by its code.
  private static let refusedCommands: [UInt8: String] = [
    0x0F: "starts a firmware update, without which a ring no longer works. Halo never sends it.",
    0x20: "changes a ring's calibration. Halo never sends it.",
    0x2E: "starts a firmware update. Halo never sends it.",
    0x54: "turns off a ring's Bluetooth until the ring is charged. Halo never sends it.",
    0xC9: "is a factory test. Halo never sends it.",
    0xCA: "is a factory test. Halo never sends it.",
    ColmiRing.PowerOff.command: "turns off a ring. Use 'halo power-off', which asks first.",
    ColmiRing.FactoryReset.command: "erases a ring. Use 'halo factory-reset', which asks first.",
  ]

  /// The ids of the firmware update's big data.
  private static let firmwareUpdates: [ClosedRange<UInt8>] = [0x01...0x06, 0x21...0x24, 0x31...0x39]

  /// The second bytes with which command A1 resets the calibration, and does not start or stop the raw stream.
  private static let calibrationResets: Set<UInt8> = [0x01, 0x06]

  /// Describes a packet, and gives a short value as the whole packet that was probably meant.
  private static func advice(for value: [UInt8]) -> String {
    let words =
      "A ring's packets have \(Packet.length) bytes: a command, 14 more, and the sum of them all. This has \(value.count)"
    guard !value.isEmpty, value.count < Packet.length else { return words + "." }
    let padded = value + [UInt8](repeating: 0, count: Packet.length - 1 - value.count)
    return words + "; as a packet it is \(Hexadecimal.string(padded + [padded.reduce(0, &+)]))."
  }
}
