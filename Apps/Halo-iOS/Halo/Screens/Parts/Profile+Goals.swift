import HaloHealth

/// Goals for controls that need a value: a toggle that sets the usual goal or none, and a stepper for a goal that is set.
extension Profile {
  /// True if there is a step goal.
  var hasStepGoal: Bool {
    get { stepGoal != nil }
    set { stepGoal = newValue ? stepGoal ?? Profile().stepGoal : nil }
  }

  /// The step goal.
  var steps: Int {
    get { stepGoal ?? Profile.stepGoals.lowerBound }
    set { stepGoal = newValue }
  }

  /// True if there is a sleep goal.
  var hasSleepGoal: Bool {
    get { sleepGoalMinutes != nil }
    set { sleepGoalMinutes = newValue ? sleepGoalMinutes ?? Profile().sleepGoalMinutes : nil }
  }

  /// The sleep goal in minutes.
  var sleepMinutes: Int {
    get { sleepGoalMinutes ?? Profile.sleepGoals.lowerBound }
    set { sleepGoalMinutes = newValue }
  }
}
