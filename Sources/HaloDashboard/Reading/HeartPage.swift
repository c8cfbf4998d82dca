#if Dashboard
  import HaloWearables
  import HaloEngine
  import HaloHealth
  import HaloInsights
  import HaloJournal
  import HaloReports

  /// The heart on days.
  struct HeartPage {
    static func json(_ date: CalendarDate, _ wearer: Wearer, _ journal: Journal) throws -> JSON {
      let day = try wearer.reports(journal).heart(date)
      let zones = wearer.settings.zones(in: date.year)
      let times = try zones.flatMap { try journal.zoneTimes(of: wearer.name, on: date, zones: $0) }
      func series(_ series: SeriesReport?) throws -> JSON { try series.map { try JSON(report: $0) } ?? .null }
      let members: [JSON.Member] = [
        .init(name: "date", value: JSON(words: date)), .init(name: "start", value: JSON(words: day.start)),
        .init(name: "end", value: JSON(words: day.end)), .init(name: "figures", value: try JSON(report: day.figures)),
        .init(name: "heartRate", value: try series(day.heartRate)),
        .init(name: "heartRateVariability", value: try series(day.heartRateVariability)),
        .init(name: "oxygen", value: try series(day.oxygen)), .init(name: "stress", value: try series(day.stress)),
        .init(name: "unknown", value: try JSON(report: day.unknown)),
        .init(name: "zones", value: times.map { Self.zones($0.zones, $0.minutes) } ?? .null),
        .init(name: "zonesReason", value: times == nil ? .string(Self.zonesReason(zones)) : .null),
      ]
      return .object(try NeighboringDays(of: date, wearer, journal).members + members)
    }

    static func zonesReason(_ zones: HeartRateZones?) -> String {
      zones == nil
        ? "Say your year of birth or your highest heart rate in the settings: zones are worked out from it."
        : "No heart rate was measured."
    }

    /// Minutes in zones; the first is the time below zone 1.
    static func zones(_ zones: HeartRateZones, _ minutes: [Double]) -> JSON {
      let rows = minutes.enumerated().map { zone, minutes -> JSON in
        let top = HeartRateZones.all.upperBound
        return [
          "zone": JSON(zone), "name": .string(zone == 0 ? "Below the zones" : "Zone \(zone)"),
          "low": zone == 0 ? .null : JSON(zones.lowest(of: zone)),
          "high": zone == top ? .null : JSON(zones.lowest(of: zone + 1) - 1),
          "minutes": .number((minutes * 10).rounded() / 10),
        ]
      }
      return [
        "maximum": .number(zones.maximum.rounded()), "isEstimate": .bool(zones.isEstimate),
        "measuredMinutes": .number((minutes.reduce(0, +) * 10).rounded() / 10), "zones": .array(rows),
      ]
    }
  }
#endif
