import HaloBluetooth
public import HaloWearables

/// Reads the values of a capture as messages, each link by itself.
public struct ConversationMessages {
  private struct Key: Hashable {
    let link: Int
    let family: String
  }

  private let registry: DriverRegistry
  private var readers: [Key: any ConversationReader] = [:]

  /// Nothing seen; the families of `registry` will be read.
  public init(_ registry: DriverRegistry) { self.registry = registry }

  /// The messages that become whole with an operation; most often none or one.
  public mutating func messages(of operation: ATTOperation) -> [any MessageFields] {
    guard let uuid = operation.attribute?.characteristic, let frame = operation.frame, !operation.isOfHost,
      let type = registry.conversation(of: uuid)
    else { return [] }
    let key = Key(link: operation.link, family: type.family.id)
    var messages: [any MessageFields] = []
    var reader = readers.removeValue(forKey: key) ?? type.init()
    reader.receive([UInt8](frame), operation.direction, of: uuid) { messages.append($0) }
    readers[key] = reader
    return messages
  }

  /// What is unfinished at the end.
  public mutating func finish() -> [any MessageFields] {
    var messages: [any MessageFields] = []
    for key in readers.keys { readers[key]?.finish { messages.append($0) } }
    readers.removeAll()
    return messages
  }
}
