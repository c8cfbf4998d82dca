extension Journal {
  /// Returns the computed values of a wearer's days from `first` to `last`, one element per day in order, with
  /// baselines. Reads the values that ``DerivedMetricsUpdater`` stored and computes only the trends.
  public func insights(
    of wearer: String, from first: CalendarDate, to last: CalendarDate
  ) throws -> [DayInsights] {
    let begin = Moment(first.midnight, secondsFromGMT: 0) - .hours(18)
    let end = Moment(last.midnight, secondsFromGMT: 0) + .days(1) + .hours(18)
    // The days before are needed only for trends, so their inputs are not read.
    let values = try derived(of: wearer, in: begin - .days(Baseline.longestDays)..<end, inputsSince: begin)
    // Without any sync, later data cannot arrive.
    let derived = try newestDerivedDay(of: wearer)
    let newest = try last > derived ?? last && isSynced(wearer) ? derived : nil
    let known = try coverage(
      of: wearer, from: first.adding(days: -Baseline.longestDays), to: last, withGaps: false)
    return DayInsights.days(
      from: first, to: last, in: values, newest: newest, partial: Set(known.filter { !$0.value.isComparable }.keys))
  }

  /// Returns a function that gives devices' names by number.
  public func deviceName() throws -> (Int) -> String {
    let names = Dictionary(uniqueKeysWithValues: try allDevices().map { ($0.id, $0.name) })
    return { names[$0] ?? "" }
  }

  /// Returns the time in each heart rate zone on a day, from logged heart rates; `nil` if none were logged. If several
  /// devices have data, ``DeviceChoice`` selects one.
  public func zoneTimes(of wearer: String, on date: CalendarDate, zones: HeartRateZones) throws -> ZoneTimes? {
    let midnights = try midnights(of: wearer, from: date, to: date)
    guard midnights.count == 2, midnights[0] < midnights[1] else { return nil }
    let time = midnights[0] - ZoneTimes.hold..<midnights[1]
    let logged = try samples(of: .heartRate, wearer: wearer, in: time).filter {
      $0.source == .log && !$0.isDoubtful
    }
    guard !logged.isEmpty else { return nil }
    return ZoneTimes(
      logged.fromChosenDevice().map {
        MeasuredValue(
          time: $0.start, value: $0.value, device: SourceDevice(id: $0.device, name: ""), statement: $0.statement)
      },
      in: DaySpan(date: date, start: midnights[0], end: midnights[1]), zones: zones)
  }
}
