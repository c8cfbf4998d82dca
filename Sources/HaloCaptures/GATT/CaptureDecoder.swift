import HaloBluetooth

/// Follows the links of a capture: HCI packets in, operations of the attribute protocol out.
///
/// Names of attributes come from ``names``; where it is to follow discovery itself, from what it has seen so far.
public struct CaptureDecoder {
  /// What a capture shows besides operations.
  public enum Event: Sendable, Hashable {
    /// A link came about.
    case connected(link: Int, DeviceAddress)
    /// A link ended; the reason is one of the controller's error codes.
    case disconnected(link: Int, DeviceAddress?, reason: UInt8)
    /// A link was encrypted.
    case encrypted(link: Int, DeviceAddress?)
    /// A device said its name.
    case named(DeviceAddress, String)
  }

  /// The attributes of the devices.
  public private(set) var names: CaptureNames
  /// What could not be followed, so far.
  public private(set) var losses = ConversationLosses()

  private struct Link {
    let number: Int
    let device: DeviceAddress?
    var reassembly = (sent: PacketReassembly(), received: PacketReassembly())
    /// The latest request each way that waits for its answer.
    var requests: (sent: ArraySlice<UInt8>?, received: ArraySlice<UInt8>?)
    /// Channels besides the fixed one that carry the attribute protocol (over classic links).
    var channels: Set<UInt16> = []
    /// Connection requests for such channels that wait for their answer, by their channel.
    var requestedChannels: Set<UInt16> = []
  }

  private var links: [UInt32: Link] = [:]
  private var linkCount = 0
  private let learns: Bool

  /// A decoder that names attributes by `names`. Where it `learns`, it adds to them what discovery in the capture says.
  public init(names: CaptureNames = CaptureNames(), learns: Bool = true) {
    self.names = names
    self.learns = learns
  }

  /// The fixed channel of the attribute protocol.
  private static let attributeChannel: UInt16 = 4
  private static let classicSignalling: UInt16 = 1

  /// Takes the next packet.
  @inline(__always)
  public mutating func receive(
    _ record: CaptureRecord, event: (Event) -> Void = { _ in }, operation: (ATTOperation) -> Void
  ) {
    if record.kind == .acl {
      data(record, operation)
    } else {
      LinkReading.news(record) { follow($0, record, event) }
    }
  }

  /// Says that no more packets come.
  public mutating func finish() {
    for link in links.values {
      losses.unfinishedCount += (link.reassembly.sent.isPending ? 1 : 0) + (link.reassembly.received.isPending ? 1 : 0)
    }
    links.removeAll()
  }

  private static func key(_ controller: UInt16, _ handle: UInt16) -> UInt32 {
    UInt32(controller) << 16 | UInt32(handle)
  }

  private mutating func follow(_ news: LinkNews, _ record: CaptureRecord, _ event: (Event) -> Void) {
    switch news {
    case .connected(let handle, let address):
      end(Self.key(record.controller, handle))
      let link = open(Self.key(record.controller, handle), address)
      event(.connected(link: link.number, address))
    case .disconnected(let handle, let reason):
      let key = Self.key(record.controller, handle)
      guard let link = links[key] else { return }
      end(key)
      event(.disconnected(link: link.number, link.device, reason: reason))
    case .encrypted(let handle):
      guard let link = links[Self.key(record.controller, handle)] else { return }
      event(.encrypted(link: link.number, link.device))
    case .named(let address, let name): event(.named(address, name))
    case .reset:
      for key in links.keys where UInt16(truncatingIfNeeded: key >> 16) == record.controller { end(key) }
    }
  }

  @discardableResult
  private mutating func open(_ key: UInt32, _ address: DeviceAddress?) -> Link {
    linkCount += 1
    let link = Link(number: linkCount, device: address)
    links[key] = link
    return link
  }

  private mutating func end(_ key: UInt32) {
    guard let link = links.removeValue(forKey: key) else { return }
    losses.unfinishedCount += (link.reassembly.sent.isPending ? 1 : 0) + (link.reassembly.received.isPending ? 1 : 0)
  }

  /// Takes asynchronous data (Core Specification, volume 4, part E, 5.4.2).
  private mutating func data(_ record: CaptureRecord, _ operation: (ATTOperation) -> Void) {
    guard let head = record.bytes.le16(0), let length = record.bytes.le16(2) else {
      losses.malformedCount += 1
      return
    }
    let handle = head & 0x0FFF
    let boundary = head >> 12 & 3
    let key = Self.key(record.controller, handle)
    if links[key] == nil { open(key, nil) }
    let payload = record.bytes.from(4, length: Int(length))
    // Nobody says which way it went: the flag tells of first fragments, and those that go on follow what is under way.
    let direction =
      record.direction
      ?? (boundary == 0
        ? .sent
        : boundary == 2
          ? .received : links[key]?.reassembly.sent.isPending == true ? .sent : .received)
    guard payload.count == Int(length) else {
      if record.missingCount == 0 { losses.malformedCount += 1 }
      forget(key, direction)
      return
    }
    // In place: a copy of the link would copy what it holds.
    let outcome: PacketReassembly.Outcome
    if boundary == 1 {
      outcome =
        direction == .sent
        ? links[key]?.reassembly.sent.go(on: payload) ?? .stray : links[key]?.reassembly.received.go(on: payload) ?? .stray
    } else {
      forget(key, direction)
      outcome =
        direction == .sent
        ? links[key]?.reassembly.sent.begin(payload) ?? .stray
        : links[key]?.reassembly.received.begin(payload) ?? .stray
    }
    switch outcome {
    case .packet(let channel, let packet):
      if channel == Self.attributeChannel || links[key]?.channels.contains(channel) == true {
        attribute(packet, key, direction, record.time, operation)
      } else {
        if channel == Self.classicSignalling { signal(packet, key, direction) }
        losses.otherPacketCount += 1
      }
    case .incomplete: break
    case .stray: losses.strayCount += 1
    case .overlong: losses.malformedCount += 1
    }
  }

  /// Forgets what is under way, because it will not go on.
  private mutating func forget(_ key: UInt32, _ direction: RecordedFrame.Direction) {
    let isPending =
      direction == .sent ? links[key]?.reassembly.sent.isPending : links[key]?.reassembly.received.isPending
    guard isPending == true else { return }
    losses.unfinishedCount += 1
    if direction == .sent {
      links[key]?.reassembly.sent.removeAll()
    } else {
      links[key]?.reassembly.received.removeAll()
    }
  }

  /// Follows the channels of classic links that carry the attribute protocol: PSM 0x1F (Core Specification, volume 3, part A, 4.2).
  private mutating func signal(_ packet: ArraySlice<UInt8>, _ key: UInt32, _ direction: RecordedFrame.Direction) {
    guard let code = packet.u8(0), let first = packet.le16(4), let second = packet.le16(6) else { return }
    switch code {
    case 0x02 where first == 0x1F: links[key]?.requestedChannels.insert(second)
    case 0x03 where packet.le16(8) == 0 && links[key]?.requestedChannels.remove(second) != nil:
      links[key]?.channels.formUnion([first, second])
    default: break
    }
  }

  private mutating func attribute(
    _ packet: ArraySlice<UInt8>, _ key: UInt32, _ direction: RecordedFrame.Direction, _ time: CaptureTime?,
    _ body: (ATTOperation) -> Void
  ) {
    guard let first = packet.first, let link = links[key] else {
      losses.malformedCount += 1
      return
    }
    let opcode = ATTOpcode(rawValue: first)
    let isOfHost = opcode.isOfServer == (direction == .sent)
    var request: ArraySlice<UInt8>?
    if opcode.isOfServer {
      // What is answered went the other way.
      let candidate = direction == .sent ? link.requests.received : link.requests.sent
      if let candidate, opcode == .error ? candidate.first == packet.u8(1) : answers(opcode, candidate) {
        request = candidate
        if direction == .sent { links[key]?.requests.received = nil } else { links[key]?.requests.sent = nil }
      }
    } else if opcode.answer != nil {
      // A slice of the packet would keep all of the file's chunk in memory.
      let copy = [UInt8](packet)[...]
      if direction == .sent { links[key]?.requests.sent = copy } else { links[key]?.requests.received = copy }
    }
    let place = CaptureNames.Place(device: link.device, link: link.device == nil ? link.number : 0, isOfHost: isOfHost)
    if learns, opcode.isOfServer { names.learn(packet, to: request, at: place) }
    var handle = opcode.handleOffset.flatMap { packet.le16($0) }
    if handle == nil, opcode == .readResponse || opcode == .readBlobResponse || opcode == .writeResponse {
      handle = request?.le16(1)
    }
    body(
      ATTOperation(
        time: time, direction: direction, link: link.number, device: link.device, opcode: opcode, handle: handle,
        bytes: packet, attribute: handle.flatMap { names.attribute($0, at: place) }, isOfHost: isOfHost))
  }

  private func answers(_ opcode: ATTOpcode, _ request: ArraySlice<UInt8>) -> Bool {
    request.first.flatMap { ATTOpcode(rawValue: $0).answer } == opcode
  }
}

/// What of a conversation could not be followed.
public struct ConversationLosses: Sendable, Hashable {
  /// Packets of which not all fragments came.
  public var unfinishedCount = 0
  /// Fragments whose beginning is not in the capture.
  public var strayCount = 0
  /// Packets that cannot be what they say.
  public var malformedCount = 0
  /// Sound packets that are not of the attribute protocol: signalling, pairing, classic Bluetooth.
  public var otherPacketCount = 0

  init() {}
}
