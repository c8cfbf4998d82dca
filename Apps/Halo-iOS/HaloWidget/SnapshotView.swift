import Foundation
import HaloHealth
import HaloInterchange
import SwiftUI
import WidgetKit

/// The widget's view: one line for each available value, or a sentence if there is no data.
struct SnapshotView: View {
  let entry: SnapshotEntry
  @Environment(\.widgetFamily) private var family

  var body: some View {
    if family == .accessoryInline {
      sleep.privacySensitive()
    } else {
      VStack(alignment: .leading, spacing: 6) {
        sleep.font(.headline)
        if let rate = entry.widgetSnapshot?.heartRate {
          Label("\(rate.value) bpm at \(rate.time.localized)", systemImage: "heart")
        }
        if let steps = entry.widgetSnapshot?.steps { Label("\(steps) steps", systemImage: "figure.walk") }
        if family == .systemMedium, let battery = entry.widgetSnapshot?.battery {
          Label("Device \(battery) %", systemImage: "battery.50percent")
        }
      }
      .font(.caption)
      .privacySensitive()
      .frame(maxWidth: .infinity, maxHeight: .infinity, alignment: .leading)
      .accessibilityElement(children: .combine)
    }
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
