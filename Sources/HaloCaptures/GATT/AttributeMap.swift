public import HaloBluetooth

/// The attributes of one side of one device, as they were discovered or given: handles and what they mean.
public struct AttributeMap: Sendable {
  /// A characteristic and its handles.
  public struct Entry: Sendable, Hashable {
    /// The handle of its value.
    public let handle: UInt16
    /// What it is.
    public let uuid: BluetoothUUID
    /// What can be done with it; empty where it is not known.
    public let properties: Characteristic.Properties
    /// How it is known.
    public let origin: Attribute.Origin
  }

  /// The services, by the handle at which they begin.
  private var services: [UInt16: (end: UInt16, uuid: BluetoothUUID)] = [:]
  private var characteristics: [UInt16: Entry] = [:]
  private var descriptors: [UInt16: BluetoothUUID] = [:]
  /// Names of single handles that the user gave: a service that is known only through its characteristic.
  private var givenServices: [UInt16: BluetoothUUID] = [:]
  /// The handles at which services begin, in order.
  private var serviceStarts: [UInt16] = []
  /// The handles of characteristics' values, in order.
  private var valueHandles: [UInt16] = []
  /// What is known of every handle up to the highest that is known, where somebody looked since something was learned; low handles only,
  /// which nearly all are.
  private var settled: [Attribute?]?

  /// An empty map.
  public init() {}

  /// Whether nothing is known.
  public var isEmpty: Bool { services.isEmpty && characteristics.isEmpty && descriptors.isEmpty }

  /// What is known of the attribute with that handle.
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

  /// The services with their characteristics, in the order of their handles.
  public var tree: [(service: BluetoothUUID?, range: ClosedRange<UInt16>?, characteristics: [Entry])] {
    var groups: [(BluetoothUUID?, ClosedRange<UInt16>?, [Entry])] = []
    var places: [UInt16: Int] = [:]
    for start in serviceStarts {
      guard let (end, uuid) = services[start] else { continue }
      places[start] = groups.count
      groups.append((uuid, start...max(start, end), []))
    }
    var others: [BluetoothUUID?: [Entry]] = [:]
    for handle in valueHandles {
      guard let entry = characteristics[handle] else { continue }
      if let start = serviceStart(of: handle), let place = places[start] {
        groups[place].2.append(entry)
      } else {
        others[givenServices[handle], default: []].append(entry)
      }
    }
    for (service, entries) in others.sorted(by: { ($0.value.first?.handle ?? 0) < ($1.value.first?.handle ?? 0) }) {
      groups.append((service, nil, entries))
    }
    return groups
  }

  /// The handles of descriptors that belong to a characteristic, with what they are.
  public func descriptors(of entry: Entry) -> [(handle: UInt16, uuid: BluetoothUUID)] {
    var found: [(UInt16, BluetoothUUID)] = []
    var handle = entry.handle
    // They follow it, up to the next declaration; there are a few at most.
    while handle < .max, found.count < 64 {
      handle += 1
      guard let uuid = descriptors[handle], owner(of: handle)?.handle == entry.handle else { break }
      found.append((handle, uuid))
    }
    return found
  }

  /// Whether looking up is as fast as it can be.
  var isSettled: Bool { settled != nil }

  /// Makes looking up faster, until something is learned.
  mutating func settle() {
    settled = nil
    let highest = max(valueHandles.last ?? 0, descriptors.keys.max() ?? 0)
    settled = (0...min(highest, 511)).map { attribute($0) }
  }

  /// Says what a handle is.
  public mutating func name(
    _ handle: UInt16, _ uuid: BluetoothUUID, service: BluetoothUUID?, properties: Characteristic.Properties = [],
    origin: Attribute.Origin
  ) {
    put(Entry(handle: handle, uuid: uuid, properties: properties, origin: origin))
    if let service { givenServices[handle] = service }
    settled = nil
  }

  /// Takes over what `other` knows and this one does not.
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
      valueHandles.insert(entry.handle, at: Self.place(of: entry.handle, in: valueHandles))
    }
    descriptors[entry.handle] = nil
  }

  /// Where a number belongs in a list in order: behind all that are not greater.
  private static func place(of handle: UInt16, in list: [UInt16]) -> Int {
    var (low, high) = (0, list.count)
    while low < high {
      let middle = (low + high) / 2
      if list[middle] <= handle { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

// MARK: Discovery

extension AttributeMap {
  /// The declarations that discovery reads (Core Specification, volume 3, part G, 3.1 and 3.3.1).
  private static let primaryService: BluetoothUUID = 0x2800
  private static let secondaryService: BluetoothUUID = 0x2801
  private static let includedService: BluetoothUUID = 0x2802
  private static let declaration: BluetoothUUID = 0x2803

  /// Takes in the answer to a request of discovery. Another firmware may have put something else at a handle: the latest counts.
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
      serviceStarts.insert(start, at: Self.place(of: start, in: serviceStarts))
    }
  }

  private mutating func learn(descriptor uuid: BluetoothUUID, _ handle: UInt16) {
    let isDeclaration = [Self.primaryService, Self.secondaryService, Self.includedService, Self.declaration]
      .contains(uuid)
    // Discovery of all attributes names the values of characteristics as well.
    if !isDeclaration, characteristics[handle] == nil { descriptors[handle] = uuid }
  }

  private mutating func learnDeclarations(_ answer: ArraySlice<UInt8>, type: BluetoothUUID?) {
    let length = Int(answer.u8(1) ?? 0)
    guard length == 7 || length == 21, type == nil || type == Self.declaration else { return }
    forEachEntry(answer.dropFirst(2), length: length) { entry in
      guard let declaration = entry.le16(0), let properties = entry.u8(2), let handle = entry.le16(3),
        let uuid = BluetoothUUID(entry.from(5)), handle > declaration
      else { return }
      // Without its request, an answer that only looks like declarations is not believed.
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

  /// The characteristic that a descriptor's handle comes after, in its service.
  private func owner(of handle: UInt16) -> Entry? {
    let place = Self.place(of: handle, in: valueHandles)
    guard place > 0, let entry = characteristics[valueHandles[place - 1]],
      entry.handle >= serviceStart(of: handle) ?? 0
    else { return nil }
    return entry
  }

  /// Where the service begins that a handle is in.
  private func serviceStart(of handle: UInt16) -> UInt16? {
    let place = Self.place(of: handle, in: serviceStarts)
    guard place > 0, let service = services[serviceStarts[place - 1]], handle <= service.end else { return nil }
    return serviceStarts[place - 1]
  }

  private func service(of handle: UInt16) -> BluetoothUUID? { serviceStart(of: handle).flatMap { services[$0]?.uuid } }
}

extension BluetoothUUID {
  /// The UUID of 2, 4 or 16 bytes, last one first, as the attribute protocol writes it; `nil` for another length.
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

  /// The UUID's bytes as the attribute protocol writes it: 2 or 16, last one first.
  var attributeBytes: [UInt8] {
    if let short { return [UInt8(truncatingIfNeeded: short), UInt8(truncatingIfNeeded: short >> 8)] }
    func bytes(_ value: UInt64) -> [UInt8] { (0..<8).map { UInt8(truncatingIfNeeded: value >> (8 * UInt64($0))) } }
    return bytes(low) + bytes(high)
  }
}
