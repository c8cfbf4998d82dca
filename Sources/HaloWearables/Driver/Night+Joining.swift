extension [Night.Stretch] {
  /// Appends a period of sleep. If the last one has the same stage, it becomes longer.
  package mutating func append(joining stretch: Night.Stretch) {
    if let last, last.stage == stretch.stage {
      self[count - 1] = Night.Stretch(stage: last.stage, minutes: last.minutes + stretch.minutes)
    } else {
      append(stretch)
    }
  }
}
