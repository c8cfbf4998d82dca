/// Joins the parts of values that do not fit into a packet: prepared writes and long reads.
public struct WholeValues: Sendable {
  /// A whole value, or the rest of one.
  public struct Value: Sendable {
    /// The operation that began the value: of a queued write the first that prepared it.
    public let operation: ATTOperation
    /// The time at which the value was complete.
    public let time: CaptureTime?
    /// How the value was transferred.
    public let kind: CapturedFrame.Kind
    /// The value; of a continued read, the bytes that follow the earlier ones.
    public let bytes: [UInt8]
    /// True if the bytes continue the value that was read last on the link.
    public let continuesRead: Bool
  }

  private var prepared: [Int: [ATTOperation]] = [:]
  /// The attribute that was read last on each link, and the number of its bytes so far.
  private var reads: [Int: (handle: UInt16?, count: Int)] = [:]

  /// Creates a joiner for the operations of any number of links.
  public init() {}

  /// Returns the values that an operation completes: none, one, or several if the host wrote several attributes at once.
  public mutating func values(_ operation: ATTOperation) -> [Value] {
    guard !operation.isOfHost else { return [] }
    func value(_ first: ATTOperation, _ kind: CapturedFrame.Kind, _ bytes: [UInt8], isRest: Bool = false) -> Value {
      Value(operation: first, time: operation.time, kind: kind, bytes: bytes, continuesRead: isRest)
    }
    switch operation.opcode {
    case .prepareWriteRequest:
      // Values have at most 512 bytes; a longer queue is damage.
      guard operation.attribute?.descriptor == nil, prepared[operation.link, default: []].count < 1024 else { break }
      prepared[operation.link, default: []].append(operation.copied)
    case .executeWriteRequest:
      let parts = prepared.removeValue(forKey: operation.link) ?? []
      guard operation.bytes.u8(1) == 1 else { return [] }
      // A queued write may contain several attributes, each in parts.
      var handles: [UInt16?] = []
      for part in parts where !handles.contains(part.handle) { handles.append(part.handle) }
      return handles.compactMap { handle in
        let own = parts.filter { $0.handle == handle }
        return own.first.map { value($0, .written(withResponse: true), own.flatMap { $0.value ?? [] }) }
      }
    case .readBlobResponse:
      // A blob read continues the previous read if it begins at the end of that one.
      guard let read = reads[operation.link], let bytes = operation.value, read.handle == operation.handle,
        operation.offset == read.count, operation.attribute?.descriptor == nil
      else { return [] }
      reads[operation.link]?.count += bytes.count
      return [value(operation, .read, [UInt8](bytes), isRest: true)]
    default:
      guard let frame = operation.frame, let kind = CapturedFrame.Kind(operation.opcode) else { return [] }
      if kind == .read { reads[operation.link] = (operation.handle, frame.count) }
      return [value(operation, kind, [UInt8](frame))]
    }
    return []
  }
}
