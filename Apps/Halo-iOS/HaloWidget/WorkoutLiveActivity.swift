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
        if context.isStale {
          Text("No longer updated")
        } else {
          heartRate(context.state)
          if let speed = context.state.speed { Text(verbatim: speed).monospacedDigit() }
          if let distance = context.state.distance { Text(verbatim: distance).monospacedDigit() }
        }
      }
      .font(.headline)
      .padding()
    } dynamicIsland: { context in
      DynamicIsland {
        DynamicIslandExpandedRegion(.leading) { if !context.isStale { heartRate(context.state) } }
        DynamicIslandExpandedRegion(.trailing) { elapsed(context.state) }
      } compactLeading: {
        Image(systemName: "figure.run")
      } compactTrailing: {
        if !context.isStale { heartRate(context.state) }
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
