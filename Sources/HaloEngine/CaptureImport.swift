import HaloText
import HaloBluetooth
public import HaloCaptures
public import HaloHealth
public import HaloJournal
public import HaloWearables

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

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
  /// - Throws: ``EngineError/cannot(device:what:)`` if no family of this version has the device's characteristics, or
  ///   if the address is missing; ``HaloJournal/JournalError``.
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
    let uuids = Set(conversation.links.joined().map(\.characteristic))
    let family = registry.conversations.first { reader in reader.characteristics.contains { uuids.contains($0.uuid) } }
    guard let driver = family.flatMap({ registry.driver($0.family.id) }) else {
      throw EngineError.cannot(
        device: label, what: Phrase("be read by this version of Halo: none of its characteristics is known"))
    }
    let device = try journal.deviceOfCapture(
      address.device, family: driver.family.id, name: name ?? conversation.device.name ?? address.description,
      advertisedName: conversation.device.advertisedName, wearer: wearer, at: now)
    let known = Set(family?.characteristics.map(\.uuid) ?? [])
    var (newCount, count, sessionCount) = (0, 0, 0)
    var refused: [Int] = []
    for link in conversation.links {
      let frames = link.filter { frame in known.contains(frame.characteristic) }.map { frame in
        let seconds = frame.time.microseconds / 1_000_000
        return RecordedFrame(
          device: address.device, direction: frame.direction, characteristic: frame.characteristic, bytes: frame.bytes,
          time: Date(timeIntervalSince1970: Double(frame.time.microseconds) / 1_000_000), zone: zone,
          secondsFromGMT: conversation.secondsFromGMT(at: frame.time) ?? secondsFromGMT(Int(seconds)))
      }
      count += frames.count
      guard let kept = try journal.keep(capture: frames, of: device, zone: zone) else { continue }
      newCount += kept.count
      sessionCount += 1
      refused += try SessionDecoder(journal, registry).decodeAndUpdate(kept.session, of: device, by: driver)
    }
    return Result(
      device: device, newCount: newCount, count: count, sessionCount: sessionCount, refusedFrames: refused)
  }
}
