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
      let day = try wearer.reports(journal).day(date)
      let zones = try wearer.reports(journal).zones(on: date)
      func series(_ series: SeriesReport?) throws -> JSON { try series.map { try JSON(report: $0) } ?? .null }
      let figures =
        Self.extremes(of: day) + [day.figure("resting-heart-rate"), day.figure("night-hrv")].compactMap(\.self)
      let members: [JSON.Member] = [
        .init(name: "date", value: JSON(words: date)), .init(name: "start", value: JSON(words: day.start)),
        .init(name: "end", value: JSON(words: day.end)), .init(name: "figures", value: try JSON(report: figures)),
        .init(name: "heartRate", value: try series(day.heartRate)),
        .init(name: "heartRateVariability", value: try series(day.heartRateVariability)),
        .init(name: "oxygen", value: try series(day.oxygen)), .init(name: "stress", value: try series(day.stress)),
        .init(name: "unknown", value: try JSON(report: day.unknown)),
        .init(name: "zones", value: try zones.map { try JSON(report: $0) } ?? .null),
        .init(
          name: "zonesReason",
          value: zones == nil ? .string(ZonesReport.reason(wearer.settings.zones(in: date.year)).text) : .null),
      ]
      return .object(try NeighboringDays(of: date, wearer, journal).members + members)
    }

    /// Lowest, mean and highest heart rate.
    private static func extremes(of day: DayReport) -> [Figure] {
      let (series, reason) = (day.heartRate, day.unknown["heartRate"]?.words ?? Phrase("No data."))
      func figure(_ id: String, _ name: Phrase, _ value: Double?, at place: Int?, note: Phrase? = nil) -> Figure {
        Figure(
          id, name, value, .beatsPerMinute, text: value.map { MeasureWords(.metric).value($0, of: Metric.heartRate) },
          source: "log", note: note,
          explain: place.flatMap { place in series.map { "heart-rate@\($0.time(at: place))" } },
          reason: reason)
      }
      let highest = series?.times.indices.max { series?.high(at: $0) ?? 0 < series?.high(at: $1) ?? 0 }
      return [
        figure("low", Phrase("Lowest"), series?.minimum, at: series.flatMap { $0.low.firstIndex(of: $0.minimum) }),
        figure(
          "average", Phrase("Average"), series?.average, at: nil,
          note: series.map { Phrase("Of \($0.count) measurements.") }
        ),
        figure("high", Phrase("Highest"), series?.maximum, at: highest),
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
      func hundredths(_ value: Double?) -> JSON { JSON(value.map { ($0 * 100).rounded() / 100 }) }
      let days = dates.map { date -> JSON in
        [
          "date": JSON(words: date), "low": JSON(rates[date]?.minimum),
          "average": JSON((rates[date]?.average).map { ($0 * 10).rounded() / 10 }), "high": JSON(rates[date]?.maximum),
          "resting": hundredths(restingOf[date]), "hrv": hundredths(variabilityOf[date]),
        ]
      }
      let insights = try journal.insights(of: wearer.name, from: last, to: last).first
      // Of a week or a month: nobody compares years.
      func meanBefore(_ metric: DerivedMetric) throws -> JSON {
        dates.count > 31
          ? .null : JSON(try journal.comparison(of: metric, wearer: wearer.name, from: first, to: last).before?.value)
      }
      return [
        "from": JSON(words: first), "to": JSON(words: last), "days": .columns(days),
        "baselines": ["resting": baselines(resting, dates), "hrv": baselines(variability, dates)],
        "before": ["resting": try meanBefore(.restingHeartRate), "hrv": try meanBefore(.nightHeartRateVariability)],
        "trends": try JSON(
          report: [DerivedMetric.restingHeartRate, .nightHeartRateVariability].compactMap { metric in
            insights?.trends[metric].map { TrendReport($0, of: metric, on: last, MeasureWords(.metric)) }
          }),
      ]
    }

    /// What was usual on each date, as columns; `null` if it was on none.
    private static func baselines(_ points: [DerivedPoint], _ dates: [CalendarDate]) -> JSON {
      // Only values computed alike are compared: by the way of the newest.
      guard let algorithm = points.last?.algorithm else { return .null }
      let alike = points.filter { $0.algorithm == algorithm }.map { (date: $0.date, value: $0.value) }
      var (low, high) = (0, 0)
      let baselines = dates.map { date -> Baseline? in
        let begin = date.adding(days: -Baseline.longestDays)
        while low < alike.count, alike[low].date < begin { low += 1 }
        while high < alike.count, alike[high].date < date { high += 1 }
        return low < high ? try? Baseline(on: date, Array(alike[low..<high])) : nil
      }
      guard baselines.contains(where: { $0 != nil }) else { return .null }
      func tenths(_ value: Double?) -> JSON { JSON(value.map { ($0 * 10).rounded() / 10 }) }
      return .columns(
        baselines.map { baseline in
          [
            "usual": tenths(baseline?.usual), "low": tenths(baseline.map { $0.usual - 2 * $0.spread }),
            "high": tenths(baseline.map { $0.usual + 2 * $0.spread }),
          ]
        })
    }
  }
#endif
