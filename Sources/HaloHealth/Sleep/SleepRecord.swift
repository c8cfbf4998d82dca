/// A sleep, or a part of one, as reported by one device.
public struct SleepRecord: Sendable, Hashable {
  /// The device's classification.
  public let kind: Night.Kind
  /// Sleep onset.
  public let start: Moment
  /// The stages from `start` on.
  public let stages: [Night.Stretch]
  public let device: SourceDevice
  /// The journal's number of the statement that reported it; `nil` for imported data.
  public let statement: Int?
  /// True if the time is doubtful: the device's clock was wrong, or showed this time twice.
  public let isDoubtful: Bool
  /// The rank that the wearer gave the device for sleep, 1 for the first; `nil` for none.
  public let rank: Int?
  /// The time in bed; `nil` if it was not reported. A record without stages is of time in bed alone.
  public let inBed: Range<Moment>?

  /// A sleep.
  public init(
    kind: Night.Kind, start: Moment, stages: [Night.Stretch], device: SourceDevice, statement: Int? = nil,
    isDoubtful: Bool = false, rank: Int? = nil, inBed: Range<Moment>? = nil
  ) {
    self.kind = kind
    self.start = start
    self.stages = stages
    self.device = device
    self.statement = statement
    self.isDoubtful = isDoubtful
    self.rank = rank
    self.inBed = inBed
  }

  /// Minutes from sleep onset to waking up.
  public var minutes: Int { stages.minutes }
  /// Waking up.
  public var end: Moment { start + .minutes(minutes) }
  /// True if light, deep or REM sleep was reported.
  public var hasStages: Bool { stages.hasStages }
  /// Minutes asleep; all of them if the device reports no stages.
  public var minutesAsleep: Int { stages.minutesAsleep }
}

extension Collection<Night.Stretch> {
  /// Total minutes.
  public var minutes: Int { reduce(0) { $0 + $1.minutes } }
  /// Minutes asleep; all of them if the device reports no stages.
  public var minutesAsleep: Int { asleep.reduce(0) { $0 + ($1.isAsleep == true ? $1.minutes : 0) } }

  /// True if light, deep or REM sleep was reported. Time awake alone makes no sleep staged.
  public var hasStages: Bool { contains { $0.stage != nil && $0.stage != .awake } }

  /// The sleep state of each stretch: true if the wearer was asleep, as the source stated or by the stage. `nil` for any
  /// other stretch without a stage in a staged sleep; in one without stages, it counts as sleep. Time asleep and sleep
  /// regularity use this rule.
  public var asleep: [(isAsleep: Bool?, minutes: Int)] {
    let hasStages = hasStages
    return map { stretch in
      (stretch.stage.map { $0 != .awake } ?? (hasStages && !stretch.isStatedSleep ? nil : true), stretch.minutes)
    }
  }
}
