import HaloBluetooth
public import HaloCaptures
import HaloFoundation
public import HaloHealth
public import HaloJournal
import HaloText
public import HaloWearables

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
    guard let (driver, known) = driver(of: links, conversation.device.advertisedName) else {
      throw EngineError.cannot(
        device: label, what: Phrase("be imported: this version of Halo finds no measurement in its data"))
    }
    let device = try journal.deviceOfCapture(
      address.device, family: driver.family.id, name: name ?? conversation.device.name ?? address.description,
      advertisedName: conversation.device.advertisedName, wearer: wearer, at: now)
    var (newCount, count, sessionCount) = (0, 0, 0)
    var refused: [Int] = []
    for link in links {
      let frames = link.filter { known.contains($0.characteristic) }
      count += frames.count
      guard let kept = try journal.keep(capture: frames, of: device, zone: zone) else { continue }
      newCount += kept.count
      sessionCount += 1
      refused += try SessionDecoder(journal, registry).decodeAndUpdate(kept.session, by: driver)
    }
    return Result(
      device: device, newCount: newCount, count: count, sessionCount: sessionCount, refusedFrames: refused)
  }

  /// Returns the driver of the family that has one of the characteristics, otherwise the one that decodes most values,
  /// without battery levels, which any device may have; and the characteristics whose frames are stored.
  private func driver(
    of links: [[RecordedFrame]], _ advertisedName: String?
  ) -> (any SessionReading.Type, known: Set<BluetoothUUID>)? {
    for uuid in links.joined().map(\.characteristic) {
      guard let family = registry.conversation(of: uuid), let driver = registry.driver(family.family.id) else {
        continue
      }
      return (driver, Set(family.characteristics.map(\.uuid)))
    }
    // A driver that only knows a standard service is one of the last, and reads more of its devices than others do.
    let counts = registry.drivers.reversed().filter { $0.conversation == nil }.map { driver in
      let contents = links.map { driver.read($0, advertisedName: advertisedName) }
      let readings = contents.flatMap(\.statements).map(\.readings)
      let values = readings.reduce(0) { sum, readings in
        sum + readings.nights.count + readings.totals.count + readings.samples.count { $0.metric != .battery }
      }
      return (driver, count: values + contents.flatMap(\.raw).reduce(0) { $0 + $1.values.count })
    }
    return counts.max { $0.count < $1.count }.flatMap { $0.count > 0 ? ($0.0, Set(registry.characteristics)) : nil }
  }
}
