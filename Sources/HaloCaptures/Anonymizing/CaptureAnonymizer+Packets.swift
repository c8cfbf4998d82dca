/// The parts of packets that are known to be harmless.
extension CaptureAnonymizer {
  /// Returns whether a value says nothing about a person: subscriptions and data common to all devices of a model,
  /// within their maximum lengths.
  static func isNonPersonal(_ operation: ATTOperation, _ count: Int) -> Bool {
    if let descriptor = operation.attribute?.descriptor {
      // Some devices send notifications from a descriptor's handle; such a value is data.
      switch (operation.opcode, descriptor) {
      case (.notification, _), (.indication, _): return false
      case (_, .clientConfiguration), (_, 0x2903), (_, 0x2908): return count <= 2
      case (_, 0x2904): return count <= 7
      default: return false
      }
    }
    switch operation.attribute?.characteristic {
    case 0x2A19, 0x2A38: return count == 1
    case 0x2A01: return count == 2
    case 0x2A05: return count == 4
    case 0x2A04, 0x2ACC: return count == 8
    case 0x2AD4, 0x2AD5, 0x2AD6, 0x2AD7, 0x2AD8: return count <= 6
    case 0x2B29, 0x2B3A: return count <= 2
    case 0x2B2A: return count == 16
    // Model, revisions and manufacturer, which the device reports and nothing writes.
    case 0x2A24, 0x2A26, 0x2A27, 0x2A28, 0x2A29: return operation.direction == .received && count <= 32
    default: return false
    }
  }

  /// Returns the number of flag bytes at the start of a standard characteristic's value; `nil` for others.
  static func structure(of characteristic: BluetoothUUID) -> Int? {
    switch characteristic {
    case 0x2A37, 0x2A35, 0x2A36, 0x2A1C, 0x2A1E, 0x2A5B, 0x2A64, 0x2A53, 0x2A5E, 0x2A5F, 0x2A9D, 0x2AD9, 0x2ADA, 0x2AD3:
      1
    case 0x2A63, 0x2A9C, 0x2ACD, 0x2ACF, 0x2AD0, 0x2AD1, 0x2AD2: 2
    case 0x2ACE: 3
    default: characteristic.assignedName == nil ? nil : 0
    }
  }

  /// Redacts a packet without a single value. Discovery is kept, as far as it can be recognized; values of several
  /// attributes are not.
  static func sanitized(_ packet: [UInt8], _ operation: ATTOperation, keepsValues: Bool) -> [UInt8] {
    func keeping(_ count: Int) -> [UInt8] { [UInt8](packet.prefix(count)) + packet.dropFirst(count).map { _ in 0 } }
    // A packet counts as a discovery response only if the capture contains its request.
    let isAsked = operation.request != nil
    switch operation.opcode.rawValue {
    case 0x01: return keeping(5)
    case 0x02, 0x03, 0x0A: return keeping(3)
    case 0x04, 0x0C: return keeping(5)
    case 0x08, 0x10: return keeping(packet.count == 7 ? 7 : 5)
    case 0x13, 0x19, 0x1E: return keeping(1)
    case 0x18: return keeping(2)
    case 0x05:
      let length = packet.count > 1 && packet[1] == 2 ? 18 : 4
      guard isAsked else { return keeping(1) }
      return keeping(2 + max(0, packet.count - 2) / length * length)
    // Services are searched by UUID; other searches contain a value.
    case 0x06 where packet.count >= 7 && packet[6] == 0x28 && packet[5] <= 1:
      return keeping(packet.count >= 23 ? 23 : 9)
    case 0x07: return keeping(isAsked ? 1 + (packet.count - 1) / 4 * 4 : 1)
    // Declarations, including those of included services; the values of other attributes may be anything.
    case 0x09, 0x11:
      let type = operation.request.flatMap { BluetoothUUID($0.from(5)) }
      let declarations: [BluetoothUUID] = operation.opcode.rawValue == 0x09 ? [0x2802, 0x2803] : [0x2800, 0x2801]
      let isDeclaration = type.map { declarations.contains($0) } ?? isDeclarations(packet)
      guard isDeclaration || (keepsValues && !operation.isOfHost), packet.count > 1, packet[1] > 0 else {
        return keeping(2)
      }
      return keeping(2 + (packet.count - 2) / Int(packet[1]) * Int(packet[1]))
    default: return keepsValues && !operation.isOfHost ? packet : keeping(1)
    }
  }

  /// Returns whether the entries of a response look like characteristic declarations, for a response without its
  /// request.
  private static func isDeclarations(_ packet: [UInt8]) -> Bool {
    let bytes = packet[...]
    guard let length = bytes.u8(1).map(Int.init), length == 7 || length == 21 else { return false }
    return stride(from: 2, to: packet.count, by: length).allSatisfy { start in
      guard let declaration = bytes.le16(start), let handle = bytes.le16(start + 3) else { return false }
      return handle > declaration && handle - declaration <= 1
    }
  }
}
