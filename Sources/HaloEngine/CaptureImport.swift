public import HaloCaptures
import HaloFoundation

/// Imports a capture into the journal: its frames are stored as frames of the device and decoded.
public struct CaptureImport: Sendable {
  /// The result of an import.
  public struct Result: Sendable, Hashable {
    /// The device of the frames.
    public let device: Device
    /// The number of frames that are new in the journal.
    public let newCount: Int
    /// The number of frames of the device in the capture.
    public let count: Int
    /// The number of connections with new frames.
    public let sessionCount: Int
    /// The journal's numbers of the frames with impossible measurements. The frames are stored, without those
    /// measurements.
    public let refusedFrames: [Int]
    /// The number of measurements in the frames of the device, without battery levels.
    public let measurementCount: Int
  }

  private let journal: Journal
  private let registry: DriverRegistry

  /// An import into a journal, for devices of the families in `registry`.
  public init(_ journal: Journal, _ registry: DriverRegistry) {
    self.journal = journal
    self.registry = registry
  }

  /// Imports the recorded exchange between a device and an app. Frames that are already stored are skipped.
  ///
  /// - Parameters:
  ///   - address: The device's address, if the capture does not have it.
  ///   - wearer: The wearer of the device, if the journal does not have it.
  ///   - zone: The time zone in which the capture was recorded, with its offset at a time in seconds since 1970. If the
  ///     app set the device's clock, the offset from that takes precedence.
  /// - Throws: ``EngineError/cannot(device:what:)`` if no driver decodes a measurement of the device, or if the address
  ///   is missing; ``HaloJournal/JournalError``.
  public func run(
    _ conversation: CapturedConversation, address: DeviceAddress? = nil, name: String?, wearer: String, zone: String,
    secondsFromGMT: (Int) -> Int, now: Moment
  ) throws -> Result {
    let label = conversation.device.label
    guard let address = conversation.device.address ?? address else {
      throw EngineError.cannot(
        device: label,
        what: Phrase("be imported, because the capture does not contain its address: pass it with --address")
      )
    }
    let links = conversation.links.map { link in
      link.map { frame in
        RecordedFrame(
          device: address.device, direction: frame.direction, characteristic: frame.characteristic, bytes: frame.bytes,
          time: Date(timeIntervalSince1970: Double(frame.time.microseconds) / 1_000_000), zone: zone,
          secondsFromGMT: conversation.secondsFromGMT(at: frame.time)
            ?? secondsFromGMT(Int(frame.time.microseconds / 1_000_000)))
      }
    }
    let advertisedName = conversation.device.advertisedName
    guard let driver = driver(of: links, conversation.device) else {
      throw EngineError.cannot(
        device: label, what: Phrase("be imported: this version of Halo finds no measurement in its data"))
    }
    let device = try journal.deviceOfCapture(
      address.device, family: driver.family.id, name: name ?? conversation.device.name ?? address.description,
      advertisedName: advertisedName, wearer: wearer, at: now)
    var newCount = 0
    var count = 0
    var sessionCount = 0
    var refused: [Int] = []
    let own = registry.conversation(driver.family.id)?.characteristics.map(\.uuid) ?? []
    let known = Set(own + registry.characteristics)
    for link in links {
      let frames = link.filter { known.contains($0.characteristic) }
      count += frames.count
      guard let kept = try journal.keep(capture: frames, of: device, zone: zone) else { continue }
      newCount += kept.count
      sessionCount += 1
      refused += try SessionDecoder(journal, registry).decodeAndUpdate(kept.session, by: driver)
    }
    return Result(
      device: device, newCount: newCount, count: count, sessionCount: sessionCount, refusedFrames: refused,
      measurementCount: Self.measurementCount(links, driver, advertisedName))
  }

  /// Returns the driver of the family that the capture shows, otherwise the one that decodes most measurements. A device
  /// with a protocol of its own must be shown to be one, because its values may be those of any other.
  private func driver(
    of links: [[RecordedFrame]], _ device: CaptureSurvey.DeviceFindings
  ) -> (any SessionReading.Type)? {
    if let driver = device.families.first.flatMap({ registry.driver($0.id) }) { return driver }
    // A driver that only knows a standard service is one of the last, and reads more of its devices than others do.
    let counts = registry.drivers.reversed().filter { $0.conversation == nil }
      .map { (driver: $0, count: Self.measurementCount(links, $0, device.advertisedName)) }
    return counts.max { $0.count < $1.count }.flatMap { $0.count > 0 ? $0.driver : nil }
  }

  /// Counts what a driver decodes, without battery levels, which any device may have.
  private static func measurementCount(
    _ links: [[RecordedFrame]], _ driver: any SessionReading.Type, _ advertisedName: String?
  ) -> Int {
    let contents = links.map { driver.read($0, advertisedName: advertisedName) }
    let values = contents.flatMap(\.statements).map(\.readings).reduce(0) { sum, readings in
      sum + readings.nights.count + readings.totals.count + readings.samples.count { $0.metric != .battery }
    }
    return values + contents.flatMap(\.raw).reduce(0) { $0 + $1.values.count }
  }
}
