import HaloBluetooth
public import HaloWearables

/// Decodes the values of a capture as messages, separately for each link: those of its devices' families, and of
/// characteristics that are decoded on their own, such as standard ones.
public struct ConversationMessages {
  private struct Key: Hashable {
    let link: Int
    let family: String
  }

  private struct Place: Hashable {
    let link: Int
    let handle: UInt16
  }

  /// The way in which the values of an attribute are decoded.
  private enum Decoding {
    case family(any ConversationReader.Type)
    case single(CharacteristicMessages.Reader)
    case unknown
  }

  private let survey: CaptureSurvey
  private var readers: [Key: any ConversationReader] = [:]
  private var decodings: [Place: Decoding] = [:]

  /// Creates a decoder for the surveyed capture.
  public init(_ survey: CaptureSurvey) { self.survey = survey }

  /// Returns the messages that an operation completes; usually none or one.
  public mutating func messages(of operation: ATTOperation) -> [any MessageFields] {
    guard let uuid = operation.attribute?.characteristic, let frame = operation.frame, !operation.isOfHost,
      let handle = operation.handle
    else { return [] }
    let place = Place(link: operation.link, handle: handle)
    let decoding = decodings[place] ?? decoding(of: operation, uuid)
    decodings[place] = decoding
    let type: any ConversationReader.Type
    switch decoding {
    case .unknown: return []
    case .single(let read): return [read([UInt8](frame))]
    case .family(let known): type = known
    }
    let key = Key(link: operation.link, family: type.family.id)
    var messages: [any MessageFields] = []
    var reader = readers.removeValue(forKey: key) ?? type.init()
    reader.receive([UInt8](frame), operation.direction, of: uuid) { messages.append($0) }
    readers[key] = reader
    return messages
  }

  private func decoding(of operation: ATTOperation, _ uuid: BluetoothUUID) -> Decoding {
    survey.conversation(of: operation).map { .family($0) } ?? survey.registry.reader(of: uuid).map { .single($0) }
      ?? .unknown
  }

  /// Returns the unfinished messages at the end.
  public mutating func finish() -> [any MessageFields] {
    var messages: [any MessageFields] = []
    for key in readers.keys { readers[key]?.finish { messages.append($0) } }
    readers.removeAll()
    return messages
  }
}
