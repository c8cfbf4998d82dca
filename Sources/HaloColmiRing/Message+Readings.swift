public import HaloHealth
public import HaloWearables
extension ColmiRing.Message: DayMessage {
  /// The days this message names by date, of which the newest is today at the earliest.
  public var namedDates: [CalendarDate] {
    switch self {
    case .heartRateLog(let log): [log.date]
    case .activity(let activity): [activity.date]
    case .dayTotals(let totals): [totals.date]
    default: []
    }
  }

  /// Today, where the message gives both a date and how many days ago it was.
  public var today: CalendarDate? {
    if case .dayTotals(let totals) = self { totals.date.adding(days: totals.daysAgo) } else { nil }
  }

  /// What the message tells of the wearer. Rings count days back from `today`, the day on the ring's clock when it was asked.
  ///
  /// Live readings carry no time and tell nothing here; neither do pushes, which only announce what a log will hold.
  public func readings(today: CalendarDate, frames: [Int]) -> Readings {
    let provenance = Provenance(frames: frames, decoder: ColmiRing.decoderName)
    func sample(
      _ metric: Metric, _ value: Int, _ date: CalendarDate, _ time: TimeOfDay, minutes: Int = 0,
      source: SampleSource = .log
    ) -> Sample {
      Sample(
        metric, Double(value), start: WallClock(date: date, minuteOfDay: time.minutes), minutes: minutes,
        source: source, provenance: provenance)
    }
    switch self {
    case .heartRateLog(let log):
      return Readings(samples: log.samples.map { sample(.heartRate, $0.bpm, log.date, $0.time) })
    case .manualHeartRate(let log):
      return Readings(
        samples: log.samples.filter { $0.bpm > 0 }.map {
          sample(.heartRate, $0.bpm, today.adding(days: -$0.daysAgo), $0.time, source: .manual)
        })
    case .halfHourLog(let log):
      let metric: Metric = log.quantity == .stress ? .stress : .heartRateVariability
      let date = today.adding(days: -log.daysAgo)
      return Readings(samples: log.samples.map { sample(metric, $0.value, date, $0.time) })
    case .spo2Log(let log):
      return Readings(
        samples: log.days.flatMap { day in
          day.hours.flatMap { hour in
            let range = [(Metric.oxygenSaturationMinimum, hour.minimum), (.oxygenSaturationMaximum, hour.maximum)]
            return range.compactMap { metric, value in
              value.map {
                sample(
                  metric, $0, today.adding(days: -day.daysAgo), TimeOfDay(minutes: hour.hour * 60), minutes: 60)
              }
            }
          }
        })
    case .temperatureLog(let log):
      return Readings(
        samples: log.days.flatMap { day in
          day.samples.map { reading in
            Sample(
              .skinTemperature, reading.celsius,
              start: WallClock(date: today.adding(days: -day.daysAgo), minuteOfDay: reading.time.minutes),
              source: .log, provenance: provenance)
          }
        })
    case .activity(let activity):
      return Readings(
        samples: activity.intervals.flatMap { interval in
          let start = WallClock(date: activity.date, minuteOfDay: interval.time.minutes)
          let values = [
            (Metric.steps, Double(interval.steps)), (.distance, Double(interval.meters)),
            (.activeEnergy, interval.kilocalories),
          ]
          return values.map { metric, value in
            Sample(metric, value, start: start, minutes: 15, source: .log, provenance: provenance)
          }
        })
    case .sleepLog(let log):
      return Readings(nights: log.nights.map { $0.night(log.kind, today: today, provenance: provenance) })
    case .todayTotals(let totals):
      return Readings(totals: [
        DailyTotals(
          date: today, steps: totals.steps, meters: totals.meters, kilocalories: totals.kilocalories,
          activeMinutes: totals.activeMinutes, provenance: provenance)
      ])
    case .dayTotals(let totals):
      return Readings(totals: [
        DailyTotals(
          date: totals.date, steps: totals.steps, meters: totals.meters, kilocalories: Double(totals.calories) / 1000,
          activeMinutes: totals.activeMinutes, provenance: provenance)
      ])
    default:
      return Readings()
    }
  }
}

extension ColmiRing.SleepLog.Night {
  fileprivate func night(
    _ kind: ColmiRing.SleepLog.Kind, today: CalendarDate, provenance: Provenance
  ) -> Night {
    let wokeUp = WallClock(date: today.adding(days: -daysAgo), minuteOfDay: end)
    return Night(
      kind: kind == .sleep ? .night : .nap, start: wokeUp.adding(minutes: -minutes), end: wokeUp,
      stages: stages.map { Night.Stretch(stage: $0.stage, minutes: $0.minutes) }, provenance: provenance)
  }
}
