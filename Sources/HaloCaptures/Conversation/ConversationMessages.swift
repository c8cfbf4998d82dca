@_exported public import HaloWearables

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
  private var values = WholeValues()

  /// Creates a decoder for the surveyed capture.
  public init(_ survey: CaptureSurvey) { self.survey = survey }

  /// Returns the messages that an operation completes; usually none or one.
  public mutating func messages(of operation: ATTOperation) -> [any MessageFields] {
    // Most operations are of no interest.
    if operation.frame != nil, case .unknown? = decoding(of: operation) { return [] }
    var messages: [any MessageFields] = []
    for value in values.values(operation) where !value.continuesRead {
      guard let uuid = value.operation.attribute?.characteristic, let decoding = decoding(of: value.operation) else {
        continue
      }
      switch decoding {
      case .unknown: break
      case .single(let read): messages.append(read(value.bytes))
      case .family(let type):
        let key = Key(link: operation.link, family: type.family.id)
        var reader = readers.removeValue(forKey: key) ?? type.init()
        reader.receive(value.bytes, operation.direction, of: uuid) { messages.append($0) }
        readers[key] = reader
      }
    }
    return messages
  }

  /// Returns how an operation's attribute is decoded; `nil` without one.
  private mutating func decoding(of operation: ATTOperation) -> Decoding? {
    guard let uuid = operation.attribute?.characteristic, let handle = operation.handle else { return nil }
    let place = Place(link: operation.link, handle: handle)
    if let known = decodings[place] { return known }
    let decoding =
      survey.conversation(of: operation).map { Decoding.family($0) }
      ?? survey.registry.reader(of: uuid).map { .single($0) } ?? .unknown
    decodings[place] = decoding
    return decoding
  }

  /// Returns the unfinished messages at the end.
  public mutating func finish() -> [any MessageFields] {
    var messages: [any MessageFields] = []
    for key in readers.keys { readers[key]?.finish { messages.append($0) } }
    readers.removeAll()
    return messages
  }
}
