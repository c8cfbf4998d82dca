extension Workout.Kind {
  /// The display name.
  public var title: Phrase {
    switch self {
    case .walking: Phrase("Walking")
    case .running: Phrase("Running")
    case .hiking: Phrase("Hiking")
    case .cycling: Phrase("Cycling")
    case .rowing: Phrase("Rowing")
    case .elliptical: Phrase("Elliptical")
    case .stairs: Phrase("Stairs")
    case .other: Phrase("Workout")
    }
  }
}
