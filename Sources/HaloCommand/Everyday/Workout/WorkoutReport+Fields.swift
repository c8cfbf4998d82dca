extension WorkoutReport {
  /// The workout as printed by `--json`. The energy is that estimated by the machine.
  var fields: JSONFields {
    [
      "number": id, "kind": sport.rawValue, "start": "\(start)", "seconds": seconds, "paused": paused,
      "wearer": wearer, "machine": machine, "heart": heart, "meters": distance, "kilocalories": energy,
      "distanceCount": distanceCount, "energyCount": energyCount, "heartRate": spreads?["heart-rate"],
      "metersPerSecond": spreads?["speed"], "watts": spreads?["power"], "perMinute": spreads?["cadence"],
      "inclinePercent": spreads?["inclination"], "resistance": spreads?["resistance"], "counts": counts,
      "maximumHeartRate": zones?.maximum, "maximumHeartRateIsEstimate": zones?.isEstimate,
      "zones": zones?.zones.map { zone -> JSONFields in
        ["zone": zone.zone, "fromBeatsPerMinute": zone.low, "seconds": zone.seconds]
      },
      "figures": figures, "notes": notes,
    ]
  }
}
