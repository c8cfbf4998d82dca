/// Writes the links of an anonymized copy, with made-up addresses and names.
struct AnonymizedLinks {
  private let survey: CaptureSurvey
  private let writer: CaptureWriter
  private var handles: [Int: UInt16] = [:]
  private var devices: [CaptureNames.Place: DeviceID] = [:]

  init(survey: CaptureSurvey, writer: CaptureWriter) {
    self.survey = survey
    self.writer = writer
  }

  /// The number of devices in the copy.
  var deviceCount: Int { devices.count }

  /// Writes an event of a link.
  mutating func write(_ event: CaptureDecoder.Event, at time: CaptureTime) throws {
    switch event {
    case .connected(let link, let address): _ = try open(link, address, at: time)
    case .disconnected(let link, _, let reason):
      if let handle = handles[link] { try writer.disconnect(handle, reason: reason, at: time) }
    case .encrypted(let link, let address): try writer.encrypt(open(link, address, at: time), at: time)
    case .named: break
    }
  }

  /// Writes a packet in place of an operation's.
  mutating func write(_ packet: [UInt8], of operation: ATTOperation, at time: CaptureTime) throws {
    try writer.attribute(
      packet, operation.direction, on: open(operation.link, operation.device, at: time), at: time)
  }

  private mutating func open(_ link: Int, _ address: DeviceAddress?, at time: CaptureTime) throws -> UInt16 {
    if let handle = handles[link] { return handle }
    let handle = try writer.connect(pseudonym(link, address), at: time)
    handles[link] = handle
    return handle
  }

  private mutating func pseudonym(_ link: Int, _ address: DeviceAddress?) -> DeviceID {
    let place = CaptureNames.Place(device: address, link: link)
    if let known = devices[place] { return known }
    // A random static address that belongs to no device.
    let device = DeviceAddress(value: 0xC0DE_0000_0000 | UInt64(devices.count + 1)).device
    devices[place] = device
    let name = survey.device(at: place)?.name
    writer.remember(Advertisement(device: device, name: name.map { Self.sanitized($0, survey.registry) }))
    return device
  }

  /// Reduces a name to the kind of device: a model's letters stay, characters that identify the device are replaced.
  static func sanitized(_ name: String, _ registry: DriverRegistry) -> String {
    registry.conversations.lazy.compactMap { $0.redactedName(name) }.first
      ?? String(name.map { $0.isASCII && $0.isNumber ? "0" : $0.isASCII && !$0.isLetter ? $0 : "x" })
  }
}
