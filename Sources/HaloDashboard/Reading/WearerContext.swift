import HaloReports

/// The wearer of a request, with the current time.
struct WearerContext: Sendable {
  let name: String
  /// The wearer's profile.
  let settings: Profile
  let time: WallTime

  /// The current time.
  var now: Moment { time.moment }
  /// The current day.
  var today: CalendarDate { time.wallClock.date }

  /// Language and clock format for the wearer: from the profile, otherwise the request's language.
  var wording: Wording {
    Wording(
      settings.language.flatMap(Language.init(tag:)) ?? Wording.current.language, clock: settings.clock,
      units: settings.units)
  }

  /// Reports about this wearer.
  func reports(_ journal: Journal) -> Reports {
    Reports(journal: journal, wearer: name, profile: settings, time: time)
  }
}
