public import HaloBluetooth

/// The frames of a capture that a filter lets pass, by what they went through, and how many frames everything else has.
public struct CharacteristicFrames: Sendable {
  /// What frames went through, one way.
  public struct Source: Hashable, Sendable {
    /// The device; `nil` where the capture does not say.
    public let device: DeviceAddress?
    /// The link, where the device is not known; 0 otherwise.
    public let link: Int
    /// The handle.
    public let handle: UInt16
    /// The characteristic; `nil` where it is not known.
    public let characteristic: BluetoothUUID?
    /// Whether discovery says that the handle is a descriptor, which some devices notify through all the same.
    public let isDescriptor: Bool
    /// Which way, as the host sees it.
    public let direction: RecordedFrame.Direction
  }

  /// The frames of a source.
  public struct Stream: Sendable {
    /// What they went through.
    public let source: Source
    /// The frames, in order.
    public internal(set) var frames: [CharacteristicFrame]
  }

  /// The sources that pass, the one with most frames first; descriptors last.
  public private(set) var streams: [Stream] = []
  /// How many frames there are of every source, whether it passes or not.
  public private(set) var counts: [Source: Int] = [:]
  /// When the first packet was.
  public private(set) var firstTime: CaptureTime?

  /// Reads a capture to its end; `names` are what a survey of it found.
  public init(_ reader: CaptureReader, names: CaptureNames, _ filter: OperationFilter) throws {
    var reader = reader
    var decoder = CaptureDecoder(names: names, learns: false)
    var indices: [Source: Int] = [:]
    try reader.forEach { record in
      if let time = record.time, firstTime.map({ time < $0 }) ?? true { firstTime = time }
      decoder.receive(record) { operation in
        guard let handle = operation.handle, let frame = operation.frame, !operation.isOfHost else { return }
        let source = Source(
          device: operation.device, link: operation.device == nil ? operation.link : 0, handle: handle,
          characteristic: operation.attribute?.characteristic, isDescriptor: operation.attribute?.descriptor != nil,
          direction: operation.direction)
        counts[source, default: 0] += 1
        guard filter.passes(operation) else { return }
        let index = indices[source] ?? streams.count
        if index == streams.count {
          indices[source] = index
          streams.append(Stream(source: source, frames: []))
        }
        streams[index].frames.append(
          CharacteristicFrame(time: operation.time, link: operation.link, bytes: [UInt8](frame)))
      }
    }
    // Sorting does not keep the order of equals.
    streams = streams.enumerated().sorted { left, right in
      let (one, other) = (left.element, right.element)
      if one.source.isDescriptor != other.source.isDescriptor { return other.source.isDescriptor }
      return (other.frames.count, left.offset) < (one.frames.count, right.offset)
    }.map(\.element)
  }
}
