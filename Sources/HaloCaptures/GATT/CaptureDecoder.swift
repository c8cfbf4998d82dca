/// Decodes the HCI packets of a capture into operations of the attribute protocol.
///
/// Names of attributes come from ``names`` and, if the decoder learns, from discovery in the capture up to that point.
public struct CaptureDecoder {
  /// Events in a capture besides operations.
  public enum Event: Sendable, Hashable {
    /// A link was established.
    case connected(link: Int, DeviceAddress)
    /// A link ended; the reason is an HCI error code.
    case disconnected(link: Int, DeviceAddress?, reason: UInt8)
    /// A link was encrypted.
    case encrypted(link: Int, DeviceAddress?)
    /// A device reported its name.
    case named(DeviceAddress, String)

    /// The device concerned, if known.
    public var device: DeviceAddress? {
      switch self {
      case .connected(_, let device), .named(let device, _): device
      case .disconnected(_, let device, _), .encrypted(_, let device): device
      }
    }
  }

  /// The attributes of the devices.
  public private(set) var names: CaptureNames
  /// The losses up to now.
  public private(set) var losses = DecodingProblems()

  private struct Link {
    let number: Int
    let device: DeviceAddress?
    /// Indices of the attribute maps of the device and of the host, once they exist.
    var names: (ofDevice: Int?, ofHost: Int?)
    var sent = Way()
    var received = Way()
    /// Dynamic channels that carry the attribute protocol (on classic links).
    var channels: Set<UInt16> = []
    /// Pending connection requests for such channels, by channel.
    var requestedChannels: Set<UInt16> = []

    @inline(__always)
    subscript(direction: RecordedFrame.Direction) -> Way {
      _read { if direction == .sent { yield sent } else { yield received } }
      _modify { if direction == .sent { yield &sent } else { yield &received } }
    }
  }

  /// One direction of a link.
  private struct Way {
    var reassembly = PacketReassembly()
    /// The latest unanswered request.
    var request: ArraySlice<UInt8>?
    /// The attribute of the latest unconfirmed indication, independent of requests.
    var indication: UInt16?
  }

  /// The active links, and reusable slots of ended ones.
  private var links: [Link] = []
  private var freePlaces: [Int] = []
  private var linkCount = 0
  /// Indices of the active links, by controller and handle.
  private var indices: [UInt32: Int] = [:]
  /// The link of the latest packet, which is usually that of the next.
  private var latest: (key: UInt32, index: Int)?
  private let learns: Bool
  /// True to skip notifications and commands of attributes with known names and services, when only names are needed.
  var skipsNamedValues = false
  private let readsNames: Bool

  /// Creates a decoder. If it `learns`, it adds attributes from discovery in the capture to `names`. If `readsNames` is
  /// false, it skips advertisements.
  public init(names: CaptureNames = CaptureNames(), learns: Bool = true, readsNames: Bool = true) {
    self.names = names
    self.learns = learns
    self.readsNames = readsNames
  }

  /// The fixed L2CAP channel of the attribute protocol.
  private static let attributeChannel: UInt16 = 4
  private static let classicSignalling: UInt16 = 1

  /// Processes the next packet.
  @inline(__always)
  public mutating func receive(
    _ record: CaptureRecord, event: (Event) -> Void = { _ in }, operation: (ATTOperation) -> Void
  ) {
    if record.kind == .acl {
      data(
        record.bytes, record.direction, controller: record.controller, at: record.time,
        isCutShort: record.missingCount > 0, operation)
    } else {
      let controller = record.controller
      LinkChangeParser.news(record, needsNames: readsNames) { follow($0, controller, event) }
    }
  }

  /// Ends all links after the last packet.
  public mutating func finish() {
    for key in [UInt32](indices.keys) { end(key) }
  }

  private static func key(_ controller: UInt16, _ handle: UInt16) -> UInt32 {
    UInt32(controller) << 16 | UInt32(handle)
  }

  private mutating func follow(_ news: LinkChange, _ controller: UInt16, _ event: (Event) -> Void) {
    switch news {
    case .connected(let handle, let address):
      let index = open(Self.key(controller, handle), address)
      event(.connected(link: links[index].number, address))
    case .disconnected(let handle, let reason):
      let key = Self.key(controller, handle)
      guard let index = indices[key] else { return }
      let link = links[index]
      end(key)
      event(.disconnected(link: link.number, link.device, reason: reason))
    case .encrypted(let handle):
      guard let index = indices[Self.key(controller, handle)] else { return }
      event(.encrypted(link: links[index].number, links[index].device))
    case .named(let address, let name): event(.named(address, name))
    case .reset:
      for key in [UInt32](indices.keys) where UInt16(truncatingIfNeeded: key >> 16) == controller { end(key) }
    }
  }

  private mutating func open(_ key: UInt32, _ address: DeviceAddress?) -> Int {
    end(key)
    linkCount += 1
    let link = Link(number: linkCount, device: address, names: names.indices(of: address, link: linkCount))
    let index = freePlaces.popLast() ?? links.count
    if index == links.count { links.append(link) } else { links[index] = link }
    indices[key] = index
    return index
  }

  private mutating func end(_ key: UInt32) {
    latest = nil
    guard let index = indices.removeValue(forKey: key) else { return }
    forget(index, .sent)
    forget(index, .received)
    freePlaces.append(index)
  }

  /// Returns the link of a packet. After a log rolls over, the connection event is not in the capture.
  @inline(__always)
  private mutating func link(_ key: UInt32) -> Int {
    if let latest, latest.key == key { return latest.index }
    let index = indices[key] ?? open(key, nil)
    latest = (key, index)
    return index
  }

  /// Processes ACL data (Core Specification, volume 4, part E, 5.4.2).
  private mutating func data(
    _ bytes: ArraySlice<UInt8>, _ logged: RecordedFrame.Direction?, controller: UInt16, at time: CaptureTime?,
    isCutShort: Bool, _ operation: (ATTOperation) -> Void
  ) {
    guard let head = bytes.le16(0), let length = bytes.le16(2) else {
      losses.malformedCount += 1
      return
    }
    let boundary = head >> 12 & 3
    let link = link(Self.key(controller, head & 0x0FFF))
    let direction: RecordedFrame.Direction
    if let logged { direction = logged } else { direction = self.direction(boundary, link) }
    guard bytes.count >= 4 + Int(length) else {
      if !isCutShort { losses.malformedCount += 1 }
      forget(link, direction)
      return
    }
    if boundary != 1 { forget(link, direction) }
    // Fast path: nearly all packets are unfragmented.
    if boundary != 1, let size = bytes.le16(4), let channel = bytes.le16(6), Int(size) + 4 == Int(length) {
      deliver(bytes.from(8, length: Int(size)), channel, link, direction, time, operation)
      return
    }
    let payload = bytes.from(4, length: Int(length))
    let outcome =
      boundary == 1
      ? links[link][direction].reassembly.go(on: payload) : links[link][direction].reassembly.begin(payload)
    switch outcome {
    case .packet(let channel, let packet): deliver(packet, channel, link, direction, time, operation)
    case .incomplete: break
    case .stray: losses.strayCount += 1
    case .overlong: losses.malformedCount += 1
    }
  }

  /// Processes a complete L2CAP packet.
  @inline(__always)
  private mutating func deliver(
    _ packet: ArraySlice<UInt8>, _ channel: UInt16, _ link: Int, _ direction: RecordedFrame.Direction,
    _ time: CaptureTime?, _ operation: (ATTOperation) -> Void
  ) {
    if channel == Self.attributeChannel || links[link].channels.contains(channel) {
      attribute(packet, link, direction, time, operation)
    } else {
      if channel == Self.classicSignalling { signal(packet, link) }
      losses.otherPacketCount += 1
    }
  }

  /// Infers the direction if the file does not contain it: flags identify first fragments; a continuation follows the
  /// pending packet.
  private func direction(_ boundary: UInt16, _ link: Int) -> RecordedFrame.Direction {
    switch boundary {
    case 0: .sent
    case 2: .received
    default: links[link].sent.reassembly.isPending ? .sent : .received
    }
  }

  /// Drops the pending packet, because its rest is missing.
  private mutating func forget(_ link: Int, _ direction: RecordedFrame.Direction) {
    guard links[link][direction].reassembly.isPending else { return }
    links[link][direction].reassembly.removeAll()
    losses.unfinishedCount += 1
  }

  /// Tracks the channels of classic links that carry the attribute protocol: PSM 0x1F (Core Specification, volume 3,
  /// part A, 4.2).
  private mutating func signal(_ packet: ArraySlice<UInt8>, _ link: Int) {
    guard let code = packet.u8(0), let first = packet.le16(4), let second = packet.le16(6) else { return }
    switch code {
    case 0x02 where first == 0x1F: links[link].requestedChannels.insert(second)
    case 0x03 where packet.le16(8) == 0 && links[link].requestedChannels.remove(second) != nil:
      links[link].channels.formUnion([first, second])
    default: break
    }
  }

  private mutating func attribute(
    _ packet: ArraySlice<UInt8>, _ index: Int, _ direction: RecordedFrame.Direction, _ time: CaptureTime?,
    _ body: (ATTOperation) -> Void
  ) {
    guard let first = packet.first else {
      losses.malformedCount += 1
      return
    }
    let opcode = ATTOpcode(rawValue: first)
    let isOfHost = opcode.isOfServer == (direction == .sent)
    let opposite: RecordedFrame.Direction = direction == .sent ? .received : .sent
    var request: ArraySlice<UInt8>?
    if opcode.isOfServer {
      if opcode != .notification, opcode != .indication { request = takeRequest(answeredBy: packet, index, opposite) }
    } else if opcode.answer != nil {
      // Copy the request: a slice would retain the whole file chunk.
      links[index][direction].request = [UInt8](packet)[...]
    }
    if learns, CaptureNames.isDiscovery(first) {
      let link = links[index]
      let place = CaptureNames.Place(device: link.device, link: link.number, isOfHost: isOfHost)
      names.learn(packet, to: request, at: place)
      links[index].names = names.indices(of: link.device, link: link.number)
    }
    let place = isOfHost ? links[index].names.ofHost : links[index].names.ofDevice
    if skipsNamedValues, opcode == .notification || opcode == .writeCommand, let handle = packet.le16(1),
      names.attribute(handle, at: place, isOfHost: isOfHost)?.service != nil
    {
      return
    }
    var handle = opcode.handleOffset.flatMap { packet.le16($0) }
    if handle == nil, opcode == .readResponse || opcode == .readBlobResponse || opcode == .writeResponse {
      handle = request?.le16(1)
    } else if opcode == .indication {
      links[index][direction].indication = handle
    } else if opcode == .confirmation {
      handle = links[index][opposite].indication.take()
    }
    var attribute: Attribute?
    if let handle { attribute = names.attribute(handle, at: place, isOfHost: isOfHost) }
    body(
      ATTOperation(
        time: time, direction: direction, link: links[index].number, device: links[index].device, opcode: opcode,
        handle: handle, bytes: packet, attribute: attribute, request: request, isOfHost: isOfHost))
  }

  /// Removes and returns the request of a response. `direction` is that of the request.
  private mutating func takeRequest(
    answeredBy answer: ArraySlice<UInt8>, _ index: Int, _ direction: RecordedFrame.Direction
  ) -> ArraySlice<UInt8>? {
    guard let request = links[index][direction].request, let opcode = answer.first else { return nil }
    let isAnswered =
      opcode == ATTOpcode.error.rawValue
      ? request.first == answer.u8(1)
      : request.first.flatMap { ATTOpcode(rawValue: $0).answer }?.rawValue == opcode
    return isAnswered ? links[index][direction].request.take() : nil
  }
}

/// Statistics on traffic that could not be decoded.
public struct DecodingProblems: Sendable, Hashable {
  /// The number of packets with missing fragments.
  public var unfinishedCount = 0
  /// The number of fragments whose start is not in the capture.
  public var strayCount = 0
  /// The number of packets with impossible content.
  public var malformedCount = 0
  /// The number of valid packets of other protocols: signaling, pairing, classic Bluetooth.
  public var otherPacketCount = 0
}
