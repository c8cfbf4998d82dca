public import ActivityKit
public import HaloInterchange

extension WorkoutActivity: @retroactive ActivityAttributes {}
