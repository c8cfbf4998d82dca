/// A sleep, or a part of one, as reported by one device.
public struct SleepRecord: Sendable, Hashable {
  /// The device's classification.
  public let kind: Night.Kind
  /// Sleep onset.
  public let start: Moment
  /// The stages from `start` on.
  public let stages: [Night.Stretch]
  /// The device.
  public let device: SourceDevice
  /// The journal's number of the statement that reported it; `nil` for imported data.
  public let statement: Int?
  /// True if the time is doubtful: the device's clock was wrong, or showed this time twice.
  public let isDoubtful: Bool
  /// The rank that the wearer gave the device for sleep, 1 for the first; `nil` for none.
  public let rank: Int?

  /// A sleep.
  public init(
    kind: Night.Kind, start: Moment, stages: [Night.Stretch], device: SourceDevice, statement: Int? = nil,
    isDoubtful: Bool = false, rank: Int? = nil
  ) {
    self.kind = kind
    self.start = start
    self.stages = stages
    self.device = device
    self.statement = statement
    self.isDoubtful = isDoubtful
    self.rank = rank
  }

  /// Minutes from sleep onset to waking up.
  public var minutes: Int { stages.minutes }
  /// Waking up.
  public var end: Moment { start + .minutes(minutes) }
  /// True if the device reported any stage.
  public var hasStages: Bool { stages.contains { $0.stage != nil } }
  /// Minutes asleep; all of them if the device reports no stages.
  public var minutesAsleep: Int { stages.minutesAsleep }
}

extension Collection<Night.Stretch> {
  /// Total minutes.
  public var minutes: Int { reduce(0) { $0 + $1.minutes } }
  /// Minutes asleep; all of them if the device reports no stages.
  public var minutesAsleep: Int { asleep.reduce(0) { $0 + ($1.isAsleep == true ? $1.minutes : 0) } }

  /// The sleep state of each stretch: true if the wearer was asleep. `nil` for a stretch without a stage if the device
  /// reported stages elsewhere. Without any stage, all of it counts as sleep, as the device classified it. Time asleep
  /// and sleep regularity use this rule.
  public var asleep: [(isAsleep: Bool?, minutes: Int)] {
    let hasStages = contains { $0.stage != nil }
    return map { stretch in
      (stretch.stage.map { $0 != .awake } ?? (hasStages ? nil : true), stretch.minutes)
    }
  }
}
