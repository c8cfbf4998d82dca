public import HaloText
public import HaloHealth
import HaloJournal
import HaloWearables

/// Why this machine's clock cannot be right: a computer without a clock of its own starts in 1970 until the network sets it.
public struct ImplausibleClock: Error, Hashable, Sendable, PhrasedError {
  /// What the clock shows is compared with.
  public enum Reason: Hashable, Sendable {
    /// The day this version was released.
    case beforeRelease(CalendarDate)
    /// The newest sync or imported sample in the journal.
    case beforeRecord(Moment)
    /// Twenty years after the newest thing that is known.
    case tooLate(CalendarDate)
  }

  /// What the clock shows.
  public let now: Moment
  /// Why that cannot be.
  public let reason: Reason

  public var phrase: Phrase {
    Phrase(
      """
      \(what) Nothing was changed. Set the clock ('timedatectl' shows it, 'timedatectl set-ntp true' sets it from the network) and try \
      again.
      """)
  }

  /// For recordings that go on without being kept, in words.
  public var notKept: Phrase { Phrase("\(what) What the device sends is shown and not stored.") }

  private var what: Phrase {
    let why =
      switch reason {
      case .beforeRelease(let date): Phrase("this version of Halo was released on \(date.description)")
      case .beforeRecord(let newest):
        Phrase(
          """
          the newest data in the journal is of \(newest.description). If this clock is right and that one was wrong, run 'halo sync --clock-is-right' once
          """)
      case .tooLate(let date): Phrase("that is more than \(Self.years) years after \(date.description)")
      }
    return Phrase("This computer's clock shows \(now.description), which cannot be right: \(why).")
  }

  static let years = 20

  /// What is wrong with a clock; `nil` if nothing is seen.
  ///
  /// - Parameters:
  ///   - released: When this version was released; `nil` in simulated time.
  ///   - newest: The newest sync or imported sample in the journal.
  static func problem(_ now: Moment, released: CalendarDate?, newest: Moment?) -> ImplausibleClock? {
    let today = now.wallClock.date
    // The release has a date and no zone.
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
  func checkClock() throws {
    if let problem = try clockProblem() { throw problem }
  }

  /// What is wrong with this machine's clock; `nil` if nothing is seen.
  public func clockProblem() throws -> ImplausibleClock? {
    ImplausibleClock.problem(now, released: environment.released, newest: try journal.newestRecord())
  }
}
