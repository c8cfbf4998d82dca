public import HaloWearables

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

    /// Hardware version.
    public let hardware: Int
    /// Firmware version: the parts before and after the point.
    public let firmware: [Int]
    /// The charge in percent.
    public let batteryPercent: Int
    private let modelBytes: [UInt8]
    private let flags: [UInt8]
    private let trailing: [UInt8]

    /// Creates information; only the first six ASCII characters of the model are encoded.
    public init(model: String, hardware: UInt8, firmware: (UInt8, UInt8), batteryPercent: Int) {
      let name = model.utf8.filter { $0 < 0x80 }.prefix(6)
      modelBytes = name + [UInt8](repeating: 0, count: 6 - name.count)
      self.hardware = Int(hardware)
      self.firmware = [Int(firmware.0), Int(firmware.1)]
      self.batteryPercent = min(max(batteryPercent, 0), 255)
      flags = [0, 0, 0, 0]
      trailing = [0, 0]
    }

    init?(_ frame: Frame) {
      let body = frame.payload
      guard frame.sender == .watch, frame.command == Self.command, frame.mark == Frame.Mark.facts, body.count >= 14
      else { return nil }
      modelBytes = [UInt8](body[..<6])
      hardware = Int(body[6])
      firmware = [Int(body[7]), Int(body[8])]
      flags = [UInt8](body[9..<13])
      batteryPercent = Int(body[13])
      trailing = [UInt8](body[14...])
    }

    var frame: Frame {
      let versions = ([hardware] + firmware).map { UInt8(clamping: $0) }
      return Frame(
        .watch, Self.command, Frame.Mark.facts,
        modelBytes + versions + flags + [UInt8(clamping: batteryPercent)] + trailing)
    }

    var frames: [[UInt8]] { [frame.bytes] }

    func isAnswer(to request: Request, on channel: Channel) -> Bool { request == .information }

    /// The model without trailing zeros and spaces.
    public var model: String {
      let text = modelBytes.prefix { $0 != 0 }
      return String(decoding: text.prefix((text.lastIndex { $0 != 0x20 } ?? -1) + 1), as: UTF8.self)
    }

    /// The firmware's version: `1.23`.
    public var firmwareVersion: String { "\(firmware[0]).\(firmware[1])" }

    /// Writes the fields in alphabetical order.
    public func write<Fields: FieldWriter>(to fields: inout Fields) {
      fields.field("batteryPercent", batteryPercent)
      fields.field("firmware", firmwareVersion)
      fields.field("flags", hexadecimal: flags)
      fields.field("hardware", hardware)
      fields.field("model", model)
      fields.field("type", "watchInformation")
    }
  }
}
