/// An entry of a file of another program, or of an export of Halo.
public enum ImportedEntry: Sendable, Hashable {
  /// A value; `length` in milliseconds, 0 for a moment.
  case sample(Metric, Double, start: Moment, length: Int, SampleSource, isDoubtful: Bool = false)
  /// A night or nap, with the time in bed if it is known; without stages, the time in bed alone, from its start.
  case sleep(
    Night.Kind, start: Moment, stages: [Night.Stretch], isDoubtful: Bool = false, inBed: Range<Moment>? = nil)
  case workout(Workout)
}

extension ImportedEntry {
  /// The problem of the entry; `nil` if it is within the bounds.
  public func problem(in bounds: DataBounds) -> DataBounds.Problem? {
    switch self {
    case .sample(let metric, let value, let start, let length, _, _):
      return bounds.problem(metric, value, start: start, length: length)
    case .sleep(_, let start, let stages, _, let inBed):
      if let inBed,
        let problem = bounds.problem(
          ofSleepAt: inBed.lowerBound, minutes: (inBed.upperBound - inBed.lowerBound).wholeMinutes)
      {
        return problem
      }
      guard stages.allSatisfy({ (0...DataBounds.longestSleep).contains($0.minutes) }) else { return .tooLong }
      return bounds.problem(ofSleepAt: start, minutes: stages.minutes)
    case .workout(let workout): return bounds.problem(workout)
    }
  }
}
