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

/// Brings a capture into the journal: its frames become frames of that device, and what they say becomes samples.
public struct CaptureImport: Sendable {
  /// What came of it.
  public struct Result: Sendable, Hashable {
    /// The device that the frames are of.
    public let device: Device
    /// Frames that are new in the journal.
    public let newCount: Int
    /// Frames that the capture has of it.
    public let count: Int
    /// Links that had something new.
    public let sessionCount: Int
    /// The journal's numbers of the frames with something that cannot be a measurement: the frames are kept, and that is left out.
    public let refusedFrames: [Int]
  }

  private let journal: Journal
  private let registry: DriverRegistry

  /// An import into a journal, of devices of the families that `registry` has.
  public init(_ journal: Journal, _ registry: DriverRegistry) {
    self.journal = journal
    self.registry = registry
  }

  /// Brings in what a device and some app said to each other. What is there already is not brought in again.
  ///
  /// - Parameters:
  ///   - address: The device's address, where the capture does not say it.
  ///   - wearer: Who wears the device, where the journal does not know it.
  ///   - zone: The zone where the capture was taken, and its offset at a time in seconds since 1970. Where the app told the device
  ///     the time, that says it better.
  /// - Throws: ``EngineError/cannot(device:what:)`` where no family of this version has the device's characteristics, or the capture
  ///   does not say its address, and ``HaloJournal/JournalError``.
  public func run(
    _ conversation: CapturedConversation, address: DeviceAddress? = nil, name: String?, wearer: String, zone: String,
    secondsFromGMT: (Int) -> Int, now: Moment
  ) throws -> Result {
    let label = conversation.device.label
    guard let address = conversation.device.address ?? address else {
      throw EngineError.cannot(
        device: label, what: Phrase("be imported, because the capture does not say its address: give it with --address")
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
      refused += try Reader(journal, registry).readAndDerive(kept.session, of: device, by: driver)
    }
    return Result(
      device: device, newCount: newCount, count: count, sessionCount: sessionCount, refusedFrames: refused)
  }
}
