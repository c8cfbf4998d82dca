#if Dashboard
  import HaloWearables
  import HaloHealth
  import HaloJournal
  import Synchronization

  /// Statistics of days that were looked at: a year of heart rates is a hundred thousand values. Days that a sync may still change are
  /// read anew each time, and all of them every ten minutes, in case another program changes the journal.
  final class DayCache: Sendable {
    private struct Key: Hashable {
      let wearer: String
      let metric: Metric
    }

    private struct Entry {
      var days: [CalendarDate: DayStatistics] = [:]
      /// The days that are known, with values or without.
      var span: ClosedRange<CalendarDate>?
      var since = ContinuousClock.now
    }

    /// How many days back a sync may change something, and one more.
    private static let open = 9
    private let entries = Mutex<[Key: Entry]>([:])

    /// A metric day by day.
    func statistics(
      _ metric: Metric, from first: CalendarDate, to last: CalendarDate, _ wearer: Wearer, _ journal: Journal
    ) throws -> [CalendarDate: DayStatistics] {
      let key = Key(wearer: wearer.name, metric: metric)
      let closed = wearer.today.adding(days: -Self.open)
      let entry = entries.withLock { entries -> Entry in
        let entry = entries[key] ?? Entry()
        return ContinuousClock.now - entry.since < .seconds(600) ? entry : Entry()
      }
      func read(_ first: CalendarDate, _ last: CalendarDate) throws -> [CalendarDate: DayStatistics] {
        guard first <= last else { return [:] }
        let days = try journal.trend(of: metric, from: first, to: last, wearer: wearer.name)
        return Dictionary(days.map { ($0.date, $0) }) { $1 }
      }
      guard let span = entry.span, span.contains(first), span.upperBound == closed || last <= span.upperBound else {
        let days = try read(first, last)
        if first <= closed {
          let kept = days.filter { $0.key <= closed }
          let known = Entry(days: kept, span: first...min(last, closed))
          entries.withLock { entries in
            // The longer one is kept.
            if entries[key]?.days.count ?? 0 <= kept.count { entries[key] = known }
          }
        }
        return days
      }
      let recent = last > span.upperBound ? try read(span.upperBound.adding(days: 1), last) : [:]
      return entry.days.filter { (first...last).contains($0.key) }.merging(recent) { $1 }
    }

    /// Forgets everything: old days were changed.
    func clear() { entries.withLock { $0 = [:] } }
  }
#endif
