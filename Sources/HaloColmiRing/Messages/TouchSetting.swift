extension ColmiRing {
  /// An app's setting of the touch surface.
  ///
  /// ```
  /// → 3B 01 00 01 01 …   on (off: 00 in byte 4)
  /// → 3B 02 00 09 01 …   report every gesture; at least 500 ms after the first request
  ///   0  1  2  3  4
  /// ```
  ///
  /// The format of the answers is unknown: they stay ``Message/unknown(_:)``.
  public enum TouchSetting: Hashable, Sendable {
    /// Turns the touch surface on or off.
    case enabled(Bool)
    /// The ring reports every gesture.
    case allEvents

    static let form = PacketForm(command: 0x3B, request: { TouchSetting($0).map(Request.configureTouch) })

    init?(_ packet: Packet) {
      switch packet.bytes[1..<5] {
      case [1, 0, 1, 0]: self = .enabled(false)
      case [1, 0, 1, 1]: self = .enabled(true)
      case [2, 0, 9, 1]: self = .allEvents
      default: return nil
      }
    }

    /// The encoded request.
    var packet: Packet {
      switch self {
      case .enabled(let isEnabled): Packet(Self.form.command, [1, 0, 1, isEnabled ? 1 : 0])
      case .allEvents: Packet(Self.form.command, [2, 0, 9, 1])
      }
    }

    /// Writes the fields of the request.
    func writeRequest<Fields: FieldWriter>(to fields: inout Fields) {
      switch self {
      case .enabled(let isEnabled): fields.field("enabled", isEnabled)
      case .allEvents: fields.field("events", "all")
      }
      fields.field("of", "touch")
      fields.field("type", "configure")
    }
  }
}
