/// The frames of a capture that pass a filter, grouped by source, and the number of frames of every source.
public struct CharacteristicFrames: Sendable {
  /// One direction of a characteristic or descriptor.
  public struct Source: Hashable, Sendable {
    /// The device; `nil` if the capture does not say.
    public let device: DeviceAddress?
    /// The link if the device is unknown; otherwise 0.
    public let link: Int
    public let handle: UInt16
    /// The service; `nil` if it is unknown.
    public let service: BluetoothUUID?
    /// The characteristic; `nil` if it is unknown.
    public let characteristic: BluetoothUUID?
    /// True if the handle was discovered as a descriptor. Some devices send notifications from such handles.
    public let isDescriptor: Bool
    /// The direction, from the host's point of view.
    public let direction: RecordedFrame.Direction
  }

  /// The frames of one source.
  public struct Stream: Sendable {
    /// The source of the frames.
    public let source: Source
    /// The frames, in order.
    public internal(set) var frames: [CharacteristicFrame]

    /// Returns the stream with its frames joined into messages, or unchanged if they contain no message.
    public func joined(_ joining: MessageJoining) -> Stream {
      let messages = joining.join(frames).messages
      return messages.isEmpty ? self : Stream(source: source, frames: messages)
    }
  }

  /// The sources that pass the filter, ordered by number of frames, descriptors last.
  public private(set) var streams: [Stream] = []
  /// The number of frames of every source, including sources that the filter rejects.
  public private(set) var counts: [Source: Int] = [:]
  /// The time of the first packet.
  public private(set) var firstTime: CaptureTime?

  /// Reads a capture to its end. `names` come from a survey of the same capture.
  public init(_ reader: CaptureReader, names: CaptureNames, _ filter: OperationFilter) throws {
    var reader = reader
    var decoder = CaptureDecoder(names: names, learns: false)
    var indices: [Source: Int] = [:]
    var values = WholeValues()
    // The frame that was read last on each link, if it passed the filter.
    var reads: [Int: (stream: Int, frame: Int)] = [:]
    try reader.forEach { record in
      if let time = record.time, firstTime.map({ time < $0 }) ?? true { firstTime = time }
      decoder.receive(record) { operation in
        for value in values.values(operation) {
          if value.continuesRead {
            if let read = reads[operation.link] { streams[read.stream].frames[read.frame].bytes += value.bytes }
            continue
          }
          let first = value.operation
          guard let handle = first.handle else { continue }
          let source = Source(
            device: first.device, link: first.device == nil ? first.link : 0, handle: handle,
            service: first.attribute?.service, characteristic: first.attribute?.characteristic,
            isDescriptor: first.attribute?.descriptor != nil,
            direction: first.direction)
          counts[source, default: 0] += 1
          let passes = filter.passes(first)
          if value.kind == .read, !passes { reads[first.link] = nil }
          guard passes else { continue }
          let index = indices[source] ?? streams.count
          if index == streams.count {
            indices[source] = index
            streams.append(Stream(source: source, frames: []))
          }
          if value.kind == .read { reads[first.link] = (index, streams[index].frames.count) }
          streams[index].frames.append(CharacteristicFrame(time: first.time, link: first.link, bytes: value.bytes))
        }
      }
    }
    // `sorted` is not guaranteed to be stable.
    streams = streams.enumerated().sorted { left, right in
      let one = left.element
      let other = right.element
      if one.source.isDescriptor != other.source.isDescriptor { return other.source.isDescriptor }
      return (other.frames.count, left.offset) < (one.frames.count, right.offset)
    }.map(\.element)
  }
}
