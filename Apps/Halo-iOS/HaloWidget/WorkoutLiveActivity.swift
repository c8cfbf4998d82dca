import ActivityKit
import Foundation
import HaloInterchange
import SwiftUI
import WidgetKit

/// The workout that is being recorded, on the lock screen and in the Dynamic Island.
struct WorkoutLiveActivity: Widget {
  var body: some WidgetConfiguration {
    ActivityConfiguration(for: WorkoutActivity.self) { context in
      HStack {
        Label {
          elapsed(context.state)
        } icon: {
          Image(systemName: "figure.run")
        }
        Spacer()
        heartRate(context.state)
        if let meters = context.state.meters { Text("\(meters) m") }
      }
      .font(.headline)
      .padding()
    } dynamicIsland: { context in
      DynamicIsland {
        DynamicIslandExpandedRegion(.leading) { heartRate(context.state) }
        DynamicIslandExpandedRegion(.trailing) { elapsed(context.state) }
      } compactLeading: {
        Image(systemName: "figure.run")
      } compactTrailing: {
        heartRate(context.state)
      } minimal: {
        Image(systemName: "figure.run")
      }
    }
  }

  private func elapsed(_ state: WorkoutSnapshot) -> some View {
    Text(Date(timeIntervalSince1970: Double(state.since)), style: .timer).monospacedDigit()
  }

  @ViewBuilder private func heartRate(_ state: WorkoutSnapshot) -> some View {
    if state.isLost {
      Image(systemName: "antenna.radiowaves.left.and.right.slash")
    } else if let rate = state.heartRate {
      Text("\(rate) bpm").monospacedDigit()
    }
  }
}
