import Foundation

/// Translates the meaning of a vector into the vocabulary of messages. Each family adds its characteristics to
/// ``translated(_:of:value:)``.
enum CharacteristicMeaning {
  /// Returns the message as an object; `nil` if no family here knows the characteristic.
  static func translated(_ meaning: [String: Any], of characteristic: String, value: [UInt8]) -> [String: Any]? {
    FitnessMachineMeaning.translated(meaning, of: characteristic, value: value)
      ?? StandardServiceMeaning.translated(meaning, of: characteristic)
  }
}

enum StandardServiceMeaning {
  static func translated(_ meaning: [String: Any], of characteristic: String) -> [String: Any]? {
    func message(_ type: String, _ names: [String: String]) -> [String: Any] {
      var message: [String: Any] = ["type": type]
      for (key, word) in names {
        guard let value = meaning[key], !(value is NSNull), (value as? [Any])?.isEmpty != true else { continue }
        message[word] = value
      }
      return message
    }
    switch characteristic {
    case "2A37":
      return message(
        "heartRateMeasurement",
        ["bpm": "bpm", "contact": "contact", "energy_kj": "energyKilojoules", "rr_ms": "beatIntervalsMilliseconds"])
    case "2A2B": return message("currentTime", ["date": "dateTime", "weekday": "weekday"])
    default: return nil
    }
  }
}

enum FitnessMachineMeaning {
  static func translated(_ meaning: [String: Any], of characteristic: String, value: [UInt8]) -> [String: Any]? {
    if let type = dataTypes[characteristic] { return data(meaning, type: type) }
    switch characteristic {
    case "2ACC":
      return [
        "type": "fitnessMachineFeature", "features": words(meaning["features"]), "targets": words(meaning["targets"]),
      ]
    case "2AD3":
      return ["type": "trainingStatus", "status": word(meaning["status"]), "text": meaning["string"] ?? ""]
    case "2AD4": return range(meaning, unit: "kmh", type: "speedRange")
    case "2AD5": return range(meaning, unit: "pct", type: "inclinationRange")
    case "2ADA":
      var message: [String: Any] = ["type": "fitnessMachineStatus", "event": word(meaning["op"])]
      for (key, word) in names where meaning[key] != nil { message[word] = meaning[key] }
      return message
    case "2AD9": return controlPoint(meaning, value: value)
    default: return nil
    }
  }

  private static let dataTypes = [
    "2ACD": "treadmillData", "2ACE": "crossTrainerData", "2ACF": "stepClimberData", "2AD0": "stairClimberData",
    "2AD1": "rowerData", "2AD2": "indoorBikeData",
  ]

  private static let names = [
    "more_data": "moreData", "speed_kmh": "speed", "avg_speed_kmh": "averageSpeed", "distance_m": "meters",
    "incline_pct": "inclinationPercent", "ramp_deg": "rampDegrees", "elev_up_m": "ascentMeters",
    "elev_down_m": "descentMeters", "pace_s_per_500m": "secondsPer500m", "avg_pace_s_per_500m": "averageSecondsPer500m",
    "kcal": "kilocalories", "kcal_per_h": "kilocaloriesPerHour", "kcal_per_min": "kilocaloriesPerMinute", "hr": "bpm",
    "met": "metabolicEquivalent", "elapsed_s": "elapsedSeconds", "remaining_s": "remainingSeconds",
    "force_n": "beltForceNewtons", "power_w": "watts", "avg_power_w": "averageWatts", "cadence_rpm": "cadence",
    "avg_cadence_rpm": "averageCadence", "resistance": "resistance", "strokes_per_min": "strokeRate",
    "avg_strokes_per_min": "averageStrokeRate", "strokes": "strokes", "steps_per_min": "stepsPerMinute",
    "avg_step_rate": "averageStepsPerMinute", "strides": "strides", "floors": "floors", "vendor_steps": "steps",
    "truncated": "truncated", "trailing": "trailing",
  ]

  private static func data(_ meaning: [String: Any], type: String) -> [String: Any] {
    var message: [String: Any] = ["type": type]
    for (key, value) in meaning where !(value is NSNull) {
      guard let word = names[key] else { continue }
      message[word] = value
    }
    // The vectors contain raw numbers; a heart rate of 0 and Life Fitness's descent of 0x7FFF mean "not available".
    if meaning["hr"] as? Int == 0 { message["bpm"] = nil }
    if meaning["elev_down_m"] as? Double == 3276.7 { message["descentMeters"] = nil }
    if type == "crossTrainerData" { message["backward"] = false }
    return message
  }

  private static func range(_ meaning: [String: Any], unit: String, type: String) -> [String: Any] {
    var message: [String: Any] = ["type": type]
    for (key, word) in [("min", "minimum"), ("max", "maximum"), ("step", "step")] {
      message[word] = meaning["\(key)_\(unit)"]
    }
    return message
  }

  private static func controlPoint(_ meaning: [String: Any], value: [UInt8]) -> [String: Any] {
    var message: [String: Any] = ["type": "controlPoint"]
    switch value[0] {
    case 0x01: message["request"] = "reset"
    case 0x07: message["request"] = "startOrResume"
    case 0x08:
      message["request"] = "stopOrPause"
      if value.count == 1 { message["truncated"] = true }
      if value.dropFirst().first == 1 { message["action"] = "stop" }
      if value.dropFirst().first == 5 { message["code"] = "0x05" }
    case 0x11:
      message["request"] = "setIndoorBikeSimulation"
      if value.count == 1 { message["truncated"] = true }
      let names = [
        "wind_m_s": "windMetersPerSecond", "grade_pct": "gradePercent", "crr": "rollingResistance",
        "cw": "windResistance",
      ]
      for (key, word) in names { message[word] = meaning[key] }
    default:
      message["request"] = "setTargetSpeed"
      message["result"] = meaning["result"]
    }
    return message
  }

  private static func words(_ list: Any?) -> [String] { (list as? [String] ?? []).map(word) }

  private static func word(_ text: Any?) -> String {
    let parts = (text as? String ?? "").split(separator: " ")
    return parts.enumerated().map { $0.offset == 0 ? String($0.element) : $0.element.capitalized }.joined()
  }
}
