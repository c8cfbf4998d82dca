import HaloInterchange

extension HealthRefusal {
  /// Names what is missing in Health, with the system's reason.
  var phrase: Phrase {
    if let workout = part.workouts.first?.workout {
      let title = workout.kind.title
      let start = workout.start.wallClock
      return Phrase("Health refused a workout: \(title), \(start.date, .full), \(start.time). \(reason)")
    }
    let metric = part.records.first?.kind.metric
    let title = metric == .restingHeartRate ? DerivedMetric.restingHeartRate.title : metric?.title ?? Phrase("Sleep")
    return Phrase("Health refused entries: \(title), \(part.date, .full). \(reason)")
  }
}
