#if Dashboard
  import HaloWearables
  import HaloEngine
  import HaloHealth
  import HaloInsights
  import HaloJournal

  /// The heart on days.
  struct HeartPage {
    static func json(_ date: CalendarDate, _ wearer: Wearer, _ journal: Journal) throws -> JSON {
      let day = try PageDay(date, of: wearer, journal)
      let known = try journal.knownDays(of: wearer.name)
      let newest = try journal.newest(of: wearer.name)
      let insights =
        try journal.insights(of: wearer.name, from: date, to: date).first
        ?? DayInsights(date: date, values: [:], trends: [:])
      func series(_ metric: Metric) throws -> PageSeries {
        try .read(metric, of: wearer, in: day.start..<day.end, journal, on: date)
      }
      let heart = try series(.heartRate)
      let reason = DayPage.reason("heart rate", day, newest)
      func extreme(_ id: String, _ name: String, _ point: PageSeries.Point?, _ value: Double?) -> JSON {
        Figures.figure(
          id, name, value, .beatsPerMinute, source: "log", explain: point.map { "heart-rate@\($0.time)" },
          reason: reason)
      }
      let (low, high) = (heart.points.min { $0.low < $1.low }, heart.points.max { $0.high < $1.high })
      let zones = wearer.settings.zones(in: date.year)
      let times = try zones.flatMap { try journal.zoneTimes(of: wearer.name, on: date, zones: $0) }
      let members: [JSON.Member] = [
        .init(
          name: "figures",
          value: [
            extreme("low", "Lowest", low, low?.low),
            Figures.figure(
              "average", "Average", heart.average, .beatsPerMinute, source: "log",
              note: heart.average.map { _ in "Of \(heart.count) measurements." }, reason: reason),
            extreme("high", "Highest", high, high?.high), Figures.derived(.restingHeartRate, insights),
            Figures.derived(.nightHeartRateVariability, insights),
          ]),
        .init(name: "heartRate", value: heart.json(reason: reason)),
        .init(
          name: "hrv",
          value: try series(.heartRateVariability).json(
            "Heart-rate variability", reason: DayPage.reason("heart-rate variability", day, newest))),
        .init(
          name: "spo2",
          value: try series(.oxygenSaturation).json(reason: DayPage.reason("blood oxygen", day, newest))),
        .init(name: "stress", value: try series(.stress).json(reason: DayPage.reason("stress score", day, newest))),
        .init(name: "zones", value: times.map { Self.zones($0.zones, $0.minutes) } ?? .null),
        .init(name: "zonesReason", value: times == nil ? .string(Self.zonesReason(zones)) : .null),
      ]
      return .object(day.members(known, today: wearer.today) + members)
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

    /// The heart from one day to another, in order, each day there.
    static func json(
      from first: CalendarDate, to last: CalendarDate, _ wearer: Wearer, _ journal: Journal, _ cache: DayCache
    ) throws -> JSON {
      let rates = try cache.statistics(.heartRate, from: first, to: last, wearer, journal)
      let before = first.adding(days: -Baseline.longestDays)
      func points(_ metric: DerivedMetric) throws -> [DerivedPoint] {
        try journal.derivedPoints(metric, of: wearer.name, from: before, to: last)
      }
      let (resting, variability) = (try points(.restingHeartRate), try points(.nightHeartRateVariability))
      func byDay(_ points: [DerivedPoint]) -> [CalendarDate: Double] {
        Dictionary(points.map { ($0.date, $0.value) }) { $1 }
      }
      let (restingOf, variabilityOf) = (byDay(resting), byDay(variability))
      let dates = stride(from: first.daysSince1970, through: last.daysSince1970, by: 1).map {
        CalendarDate(daysSince1970: $0)
      }
      let days = dates.map { date -> JSON in
        [
          "date": JSON(words: date), "low": JSON(rates[date]?.minimum),
          "average": JSON((rates[date]?.average).map { ($0 * 10).rounded() / 10 }), "high": JSON(rates[date]?.maximum),
          "resting": JSON(restingOf[date]), "hrv": JSON(variabilityOf[date]),
        ]
      }
      let insights = try journal.insights(of: wearer.name, from: last, to: last).first
      // Of a week or a month: nobody compares years.
      func meanBefore(_ metric: DerivedMetric) throws -> JSON {
        dates.count > 31
          ? .null : JSON(try journal.comparison(of: metric, wearer: wearer.name, from: first, to: last).before?.value)
      }
      return [
        "from": JSON(words: first), "to": JSON(words: last), "days": .array(days),
        "baselines": ["resting": baselines(resting, dates), "hrv": baselines(variability, dates)],
        "before": ["resting": try meanBefore(.restingHeartRate), "hrv": try meanBefore(.nightHeartRateVariability)],
        "trends": .array(
          (insights.map(Figures.trends) ?? []).filter { ["resting-heart-rate", "night-hrv"].contains($0["id"]?.text) }),
      ]
    }

    private static func baselines(_ points: [DerivedPoint], _ dates: [CalendarDate]) -> JSON {
      // Only values computed alike are compared: by the way of the newest.
      guard let algorithm = points.last?.algorithm else { return [] }
      let alike = points.filter { $0.algorithm == algorithm }.map { (date: $0.date, value: $0.value) }
      var (low, high) = (0, 0)
      return .array(
        dates.compactMap { date in
          let begin = date.adding(days: -Baseline.longestDays)
          while low < alike.count, alike[low].date < begin { low += 1 }
          while high < alike.count, alike[high].date < date { high += 1 }
          guard low < high, let baseline = try? Baseline(on: date, Array(alike[low..<high])) else { return nil }
          return [
            "date": JSON(words: date), "usual": .number(baseline.usual),
            "low": .number(((baseline.usual - 2 * baseline.spread) * 10).rounded() / 10),
            "high": .number(((baseline.usual + 2 * baseline.spread) * 10).rounded() / 10),
          ]
        })
    }
  }
#endif
