/// All paired devices, and the newest day of each wearer. Its JSON is that of `halo status --json`.
public struct StatusReport: Codable, Sendable, Hashable {
  /// The newest day of a wearer.
  public struct Day: Codable, Sendable, Hashable {
    /// The wearer's name.
    public let wearer: String
    /// The day.
    public let date: CalendarDate
    /// The coverage of the day; `nil` if there is no data.
    public let coverage: CoverageReport?
    /// The values by figure id, for programs: `values[.steps]`.
    public let values: [FigureID: Double]
    /// The figures, with texts and reasons.
    public let figures: [Figure]
    /// The status of the night's data as a sentence.
    public let night: Phrase?

    /// "to Thu, 20 Nov: 7 h 5 min asleep", or why there is no sleep.
    public var nightWords: Phrase {
      let sleep = text(.timeAsleep).map { Phrase("\($0) asleep") }
      return Phrase(
        "to \(date, .weekday), \(date, .day): \(words(.timeAsleep, sleep) ?? night ?? Phrase("unknown"))")
    }

    /// "62 bpm, 3 bpm above your usual 59 bpm (28 days)"; `nil` if unknown.
    public var restingHeartRate: Phrase? { words(.restingHeartRate, text(.restingHeartRate)) }

    private func text(_ id: FigureID) -> Phrase? { figures.first { $0.id == id }?.text }

    private func words(_ id: FigureID, _ text: Phrase?) -> Phrase? {
      text.map { text in figures.first { $0.id == id }?.note.map { Phrase("\(text), \($0)") } ?? text }
    }
  }

  public let devices: [DeviceReport]
  /// The newest day with computed values of each wearer of a device.
  public let days: [Day]

  /// Creates the status at a time.
  ///
  /// - Throws: `JournalError` if the journal cannot be read.
  public init(_ journal: Journal, _ registry: DriverRegistry, time: WallTime) throws {
    devices = try journal.devices().map { try DeviceReport($0, journal, registry, now: time.moment) }
    let wearers = devices.map(\.wearer).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
    days = try wearers.compactMap { wearer in
      guard let newest = try journal.newestDerivedDay(of: wearer) else { return nil }
      let day = try Reports(journal: journal, wearer: wearer, time: time).day(newest)
      return Day(
        wearer: wearer, date: newest, coverage: day.coverage,
        values: Dictionary(day.figures.compactMap { figure in figure.value.map { (figure.id, $0) } }) { $1 },
        figures: day.figures, night: day.night?.sentence)
    }
  }
}
