public import HaloBluetooth

/// The attributes of one side of one device, as they were discovered or given: handles and what they mean.
public struct AttributeMap: Sendable, Hashable {
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
  private var resolved: [UInt16: Attribute] = [:]
  /// The same for low handles, which nearly all are, by handle.
  private var lowest: [Attribute?] = []

  /// An empty map.
  public init() {}

  /// Whether nothing is known.
  public var isEmpty: Bool { services.isEmpty && characteristics.isEmpty && descriptors.isEmpty }

  /// What is known of the attribute with that handle.
  public func attribute(_ handle: UInt16) -> Attribute? {
    Int(handle) < lowest.count ? lowest[Int(handle)] : resolved[handle]
  }

  /// The services with their characteristics, in the order of their handles.
  public var tree: [(service: BluetoothUUID?, range: ClosedRange<UInt16>?, characteristics: [Entry])] {
    let starts = services.keys.sorted()
    var rest = characteristics
    var tree: [(BluetoothUUID?, ClosedRange<UInt16>?, [Entry])] = starts.map { start in
      let (end, uuid) = services[start] ?? (start, 0)
      let range = start...max(start, end)
      let own = rest.values.filter { range.contains($0.handle) }.sorted { $0.handle < $1.handle }
      for entry in own { rest[entry.handle] = nil }
      return (uuid, range, own)
    }
    let groups = Dictionary(grouping: rest.values) { givenServices[$0.handle] }
    for (service, entries) in groups.sorted(by: { ($0.value.first?.handle ?? 0) < ($1.value.first?.handle ?? 0) }) {
      tree.append((service, nil, entries.sorted { $0.handle < $1.handle }))
    }
    return tree
  }

  /// The handles of descriptors that belong to a characteristic, with what they are.
  public func descriptors(of entry: Entry) -> [(handle: UInt16, uuid: BluetoothUUID)] {
    descriptors.filter { resolved[$0.key]?.characteristic == entry.uuid && $0.key > entry.handle }
      .filter { owner(of: $0.key)?.handle == entry.handle }
      .sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// Says what a handle is.
  public mutating func name(
    _ handle: UInt16, _ uuid: BluetoothUUID, service: BluetoothUUID?, properties: Characteristic.Properties = [],
    origin: Attribute.Origin
  ) {
    characteristics[handle] = Entry(handle: handle, uuid: uuid, properties: properties, origin: origin)
    if let service { givenServices[handle] = service }
    resolve()
  }

  /// Takes over what `other` knows and this one does not.
  public mutating func merge(_ other: AttributeMap) {
    services.merge(other.services) { own, _ in own }
    characteristics.merge(other.characteristics) { own, _ in own }
    descriptors.merge(other.descriptors) { own, _ in own }
    givenServices.merge(other.givenServices) { own, _ in own }
    resolve()
  }

  public static func == (left: AttributeMap, right: AttributeMap) -> Bool { left.resolved == right.resolved }
  public func hash(into hasher: inout Hasher) { hasher.combine(resolved) }
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
    var isNew = false
    switch opcode {
    case .readByGroupTypeResponse:
      forEachEntry(answer.dropFirst(2), length: Int(answer.u8(1) ?? 0)) { entry in
        guard let start = entry.le16(0), let end = entry.le16(2), let uuid = BluetoothUUID(entry.from(4)) else {
          return
        }
        isNew = learn(service: uuid, start, end) || isNew
      }
    case .findByTypeValueResponse:
      guard let request, let type = request.le16(5), type == 0x2800 || type == 0x2801,
        let uuid = BluetoothUUID(request.from(7))
      else { return }
      forEachEntry(answer.dropFirst(1), length: 4) { entry in
        guard let start = entry.le16(0), let end = entry.le16(2) else { return }
        isNew = learn(service: uuid, start, end) || isNew
      }
    case .readByTypeResponse:
      isNew = learnDeclarations(answer, type: request.flatMap { BluetoothUUID($0.from(5)) })
    case .findInformationResponse:
      let length = answer.u8(1) == 1 ? 4 : answer.u8(1) == 2 ? 18 : 0
      forEachEntry(answer.dropFirst(2), length: length) { entry in
        guard let handle = entry.le16(0), let uuid = BluetoothUUID(entry.from(2)) else { return }
        isNew = learn(descriptor: uuid, handle) || isNew
      }
    default: return
    }
    if isNew { resolve() }
  }

  private mutating func learn(service uuid: BluetoothUUID, _ start: UInt16, _ end: UInt16) -> Bool {
    if let known = services[start], known == (end, uuid) { return false }
    services[start] = (end, uuid)
    return true
  }

  private mutating func learn(descriptor uuid: BluetoothUUID, _ handle: UInt16) -> Bool {
    let isDeclaration = [Self.primaryService, Self.secondaryService, Self.includedService, Self.declaration]
      .contains(uuid)
    // Discovery of all attributes names the values of characteristics as well.
    guard !isDeclaration, characteristics[handle] == nil, descriptors[handle] != uuid else { return false }
    descriptors[handle] = uuid
    return true
  }

  private mutating func learnDeclarations(_ answer: ArraySlice<UInt8>, type: BluetoothUUID?) -> Bool {
    let length = Int(answer.u8(1) ?? 0)
    guard length == 7 || length == 21, type == nil || type == Self.declaration else { return false }
    var isNew = false
    forEachEntry(answer.dropFirst(2), length: length) { entry in
      guard let declaration = entry.le16(0), let properties = entry.u8(2), let handle = entry.le16(3),
        let uuid = BluetoothUUID(entry.from(5)), handle > declaration
      else { return }
      // Without its request, an answer that only looks like declarations is not believed.
      guard type != nil || handle == declaration + 1 else { return }
      let found = Entry(
        handle: handle, uuid: uuid, properties: Characteristic.Properties(rawValue: properties), origin: .discovered)
      guard characteristics[handle] != found else { return }
      characteristics[handle] = found
      descriptors[handle] = nil
      isNew = true
    }
    return isNew
  }

  private func forEachEntry(_ bytes: ArraySlice<UInt8>, length: Int, _ body: (ArraySlice<UInt8>) -> Void) {
    guard length > 0 else { return }
    var rest = bytes
    while rest.count >= length {
      body(rest.prefix(length))
      rest = rest.dropFirst(length)
    }
  }

  /// The characteristic that a descriptor's handle comes after.
  private func owner(of handle: UInt16) -> Entry? {
    let start = service(of: handle)?.start ?? 0
    return characteristics.values.filter { $0.handle < handle && $0.handle >= start }.max { $0.handle < $1.handle }
  }

  private func service(of handle: UInt16) -> (start: UInt16, uuid: BluetoothUUID)? {
    services.filter { $0.key <= handle && handle <= $0.value.end }.max { $0.key < $1.key }
      .map { ($0.key, $0.value.uuid) }
  }

  private mutating func resolve() {
    resolved.removeAll(keepingCapacity: true)
    for (handle, entry) in characteristics {
      resolved[handle] = Attribute(
        service: givenServices[handle] ?? service(of: handle)?.uuid, characteristic: entry.uuid, descriptor: nil,
        origin: entry.origin)
    }
    for (handle, uuid) in descriptors where resolved[handle] == nil {
      let owner = owner(of: handle)
      resolved[handle] = Attribute(
        service: service(of: handle)?.uuid, characteristic: owner?.uuid, descriptor: uuid,
        origin: owner?.origin ?? .discovered)
    }
    let highest = resolved.keys.filter { $0 < 512 }.max()
    lowest = highest.map { highest in (0...highest).map { resolved[$0] } } ?? []
  }
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
