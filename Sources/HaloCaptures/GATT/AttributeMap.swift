/// The attributes on one side of a link, discovered or named by the user, by handle.
public struct AttributeMap: Sendable {
  /// A characteristic and its handles.
  public struct Entry: Sendable, Hashable {
    /// The handle of the characteristic's value.
    public let handle: UInt16
    /// The characteristic's UUID.
    public let uuid: BluetoothUUID
    /// The characteristic's properties; empty if unknown.
    public let properties: Characteristic.Properties
    /// The source of the UUID.
    public let origin: Attribute.Origin
  }

  /// The services, by start handle.
  private var services: [UInt16: (end: UInt16, uuid: BluetoothUUID)] = [:]
  private var characteristics: [UInt16: Entry] = [:]
  private var descriptors: [UInt16: BluetoothUUID] = [:]
  /// Services of single handles named by the user, which are known only through a characteristic.
  private var givenServices: [UInt16: BluetoothUUID] = [:]
  /// The start handles of services, in order.
  private var serviceStarts: [UInt16] = []
  /// The value handles of characteristics, in order.
  private var valueHandles: [UInt16] = []
  /// A lookup table for all handles up to the highest known one; `nil` if something was learned since it was built.
  /// Only for low handles, which nearly all are.
  private var settled: [Attribute?]?

  /// Creates an empty map.
  public init() {}

  /// True if no attribute is known.
  public var isEmpty: Bool { services.isEmpty && characteristics.isEmpty && descriptors.isEmpty }

  /// Returns the attribute with this handle, if known.
  public func attribute(_ handle: UInt16) -> Attribute? {
    if let settled, Int(handle) < settled.count { return settled[Int(handle)] }
    if let entry = characteristics[handle] {
      return Attribute(
        service: givenServices[handle] ?? service(of: handle), characteristic: entry.uuid, descriptor: nil,
        origin: entry.origin)
    }
    guard let uuid = descriptors[handle] else { return nil }
    let owner = owner(of: handle)
    return Attribute(
      service: service(of: handle), characteristic: owner?.uuid, descriptor: uuid, origin: owner?.origin ?? .discovered)
  }

  /// The services with their characteristics, ordered by handle.
  public var tree: [(service: BluetoothUUID?, range: ClosedRange<UInt16>?, characteristics: [Entry])] {
    var groups: [(BluetoothUUID?, ClosedRange<UInt16>?, [Entry])] = []
    var indices: [UInt16: Int] = [:]
    for start in serviceStarts {
      guard let (end, uuid) = services[start] else { continue }
      indices[start] = groups.count
      groups.append((uuid, start...max(start, end), []))
    }
    var others: [BluetoothUUID?: [Entry]] = [:]
    for handle in valueHandles {
      guard let entry = characteristics[handle] else { continue }
      if let start = serviceStart(of: handle), let index = indices[start] {
        groups[index].2.append(entry)
      } else {
        others[givenServices[handle], default: []].append(entry)
      }
    }
    for (service, entries) in others.sorted(by: { ($0.value.first?.handle ?? 0) < ($1.value.first?.handle ?? 0) }) {
      groups.append((service, nil, entries))
    }
    return groups
  }

  /// Returns the descriptors of a characteristic, with their handles.
  public func descriptors(of entry: Entry) -> [(handle: UInt16, uuid: BluetoothUUID)] {
    var found: [(UInt16, BluetoothUUID)] = []
    var handle = entry.handle
    // Descriptors follow the characteristic up to the next declaration; devices have only a few.
    while handle < .max, found.count < 64 {
      handle += 1
      guard let uuid = descriptors[handle], owner(of: handle)?.handle == entry.handle else { break }
      found.append((handle, uuid))
    }
    return found
  }

  /// True if the lookup table is up to date.
  var isSettled: Bool { settled != nil }

  /// Builds the lookup table, which stays valid until something is learned.
  mutating func settle() {
    settled = nil
    let highest = max(valueHandles.last ?? 0, descriptors.keys.max() ?? 0)
    settled = (0...min(highest, 511)).map { attribute($0) }
  }

  /// Assigns a UUID to a handle.
  public mutating func name(
    _ handle: UInt16, _ uuid: BluetoothUUID, service: BluetoothUUID?, properties: Characteristic.Properties = [],
    origin: Attribute.Origin
  ) {
    put(Entry(handle: handle, uuid: uuid, properties: properties, origin: origin))
    if let service { givenServices[handle] = service }
    settled = nil
  }

  /// Adds the attributes of `other` that this map does not have.
  public mutating func merge(_ other: AttributeMap) {
    services.merge(other.services) { own, _ in own }
    characteristics.merge(other.characteristics) { own, _ in own }
    descriptors.merge(other.descriptors) { own, _ in own }
    givenServices.merge(other.givenServices) { own, _ in own }
    settled = nil
    serviceStarts = services.keys.sorted()
    valueHandles = characteristics.keys.sorted()
  }

  private mutating func put(_ entry: Entry) {
    if characteristics.updateValue(entry, forKey: entry.handle) == nil {
      valueHandles.insert(entry.handle, at: valueHandles.partitioningIndex { $0 > entry.handle })
    }
    descriptors[entry.handle] = nil
  }
}

// MARK: Discovery

extension AttributeMap {
  /// UUIDs of declarations that discovery reads (Core Specification, volume 3, part G, 3.1 and 3.3.1).
  private static let primaryService: BluetoothUUID = 0x2800
  private static let secondaryService: BluetoothUUID = 0x2801
  private static let includedService: BluetoothUUID = 0x2802
  private static let declaration: BluetoothUUID = 0x2803

  /// Learns from the response to a discovery request. New firmware may move attributes, so the latest response wins.
  mutating func learn(_ answer: ArraySlice<UInt8>, to request: ArraySlice<UInt8>?) {
    guard let opcode = answer.first.map(ATTOpcode.init(rawValue:)) else { return }
    settled = nil
    switch opcode {
    case .readByGroupTypeResponse:
      forEachEntry(answer.dropFirst(2), length: Int(answer.u8(1) ?? 0)) { entry in
        guard let start = entry.le16(0), let end = entry.le16(2), let uuid = BluetoothUUID(entry.from(4)) else {
          return
        }
        learn(service: uuid, start, end)
      }
    case .findByTypeValueResponse:
      guard let request, let type = request.le16(5), type == 0x2800 || type == 0x2801,
        let uuid = BluetoothUUID(request.from(7))
      else { return }
      forEachEntry(answer.dropFirst(1), length: 4) { entry in
        guard let start = entry.le16(0), let end = entry.le16(2) else { return }
        learn(service: uuid, start, end)
      }
    case .readByTypeResponse:
      learnDeclarations(answer, type: request.flatMap { BluetoothUUID($0.from(5)) })
    case .findInformationResponse:
      let length = answer.u8(1) == 1 ? 4 : answer.u8(1) == 2 ? 18 : 0
      forEachEntry(answer.dropFirst(2), length: length) { entry in
        guard let handle = entry.le16(0), let uuid = BluetoothUUID(entry.from(2)) else { return }
        learn(descriptor: uuid, handle)
      }
    default: return
    }
  }

  private mutating func learn(service uuid: BluetoothUUID, _ start: UInt16, _ end: UInt16) {
    if services.updateValue((end, uuid), forKey: start) == nil {
      serviceStarts.insert(start, at: serviceStarts.partitioningIndex { $0 > start })
    }
  }

  private mutating func learn(descriptor uuid: BluetoothUUID, _ handle: UInt16) {
    let isDeclaration = [Self.primaryService, Self.secondaryService, Self.includedService, Self.declaration]
      .contains(uuid)
    // Finding all attributes also returns the UUIDs of characteristic values.
    if !isDeclaration, characteristics[handle] == nil { descriptors[handle] = uuid }
  }

  private mutating func learnDeclarations(_ answer: ArraySlice<UInt8>, type: BluetoothUUID?) {
    let length = Int(answer.u8(1) ?? 0)
    guard length == 7 || length == 21, type == nil || type == Self.declaration else { return }
    forEachEntry(answer.dropFirst(2), length: length) { entry in
      guard let declaration = entry.le16(0), let properties = entry.u8(2), let handle = entry.le16(3),
        let uuid = BluetoothUUID(entry.from(5)), handle > declaration
      else { return }
      // Without its request, accept a response only if its handles are consistent with declarations.
      guard type != nil || handle == declaration + 1 else { return }
      put(
        Entry(
          handle: handle, uuid: uuid, properties: Characteristic.Properties(rawValue: properties), origin: .discovered))
    }
  }

  private func forEachEntry(_ bytes: ArraySlice<UInt8>, length: Int, _ body: (ArraySlice<UInt8>) -> Void) {
    guard length > 0 else { return }
    var rest = bytes
    while rest.count >= length {
      body(rest.prefix(length))
      rest = rest.dropFirst(length)
    }
  }

  /// Returns the characteristic that owns the descriptor at a handle, in the same service.
  private func owner(of handle: UInt16) -> Entry? {
    let index = valueHandles.partitioningIndex { $0 > handle }
    guard index > 0, let entry = characteristics[valueHandles[index - 1]],
      entry.handle >= serviceStart(of: handle) ?? 0
    else { return nil }
    return entry
  }

  /// Returns the start of the service that contains a handle.
  private func serviceStart(of handle: UInt16) -> UInt16? {
    let index = serviceStarts.partitioningIndex { $0 > handle }
    guard index > 0, let service = services[serviceStarts[index - 1]], handle <= service.end else { return nil }
    return serviceStarts[index - 1]
  }

  private func service(of handle: UInt16) -> BluetoothUUID? { serviceStart(of: handle).flatMap { services[$0]?.uuid } }
}

extension BluetoothUUID {
  /// Creates a UUID from 2 or 16 bytes in little-endian order, as in the attribute protocol; `nil` for other lengths.
  init?(_ bytes: ArraySlice<UInt8>) {
    switch bytes.count {
    case 2:
      guard let short = bytes.le16(0) else { return nil }
      self.init(short)
    case 16:
      func number(_ offset: Int) -> UInt64? {
        guard let low = bytes.le32(offset), let high = bytes.le32(offset + 4) else { return nil }
        return UInt64(high) << 32 | UInt64(low)
      }
      guard let low = number(0), let high = number(8) else { return nil }
      self.init(high: high, low: low)
    default: return nil
    }
  }

  /// The UUID's 2 or 16 bytes in little-endian order, as in the attribute protocol.
  var attributeBytes: [UInt8] {
    short?.littleEndianBytes ?? low.littleEndianBytes + high.littleEndianBytes
  }
}
