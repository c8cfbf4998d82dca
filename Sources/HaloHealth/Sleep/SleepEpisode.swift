/// Sleeps of one device with an hour or less between them: somebody who was up for a while in the night slept once.
public struct SleepEpisode: Sendable, Hashable {
  /// Its parts, in order; at least one.
  public let records: [SleepRecord]

  /// The longest time awake within a sleep, in minutes. A sleep that ended longer ago has ended for good.
  public static let longestBreak = 60
  /// The shortest sleep that is the main one of a day, in minutes from falling asleep to waking up.
  public static let shortestMain = 180

  private init(_ records: [SleepRecord]) { self.records = records }

  /// Falling asleep.
  public var start: Moment { records[0].start }
  /// Waking up for good.
  public var end: Moment { records[records.count - 1].end }
  /// The device.
  public var device: SourceDevice { records[0].device }
  /// Minutes from falling asleep to waking up for good.
  public var minutes: Int { (end - start).wholeMinutes }
  /// Minutes asleep.
  public var minutesAsleep: Int { records.reduce(0) { $0 + $1.minutesAsleep } }
  /// Whether the device gave stages.
  public var hasStages: Bool { records.contains(where: \.hasStages) }
  /// Whether its time is doubtful.
  public var isDoubtful: Bool { records.contains(where: \.isDoubtful) }
  /// From falling asleep to waking up for good, in milliseconds since 1970.
  public var times: Range<Int> { start.milliseconds..<max(end.milliseconds, start.milliseconds + 1) }
  /// The statements that told it, without doubles.
  public var statements: [Int] { Set(records.compactMap(\.statement)).sorted() }
  /// What the device calls it: a night if one of its parts is.
  public var kind: Night.Kind { records.contains { $0.kind == .night } ? .night : .nap }

  /// The stages of all parts, with the time awake between them.
  public var stages: [Night.Stretch] {
    var end = start
    return records.flatMap { record in
      let awake = (record.start - end).wholeMinutes
      end = record.end
      return (awake > 0 ? [Night.Stretch(stage: .awake, minutes: awake)] : []) + record.stages
    }
  }

  /// The sleep on the device's clock.
  public func night(_ provenance: Provenance) -> Night {
    let start = start.wallClock
    return Night(
      kind: kind, start: start, end: start.adding(minutes: minutes), stages: stages,
      minutesAsleep: minutesAsleep, hasStages: hasStages, isDoubtful: isDoubtful, provenance: provenance)
  }

  /// The main sleep of those that ended on a day: the one with most time asleep, of those that took three hours.
  public static func main(of episodes: [SleepEpisode]) -> SleepEpisode? {
    episodes.filter { $0.minutes >= shortestMain }.max { $0.minutesAsleep < $1.minutesAsleep }
  }

  private var candidate: DeviceChoice.Candidate { .init(device: device.id, amount: minutesAsleep) }

  /// Why this sleep's device counts, of those that reported sleep in its time, out of all records; `nil` if no other did.
  public func choice(in records: [SleepRecord]) -> DeviceChoice? {
    let near = records.filter {
      $0.device != device && !$0.isDoubtful && $0.start < end && $0.end > start
    }
    let others = Dictionary(grouping: near, by: \.device.id).map { id, records in
      DeviceChoice.Candidate(device: id, amount: records.reduce(0) { $0 + $1.minutesAsleep })
    }
    return others.isEmpty ? nil : DeviceChoice([candidate] + others, by: .minutesAsleep)
  }

  /// The sleeps in records of one or several devices, in order. If two devices told of the same time, ``DeviceChoice`` says which counts.
  /// What is doubtful is there if nothing certain was told of its time.
  public static func all(in records: [SleepRecord]) -> [SleepEpisode] {
    struct Key: Hashable {
      let device: Int
      let isDoubtful: Bool
    }
    let alike = Dictionary(grouping: records) { Key(device: $0.device.id, isDoubtful: $0.isDoubtful) }.values
    let episodes = alike.flatMap { records in
      records.sorted { ($0.start, -$0.minutes) < ($1.start, -$1.minutes) }.reduce(into: [[SleepRecord]]()) {
        groups, record in
        if let last = groups.last?.last, record.start - last.end <= .minutes(longestBreak) {
          // The same sleep told twice, as night and as nap.
          if record.start >= last.end { groups[groups.count - 1].append(record) }
        } else {
          groups.append([record])
        }
      }.map(SleepEpisode.init)
    }
    // Only sleeps of the same time are compared with each other: years of them are quick.
    var (together, end, kept) = ([SleepEpisode](), Int.min, [SleepEpisode]())
    for episode in episodes.sorted(by: { $0.start < $1.start }) {
      let times = episode.times
      if times.lowerBound >= end {
        kept += best(of: together)
        together = []
      }
      together.append(episode)
      end = max(end, times.upperBound)
    }
    return kept + best(of: together)
  }

  /// The episodes of devices that count, in order: none of them at the time of a better one.
  private static func best(of episodes: [SleepEpisode]) -> [SleepEpisode] {
    guard episodes.count > 1 else { return episodes }
    let best = episodes.sorted { ($0.isDoubtful ? 0 : 1, $0.candidate) > ($1.isDoubtful ? 0 : 1, $1.candidate) }
    return best.reduce(into: [SleepEpisode]()) { kept, episode in
      if !kept.contains(where: { $0.times.overlaps(episode.times) }) { kept.append(episode) }
    }.sorted { $0.start < $1.start }
  }
}
