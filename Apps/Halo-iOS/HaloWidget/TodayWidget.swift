import Foundation
import HaloHealth
import HaloInterchange
import SwiftUI
import WidgetKit

/// The last night, the steps and the latest heart rate, as written by the app after its last sync.
struct TodayWidget: Widget {
  var body: some WidgetConfiguration {
    StaticConfiguration(kind: AppGroup.widgetKind, provider: SnapshotProvider()) { entry in
      SnapshotView(entry: entry).containerBackground(.background, for: .widget)
    }
    .configurationDisplayName("Today")
    .description("Your last night, your steps and your newest heart rate.")
    .supportedFamilies([.systemSmall, .systemMedium, .accessoryCircular, .accessoryRectangular, .accessoryInline])
  }
}

/// An entry of the widget's timeline.
struct SnapshotEntry: TimelineEntry, Sendable {
  let date: Date
  /// The app's snapshot; `nil` if it is of another day.
  let widgetSnapshot: WidgetSnapshot?
}

/// Reads the app's snapshot. It accesses neither the ring nor the journal.
struct SnapshotProvider: TimelineProvider {
  func placeholder(in context: Context) -> SnapshotEntry { SnapshotEntry(date: .now, widgetSnapshot: nil) }

  func getSnapshot(in context: Context, completion: @escaping @Sendable (SnapshotEntry) -> Void) {
    completion(entry(at: .now))
  }

  func getTimeline(in context: Context, completion: @escaping @Sendable (Timeline<SnapshotEntry>) -> Void) {
    let now = Date.now
    // At midnight the snapshot becomes yesterday's and is no longer shown. The app reloads the widget after every sync.
    let midnight = Calendar.current.startOfDay(for: now.addingTimeInterval(86_400))
    completion(
      Timeline(entries: [entry(at: now), SnapshotEntry(date: midnight, widgetSnapshot: nil)], policy: .never))
  }

  private func entry(at date: Date) -> SnapshotEntry {
    guard let file = AppGroup.widgetSnapshot, let data = try? Data(contentsOf: file), let today = CalendarDate(date)
    else {
      return SnapshotEntry(date: date, widgetSnapshot: nil)
    }
    return SnapshotEntry(date: date, widgetSnapshot: WidgetSnapshot.read(data, on: today))
  }
}
