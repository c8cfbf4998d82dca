import HaloCaptures

/// Formats operations for a terminal.
struct OperationText: OperationPrinter {
  private let terminal: Terminal
  private let labels: [DeviceAddress: String]
  private var storage: [UInt8] = []
  private var places: [Attribute: String] = [:]
  private var day: CalendarDate?
  private var link: Int?
  /// The local UTC offset, looked up once per hour.
  private var offset: (hour: Int64, seconds: Int)?

  init(_ survey: CaptureSurvey, _ terminal: Terminal) {
    self.terminal = terminal
    labels = Dictionary(
      survey.devices.compactMap { device in device.address.map { ($0, device.label) } }
    ) { first, _ in first }
  }

  var bytes: ArraySlice<UInt8> { storage[...] }
  mutating func removeAll() { storage.removeAll(keepingCapacity: true) }

  mutating func append(_ operation: ATTOperation, _ messages: [any MessageFields]) {
    if link != operation.link {
      link = operation.link
      heading(Phrase("link \(operation.link): \(label(operation.device, operation.link))"))
    }
    let isSent = operation.direction == .sent
    var line = time(operation.time)
    line += terminal.paint(isSent ? " → " : " ← ", isSent ? .yellow : .cyan)
    line += operation.opcode.words.padded(to: 16)
    line += " " + place(operation)
    storage += line.utf8
    let bytes = operation.value ?? operation.bytes.dropFirst()
    if !bytes.isEmpty {
      storage.append(UInt8(ascii: " "))
      storage += FrameBytes.spaced(bytes).utf8
    }
    if let offset = operation.offset {
      storage += terminal.paint("  \(Phrase("from byte \(offset)").text)", .faint).utf8
    }
    if let text = operation.explanation { storage += terminal.paint("  \(text)", .faint).utf8 }
    storage.append(UInt8(ascii: "\n"))
    for message in messages { append(message, "") }
  }

  mutating func append(_ event: CaptureDecoder.Event, at time: CaptureTime?) {
    switch event {
    case .connected(let number, let device):
      link = number
      heading(Phrase("link \(number): \(label(device, number)) connected"), at: time)
    case .disconnected(let number, let device, let reason):
      let words = Self.reasons[reason] ?? Phrase("reason \(Hexadecimal.code(reason))")
      heading(Phrase("link \(number): \(label(device, number)) disconnected (\(words))"), at: time)
      link = nil
    case .encrypted(let number, _): heading(Phrase("link \(number): encrypted"), at: time)
    case .named: break
    }
  }

  mutating func finish(_ unfinished: [any MessageFields]) {
    for message in unfinished { append(message, "unfinished: ") }
  }

  private mutating func append(_ message: any MessageFields, _ prefix: String) {
    storage +=
      (String(repeating: " ", count: 18) + terminal.paint("\(prefix)\(TextFormat.json(message))", .green) + "\n").utf8
  }

  private mutating func heading(_ phrase: Phrase, at time: CaptureTime? = nil) {
    let clock = time.map { self.time($0) + "  " } ?? ""
    storage += (clock + terminal.paint("── \(VisibleText.printable(phrase.text))", .bold) + "\n").utf8
  }

  /// Returns the local time of day. Prints a line with the date first if the date changed.
  private mutating func time(_ time: CaptureTime?) -> String {
    guard let time else { return Phrase("(no time)").text.rightAligned(in: 13) + "  " }
    let hour = time.microseconds / 3_600_000_000
    if offset?.hour != hour { offset = (hour, time.secondsFromGMT) }
    let clock = time.wallClock(secondsFromGMT: offset?.seconds ?? 0)
    if day != clock.date {
      day = clock.date
      storage += (terminal.paint(Wording.current.date(clock.date, .long), .bold) + "\n").utf8
    }
    return time.text(on: clock)
  }

  private func label(_ device: DeviceAddress?, _ link: Int) -> String {
    device.map { labels[$0] ?? $0.description }
      ?? Phrase("an unknown device (connected before the capture)").text
  }

  private mutating func place(_ operation: ATTOperation) -> String {
    guard let handle = operation.handle else { return "" }
    let number = CaptureInfoText.hexadecimal(handle)
    guard let attribute = operation.attribute else { return number }
    let name = places[attribute] ?? CaptureInfoText.name(of: attribute)
    places[attribute] = name
    return "\(number) " + terminal.paint(name, operation.isOfHost ? .faint : .blue)
  }

  /// The reasons of a disconnection (Core Specification, volume 1, part F).
  private static let reasons: [UInt8: Phrase] = [
    0x05: Phrase("authentication failed"), 0x08: Phrase("connection timeout"), 0x13: Phrase("by the remote device"),
    0x15: Phrase("the remote device powered off"), 0x16: Phrase("by the local host"),
    0x22: Phrase("the connection was not established"), 0x3E: Phrase("the connection was not established"),
    0x3D: Phrase("encryption failed"),
  ]
}

extension ATTOpcode {
  /// A short name of the operation.
  fileprivate var words: String { Self.words[rawValue] ?? name.description }

  private static let words: [UInt8: String] = [
    0x01: "error", 0x02: "MTU", 0x03: "MTU", 0x04: "find info", 0x05: "info", 0x06: "find by value", 0x07: "found",
    0x08: "read by type", 0x09: "by type", 0x0A: "read", 0x0B: "value", 0x0C: "read more", 0x0D: "more",
    0x10: "read groups", 0x11: "groups", 0x12: "write", 0x13: "written", 0x16: "prepare write", 0x17: "prepared",
    0x18: "execute write", 0x19: "executed", 0x1B: "notification", 0x1D: "indication", 0x1E: "confirmed",
    0x52: "write command",
  ]
}

extension ATTOperation {
  /// A description of an operation that carries no device value.
  fileprivate var explanation: String? {
    let parameters = bytes.dropFirst()
    switch opcode.rawValue {
    case 0x02, 0x03:
      guard let low = parameters.first, let high = parameters.dropFirst().first else { return nil }
      return "\(Int(high) << 8 | Int(low)) bytes"
    case 0x01:
      guard let code = parameters.last, let request = parameters.first else { return nil }
      return "\(ATTOpcode(rawValue: request).name): \(BluetoothError.name(ofAttributeError: code) ?? "error \(code)")"
    case 0x12 where attribute?.descriptor == .clientConfiguration:
      return switch value?.first {
      case 0: Phrase("unsubscribe").text
      case 1: Phrase("subscribe to notifications").text
      case 2: Phrase("subscribe to indications").text
      default: nil
      }
    case 0x0B where attribute.map { $0.characteristic?.isText ?? false } ?? false:
      return value.map { "“\(VisibleText.printable(String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)))”" }
    default: return nil
    }
  }
}

extension BluetoothUUID {
  /// True if the characteristic's values are UTF-8 texts.
  fileprivate var isText: Bool { short.map { $0 == 0x2A00 || (0x2A24...0x2A29).contains($0) } ?? false }
}
