/// Options that select the wearer and the days to show.
struct DaysOptions: ParsableArguments {
  @OptionGroup var journal: JournalOptions

  @Option(help: "The wearer (default: the only one).")
  var wearer: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The last day to show (default: the newest day with data).", valueName: "day"),
    transform: parseDate)
  var until: CalendarDate?

  /// Opens the journal and finds its newest day; `nil` if it has no data.
  ///
  /// Days after today are ignored, because they come from a wrong clock. A simulated journal may lie entirely in the
  /// future.
  func open() throws -> (journal: Journal, wearer: String?, known: ClosedRange<CalendarDate>?) {
    let journal = try self.journal.openExisting()
    let wearer = try Self.wearer(wearer, in: journal)
    let today = WallTime.system.moment.wallClock.date
    return (journal, wearer, try journal.knownDays(of: wearer, notAfter: today))
  }

  /// Returns the reports of the wearer, the first day with data and the last day to show. Throws if there is no data.
  func reports() throws -> (reports: Reports, first: CalendarDate, last: CalendarDate) {
    let (journal, wearer, known) = try open()
    guard let known, let reports = try journal.reports(of: wearer) else {
      let empty =
        wearer.map { Phrase("the journal \(journal.path) has no data of \($0) yet.") }
        ?? Phrase("the journal \(journal.path) has no data yet.")
      let advice = Phrase("\(empty) Pair a device with 'halo pair', then run 'halo sync'.")
      throw Failure(EX.dataError, "\(advice)\(self.journal.adviceIfEmpty)")
    }
    let last = until ?? known.upperBound
    guard last >= known.lowerBound else { throw Self.noData(of: last, in: journal, known) }
    return (reports, known.lowerBound, last)
  }
}

extension DaysOptions {
  /// Returns the error that a day has no data, and which days have data.
  static func noData(of date: CalendarDate, in journal: Journal, _ known: ClosedRange<CalendarDate>?) -> Failure {
    let noData = Phrase("no data of \(date.description) in the journal \(journal.path).")
    return Failure(
      EX.dataError,
      known.map {
        [$0.lowerBound, $0.upperBound].contains(date)
          ? Phrase(
            "\(noData) It has only values of it that a day does not show, such as a battery level; 'halo export' has them."
          )
          : Phrase("\(noData) It has days from \($0.lowerBound.description) to \($0.upperBound.description).")
      } ?? noData)
  }

  /// Returns the wearer with that name. Throws if the journal does not have the wearer, or if it has several and none was
  /// named: the data of two people is never combined.
  static func wearer(_ name: String?, in journal: Journal) throws -> String? {
    let wearers = try journal.wearers()
    if let name { return try wearer(name, among: wearers) }
    guard wearers.count > 1 else { return nil }
    let names = Phrase.all(wearers.map { Phrase(verbatim: $0) }) ?? ""
    throw Failure(EX.usage, "the journal has data of \(names): choose one with --wearer.")
  }

  /// Returns the wearer with that name. Throws if the journal does not have the wearer.
  static func wearer(_ wearer: String, among wearers: [String]) throws -> String {
    let folded = wearer.foldedName
    if let found = wearers.first(where: { $0 == wearer }) ?? wearers.first(where: { $0.foldedName == folded }) {
      return found
    }
    throw Failure(EX.usage, "the journal has no wearer '\(wearer)'. It has \(.names(wearers)).")
  }
}
