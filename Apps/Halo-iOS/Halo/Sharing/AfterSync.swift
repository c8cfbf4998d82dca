import Foundation
import HaloHealth
import HaloInterchange
import HaloJournal
import HaloModels
import WidgetKit

/// What follows a sync: the widget is given a new glance, and Health what it lacks, where the person wants that.
enum AfterSync {
  /// The widget's kind.
  static let widget = "HaloToday"

  /// Hands on what a wearer's journal holds. Nothing here touches the screen; call it off the main actor.
  static func handOn(
    _ journal: Journal, wearer: String, at now: Moment, health: HealthWriter?
  ) async throws {
    let today = now.wallClock.date
    try AppGroup.leave(journal.glance(of: today, wearer: wearer))
    WidgetCenter.shared.reloadTimelines(ofKind: widget)
    // Devices keep about a week; older days are written once and do not change.
    if let health, let span = try journal.span(wearer: wearer) {
      let first = max(span.lowerBound.daysSince1970, today.daysSince1970 - 10)
      for day in stride(from: first, through: today.daysSince1970, by: 1).map(CalendarDate.init(daysSince1970:)) {
        try await health.write(day, journal.healthRecords(of: day, wearer: wearer), at: now)
      }
    }
  }
}
