/// An operation as `halo capture show --json` prints it.
public struct OperationLine: MessageFields {
  private let operation: ATTOperation
  private let time: String?
  private let device: String?
  private let service: String?
  private let characteristic: String?
  private let descriptor: String?
  private let messages: [any MessageFields]

  /// Creates the line of an operation. `words` caches repeated texts.
  public init(_ operation: ATTOperation, _ messages: [any MessageFields], _ words: inout CaptureFormatter) {
    self.operation = operation
    self.messages = messages
    time = operation.time.map { words.time($0) }
    device = operation.device.map { words.text($0) }
    service = operation.attribute?.service.map { words.text($0) }
    characteristic = operation.attribute?.characteristic.map { words.text($0) }
    descriptor = operation.attribute?.descriptor.map { words.text($0) }
  }

  /// Writes the fields of the JSON object, in alphabetical order.
  public func write<Fields: FieldWriter>(to fields: inout Fields) {
    if let characteristic { fields.field("characteristic", characteristic) }
    if let descriptor { fields.field("descriptor", descriptor) }
    if let device { fields.field("device", device) }
    fields.field("direction", operation.direction == .sent ? "sent" : "received" as StaticString)
    // A frame may complete an earlier message and contain one of its own; the latter is the frame's message.
    if messages.count > 1 { fields.field("earlierMessages", messages.dropLast().map(AnyMessage.init)) }
    if let handle = operation.handle { fields.field("handle", Int(handle)) }
    fields.field("link", operation.link)
    if let message = messages.last { fields.field("message", AnyMessage(message: message)) }
    if let offset = operation.offset { fields.field("offset", offset) }
    fields.field("opcode", Int(operation.opcode.rawValue))
    fields.field("operation", operation.opcode.name)
    if operation.value == nil { fields.field("parameters", hexadecimal: [UInt8](operation.bytes.dropFirst())) }
    if let service { fields.field("service", service) }
    if let time { fields.field("time", time) }
    if let value = operation.value { fields.field("value", hexadecimal: [UInt8](value)) }
  }
}

/// A type-erased message.
private struct AnyMessage: MessageFields {
  let message: any MessageFields

  func write<Fields: FieldWriter>(to fields: inout Fields) { message.write(to: &fields) }
}
