#if Dashboard
  import Foundation
  import HaloBluetooth
  import HaloHealth
  import HaloJournal
  import HaloReports
  import HaloWearables

  /// Whose data a question is about, and when it is asked.
  struct Wearer: Sendable {
    let name: String
    /// What the wearer chose.
    let settings: Profile
    let time: WallTime

    /// The time now.
    var now: Moment { time.moment }
    /// The day now.
    var today: CalendarDate { time.wallClock.date }

    /// How texts for the wearer are worded: as the profile says, otherwise in the language of the request.
    var wording: Wording {
      Wording(
        settings.language.flatMap(Language.init(tag:)) ?? Wording.current.language, clock: settings.clock)
    }

    /// Reports of the wearer's days.
    func reports(_ journal: Journal) -> Reports {
      Reports(journal: journal, wearer: name, profile: settings, time: time)
    }
  }

  /// The days before and after a day that a page can go to.
  struct NeighboringDays: Encodable {
    let previous: CalendarDate?
    let next: CalendarDate?

    init(of date: CalendarDate, _ wearer: Wearer, _ journal: Journal) throws {
      let (known, today) = (try journal.knownDays(of: wearer.name), wearer.today)
      let (before, after) = (date.adding(days: -1), date.adding(days: 1))
      previous = before >= min(known?.lowerBound ?? today, today) ? before : nil
      next = after <= max(today, known?.upperBound ?? today) ? after : nil
    }
  }
#endif
