extension EverestW311 {
  /// The watch's model, versions and charge.
  ///
  /// ```
  /// ← DE 06 09 FB 57 33 31 31 00 00 01 01 17 00 00 00 00 57 00 00
  ///               4                 10 11 12 13          17 18
  ///   model: ASCII · flags: of settings, like the bytes after the charge
  /// ```
  public struct WatchInformation: WatchMessage {
    static let command = Command(6, 0x09)
    static let question = SimpleRequest(command, "watchInformation", mark: Frame.Mark.facts)

    /// Maps the bytes to the fields of the JSON line.
    public static let byteMap = [
      ByteField("model", 4..<10), ByteField("hardware", 10..<11), ByteField("firmware", 11..<13),
      ByteField("flags", 13..<17), ByteField("batteryPercent", 17..<18),
    ]

    let frame: Frame
    /// Hardware version.
    public var hardware: Int { Int(frame.payload[6]) }
    /// Firmware version: the parts before and after the point.
    public var firmware: [Int] { frame.payload[7...8].map { Int($0) } }
    /// The charge in percent.
    public var batteryPercent: Int { Int(frame.payload[13]) }

    /// Creates information; only the first six ASCII characters of the model are encoded.
    public init(model: String, hardware: UInt8, firmware: (UInt8, UInt8), batteryPercent: Int) {
      let name = model.utf8.filter { $0 < 0x80 }.prefix(6)
      let text: [UInt8] = name + [UInt8](repeating: 0, count: 6 - name.count)
      let rest = [hardware, firmware.0, firmware.1, 0, 0, 0, 0, UInt8(clamping: batteryPercent), 0, 0]
      frame = Frame(.watch, Self.command, Frame.Mark.facts, text + rest)
    }

    init?(_ frame: Frame) {
      guard frame.sender == .watch, frame.command == Self.command, frame.mark == Frame.Mark.facts,
        frame.payload.count >= 14
      else { return nil }
      self.frame = frame
    }

    var frames: [[UInt8]] { [frame.bytes] }

    func isAnswer(to request: Request, on channel: Channel) -> Bool { request == .information }

    /// The model without trailing zeros and spaces.
    public var model: String {
      let text = frame.payload[..<6].prefix { $0 != 0 }
      return String(decoding: text.prefix((text.lastIndex { $0 != 0x20 } ?? -1) + 1), as: UTF8.self)
    }

    /// The firmware's version: `1.23`.
    public var firmwareVersion: String { "\(firmware[0]).\(firmware[1])" }

    /// Writes the fields in alphabetical order.
    public func write<Fields: FieldWriter>(to fields: inout Fields) {
      fields.field("batteryPercent", batteryPercent)
      fields.field("firmware", firmwareVersion)
      fields.field("flags", hexadecimal: [UInt8](frame.payload[9..<13]))
      fields.field("hardware", hardware)
      fields.field("model", model)
      fields.field("type", "watchInformation")
    }
  }
}
