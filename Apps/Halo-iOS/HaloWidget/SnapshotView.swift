import Foundation
import HaloHealth
import HaloInterchange
import SwiftUI
import WidgetKit

/// The widget's view: one line for each available value, or a sentence if there is no data. Each value has the time until
/// which it is known; a tap opens its screen.
struct SnapshotView: View {
  let entry: SnapshotEntry
  @Environment(\.widgetFamily) private var family

  var body: some View {
    switch family {
    case .accessoryInline: sleep.privacySensitive().widgetURL(WidgetLink.sleep.url)
    case .accessoryCircular: circle.privacySensitive().widgetURL(WidgetLink.activity.url)
    default:
      VStack(alignment: .leading, spacing: 6) {
        link(WidgetLink.sleep.url) { sleep.font(.headline) }
        if let rate = entry.widgetSnapshot?.heartRate {
          link(WidgetLink.heart.url) { Label("\(rate.value) bpm at \(rate.time.localized)", systemImage: "heart") }
        }
        if let steps = entry.widgetSnapshot?.steps {
          link(WidgetLink.activity.url) {
            if let time = entry.widgetSnapshot?.syncedTime {
              Label("\(steps) steps at \(time.localized)", systemImage: "figure.walk")
            } else {
              Label("\(steps) steps", systemImage: "figure.walk")
            }
          }
        }
        if family == .systemMedium, let battery = entry.widgetSnapshot?.battery {
          Label("Device \(battery) %", systemImage: "battery.50percent")
        }
      }
      .font(.caption)
      .privacySensitive()
      .frame(maxWidth: .infinity, maxHeight: .infinity, alignment: .leading)
      // The links of a small widget have no effect.
      .widgetURL(WidgetLink.today.url)
    }
  }

  /// Steps with their time, for the lock screen.
  private var circle: some View {
    VStack(spacing: 0) {
      Image(systemName: "figure.walk").accessibilityHidden(true)
      if let steps = entry.widgetSnapshot?.steps {
        Text("\(steps)").font(.headline).minimumScaleFactor(0.5)
        if let time = entry.widgetSnapshot?.syncedTime { Text(verbatim: time.localized).font(.caption2) }
      } else {
        Text("–")
      }
    }
    .accessibilityElement(children: .combine)
  }

  /// A line that opens its screen.
  @ViewBuilder private func link(_ screen: URL?, @ViewBuilder line: () -> some View) -> some View {
    if let screen { Link(destination: screen, label: line) } else { line() }
  }

  private var sleep: some View {
    Group {
      if let sleep = entry.widgetSnapshot?.sleep {
        Label("\(sleep.hours) h \(sleep.minutes) min asleep", systemImage: "bed.double")
      } else {
        Label("No night yet", systemImage: "bed.double")
      }
    }
  }
}
