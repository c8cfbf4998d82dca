import HaloText
public import HaloBluetooth
public import HaloWearables

extension ColmiRingDriver {
  /// Returns why a value must not be written to a ring: it replaces firmware, is a factory command, erases the ring, or
  /// turns off the ring or its Bluetooth.
  ///
  /// Only whole frames may be written: a packet of 16 bytes, or big data of the length in its header. Otherwise a
  /// refused command could be hidden in a longer value, or be sent in parts. Sources: `docs/colmi-ring.md`.
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

  /// Returns why a frame must not be sent to a ring, on either channel and with any bytes after the first two. The
  /// driver's own frames are checked too.
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
    return refusal(ofCommand: first)
  }

  private typealias Packet = ColmiRing.Packet

  /// Returns why a command must not be sent; `nil` if it may be.
  private static func refusal(ofCommand code: UInt8) -> WriteRefusal? {
    let command = Hexadecimal.code(code)
    return switch code {
    case 0x0F:
      WriteRefusal(
        "Command \(command) starts a firmware update. If it is interrupted, the ring no longer works. Halo never sends it."
      )
    case 0x20: WriteRefusal("Command \(command) changes a ring's calibration. Halo never sends it.")
    case 0x2E: WriteRefusal("Command \(command) starts a firmware update. Halo never sends it.")
    case 0x54:
      WriteRefusal("Command \(command) turns off a ring's Bluetooth until the ring is charged. Halo never sends it.")
    case 0xC9, 0xCA: WriteRefusal("Command \(command) is a factory test. Halo never sends it.")
    case ColmiRing.PowerOff.command:
      WriteRefusal("Command \(command) turns off a ring. Use 'halo power-off', which asks first.")
    case ColmiRing.FactoryReset.command:
      WriteRefusal("Command \(command) erases a ring. Use 'halo factory-reset', which asks first.")
    default: nil
    }
  }

  /// The ids of the firmware update's big data.
  private static let firmwareUpdates: [ClosedRange<UInt8>] = [0x01...0x06, 0x21...0x24, 0x31...0x39]

  /// The second bytes of command A1 that reset the calibration. Others start or stop the raw stream.
  private static let calibrationResets: Set<UInt8> = [0x01, 0x06]

  /// Explains the packet format, and completes a short value to the packet that was probably meant.
  private static func advice(for value: [UInt8]) -> Phrase {
    let rule = Phrase(
      "A ring's packets have \(Packet.length) bytes: a command, 14 more and a checksum. This value has \(value.count)."
    )
    guard !value.isEmpty, value.count < Packet.length else { return rule }
    let padded = value + [UInt8](repeating: 0, count: Packet.length - 1 - value.count)
    return Phrase("\(rule) The complete packet would be \(Hexadecimal.string(padded + [padded.reduce(0, &+)])).")
  }
}
