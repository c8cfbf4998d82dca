import HaloBluetooth
public import HaloWearables

/// Decodes the values of a capture as messages, separately for each link.
public struct ConversationMessages {
  private struct Key: Hashable {
    let link: Int
    let family: String
  }

  private let registry: DriverRegistry
  private var readers: [Key: any ConversationReader] = [:]
  private var values = WholeValues()

  /// Creates a decoder for the protocols in `registry`.
  public init(_ registry: DriverRegistry) { self.registry = registry }

  /// Returns the messages that an operation completes; usually none or one.
  public mutating func messages(of operation: ATTOperation) -> [any MessageFields] {
    // Most operations are of no interest.
    if operation.frame != nil, operation.attribute?.characteristic.flatMap({ registry.conversation(of: $0) }) == nil {
      return []
    }
    var messages: [any MessageFields] = []
    for value in values.values(operation) where !value.continuesRead {
      guard let uuid = value.operation.attribute?.characteristic, let type = registry.conversation(of: uuid) else {
        continue
      }
      let key = Key(link: operation.link, family: type.family.id)
      var reader = readers.removeValue(forKey: key) ?? type.init()
      reader.receive(value.bytes, operation.direction, of: uuid) { messages.append($0) }
      readers[key] = reader
    }
    return messages
  }

  /// Returns the unfinished messages at the end.
  public mutating func finish() -> [any MessageFields] {
    var messages: [any MessageFields] = []
    for key in readers.keys { readers[key]?.finish { messages.append($0) } }
    readers.removeAll()
    return messages
  }
}
