public import HaloHealth

/// A sleep that one device told.
public struct SleepRecord: Sendable, Hashable {
  /// What the device calls it.
  public let kind: Night.Kind
  /// Falling asleep.
  public let start: Moment
  /// The stages from then on.
  public let stages: [Night.Stretch]
  /// The device's name.
  public let device: String
  /// The journal's number of the statement that told it; `nil` for what was imported.
  public let statement: Int?

  /// A sleep.
  public init(kind: Night.Kind, start: Moment, stages: [Night.Stretch], device: String, statement: Int? = nil) {
    self.kind = kind
    self.start = start
    self.stages = stages
    self.device = device
    self.statement = statement
  }

  /// Minutes from falling asleep to waking up.
  public var minutes: Int { stages.reduce(0) { $0 + $1.minutes } }
  /// Waking up.
  public var end: Moment {
    Moment(milliseconds: start.milliseconds + minutes * 60_000, secondsFromGMT: start.secondsFromGMT)
  }
  /// Whether the device gave a stage at all.
  var hasStages: Bool { stages.contains { $0.stage != nil } }
  /// Minutes asleep; all of them where the device gave no stages.
  public var minutesAsleep: Int { asleep.reduce(0) { $0 + ($1.isAsleep == true ? $1.minutes : 0) } }

  /// Whether the wearer slept, stretch by stretch: `nil` where that is not known, because the device gave stages and none here. Without
  /// any stage all of it is sleep, by the device's word. Time asleep and regularity both go by this.
  var asleep: [(isAsleep: Bool?, minutes: Int)] {
    let hasStages = hasStages
    return stages.map { stretch in
      (stretch.stage.map { $0 != .awake } ?? (hasStages ? nil : true), stretch.minutes)
    }
  }
}

/// Sleeps of one device with an hour or less between them: somebody who was up for a while in the night slept once.
public struct SleepEpisode: Sendable, Hashable {
  /// Its parts, in order.
  public let records: [SleepRecord]

  /// The longest time awake within a sleep, in minutes.
  static let longestBreak = 60
  /// The shortest sleep that is the main one of a day, in minutes from falling asleep to waking up.
  static let shortestMain = 180

  /// Falling asleep.
  public var start: Moment { records[0].start }
  /// Waking up for good.
  public var end: Moment { records[records.count - 1].end }
  /// The device's name.
  public var device: String { records[0].device }
  /// Minutes from falling asleep to waking up for good.
  public var minutes: Int { (end.milliseconds - start.milliseconds) / 60_000 }
  /// Minutes asleep.
  public var minutesAsleep: Int { records.reduce(0) { $0 + $1.minutesAsleep } }
  /// Whether the device gave stages.
  public var hasStages: Bool { records.contains(where: \.hasStages) }
  /// From falling asleep to waking up for good, in milliseconds since 1970.
  public var times: Range<Int> { start.milliseconds..<max(end.milliseconds, start.milliseconds + 1) }

  var input: InsightInput {
    InsightInput(
      "the sleep of \(device), \(start) to \(end)\(records.count > 1 ? ", in \(records.count) parts" : "")",
      statements: Set(records.compactMap(\.statement)))
  }

  /// The main sleep of those that ended on a day: the one with most time asleep, of those that took three hours.
  public static func main(of episodes: [SleepEpisode]) -> SleepEpisode? {
    episodes.filter { $0.minutes >= shortestMain }.max { $0.minutesAsleep < $1.minutesAsleep }
  }

  /// The sleeps in records of one or several devices. Where two devices tell of the same time, the one that saw more sleep counts, and
  /// of two that saw as much the one that comes first in the alphabet.
  public static func all(in records: [SleepRecord]) -> [SleepEpisode] {
    let byDevice = Dictionary(grouping: records) { $0.device }.values
    let episodes = byDevice.flatMap { records in
      records.sorted { ($0.start, -$0.minutes) < ($1.start, -$1.minutes) }.reduce(into: [[SleepRecord]]()) {
        groups, record in
        if let last = groups.last?.last,
          record.start.milliseconds - last.end.milliseconds <= longestBreak * 60_000
        {
          // The same sleep told twice, as night and as nap.
          if record.start >= last.end { groups[groups.count - 1].append(record) }
        } else {
          groups.append([record])
        }
      }.map(SleepEpisode.init)
    }
    let best = episodes.sorted { ($0.minutesAsleep, $1.device) > ($1.minutesAsleep, $0.device) }
    return best.reduce(into: [SleepEpisode]()) { kept, episode in
      if !kept.contains(where: { $0.times.overlaps(episode.times) }) { kept.append(episode) }
    }.sorted { $0.start < $1.start }
  }
}
