/// A sleep, or a part of one, as one device told it.
public struct SleepRecord: Sendable, Hashable {
  /// What the device calls it.
  public let kind: Night.Kind
  /// Falling asleep.
  public let start: Moment
  /// The stages from then on.
  public let stages: [Night.Stretch]
  /// The device.
  public let device: SourceDevice
  /// The journal's number of the statement that told it; `nil` for what was imported.
  public let statement: Int?
  /// Whether its time is doubtful: the device's clock was wrong, or showed this time twice.
  public let isDoubtful: Bool

  /// A sleep.
  public init(
    kind: Night.Kind, start: Moment, stages: [Night.Stretch], device: SourceDevice, statement: Int? = nil,
    isDoubtful: Bool = false
  ) {
    self.kind = kind
    self.start = start
    self.stages = stages
    self.device = device
    self.statement = statement
    self.isDoubtful = isDoubtful
  }

  /// Minutes from falling asleep to waking up.
  public var minutes: Int { stages.minutes }
  /// Waking up.
  public var end: Moment { start + .minutes(minutes) }
  /// Whether the device gave a stage at all.
  public var hasStages: Bool { stages.contains { $0.stage != nil } }
  /// Minutes asleep; all of them if the device gave no stages.
  public var minutesAsleep: Int { stages.minutesAsleep }
}

extension Collection<Night.Stretch> {
  /// Minutes in all.
  public var minutes: Int { reduce(0) { $0 + $1.minutes } }
  /// Minutes asleep; all of them if the device gave no stages.
  public var minutesAsleep: Int { asleep.reduce(0) { $0 + ($1.isAsleep == true ? $1.minutes : 0) } }

  /// Whether the wearer slept, stretch by stretch: `nil` if that is not known, because the device gave stages and none here. Without
  /// any stage all of it is sleep, by the device's word. Time asleep and regularity both go by this.
  public var asleep: [(isAsleep: Bool?, minutes: Int)] {
    let hasStages = contains { $0.stage != nil }
    return map { stretch in
      (stretch.stage.map { $0 != .awake } ?? (hasStages ? nil : true), stretch.minutes)
    }
  }
}
