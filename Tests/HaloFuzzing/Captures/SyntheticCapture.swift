public import HaloBluetooth

/// A synthetic conversation between a phone and devices, packet by packet, with the operations that a reader must find.
///
/// It shares no code with the reader: every layout is implemented a second time, from the specifications.
public struct SyntheticCapture: Sendable {
  /// A packet between a host and its controller.
  public struct Packet: Sendable {
    /// Microseconds since 1970.
    public var time: Int64
    /// The H4 packet type: 1 command, 2 data, 3 voice, 4 event, 5 isochronous data.
    public var kind: UInt8
    /// The direction, from the host's point of view.
    public var direction: RecordedFrame.Direction
    /// The packet without the H4 packet type.
    public var bytes: [UInt8]
    /// The number of the packet's link; 0 if it belongs to no link.
    public var link = 0
  }

  /// A link of the conversation.
  public struct Link: Sendable {
    /// The link's number in order of appearance.
    public let number: Int
    /// The controller's handle of the link.
    public let handle: UInt16
    /// The device's address; `nil` if the capture does not contain it.
    public let device: String?
  }

  /// The packets in order of time.
  public private(set) var packets: [Packet] = []
  /// The operations that a reader must find.
  public private(set) var operations: [CapturedOperation] = []
  private var linkCount = 0
  private var time: Int64

  /// Creates an empty conversation that begins at `time`, in microseconds since 1970; the default is 2026-11-20.
  public init(at time: Int64 = 1_795_161_600_123_457) { self.time = time }

  // MARK: Packets

  private mutating func append(
    _ kind: UInt8, _ direction: RecordedFrame.Direction, _ bytes: [UInt8], of link: Int = 0
  ) {
    time += 7_503
    packets.append(Packet(time: time, kind: kind, direction: direction, bytes: bytes, link: link))
  }

  /// Advances the time.
  public mutating func wait(microseconds: Int64) { time += microseconds }

  /// Adds a command of the host.
  public mutating func command(_ opcode: UInt16, _ parameters: [UInt8] = []) {
    append(1, .sent, NumberBytes.little(opcode) + [UInt8(parameters.count)] + parameters)
  }

  /// Adds an event of the controller, for a link or none.
  public mutating func event(_ code: UInt8, _ parameters: [UInt8], of link: Int = 0) {
    append(4, .received, [code, UInt8(parameters.count)] + parameters, of: link)
  }

  /// Adds a packet of any kind.
  public mutating func packet(_ kind: UInt8, _ direction: RecordedFrame.Direction, _ bytes: [UInt8]) {
    append(kind, direction, bytes)
  }

  /// Adds data on a link's channel, fragmented at these positions of the L2CAP packet.
  public mutating func data(
    _ link: Link, _ direction: RecordedFrame.Direction, channel: UInt16, _ payload: [UInt8], cuts: [Int] = []
  ) {
    let whole = NumberBytes.little(UInt16(payload.count)) + NumberBytes.little(channel) + payload
    let bounds = [0] + cuts + [whole.count]
    for (start, end) in zip(bounds, bounds.dropFirst()) {
      fragment(link, direction, isFirst: start == 0, [UInt8](whole[start..<end]))
    }
  }

  /// Adds a fragment of data.
  public mutating func fragment(
    _ link: Link, _ direction: RecordedFrame.Direction, isFirst: Bool, _ bytes: [UInt8]
  ) {
    let boundary: UInt16 = !isFirst ? 1 : direction == .sent ? 0 : 2
    append(
      2, direction,
      NumberBytes.little(link.handle | boundary << 12) + NumberBytes.little(UInt16(bytes.count)) + bytes,
      of: link.number)
  }

  // MARK: Links

  /// The event that reports a connection.
  public enum ConnectionEvent: UInt8, CaseIterable, Sendable {
    case plain = 0x01
    case enhanced = 0x0A
    case enhancedVersion2 = 0x29
  }

  /// Adds the connection to a device.
  public mutating func connect(
    _ handle: UInt16, _ address: [UInt8], with event: ConnectionEvent = .plain
  ) -> Link {
    linkCount += 1
    let front = [event.rawValue, 0] + NumberBytes.little(handle) + [0, 1] + address.reversed()
    let timing: [UInt8] = [0x18, 0, 0, 0, 0xF4, 0x01]
    switch event {
    case .plain: self.event(0x3E, front + timing + [0], of: linkCount)
    case .enhanced: self.event(0x3E, front + [UInt8](repeating: 0, count: 12) + timing + [0], of: linkCount)
    case .enhancedVersion2:
      self.event(0x3E, front + [UInt8](repeating: 0, count: 12) + timing + [0, 0xFF, 0xFF, 0xFF], of: linkCount)
    }
    return Link(number: linkCount, handle: handle, device: Self.text(address))
  }

  /// Adds a link whose start is not in the capture.
  public mutating func resume(_ handle: UInt16) -> Link {
    linkCount += 1
    return Link(number: linkCount, handle: handle, device: nil)
  }

  /// Adds the end of a link.
  public mutating func disconnect(_ link: Link, reason: UInt8 = 0x13) {
    event(0x05, [0] + NumberBytes.little(link.handle) + [reason], of: link.number)
  }

  /// Adds an advertisement, in the legacy or extended report.
  public mutating func advertise(_ address: [UInt8], name: String, isExtended: Bool = false, isShort: Bool = false) {
    let data: [UInt8] = [2, 0x01, 0x06, UInt8(name.utf8.count + 1), isShort ? 0x08 : 0x09] + [UInt8](name.utf8)
    let length = UInt8(data.count)
    if isExtended {
      let middle: [UInt8] = [1, 0, 0xFF, 0x7F, 0xC4, 0, 0, 0, 0, 0, 0, 0, 0, 0]
      event(0x3E, [0x0D, 1, 0x13, 0, 1] + address.reversed() + middle + [length] + data)
    } else {
      event(0x3E, [0x02, 1, 0, 1] + address.reversed() + [length] + data + [0xC4])
    }
  }

  static func text(_ address: [UInt8]) -> String {
    address.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined(separator: ":")
  }

  // MARK: The attribute protocol

  /// Adds an attribute protocol packet, with the handle and the name that a reader must find for it.
  public mutating func attribute(
    _ link: Link, _ direction: RecordedFrame.Direction, _ bytes: [UInt8], handle: UInt16? = nil,
    name: AttributeName? = nil, ofHost isOfHost: Bool = false, cuts: [Int] = []
  ) {
    data(link, direction, channel: 4, bytes, cuts: cuts)
    note(link, direction, bytes, handle: handle, name: name, ofHost: isOfHost)
  }

  /// Records that the last packet completes an operation.
  public mutating func note(
    _ link: Link, _ direction: RecordedFrame.Direction, _ bytes: [UInt8], handle: UInt16? = nil,
    name: AttributeName? = nil, ofHost isOfHost: Bool = false
  ) {
    operations.append(
      CapturedOperation(
        time: time, direction: direction, link: link.number, device: link.device, handle: handle, isOfHost: isOfHost,
        name: name, bytes: bytes))
  }
}
