public import HaloHealth
public import HaloInsights
public import HaloJournal

extension Journal {
  /// What was computed of a wearer's days, from `first` to `last`, in order, each day there, with what is usual for the wearer.
  /// Reads what ``InsightKeeper`` kept; computes nothing but the trends.
  public func insights(
    of wearer: String, from first: CalendarDate, to last: CalendarDate
  ) throws -> [DayInsights] {
    let begin = Moment(first.midnight, secondsFromGMT: 0) - .hours(18)
    let end = Moment(last.midnight, secondsFromGMT: 0) + .days(1) + .hours(18)
    // Of the days before, which are for the trends, the values alone matter.
    let values = try derived(of: wearer, in: begin - .days(Baseline.longestDays)..<end, inputsSince: begin)
    // Without a sync there is none that could still tell.
    let derived = try newestDerivedDay(of: wearer)
    let newest = try last > derived ?? last && isSynced(wearer) ? derived : nil
    let known = try coverage(
      of: wearer, from: first.adding(days: -Baseline.longestDays), to: last, withGaps: false)
    return DayInsights.days(
      from: first, to: last, in: values, newest: newest, partial: Set(known.filter { !$0.value.isComparable }.keys))
  }

  /// How long a wearer's heart beat in each zone on a day, from what devices logged; `nil` where nothing was logged. Of several devices
  /// ``DeviceChoice`` takes one.
  public func zoneTimes(of wearer: String, on date: CalendarDate, zones: HeartRateZones) throws -> ZoneTimes? {
    let midnights = try midnights(of: wearer, from: date, to: date)
    guard midnights.count == 2, midnights[0] < midnights[1] else { return nil }
    let time = midnights[0] - ZoneTimes.hold..<midnights[1]
    let logged = try samples(of: .heartRate, wearer: wearer, in: time).filter {
      $0.source == .log && !$0.isDoubtful
    }
    guard !logged.isEmpty else { return nil }
    return ZoneTimes(
      logged.ofOneDevice().map {
        MeasuredValue(
          time: $0.start, value: $0.value, device: SourceDevice(id: $0.device, name: ""), statement: $0.statement)
      },
      in: DaySpan(date: date, start: midnights[0], end: midnights[1]), zones: zones)
  }
}
