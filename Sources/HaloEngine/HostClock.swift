/// The reason why this machine's clock cannot be right: a computer without a real-time clock starts in 1970 until the
/// network sets it.
public struct ImplausibleClock: Error, Hashable, Sendable, PhrasedError {
  /// The date that contradicts the clock.
  public enum Reason: Hashable, Sendable {
    /// The clock is before the release of this version.
    case beforeRelease(CalendarDate)
    /// The clock is before the newest sync or imported sample in the journal.
    case beforeRecord(Moment)
    /// The clock is more than twenty years after the newest known date.
    case tooLate(CalendarDate)
  }

  /// The time that the clock shows.
  public let now: Moment
  public let reason: Reason

  /// The message for a person.
  public var phrase: Phrase {
    Phrase(
      """
      \(what) Nothing was changed. Set the clock ('timedatectl' shows it, 'timedatectl set-ntp true' sets it from the network) and try \
      again.
      """)
  }

  /// The message for recordings that continue without being stored.
  public var notStored: Phrase { Phrase("\(what) Data from the device is shown, but not stored.") }

  private var what: Phrase {
    let why =
      switch reason {
      case .beforeRelease(let date): Phrase("this version of Halo was released on \(date.description)")
      case .beforeRecord(let newest):
        Phrase(
          """
          the newest data in the journal is from \(newest.description). If this clock is right and that date is wrong, \
          run 'halo sync --clock-is-right' once
          """)
      case .tooLate(let date): Phrase("that is more than \(Self.years) years after \(date.description)")
      }
    return Phrase("This computer's clock shows \(now.description), which cannot be right: \(why).")
  }

  static let years = 20

  /// Throws the problem of a clock, if there is evidence of one.
  static func check(_ now: Moment, released: CalendarDate?, newest: Moment?) throws {
    if let problem = problem(now, released: released, newest: newest) { throw problem }
  }

  /// The problem of a clock; `nil` if there is no evidence of one.
  ///
  /// - released: The release date of this version; `nil` in simulated time.
  ///   - newest: The newest sync or imported sample in the journal.
  ///   - newest: The newest sync or imported sample in the journal.
  static func problem(_ now: Moment, released: CalendarDate?, newest: Moment?) -> ImplausibleClock? {
    let today = now.wallClock.date
    // The release has a date without a time zone.
    if let released, today < released.adding(days: -1) {
      return ImplausibleClock(now: now, reason: .beforeRelease(released))
    }
    if let newest, now < newest - .days(1) {
      return ImplausibleClock(now: now, reason: .beforeRecord(newest))
    }
    guard let known = [released, newest?.wallClock.date].compactMap(\.self).max(),
      today > known.adding(days: years * 366)
    else { return nil }
    return ImplausibleClock(now: now, reason: .tooLate(known))
  }
}

extension Engine {
  /// Throws if this machine's clock cannot be right.
  func checkClock() throws { if let problem = try clockProblem() { throw problem } }

  /// The problem of this machine's clock; `nil` if there is no evidence of one.
  public func clockProblem() throws -> ImplausibleClock? {
    ImplausibleClock.problem(now, released: environment.released, newest: try journal.newestRecord())
  }
}
