import Synchronization

/// A cache of a simulated person's days.
final class SimulatedDays: Sendable {
  private let wearer: SimulatedPerson
  private let days = Mutex<[CalendarDate: SimulatedDay]>([:])

  init(_ wearer: SimulatedPerson) { self.wearer = wearer }

  func day(_ date: CalendarDate) -> SimulatedDay {
    days.withLock { days in
      if let day = days[date] { return day }
      let day = wearer.day(date)
      days[date] = day
      return day
    }
  }
}
