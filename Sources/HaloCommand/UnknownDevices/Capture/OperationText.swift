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
      heading(
        Phrase("link \(number): \(label(device, number)) disconnected (\(Self.words(ofReason: reason)))"), at: time)
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

  /// Returns the reason of a disconnection (Core Specification, volume 1, part F).
  private static func words(ofReason reason: UInt8) -> Phrase {
    switch reason {
    case 0x05: Phrase("authentication failed")
    case 0x08: Phrase("connection timeout")
    case 0x13: Phrase("by the remote device")
    case 0x15: Phrase("the remote device powered off")
    case 0x16: Phrase("by the local host")
    case 0x22, 0x3E: Phrase("the connection was not established")
    case 0x3D: Phrase("encryption failed")
    default: Phrase("reason \(Hexadecimal.code(reason))")
    }
  }
}

extension ATTOpcode {
  /// A short name of the operation.
  fileprivate var words: String {
    switch rawValue {
    case 0x01: "error"
    case 0x02, 0x03: "MTU"
    case 0x04: "find info"
    case 0x05: "info"
    case 0x06: "find by value"
    case 0x07: "found"
    case 0x08: "read by type"
    case 0x09: "by type"
    case 0x0A: "read"
    case 0x0B: "value"
    case 0x0C: "read more"
    case 0x0D: "more"
    case 0x10: "read groups"
    case 0x11: "groups"
    case 0x12: "write"
    case 0x13: "written"
    case 0x16: "prepare write"
    case 0x17: "prepared"
    case 0x18: "execute write"
    case 0x19: "executed"
    case 0x1B: "notification"
    case 0x1D: "indication"
    case 0x1E: "confirmed"
    case 0x52: "write command"
    default: name.description
    }
  }
}

extension ATTOperation {
  /// A description of an operation that carries no device value.
  fileprivate var explanation: String? {
    let parameters = bytes.dropFirst()
    func number(_ offset: Int) -> Int? {
      guard parameters.count >= offset + 2 else { return nil }
      return Int(parameters[parameters.startIndex + offset])
        | Int(parameters[parameters.startIndex + offset + 1]) << 8
    }
    switch opcode.rawValue {
    case 0x02, 0x03: return number(0).map { "\($0) bytes" }
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
