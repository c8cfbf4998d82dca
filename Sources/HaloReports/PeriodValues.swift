/// The values for the rows of a ``PeriodReport``, for all of its days.
struct PeriodValues {
  private let movement: [CalendarDate: DayMovement]
  private let nights: [CalendarDate: Night]
  private let rates: [CalendarDate: DayStatistics]
  private let resting: [DerivedPoint]
  private let variability: [DerivedPoint]
  private let partialDays: Set<CalendarDate>
  private let partialNights: Set<CalendarDate>
  private let known: Set<CalendarDate>
  private let coverage: [CalendarDate: DayCoverage]

  /// Reads the days of a wearer. `marks` adds the coverage of each day to its row.
  init(_ journal: Journal, _ wearer: String, from first: CalendarDate, to last: CalendarDate, marks: Bool) throws {
    movement = try journal.movement(of: wearer, from: first, to: last)
    nights = Dictionary(
      UsualNights.main(try journal.nights(from: first, to: last, wearer: wearer)).map { ($0.end.date, $0) }
    ) { $1 }
    rates = Dictionary(
      try journal.trend(of: .heartRate, from: first, to: last, wearer: wearer).map { ($0.date, $0) }
    ) { $1 }
    resting = try journal.derivedPoints(.restingHeartRate, of: wearer, from: first, to: last)
    variability = try journal.derivedPoints(.nightHeartRateVariability, of: wearer, from: first, to: last)
    partialDays = try journal.partialDays(of: wearer, from: first, to: last)
    partialNights = try journal.partialNights(of: wearer, from: first, to: last)
    known = try journal.daysWithData(of: wearer, from: first, to: last)
    coverage = try marks ? journal.coverage(of: wearer, from: first, to: last) : [:]
  }

  /// Returns the values of a day.
  func row(_ date: CalendarDate) -> PeriodReport.Row {
    let isKnown = movement[date] != nil || nights[date] != nil || rates[date] != nil
    return PeriodReport.Row(
      date: date, steps: movement[date]?.steps.map(Double.init), distance: movement[date]?.meters.map(Double.init),
      asleep: nights[date].map { Double($0.minutesAsleep) }, low: rates[date]?.minimum, high: rates[date]?.maximum,
      resting: resting.last { $0.date == date }?.value, hrv: variability.last { $0.date == date }?.value,
      complete: isKnown && !partialDays.contains(date),
      coverage: coverage[date].flatMap { CoverageReport($0).brief })
  }

  /// Returns the means of the complete days in a range; `nil` if none has data.
  func means(from first: CalendarDate, to last: CalendarDate, date: CalendarDate?) -> PeriodReport.Row? {
    let days = CalendarDate.days(from: first, to: last)
    func comparable(_ points: [DerivedPoint]) -> [Double] {
      points.comparable.filter { (first...last).contains($0.date) }.map(\.value)
    }
    let whole = days.filter { !partialDays.contains($0) }
    let counted = whole.filter { movement[$0] != nil || rates[$0] != nil || nights[$0] != nil }
    guard !counted.isEmpty else { return nil }
    let known = whole.count { self.known.contains($0) }
    var numbers: [PeriodReport.Column: Int] = [:]
    func mean(_ column: PeriodReport.Column, _ values: [Double]) -> Double? {
      let mean = PeriodComparison.Mean(values, of: known)?.rounded(parts: 10)
      numbers[column] = mean?.days
      return mean?.value
    }
    return PeriodReport.Row(
      date: date, steps: mean(.steps, whole.compactMap { movement[$0]?.steps.map(Double.init) }),
      distance: mean(.distance, whole.compactMap { movement[$0]?.meters.map(Double.init) }),
      asleep: mean(
        .asleep, days.filter { !partialNights.contains($0) }.compactMap { nights[$0].map { Double($0.minutesAsleep) } }),
      low: mean(.heartRate, whole.compactMap { rates[$0]?.minimum }),
      high: mean(.heartRate, whole.compactMap { rates[$0]?.maximum }),
      resting: mean(.resting, comparable(resting)), hrv: mean(.hrv, comparable(variability)), days: numbers)
  }
}

extension [DerivedPoint] {
  /// The values computed with a method comparable to the newest value's. Only these may be compared.
  var comparable: [DerivedPoint] {
    filter { point in last.map { InsightAlgorithm.areComparable($0.algorithm, point.algorithm) } ?? true }
  }
}
