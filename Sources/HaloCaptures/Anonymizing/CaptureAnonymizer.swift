/// Makes an anonymized copy of a capture: it shows the traffic and its timing, but neither the owner nor the
/// measurements.
///
/// The copy contains only what is known to be harmless (an allowlist): links and the attribute protocol. Pairing and
/// its keys, other nearby devices, classic Bluetooth with its calls and contacts, and what the device reads from the
/// phone are left out.
public struct CaptureAnonymizer {
  /// The treatment of values, apart from addresses, names and serial numbers.
  public enum Values: Sendable {
    /// Measurements are made up.
    case madeUp
    /// Commands, constant bytes and bytes with few values stay, and numbers are shifted, each by an amount of its own.
    case shifted
    /// All values stay.
    case kept
  }

  /// A text that is still in the copy.
  public struct Readable: Sendable, Hashable {
    /// The text, or the bytes of a number in hexadecimal.
    public let text: String
    /// The number of values that contain it.
    public let count: Int
  }

  /// The result of a run.
  public struct Summary: Sendable, Hashable {
    /// Packets of the attribute protocol in the copy.
    public internal(set) var operationCount = 0
    /// Values that were replaced by random ones.
    public internal(set) var replacedCount = 0
    /// Values that were kept on request.
    public internal(set) var keptCount = 0
    /// Devices whose address and name were replaced.
    public internal(set) var deviceCount = 0
    /// The texts and constant numbers of unknown meaning that are still in the copy, most frequent first.
    public internal(set) var readable: [Readable] = []
  }

  /// The maximum number of attributes, and of kinds of values, that are profiled. The values of others are blanked.
  private static let mostProfiles = 8192
  /// The number of packets that are read before the first of them are written.
  private static let batch = 1 << 14

  private let survey: CaptureSurvey
  /// The treatment of values.
  public let values: Values
  private var profiles: [Kind: ValueProfile] = [:]
  private var plans: [Kind: ValuePlan] = [:]
  private var ways: [Way: WayProfile] = [:]
  private var checksums: [Kind: ChecksumFinding?] = [:]
  private var suspicious: [Kind: [Range<Int>]] = [:]
  private var secrets: CaptureSecrets
  private var readable = ReadableTexts()

  /// The values of one attribute in one direction.
  private struct Way: Hashable {
    let place: CaptureNames.Place
    let handle: UInt16
    let isSent: Bool

    init(_ operation: ATTOperation, _ handle: UInt16) {
      place = CaptureNames.Place(device: operation.device, link: operation.link)
      self.handle = handle
      isSent = operation.direction == .sent
    }
  }

  /// Values of one attribute with the same length and, if `offset` is given, the same byte there.
  private struct Kind: Hashable {
    let way: Way
    let count: Int
    var offset: Int?
    var byte: UInt8?
  }

  /// A packet or event of the capture, with its time.
  private struct Item {
    let time: CaptureTime
    var event: CaptureDecoder.Event?
    var operation: ATTOperation?
    /// The value from a family's own redaction.
    var redacted: [UInt8]?
    /// Parts of secrets that continue in another value.
    var hidden: [Range<Int>] = []
  }

  /// Creates an anonymizer for the surveyed capture. `hiding` are further texts, addresses and numbers to remove.
  public init(_ survey: CaptureSurvey, values: Values = .madeUp, hiding texts: [String] = []) {
    self.survey = survey
    self.values = values
    secrets = CaptureSecrets()
    for text in texts { secrets.add(fromUser: text) }
  }

  /// Writes the copy. The capture is read twice, so `open` must return a reader at the beginning each time. Replacement
  /// values are drawn from `random` and do not depend on the originals, except for ``Values/shifted``: there the
  /// numbers from `random` must stay secret.
  public mutating func run(
    using random: inout some RandomNumberGenerator, open: () throws -> CaptureReader,
    write: @escaping @Sendable ([UInt8]) throws -> Void
  ) throws -> Summary {
    try learn(open())
    return try copy(open(), CaptureWriter(write: write), using: &random)
  }

  // MARK: First pass

  private mutating func learn(_ reader: CaptureReader) throws {
    var identities = IdentityCollector()
    identities.secrets = secrets
    for device in survey.devices {
      if let address = device.address { identities.secrets.add(address) }
      for name in [device.name, device.advertisedName] { identities.secrets.add(text: (name ?? "").utf8) }
      identities.secrets.add(serial: (device.information[0x2A25] ?? "").utf8)
    }
    try Self.forEach(reader, survey.names) { record in
      identities.receive(record)
    } event: { _, _ in
    } operation: { operation in
      let characteristic = operation.attribute?.characteristic
      if operation.opcode == .readByTypeResponse {
        let read = operation.bytes.from(4).prefix { $0 != 0 }
        switch operation.request.flatMap({ BluetoothUUID($0.from(5)) }) {
        case 0x2A00: identities.secrets.add(text: read)
        case 0x2A25: identities.secrets.add(serial: read)
        default: break
        }
      }
      guard let value = operation.value else { return }
      if operation.frame != nil, let characteristic {
        let family = survey.conversation(of: operation)
        switch characteristic {
        case 0x2A00: identities.secrets.add(text: value.prefix { $0 != 0 })
        case 0x2A25: identities.secrets.add(serial: value.prefix { $0 != 0 })
        case 0x2A23:
          identities.secrets.add([UInt8](value))
          // The two halves of an address, with a filling between them.
          if value.count == 8, let address = DeviceAddress((value.prefix(3) + value.suffix(3))[...], at: 0) {
            identities.secrets.add(address)
          }
        default:
          if let text = family?.personalText(in: [UInt8](value), operation.direction) {
            identities.secrets.add(text: text)
          }
        }
      }
      guard !operation.isOfHost, let handle = operation.handle else { return }
      add([UInt8](value), to: Way(operation, handle))
    }
    secrets = identities.secrets
    for way in ways.keys { ways[way]?.settle() }
  }

  private mutating func add(_ value: [UInt8], to way: Way) {
    guard ways[way] != nil || ways.count < Self.mostProfiles else { return }
    let offsets = ways[way, default: WayProfile()].add(value)
    let kinds = offsets.map { Kind(way: way, count: value.count, offset: $0, byte: value[$0]) }
    for kind in [Kind(way: way, count: value.count)] + kinds
    where profiles[kind] != nil || profiles.count < Self.mostProfiles {
      profiles[kind, default: ValueProfile()].add(value)
    }
  }

  private static func forEach(
    _ reader: CaptureReader, _ names: CaptureNames, record: (CaptureRecord) -> Void = { _ in },
    event: (CaptureDecoder.Event, CaptureTime?) throws -> Void, operation: (ATTOperation) throws -> Void
  ) throws {
    var reader = reader
    var decoder = CaptureDecoder(names: names, learns: false)
    var failure: (any Error)?
    try reader.forEach { packet in
      record(packet)
      decoder.receive(packet) { found in
        do { try event(found, packet.time) } catch { failure = failure ?? error }
      } operation: { found in
        do { try operation(found) } catch { failure = failure ?? error }
      }
      if let failure { throw failure }
    }
  }

  // MARK: Second pass

  private mutating func copy(
    _ reader: CaptureReader, _ writer: CaptureWriter, using random: inout some RandomNumberGenerator
  ) throws -> Summary {
    var copy = AnonymizedLinks(survey: survey, writer: writer)
    var summary = Summary()
    var items: [Item] = []
    /// The latest value of each attribute in `items`.
    var latest: [Way: (link: Int, index: Int)] = [:]
    var time = survey.firstTime ?? CaptureTime(microseconds: 0)
    func take(_ event: CaptureDecoder.Event?, _ operation: ATTOperation?, at when: CaptureTime?) throws {
      time = when ?? time
      items.append(Item(time: time, event: event, operation: operation))
      if let operation { hideSplit(operation, &items, &latest) }
      guard items.count >= Self.batch else { return }
      // A message, and an address in two values, does not continue after the longest pause.
      let half = Self.batch / 2
      let end =
        (half..<items.count - 1).max {
          items[$0].time.microseconds(since: items[$0 - 1].time)
            < items[$1].time.microseconds(since: items[$1 - 1].time)
        } ?? half
      try write(items.prefix(end), &copy, &summary, using: &random)
      items.removeFirst(end)
      latest = latest.compactMapValues { $0.index < end ? nil : ($0.link, $0.index - end) }
    }
    try Self.forEach(reader, survey.names) { event, when in
      if case .named = event { return }
      try take(event, nil, at: when)
    } operation: { operation in
      try take(nil, operation.copied, at: operation.time)
    }
    try write(items[...], &copy, &summary, using: &random)
    summary.deviceCount = copy.deviceCount
    summary.readable = readable.all
    return summary
  }

  /// Looks for secrets that begin in the previous value of the same attribute and link.
  private func hideSplit(
    _ operation: ATTOperation, _ items: inout [Item], _ latest: inout [Way: (link: Int, index: Int)]
  ) {
    guard let handle = operation.handle, let value = operation.value, !operation.isOfHost else { return }
    let way = Way(operation, handle)
    let index = items.count - 1
    if let before = latest[way], before.link == operation.link, let first = items[before.index].operation?.value {
      let found = secrets.ranges(across: [UInt8](first), [UInt8](value))
      items[before.index].hidden += found.first
      items[index].hidden += found.second
    }
    latest[way] = (operation.link, index)
  }

  private mutating func write(
    _ items: ArraySlice<Item>, _ links: inout AnonymizedLinks, _ summary: inout Summary,
    using random: inout some RandomNumberGenerator
  ) throws {
    for item in redactedByFamily([Item](items), using: &random) {
      if let event = item.event { try links.write(event, at: item.time) }
      guard let operation = item.operation else { continue }
      try links.write(redacted(operation, item, &summary, using: &random), of: operation, at: item.time)
      summary.operationCount += 1
    }
  }

  /// Lets the families redact the values that they know, link by link.
  private func redactedByFamily(_ items: [Item], using random: inout some RandomNumberGenerator) -> [Item] {
    guard values != .kept else { return items }
    var items = items
    var links: [Int: [String: (indices: [Int], values: [ConversationValue])]] = [:]
    for (index, item) in items.enumerated() {
      guard let operation = item.operation, let frame = operation.frame, !operation.isOfHost, operation.handle != nil,
        let uuid = operation.attribute?.characteristic, let reader = survey.conversation(of: operation)
      else { continue }
      let value = ConversationValue(characteristic: uuid, direction: operation.direction, bytes: [UInt8](frame))
      links[operation.link, default: [:]][reader.family.id, default: ([], [])].indices.append(index)
      links[operation.link, default: [:]][reader.family.id, default: ([], [])].values.append(value)
    }
    for (_, families) in links.sorted(by: { $0.key < $1.key }) {
      for (family, own) in families.sorted(by: { $0.key < $1.key }) {
        guard let reader = survey.registry.conversation(family) else { continue }
        for (index, bytes) in zip(own.indices, reader.redacted(own.values, using: &random)) {
          items[index].redacted = bytes
        }
      }
    }
    return items
  }

  /// Returns the packet without personal data.
  private mutating func redacted(
    _ operation: ATTOperation, _ item: Item, _ summary: inout Summary, using random: inout some RandomNumberGenerator
  ) -> [UInt8] {
    let packet = [UInt8](operation.bytes)
    guard let value = operation.value, let offset = operation.opcode.valueOffset else {
      return blanked(Self.sanitized(packet, operation, keepsValues: values == .kept), packet)
    }
    let bytes = [UInt8](value)
    let zeros = [UInt8](repeating: 0, count: bytes.count)
    var new: [UInt8]
    if operation.isOfHost {
      // Data that a device reads from the phone: its name, messages, calls.
      new = zeros
    } else if let identity = identity(operation, bytes) {
      new = identity
    } else if Self.isNonPersonal(operation, bytes.count) {
      new = blanked(bytes, bytes, item.hidden)
    } else if let handle = operation.handle {
      let way = Way(operation, handle)
      let kind = kind(of: bytes, way, operation)
      let plain = values == .kept ? bytes : item.redacted ?? planned(bytes, kind, operation, using: &random) ?? zeros
      new = blanked(plain, bytes, item.hidden)
      // Families make their own checksums.
      if new != (item.redacted ?? bytes), let checksum = checksum(of: kind), checksum.repaired(bytes) == bytes {
        new = checksum.repaired(new)
      }
      note(new, bytes, kind)
    } else {
      new = zeros
    }
    if new != bytes { summary.replacedCount += 1 } else if !bytes.isEmpty { summary.keptCount += 1 }
    let rest = packet.dropFirst(offset + bytes.count)
    return [UInt8](packet.prefix(offset)) + new + rest.map { _ in 0 }
  }

  private func kind(of value: [UInt8], _ way: Way, _ operation: ATTOperation) -> Kind {
    let isStandard = operation.attribute?.characteristic.flatMap(Self.structure) != nil
    guard !isStandard, let offset = ways[way]?.kindOffset, value.count >= offset + 3 else {
      return Kind(way: way, count: value.count)
    }
    return Kind(way: way, count: value.count, offset: offset, byte: value[offset])
  }

  /// Replaces a value of an unknown protocol or a standard characteristic; `nil` if it was not profiled.
  private mutating func planned(
    _ value: [UInt8], _ kind: Kind, _ operation: ATTOperation, using random: inout some RandomNumberGenerator
  ) -> [UInt8]? {
    if plans[kind] == nil, let profile = profiles[kind] {
      let characteristic = operation.attribute?.characteristic
      // In standard measurements the flag bytes at the start are known; in others there may be a header and a type.
      let standard = characteristic.flatMap(Self.structure)
      let structure = standard ?? kind.offset.map { $0 + 1 } ?? ways[kind.way]?.headerCount ?? 0
      if values == .shifted {
        let isCommand = kind.way.isSent && (standard == nil || characteristic == 0x2AD9)
        plans[kind] = profile.shift(
          keeping: structure, isSent: isCommand, isStandard: standard != nil && !isCommand, checksum(of: kind),
          using: &random)
      } else if standard != nil {
        plans[kind] = ValuePlan(value.indices.map { $0 < structure ? .keep : .random })
      } else {
        plans[kind] = profile.invention(keeping: structure)
      }
    }
    return plans[kind]?.apply(value, using: &random)
  }

  /// Returns the checksum of a kind of values, or of all values of its attribute.
  private mutating func checksum(of kind: Kind) -> ChecksumFinding? {
    if let known = checksums[kind] { return known }
    let found = ways[kind.way]?.checksum ?? profiles[kind]?.sample.checksum
    checksums[kind] = .some(found)
    return found
  }

  /// Notes what can still be read in a value.
  private mutating func note(_ new: [UInt8], _ bytes: [UInt8], _ kind: Kind) {
    readable.add(new, bytes)
    guard values == .kept else { return }
    if suspicious[kind] == nil { suspicious[kind] = profiles[kind]?.suspiciousRuns ?? [] }
    for range in suspicious[kind] ?? [] where new[range] == bytes[range] {
      guard ReadableTexts.ranges(in: new).allSatisfy({ $0.clamped(to: range) != range }) else { continue }
      readable.add(Hexadecimal.string(new[range]))
    }
  }

  /// Returns a harmless replacement for a value that identifies the device; `nil` if the value does not identify it.
  private func identity(_ operation: ATTOperation, _ value: [UInt8]) -> [UInt8]? {
    guard operation.attribute?.descriptor == nil else { return nil }
    switch operation.attribute?.characteristic {
    case 0x2A00:
      let name = AnonymizedLinks.sanitized(String(decoding: value, as: UTF8.self), survey.registry)
      let bytes = [UInt8](name.utf8.prefix(value.count))
      return bytes + [UInt8](repeating: 0, count: value.count - bytes.count)
    case 0x2A25: return value.map { _ in UInt8(ascii: "0") }
    case 0x2A23: return [UInt8](repeating: 0, count: value.count)
    default: return nil
    }
  }

  /// Returns `bytes` with zeros at the bytes of secrets that are as in the original.
  private func blanked(_ bytes: [UInt8], _ original: [UInt8], _ hidden: [Range<Int>] = []) -> [UInt8] {
    var result = bytes
    for range in secrets.ranges(in: original) + hidden {
      for index in range where result[index] == original[index] { result[index] = 0 }
    }
    return result
  }
}
