import HaloHealth
import Synchronization

/// A cache of a simulated person's days.
final class WearerDays: Sendable {
  private let wearer: Wearer
  private let days = Mutex<[CalendarDate: WearerDay]>([:])

  init(_ wearer: Wearer) { self.wearer = wearer }

  func day(_ date: CalendarDate) -> WearerDay {
    days.withLock { days in
      if let day = days[date] { return day }
      let day = wearer.day(date)
      days[date] = day
      return day
    }
  }
}
