/// A workout that is being recorded.
struct WorkoutAnswer: Encodable, Sendable {
  struct Device: Encodable, Sendable {
    enum Link: String, Encodable { case connecting, connected, lost }

    let id: String
    let name: String
    let kind: WearableFamily.Kind
    let link: Link
    let words: Phrase

    init(_ device: HaloJournal.Device, _ kind: WearableFamily.Kind, _ link: LiveWorkout.Link) {
      id = "\(device.id)"
      name = device.name
      self.kind = kind
      words = link.words
      self.link = link.isLost ? .lost : link == .connected ? .connected : .connecting
    }
  }

  /// What a page orders of a treadmill, and whether its belt moves.
  struct Targets: Encodable, Sendable {
    let targetSpeed: Double?
    let targetIncline: Double?
    let moving: Bool?
  }

  struct Belt: Encodable, Sendable {
    /// True if a treadmill is connected that Halo can control.
    var runnable = false
    /// True if a page controls it.
    var held = false
    /// The latest message about the belt.
    var words: Phrase?
    /// True if the belt may be moving without a page in control.
    var grave = false
  }

  typealias Values = Joined<LiveWorkoutReport, Targets>

  let number: Int
  let sport: Workout.Kind?
  let wearer: String
  let start: Moment
  let ending: Bool
  let machine: Device?
  let heart: Device?
  let values: Values
  let belt: Belt?
}

/// A summary of a workout that is being recorded.
struct WorkoutSummaryAnswer: Encodable, Sendable {
  let number: Int
  let wearer: String
  let start: Moment
  let words: Phrase
}

/// The workout that is being recorded, if there is one.
struct CurrentWorkoutAnswer<Workout: Encodable>: Encodable {
  let workout: Workout?
}

/// What became of a workout, with its number in the journal, or of the control of a belt.
struct WorkoutEndAnswer: Encodable, Sendable {
  let words: Phrase
  let workout: Int?
  let error: ErrorAnswer.Message?
}
