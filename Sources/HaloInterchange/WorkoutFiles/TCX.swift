/// Garmin's Training Center XML, version 2, accepted by most sport services.
public enum TCX {
  /// Returns a workout's file: one activity with one lap, and a point for each moment with data.
  ///
  /// The elements follow the order of the schema. Speed, power and a runner's cadence are in the extension
  /// "ActivityExtension/v2".
  public static func text(_ recording: WorkoutRecording) -> String {
    let start = time(recording.workout.start)
    var lines = [
      #"<?xml version="1.0" encoding="UTF-8"?>"#,
      #"<TrainingCenterDatabase xmlns="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2">"#, "  <Activities>",
      #"    <Activity Sport="\#(sport(recording.workout.kind))">"#, "      <Id>\(start)</Id>",
      #"      <Lap StartTime="\#(start)">"#,
      "        <TotalTimeSeconds>\(number(Double(recording.workout.activeLength) / 1000))</TotalTimeSeconds>",
      "        <DistanceMeters>\(number(recording.meters ?? 0))</DistanceMeters>",
      "        <Calories>\(Int(min(max(recording.workout.kilocalories ?? 0, 0), 65_535).rounded()))</Calories>",
    ]
    if let rate = recording.averageRate {
      lines.append("        <AverageHeartRateBpm><Value>\(rate)</Value></AverageHeartRateBpm>")
    }
    if let rate = recording.maximumRate {
      lines.append("        <MaximumHeartRateBpm><Value>\(rate)</Value></MaximumHeartRateBpm>")
    }
    lines += ["        <Intensity>Active</Intensity>", "        <TriggerMethod>Manual</TriggerMethod>"]
    if !recording.points.isEmpty {
      lines.append("        <Track>")
      for point in recording.points { lines += trackpoint(point, isOnFoot: recording.isOnFoot) }
      lines.append("        </Track>")
    }
    if let steps = recording.counts[.steps], (0...65_535).contains(steps) {
      lines.append(
        #"        <Extensions><LX xmlns="http://www.garmin.com/xmlschemas/ActivityExtension/v2"><Steps>\#(Int(steps.rounded()))</Steps></LX></Extensions>"#
      )
    }
    lines += ["      </Lap>", "    </Activity>", "  </Activities>", "</TrainingCenterDatabase>"]
    return lines.joined(separator: "\n") + "\n"
  }

  private static func trackpoint(_ point: WorkoutRecording.Point, isOnFoot: Bool) -> [String] {
    var lines = ["          <Trackpoint>", "            <Time>\(time(point.time))</Time>"]
    if let meters = point.meters, meters >= 0 {
      lines.append("            <DistanceMeters>\(number(meters))</DistanceMeters>")
    }
    if let rate = point.fileRate {
      lines.append("            <HeartRateBpm><Value>\(rate)</Value></HeartRateBpm>")
    }
    // Halo's cadence counts the steps of both feet; the file counts one foot.
    let cadence = point.cadence.map { isOnFoot ? $0 / 2 : $0 }.flatMap { (0...254).contains($0) ? $0 : nil }
    if let cadence, !isOnFoot { lines.append("            <Cadence>\(cadence)</Cadence>") }
    var extensions: [String] = []
    if let speed = point.speed, speed.isFinite, speed >= 0 { extensions.append("<Speed>\(number(speed))</Speed>") }
    if let cadence, isOnFoot { extensions.append("<RunCadence>\(cadence)</RunCadence>") }
    if let watts = point.watts, (0...65_535).contains(watts) { extensions.append("<Watts>\(watts)</Watts>") }
    if !extensions.isEmpty {
      lines.append(
        #"            <Extensions><TPX xmlns="http://www.garmin.com/xmlschemas/ActivityExtension/v2">"#
          + extensions.joined() + "</TPX></Extensions>")
    }
    return lines + ["          </Trackpoint>"]
  }

  private static func sport(_ kind: Workout.Kind) -> String {
    switch kind {
    case .running: "Running"
    case .cycling: "Biking"
    default: "Other"
    }
  }

  /// Formats a time in UTC: `2026-11-20T10:16:00.120Z`.
  private static func time(_ moment: Moment) -> String {
    let utc = Moment(milliseconds: moment.milliseconds, secondsFromGMT: 0).description
    return utc.dropLast(6) + "Z"
  }

  /// Formats a number with at most two decimals, for XML.
  private static func number(_ value: Double) -> String {
    guard value.isFinite else { return "0" }
    let hundredths = Int((min(max(value, 0), 1e12) * 100).rounded())
    let fraction = hundredths % 100
    return "\(hundredths / 100).\(fraction < 10 ? "0" : "")\(fraction)"
  }
}
