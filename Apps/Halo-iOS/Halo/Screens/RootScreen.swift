import Foundation
import HaloModels
import SwiftUI

/// The whole app: the first steps, then the tabs.
struct RootScreen: View {
  let app: AppModel

  var body: some View {
    switch app.demo {
    case .off: home
    case .starting:
      VStack(spacing: 16) {
        ProgressView("Syncing a simulated ring …")
        Button("Cancel", role: .cancel) { app.endDemo() }
      }
    case .running(let models):
      HomeScreen(models: models)
        .environment(\.halo, models.environment)
        .environment(\.workout, models.workout)
        .safeAreaInset(edge: .top) { DemoBanner { app.endDemo() } }
        .id("demo")
    case .failed(let problem):
      ProblemView(problem: problem) {
        Button("Close") { app.endDemo() }
      }
    }
  }

  @ViewBuilder private var home: some View {
    switch app.state {
    case .opening: ProgressView("Opening your journal …")
    case .failed(let problem):
      ProblemView(problem: problem) {
        Button("Try again") { app.retry() }
      }
    case .ready(let models):
      HomeScreen(models: models)
        .environment(\.halo, models.environment)
        .environment(\.workout, models.workout)
        .environment(\.startDemo) { app.startDemo() }
    }
  }
}

/// The label on every screen of the demonstration.
private struct DemoBanner: View {
  let end: @MainActor () -> Void

  var body: some View {
    HStack {
      Label("Simulated ring: these are not your data", systemImage: "testtube.2").font(.footnote)
      Spacer()
      Button("End", action: end)
    }
    .padding(.horizontal)
    .padding(.vertical, 6)
    .background(.yellow.opacity(0.35))
  }
}

/// The screens, once the journal is open: one tree for all widths, so that rotating or resizing keeps the place and a
/// running measurement. Tabs on a phone; iPadOS offers them as a sidebar, too. Rarely used screens are reached from My
/// device.
struct HomeScreen: View {
  let models: AppModel.Models
  @State private var tab: ScreenPlace
  /// A screen that was asked for from outside and is no tab.
  @State private var linked: ScreenPlace?

  init(models: AppModel.Models) {
    self.models = models
    let first = LaunchOptions.current.screen ?? .today
    _tab = State(initialValue: first.isTab ? first : .device)
    _linked = State(initialValue: first.isTab ? nil : first)
  }

  var body: some View {
    if models.onboarding.step != nil {
      OnboardingScreen(model: models.onboarding, rings: models.rings, sync: models.sync)
    } else {
      TabView(selection: $tab) {
        tab(.today)
        tab(.sleep)
        tab(.heart)
        tab(.activity)
        Tab(value: ScreenPlace.device) {
          NavigationStack {
            models.screen(.device).navigationDestination(item: $linked) { models.screen($0) }
          }
        } label: {
          ScreenPlace.device.label
        }
      }
      .tabViewStyle(.sidebarAdaptable)
      // My device and the screens that are reached from it hold the connection.
      .onChange(of: tab, initial: true) { _, tab in if tab != .device { models.rings.disconnect() } }
      // A widget's tap.
      .onOpenURL { url in
        guard let place = ScreenPlace(url) else { return }
        (tab, linked) = place.isTab ? (place, nil) : (.device, place)
      }
    }
  }

  private func tab(_ place: ScreenPlace) -> some TabContent<ScreenPlace> {
    Tab(value: place) {
      NavigationStack { models.screen(place) }
    } label: {
      place.label
    }
  }
}

/// A screen that can be navigated to.
enum ScreenPlace: String, CaseIterable, Hashable, Identifiable {
  case today
  case sleep
  case heart
  case activity
  case workout
  case live
  case device
  case data
  case settings

  var id: String { rawValue }

  /// True for a tab; the other screens are reached from My device.
  var isTab: Bool {
    switch self {
    case .today, .sleep, .heart, .activity, .device: true
    case .workout, .live, .data, .settings: false
    }
  }

  /// The name and symbol.
  @MainActor var label: Label<Text, Image> {
    switch self {
    case .today: Label("Today", systemImage: "sun.max")
    case .sleep: Label("Sleep", systemImage: "bed.double")
    case .heart: Label("Heart", systemImage: "heart")
    case .activity: Label("Activity", systemImage: "figure.walk")
    case .workout: Label("Workout", systemImage: "figure.run")
    case .live: Label("Live", systemImage: "waveform.path.ecg")
    case .device: Label("My device", systemImage: "circle.circle")
    case .data: Label("Data and privacy", systemImage: "lock.doc")
    case .settings: Label("Settings", systemImage: "gearshape")
    }
  }
}

extension AppModel.Models {
  /// Returns the view of a screen.
  @ViewBuilder func screen(_ place: ScreenPlace) -> some View {
    switch place {
    case .today: TodayScreen(model: today, sync: sync, live: live)
    case .sleep: SleepScreen(model: sleep, sync: sync)
    case .heart: HeartScreen(model: heart, live: live, sync: sync)
    case .activity: ActivityScreen(model: activity, workout: workout, sync: sync)
    case .workout: WorkoutScreen(model: workout)
    case .live: LiveScreen(model: live)
    case .device: DeviceScreen(models: self)
    case .data: DataScreen(model: data, imports: imports)
    case .settings: SettingsScreen(model: settings)
    }
  }
}
