/// A summary of a capture: devices, attributes, amount of traffic, and unreadable parts.
public struct CaptureSurvey: Sendable {
  /// A device that the host was connected to.
  public struct DeviceFindings: Sendable {
    /// The device's address; `nil` if unknown.
    public let address: DeviceAddress?
    /// The link if the address is unknown; otherwise 0.
    public let link: Int
    /// The name read from the device.
    public internal(set) var name: String?
    /// The advertised name; `nil` if the capture contains no name.
    public internal(set) var advertisedName: String?
    /// The texts of the device information service, by characteristic.
    public internal(set) var information: [BluetoothUUID: String] = [:]
    /// The families that its services show, the best match first. Without the services, valid values show them.
    public internal(set) var families: [WearableFamily] = []
    /// The number of links.
    public internal(set) var linkCount = 0
    /// True if a link was encrypted.
    public internal(set) var isEncrypted = false
    /// The time of the first operation.
    public internal(set) var firstTime: CaptureTime?
    /// The time of the last operation.
    public internal(set) var lastTime: CaptureTime?
    /// The number of attribute protocol operations.
    public internal(set) var operationCount = 0
    /// The number of values sent and received, by handle.
    public internal(set) var traffic: [UInt16: Traffic] = [:]
    /// The same for low handles, while reading.
    var lowTraffic: [Traffic] = []
  }

  /// The traffic of an attribute.
  public struct Traffic: Sendable, Hashable {
    /// Values sent by the host.
    public internal(set) var sentCount = 0
    /// Values sent by the device.
    public internal(set) var receivedCount = 0

    mutating func add(_ direction: RecordedFrame.Direction) {
      if direction == .sent { sentCount += 1 } else { receivedCount += 1 }
    }
  }

  /// The protocols used to decode values.
  public let registry: DriverRegistry
  /// The file format.
  public let format: CaptureFormat
  /// The author's comment.
  public private(set) var comment: String?
  /// Records that could not be read.
  public private(set) var problems = CaptureProblems()
  /// Traffic that could not be decoded.
  public private(set) var losses = DecodingProblems()
  /// The attributes, from discovery, from the user, and guessed from values.
  public private(set) var names: CaptureNames
  /// The connected devices, in order of appearance.
  public private(set) var devices: [DeviceFindings] = []
  /// The time of the first packet.
  public private(set) var firstTime: CaptureTime?
  /// The time of the last packet.
  public private(set) var lastTime: CaptureTime?
  /// The number of packets of each operation.
  public var operations: [ATTOpcode: Int] {
    let counted = counts.enumerated().filter { $0.element > 0 }
    return Dictionary(uniqueKeysWithValues: counted.map { (ATTOpcode(rawValue: UInt8($0.offset)), $0.element) })
  }
  private var counts = [Int](repeating: 0, count: 256)
  /// The text read last from each device; long texts are read in parts.
  private var texts: [CaptureNames.Place: (uuid: BluetoothUUID, bytes: [UInt8])] = [:]
  /// Names of devices that were only seen advertising.
  private var advertisedNames: [DeviceAddress: String] = [:]
  /// Each device's index in ``devices``.
  private var places: [CaptureNames.Place: Int] = [:]
  /// The device of the latest operation, which is usually that of the next.
  private var latest: (link: Int, index: Int)?
  /// The maximum number of names kept of devices that were only seen advertising.
  private static let maximumNameCount = 10_000
  private var guesses: [AttributeKey: CharacteristicGuess] = [:]

  private struct AttributeKey: Hashable {
    let place: CaptureNames.Place
    let handle: UInt16
  }

  /// Surveys a capture from start to end. With `forNamesOnly`, the traffic is not counted completely.
  public init(
    _ reader: CaptureReader, registry: DriverRegistry, names: CaptureNames = CaptureNames(), forNamesOnly: Bool = false
  ) throws {
    self.registry = registry
    var reader = reader
    var decoder = CaptureDecoder(names: names)
    decoder.skipsNamedValues = forNamesOnly
    format = reader.format
    self.names = names
    try reader.forEach { record in
      if let time = record.time {
        if firstTime.map({ time < $0 }) ?? true { firstTime = time }
        if lastTime.map({ time > $0 }) ?? true { lastTime = time }
      }
      decoder.receive(record, event: { note($0) }, operation: { add($0) })
    }
    decoder.finish()
    problems = reader.problems
    losses = decoder.losses
    self.names = decoder.names
    comment = reader.comment
    var valid: [CaptureNames.Place: [WearableFamily]] = [:]
    for (key, likeness) in guesses {
      guard let (type, uuid) = likeness.best else { continue }
      valid[key.place, default: []].append(type.family)
      let service = type.characteristics.first { $0.uuid == uuid }?.service
      self.names.guess(key.handle, uuid, service: service, at: key.place)
    }
    for index in devices.indices {
      for (handle, traffic) in devices[index].lowTraffic.enumerated() where traffic != Traffic() {
        devices[index].traffic[UInt16(handle)] = traffic
      }
      devices[index].lowTraffic = []
      devices[index].advertisedName = devices[index].address.flatMap { advertisedNames[$0] }
      devices[index].name = devices[index].name ?? devices[index].advertisedName
      devices[index].families = families(of: devices[index], valid: valid[devices[index].place] ?? [])
    }
  }

  /// Returns the device of an owner; `nil` if the host was not connected to it.
  func device(at place: CaptureNames.Place) -> DeviceFindings? { places[place].map { devices[$0] } }

  /// Returns the families of a device by its services, as `halo identify` finds them. `valid` are those of valid values
  /// whose service is not known.
  private func families(of device: DeviceFindings, valid: [WearableFamily]) -> [WearableFamily] {
    let tree = names.map(device.place)?.tree ?? []
    let advertisement = Advertisement(
      device: device.address?.device ?? DeviceID(""), name: device.name, services: tree.compactMap { $0.service })
    let shown = registry.drivers(ofConnected: advertisement).map { $0.family }
    return registry.drivers.map { $0.family }.filter { valid.contains($0) && !shown.contains($0) } + shown
  }

  /// Returns the reader of an operation's value, by the families of its device; `nil` if they do not have its
  /// characteristic.
  func conversation(of operation: ATTOperation) -> (any ConversationReader.Type)? {
    let place = CaptureNames.Place(device: operation.device, link: operation.link)
    guard let attribute = operation.attribute, let uuid = attribute.characteristic, let device = device(at: place)
    else { return nil }
    return registry.conversation(of: uuid, in: attribute.service, families: device.families)
  }

  private mutating func note(_ event: CaptureDecoder.Event) {
    switch event {
    case .connected(let link, let address):
      devices[place(address, link)].linkCount += 1
    case .disconnected: break
    case .encrypted(let link, let address): devices[place(address, link)].isEncrypted = true
    case .named(let address, let name):
      if advertisedNames.count < Self.maximumNameCount || advertisedNames[address] != nil {
        advertisedNames[address] = name
      }
    }
  }

  private mutating func place(_ address: DeviceAddress?, _ link: Int) -> Int {
    let key = CaptureNames.Place(device: address, link: link)
    if let known = places[key] { return known }
    places[key] = devices.count
    devices.append(DeviceFindings(address: address, link: key.link))
    if address == nil { devices[devices.count - 1].linkCount = 1 }
    return devices.count - 1
  }

  /// Counts a value. Nearly all handles are low, and an array is faster than a dictionary.
  private mutating func count(_ handle: UInt16, _ direction: RecordedFrame.Direction, _ index: Int) {
    guard handle < 512 else { return devices[index].traffic[handle, default: Traffic()].add(direction) }
    let missing = Int(handle) + 1 - devices[index].lowTraffic.count
    if missing > 0 { devices[index].lowTraffic += [Traffic](repeating: Traffic(), count: missing) }
    devices[index].lowTraffic[Int(handle)].add(direction)
  }

  private mutating func add(_ operation: ATTOperation) {
    let index: Int
    if let latest, latest.link == operation.link {
      index = latest.index
    } else {
      index = place(operation.device, operation.link)
      latest = (operation.link, index)
    }
    devices[index].operationCount += 1
    counts[Int(operation.opcode.rawValue)] += 1
    if let time = operation.time {
      if devices[index].firstTime == nil { devices[index].firstTime = time }
      devices[index].lastTime = time
    }
    addName(operation, index)
    // Of a value in several parts, only the first counts; the device's confirmations of them are no values.
    guard let handle = operation.handle, operation.opcode.valueOffset != nil, !operation.isOfHost,
      operation.opcode != .prepareWriteResponse
    else { return }
    if operation.offset ?? 0 == 0 { count(handle, operation.direction, index) }
    if operation.attribute?.service == nil, let frame = operation.frame {
      let key = AttributeKey(place: devices[index].place, handle: handle)
      let known = operation.attribute?.characteristic
      guesses[key, default: CharacteristicGuess(operation.direction, registry, characteristic: known)].add(
        [UInt8](frame), operation.direction)
    }
    guard operation.opcode == .readResponse || operation.opcode == .readBlobResponse,
      let uuid = operation.attribute?.characteristic, operation.attribute?.descriptor == nil,
      let value = operation.value
    else { return }
    var bytes = [UInt8](value)
    if operation.opcode == .readBlobResponse {
      // A blob read continues the previous read if its offset is where that ended.
      guard let text = texts[devices[index].place], text.uuid == uuid, operation.offset == text.bytes.count else {
        return
      }
      bytes = text.bytes + bytes
    }
    texts[devices[index].place] = (uuid, bytes)
    switch uuid {
    case 0x2A00: devices[index].name = Self.text(bytes[...])
    case 0x2A24...0x2A29: devices[index].information[uuid] = Self.text(bytes[...])
    default: break
    }
  }

  /// Extracts the name from a response to "read by type 2A00", which phones often send.
  private mutating func addName(_ operation: ATTOperation, _ index: Int) {
    guard operation.opcode == .readByTypeResponse, !operation.isOfHost,
      operation.request.flatMap({ BluetoothUUID($0.from(5)) }) == 0x2A00, operation.bytes.count > 4
    else { return }
    devices[index].name = Self.text(operation.bytes.from(4))
  }

  private static func text(_ value: ArraySlice<UInt8>) -> String {
    String(decoding: value.prefix { $0 != 0 }, as: UTF8.self)
  }
}

extension CaptureSurvey.DeviceFindings {
  /// The owner of the device's attributes.
  public var place: CaptureNames.Place { CaptureNames.Place(device: address, link: link) }

  /// The device's name and address, for display.
  public var label: String {
    let identifier = address.map(\.description) ?? "the device of link \(link)"
    return name.map { "\($0) (\(identifier))" } ?? identifier
  }
}

extension BluetoothUUID {
  /// Returns whether a UUID is an assigned one in that range.
  fileprivate static func ~= (range: ClosedRange<UInt16>, uuid: BluetoothUUID) -> Bool {
    uuid.short.map { range.contains($0) } ?? false
  }
}
