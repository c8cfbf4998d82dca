#if Dashboard
  import HaloHealth
  import HaloInsights
  import HaloJournal

  /// What a list says of a workout.
  struct WorkoutFigures: Sendable {
    let meters: Double?
    let averageHeartRate: Double?
    let highestHeartRate: Double?

    /// Of a recording that was read already.
    init(_ recording: WorkoutRecording, _ summary: WorkoutSummary) {
      meters = recording.meters
      averageHeartRate = summary.heartRate.map { $0.average.rounded() }
      highestHeartRate = summary.heartRate?.maximum
    }

    /// Out of the journal, of which no more is read than that: an hour of training is ten thousand values.
    init(_ stored: StoredWorkout, _ journal: Journal) throws {
      let metrics: Set<Metric> = stored.workout.meters == nil ? [.heartRate, .speed, .distance] : [.heartRate]
      let recording = try journal.recording(of: stored, metrics: metrics)
      self.init(recording, WorkoutSummary(recording, zones: nil))
    }
  }
#endif
