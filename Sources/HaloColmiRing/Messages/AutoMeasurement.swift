extension ColmiRing {
  /// The setting of an automatic measurement.
  ///
  /// ```
  /// ← 2C 01 01 …   SpO₂       ← 36 02 00 …   stress
  /// ← 38 01 01 …   HRV        ← 3A 03 01 00 …   temperature (one byte more)
  ///   0  1  2                   0  1  2  3
  ///   1 answer to reading (01) or writing (02) · 2 on (01); anything else is off (00 on an R12, 02 on an R02)
  /// → 3A 03 02 01 1E 05 0A 00 …   writes temperature; RT firmware acknowledges the short form, but does not measure
  /// ```
  public struct AutoMeasurement: RingMessage {
    static let forms = Quantity.allCases.map { quantity in
      PacketForm(
        command: quantity.command, message: { AutoMeasurement($0, of: quantity).map(Message.autoMeasurement) },
        request: { request(in: $0, of: quantity) },
        redacted: { packet, _ in packet.keeping(quantity == .temperature ? 5 : 3) })
    }

    /// The measured quantity.
    public enum Quantity: String, Sendable, CaseIterable {
      /// SpO₂.
      case spo2
      /// Stress score.
      case stress
      case hrv
      /// Skin temperature.
      case temperature

      var command: UInt8 { facts.command }

      /// The capability that the setting requires.
      package var capability: Capabilities { facts.capability }

      private var facts: (command: UInt8, capability: Capabilities, metric: Metric) {
        switch self {
        case .spo2: (0x2C, .spo2, .oxygenSaturation)
        case .stress: (0x36, .stress, .stress)
        case .hrv: (0x38, .hrv, .heartRateVariability)
        case .temperature: (0x3A, .temperature, .skinTemperature)
        }
      }

      /// The quantity of a metric; `nil` for metrics without such a setting.
      init?(_ metric: Metric) {
        guard let quantity = Self.allCases.first(where: { $0.facts.metric == metric }) else { return nil }
        self = quantity
      }

      /// The bytes between the command and the action.
      var prefix: [UInt8] { self == .temperature ? [3] : [] }
    }

    /// The measured quantity.
    public let quantity: Quantity
    /// True if the automatic measurement is on.
    public let isEnabled: Bool

    /// Creates a setting that turns automatic measurement of `quantity` on or off.
    public init(of quantity: Quantity, isEnabled: Bool) {
      self.quantity = quantity
      self.isEnabled = isEnabled
    }

    init?(_ packet: Packet, of quantity: Quantity) {
      let action = 1 + quantity.prefix.count
      guard quantity.prefix.isEmpty || packet[1] == quantity.prefix[0], packet[action] == 1 || packet[action] == 2
      else { return nil }
      self.init(of: quantity, isEnabled: packet[action + 1] == 1)
    }

    /// The encoded answer to a read request.
    public var packet: Packet { Packet(quantity.command, quantity.prefix + [1, isEnabled ? 1 : 0]) }

    static func readRequest(of quantity: Quantity) -> Packet { Packet(quantity.command, quantity.prefix + [1]) }

    static func writeRequest(of quantity: Quantity, isEnabled: Bool, hasSchedule: Bool = true) -> Packet {
      let schedule: [UInt8] = quantity == .temperature && hasSchedule ? [0x1E, 0x05, 0x0A, 0x00] : []
      return Packet(quantity.command, quantity.prefix + [2, isEnabled ? 1 : 0] + schedule)
    }

    private static func request(in packet: Packet, of quantity: Quantity) -> Request? {
      guard packet.starts(with: quantity.prefix) else { return nil }
      let action = 1 + quantity.prefix.count
      switch packet[action] {
      case 1: return .autoMeasurement(of: quantity)
      case 2:
        let isEnabled = packet[action + 1] == 1
        return quantity == .temperature && packet.isZero(from: action + 2)
          ? .configureTemperatureWithoutSchedule(isEnabled: isEnabled)
          : .configureAutoMeasurement(of: quantity, isEnabled: isEnabled)
      default: return nil
      }
    }

    /// Writes the fields of the write request.
    static func writeFields<Fields: FieldWriter>(
      of quantity: Quantity, isEnabled: Bool, type: StaticString = "configure", to fields: inout Fields
    ) {
      fields.field("enabled", isEnabled)
      fields.field("of", quantity.rawValue)
      fields.field("type", type)
    }

    /// Writes the fields in alphabetical order.
    public func write<Fields: FieldWriter>(to fields: inout Fields) {
      Self.writeFields(of: quantity, isEnabled: isEnabled, type: "autoMeasurement", to: &fields)
    }
  }
}
