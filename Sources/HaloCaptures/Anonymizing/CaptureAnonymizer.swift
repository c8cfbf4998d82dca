import HaloBluetooth
import HaloWearables

/// Makes an anonymized copy of a capture: it shows the traffic and its timing, but neither the owner nor the
/// measurements.
///
/// The copy contains only what is known to be harmless (an allowlist): links and the attribute protocol. Pairing and
/// its keys, other nearby devices, classic Bluetooth with its calls and contacts, and what the device reads from the
/// phone are left out.
public struct CaptureAnonymizer {
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
  }

  private let survey: CaptureSurvey
  private let keepsValues: Bool
  /// The replacements of values in known protocols, by operation number.
  private var replaced: [Int: [UInt8]] = [:]
  private var profiles: [Kind: ValueProfile] = [:]
  /// Byte strings that identify the device, in any value: addresses in both byte orders, names, serial numbers. Grouped
  /// by their first two bytes, because there may be many and every value is searched.
  private var secrets: [UInt16: Set<[UInt8]>] = [:]

  /// The values of one attribute in one direction.
  private struct Way: Hashable {
    let place: CaptureNames.Place
    let handle: UInt16
    let isSent: Bool

    init(_ operation: ATTOperation, _ handle: UInt16) {
      place = CaptureNames.Place(device: operation.device, link: operation.device == nil ? operation.link : 0)
      self.handle = handle
      isSent = operation.direction == .sent
    }
  }

  /// Values of one attribute with the same length and first byte.
  private struct Kind: Hashable {
    let way: Way
    let count: Int
    let first: UInt8?

    init(_ way: Way, _ value: [UInt8]) {
      self.way = way
      count = value.count
      first = value.first
    }
  }

  /// The number of values that began with each byte. If only a few bytes recur, they identify the kind of
  /// value.
  private var firstBytes: [Way: [UInt8: Int]] = [:]

  /// Creates an anonymizer for the surveyed capture. If `keepsValues` is true, only addresses, names and serial numbers
  /// are replaced.
  public init(_ survey: CaptureSurvey, keepsValues: Bool) {
    self.survey = survey
    self.keepsValues = keepsValues
  }

  /// Writes the copy. The capture is read twice, so `open` must return a reader at the beginning each time. Replacement
  /// values are drawn from `random` and do not depend on the originals.
  public mutating func run(
    using random: inout some RandomNumberGenerator, open: () throws -> CaptureReader,
    write: @escaping @Sendable ([UInt8]) throws -> Void
  ) throws -> Summary {
    try learn(open(), using: &random)
    return try copy(open(), CaptureWriter(write: write), using: &random)
  }

  // MARK: First pass

  private mutating func learn(_ reader: CaptureReader, using random: inout some RandomNumberGenerator) throws {
    var links: [Int: [String: (numbers: [Int], values: [ConversationValue])]] = [:]
    var number = 0
    for device in survey.devices {
      if let address = device.address { hide([address.bytes, address.bytes.reversed()]) }
      if let name = device.name { hide([[UInt8](name.utf8)]) }
    }
    try forEach(reader) { _, _ in
    } operation: { operation in
      defer { number += 1 }
      if let uuid = operation.attribute?.characteristic, [0x2A00, 0x2A23, 0x2A25].contains(uuid),
        operation.frame != nil,
        let value = operation.value
      {
        hide([[UInt8](value.prefix { $0 != 0 })])
      }
      guard !operation.isOfHost, let handle = operation.handle, let value = operation.value else { return }
      let bytes = [UInt8](value)
      if operation.frame != nil,
        let text = survey.conversation(of: operation)?.personalText(in: bytes, operation.direction)
      {
        hide([text])
      }
      if let uuid = operation.attribute?.characteristic, operation.frame != nil,
        let reader = survey.conversation(of: operation)
      {
        let value = ConversationValue(characteristic: uuid, direction: operation.direction, bytes: bytes)
        links[operation.link, default: [:]][reader.family.id, default: ([], [])].numbers.append(number)
        links[operation.link, default: [:]][reader.family.id, default: ([], [])].values.append(value)
      } else {
        let way = Way(operation, handle)
        profiles[Kind(way, bytes), default: ValueProfile()].add(bytes)
        if let first = bytes.first { firstBytes[way, default: [:]][first, default: 0] += 1 }
      }
    }
    for (_, families) in links.sorted(by: { $0.key < $1.key }) {
      for (family, (numbers, values)) in families.sorted(by: { $0.key < $1.key }) {
        guard let reader = survey.registry.conversation(family) else { continue }
        for (number, bytes) in zip(numbers, reader.redacted(values, using: &random)) { replaced[number] = bytes }
      }
    }
  }

  /// Shorter texts would match by chance.
  private mutating func hide(_ texts: [[UInt8]]) {
    for text in texts where text.count >= 4 { secrets[Self.key(text, 0), default: []].insert(text) }
  }

  private static func key(_ bytes: [UInt8], _ place: Int) -> UInt16 {
    UInt16(bytes[place]) << 8 | UInt16(bytes[place + 1])
  }

  private func forEach(
    _ reader: CaptureReader, event: (CaptureDecoder.Event, CaptureTime?) throws -> Void,
    operation: (ATTOperation) throws -> Void
  ) throws {
    var reader = reader
    var decoder = CaptureDecoder(names: survey.names, learns: false)
    var failure: (any Error)?
    try reader.forEach { record in
      decoder.receive(record) { found in
        do { try event(found, record.time) } catch { failure = failure ?? error }
      } operation: { found in
        do { try operation(found) } catch { failure = failure ?? error }
      }
      if let failure { throw failure }
    }
  }

  /// Returns whether the first byte of values identifies their kind and is not a measurement.
  private func beginsWithKind(_ way: Way, _ value: [UInt8]) -> Bool {
    guard value.count >= 3, let known = firstBytes[way] else { return false }
    return known.count <= 8 && known.values.reduce(0, +) >= known.count * 4
  }

  // MARK: Second pass

  private func copy(
    _ reader: CaptureReader, _ writer: CaptureWriter, using random: inout some RandomNumberGenerator
  ) throws -> Summary {
    var summary = Summary()
    var handles: [Int: UInt16] = [:]
    var devices: [CaptureNames.Place: DeviceID] = [:]
    var number = 0
    var time = survey.firstTime ?? CaptureTime(microseconds: 0)
    func pseudonym(_ link: Int, _ address: DeviceAddress?) -> DeviceID {
      let place = CaptureNames.Place(device: address, link: address == nil ? link : 0)
      if let known = devices[place] { return known }
      // A random static address that belongs to no device.
      let device = DeviceAddress(value: 0xC0DE_0000_0000 | UInt64(devices.count + 1)).device
      devices[place] = device
      let name = survey.device(at: place)?.name
      writer.remember(Advertisement(device: device, name: name.map(sanitized)))
      return device
    }
    func open(_ link: Int, _ address: DeviceAddress?) throws -> UInt16 {
      if let handle = handles[link] { return handle }
      let handle = try writer.connect(pseudonym(link, address), at: time)
      handles[link] = handle
      return handle
    }
    try forEach(reader) { event, when in
      time = when ?? time
      switch event {
      case .connected(let link, let address): _ = try open(link, address)
      case .disconnected(let link, _, let reason):
        if let handle = handles[link] { try writer.disconnect(handle, reason: reason, at: time) }
      case .encrypted(let link, let address): try writer.encrypt(open(link, address), at: time)
      case .named: break
      }
    } operation: { operation in
      time = operation.time ?? time
      let bytes = redacted(operation, number, &summary, using: &random)
      try writer.attribute(bytes, operation.direction, on: open(operation.link, operation.device), at: time)
      summary.operationCount += 1
      number += 1
    }
    summary.deviceCount = devices.count
    return summary
  }

  /// Returns the packet without personal data.
  private func redacted(
    _ operation: ATTOperation, _ number: Int, _ summary: inout Summary, using random: inout some RandomNumberGenerator
  ) -> [UInt8] {
    let packet = [UInt8](operation.bytes)
    guard let value = operation.value, let offset = operation.opcode.valueOffset else {
      var plain = Self.sanitized(packet, operation, keepsValues: keepsValues)
      blankSecrets(in: &plain)
      return plain
    }
    let bytes = [UInt8](value)
    var new: [UInt8]
    if operation.isOfHost {
      // Data that a device reads from the phone: its name, messages, calls.
      new = [UInt8](repeating: 0, count: bytes.count)
    } else if let identity = identity(operation, bytes) {
      new = identity
    } else if keepsValues || Self.isNonPersonal(operation, bytes.count) {
      new = bytes
    } else if let known = replaced[number] {
      new = known
    } else if let way = operation.handle.map({ Way(operation, $0) }), let profile = profiles[Kind(way, bytes)] {
      let standard = operation.attribute?.characteristic.flatMap(Self.structure)
      // In standard measurements the flag bytes at the start are known; in others the first byte may be a type.
      new = (standard == nil ? profile : ValueProfile()).redact(
        bytes, keeping: standard ?? (beginsWithKind(way, bytes) ? 1 : 0), using: &random)
    } else {
      new = [UInt8](repeating: 0, count: bytes.count)
    }
    blankSecrets(in: &new)
    if new != bytes { summary.replacedCount += 1 } else if !bytes.isEmpty { summary.keptCount += 1 }
    let rest = packet.dropFirst(offset + bytes.count)
    return [UInt8](packet.prefix(offset)) + new + rest.map { _ in 0 }
  }

  /// Returns a harmless replacement for a value that identifies the device; `nil` if the value does not identify it.
  private func identity(_ operation: ATTOperation, _ value: [UInt8]) -> [UInt8]? {
    guard operation.attribute?.descriptor == nil else { return nil }
    switch operation.attribute?.characteristic {
    case 0x2A00: return Self.fitting(sanitized(String(decoding: value, as: UTF8.self)), value.count)
    case 0x2A25: return Self.fitting(String(value.map { _ in "0" as Character }), value.count)
    case 0x2A23: return [UInt8](repeating: 0, count: value.count)
    default: return nil
    }
  }

  /// Returns whether a value says nothing about a person: subscriptions and data common to all devices of a model,
  /// within their maximum lengths.
  private static func isNonPersonal(_ operation: ATTOperation, _ count: Int) -> Bool {
    if let descriptor = operation.attribute?.descriptor {
      // Some devices send notifications from a descriptor's handle; such a value is data.
      switch (operation.opcode, descriptor) {
      case (.notification, _), (.indication, _): return false
      case (_, .clientConfiguration), (_, 0x2903), (_, 0x2908): return count <= 2
      case (_, 0x2904): return count <= 7
      default: return false
      }
    }
    switch operation.attribute?.characteristic {
    case 0x2A19, 0x2A38: return count == 1
    case 0x2A01: return count == 2
    case 0x2A05: return count == 4
    case 0x2A04, 0x2ACC: return count == 8
    case 0x2AD4, 0x2AD5, 0x2AD6, 0x2AD7, 0x2AD8: return count <= 6
    case 0x2B29, 0x2B3A: return count <= 2
    case 0x2B2A: return count == 16
    // Model, revisions and manufacturer, which the device reports and nothing writes.
    case 0x2A24, 0x2A26, 0x2A27, 0x2A28, 0x2A29: return operation.direction == .received && count <= 32
    default: return false
    }
  }

  /// Overwrites every secret in `bytes` with zeros.
  private func blankSecrets(in bytes: inout [UInt8]) {
    guard bytes.count >= 4 else { return }
    let original = bytes
    for start in 0..<original.count - 3 {
      for secret in secrets[Self.key(original, start)] ?? [] where original[start...].starts(with: secret) {
        for place in start..<start + secret.count { bytes[place] = 0 }
      }
    }
  }

  /// Returns the number of flag bytes at the start of a standard characteristic's value; `nil` for others.
  private static func structure(of characteristic: BluetoothUUID) -> Int? {
    switch characteristic {
    case 0x2A37, 0x2A35, 0x2A36, 0x2A1C, 0x2A1E, 0x2A5B, 0x2A53, 0x2A5E, 0x2A5F, 0x2A9D, 0x2AD9, 0x2ADA, 0x2AD3: 1
    case 0x2A63, 0x2A9C, 0x2ACD, 0x2ACF, 0x2AD0, 0x2AD1, 0x2AD2: 2
    case 0x2ACE: 3
    default: characteristic.assignedName == nil ? nil : 0
    }
  }

  /// Redacts a packet without a single value. Discovery is kept, as far as it can be recognized; values of several
  /// attributes are not.
  private static func sanitized(_ packet: [UInt8], _ operation: ATTOperation, keepsValues: Bool) -> [UInt8] {
    func keeping(_ count: Int) -> [UInt8] { [UInt8](packet.prefix(count)) + packet.dropFirst(count).map { _ in 0 } }
    // A packet counts as a discovery response only if the capture contains its request.
    let isAsked = operation.request != nil
    switch operation.opcode.rawValue {
    case 0x01: return keeping(5)
    case 0x02, 0x03, 0x0A: return keeping(3)
    case 0x04, 0x0C: return keeping(5)
    case 0x08, 0x10: return keeping(packet.count == 7 ? 7 : 5)
    case 0x13, 0x19, 0x1E: return keeping(1)
    case 0x18: return keeping(2)
    case 0x05:
      let length = packet.count > 1 && packet[1] == 2 ? 18 : 4
      guard isAsked else { return keeping(1) }
      return keeping(2 + max(0, packet.count - 2) / length * length)
    // Services are searched by UUID; other searches contain a value.
    case 0x06 where packet.count >= 7 && packet[6] == 0x28 && packet[5] <= 1:
      return keeping(packet.count >= 23 ? 23 : 9)
    case 0x07: return keeping(isAsked ? 1 + (packet.count - 1) / 4 * 4 : 1)
    // Declarations, including those of included services; the values of other attributes may be anything.
    case 0x09, 0x11:
      let type = operation.request.flatMap { BluetoothUUID($0.from(5)) }
      let declarations: [BluetoothUUID] = operation.opcode.rawValue == 0x09 ? [0x2802, 0x2803] : [0x2800, 0x2801]
      let isDeclaration = type.map { declarations.contains($0) } ?? isDeclarations(packet)
      guard isDeclaration || (keepsValues && !operation.isOfHost), packet.count > 1, packet[1] > 0 else {
        return keeping(2)
      }
      return keeping(2 + (packet.count - 2) / Int(packet[1]) * Int(packet[1]))
    default: return keepsValues && !operation.isOfHost ? packet : keeping(1)
    }
  }

  /// Returns whether the entries of a response look like characteristic declarations, for a response without its
  /// request.
  private static func isDeclarations(_ packet: [UInt8]) -> Bool {
    let bytes = packet[...]
    guard let length = bytes.u8(1).map(Int.init), length == 7 || length == 21 else { return false }
    return stride(from: 2, to: packet.count, by: length).allSatisfy { start in
      guard let declaration = bytes.le16(start), let handle = bytes.le16(start + 3) else { return false }
      return handle > declaration && handle - declaration <= 1
    }
  }

  /// Reduces a name to the kind of device: a model's letters stay, characters that identify the device are replaced.
  private func sanitized(_ name: String) -> String {
    survey.registry.conversations.lazy.compactMap { $0.redactedName(name) }.first
      ?? String(name.map { $0.isASCII && $0.isNumber ? "0" : $0.isASCII && !$0.isLetter ? $0 : "x" })
  }

  private static func fitting(_ text: String, _ count: Int) -> [UInt8] {
    let bytes = [UInt8](text.utf8.prefix(count))
    return bytes + [UInt8](repeating: 0, count: count - bytes.count)
  }
}
