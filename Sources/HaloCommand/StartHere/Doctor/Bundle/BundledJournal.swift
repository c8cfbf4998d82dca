import HaloCaptures
import HaloFoundation

/// The paired devices of the journal for the bundle, numbered, with their latest sessions and the last frames of each.
enum BundledJournal {
  private static let maximumSessions = 10
  private static let maximumFrames = 300

  /// An empty bundle for a journal that is missing or cannot be read.
  static func fields(problem: String) -> JSONFields { ["problem": problem, "devices": [String]()] }

  /// Collects the devices of a journal.
  static func fields(_ journal: Journal, _ anonymizer: Anonymizer) -> JSONFields {
    do {
      return [
        "devices": try journal.devices().enumerated().map { fields($1, $0 + 1, journal, anonymizer) }
      ]
    } catch {
      return fields(problem: anonymizer.text("\(error)"))
    }
  }

  private static func fields(
    _ device: Device, _ number: Int, _ journal: Journal, _ anonymizer: Anonymizer
  ) -> JSONFields {
    let model = AnonymousModel(
      HaloProgram.registry,
      family: device.family, advertisedName: device.advertisedName, hardware: device.hardware,
      firmware: device.firmware)
    var sessions = [SessionRecord]()
    var last = JSONFields?.none
    var problem = String?.none
    do {
      sessions = try journal.latestSessions(of: device, limit: maximumSessions)
      if let session = sessions.first(where: { $0.frameCount > 0 }) {
        let frames = try journal.lastFrames(ofSession: session.id, limit: maximumFrames)
        last = [
          "session": session.begun.description, "total": session.frameCount,
          "last": anonymous(frames, family: device.family),
        ]
      }
    } catch {
      problem = anonymizer.text("\(error)")
    }
    let outcomes = sessions.map { session -> JSONFields in
      [
        "purpose": anonymizer.text(session.purpose), "begun": session.begun.description,
        "ended": session.ended?.description, "problem": session.outcome.map(anonymizer.text),
        "frames": session.frameCount,
      ]
    }
    return ["device": number, "model": model, "problem": problem, "sessions": outcomes, "frames": last]
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
