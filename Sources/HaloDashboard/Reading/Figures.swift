#if Dashboard
  import HaloEngine
  import HaloHealth
  import HaloInsights
  import HaloJournal

  /// Numbers with what it takes to trust them.
  struct Figures {
    /// Where a number is explained.
    static func explain(_ id: String) -> JSON { .string("\(Gate.api)/explain/\(id)") }

    static func figure(
      _ id: String, _ name: String, _ value: Double?, _ unit: Unit, source: String, confidence: Double? = nil,
      note: String? = nil, explain: String? = nil, goal: Int? = nil, trend: JSON? = nil, reason: String? = nil
    ) -> JSON {
      let members: [JSON.Member] = [
        .init(name: "id", value: .string(id)), .init(name: "name", value: .string(name)),
        .init(name: "value", value: JSON(value.map { ($0 * 100).rounded() / 100 })),
        .init(name: "unit", value: .string(unit.rawValue)), .init(name: "source", value: .string(source)),
        .init(name: "confidence", value: JSON(confidence)), .init(name: "note", value: JSON(note)),
        .init(name: "explain", value: explain.map(Self.explain) ?? .null),
      ]
      let more: [JSON.Member?] = [
        goal.map { .init(name: "goal", value: JSON($0)) },
        trend.map { .init(name: "trend", value: $0) },
        value == nil ? .init(name: "reason", value: .string(reason ?? "Nothing is known of it.")) : nil,
      ]
      return .object(members + more.compactMap(\.self))
    }

    /// What was computed of a day.
    static func derived(_ metric: DerivedMetric, _ day: DayInsights, goal: Int? = nil) -> JSON {
      let (value, trend) = (day.values[metric], day.trends[metric])
      return figure(
        metric.pageID, metric.title, value?.value, metric.unit, source: value?.algorithm ?? "none",
        confidence: value?.confidence, note: trend.map { PageWords.beside($0, metric.unit) },
        explain: value.map { _ in "\(metric.exportName)@\(day.date)" }, goal: goal, trend: Self.trend(metric, day),
        reason: reason(metric, day))
    }

    /// Why a day has no value of a metric.
    private static func reason(_ metric: DerivedMetric, _ day: DayInsights) -> String {
      switch metric {
      case .timeAsleep, .nightHeartRateVariability, .restingHeartRate:
        day.nightAccount == .recorded ? "Too little was measured in the night." : sentence(day.nightAccount)
      case .sleepRegularity: "It takes sleep of several of the last 14 days."
      default: "Nothing is known of it."
      }
    }

    /// What became of a night, as a sentence.
    static func sentence(_ account: NightAccount) -> String {
      switch account {
      case .recorded: "The night was recorded."
      case .wornInPart: "The device was worn for a part of the night: there may have been more sleep."
      case .wornWithoutSleep: "The device was worn, but saw no sleep."
      case .napsAlone: "No main sleep was seen, naps alone."
      case .notWorn: "The device was not worn."
      case .charging: "The device was not worn: it was charging."
      case .empty: "Nothing was measured: the device's cell was empty."
      case .notSyncedYet: "This night has not been synced yet."
      case .lost: "This night is lost: it was synced too late, and the device had let go of it."
      case .notImported: "What was imported does not tell of this night."
      case .notOver: "This night is not over yet."
      case .doubtful:
        "A sleep was recorded, but its time is doubtful: the device's clock was wrong, or showed it twice."
      case .unknown: "What became of this night is not known."
      }
    }

    /// Steps, distance, energy and minutes of a day.
    static func movement(_ movement: DaySummary.Movement?, on date: CalendarDate, goal: Int?) -> [JSON] {
      let explain = movement.map { _ in "movement@\(date)" }
      let source = movement.map { $0.basis == .deviceTotal ? "device-total" : "sum-of-log" } ?? "none"
      let basis = movement.map {
        $0.basis == .deviceTotal ? "The device's own total of the day." : "The sum of the device's log."
      }
      let reason = "No steps of this day are known: the device was not worn, or not synced."
      return [
        figure(
          "steps", "Steps", movement.map { Double($0.steps) }, .count, source: source, note: basis, explain: explain,
          goal: goal, reason: reason),
        figure(
          "distance", "Distance", movement.map { Double($0.meters) }, .meters, source: source,
          note: movement.flatMap { _ in Metric.distance.caution }, explain: explain, reason: reason),
        figure(
          "energy", "Active energy", movement?.kilocalories, .kilocalories, source: source,
          note: movement.flatMap { _ in Metric.activeEnergy.caution }, explain: explain, reason: reason),
        figure(
          "active-minutes", "Active minutes", movement?.activeMinutes.map(Double.init), .minutes, source: source,
          explain: movement?.activeMinutes.flatMap { _ in explain },
          reason: movement == nil ? reason : "The device did not say."),
      ]
    }

    /// What is unusual or usual on a day.
    static func trends(_ day: DayInsights) -> [JSON] {
      [DerivedMetric.restingHeartRate, .nightHeartRateVariability, .timeAsleep, .dailySteps].compactMap {
        Self.trend($0, day)
      }
    }

    /// A day's value beside what is usual.
    private static func trend(_ metric: DerivedMetric, _ day: DayInsights) -> JSON? {
      guard let trend = day.trends[metric], let value = day.values[metric] else { return nil }
      let baseline = trend.baseline
      return [
        "id": .string(metric.pageID), "name": .string(metric.title), "value": .number(trend.value),
        "unit": .string(metric.unit.rawValue), "usual": .number(baseline.usual),
        "spread": .number((baseline.spread * 100).rounded() / 100),
        "low": .number(((baseline.usual - 2 * baseline.spread) * 100).rounded() / 100),
        "high": .number(((baseline.usual + 2 * baseline.spread) * 100).rounded() / 100),
        "days": JSON(baseline.count), "words": .string(PageWords.beside(trend, metric.unit)),
        "rare": .bool(trend.isRare), "confidence": JSON(value.confidence),
        "explain": explain("\(metric.exportName)@\(day.date)"),
      ]
    }
  }
#endif
