import SwiftUI
import WidgetKit

@main
struct HaloWidgets: WidgetBundle {
  var body: some Widget {
    TodayWidget()
    WorkoutLiveActivity()
  }
}
