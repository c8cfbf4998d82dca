/// Sleep records of one device that are at most one hour apart: waking up for a while during the night does not end the
/// sleep.
public struct SleepEpisode: Sendable, Hashable {
  /// The records, in order; at least one.
  public let records: [SleepRecord]
  /// The time in bed; `nil` if it was not reported.
  public let inBed: Range<Moment>?

  /// The longest time awake within a sleep, in minutes. After a longer time awake, the sleep is over.
  public static let longestBreak = 60
  /// The shortest main sleep of a day, in minutes from sleep onset to the final awakening.
  public static let shortestMain = 180

  private init(_ records: [SleepRecord], inBed: Range<Moment>? = nil) { (self.records, self.inBed) = (records, inBed) }

  /// The sleep with the time in bed that most of it was within: of its own device, otherwise of another one.
  private func inBed(of records: [SleepRecord]) -> SleepEpisode {
    func minutes(_ time: Range<Moment>) -> Int {
      (min(time.upperBound, end) - max(time.lowerBound, start)).wholeMinutes
    }
    let near = records.filter { $0.inBed.map { minutes($0) * 2 >= self.minutes } ?? false }
    let own = near.filter { $0.device == device }
    let best = (own.isEmpty ? near : own).compactMap(\.inBed).max { minutes($0) < minutes($1) }
    return SleepEpisode(
      self.records, inBed: best.map { min($0.lowerBound, start)..<max($0.upperBound, end) })
  }

  /// Sleep onset.
  public var start: Moment { records[0].start }
  /// The final awakening.
  public var end: Moment { records[records.count - 1].end }
  public var device: SourceDevice { records[0].device }
  /// Minutes from sleep onset to the final awakening.
  public var minutes: Int { (end - start).wholeMinutes }
  public var minutesAsleep: Int { records.reduce(0) { $0 + $1.minutesAsleep } }
  /// True if light, deep or REM sleep was reported.
  public var hasStages: Bool { records.contains(where: \.hasStages) }
  /// True if the time is doubtful.
  public var isDoubtful: Bool { records.contains(where: \.isDoubtful) }
  /// From sleep onset to the final awakening, in milliseconds since 1970.
  public var times: Range<Int> { start.milliseconds..<max(end.milliseconds, start.milliseconds + 1) }
  /// The journal's numbers of the statements that reported the sleep, without duplicates.
  public var statements: [Int] { Set(records.compactMap(\.statement)).sorted() }
  /// The device's classification: a night if any record is one.
  public var kind: Night.Kind { records.contains { $0.kind == .night } ? .night : .nap }

  /// The stages of all records, with the time awake between them.
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
    let onset = start.wallClock
    func clock(_ moment: Moment) -> WallClock { onset.adding(minutes: (moment - start).wholeMinutes) }
    return Night(
      kind: kind, start: onset, end: onset.adding(minutes: minutes), stages: stages,
      minutesAsleep: minutesAsleep, hasStages: hasStages,
      inBed: inBed.map { clock($0.lowerBound)..<clock($0.upperBound) }, isDoubtful: isDoubtful, provenance: provenance)
  }

  /// The main sleep of those that ended on a day: the one with most time asleep among those of at least three hours.
  public static func main(of episodes: [SleepEpisode]) -> SleepEpisode? {
    episodes.filter { $0.minutes >= shortestMain }.max { $0.minutesAsleep < $1.minutesAsleep }
  }

  private var candidate: DeviceChoice.Candidate {
    .init(device: device.id, minutesAsleep: minutesAsleep, isStaged: hasStages, rank: records[0].rank)
  }

  /// The reason for choosing this sleep's device among those that reported sleep in its time; `nil` if no other device
  /// did.
  public func choice(in records: [SleepRecord]) -> DeviceChoice? {
    let near = records.filter {
      $0.device != device && !$0.isDoubtful && !$0.stages.isEmpty && $0.start < end && $0.end > start
    }
    let others = Dictionary(grouping: near, by: \.device.id).map { id, records in
      DeviceChoice.Candidate(
        device: id, minutesAsleep: records.reduce(0) { $0 + $1.minutesAsleep },
        isStaged: records.contains(where: \.hasStages), rank: records.first?.rank)
    }
    return others.isEmpty ? nil : DeviceChoice([candidate] + others, by: .minutesAsleep)
  }

  /// The sleeps in records of one or several devices, in order. If two devices report the same time, ``DeviceChoice``
  /// decides. A doubtful sleep is included if no certain one overlaps it.
  public static func all(in records: [SleepRecord]) -> [SleepEpisode] {
    let bedtimes = records.filter { $0.inBed != nil }.sorted { $0.start < $1.start }
    let asleep = records.filter { !$0.stages.isEmpty }
    let alike = [false, true].flatMap { isDoubtful in
      Dictionary(grouping: asleep.filter { $0.isDoubtful == isDoubtful }, by: \.device).values
    }
    let episodes = alike.flatMap { records in
      records.sorted { ($0.start, -$0.minutes) < ($1.start, -$1.minutes) }.reduce(into: [[SleepRecord]]()) {
        groups, record in
        if let last = groups.last?.last, record.start - last.end <= .minutes(longestBreak) {
          // The same sleep reported twice, as night and as nap.
          if record.start >= last.end { groups[groups.count - 1].append(record) }
        } else {
          groups.append([record])
        }
      }.map { SleepEpisode($0) }
    }
    // Compares only sleeps that overlap, so that years of records stay fast.
    var together = [SleepEpisode]()
    var end = Int.min
    var kept = [SleepEpisode]()
    for episode in episodes.sorted(by: { $0.start < $1.start }) {
      let times = episode.times
      if times.lowerBound >= end {
        kept += best(of: together)
        together = []
      }
      together.append(episode)
      end = max(end, times.upperBound)
    }
    kept += best(of: together)
    guard !bedtimes.isEmpty else { return kept }
    return kept.map { episode in
      // A time in bed lasts less than two days.
      let near = bedtimes.drop { $0.start < episode.start - .days(2) }.prefix { $0.start < episode.end }
      return episode.inBed(of: Array(near))
    }
  }

  /// The chosen episodes, in order: no episode overlaps a better one.
  private static func best(of episodes: [SleepEpisode]) -> [SleepEpisode] {
    guard episodes.count > 1 else { return episodes }
    let best = episodes.sorted { ($0.isDoubtful ? 0 : 1, $0.candidate) > ($1.isDoubtful ? 0 : 1, $1.candidate) }
    return best.reduce(into: [SleepEpisode]()) { kept, episode in
      if !kept.contains(where: { $0.times.overlaps(episode.times) }) { kept.append(episode) }
    }.sorted { $0.start < $1.start }
  }
}
