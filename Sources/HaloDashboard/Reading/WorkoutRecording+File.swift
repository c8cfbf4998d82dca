import HaloInterchange

extension Journal {
  /// Returns a workout by its number.
  func workout(numbered id: Int, of wearer: String) throws -> StoredWorkout {
    guard let workout = try workout(id, of: wearer) else {
      throw APIError.missing("Workout \(id) does not exist.")
    }
    return workout
  }
}

extension WorkoutRecording {
  /// Returns the workout as a file, with its media type.
  func file(_ format: String) throws -> (bytes: [UInt8], type: String) {
    switch format {
    case "fit": return (FIT.bytes(self), "application/vnd.ant.fit")
    case "tcx": return ([UInt8](TCX.text(self).utf8), "application/vnd.garmin.tcx+xml")
    case "csv":
      let lines = points.map { point in
        [
          "\(point.time)", point.heartRate.map { "\($0)" }, point.meters.map { Self.tenths($0) },
          point.speed.map { "\($0)" }, point.cadence.map { "\($0)" }, point.watts.map { "\($0)" },
          point.inclination.map { "\($0)" }, point.resistance.map { "\($0)" },
        ].map { $0 ?? "" }.joined(separator: ",")
      }
      let all =
        ["time,heart-rate (bpm),distance (m),speed (m/s),cadence (/min),power (W),incline (%),resistance"] + lines
      return ([UInt8]((all.joined(separator: "\n") + "\n").utf8), "text/csv; charset=utf-8")
    default: throw APIError.missing("Available formats of a workout: .fit, .tcx and .csv.")
    }
  }

  /// Formats a number with at most one decimal.
  private static func tenths(_ value: Double) -> String {
    let tenths = value.rounded(parts: 10)
    return tenths == tenths.rounded() ? "\(Int(tenths))" : "\(tenths)"
  }
}
