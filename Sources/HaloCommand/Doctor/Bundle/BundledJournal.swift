import HaloFoundation
import HaloJournal
import HaloWearables

/// The paired devices of the journal, numbered, with their latest sessions and the last frames of each.
struct BundledJournal: Encodable {
  /// A device.
  struct Device: Encodable {
    let device: Int
    let model: AnonymousModel
    /// The reason why its sessions are missing.
    var problem: String?
    /// The sessions and their outcomes, the newest first.
    var sessions: [JSONFields] = []
    /// The last frames of the newest session with frames, and the number of its frames.
    var frames: JSONFields?
  }

  private static let maximumSessions = 10
  private static let maximumFrames = 300

  /// The reason why devices are missing.
  let problem: String?
  let devices: [Device]

  /// Creates an empty bundle for a journal that is missing or cannot be read.
  init(problem: String) {
    self.problem = problem
    devices = []
  }

  /// Collects the devices of a journal.
  init(_ journal: Journal, _ anonymizer: Anonymizer) {
    do {
      devices = try journal.devices().enumerated().map { number, device in
        Self.device(device, number + 1, journal, anonymizer)
      }
      problem = nil
    } catch {
      devices = []
      problem = anonymizer.text("\(error)")
    }
  }

  private static func device(_ device: HaloJournal.Device, _ number: Int, _ journal: Journal, _ anonymizer: Anonymizer)
    -> Device
  {
    var bundled = Device(
      device: number,
      model: AnonymousModel(
        family: device.family, advertisedName: device.advertisedName, hardware: device.hardware,
        firmware: device.firmware))
    do {
      let sessions = try journal.latestSessions(of: device, limit: maximumSessions)
      bundled.sessions = sessions.map { session in
        [
          "purpose": anonymizer.text(session.purpose), "begun": session.begun.description,
          "ended": session.ended?.description, "problem": session.outcome.map(anonymizer.text),
          "frames": session.frameCount,
        ]
      }
      if let session = sessions.first(where: { $0.frameCount > 0 }) {
        let frames = try journal.lastFrames(ofSession: session.id, limit: maximumFrames)
        bundled.frames = [
          "session": session.begun.description, "total": session.frameCount,
          "last": anonymous(frames, family: device.family),
        ]
      }
    } catch {
      bundled.problem = anonymizer.text("\(error)")
    }
    return bundled
  }

  /// Returns the frames with made-up values. For characteristics that the family's decoder does not know, only the
  /// length is kept.
  static func anonymous(_ frames: [RecordedFrame], family: String) -> [AnonymousFrame] {
    let reader = HaloProgram.registry.conversation(family)
    let known = Set(reader?.characteristics.map(\.uuid) ?? [])
    let values = frames.filter { known.contains($0.characteristic) }.map {
      ConversationValue(characteristic: $0.characteristic, direction: $0.direction, bytes: $0.bytes)
    }
    var random = SystemRandomNumberGenerator()
    var redacted = (reader?.redacted(values, using: &random) ?? [])[...]
    return frames.map { frame in
      let milliseconds = Int((frame.time.timeIntervalSince(frames[0].time) * 1000).rounded())
      let bytes = known.contains(frame.characteristic) ? redacted.popFirst() : nil
      return AnonymousFrame(
        frame.direction, frame.characteristic, milliseconds: milliseconds, hex: bytes.map { Hexadecimal.string($0) },
        byteCount: bytes == nil ? frame.bytes.count : nil)
    }
  }
}
