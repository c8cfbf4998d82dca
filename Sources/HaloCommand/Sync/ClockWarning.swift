import HaloBluetooth
import HaloEngine
import HaloHealth
import HaloJournal
import HaloReports
import HaloWearables

/// The warning that a device's clock did not show local time.
enum ClockWarning {
  /// Writes the warning to standard error, with the commands that correct the data. Does nothing if the clock did not
  /// differ (in the latest session), or if the wearer has stated the earlier setting since.
  static func write(of device: Device, in journal: Journal, inLatestSession: Bool = false, _ radio: RadioOptions) throws
  {
    guard let difference = try journal.clockDifference(of: device, inLatestSession: inLatestSession) else { return }
    write(difference, name: device.name, identifier: device.identifier, isStored: true, radio)
  }

  /// Writes the warning for an unpaired device, from the frames of its only session.
  static func write(of synced: SyncedRing, _ frames: [RecordedFrame], _ radio: RadioOptions) {
    guard let difference = difference(in: frames, of: synced) else { return }
    write(difference, name: synced.name, identifier: DeviceID(synced.device), isStored: false, radio)
  }

  /// Returns the clock difference in the frames of an unpaired device.
  static func difference(in frames: [RecordedFrame], of synced: SyncedRing) -> ClockDifference? {
    let driver = (synced.family?.id).flatMap { HaloProgram.registry.driver($0) }
    let events = driver?.read(frames, advertisedName: synced.name).clockEvents ?? []
    return events.lazy.compactMap { event in
      event.found.map { ClockDifference(found: $0, time: event.time, isFirst: true) }
    }.first
  }

  private static func write(
    _ difference: ClockDifference, name: String, identifier: DeviceID, isStored: Bool, _ radio: RadioOptions
  ) {
    let advice = difference.advice(name: name, identifier: identifier, options: radio.simulationArguments)
    let words = Phrase.sentences([difference.words(name: name, isStored: isStored), advice].compactMap(\.self))
    if let words { StandardError.report(words) }
  }
}

/// A clock difference as printed by `halo sync --json`.
struct ClockOutput: Encodable {
  /// `certain`, `likely` or `atLeast`.
  let certainty: String
  /// Seconds by which the clock was behind this computer's; negative if it was ahead.
  let secondsBehind: Int
  /// True if the clock was in UTC.
  let isUTC: Bool
  /// The time at which Halo set the clock.
  let until: String
  /// The command that corrects the times if it was in UTC; absent if no command can.
  let remedy: String?

  init(_ difference: ClockDifference, name: String, identifier: DeviceID, options: String) {
    certainty = "\(difference.found.certainty)"
    secondsBehind = difference.secondsBehind
    isUTC = difference.found.certainty != .atLeast
    until = difference.time.description
    remedy = difference.remedies(name: name, identifier: identifier, options: options)?.utc
  }
}
